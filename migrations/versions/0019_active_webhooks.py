"""Webhooks that rest."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

ACTIVE = "whether messages are made and sent"


def upgrade() -> None:
    """Apply the change. Older programs work with it: to them all webhooks are active."""
    active = sa.Column("active", sa.Boolean, nullable=False, server_default="1", comment=ACTIVE)
    with op.batch_alter_table("webhooks") as webhooks:
        webhooks.add_column(active)


def downgrade() -> None:
    """Undo the change; all webhooks are active."""
    with op.batch_alter_table("webhooks") as webhooks:
        webhooks.drop_column("active")

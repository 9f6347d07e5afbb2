"""New secrets of webhooks, beside which the old ones sign for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

OLD = "the secret before, which signs too for a while"


def upgrade() -> None:
    """Apply the change. Older programs work with it; what they send is signed with the new secret alone."""
    with op.batch_alter_table("webhooks") as webhooks:
        webhooks.add_column(sa.Column("old_secret", sa.String(80), comment=OLD))
        webhooks.add_column(sa.Column("old_secret_until", sa.String(24), comment="until when it does"))


def downgrade() -> None:
    """Undo the change; old secrets sign nothing any more."""
    with op.batch_alter_table("webhooks") as webhooks:
        for name in ("old_secret", "old_secret_until"):
            webhooks.drop_column(name)

"""What seats bring to the setup of a game themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"


def upgrade() -> None:
    """Apply the change. Older programs work with it, but show lists to everybody who reads a log."""
    column = sa.Column("bring", sa.JSON, comment="what seats bring to the setup, and which have")
    op.add_column("sessions", column)


def downgrade() -> None:
    """Undo the change."""
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_column("bring")

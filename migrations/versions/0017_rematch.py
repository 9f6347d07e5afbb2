"""The session in which the seats of another play once more."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

COMMENT = "the session in which its seats play once more"


def upgrade() -> None:
    """Apply the change. Older programs work with it, and offer no rematch."""
    op.add_column("sessions", sa.Column("rematch", sa.String(36), comment=COMMENT))


def downgrade() -> None:
    """Undo the change; a rematch goes on as a game of its own."""
    op.drop_column("sessions", "rematch")

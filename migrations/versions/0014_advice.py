"""When the odds of a session's own actions are told."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

COMMENT = "open: its odds are told at any time; after: once it is closed"


def upgrade() -> None:
    """Apply the change. Older programs work with it, but tell the odds of all sessions at any time."""
    advice = sa.Column("advice", sa.String(16), nullable=False, server_default="open", comment=COMMENT)
    op.add_column("sessions", advice)


def downgrade() -> None:
    """Undo the change; the odds of all sessions are told at any time then."""
    op.drop_column("sessions", "advice")

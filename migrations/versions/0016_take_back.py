"""Whether a seat takes back a slip of its own at once."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

COMMENT = "assent: others agree to what is taken back; free: a slip goes at once"


def upgrade() -> None:
    """Apply the change. Older programs work with it, but ask the others in all sessions."""
    take_back = sa.Column("take_back", sa.String(16), nullable=False, server_default="assent", comment=COMMENT)
    op.add_column("sessions", take_back)


def downgrade() -> None:
    """Undo the change; in all sessions others have to agree then."""
    op.drop_column("sessions", "take_back")

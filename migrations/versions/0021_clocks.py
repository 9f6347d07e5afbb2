"""The clocks of players, and that of the service, by which they run."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

READ = "the clock of the service when the clocks were last told"


def upgrade() -> None:
    """Apply the change. Older programs work with it; in what they write no clock stops, runs or falls."""
    op.add_column("sessions", sa.Column("clock", sa.JSON, comment="the time of players, and whether it runs"))
    op.add_column("sessions", sa.Column("clocks", sa.JSON, comment="what is left to each player, and whose clock runs"))
    op.add_column("sessions", sa.Column("clock_at", sa.BigInteger, nullable=False, server_default="0", comment=READ))
    served = op.create_table(
        "served",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False, comment="how long any process has served while clocks ran"),
        sa.PrimaryKeyConstraint("name", name="pk_served"),
    )
    op.bulk_insert(served, [{"name": "clock", "ms": 0}])


def downgrade() -> None:
    """Undo the change; nobody has a clock then."""
    op.drop_table("served")
    with op.batch_alter_table("sessions") as sessions:
        for name in ("clock", "clocks", "clock_at"):
            sessions.drop_column(name)

"""Claims: links that hand a seat over once."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
oldest_revision = "0007"
oldest_release = "0.1.0"


def upgrade() -> None:
    """Apply the change. Older programs leave the table alone."""
    op.create_table(
        "claims",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("claim", sa.LargeBinary(32), nullable=False, comment="SHA-256 of the claim"),
        sa.Column("made_by", sa.Integer, nullable=False, comment="0: the host, else the number of a seat"),
        sa.Column("expires_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_claims"),
        sa.UniqueConstraint("claim", name="uq_claims_claim"),
    )


def downgrade() -> None:
    """Undo the change; links that were not used work no more."""
    op.drop_table("claims")

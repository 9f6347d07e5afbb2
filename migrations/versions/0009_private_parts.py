"""Private parts: what stands in events as a digest, for those who may see it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
oldest_revision = "0009"
oldest_release = "0.1.0"


def upgrade() -> None:
    """Apply the change. Older programs would take digests for values, so they are turned away."""
    op.create_table(
        "private_parts",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, comment="the event that has the digest"),
        sa.Column("n", sa.Integer, nullable=False, comment="its place among the digests of the event, from 0"),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("salt", sa.LargeBinary(16), nullable=False),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
        sa.Column("audience", sa.String(200), comment="who may see it, with commas; NULL: every reader"),
        sa.Column("tag", sa.String(32), nullable=False, comment="the same for what is revealed together; @: a person"),
        sa.PrimaryKeyConstraint("session_id", "seq", "n", name="pk_private_parts"),
    )
    hides = sa.Column("hides", sa.Boolean, nullable=False, server_default="0")
    hides.comment = "whether anything may be hidden from somebody"
    op.add_column("sessions", hides)
    op.create_index("ix_private_parts_session_id_tag", "private_parts", ["session_id", "tag"])


def downgrade() -> None:
    """Undo the change; sessions that hide something, or name a person, cannot be read after it."""
    op.drop_table("private_parts")
    op.drop_column("sessions", "hides")

"""Claims that are said aloud, and spare ones, for the day a phone dies."""

import os

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

SPARE = "for the day a phone dies"
CODE = "MAC of the letters that stand for the claim; none: it has no code"
SECRET = "32 random bytes, which leave this database in no export"


def upgrade() -> None:
    """Apply the change. Older programs work with it: a claim that they make ends the spare one too."""
    spare = sa.Column("spare", sa.Boolean, nullable=False, server_default="0", comment=SPARE)
    with op.batch_alter_table("claims") as claims:
        claims.add_column(spare)
        claims.add_column(sa.Column("code", sa.LargeBinary(32), comment=CODE))
        claims.add_column(sa.Column("code_expires_at", sa.String(24)))
        claims.drop_constraint("pk_claims", type_="primary")
        claims.create_primary_key("pk_claims", ["session_id", "seat", "spare"])
    has_code = sa.text("code IS NOT NULL")
    op.create_index("ix_claims_code", "claims", ["code"], sqlite_where=has_code, postgresql_where=has_code)
    secrets = op.create_table(
        "secrets",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.LargeBinary(32), nullable=False, comment=SECRET),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
    op.bulk_insert(secrets, [{"name": "codes", "value": os.urandom(32)}])


def downgrade() -> None:
    """Undo the change; spare claims and codes work no more."""
    op.drop_table("secrets")
    op.drop_index("ix_claims_code", "claims")
    op.execute(sa.text("DELETE FROM claims WHERE spare"))
    with op.batch_alter_table("claims") as claims:
        claims.drop_constraint("pk_claims", type_="primary")
        claims.create_primary_key("pk_claims", ["session_id", "seat"])
        for name in ("code_expires_at", "code", "spare"):
            claims.drop_column(name)

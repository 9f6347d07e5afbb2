"""Seats, games and api keys."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("key", sa.LargeBinary(length=32), nullable=False, comment="SHA-256 of the key"),
        sa.Column("created_at", sa.String(length=24), nullable=False),
        sa.Column("revoked_at", sa.String(length=24), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("key", name=op.f("uq_api_keys_key")),
    )
    op.create_table(
        "seats",
        sa.Column("session_id", sa.String(length=36), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=True),
        sa.Column("side", sa.String(length=64), nullable=True),
        sa.Column("reference", sa.String(length=200), nullable=True),
        sa.Column("policy", sa.String(length=60), nullable=True),
        sa.Column("token", sa.LargeBinary(length=32), nullable=False, comment="SHA-256 of the seat's token"),
        sa.PrimaryKeyConstraint("session_id", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_name"), ["name"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_reference"), ["reference"], unique=False)

    with op.batch_alter_table("actions", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("seats", sa.JSON(), server_default="{}", nullable=False, comment="who plays which role")
        )
        batch_op.add_column(
            sa.Column(
                "proposal", sa.JSON(none_as_null=True), nullable=True, comment="why seats would void it, and which"
            )
        )

    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("owner", sa.String(length=36), nullable=True, comment="the API key that opened it")
        )
        batch_op.add_column(sa.Column("seat_count", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(
            sa.Column(
                "state",
                sa.JSON(none_as_null=True),
                nullable=True,
                comment="a game's board after its last closed action",
            )
        )
        batch_op.add_column(
            sa.Column(
                "state_seq", sa.BigInteger(), server_default="0", nullable=False, comment="the newest event of the game"
            )
        )
        batch_op.add_column(
            sa.Column(
                "proposal", sa.JSON(none_as_null=True), nullable=True, comment="how seats would close it, and which"
            )
        )


def downgrade() -> None:
    """Undo the change."""
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_column("proposal")
        batch_op.drop_column("state_seq")
        batch_op.drop_column("state")
        batch_op.drop_column("seat_count")
        batch_op.drop_column("owner")

    with op.batch_alter_table("actions", schema=None) as batch_op:
        batch_op.drop_column("proposal")
        batch_op.drop_column("seats")

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_reference"))
        batch_op.drop_index(batch_op.f("ix_seats_name"))

    op.drop_table("seats")
    op.drop_table("api_keys")

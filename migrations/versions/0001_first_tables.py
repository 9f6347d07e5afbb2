"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "actions",
        sa.Column("session_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("ruleset_version", sa.Integer(), nullable=False),
        sa.Column("situation", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("dice", sa.String(length=16), nullable=False),
        sa.Column("policies", sa.JSON(), nullable=False),
        sa.Column("sent_by", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("outcome", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("commitment", sa.LargeBinary(length=32), nullable=True),
        sa.Column("reference", sa.String(length=200), nullable=True),
        sa.Column("replaced_by", sa.Integer(), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the newest event about this action"),
        sa.Column("head", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created_at", sa.String(length=24), nullable=False),
        sa.Column("resolved_at", sa.String(length=24), nullable=True),
        sa.Column("played_at", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("session_id", "number", name=op.f("pk_actions")),
        sa.UniqueConstraint("session_id", "reference", name=op.f("uq_actions_session_id_reference")),
    )
    with op.batch_alter_table("actions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_actions_session_id_status_number"), ["session_id", "status", "number"], unique=False
        )

    op.create_table(
        "casualties",
        sa.Column("session_id", sa.String(length=36), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=64), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("unit", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=True),
        sa.Column("fate", sa.String(length=16), nullable=False),
        sa.Column("lost", sa.Boolean(), nullable=False),
        sa.Column("rule", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "action", "n", name=op.f("pk_casualties")),
    )
    op.create_table(
        "events",
        sa.Column("session_id", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.String(length=32), nullable=False),
        sa.Column("action", sa.Integer(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=False, comment="the exact bytes that are hashed and served"),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seq", name=op.f("pk_events")),
    )
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_events_session_id_action_seq"), ["session_id", "action", "seq"], unique=False
        )

    op.create_table(
        "idempotency_keys",
        sa.Column("scope", sa.LargeBinary(length=32), nullable=False, comment="SHA-256 of credential, method and path"),
        sa.Column("key", sa.LargeBinary(length=32), nullable=False, comment="SHA-256 of the key"),
        sa.Column("body", sa.LargeBinary(length=32), nullable=False, comment="SHA-256 of the request's body"),
        sa.Column("session_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("nonce", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created_at", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name=op.f("pk_idempotency_keys")),
    )
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_idempotency_keys_created_at"), ["created_at"], unique=False)

    op.create_table(
        "rolls",
        sa.Column("session_id", sa.String(length=36), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("roll", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("rule", sa.String(length=16), nullable=False),
        sa.Column("die", sa.String(length=32), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("faces", sa.JSON(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "action", "roll", name=op.f("pk_rolls")),
    )
    op.create_table(
        "seeds",
        sa.Column("session_id", sa.String(length=36), nullable=False),
        sa.Column("chain", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "chain", "place", name=op.f("pk_seeds")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("ruleset_version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("dice", sa.String(length=16), nullable=False),
        sa.Column("reference", sa.String(length=200), nullable=True),
        sa.Column("host_token", sa.LargeBinary(length=32), nullable=True, comment="SHA-256 of the host's token"),
        sa.Column(
            "commitment",
            sa.LargeBinary(length=32),
            nullable=True,
            comment="S_0 of the newest chain; none with physical dice",
        ),
        sa.Column("chain", sa.Integer(), nullable=False, comment="number of the newest chain, from 1; 0: none"),
        sa.Column("chain_length", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("head", sa.LargeBinary(length=32), nullable=False),
        sa.Column("last_number", sa.Integer(), nullable=False),
        sa.Column("closed_upto", sa.Integer(), nullable=False, comment="actions 1 … closed_upto are all closed"),
        sa.Column("resolved", sa.Integer(), nullable=False),
        sa.Column("pending", sa.Integer(), nullable=False),
        sa.Column("void", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", sa.String(length=24), nullable=False),
        sa.Column("closed_at", sa.String(length=24), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_created_at_id"), ["created_at", "id"], unique=False)


def downgrade() -> None:
    """Undo the change."""
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_created_at_id"))

    op.drop_table("sessions")
    op.drop_table("seeds")
    op.drop_table("rolls")
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_idempotency_keys_created_at"))

    op.drop_table("idempotency_keys")
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_events_session_id_action_seq"))

    op.drop_table("events")
    op.drop_table("casualties")
    with op.batch_alter_table("actions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_actions_session_id_status_number"))

    op.drop_table("actions")

"""Indexes of history."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    with op.batch_alter_table("actions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_actions_created_at_session_id_number"), ["created_at", "session_id", "number"], unique=False
        )

    with op.batch_alter_table("casualties", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_casualties_at_session_id_action_n"), ["at", "session_id", "action", "n"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_casualties_unit_at"), ["unit", "at"], unique=False)

    with op.batch_alter_table("rolls", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_rolls_at_session_id_action_roll"), ["at", "session_id", "action", "roll"], unique=False
        )

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_token"), ["token"], unique=False)

    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_host_token"), ["host_token"], unique=False)
        batch_op.create_index(batch_op.f("ix_sessions_owner"), ["owner"], unique=False)
        batch_op.create_index(batch_op.f("ix_sessions_reference"), ["reference"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_sessions_ruleset_created_at_id"), ["ruleset", "created_at", "id"], unique=False
        )


def downgrade() -> None:
    """Undo the change."""
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_ruleset_created_at_id"))
        batch_op.drop_index(batch_op.f("ix_sessions_reference"))
        batch_op.drop_index(batch_op.f("ix_sessions_owner"))
        batch_op.drop_index(batch_op.f("ix_sessions_host_token"))

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_token"))

    with op.batch_alter_table("rolls", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rolls_at_session_id_action_roll"))

    with op.batch_alter_table("casualties", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_casualties_unit_at"))
        batch_op.drop_index(batch_op.f("ix_casualties_at_session_id_action_n"))

    with op.batch_alter_table("actions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_actions_created_at_session_id_number"))

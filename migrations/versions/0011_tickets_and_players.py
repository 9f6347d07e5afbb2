"""Stream tickets, players across sessions, and API keys that open sessions and do nothing else."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"


def upgrade() -> None:
    """Apply the change.

    Older programs leave the tables alone: to them a player's token is unknown, and a seat is handed over without its
    player; a key that only opens sessions does there what every key does.
    """
    op.create_table(
        "stream_tickets",
        sa.Column("ticket", sa.LargeBinary(32), nullable=False, comment="SHA-256 of the ticket"),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("credential", sa.LargeBinary(32), nullable=False, comment="SHA-256 of the token it stands for"),
        sa.Column("is_key", sa.Boolean, nullable=False, comment="whether that is an API key"),
        sa.Column("expires_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("ticket", name="pk_stream_tickets"),
    )
    op.create_index("ix_stream_tickets_session_id", "stream_tickets", ["session_id"])
    op.create_table(
        "players",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "player_tokens",
        sa.Column("token", sa.LargeBinary(32), nullable=False, comment="SHA-256 of the token"),
        sa.Column("player", sa.String(36), nullable=False),
        sa.Column("created_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_player_tokens"),
    )
    op.create_index("ix_player_tokens_player", "player_tokens", ["player"])
    op.create_table(
        "player_claims",
        sa.Column("player", sa.String(36), nullable=False),
        sa.Column("claim", sa.LargeBinary(32), nullable=False, comment="SHA-256 of the claim"),
        sa.Column("ends_others", sa.Boolean, nullable=False, comment="whether the player's other tokens end with it"),
        sa.Column("expires_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_player_claims"),
        sa.UniqueConstraint("claim", name="uq_player_claims_claim"),
    )
    op.add_column("seats", sa.Column("player", sa.String(36), comment="the player whose tokens are the seat's too"))
    held = sa.text("player IS NOT NULL")
    op.create_index("ix_seats_player", "seats", ["player", "session_id"], sqlite_where=held, postgresql_where=held)
    opens = sa.Column("opens_only", sa.Boolean, nullable=False, server_default="0", comment="opens sessions, no more")
    op.add_column("api_keys", opens)


def downgrade() -> None:
    """Undo the change; players are forgotten, and every key does all that keys do."""
    op.drop_column("api_keys", "opens_only")
    op.drop_index("ix_seats_player", "seats")
    op.drop_column("seats", "player")
    for table in ("player_claims", "player_tokens", "players", "stream_tickets"):
        op.drop_table(table)

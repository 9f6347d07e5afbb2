"""Webhooks of API keys: what is told to whom, what is to be told, and what was."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"


def upgrade() -> None:
    """Apply the change. Older programs tell nobody of what they write."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner", sa.String(36), nullable=False, comment="the API key that made it"),
        sa.Column("url", sa.String(2000), nullable=False),
        sa.Column("secret", sa.String(80), nullable=False, comment="with which messages are signed"),
        sa.Column("events", sa.JSON, nullable=False),
        sa.Column("rulesets", sa.JSON, nullable=False, comment="empty: all"),
        sa.Column("reference", sa.String(200), comment="of sessions; with a star at its end the beginning; none: all"),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("created_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_index("ix_webhooks_owner", "webhooks", ["owner"])
    op.create_table(
        "webhook_outbox",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, comment="the first event that nobody was told of"),
        sa.Column("owner", sa.String(36), nullable=False, comment="the API key that opened the session"),
        sa.PrimaryKeyConstraint("session_id", "seq", name="pk_webhook_outbox"),
    )
    op.create_table(
        "webhook_messages",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("webhook", sa.String(36), nullable=False),
        sa.Column("about", sa.LargeBinary(32), nullable=False, comment="tells messages of a webhook apart"),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False, comment="the exact bytes that are signed"),
        sa.Column("created_at", sa.String(24), nullable=False),
        sa.Column("next_at", sa.String(24), comment="when it is sent next; none: never"),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("delivered_at", sa.String(24)),
        sa.Column("last_at", sa.String(24), comment="when it was sent last"),
        sa.Column("last_status", sa.Integer, comment="what the receiver answered; none where it did not"),
        sa.Column("last_failure", sa.String(40), comment="why there was no answer, or not the right one"),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_messages"),
        sa.UniqueConstraint("webhook", "about", name="uq_webhook_messages_webhook_about"),
    )
    op.create_index("ix_webhook_messages_webhook_created_at_id", "webhook_messages", ["webhook", "created_at", "id"])
    op.create_index("ix_webhook_messages_session_id", "webhook_messages", ["session_id"])
    waits = sa.text("next_at IS NOT NULL")
    op.create_index(
        "ix_webhook_messages_due",
        "webhook_messages",
        ["webhook", "next_at"],
        sqlite_where=waits,
        postgresql_where=waits,
    )
    op.create_table(
        "webhook_lease",
        sa.Column("id", sa.Integer, nullable=False, comment="always 1"),
        sa.Column("holder", sa.String(36), nullable=False, comment="the process that delivers"),
        sa.Column("until", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_lease"),
    )


def downgrade() -> None:
    """Undo the change; nobody is told any more."""
    for table in ("webhook_lease", "webhook_messages", "webhook_outbox", "webhooks"):
        op.drop_table(table)

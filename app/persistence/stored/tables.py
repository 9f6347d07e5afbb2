"""The tables. All others follow from `events`, except the seeds, the keys and what no log contains of a session."""

import sqlalchemy as sa

from app.persistence.stored.fields import Hash, Id, Instant, Slug, columns_of
from app.persistence.stored.indexes import WATCHED, few
from app.persistence.stored.rows import Action, Session

NEWEST = ("created_at", "session_id", "number")
"""The order in which lists of actions are read."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _session_id() -> sa.Column[str]:
    return sa.Column("session_id", Id, primary_key=True)


def _listed() -> sa.Column[bool]:
    return sa.Column("listed", sa.Boolean, nullable=False, server_default="1", comment="as the action's")


sessions = sa.Table(
    "sessions",
    metadata,
    *columns_of(Session),
    sa.Index(None, "created_at", "id"),
    sa.Index(None, "ruleset", "created_at", "id"),
    few("ix_sessions_lasting", "kind <> 'single'", "created_at", "id"),
    few("ix_sessions_games", "kind = 'game'", "created_at", "id"),
    few("ix_sessions_watched", WATCHED, "id"),
    few("ix_sessions_physical", "dice = 'physical'", "created_at", "id"),
    few("ix_sessions_public", "visibility = 'public'", "created_at", "id"),
    few("ix_sessions_public_ruleset", "visibility = 'public'", "ruleset", "created_at", "id"),
    few("ix_sessions_public_status", "visibility = 'public'", "status", "created_at", "id"),
    few("ix_sessions_public_physical", "visibility = 'public' AND dice = 'physical'", "created_at", "id"),
    sa.Index(None, "reference"),
    sa.Index(None, "host_token"),
    sa.Index(None, "owner"),
    few("ix_sessions_owned", "owner IS NOT NULL", "owner", "created_at", "id"),
)

seats = sa.Table(
    "seats",
    metadata,
    _session_id(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(60)),
    sa.Column("side", sa.String(64)),
    sa.Column("reference", sa.String(200)),
    sa.Column("policy", sa.String(60)),
    sa.Column("token", Hash, nullable=False, comment="SHA-256 of the seat's token"),
    sa.Column("player", Id, comment="the player whose tokens are the seat's too"),
    sa.Index(None, "reference"),
    sa.Index(None, "name"),
    few("ix_seats_side", "side IS NOT NULL", "side", "session_id"),
    few("ix_seats_player", "player IS NOT NULL", "player", "session_id"),
    sa.Index(None, "token"),
)

actions = sa.Table(
    "actions",
    metadata,
    *columns_of(Action),
    sa.Index(None, "created_at", "session_id", "number"),
    few("ix_actions_reference", "reference IS NOT NULL", "reference", "session_id", unique=True),
    few("ix_actions_pending", "status = 'pending'", "session_id", "number"),
    few("ix_actions_unresolved", "status <> 'resolved'", "created_at", "session_id", "number"),
    few("ix_actions_physical", "dice = 'physical'", "created_at", "session_id", "number"),
    few("ix_actions_proposed", "proposal IS NOT NULL AND status <> 'void'", "session_id", "number"),
    few("ix_actions_listed", "listed IS true", "created_at", "session_id", "number"),
    few("ix_actions_listed_unresolved", "listed IS true AND status <> 'resolved'", *NEWEST),
    few("ix_actions_listed_physical", "listed IS true AND dice = 'physical'", "created_at", "session_id", "number"),
)

events = sa.Table(
    "events",
    metadata,
    _session_id(),
    sa.Column("seq", sa.BigInteger, primary_key=True),
    sa.Column("type", sa.String(32), nullable=False),
    sa.Column("action", sa.Integer),
    sa.Column("body", sa.LargeBinary, nullable=False, comment="the exact bytes that are hashed and served"),
    sa.Column("hash", Hash, nullable=False),
    sa.Index(None, "session_id", "action", "seq"),
)

private_parts = sa.Table(
    "private_parts",
    metadata,
    _session_id(),
    sa.Column("seq", sa.BigInteger, primary_key=True, comment="the event that has the digest"),
    sa.Column("n", sa.Integer, primary_key=True, comment="its place among the digests of the event, from 0"),
    sa.Column("digest", Hash, nullable=False),
    sa.Column("salt", sa.LargeBinary(16), nullable=False),
    sa.Column("bytes", sa.LargeBinary, nullable=False),
    sa.Column("audience", sa.String(200), comment="who may see it, with commas; NULL: every reader"),
    sa.Column("tag", sa.String(32), nullable=False, comment="the same for what is revealed together; @: a person"),
    sa.Index(None, "session_id", "tag"),
)

seeds = sa.Table(
    "seeds",
    metadata,
    _session_id(),
    sa.Column("chain", sa.Integer, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("seed", Hash, nullable=False),
)

rolls = sa.Table(
    "rolls",
    metadata,
    _session_id(),
    sa.Column("action", sa.Integer, primary_key=True),
    sa.Column("roll", sa.Integer, primary_key=True),
    sa.Column("ruleset", Slug, nullable=False),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("rule", sa.String(16), nullable=False),
    sa.Column("die", sa.String(32), nullable=False),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("faces", sa.JSON, nullable=False),
    sa.Column("total", sa.Integer),
    sa.Column("source", sa.String(16), nullable=False),
    sa.Column("void", sa.Boolean, nullable=False),
    _listed(),
    sa.Column("at", Instant, nullable=False),
    sa.Index(None, "at", "session_id", "action", "roll"),
    few("ix_rolls_void", "void IS true", "at", "session_id", "action", "roll"),
    few("ix_rolls_physical", "source = 'physical'", "at", "session_id", "action", "roll"),
    few("ix_rolls_listed", "listed IS true", "at", "session_id", "action", "roll"),
    few("ix_rolls_listed_void", "listed IS true AND void IS true", "at", "session_id", "action", "roll"),
    few("ix_rolls_listed_physical", "listed IS true AND source = 'physical'", "at", "session_id", "action", "roll"),
)

casualties = sa.Table(
    "casualties",
    metadata,
    _session_id(),
    sa.Column("action", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("ruleset", Slug, nullable=False),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("side", sa.String(64)),
    sa.Column("seat", sa.Integer),
    sa.Column("unit", sa.String(100), nullable=False),
    sa.Column("name", sa.String(60)),
    sa.Column("fate", sa.String(16), nullable=False),
    sa.Column("lost", sa.Boolean, nullable=False),
    sa.Column("rule", sa.String(16), nullable=False),
    sa.Column("detail", sa.JSON, nullable=False),
    _listed(),
    sa.Column("at", Instant, nullable=False),
    sa.Index(None, "at", "session_id", "action", "n"),
    sa.Index(None, "unit", "at"),
    few("ix_casualties_side", "side IS NOT NULL", "side"),
    few("ix_casualties_attacker", "role = 'attacker'", "at", "session_id", "action", "n"),
    few("ix_casualties_listed", "listed IS true", "at", "session_id", "action", "n"),
    few("ix_casualties_listed_unit", "listed IS true", "unit", "at", "session_id", "action", "n"),
    few("ix_casualties_listed_attacker", "listed IS true AND role = 'attacker'", "at", "session_id", "action", "n"),
)

idempotency_keys = sa.Table(
    "idempotency_keys",
    metadata,
    sa.Column("scope", Hash, primary_key=True, comment="SHA-256 of credential, method and path"),
    sa.Column("key", Hash, primary_key=True, comment="SHA-256 of the key"),
    sa.Column("body", Hash, nullable=False, comment="SHA-256 of the request's body"),
    sa.Column("session_id", Id, nullable=False),
    sa.Column("number", sa.Integer),
    sa.Column("nonce", Hash, nullable=False),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index(None, "created_at"),
    sa.Index(None, "session_id"),
)

claims = sa.Table(
    "claims",
    metadata,
    _session_id(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("spare", sa.Boolean, primary_key=True, server_default="0", comment="for the day a phone dies"),
    sa.Column("claim", Hash, nullable=False, unique=True, comment="SHA-256 of the claim"),
    sa.Column("made_by", sa.Integer, nullable=False, comment="0: the host, else the number of a seat"),
    sa.Column("expires_at", Instant, nullable=False),
    sa.Column("code", Hash, comment="MAC of the letters that stand for the claim; none: it has no code"),
    sa.Column("code_expires_at", Instant),
    few("ix_claims_code", "code IS NOT NULL", "code"),
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("value", Hash, nullable=False, comment="32 random bytes, which leave this database in no export"),
)

served = sa.Table(
    "served",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("ms", sa.BigInteger, nullable=False, comment="how long any process has served while clocks ran"),
)

stream_tickets = sa.Table(
    "stream_tickets",
    metadata,
    sa.Column("ticket", Hash, primary_key=True, comment="SHA-256 of the ticket"),
    sa.Column("session_id", Id, nullable=False),
    sa.Column("credential", Hash, nullable=False, comment="SHA-256 of the token it stands for"),
    sa.Column("is_key", sa.Boolean, nullable=False, comment="whether that is an API key"),
    sa.Column("expires_at", Instant, nullable=False),
    sa.Index(None, "session_id"),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("language", sa.String(16), comment="in which programs speak to the player, as a code; none: not told"),
    sa.Column("created_at", Instant, nullable=False),
)

player_tokens = sa.Table(
    "player_tokens",
    metadata,
    sa.Column("token", Hash, primary_key=True, comment="SHA-256 of the token"),
    sa.Column("player", Id, nullable=False),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index(None, "player"),
)

player_claims = sa.Table(
    "player_claims",
    metadata,
    sa.Column("player", Id, primary_key=True),
    sa.Column("claim", Hash, nullable=False, unique=True, comment="SHA-256 of the claim"),
    sa.Column("ends_others", sa.Boolean, nullable=False, comment="whether the player's other tokens end with it"),
    sa.Column("expires_at", Instant, nullable=False),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("key", Hash, nullable=False, unique=True, comment="SHA-256 of the key"),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("revoked_at", Instant),
    sa.Column("opens_only", sa.Boolean, nullable=False, server_default="0", comment="opens sessions, no more"),
)

webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("owner", Id, nullable=False, comment="the API key that made it"),
    sa.Column("url", sa.String(2000), nullable=False),
    sa.Column("secret", sa.String(80), nullable=False, comment="with which messages are signed"),
    sa.Column("old_secret", sa.String(80), comment="the secret before, which signs too for a while"),
    sa.Column("old_secret_until", Instant, comment="until when it does"),
    sa.Column("events", sa.JSON, nullable=False),
    sa.Column("rulesets", sa.JSON, nullable=False, comment="empty: all"),
    sa.Column("reference", sa.String(200), comment="of sessions; with a star at its end the beginning; none: all"),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("active", sa.Boolean, nullable=False, server_default="1", comment="whether messages are made and sent"),
    sa.Column("created_at", Instant, nullable=False),
    sa.Index(None, "owner"),
)

webhook_outbox = sa.Table(
    "webhook_outbox",
    metadata,
    _session_id(),
    sa.Column("seq", sa.BigInteger, primary_key=True, comment="the first event that nobody was told of"),
    sa.Column("owner", Id, nullable=False, comment="the API key that opened the session"),
)

webhook_messages = sa.Table(
    "webhook_messages",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("webhook", Id, nullable=False),
    sa.Column("about", Hash, nullable=False, comment="tells messages of a webhook apart"),
    sa.Column("type", sa.String(32), nullable=False),
    sa.Column("session_id", Id, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False, comment="the exact bytes that are signed"),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("next_at", Instant, comment="when it is sent next; none: never"),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("delivered_at", Instant),
    sa.Column("last_at", Instant, comment="when it was sent last"),
    sa.Column("last_status", sa.Integer, comment="what the receiver answered; none where it did not"),
    sa.Column("last_failure", sa.String(40), comment="why there was no answer, or not the right one"),
    sa.UniqueConstraint("webhook", "about"),
    sa.Index(None, "webhook", "created_at", "id"),
    sa.Index(None, "session_id"),
    few("ix_webhook_messages_due", "next_at IS NOT NULL", "webhook", "next_at"),
)

webhook_lease = sa.Table(
    "webhook_lease",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, comment="always 1"),
    sa.Column("holder", Id, nullable=False, comment="the process that delivers"),
    sa.Column("until", Instant, nullable=False),
)

oldest_programs = sa.Table(
    "oldest_programs",
    metadata,
    sa.Column("revision", sa.String(32), primary_key=True),
    sa.Column(
        "oldest_revision",
        sa.String(32),
        nullable=False,
        comment="programs that know this revision work with `revision` too",
    ),
    sa.Column("oldest_release", sa.String(32), nullable=False, comment="the first release of such programs"),
)

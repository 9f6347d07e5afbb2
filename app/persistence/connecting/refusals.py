"""Why a database cannot be used, each in one sentence that says what to do."""

import sqlalchemy as sa

PASSES = 1
"""Exit status where the same may work later as it is."""
WRONG = 2
"""Exit status where something has to be corrected."""


class DatabaseRefused(Exception):
    """The database cannot be used: one sentence."""

    def __init__(self, sentence: str, status: int = WRONG) -> None:
        super().__init__(sentence)
        self.status = status


class DatabaseInUse(DatabaseRefused):
    """Another process serves this SQLite file."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, PASSES)


class OtherRevision(DatabaseRefused):
    """The database is at a revision that this program does not work with."""


SQLITE = (
    ("file is not a database", "{where} is no SQLite database: correct UMPIRE_DATABASE_URL, or restore a backup.", WRONG),
    ("malformed", "{where} is damaged: restore a backup.", WRONG),
    ("readonly", "{where} cannot be written: give this account the right to write the file and its folder.", WRONG),
    ("unable to open", "{where} cannot be opened: see that this account may read and write the file and its folder.", WRONG),
    ("locked", "another process has been writing {where} for too long: try again.", PASSES),
    ("full", "the disk of {where} is full: make space, and try again.", PASSES),
    ("disk I/O", "the disk of {where} does not take what is written: see that it has space and works.", PASSES),
)  # fmt: skip
POSTGRESQL = (
    ("no password supplied", "{server} wants a password: UMPIRE_DATABASE_URL has none for {user}.", WRONG),
    ("authentication failed", "{server} does not accept the password of {user}: correct it in UMPIRE_DATABASE_URL.", WRONG),
    ("failed to resolve host", "the host of {server} is not known: correct it in UMPIRE_DATABASE_URL.", WRONG),
    ("could not translate host", "the host of {server} is not known: correct it in UMPIRE_DATABASE_URL.", WRONG),
    ("permission denied", "{user} may not do this in the database {name} of {server}: make it the owner of the database.", WRONG),
    ("database \"", "{server} has no database {name}: make it with `createdb {name}`, or correct UMPIRE_DATABASE_URL.", WRONG),
    ("role \"", "{server} has no user {user}: make it with `createuser {user}`, or correct UMPIRE_DATABASE_URL.", WRONG),
    ("pg_hba.conf", "{server} lets {user} in from here only after an entry in its pg_hba.conf.", WRONG),
    ("read-only", "{server} only reads now: wait until it is the primary again, or name another in UMPIRE_DATABASE_URL.", PASSES),
    ("refused", "the database cannot be reached: nothing listens at {server}; start PostgreSQL, or correct UMPIRE_DATABASE_URL.", PASSES),
    ("timeout", "the database cannot be reached: {server} does not answer; see that it runs and that no firewall is between.", PASSES),
    ("silent", "the database cannot be reached: {server} does not answer; see that it runs and that no firewall is between.", PASSES),
    ("too many", "{server} has no connection left: raise its max_connections, or run fewer processes.", PASSES),
    ("starting up", "{server} is starting: try again.", PASSES),
    ("shutting down", "{server} is stopping: try again once it runs.", PASSES),
    ("invalid connection option", "UMPIRE_DATABASE_URL has a parameter that PostgreSQL does not know: see its list of parameter key words.", WRONG),
)  # fmt: skip
"""What the database's message has in it, what is told instead, and the exit status; the first that fits counts."""


def explained(url: sa.URL, failure: Exception) -> DatabaseRefused:
    """A failure of the database in one sentence, without its password."""
    said = str(getattr(failure, "orig", None) or failure)
    is_sqlite = url.get_backend_name() == "sqlite"
    server = f"the PostgreSQL server {url.host or 'on this machine'}{f':{url.port}' if url.port else ''}"
    told = {"where": url.database, "server": server, "user": url.username or "this account", "name": url.database}
    for part, sentence, status in SQLITE if is_sqlite else POSTGRESQL:
        if part in said:
            return DatabaseRefused(sentence.format(**told), status)
    return DatabaseRefused(f"{url.database if is_sqlite else server} cannot be used ({first_line(failure)}).", PASSES)


def first_line(failure: object) -> str:
    """What a database says of its failure, in one line."""
    said = str(getattr(failure, "orig", None) or failure).strip()
    return " ".join(said.splitlines()[:1]) or type(failure).__name__

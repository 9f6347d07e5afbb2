"""The migrations make the tables that the code works with."""

from concurrent.futures import ThreadPoolExecutor

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from app.persistence.database import open_database
from app.persistence.migrate import is_current, migrate
from app.persistence.tables import metadata


def test_the_newest_revision_is_what_the_tables_say(database):
    assert is_current(database)
    with database.reader.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_migrating_again_changes_nothing(database):
    migrate(database)
    assert is_current(database)


def test_many_may_migrate_at_once(bare_database_url):
    databases = [open_database(bare_database_url) for _ in range(4)]
    assert not is_current(databases[0])
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, databases))
    assert is_current(databases[0])
    for database in databases:
        database.dispose()

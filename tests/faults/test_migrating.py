"""Many processes that start at once migrate once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import LOCK, migrate
from app.persistence.connecting.revisions import is_current, revisions
from app.persistence.stored.tables import metadata
from tests.faults import SCALE
from tests.thorough import thorough
from tests.waiting import LONG

PROCESSES = min(8 * SCALE, 64)


@thorough
def test_many_processes_may_migrate_at_once(bare_database_url, nursery):
    database = open_database(bare_database_url)
    assert not is_current(database)
    processes = nursery.run(bare_database_url, "migrate", times=PROCESSES)
    assert [process.wait() for process in processes] == [0] * PROCESSES
    with database.reader.connect() as connection:
        versions = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
        assert versions == [revisions()[0]]
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.dispose()


def test_a_migration_takes_the_time_it_takes(postgres_url, monkeypatch):
    for limit in ("STATEMENT", "SILENCE", "ABANDONED"):
        monkeypatch.setattr(f"app.persistence.connecting.postgresql.{limit}", 1)
    database = open_database(postgres_url)
    with ThreadPoolExecutor() as pool, database.unhurried().begin() as other:
        other.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        migrating = pool.submit(migrate, database)
        with pytest.raises(TimeoutError):
            migrating.result(1.5)
        other.rollback()
        migrating.result(LONG)
    database.dispose()

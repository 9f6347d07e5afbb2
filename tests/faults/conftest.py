"""Fixtures: servers of PostgreSQL that break."""

from collections.abc import Iterator

import pytest

from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from tests import postgres


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    """A server of one's own with a migrated database; the test is skipped where there are no programs for it."""
    try:
        postgres.binaries()
    except RuntimeError as none:
        pytest.skip(str(none))
    with postgres.cluster() as cluster:
        database = open_database(cluster.url)
        migrate(database)
        database.dispose()
        yield cluster

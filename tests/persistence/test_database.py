"""The connections of a database."""

import sqlite3

import pytest
import sqlalchemy as sa


def test_a_connection_that_comes_back_after_the_end_is_closed(database):
    at_work = database.reader.connect()
    of_driver = at_work.connection.driver_connection
    database.dispose()
    assert at_work.execute(sa.text("SELECT 1")).scalar_one() == 1
    at_work.close()
    if database.is_sqlite:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            of_driver.execute("SELECT 1")
    else:
        assert of_driver.closed

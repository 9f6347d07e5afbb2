"""The connections of a database."""

import sqlite3

import sqlalchemy as sa

from app.persistence.connecting.postgresql import Connection


def test_a_connection_that_comes_back_after_the_end_is_closed(database):
    at_work = database.reader.connect()
    of_driver = at_work.connection.driver_connection
    database.dispose()
    assert at_work.execute(sa.text("SELECT 1")).scalar_one() == 1
    at_work.close()
    assert is_closed(of_driver)


def is_closed(of_driver):
    if not isinstance(of_driver, sqlite3.Connection):
        return of_driver.closed
    try:
        of_driver.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


def test_a_connection_that_was_being_made_at_the_end_is_closed_when_it_comes_back(database, monkeypatch):
    is_last, dialect = [False, True], database.reader.dialect
    driver = dialect.dbapi if database.is_sqlite else Connection
    connect = driver.connect

    def end_meanwhile(*arguments, **parameters):
        if is_last.pop():
            database.reader.dispose()
        return connect(*arguments, **parameters)

    monkeypatch.setattr(driver, "connect", end_meanwhile)
    with database.reader.connect() as at_work:
        of_driver = at_work.connection.driver_connection
    assert is_closed(of_driver)
    with database.reader.connect() as at_work:
        of_driver = at_work.connection.driver_connection
    assert not is_closed(of_driver)


def test_a_connection_that_is_made_after_the_end_is_closed_when_it_comes_back(database):
    """A thread may come too late, whose request nobody waits for any more."""
    database.dispose()
    with database.reader.connect() as late:
        assert late.execute(sa.text("SELECT 1")).scalar_one() == 1
        of_driver = late.connection.driver_connection
    assert is_closed(of_driver)


def test_readers_that_connect_anew_keep_their_connections(database):
    database.reader.dispose()
    for _ in range(2):
        with database.reader.connect() as connection:
            assert connection.execute(sa.text("SELECT 1")).scalar_one() == 1
            of_driver = connection.connection.driver_connection
    assert database.is_sqlite or not of_driver.closed

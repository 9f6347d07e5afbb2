"""What a command that is refused tells."""

from app.cli import main

OF_LIBRARIES = ("Traceback", "pydantic", "sqlalchemy", "sqlite3.", "psycopg", "Errno", "Error:", "validation error")


def status_of(arguments):
    """The exit status of a command, however it ends."""
    try:
        return main(arguments)
    except SystemExit as left:
        return left.code


def refused(arguments, capsys, *, status=2, lines=1):
    """The sentence that a refused command tells on standard error; nothing else is told."""
    capsys.readouterr()
    assert status_of(arguments) == status
    captured = capsys.readouterr()
    told = captured.err.strip()
    assert captured.out == ""
    assert len(told.splitlines()) == lines, told
    assert [word for word in OF_LIBRARIES if word in told] == []
    return told

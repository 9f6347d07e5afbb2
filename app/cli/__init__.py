"""The command line."""

from app.cli.uncollected import uncollected


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status is its answer: 2 where something must be corrected, 1 where it may work later."""
    with uncollected():
        from app.cli.commands import run
    return run(arguments)

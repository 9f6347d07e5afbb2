"""A newer release of the service, made up: this one with a further field of sessions and of actions."""

import shutil
from pathlib import Path

import app
from app.persistence.connecting.migrate import config
from app.persistence.connecting.revisions import revisions

REVISION = "9001"
ADDITIVE = '''"""Something more."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{newest}"
branch_labels = None
depends_on = None
oldest_revision = "{oldest}"
oldest_release = "{release}"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("actions", sa.Column("weather", sa.String(16)))
    op.add_column("sessions", sa.Column("season", sa.Integer, nullable=False, server_default="1"))
    op.create_table("tables", sa.Column("id", sa.String(36), primary_key=True))
'''

LAST = "    __copy__ = _copied\n"
"""What follows the fields of a session, and those of an action."""
SEASON = (
    '    season: Annotated[int, StoredField(sa.Integer, "The season.", LOGGED | SHOWN | LISTED, default="1")] = 1\n'
)
WEATHER = (
    '    weather: Annotated[str | None, StoredField(sa.String(16), "Rain or not.", LOGGED | SHOWN | LISTED)] = None\n'
)


def newer_program(folder: Path) -> None:
    """The program whose migrations these are, in a folder from which Python finds it first."""
    newer_migrations(folder)
    shutil.copytree(Path(app.__file__).parent, folder / "app")
    rows = folder / "app" / "persistence" / "stored" / "rows.py"
    before, between, after = rows.read_text("utf-8").split(LAST)
    rows.write_text(f"{before}{SEASON}{LAST}{between}{WEATHER}{LAST}{after}", "utf-8")


def newer_migrations(folder: Path, *, oldest: str | None = None, release: str = "9.1.0") -> str:
    """A folder of migrations with an additive one more; `oldest`: the first revision whose programs work with it."""
    newest = revisions()[0]
    target = folder / "migrations"
    shutil.copytree(config().get_main_option("script_location"), target)
    told = {"revision": REVISION, "newest": newest, "oldest": oldest or newest, "release": release}
    (target / "versions" / f"{REVISION}_something_more.py").write_text(ADDITIVE.format(**told))
    return str(target)

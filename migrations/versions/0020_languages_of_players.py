"""The language of a player."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
oldest_revision = "0010"
oldest_release = "0.1.0"

LANGUAGE = "in which programs speak to the player, as a code; none: not told"


def upgrade() -> None:
    """Apply the change. Older programs work with it: they tell no language."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("language", sa.String(16), comment=LANGUAGE))


def downgrade() -> None:
    """Undo the change; no player has a language."""
    with op.batch_alter_table("players") as players:
        players.drop_column("language")

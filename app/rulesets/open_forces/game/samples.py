"""Setups for trying Open Forces. Their data cards are invented for this purpose and belong to no published set."""

from dataclasses import replace

from app.rulesets.open_forces.game.setup import (
    OpenForcesArmy,
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesMode,
    OpenForcesObstacle,
    OpenForcesPoint,
    OpenForcesRectangle,
    OpenForcesSetup,
    Placement,
)

INFANTRY = OpenForcesDataCard(
    id="sample-infantry",
    name="Sample infantry",
    unit_kind="infantry",
    size_class=1,
    army_value=5,
    max_group_size=8,
    base=100,
    modes=(
        OpenForcesMode(mode=1, spd=6, def_=2, atk=1, rng=30, name="hold"),
        OpenForcesMode(mode=2, spd=10, def_=0, atk=1, rng=20, name="advance"),
        OpenForcesMode(mode=3, spd=20, def_=-1, name="run"),
    ),
)

MORTAR = OpenForcesDataCard(
    id="sample-mortar",
    name="Sample mortar",
    unit_kind="infantry",
    size_class=1,
    army_value=12,
    max_group_size=3,
    base=100,
    modes=(
        OpenForcesMode(mode=1, spd=0, def_=1, atk=1, atk_base=2, spl=4, rng=80, needs_line_of_sight=False, name="fire"),
        OpenForcesMode(mode=2, spd=8, def_=0, name="march"),
    ),
)

TANK = OpenForcesDataCard(
    id="sample-tank",
    name="Sample tank",
    unit_kind="tank",
    size_class=3,
    army_value=30,
    max_group_size=2,
    base=300,
    modes=(
        OpenForcesMode(mode=1, spd=15, def_=4, atk=3, rng=60, name="advance"),
        OpenForcesMode(mode=2, spd=30, def_=2, atk=1, rng=40, name="drive"),
    ),
)


def line(x: int, y: int, units: int, gap: int) -> tuple[OpenForcesPoint, ...]:
    """Units side by side from a place on."""
    return tuple(OpenForcesPoint(x + n * gap, y) for n in range(units))


def army(seat: str, y: int, *, positions: bool) -> OpenForcesArmy:
    """A small army: infantry, mortars, a tank."""

    def group(kind: str, card: OpenForcesDataCard, units: int, x: int) -> OpenForcesGroupSetup:
        places = line(x, y, units, 2 * card.base) if positions else ()
        return OpenForcesGroupSetup(f"{seat}-{kind}", card.id, units, positions=places)

    return OpenForcesArmy(
        (
            group("infantry-1", INFANTRY, 5, 0),
            group("infantry-2", INFANTRY, 4, 2000),
            group("mortar", MORTAR, 2, 4000),
            group("tank", TANK, 1, 5000),
        )
    )


OBSTACLES = (
    OpenForcesObstacle("trees", OpenForcesPoint(1000, 2500), 600),
    OpenForcesObstacle(
        "sandbags", OpenForcesPoint(2300, 4800), 250, blocks_sight=False, def_=2, crossed_by=("infantry",)
    ),
)


BATTLEFIELD = OpenForcesRectangle(OpenForcesPoint(0, 0), 12000, 12000)
ZONES = tuple(OpenForcesRectangle(OpenForcesPoint(0, y), 12000, 2000) for y in (0, 10_000))


def sample(*, positions: bool) -> OpenForcesSetup:
    """Two equal armies, with or without positions."""
    armies = (army("a", 0, positions=positions), army("b", 5000, positions=positions))
    return OpenForcesSetup((INFANTRY, MORTAR, TANK), armies, OBSTACLES if positions else ())


def patrol(seat: str, team: str) -> OpenForcesArmy:
    """One of two allied armies: infantry and a tank."""
    groups = (
        OpenForcesGroupSetup(f"{seat}-infantry", INFANTRY.id, 6),
        OpenForcesGroupSetup(f"{seat}-tank", TANK.id, 1),
    )
    return OpenForcesArmy(groups, team=team)


def teams() -> OpenForcesSetup:
    """Four players in two teams, whose seats alternate around the table."""
    seats = (("a", "north"), ("b", "south"), ("c", "north"), ("d", "south"))
    return OpenForcesSetup((INFANTRY, TANK), tuple(patrol(seat, team) for seat, team in seats))


SAMPLES = {
    "sample": sample(positions=False),
    "sample-with-positions": sample(positions=True),
    "sample-to-place": replace(
        sample(positions=False),
        obstacles=tuple(
            replace(thing, at=OpenForcesPoint(thing.at.x + 3000, thing.at.y + 3500)) for thing in OBSTACLES
        ),
        placement=Placement.IN_TURN,
        battlefield=BATTLEFIELD,
        zones=ZONES,
    ),
    "sample-with-teams": teams(),
}

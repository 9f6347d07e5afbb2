"""XW-1: ids as builders and archives of tournaments spell them: the cards that fit what a list says."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from app.domain.nearest import closest
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, SHIP_ROWS, UPGRADE_ROWS, printed_pilot
from app.rulesets.x_wing.cards.text_list import FACTIONS, comes_whole, plain

MOST_WRONG = ((8, 2), (6, 1))
"""How many letters of an id may be wrong, by how many it has at least; none where it has fewer."""
SHORTEST = 3
"""A suffix with fewer letters is short for nothing."""
PACKS: Mapping[str, str] = {"swz105": "ssp", "swz106": "ssp"}
"""What builders call a pack of cards where its number does not say it: the starter packs of squadrons."""


def pilots_meant(sent: str, ship: str | None, faction: str | None) -> tuple[str, ...]:
    """XW-1: the pilots that fit an id, the ship and the faction of a list; none where it means no known pilot.

    An id that is known is taken as it is, unless it has no suffix and another pilot of the same name fits ship and
    faction, while its own card does not. A ship or faction that is not known says nothing.
    """
    id = sent.casefold()
    if id in PILOT_ROWS:
        others = [] if fits(id, ship, faction) else [each for each in named("pilot", id) if fits(each, ship, faction)]
        return without_loadouts(others) if others else (id,)
    for base, suffix in split("pilot", id):
        pilots = [each for each in named("pilot", base) if fits(each, ship, faction) and is_called(suffix, each)]
        if pilots:
            return without_loadouts([each for each in pilots if is_part(suffix, each)] or pilots)
    return ()


def fits(pilot: str, ship: str | None, faction: str | None) -> bool:
    """Whether a pilot's card has the ship and the faction of a list."""
    card, type, side = printed_pilot(pilot), plain(ship or ""), plain(faction or "")
    return (type not in SHIP_ROWS or card.ship == type) and (side not in FACTIONS or card.faction == side)


def without_loadouts(pilots: list[str]) -> tuple[str, ...]:
    """The pilots that do not come with upgrades of their own; all of them where each does."""
    return tuple([each for each in pilots if not comes_whole(each)] or pilots)


def base_of(id: str) -> str:
    """The part of an id that the cards of one name share."""
    return id.partition("-")[0]


def suffix_of(id: str) -> str:
    """The part of an id that tells the cards of one name apart, without hyphens; empty where it has none."""
    return plain(id.partition("-")[2])


@cache
def bases(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The ids of pilots or upgrades by the part that they share."""
    found: dict[str, list[str]] = {}
    for id in {"pilot": PILOT_ROWS, "upgrade": UPGRADE_ROWS}[kind]:
        found.setdefault(base_of(id), []).append(id)
    return {base: tuple(ids) for base, ids in found.items()}


def named(kind: str, base: str) -> tuple[str, ...]:
    """The ids of the cards of one name."""
    return bases(kind).get(base, ())


def split(kind: str, id: str) -> Iterator[tuple[str, str]]:
    """The ways to read an id as the shared part of known ones with a suffix, those with the longest part first."""
    for end in range(len(id), 0, -1):
        if id[:end] in bases(kind):
            yield id[:end], plain(id[end:])


def words_of(pilot: str) -> tuple[str, ...]:
    """What a suffix can say of a pilot: the suffix of the card, its ship, its faction, and two of them."""
    card, own = printed_pilot(pilot), suffix_of(pilot)
    return (own, card.ship, card.faction, card.faction + card.ship, card.ship + own, PACKS.get(own, ""))


def is_part(suffix: str, pilot: str) -> bool:
    """Whether a suffix is a part, without a gap, of what it can say of a pilot."""
    return any(suffix in word for word in words_of(pilot))


def is_called(suffix: str, pilot: str) -> bool:
    """Whether a suffix says something of a pilot in full or in short, such as `boy` for `battleofyavin`."""
    return not suffix or any(is_short_for(suffix, word) for word in words_of(pilot))


def is_short_for(short: str, word: str) -> bool:
    """Whether `short` is a part of a word, or has the first letter of it and others in their order."""
    if len(short) < SHORTEST or short in word:
        return len(short) >= SHORTEST
    rest = iter(word)
    return short[0] == word[:1] and all(letter in rest for letter in short)


def upgrades_meant(sent: str, slot: str, pilot: str | None) -> tuple[str, ...]:
    """XW-1: the upgrades that fit an id in a slot of a pilot's ship; none where it means no known upgrade.

    A card of a standard loadout comes first, whatever the suffix says. Then a known id is taken as it is; with another
    suffix, or with one or two wrong letters, an upgrade is taken only if it fits the slot.
    """
    id, own = sent.casefold(), printed_pilot(pilot).loadout if pilot is not None else ()
    if id in own:
        return (id,)
    if mine := tuple(each for each in own if base_of(id) == base_of(each) or is_with_suffix(id, each)):
        return mine
    if id in UPGRADE_ROWS:
        return (id,)
    if pilot is None:
        return ()
    fitting = [each for each in UPGRADE_ROWS if plain(slot) in slots_of(each)]
    meant = tuple(each for each in fitting if id == base_of(each) or is_with_suffix(id, each))
    return meant or misspelled(id, own) or misspelled(id, fitting)


def slots_of(upgrade: str) -> list[str]:
    """The slots of an upgrade, without hyphens."""
    return [plain(slot) for slot in UPGRADE_ROWS[upgrade].split("|")[2].split()]


def is_with_suffix(id: str, upgrade: str) -> bool:
    """Whether an id is that of an upgrade with its suffix in another form, such as `r2d2boy`."""
    base = base_of(upgrade)
    return id.startswith(base) and is_short_for(plain(id[len(base) :]), suffix_of(upgrade))


def misspelled(id: str, upgrades: Sequence[str]) -> tuple[str, ...]:
    """The upgrades whose ids differ least from an id: by one or two letters, never by digits."""
    most = next((wrong for letters, wrong in MOST_WRONG if len(id) >= letters), 0)
    spelled: dict[str, list[str]] = {}
    for each in upgrades:
        for name in {each: None, **({} if base_of(each) in UPGRADE_ROWS else {base_of(each): None})}:
            spelled.setdefault(name, []).append(each)
    same = [name for name in spelled if digits_of(name) == digits_of(id)]
    return tuple(dict.fromkeys(each for name in closest(id, same, most) for each in spelled[name])) if most else ()


def digits_of(id: str) -> str:
    """The digits of an id, in their order."""
    return "".join(letter for letter in id if letter.isdigit())

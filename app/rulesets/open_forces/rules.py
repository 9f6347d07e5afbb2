"""The attack of Open Forces, in the order of the rulebook."""

from app.domain.casualties import Casualty, Fate
from app.domain.dice import D6
from app.domain.record import Role
from app.domain.table import Table
from app.rulesets.open_forces import facts
from app.rulesets.open_forces.groups import (
    cover_basis,
    defense_size,
    distance_to,
    kind_of,
    near_units,
    seen_units,
)
from app.rulesets.open_forces.losses import after_losses
from app.rulesets.open_forces.model import (
    AttackKind,
    CasualtyChoice,
    CoverStacking,
    OpenForcesAttack,
    OpenForcesAttackMode,
    OpenForcesCover,
    OpenForcesOptions,
    OpenForcesOutcome,
    Pair,
    Row,
    Rows,
    SurplusDice,
    TwoValueAtk,
    Units,
)
from app.rulesets.open_forces.questions import (
    ChooseCasualties,
    ChooseSubgroup,
    ChooseUnits,
    DiceRolled,
    RemoveSurplusDice,
    SubgroupToChoose,
)

ATTACKER, DEFENDER = Role.ATTACKER, Role.DEFENDER


def attack(situation: OpenForcesAttack, options: OpenForcesOptions, table: Table) -> OpenForcesOutcome:
    """OF-22 … OF-36: one group attacks another; the attacker never loses a unit."""
    kind = declare(situation, table)
    target = choose_target(situation, table)
    if situation.distances:
        check_range(situation, target, table)
    raw, threshold = set_threshold(situation, options, table)
    rolled = roll_dice(kind, len(target), situation.attacker.units, table)
    removed = remove_surplus(rolled, options, table)
    rows = Rows(without(rolled.defender, removed.defender), without(rolled.attacker, removed.attacker))
    table.note(facts.RowsLinedUp(rows.defender, rows.attacker), rule="OF-28")
    pairs = compare(rows, threshold)
    killing = [pair for pair in pairs if pair.kills]
    kills = len(killing)
    table.note(facts.PairsCompared(pairs, threshold, kills), rule="OF-30")
    killed = choose_casualties(target, kills, options, table)
    note_casualties(killed, killing, threshold, table)
    after = after_losses(situation, killed, options)
    return OpenForcesOutcome(kind, threshold, raw, rows, removed, pairs, kills, after)


def declare(situation: OpenForcesAttack, table: Table) -> AttackKind:
    """OF-22 … OF-25: note the kind of the attack, the distance, and that the target is in sight."""
    kind, size = kind_of(situation), defense_size(situation)
    fact = facts.AttackDeclared(kind, situation.attacker.units, situation.defender.units, size)
    table.note(fact, rule="OF-22")
    if not situation.distances:
        check_range(situation, (), table)
    table.note(facts.SightChecked(size), rule="OF-24")
    return kind


def check_range(situation: OpenForcesAttack, target: tuple[str, ...], table: Table) -> None:
    """OF-23: note the distance to the attacked units, or that it is assumed."""
    distance, rng = distance_to(situation, target), situation.attacker.mode.rng
    is_told = distance is not None and rng is not None
    table.note(facts.RangeChecked(distance, rng) if is_told else facts.RangeAssumed(distance, rng), rule="OF-23")


def choose_target(situation: OpenForcesAttack, table: Table) -> tuple[str, ...]:
    """OF-33: the attacked units, in the order of the group; a sub-group is the attacker's choice."""
    seen = seen_units(situation)
    question = question_of_subgroup(situation, seen)
    return seen if question is None else in_order(seen, table.ask(question, by=ATTACKER, rule="OF-33"))


def question_of_subgroup(situation: OpenForcesAttack, seen: tuple[str, ...]) -> ChooseSubgroup | None:
    """OF-33: the question which of the units in sight are attacked; None where all are."""
    size = defense_size(situation)
    return None if size == len(seen) else ChooseSubgroup(SubgroupToChoose(seen, size, near_units(situation)))


def in_order(seen: tuple[str, ...], chosen: Units) -> tuple[str, ...]:
    """The chosen units in the order of the group."""
    return tuple([unit for unit in seen if unit in chosen.units])


def is_covered(touching: int, size: int, percent: int = 50) -> bool:
    """OF-35: a group is covered as soon as half of its units, or another agreed part, touch the cover."""
    return 100 * touching >= percent * size


def bonus_of(covers: tuple[OpenForcesCover, ...], size: int, options: OpenForcesOptions) -> int:
    """OF-35, OF-36: what covers add to DEF, where half of `size` units, or another agreed part, must touch each."""
    counted = [cover.def_ for cover in covers if is_covered(cover.touching, size, options.cover_percent)]
    return max(counted, default=0) if options.cover_stacking is CoverStacking.BEST else sum(counted)


def splash_atk(mode: OpenForcesAttackMode, attackers: int) -> int:
    """OF-32: base value plus the value of each attacking unit."""
    return (mode.atk_base or 0) + (mode.atk or 0) * attackers


def effective_atk(situation: OpenForcesAttack, options: OpenForcesOptions) -> int:
    """OF-29, OF-32: the attack value; only a splash attack multiplies it."""
    mode, attackers = situation.attacker.mode, situation.attacker.units
    if kind_of(situation) is AttackKind.SPLASH:
        return splash_atk(mode, attackers)
    if mode.atk_base is None:
        return mode.atk or 0
    return splash_atk(mode, attackers) if options.two_value_atk_conventional is TwoValueAtk.SCALE else mode.atk_base


def clamp(raw: int, options: OpenForcesOptions) -> int:
    """OF-31: the threshold within its limits, so that no attack is without a chance and none is certain."""
    return min(options.threshold_max, max(options.threshold_min, raw))


def threshold_of(situation: OpenForcesAttack, options: OpenForcesOptions) -> tuple[int, int]:
    """OF-29: the threshold before and within its limits."""
    bonus = bonus_of(situation.cover, cover_basis(situation, options), options)
    return sum_of(situation, bonus, effective_atk(situation, options), options)


def sum_of(situation: OpenForcesAttack, bonus: int, atk: int, options: OpenForcesOptions) -> tuple[int, int]:
    """OF-29: base + DEF + cover − ATK, before and within its limits."""
    raw = options.base_threshold + situation.defender.mode.def_ + bonus - atk
    return raw, clamp(raw, options)


def set_threshold(situation: OpenForcesAttack, options: OpenForcesOptions, table: Table) -> tuple[int, int]:
    """OF-29, OF-31: the threshold before and within its limits; each step of the sum is noted."""
    bonus = sum_cover(situation, options, table) if situation.cover else 0
    mode, attackers = situation.attacker.mode, situation.attacker.units
    atk = effective_atk(situation, options)
    if kind_of(situation) is AttackKind.SPLASH:
        table.note(facts.SplashAttackSummed(mode.atk_base or 0, mode.atk or 0, attackers, atk), rule="OF-32")
    raw, threshold = sum_of(situation, bonus, atk, options)
    fact = facts.ThresholdSet(options.base_threshold, situation.defender.mode.def_, bonus, atk, raw, threshold)
    table.note(fact, rule="OF-29")
    if raw != threshold:
        table.note(facts.ThresholdLimited(raw, threshold), rule="OF-31")
    return raw, threshold


def sum_cover(situation: OpenForcesAttack, options: OpenForcesOptions, table: Table) -> int:
    """OF-35, OF-36: what the covers add to DEF; each of them is noted, and their sum."""
    size, percent = cover_basis(situation, options), options.cover_percent
    for cover in situation.cover:
        covered = is_covered(cover.touching, size, percent)
        table.note(facts.CoverChecked(cover.def_, cover.touching, size, covered, percent), rule="OF-35")
    bonus = bonus_of(situation.cover, size, options)
    table.note(facts.SurroundingsSummed(bonus), rule="OF-36")
    return bonus


def roll_dice(kind: AttackKind, defenders: int, attackers: int, table: Table) -> Rows:
    """OF-26, OF-33, OF-34: the defender rolls first, then the attacker; each roll is sorted."""
    if kind is AttackKind.SPLASH:
        defense = table.roll(D6, defenders, by=DEFENDER, rule="OF-33")
        offense = table.roll(D6, defenders, by=ATTACKER, rule="OF-33")
    else:
        defense = table.roll(D6, defenders, by=DEFENDER, rule="OF-26")
        offense = table.roll(D6, attackers, by=ATTACKER, rule="OF-26")
    return Rows(tuple(sorted(defense)), tuple(sorted(offense)))


def remove_surplus(rolled: Rows, options: OpenForcesOptions, table: Table) -> Rows:
    """OF-27: the surplus dice of the longer row are removed, by default those that serve its owner best to lose."""
    surplus = len(rolled.defender) - len(rolled.attacker)
    if surplus == 0:
        return Rows((), ())
    owner = DEFENDER if surplus > 0 else ATTACKER
    if options.surplus_dice is SurplusDice.OWNER_CHOICE:
        question = RemoveSurplusDice(owner, DiceRolled(rolled.defender, rolled.attacker, abs(surplus)))
        removed = tuple(sorted(table.ask(question, by=owner, rule="OF-27").faces))
    else:
        removed = rolled.defender[-surplus:] if owner is DEFENDER else rolled.attacker[:-surplus]
    table.note(facts.SurplusRemoved(owner, removed), rule="OF-27")
    return Rows(removed, ()) if owner is DEFENDER else Rows((), removed)


def without(row: Row, removed: Row) -> Row:
    """The row, ascending, without one die for each face of `removed`."""
    left = list(row)
    for face in removed:
        left.remove(face)
    return tuple(left)


def compare(rows: Rows, threshold: int) -> tuple[Pair, ...]:
    """OF-28, OF-30: the pairs, lowest beside lowest; a pair whose sum reaches the threshold kills."""
    pairs = []
    for defender, attacker in zip(rows.defender, rows.attacker, strict=True):
        total = defender + attacker
        pairs.append(Pair(defender, attacker, total, total >= threshold))
    return tuple(pairs)


def choose_casualties(target: tuple[str, ...], kills: int, options: OpenForcesOptions, table: Table) -> tuple[str, ...]:
    """OF-30: the killed units, in the order of the group: the last ones, or those that a player chooses."""
    if kills == 0:
        return ()
    if kills == len(target) or options.casualty_choice is CasualtyChoice.AUTO:
        return target[-kills:]
    chosen = table.ask(
        ChooseCasualties(ChooseUnits(target, kills)), by=Role(options.casualty_choice.value), rule="OF-30"
    )
    return tuple(unit for unit in target if unit in chosen.units)


def note_casualties(killed: tuple[str, ...], killing: list[Pair], threshold: int, table: Table) -> None:
    """OF-30: note a killed unit for each pair that kills."""
    for unit, pair in zip(killed, killing, strict=True):
        detail = {"defender": pair.defender, "attacker": pair.attacker, "sum": pair.sum, "threshold": threshold}
        table.note(Casualty(DEFENDER, unit, Fate.KILLED, lost=True, detail=detail), rule="OF-30")

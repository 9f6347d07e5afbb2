"""What an automatic player does once it stops rolling: free changes, then tokens that convert results."""

from functools import lru_cache

from app.rulesets.x_wing.players.position import (
    BLANKS,
    FOCUSES,
    STOP,
    DiceAbility,
    FaceCounts,
    Goal,
    NextUse,
    Position,
    Spendable,
    _is_met,
    add_counts,
    is_final_change,
    scale_of,
)


def needs_search(position: Position) -> bool:
    """Whether the position has a choice besides conversions, so that a search is needed."""
    if position.spendable.lock and not position.goal:
        return True
    return any(not is_final_change(ability) or ability.is_mandatory for ability in position.abilities)


def value_of_stopping(position: Position) -> tuple[int, NextUse]:
    """The scaled value of stopping here, and the first use that reaches it."""
    totals = add_counts(position.fresh, position.fixed)
    score, next_use = best_stop(totals, position.spendable, position.abilities, position.goal)
    return score << 3 * scale_of(position), next_use


def best_stop(
    totals: FaceCounts, spendable: Spendable, abilities: tuple[DiceAbility, ...], goal: Goal | None
) -> tuple[int, NextUse]:
    """The score without another roll, and the first use that reaches it.

    A defender with reinforce compares two aims: to cancel all results, or only those that reinforce will not cancel. If
    both leave the same number of results, it takes the second aim, which spends less.
    """
    if goal is None:
        return convert_attack_dice(totals, spendable, abilities)
    if goal.reinforce:
        within_reach = goal.cancelable + goal.other - 1 - goal.reinforce
        thrifty = convert_defense_dice(totals, spendable, abilities, goal, within_reach)
        full = convert_defense_dice(totals, spendable, abilities, goal, goal.cancelable)
        return full if full[0] > thrifty[0] else thrifty
    return convert_defense_dice(totals, spendable, abilities, goal, goal.cancelable)


def _free_changes(abilities: tuple[DiceAbility, ...], totals: FaceCounts, spendable: Spendable) -> list[DiceAbility]:
    changes = [
        ability for ability in abilities if is_final_change(ability) and (spendable.lock or not ability.forbids_lock)
    ]
    open_ = [ability for ability in changes if all(_is_met(need, totals) for need in ability.needs)]
    return sorted(open_, key=_change_order) if len(open_) > 1 else open_


def _change_order(ability: DiceAbility) -> tuple[int, int]:
    """The order of free changes: blanks to focus, focus to crits, to hits, then any others; hits to crits last."""
    if ability.to == FOCUSES:
        return (0, 0)
    if 2 in ability.faces and BLANKS not in ability.faces and FOCUSES not in ability.faces:
        return (9, 0)
    return (1 if BLANKS not in ability.faces else 2, -ability.to)


@lru_cache(maxsize=1 << 16)
def convert_attack_dice(
    totals: FaceCounts, spendable: Spendable, abilities: tuple[DiceAbility, ...]
) -> tuple[int, NextUse]:
    """Free changes, then focus, calculate and Force; a single focus result is left to calculate or Force."""
    counts, next_uses = list(totals), []
    changes = _free_changes(abilities, totals, spendable) if abilities else []
    for ability in [ability for ability in changes if _change_order(ability) != (9, 0)]:
        next_uses += _convert(counts, ability.name, (BLANKS, FOCUSES), ability.faces, ability.to, ability.most)
    small = spendable.calculate + spendable.force
    if counts[FOCUSES] and spendable.focus and (counts[FOCUSES] >= 2 or not small):
        next_uses += _convert(counts, "focus", (FOCUSES,), (FOCUSES,), 2, counts[FOCUSES])
    next_uses += _convert(counts, "calculate", (FOCUSES,), (FOCUSES,), 2, spendable.calculate)
    next_uses += _convert(counts, "force", (FOCUSES,), (FOCUSES,), 2, spendable.force)
    for ability in [ability for ability in changes if _change_order(ability) == (9, 0)]:
        next_uses += _convert(counts, ability.name, (2,), ability.faces, ability.to, ability.most)
    return counts[2] + counts[3], next_uses[0] if next_uses else STOP


@lru_cache(maxsize=1 << 16)
def convert_defense_dice(
    totals: FaceCounts, spendable: Spendable, abilities: tuple[DiceAbility, ...], goal: Goal, aim: int
) -> tuple[int, NextUse]:
    """Free changes, then focus, calculate and Force, then evades, until there are `aim` evade results."""
    counts, next_uses = list(totals), []
    for ability in _free_changes(abilities, totals, spendable) if abilities else []:
        next_uses += _convert(
            counts, ability.name, (BLANKS, FOCUSES), ability.faces, ability.to, _needed(counts, aim, ability.most)
        )
    small = spendable.calculate + spendable.force
    if counts[FOCUSES] and counts[2] < aim and spendable.focus and (counts[FOCUSES] >= 2 or not small):
        next_uses += _convert(counts, "focus", (FOCUSES,), (FOCUSES,), 2, counts[FOCUSES])
    next_uses += _convert(counts, "calculate", (FOCUSES,), (FOCUSES,), 2, _needed(counts, aim, spendable.calculate))
    next_uses += _convert(counts, "force", (FOCUSES,), (FOCUSES,), 2, _needed(counts, aim, spendable.force))
    next_uses += _convert(
        counts, "evade", (BLANKS, FOCUSES), (BLANKS, FOCUSES), 2, _needed(counts, aim, spendable.evade)
    )
    return -goal.left(counts[2]), next_uses[0] if next_uses else STOP


def _needed(counts: list[int], aim: int, most: int) -> int:
    return max(0, min(most, aim - counts[2]))


def _convert(
    counts: list[int], name: str, order: tuple[int, ...], allowed: tuple[int, ...], to: int, most: int
) -> list[NextUse]:
    """Change up to `most` dice in `counts`, in the order of faces given; the use that does it, or no use."""
    taken = [0] * len(counts)
    for face in order:
        if face in allowed and face != to:
            taken[face] = min(counts[face], most)
            most -= taken[face]
    if not any(taken):
        return []
    for face, n in enumerate(taken):
        counts[face] -= n
        counts[to] += n
    return [NextUse(name, tuple(taken))]

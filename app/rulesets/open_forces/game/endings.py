"""How a game of Open Forces ends, and its final scoring."""

from app.domain.board import BoardTable, Course, GameResult
from app.rulesets.open_forces.game import facts
from app.rulesets.open_forces.game.model import OpenForcesState, SideTotal
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.state import card_of, seats_on_field, team_of
from app.rulesets.open_forces.game.targets import any_can_attack

Table = BoardTable[OpenForcesState]


def end(reason: str, winners: tuple[int, ...], rule: str, table: Table) -> None:
    """Note what each side has left, and that the game is over, with its result."""
    for side in totals_of(table.state):
        fact = facts.SideValued(side.team, side.seats, side.army_value, allied=side.team is not None)
        table.note(fact, rule="OF-39")
    result = GameResult(winners, scores_of(table.state), reason)
    table.note(facts.GameEnded(reason, result), rule=rule)


def end_if_over(table: Table) -> None:
    """OF-6, OF-38: what a command may lead to: one army is left, all who are left agree, or nobody can attack."""
    for end_if in (end_if_last_army, end_if_objective_reached, end_if_stalemate_agreed, end_if_no_attack):
        if table.state.result is None:
            end_if(table)


def end_if_last_army(table: Table) -> None:
    """OF-6: the game is over once only one army, or only armies of one team, have units left."""
    teams = list(dict.fromkeys(team_of(table.state, seat) for seat in seats_on_field(table.state)))
    if len(teams) == 1:
        end("last-army", team_members(table.state, teams[0]), "OF-6", table)


def end_if_objective_reached(table: Table) -> None:
    """OF-6: the agreed objective is reached once all other players on the field confirm the claim."""
    claim = table.state.claim
    if claim is not None and not waiting_for_word(table.state):
        end("objective", team_members(table.state, team_of(table.state, claim.seat)), "OF-6", table)


def waiting_for_word(state: OpenForcesState) -> tuple[int, ...]:
    """OF-6: the seats outside the claimer's team that have not confirmed its claim yet."""
    claim = state.claim
    if claim is None:
        return ()
    return tuple(
        seat
        for seat in seats_on_field(state)
        if team_of(state, seat) != team_of(state, claim.seat) and seat not in claim.confirmed_by
    )


def end_if_stalemate_agreed(table: Table) -> None:
    """OF-38: the game is a stalemate once all players on the field have agreed to one."""
    if all(seat in table.state.stalemate_offers for seat in seats_on_field(table.state)):
        score("stalemate-agreed", table)


def end_if_no_attack(table: Table) -> None:
    """OF-38: the game is a stalemate as soon as no attack is possible any more."""
    if not any_can_attack(table.state):
        score("no-attack-possible", table)


def end_if_too_quiet(options: OpenForcesGameOptions, table: Table) -> None:
    """OF-38: the game is a stalemate after too many rounds without a death."""
    limit = options.stalemate_rounds
    if limit is not None and table.state.quiet_rounds >= limit:
        score("rounds-without-death", table)


def score(reason: str, table: Table) -> None:
    """OF-39, OF-40: the greatest army value wins, by team or player; equal values are a draw."""
    totals = totals_of(table.state)
    most = max(side.army_value for side in totals)
    best = [side for side in totals if side.army_value == most]
    is_won = len(best) == 1
    end(reason, best[0].seats if is_won else (), "OF-39" if is_won else "OF-40", table)


def team_members(state: OpenForcesState, team: str) -> tuple[int, ...]:
    """The seats of a team, ascending."""
    return tuple(player.seat for player in state.players if team_of(state, player.seat) == team)


def totals_of(state: OpenForcesState) -> tuple[SideTotal, ...]:
    """OF-39: the army values that each team or player has left, in the order of their first seats."""
    sides = dict.fromkeys(team_of(state, player.seat) for player in state.players)
    members = [team_members(state, side) for side in sides]
    names = {player.seat: player.team for player in state.players}
    return tuple(SideTotal(names[seats[0]], seats, sum(army_value(state, seat) for seat in seats)) for seats in members)


def army_value(state: OpenForcesState, seat: int) -> int:
    """OF-39: the army values of all units that a seat has left."""
    groups = [group for group in state.groups if group.seat == seat]
    return sum(card_of(state, group).army_value * len(group.units) for group in groups)


def scores_of(state: OpenForcesState) -> dict[str, int]:
    """OF-39: the value of each player's remaining army."""
    return {str(player.seat): army_value(state, player.seat) for player in state.players}


def units_left(state: OpenForcesState, seat: int) -> dict[str, int]:
    """How many units each group of a seat has left, also one that is still to be placed."""
    return {group.id: len(group.units) for group in (*state.groups, *state.to_place) if group.seat == seat}


def value_left(state: OpenForcesState, seat: int) -> int:
    """OF-39: the army values of all units that a seat has left, also of those that are still to be placed."""
    waiting = [group for group in state.to_place if group.seat == seat]
    return army_value(state, seat) + sum(card_of(state, group).army_value * len(group.units) for group in waiting)


COURSE: Course[OpenForcesState] = Course("army_value", lambda state: state.round, value_left, units_left)

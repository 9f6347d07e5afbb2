"""The impulses that cards give, and why others are refused."""

from collections.abc import Iterator

from app.domain.errors import IllegalAction
from app.rulesets.storm_over_stalingrad.game.activation import able_to_fire, fire_refused, room_in
from app.rulesets.storm_over_stalingrad.game.card_play import held
from app.rulesets.storm_over_stalingrad.game.card_questions import ChooseAdvance
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.model import GameOptions, PlayCard, State
from app.rulesets.storm_over_stalingrad.game.state import find_area, ground_of, side_of
from app.rulesets.storm_over_stalingrad.ground import are_adjacent
from app.rulesets.storm_over_stalingrad.model import Fire


def card_moves(state: State, seat: int) -> Iterator[PlayCard]:
    """SS-54: what a seat's cards may do as an impulse of their own, before it is checked."""
    ground = ground_of(state)
    for part in state.cards[seat - 1].hand:
        if not part.is_known or part.value.timing is not Timing.OWN_ACTION:
            continue
        card = part.value
        if not card.move_then_fire:
            yield from (PlayCard("play-card", card.id, area) for area in ground)
            continue
        near = {one.id: [other.id for other in ground.values() if are_adjacent(one, other)] for one in ground.values()}
        for area in ground:
            for to in near[area]:
                yield from (PlayCard("play-card", card.id, target, area, to) for target in (to, *near[to]))


def card_refused(state: State, options: GameOptions, seat: int, move: PlayCard) -> IllegalAction | None:
    """SS-54, SS-56: the card is in hand and is an action of its own; the areas are what it needs."""
    part = held(state, seat, move.card)
    if part is None:
        return IllegalAction("card-not-in-hand", "SS-54", card=move.card)
    if part.value.timing is not Timing.OWN_ACTION:
        return IllegalAction("card-not-own-action", "SS-54", card=move.card)
    if find_area(state, move.target) is None:
        return IllegalAction("unknown-area", "SS-5", area=move.target)
    if part.value.move_then_fire:
        return advance_refused(state, options, seat, move, part.value)
    if move.area is not None or move.to is not None:
        return IllegalAction("card-fires-itself", "SS-56", card=move.card)
    fire = Fire(side_of(state, seat), move.target, state.areas, card_fire=part.value.card_fire)
    refused = fire_refused(options, fire)
    return None if refused is None else IllegalAction(refused.reason, refused.rule, **refused.params)


def advance_refused(
    state: State, options: GameOptions, seat: int, move: PlayCard, card: TacticalCard
) -> IllegalAction | None:
    """SS-2 … SS-10, SS-39, SS-56: some units of the area may move to the other one and fire from there."""
    side = side_of(state, seat)
    area, to = find_area(state, move.area or ""), find_area(state, move.to or "")
    if area is None or to is None:
        return IllegalAction("unknown-area", "SS-56", area=move.area if area is None else move.to)
    if not are_adjacent(area, to) or area is to:
        return IllegalAction("not-adjacent", "SS-56", area=area.id, to=to.id)
    if not able_to_fire(state, options, side, area.id):
        return IllegalAction("nobody-able-to-fire", "SS-2", area=area.id)
    if not room_in(to, side, options):
        return IllegalAction("no-room", "SS-39", area=to.id, room=0)
    question = ChooseAdvance(state, options, side, area.id, to.id, move.target, card)
    refused = question.refusal(next(question.options()))
    return None if refused is None else IllegalAction(refused.reason, refused.rule, **refused.params)

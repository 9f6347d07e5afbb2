"""The impulses that cards give, and why others are refused."""

from collections.abc import Iterator
from itertools import islice

from app.domain.errors import IllegalAction
from app.rulesets.storm_over_stalingrad.game.activation import able_to_fire, fire_faults, room_in
from app.rulesets.storm_over_stalingrad.game.card_play import held
from app.rulesets.storm_over_stalingrad.game.card_questions import ChooseAdvance
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing, once_each
from app.rulesets.storm_over_stalingrad.game.model import ChangeTerrain, GameOptions, PlayCard, State
from app.rulesets.storm_over_stalingrad.game.state import find_area, side_of
from app.rulesets.storm_over_stalingrad.ground import are_adjacent
from app.rulesets.storm_over_stalingrad.model import Fire

MOST_ADVANCES = 1000
"""How many moves of cards that move and then fire are looked at for being listed; any other legal one is accepted."""


def card_moves(state: State, options: GameOptions, seat: int) -> Iterator[PlayCard | ChangeTerrain]:
    """SS-54: what a seat's cards may do as an impulse of their own, of copies one, before it is checked."""
    hand = [part.value for part in state.cards[seat - 1].hand if part.is_known]
    cards = once_each([card for card in hand if card.timing is Timing.OWN_ACTION])
    advancing = sum(card.move_then_fire for card in cards)
    for card in cards:
        if card.builds:
            yield from (ChangeTerrain("change-terrain", card.id, area.id) for area in state.areas)
        elif card.move_then_fire:
            yield from islice(advances_of(state, options, seat, card), MOST_ADVANCES // advancing)
        else:
            yield from (PlayCard("play-card", card.id, area.id) for area in state.areas)


def advances_of(state: State, options: GameOptions, seat: int, card: TacticalCard) -> Iterator[PlayCard]:
    """SS-56: from where, to where and at what a card may let units move and fire, before it is checked."""
    side = side_of(state, seat)
    near = {one.id: [other.id for other in state.areas if are_adjacent(one, other)] for one in state.areas}
    for area in (area.id for area in state.areas if able_to_fire(state, options, side, area.id)):
        for to in near[area]:
            yield from (PlayCard("play-card", card.id, target, area, to) for target in (to, *near[to]))


def card_refused(state: State, options: GameOptions, seat: int, move: PlayCard) -> Iterator[IllegalAction]:
    """SS-54, SS-56: the card is in hand and is an action of its own; the areas are what it needs."""
    part, is_area = held(state, seat, move.card), find_area(state, move.target) is not None
    if part is None:
        yield IllegalAction("card-not-in-hand", "SS-54", "card", card=move.card)
    elif part.value.timing is not Timing.OWN_ACTION:
        yield IllegalAction("card-not-own-action", "SS-54", "card", card=move.card)
    if not is_area:
        yield IllegalAction("unknown-area", "SS-5", "target", area=move.target)
    if part is None or part.value.timing is not Timing.OWN_ACTION:
        return
    if part.value.builds:
        yield IllegalAction("card-changes-terrain", "SS-56", "card", card=move.card)
    elif part.value.move_then_fire:
        yield from advance_refused(state, options, seat, move, part.value)
    else:
        yield from card_fire_refused(state, options, seat, move, part.value)


def card_fire_refused(
    state: State, options: GameOptions, seat: int, move: PlayCard, card: TacticalCard
) -> Iterator[IllegalAction]:
    """SS-5 … SS-10, SS-56: the card fires without units, at an area of the map where it may."""
    if move.area is not None or move.to is not None:
        yield IllegalAction("card-fires-itself", "SS-56", "area", card=move.card)
    if find_area(state, move.target) is not None:
        yield from fire_faults(options, Fire(side_of(state, seat), move.target, state.areas, card_fire=card.card_fire))


def terrain_refused(state: State, seat: int, move: ChangeTerrain) -> Iterator[IllegalAction]:
    """SS-54, SS-56: the card is in hand and changes terrain as an action of its own; the area is on the map."""
    part = held(state, seat, move.card)
    if part is None:
        yield IllegalAction("card-not-in-hand", "SS-54", "card", card=move.card)
    elif part.value.timing is not Timing.OWN_ACTION:
        yield IllegalAction("card-not-own-action", "SS-54", "card", card=move.card)
    elif not part.value.builds:
        yield IllegalAction("card-fires", "SS-56", "card", card=move.card)
    if find_area(state, move.area) is None:
        yield IllegalAction("unknown-area", "SS-56", "area", area=move.area)


def advance_refused(
    state: State, options: GameOptions, seat: int, move: PlayCard, card: TacticalCard
) -> Iterator[IllegalAction]:
    """SS-2 … SS-10, SS-39, SS-56: some units of the area may move to the other one and fire from there."""
    side = side_of(state, seat)
    area, to = find_area(state, move.area or ""), find_area(state, move.to or "")
    for field, sent, found in (("area", move.area, area), ("to", move.to, to)):
        if found is None:
            yield IllegalAction("unknown-area", "SS-56", field, area=sent)
    if area is None or to is None:
        return
    is_way, has_room = are_adjacent(area, to) and area is not to, room_in(to, side, options) > 0
    able = able_to_fire(state, options, side, area.id)
    if not is_way:
        yield IllegalAction("not-adjacent", "SS-56", "to", area=area.id, to=to.id)
    if not able:
        yield IllegalAction("nobody-able-to-fire", "SS-2", "area", area=area.id)
    if not has_room:
        yield IllegalAction("no-room", "SS-39", "to", area=to.id, room=0)
    if is_way and able and has_room and find_area(state, move.target) is not None:
        question = ChooseAdvance(state, options, side, area.id, to.id, move.target, card)
        refused = question.refusal(next(question.options()))
        if refused is not None:
            yield IllegalAction(refused.reason, refused.rule, **refused.params)

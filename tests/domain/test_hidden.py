"""Private parts: who sees them, what reveals them, and what a replay finds out without them."""

from dataclasses import dataclass
from typing import Annotated, Optional

import pytest
from annotated_types import MaxLen
from face_down.game import BOARD
from face_down.model import FaceDownAttack, FaceDownCard, FaceDownOptions
from face_down.rules import strike

from app.domain.board import BoardTable, SeatMove
from app.domain.dice import D6
from app.domain.errors import Diverged
from app.domain.fairness import ProvableDice
from app.domain.hidden import NotShown, Private, opened, view_of, with_audience
from app.domain.record import HIDDEN_FACES, NOBODY, Chose, Noted, Origin, Record, Role, Rolled, Source
from app.domain.resolution import resolve
from app.domain.table import Question, Table, nobody

SETUP, OPTIONS = BOARD.setups["ten"], BOARD.options()
KEY = bytes(32)


def open_game(key=KEY):
    return resolve(BOARD.opening_script, SETUP, OPTIONS, dice=ProvableDice(key), number=1)


def after(end):
    return BOARD.fold(
        BOARD.set_up(SETUP, OPTIONS), [entry.fact for entry in end.record.entries if isinstance(entry, Noted)]
    )


def test_a_part_is_known_to_its_audience_and_unknown_to_all_others():
    part = Private("ogre", ("seat-1",), "1.1")
    assert part.seen_by("seat-1").value == "ogre"
    assert not part.seen_by("seat-2").is_known
    assert not part.seen_by(None).is_known
    assert Private("ogre").seen_by(None).value == "ogre"
    with pytest.raises(NotShown):
        part.seen_by("seat-2").value  # noqa: B018


def test_a_seat_sees_its_own_hand_and_nothing_of_the_deck_or_of_the_other_hand():
    state = after(open_game())
    seen = view_of(state, 1)
    assert [card.is_known for card in seen.hands[0]] == [True] * 3
    assert not any(card.is_known for card in (*seen.hands[1], *seen.deck))
    assert not any(card.is_known for hand in view_of(state, None).hands for card in hand)
    assert [card.value for card in state.hands[0]] == [card.value for card in seen.hands[0]]


def test_parts_of_one_tag_are_opened_together_and_no_others():
    a, b = Private("a", NOBODY, "1.1"), Private("b", NOBODY, "1.2")
    first, second, third = opened((a, b, a.shown_to("seat-1")), ("1.1",))
    assert (first.to, third.to, second.to) == (None, None, NOBODY)


@dataclass(frozen=True)
class Held:
    card: Private[str]


@dataclass(frozen=True)
class Thing:
    name: str


@dataclass(frozen=True)
class HeldThing(Thing):
    card: Private[str]


@dataclass(frozen=True)
class Spelled:
    """Every way in which a type can say that a part is in it, or may be, and two that say there is none."""

    part: Private[str]
    perhaps: Private[str] | None
    long: Annotated[tuple[Annotated[Private[str], MaxLen(3)], ...], MaxLen(3)]
    pair: tuple[int, Held]
    either: Optional[tuple[Held, ...]]  # noqa: UP045
    anything: object
    derived: Thing
    unread: "Private[str]"
    word: str = ""
    words: tuple[Role | None, ...] = ()


def test_a_part_is_hidden_however_the_field_that_holds_it_is_declared():
    part, held = Private("ogre"), Held(Private("ogre"))
    whole = Spelled(part, part, (part, part), (1, held), (held,), held, HeldThing("card", part), part)
    kept = with_audience(whole, NOBODY, 1)
    assert repr(kept).count("Private('ogre', (), '1:") == 9
    assert repr(view_of(kept, 1)).count("Private(None, ") == 9
    assert kept == whole


def test_a_shuffle_keeps_every_card_and_follows_from_the_seed():
    (shuffled, *_) = (entry.fact for entry in open_game().record.entries if isinstance(entry, Noted))
    values = [card.known.value for card in shuffled.deck]
    assert sorted(values) == sorted(SETUP.cards)
    assert values == [SETUP.cards[place] for place in ProvableDice(KEY).shuffle(len(SETUP.cards), index=0)]
    assert len({card.tag for card in shuffled.deck}) == len(SETUP.cards)


def test_a_shuffle_that_names_a_place_twice_is_no_shuffle():
    recorded = Rolled("FD-2", "seat-1", "shuffle", (0, 0, 1), NOBODY)
    with pytest.raises(Diverged):
        Table([(0, recorded, Source(Origin.SERVICE))], None, nobody).shuffle("abc", by="seat-1", rule="FD-2")


def test_an_opening_is_replayed_by_those_who_may_not_see_the_order():
    whole = open_game()
    first, *rest = whole.record.entries
    redacted = Record((Rolled(first.rule, first.by, first.die, HIDDEN_FACES, first.to), *rest), whole.record.sources)
    again = resolve(BOARD.opening_script, SETUP, OPTIONS, record=Record(redacted.entries[:1], redacted.sources[:1]))
    facts = [entry.fact for entry in again.record.entries[1:]]
    assert [type(fact) for fact in facts] == [type(entry.fact) for entry in rest]
    assert not any(card.is_known for card in (*facts[0].deck, *facts[1].cards, *facts[2].cards))


class Ask(Question[int]):
    """A question."""


@pytest.mark.parametrize(
    ("entry", "read"),
    [
        (Rolled("R-1", "seat-1", "d6", HIDDEN_FACES), lambda table: table.roll(D6, 2, by="seat-1", rule="R-1")),
        (Chose("R-1", "seat-1", "ask", None), lambda table: table.ask(Ask(), by="seat-1", rule="R-1")),
    ],
)
def test_a_script_that_reads_a_hidden_roll_or_choice_ends_with_not_shown(entry, read):
    table = Table([(0, entry, Source(Origin.SERVICE))], None, nobody)
    with pytest.raises(NotShown):
        read(table)


def test_a_fact_that_not_everybody_may_see_changes_no_state():
    state = after(open_game())
    table = BoardTable(Table((), None, nobody), state, lambda _state, _fact: "changed")
    table.note("secret", rule="FD-4", to=("seat-1",))
    assert table.state is state
    table.note("told", rule="FD-4")
    assert table.state == "changed"


def test_what_is_turned_up_is_revealed_and_the_rest_is_not():
    row = tuple(Private(FaceDownCard(value), ("host",), f"1:{n}") for n, value in enumerate((3, 9, 1)))
    end = resolve(strike, FaceDownAttack(7, row), FaceDownOptions())
    assert end.revealed == ("1:0", "1:1")
    assert [card.tag for card in end.outcome.after.cards] == ["1:1", "1:2"]


def test_a_strike_is_replayed_without_the_cards_that_were_not_turned_up():
    row = tuple(Private(FaceDownCard(value)) for value in (3, 9, 1))
    whole = resolve(strike, FaceDownAttack(7, row), FaceDownOptions())
    redacted = resolve(strike, FaceDownAttack(7, (*row[:2], Private())), FaceDownOptions())
    assert redacted.record == whole.record
    with pytest.raises(NotShown):
        resolve(strike, FaceDownAttack(7, (row[0], Private(), row[2])), FaceDownOptions())


def test_both_cards_are_turned_up_when_both_seats_have_laid():
    state = after(open_game())
    for number, seat in ((2, 1), (3, 2)):
        move = with_audience(next(iter(BOARD.legal(BOARD.view(state, seat), OPTIONS, seat))), (f"seat-{seat}",), number)
        end = resolve(BOARD.move_script(state), SeatMove(seat, move), OPTIONS, number=number)
        state = BOARD.fold(state, [entry.fact for entry in end.record.entries if isinstance(entry, Noted)])
        assert not view_of(state, None).stakes[seat - 1].is_known or seat == 2
        assert len(end.revealed) == (4 if seat == 2 else 0)
    assert state.points != (0, 0)

"""Every check of boards can fail: a game with one deliberate mistake, and the sentence that says it."""

import pytest

from tests.conformance.changes import changed, game, game_text

ASKED = "return (state.turn,) if state.pebbles else ()"
LEGAL = "range(min(options.most, state.pebbles), 0, -1)"
SEEN = ("def set_up(", "SEEN = []\n\n\ndef set_up(")
NEXT = 'table.note(TurnEnded(table.state.next_seat), rule="PB-4")'
TURN_ENDED = '    turn: int\n    """The number of the seat that is in turn now'
HEAP = '''@dataclass(frozen=True, slots=True)
class Heap:
    """A heap."""

    id: str
    """Its id."""
    pebbles: int
    """How many pebbles lie in it."""


@dataclass(frozen=True, slots=True)
class After:
    """What a grab leaves."""

    heap: Heap
    """The heap."""


'''
HEAPS_THAT_DIFFER = (
    *changed("pebbles", "model.py", (
        "@dataclass(frozen=True, slots=True)\nclass PebblesAttack", f"{HEAP}@dataclass(frozen=True)\nclass PebblesAttack",
        "    covers: Count = 1", '    heap: Heap = Heap("heap", 5)\n    """It."""\n    covers: Count = 1',
        '"""How many pebbles are left in the heap."""',
        '"""How many pebbles are left."""\n    after: After = After(Heap("heap", 7))\n    """What is left."""',
    )),
    *game(
        "import Count, HeapCovered,", "import Count, Heap, HeapCovered, PebblesOutcome,",
        '"""Whether the game is over."""',
        '"""Whether it is over."""\n    came: PebblesOutcome | None = None\n    """What came of a grab."""',
        '"""The number of the seat in turn."""\n\n    @property',
        '"""The number of the seat in turn."""\n    heap: Heap = Heap("heap", 5)\n    """The heap."""\n\n    @property',
        "        grab(situation, options, table)", "        return turn_of(table.state, grab(situation, options, table))",
        "def turn_of(state: PebblesState)", "def turn_of(state: PebblesState, came: PebblesOutcome | None = None)",
        "state.pebbles == 0)\n\n\ndef legal", "state.pebbles == 0, came)\n\n\ndef legal",
    )[1:],
)  # fmt: skip
TAKEN = '    seat: int\n    """The number of the seat that took them."""\n    pebbles: int'


def course(value, more="", measure="grabbed"):
    """A course with this number of a seat, and with the turn in place of the round."""
    made = f"Course({measure!r}, lambda state: state.turn, {value}, lambda state, seat: {{'heap': 1}})"
    names = "import Board, BoardTable, GameResult,"
    return game(
        names,
        names.replace("GameResult", "Course, GameResult"),
        "result=result,",
        f"result=result, course={made}{more},",
    )


BROKEN = {
    "every_setup_is_played_to_its_end": [
        (game("setups={", "setups={} and {"), "the board has no setup"),
        (game("len(seats) < 2", "len(seats) < 9"), "no setup of the board fits any number of seats"),
        (game("state.pebbles - taken", "state.pebbles"), "has not ended after 2000 moves"),
        (game(ASKED, "return ()"), "goes on, but `asked` names nobody"),
        (game(f"in {LEGAL}", "in ()", 'yield Grab("grab")', "yield from ()"), "`legal` has no move for it"),
        (
            game("covers[state.next_seat - 1]", "covers[state.next_seat]"),
            "IndexError: tuple index out of range. Look at",
        ),
    ],
    "what_a_seat_may_see_is_a_state": [
        (
            game("result=result,", "result=result, view=lambda s, _: replace(s, turn=s.turn + 1),"),
            "when it looks again",
        ),
        (game("result=result,", "result=result, view=lambda s, _: replace(s, pebbles=0),"), "Set `hides` of the board"),
    ],
    "whoever_is_asked_has_a_seat": [
        (game("(state.turn,) if", "(state.turn + 7,) if"), "`asked` names seat 8, which nobody has"),
        (game("(state.turn,) if", "(state.turn,) * 2 if"), "`asked` names a seat twice"),
        (game(ASKED, "return (state.turn,)"), "the game has ended, but `asked` names"),
    ],
    "the_course_has_numbers_that_everybody_may_see": [
        (course("lambda state, seat: -1"), "`course` gives (1, -1, 1) for seat 1"),
        (
            course("lambda state, seat: state.taken[seat - 1]", ", view=lambda s, seat: replace(s, taken=(0, 0, 0))"),
            "`course` of seat 1 needs what is hidden",
        ),
        (course("lambda state, seat: 0", measure="gone"), "`course.gone` (de) has no text"),
        (course("lambda state, seat: 1 // (seat - 1)"), "stops at ZeroDivisionError"),
    ],
    "legal_and_check_agree": [
        (game(LEGAL, "range(options.most, 0, -1)"), "but `check` refuses it: too-many-pebbles"),
        (game("move.pebbles > most", "move.pebbles > 9"), "`check` lets Take(kind='take', pebbles=4) pass"),
        (
            game(LEGAL, "range(min(options.most, state.pebbles), 1, -1)"),
            "`check` lets Take(kind='take', pebbles=1) pass",
        ),
        (
            game('raise IllegalAction("too-many-pebbles"', 'raise ValueError("too-many-pebbles"'),
            "stops at TypeError: ValueError() takes no keyword",
        ),
    ],
    "the_facts_fold_to_the_state": [
        (game(NEXT, "table.state = replace(table.state, turn=table.state.next_seat)"), "do not lead to its state"),
        (
            game(TURN_ENDED, TURN_ENDED.replace("int", "object"), "TurnEnded(table.state.next_seat)", "TurnEnded((1,))")
            + game("state, turn=turn)", "state, turn=3 - state.turn if turn == (1,) else state.turn)")[1:],
            "do not lead to its state",
        ),
    ],
    "a_voided_move_leaves_the_game_as_before_it": [
        (
            game(*SEEN, "return PebblesState(setup.pebbles,", "SEEN.append(1)\n    return PebblesState(len(SEEN) + 9,"),
            "its log does not lead to the state before it",
        ),
    ],
    "the_opening_and_every_move_resolve_step_by_step": [
        (
            game(*SEEN, "PebblesTaken(made.seat,", "PebblesTaken(SEEN.append(1) or len(SEEN),"),
            "with 2 seats: Take(kind='take'",
        ),
        (
            game(*SEEN, "GameBegan(table.state.pebbles)", "GameBegan(SEEN.append(1) or len(SEEN))"),
            "with 2 seats: its opening: step by step it",
        ),
    ],
    "states_setups_and_moves_survive_json": [
        (game("    taken: tuple[int, ...]", "    taken: object"), "its opening: the state is another one"),
        (game("    covers: tuple[Count, ...]", "    covers: object"), "with 2 seats: the setup is another one"),
        (
            game("    over: bool", "    over: object", "state.pebbles == 0)", "(1,))"),
            "its opening: the turn is another one",
        ),
        (
            game(
                TAKEN,
                TAKEN.replace("seat: int", "seat: object"),
                "PebblesTaken(made.seat,",
                "PebblesTaken((made.seat,),",
            ),
            "its record is another one once stored",
        ),
        (
            game('kind: Literal["grab"]', 'kind: Literal["grab"]\n    at: object = (1,)'),
            "the move is another one once stored",
        ),
    ],
    "what_an_attack_of_a_game_leaves_stands_on_its_board": [
        (HEAPS_THAT_DIFFER, "leaves `heap` in another way than the board has it"),
    ],
    "every_move_and_every_question_has_a_text": [
        (game_text("choice.act_grab", "choice.act_grip"), "`choice.act` (de) for {'kind': 'grab'} has no text"),
        (game_text("question.act", "question.move"), "`question.act` (de) has no text"),
        (game_text("question.cover-heap", "question.cover"), "`question.cover-heap` (de) has no text"),
        (game_text("fact.turn-ended", "fact.turn-end"), "`turn-ended` (de) has no text"),
        (game_text('"turn_true', '"turned_true'), "`turn` (de) has no text"),
        (game_text("Take {{count}} pebbles", "Take pebbles"), "{'kind': 'take', 'pebbles': 2} alike: Take pebbles"),
        (game_text("Leave it open", "Cover it"), "tells {'cover': False} and {'cover': True} alike: Cover it"),
    ],
}
CASES = [(check, *case) for check, cases in BROKEN.items() for case in cases]


@pytest.mark.parametrize(
    ("check", "changes", "words"), CASES, ids=[f"{check}-{n}" for n, (check, *_) in enumerate(CASES)]
)
def test_a_mistake_is_a_sentence(fault_in, check, changes, words):
    fault = fault_in(check, *changes)
    assert fault is not None
    assert words in fault

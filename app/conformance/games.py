"""Games: a random player plays every setup to its end; what happened is kept for the other checks of boards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from app.conformance.faults import Nonconforming, refuse
from app.conformance.play import LISTED, RandomPlayer, key_of
from app.domain.board import Board, BoardTable, SeatMove
from app.domain.errors import Refusal
from app.domain.fairness import ProvableDice
from app.domain.record import EVERYBODY, Audience, By
from app.domain.resolution import Pending, Resolved, Script, resolve
from app.domain.table import Question, Table
from app.services.play.scripts import facts_in
from app.services.rulebooks.check import line_of
from app.services.rulebooks.registry import Rulebook

AnyBoard = Board[Any, Any, Any, Any]

MOVES = 2_000
"""So many moves of a random player end a game."""

SEATS = range(1, 9)
"""How many seats a session may have."""

GAMES = 5
"""How often each setup is played with each number of seats that fits."""


@dataclass(frozen=True)
class Step:
    """The opening of a game, or a move in it."""

    what: str
    """Its name in sentences."""
    script: Script[Any, Any, Any]
    situation: Any
    """The setup, or the move with its seat."""
    before: Any
    """The state that the script began in."""
    end: Resolved[Any]
    after: Any
    """The state of the script's table at the end."""
    attack: Any
    """The situation of the last attack in it that is told; None where there was none."""
    since: tuple[Any, ...]
    """The states of the table since that attack began, newest first."""
    asked: tuple[tuple[Question[object], By], ...]
    """The questions that players answered."""

    @property
    def facts(self) -> tuple[object, ...]:
        """The facts that change the board, in order."""
        return tuple(facts_in(self.end.record))


@dataclass
class Game:
    """A game of a random player, as far as it came."""

    what: str
    """Its name in sentences."""
    board: AnyBoard
    setup: Any
    options: Any
    seats: tuple[int, ...]
    steps: list[Step] = field(default_factory=list)
    broken: str | None = None
    """Why it did not come to its end."""

    @property
    def states(self) -> list[Any]:
        """The state after each step."""
        return [step.after for step in self.steps]


@lru_cache(maxsize=4)
def games_of(book: Rulebook) -> tuple[Game, ...]:
    """Games of every setup; none where a rulebook has no board."""
    return tuple(_played(book)) if book.ruleset.board is not None else ()


def _played(book: Rulebook) -> Iterator[Game]:
    board: AnyBoard = book.ruleset.board
    for name, setup in (board.setups or {}).items():
        for seats in seatings(board, setup):
            for n in range(GAMES):
                what = f"the setup `{name}` with {len(seats)} seats"
                game = Game(what, board, setup, board.options(), seats)
                try:
                    play_game(game, n)
                except Nonconforming as fault:
                    game.broken = str(fault)
                except Exception as error:
                    after = f"after {len(game.steps)} steps"
                    game.broken = (
                        f"{what} stops {after} at {type(error).__name__}: {error}.{line_of(error, book.package)}"
                    )
                yield game


def seatings(board: AnyBoard, setup: Any) -> Iterator[tuple[int, ...]]:
    """The numbers of seats that a setup fits."""
    for count in SEATS:
        seats = tuple(range(1, count + 1))
        try:
            board.prepare(setup, board.options(), seats)
        except Refusal:
            continue
        yield seats


def play_game(game: Game, n: int) -> None:
    """Play a game to its end by the n-th random player (from 0)."""
    for _ in steps_of(game, n):
        if len(game.steps) > MOVES:
            refuse(f"{game.what} has not ended after {MOVES} moves of a random player. Let the rules come to an end.")


def steps_of(game: Game, n: int) -> Iterator[Step]:
    """The opening, then one move after the other of the n-th random player (from 0); each is added to the game."""
    board, random = game.board, Random(n)
    state = take_step(game, "its opening", board.open, None, board.set_up(game.setup, game.options), random)
    yield game.steps[-1]
    while board.result(state) is None:
        asked = board.asked(state)
        if not asked:
            refuse(f"{game.what} goes on, but `asked` names nobody. Give a result, or a seat that is to move.")
        seat = random.choice(asked)
        seen = board.view(state, seat)
        moves = list(islice(board.legal(seen, game.options, seat), LISTED))
        if not moves:
            refuse(f"{game.what}: seat {seat} is asked, but `legal` has no move for it. Make them agree.")
        move = random.choice(moves)
        board.check(seen, game.options, seat, move)
        state = take_step(game, f"{move}", board.act, SeatMove(seat, move), state, random)
        yield game.steps[-1]


class SeeingTable(BoardTable[Any]):
    """A table that remembers the situation of the last attack that is told, and its states since."""

    def __init__(self, table: Table, state: Any, evolve: Callable[[Any, object], Any]) -> None:
        super().__init__(table, state, evolve)
        self.attack: Any = None
        self.since: list[Any] = []

    def seated(self, attacker: int, defender: int, *, rule: str, situation: object = None) -> None:
        super().seated(attacker, defender, rule=rule, situation=situation)
        if situation is not None:
            self.attack, self.since = situation, []

    def note(self, fact: object, *, rule: str, to: Audience = EVERYBODY) -> None:
        super().note(fact, rule=rule, to=to)
        self.since.append(self.state)


def take_step(
    game: Game, what: str, act: Callable[..., object], move: SeatMove[Any] | None, state: Any, random: Random
) -> Any:
    """Run the opening or a move, add it to the game, and return the state after it."""
    board, tables = game.board, list[SeeingTable]()
    before = [] if move is None else [move]

    def run(_situation: Any, options: Any, table: Table) -> object:
        tables.append(SeeingTable(table, state, board.evolve))
        return act(*before, options, tables[-1])

    players, key = RandomPlayer(random), key_of(random.randrange(1 << 64))
    number = len(game.steps) + 1
    end = resolve(run, move, game.options, dice=ProvableDice(key), players=players, number=number)
    if isinstance(end, Pending):
        refuse(f"{game.what}: {what} waits for {end.wanted.rule}, though dice and players answer at once.")
    script = board.opening_script if move is None else board.move_script(state)
    situation = game.setup if move is None else move
    last = tables[-1]
    game.steps.append(
        Step(
            what,
            script,
            situation,
            state,
            end,
            last.state,
            last.attack,
            tuple(reversed(last.since)),
            tuple(players.asked),
        )
    )
    return last.state


def every_setup_is_played_to_its_end(book: Rulebook) -> None:
    """There is a setup to play, and a random player comes to the end of it."""
    if book.ruleset.board is None:
        return
    if not book.ruleset.board.setups:
        refuse("the board has no setup to be tried with. Name one in `setups` of the board.")
    if not games_of(book):
        refuse("no setup of the board fits any number of seats. Let `prepare` of the board accept one.")
    for game in games_of(book):
        if game.broken is not None:
            refuse(game.broken)


CHECKS = (every_setup_is_played_to_its_end,)

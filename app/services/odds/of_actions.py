"""What each choice in a stored action is or was worth: in an attack, and in the attacks inside a game."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

from app.domain.advice import AttackFinder, FoundAttack, Priced, with_choice
from app.domain.board import Act, SeatMove
from app.domain.dice import ThrownDice
from app.domain.errors import Diverged
from app.domain.hidden import NotShown
from app.domain.players import ASK
from app.domain.record import Record, Role
from app.domain.resolution import Resolved, answers_in, played_on
from app.domain.ruleset import Policy
from app.domain.table import ChoiceWanted, Wanted
from app.errors import Problem
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.rows import Action, Session
from app.services.log.slices import BoardsBefore
from app.services.odds.advice import (
    HIDDEN,
    ActualChoice,
    Job,
    OddsPoint,
    Pricing,
    RankedOdds,
    compared,
    computed,
    each_priced,
    ranked_odds_of,
)
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.odds import NOTHING, automatic_policies
from app.services.play.players import Players
from app.services.play.scripts import ScriptCall, board_of, load_call, run
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import FULL_VIEW, ViewRights


@dataclass(frozen=True, slots=True)
class StoredAction:
    """A stored action, and what is needed to replay its game."""

    session: Session
    action: Action
    entries: list[Json]
    boards: BoardsBefore
    """Those of its game; several of its actions may share them where they are taken one after the other."""
    sight: ViewRights = FULL_VIEW
    """What of it the odds are computed from: in a game that hides something, what one seat sees."""


def worth_of_action(book: Rulebook, stored: StoredAction, at: int | None, effort: ComputeBudget) -> Job:
    """The odds from the roll or question that stood after `at` entries of an action; from where it stands, if None.

    Raises Problem: not-found (404) where the record is shorter; rules-changed (409) where the rules do not lead to it;
    not-computable or limit-exceeded (422).
    """
    if at is not None and at > len(stored.entries):
        raise Problem("not-found", at=("query", "at"), reason="unknown-entry", params={"entries": len(stored.entries)})
    call, record = yield from loaded(book, stored, at)
    return (yield from worth_where(book, stored, call, record, effort))


def worth_where(book: Rulebook, stored: StoredAction, call: ScriptCall, record: Record, effort: ComputeBudget) -> Job:
    """The odds from where a record of an action stands, which is loaded. Raises Problem as worth_of_action()."""

    def made(seen: int) -> object:
        entry = stored.entries[seen] if seen < len(stored.entries) else None
        return book.codec.load_record([entry]).entries[0].choice if entry and entry["kind"] == "chose" else None  # type: ignore[union-attr]

    if stored.action.kind != ATTACK:
        return (yield from as_seen(worth_in_game(book, call, record, made, effort), stored.sight))
    nobody = Players(book.ruleset, dict.fromkeys(stored.action.policies, ASK))
    end = run(book, call, record, ThrownDice(), nobody)
    _, situation, options = call
    wanted = None if isinstance(end, Resolved) else end.wanted
    policies = automatic_policies(book, stored.action.policies)
    return (yield from ranked_odds_of(book, OddsPoint(situation, options, policies, end.record, wanted, effort), made))


def loaded(book: Rulebook, stored: StoredAction, at: int | None) -> Generator[None, None, tuple[ScriptCall, Record]]:
    """An action ready to run, with the first `at` entries of its record; a move is made on the board before it.

    Raises Problem rules-changed (409) where the rulebook can no longer read them.
    """
    action, session, state, seat = stored.action, stored.session, None, stored.sight.seat
    try:
        if action.kind not in (ATTACK, OPENING) and action.status == "pending":
            state = board_of(book)[1].state.load(session.state)
        elif action.kind not in (ATTACK, OPENING):
            state = yield from stored.boards.before(book, action.number)
        if not stored.sight.is_whole and state is not None:
            state = board_of(book)[0].view(state, seat)
        call = load_call(book, action.kind, stored.sight.of(action.situation), action.options, action.seats, state)
        return call, book.codec.load_record(stored.entries[:at])
    except NotShown as hidden:
        raise Problem("not-computable", reason=HIDDEN) from hidden
    except (LookupError, ValueError) as unreadable:
        raise Problem("rules-changed", params={"entry": 0}) from unreadable


def as_seen(job: Job, sight: ViewRights = FULL_VIEW) -> Job:
    """The job. Raises Problem not-computable (422) where its odds follow from what is hidden.

    So does a record that the rules do not lead to in the eyes of a seat: somebody chose what it does not see.
    """
    hidden = Problem("not-computable", reason=HIDDEN)
    try:
        return (yield from job)
    except NotShown as unseen:
        raise hidden from unseen
    except Problem as refused:
        raise refused if sight.is_whole or refused.code != "rules-changed" else hidden from refused


def worth_in_game(book: Rulebook, call: ScriptCall, record: Record, made: ActualChoice, effort: ComputeBudget) -> Job:
    """The odds in an action of a game from where its record stands: in an attack, or before one.

    Raises Problem: not-computable (422) where there is no attack; limit-exceeded (422); rules-changed (409).
    """
    found, wanted, reached = attack_in(call, record)
    options, seen = call[2], len(reached.entries)
    if found is not None and (wanted is None or wanted.by in tuple(Role)):
        spot = OddsPoint(found.situation, options, by_default(book), found.so_far, wanted, effort)
        worth: RankedOdds = yield from ranked_odds_of(book, spot, lambda _seen: made(seen))
        return replace(worth, seen=seen)
    if not isinstance(wanted, ChoiceWanted):
        raise Problem("not-computable", reason="no-attack")
    asking, default = wanted, default_policy(book)

    def attack_after(choice: object) -> FoundAttack | None:
        return attack_in(call, with_choice(reached, asking, choice), default)[0]

    return (yield from worth_before_attack(book, options, asking, attack_after, seen, made, effort))


def worth_of_moves(book: Rulebook, wanted: ChoiceWanted[object], seen: int, effort: ComputeBudget) -> Job:
    """What each move of a seat is worth by the attack to which it leads by the default policy; others have no odds.

    Raises Problem: not-computable (422) where none begins an attack; limit-exceeded (422).
    """
    act, default = wanted.question, default_policy(book)
    assert isinstance(act, Act)

    def attack_after(move: object) -> FoundAttack | None:
        made = SeatMove(act.seat, move)
        return attack_in((act.board.move_script(act.state), made, act.rules), NOTHING, default)[0]

    job = worth_before_attack(book, act.rules, wanted, attack_after, seen, lambda _seen: None, effort)
    return (yield from as_seen(job))


def worth_before_attack(
    book: Rulebook,
    options: Any,
    wanted: ChoiceWanted[object],
    attack_after: Callable[[object], FoundAttack | None],
    seen: int,
    made: ActualChoice,
    effort: ComputeBudget,
) -> Job:
    """What each choice is worth to the seat by the attack to which it leads; choices without one have no odds.

    Raises Problem: not-computable (422) where none begins an attack; limit-exceeded (422).
    """
    role = Role.ATTACKER

    def price(choice: object) -> Pricing:
        nonlocal role
        found = seen_attack(attack_after, choice)
        if found is None:
            return Priced(choice, {})
        role = found.seated.role(wanted.by)
        spot = OddsPoint(found.situation, options, by_default(book), effort=effort)
        return Priced(choice, (yield from computed(book, spot, found.so_far)))

    priced = yield from each_priced(book, wanted, price, made(seen))
    return compared(book, by_default(book), role, wanted, seen, priced, made)


def seen_attack(attack_after: Callable[[object], FoundAttack | None], choice: object) -> FoundAttack | None:
    """The attack to which a choice leads; None also where that follows from what is hidden."""
    try:
        return attack_after(choice)
    except NotShown:
        return None


def by_default(book: Rulebook) -> dict[str, str]:
    """The default policy for both roles."""
    return {role.value: book.ruleset.policy_name("default") for role in Role}


def default_policy(book: Rulebook) -> Policy:
    """The policy that answers where nobody says otherwise."""
    policy: Policy = book.ruleset.policies[book.ruleset.policy_name("default")]
    return policy


def attack_in(
    call: ScriptCall, record: Record, policy: Policy | None = None
) -> tuple[FoundAttack | None, Wanted | None, Record]:
    """The attack in a record of a game, what is to be answered where the record ends, and the record until there.

    With a `policy` it is the attack to which the record leads, if that answers all questions before it. Raises Problem
    rules-changed (409) where the rules do not lead to this record.
    """
    script, situation, options = call
    table = AttackFinder(answers_in(record), policy)
    try:
        end = played_on(table, script, situation, options)
    except Diverged as diverged:
        raise Problem("rules-changed", params={"entry": diverged.entry}) from diverged
    return table.attack, None if isinstance(end, Resolved) else end.wanted, end.record

"""Declare an action, which is an attack or a move, and resolve it as far as the answers allow."""

from dataclasses import dataclass, field

from app.domain.dice import Faces
from app.domain.fairness import place_in_chain
from app.domain.record import Record
from app.persistence.stored.codec import Json
from app.persistence.stored.fields import SENT, names_of
from app.persistence.stored.parts import personal
from app.persistence.stored.private import wrap_private
from app.persistence.stored.rows import Action, Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, Sender, sent_by
from app.services.actions.dice import dice_of, with_revealed_seed
from app.services.actions.state import ActionState, seen_session
from app.services.actions.write import write_entries, write_result
from app.services.events.action import ActionDeclared
from app.services.events.event import append
from app.services.events.session import ChainCommitted
from app.services.play.players import Players, SentAnswer
from app.services.play.scripts import ScriptCall, run
from app.services.play.seating import Seating, check_own_answers, require_own
from app.services.play.unused_input import refuse_unused_input
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import chain_ending_in, draw_seed, keep_chain
from app.services.sessions.names import about
from app.services.view_rights import ViewRights, audience_of


@dataclass(frozen=True, slots=True)
class AdvanceInput:
    """What a client sends together with an attack or a move."""

    faces: tuple[Faces, ...] = ()
    """The faces of rolls that people have already thrown, in the order of the rolls."""
    answers: tuple[SentAnswer, ...] = ()
    """Choices that are made in advance, in the order of their questions."""
    stored: Json = field(default_factory=dict)
    """Fields of the action that are stored as the client sends them, by name: `reference` and `played_at`."""

    @property
    def reference(self) -> str | None:
        """The id that the client gives to the action; None where it gives none."""
        reference: str | None = self.stored.get("reference")
        return reference


@dataclass(frozen=True, slots=True)
class Declaration:
    """An action that has passed all checks and can be declared."""

    kind: str
    situation: Json
    """The situation of an attack, the setup of a game or the move, as JSON."""
    policies: dict[str, str]
    """The name of the policy, or `ask`, by role or seat."""
    seats: Seating
    sender: Sender
    what: ScriptCall
    """The script, its situation and its options."""


def declare(
    draft: Draft,
    book: Rulebook,
    session: Session,
    declared: Declaration,
    sent_along: AdvanceInput,
) -> ActionState:
    """Number and log the action, then resolve it as far as the dice and the answers allow.

    Raises Problem: not-your-role (403), illegal-dice, dice-left-over, illegal-answer, answer-left-over (422).
    """
    state = begin(draft, book, session, declared, sent_along)
    number = state.action.number
    commit_next_chain(draft, session, number)
    dice = dice_of(draft, state, sent_along.faces)
    own = check_own_answers(declared.seats, declared.sender)
    players = Players(book.ruleset, declared.policies, sent_along.answers, check_own=own, may_search=False)
    end = run(book, declared.what, Record(), dice, players, number)
    require_own(end.record.entries, end.record.sources, 0, declared.seats, declared.sender)
    refuse_unused_input(
        book,
        end,
        dice,
        players,
        lambda: about(session, {**(seen_session(session, ViewRights()).state or {}), **declared.situation}),
    )
    shapes = book.codec.choices
    unused = [{"question": sent.question, "choice": shapes[sent.question].dump(sent.choice)} for sent in players.unused]
    if session.hides:
        unused = [
            one | {"choice": wrap_private(one["choice"], audience_of(session, declared.sender), f"{number}?{n}")}
            for n, one in enumerate(unused)
        ]
    write_entries(draft, book, state, end, unused, state.action.sent_by)
    write_result(draft, book, state, end)
    draft.made(session.id, number)
    return with_revealed_seed(draft, state)


def begin(
    draft: Draft, book: Rulebook, session: Session, declared: Declaration, sent_along: AdvanceInput
) -> ActionState:
    """Give the action the next number of its session, and log its declaration before the first roll."""
    logged = {
        "kind": declared.kind,
        "ruleset_version": book.ruleset.version,
        "situation": declared.situation,
        "options": session.options,
        "dice": {"source": session.dice},
        "policies": declared.policies,
        "seats": dict(declared.seats),
        "sent_by": sent_by(declared.sender),
        **dict.fromkeys(names_of(Action, SENT)),
        **sent_along.stored,
        "reference": personal(sent_along.reference, max(declared.sender, HOST)),
    }
    append(draft, session, ActionDeclared(action=session.last_number + 1, logged=logged))
    return ActionState(session, draft.declared(session))


def commit_next_chain(draft: Draft, session: Session, number: int) -> None:
    """Commit the next seed chain when the first action of the last eighth of the present chain is declared."""
    if not session.chain:
        return
    present, place = place_in_chain(number, session.chain_length)
    if present == session.chain and place > session.chain_length - session.chain_length // 8:
        chain = chain_ending_in(session.id, draw_seed(), session.chain_length)
        committed = ChainCommitted(number=present + 1, length=chain.length, commitment=chain.commitment.hex())
        append(draft, session, committed)
        keep_chain(draft, session, chain)

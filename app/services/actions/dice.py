"""The dice of an action: the provable dice of the service, or faces that people threw."""

from collections.abc import Sequence

from app.domain.dice import Dice, DiceSource, Faces, ThrownDice
from app.domain.fairness import ProvableDice, action_key, earlier_seed, place_in_chain
from app.persistence.stored.rows import Session, raw_id
from app.persistence.writing.draft import Draft
from app.services.actions.state import ActionState
from app.services.sessions.shares import entropy_of


def provable_dice(session: Session, number: int, seed: bytes) -> ProvableDice:
    """The service's dice for action `number`, whose seed is `seed`."""
    id = raw_id(session.id)
    return ProvableDice(action_key(id, seed, number, entropy_of(session)))


def seed_of(draft: Draft, session: Session, number: int) -> bytes:
    """The seed of action `number` in a session with service dice."""
    chain, place = place_in_chain(number, session.chain_length)
    if session.id in draft.rows.opened:
        stored = next(row for row in draft.rows.seeds if row["place"] >= place)
        return earlier_seed(raw_id(session.id), stored["seed"], stored["place"] - place)
    return draft.seed(session.id, chain, place)


def dice_of(draft: Draft, state: ActionState, faces: Sequence[Faces]) -> Dice:
    """The dice of an action: the service's, or `faces`, which people threw."""
    if state.action.dice == DiceSource.PHYSICAL:
        return ThrownDice(faces)
    number = state.action.number
    return provable_dice(state.session, number, seed_of(draft, state.session, number))


def with_revealed_seed(draft: Draft, state: ActionState) -> ActionState:
    """The same action, with its seed set if the seed is already revealed."""
    if state.session.chain and state.action.number <= state.session.closed_upto:
        state.seed = seed_of(draft, state.session, state.action.number)
    return state

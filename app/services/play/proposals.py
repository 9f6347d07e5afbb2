"""What seats propose to each other about an action: that it becomes void, or that another attack takes its place."""

from app.persistence.stored.codec import Json


def void_proposal_with(known: Json | None, seat: int, reason: str | None, replacement: Json | None) -> Json:
    """The proposal to void an action after a seat has proposed it: the `reason`, and the `seats` that agree.

    With a `replacement`, the request of the attack that takes its place, and `by`, the seat that sent it. Another
    replacement begins a new proposal.
    """
    if known is None or known.get("replacement") != replacement:
        replaced = {} if replacement is None else {"by": seat, "replacement": replacement}
        known = {"reason": reason, "seats": [], **replaced}
    return {**known, "seats": sorted({*known["seats"], seat})}

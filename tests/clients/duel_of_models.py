"""A program with the models that datamodel-code-generator makes of the document: it plays an attack of X-Wing to its end.

It asks the server at the address that it is given, answers each question, and prints what came of the attack.
"""

import sys

import httpx
from umpire_models import AnswerRequest, ChoiceQuestion, ChoseEntry, RollQuestion, XWingAttackAction, XWingAttackRequest

ATTACK = XWingAttackRequest.model_validate(
    {
        "situation": {
            "attacker": {"id": "red-5", "agility": 2, "hull": 4, "tokens": {"focus": 1}},
            "weapon": {"value": 3},
            "attack_range": 1,
            "defender": {"id": "black-2", "agility": 3, "hull": 3, "tokens": {"evade": 1}},
        },
        "dice": {"source": "physical"},
        "policies": {"attacker": "ask", "defender": "ask"},
    }
)


def answer_to(question: RollQuestion | ChoiceQuestion) -> AnswerRequest:
    """What answers a question: faces of the die from its fourth side on, or the first choice."""
    if isinstance(question, RollQuestion):
        return AnswerRequest.model_validate({"seen": question.seen, "faces": question.faces[3 : 3 + question.count]})
    return AnswerRequest.model_validate({"seen": question.seen, "choice": question.choices[0].choice})


def play(umpire: httpx.Client) -> XWingAttackAction:
    """The attack, resolved."""
    action = sent(umpire, "/v1/rulesets/x-wing/attacks", ATTACK)
    assert action.tokens is not None
    umpire.headers["Authorization"] = f"Bearer {action.tokens.host}"
    while action.pending is not None and action.pending.answer is not None:
        action = sent(umpire, action.pending.answer.path, answer_to(action.pending))
    return action


def sent(umpire: httpx.Client, path: str, body: XWingAttackRequest | AnswerRequest) -> XWingAttackAction:
    """The action that a request makes or changes."""
    headers = {"Content-Type": "application/json"}
    response = umpire.post(path, content=body.model_dump_json(exclude_unset=True), headers=headers)
    response.raise_for_status()
    return XWingAttackAction.model_validate_json(response.content)


def main() -> None:
    """Play, and print each decision, then the result."""
    with httpx.Client(base_url=sys.argv[1]) as umpire:
        action = play(umpire)
    for entry in action.record:
        if isinstance(entry, ChoseEntry):
            print(f"{entry.question}: {entry.text}")
    assert action.outcome is not None
    print(f"{action.status}, {action.outcome.after.defender.hull} of hull: {action.text}")


if __name__ == "__main__":
    main()

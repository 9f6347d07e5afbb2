"""Every check of attacks can fail: a coin duel with one deliberate mistake, and the sentence that says it."""

import pytest

from tests.conformance.changes import changed, duel, duel_rules, duel_text

SEEN = ("def prepare(", "SEEN = []\n\n\ndef prepare(")
SEEN_AT_THE_END = ("return CoinDuelOutcome(hits)", "SEEN.append(1)\n    return CoinDuelOutcome(len(SEEN))")
CHOICES = "(Raised(n) for n in range(self.most, -1, -1))"
AFTER_THE_ROLL = "    table.checkpoint(heads)"
AT_THE_END = "    hits = heads"
TABLE = "from umpire.rulebook.v1 import IllegalSituation, Table"
LEFT = '    cards: tuple[Private[FaceDownCard], ...]\n    """The cards that are left'
SET = 'Casualty(Role.DEFENDER, ",".join({"left", "right", "middle"}), Fate.KILLED, lost=True)'
MANY_ROLLS = '    for _ in range(6):\n        table.roll(COIN, 9, by=Role.ATTACKER, rule="CD-1")'
UNKNOWN = (
    TABLE, f"from umpire.rulebook.v1 import Private\n{TABLE}",
    "FaceDownAfter(cards[turned:])", "FaceDownAfter((Private(), *cards[turned:]))",
)  # fmt: skip
FURTHER = (
    "    Ruleset,", "    FurtherMeasures, Ruleset,",
    "dice=(COIN,)", 'dice=(COIN,), further=FurtherMeasures({"lost": lambda outcome: 1}, lambda *_: {})',
)  # fmt: skip
COMPLETED = (
    "    Ruleset,", "    Completion, Ruleset,",
    "dice=(COIN,)", 'dice=(COIN,), completions={CoinDuelAttack: Completion(lambda sent: {**sent, "coins": 9}, {})}',
)  # fmt: skip

BROKEN = {
    "every_entry_of_the_catalogue_is_named_once_and_of_a_known_kind": [
        (duel('"crown", "Crown"', '"penny", "Crown"'), "the catalogue has two entries `coin` `penny`"),
        (duel('"coin", "crown"', '"note", "crown"'), "the kind `note` is not among the catalogue's kinds"),
    ],
    "every_entry_of_the_catalogue_has_a_text": [
        (duel_text("catalogue.nothing", "catalogue.none"), "`catalogue.nothing` (de) has no text"),
        (duel_text("by-hand.heavy", "by-hand.light"), "`by-hand.heavy` (de) has no text"),
        (duel(', "heavy")', ")"), "`crown` does not say why players apply it"),
    ],
    "example_lists_are_read_the_same_twice": [
        (
            duel(*SEEN, "return CoinDuelPurse(coins)", "SEEN.append(1)\n    return CoinDuelPurse(len(SEEN))"),
            "an example of the list `purses` is read in two ways",
        ),
        (duel('({"coins": 3, "bank": "Sunny"},)', "()"), "the list `purses` has no example"),
        (
            duel("if not isinstance(coins, int):", "if coins == 7:", "CoinDuelPurse(coins)", "CoinDuelPurse(3)"),
            "the list `purses` takes an empty object",
        ),
    ],
    "refusals_come_before_the_first_roll": [
        (
            duel(AT_THE_END, f'    if heads:\n        raise IllegalSituation("no", "CD-1", "coins")\n{AT_THE_END}'),
            "example 0 is refused only after `prepare`: no (CD-1)",
        ),
        (duel("options.needed > ", "options.needed < "), "`prepare` refuses example 0"),
    ],
    "the_same_dice_and_choices_give_the_same_record": [
        (duel(*SEEN, *SEEN_AT_THE_END), "example 0: the same dice and choices give two records"),
    ],
    "every_table_call_names_a_rule_that_is_told": [
        (duel('rule="CD-3"', 'rule="CD-4"'), "an entry names the rule CD-4, which RULES.md does not tell"),
    ],
    "every_fact_that_is_noted_is_registered": [
        (
            changed("pebbles", "__init__.py", ("(HeapCovered, PebblesGrabbed)", "(HeapCovered,)")),
            "the fact PebblesGrabbed is noted but not registered",
        ),
    ],
    "what_is_whole_stays_as_it_is_when_it_is_sent": [
        (duel(*COMPLETED), "example 0 is another one once sent. Let its completion change nothing of what is whole"),
    ],
    "situations_outcomes_and_records_survive_json": [
        (
            duel("    hits: int", "    hits: object", "CoinDuelOutcome(hits)", "CoinDuelOutcome((hits,))"),
            "example 0: the outcome is another one once stored as JSON",
        ),
        (
            duel("coins: Annotated[int, Ge(1), Le(9)]", "coins: object", "Attack(3, 1)", "Attack(True and 3, (1,))")
            + duel("shields: Annotated[int, Ge(0), Le(9)]", "shields: object", "situation.shields", "1")[1:],
            "example 0: the situation is another one once stored as JSON",
        ),
        (
            duel("    shields: int", "    shields: object", "Raised(n) for", "Raised((n,)) for")
            + duel("0 <= choice.shields <= self.most", "choice.shields", "- raised.shields", "- raised.shields[0]")[1:],
            "example 0: its record is another one once stored",
        ),
    ],
    "step_by_step_and_replay_equal_one_run": [
        (
            duel(*SEEN, "situation.coins, by", "situation.coins - len(SEEN), by", AFTER_THE_ROLL, "    SEEN[:] = [1]"),
            "example 0: step by step it is not as in one run",
        ),
        (duel(*SEEN, *SEEN_AT_THE_END), "example 0: step by step it ends in another way than in one run"),
    ],
    "any_legal_answers_end": [
        (
            duel(
                AT_THE_END,
                f'    while heads and not raised.shields:\n        table.note(raised, rule="CD-2")\n{AT_THE_END}',
            ),
            "example 0 does not end with the answers of a random player: too many table calls",
        ),
        (duel(CHOICES, "iter(())"), "the question `raise-shields` lists no choice"),
    ],
    "every_listed_choice_is_legal_and_counted": [
        (duel("range(self.most, -1", "range(self.most + 1, -1"), "lists Raised(shields=2), but `check` refuses it"),
        (duel(CHOICES, "(Raised(0) for n in range(2))"), "lists a choice twice"),
        (
            duel("    def check(self", "    def total(self):\n        return 7\n\n    def check(self"),
            "lists 2 choices, but `total` says otherwise",
        ),
    ],
    "an_illegal_choice_is_refused_and_changes_nothing": [
        (duel("0 <= choice.shields <= self.most", "0 <= choice.shields"), "lets Raised(shields=1001) pass"),
        (
            duel(*SEEN, "raise IllegalChoice", "raise SEEN.append(1) or IllegalChoice")
            + duel("CoinDuelOutcome(hits)", "CoinDuelOutcome(hits + len(SEEN))")[1:],
            "example 0 ends in another way after an illegal choice",
        ),
    ],
    "odds_sum_to_one_and_equal_the_plain_enumeration": [
        (duel("checkpoint(heads)", "checkpoint(0)"), "`table.checkpoint` changes the odds"),
        (duel("dice=(COIN,)", 'dice=(COIN,), odds=lambda *_: {"hits": {0: 1}}'), "`odds` differs from the enumeration"),
        (duel(*FURTHER), "`further.odds` differs from the enumeration"),
        (duel("Attack(3, 1)", "Attack(9, 1)", AFTER_THE_ROLL, MANY_ROLLS), "more than 5000 throws"),
    ],
    "rule_ids_in_the_code_and_in_the_text_are_the_same": [
        (duel('rule="CD-3"', 'rule="CD-4"'), "the rule CD-3 stands only in RULES.md"),
        (duel_rules("## CD-3", "## CD-30"), "the rule CD-3 stands only in the code"),
        (duel_rules("## CD-1", "## CD-9", "## CD-2", "## CD-1", "## CD-9", "## CD-2"), "Sort them by their numbers"),
        (duel_rules("## ", "### "), "RULES.md tells no rule"),
    ],
    "every_language_has_every_message": [
        (changed("coin_duel", "locales/de.json", ("", '{"outcome": "{{hits}}"}')), "is missing in locales/de.json"),
    ],
    "every_step_has_a_text_without_holes": [
        (duel_text("fact.casualty", "fact.other"), "`casualty` (de) has no text"),
        (duel_text("chose.raise-shields", "chose.other"), "`raise-shields` (de) has no text"),
        (duel_text('"outcome"', '"other"'), "`outcome` (de) has no text"),
        (duel_text("{{unit}} is", "{{detail.cause}} is"), "`casualty` (de) shows a value that is not there: null"),
        (duel_text("{{unit}} is", "{{unit }} is"), "`casualty` (de) has a hole that nothing fills"),
    ],
    "every_question_is_told_and_no_two_of_its_choices_alike": [
        (duel_text("question.raise-shields", "question.other"), "`question.raise-shields` (de) has no text"),
        (duel_text("choice.raise-shields", "choice.other"), "`choice.raise-shields` (de) for {'shields': 1} has no"),
        (
            duel_text('"{{shields}} shields"', '"Some shields"'),
            "`choice.raise-shields` (de) tells {'shields': 1} and {'shields': 0} alike: Some shields",
        ),
    ],
    "what_an_attack_leaves_can_be_sent_again": [
        (
            changed("face_down", "rules.py", ("FaceDownAfter(cards[turned:])", "FaceDownAfter(cards[turned:] * 30)")),
            "what is left is no situation: Tuple should have at most 20 items",
        ),
        (
            changed("face_down", "rules.py", UNKNOWN),
            "what is left is refused: unknown-card (FD-1). Let `after` be right, or name the reason in `ends`",
        ),
        (
            changed("face_down", "model.py", (LEFT, LEFT.replace("cards:", "row:"))),
            "`after` of the outcome has `row`, which situations do not have",
        ),
    ],
    "records_do_not_depend_on_the_hash_seed": [
        (duel(AT_THE_END, f'    table.note({SET}, rule="CD-3")\n{AT_THE_END}'), "Iterate over no set"),
        (
            duel("RULESET = ", 'import sys\n\nassert "pytest" in sys.modules\nRULESET = '),
            "cannot be recorded in another process: AssertionError",
        ),
    ],
}
CASES = [(check, *case) for check, cases in BROKEN.items() for case in cases]


@pytest.mark.parametrize(
    ("check", "changes", "words"), CASES, ids=[f"{check}-{n}" for n, (check, *_) in enumerate(CASES)]
)
def test_a_mistake_is_a_sentence(fault_in, check, changes, words, monkeypatch):
    monkeypatch.setattr("app.conformance.odds.THROWS", 5_000)
    fault = fault_in(check, *changes)
    assert fault is not None
    assert words in fault

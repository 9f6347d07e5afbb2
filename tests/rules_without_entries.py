"""The rules whose id no entry of a record, no question and no refusal carries, each with the reason why.

An entry carries one id: that of the rule which makes for the roll, the choice or the fact. A rule that says when, in
which order or how much something else happens, or what does not happen, has no entry of its own. What it says is seen
in the results; a test that shows it has the mark `rule` with its id.
"""

LEFT_TO_THE_TABLE = {
    "XW-4": "the players measure; what is sent is measured",
    "XW-9": "the players measure; the attack range is sent and stands in the entry of XW-3",
}
"""Rules that the players keep: the service neither does nor checks anything by them."""

SEEN_IN_RESULTS = {
    "OF-14": "an order: seen in the order of the entries of the steps",
    "OF-16": "a duration: seen in the value that the threshold of OF-29 takes from the mode",
    "OF-25": "a reason for OF-24, which refuses the attack",
    "OF-34": "an equality: seen in the entries of OF-27 … OF-30, which are the same",
    "CR-13": "an order: seen in the structure of the attack's entry by CR-12 and of its steps",
    "CR-22": "something that does not happen: what is left has no card that was destroyed before",
    "SS-1": "an order: seen in the order of the entries of SS-12 … SS-22",
    "SS-7": "a definition of the target: seen in the entry of SS-4",
    "SS-18": "arithmetic: seen in the entries of SS-14 … SS-17",
    "SS-19": "something that does not happen: no entry by SS-17",
    "SS-21": "something that does not happen: the entry of SS-20 is arithmetic for every roll",
    "SS-28": "something that does not happen: the choice by SS-22 is refused by SS-25",
    "SS-31": "a statement on who answers: the question of SS-37 is the owner's",
    "SS-36": "a definition of what counts for SS-35: seen in the choices of SS-37",
    "SS-42": "a state: seen in the areas after the fire",
    "SS-45": "something that does not happen: no entry by SS-44 or SS-46",
    "SS-51": "an order: seen in the order of the entries",
    "SS-57": "a statement on the record as a whole",
    "XW-11": "something that does not happen: no entry by XW-7",
    "XW-14": "a consequence of XW-10, XW-12 and XW-13, which refuse the attack",
    "XW-15": "a consequence of a refusal by another rule: there is no record",
    "XW-17": "an order: seen in the order of the entries of XW-18 and XW-28",
    "XW-19": "arithmetic: seen in the entry of XW-20",
    "XW-25": "a statement on how dice are thrown: one roll by XW-18",
    "XW-26": "a state: seen in the dice, which may be rerolled by XW-31",
    "XW-27": "a definition: seen where dice that nobody modifies are more",
    "XW-34": "an order: seen in the order of the entries of XW-35 and XW-42",
    "XW-36": "arithmetic: seen in the entry of XW-37",
    "XW-52": "something that does not happen: no entry by XW-56, and a question by XW-62",
    "XW-54": "an order: each damage has its entry by XW-56",
    "XW-55": "an order: each damage has its entry by XW-56",
    "XW-57": "a number: each card has its entry by XW-56",
    "XW-65": "a duration: seen in the role that the questions of the last queues go to",
    "XW-68": "a permission: the engagement of a destroyed ship is not refused",
}
"""Rules that are seen in what other entries, outcomes and refusals say."""

"""Logs that every checker accepts, and logs that none does: made from those, with hashes that fit, by whoever forges."""

import gzip
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from app.services.rulebooks.installed import find_rulebooks
from tests.record_exports import EXPORTS

RECORDED = Path(__file__).parent / "vectors" / "logs"
LENGTHS = (16, 1024)
"""How many seeds a chain of the recorded sessions has."""
OTHER, ZERO = "ab" * 32, "00" * 32


@dataclass
class Line:
    """An event with the private parts that its line shows."""

    body: dict
    private: list = field(default_factory=list)

    @property
    def type(self):
        return self.body["type"]


Log = list[Line]


@cache
def accepted() -> dict[str, bytes]:
    """Logs that hold, by name: of this release, and of each earlier one."""
    found = {file.name.partition(".")[0]: gzip.decompress(file.read_bytes()) for file in sorted(RECORDED.iterdir())}
    for folder in sorted(EXPORTS.iterdir()):
        found[f"{folder.name}-match"] = (folder / "session.ndjson").read_bytes()
        lines: list[bytes] = []
        count = 0
        for line in gzip.decompress((folder / "instance.ndjson.gz").read_bytes()).splitlines(keepends=True):
            if line.startswith(b'{"seq":'):
                lines.append(line)
            elif line.startswith(b'{"end":'):
                count += 1
                found[f"{folder.name}-{count:02}"] = b"".join([*lines, line])
                lines = []
    return found


def read(export: bytes) -> Log:
    """The events of an export."""
    lines = [json.loads(line) for line in export.splitlines()[:-1]]
    return [Line(json.loads(line["body"]), line["private"]) for line in lines]


def spelled(value: str) -> str:
    """A text as a JSON string that escapes only what it has to."""
    text = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(sign):04x}" if ord(sign) < 32 else sign for sign in text) + '"'


def written(log: Log, *, numbers: bool = True, body: Callable[[dict], str] | None = None) -> bytes:
    """An export of these events whose numbers and hashes all fit: what a forger hands out."""
    head, lines = bytes(32), []
    for seq, line in enumerate(log, 1):
        told = {**line.body, "seq": seq} if numbers else line.body
        data = (body or compact)(told)
        raw = data.encode()
        head = sha256(b"umpire-1:event\0" + head + len(raw).to_bytes(8, "big") + raw).digest()
        private = ",".join(
            f'{{"digest":"{part["digest"]}","salt":"{part["salt"]}","bytes":{spelled(part["bytes"])}}}'
            for part in line.private
        )
        lines.append(f'{{"seq":{told["seq"]},"hash":"{head.hex()}","body":{spelled(data)},"private":[{private}]}}\n')
    end = compact({"end": True, "events": len(log), "head": head.hex()})
    return ("".join(lines) + end + "\n").encode()


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


# What forgers do to a log. Each is named by what it does, and says why no checker accepts it: in the words of all
# checkers, or RULES where only the rulebook can tell, or UNREADABLE.
RULES, UNREADABLE, SEEDS = "rules", "unreadable", "seeds"
X_WING = find_rulebooks()["x-wing"].ruleset.version
FORGERIES: dict[str, tuple[str, str, Callable[[Log], object]]] = {}


def forgery(of: str, why: str):
    """Decorates what is done to the log of this name, which it changes or returns anew."""

    def named(change):
        FORGERIES[change.__name__] = of, why, change
        return change

    return named


def forged(name: str) -> bytes:
    """The export of a forgery."""
    of, _, change = FORGERIES[name]
    log = read(accepted()[of])
    made = change(log)
    return made if isinstance(made, bytes) else written(log if made is None else made)


def at(log: Log, type: str, n: int = 0) -> int:
    """The place of the n-th event of a type."""
    return [place for place, line in enumerate(log) if line.type == type][n]


def first(log: Log, type: str, n: int = 0) -> dict:
    return log[at(log, type, n)].body


def insert(log: Log, place: int, type: str, **body) -> None:
    log.insert(place, Line({"seq": 0, "at": log[0].body["at"], "type": type, **body}))


def of_action(log: Log, number: int) -> list[Line]:
    return [line for line in log if line.body.get("action") == number or line.body.get("upto") == number]


SERIES, VOIDS, PHYSICAL, GAME, ENTROPY = (
    "session-01",
    "session-04",
    "session-08",
    "open-forces-sample-finished",
    "session-11",
)
ALONE, SECOND, BROUGHT, CLOCKS, SLIP, PROPOSED = (
    "session-03",
    "session-05",
    "session-18",
    "session-20",
    "open-forces-sample-open",
    "session-06",
)
HIDES, FORGOTTEN = "castle-rampage-whole-sample-finished", "session-16"

ONCE = "a session is opened once, by its first event"
NUMBERS = "actions are declared as 1, 2, …, each once"
CLOSED = "the session is closed"
PENDING = "its action does not wait for anything"
OWN_DICE = "its dice are not those of the opening"
SEEDLESS = "physical dice have no seeds and no entropy"
HIDDEN = "something is hidden where nothing may be"
DUE = "the seat may not give this now"
LATER = "a seed is revealed for a later action than the last, which was declared"


@forgery(SERIES, ONCE)
def a_second_opening_with_another_commitment(log):
    again = deepcopy(log[0])
    again.body["chain"]["commitment"] = OTHER
    log.insert(1, again)


@forgery(SERIES, UNREADABLE)
def no_opening(log):
    del log[0]


@forgery(SERIES, "it is not the next seed chain")
def the_first_chain_committed_once_more(log):
    insert(log, 1, "chain-committed", **{**log[0].body["chain"], "commitment": OTHER})


@forgery(SECOND, "it is not the next seed chain")
def a_second_chain_drawn_anew(log):
    place = at(log, "chain-committed")
    log.insert(place + 1, deepcopy(log[place]))
    log[place + 1].body["commitment"] = OTHER


@forgery(SECOND, "it is not the next seed chain")
def a_further_chain_of_another_length(log):
    first(log, "chain-committed")["length"] = 1


@forgery(SECOND, "no seed chain is committed for its action")
def a_chain_that_is_committed_after_its_actions(log):
    log.append(log.pop(at(log, "chain-committed")))


@forgery(SECOND, "no action has come to the chain before it")
def a_third_chain_before_the_second_is_used(log):
    place = at(log, "chain-committed")
    log.insert(place + 1, deepcopy(log[place]))
    log[place + 1].body["number"] = 3


@forgery(SERIES, "its first seed chain is not of the length of all")
def chains_of_one_seed_for_a_series(log):
    log[0].body["chain"]["length"] = 1


@forgery(ALONE, "its first seed chain is not of the length of all")
def a_long_chain_for_an_attack_of_its_own(log):
    log[0].body["chain"]["length"] = 16


@forgery(SERIES, "its first seed chain is not of the length of all")
def no_chain_though_the_service_throws(log):
    log[0].body["chain"] = None


@forgery(SERIES, NUMBERS)
def an_action_left_out(log):
    return [line for line in log if line not in of_action(log, 2)]


@forgery(SERIES, NUMBERS)
def an_action_declared_twice(log):
    place = at(log, "action-resolved")
    log[place + 1 : place + 1] = deepcopy([line for line in of_action(log, 1) if line.type != "seeds-revealed"])


@forgery(ALONE, NUMBERS)
def an_action_with_a_number_of_fifty_million(log):
    first(log, "action-declared")["action"] = 50_000_000


@forgery(ALONE, LATER)
def a_seed_of_action_fifty_million(log):
    first(log, "seeds-revealed")["upto"] = 50_000_000


@forgery(SERIES, LATER)
def a_seed_revealed_before_its_action(log):
    log.insert(1, log.pop(at(log, "seeds-revealed")))


@forgery(SERIES, LATER)
def a_seed_revealed_twice(log):
    place = at(log, "seeds-revealed")
    log.insert(place + 1, deepcopy(log[place]))


@forgery(SERIES, "an action up to this one still waits")
def a_seed_revealed_before_its_action_is_resolved(log):
    seed, resolved = at(log, "seeds-revealed"), at(log, "action-resolved")
    log.insert(resolved, log.pop(seed))


@forgery(SERIES, SEEDS)
def a_seed_of_another_chain(log):
    first(log, "seeds-revealed")["seed"] = OTHER


@forgery(PHYSICAL, SEEDLESS)
def a_seed_though_people_throw(log):
    insert(log, len(log), "seeds-revealed", upto=1, seed=OTHER)


@forgery(PHYSICAL, SEEDLESS)
def a_chain_though_people_throw(log):
    log[0].body["chain"] = {"number": 1, "length": 16, "commitment": OTHER}


@forgery(SERIES, CLOSED)
def actions_after_the_close(log):
    place = at(log, "action-declared", 2)
    insert(log, place, "session-closed", result=None, reason="closed")


@forgery("session-07", CLOSED)
def closed_twice(log):
    log.append(deepcopy(log[-1]))


@forgery("session-07", "an action still waits")
def closed_while_an_action_waits(log):
    del log[at(log, "action-voided")]


@forgery("session-07", "only a game is finished")
def a_finished_series(log):
    first(log, "session-closed")["reason"] = "finished"


@forgery("session-07", "the session has no clocks")
def time_over_without_clocks(log):
    first(log, "session-closed")["reason"] = "time"


@forgery(GAME, RULES)
def another_winner_of_a_finished_game(log):
    result = first(log, "session-closed")["result"]
    result["winner"], result["winners"] = 3 - (result["winner"] or 1), [3 - (result["winner"] or 1)]


@forgery(GAME, RULES)
def a_finished_game_that_was_only_ended(log):
    log[:] = [line for line in log if not line.body.get("action", 0) > 20 and not line.body.get("upto", 0) > 20]
    log[:] = [line for line in log if line.body.get("number", 0) < 4 or line.type != "chain-committed"]


@forgery(GAME, RULES)
def a_game_that_is_over_and_not_closed(log):
    del log[at(log, "session-closed")]


@forgery(SERIES, "its options are not those of the opening")
def other_options_in_the_opening(log):
    log[0].body["options"]["base_threshold"] = 8


@forgery(SERIES, OWN_DICE)
def other_dice_than_in_the_opening(log):
    first(log, "action-declared")["dice"] = {"source": "physical"}


@forgery(SERIES, OWN_DICE)
def a_roll_that_people_are_said_to_have_thrown(log):
    next(entry for entry in first(log, "entries")["entries"] if entry["kind"] == "rolled")["source"] = "physical"


@forgery(SLIP, "the game begins with another setup than that of the opening")
def another_setup_in_the_opening(log):
    log[0].body["setup"]["cards"] = log[0].body["setup"]["cards"][::-1]


@forgery(SERIES, HIDDEN)
def a_public_outcome_blanked(log):
    first(log, "action-resolved")["outcome"] = {"unknown": True}


@forgery(SERIES, HIDDEN)
def a_public_choice_behind_a_digest(log):
    first(log, "entries")["entries"][0]["data"] = {"private": OTHER}


@forgery(HIDES, HIDDEN)
def casualties_of_a_hidden_game_in_a_number(log):
    first(log, "action-declared")["kind"] = {"private": OTHER}


@forgery(SERIES, "a seat has yet to give its entropy")
def entropy_that_was_promised_and_never_given(log):
    log[0].body["seats"] = [{"seat": 1, "name": None, "side": None, "reference": None}]
    log[0].body["entropy"] = "seats"


@forgery(ENTROPY, DUE)
def other_bytes_of_a_seat(log):
    first(log, "seat-revealed")["entropy"] = OTHER


@forgery(ENTROPY, DUE)
def a_commitment_after_the_bytes(log):
    log.append(deepcopy(log[at(log, "seat-committed")]))
    log.insert(at(log, "seat-revealed") + 1, log.pop())


@forgery(ENTROPY, "a seat has yet to give its entropy")
def bytes_of_nobody(log):
    del log[at(log, "seat-revealed")]


@forgery(ENTROPY, "others go on without a seat, not itself")
def a_seat_that_goes_on_without_itself(log):
    first(log, "seat-waived")["by"] = {"seat": first(log, "seat-waived")["seat"]}


@forgery(ENTROPY, "the seats give no entropy in this session")
def entropy_where_none_was_asked_for(log):
    del log[0].body["entropy"]


@forgery(ENTROPY, "entropy is fixed before the first action")
def entropy_after_the_first_action(log):
    insert(log, at(log, "action-declared") + 1, "seat-waived", seat=1, by="host")


@forgery(SERIES, UNREADABLE)
def an_event_of_an_unknown_type(log):
    insert(log, 3, "dice-blessed", action=1)


@forgery(SERIES, "not every seat has agreed to void it")
def a_result_voided_by_nobody_s_wish(log):
    insert(log, at(log, "action-resolved") + 1, "action-voided", action=1, by="seats", reason=None, replaced_by=None)


@forgery(PROPOSED, "not every seat has agreed to void it")
def a_result_voided_by_one_of_two(log):
    del log[at(log, "void-proposed")]


@forgery(SERIES, "a seat takes nothing back alone here")
def a_result_taken_back_where_nothing_is(log):
    log[0].body["seats"] = [{"seat": 1, "name": None, "side": None, "reference": None}]
    insert(
        log, at(log, "action-resolved") + 1, "action-voided", action=1, by={"seat": 1}, reason=None, replaced_by=None
    )


@forgery(VOIDS, "the next action is what replaces one")
def replaced_by_an_earlier_action(log):
    next(line for line in log if line.type == "action-voided").body["replaced_by"] = 1


@forgery(VOIDS, "its action is void")
def voided_twice(log):
    place = at(log, "action-voided")
    log.insert(place + 1, deepcopy(log[place]))


@forgery("session-07", "its action is void")
def entries_after_the_voiding(log):
    number = first(log, "action-voided")["action"]
    later = next(line for line in log if line.type == "entries" and line.body["action"] == number)
    log.remove(later)
    log.insert(at(log, "action-voided") + 1, later)


@forgery(SERIES, PENDING)
def resolved_twice(log):
    place = at(log, "action-resolved")
    log.insert(place + 1, deepcopy(log[place]))


@forgery(SERIES, PENDING)
def entries_after_the_outcome(log):
    place = at(log, "entries")
    log.insert(at(log, "action-resolved") + 1, log.pop(place))


@forgery(SERIES, "its entries do not follow those before them")
def the_first_entries_left_out(log):
    body = first(log, "entries")
    body["from"] = 1


@forgery(SERIES, "its action was not declared")
def entries_of_an_action_that_nobody_declared(log):
    first(log, "entries")["action"] = 9


@forgery(SLIP, "an action of the game still waits")
def two_moves_at_once(log):
    del log[at(log, "action-resolved")]
    del log[at(log, "seeds-revealed")]


@forgery(GAME, "the first action of a game alone is its opening")
def a_move_before_the_opening(log):
    first(log, "action-declared")["kind"] = "pass"


@forgery(GAME, "one seat makes a move, and none the opening")
def a_move_of_nobody(log):
    first(log, "action-declared", 1)["seats"] = {}


@forgery(GAME, "a seat of its action does not exist")
def a_move_of_a_third_seat(log):
    first(log, "action-declared", 1)["seats"] = {"actor": 3}


@forgery(GAME, "its policies are not those of the opening")
def a_move_with_policies_of_its_own(log):
    first(log, "action-declared", 1)["policies"]["seat-1"] = "ask"


@forgery(SERIES, "outside of a game actions are attacks")
def an_opening_in_a_series(log):
    first(log, "action-declared")["kind"] = "open-game"


@forgery(PROPOSED, "an attack is made by two different seats, or by none")
def an_attack_on_oneself(log):
    first(log, "action-declared")["seats"] = {"attacker": 1, "defender": 1}


@forgery(ALONE, "an attack of its own is one action")
def a_second_action_of_an_attack_of_its_own(log):
    again = deepcopy(log[1:])
    for line in again:
        for name in ("action", "upto"):
            if name in line.body:
                line.body[name] = 2
    log += again


@forgery(PROPOSED, "seats are numbered as 1, 2, …")
def seats_with_a_gap(log):
    log[0].body["seats"][1]["seat"] = 3


@forgery(SERIES, "a game alone has a setup")
def a_series_with_a_setup(log):
    log[0].body["setup"] = {}


@forgery(PROPOSED, "nobody has proposed it")
def declined_though_nobody_has_proposed(log):
    insert(log, 1, "close-declined", by="host")


@forgery(SERIES, "the session has no deadlines")
def a_deadline_that_nobody_set(log):
    insert(log, 2, "deadline-passed", action=1, by="attacker", seat=None, policy="default")


@forgery(SERIES, "the session has no clocks")
def clocks_that_nobody_set(log):
    insert(log, 1, "clocks-changed", left_ms={}, running=[])


@forgery(CLOCKS, CLOSED)
def clocks_that_run_after_the_close(log):
    insert(log, len(log), "clocks-changed", left_ms={"1": 1}, running=[1])


@forgery(SERIES, "nothing is hidden in this session")
def something_shown_where_nothing_is_hidden(log):
    insert(log, 2, "private-revealed", action=1, parts=[])


@forgery(HIDES, "what is hidden is shown right after the close, once")
def shown_twice_after_the_close(log):
    place = at(log, "private-revealed", -1)
    log.append(deepcopy(log[place]))


@forgery(HIDES, "a part is shown that nothing before has the digest of")
def a_part_that_nobody_hid(log):
    raw = b"1"
    digest = private_digest(bytes(16), raw)
    first(log, "private-revealed", -1)["parts"].append({"digest": digest, "salt": "00" * 16, "bytes": "1"})


@forgery(HIDES, "what was hidden is still missing after the close")
def what_was_hidden_never_shown(log):
    del log[at(log, "private-revealed", -1)]
    for line in log:
        line.private = []


@forgery(HIDES, "seeds are revealed before the close, or after it if it hides")
def a_seed_before_the_close_of_what_is_hidden(log):
    log.insert(at(log, "session-closed"), log.pop(at(log, "seeds-revealed")))


@forgery(SERIES, "seeds are revealed before the close, or after it if it hides")
def seeds_after_the_close_of_what_is_open(log):
    insert(log, at(log, "seeds-revealed", -1), "session-closed", result=None, reason="closed")


@forgery(FORGOTTEN, "only what names a person is forgotten")
def a_card_forgotten(log):
    card = next(part for line in log if line.type in ("entries", "action-declared") for part in line.private)
    insert(log, len(log), "personal-forgotten", parts=[card["digest"]])


@forgery(BROUGHT, "a list is brought by its own seat, or from its reserve")
def a_list_from_another_seat(log):
    first(log, "list-brought")["by"] = {"seat": 2}


@forgery(BROUGHT, "lists are shown once all have brought theirs")
def lists_shown_too_early(log):
    place = at(log, "list-brought", -1)
    log.insert(at(log, "private-revealed") + 1, log.pop(place))


@forgery(BROUGHT, "a seat has yet to bring its list")
def a_game_without_the_list_of_a_seat(log):
    del log[at(log, "private-revealed")]
    del log[at(log, "list-brought", -1)]


@forgery(BROUGHT, "a rematch is offered once, after the close")
def a_rematch_before_the_end(log):
    log.insert(3, log.pop(at(log, "rematch-offered")))


@forgery(SERIES, UNREADABLE)
def a_key_that_stands_twice(log):
    return written(log, body=lambda told: compact(told).replace('"type":', '"type":"entries","type":', 1))


@forgery(SERIES, "a seed is 64 digits in lower case")
def a_seed_in_capitals(log):
    body = first(log, "seeds-revealed")
    body["seed"] = body["seed"].upper()


@forgery(SERIES, UNREADABLE)
def a_number_that_is_true(log):
    first(log, "action-declared")["action"] = True


@forgery(SERIES, UNREADABLE)
def a_version_in_letters(log):
    first(log, "action-declared")["ruleset_version"] = "3"


@forgery(SERIES, UNREADABLE)
def a_fraction(log):
    first(log, "action-resolved")["outcome"]["kills"] = 1.0


@forgery(SERIES, UNREADABLE)
def a_number_that_few_programs_read(log):
    first(log, "action-resolved")["outcome"]["kills"] = 2**53 + 1


@forgery(SERIES, RULES)
def an_outcome_of_another_version_with_a_member_less(log):
    for line in log:
        if "ruleset_version" in line.body:
            line.body["ruleset_version"] -= 1
    del first(log, "action-resolved")["outcome"]["threshold"]


@forgery(SERIES, RULES)
def hiding_where_the_rulebook_hides_nothing(log):
    log[0].body["hides"] = True


@forgery(SERIES, RULES)
def an_illegal_situation(log):
    first(log, "action-declared")["situation"]["attacker"]["units"] = 100_000


@forgery(GAME, RULES)
def a_choice_that_no_policy_made(log):
    chosen = next(e for line in log if line.type == "entries" for e in line.body["entries"] if e["kind"] == "chose")
    chosen["source"] = "seat" if chosen["source"] == "rules" else "rules"


@forgery(GAME, RULES)
def a_choice_of_a_policy_that_nobody_named(log):
    entries = (e for line in log if line.type == "entries" for e in line.body["entries"])
    next(e for e in entries if e.get("source") == "policy")["policy"] = "default"


@forgery("session-14", RULES)
def a_record_that_ends_in_the_middle(log):
    for type in ("action-resolved", "seeds-revealed", "close-proposed", "session-closed"):
        del log[at(log, type, -1)]
    last = log[at(log, "entries", -1)].body
    last["entries"] = last["entries"][:1]


@forgery(GAME, RULES)
def another_winner_under_another_version(log):
    first(log, "action-declared", -1)["ruleset_version"] += 1
    another_winner_of_a_finished_game(log)


@forgery(GAME, RULES)
def a_choice_of_a_policy_that_nobody_named_under_another_version(log):
    for line in log:
        if line.type == "action-declared":
            line.body["ruleset_version"] += 1
    a_choice_of_a_policy_that_nobody_named(log)


@forgery(GAME, RULES)
def a_seat_that_is_said_to_have_chosen_for_its_policy(log):
    entries = (e for line in log if line.type == "entries" for e in line.body["entries"])
    chosen = next(e for e in entries if e.get("source") == "policy")
    chosen["source"], chosen["policy"] = "seat", None


@forgery(BROUGHT, "nobody wins where lists are refused")
def a_winner_of_refused_lists(log):
    first(log, "session-closed")["result"] = {"winner": 1, "scores": None, "note": None}


@forgery(PROPOSED, "nobody is called so who sends anything here")
def an_action_of_a_ninth_seat(log):
    first(log, "action-declared")["sent_by"] = {"seat": 9}


@forgery(VOIDS, UNREADABLE)
def a_result_voided_by_an_operator(log):
    first(log, "action-voided")["by"] = "operator"


@forgery("session-07", UNREADABLE)
def a_close_for_no_reason(log):
    first(log, "session-closed")["reason"] = "tea"


@forgery("session-14", "its seat does not exist")
def a_winner_who_does_not_sit(log):
    log[-1].body["result"] = {"winner": 3, "scores": None, "note": None}


@forgery(SERIES, RULES)
def other_casualties_than_the_record_has(log):
    first(log, "action-resolved")["casualties"] = []


@forgery(SERIES, "the session has no host")
def a_host_who_does_not_exist(log):
    log[0].body["host"] = False


@forgery(PROPOSED, "the session has no host")
def a_result_voided_by_a_host_who_does_not_exist(log):
    log[0].body["host"] = False
    first(log, "action-voided").update(by="host")


@forgery("session-15", "an answer is said to be of another than who sent it")
def an_answer_of_a_seat_that_the_host_has_sent(log):
    entries = next(line.body for line in log if any(e.get("source") == "seat" for e in line.body.get("entries", ())))
    entries["sent_by"] = "host"


@forgery(FORGOTTEN, "what was forgotten is shown")
def a_forgotten_name_that_is_shown_again(log):
    opening = next(line for line in log if line.private)
    insert(log, len(log), "personal-forgotten", parts=[opening.private[0]["digest"]])


@forgery(PROPOSED, UNREADABLE)
def an_action_played_at_no_time(log):
    first(log, "action-declared")["played_at"] = "yesterday"


@forgery(PROPOSED, UNREADABLE)
def an_event_of_no_time(log):
    log[1].body["at"] = "2026-13-40"


@forgery(HIDES, UNREADABLE)
def a_part_with_a_longer_salt(log):
    line = next(line for line in log if line.private)
    (part, *_) = line.private
    salt, value = bytes.fromhex(part["salt"]) + b"\0", part["bytes"].encode()
    digest = private_digest(salt, value)
    line.body.update(json.loads(json.dumps(line.body).replace(part["digest"], digest)))
    part.update(salt=salt.hex(), digest=digest)


@forgery(SLIP, RULES)
def a_move_of_the_service_that_nobody_left_to_it(log):
    first(log, "action-declared", 1)["sent_by"] = "service"


@forgery(SERIES, RULES)
def a_policy_that_the_rulebook_does_not_have(log):
    declared = next(line.body for line in log if line.type == "action-declared")
    declared["policies"] = {**declared["policies"], "attacker": "always-lucky"}


def rolls_in(log: Log) -> list[dict]:
    """The rolls of a log, in order."""
    return [e for line in log if line.type == "entries" for e in line.body["entries"] if e["kind"] == "rolled"]


def resealed(log: Log, digest: str, value: object) -> None:
    """Put another value into a private part, wherever the log has the part or its digest."""
    part = next(part for part in parts_shown(log) if part["digest"] == digest)
    raw = compact(value).encode()
    anew = private_digest(bytes.fromhex(part["salt"]), raw)
    for line in log:
        line.body = json.loads(json.dumps(line.body).replace(digest, anew))
    for part in parts_shown(log):
        if part["digest"] in (digest, anew):
            part.update(digest=anew, bytes=raw.decode())


def private_digest(salt: bytes, raw: bytes) -> str:
    """The digest of a private part, by docs/fairness.md alone."""
    return sha256(b"umpire-1:private\0" + salt + len(raw).to_bytes(8, "big") + raw).hexdigest()


def parts_shown(log: Log) -> Iterator[dict]:
    """The private parts that a log shows, in its lines and by later events."""
    for line in log:
        yield from line.private
        yield from line.body["parts"] if line.type == "private-revealed" else ()


@forgery(SERIES, UNREADABLE)
def a_roll_without_faces_whose_outcome_is_made_up(log):
    """What stands behind the roll could then be anything."""
    for roll in rolls_in(log):
        roll["faces"] = []
    first(log, "action-resolved")["outcome"]["kills"] = 9


@forgery(HIDES, UNREADABLE)
def a_hidden_shuffle_without_faces(log):
    resealed(log, next(roll["faces"]["private"] for roll in rolls_in(log) if "private" in roll["faces"]), [])


@forgery(HIDES, UNREADABLE)
def a_hidden_part_that_is_null(log):
    card = next(
        line.body["situation"]["card"]
        for line in log
        if "private" in (line.body.get("situation") or {}).get("card", ())
    )
    resealed(log, card["private"], None)


@forgery(HIDES, HIDDEN)
def an_outcome_that_is_unknown_and_never_shown(log):
    first(log, "action-resolved")["outcome"] = {"unknown": True}


@forgery(SERIES, RULES)
def true_in_the_place_of_one(log):
    outcome = next(
        line.body["outcome"] for line in log if line.type == "action-resolved" and 1 in line.body["outcome"].values()
    )
    for name, value in outcome.items():
        outcome[name] = True if type(value) is int and value == 1 else value


AGREED, LATE, FLAGGED, ANSWERED = (
    "series-agreed-closed",
    "series-late-closed",
    "open-forces-sample-flagged",
    "session-15",
)
MAY_NOT_VOID = "the service makes an action void only where the time of a player is over, and the game with it"
OWN_NEWEST = "a seat takes back its own newest move alone, as long as nothing came of it"
MAY_NOT_MOVE, MAY_NOT_ATTACK = "who has sent it may not move for this seat", "who has sent it does not attack"
NOT_ASKED, NOT_LEFT = "who has answered is not who was asked", "nobody has left the answer to the service"
NOT_CLOSED, IN_TIME = "nobody who may has closed it so", "a deadline had passed, and something else follows"
OVER, NOT_OVER = "the time of a player was over, and the game with it", "the time of no player is over, or others win"
NOT_AGREED = "not every seat wants the clocks so"
NOT_PROPOSED = "what replaces an action is not what all seats have proposed"


@forgery(VOIDS, MAY_NOT_VOID)
def a_result_voided_by_the_service(log):
    first(log, "action-voided")["by"] = "service"


@forgery(FLAGGED, MAY_NOT_VOID)
def a_move_voided_by_the_service_where_it_only_moves_for_a_player(log):
    place = at(log, "action-resolved", 1)
    insert(log, place, "action-voided", action=2, by="service", reason=None, replaced_by=None)


@forgery(SLIP, OWN_NEWEST)
def a_move_taken_back_by_the_other_seat(log):
    first(log, "action-voided")["by"] = {"seat": 2}


@forgery(SLIP, OWN_NEWEST)
def a_move_taken_back_after_a_roll(log):
    roll = deepcopy(rolls_in(log)[0])
    first(log, "entries", 1)["entries"].append(roll)


@forgery(SLIP, OWN_NEWEST)
def an_opening_taken_back_by_a_seat(log):
    first(log, "action-voided")["action"] = 1


@forgery("session-11", OWN_NEWEST)
def a_move_of_the_service_taken_back_by_its_seat(log):
    first(log, "action-voided").update(by={"seat": 1}, reason=None)


@forgery(AGREED, NOT_PROPOSED)
def another_attack_than_all_have_proposed(log):
    first(log, "action-declared", 1)["situation"]["attacker"]["units"] += 1


@forgery(ANSWERED, MAY_NOT_MOVE)
def a_move_that_the_other_seat_has_sent(log):
    first(log, "action-declared", 1)["sent_by"] = {"seat": 1}


@forgery(ANSWERED, MAY_NOT_MOVE)
def a_move_that_the_service_has_sent_for_a_player(log):
    first(log, "action-declared", 1)["sent_by"] = "service"


@forgery(AGREED, MAY_NOT_ATTACK)
def an_attack_that_the_defender_has_sent(log):
    first(log, "action-declared")["sent_by"] = {"seat": 2}


@forgery(SERIES, MAY_NOT_ATTACK)
def an_attack_of_the_service(log):
    first(log, "action-declared")["sent_by"] = "service"


@forgery(ANSWERED, NOT_ASKED)
def an_answer_that_the_other_seat_has_sent(log):
    first(log, "entries", 2)["sent_by"] = {"seat": 1}


@forgery(AGREED, NOT_ASKED)
def an_answer_that_the_defender_has_sent_for_the_attacker(log):
    first(log, "entries", 1)["sent_by"] = {"seat": 2}


@forgery(LATE, NOT_LEFT)
def an_answer_of_the_service_before_the_deadline(log):
    del log[at(log, "deadline-passed")]


@forgery(AGREED, NOT_CLOSED)
def a_winner_whom_nobody_has_proposed(log):
    log[:] = [line for line in log if line.type != "close-proposed"]


@forgery(AGREED, NOT_CLOSED)
def a_winner_whom_one_of_two_has_proposed(log):
    del log[at(log, "close-proposed")]


@forgery(AGREED, NOT_CLOSED)
def another_winner_than_both_have_proposed(log):
    first(log, "session-closed")["result"]["winner"] = 2


@forgery(AGREED, NOT_CLOSED)
def a_winner_after_one_has_declined(log):
    insert(log, at(log, "session-closed"), "close-declined", by={"seat": 2})


@forgery(AGREED, NOT_CLOSED)
def abandoned_though_all_have_proposed_to_end_it(log):
    first(log, "session-closed")["reason"] = "abandoned"


@forgery(CLOCKS, NOT_OVER)
def time_over_though_no_clock_has_fallen(log):
    del log[at(log, "clock-expired")]


@forgery(CLOCKS, NOT_OVER)
def won_by_the_player_whose_time_was_over(log):
    first(log, "session-closed")["result"].update(winner=1, winners=[1])


@forgery(CLOCKS, OVER)
def played_on_after_the_time_was_over(log):
    again = deepcopy(log[at(log, "action-declared")])
    again.body.update(action=2, kind="pass", seats={"actor": 2})
    log[-1:] = [again]


@forgery(CLOCKS, OVER)
def closed_as_agreed_after_the_time_was_over(log):
    first(log, "session-closed").update(reason="closed", result={"winner": 1, "scores": None, "note": None})


@forgery(CLOCKS, "its clock does not run")
def the_time_of_who_is_not_asked_was_over(log):
    first(log, "clock-expired")["seat"] = 2


@forgery(CLOCKS, "its clock does not run")
def a_clock_that_fell_while_it_stood(log):
    log.insert(at(log, "clock-switched", 1), log.pop(at(log, "clock-expired")))
    del log[at(log, "session-closed")]


@forgery(CLOCKS, "its flag is not that of the opening")
def another_flag_than_that_of_the_opening(log):
    first(log, "clock-expired")["flag"] = "first-legal"


@forgery(FLAGGED, MAY_NOT_MOVE)
def a_clock_that_fell_after_the_move_that_it_explains(log):
    log.insert(at(log, "action-resolved", 1), log.pop(at(log, "clock-expired")))


@forgery(FLAGGED, NOT_AGREED)
def clocks_switched_by_one_of_two(log):
    del log[at(log, "clock-switched")]


@forgery(FLAGGED, NOT_AGREED)
def clocks_that_another_seat_is_said_to_want_switched(log):
    first(log, "clock-switched")["agreed"] = [1, 2]


@forgery(CLOCKS, "a clock has less than nothing, or more than it can have")
def more_time_than_there_is(log):
    first(log, "clocks-changed", 2)["left_ms"]["1"] = 66_000


@forgery(CLOCKS, "these are not the clocks of the session")
def the_clock_of_a_third_seat(log):
    first(log, "clocks-changed")["left_ms"]["3"] = 1


@forgery(LATE, "another policy answers than after a deadline of the opening")
def another_policy_after_a_deadline(log):
    first(log, "deadline-passed")["policy"] = "best"


@forgery(LATE, "its seat does not exist")
def the_deadline_of_a_seat_that_does_not_exist(log):
    first(log, "deadline-passed")["seat"] = 3


@forgery(LATE, IN_TIME)
def the_deadline_of_who_was_not_asked(log):
    first(log, "deadline-passed").update(by="defender", seat=2)


@forgery(LATE, IN_TIME)
def a_deadline_that_nothing_follows(log):
    place = at(log, "close-proposed")
    insert(log, place, "deadline-passed", action=None, by="seat-1", seat=1, policy="default")


@forgery("session-11", MAY_NOT_MOVE)
def a_move_of_the_other_seat_after_a_deadline(log):
    first(log, "deadline-passed").update(by="seat-2", seat=2)


@forgery(BROUGHT, "a list is brought by its own seat, or from its reserve")
def a_list_that_the_service_has_brought_for_a_player(log):
    first(log, "list-brought")["by"] = "service"


@forgery(PROPOSED, "nobody is called so who sends anything here")
def declined_by_the_service(log):
    first(log, "close-declined")["by"] = "service"


@forgery(SERIES, "versions of a rulebook begin with 1")
def a_version_that_no_rulebook_has_had(log):
    log[0].body["ruleset_version"] = 0


@forgery(LATE, "its deadline or its clock leaves no time")
def a_deadline_of_no_seconds(log):
    log[0].body["deadline"]["seconds"] = 0


@forgery(LATE, RULES)
def a_policy_in_the_opening_that_the_rulebook_does_not_have(log):
    log[0].body["policies"] = {"2": "always-lucky"}


@forgery("storm-over-stalingrad-sample-finished", RULES)
def a_side_that_the_rulebook_does_not_have(log):
    log[0].body["seats"][0]["side"] = "umpire"


@forgery(BROUGHT, RULES)
def a_list_beyond_its_limits(log):
    log[0].body["bring"]["1"]["points"] = 1
    for line in log:
        if "ruleset_version" in line.body:
            line.body["ruleset_version"] = X_WING


OF_SERVICE = "the service only has clocks stand right after the opening, and run once after that"


@forgery(CLOCKS, OF_SERVICE)
def clocks_halted_by_the_service(log):
    first(log, "clock-switched")["by"] = "service"


@forgery(CLOCKS, OF_SERVICE)
def clocks_run_by_the_service_that_did_not_wait(log):
    first(log, "clock-switched", 1)["by"] = "service"

"""The documents are true: every number of the worked example, every path and every link."""

import ast
import hashlib
import hmac
import re
from itertools import count, pairwise
from pathlib import Path

import pytest

from app.api.requests import strict
from app.cli import main
from app.cli.new_ruleset import clone_files
from app.domain import fairness
from app.domain.dice import Die
from app.web.language import MESSAGES

ROOT = Path(__file__).parents[1]
CLIENTS = [ROOT / "clients" / "README.md", *(ROOT / "clients").glob("*/README.md")]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *CLIENTS])
FAIRNESS = (ROOT / "docs" / "fairness.md").read_text()
ATTACK_DIE = ("hit", "hit", "hit", "crit", "focus", "focus", "blank", "blank")
FACES = {"6": (1, 2, 3, 4, 5, 6), "8": ATTACK_DIE}
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", FAIRNESS, re.MULTILINE | re.DOTALL)


def table(*headings):
    """The rows of the page's table with these headings, each as its cells."""
    head = "| " + " | ".join(headings) + " |\n"
    rows = FAIRNESS.partition(head)[2].split("\n\n")[0].splitlines()[1:]
    assert rows, head
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


SAID = dict(re.split(r"\s*=\s*", line) for block in blocks("text") for line in block.splitlines())
BYTES = {name: bytes.fromhex(value) for name, value in SAID.items() if len(value) in (32, 64)}
SESSION, NUMBER = BYTES["session"], int(SAID["number"])
ROLLS = table("roll", "dice", "pairs", "numbers", "remainders", "shown")
EVENTS = [line.encode() for line in blocks("json")[0].splitlines()]


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.digest(key, b"".join(parts), "sha256")


def word(name):
    return b"umpire-1:" + name + b"\0"


def thrown(stream, faces, dice):
    """The bytes that are read for some dice, and what they show; each die takes one byte."""
    limit, shown, read = 256 - 256 % len(faces), [], []
    for byte in stream:
        if len(shown) == dice:
            break
        read.append(byte)
        if byte < limit:
            shown.append(faces[byte % len(faces)])
    return read, shown


def test_the_seed_of_the_example_leads_to_its_commitment():
    chain = [BYTES[f"S_{place}"] for place in range(NUMBER + 1)]
    for earlier, later in pairwise(chain):
        assert sha(word(b"chain"), SESSION, later) == earlier
    assert (chain[0], chain[-1]) == (BYTES["commitment"], BYTES["seed"])


def test_key_and_streams_of_the_example_follow_from_its_seed():
    assert sha(word(b"entropy"), SESSION) == BYTES["entropy"]
    key = mac(BYTES["seed"], word(b"action"), SESSION, NUMBER.to_bytes(8, "big"), BYTES["entropy"])
    assert key == BYTES["key"]
    for roll in range(len(ROLLS)):
        assert mac(key, word(b"roll"), roll.to_bytes(4, "big"), bytes(4)) == BYTES[f"stream {roll}"]


@pytest.mark.parametrize("row", ROLLS, ids=lambda row: f"roll-{row[0]}")
def test_the_faces_of_the_example_follow_from_their_stream(row):
    roll, dice, pairs, numbers, remainders, shown = row
    how_many, sides = re.fullmatch(r"(\d+) of (\d+) faces", dice).groups()
    read, expected = thrown(BYTES[f"stream {roll}"], FACES[sides], int(how_many))
    limit = 256 - 256 % int(sides)
    assert [int(pair, 16) for pair in pairs.split()] == read
    assert numbers == " ".join(str(byte) for byte in read)
    assert remainders == " ".join(str(byte % int(sides)) if byte < limit else "–" for byte in read)
    assert shown == " ".join(str(face) for face in expected)


def test_inputs_are_spelled_out_as_the_calculator_takes_them():
    for _, text, spelled in table("for", "word", "in hexadecimal"):
        assert (text.encode() + b"\0").hex() == spelled
    example = FAIRNESS.partition("## Worked example")[2].partition("\n## ")[0]
    seeds, key, stream = [
        bytes.fromhex("".join(re.findall(r"`([0-9a-f]+)`", sentence)))
        for sentence in example.partition("For the step from S_5 to S_4")[2].partition("\n\n")[0].split(";")
    ]
    assert sha(seeds) == BYTES["S_4"]
    assert mac(BYTES["seed"], key) == BYTES["key"]
    assert mac(BYTES["key"], stream) == BYTES["stream 2"]


def test_the_sentences_of_the_example_agree_with_its_tables():
    six, attack = [[roll for roll, dice, *_ in ROLLS if dice == f"4 of {sides} faces"] for sides in FACES]
    left_out = [
        (row[0], pair, number)
        for row in ROLLS
        for pair, number, remainder in zip(*(row[column].split() for column in (2, 3, 4)), strict=True)
        if remainder == "–"
    ]
    for sentence in (
        f"Action {NUMBER} of a session",
        f"For the step from S_{NUMBER} to S_{NUMBER - 1} the input of SHA-256",
        "for stream 2 it is",
        f"Rolls {' and '.join(six)} are four six-sided dice each. Roll {attack[0]} is four attack dice of X-Wing",
        *(f"In roll {roll} the pair {pair} is {number}, so it is left out." for roll, pair, number in left_out),
    ):
        assert sentence in " ".join(FAIRNESS.split())


def test_numbers_are_left_out_from_the_greatest_multiple_on():
    for sides, width, limit in table("faces", "bytes for a die", "left out from"):
        n, least = int(sides), next(w for w in count(1) if 256**w >= int(sides))
        assert (int(width), int(limit)) == (least, 256**least - 256**least % n)


def test_the_events_of_the_example_are_chained():
    head = bytes(32)
    for n, body in enumerate(EVENTS, 1):
        head = sha(word(b"event"), head, len(body).to_bytes(8, "big"), body)
        assert (SAID[f"length {n}"], SAID[f"h_{n}"]) == (str(len(body)), head.hex())


def test_the_program_of_the_page_computes_its_example():
    program = {}
    exec(blocks("python")[0], program)
    seed = BYTES["seed"]
    for place in range(NUMBER, 0, -1):
        assert seed == BYTES[f"S_{place}"]
        seed = program["earlier"](SESSION, seed)
    key = program["key"](SESSION, BYTES["seed"], NUMBER)
    assert (seed, key) == (BYTES["commitment"], BYTES["key"])
    for roll, dice, *_, shown in ROLLS:
        how_many, sides = re.findall(r"\d+", dice)
        faces = program["throw"](key, int(roll), FACES[sides], int(how_many))
        assert " ".join(str(face) for face in faces) == shown


def test_the_service_computes_the_example_too():
    chain = [fairness.earlier_seed(SESSION, BYTES["seed"], steps) for steps in range(NUMBER + 1)]
    assert chain == [BYTES[f"S_{place}"] for place in range(NUMBER, -1, -1)]
    key = fairness.action_key(SESSION, BYTES["seed"], NUMBER, fairness.shared_entropy(SESSION, {}))
    assert key == BYTES["key"]
    for roll, dice, *_, shown in ROLLS:
        how_many, sides = re.findall(r"\d+", dice)
        faces = fairness.ProvableDice(key).throw(Die("die", FACES[sides]), int(how_many), index=int(roll))
        assert " ".join(str(face) for face in faces) == shown
        assert fairness.first_block(key, int(roll)) == BYTES[f"stream {roll}"]
    head = fairness.GENESIS
    for n, body in enumerate(EVENTS, 1):
        head = fairness.event_hash(head, body)
        assert head.hex() == SAID[f"h_{n}"]


def test_the_chain_is_as_long_as_the_page_says():
    assert f"A chain has N seeds: {fairness.CHAIN_LENGTHS[0]} in a session" in FAIRNESS


@every_page
def test_every_path_that_a_page_names_exists(page):
    named = re.findall(r"`((?:app|tests|migrations|benchmarks|docs)/[\w./-]*)`", page.read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []


@every_page
def test_every_link_leads_to_a_file(page):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def anchors(page):
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_every_link_to_a_heading_leads_to_one(page):
    links = re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", page.read_text())
    targets = [(page.parent / file if file else page, anchor) for file, anchor in links]
    assert [anchor for target, anchor in targets if anchor not in anchors(target)] == []


def test_what_the_page_of_scale_tells_of_measurements_was_measured():
    page, results = (
        (ROOT / folder / file).read_text()
        for folder, file in (("docs", "performance.md"), ("benchmarks", "RESULTS.md"))
    )
    measured = dict(re.findall(r"^\| ([^|]+) \| ([\d.,]+)[ |]", results, re.MULTILINE))
    told = re.findall(r"^\| ([^|]+/[^|]+) \| ([\d.,]+) \|", page, re.MULTILINE)
    assert len(told) == 6
    assert [row for row in told if measured.get(row[0]) != row[1]] == []
    assert re.search(r"at commit (\w+)", page)[1] == re.search(r"commit (\w+)", results)[1]


def test_functions_and_files_are_as_short_as_contributing_says():
    said = " ".join((ROOT / "CONTRIBUTING.md").read_text().split())
    long, long_file = re.search(
        r"At most one function in a hundred has over (\d+) lines, and at most one file in ten has over (\d+)", said
    ).groups()
    sources = [file.read_text() for file in (ROOT / "app").rglob("*.py")]
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
    functions = [node.end_lineno - node.lineno + 1 for node in nodes]
    files = [len(source.splitlines()) for source in sources]
    assert sum(length > int(long) for length in functions) <= len(functions) / 100
    assert sum(length > int(long_file) for length in files) <= len(files) / 10


def test_the_sizes_of_bodies_that_security_names_are_those_of_the_service():
    said = re.search(r"Bodies have at most (.+?); heads", " ".join((ROOT / "SECURITY.md").read_text().split()))[1]
    sizes = [int(number) * {"KiB": 2**10, "MiB": 2**20}[unit] for number, unit in re.findall(r"(\d+) (KiB|MiB)", said)]
    assert sizes == [strict.LIMIT, strict.LARGE, strict.LARGEST]


COMMAND = re.compile(r"(?:^|`|&& |bin/)umpire ([a-z]+(?: (?:create|list|revoke|ruleset))?)", re.MULTILINE)


@every_page
def test_every_command_that_a_page_names_is_one(page, capsys):
    for command in set(COMMAND.findall(page.read_text())):
        with pytest.raises(SystemExit) as left:
            main([*command.split(), "--help"])
        assert left.value.code == 0, command


def test_pages_name_commands():
    assert len({command for page in PAGES for command in COMMAND.findall(page.read_text())}) > 14


@every_page
def test_a_page_of_commands_says_how_they_come_onto_the_path(page):
    blocks = "".join(re.findall(r"^```(?:sh)?\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL))
    if re.search(r"^(?:umpire|uv) ", blocks, re.MULTILINE):
        assert "README.md#start" in page.read_text() or page == ROOT / "README.md"


def test_the_button_that_the_page_of_the_hall_names_is_there():
    prose = re.sub(
        r"```.*?```|`[^`]+`|\*\*[^*]+\*\*", "", (ROOT / "docs" / "local-network.md").read_text(), flags=re.DOTALL
    )
    quoted = re.findall(r"\*([^*]+)\*", prose)
    assert quoted
    assert [text for text in quoted if text not in MESSAGES["en"].values()] == []


def test_x_wing_has_as_many_files_as_the_decision_says():
    said = " ".join((ROOT / "docs" / "decisions" / "one-text-of-each-rule.md").read_text().split())
    assert "is one short file; X-Wing has more than a hundred." in said
    assert len(list((ROOT / "tests" / "toys" / "coin_duel").glob("*.py"))) == 1
    assert len(list((ROOT / "app" / "rulesets" / "x_wing").rglob("*.py"))) > 100


def test_every_decision_is_listed_and_has_the_form_of_the_others():
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"^\d+\. \[(.+)\]\((.+)\)$", (folder / "README.md").read_text(), re.MULTILINE)
    assert {name for _, name in listed} == {page.name for page in folder.glob("*.md")} - {"README.md"}
    for title, name in listed:
        told = (folder / name).read_text()
        assert told.startswith(f"# {title}\n\n**Decided.** "), name
        assert "**What it costs.**" in told, name
        assert "\nWhere: `" in told, name


# The guide to writing a rulebook

GUIDE = (ROOT / "docs" / "rulebook.md").read_text()
PEBBLES = ROOT / "tests" / "toys" / "pebbles"
CODE = [*PEBBLES.glob("*.py"), *(PEBBLES.parent / "face_down").glob("*.py")]
SOURCES = {
    "python": CODE,
    "json": PEBBLES.glob("locales/*.json"),
    "markdown": [PEBBLES / "RULES.md"],
    "jinja": [PEBBLES / "pages" / "board.html"],
    "js": [PEBBLES / "pages" / "form.js"],
}
EXCERPTS = [
    pytest.param(block, [file.read_text() for file in files], id=f"{language}-{n}")
    for language, files in ((language, list(files)) for language, files in SOURCES.items())
    for n, block in enumerate(re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))
]


@pytest.mark.parametrize(("block", "sources"), EXCERPTS)
def test_every_block_of_the_guide_is_from_the_rulebook_that_it_explains(block, sources):
    if '": "' in block:
        assert all(any(line in source for source in sources) for line in block.splitlines())
    else:
        assert any(block in source for source in sources)


def test_the_guide_has_blocks_of_each_kind():
    assert {param.id.partition("-")[0] for param in EXCERPTS} == set(SOURCES)


def test_the_guide_shows_the_folder_that_the_command_writes():
    block = next(
        block for block in re.findall(r"^```\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL) if "RULES.md  " in block
    )
    shown, folder = set(), ""
    for line in block.splitlines():
        if line.startswith(" "):
            shown.add(folder + line.split()[0])
        else:
            folder = line
    assert shown == {place for place, _ in clone_files("dice-duel", "dice_duel")}


def test_the_dockerfile_prepares_the_folder_that_the_guide_installs_into():
    image = (ROOT / "Dockerfile").read_text()
    assert "install -d -o umpire /books" in image
    assert "PYTHONPATH=/books" in image
    assert "--target /books" in GUIDE

"""What a mode of a data card is, told where a player chooses one."""

import pytest

from app.rulesets.open_forces.game.questions import ChooseMode, ModeContext
from app.rulesets.open_forces.game.setup import OpenForcesMode
from app.services.documents.question import legal_choices
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.own_names import OwnNames

MODES = (
    OpenForcesMode(1, spd=10, def_=1, atk=1, rng=30, name="K-9"),
    OpenForcesMode(2, spd=0, def_=-3),
    OpenForcesMode(3, spd=5, def_=0, atk=2, atk_base=3, spl=4, rng=0),
    OpenForcesMode(4, spd=5, def_=0, atk=0),
)
TOLD = {
    "en": [
        "Mode 2: no attack; DEF −3, SPD 0\u00a0cm",
        "Mode 1 “K-9”: ATK 1, RNG 30\u00a0cm; DEF 1, SPD 10\u00a0cm",
        "Mode 3: ATK 3 / 2, SPL 4, RNG 0\u00a0cm; DEF 0, SPD 5\u00a0cm",
        "Mode 4: ATK 0; DEF 0, SPD 5\u00a0cm",
    ],
    "de": [
        "Modus 2: kein Angriff; DEF −3, SPD 0\u00a0cm",
        "Modus 1 „K-9“: ATK 1, RNG 30\u00a0cm; DEF 1, SPD 10\u00a0cm",
        "Modus 3: ATK 3 / 2, SPL 4, RNG 0\u00a0cm; DEF 0, SPD 5\u00a0cm",
        "Modus 4: ATK 0; DEF 0, SPD 5\u00a0cm",
    ],
}


@pytest.mark.parametrize("language", TOLD)
def test_each_mode_says_its_attack_range_defense_and_speed(language):
    question, book = ChooseMode(ModeContext("g", 2, (1, 2, 3, 4)), MODES), find_rulebooks()["open-forces"]
    texts = book.texts(language).naming(OwnNames(unit="cm"))
    choices = legal_choices(question, list(question.options()), book.codec.choices[question.name], texts)
    assert [choice["text"] for choice in choices] == TOLD[language]
    assert choices[1]["leads_to"] == {
        "reach": "in-range", "spd": 10, "defense": 1, "atk": 1, "atk_base": None, "spl": 0, "rng": 30, "name": "K-9"
    }  # fmt: skip

"""What players read in real answers: lines that misled, as they should read, in the languages of the rulebooks."""

import pytest

from tests.client import PHYSICAL, path_of

pytestmark = pytest.mark.anyio
ASK = {"attacker": "ask", "defender": "ask"}
STALINGRAD = "/v1/rulesets/storm-over-stalingrad/attacks"
X_WING = "/v1/rulesets/x-wing/attacks"
CASTLE = "/v1/rulesets/castle-rampage/attacks"


def unit(id, side, firepower=2, state="fresh", **rest):
    return {
        "id": id,
        "side": side,
        "state": state,
        "firepower": firepower,
        "defense_fresh": 9,
        "defense_spent": 8,
        **rest,
    }


def fire(firers=("s1",), firepower=4, **names):
    """One unit fires from F at T, with three Germans and one exit, X; `names` are those of units and areas, by id."""

    def area(id, controller, adjacent, units=(), terrain=0):
        told = [{**one, "name": names.get(one["id"])} for one in units]
        own = {"id": id, "terrain_defense": terrain, "controller": controller, "adjacent": adjacent, "units": told}
        return {**own, "name": names.get(id)}

    targets = [unit("g1", "german"), unit("g2", "german"), unit("g3", "german", state="spent")]
    return {
        "firing_side": "soviet",
        "firing_area": "F",
        "target_area": "T",
        "firers": list(firers),
        "areas": [
            area("F", "soviet", ["T"], [unit(id, "soviet", firepower) for id in firers]),
            area("T", "german", ["F", "X"], targets, 3),
            area("X", "soviet", ["T"]),
        ],
    }


async def started(api, path, situation, language, faces=(), **rest):
    body = {"situation": situation, "dice": {**PHYSICAL, "faces": list(faces)}, **rest}
    response = await api.post(path, body, **{"Accept-Language": language})
    assert response.status_code == 201, response.text
    return response.json()


def lines(action):
    return [entry["text"] for entry in action["record"]]


async def test_a_roll_and_a_waiting_fire_in_russian(sqlite_api):
    action = await started(sqlite_api, STALINGRAD, fire(), "ru", policies=ASK)
    assert action["pending"]["text"] == "Стреляющий игрок бросает два кубика."
    assert action["text"] == "Огонь ждёт ответа игрока."


async def test_a_fire_is_told_once_and_with_its_cases_in_russian(sqlite_api):
    action = await started(sqlite_api, STALINGRAD, fire(), "ru", [[5, 6]])
    assert action["text"] == "3 очка повреждения: юниты g1 и g2 перевёрнуты, юнит g3 отступил в область X."
    told = lines(action)
    for line in (
        "Огонь из области F по области T. Ведёт огонь: s1. Цели: g1, g2 и g3.",
        "Очки защиты 12 = 9 (лучший юнит) + 3 (местность).",
        "Область X переходит под контроль немецкой стороны.",
        "После огня юнит s1 перевёрнут на «использованную» сторону.",
        "Юнит g3 отступает из области T в область X.",
        "Отступление юнита g3 закончено.",
    ):
        assert line in told
    assert len([line for line in told if "X" in line and "g3" in line]) == 1


async def test_a_choice_says_what_it_does(sqlite_api):
    for language, text in (
        ("ru", "Перевернуть g1 и g2, отвести g3"),
        ("en", "Flip g1 and g2, retreat g3"),
        ("de", "g1 und g2 umdrehen, g3 zurückziehen"),
        ("fr", "Retourner g1 et g2, replier g3"),
    ):
        action = await started(sqlite_api, STALINGRAD, fire(), language, [[5, 6]], policies=ASK)
        assert action["pending"]["choices"][0]["text"] == text


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("ru", "Нужно распределить 3 очка, распределено 1."),
        ("en", "3 points must be distributed; 1 was."),
        ("de", "Zu verteilen sind 3 Punkte; verteilt ist 1."),
        ("fr", "Il faut répartir 3 points\u202f; 1 l’a été."),
    ],
)
async def test_too_few_points_are_refused_in_a_sentence(sqlite_api, language, detail):
    action = await started(sqlite_api, STALINGRAD, fire(), language, [[5, 6]], policies=ASK)
    answer = {"seen": action["pending"]["seen"], "choice": {"points": {"g1": 1}}}
    token = action["tokens"]["host"]
    refused = await sqlite_api.post(path_of(action) + "/answers", answer, token, **{"Accept-Language": language})
    assert (refused.status_code, refused.json()["detail"]) == (409, detail)


async def test_a_target_too_far_is_refused_by_its_name(sqlite_api):
    situation = {**fire(X="Тракторный завод"), "target_area": "X"}
    refused = await sqlite_api.post(STALINGRAD, {"situation": situation}, **{"Accept-Language": "ru"})
    detail = refused.json()["detail"]
    assert detail == "Стрелять можно по своей или соседней области; область Тракторный завод — ни та, ни другая."


async def test_a_value_below_nothing_is_taken_away_with_the_other_sign(sqlite_api):
    (situation, *_) = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["examples"]
    situation["attacker"]["mode"]["atk"] = -1
    action = await started(sqlite_api, "/v1/rulesets/open-forces/attacks", situation, "en", [[1] * 4, [1] * 5])
    assert "Threshold 11 = 7 (base) + 1 (DEF) + 2 (cover) − (−1) (ATK)." in lines(action)


async def test_units_and_areas_are_told_by_their_names(sqlite_api):
    situation = fire(g1="Рота Вебера", g3="german", T="Вокзал", X="X")
    situation["areas"][2]["id"] = situation["areas"][1]["adjacent"][1] = "german"
    situation["areas"][2]["name"] = None
    action = await started(sqlite_api, STALINGRAD, situation, "ru", [[5, 6]])
    assert "Огонь из области F по области Вокзал. Ведёт огонь: s1. Цели: Рота Вебера, g2 и german." in lines(action)
    assert "Область german переходит под контроль немецкой стороны." in lines(action)
    assert action["text"] == (
        "3 очка повреждения: юниты Рота Вебера и g2 перевёрнуты, юнит german отступил в область german."
    )


async def test_a_unit_and_an_area_with_one_id_have_their_own_names(sqlite_api):
    situation = fire(firers=("T",), T="Station")
    situation["areas"][0]["units"][0]["name"] = "Guards"
    action = await started(sqlite_api, STALINGRAD, situation, "en", [[1, 1]])
    assert "Fire from F at Station. Firing: Guards. Targets: g1, g2, and g3." in lines(action)


async def test_nothing_is_told_of_what_is_not_there(sqlite_api):
    for language, text in (("en", "No damage."), ("ru", "Повреждений нет."), ("de", "Kein Schaden.")):
        assert (await started(sqlite_api, STALINGRAD, fire(), language, [[1, 1]]))["text"] == text


def siege(**rest):
    gate = [{"card": "Oger", "gate_defense": 6, "castle_defense": 4}]
    castle = [{"card": "Koch", "gate_defense": 1, "castle_defense": 5}]
    return {"attack": {"value": 7, **rest}, "gate": gate, "castle": castle}


async def test_a_siege_in_german(sqlite_api):
    action = await started(sqlite_api, CASTLE, siege(), "de")
    assert lines(action)[0] == "Der Angriff (7) trifft auf das Tor."
    assert "7 gegen 6: Der Angriffswert ist höher; Rest-Angriffswert 1." in lines(action)
    assert "Das Tor ist beseitigt; der Rest (1) richtet sich gegen die Burg." in lines(action)
    assert "Die Karte Oger wird abgelegt." in lines(action)
    assert lines(action)[-1] == "Abgelegt: die Angriffskarte."


async def test_a_card_called_as_a_word_of_the_catalogue_keeps_its_name(sqlite_api):
    situation = siege(card="gate")
    situation["gate"][0] |= {"purple": True, "effect": {"effect": "change-remaining-attack", "amount": 3}}
    told = lines(await started(sqlite_api, CASTLE, situation, "de"))
    assert told[0] == "gate (7) trifft auf das Tor."
    assert "Effekt der violetten Karte Oger: Angriffswert +3." in told


def duel(**rest):
    ship = {"agility": 2, "hull": 3}
    attacker = {"id": "A", **ship, "tokens": {"focus": 1}, "name": "Vador"}
    defender = {"id": "focus", **ship, "locks": [], **rest}
    return {"attacker": attacker, "weapon": {"value": 2}, "attack_range": 2, "defender": defender}


async def test_costs_rerolls_and_damage_in_french(sqlite_api):
    action = await started(sqlite_api, X_WING, duel(), "fr", [["hit", "focus"], ["blank", "blank"]])
    told = lines(action)
    assert "Vador dépense un marqueur de concentration." in told
    assert "Vador attaque focus\u00a0: arme principale, valeur d’attaque 2, portée d’attaque 2." in told
    assert "Le joueur attaquant lance les dés d’attaque\u00a0: 1 touche, 1 concentration." in told
    assert action["text"] == "L’attaque touche\u00a0: 2 dégâts."


async def test_one_damage_is_told_without_its_other_kind(sqlite_api):
    action = await started(sqlite_api, X_WING, duel(), "fr", [["hit", "blank"], ["blank", "blank"]])
    assert action["text"] == "L’attaque touche\u00a0: 1 dégât."


async def test_a_reroll_is_asked_for_in_french(sqlite_api):
    situation = duel()
    situation["attacker"] |= {"tokens": {}, "locks": ["focus"]}
    faces = [["hit", "blank"]]
    action = await started(sqlite_api, X_WING, situation, "fr", faces, policies={"attacker": "exact"})
    assert action["pending"]["text"] == "Le joueur attaquant relance un dé d’attaque."
    action = await started(sqlite_api, X_WING, situation, "fr", [*faces, ["crit"], ["blank", "evade"]])
    assert "Le joueur attaquant relance\u00a0: 1 dégât critique." in lines(action)


def army(group, card="Grenadiere", units=2):
    return {"groups": [{"id": group, "card": "g", "units": units}]}


def battlefield():
    card = {"id": "g", "name": "Grenadiere", "army_value": 60, "modes": [{"mode": 1, "spd": 20, "def": 1, "atk": 1}]}
    return {"cards": [card], "armies": [army("a"), army("b")]}


async def opened(api):
    body = {"kind": "game", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "setup": battlefield()}
    response = await api.post("/v1/rulesets/open-forces/sessions", body)
    assert response.status_code == 201, response.text
    return response.json()


async def moved(api, session, seat, action, **answers):
    seen = (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
    path = f"/v1/rulesets/open-forces/sessions/{session['id']}/actions"
    token = session["tokens"]["seats"][str(seat)]
    body = {"seen": seen, "move": action, **answers}
    return await api.post(path, body, token, **{"Accept-Language": "de"})


async def test_a_draw_is_called_a_draw_with_its_scores(sqlite_api):
    session = await opened(sqlite_api)
    turn = (await sqlite_api.get(f"/v1/sessions/{session['id']}/state")).json()["state"]["turn"]
    assert (await moved(sqlite_api, session, turn, {"kind": "offer-stalemate"})).status_code == 201
    ended = (await moved(sqlite_api, session, 3 - turn, {"kind": "offer-stalemate"})).json()
    assert ended["text"] == "Unentschieden nach vereinbartem Patt. Endabrechnung: 120 für Anton, 120 für Beatrix."


async def test_a_command_is_told_as_players_speak(sqlite_api):
    session = await opened(sqlite_api)
    turn = (await sqlite_api.get(f"/v1/sessions/{session['id']}/state")).json()["state"]["turn"]
    player, id, group = {1: ("Anton", "a", "Grenadiere 1"), 2: ("Beatrix", "b", "Grenadiere 2")}[turn]
    action = (await moved(sqlite_api, session, turn, {"kind": "command", "group": id})).json()
    assert action["text"] == "Der Befehl wartet auf die Antwort eines Spielers."
    assert action["pending"]["text"] == f"{player}: Wohin geht die Gruppe {group}, höchstens 20\u00a0cm weit?"
    token = session["tokens"]["seats"][str(turn)]

    async def answered(choice):
        body = {"seen": action["pending"]["seen"], "choice": choice}
        path = f"{path_of(action)}/answers"
        return (await sqlite_api.post(path, body, token, **{"Accept-Language": "de"})).json()

    action = await answered({"distance": 20, "path": []})
    assert f"Die Gruppe {group} bewegt sich 20\u00a0cm weit." in lines(action)
    assert action["pending"]["text"] == f"{player}: Wen greift die Gruppe {group} an?"
    assert "Nicht angreifen" in [choice["text"] for choice in action["pending"]["choices"]]
    action = await answered({"target": None})
    assert f"{player} greift nicht an." in lines(action)


async def test_an_attack_without_a_distance_says_who_said_so(sqlite_api):
    situation = {"attacker": {"units": 3, "mode": {"atk": 1}}, "defender": {"units": 1, "mode": {"def": 1}}}
    action = await started(
        sqlite_api, "/v1/rulesets/open-forces/attacks", situation, "de", [[1], [1, 2, 6]], policies=ASK
    )
    assert "Das Ziel gilt als in Reichweite (Angabe der Offensive)." in lines(action)
    assert "Überschüssige Würfel der Offensive werden herausgenommen: 1, 2." in lines(action)
    waiting = await started(sqlite_api, "/v1/rulesets/open-forces/attacks", situation, "de", policies=ASK)
    assert waiting["pending"]["text"] == "Die Defensive würfelt mit 1 W6."


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
async def test_each_example_of_a_rulebook_is_told_by_what_it_shows(sqlite_api, language):
    for slug in ("open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad"):
        told = (await sqlite_api.get(f"/v1/rulesets/{slug}", **{"Accept-Language": language})).json()
        shown = told["labels"]["examples"]
        assert list(shown) == [str(n) for n, _ in enumerate(told["examples"], 1)]
        assert len(set(shown.values())) == len(shown)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
async def test_each_measure_has_a_name(sqlite_api, language):
    for slug in ("open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad"):
        told = (await sqlite_api.get(f"/v1/rulesets/{slug}", **{"Accept-Language": language})).json()
        assert told["labels"]["measures"].keys() == {each["measure"] for each in told["measures"]}
        assert len(set(told["labels"]["measures"].values())) == len(told["measures"])


async def test_rules_and_labels_come_in_the_callers_language(sqlite_api):
    for language, word in (("de", "schwellenwert"), ("fr", "seuil"), ("ru", "порог"), ("en", "threshold")):
        told = (await sqlite_api.get(f"/v1/rulesets/open-forces?language={language}")).json()
        rule = next(rule for rule in told["rules"] if rule["id"] == "OF-29")
        assert word in rule["text"].lower()
        assert rule["source"] == "000, evaluation"
        assert word in told["labels"]["options"]["threshold_min"].lower()
        assert set(told["labels"]["options"]) >= set(told["options"]["defaults"])
        assert set(told["labels"]["policies"]) >= set(told["policies"]) - {"ask"}

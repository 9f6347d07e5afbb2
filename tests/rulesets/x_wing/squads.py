"""Ten squads of cards that are often flown, in the spelling of two squad builders."""

from app.rulesets.x_wing.cards.printed import printed_pilot, printed_upgrade

LISTS = {
    "rebels in T-65s": (
        "rebelalliance",
        "wedgeantilles marksmanship protontorpedoes r2astromech servomotorsfoils",
        "lukeskywalker instinctiveaim protontorpedoes r5d8",
        "jakefarrell crackshot concussionmissiles",
        "norrawexley-btla4ywing ioncannonturret veteranturretgunner r5astromech experthandling",
    ),
    "vader and swarm": (
        "galacticempire",
        "darthvader hate firecontrolsystem shieldupgrade concussionmissiles",
        "howlrunner juke",
        "maulermithel crackshot",
        "academypilot",
        "academypilot",
        "delmeeko elusive hullupgrade",
    ),
    "battle of yavin": (
        "galacticempire",
        "darthvader-battleofyavin",
        "maulermithel-battleofyavin",
        "wampa-battleofyavin",
        "backstabber-battleofyavin",
        "idenversio-battleofyavin",
    ),
    "bounty hunters": (
        "scumandvillainy",
        "bobafett maul slavei protontorpedoes shieldupgrade",
        "fennrau fearless",
        "guri advancedsensors outmaneuver",
        "bossk marauder zuckuss",
        "serissu autoblasters",
    ),
    "first order aces": (
        "firstorder",
        "kyloren predictiveshot advancedoptics protontorpedoes",
        "midnight fanatical",
        "scorch",
        "quickdraw specialforcesgunner homingmissiles",
        "majorvonreg daredevil deuteriumpowercells",
    ),
    "resistance": (
        "resistance",
        "poedameron heroic integratedsfoils r4astromech blackone",
        "rey finn rosetico reysmillenniumfalcon lonewolf",
        "zizitlo heroic advancedoptics",
        "tallissanlintra predator",
    ),
    "jedi": (
        "galacticrepublic",
        "anakinskywalker-delta7baethersprite brilliantevasion r2astromech",
        "obiwankenobi delta7b patience calibratedlasertargeting",
        "sinker veterantailgunner r4pastromech wolfpack",
        "plokoon sense",
        "oddball-btlbywing ioncannonturret",
    ),
    "droids": (
        "separatistalliance",
        "generalgrievous soullessone outmaneuver imperviumplating",
        "dfs311 energyshellcharges grapplingstruts",
        "captainsear landingstruts protonbombs",
        "dbs404 protontorpedoes",
        "sunfac predator",
        "tradefederationdrone independentcalculations",
    ),
    "falcon": (
        "rebelalliance",
        "hansolo-modifiedyt1300lightfreighter millenniumfalcon trickshot chewbacca-crew agilegunner",
        "braylenstramm ioncannon firecontrolsystem stabilizedsfoils",
        "sharabey-rz1awing vectoredcannonsrz1 magpulsewarheads",
        "kananjarrus-hwk290lightfreighter moldycrow",
    ),
    "siege of coruscant": (
        "galacticrepublic",
        "anakinskywalker-siegeofcoruscant",
        "wolffe-siegeofcoruscant",
        "jag-siegeofcoruscant",
        "contrail-siegeofcoruscant",
        "axe-siegeofcoruscant",
    ),
}


def pilots_of(name):
    """The pilots of a list: id, ship, and upgrades by slot."""
    _faction, *rows = LISTS[name]
    for row in rows:
        pilot, *upgrades = row.split()
        by_slot = {}
        for upgrade in upgrades:
            by_slot.setdefault(printed_upgrade(upgrade).slots[0], []).append(upgrade)
        yield pilot, printed_pilot(pilot).ship, by_slot


def as_yasb_exports(name):
    """Members sorted, the pilot's id also as `name`, no upgrades where there are none, a version that is a date."""
    pilots = [
        {"id": id, "name": id, "points": 4, "ship": ship, **({"upgrades": slots} if slots else {})}
        for id, ship, slots in pilots_of(name)
    ]
    link = "https://yasb.app/?f=X&d=v9ZsZ20Z1X&sn=A&obs=coreasteroid0,core2asteroid1,gascloud3"
    return {
        "description": "",
        "faction": LISTS[name][0],
        "name": name,
        "obstacles": ["coreasteroid0", "core2asteroid1", "gascloud3"],
        "pilots": pilots,
        "points": 20,
        "ruleset": "XWA",
        "vendor": {"yasb": {"builder": "YASB - X-Wing 2.5", "builder_url": "https://yasb.app/", "link": link}},
        "version": "50P-2.0",
    }


def as_launch_bay_next_exports(name):
    """Upgrades always there, the slot of Force powers without its hyphen, a version of three numbers."""
    pilots = [
        {"id": id, "ship": ship, "upgrades": {slot.replace("-", ""): ids for slot, ids in slots.items()}, "points": 4}
        for id, ship, slots in pilots_of(name)
    ]
    return {
        "name": name,
        "faction": LISTS[name][0],
        "pilots": pilots,
        "points": 20,
        "version": "2.2.3",
        "vendor": {"lbn": {"builder": "Launch Bay Next", "builder_url": "https://launchbaynext.app", "uid": "a1"}},
    }


EXPORTS = (as_yasb_exports, as_launch_bay_next_exports)

"""Cards that depend on what stands around the two ships of an attack: friends that help, conditions of the table."""

from collections.abc import Iterator, Mapping


def _keys(by_kind: Mapping[str, str]) -> Iterator[str]:
    for kind, ids in by_kind.items():
        yield from (f"{kind}:{xws}" for xws in ids.split())


FRIENDLY_ABILITIES = tuple(
    _keys(
        {
            "pilot": """
            howlrunner serissu biggsdarklighter idenversio idenversio-swz105 idenversio-battleofyavin delmeeko
            lyttandree captainjonus captainjonus-swz105 garsaxon captaindobbs tn3465 scorch-tiesebomber captaincardinal
            commandermalarus-xiclasslightshuttle gideonhask-xiclasslightshuttle lowhhrick gavindarklighter janors
            sawgerrera kananjarrus kananjarrus-hwk290lightfreighter tezanasz sinker drift barrissoffee
            barrissoffee-delta7baethersprite luminaraunduli luminaraunduli-delta7baethersprite aaylasecura kitfisto
            klick klick-siegeofcoruscant tallissanlintra merlcobben drearenthal captainsear dfs081 mandalorianroyalguard
            evaanverlaine
            """,
            "upgrade": """
            selfless seventhfleetgunner emperorpalpatine admiralsloane aaylasecura wolfpack commandermalarus korkiekryze
            garsaxon tristanwren tv94 dedicated tacticalscrambler targetingsynchronizer
            """,
        }
    )
)
"""Abilities that help friends: a ship's effects name them while they are in force, and the friend pays."""

ONLY_FOR_OTHER_SHIPS = tuple(
    _keys(
        {
            "pilot": """
            biggsdarklighter captaindobbs tn3465 captaincardinal lowhhrick janors kananjarrus sinker kitfisto
            drearenthal mandalorianroyalguard evaanverlaine
            """,
            "upgrade": """
            selfless seventhfleetgunner emperorpalpatine korkiekryze garsaxon dedicated tacticalscrambler
            targetingsynchronizer
            """,
        }
    )
)
"""Those of the friendly abilities that help other ships only, never the ship that has the card."""

PAID_BY_HELPED = tuple(
    _keys(
        {
            "pilot": "commandermalarus-xiclasslightshuttle gideonhask-xiclasslightshuttle captainsear dfs081",
            "upgrade": "wolfpack tv94",
        }
    )
)
"""Those of the friendly abilities whose cost the ship pays that is helped."""

TWO_SIDED = tuple(_keys({"upgrade": "integratedsfoils servomotorsfoils pivotwing swivelwing stabilizedsfoils"}))
"""Cards that do something to an attack only while one of their sides is up; they are sent only then."""

COUNTING = tuple(
    _keys(
        {
            "pilot": "hortonsalm hortonsalm-swz106 matchstick legafossang rosetico jessikapava bobafett wattambor",
            "upgrade": "graviticdeflection r6d8 dt798",
            "ship": "networkedcalculations networkedaim",
        }
    )
)
"""Cards that count something at the table, which a ship's `effects` tell; without it they do nothing."""

AT_TABLE = (
    *COUNTING,
    *TWO_SIDED,
    *_keys(
        {
            "pilot": """
            maulermithel-battleofyavin backstabber-battleofyavin scourgeskutu doubleedge colonelvessery commandermalarus
            lieutenantlehuse gideonhask-xiclasslightshuttle ember wedgeantilles-battleofyavin
            hansolo-modifiedyt1300lightfreighter dextiree-battleofyavin gavindarklighter clanwrenvolunteer
            alexsandrkallus lieutenantblount tezanasz lyttandree broadside drift stub aaylasecura ricolie dineeellberger
            gavynsykes contrail contrail-siegeofcoruscant kazudaxiono cat vennie covanell tallissanlintra merlcobben
            nimichireen kathscarlet jangofett bobafett-firesprayclasspatrolcraft ig102 previzsla themandalorian
            ndrusuhlak baktoidprototype baktoidprototype-siegeofcoruscant quickdraw
            """,
            "upgrade": """
            lonewolf ruthless treacherous noescape-battleoverendor itsatrap-battleoverendor notorious
            apexpredator-battleoverendor agentkallus aaylasecura wolfpack-siegeofcoruscant bobafett-gunner
            weaponssystemsofficer bokatankryze commandermalarus sensorjammer-battleofyavin
            """,
            "ship": "solo",
            "condition": "decoyed mercilesspursuit suppressivefire",
        }
    ),
)
"""Cards with a condition that only the table knows; they are sent only while it holds."""

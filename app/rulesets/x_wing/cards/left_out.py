"""Cards that say something about attacks which the rules here do not apply: the players do, and this is why."""

from collections.abc import Mapping
from enum import StrEnum


class Reason(StrEnum):
    """Why the players apply a card, or a part of it, themselves."""

    OTHER_SHIPS = "other-ships"
    """It concerns ships outside the attack."""
    ENEMY_CHOOSES = "enemy-chooses"
    """The enemy decides what happens."""
    CHOICE = "choice"
    """Its player chooses among several things, of which one or none is applied."""
    TIMING = "timing"
    """It works at a moment in which no ability is asked for, or is used before the attack."""
    DECLARING = "declaring"
    """It changes which ships may be attacked, with what, or at which range."""
    DAMAGE_CARDS = "damage-cards"
    """It looks at damage cards, or replaces one that is dealt."""
    TOKENS = "tokens"
    """It spends, keeps or exchanges tokens in a way of its own."""
    DICE = "dice"
    """It limits what others do to dice, or rolls dice of its own."""
    CONDITION_CARD = "condition-card"
    """It gives a ship a condition card."""
    HUGE_SHIPS = "huge-ships"
    """It belongs to huge ships."""


LEFT_OUT: Mapping[str, Mapping[Reason, str]] = {
    "upgrade": {
        Reason.OTHER_SHIPS: """
            admiralsloane clonecaptainrex concussionmissiles deadmansswitch diamondboronmissiles
            enhancedjammingsuite intimidation korkiekryze m9g8 relaysystem-tiephphantom ruthless
            sabinewren-gunner stealthgambit-tiephphantom synchronizedconsole treacherous
            unstablesublightengines-battleofyavin xx23sthreadtracers
        """,
        Reason.ENEMY_CHOOSES: "greedo hotshotgunner k2b4 proudtradition suppressivegunner",
        Reason.CHOICE: """
            4lom countdooku deadeyeshot garsaxon-gunner generalgrievous landocalrissian-crew multimissilepods
            r4b11 saturationrockets-alphaclassstarwing tibersaxon
        """,
        Reason.TIMING: "chaffparticles-battleoverendor targetingmatrix-battleoverendor",
        Reason.DECLARING: "automatedtargetpriority grappler hansolo os1arsenalloadout xg1assaultconfiguration",
        Reason.DAMAGE_CARDS: "beskarreinforcedplating compassion ig11 imperviumplating",
        Reason.TOKENS: """
            alpha3eesk ancillaryionweapons-siegeofcoruscant babufrik deuteriumpowercells staticdischargevanes
            wolfpack
        """,
        Reason.DICE: """
            clonecommandercody commandermalarus dengar ezrabridger freelanceslicer r5p8 shatteringshot
            tierfonbellyrun underslungblastercannon zeborrelios
        """,
        Reason.CONDITION_CARD: "trackingfob",
        Reason.HUGE_SHIPS: """
            adaptiveshields admiralozzel agentoftheempire asajjventresscommand assailer azmorigan
            b6bladewingprototype-command bloodcrow bombardmentspecialists boostedscanners bounty brighthope
            captainneeda carlistrieekan combatboardingtube commsteam corsaircrew corsairrefit damagecontrolteam
            dreadnoughthunter drillbeak droidcrew enhancedpropulsion firstorderelite generalgrievouscommand
            gunneryspecialists hondoohnakacommand igrmdroids impetuous initforthemoneyrebellion instigator
            ioncannonbattery jainaslight jandodonna jedicommander martuuk merchantone neimoidiangrasp
            optimizedpowercore ordnanceteam ordnancetubes phoenixsquadron pointdefensebattery
            protoncannonbattery raymusantilles rifftamson sensorexperts shadowwing skystrikeacademyclass
            stalwartcaptain strategiccommander tantiveiv targetingbattery thunderstrike tibannareserves
            tractortechnicians tractortentacles turbolaserbattery veteranwingleader zealouscaptain
        """,
    },
    "pilot": {
        Reason.OTHER_SHIPS: """
            axe axe-siegeofcoruscant bodicavenj captainjostero captainphasma corranhorn-t65xwing
            dutchvander-battleofyavin flightleaderubbel g4rgorvm ig111 jag jag-siegeofcoruscant klick
            klick-siegeofcoruscant lowhhrick princexizor shasazaro toranikulda
        """,
        Reason.ENEMY_CHOOSES: "wilsateshlo",
        Reason.CHOICE: """
            countdooku-siegeofcoruscant dgs047
            barrissoffee barrissoffee-delta7baethersprite cadbane countdooku derekklivian finn luminaraunduli
            luminaraunduli-delta7baethersprite mirandadoni zizitlo
        """,
        Reason.TIMING: """
            torphun
            chewbacca-scavengedyt1300 corranhorn deathfire durge-separatistalliance
            fennrau-sheathipedeclassshuttle jophseastriker majorvynder-ssl moffgideon quickdraw sarcoplank
            sunnybounder teltrevura warthog warthog-clonez95headhunter
        """,
        Reason.DECLARING: """
            arvelcrynyd arvelcrynyd-swz106 captainoicunn krassistrelix majorrhymer tychocelchu-battleoverendor
            venisadoza
        """,
        Reason.DAMAGE_CARDS: """
            chewbacca kyloren-tiewiwhispermodifiedinterceptor maarekstele maarekstele-swz105 seynmarana
            thanekyrell
        """,
        Reason.TOKENS: """
            captainseevor darthvader-tieddefender dist81 esegetuketu goji guildbountyhunter
            herasyndulla-asf01bwing herasyndulla-rz1awing joyrekkoff kendyidele-battleoverendor ronithblario
        """,
        Reason.DICE: """
            jekporkins jekporkins-battleofyavin jekporkins-swz106
            captainnym countdown durge magvayarro padmeamidala viktorhel viktorhel-rogueclassstarfighter
            wrobietyce
        """,
        Reason.CONDITION_CARD: "benteene captainrex kyloren",
    },
    "condition": {
        Reason.OTHER_SHIPS: "brokentrust guarded",
        Reason.CHOICE: "optimizedprototype",
        Reason.DAMAGE_CARDS: "illshowyouthedarkside",
        Reason.TOKENS: "compromisingintel fearfulprey markedforelimination trialsofthedarksaber youshouldthankme",
    },
    "ship": {
        Reason.OTHER_SHIPS: "fireconvergence lockedandloaded",
        Reason.TOKENS: "bornforthis networkedaim",
        Reason.HUGE_SHIPS: "broadsidebatteries concentratedbatteries overdriveburners tractorgrasp",
    },
}
"""The ids of these cards, by kind and reason; a card that has effects too is applied in part."""

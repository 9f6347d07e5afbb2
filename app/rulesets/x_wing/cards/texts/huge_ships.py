"""What cards of huge ships say about attacks: these ships do not attack here."""

from app.rulesets.x_wing.cards.card import Reason, Texts, says

HUGE_SHIPS: Texts = {
    """
        adaptiveshields admiralozzel agentoftheempire asajjventresscommand assailer azmorigan
        b6bladewingprototype-command bloodcrow bombardmentspecialists boostedscanners bounty brighthope captainneeda
        carlistrieekan combatboardingtube commsteam corsaircrew corsairrefit damagecontrolteam dreadnoughthunter
        drillbeak droidcrew enhancedpropulsion firstorderelite generalgrievouscommand grappler gunneryspecialists
        hondoohnakacommand igrmdroids impetuous initforthemoneyrebellion instigator ioncannonbattery jainaslight
        jandodonna jedicommander martuuk merchantone neimoidiangrasp optimizedpowercore ordnanceteam ordnancetubes
        phoenixsquadron pointdefensebattery protoncannonbattery raymusantilles rifftamson sensorexperts shadowwing
        skystrikeacademyclass stalwartcaptain strategiccommander tantiveiv targetingbattery thunderstrike
        tibannareserves tractortechnicians tractortentacles turbolaserbattery veteranwingleader zealouscaptain
    """: says(Reason.HUGE_SHIPS),
}

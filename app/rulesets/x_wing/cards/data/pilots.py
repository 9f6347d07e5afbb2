"""Pilots with what is printed on their cards: ids, names and numbers.

Source: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
A row: id, name, ship, faction, initiative, charges and Force (`2+1`: two, of which one recovers), ship ability,
standard loadout, and where they are not those of the ship: agility, hull and shields; primary weapons.
"""

# fmt: off
# ruff: noqa: E501
PILOTS = """
066|0-66|sithinfiltrator|separatistalliance|3
104thbattalionpilot|104th Battalion Pilot|arc170starfighter|galacticrepublic|2
212thbattalionpilot|212th Battalion Pilot|laatigunship|galacticrepublic|2|2+1||fireconvergence
4lom|4-LOM|g1astarfighter|scumandvillainy|3
709thlegionace|709th Legion Ace|tiewiwhispermodifiedinterceptor|firstorder|4|||heavyweaponturret
7thskycorpspilot|7th Sky Corps Pilot|clonez95headhunter|galacticrepublic|2|||versatileframe
aaylasecura|Aayla Secura|eta2actis|galacticrepublic|5||2+1|intuitivecontrols
academypilot|Academy Pilot|tielnfighter|galacticempire|1
adigallia-delta7baethersprite|Adi Gallia|delta7baethersprite|galacticrepublic|5||2+1|finetunedcontrols
adigallia|Adi Gallia|delta7aethersprite|galacticrepublic|5||2+1|finetunedcontrols
adonfox-battleoverendor|Adon Fox|asf01bwing|rebelalliance|1|2+1||gyrocockpit|itsatrap-battleoverendor partinggift-battleoverendor protonrockets protonbombs
aftabackbar|Aftab Ackbar|btanr2ywing|resistance|2|||intuitiveinterface
agentterex|Agent Terex|xiclasslightshuttle|firstorder|3
agenttierny|Agent Tierny|xiclasslightshuttle|firstorder|3
ahhav|Ahhav|modifiedtielnfighter|scumandvillainy|3|||notchedstabilizers
ahsokatano-delta7baethersprite|Ahsoka Tano|delta7baethersprite|galacticrepublic|3||2+1|finetunedcontrols
ahsokatano-rz1awing|Ahsoka Tano|rz1awing|rebelalliance|5||3+1|vectoredthrusters
ahsokatano|Ahsoka Tano|delta7aethersprite|galacticrepublic|3||2+1|finetunedcontrols
airencracken|Airen Cracken|z95af4headhunter|rebelalliance|5
alderaanianguard|Alderaanian Guard|cr90corelliancorvette|rebelalliance|8|||broadsidebatteries
alexsandrkallus|Alexsandr Kallus|vcx100lightfreighter|rebelalliance|4|||tailgun
alphasquadronpilot|Alpha Squadron Pilot|tieininterceptor|galacticempire|1|||autothrusters
amaxinewarrior|Amaxine Warrior|btla4ywing|scumandvillainy|3
anakinskywalker-btlbywing|Anakin Skywalker|btlbywing|galacticrepublic|6||3+1|platedhull
anakinskywalker-delta7baethersprite|Anakin Skywalker|delta7baethersprite|galacticrepublic|6||3+1|finetunedcontrols
anakinskywalker-eta2actis|Anakin Skywalker|eta2actis|galacticrepublic|6||3+1|intuitivecontrols
anakinskywalker-nabooroyaln1starfighter|Anakin Skywalker|nabooroyaln1starfighter|galacticrepublic|4||1+1|fullthrottle
anakinskywalker-siegeofcoruscant|Anakin Skywalker|eta2actis|galacticrepublic|6||3+1|intuitivecontrols|malice ancillaryionweapons-siegeofcoruscant r2d2-republic
anakinskywalker|Anakin Skywalker|delta7aethersprite|galacticrepublic|6||3+1|finetunedcontrols
ap5|AP-5|sheathipedeclassshuttle|rebelalliance|1|||commsshuttle
arlizhadrassian|Arliz Hadrassian|btla4ywing|scumandvillainy|4
arvelcrynyd-battleoverendor|Arvel Crynyd|rz1awing|rebelalliance|3|||vectoredcannons|heroicsacrifice-battleoverendor itsatrap-battleoverendor protonrockets|3 2 3; single-turret 2
arvelcrynyd-swz106|Arvel Crynyd|rz1awing|rebelalliance|3|||vectoredthrusters|predator afterburners
arvelcrynyd|Arvel Crynyd|rz1awing|rebelalliance|3|||vectoredthrusters
asajjventress|Asajj Ventress|lancerclasspursuitcraft|scumandvillainy|4||2+1
aurrasing|Aurra Sing|firesprayclasspatrolcraft|separatistalliance|4||1+1
autopilotdrone|Autopilot Drone|escapecraft|scumandvillainy|1|3||riggedenergycells
avenger|"Avenger"|tievnsilencer|firstorder|3|||autothrusters
axe-siegeofcoruscant|"Axe"|v19torrentstarfighter|galacticrepublic|3|||bornforthis|deadeyeshot barragerockets|2 6 0; front 2
axe|"Axe"|v19torrentstarfighter|galacticrepublic|3
backdraft|"Backdraft"|tiesffighter|firstorder|4|||heavyweaponturret
backstabber-battleofyavin|"Backstabber"|tielnfighter|galacticempire|5||||crackshot disciplined afterburners|3 4 0; front 2
baktoiddrone|Baktoid Drone|hmpdroidgunship|separatistalliance|1|||networkedaim
baktoidprototype-siegeofcoruscant|Baktoid Prototype|hyenaclassdroidbomber|separatistalliance|1|||networkedcalculations|homingmissiles contingencyprotocol-siegeofcoruscant strutlockoverride-siegeofcoruscant
baktoidprototype|Baktoid Prototype|hyenaclassdroidbomber|separatistalliance|1|||networkedcalculations
banditsquadronpilot|Bandit Squadron Pilot|z95af4headhunter|rebelalliance|1
baronoftheempire|Baron of the Empire|tieadvancedv1|galacticempire|3
barrissoffee-delta7baethersprite|Barriss Offee|delta7baethersprite|galacticrepublic|4||1+1|finetunedcontrols
barrissoffee|Barriss Offee|delta7aethersprite|galacticrepublic|4||1+1|finetunedcontrols
bb8|BB-8|resistancetransportpod|resistance|3
benteene|Ben Teene|mg100starfortress|resistance|3
benthictwotubes|Benthic Two Tubes|ut60duwing|rebelalliance|2
berwerkret|Berwer Kret|nantexclassstarfighter|separatistalliance|5|||pinpointtractorarray
biggsdarklighter-battleofyavin|Biggs Darklighter|t65xwing|rebelalliance|3|||hope|attackspeed-battleofyavin selfless protontorpedoes r2f2-battleofyavin
biggsdarklighter|Biggs Darklighter|t65xwing|rebelalliance|3
binayrepirate|Binayre Pirate|z95af4headhunter|scumandvillainy|1
blackout|"Blackout"|tievnsilencer|firstorder|5|||autothrusters
blacksquadronace-t70xwing|Black Squadron Ace|t70xwing|resistance|4|||weaponhardpoint
blacksquadronace|Black Squadron Ace|tielnfighter|galacticempire|3
blacksquadronscout|Black Squadron Scout|tieskstriker|galacticempire|3|||adaptiveailerons
blacksunace|Black Sun Ace|kihraxzfighter|scumandvillainy|3
blacksunassassin|Black Sun Assassin|starviperclassattackplatform|scumandvillainy|3|||microthrusters
blacksunenforcer|Black Sun Enforcer|starviperclassattackplatform|scumandvillainy|2|||microthrusters
blacksunsoldier|Black Sun Soldier|z95af4headhunter|scumandvillainy|3
bladesquadronveteran|Blade Squadron Veteran|asf01bwing|rebelalliance|3
bluesquadronescort|Blue Squadron Escort|t65xwing|rebelalliance|2
bluesquadronpilot|Blue Squadron Pilot|asf01bwing|rebelalliance|2
bluesquadronprotector|Blue Squadron Protector|v19torrentstarfighter|galacticrepublic|3
bluesquadronrecruit|Blue Squadron Recruit|rz2awing|resistance|1|||refinedgyrostabilizers
bluesquadronrookie|Blue Squadron Rookie|t70xwing|resistance|1|||weaponhardpoint
bluesquadronscout|Blue Squadron Scout|ut60duwing|rebelalliance|2
bobafett-firesprayclasspatrolcraft|Boba Fett|firesprayclasspatrolcraft|separatistalliance|3
bobafett|Boba Fett|firesprayclasspatrolcraft|scumandvillainy|5
bodhirook|Bodhi Rook|ut60duwing|rebelalliance|4
bodicavenj|Bodica Venj|fangfighter|rebelalliance|4|||concordiafaceoff
bokatankryze-separatistalliance|Bo-Katan Kryze|gauntletfighter|separatistalliance|4|1+1
bokatankryze|Bo-Katan Kryze|gauntletfighter|galacticrepublic|4
bombardmentdrone|Bombardment Drone|hyenaclassdroidbomber|separatistalliance|3|||networkedcalculations
boost|"Boost"|clonez95headhunter|galacticrepublic|3|||versatileframe
bossk-z95af4headhunter|Bossk|z95af4headhunter|scumandvillainy|4|||pursuitcraft
bossk|Bossk|yv666lightfreighter|scumandvillainy|4
bountyhunter|Bounty Hunter|firesprayclasspatrolcraft|scumandvillainy|2
bravoflightofficer|Bravo Flight Officer|nabooroyaln1starfighter|galacticrepublic|2|||fullthrottle
braylenstramm-battleoverendor|Braylen Stramm|asf01bwing|rebelalliance|4|2+1||gyrocockpit|itsatrap-battleoverendor homingmissiles protonbombs delayedfuses|1 4 5; front 3
braylenstramm|Braylen Stramm|asf01bwing|rebelalliance|4
breach|"Breach"|tiesebomber|firstorder|5|||pursuitthrusters
broadside|"Broadside"|btlbywing|galacticrepublic|3|||platedhull
cadbane-separatistalliance|Cad Bane|rogueclassstarfighter|separatistalliance|4|1+1||deadtorights
cadbane|Cad Bane|rogueclassstarfighter|scumandvillainy|4|2+1||deadtorights
caithrenalli-btanr2ywing|C'ai Threnalli|btanr2ywing|resistance|2|||intuitiveinterface
caithrenalli|C'ai Threnalli|t70xwing|resistance|4|||weaponhardpoint
captaincardinal|Captain Cardinal|upsilonclassshuttle|firstorder|4|2||linkedbattery
captaindobbs|Captain Dobbs|tieddefender|galacticempire|3|||fullthrottle
captainferoph|Captain Feroph|tiereaper|galacticempire|3|||controlledailerons
captainhark|Captain Hark|gauntletfighter|galacticempire|3
captainjonus-swz105|Captain Jonus|tiesabomber|galacticempire|4|||nimblebomber|feedbackping plasmatorpedoes protonbombs
captainjonus-swz98|Captain Jonus|tiesabomber|galacticempire|4|||nimblebomber|topcover-swz98 barragerockets protonbombs
captainjonus|Captain Jonus|tiesabomber|galacticempire|4|||nimblebomber
captainjostero|Captain Jostero|kihraxzfighter|scumandvillainy|3
captainkagi|Captain Kagi|lambdaclasst4ashuttle|galacticempire|4
captainnym|Captain Nym|scurrgh6bomber|scumandvillainy|5|1+1
captainoicunn|Captain Oicunn|vt49decimator|galacticempire|3
captainphasma|Captain Phasma|tiesffighter|firstorder|4|||heavyweaponturret
captainrex|Captain Rex|tielnfighter|rebelalliance|2
captainsear|Captain Sear|belbullab22starfighter|separatistalliance|2
captainseevor|Captain Seevor|modifiedtielnfighter|scumandvillainy|3|1+1||notchedstabilizers
captainyorr-battleoverendor|Captain Yorr|tieddefender|galacticempire|4|2||chissengineering|noescape-battleoverendor predator ioncannon computerassistedhandling-battleoverendor
caridaacademycadet|Carida Academy Cadet|tierbheavy|galacticempire|1|||rotatingcannons
cartelexecutioner|Cartel Executioner|m12lkimogilafighter|scumandvillainy|3|||deadtorights
cartelmarauder|Cartel Marauder|kihraxzfighter|scumandvillainy|2
cartelspacer|Cartel Spacer|m3ainterceptor|scumandvillainy|1|||weaponhardpoint
cassianandor|Cassian Andor|ut60duwing|rebelalliance|3
cat|Cat|mg100starfortress|resistance|1
cavernangelszealot|Cavern Angels Zealot|t65xwing|rebelalliance|1
chertek|Chertek|nantexclassstarfighter|separatistalliance|4|||pinpointtractorarray
chewbacca-scavengedyt1300|Chewbacca|scavengedyt1300|resistance|4
chewbacca|Chewbacca|modifiedyt1300lightfreighter|rebelalliance|4|1+1
chopper-gauntletfighter|"Chopper"|gauntletfighter|rebelalliance|2
chopper|"Chopper"|vcx100lightfreighter|rebelalliance|2|||tailgun
cienaree|Ciena Ree|tieininterceptor|galacticempire|6|||autothrusters
clanwrenvolunteer|Clan Wren Volunteer|fangfighter|rebelalliance|3|||concordiafaceoff
cobaltsquadronbomber|Cobalt Squadron Bomber|mg100starfortress|resistance|1
colicoiddestroyer|Colicoid Destroyer|tridentclassassaultship|separatistalliance|8|||tractorgrasp
colicoidinterceptor|Colicoid Interceptor|droidtrifighter|separatistalliance|1|||networkedcalculations
coloneljendon-battleoverendor|Colonel Jendon|tieddefender|galacticempire|6|||chissengineering|noescape-battleoverendor pushthelimit-battleoverendor protoncannons computerassistedhandling-battleoverendor
coloneljendon|Colonel Jendon|lambdaclasst4ashuttle|galacticempire|3|2
colonelvessery|Colonel Vessery|tieddefender|galacticempire|4|||fullthrottle
colossusstationmechanic|Colossus Station Mechanic|fireball|resistance|2|||explosionwithwings
commandantgoran|Commandant Goran|tieininterceptor|galacticempire|4|||autothrusters
commandermalarus-xiclasslightshuttle|Commander Malarus|xiclasslightshuttle|firstorder|5
commandermalarus|Commander Malarus|tiefofighter|firstorder|5|2
constablezuvio|Constable Zuvio|quadrijettransferspacetug|scumandvillainy|4|||spacetugtractorarray
contractedscout|Contracted Scout|jumpmaster5000|scumandvillainy|2
contrail-siegeofcoruscant|"Contrail"|nimbusclassvwing|galacticrepublic|5|||bornforthis|ionlimiteroverride preciseastromech-battleofyavin ionbombs alpha3bbesh
contrail|"Contrail"|nimbusclassvwing|galacticrepublic|5|||twinionengines
corranhorn-t65xwing|Corran Horn|t65xwing|rebelalliance|5
corranhorn|Corran Horn|ewing|rebelalliance|5|||experimentalscanners
coruskapellim|Corus Kapellim|btanr2ywing|resistance|1|||intuitiveinterface
countdooku-siegeofcoruscant|Count Dooku|sithinfiltrator|separatistalliance|5||3+1||malice roilinganger-siegeofcoruscant scimitar
countdooku|Count Dooku|sithinfiltrator|separatistalliance|3||3+1
countdown|"Countdown"|tieskstriker|galacticempire|4|||adaptiveailerons
countessryad|Countess Ryad|tieddefender|galacticempire|4|||fullthrottle
covanell|Cova Nell|resistancetransport|resistance|4
crymorahgoon|Crymorah Goon|btla4ywing|scumandvillainy|1
cutlasssquadronpilot|Cutlass Squadron Pilot|tiecapunisher|galacticempire|2
dacebonearm|Dace Bonearm|hwk290lightfreighter|scumandvillainy|4|3+1
dalanoberos-starviperclassattackplatform|Dalan Oberos|starviperclassattackplatform|scumandvillainy|4|||microthrusters
dalanoberos|Dalan Oberos|m12lkimogilafighter|scumandvillainy|3|2||deadtorights
darkcourier|Dark Courier|sithinfiltrator|separatistalliance|2
darkcurse-battleofyavin|"Dark Curse"|tielnfighter|galacticempire|6||||ruthless precisionionengines|3 4 0; front 2
darthmaul|Darth Maul|sithinfiltrator|separatistalliance|5||3+1
darthvader-battleofyavin|Darth Vader|tieadvancedx1|galacticempire|6||3+1|advancedtargetingcomputer|marksmanship hate afterburners|3 3 3; front 2
darthvader-swz105|Darth Vader|tieadvancedx1|galacticempire|6||3+1|advancedtargetingcomputer|hate ionmissiles afterburners|3 3 3; front 2
darthvader-tieddefender|Darth Vader|tieddefender|galacticempire|6||3+1|fullthrottle
darthvader|Darth Vader|tieadvancedx1|galacticempire|6||3+1|advancedtargetingcomputer
dashrendar-swz103-rebelalliance|Dash Rendar|yt2400lightfreighter|rebelalliance|5|||sensorblindspot-swz103
dashrendar-swz103-sl-rebelalliance|Dash Rendar|yt2400lightfreighter|rebelalliance|5|||sensorblindspot-swz103|mercenary-swz103 seekermissiles-swz103 leebo-swz103 outrider
dashrendar-swz103-sl-scumandvillainy|Dash Rendar|yt2400lightfreighter|scumandvillainy|5|||sensorblindspot-swz103|mercenary-swz103 seekermissiles-swz103 leebo-swz103 outrider
dashrendar|Dash Rendar|yt2400lightfreighter|rebelalliance|5|||sensorblindspot||2 6 4; double-turret 4
dbs32c-siegeofcoruscant|DBS-32C|hyenaclassdroidbomber|separatistalliance|3|2||networkedcalculations|plasmatorpedoes contingencyprotocol-siegeofcoruscant strutlockoverride-siegeofcoruscant
dbs32c|DBS-32C|hyenaclassdroidbomber|separatistalliance|3|||networkedcalculations
dbs404-siegeofcoruscant|DBS-404|hyenaclassdroidbomber|separatistalliance|4|||networkedcalculations|advprotontorpedoes contingencyprotocol-siegeofcoruscant strutlockoverride-siegeofcoruscant
dbs404|DBS-404|hyenaclassdroidbomber|separatistalliance|4|||networkedcalculations
deathfire-swz98|"Deathfire"|tiesabomber|galacticempire|2|2+1||nimblebomber|swiftapproach-swz98 connernets protonbombs
deathfire|"Deathfire"|tiesabomber|galacticempire|2|||nimblebomber
deathrain|"Deathrain"|tiecapunisher|galacticempire|4
deathwatchwarrior|Death Watch Warrior|gauntletfighter|separatistalliance|1
delmeeko|Del Meeko|tielnfighter|galacticempire|4
deltasquadronpilot|Delta Squadron Pilot|tieddefender|galacticempire|1|||fullthrottle
dengar|Dengar|jumpmaster5000|scumandvillainy|6|1+1
derekklivian|Derek Klivian|rz1awing|rebelalliance|3|||vectoredthrusters
dextiree-battleofyavin|Dex Tiree|btla4ywing|rebelalliance|2|||hope|dorsalturret advprotontorpedoes r4astromech
dfs081-siegeofcoruscant|DFS-081|vultureclassdroidfighter|separatistalliance|3|2||networkedcalculations|discordmissiles contingencyprotocol-siegeofcoruscant strutlockoverride-siegeofcoruscant
dfs081|DFS-081|vultureclassdroidfighter|separatistalliance|3|||networkedcalculations
dfs311-siegeofcoruscant|DFS-311|vultureclassdroidfighter|separatistalliance|1|||networkedcalculations|discordmissiles contingencyprotocol-siegeofcoruscant strutlockoverride-siegeofcoruscant
dfs311|DFS-311|vultureclassdroidfighter|separatistalliance|1|||networkedcalculations
dgs047|DGS-047|hmpdroidgunship|separatistalliance|1|||networkedaim
dgs286|DGS-286|hmpdroidgunship|separatistalliance|3|||networkedaim
dineeellberger|Dineé Ellberger|nabooroyaln1starfighter|galacticrepublic|3|||fullthrottle
dirkullodin|Dirk Ullodin|fangfighter|rebelalliance|3|||concordiafaceoff
dis347-siegeofcoruscant|DIS-347|droidtrifighter|separatistalliance|3|||networkedcalculations|marksmanship afterburners contingencyprotocol-siegeofcoruscant
dis347|DIS-347|droidtrifighter|separatistalliance|3|||networkedcalculations
dist81-siegeofcoruscant|DIS-T81|droidtrifighter|separatistalliance|4|||networkedcalculations|outmaneuver afterburners contingencyprotocol-siegeofcoruscant
dist81|DIS-T81|droidtrifighter|separatistalliance|4|||networkedcalculations
doctoraphra|Doctor Aphra|yv666lightfreighter|scumandvillainy|3|3
doubleedge|"Double Edge"|tieagaggressor|galacticempire|2
dread|"Dread"|tiesebomber|firstorder|3|||pursuitthrusters
drearenthal|Drea Renthal|btla4ywing|scumandvillainy|4
drift|"Drift"|clonez95headhunter|galacticrepublic|3|||versatileframe
dt798|DT-798|tiefofighter|firstorder|4
duchess|"Duchess"|tieskstriker|galacticempire|5|||adaptiveailerons
durge-separatistalliance|Durge|rogueclassstarfighter|separatistalliance|5|1||deadtorights
durge|Durge|rogueclassstarfighter|scumandvillainy|5|||deadtorights
dutchvander-battleofyavin|"Dutch" Vander|btla4ywing|rebelalliance|4|||hope|ioncannonturret advprotontorpedoes targetingastromech-battleofyavin
dutchvander-swz106|"Dutch" Vander|btla4ywing|rebelalliance|4||||ioncannonturret protonbombs
dutchvander|"Dutch" Vander|btla4ywing|rebelalliance|4
echo-ssl|"Echo"|tiephphantom|galacticempire|4|1+1||stygiumarray|silenthunter-tiephphantom stealthgambit-tiephphantom manualailerons-tiephphantom
echobaseevacuees|Echo Base Evacuees|gr75mediumtransport|rebelalliance|7|||resupplycraft
echo|"Echo"|tiephphantom|galacticempire|4|||stygiumarray
edonkappehl|Edon Kappehl|mg100starfortress|resistance|3
edriotwotubes|Edrio Two Tubes|t65xwing|rebelalliance|2
elloasty|Ello Asty|t70xwing|resistance|5|||weaponhardpoint
ember|"Ember"|tiebainterceptor|firstorder|4|||finetunedthrusters
emonazzameen|Emon Azzameen|firesprayclasspatrolcraft|scumandvillainy|4
epsilonsquadroncadet|Epsilon Squadron Cadet|tiefofighter|firstorder|1
esegetuketu|Esege Tuketu|btls8kwing|rebelalliance|3
evaanverlaine|Evaan Verlaine|btla4ywing|rebelalliance|3
ezrabridger-gauntletfighter|Ezra Bridger|gauntletfighter|rebelalliance|3||1+1
ezrabridger-sheathipedeclassshuttle|Ezra Bridger|sheathipedeclassshuttle|rebelalliance|3||1+1|commsshuttle
ezrabridger-tielnfighter|Ezra Bridger|tielnfighter|rebelalliance|3||1+1
ezrabridger|Ezra Bridger|attackshuttle|rebelalliance|3||1+1|lockedandloaded
fearsomepredator|Fearsome Predator|droidtrifighter|separatistalliance|3|||networkedcalculations
feethanottrawautopilot|Feethan Ottraw Autopilot|belbullab22starfighter|separatistalliance|1
fennrau-fangfighter|Fenn Rau|fangfighter|rebelalliance|6|||concordiafaceoff
fennrau-sheathipedeclassshuttle|Fenn Rau|sheathipedeclassshuttle|rebelalliance|6|||commsshuttle
fennrau|Fenn Rau|fangfighter|scumandvillainy|6|||concordiafaceoff
fifthbrother|Fifth Brother|tieadvancedv1|galacticempire|4||2+1
finchdallow|Finch Dallow|mg100starfortress|resistance|4
finn|Finn|resistancetransportpod|resistance|2
firstordercadet|First Order Cadet|tiesebomber|firstorder|3|||pursuitthrusters
firstordercollaborators|First Order Collaborators|raiderclasscorvette|firstorder|8|||concentratedbatteries
firstordercourier|First Order Courier|xiclasslightshuttle|firstorder|2
firstorderprovocateur|First Order Provocateur|tiebainterceptor|firstorder|3|||finetunedthrusters
firstordersympathizers|First Order Sympathizers|gozanticlasscruiser|firstorder|7|||dockingclamps
firstordertestpilot|First Order Test Pilot|tievnsilencer|firstorder|4|||autothrusters
flightleaderubbel|Flight Leader Ubbel|tierbheavy|galacticempire|5|||rotatingcannons
foremanproach|Foreman Proach|modifiedtielnfighter|scumandvillainy|4|||notchedstabilizers
freightercaptain|Freighter Captain|customizedyt1300lightfreighter|scumandvillainy|1
g4rgorvm|G4R-G0R V/M|m3ainterceptor|scumandvillainy|0|||weaponhardpoint
gammasquadronace|Gamma Squadron Ace|tiesabomber|galacticempire|3|||nimblebomber
gamutkey|Gamut Key|hwk290lightfreighter|scumandvillainy|3|2+1
gandfindsman|Gand Findsman|g1astarfighter|scumandvillainy|1
garsaxon|Gar Saxon|gauntletfighter|galacticempire|3|2+1
garvendreis-battleofyavin|Garven Dreis|t65xwing|rebelalliance|4|||hope|advprotontorpedoes r5k6-battleofyavin
garvendreis-t65xwing|Garven Dreis|t65xwing|rebelalliance|4
garvendreis|Garven Dreis|arc170starfighter|rebelalliance|4
gavindarklighter|Gavin Darklighter|ewing|rebelalliance|4|||experimentalscanners
gavynsykes|Gavyn Sykes|nabooroyaln1starfighter|galacticrepublic|3|||fullthrottle
gemmersojan-battleoverendor|Gemmer Sojan|rz1awing|rebelalliance|2|||vectoredcannons|itsatrap-battleoverendor precisiontunedcannons-battleoverendor chaffparticles-battleoverendor targetassistalgorithm-battleoverendor|3 2 2; single-turret 2
generalgrievous|General Grievous|belbullab22starfighter|separatistalliance|4
genesisred|Genesis Red|m3ainterceptor|scumandvillainy|4|||weaponhardpoint
geonosianprototype|Geonosian Prototype|hmpdroidgunship|separatistalliance|2|||networkedaim
gideonhask-tieininterceptor|Gideon Hask|tieininterceptor|galacticempire|4|||autothrusters
gideonhask-xiclasslightshuttle|Gideon Hask|xiclasslightshuttle|firstorder|4
gideonhask|Gideon Hask|tielnfighter|galacticempire|4
ginamoonsong-battleoverendor|Gina Moonsong|asf01bwing|rebelalliance|5|2+1||gyrocockpit|itsatrap-battleoverendor juke protontorpedoes ionbombs|1 4 5; front 3
ginamoonsong|Gina Moonsong|asf01bwing|rebelalliance|5
goji|"Goji"|btlbywing|galacticrepublic|2|||platedhull
goldsquadrontrooper|Gold Squadron Trooper|v19torrentstarfighter|galacticrepublic|2
goldsquadronveteran|Gold Squadron Veteran|btla4ywing|rebelalliance|3
gorgol|Gorgol|nantexclassstarfighter|separatistalliance|2|||pinpointtractorarray
grandinquisitor|Grand Inquisitor|tieadvancedv1|galacticempire|5||2+1
graysquadronbomber|Gray Squadron Bomber|btla4ywing|rebelalliance|2
graz|Graz|kihraxzfighter|scumandvillainy|4
greensquadronexpert|Green Squadron Expert|rz2awing|resistance|3|||refinedgyrostabilizers
greensquadronpilot|Green Squadron Pilot|rz1awing|rebelalliance|3|||vectoredthrusters
greersonnel|Greer Sonnel|rz2awing|resistance|4|||refinedgyrostabilizers
grudge|"Grudge"|tiesebomber|firstorder|2|||pursuitthrusters
guildbountyhunter|Guild Bounty Hunter|st70assaultship|scumandvillainy|3
guri|Guri|starviperclassattackplatform|scumandvillainy|5|||microthrusters
hansolo-battleofyavin|Han Solo|modifiedyt1300lightfreighter|rebelalliance|6|||solo|chewbacca-battleofyavin riggedcargochute millenniumfalcon l337sprogramming-battleofyavin
hansolo-modifiedyt1300lightfreighter|Han Solo|modifiedyt1300lightfreighter|rebelalliance|6
hansolo-scavengedyt1300|Han Solo|scavengedyt1300|resistance|6
hansolo|Han Solo|customizedyt1300lightfreighter|scumandvillainy|6
haorchallprototype-siegeofcoruscant|Haor Chall Prototype|vultureclassdroidfighter|separatistalliance|1|||networkedcalculations|ionmissiles contingencyprotocol-siegeofcoruscant strutlockoverride-siegeofcoruscant
haorchallprototype|Haor Chall Prototype|vultureclassdroidfighter|separatistalliance|1|||networkedcalculations
hawk-clonez95headhunter|"Hawk"|clonez95headhunter|galacticrepublic|4|||versatileframe
hawk|"Hawk"|laatigunship|galacticrepublic|4|2+1||fireconvergence
hefftobber|Heff Tobber|ut60duwing|rebelalliance|2
herasyndulla-asf01bwing|Hera Syndulla|asf01bwing|rebelalliance|6
herasyndulla-rz1awing|Hera Syndulla|rz1awing|rebelalliance|6|||vectoredthrusters
herasyndulla-vcx100lightfreighter|Hera Syndulla|vcx100lightfreighter|rebelalliance|5|||tailgun
herasyndulla|Hera Syndulla|attackshuttle|rebelalliance|5|||lockedandloaded
hiredgun|Hired Gun|btla4ywing|scumandvillainy|2
holokand-battleofyavin|Hol Okand|btla4ywing|rebelalliance|4|||hope|dorsalturret advprotontorpedoes preciseastromech-battleofyavin
holo|"Holo"|tiebainterceptor|firstorder|5|||finetunedthrusters
hondoohnaka|Hondo Ohnaka|firesprayclasspatrolcraft|scumandvillainy|1
hortonsalm-swz106|Horton Salm|btla4ywing|rebelalliance|4||||ioncannonturret proximitymines
hortonsalm|Horton Salm|btla4ywing|rebelalliance|4
hound|"Hound"|laatigunship|galacticrepublic|2|2+1||fireconvergence
howlrunner|"Howlrunner"|tielnfighter|galacticempire|5
ibtisam|Ibtisam|arc170starfighter|rebelalliance|3
idenversio-battleofyavin|Iden Versio|tieininterceptor|galacticempire|4|2+1||sensitivecontrols|predator fanatic-battleofyavin|3 3 1; front 3
idenversio-swz105|Iden Versio|tielnfighter|galacticempire|4|1|||disciplined elusive
idenversio|Iden Versio|tielnfighter|galacticempire|4|1
ig101|IG-101|rogueclassstarfighter|separatistalliance|4|||networkedcalculations
ig102|IG-102|rogueclassstarfighter|separatistalliance|4|||networkedcalculations
ig111|IG-111|rogueclassstarfighter|separatistalliance|1|||networkedcalculations
ig88a|IG-88A|aggressorassaultfighter|scumandvillainy|4|||advanceddroidbrain
ig88b|IG-88B|aggressorassaultfighter|scumandvillainy|4|||advanceddroidbrain
ig88c|IG-88C|aggressorassaultfighter|scumandvillainy|4|||advanceddroidbrain
ig88d|IG-88D|aggressorassaultfighter|scumandvillainy|4|||advanceddroidbrain
imdaartestpilot|Imdaar Test Pilot|tiephphantom|galacticempire|3|||stygiumarray
imperialsupercommando|Imperial Super Commando|gauntletfighter|galacticempire|2
inaldra|Inaldra|m3ainterceptor|scumandvillainy|2|||weaponhardpoint
inquisitor|Inquisitor|tieadvancedv1|galacticempire|3||1+1
isbjingoist|ISB Jingoist|tielnfighter|galacticempire|4
jag-siegeofcoruscant|"Jag"|arc170starfighter|galacticrepublic|3|||bornforthis|veterantailgunner r4pastromech synchronizedconsole
jag|"Jag"|arc170starfighter|galacticrepublic|3
jakefarrell-swz106|Jake Farrell|rz1awing|rebelalliance|4|||vectoredthrusters|elusive outmaneuver ionmissiles
jakefarrell|Jake Farrell|rz1awing|rebelalliance|4|||vectoredthrusters
jakkugunrunner|Jakku Gunrunner|quadrijettransferspacetug|scumandvillainy|1|||spacetugtractorarray
jangofett|Jango Fett|firesprayclasspatrolcraft|separatistalliance|6
janors|Jan Ors|hwk290lightfreighter|rebelalliance|5
jarekyeager|Jarek Yeager|fireball|resistance|5|||explosionwithwings
jaycristubbs|Jaycris Tubbs|t70xwing|resistance|1|||weaponhardpoint
jedigeneral|Jedi General|eta2actis|galacticrepublic|4||2+1|intuitivecontrols
jediknight-delta7baethersprite|Jedi Knight|delta7baethersprite|galacticrepublic|3||1+1|finetunedcontrols
jediknight|Jedi Knight|delta7aethersprite|galacticrepublic|3||1+1|finetunedcontrols
jekporkins-battleofyavin|Jek Porkins|t65xwing|rebelalliance|4|||hope|advprotontorpedoes r5d8-battleofyavin unstablesublightengines-battleofyavin
jekporkins-swz106|Jek Porkins|t65xwing|rebelalliance|4||||predator protontorpedoes r5d8-battleofyavin
jekporkins|Jek Porkins|t65xwing|rebelalliance|4
jessikapava|Jessika Pava|t70xwing|resistance|3|1+1||weaponhardpoint
jinatasecurityofficer|Jinata Security Officer|btla4ywing|scumandvillainy|2
jophseastriker|Joph Seastriker|t70xwing|resistance|3|||weaponhardpoint
joyrekkoff|Joy Rekkoff|fangfighter|scumandvillainy|4|||concordiafaceoff
juljerjerrod|Jul Jerjerrod|tiesebomber|firstorder|4|3||pursuitthrusters
junoeclipse|Juno Eclipse|tieadvancedx1|galacticempire|5|||advancedtargetingcomputer
k2so|K-2SO|ut60duwing|rebelalliance|3
kaatoleeachos|Kaa'to Leeachos|z95af4headhunter|scumandvillainy|3
kadsolus|Kad Solus|fangfighter|scumandvillainy|4|||concordiafaceoff
kananjarrus-hwk290lightfreighter|Kanan Jarrus|hwk290lightfreighter|scumandvillainy|3||1+1
kananjarrus|Kanan Jarrus|vcx100lightfreighter|rebelalliance|3||2+1|tailgun
karekun|Karé Kun|t70xwing|resistance|4|||weaponhardpoint
kashyyykdefender|Kashyyyk Defender|auzituckgunship|rebelalliance|1
kathscarlet|Kath Scarlet|firesprayclasspatrolcraft|scumandvillainy|4
kavil|Kavil|btla4ywing|scumandvillainy|5
kazudaxiono|Kazuda Xiono|fireball|resistance|4|||explosionwithwings
kelrodoaiholdout|Kelrodo-Ai Holdout|vultureclassdroidfighter|separatistalliance|1|||modifiedfororganics
kendyidele-battleoverendor|Kendy Idele|t65xwing|rebelalliance|4|||lockedsfoils|itsatrap-battleoverendor ionmissiles modifiedr4punit-battleoverendor chaffparticles-battleoverendor
keovenzee|Keo Venzee|rz1awing|rebelalliance|3||1|vectoredthrusters
ketsuonyo|Ketsu Onyo|lancerclasspursuitcraft|scumandvillainy|5
kickback-siegeofcoruscant|"Kickback"|v19torrentstarfighter|galacticrepublic|5|||bornforthis|diamondboronmissiles munitionsfailsafe|2 6 0; front 2
kickback|"Kickback"|v19torrentstarfighter|galacticrepublic|4
kijimispicerunner|Kijimi Spice Runner|btanr2ywing|resistance|2|||intuitiveinterface
killer|"Killer"|clonez95headhunter|galacticrepublic|2|||versatileframe
kitfisto|Kit Fisto|eta2actis|galacticrepublic|4||2+1|intuitivecontrols
klick-siegeofcoruscant|"Klick"|nimbusclassvwing|galacticrepublic|4|1+1||bornforthis|r3astromech precisionionengines alpha3eesk|3 2 3; front 2
klick|"Klick"|nimbusclassvwing|galacticrepublic|4|1+1||twinionengines
knack|"Knack"|clonez95headhunter|galacticrepublic|5|||versatileframe
knavesquadronescort|Knave Squadron Escort|ewing|rebelalliance|2|||experimentalscanners
koshkafrost|Koshka Frost|firesprayclasspatrolcraft|scumandvillainy|3
krassistrelix|Krassis Trelix|firesprayclasspatrolcraft|scumandvillainy|3
kullbeesperado|Kullbee Sperado|t65xwing|rebelalliance|4
kylekatarn|Kyle Katarn|hwk290lightfreighter|rebelalliance|3
kyloren-tiewiwhispermodifiedinterceptor|Kylo Ren|tiewiwhispermodifiedinterceptor|firstorder|5||3+1|heavyweaponturret
kyloren|Kylo Ren|tievnsilencer|firstorder|5||2+1|autothrusters
l337-escapecraft|L3-37|escapecraft|scumandvillainy|2|||copilot
l337|L3-37|customizedyt1300lightfreighter|scumandvillainy|2
laetinashera|Laetin A'shera|m3ainterceptor|scumandvillainy|3|||weaponhardpoint
landocalrissian-battleoverendor|Lando Calrissian|modifiedyt1300lightfreighter|rebelalliance|5|2||highstakes|aceinthehole-battleoverendor itsatrap-battleoverendor niennunb airencracken-battleoverendor millenniumfalcon-battleoverendor
landocalrissian-escapecraft|Lando Calrissian|escapecraft|scumandvillainy|4|||copilot
landocalrissian-modifiedyt1300lightfreighter|Lando Calrissian|modifiedyt1300lightfreighter|rebelalliance|5
landocalrissian-scavengedyt1300|Lando Calrissian|scavengedyt1300|resistance|5|3+1
landocalrissian|Lando Calrissian|customizedyt1300lightfreighter|scumandvillainy|4
lapin|Lapin|modifiedtielnfighter|scumandvillainy|3|||notchedstabilizers
lattsrazzi|Latts Razzi|yv666lightfreighter|scumandvillainy|3
lawlesspirates|Lawless Pirates|tridentclassassaultship|scumandvillainy|8|||tractorgrasp
leebo-swz103-rebelalliance|"Leebo"|yt2400lightfreighter|rebelalliance|3|||sensorblindspot-swz103
leebo-swz103-sl-rebelalliance|"Leebo"|yt2400lightfreighter|rebelalliance|3|||sensorblindspot-swz103|efficientprocessing-swz103 seekermissiles-swz103 outrider
leebo-swz103-sl-scumandvillainy|"Leebo"|yt2400lightfreighter|scumandvillainy|3|||sensorblindspot-swz103|efficientprocessing-swz103 seekermissiles-swz103 outrider
leebo|"Leebo"|yt2400lightfreighter|rebelalliance|3|||sensorblindspot||2 6 4; double-turret 4
leemakai|Leema Kai|btla4ywing|scumandvillainy|5
leevantenza|Leevan Tenza|t65xwing|rebelalliance|3
legafossang|Lega Fossang|btanr2ywing|resistance|3|||intuitiveinterface
leiaorgana|Leia Organa|modifiedyt1300lightfreighter|rebelalliance|5||1+1
lieutenantbastian|Lieutenant Bastian|t70xwing|resistance|2|||weaponhardpoint
lieutenantblount|Lieutenant Blount|z95af4headhunter|rebelalliance|4
lieutenantdormitz|Lieutenant Dormitz|upsilonclassshuttle|firstorder|2|||linkedbattery
lieutenantgalek|Lieutenant Galek|tiefofighter|firstorder|5
lieutenanthebsly-battleoverendor|Lieutenant Hebsly|tielnfighter|galacticempire|3|||formedup|collected-battleoverendor elusive noescape-battleoverendor|3 4 0; front 2
lieutenantkarsabi-ssl|Lieutenant Karsabi|alphaclassstarwing|galacticempire|3|||prioritizedweaponssystems|protontorpedoes saturationrockets-alphaclassstarwing electronicbaffle
lieutenantkarsabi|Lieutenant Karsabi|alphaclassstarwing|galacticempire|3
lieutenantkestal|Lieutenant Kestal|tieagaggressor|galacticempire|4
lieutenantlehuse|Lieutenant LeHuse|tiesffighter|firstorder|5|||heavyweaponturret
lieutenantlorrir|Lieutenant Lorrir|tieininterceptor|galacticempire|3|||autothrusters
lieutenantrivas|Lieutenant Rivas|tiefofighter|firstorder|1
lieutenantsai|Lieutenant Sai|lambdaclasst4ashuttle|galacticempire|3
lieutenanttavson|Lieutenant Tavson|upsilonclassshuttle|firstorder|3|2+1||linkedbattery
lingaava|Lin Gaava|tiefofighter|firstorder|3
logisticsdivisionpilot|Logistics Division Pilot|resistancetransport|resistance|1
lokrevenant|Lok Revenant|scurrgh6bomber|scumandvillainy|2
longshot|"Longshot"|tiefofighter|firstorder|3
lothalrebel|Lothal Rebel|vcx100lightfreighter|rebelalliance|2|||tailgun
lowhhrick|Lowhhrick|auzituckgunship|rebelalliance|3
loyalistvolunteer|Loyalist Volunteer|nimbusclassvwing|galacticrepublic|2|||twinionengines
lukeskywalker-battleofyavin|Luke Skywalker|t65xwing|rebelalliance|5||2+1|hope|attackspeed-battleofyavin instinctiveaim protontorpedoes r2d2-battleofyavin
lukeskywalker-swz106|Luke Skywalker|t65xwing|rebelalliance|5||2+1||instinctiveaim protontorpedoes r2d2
lukeskywalker|Luke Skywalker|t65xwing|rebelalliance|5||2+1
lulolampar|L'ulo L'ampar|rz2awing|resistance|5|||refinedgyrostabilizers
luminaraunduli-delta7baethersprite|Luminara Unduli|delta7baethersprite|galacticrepublic|4||2+1|finetunedcontrols
luminaraunduli|Luminara Unduli|delta7aethersprite|galacticrepublic|4||2+1|finetunedcontrols
lyttandree|Lyttan Dree|tierbheavy|galacticempire|3|||rotatingcannons
maarekstele-swz105|Maarek Stele|tieadvancedx1|galacticempire|5|||advancedtargetingcomputer|elusive outmaneuver afterburners
maarekstele|Maarek Stele|tieadvancedx1|galacticempire|5|||advancedtargetingcomputer
macewindu-delta7baethersprite|Mace Windu|delta7baethersprite|galacticrepublic|4||3+1|finetunedcontrols
macewindu|Mace Windu|delta7aethersprite|galacticrepublic|4||3+1|finetunedcontrols
magnaguardexecutioner|MagnaGuard Executioner|rogueclassstarfighter|separatistalliance|3|||networkedcalculations
magnaguardprotector|MagnaGuard Protector|rogueclassstarfighter|separatistalliance|4|||networkedcalculations
magnatolvan|Magna Tolvan|tielnfighter|galacticempire|3
magvayarro|Magva Yarro|ut60duwing|rebelalliance|3
majormianda-battleoverendor|Major Mianda|tielnfighter|galacticempire|5|||formedup|noescape-battleoverendor ruthless swarmtactics|3 3 1; front 2
majorrhymer-swz98|Major Rhymer|tiesabomber|galacticempire|4|||nimblebomber|advprotontorpedoes automatedloaders-swz98 afterburners
majorrhymer|Major Rhymer|tiesabomber|galacticempire|4|||nimblebomber
majorstridan|Major Stridan|upsilonclassshuttle|firstorder|4|||linkedbattery
majorvermeil|Major Vermeil|tiereaper|galacticempire|4|||controlledailerons
majorvonreg|Major Vonreg|tiebainterceptor|firstorder|6|||finetunedthrusters
majorvynder-ssl|Major Vynder|alphaclassstarwing|galacticempire|4|||prioritizedweaponssystems|longrangescanners-alphaclassstarwing ioncannon heavyplasmamissiles-alphaclassstarwing
majorvynder|Major Vynder|alphaclassstarwing|galacticempire|4
manaroo|Manaroo|jumpmaster5000|scumandvillainy|3
mandalorianresistancepilot|Mandalorian Resistance Pilot|gauntletfighter|rebelalliance|2
mandalorianroyalguard|Mandalorian Royal Guard|fangfighter|scumandvillainy|4|||concordiafaceoff
matchstick|"Matchstick"|btlbywing|galacticrepublic|4|||platedhull
maulermithel-battleofyavin|"Mauler" Mithel|tielnfighter|galacticempire|5||||predator afterburners|3 4 0; front 2
maulermithel|"Mauler" Mithel|tielnfighter|galacticempire|5
maul|Maul|gauntletfighter|scumandvillainy|5||3+1
mausmonare-battleoverendor|Maus Monare|tieininterceptor|galacticempire|3|||sensitivecontrols|noescape-battleoverendor outmaneuver fuelinjectionoverride-battleoverendor
merlcobben|Merl Cobben|rz2awing|resistance|1|||refinedgyrostabilizers
midnight|"Midnight"|tiefofighter|firstorder|6
miningguildsentry|Mining Guild Sentry|modifiedtielnfighter|scumandvillainy|1|||notchedstabilizers
miningguildsurveyor|Mining Guild Surveyor|modifiedtielnfighter|scumandvillainy|2|||notchedstabilizers
mirandadoni|Miranda Doni|btls8kwing|rebelalliance|4
moffgideon|Moff Gideon|tielnfighter|galacticempire|4|2+1
moraloeval|Moralo Eval|yv666lightfreighter|scumandvillainy|4|2
mornakee|Morna Kee|vt49decimator|galacticempire|4|3
muse|"Muse"|tiefofighter|firstorder|2
naboohandmaiden|Naboo Handmaiden|nabooroyaln1starfighter|galacticrepublic|1|||fullthrottle
nashtahpup|Nashtah Pup|z95af4headhunter|scumandvillainy|0|||escapecraft
nashwindrider|Nash Windrider|tieininterceptor|galacticempire|2|1+1||autothrusters
ndrusuhlak|N'dru Suhlak|z95af4headhunter|scumandvillainy|4
netrempollard|Netrem Pollard|asf01bwing|rebelalliance|3
newrepublicpatrol|New Republic Patrol|btanr2ywing|resistance|3|||intuitiveinterface
newrepublicvolunteers|New Republic Volunteers|gr75mediumtransport|resistance|7|||resupplycraft
niennunb|Nien Nunb|t70xwing|resistance|5|||weaponhardpoint
nightbeast-swz105|"Night Beast"|tielnfighter|galacticempire|2||||disciplined predator
nightbeast|"Night Beast"|tielnfighter|galacticempire|2
nightfall|"Nightfall"|tiewiwhispermodifiedinterceptor|firstorder|4|||heavyweaponturret
nimichireen|Nimi Chireen|t70xwing|resistance|2|||weaponhardpoint
niteowlliberator|Nite Owl Liberator|gauntletfighter|galacticrepublic|2
nodinchavdri|Nodin Chavdri|resistancetransport|resistance|2
nomlumb-rogueclassstarfighter|Nom Lumb|rogueclassstarfighter|scumandvillainy|1|||deadtorights
nomlumb|Nom Lumb|jumpmaster5000|scumandvillainy|1
norrawexley-btla4ywing|Norra Wexley|btla4ywing|rebelalliance|5
norrawexley|Norra Wexley|arc170starfighter|rebelalliance|5
null|"Null"|tiefofighter|firstorder|0
nusquadronpilot|Nu Squadron Pilot|alphaclassstarwing|galacticempire|2
obiwankenobi-delta7baethersprite|Obi-Wan Kenobi|delta7baethersprite|galacticrepublic|5||3+1|finetunedcontrols
obiwankenobi-eta2actis|Obi-Wan Kenobi|eta2actis|galacticrepublic|5||3+1|intuitivecontrols
obiwankenobi-siegeofcoruscant|Obi-Wan Kenobi|eta2actis|galacticrepublic|5||3+1|intuitivecontrols|patience ancillaryionweapons-siegeofcoruscant r4p17-siegeofcoruscant
obiwankenobi|Obi-Wan Kenobi|delta7aethersprite|galacticrepublic|5||3+1|finetunedcontrols
obsidiansquadronpilot|Obsidian Squadron Pilot|tielnfighter|galacticempire|2
oddball-arc170starfighter|"Odd Ball"|arc170starfighter|galacticrepublic|5
oddball-btlbywing|"Odd Ball"|btlbywing|galacticrepublic|5|||platedhull
oddball-nimbusclassvwing|"Odd Ball"|nimbusclassvwing|galacticrepublic|5|||twinionengines
oddball-siegeofcoruscant|"Odd Ball"|arc170starfighter|galacticrepublic|5|||bornforthis|selfless veterantailgunner r4pastromech|1 6 4; front 3, rear 2
oddball|"Odd Ball"|v19torrentstarfighter|galacticrepublic|5
oldteroch|Old Teroch|fangfighter|scumandvillainy|5|||concordiafaceoff
omegasquadronace|Omega Squadron Ace|tiefofighter|firstorder|3
omegasquadronexpert|Omega Squadron Expert|tiesffighter|firstorder|3|||heavyweaponturret
omicrongrouppilot|Omicron Group Pilot|lambdaclasst4ashuttle|galacticempire|1
onderonoppressor|Onderon Oppressor|hmpdroidgunship|separatistalliance|3|||networkedaim
onyxsquadronace|Onyx Squadron Ace|tieddefender|galacticempire|4|||fullthrottle
onyxsquadronscout|Onyx Squadron Scout|tieagaggressor|galacticempire|3
onyxsquadronsentry|Onyx Squadron Sentry|tierbheavy|galacticempire|3|||rotatingcannons
outerrimenforcer|Outer Rim Enforcer|st70assaultship|scumandvillainy|2
outerrimgarrison|Outer Rim Garrison|gozanticlasscruiser|galacticempire|7|||dockingclamps
outerrimhunter|Outer Rim Hunter|rogueclassstarfighter|scumandvillainy|3|||deadtorights
outerrimpatrol|Outer Rim Patrol|raiderclasscorvette|galacticempire|8|||concentratedbatteries
outerrimpioneer|Outer Rim Pioneer|escapecraft|scumandvillainy|3|||copilot
outerrimsmuggler|Outer Rim Smuggler|modifiedyt1300lightfreighter|rebelalliance|1
overseeryushyn|Overseer Yushyn|modifiedtielnfighter|scumandvillainy|2|1+1||notchedstabilizers
padmeamidala|Padmé Amidala|nabooroyaln1starfighter|galacticrepublic|4|||fullthrottle
padric|Padric|btla4ywing|scumandvillainy|3
paigetico|Paige Tico|mg100starfortress|resistance|5|1+1
palobgodalhi|Palob Godalhi|hwk290lightfreighter|scumandvillainy|3
pammichnerrogoode|Pammich Nerro Goode|resistancetransport|resistance|3
partisanrenegade|Partisan Renegade|ut60duwing|rebelalliance|1
patrolleader|Patrol Leader|vt49decimator|galacticempire|2
petranakiarenaace|Petranaki Arena Ace|nantexclassstarfighter|separatistalliance|4|||pinpointtractorarray
pettyofficerthanisson|Petty Officer Thanisson|upsilonclassshuttle|firstorder|1|1+1||linkedbattery
phlacarphoccprototype-siegeofcoruscant|Phlac-Arphocc Prototype|droidtrifighter|separatistalliance|5|||networkedcalculations|afterburners contingencyprotocol-siegeofcoruscant evasionsequence7-siegeofcoruscant
phlacarphoccprototype|Phlac-Arphocc Prototype|droidtrifighter|separatistalliance|5|||networkedcalculations
phoenixsquadronpilot|Phoenix Squadron Pilot|rz1awing|rebelalliance|1|||vectoredthrusters
planetarysentinel|Planetary Sentinel|tieskstriker|galacticempire|1|||adaptiveailerons
plokoon-delta7baethersprite|Plo Koon|delta7baethersprite|galacticrepublic|5||2+1|finetunedcontrols
plokoon|Plo Koon|delta7aethersprite|galacticrepublic|5||2+1|finetunedcontrols
poedameron-scavengedyt1300|Poe Dameron|scavengedyt1300|resistance|6|2+1
poedameron-swz68|Poe Dameron|t70xwing|resistance|6|2+1||weaponhardpoint
poedameron|Poe Dameron|t70xwing|resistance|6|1+1||weaponhardpoint
popskrail-battleofyavin|"Pops" Krail|btla4ywing|rebelalliance|4|||hope|ioncannonturret advprotontorpedoes r4astromech
popskrail|"Pops" Krail|btla4ywing|rebelalliance|3
precisehunter|Precise Hunter|vultureclassdroidfighter|separatistalliance|3|||networkedcalculations
previzsla|Pre Vizsla|gauntletfighter|separatistalliance|3|2+1
princexizor|Prince Xizor|starviperclassattackplatform|scumandvillainy|4|||microthrusters
puresabacc|"Pure Sabacc"|tieskstriker|galacticempire|4|||adaptiveailerons
q90|Q9-0|st70assaultship|scumandvillainy|5
quickdraw|"Quickdraw"|tiesffighter|firstorder|6|1+1||heavyweaponturret
quinnjast|Quinn Jast|m3ainterceptor|scumandvillainy|3|||weaponhardpoint
r1j5|R1-J5|fireball|resistance|1|||explosionwithwings
r2d2|R2-D2|btlbywing|galacticrepublic|2|||platedhull
rampage|"Rampage"|tierbheavy|galacticempire|4|||rotatingcannons
reapersquadronscout|Reaper Squadron Scout|clonez95headhunter|galacticrepublic|3|||versatileframe
rearadmiralchiraneau|Rear Admiral Chiraneau|vt49decimator|galacticempire|5
rebelscout|Rebel Scout|hwk290lightfreighter|rebelalliance|2
recoil|"Recoil"|tievnsilencer|firstorder|4|||autothrusters
redfuryzealot|Red Fury Zealot|tiewiwhispermodifiedinterceptor|firstorder|2|||heavyweaponturret
redline|"Redline"|tiecapunisher|galacticempire|5
redsquadronbomber|Red Squadron Bomber|btlbywing|galacticrepublic|2|||platedhull
redsquadronexpert|Red Squadron Expert|t70xwing|resistance|3|||weaponhardpoint
redsquadronveteran|Red Squadron Veteran|t65xwing|rebelalliance|3
republicjudiciary|Republic Judiciary|cr90corelliancorvette|galacticrepublic|8|||broadsidebatteries
resistancesympathizer|Resistance Sympathizer|scavengedyt1300|resistance|2
rexlerbrath|Rexler Brath|tieddefender|galacticempire|5|||fullthrottle
rey|Rey|scavengedyt1300|resistance|5||2+1
rhosquadronpilot|Rho Squadron Pilot|alphaclassstarwing|galacticempire|3
ricolie|Ric Olié|nabooroyaln1starfighter|galacticrepublic|5|||fullthrottle
roarkgarnet|Roark Garnet|hwk290lightfreighter|rebelalliance|4
roguesquadronescort|Rogue Squadron Escort|ewing|rebelalliance|4|||experimentalscanners
ronithblario|Ronith Blario|rz2awing|resistance|2|||refinedgyrostabilizers
rookkast|Rook Kast|gauntletfighter|scumandvillainy|3
rosetico|Rose Tico|resistancetransportpod|resistance|3
rush|"Rush"|tievnsilencer|firstorder|2|||autothrusters
sabersquadronace|Saber Squadron Ace|tieininterceptor|galacticempire|4|||autothrusters
sabinewren-lancerclasspursuitcraft|Sabine Wren|lancerclasspursuitcraft|scumandvillainy|3
sabinewren-rz1awing|Sabine Wren|rz1awing|rebelalliance|3|||vectoredthrusters
sabinewren-tielnfighter|Sabine Wren|tielnfighter|rebelalliance|3
sabinewren|Sabine Wren|attackshuttle|rebelalliance|3|||lockedandloaded
saeseetiin-delta7baethersprite|Saesee Tiin|delta7baethersprite|galacticrepublic|4||2+1|finetunedcontrols
saeseetiin|Saesee Tiin|delta7aethersprite|galacticrepublic|4||2+1|finetunedcontrols
sapphire2-battleoverendor|Sapphire 2|tieininterceptor|galacticempire|1|||sensitivecontrols|noescape-battleoverendor reckless-battleoverendor primedthrusters targetingmatrix-battleoverendor
sarcoplank|Sarco Plank|quadrijettransferspacetug|scumandvillainy|2|||spacetugtractorarray
sawgerrera|Saw Gerrera|ut60duwing|rebelalliance|4
scarifbasepilot|Scarif Base Pilot|tiereaper|galacticempire|1|||controlledailerons
scimitar1-battleoverendor|Scimitar 1|tiesabomber|galacticempire|3|2||nimblebomber|marksmanship noescape-battleoverendor protontorpedoes ionbombs
scimitar3-battleoverendor|Scimitar 3|tiesabomber|galacticempire|4|2||nimblebomber|noescape-battleoverendor partinggift-battleoverendor protontorpedoes protonbombs
scimitarsquadronpilot|Scimitar Squadron Pilot|tiesabomber|galacticempire|2|||nimblebomber
scorch-tiesebomber|"Scorch"|tiesebomber|firstorder|4|||pursuitthrusters
scorch|"Scorch"|tiefofighter|firstorder|4
scourgeskutu|"Scourge" Skutu|tielnfighter|galacticempire|5
scythe6-battleoverendor|Scythe 6|tielnfighter|galacticempire|2|||formedup|noescape-battleoverendor predator ionmaneuveringjet-battleoverendor targetingmatrix-battleoverendor|3 4 0; front 2
secondsister|Second Sister|tieininterceptor|galacticempire|4||2+1|autothrusters
seftinvanik|Seftin Vanik|rz2awing|resistance|5|||refinedgyrostabilizers
separatistbomber|Separatist Bomber|hyenaclassdroidbomber|separatistalliance|3|||networkedcalculations
separatistdrone|Separatist Drone|vultureclassdroidfighter|separatistalliance|3|||networkedcalculations
separatistinterceptor|Separatist Interceptor|droidtrifighter|separatistalliance|3|||networkedcalculations
separatistpredator|Separatist Predator|hmpdroidgunship|separatistalliance|3|||networkedaim
separatistprivateers|Separatist Privateers|croccruiser|separatistalliance|7|||overdriveburners
separatistracketeer|Separatist Racketeer|firesprayclasspatrolcraft|separatistalliance|2
serissu|Serissu|m3ainterceptor|scumandvillainy|5|||weaponhardpoint
seventhsister|Seventh Sister|tieadvancedv1|galacticempire|4||2+1
seynmarana|Seyn Marana|tielnfighter|galacticempire|4
shaakti-siegeofcoruscant|Shaak Ti|eta2actis|galacticrepublic|4||2+1|intuitivecontrols|marksmanship brilliantevasion ancillaryionweapons-siegeofcoruscant r4pastromech
shaakti|Shaak Ti|eta2actis|galacticrepublic|4||2+1|intuitivecontrols
shadowcollectiveoperator|Shadow Collective Operator|gauntletfighter|scumandvillainy|1
shadowporthunter|Shadowport Hunter|lancerclasspursuitcraft|scumandvillainy|2
shadowsquadronescort|Shadow Squadron Escort|nimbusclassvwing|galacticrepublic|3|||twinionengines
shadowsquadronveteran|Shadow Squadron Veteran|btlbywing|galacticrepublic|3|||platedhull
sharabey-rz1awing|Shara Bey|rz1awing|rebelalliance|4|||vectoredthrusters
sharabey-swz106|Shara Bey|rz1awing|rebelalliance|4|||vectoredthrusters|hopeful concussionmissiles
sharabey|Shara Bey|arc170starfighter|rebelalliance|4
shasazaro|Shasa Zaro|btanr2ywing|resistance|3|||intuitiveinterface
sicko|"Sicko"|laatigunship|galacticrepublic|2|2+1||fireconvergence
sienarjaemusengineer|Sienar-Jaemus Engineer|tievnsilencer|firstorder|1|||autothrusters
sienarjaemustestpilot|Sienar-Jaemus Test Pilot|tiesebomber|firstorder|2|||pursuitthrusters
sienarspecialist|Sienar Specialist|tieagaggressor|galacticempire|2
sigma4-battleofyavin|Sigma 4|tieininterceptor|galacticempire|4|2||sensitivecontrols|disciplined primedthrusters|3 4 0; front 3
sigma5-battleofyavin|Sigma 5|tieininterceptor|galacticempire|4|2||sensitivecontrols|sensorjammer-battleofyavin elusive|3 4 0; front 3
sigma6-battleofyavin|Sigma 6|tieininterceptor|galacticempire|4|2||sensitivecontrols|daredevil afterburners|3 4 0; front 3
sigma7-battleofyavin|Sigma 7|tieininterceptor|galacticempire|4|2||sensitivecontrols|marksmanship firecontrolsystem|3 4 0; front 3
sigmasquadronace|Sigma Squadron Ace|tiephphantom|galacticempire|4|||stygiumarray
sinker|"Sinker"|arc170starfighter|galacticrepublic|3
skakoanace|Skakoan Ace|belbullab22starfighter|separatistalliance|3
skullsquadronpilot|Skull Squadron Pilot|fangfighter|scumandvillainy|4|||concordiafaceoff
slammer|"Slammer"|v19torrentstarfighter|galacticrepublic|1|2+1
slider|"Slider"|clonez95headhunter|galacticrepublic|4|2+1||versatileframe
solsixxa|Sol Sixxa|scurrgh6bomber|scumandvillainy|3
soontirfel-battleoverendor|Soontir Fel|tieininterceptor|galacticempire|6|2||sensitivecontrols|apexpredator-battleoverendor noescape-battleoverendor blanksignature-battleoverendor feedbackemitter-battleoverendor
soontirfel|Soontir Fel|tieininterceptor|galacticempire|6|||autothrusters
spicerunner|Spice Runner|hwk290lightfreighter|scumandvillainy|1
squadsevenveteran|Squad Seven Veteran|arc170starfighter|galacticrepublic|3
stalgasinhiveguard|Stalgasin Hive Guard|nantexclassstarfighter|separatistalliance|3|||pinpointtractorarray
starkillerbasepilot|Starkiller Base Pilot|upsilonclassshuttle|firstorder|2|||linkedbattery
static|"Static"|tiefofighter|firstorder|4
stormsquadronace|Storm Squadron Ace|tieadvancedx1|galacticempire|3|||advancedtargetingcomputer
stub|"Stub"|clonez95headhunter|galacticrepublic|3|||versatileframe
sunfac|Sun Fac|nantexclassstarfighter|separatistalliance|6|||pinpointtractorarray
sunnybounder|Sunny Bounder|m3ainterceptor|scumandvillainy|1|||weaponhardpoint
suralindajavos|Suralinda Javos|rz2awing|resistance|3|||refinedgyrostabilizers
swoop|"Swoop"|v19torrentstarfighter|galacticrepublic|3
syndicatesmugglers|Syndicate Smugglers|croccruiser|scumandvillainy|7|||overdriveburners
takajamoreesa|Taka Jamoreesa|resistancetransport|resistance|2
talasquadronpilot|Tala Squadron Pilot|z95af4headhunter|rebelalliance|2
tallissanlintra|Tallissan Lintra|rz2awing|resistance|5|1+1||refinedgyrostabilizers
talonbanecobra|Talonbane Cobra|kihraxzfighter|scumandvillainy|5
tansariipointveteran|Tansarii Point Veteran|m3ainterceptor|scumandvillainy|3|||weaponhardpoint
tapusk|Tápusk|hwk290lightfreighter|scumandvillainy|5
technounionbomber|Techno Union Bomber|hyenaclassdroidbomber|separatistalliance|1|||networkedcalculations
teltrevura|Tel Trevura|jumpmaster5000|scumandvillainy|4|1
temminwexley-swz68|Temmin Wexley|t70xwing|resistance|4|||weaponhardpoint
temminwexley|Temmin Wexley|t70xwing|resistance|4|||weaponhardpoint
tempestsquadronpilot|Tempest Squadron Pilot|tieadvancedx1|galacticempire|2|||advancedtargetingcomputer
tennumb|Ten Numb|asf01bwing|rebelalliance|4
tezanasz|Teza Nasz|btanr2ywing|resistance|4|||intuitiveinterface
thanekyrell|Thane Kyrell|t65xwing|rebelalliance|5
theironassembler|The Iron Assembler|vultureclassdroidfighter|separatistalliance|1|3||networkedcalculations
themandalorian|The Mandalorian|st70assaultship|scumandvillainy|5
tn3465|TN-3465|tiefofighter|firstorder|2
tomaxbren-swz105|Tomax Bren|tiesabomber|galacticempire|5|||nimblebomber|elusive barragerockets proximitymines
tomaxbren-swz98|Tomax Bren|tiesabomber|galacticempire|5|2+1||nimblebomber|truegrit-swz98 plasmatorpedoes ionbombs
tomaxbren|Tomax Bren|tiesabomber|galacticempire|5|||nimblebomber
toranikulda|Torani Kulda|m12lkimogilafighter|scumandvillainy|4|||deadtorights
torkilmux|Torkil Mux|hwk290lightfreighter|scumandvillainy|2
torphun|Tor Phun|fangfighter|scumandvillainy|3|||concordiafaceoff
tradefederationdrone|Trade Federation Drone|vultureclassdroidfighter|separatistalliance|1|||networkedcalculations
trandoshanslaver|Trandoshan Slaver|yv666lightfreighter|scumandvillainy|2
transgalmegcontrollink|TransGalMeg Control Link|syliureclasshyperspacering|galacticrepublic|0|||hyperspacedockingring
tucker|"Tucker"|v19torrentstarfighter|galacticrepublic|2
turrphennir|Turr Phennir|tieininterceptor|galacticempire|4|||autothrusters
tychocelchu-battleoverendor|Tycho Celchu|rz1awing|rebelalliance|5|||vectoredcannons|itsatrap-battleoverendor juke protonrockets chaffparticles-battleoverendor|3 2 3; single-turret 2
tychocelchu|Tycho Celchu|rz1awing|rebelalliance|5|||vectoredthrusters
unkarplutt|Unkar Plutt|quadrijettransferspacetug|scumandvillainy|2|||spacetugtractorarray
vagabond|"Vagabond"|tieskstriker|galacticempire|2|||adaptiveailerons
valenrudor-swz105|Valen Rudor|tielnfighter|galacticempire|3||||disciplined precisionionengines
valenrudor|Valen Rudor|tielnfighter|galacticempire|3
vedfoslo|Ved Foslo|tieadvancedx1|galacticempire|4|||advancedtargetingcomputer
venisadoza|Venisa Doza|t70xwing|resistance|4|||weaponhardpoint
vennie|Vennie|mg100starfortress|resistance|2
viktorhel-rogueclassstarfighter|Viktor Hel|rogueclassstarfighter|scumandvillainy|4|||deadtorights
viktorhel|Viktor Hel|kihraxzfighter|scumandvillainy|4
vimoradi|Vi Moradi|resistancetransportpod|resistance|1
vizier|"Vizier"|tiereaper|galacticempire|2|||controlledailerons
volandas|Volan Das|droidtrifighter|separatistalliance|5|||modifiedfororganics
vultskerris-tieininterceptor|Vult Skerris|tieininterceptor|galacticempire|5|1-1||autothrusters
vultskerris|Vult Skerris|tieddefender|galacticempire|5|1-1||fullthrottle
wampa-battleofyavin|"Wampa"|tielnfighter|galacticempire|1|1+1|||elusive vengeful-battleofyavin|3 4 0; front 2
wampa|"Wampa"|tielnfighter|galacticempire|1|1+1
wardensquadronpilot|Warden Squadron Pilot|btls8kwing|rebelalliance|2
warthog-clonez95headhunter|"Warthog"|clonez95headhunter|galacticrepublic|3|||versatileframe
warthog|"Warthog"|laatigunship|galacticrepublic|3|2+1||fireconvergence
wattambor|Wat Tambor|belbullab22starfighter|separatistalliance|3
wedgeantilles-battleofyavin|Wedge Antilles|t65xwing|rebelalliance|5|||hope|attackspeed-battleofyavin marksmanship protontorpedoes r2a3-battleofyavin
wedgeantilles-battleoverendor|Wedge Antilles|t65xwing|rebelalliance|6|||lockedsfoils|itsatrap-battleoverendor predator advprotontorpedoes r2a3-battleoverendor|2 4 3; front 3
wedgeantilles-rz1awing|Wedge Antilles|rz1awing|rebelalliance|4|||vectoredthrusters
wedgeantilles|Wedge Antilles|t65xwing|rebelalliance|6
wesjanson|Wes Janson|t65xwing|rebelalliance|5|1+1
whirlwind|"Whirlwind"|tiewiwhispermodifiedinterceptor|firstorder|3|||heavyweaponturret
whisper-ssl|"Whisper"|tiephphantom|galacticempire|5|2||stygiumarray|withoutatrace-tiephphantom relaysystem-tiephphantom stygiumreserve-tiephphantom
whisper|"Whisper"|tiephphantom|galacticempire|5|||stygiumarray
wildspacefringer|Wild Space Fringer|yt2400lightfreighter|rebelalliance|1|||sensorblindspot
wilhufftarkin|Wilhuff Tarkin|nimbusclassvwing|galacticrepublic|3|||twinionengines
wilsateshlo|Wilsa Teshlo|btanr2ywing|resistance|4|||intuitiveinterface
wolffe-siegeofcoruscant|"Wolffe"|arc170starfighter|galacticrepublic|4|1||bornforthis|wolfpack-siegeofcoruscant veterantailgunner q7astromech
wolffe|"Wolffe"|arc170starfighter|galacticrepublic|4|1
wrath|"Wrath"|tiewiwhispermodifiedinterceptor|firstorder|5|||heavyweaponturret
wrobietyce|Wrobie Tyce|rz2awing|resistance|4|||refinedgyrostabilizers
wullffwarro|Wullffwarro|auzituckgunship|rebelalliance|4
yendor-battleoverendor|Yendor|t65xwing|rebelalliance|5|||lockedsfoils|itsatrap-battleoverendor plasmatorpedoes stabilizingastromech-battleoverendor
yoda|Yoda|eta2actis|galacticrepublic|3||3+1|intuitivecontrols
yricaquell|Yrica Quell|tielnfighter|galacticempire|3
zamwesell|Zam Wesell|firesprayclasspatrolcraft|separatistalliance|5|4
zaribangel|Zari Bangel|rz2awing|resistance|3|||refinedgyrostabilizers
zayversio|Zay Versio|t70xwing|resistance|3|||weaponhardpoint
zealousrecruit|Zealous Recruit|fangfighter|scumandvillainy|1|||concordiafaceoff
zeborrelios-sheathipedeclassshuttle|"Zeb" Orrelios|sheathipedeclassshuttle|rebelalliance|2|||commsshuttle
zeborrelios-tielnfighter|"Zeb" Orrelios|tielnfighter|rebelalliance|2
zeborrelios|"Zeb" Orrelios|attackshuttle|rebelalliance|2|||lockedandloaded
zertikstrom|Zertik Strom|tieadvancedx1|galacticempire|3|||advancedtargetingcomputer
zetasquadronpilot|Zeta Squadron Pilot|tiefofighter|firstorder|2
zetasquadronsurvivor|Zeta Squadron Survivor|tiesffighter|firstorder|2|||heavyweaponturret
zizitlo|Zizi Tlo|rz2awing|resistance|5|1+1||refinedgyrostabilizers
zoriibliss|Zorii Bliss|btanr2ywing|resistance|5|1+1||intuitiveinterface
zuckuss|Zuckuss|g1astarfighter|scumandvillainy|3
"""

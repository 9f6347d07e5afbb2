"""Upgrades with what is printed on their cards: ids, names and numbers.

Source: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
A row: id, name, slots, charges and Force (`2+1`: two, of which one recovers), what the card adds to numbers of the ship,
and its weapon: arc, value, ranges, `ordnance`, what it needs, what an attack costs.
"""

# fmt: off
# ruff: noqa: E501
UPGRADES = """
000|0-0-0|crew
4lom|4-LOM|crew
aaylasecura|Aayla Secura|crew||1+1
ablativeplating|Ablative Plating|modification|2
aceinthehole-battleoverendor|Ace in the Hole|talent|2
adaptiveshields|Adaptive Shields|cargo
admiralozzel|Admiral Ozzel|command crew
admiralsloane|Admiral Sloane|crew
advancedoptics|Advanced Optics|tech
advancedsensors|Advanced Sensors|sensor
advancedslam|Advanced SLAM|modification
advprotontorpedoes|Adv. Proton Torpedoes|torpedo|1|||front 5 1-1 ordnance needs lock charge 1
afterburners|Afterburners|modification|2
agentkallus|Agent Kallus|crew
agentoftheempire|Agent of the Empire|command
agentterex|Agent Terex|crew
agilegunner|Agile Gunner|gunner
ahsokatano-crew|Ahsoka Tano|crew||1+1
ahsokatano|Ahsoka Tano|gunner||1+1
airencracken-battleoverendor|Airen Cracken|gunner
alpha3bbesh|Alpha-3B "Besh"|configuration
alpha3eesk|Alpha-3E "Esk"|configuration|2+1
amilynholdo|Amilyn Holdo|crew
ancillaryionweapons-siegeofcoruscant|Ancillary Ion Weapons|cannon|2+1
andrasta|Andrasta|title
angleddeflectors|Angled Deflectors|modification|||shields -1
apexpredator-battleoverendor|Apex Predator|talent
asajjventresscommand|Asajj Ventress|command crew
assailer|Assailer|title|||hull +2, shields -2
attackspeed-battleofyavin|Attack Speed|talent
autoblasters|Autoblasters|cannon||||front 2 1-2
automatedloaders-swz98|Automated Loaders|modification|1
automatedtargetpriority|Automated Target Priority|tech
azmorigan|Azmorigan|command crew
b6bladewingprototype-command|B6 Blade Wing Prototype|command title
b6bladewingprototype|B6 Blade Wing Prototype|title
babufrik|Babu Frik|illicit|3
backwardstailslide|Backwards Tailslide|talent
barragerockets|Barrage Rockets|missile missile|5|||front 3 2-3 ordnance needs focus charge 1
battlemeditation|Battle Meditation|force-power
bazemalbus|Baze Malbus|crew
bb8|BB-8|astromech|2
bbastromech|BB Astromech|astromech|2
beskarreinforcedplating|Beskar Reinforced Plating|modification|2
biohexacryptcodes|Biohexacrypt Codes|tech
bistan|Bistan|gunner
blackone|Black One|title|1
blanksignature-battleoverendor|Blank Signature|sensor|1+1
blazerbomb|Blazer Bomb|device|1
bloodcrow|Blood Crow|title|||shields -1
bobafett-gunner|Boba Fett|gunner
bobafett|Boba Fett|crew
bokatankryze-rebel-scum|Bo-Katan Kryze|crew
bokatankryze|Bo-Katan Kryze|crew
bombardmentspecialists|Bombardment Specialists|team
bombletgenerator|Bomblet Generator|device device|2
boostedscanners|Boosted Scanners|cargo
bossk|Bossk|gunner
bounty|Bounty|command
brighthope|Bright Hope|title
brilliantevasion|Brilliant Evasion|force-power
brokenhorn|Broken Horn|title
bt1|BT-1|gunner
burnoutthrusters|Burnout Thrusters|modification|1
c110p|C1-10P|astromech|2
c3po-crew|C-3PO|crew
c3po-republic|C-3PO|crew
c3po|C-3PO|crew
cadbane|Cad Bane|crew
calibratedlasertargeting|Calibrated Laser Targeting|configuration modification
captainhark|Captain Hark|crew|2
captainneeda|Captain Needa|command crew|4
captainphasma|Captain Phasma|crew
carlistrieekan|Carlist Rieekan|command crew
cassianandor|Cassian Andor|crew
chaffparticles-battleoverendor|Chaff Particles|modification
chancellorpalpatine|Palpatine/Sidious|crew||1+1
chewbacca-battleofyavin|Chewbacca|crew
chewbacca-crew-swz19|Chewbacca|crew|2
chewbacca-crew|Chewbacca|crew
chewbacca|Chewbacca|crew|2+1
chopper-crew|"Chopper"|crew
chopper|"Chopper"|astromech
cienaree|Ciena Ree|crew
cikatrovizago|Cikatro Vizago|crew
clantraining|Clan Training|talent|1
clanwrencommandos|Clan Wren Commandos|crew crew|2
cloakingdevice|Cloaking Device|illicit|2
clonecaptainrex|Clone Captain Rex|gunner
clonecommandercody|Clone Commander Cody|gunner
clustermines|Cluster Mines|device|1
clustermissiles|Cluster Missiles|missile|4|||front 3 1-2 ordnance needs lock charge 1
coaxiumhyperfuel|Coaxium Hyperfuel|illicit
collected-battleoverendor|Collected|talent
collisiondetector|Collision Detector|sensor|2
combatboardingtube|Combat Boarding Tube|command configuration
commandermalarus|Commander Malarus|crew
commanderpyre|Commander Pyre|crew
commsteam|Comms Team|team
compassion|Compassion|force-power
composure|Composure|talent
computerassistedhandling-battleoverendor|Computer-Assisted Handling|modification|1
concussionbombs|Concussion Bombs|device|3
concussionmissiles|Concussion Missiles|missile|3|||front 3 2-3 ordnance needs lock charge 1
connernets|Conner Nets|device|1
contingencyprotocol-siegeofcoruscant|Contingency Protocol|modification
contrabandcybernetics|Contraband Cybernetics|illicit|1
corsaircrew|Corsair Crew|team gunner
corsairrefit|Corsair Refit|configuration|||hull +2, shields -2
corvus|Corvus|title
countdooku|Count Dooku|crew||1+1
crackshot|Crack Shot|talent|1
cutthroat|Cutthroat|talent
damagecontrolteam|Damage Control Team|team
daredevil|Daredevil|talent
darthvader|Darth Vader|crew||1+1
dauntless|Dauntless|title
deadeyeshot|Deadeye Shot|talent
deadmansswitch|Deadman's Switch|illicit
deathtroopers|Death Troopers|crew crew
deathwatchcommandos|Death Watch Commandos|crew crew|2
debrisgambit|Debris Gambit|talent
dedicated|Dedicated|talent
delayedfuses|Delayed Fuses|modification
delta7b|Delta-7B|configuration|||agility -1, shields +2, front +1
dengar|Dengar|gunner|1+1
deuteriumpowercells|Deuterium Power Cells|tech modification|2
diamondboronmissiles|Diamond-Boron Missiles|missile missile|3|||front 3 2-3 ordnance needs lock charge 1
directorkrennic|Director Krennic|crew
disciplined|Disciplined|talent
discordmissiles|Discord Missiles|missile|1
dodonnaspride|Dodonna's Pride|title|||shields -2
dorsalturret|Dorsal Turret|turret||||single-turret 2 1-2
dreadnoughthunter|Dreadnought Hunter|command
drillbeak|Drill Beak|hardpoint cargo||||rear 3 0-1 ordnance
drk1probedroids|DRK-1 Probe Droids|device|2
droidcrew|Droid Crew|team
dropseatbay|Drop-Seat bay|modification
dt798|DT-798|gunner
efficientprocessing-swz103|Efficient Processing|talent
electrochaffmissiles|Electro-Chaff Missiles|missile device|1
electronicbaffle|Electronic Baffle|modification
electroprotonbomb|Electro-Proton Bomb|device modification|1
elusive|Elusive|talent|1
emperorpalpatine|Emperor Palpatine|crew crew||1+1
enduring|Enduring|talent
energyshellcharges|Energy-Shell Charges|missile|1|||front 3 2-3 ordnance needs calculate charge 1
engineupgrade|Engine Upgrade|modification
enhancedjammingsuite|Enhanced Jamming Suite|configuration tech
enhancedpropulsion|Enhanced Propulsion|hardpoint cargo
ensnare|Ensnare|talent
evasionsequence7-siegeofcoruscant|Evasion Sequence 7|modification
experthandling|Expert Handling|talent
extrememaneuvers|Extreme Maneuvers|force-power
ezrabridger|Ezra Bridger|gunner||1+1
falsetranspondercodes|False Transponder Codes|illicit|1
fanatic-battleofyavin|Fanatic|talent
fanatical|Fanatical|talent
fearless|Fearless|talent
feedbackarray|Feedback Array|illicit
feedbackemitter-battleoverendor|Feedback Emitter|illicit|1
feedbackping|Feedback Ping|talent
fennrau|Fenn Rau|crew
ferrospherepaint|Ferrosphere Paint|tech
fifthbrother|Fifth Brother|gunner||1+1
finn|Finn|gunner
firecontrolsystem|Fire-Control System|sensor
firstorderelite|First Order Elite|command
firstorderordnancetech|First Order Ordnance Tech|gunner
fives|"Fives"|crew
foresight|Foresight|force-power||||bullseye 2 1-3 ordnance force 1
freelanceslicer|Freelance Slicer|crew
fuelinjectionoverride-battleoverendor|Fuel Injection Override|modification|2
ga97|GA-97|crew|5+1
gamutkey|Gamut Key|crew|2+1
garsaxon-gunner|Gar Saxon|gunner
garsaxon|Gar Saxon|crew
gauntlet|Gauntlet|title modification|2
generalgrievouscommand|General Grievous|command crew
generalgrievous|General Grievous|crew|1
generalhux|General Hux|crew
genius|"Genius"|astromech
ghostcompany|Ghost Company|crew gunner
ghost|Ghost|title
gnkgonkdroid|GNK "Gonk" Droid|crew|1
grandinquisitor|Grand Inquisitor|crew||1+1
grandmofftarkin|Grand Moff Tarkin|crew|2+1
grappler|Grappler|title|||hull +2, shields -1
grapplingstruts|Grappling Struts|configuration
graviticdeflection|Gravitic Deflection|talent
greedo|Greedo|gunner|1+1
greefkarga|Greef Karga|crew
gunneryspecialists|Gunnery Specialists|team
hansolo-crew|Han Solo|crew
hansolo-gunner|Han Solo|gunner
hansolo|Han Solo|gunner
hate|Hate|force-power
havoc|Havoc|title
heavylasercannon|Heavy Laser Cannon|cannon||||bullseye 4 2-3
heavyplasmamissiles-alphaclassstarwing|Heavy Plasma Missiles|missile|2|||front 3 1-3 ordnance needs lock charge 1
heightenedperception|Heightened Perception|force-power
herasyndulla|Hera Syndulla|crew
heroicsacrifice-battleoverendor|Heroic Sacrifice|talent
heroic|Heroic|talent
homingmissiles|Homing Missiles|missile|2|||front 4 2-3 ordnance needs lock charge 1
homingtorpedoes|Homing Torpedoes|torpedo|2|||front 4 1-2 ordnance needs lock charge 1
hondoohnakacommand|Hondo Ohnaka|command crew|2
hondoohnaka|Hondo Ohnaka|crew
hopeful|Hopeful|talent
hotshotgunner|Hotshot Gunner|gunner
hotshottailblaster|Hotshot Tail Blaster|illicit|2|||rear 2 0-1 ordnance charge 1
houndstooth|Hound's Tooth|title
hullupgrade|Hull Upgrade|modification|||hull +1
hyperspacetrackingdata|Hyperspace Tracking Data|tech
ig11|IG-11|crew
ig2000|IG-2000|title
ig88d|IG-88D|crew
igrmdroids|IG-RM Droids|team
imperialsupercommandos|Imperial Super Commandos|crew crew|2
imperviumplating|Impervium Plating|modification|2
impetuous|Impetuous|title|||shields -2
independentcalculations|Independent Calculations|modification
inertialdampeners|Inertial Dampeners|illicit
informant|Informant|crew
initforthemoneyrebellion|In It For The Money/Rebellion|command
insatiableworrt|Insatiable Worrt|title|||hull +3, shields -1
instigator|Instigator|title
instinctiveaim|Instinctive Aim|force-power
integratedsfoils|Integrated S-foils|configuration
interceptbooster|Intercept Booster|configuration|3-1
interloperturn|Interloper Turn|talent
intimidation|Intimidation|talent
ionbombs|Ion Bombs|device|2
ioncannonbattery|Ion Cannon Battery|hardpoint||||single-turret 4 2-4
ioncannonturret|Ion Cannon Turret|turret||||single-turret 3 1-2
ioncannon|Ion Cannon|cannon||||front 3 1-3
ionlimiteroverride|Ion Limiter Override|talent
ionmaneuveringjet-battleoverendor|Ion Maneuvering Jet|modification|2
ionmissiles|Ion Missiles|missile|3|||front 3 2-3 ordnance needs lock charge 1
iontorpedoes|Ion Torpedoes|torpedo|2|||front 4 2-3 ordnance needs lock charge 1
isbslicer|ISB Slicer|crew
itsatrap-battleoverendor|It's a Trap!|talent
jabbathehutt|Jabba the Hutt|crew crew|4
jainaslight|Jaina's Light|title|||shields +1
jammingbeam|Jamming Beam|cannon||||front 3 1-2
jandodonna|Jan Dodonna|command crew
jangofett|Jango Fett|crew
jedicommander|Jedi Commander|command
juke|Juke|talent
jynerso|Jyn Erso|crew
k2b4|K2-B4|tactical-relay
k2so|K-2SO|crew
kalani|Kalani|tactical-relay|3+3
kananjarrus|Kanan Jarrus|crew||1+1
kaydelconnix|Kaydel Connix|crew
kazsfireball|Kaz's Fireball|title
ketsuonyo|Ketsu Onyo|crew
kitfisto|Kit Fisto|crew||1+1
korkiekryze|Korkie Kryze|crew
korrsella|Korr Sella|crew
kraken|Kraken|tactical-relay
kuiil|Kuiil|crew
kyloren|Kylo Ren|crew||1+1
l337sprogramming-battleofyavin|L3-37's Programming|configuration
l337|L3-37|crew
l4er5|L4E-R5|astromech
landingstruts|Landing Struts|configuration
landocalrissian-crew|Lando Calrissian|crew
landocalrissian|Lando Calrissian|crew
landosmillenniumfalcon|Lando's Millennium Falcon|title
larmadacy|Larma D'Acy|crew
lattsrazzi|Latts Razzi|crew
leebo-swz103|"Leebo"|crew
leiaorgana-resistance|Leia Organa|crew crew||1+1
leiaorgana|Leia Organa|crew|3+1
liberator|Liberator|title
lonewolf|Lone Wolf|talent|1+1
longrangescanners-alphaclassstarwing|Long-Range Scanners|sensor|2
lukeskywalker|Luke Skywalker|gunner||1+1
luminous|Luminous|title|||shields -1
m9g8|M9-G8|astromech
magpulsewarheads|Mag-Pulse Warheads|missile|2|||front 3 1-3 ordnance needs lock charge 1
magvayarro|Magva Yarro|crew
malice|Malice|force-power
mandalorianoptics|Mandalorian Optics|modification|2
mandaloriansupercommandos|Mandalorian Super Commandos|crew crew|2
maneuverassistmgk300|Maneuver-Assist MGK-300|configuration
manualailerons-tiephphantom|Manual Ailerons|modification|2
marauder|Marauder|title
margsablclosure|Marg Sabl Closure|talent
marksmanship|Marksmanship|talent
martuuk|Mar Tuuk|command crew
maul-crew|Maul|crew crew||1+1
maul|Maul|crew||1+1
mercenary-swz103|Mercenary|talent
merchantone|Merchant One|title
migsmayfeld|Migs Mayfeld|gunner
millenniumfalcon-battleoverendor|Millennium Falcon|title
millenniumfalcon|Millennium Falcon|title
ministertua|Minister Tua|crew
misthunter|Mist Hunter|title
modifiedr4punit-battleoverendor|Modified R4-P Unit|astromech|1
moffjerjerrod|Moff Jerjerrod|crew|2+1
moldycrow|Moldy Crow|title|||front +3
multimissilepods|Multi-Missile Pods|missile missile|5|||full-front 2 1-2 ordnance needs calculate-or-lock charge 1
munitionsfailsafe|Munitions Failsafe|modification
nautolansrevenge|Nautolan's Revenge|title|||hull -2, shields +1
neimoidiangrasp|Neimoidian Grasp|title|||shields -2
niennunb|Nien Nunb|crew
nightbrother|Nightbrother|title modification|2+1
niteowlcommandos|Nite Owl Commandos|crew crew|2
noescape-battleoverendor|No Escape|talent
notorious|Notorious|talent|2+1
novicetechnician|Novice Technician|crew
obiwankenobi|Obi-Wan Kenobi|crew||1+1
optimizedpowercore|Optimized Power Core|cargo
ordnanceteam|Ordnance Team|team
ordnancetubes|Ordnance Tubes|hardpoint
os1arsenalloadout|Os-1 Arsenal Loadout|configuration
outmaneuver|Outmaneuver|talent
outrider|Outrider|title
overdrivethruster|Overdrive Thruster|modification
overtunedmodulators|Overtuned Modulators|illicit|1
paigetico|Paige Tico|gunner
partinggift-battleoverendor|Parting Gift|talent
passivesensors|Passive Sensors|sensor|1+1
patience|Patience|force-power
patternanalyzer|Pattern Analyzer|tech
pelimotto|Peli Motto|crew
perceptivecopilot|Perceptive Copilot|crew
pettyofficerthanisson|Petty Officer Thanisson|crew
phantom|Phantom|title
phoenixsquadron|Phoenix Squadron|command
pivotwing|Pivot Wing|configuration
plasmatorpedoes|Plasma Torpedoes|torpedo|2|||front 3 2-3 ordnance needs lock charge 1
plokoon|Plo Koon|crew||1+1
pointdefensebattery|Point-Defense Battery|hardpoint||||double-turret 2 1-2
preciseastromech-battleofyavin|Precise Astromech|astromech|2
precisionionengines|Precision Ion Engines|modification|2
precisiontunedcannons-battleoverendor|Precision-Tuned Cannons|cannon||||front 2 2-3
precognitivereflexes|Precognitive Reflexes|force-power
predator|Predator|talent
predictiveshot|Predictive Shot|force-power
previzsla|Pre Vizsla|crew
primedthrusters|Primed Thrusters|tech
primeministeralmec|Prime Minister Almec|crew
protectorategleb|Protectorate Gleb|crew
protonbombs|Proton Bombs|device|2
protoncannonbattery|Proton Cannon Battery|hardpoint cargo||||bullseye 4 2-5
protoncannons|Proton Cannons|cannon cannon|2+1|||bullseye 4 2-3 charge 2
protonrockets|Proton Rockets|missile|1|||bullseye 5 1-2 ordnance needs focus charge 1
protontorpedoes|Proton Torpedoes|torpedo|2|||front 4 2-3 ordnance needs lock charge 1
proudtradition|Proud Tradition|talent
proximitymines|Proximity Mines|device|2
punishingone|Punishing One|title
pushthelimit-battleoverendor|Push The Limit|talent
pz4co|PZ-4CO|crew
q7astromech|Q7 Astromech|astromech
qira|Qi'ra|crew
quantumstorm|Quantum Storm|title
quickreleaselocks|Quick-Release Locks|illicit|2
r1j5|R1-J5|astromech|3
r2a3-battleofyavin|R2-A3|astromech|2
r2a3-battleoverendor|R2-A3|astromech|1
r2a6|R2-A6|astromech
r2astromech|R2 Astromech|astromech|2
r2c4|R2-C4|astromech
r2d2-battleofyavin|R2-D2|astromech|2
r2d2-crew|R2-D2|crew
r2d2-republic|R2-D2|astromech|2
r2d2-resistance|R2-D2|astromech|4
r2d2|R2-D2|astromech|3
r2f2-battleofyavin|R2-F2|astromech|2
r2ha|R2-HA|astromech
r3astromech|R3 Astromech|astromech
r4astromech|R4 Astromech|astromech
r4b11|R4-B11|astromech
r4p17-siegeofcoruscant|R4-P17|astromech|2
r4p17|R4-P17|astromech|2
r4p44|R4-P44|astromech
r4pastromech|R4-P Astromech|astromech|2
r5astromech|R5 Astromech|astromech|2
r5d8-battleofyavin|R5-D8|astromech|2
r5d8|R5-D8|astromech|3
r5k6-battleofyavin|R5-K6|astromech|2
r5p8|R5-P8|astromech|3
r5tk|R5-TK|astromech
r5x3|R5-X3|astromech|2
r6d8|R6-D8|astromech
r7a7|R7-A7|astromech|3
raymusantilles|Raymus Antilles|command crew
razorcrest|Razor Crest|title
reckless-battleoverendor|Reckless|talent
relaysystem-tiephphantom|Relay System|sensor
repulsorliftstabilizers|Repulsorlift Stabilizers|configuration
requiem|Requiem|title
rey-gunner|Rey|gunner||1+1
reysmillenniumfalcon|Rey's Millennium Falcon|title
rifftamson|Riff Tamson|command crew
riggedcargochute|Rigged Cargo Chute|illicit|1
roilinganger-siegeofcoruscant|Roiling Anger|force-power
rookkast|Rook Kast|crew
rosetico|Rose Tico|crew
ruthless|Ruthless|talent
sabinewren-gunner|Sabine Wren|gunner
sabinewren|Sabine Wren|crew
saboteursmap|Saboteur's Map|illicit
satinekryze|Satine Kryze|crew|2+1
saturationrockets-alphaclassstarwing|Saturation Rockets|missile|4+1|||full-front 3 1-2 ordnance charge 2
saturationsalvo|Saturation Salvo|talent
savageopress|Savage Opress|crew||1+1
sawgerrera|Saw Gerrera|crew
scannerbaffler|Scanner Baffler|illicit
scimitar|Scimitar|title
seasonednavigator|Seasoned Navigator|crew
seekermissiles-swz103|Seeker Missiles|missile|4|||front 3 2-3 ordnance needs lock charge 1
seismiccharges|Seismic Charges|device|2
selfless|Selfless|talent
sense|Sense|force-power
sensitivecontrols|Sensitive Controls|configuration
sensorbuoysuite|Sensor Buoy Suite|tech
sensorexperts|Sensor Experts|team
sensorjammer-battleofyavin|Sensor Jammer|modification
sensorscramblers|Sensor Scramblers|tech
servomotorsfoils|Servomotor S-foils|configuration
seventhfleetgunner|Seventh Fleet Gunner|gunner|1
seventhsister|Seventh Sister|crew||1+1
shadowcaster|Shadow Caster|title
shadowwing|Shadow Wing|command
shatteringshot|Shattering Shot|force-power
shieldupgrade|Shield Upgrade|modification|||shields +1
silenthunter-tiephphantom|Silent Hunter|talent
skilledbombardier|Skilled Bombardier|gunner
skystrikeacademyclass|Skystrike Academy Class|command
slavei-swz82|Slave I|title
slavei|Slave I|title
snapshot|Snap Shot|talent||||front 2 2-2 ordnance
soullessone|Soulless One|title|||hull +2
sparepartscanisters|Spare Parts Canisters|modification|1
specialforcesgunner|Special Forces Gunner|gunner
squadleader|Squad Leader|talent
st321|ST-321|title
stabilizedsfoils|Stabilized S-foils|configuration
stabilizingastromech-battleoverendor|Stabilizing Astromech|astromech|1
stalwartcaptain|Stalwart Captain|command crew
starbirdslash|Starbird Slash|talent
staticdischargevanes|Static Discharge Vanes|modification
stealthdevice|Stealth Device|modification|1
stealthgambit-tiephphantom|Stealth Gambit|talent
strategiccommander|Strategic Commander|command crew|3
strutlockoverride-siegeofcoruscant|Strut-Lock Override|configuration|2
stygiumreserve-tiephphantom|Stygium Reserve|modification|1
supernaturalreflexes|Supernatural Reflexes|force-power
suppressivegunner|Suppressive Gunner|gunner
suppressor|Suppressor|title|||hull -2, shields +2
supremeleadersnoke|Supreme Leader Snoke|crew crew||1+1
swarmtactics|Swarm Tactics|talent
swiftapproach-swz98|Swift Approach|talent
swivelwing|Swivel Wing|configuration
syliure31hyperdrive|Syliure-31 Hyperdrive|hyperdrive
syncedlasercannons|Synced Laser Cannons|cannon cannon||||front 3 2-3
synchronizedconsole|Synchronized Console|modification
ta175|TA-175|tactical-relay
tacticalofficer|Tactical Officer|crew
tacticalscrambler|Tactical Scrambler|modification
talmerrik|Tal Merrik|crew
tantiveiv|Tantive IV|title
targetassistalgorithm-battleoverendor|Target-Assist Algorithm|modification
targetassistmgk300|Target-Assist MGK-300|configuration
targetingastromech-battleofyavin|Targeting Astromech|astromech
targetingbattery|Targeting Battery|hardpoint||||single-turret 3 2-5
targetingcomputer|Targeting Computer|modification
targetingmatrix-battleoverendor|Targeting Matrix|modification
targetingsynchronizer|Targeting Synchronizer|tech
thechild|The Child|crew||2
themandalorian|The Mandalorian|crew
thermaldetonators|Thermal Detonators|device|4
thunderstrike|Thunderstrike|title|||hull +3, shields -3
tibannareserves|Tibanna Reserves|cargo|3
tibersaxon|Tiber Saxon|gunner|2+1
tiedefenderelite|TIE Defender Elite|configuration
tierfonbellyrun|Tierfon Belly Run|talent
tobiasbeckett|Tobias Beckett|crew
topcover-swz98|Top Cover|talent
torynfarr|Toryn Farr|crew
trackingfob|Tracking Fob|illicit
trackingtorpedoes|Tracking Torpedoes|torpedo|3
tractorbeam|Tractor Beam|cannon||||front 3 1-3
tractortechnicians|Tractor Technicians|team
tractortentacles|Tractor Tentacles|hardpoint||||rear 2 1-2 ordnance
trajectorysimulator|Trajectory Simulator|sensor
treacherous|Treacherous|talent|1
trickshot|Trick Shot|talent
trident|Trident|title
tristanwren|Tristan Wren|crew|1+1
truegrit-swz98|True Grit|talent
turbolaserbattery|Turbolaser Battery|hardpoint||||single-turret 3 3-5 needs lock
tv94|TV-94|tactical-relay
underslungblastercannon|Underslung Blaster Cannon|cannon||||single-turret 2 1-1 ordnance needs lock
unkarplutt|Unkar Plutt|crew
unstablesublightengines-battleofyavin|Unstable Sublight Engines|modification
ursawren-gunner|Ursa Wren|gunner
ursawren|Ursa Wren|crew
vectoredcannonsrz1|Vectored Cannons (RZ-1)|configuration|||front becomes single-turret
vector|Vector|title
vengeful-battleofyavin|Vengeful|talent
veterantailgunner|Veteran Tail Gunner|gunner
veteranturretgunner|Veteran Turret Gunner|gunner
veteranwingleader|Veteran Wing Leader|command
virago|Virago|title|2||shields +1
wartimeloadout|Wartime Loadout|configuration modification|||shields +2
watchfulastromech|Watchful Astromech|astromech
weaponssystemsofficer|Weapons Systems Officer|gunner
withoutatrace-tiephphantom|Without a Trace|talent
wolfpack-siegeofcoruscant|Wolfpack|crew gunner
wolfpack|Wolfpack|crew gunner
xanadublood|Xanadu Blood|title
xg1assaultconfiguration|Xg-1 Assault Configuration|configuration
xx23sthreadtracers|XX-23 S-Thread Tracers|missile|2|||front 3 1-3 ordnance needs focus-or-calculate-or-lock charge 1
yoda|Yoda|crew||2+1
zamwesell|Zam Wesell|crew|2
zealouscaptain|Zealous Captain|command crew
zeborrelios|"Zeb" Orrelios|crew
zuckuss|Zuckuss|crew
"""

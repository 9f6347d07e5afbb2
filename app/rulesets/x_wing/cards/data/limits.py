"""How often cards may be in a squad, and the slots of ships, as printed: ids and numbers.

Source: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
A row of a pilot: id, the dots before the name (0: any number), the slots. A row of an upgrade with dots or slots of its
own: id, the dots, the slots that it gives to its ship, or with a minus takes from it.
"""

# fmt: off
# ruff: noqa: E501
PILOTS = """
066|1|talent torpedo cannon crew device modification
104thbattalionpilot|0|torpedo astromech modification gunner gunner
212thbattalionpilot|0|missile missile crew crew modification gunner gunner
4lom|1|talent sensor crew illicit modification title
709thlegionace|0|talent missile tech tech configuration
7thskycorpspilot|0|sensor modification
aaylasecura|1|talent force-power force-power astromech modification cannon
academypilot|0
adigallia-delta7baethersprite|1|force-power talent astromech modification
adigallia|1|force-power talent astromech configuration modification
adonfox-battleoverendor|1
aftabackbar|1|talent talent tech turret astromech device modification configuration
agentterex|1|talent crew illicit illicit illicit modification tech tech
agenttierny|1|talent talent tech crew crew modification modification
ahhav|1|talent illicit illicit modification
ahsokatano-delta7baethersprite|1|force-power astromech modification
ahsokatano-rz1awing|1|force-power force-power talent missile modification configuration
ahsokatano|1|astromech modification force-power configuration
airencracken|1|talent torpedo sensor modification
alderaanianguard|0|command hardpoint hardpoint crew crew gunner team team cargo title
alexsandrkallus|1|talent sensor turret torpedo crew crew gunner modification title
alphasquadronpilot|0|talent configuration
amaxinewarrior|0|turret torpedo missile astromech device
anakinskywalker-btlbywing|1|turret torpedo astromech device modification gunner force-power
anakinskywalker-delta7baethersprite|1|force-power force-power talent astromech modification
anakinskywalker-eta2actis|1|talent force-power force-power cannon astromech modification
anakinskywalker-nabooroyaln1starfighter|1|talent sensor torpedo astromech
anakinskywalker-siegeofcoruscant|1
anakinskywalker|1|astromech modification force-power force-power talent configuration
ap5|1|crew astromech modification title
arlizhadrassian|1|talent tech turret torpedo missile astromech device
arvelcrynyd-battleoverendor|1
arvelcrynyd-swz106|1
arvelcrynyd|1|talent talent configuration
asajjventress|1|crew talent illicit illicit modification force-power
aurrasing|1|talent cannon cannon device illicit modification title
autopilotdrone|1
avenger|1|talent torpedo missile tech configuration
axe-siegeofcoruscant|1
axe|1|talent missile modification
backdraft|1|talent sensor missile modification gunner tech
backstabber-battleofyavin|1
baktoiddrone|0|missile device modification configuration
baktoidprototype-siegeofcoruscant|2
baktoidprototype|2|sensor missile missile modification configuration
banditsquadronpilot|0|missile modification
baronoftheempire|0|talent sensor missile
barrissoffee-delta7baethersprite|1|force-power astromech modification
barrissoffee|1|astromech modification force-power configuration
bb8|1|tech tech crew modification
benteene|1|sensor crew device device modification gunner gunner tech tech
benthictwotubes|1|talent sensor crew crew illicit modification configuration
berwerkret|1|talent talent
biggsdarklighter-battleofyavin|1
biggsdarklighter|1|torpedo astromech modification configuration
binayrepirate|0|illicit
blackout|1|talent torpedo missile tech tech configuration
blacksquadronace-t70xwing|0|talent astromech modification configuration tech
blacksquadronace|0
blacksquadronscout|0|talent device gunner
blacksunace|0|talent
blacksunassassin|0|tech
blacksunenforcer|0|tech
blacksunsoldier|0|illicit modification
bladesquadronveteran|0|sensor cannon cannon torpedo configuration
bluesquadronescort|0|astromech configuration
bluesquadronpilot|0|sensor cannon cannon device configuration
bluesquadronprotector|0|talent modification
bluesquadronrecruit|0|talent tech
bluesquadronrookie|0|astromech modification configuration tech
bluesquadronscout|0|modification configuration
bobafett-firesprayclasspatrolcraft|1|cannon missile crew device illicit modification title
bobafett|1|talent cannon missile device illicit modification modification title
bodhirook|1|sensor crew crew modification configuration
bodicavenj|1|talent talent torpedo modification modification
bokatankryze-separatistalliance|1|talent crew gunner device illicit modification modification configuration title
bokatankryze|1|talent crew gunner torpedo device illicit modification modification configuration title
bombardmentdrone|3|device device modification configuration
boost|1|talent talent sensor modification
bossk-z95af4headhunter|1|talent talent missile illicit modification
bossk|1|talent cannon missile crew crew illicit modification title gunner
bountyhunter|0|cannon missile device illicit
bravoflightofficer|0|sensor torpedo astromech
braylenstramm-battleoverendor|1
braylenstramm|1|talent sensor cannon cannon torpedo modification device configuration
breach|1|talent talent tech torpedo torpedo missile gunner device modification
broadside|1|talent turret astromech device modification
cadbane-separatistalliance|1|cannon cannon modification title illicit illicit talent missile
cadbane|1|talent cannon cannon missile illicit illicit modification title
caithrenalli-btanr2ywing|1|talent tech turret astromech device modification modification configuration
caithrenalli|1|talent astromech modification configuration tech
captaincardinal|1|sensor talent cannon crew crew crew modification tech tech
captaindobbs|1|talent sensor cannon missile configuration
captainferoph|1|talent crew modification modification
captainhark|1|talent crew gunner device illicit modification configuration
captainjonus-swz105|1
captainjonus-swz98|1
captainjonus|1|talent torpedo missile missile device device modification gunner
captainjostero|1|missile illicit illicit modification modification
captainkagi|1|sensor cannon crew crew modification title
captainnym|1|talent turret crew device device modification title gunner
captainoicunn|1|talent talent torpedo crew crew device modification title gunner
captainphasma|1|talent sensor tech missile gunner modification modification
captainrex|1|talent talent modification
captainsear|1|modification modification tactical-relay
captainseevor|1|talent missile modification
captainyorr-battleoverendor|1
caridaacademycadet|0|cannon cannon configuration
cartelexecutioner|0|missile
cartelmarauder|0|illicit
cartelspacer|0|modification
cassianandor|1|talent sensor crew modification configuration
cat|1|talent sensor crew device device modification gunner gunner tech
cavernangelszealot|0|astromech illicit configuration
chertek|1|talent talent
chewbacca-scavengedyt1300|1|talent talent missile crew crew illicit illicit modification title gunner
chewbacca|1|talent missile crew crew modification modification title illicit gunner
chopper-gauntletfighter|1|crew gunner device illicit modification modification configuration title
chopper|1|sensor turret torpedo crew crew modification title gunner
cienaree|1|talent talent modification configuration
clanwrenvolunteer|2|talent torpedo modification modification
cobaltsquadronbomber|0|sensor device device modification gunner gunner tech
colicoiddestroyer|0|command torpedo hardpoint hardpoint crew crew gunner team cargo title
colicoidinterceptor|0|talent modification configuration
coloneljendon-battleoverendor|1
coloneljendon|1|sensor cannon cannon crew modification title
colonelvessery|1|talent sensor cannon missile configuration
colossusstationmechanic|0|missile modification
commandantgoran|1|talent modification configuration
commandermalarus-xiclasslightshuttle|1|talent crew crew modification modification tech tech
commandermalarus|1|talent talent missile modification tech
constablezuvio|1|talent device device illicit modification tech
contractedscout|0|cannon torpedo illicit
contrail-siegeofcoruscant|1
contrail|1|talent astromech modification configuration
corranhorn-t65xwing|1|talent missile astromech configuration
corranhorn|1|talent sensor sensor tech torpedo astromech modification
coruskapellim|1|tech turret astromech device modification modification illicit configuration
countdooku-siegeofcoruscant|1
countdooku|1|cannon torpedo crew crew device modification title force-power tactical-relay
countdown|1|talent talent device modification gunner
countessryad|1|talent sensor sensor cannon missile configuration
covanell|1|talent tech cannon cannon torpedo crew crew astromech modification
crymorahgoon|0|turret device illicit missile
cutlasssquadronpilot|0|sensor torpedo missile device modification gunner
dacebonearm|1|talent crew device illicit illicit modification title
dalanoberos-starviperclassattackplatform|1|talent tech torpedo modification
dalanoberos|1|talent torpedo missile astromech illicit modification
darkcourier|0|cannon torpedo device modification
darkcurse-battleofyavin|1
darthmaul|1|cannon torpedo crew crew device modification title force-power force-power tactical-relay
darthvader-battleofyavin|1
darthvader-swz105|1
darthvader-tieddefender|1|force-power tech cannon missile configuration
darthvader|1|sensor missile modification modification force-power force-power talent tech
dashrendar-swz103-rebelalliance|1|talent missile crew illicit illicit modification title
dashrendar-swz103-sl-rebelalliance|1
dashrendar-swz103-sl-scumandvillainy|1
dashrendar|1|talent missile crew illicit illicit modification title
dbs32c-siegeofcoruscant|1
dbs32c|1|sensor tactical-relay modification configuration
dbs404-siegeofcoruscant|1
dbs404|1|torpedo missile device modification configuration
deathfire-swz98|1
deathfire|1|torpedo missile device modification gunner
deathrain|1|talent sensor torpedo missile device device modification gunner
deathwatchwarrior|0|talent crew gunner device illicit modification configuration
delmeeko|1|cannon talent modification
deltasquadronpilot|0|sensor cannon configuration
dengar|1|talent cannon torpedo crew gunner illicit modification title
derekklivian|1|talent missile configuration
dextiree-battleofyavin|1
dfs081-siegeofcoruscant|1
dfs081|1|missile modification configuration
dfs311-siegeofcoruscant|1
dfs311|1|missile modification modification configuration
dgs047|1|missile missile crew device modification configuration tactical-relay
dgs286|1|missile missile crew device modification configuration tactical-relay
dineeellberger|1|talent sensor torpedo astromech
dirkullodin|1|torpedo modification modification
dis347-siegeofcoruscant|1
dis347|1|talent sensor missile modification modification configuration
dist81-siegeofcoruscant|1
dist81|1|talent sensor cannon modification modification configuration
doctoraphra|1|cannon missile crew crew gunner illicit illicit modification modification title
doubleedge|1|talent turret missile missile modification gunner
dread|1|tech torpedo missile gunner device device modification
drearenthal|1|talent turret torpedo astromech device illicit modification missile
drift|1|talent sensor modification
dt798|1|talent tech modification modification
duchess|1|talent talent device modification gunner
durge-separatistalliance|1|talent cannon cannon illicit modification modification title
durge|1|talent talent cannon cannon illicit modification
dutchvander-battleofyavin|1
dutchvander-swz106|1
dutchvander|1|talent turret torpedo astromech device device modification missile
echo-ssl|1
echobaseevacuees|0|command hardpoint turret crew crew team cargo cargo title
echo|1|talent talent sensor modification gunner
edonkappehl|1|sensor cannon crew device device modification gunner gunner tech
edriotwotubes|1|missile illicit configuration
elloasty|1|talent talent astromech modification configuration tech
ember|1|talent talent tech missile modification
emonazzameen|1|talent cannon missile crew device illicit modification title
epsilonsquadroncadet|0|tech
esegetuketu|1|torpedo missile missile crew device modification gunner
evaanverlaine|1|turret torpedo missile astromech device modification modification
ezrabridger-gauntletfighter|1|force-power talent crew gunner device illicit modification modification configuration title
ezrabridger-sheathipedeclassshuttle|1|crew astromech modification title force-power
ezrabridger-tielnfighter|1|modification crew force-power
ezrabridger|1|turret crew modification title force-power
fearsomepredator|3|talent sensor missile modification modification configuration
feethanottrawautopilot|0|modification tactical-relay
fennrau-fangfighter|1|talent talent torpedo modification modification
fennrau-sheathipedeclassshuttle|1|talent crew astromech modification title
fennrau|1|talent talent modification modification torpedo
fifthbrother|1|force-power sensor talent missile
finchdallow|1|sensor missile crew device device modification gunner gunner tech
finn|1|talent talent tech crew modification
firstordercadet|0|tech torpedo missile gunner device device modification
firstordercollaborators|0|command torpedo missile hardpoint hardpoint crew crew team team cargo
firstordercourier|0|crew modification tech tech
firstorderprovocateur|0|talent tech modification
firstordersympathizers|0|command hardpoint crew crew gunner team cargo cargo
firstordertestpilot|0|talent torpedo missile tech configuration
flightleaderubbel|1|talent cannon cannon gunner modification modification configuration
foremanproach|1|talent talent modification
freightercaptain|0|missile illicit gunner
g4rgorvm|1|modification
gammasquadronace|0|torpedo device device modification gunner
gamutkey|1|talent crew device illicit modification modification
gandfindsman|0|illicit
garsaxon|1|talent crew gunner device illicit modification configuration
garvendreis-battleofyavin|1
garvendreis-t65xwing|1|talent torpedo astromech modification configuration
garvendreis|1|talent missile cannon gunner astromech modification
gavindarklighter|1|talent sensor tech torpedo astromech modification
gavynsykes|1|talent sensor torpedo astromech modification
gemmersojan-battleoverendor|1
generalgrievous|1|talent modification modification missile title
genesisred|1|talent illicit modification
geonosianprototype|2|cannon cannon missile missile modification configuration tactical-relay
gideonhask-tieininterceptor|1|talent talent missile modification configuration
gideonhask-xiclasslightshuttle|1|talent talent crew crew modification tech tech
gideonhask|1|talent talent missile modification
ginamoonsong-battleoverendor|1
ginamoonsong|1|talent sensor cannon cannon torpedo modification device configuration
goji|1|talent turret astromech device device device modification gunner
goldsquadrontrooper|0|missile talent modification
goldsquadronveteran|0|turret modification missile
gorgol|1|talent modification
grandinquisitor|1|sensor missile force-power force-power talent
graysquadronbomber|0|device modification missile
graz|1|talent missile illicit illicit modification modification
greensquadronexpert|0|talent talent tech
greensquadronpilot|0|talent talent configuration
greersonnel|1|talent modification missile tech
grudge|1|tech talent missile gunner device device modification
guildbountyhunter|2|talent crew gunner illicit illicit modification
guri|1|talent tech torpedo modification title
hansolo-battleofyavin|1
hansolo-modifiedyt1300lightfreighter|1|talent missile crew crew modification modification title illicit gunner
hansolo-scavengedyt1300|1|talent missile crew crew illicit illicit modification modification gunner
hansolo|1|talent missile crew crew illicit modification title gunner
haorchallprototype-siegeofcoruscant|1
haorchallprototype|2|missile modification configuration
hawk-clonez95headhunter|1|talent sensor modification modification
hawk|1|talent missile missile crew crew modification gunner gunner
hefftobber|1|talent sensor crew crew modification configuration
herasyndulla-asf01bwing|1|talent sensor cannon cannon torpedo missile device modification title configuration
herasyndulla-rz1awing|1|talent talent missile sensor modification configuration
herasyndulla-vcx100lightfreighter|1|talent sensor turret torpedo crew crew modification title gunner
herasyndulla|1|talent turret crew modification title
hiredgun|0|turret torpedo device illicit missile
holokand-battleofyavin|1
holo|1|talent tech missile modification modification
hondoohnaka|1|cannon cannon missile crew device illicit illicit modification title
hortonsalm-swz106|1
hortonsalm|1|turret torpedo astromech device modification missile
hound|1|sensor missile missile crew crew modification gunner gunner
howlrunner|1|talent talent modification
ibtisam|1|talent torpedo gunner astromech modification
idenversio-battleofyavin|1
idenversio-swz105|1
idenversio|1|talent talent cannon missile modification
ig101|1|cannon cannon modification modification
ig102|1|cannon cannon modification modification
ig111|1|cannon cannon modification modification
ig88a|1|talent sensor cannon cannon device illicit modification title
ig88b|1|talent sensor cannon cannon device illicit modification title
ig88c|1|talent sensor cannon cannon device illicit modification title
ig88d|1|talent sensor cannon cannon device illicit modification title
imdaartestpilot|0|sensor modification gunner
imperialsupercommando|0|talent crew gunner device device illicit modification configuration
inaldra|1|modification
inquisitor|0|sensor force-power
isbjingoist|2|talent illicit
jag-siegeofcoruscant|1
jag|1|torpedo astromech modification modification gunner gunner talent
jakefarrell-swz106|1
jakefarrell|1|talent talent missile modification configuration
jakkugunrunner|0|device illicit
jangofett|1|talent cannon missile crew device illicit illicit modification title
janors|1|talent crew device device modification modification title
jarekyeager|1|talent talent missile astromech illicit modification modification title
jaycristubbs|1|astromech modification configuration tech
jedigeneral|0|force-power astromech modification cannon
jediknight-delta7baethersprite|0|force-power astromech modification
jediknight|0|astromech modification force-power configuration
jekporkins-battleofyavin|1
jekporkins-swz106|1
jekporkins|1|torpedo astromech talent configuration
jessikapava|1|astromech modification configuration tech
jinatasecurityofficer|0|turret torpedo missile device
jophseastriker|1|talent astromech modification configuration tech
joyrekkoff|1|talent missile torpedo modification modification
juljerjerrod|1|tech talent torpedo missile gunner device device modification modification
junoeclipse|1|talent tech sensor missile modification
k2so|1|sensor crew crew modification configuration
kaatoleeachos|1|talent missile illicit modification
kadsolus|1|talent missile modification modification
kananjarrus-hwk290lightfreighter|1|force-power crew device illicit modification modification
kananjarrus|1|sensor turret torpedo crew crew modification title gunner force-power
karekun|1|talent astromech modification configuration cannon tech
kashyyykdefender|0|crew modification
kathscarlet|1|talent cannon missile crew device illicit modification title
kavil|1|talent turret torpedo astromech device illicit modification missile
kazudaxiono|1|talent missile astromech illicit modification modification title
kelrodoaiholdout|3|talent missile modification
kendyidele-battleoverendor|1
keovenzee|1|talent missile configuration
ketsuonyo|1|talent crew illicit illicit modification title
kickback-siegeofcoruscant|1
kickback|1|talent missile modification
kijimispicerunner|0|tech turret astromech device modification illicit configuration
killer|1|talent talent sensor cannon modification
kitfisto|1|force-power force-power talent astromech modification cannon
klick-siegeofcoruscant|1
klick|1|talent astromech modification configuration
knack|1|talent talent sensor modification
knavesquadronescort|0|sensor tech astromech modification
koshkafrost|1|talent cannon missile crew device illicit modification title
krassistrelix|1|talent cannon cannon missile crew device illicit modification title
kullbeesperado|1|talent missile astromech illicit configuration
kylekatarn|1|talent talent crew device modification title
kyloren-tiewiwhispermodifiedinterceptor|1|force-power force-power talent missile tech tech modification configuration
kyloren|1|torpedo missile force-power talent tech configuration
l337-escapecraft|1|talent crew modification
l337|1|missile crew crew gunner illicit modification title
laetinashera|1|talent modification
landocalrissian-battleoverendor|1
landocalrissian-escapecraft|1|talent crew modification
landocalrissian-modifiedyt1300lightfreighter|1|talent missile crew crew modification modification title illicit gunner
landocalrissian-scavengedyt1300|1|talent missile crew crew illicit illicit modification title gunner
landocalrissian|1|talent missile crew illicit illicit modification title gunner
lapin|1|talent cannon modification modification
lattsrazzi|1|talent cannon missile crew crew illicit modification title gunner
lawlesspirates|0|command torpedo hardpoint hardpoint crew crew gunner team cargo title
leebo-swz103-rebelalliance|1|talent missile illicit illicit modification title
leebo-swz103-sl-rebelalliance|1
leebo-swz103-sl-scumandvillainy|1
leebo|1|talent missile illicit illicit modification title
leemakai|1|tech turret torpedo missile astromech device
leevantenza|1|talent missile astromech illicit configuration
legafossang|1|tech turret missile astromech device modification modification configuration
leiaorgana|1|force-power missile crew crew gunner modification modification title
lieutenantbastian|1|astromech modification configuration tech
lieutenantblount|1|talent talent modification
lieutenantdormitz|1|sensor sensor cannon crew crew crew modification tech tech
lieutenantgalek|1|talent tech tech cannon modification
lieutenanthebsly-battleoverendor|1
lieutenantkarsabi-ssl|1
lieutenantkarsabi|1|talent sensor missile modification configuration
lieutenantkestal|1|talent turret missile missile modification modification gunner
lieutenantlehuse|1|talent sensor tech missile missile gunner modification
lieutenantlorrir|1|talent modification configuration
lieutenantrivas|1|talent tech modification
lieutenantsai|1|sensor cannon crew crew modification title
lieutenanttavson|1|sensor cannon crew crew modification tech tech
lingaava|1|talent talent tech modification
logisticsdivisionpilot|0|cannon crew astromech astromech
lokrevenant|0|turret device device gunner
longshot|1|talent modification tech tech
lothalrebel|0|turret torpedo gunner
lowhhrick|1|talent crew crew modification
loyalistvolunteer|0|modification configuration
lukeskywalker-battleofyavin|1
lukeskywalker-swz106|1
lukeskywalker|1|talent torpedo astromech modification force-power configuration
lulolampar|1|talent talent modification tech
luminaraunduli-delta7baethersprite|1|force-power astromech modification
luminaraunduli|1|astromech modification force-power configuration
lyttandree|1|sensor cannon cannon gunner modification configuration
maarekstele-swz105|1
maarekstele|1|talent talent sensor missile modification
macewindu-delta7baethersprite|1|force-power force-power astromech modification
macewindu|1|astromech modification force-power force-power
magnaguardexecutioner|0|cannon cannon modification
magnaguardprotector|2|cannon cannon modification missile
magnatolvan|1|talent cannon modification
magvayarro|1|talent sensor crew crew illicit modification configuration
majormianda-battleoverendor|1
majorrhymer-swz98|1
majorrhymer|1|talent torpedo missile missile device modification gunner
majorstridan|1|sensor cannon crew crew crew modification tech tech
majorvermeil|1|talent crew crew modification
majorvonreg|1|talent talent tech missile modification modification
majorvynder-ssl|1
majorvynder|1|talent sensor torpedo modification configuration
manaroo|1|talent cannon torpedo crew gunner illicit modification title
mandalorianresistancepilot|0|talent crew gunner device illicit modification configuration
mandalorianroyalguard|2|talent missile modification modification
matchstick|1|talent turret astromech device modification
maulermithel-battleofyavin|1
maulermithel|1|talent cannon
maul|1|force-power talent crew gunner device illicit modification modification configuration title
mausmonare-battleoverendor|1
merlcobben|1|talent missile tech modification
midnight|1|talent talent modification modification tech
miningguildsentry|0|illicit
miningguildsurveyor|0|talent
mirandadoni|1|torpedo missile crew device device modification gunner
moffgideon|1|talent illicit illicit missile modification
moraloeval|1|talent cannon missile crew crew illicit modification gunner
mornakee|1|talent torpedo crew crew gunner device modification modification title
muse|1|modification tech
naboohandmaiden|2|sensor modification astromech
nashtahpup|1
nashwindrider|1|missile modification configuration
ndrusuhlak|1|talent missile missile illicit
netrempollard|1|talent sensor cannon cannon missile modification device configuration
newrepublicpatrol|0|talent tech turret astromech device modification configuration
newrepublicvolunteers|0|command hardpoint turret crew crew team cargo cargo
niennunb|1|talent astromech missile modification configuration tech
nightbeast-swz105|1
nightbeast|1|talent talent
nightfall|1|talent missile tech tech configuration
nimichireen|1|tech astromech modification configuration
niteowlliberator|1|talent crew gunner device illicit modification configuration
nodinchavdri|1|tech cannon cannon torpedo missile crew astromech modification
nomlumb-rogueclassstarfighter|1|talent cannon cannon missile illicit modification modification
nomlumb|1|cannon cannon torpedo crew gunner illicit modification
norrawexley-btla4ywing|1|talent turret gunner astromech device modification
norrawexley|1|talent talent torpedo gunner astromech modification
null|1|talent talent tech tech
nusquadronpilot|0|sensor cannon modification configuration
obiwankenobi-delta7baethersprite|1|force-power force-power talent astromech modification
obiwankenobi-eta2actis|1|talent force-power force-power astromech modification cannon
obiwankenobi-siegeofcoruscant|1
obiwankenobi|1|astromech modification modification force-power force-power talent configuration
obsidiansquadronpilot|0
oddball-arc170starfighter|1|talent sensor torpedo torpedo astromech modification gunner gunner
oddball-btlbywing|1|talent turret torpedo torpedo astromech modification gunner
oddball-nimbusclassvwing|1|talent torpedo astromech modification configuration
oddball-siegeofcoruscant|1
oddball|1|talent torpedo missile modification
oldteroch|1|talent talent torpedo modification modification
omegasquadronace|0|talent modification modification tech
omegasquadronexpert|0|sensor missile modification gunner tech
omicrongrouppilot|0|sensor cannon modification
onderonoppressor|2|missile missile crew device modification configuration
onyxsquadronace|0|talent sensor cannon missile configuration
onyxsquadronscout|0|talent turret missile gunner
onyxsquadronsentry|0|cannon cannon modification configuration
outerrimenforcer|0|crew gunner illicit modification modification
outerrimgarrison|0|command hardpoint crew crew gunner team cargo cargo title
outerrimhunter|0|cannon cannon illicit modification
outerrimpatrol|0|command torpedo missile hardpoint hardpoint crew crew team team cargo title
outerrimpioneer|1|talent crew modification
outerrimsmuggler|0|missile gunner
overseeryushyn|1|talent modification
padmeamidala|1|talent sensor torpedo astromech
padric|1|talent tech turret torpedo missile astromech device modification
paigetico|1|talent sensor tech crew gunner device device modification
palobgodalhi|1|talent crew device illicit modification modification title
pammichnerrogoode|1|sensor tech cannon cannon torpedo crew crew astromech modification
partisanrenegade|0|illicit configuration
patrolleader|0|torpedo crew device modification gunner
petranakiarenaace|0|talent talent
pettyofficerthanisson|1|sensor cannon cannon crew crew crew modification tech tech
phlacarphoccprototype-siegeofcoruscant|2
phlacarphoccprototype|2|talent sensor missile modification modification configuration
phoenixsquadronpilot|0|talent configuration
planetarysentinel|0|device modification gunner
plokoon-delta7baethersprite|1|force-power talent astromech modification
plokoon|1|astromech modification force-power talent configuration
poedameron-scavengedyt1300|1|talent talent missile crew illicit modification title gunner
poedameron-swz68|1|talent talent astromech modification configuration tech tech
poedameron|1|talent astromech modification modification torpedo title configuration tech
popskrail-battleofyavin|1
popskrail|1|talent turret torpedo astromech device missile modification
precisehunter|3|cannon modification configuration
previzsla|1|talent crew gunner device illicit modification configuration
princexizor|1|talent tech torpedo modification title
puresabacc|1|talent device modification gunner
q90|1|crew gunner illicit illicit modification title
quickdraw|1|talent talent sensor modification gunner tech
quinnjast|1|talent cannon modification
r1j5|1|missile crew modification title
r2d2|1|sensor turret torpedo crew device device modification
rampage|1|talent cannon cannon gunner modification configuration
reapersquadronscout|0|talent sensor
rearadmiralchiraneau|1|talent torpedo crew crew crew device modification title gunner
rebelscout|0|device modification
recoil|1|talent torpedo missile tech configuration
redfuryzealot|0|talent tech tech configuration
redline|1|sensor torpedo missile missile device modification modification gunner
redsquadronbomber|0|turret torpedo astromech device gunner
redsquadronexpert|0|talent astromech modification configuration tech
redsquadronveteran|0|talent astromech configuration
republicjudiciary|0|command hardpoint hardpoint crew crew gunner team team cargo
resistancesympathizer|0|talent missile modification modification gunner
rexlerbrath|1|talent sensor cannon missile missile configuration
rey|1|missile talent crew crew illicit modification title gunner force-power
rhosquadronpilot|0|talent sensor modification configuration
ricolie|1|talent talent sensor torpedo astromech
roarkgarnet|1|talent crew device modification modification title
roguesquadronescort|0|sensor torpedo astromech modification
ronithblario|1|talent tech missile modification
rookkast|1|talent crew gunner device illicit modification configuration
rosetico|1|talent tech crew modification modification
rush|1|tech talent talent missile configuration
sabersquadronace|0|talent configuration
sabinewren-lancerclasspursuitcraft|1|talent crew illicit illicit modification title
sabinewren-rz1awing|1|talent modification modification configuration
sabinewren-tielnfighter|1|talent modification
sabinewren|1|talent turret crew modification title
saeseetiin-delta7baethersprite|1|force-power astromech modification
saeseetiin|1|astromech modification force-power configuration
sapphire2-battleoverendor|1
sarcoplank|1|crew device illicit illicit modification tech
sawgerrera|1|talent sensor crew crew illicit modification configuration
scarifbasepilot|0|crew modification
scimitar1-battleoverendor|1
scimitar3-battleoverendor|1
scimitarsquadronpilot|0|missile device device modification gunner
scorch-tiesebomber|1|talent tech missile gunner device device modification modification
scorch|1|talent talent modification tech
scourgeskutu|1|talent
scythe6-battleoverendor|1
secondsister|1|force-power talent missile modification configuration
seftinvanik|1|talent talent missile tech modification
separatistbomber|0|missile device modification configuration
separatistdrone|0|missile modification configuration
separatistinterceptor|0|talent missile modification configuration
separatistpredator|0|missile missile device modification configuration
separatistprivateers|0|command hardpoint crew crew tactical-relay team cargo device configuration
separatistracketeer|0|cannon missile device
serissu|1|talent talent cannon modification modification
seventhsister|1|sensor missile force-power talent
seynmarana|1|talent cannon modification
shaakti-siegeofcoruscant|1
shaakti|1|talent force-power force-power astromech modification cannon
shadowcollectiveoperator|0|crew gunner device device illicit modification configuration
shadowporthunter|0|illicit illicit
shadowsquadronescort|0|modification configuration
shadowsquadronveteran|0|turret torpedo astromech device modification gunner
sharabey-rz1awing|1|talent missile configuration
sharabey-swz106|1
sharabey|1|talent torpedo missile gunner astromech modification
shasazaro|1|tech turret astromech device modification modification configuration
sicko|1|talent missile missile crew crew modification gunner gunner
sienarjaemusengineer|0|tech torpedo missile modification configuration
sienarjaemustestpilot|0|tech tech missile device device modification
sienarspecialist|0|turret missile modification gunner
sigma4-battleofyavin|1
sigma5-battleofyavin|1
sigma6-battleofyavin|1
sigma7-battleofyavin|1
sigmasquadronace|0|talent sensor modification gunner
sinker|1|talent torpedo crew astromech modification gunner gunner
skakoanace|0|talent modification modification
skullsquadronpilot|0|torpedo modification
slammer|1|talent missile missile modification
slider|1|talent talent sensor modification modification
solsixxa|1|talent turret crew device device modification gunner
soontirfel-battleoverendor|1
soontirfel|1|talent talent modification configuration
spicerunner|0|device illicit
squadsevenveteran|0|talent astromech modification gunner gunner
stalgasinhiveguard|0|talent
starkillerbasepilot|0|sensor cannon crew crew modification tech tech
static|1|talent talent cannon modification tech
stormsquadronace|0|sensor talent modification
stub|1|talent sensor modification
sunfac|1|talent talent talent modification
sunnybounder|1|modification
suralindajavos|1|talent talent modification cannon tech
swoop|1|talent missile missile modification
syndicatesmugglers|0|command hardpoint crew crew team cargo device illicit title configuration
takajamoreesa|1|talent tech cannon cannon torpedo astromech illicit modification
talasquadronpilot|0|talent modification
tallissanlintra|1|talent talent talent torpedo modification tech
talonbanecobra|1|talent missile illicit illicit modification modification
tansariipointveteran|0|modification
tapusk|1|talent crew device illicit modification modification
technounionbomber|0|torpedo device modification configuration
teltrevura|1|talent cannon cannon torpedo crew gunner illicit modification
temminwexley-swz68|1|talent astromech modification configuration tech tech
temminwexley|1|talent astromech modification modification configuration tech
tempestsquadronpilot|0|sensor modification
tennumb|1|talent sensor cannon cannon torpedo modification device configuration
tezanasz|1|talent tech missile turret astromech device modification modification configuration
thanekyrell|1|talent missile astromech configuration
theironassembler|1|missile modification modification configuration
themandalorian|1|talent crew gunner illicit illicit modification title
tn3465|1|modification tech
tomaxbren-swz105|1
tomaxbren-swz98|1
tomaxbren|1|talent talent missile missile device device modification gunner
toranikulda|1|talent torpedo missile astromech illicit modification
torkilmux|1|crew device illicit modification modification
torphun|1|talent missile modification modification
tradefederationdrone|0|modification configuration
trandoshanslaver|0|cannon missile modification
transgalmegcontrollink|0|hyperdrive
tucker|1|talent missile missile modification
turrphennir|1|talent talent modification configuration
tychocelchu-battleoverendor|1
tychocelchu|1|talent talent cannon missile configuration
unkarplutt|1|crew device illicit modification tech
vagabond|1|talent gunner device device modification
valenrudor-swz105|1
valenrudor|1|talent talent
vedfoslo|1|talent sensor missile modification
venisadoza|1|talent tech missile missile astromech modification modification configuration
vennie|1|sensor torpedo crew device device modification gunner gunner
viktorhel-rogueclassstarfighter|1|talent cannon cannon missile illicit modification
viktorhel|1|talent missile illicit illicit modification modification
vimoradi|1|tech crew modification
vizier|1|crew crew modification
volandas|1|talent missile illicit modification
vultskerris-tieininterceptor|1|talent modification configuration
vultskerris|1|talent talent sensor cannon missile configuration
wampa-battleofyavin|1
wampa|1|talent modification
wardensquadronpilot|0|torpedo missile device device gunner
warthog-clonez95headhunter|1|talent sensor modification
warthog|1|talent torpedo missile crew crew modification gunner gunner
wattambor|1|talent modification modification tactical-relay
wedgeantilles-battleofyavin|1
wedgeantilles-battleoverendor|1
wedgeantilles-rz1awing|1|talent talent modification configuration
wedgeantilles|1|talent talent torpedo astromech modification configuration
wesjanson|1|talent missile astromech modification configuration
whirlwind|1|talent talent missile tech tech configuration
whisper-ssl|1
whisper|1|talent sensor modification modification gunner
wildspacefringer|0|missile illicit
wilhufftarkin|1|talent missile astromech modification configuration
wilsateshlo|1|tech missile turret astromech device device modification modification configuration
wolffe-siegeofcoruscant|1
wolffe|1|talent torpedo astromech modification gunner gunner
wrath|1|talent talent cannon tech tech configuration
wrobietyce|1|talent modification missile tech
wullffwarro|1|talent crew crew modification
yendor-battleoverendor|1
yoda|1|force-power force-power astromech modification cannon
yricaquell|1|talent missile modification
zamwesell|1|talent cannon missile crew device illicit modification title
zaribangel|1|talent talent missile tech tech modification modification
zayversio|1|talent talent tech astromech modification configuration
zealousrecruit|0|modification modification
zeborrelios-sheathipedeclassshuttle|1|talent crew astromech modification title
zeborrelios-tielnfighter|1|crew modification
zeborrelios|1|talent turret crew modification title
zertikstrom|1|sensor missile modification
zetasquadronpilot|0|modification tech
zetasquadronsurvivor|0|sensor talent gunner tech
zizitlo|1|talent talent tech missile modification
zoriibliss|1|talent tech turret astromech device modification illicit configuration
zuckuss|1|talent sensor crew illicit modification title
"""

UPGRADES = """
000|1
4lom|1
aaylasecura|1
admiralozzel|1
admiralsloane|1
agentkallus|1
agentoftheempire|1
agentterex|1
ahsokatano-crew|1
ahsokatano|1
airencracken-battleoverendor|1
amilynholdo|1
andrasta|1|device
asajjventresscommand|1
assailer|1|gunner
azmorigan|1
b6bladewingprototype-command|1
b6bladewingprototype|1|gunner
babufrik|1
bazemalbus|1
bb8|1
bistan|1
blackone|1
bloodcrow|1|gunner
bobafett-gunner|1
bobafett|1
bokatankryze-rebel-scum|1
bokatankryze|1
bossk|1
brighthope|1
brokenhorn|1|illicit crew
bt1|1
c110p|1
c3po-crew|1
c3po-republic|1
c3po|1
cadbane|1
captainhark|1
captainneeda|1
captainphasma|1
carlistrieekan|1
cassianandor|1
chancellorpalpatine|1
chewbacca-battleofyavin|1
chewbacca-crew-swz19|1
chewbacca-crew|1
chewbacca|1
chopper-crew|1
chopper|1
cienaree|1
cikatrovizago|1
clanwrencommandos|1
cloakingdevice|1
clonecaptainrex|1
clonecommandercody|1
commandermalarus|1
commanderpyre|1
corsairrefit|2|cannon turret missile
corvus|1
countdooku|1
darthvader|1
dauntless|1
deathtroopers|1
deathwatchcommandos|1
dengar|1
diamondboronmissiles|1
directorkrennic|1
discordmissiles|3
dodonnaspride|1|team cargo
dreadnoughthunter|2
drk1probedroids|1
dropseatbay|0|crew crew -device
electrochaffmissiles|2
electroprotonbomb|1
emperorpalpatine|1
ezrabridger|1
fennrau|1
fifthbrother|1
finn|1
firstorderelite|1
fives|1
ga97|1
gamutkey|1
garsaxon-gunner|1
garsaxon|1
gauntlet|1|-crew
generalgrievouscommand|1
generalgrievous|1
generalhux|1
genius|1
ghostcompany|1
ghost|1
grandinquisitor|1
grandmofftarkin|1
grappler|1
greedo|1
greefkarga|1
hansolo-crew|1
hansolo-gunner|1
hansolo|1
havoc|1|sensor astromech -crew
heavyplasmamissiles-alphaclassstarwing|1
herasyndulla|1
hondoohnakacommand|1
hondoohnaka|1
houndstooth|1
ig11|1
ig88d|1
imperialsupercommandos|1
impetuous|1|crew
informant|1
insatiableworrt|1|cargo
instigator|1|team
jabbathehutt|1
jainaslight|1
jandodonna|1
jangofett|1
jynerso|1
k2b4|1
k2so|1
kalani|1
kananjarrus|1
kaydelconnix|1
kazsfireball|1
ketsuonyo|1
kitfisto|1
korkiekryze|1
korrsella|1
kraken|1
kuiil|1
kyloren|1
l337sprogramming-battleofyavin|1
l337|1
l4er5|1
landocalrissian-crew|1
landocalrissian|1
landosmillenniumfalcon|1
larmadacy|1
lattsrazzi|1
leebo-swz103|1
leiaorgana-resistance|1
leiaorgana|1
liberator|1
lonewolf|1
lukeskywalker|1
luminous|1
m9g8|1
magvayarro|1
mandaloriansupercommandos|1
marauder|1|gunner
martuuk|1
maul-crew|1|illicit
maul|1
merchantone|1|turret team cargo
migsmayfeld|1
millenniumfalcon-battleoverendor|1
millenniumfalcon|1
ministertua|1
misthunter|1|cannon
modifiedr4punit-battleoverendor|1
moffjerjerrod|1
moldycrow|1
nautolansrevenge|1
neimoidiangrasp|1
niennunb|1
nightbrother|1|crew
niteowlcommandos|1
notorious|1
obiwankenobi|1
os1arsenalloadout|0|torpedo missile
outrider|1
overdrivethruster|1
paigetico|1
pelimotto|1
pettyofficerthanisson|1
phantom|1
phoenixsquadron|1
plokoon|1
previzsla|1
primeministeralmec|1
protectorategleb|1
punishingone|1|-crew astromech
pz4co|1
qira|1
quantumstorm|1|team cargo
quickreleaselocks|1
r1j5|1
r2a3-battleofyavin|1
r2a3-battleoverendor|1
r2a6|1
r2c4|1
r2d2-battleofyavin|1
r2d2-crew|1
r2d2-republic|1
r2d2-resistance|1
r2d2|1
r2f2-battleofyavin|1
r2ha|1
r4b11|1
r4p17-siegeofcoruscant|1
r4p17|1
r4p44|1
r5d8|1
r5p8|1
r5tk|1
r5x3|1
r6d8|1
r7a7|1
raymusantilles|1
razorcrest|1
requiem|1
rey-gunner|1
reysmillenniumfalcon|1
rifftamson|1
rookkast|1
rosetico|1
sabinewren-gunner|1
sabinewren|1
saboteursmap|1
satinekryze|1
saturationrockets-alphaclassstarwing|1
savageopress|1
sawgerrera|1
scannerbaffler|1
scimitar|1
sensorbuoysuite|1
seventhsister|1
shadowcaster|1
shadowwing|1
skystrikeacademyclass|2
slavei-swz82|1|gunner
slavei|1|torpedo
soullessone|1
squadleader|1
st321|1
stabilizingastromech-battleoverendor|1
stalwartcaptain|1
strategiccommander|1
suppressor|1|sensor
supremeleadersnoke|1
ta175|1
talmerrik|1
tantiveiv|1|crew crew
thechild|1
themandalorian|1
thunderstrike|1|gunner
tibersaxon|1
tobiasbeckett|1
torynfarr|1
trackingfob|3
trackingtorpedoes|1
trident|1
tristanwren|1
tv94|1
unkarplutt|1
ursawren-gunner|1
ursawren|1
vector|1|cargo crew
virago|1|modification
wolfpack-siegeofcoruscant|1
wolfpack|1
xanadublood|1|crew device
xg1assaultconfiguration|0|cannon
xx23sthreadtracers|2
yoda|1
zamwesell|1
zealouscaptain|1
zeborrelios|1
zuckuss|1
"""

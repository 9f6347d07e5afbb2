"""Ships with what is printed on their cards: ids, names and numbers.

Source: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
A row: id, name, size, then agility, hull and shields, then the primary weapons with their arc and value.
"""

# fmt: off
SHIPS = """
aggressorassaultfighter|Aggressor Assault Fighter|medium|3 5 3|front 3
alphaclassstarwing|Alpha-class Star Wing|small|2 4 3|front 2
arc170starfighter|ARC-170 Starfighter|medium|1 6 3|front 3, rear 2
asf01bwing|A/SF-01 B-wing|small|1 4 4|front 3
attackshuttle|Attack Shuttle|small|2 3 1|front 3
auzituckgunship|Auzituck Gunship|small|1 6 2|full-front 3
belbullab22starfighter|Belbullab-22 Starfighter|small|2 3 2|front 3
btanr2ywing|BTA-NR2 Y-Wing|small|1 4 3|front 2
btla4ywing|BTL-A4 Y-wing|small|1 6 2|front 2
btlbywing|BTL-B Y-wing|small|1 5 3|front 2
btls8kwing|BTL-S8 K-wing|medium|1 6 3|double-turret 2
clonez95headhunter|Clone Z-95 Headhunter|small|2 2 2|front 2
cr90corelliancorvette|CR90 Corellian Corvette|huge|0 18 7|left 4, right 4
croccruiser|C-ROC Cruiser|huge|0 12 4|front 3
customizedyt1300lightfreighter|Customized YT-1300 Light Freighter|large|1 8 3|double-turret 2
delta7aethersprite|Delta-7 Aethersprite|small|3 3 1|front 2
delta7baethersprite|Delta-7B Aethersprite|small|2 3 3|front 3
droidtrifighter|Droid Tri-Fighter|small|3 3 0|front 3
escapecraft|Escape Craft|small|2 2 2|front 2
eta2actis|Eta-2 Actis|small|3 3 0|bullseye 3, front 2
ewing|E-wing|small|3 3 3|front 3
fangfighter|Fang Fighter|small|3 4 0|front 3
fireball|Fireball|small|2 6 0|front 2
firesprayclasspatrolcraft|Firespray-class Patrol Craft|medium|2 6 4|front 3, rear 3
g1astarfighter|G-1A Starfighter|medium|1 5 4|front 3
gauntletfighter|Gauntlet Fighter|large|2 9 2|front 3, rear 2
gozanticlasscruiser|Gozanti-class Cruiser|huge|0 11 5|front 3
gr75mediumtransport|GR-75 Medium Transport|huge|0 12 3|front 2
hmpdroidgunship|HMP Droid Gunship|small|1 5 3|full-front 2
hwk290lightfreighter|HWK-290 Light Freighter|small|2 3 2|single-turret 2
hyenaclassdroidbomber|Hyena-class Droid Bomber|small|2 5 0|front 2
jumpmaster5000|JumpMaster 5000|large|2 6 3|single-turret 2
kihraxzfighter|Kihraxz Fighter|small|2 5 1|front 3
laatigunship|LAAT/i Gunship|medium|1 8 2|double-turret 2
lambdaclasst4ashuttle|Lambda-class T-4a Shuttle|large|1 6 4|front 3, rear 2
lancerclasspursuitcraft|Lancer-class Pursuit Craft|large|2 8 2|front 3, single-turret 2
m12lkimogilafighter|M12-L Kimogila Fighter|medium|1 7 2|front 3
m3ainterceptor|M3-A Interceptor|small|3 3 1|front 2
mg100starfortress|MG-100 StarFortress|large|1 9 3|front 3, double-turret 2
modifiedtielnfighter|Modified TIE/ln Fighter|small|3 3 0|front 2
modifiedyt1300lightfreighter|Modified YT-1300 Light Freighter|large|1 8 5|double-turret 3
nabooroyaln1starfighter|Naboo Royal N-1 Starfighter|small|2 3 2|front 2
nantexclassstarfighter|Nantex-class Starfighter|small|3 4 0|bullseye 3, single-turret 2
nimbusclassvwing|Nimbus-class V-wing|small|3 2 2|front 2
quadrijettransferspacetug|Quadrijet Transfer Spacetug|small|2 5 0|front 2
raiderclasscorvette|Raider-class Corvette|huge|0 20 8|full-front 4
resistancetransport|Resistance Transport|small|1 5 3|front 2
resistancetransportpod|Resistance Transport Pod|small|2 3 1|front 2
rogueclassstarfighter|Rogue-class Starfighter|small|2 5 2|front 2
rz1awing|RZ-1 A-wing|small|3 2 2|front 2
rz2awing|RZ-2 A-wing|small|3 2 2|single-turret 2
scavengedyt1300|Scavenged YT-1300|large|1 8 3|double-turret 3
scurrgh6bomber|Scurrg H-6 bomber|medium|1 6 4|front 3
sheathipedeclassshuttle|Sheathipede-class Shuttle|small|2 4 1|front 2, rear 2
sithinfiltrator|Sith Infiltrator|large|1 6 4|front 3
st70assaultship|ST-70 Assault Ship|medium|2 7 2|front 3
starviperclassattackplatform|StarViper-class Attack Platform|small|3 4 1|front 3
syliureclasshyperspacering|Syliure-class Hyperspace Ring|small|1 1 2
t65xwing|T-65 X-wing|small|2 4 2|front 3
t70xwing|T-70 X-wing|small|2 4 3|front 3
tieadvancedv1|TIE Advanced v1|small|3 2 2|front 2
tieadvancedx1|TIE Advanced x1|small|3 3 2|front 2
tieagaggressor|TIE/ag Aggressor|small|2 4 1|front 2
tiebainterceptor|TIE/ba Interceptor|small|3 2 2|front 3
tiecapunisher|TIE/ca Punisher|medium|1 6 3|front 2
tieddefender|TIE/D Defender|small|3 3 4|front 3
tiefofighter|TIE/fo Fighter|small|3 3 1|front 2
tieininterceptor|TIE/in Interceptor|small|3 3 0|front 3
tielnfighter|TIE/ln Fighter|small|3 3 0|front 2
tiephphantom|TIE/ph Phantom|small|2 3 2|front 3
tierbheavy|TIE/rb Heavy|medium|1 8 0|single-turret 2
tiereaper|TIE Reaper|medium|1 6 2|front 3
tiesabomber|TIE/sa Bomber|small|2 6 0|front 2
tiesebomber|TIE/se Bomber|small|2 4 2|front 2
tiesffighter|TIE/sf Fighter|small|2 3 3|front 2, single-turret 2
tieskstriker|TIE/sk Striker|small|2 4 0|front 3
tievnsilencer|TIE/vn Silencer|small|3 4 2|front 3
tiewiwhispermodifiedinterceptor|TIE/wi Whisper Modified Interceptor|small|2 3 2|bullseye 3, single-turret 2
tridentclassassaultship|Trident-Class Assault Ship|huge|0 10 4|front 3
upsilonclassshuttle|Upsilon-class command shuttle|large|1 6 6|front 4
ut60duwing|UT-60D U-wing|medium|2 5 3|front 3
v19torrentstarfighter|V-19 Torrent Starfighter|small|2 5 0|front 2
vcx100lightfreighter|VCX-100 Light Freighter|large|0 10 4|front 4
vt49decimator|VT-49 Decimator|large|0 12 4|double-turret 3
vultureclassdroidfighter|Vulture-class Droid Fighter|small|2 3 0|front 2
xiclasslightshuttle|Xi-class Light Shuttle|medium|2 5 2|front 2
yt2400lightfreighter|YT-2400 Light Freighter|large|2 6 4|double-turret 3
yv666lightfreighter|YV-666 Light Freighter|large|1 9 3|full-front 3
z95af4headhunter|Z-95-AF4 Headhunter|small|2 2 2|front 2
"""

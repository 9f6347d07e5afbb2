"""Names of cards in German and French, where they differ from the English ones.

Source: the translations of raithos/xwing, commit 2dfffe8f of 2026-07-05 (MIT). A row: the English name
and the other one.
"""

# fmt: off
GERMAN = """
"Deathfire"|„Todesfeuer“
"Deathrain"|„Todesregen“
"Double Edge"|„Doppelklinge“
"Duchess"|„Herzogin“
"Genius"|„Genie“
"Night Beast"|„Nachtbestie“
"Pure Sabacc"|„Voller Sabacc“
"Redline"|„Rote Linie“
"Scourge" Skutu|„Geißel“ Skutu
"Vizier"|„Wesir“
"Whisper"|„Geflüster“
104th Battalion Pilot|Pilot des 104. Bataillons
Ablative Plating|Ablative Panzerung
Academy Pilot|Pilot der Akademie
Adaptive Shields|Adaptive Schilde
Adv. Proton Torpedoes|Verstärkte Protonentorpedos
Advanced Optics|Verbesserte Optik
Advanced SLAM|Verbesserter SLAM
Advanced Sensors|Verbesserte Sensoren
Afterburners|Nachbrenner
Agent of the Empire|Agent des Imperiums
Agile Gunner|Wendiger Schütze
Alpha Squadron Pilot|Pilot der Alpha-Staffel
Angled Deflectors|Ausgerichtete Deflektoren
Assailer|Sturmbringer
Autoblasters|Autoblaster
Automated Target Priority|Automatisches Zielsystem
B6 Blade Wing Prototype|Blatt-Flügler-Prototyp B6
BB Astromech|BB-Astromechdroide
Backwards Tailslide|Rückwärts-Tailslide
Baktoid Prototype|Prototyp von Baktoid
Bandit Squadron Pilot|Pilot der Banditen-Staffel
Baron of the Empire|Imperialer Baron
Barrage Rockets|Raketensalve
Battle Meditation|Kampfmeditation
Binayre Pirate|Binayre-Pirat
Biohexacrypt Codes|Bio-Hexakryptcode
Black One|Schwarz Eins
Black Squadron Ace|Fliegerass der schwarzen Staffel
Black Squadron Scout|Aufklärer der schwarzen Staffel
Black Sun Ace|Fliegerass der Schwarzen Sonne
Black Sun Assassin|Attentäter der Schwarzen Sonne
Black Sun Enforcer|Vollstrecker der Schwarzen Sonne
Black Sun Soldier|Kampfpilot der Schwarzen Sonne
Blade Squadron Veteran|Veteran der Klingen-Staffel
Blue Squadron Escort|Eskorte der blauen Staffel
Blue Squadron Pilot|Pilot der blauen Staffel
Blue Squadron Protector|Beschützer der blauen Staffel
Blue Squadron Recruit|Rekrut der blauen Staffel
Blue Squadron Rookie|Anfängerpilot der blauen Staffel
Blue Squadron Scout|Aufklärer der blauen Staffel
Bombardment Drone|Bombendrohne
Bombardment Specialists|Beschuss-Spezialisten
Bomblet Generator|Streubombengenerator
Bounty|Kopfgeld
Bounty Hunter|Kopfgeldjäger
Bravo Flight Officer|Flugoffizier der Bravo-Staffel
Brilliant Evasion|Brilliantes Ausweichmanöver
Calibrated Laser Targeting|Kalibriertes Laser-Zielsystem
Cartel Executioner|Killer des Kartells
Cartel Marauder|Kartell-Marodeur
Cartel Spacer|Raumfahrer des Kartells
Cavern Angels Zealot|Fanatiker der Sturmengel
Cloaking Device|Tarngerät
Clone Captain Rex|Klon-Captain Rex
Clone Commander Cody|Klon-Kommandant Cody
Cluster Mines|Clusterminen
Cluster Missiles|Clusterraketen
Coaxium Hyperfuel|Coaxium-Hypertreibstoff
Cobalt Squadron Bomber|Bomber der Kobalt-Staffel
Collision Detector|Kollisionssensor
Comms Team|Kommunikationsteam
Composure|Gelassenheit
Concussion Bombs|Erschütterungsbomben
Concussion Missiles|Erschütterungsraketen
Conner Nets|Connernetz
Contraband Cybernetics|Illegale Kybernetik
Contracted Scout|Angeheuerter Kundschafter
Corsair Crew|Korsarenmannschaft
Corsair Refit|Kaperer-Aufrüstung
Countess Ryad|Gräfin Ryad
Crack Shot|Meisterhafter Schuss
Crymorah Goon|Verbrecher der Crymorah
Cutlass Squadron Pilot|Pilot der Entermesser-Staffel
Cutthroat|Halsabschneider
DRK-1 Probe Droids|DRK-1-Sondendroiden
Damage Control Team|Schadensbegrenzungsteam
Daredevil|Draufgänger
Dark Courier|Dunkler Bote
Deadeye Shot|Schuss ins Schwarze
Deadman's Switch|Totmannschalter
Death Troopers|Todestruppen
Debris Gambit|Trümmertanz
Dedicated|Pflichtbewusst
Delayed Fuses|Zeitverzögerter Zünder
Delta Squadron Pilot|Pilot der Delta-Staffel
Deuterium Power Cells|Deuterium-Energiezellen
Diamond-Boron Missiles|Diamant-Boron-Raketen
Director Krennic|Direktor Krennic
Disciplined|Diszipliniert
Discord Missiles|Diskordanzraketen
Dodonna's Pride|Dodonnas Stolz
Dorsal Turret|Dorsaler Geschützturm
Dreadnought Hunter|Dreadnought-Jäger
Drill Beak|Bohrschnabel
Droid Crew|Droidenmannschaft
Electro-Proton Bomb|Elektro-Protonen-Bombe
Electronic Baffle|Elektronischer Dämpfer
Elusive|Schwer zu treffen
Emperor Palpatine|Imperator Palpatine
Energy-Shell Charges|Energiegeschosse
Engine Upgrade|Verbessertes Triebwerk
Enhanced Propulsion|Verbesserter Antrieb
Ensnare|Einfangen
Epsilon Squadron Cadet|Kadett der Epsilon-Staffel
Expert Handling|Flugkunst
Extreme Maneuvers|Extreme Manöver
False Transponder Codes|Gefälschte Transpondercodes
Fanatical|Fanatisch
Fearless|Furchtlos
Feedback Array|Rückkopplungsfeld
Feethan Ottraw Autopilot|Autopilot von Feethan Ottraw
Ferrosphere Paint|Ferrosphärenfarbe
Fifth Brother|Fünfter Bruder
Fire-Control System|Feuerkontrollsystem
First Order Elite|Elite der Ersten Ordnung
First Order Test Pilot|Testpilot der Ersten Ordnung
Foreman Proach|Vorarbeiter Proach
Foresight|Vorausahnung
Freelance Slicer|Freischaffender Hacker
Freighter Captain|Frachtercaptain
GNK "Gonk" Droid|GNK-„Gonk“-Droide
Gamma Squadron Ace|Fliegerass der Gamma-Staffel
Gand Findsman|Gand-Finder
Ghost Company|Geisterkompanie
Gold Squadron Trooper|Truppler der Gold-Staffel
Gold Squadron Veteran|Veteran der Gold-Staffel
Grand Inquisitor|Großinquisitor
Grand Moff Tarkin|Großmoff Tarkin
Grappling Struts|Laufkrallen
Gravitic Deflection|Gravitationsdeflektor
Gray Squadron Bomber|Bomber der grauen Staffel
Green Squadron Expert|Elitepilot der grünen Staffel
Green Squadron Pilot|Pilot der grünen Staffel
Gunnery Specialists|Artillerie-Spezialisten
Haor Chall Prototype|Prototyp von Haor Chall
Hate|Hass
Heavy Laser Cannon|Schwere Laserkanone
Heightened Perception|Geschärfte Sinne
Heroic|Heroisch
Hired Gun|Söldner
Homing Missiles|Lenkraketen
Hopeful|Hoffnungsvoll
Hotshot Gunner|Erstklassiger Bordschütze
Hound's Tooth|Reißzahn
Hull Upgrade|Verstärkte Hülle
Hyperspace Tracking Data|Hyperraum-Ortungsdaten
ISB Slicer|ISB-Hacker
Imdaar Test Pilot|Testpilot von Imdaar
Impervium Plating|Impervium-Panzerung
Impetuous|Ungestüm
Independent Calculations|Autonome Berechnungssysteme
Inertial Dampeners|Trägheitsdämpfer
Insatiable Worrt|Gefräßiger Worrt
Instinctive Aim|Instinktives Zielen
Integrated S-foils|Integrierte S-Flügel
Intercept Booster|Abfang-Booster
Interloper Turn|Knoten-Wende
Intimidation|Furchteinflößend
Ion Bombs|Ionenbomben
Ion Cannon|Ionenkanone
Ion Cannon Battery|Ionengeschütz-Batterie
Ion Cannon Turret|Ionengeschütz
Ion Limiter Override|Aufgehobene Ionenbegrenzung
Ion Missiles|Ionenraketen
Ion Torpedoes|Ionentorpedos
Jabba the Hutt|Jabba der Hutt
Jaina's Light|Jainas Licht
Jakku Gunrunner|Waffenschmuggler von Jakku
Jamming Beam|Störstrahl
Jedi Commander|Jedi-Kommandant
Jedi Knight|Jedi-Ritter
Juke|Finte
Karé Kun|Kare Kun
Kashyyyk Defender|Verteidiger von Kashyyyk
Kaz's Fireball|Kaz’ Fireball
Knave Squadron Escort|Eskorte der Schurken-Staffel
Landing Struts|Landungskrallen
Lando Calrissian|Lando Calrissian (Scum)
Lando's Millennium Falcon|Landos Millennium Falke
Logistics Division Pilot|Pilot der Logistikdivision
Lok Revenant|Lok-Pirat
Lone Wolf|Einsamer Wolf
Lothal Rebel|Rebell von Lothal
Mag-Pulse Warheads|Magnetimpuls-Sprengköpfe
Maneuver-Assist MGK-300|MGK-300-Manöverassistent
Marauder|Marodeur
Marg Sabl Closure|Marg-Sabl-Einkesselung
Marksmanship|Treffsicherheit
Merchant One|Händler Eins
Millennium Falcon|Millennium Falke
Mining Guild Sentry|Wachposten der Minengilde
Mining Guild Surveyor|Rohstoffsucher der Minengilde
Minister Tua|Ministerin Tua
Mist Hunter|Nebeljäger
Multi-Missile Pods|Mehrfachraketenwerfer
Munitions Failsafe|Ausfallsichere Munition
Naboo Handmaiden|Zofe von Naboo
Nashtah Pup|Nashtahwelpe
Nautolan's Revenge|Rache der Nautolaner
Neimoidian Grasp|Neimoidianischer Griff
Novice Technician|Unerfahrener Techniker
Nu Squadron Pilot|Pilot der Nu-Staffel
Obsidian Squadron Pilot|Pilot der Obsidian-Staffel
Old Teroch|Der alte Teroch
Omega Squadron Ace|Fliegerass der Omega-Staffel
Omega Squadron Expert|Elitepilot der Omega-Staffel
Omicron Group Pilot|Pilot der Omicron-Gruppe
Onyx Squadron Ace|Fliegerass der Onyx-Staffel
Onyx Squadron Scout|Aufklärer der Onyx-Staffel
Optimized Power Core|Optimierter Energiekern
Ordnance Team|Munitionsteam
Ordnance Tubes|Abschussrohre
Os-1 Arsenal Loadout|Os-1-Waffenarsenal
Outer Rim Pioneer|Pionier aus dem Outer Rim
Outer Rim Smuggler|Schmuggler aus dem Outer Rim
Outmaneuver|Ausmanövrieren
Overdrive Thruster|Übersteuerte Schubdüsen
Overseer Yushyn|Raffineriebetreiber Yushyn
Partisan Renegade|Überzeugter Partisan
Passive Sensors|Passive Sensoren
Patience|Geduld
Patrol Leader|Patrouillenführer
Pattern Analyzer|Mustererkennung
Perceptive Copilot|Aufmerksamer Co-Pilot
Petranaki Arena Ace|Ass der Petranaki-Arena
Petty Officer Thanisson|Unteroffizier Thanisson
Phoenix Squadron|Phönix-Staffel
Phoenix Squadron Pilot|Pilot der Phönix-Staffel
Pivot Wing|Schwenkflügel
Planetary Sentinel|Planetarer Wachposten
Plasma Torpedoes|Plasmatorpedos
Point-Defense Battery|Punktverteidigungs-Batterie
Precise Hunter|Präzisionsjäger
Precision Ion Engines|Präzisions-Ionenantrieb
Precognitive Reflexes|Hellseherische Reflexe
Predator|Jagdinstinkt
Predictive Shot|Vorausschauender Schuss
Primed Thrusters|Verbesserte Schubdüsen
Prince Xizor|Prinz Xizor
Protectorate Gleb|Schulleiterin Gleb
Proton Bombs|Protonenbomben
Proton Cannon Battery|Protonengeschütz-Batterie
Proton Rockets|Protonenraketen
Proton Torpedoes|Protonentorpedos
Proximity Mines|Annäherungsminen
Punishing One|Vollstrecker Eins
Q7 Astromech|Q7-Astromechdroide
Quick-Release Locks|Schnellspannverschluss
R2 Astromech|R2-Astromechdroide
R3 Astromech|R3-Astromechdroide
R4 Astromech|R4-Astromechdroide
R4-P Astromech|R4-P-Astromechdroide
R5 Astromech|R5-Astromechdroide
Rear Admiral Chiraneau|Konteradmiral Chiraneau
Rebel Scout|Rebellen-Aufklärer
Red Squadron Bomber|Bomber der Roten Staffel
Red Squadron Expert|Elitepilot der roten Staffel
Red Squadron Veteran|Veteran der roten Staffel
Repulsorlift Stabilizers|Repulsorlift-Stabilisatoren
Resistance Sympathizer|Sympathisant des Widerstands
Rey's Millennium Falcon|Reys Millennium Falke
Rho Squadron Pilot|Pilot der Rho-Staffel
Rigged Cargo Chute|Manipulierte Frachtrampe
Rogue Squadron Escort|Eskorte der Renegaten-Staffel
Ruthless|Skrupellos
Saber Squadron Ace|Fliegerass der Saber-Staffel
Saboteur's Map|Karte des Saboteurs
Saturation Salvo|Flächenangriff
Scanner Baffler|Scanner-Manipulator
Scarif Base Pilot|Pilot der Scarif-Basis
Scimitar Squadron Pilot|Pilot der Scimitar-Staffel
Seasoned Navigator|Erfahrener Navigator
Seismic Charges|Seismische Bomben
Selfless|Selbstlos
Sense|Gespür
Sensitive Controls|Genaue Steuerung
Sensor Buoy Suite|Sensorbojen
Sensor Experts|Sensor-Experten
Separatist Bomber|Separatistenbomber
Separatist Drone|Separatistendrohne
Servomotor S-foils|Servomotorische S-Flügel
Seventh Fleet Gunner|Kanonier der siebten Flotte
Seventh Sister|Siebte Schwester
Shadow Squadron Veteran|Veteran der Schatten-Staffel
Shadow Wing|Schattengeschwader
Shadowport Hunter|Schattenhafen-Jäger
Shield Upgrade|Verbesserte Schilde
Sienar Specialist|Experte von Sienar
Sienar-Jaemus Engineer|Ingenieur von Sienar-Jaemus
Sigma Squadron Ace|Fliegerass der Sigma-Staffel
Skakoan Ace|Skakoanisches Fliegerass
Skilled Bombardier|Versierte Bombenschützin
Skull Squadron Pilot|Pilot der Skull-Staffel
Skystrike Academy Class|Schüler der Skystrike-Akademie
Slave I|Sklave I
Snap Shot|Schnellfeuer
Soulless One|Seelenlose
Spare Parts Canisters|Astromech Ersatzteilkanister
Special Forces Gunner|Bordschütze der Spezialeinheiten
Spice Runner|Spiceschmuggler
Squad Leader|Staffelführer
Squad Seven Veteran|Veteran von Trupp Sieben
Stabilized S-foils|Stabilisierte S-Flügel
Stalgasin Hive Guard|Schwarmgarde der Stalgasin-Kolonie
Stalwart Captain|Standhafter Captain
Starbird Slash|Sternenvogel-Streich
Starkiller Base Pilot|Pilot der Starkiller-Basis
Static Discharge Vanes|Elektrostatischer Entlader
Stealth Device|Tarnvorrichtung
Storm Squadron Ace|Fliegerass der Storm-Staffel
Strategic Commander|Strategischer Commander
Supernatural Reflexes|Übernatürliche Reflexe
Suppressive Gunner|Unterstützungsschütze
Supreme Leader Snoke|Oberster Anführer Snoke
Swarm Tactics|Schwarmtaktik
Syliure-31 Hyperdrive|Syliure-31-Hyperantrieb
Synced Laser Cannons|Synchronisierte Laserkanonen
Synchronized Console|Synchronisierte Steuerkonsole
TIE Defender Elite|TIE-Abwehrjäger-Elite
Tactical Officer|Taktikoffizier
Tactical Scrambler|Taktischer Scrambler
Tala Squadron Pilot|Pilot der Tala-Staffel
Tansarii Point Veteran|Veteran von Tansarii
Target-Assist MGK-300|MGK-300-Zielassistent
Targeting Battery|Zielbatterie
Targeting Computer|Zielcomputer
Targeting Synchronizer|Zielsynchronisiersystem
Techno Union Bomber|Bomber der Techno-Union
Tempest Squadron Pilot|Pilot der Tornado-Staffel
Thermal Detonators|Thermaldetonatoren
Thunderstrike|Donnerschlag
Tibanna Reserves|Tibanna-Vorräte
Tierfon Belly Run|Tierfon-Tiefflug
Tracking Torpedoes|Zielsuch-Torpedos
Tractor Beam|Fangstrahl
Tractor Technicians|Fangstrahltechniker
Tractor Tentacles|Fangtentakel
Trade Federation Drone|Drohne der Handelsförderation
Trajectory Simulator|Flugbahnsimulator
Trandoshan Slaver|Trandoshanischer Sklavenjäger
Treacherous|Verräterisch
Trick Shot|Trickschuss
Turbolaser Battery|Turbolaser-Batterie
Underslung Blaster Cannon|Unterbaute Blasterkanone
Vectored Cannons (RZ-1)|Schwenkbare Kanonen (RZ-1)
Veteran Tail Gunner|Kampferprobter Heckschütze
Veteran Turret Gunner|Kampferprobter Geschützkanonier
Veteran Wing Leader|Erfahrener Schwarmführer
Warden Squadron Pilot|Pilot der Beschützer-Staffel
Weapons Systems Officer|Waffensystemoffizierin
Wild Space Fringer|Grenzgänger aus dem Wilden Raum
Wolfpack|Wolfsrudel
XX-23 S-Thread Tracers|XX-23-S-Serie-Peilsender
Xg-1 Assault Configuration|Xg-1-Angriffskonfiguration
Zealous Captain|Fanatischer Captain
Zealous Recruit|Fanatischer Rekrut
Zeta Squadron Pilot|Pilot der Zeta-Staffel
Zeta Squadron Survivor|Überlebender der Zeta-Staffel
"""
FRENCH = """
104th Battalion Pilot|Pilote du 104ème Bataillon
212th Battalion Pilot|Pilote du 212ème Bataillon
709th Legion Ace|As de la 709ème Légion
7th Sky Corps Pilot|Pilote du 7ème Corps Céleste
Ablative Plating|Blindage Ablatif
Academy Pilot|Pilote de l’Académie
Adaptive Shields|Boucliers Adaptables
Admiral Ozzel|Amiral Ozzel
Admiral Sloane|Amiral Sloane
Adv. Proton Torpedoes|Torpilles à Protons Avancées
Advanced Optics|Optiques Avancées
Advanced SLAM|MASL Avancé
Advanced Sensors|Senseurs Avancés
Afterburners|Postcombustion
Agent of the Empire|Agent de l'Empire
Agile Gunner|Canonnier Adroit
Alderaanian Guard|Garde Alderaanienne
Alpha Squadron Pilot|Pilote de l’Escadron Alpha
Amaxine Warrior|Guerrier Amaxine
Angled Deflectors|Déflecteurs Orientables
Automated Target Priority|Ciblage Prioritaire Automatisé
Autopilot Drone|Drone Automatique
B6 Blade Wing Prototype|Prototype Blade Wing B6
Backwards Tailslide|Glissade sur l'Arrière
Baktoid Drone|Drone Baktoid
Baktoid Prototype|Prototype Baktoid
Bandit Squadron Pilot|Pilote de l’Escadron Bandit
Baron of the Empire|Baron de l’Empire
Barrage Rockets|Roquettes de Barrage
Battle Meditation|Méditation de Bataille
Benthic Two Tubes|Benthic Deux-Tubes
Beskar Reinforced Plating|Blindage Renforcé en Beskar
Binayre Pirate|Pirate Binayre
Biohexacrypt Codes|Codes bio-hexacrypt
Black Squadron Ace|As de l’Escadron Noir
Black Squadron Scout|Éclaireur de l’Escadron Noir
Black Sun Ace|As du Soleil Noir
Black Sun Assassin|Assassin du Soleil Noir
Black Sun Enforcer|Homme de Main du Soleil Noir
Black Sun Soldier|Soldat du Soleil Noir
Blade Squadron Veteran|Vétéran de l’Escadron Blade
Blazer Bomb|Bombe Incendiaire
Blue Squadron Escort|Escorte de l’Escadron Bleu
Blue Squadron Pilot|Pilote de l’Escadron Bleu
Blue Squadron Protector|Protecteur de l’Escadron Bleu
Blue Squadron Recruit|Recrue de l’Escadron Bleu
Blue Squadron Rookie|Pilote débutant de l’Escadron Bleu
Blue Squadron Scout|Éclaireur de l’Escadron Bleu
Bombardment Drone|Drone de Bombardement
Bombardment Specialists|Spécialistes du Bombardement
Bomblet Generator|Générateur de Sous-Munitions
Boosted Scanners|Scanners Amplifiés
Bounty|Prime
Bounty Hunter|Chasseur de Primes
Bravo Flight Officer|Officier de l’Escadron Bravo
Brilliant Evasion|As de la Manœuvre
Burnout Thrusters|Épuisement des Propulseurs
Calibrated Laser Targeting|Visée Laser Calibrée
Captain Cardinal|Capitaine Cardinal
Captain Dobbs|Capitaine Dobbs
Captain Feroph|Capitaine Feroph
Captain Hark|Capitaine Hark
Captain Jonus|Capitaine Jonus
Captain Jostero|Capitaine Jostero
Captain Kagi|Capitaine Kagi
Captain Needa|Capitaine Needa
Captain Nym|Capitaine Nym
Captain Oicunn|Capitaine Oicunn
Captain Phasma|Capitaine Phasma
Captain Rex|Capitaine Rex
Captain Sear|Capitaine Sear
Captain Seevor|Capitaine Seevor
Carida Academy Cadet|Cadet de l’Académie Carida
Cartel Executioner|Exécuteur du Cartel
Cartel Marauder|Marauder du Cartel
Cartel Spacer|Astropilote du Cartel
Cavern Angels Zealot|Extrémiste Anges des Cavernes
Clan Training|Entraînement Clanique
Clan Wren Commandos|Commandos du Clan Wren
Clan Wren Volunteer|Volontaire du Clan Wren
Cloaking Device|Appareil d’Occultation
Clone Captain Rex|Capitaine Clone Rex
Clone Commander Cody|Commandant Clone Cody
Cluster Mines|Mines Groupées
Cluster Missiles|Missiles Groupés
Coaxium Hyperfuel|Hypercarburant Coaxium
Cobalt Squadron Bomber|Bombardier de l’Escadron Cobalt
Colicoid Destroyer|Destroyer Colicoïde
Colicoid Interceptor|Intercepteur Colicoïde
Collision Detector|Détecteur Anti-Collision
Colossus Station Mechanic|Mécanicien de la Station Colossus
Combat Boarding Tube|Tube d'Abordage
Commander Malarus|Commandant Malarus
Commander Pyre|Commandant Pyre
Comms Team|Équipe de Communication
Composure|Maîtrise de Soi
Concussion Bombs|Bombes à Concussion
Concussion Missiles|Missiles à Concussion
Conner Nets|Filet Conner
Constable Zuvio|Officier Zuvio
Contraband Cybernetics|Cybernétique de Contrebande
Contracted Scout|Éclaireur Sous Contrat
Corsair Crew|Équipage Corsaire
Corsair Refit|Reconversion Corsaire
Count Dooku|Comte Dooku
Countess Ryad|Comtesse Ryad
Crack Shot|Tireur Hors Pair
Crymorah Goon|Sbire du Crymorah
Cutlass Squadron Pilot|Pilote de l’Escadron Cutlass
Cutthroat|Égorgeur
DRK-1 Probe Droids|Droïdes Sondes DRK-1
Damage Control Team|Équipe de Contrôle des Dégâts
Daredevil|Casse-Cou
Dark Courier|Messager Noir
Darth Maul|Dark Maul
Darth Vader|Dark Vador
Deadeye Shot|Tir assuré
Deadman's Switch|Salve Automatique
Death Watch Commandos|Commandos de la Death Watch
Death Watch Warrior|Guerrier de la Death Watch
Debris Gambit|Gambit des Astéroïdes
Dedicated|Dévoué
Delayed Fuses|Détonateur à Retardement
Delta Squadron Pilot|Pilote de l’Escadron Delta
Deuterium Power Cells|Cellules Énergétiques au Deutérium
Diamond-Boron Missiles|Missiles Diamant-Bore
Director Krennic|Directeur Krennic
Disciplined|Discipliné
Discord Missiles|Missiles Discorde
Doctor Aphra|Docteur Aphra
Dorsal Turret|Tourelle Dorsale
Dreadnought Hunter|Chasseur de Cuirassés
Drill Beak|Trépan de Forage
Droid Crew|Équipage Droïde
Drop-Seat bay|Baie de Largage
Echo Base Evacuees|Réfugiés de la Base Echo
Edrio Two Tubes|Edrio Deux-Tubes
Electro-Chaff Missiles|Missiles à Paillettes Électriques
Electro-Proton Bomb|Bombe Électro-Protonique
Electronic Baffle|Déflecteur Électronique
Elusive|Insaisissable
Emperor Palpatine|Empereur Palpatine
Enduring|Endurant
Energy-Shell Charges|Obus Énergétiques
Engine Upgrade|Moteurs Améliorés
Enhanced Jamming Suite|Brouilleurs Renforcés
Enhanced Propulsion|Propulsion Renforcée
Ensnare|Enchevêtrement
Epsilon Squadron Cadet|Cadet de l’Escadron Epsilon
Expert Handling|As de l’Espace
Extreme Maneuvers|Manœuvres Extrêmes
False Transponder Codes|Codes de Transpondeur Falsifiés
Fanatical|Fanatique
Fearless|Intrépide
Fearsome Predator|Prédateur Effrayant
Feedback Array|Dispositif de Retour
Feedback Ping|Retour de Ping
Feethan Ottraw Autopilot|Pilote Automatique Feethan Ottraw
Ferrosphere Paint|Peinture Ferrosphère
Fifth Brother|Le Cinquième Frère
Fire-Control System|Système de Commande de Tir
First Order Cadet|Cadet du Premier Ordre
First Order Collaborators|Collaborateurs du Premier Ordre
First Order Courier|Messager du Premier Ordre
First Order Elite|Élite du Premier Ordre
First Order Ordnance Tech|Technicien en Munitions du Premier Ordre
First Order Provocateur|Provocateur du Premier Ordre
First Order Sympathizers|Sympathisants du Premier Ordre
First Order Test Pilot|Pilote d’Essai du Premier Ordre
Flight Leader Ubbel|Chef d'Escadron Ubbel
Foreman Proach|Contremaître Proach
Foresight|Clairvoyance
Freelance Slicer|Slicer Free-lance
Freighter Captain|Capitaine de Cargo
GNK "Gonk" Droid|Droïde “Gonk” GNK
Gamma Squadron Ace|As de l’Escadron Gamma
Gand Findsman|Trouveur Gand
General Grievous|Général Grievous
General Hux|Général Hux
Geonosian Prototype|Prototype Géonosien
Ghost Company|Compagnie Fantôme
Gold Squadron Trooper|Soldat de l’Escadron Or
Gold Squadron Veteran|Vétéran de l’Escadron Or
Grand Inquisitor|Grand Inquisiteur
Grappling Struts|Supports d’Ancrage
Gravitic Deflection|Déflexion Gravitationnelle
Gray Squadron Bomber|Bombardier de l’Escadron Gris
Green Squadron Pilot|Pilote de l’Escadron Vert
Guild Bounty Hunter|Chasseur de Primes de la Guilde
Gunnery Specialists|Spécialistes en Artillerie
Haor Chall Prototype|Prototype Haor Chall
Hate|Haine
Heavy Laser Cannon|Canon Laser Lourd
Heightened Perception|Perception Renforcée
Heroic|Héroïque
Hired Gun|Soudard
Homing Missiles|Missiles à Tête Chercheuse
Homing Torpedoes|Torpilles à Tête Chercheuse
Hopeful|Optimiste
Hotshot Gunner|Artilleur Hors Pair
Hotshot Tail Blaster|Super Blaster de Poupe
Hull Upgrade|Coque Améliorée
Hyperspace Tracking Data|Données de Pistage Hyperspatial
IG-RM Droids|Droïdes IG-RM
ISB Jingoist|Va-t-en-guerre du BSI
ISB Slicer|Slicer du BSI
Imdaar Test Pilot|Pilote d’Essai Imdaar
Imperial Super Commando|Super Commando Impérial
Imperial Super Commandos|Super Commandos Impériaux
Impervium Plating|Blindage en Impervium
Independent Calculations|Calculs Indépendants
Inertial Dampeners|Amortisseurs Inertiels
Informant|Informateur
Inquisitor|Inquisiteur
Instinctive Aim|Visée Instinctive
Integrated S-foils|S-foils Intégrés
Intercept Booster|Propulseur d’Interception
Interloper Turn|Virage Incongru
Ion Bombs|Bombe Ionique
Ion Cannon|Canon Ionique
Ion Cannon Battery|Batterie à Canons ioniques
Ion Cannon Turret|Tourelle à Canons Ioniques
Ion Limiter Override|Surcharge du Limitateur Ionique
Ion Missiles|Missiles Ioniques
Ion Torpedoes|Torpilles Ioniques
Jabba the Hutt|Jabba Le Hutt
Jakku Gunrunner|Trafiquant d’Armes de Jakku
Jamming Beam|Rayon de Brouillage
Jedi Commander|Commandant Jedi
Jedi General|Général Jedi
Jedi Knight|Chevalier Jedi
Jinata Security Officer|Officier de la Sécurité Jinata
Juke|Feinte
Karé Kun|Kare Kun
Kashyyyk Defender|Défenseur de Kashyyyk
Kaz's Fireball|Fireball de Kaz
Kelrodo-Ai Holdout|Réfractaire De Kelrodo-Ai
Kijimi Spice Runner|Trafiquant d'Épices de Kijimi
Knave Squadron Escort|Escorte de l’Escadron Knave
Landing Struts|Supports d’Atterrissage
Lando's Millennium Falcon|Faucon Millenium de Lando
Lawless Pirates|Pirates sans Foi ni Loi
Logistics Division Pilot|Pilote de la Division Logistique
Lok Revenant|Revenant de Lok
Lone Wolf|Loup Solitaire
Lothal Rebel|Rebelle de Lothal
Loyalist Volunteer|Volontaire Loyaliste
Mag-Pulse Warheads|Ogives à Impulsion Magnétique
MagnaGuard Executioner|Exécuteur Magna Garde
MagnaGuard Protector|Protecteur Magna Garde
Mandalorian Optics|Optiques Mandaloriennes
Mandalorian Resistance Pilot|Pilote de la Résistance Mandalorienne
Mandalorian Royal Guard|Garde Royal Mandalorien
Mandalorian Super Commandos|Super Commandos Mandaloriens
Maneuver-Assist MGK-300|Aide à la Manœuvre MGK-300
Marg Sabl Closure|Encerclement Marg Sabl
Marksmanship|Adresse au Tir
Millennium Falcon|Faucon Millenium
Mining Guild Sentry|Guetteur de la Guilde Minière
Mining Guild Surveyor|Prospecteur de la Guilde Minière
Minister Tua|Ministre Tua
Multi-Missile Pods|Nacelles Multi-Missiles
Munitions Failsafe|Munitions à Sûreté Intégrée
Naboo Handmaiden|Servante de Naboo
New Republic Patrol|Patrouille de la Nouvelle République
New Republic Volunteers|Volontaires de la Nouvelle République
Nite Owl Commandos|Commandos des Nite Owl
Nite Owl Liberator|Libérateur Nite Owl
Notorious|Célèbre
Novice Technician|Apprenti Technicien
Nu Squadron Pilot|Pilote de l’Escadron Nu
Obsidian Squadron Pilot|Pilote de l’Escadron Obsidian
Old Teroch|Vieux Teroch
Omega Squadron Ace|As de l’Escadron Omega
Omega Squadron Expert|Expert de l’Escadron Omega
Omicron Group Pilot|Pilote du Groupe Omicron
Onderon Oppressor|Oppresseur d'Onderon
Onyx Squadron Ace|As de l’Escadron Onyx
Onyx Squadron Scout|Éclaireur de l’Escadron Onyx
Onyx Squadron Sentry|Sentinelle de l’Escadron Onyx
Optimized Power Core|Noyau d’Énergie Optimisé
Ordnance Team|Équipe d’Artificiers
Ordnance Tubes|Tubes d’Artillerie
Os-1 Arsenal Loadout|Arsenal Os-1 Embarqué
Outer Rim Enforcer|Homme de Main de la Bordure Extérieure
Outer Rim Garrison|Garnison de la Bordure Extérieure
Outer Rim Hunter|Chasseur de la Bordure Extérieure
Outer Rim Patrol|Patrouille de la Bordure Extérieure
Outer Rim Pioneer|Colon de la Bordure Extérieure
Outer Rim Smuggler|Contrebandier de la Bordure Extérieure
Outmaneuver|Manœuvre Improbable
Overdrive Thruster|Surcharge des Propulseurs
Overseer Yushyn|Superviseur Yushyn
Overtuned Modulators|Modulateurs Surrégulés
Palpatine/Sidious|Chancelier Palpatine
Partisan Renegade|Renégat Partisan
Passive Sensors|Senseurs Passifs
Patrol Leader|Chef de Patrouille
Pattern Analyzer|Analyseur de Modèles
Perceptive Copilot|Copilote Perspicace
Petranaki Arena Ace|As de l’Arène Petranaki
Petty Officer Thanisson|Sergent Thanisson
Phlac-Arphocc Prototype|Prototype Phlac-Arphocc
Phoenix Squadron|Escadron Phœnix
Phoenix Squadron Pilot|Pilote de l’Escadron Phœnix
Pivot Wing|Aile Pivot
Planetary Sentinel|Sentinelle Planétaire
Plasma Torpedoes|Torpilles à Plasma
Point-Defense Battery|Batterie Défensive
Precise Hunter|Chasseur Méticuleux
Precision Ion Engines|Moteurs Ioniques de Précision
Precognitive Reflexes|Réflexes Prémonitoires
Predator|Prédateur
Predictive Shot|Tir Prophétique
Prime Minister Almec|Premier Ministre Almec
Primed Thrusters|Propulseurs Survitaminés
Protectorate Gleb|Tutélaire Gleb
Proton Bombs|Bombe à Protons
Proton Cannon Battery|Batterie de Canons à Protons
Proton Cannons|Canons à Protons
Proton Rockets|Roquettes à Protons
Proton Torpedoes|Torpilles à Protons
Proud Tradition|Noble Tradition
Proximity Mines|Mine de Proximité
Q7 Astromech|Astromech Q7
Quick-Release Locks|Verrous à Libération Rapide
R2 Astromech|Astromech R2
R3 Astromech|Astromech R3
R4 Astromech|Astromech R4
R4-P Astromech|Astromech R4-P
R5 Astromech|Astromech R5
Reaper Squadron Scout|Éclaireur de l'escadron Reaper
Rear Admiral Chiraneau|Vice-Amiral Chiraneau
Rebel Scout|Éclaireur Rebelle
Red Fury Zealot|Extrémiste de la Red Fury
Red Squadron Bomber|Bombardier de l’Escadron Rouge
Red Squadron Expert|Expert de l’Escadron Rouge
Red Squadron Veteran|Vétéran de l’Escadron Rouge
Republic Judiciary|République Judiciaire
Repulsorlift Stabilizers|Stabilisateurs de Répulseurs
Resistance Sympathizer|Sympathisant de la Résistance
Rey's Millennium Falcon|Faucon Millenium de Rey
Rho Squadron Pilot|Pilote de l’Escadron Rho
Rigged Cargo Chute|Largage de Cargaison
Rogue Squadron Escort|Escorte de l’Escadron Rogue
Ruthless|Impitoyable
Saber Squadron Ace|As de l’Escadron Sabre
Saboteur's Map|Carte du Saboteur
Saturation Salvo|Salve de Saturation
Scanner Baffler|Scanner Cloisonné
Scarif Base Pilot|Pilote de la Base de Scarif
Seasoned Navigator|Navigateur Chevronné
Second Sister|La Deuxième Sœur
Seismic Charges|Charges Sismiques
Selfless|Altruisme
Sense|Sens
Sensitive Controls|Contrôles Sensibles
Sensor Buoy Suite|Balises Dérivantes de Détection
Sensor Experts|Experts des Senseurs
Sensor Scramblers|Brouilleurs de Senseurs
Separatist Bomber|Bombardier Séparatiste
Separatist Drone|Drone Séparatiste
Separatist Interceptor|Intercepteur Séparatiste
Separatist Predator|Prédateur Séparatiste
Separatist Privateers|Corsaires Séparatistes
Separatist Racketeer|Maître-Chanteur Séparatiste
Servomotor S-foils|Servomoteur S-foils
Seventh Fleet Gunner|Artilleur de la Septième Flotte
Seventh Sister|La Septième Sœur
Shadow Collective Operator|Opérateur du Collectif des Ombres
Shadow Squadron Escort|Escorte de l’Escadron Shadow
Shadow Squadron Veteran|Vétéran de l’Escadron Shadow
Shadow Wing|Escadre de l'Ombre
Shadowport Hunter|Chasseur des Ports Fantômes
Shattering Shot|Tir Fracassant
Shield Upgrade|Boucliers Améliorés
Sienar Specialist|Spécialiste Sienar
Sienar-Jaemus Engineer|Ingénieur Sienar-Jaemus
Sienar-Jaemus Test Pilot|Pilote d'Essai Sienar-Jaemus
Sigma Squadron Ace|As de l’Escadron Sigma
Skakoan Ace|As Skakoan
Skilled Bombardier|Bombardier Compétent
Skull Squadron Pilot|Pilote de l’Escadron Skull
Skystrike Academy Class|Promotion de l’Académie Skystrike
Snap Shot|Tir Instantané
Spare Parts Canisters|Caisses de Pièces Détachées
Special Forces Gunner|Artilleur des Forces Spéciales
Spice Runner|Trafiquant d’Épice
Squad Leader|Chef d’Escouade
Squad Seven Veteran|Vétéran de l’Escadron Sept
Stabilized S-foils|S-foils Stabilisés
Stalgasin Hive Guard|Garde de la Ruche Stalgasin
Stalwart Captain|Capitaine Exemplaire
Starbird Slash|Balafre du Phénix
Starkiller Base Pilot|Pilote de la Base Starkiller
Static Discharge Vanes|Ailettes Statiques de Décharge
Stealth Device|Système d’Occultation
Storm Squadron Ace|As de l’Escadron Storm
Strategic Commander|Commandant Stratégique
Supernatural Reflexes|Réflexes Surnaturels
Suppressive Gunner|Artilleur Répressif
Supreme Leader Snoke|Suprême Leader Snoke
Swarm Tactics|Tactique de Nuée
Swivel Wing|Aile Basculante
Syliure-31 Hyperdrive|Hyperdrive Syliure-31
Synced Laser Cannons|Canons Lasers Synchronisés
Synchronized Console|Console Synchronisée
Syndicate Smugglers|Contrebandiers du Syndicat
TIE Defender Elite|Défenseur Tie d’Élite
Tactical Officer|Officier Tactique
Tactical Scrambler|Brouilleur Tactique
Tala Squadron Pilot|Pilote de l’Escadron Tala
Tansarii Point Veteran|Vétéran de Tansarii Point
Target-Assist MGK-300|Aide à la Visée MGK-300
Targeting Battery|Batterie de Ciblage
Targeting Computer|Ordinateur de Visée
Targeting Synchronizer|Synchroniseur Télémétrique
Techno Union Bomber|Bombardier du Techno-Syndicat
Tempest Squadron Pilot|Pilote de l’Escadron Tempest
The Child|L'Enfant
The Iron Assembler|L'Assembleur de Fer
The Mandalorian|Le Mandalorien
Thermal Detonators|Détonateurs Thermiques
Tibanna Reserves|Réserves de Tibanna
Tierfon Belly Run|Rase-Mottes de Tierfon
Tracking Fob|Capteur de Positionnement
Tracking Torpedoes|Torpilles Auto-Guidées
Tractor Beam|Rayon Tracteur
Tractor Technicians|Techniciens Tracteurs
Tractor Tentacles|Tentacules Tracteurs
Trade Federation Drone|Drone de la Fédération du Commerce
Trajectory Simulator|Simulateur de Trajectoire
Trandoshan Slaver|Esclavagiste Trandosien
TransGalMeg Control Link|Liaison de Contrôle TransGalMeg
Treacherous|Perfide
Trick Shot|Tir Habile
Turbolaser Battery|Batterie Turbolaser
Underslung Blaster Cannon|Canon Blaster Suspendu
Vectored Cannons (RZ-1)|Canons Vectoriels (RZ-1)
Veteran Tail Gunner|Artilleur de Poupe Vétéran
Veteran Turret Gunner|Artilleur de Tourelle Vétéran
Veteran Wing Leader|Leader Vétéran
Warden Squadron Pilot|Pilote de l’Escadron Warden
Wartime Loadout|Arsenal de Guerre
Watchful Astromech|Astromech Vigilant
Weapons Systems Officer|Officier des Systèmes d'Armement
Wild Space Fringer|Frontalier de l’Espace Sauvage
XX-23 S-Thread Tracers|Traceurs XX-23 S
Xg-1 Assault Configuration|Configuration d’Assaut Xg-1
Zealous Captain|Capitaine Zélé
Zealous Recruit|Recrue Zélée
Zeta Squadron Pilot|Pilote de l’Escadron Zeta
Zeta Squadron Survivor|Survivant de l’Escadron Zeta
"""

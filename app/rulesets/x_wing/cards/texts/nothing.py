"""Cards that say nothing about attacks: somebody has read the text of each. A card that is new is not among them."""

from app.rulesets.x_wing.cards.card import Texts, Trait, says

PILOTS: Texts = {
    """
        104thbattalionpilot 212thbattalionpilot 4lom 709thlegionace 7thskycorpspilot academypilot aftabackbar
        agentterex agenttierny ahsokatano ahsokatano-delta7baethersprite ahsokatano-rz1awing alderaanianguard
        alphasquadronpilot amaxinewarrior anakinskywalker anakinskywalker-btlbywing anakinskywalker-delta7baethersprite
        anakinskywalker-eta2actis anakinskywalker-nabooroyaln1starfighter anakinskywalker-siegeofcoruscant ap5
        asajjventress aurrasing autopilotdrone avenger baktoiddrone banditsquadronpilot baronoftheempire bb8
        benthictwotubes biggsdarklighter-battleofyavin binayrepirate blacksquadronace blacksquadronace-t70xwing
        blacksquadronscout blacksunace blacksunassassin blacksunenforcer blacksunsoldier bladesquadronveteran
        bluesquadronescort bluesquadronpilot bluesquadronprotector bluesquadronrecruit bluesquadronrookie
        bluesquadronscout bodhirook bokatankryze bokatankryze-separatistalliance bombardmentdrone boost bountyhunter
        bravoflightofficer braylenstramm-battleoverendor breach caithrenalli caithrenalli-btanr2ywing captainhark
        captainjonus-swz98 captainkagi caridaacademycadet cartelexecutioner cartelmarauder cartelspacer cassianandor
        cavernangelszealot chopper chopper-gauntletfighter cobaltsquadronbomber colicoiddestroyer colicoidinterceptor
        coloneljendon colossusstationmechanic commandantgoran constablezuvio contractedscout coruskapellim countessryad
        crymorahgoon cutlasssquadronpilot dacebonearm dalanoberos dalanoberos-starviperclassattackplatform darkcourier
        darthvader darthvader-swz105 dashrendar dashrendar-swz103-sl-rebelalliance dashrendar-swz103-sl-scumandvillainy
        dbs32c dbs32c-siegeofcoruscant deathfire-swz98 deathrain deathwatchwarrior deltasquadronpilot dfs311
        dfs311-siegeofcoruscant dgs286 dirkullodin dis347 dis347-siegeofcoruscant doctoraphra dread duchess dutchvander
        dutchvander-swz106 echo echo-ssl echobaseevacuees edonkappehl edriotwotubes elloasty emonazzameen
        epsilonsquadroncadet fearsomepredator feethanottrawautopilot fennrau-fangfighter finchdallow firstordercadet
        firstordercollaborators firstordercourier firstorderprovocateur firstordersympathizers firstordertestpilot
        foremanproach freightercaptain gammasquadronace gamutkey gandfindsman garvendreis garvendreis-battleofyavin
        garvendreis-t65xwing genesisred ginamoonsong ginamoonsong-battleoverendor goldsquadrontrooper
        goldsquadronveteran gorgol graysquadronbomber greensquadronexpert greensquadronpilot greersonnel grudge guri
        hansolo-scavengedyt1300 hawk hawk-clonez95headhunter hefftobber herasyndulla herasyndulla-vcx100lightfreighter
        hiredgun holo holokand-battleofyavin hondoohnaka hound ibtisam ig101 ig88a ig88c ig88d imdaartestpilot
        imperialsupercommando inquisitor isbjingoist jakefarrell jakefarrell-swz106 jakkugunrunner jarekyeager
        jaycristubbs jedigeneral jediknight jediknight-delta7baethersprite jinatasecurityofficer juljerjerrod
        junoeclipse k2so kaatoleeachos kadsolus karekun kashyyykdefender kelrodoaiholdout keovenzee ketsuonyo kickback
        kickback-siegeofcoruscant kijimispicerunner knack knavesquadronescort kullbeesperado kylekatarn l337
        l337-escapecraft landocalrissian-battleoverendor landocalrissian-modifiedyt1300lightfreighter
        landocalrissian-scavengedyt1300 lattsrazzi lawlesspirates leebo-swz103-sl-rebelalliance
        leebo-swz103-sl-scumandvillainy leemakai leevantenza leiaorgana lieutenantdormitz lieutenantgalek
        lieutenantkarsabi lieutenantkarsabi-ssl lieutenantlorrir lieutenantrivas lieutenantsai lingaava
        logisticsdivisionpilot lokrevenant lothalrebel loyalistvolunteer macewindu macewindu-delta7baethersprite
        magnaguardexecutioner magnaguardprotector magnatolvan majormianda-battleoverendor majorstridan majorvonreg
        manaroo mandalorianresistancepilot maul mausmonare-battleoverendor miningguildsentry miningguildsurveyor
        moraloeval mornakee muse naboohandmaiden nashtahpup netrempollard newrepublicpatrol newrepublicvolunteers
        niennunb nightbeast nightbeast-swz105 nightfall niteowlliberator nodinchavdri nomlumb-rogueclassstarfighter
        null nusquadronpilot obiwankenobi obiwankenobi-delta7baethersprite obiwankenobi-eta2actis
        obiwankenobi-siegeofcoruscant obsidiansquadronpilot oddball oddball-arc170starfighter oddball-btlbywing
        oddball-nimbusclassvwing oddball-siegeofcoruscant oldteroch omegasquadronace omegasquadronexpert
        omicrongrouppilot onderonoppressor onyxsquadronace onyxsquadronscout onyxsquadronsentry outerrimenforcer
        outerrimgarrison outerrimhunter outerrimpatrol outerrimsmuggler overseeryushyn padric paigetico palobgodalhi
        pammichnerrogoode partisanrenegade patrolleader petranakiarenaace phlacarphoccprototype
        phlacarphoccprototype-siegeofcoruscant phoenixsquadronpilot planetarysentinel plokoon
        plokoon-delta7baethersprite poedameron poedameron-scavengedyt1300 poedameron-swz68 popskrail q90 quinnjast r2d2
        rampage reapersquadronscout rebelscout recoil redfuryzealot redline redsquadronbomber redsquadronexpert
        redsquadronveteran republicjudiciary resistancesympathizer rhosquadronpilot roarkgarnet roguesquadronescort
        rush sabersquadronace sabinewren sabinewren-tielnfighter saeseetiin saeseetiin-delta7baethersprite
        scarifbasepilot scimitar3-battleoverendor scimitarsquadronpilot seftinvanik separatistbomber separatistdrone
        separatistinterceptor separatistpredator separatistprivateers separatistracketeer shaakti
        shaakti-siegeofcoruscant shadowcollectiveoperator shadowporthunter shadowsquadronescort shadowsquadronveteran
        sicko sienarjaemusengineer sienarjaemustestpilot sienarspecialist sigma4-battleofyavin sigma6-battleofyavin
        sigma7-battleofyavin sigmasquadronace skakoanace skullsquadronpilot slammer slider solsixxa soontirfel
        spicerunner squadsevenveteran stalgasinhiveguard starkillerbasepilot stormsquadronace suralindajavos swoop
        syndicatesmugglers takajamoreesa talasquadronpilot tansariipointveteran tapusk technounionbomber temminwexley
        temminwexley-swz68 tempestsquadronpilot theironassembler tomaxbren tomaxbren-swz105 tomaxbren-swz98 torkilmux
        tradefederationdrone trandoshanslaver transgalmegcontrollink tychocelchu unkarplutt vagabond vedfoslo vimoradi
        vizier volandas vultskerris vultskerris-tieininterceptor wardensquadronpilot whirlwind wildspacefringer
        wilhufftarkin yoda yricaquell zamwesell zaribangel zealousrecruit zertikstrom zetasquadronpilot
        zetasquadronsurvivor zoriibliss
    """: says(),
}

UPGRADES: Texts = {
    """
        000 ablativeplating aceinthehole-battleoverendor advancedsensors advancedslam afterburners agentterex
        agilegunner ahsokatano ahsokatano-crew amilynholdo andrasta angleddeflectors attackspeed-battleofyavin
        b6bladewingprototype backwardstailslide battlemeditation bazemalbus bb8 bbastromech biohexacryptcodes blackone
        blazerbomb bobafett bombletgenerator brokenhorn burnoutthrusters c110p c3po-crew cadbane captainhark
        captainphasma cassianandor chewbacca chewbacca-battleofyavin chewbacca-crew chopper chopper-crew cienaree
        cikatrovizago clanwrencommandos cloakingdevice clustermines coaxiumhyperfuel collisiondetector composure
        computerassistedhandling-battleoverendor concussionbombs connernets contingencyprotocol-siegeofcoruscant
        contrabandcybernetics corvus cutthroat daredevil darthvader dauntless deathtroopers deathwatchcommandos
        debrisgambit delayedfuses delta7b directorkrennic disciplined discordmissiles dodonnaspride drk1probedroids
        dropseatbay efficientprocessing-swz103 electrochaffmissiles electronicbaffle electroprotonbomb engineupgrade
        ensnare evasionsequence7-siegeofcoruscant experthandling extrememaneuvers falsetranspondercodes feedbackarray
        feedbackemitter-battleoverendor feedbackping fennrau ferrospherepaint firstorderordnancetech
        fuelinjectionoverride-battleoverendor ga97 gamutkey gauntlet generalhux genius ghost grandinquisitor
        grandmofftarkin greefkarga hansolo-crew hansolo-gunner havoc heightenedperception herasyndulla
        heroicsacrifice-battleoverendor hondoohnaka hopeful houndstooth hullupgrade hyperspacetrackingdata ig2000 ig88d
        imperialsupercommandos independentcalculations inertialdampeners informant insatiableworrt interceptbooster
        interloperturn ionbombs ionlimiteroverride ionmaneuveringjet-battleoverendor isbslicer jabbathehutt jynerso
        k2so kalani kananjarrus kaydelconnix kazsfireball ketsuonyo kitfisto korrsella kraken kuiil kyloren
        l337sprogramming-battleofyavin l4er5 landocalrissian larmadacy leebo-swz103 leiaorgana leiaorgana-resistance
        liberator longrangescanners-alphaclassstarwing lukeskywalker luminous mandaloriansupercommandos
        maneuverassistmgk300 manualailerons-tiephphantom margsablclosure maul-crew mercenary-swz103 ministertua
        misthunter modifiedr4punit-battleoverendor moffjerjerrod moldycrow nautolansrevenge niennunb nightbrother
        niteowlcommandos novicetechnician obiwankenobi overdrivethruster overtunedmodulators
        partinggift-battleoverendor passivesensors patience patternanalyzer pelimotto perceptivecopilot phantom plokoon
        preciseastromech-battleofyavin precisionionengines precognitivereflexes previzsla primedthrusters
        primeministeralmec protectorategleb protonbombs proximitymines pushthelimit-battleoverendor pz4co q7astromech
        quantumstorm quickreleaselocks r1j5 r2a3-battleofyavin r2a3-battleoverendor r2a6 r2astromech r2d2
        r2d2-battleofyavin r2d2-crew r2d2-republic r2d2-resistance r2f2-battleofyavin r3astromech r4astromech r4p17
        r4p44 r4pastromech r5astromech r5d8 r5d8-battleofyavin r5k6-battleofyavin razorcrest reckless-battleoverendor
        repulsorliftstabilizers requiem reysmillenniumfalcon riggedcargochute roilinganger-siegeofcoruscant sabinewren
        saboteursmap satinekryze savageopress scannerbaffler scimitar seasonednavigator seismiccharges sense
        sensitivecontrols sensorbuoysuite sensorscramblers seventhsister shieldupgrade silenthunter-tiephphantom
        skilledbombardier slavei sparepartscanisters squadleader st321 stabilizingastromech-battleoverendor
        starbirdslash strutlockoverride-siegeofcoruscant stygiumreserve-tiephphantom supernaturalreflexes suppressor
        supremeleadersnoke swarmtactics swiftapproach-swz98 syliure31hyperdrive ta175 tacticalofficer talmerrik
        targetassistalgorithm-battleoverendor targetassistmgk300 targetingastromech-battleofyavin targetingcomputer
        themandalorian thermaldetonators tobiasbeckett torynfarr trackingtorpedoes trajectorysimulator trident
        truegrit-swz98 unkarplutt ursawren ursawren-gunner vector vengeful-battleofyavin virago watchfulastromech
        withoutatrace-tiephphantom xanadublood yoda zamwesell
    """: says(),
    "gnkgonkdroid": says(Trait.STARTS_WITHOUT_ONE),
}

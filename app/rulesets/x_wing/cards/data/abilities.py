"""The abilities that all ships of a type have: ids, and the names that are printed.

Source: the community data set xwing-data2 (xwingtmg/xwing-data2, commit 0dc446f of 2025-01-21, MIT).
A row: id, name. `-swz103` is what a later expansion prints under the same name.
"""

ABILITIES = """
adaptiveailerons|Adaptive Ailerons
advanceddroidbrain|Advanced Droid Brain
advancedtargetingcomputer|Advanced Targeting Computer
autothrusters|Autothrusters
bornforthis|Born for This
broadsidebatteries|Broadside Batteries
chissengineering|Chiss Engineering
commsshuttle|Comms Shuttle
concentratedbatteries|Concentrated Batteries
concordiafaceoff|Concordia Faceoff
controlledailerons|Controlled Ailerons
copilot|Co-Pilot
deadtorights|Dead to Rights
dockingclamps|Docking Clamps
escapecraft|Escape Craft
experimentalscanners|Experimental Scanners
explosionwithwings|Explosion with Wings
finetunedcontrols|Fine-tuned Controls
finetunedthrusters|Fine-Tuned Thrusters
fireconvergence|Fire Convergence
formedup|Formed Up
fullthrottle|Full Throttle
gyrocockpit|Gyro-Cockpit
heavyweaponturret|Heavy Weapon Turret
highstakes|High Stakes
hope|Hope
hyperspacedockingring|Hyperspace Docking Ring
intuitivecontrols|Intuitive Controls
intuitiveinterface|Intuitive Interface
linkedbattery|Linked Battery
lockedandloaded|Locked and Loaded
lockedsfoils|Locked S-Foils
microthrusters|Microthrusters
modifiedfororganics|Modified for Organics
networkedaim|Networked Aim
networkedcalculations|Networked Calculations
nimblebomber|Nimble Bomber
notchedstabilizers|Notched Stabilizers
overdriveburners|Overdrive Burners
pinpointtractorarray|Pinpoint Tractor Array
platedhull|Plated Hull
prioritizedweaponssystems|Prioritized Weapons Systems
pursuitcraft|Pursuit Craft
pursuitthrusters|Pursuit Thrusters
refinedgyrostabilizers|Refined Gyrostabilizers
resupplycraft|Resupply Craft
riggedenergycells|Rigged Energy Cells
rotatingcannons|Rotating Cannons
sensitivecontrols|Sensitive Controls
sensorblindspot|Sensor Blindspot
sensorblindspot-swz103|Sensor Blindspot
solo|Solo
spacetugtractorarray|Spacetug Tractor Array
stygiumarray|Stygium Array
tailgun|Tail Gun
tractorgrasp|Tractor Grasp
twinionengines|Twin Ion Engines
vectoredcannons|Vectored Cannons
vectoredthrusters|Vectored Thrusters
versatileframe|Versatile Frame
weaponhardpoint|Weapon Hardpoint
"""

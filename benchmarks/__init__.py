"""How fast Umpire is on this machine, as ratios that are measured in one run."""

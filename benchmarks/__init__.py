"""What Umpire costs on this machine, as ratios from one run."""

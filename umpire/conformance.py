"""What the tests of a rulebook import: every check, its recorded actions, and the rulebooks that are installed."""

from app.conformance import CHECKS, Check, Nonconforming, check, faults_of, find_rulebooks, require_golden

__all__ = ["CHECKS", "Check", "Nonconforming", "check", "faults_of", "find_rulebooks", "require_golden"]

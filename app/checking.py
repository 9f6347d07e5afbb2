"""What programs beside the service import to check exported logs: the rules, the chain and the dice."""

from app.services.log.export import check_export, read_export
from app.services.rulebooks.installed import find_rulebooks

__all__ = ["check_export", "find_rulebooks", "read_export"]

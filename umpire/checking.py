"""What programs beside the service import to check exported logs."""

from app.checking import check_export, find_rulebooks, read_export

__all__ = ["check_export", "find_rulebooks", "read_export"]

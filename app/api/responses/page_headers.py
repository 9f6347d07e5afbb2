"""The headers of everything that a browser shows as a page."""

from collections.abc import Mapping

ALONE = "; frame-ancestors 'none'"
"""Nobody may show a page in a frame. Without it everybody may, files too, which `*` would keep out."""
GUARDED: Mapping[str, str] = {
    "Content-Security-Policy": f"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'{ALONE}",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""A page loads from this service only, and nothing of it stands in the page itself."""

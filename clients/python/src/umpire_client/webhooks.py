"""Messages of a webhook: whether the service has sent them, by their signature (Standard Webhooks)."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, cast

TOLERANCE = 300
"""Seconds that a message may be old; older ones may have been caught and sent again by somebody."""


class NotSigned(ValueError):
    """A message that is not from the service, was altered, or is too old: do nothing of what it says."""


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: str, *, tolerance: float = TOLERANCE
) -> dict[str, Any]:
    """The message in a request to a webhook, whose secret is `whsec_…`; raises NotSigned."""
    sent = {name.lower(): value for name, value in headers.items()}
    id, at = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    if not at.isdecimal() or abs(time.time() - int(at)) > tolerance:
        raise NotSigned("the message has no time, or an old one")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    made = base64.b64encode(hmac.digest(key, f"{id}.{at}.".encode() + body, hashlib.sha256)).decode()
    given = [signature.removeprefix("v1,") for signature in sent.get("webhook-signature", "").split()]
    if not any(hmac.compare_digest(made.encode(), signature.encode()) for signature in given):
        raise NotSigned("the signature is not that of the secret")
    return cast("dict[str, Any]", json.loads(body))

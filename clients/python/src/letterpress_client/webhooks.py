"""Webhooks as they arrive (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Optional, Union, cast

from .errors import LetterpressError
from .types import WebhookMessage


class WebhookVerificationError(LetterpressError):
    """The message is not from your Letterpress, was changed on its way, or is an old one again. Answer 400."""


def verify_webhook(
    payload: Union[bytes, str],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookMessage:
    """Check a webhook's signature and age, and give what it says.

    While a secret is being rotated, messages carry the signatures of both. Leave types alone that you do not know:
    there may be more than this version has.

    Args:
        payload: The body as it came, not parsed.
        headers: As they came; their names in any case.
        secret: `whsec_…`, as the webhook's.
        tolerance: How far the sender's clock and yours may be apart, in seconds.
        now: Instead of the present, in seconds since 1970.

    Raises:
        WebhookVerificationError: The message is not to be trusted.
        ValueError: The secret is none.
    """
    key = _key(secret)
    given = {name.lower(): value for name, value in headers.items()}
    identity, at, signatures = (_header(given, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not (at.isascii() and at.isdigit()):
        raise WebhookVerificationError("The timestamp cannot be read.")
    if abs((time.time() if now is None else now) - int(at)) > tolerance:
        raise WebhookVerificationError("The timestamp is too far from the present.")
    body = payload.encode() if isinstance(payload, str) else payload
    mac = hmac.new(key, b".".join((identity.encode(), at.encode(), body)), hashlib.sha256)
    right = b"v1," + base64.b64encode(mac.digest())
    if not any(hmac.compare_digest(right, signature.encode()) for signature in signatures.split()):
        raise WebhookVerificationError("No signature is right.")
    return cast(WebhookMessage, json.loads(body))


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("The secret is not one of a webhook: whsec_… in base64.")
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing.")
    return value

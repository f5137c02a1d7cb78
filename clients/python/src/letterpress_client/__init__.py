"""The API of Letterpress: `Client`, and the types of its document in `types`."""

from . import types
from ._download import Download
from ._form import File
from ._pages import Listing, Page
from ._version import __version__
from .client import Client
from .errors import ApiConnectionError, ApiError, LetterpressError
from .progress import AbTestProgress, Progress
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "AbTestProgress",
    "ApiConnectionError",
    "ApiError",
    "Client",
    "Download",
    "File",
    "LetterpressError",
    "Listing",
    "Page",
    "Progress",
    "WebhookVerificationError",
    "__version__",
    "types",
    "verify_webhook",
]

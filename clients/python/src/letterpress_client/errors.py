"""What goes wrong: `ApiError` for refusals, `ApiConnectionError` where no answer came."""

from __future__ import annotations

from typing import Any, Optional, cast

from .types import FieldError, ProblemCode


class LetterpressError(Exception):
    """Everything that this package raises by itself, but for mistakes of the program (`ValueError`, `TypeError`)."""


class ApiConnectionError(LetterpressError):
    """No whole answer came, whatever was tried. The last cause is its `__cause__`."""


class ApiError(LetterpressError):
    """A refusal of the server (RFC 9457). As text it is the server's sentence for people."""

    status: int
    """The HTTP status."""
    code: Optional[ProblemCode]
    """What happened, for programs. None where a proxy answered; take one that you do not know for its status."""
    type: str
    """What kind of problem, as a URI; "about:blank" where the status says it all."""
    title: str
    detail: str
    """The sentence for people."""
    errors: list[FieldError]
    """With status 422: which fields, and why."""
    retry_after: Optional[float]
    """With status 429 and 503: seconds after which to come back."""

    def __init__(self, status: int, problem: object = None, retry_after: Optional[float] = None) -> None:
        super().__init__(status, problem, retry_after)
        told = cast("dict[str, Any]", problem) if isinstance(problem, dict) else {}
        self.status = status
        self.code = told.get("code")
        self.type = told.get("type") or "about:blank"
        self.title = told.get("title") or ""
        self.detail = told.get("detail") or self.title or f"HTTP {status}"
        self.errors = told.get("errors") or []
        self.retry_after = retry_after

    def __str__(self) -> str:
        return self.detail

    def field_error(self, field: str) -> Optional[str]:
        """The message for a field, if it was refused."""
        return next((error["message"] for error in self.errors if error["field"] == field), None)

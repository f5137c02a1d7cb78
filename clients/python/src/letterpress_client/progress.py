"""What a campaign tells while it is being sent."""

from __future__ import annotations

from typing import Literal, Optional, TypedDict

from .types import CampaignStatus, Ledger, Reason, SendingTrouble, Timestamp


class AbTestProgress(TypedDict):
    """How far an A/B test has come before its winner is chosen."""

    state: Literal["sampling", "waiting"]
    """`waiting` when the sample is out: nothing leaves until the winner is chosen."""
    rest: int
    """Subscribers who wait for the winner."""
    decides_at: Timestamp


class Progress(TypedDict):
    """One look at a campaign that is being sent."""

    status: CampaignStatus
    pause_reason: Optional[str]
    ledger: Ledger
    rate_per_second: float
    """Emails settled per second since the last event, or since the start in the first one."""
    seconds_left: Optional[float]
    """At this rate; None while nothing moves."""
    ab_test: Optional[AbTestProgress]
    """An A/B test that is not decided yet."""
    errors: list[Reason]
    """Failures and delays by reason."""
    waiting: Optional[str]
    """Why nothing leaves just now although it is being sent."""
    trouble: Optional[SendingTrouble]
    """Why the mail server gets nothing just now, and since when, after a minute."""
    opens: int
    """Subscribers who opened it already."""
    clicks: int

# Made from api/openapi.json by tools/generate.py. Do not edit.
"""What the API sends and takes. Answers may have fields and words that this version does not know."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union

from ._form import File

AbMetric = Literal["opens", "clicks"]
"""What a test is decided by."""
AbState = Literal["waiting", "decided", "undecided"]
ActivityKind = Literal[
    "newsletter_created", "campaign_created", "campaign_scheduled", "campaign_unscheduled", "campaign_sending",
    "campaign_sent", "import_finished", "subscriber_added", "subscriber_unsubscribed"
]
"""What kind of thing happened."""
AdviceKind = Literal["text", "value"]
"""What a part of an advice is."""
AnalyticsRange = Literal["30d", "90d", "6m", "1y"]
"""How far back."""
AttributeValue = Optional[Union[str, float, bool]]
AuditKind = Literal[
    "signed_up", "signed_in", "sign_in_failed", "signed_out", "session_ended", "password_changed", "password_reset",
    "email_change_requested", "email_changed", "email_verified", "totp_enabled", "totp_disabled",
    "recovery_codes_replaced", "recovery_code_used", "passkey_added", "passkey_renamed", "passkey_removed",
    "api_key_created", "api_key_changed", "api_key_regenerated", "api_key_deleted", "webhook_created",
    "webhook_changed", "webhook_secret_rotated", "webhook_deleted", "security_alerts_off", "account_exported",
    "domain_deleted", "role_changed"
]
"""What was done."""
BatchResult = Literal["created", "updated", "unchanged", "protected", "refused"]
"""What became of one subscriber of a batch."""
Block = dict[str, Any]
"""A part of an email. Which other fields it has depends on its type; unknown ones are refused."""
BlockType = Literal[
    "heading", "text", "image", "button", "divider", "spacer", "columns", "social", "hero", "hero-image"
]
BounceKind = Literal["hard", "soft"]
"""Whether an email came back for good."""
BulkAction = Literal["remove", "unsubscribe", "tag", "untag"]
Bytes = str
CampaignStatus = Literal["draft", "scheduled", "sending", "paused", "sent", "cancelled"]
"""Where a campaign stands."""
CapturedMailKind = Literal["campaign", "test", "account", "reader", "message"]
"""Why an email was made."""
CheckId = Literal[
    "content", "leftovers", "merge_tags", "links", "images", "size", "sender", "unsubscribe", "schedule", "audience",
    "tracking", "ab_test", "attachments"
]
"""What is checked."""
CheckLevel = Literal["error", "warning", "ok"]
Decision = Literal["sent", "resend", "cancelled"]
DeliveryGroup = Literal[
    "queued", "sending", "sent", "deferred", "failed", "skipped", "suppressed", "cancelled", "in_doubt"
]
"""What became of a subscriber's copy: a group of the ledger."""
DoctorLevel = Literal["ok", "note", "fail"]
"""How a check ended."""
DomainStatus = Literal["pending_dns", "dns_configured", "verifying", "verified", "active", "failed"]
"""How far a domain has proved itself."""
DomainType = Literal["shared", "user"]
"""Who a domain belongs to."""
FieldCode = Literal[
    "required", "unknown", "wrong_type", "too_long", "too_short", "too_many", "too_deep", "out_of_range", "in_past",
    "not_one_of", "malformed", "forbidden_characters", "invalid_tag", "unreadable", "not_found", "duplicate",
    "conflicting", "not_allowed", "incorrect", "expired", "unchanged"
]
"""What is wrong with a field."""
FixTarget = Literal["content", "subject", "newsletter", "domain", "schedule", "subscribers"]
"""Where a fix is made."""
Frequency = Literal["daily", "weekly", "monthly"]
"""How often a repeating campaign makes an issue."""
ImportMode = Literal["update", "add"]
"""What becomes of subscribers that the newsletter has already."""
ImportStatus = Literal["queued", "running", "done", "failed", "cancelled"]
"""Where an import stands."""
ImportedStatus = Literal["active", "pending", "skip", "unsubscribed", "bounced", "complained"]
"""What a word of a file means here. The later one of two is the one that counts."""
InDoubtPolicy = Literal["resend", "hold"]
"""What becomes of an email when nobody knows whether the receiving server took it."""
Language = Literal["en", "de", "es"]
"""The languages a newsletter can speak to its subscribers in, as ISO 639 names them."""
MessageDecision = Literal["sent", "resend", "failed"]
MessageReturn = Literal["delivered", "soft_bounced", "bounced", "complained"]
"""What came back of a message that was sent."""
MessageState = Literal["queued", "sending", "sent", "deferred", "failed", "suppressed", "in_doubt"]
"""Where a message stands."""
Method = Literal["password", "passkey", "hosted"]
"""How somebody signed in."""
NoticeKind = Literal[
    "domain_verified", "domain_broken", "campaign_paused", "sending_stuck", "campaign_missed", "campaign_late",
    "webhook_disabled", "storage_failed"
]
"""What a notice is about."""
OriginKind = Literal["not_opened", "not_sent", "repeat", "duplicate"]
"""Why a campaign was made from another one."""
ProblemCode = Literal[
    "bad_request", "unauthorized", "forbidden", "not_found", "method_not_allowed", "conflict", "payload_too_large",
    "unsupported_media_type", "invalid_fields", "too_many_requests", "misdirected", "internal_error", "unavailable",
    "disk_full", "second_factor_required", "sign_in_again", "email_taken", "passkey_exists", "too_many_passkeys",
    "passkeys_unavailable", "two_factor_on", "two_factor_off", "two_factor_not_begun", "no_mail_sender", "sending_held",
    "request_in_progress", "request_interrupted", "answer_shown_once", "idempotency_key_reused", "newsletter_inactive",
    "newsletter_unusable", "sample_newsletter", "no_active_subscribers", "subscriber_exists", "wrong_subscriber_status",
    "suppression_exists", "import_over", "wrong_campaign_status", "campaign_in_progress", "changed_meanwhile",
    "newer_revision", "changed_since_read", "not_sent_yet", "not_in_doubt", "opens_unknown", "ab_test_not_waiting",
    "origin_deleted", "origin_not_done", "feed_unreadable", "feed_without_news", "template_not_rendered",
    "domain_taken", "no_sending_domain", "sending_domain_off", "sending_domain_not_verified", "ses_keeps_keys",
    "ses_failed", "too_many_saved_blocks", "too_many_webhooks", "webhook_off", "delivery_not_repeatable"
]
"""What kind of problem it is. Where nothing says it more closely, the status does."""
Provider = Literal["local", "oidc"]
Role = Literal["author", "admin"]
"""What an author may do: `admin` may also write shared domains."""
ScheduleKind = Literal["instant", "wall", "reader"]
"""How the instant of a schedule came about."""
Scope = Literal[
    "full", "read", "newsletters:write", "subscribers:write", "campaigns:write", "campaigns:send", "templates:write",
    "domains:write", "messages:send"
]
"""One thing an API key may do. A write scope includes reading its own area; `read` reads everything but the account,
its settings, keys, webhooks and captured mail, and what the operator looks at; those need `full`, but for `GET
/api/me`, which any key may ask. What protects the account (`/api/me/…`) takes a person who is signed in.
"""
Scopes = list[Scope]
SegmentKind = Literal["not_opened", "not_sent"]
Step = Literal["day", "week"]
"""What one point of the series stands for."""
SubscriberStatus = Literal["active", "unsubscribed", "pending", "bounced", "complained"]
"""Where a subscriber stands. Only `active` receives mail."""
SuppressionReason = Literal["hard_bounce", "complaint", "soft_bounces", "manual", "reserved"]
"""Why an address is on the list."""
Timestamp = str
Tracking = Literal["full", "anonymous", "none"]
"""What is counted of what subscribers do with an email."""
Transport = Literal["capture", "smtp", "ses"]
"""How mail leaves this installation."""
UnknownReportReason = Literal["unclear", "unknown", "unproven"]
"""Why an email that came back is kept."""
WallKind = Literal["exact", "gap", "overlap"]
"""Whether a wall time exists once that day."""
WebhookDeliveryState = Literal["pending", "delivered", "failed", "test"]
"""Where a delivery stands."""
WebhookEvent = Literal[
    "email.opened", "email.clicked", "email.bounced", "email.complained", "subscriber.created", "subscriber.confirmed",
    "subscriber.updated", "subscriber.unsubscribed", "subscriber.deleted", "campaign.sending", "campaign.sent",
    "campaign.paused"
]
"""What a webhook can be told."""


class AbTest(TypedDict):
    """The test. The first variant is the campaign as it is, unless it says otherwise."""

    metric: AbMetric
    sample_percent: int
    """1 to 100: of all subscribers, shared evenly by the variants."""
    variants: list[AbVariant]
    """The variants; what one leaves out is as in the campaign."""
    wait_minutes: int
    """From the start of sending to the choice; up to 14 days."""


class AbTestReport(TypedDict):
    """How an A/B test stands."""

    decided_at: Optional[Timestamp]
    """When the winner was chosen; null before."""
    decides_at: Timestamp
    """When the winner is chosen at the latest."""
    explanation: str
    """The same in a sentence."""
    metric: AbMetric
    p_value: Optional[float]
    """How likely chance alone makes such a difference (Fisher's exact test, corrected for several variants)."""
    sent_to_rest: Optional[str]
    """Name of the variant that the rest of the subscribers got."""
    state: AbState
    """How far it is."""
    variants: list[VariantFigures]
    """The variants; what one leaves out is as in the campaign."""
    winner: Optional[str]
    """Name of the variant that did better."""


class AbVariant(TypedDict, total=False):
    """One of the variants; what it leaves out is as in the campaign."""

    from_name: Optional[str]
    """The name in `From`; null as in the campaign."""
    html_content: Optional[str]
    """The HTML part, with merge tags; null as in the campaign."""
    name: str
    """What it is called; its letter where it was given none."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null as in the campaign."""
    subject: Optional[str]
    """The subject line; null as in the campaign."""
    text_content: Optional[str]
    """The text part, with merge tags; null is made from the variant's own HTML, or as in the campaign."""


class AccountSettings(TypedDict):
    company: Optional[str]
    """The company or publication; null without one."""
    email: str
    """Changes by `POST /api/me/email`."""
    name: str
    """The author's name."""
    time_zone: str
    """A name of the IANA time zone database, such as `Europe/Vienna`."""


class Activity(TypedDict):
    """One event."""

    at: Timestamp
    """When it happened."""
    detail: Optional[str]
    """More about it, such as the newsletter of a campaign."""
    href: Optional[str]
    """A path of the dashboard."""
    kind: ActivityKind
    title: str
    """What it happened to, such as a newsletter's name."""


class AdvicePart(TypedDict):
    """A part of an advice; all parts after one another are its sentences."""

    kind: AdviceKind
    text: str
    """The text."""


_AnalyticsWords = TypedDict("_AnalyticsWords", {"from": "str"})


class Analytics(_AnalyticsWords):
    campaigns: list[AnalyticsCampaign]
    """The latest ten."""
    growth: AnalyticsGrowth
    """Who came and who left."""
    newsletters: list[AnalyticsNewsletter]
    """Those with the most emails first, at most 100."""
    previous: AnalyticsTotals
    """The time of the same length before."""
    range: AnalyticsRange
    series: list[AnalyticsPoint]
    """Oldest first, without gaps."""
    step: Step
    to: str
    """Today, UTC."""
    totals: AnalyticsTotals


class AnalyticsCampaign(TypedDict):
    bounces: int
    """Emails that came back for good."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    id: int
    """Its number. It never changes and is never given again."""
    newsletter_id: int
    """The newsletter."""
    newsletter_name: str
    """The newsletter's name."""
    open_rate: float
    """Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    opens: int
    """Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened."""
    sent: int
    """Emails that receivers took."""
    sent_at: Timestamp
    """When sending ended; null before."""
    subject: str
    """The subject line."""


class AnalyticsGrowth(TypedDict):
    bounced: int
    """Emails that came back for good."""
    net: int
    """Those who came, without those who left, bounced or complained."""
    new_subscribers: int
    """Subscribers who came in this time."""
    subscribers: int
    """Active now."""
    unsubscribed: int
    """Subscribers who left."""


class AnalyticsNewsletter(TypedDict):
    bounce_rate: float
    """Bounced of those sent, in percent."""
    bounces: int
    """Emails that came back for good."""
    campaigns: int
    """Campaigns."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    id: int
    """Its number. It never changes and is never given again."""
    name: str
    """Its name."""
    open_rate: float
    """Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    opens: int
    """Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened."""
    sent: int
    """Emails that receivers took."""
    subscribers: int
    """Active now."""
    tracking: Tracking
    unsubscribed: int
    """Everybody who left in this time."""


class AnalyticsPoint(TypedDict):
    """A day or a week."""

    bounces: int
    """Emails that came back for good."""
    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    date: str
    """The day, or the week's Monday."""
    new_subscribers: int
    """Subscribers who came in this time."""
    opens: int
    """First opens and clicks that came in then."""
    sent: int
    """Emails that receivers took, of campaigns that ended then."""
    subscribers: int
    """Active subscribers at its end."""
    unsubscribed: int
    """Subscribers who left."""


class AnalyticsTotals(TypedDict):
    """What happened in a range of time. Rates are percentages of the emails sent by the campaigns of the range; of
    opens and clicks, of those that count per subscriber.
    """

    bounce_rate: float
    """Bounced of those sent, in percent."""
    bounces: int
    """Emails that came back for good."""
    campaigns: int
    """Campaigns that were sent."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    complaint_rate: float
    """Complaints of those sent, in percent."""
    complaints: int
    """Emails that were called spam."""
    new_subscribers: int
    """Subscribers who came in this time."""
    open_rate: float
    """Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    opens: int
    """Subscribers who opened those campaigns, each campaign for itself."""
    privacy_opens: int
    """Not counted as opens: by proxies that load every picture."""
    robot_clicks: int
    """Clicks by scanners and other programs."""
    robot_opens: int
    """Opens by scanners and other programs."""
    sent: int
    """Emails that receivers took."""
    unsubscribe_rate: float
    """Those who left by a campaign's links, in percent of the emails sent."""
    unsubscribed: int
    """Everybody who left in this time."""


class ApiKey(TypedDict):
    """An API key as a list shows it: not the key."""

    created_at: Timestamp
    """When it was made."""
    expires_at: Optional[Timestamp]
    """From then on it is refused; null: never."""
    id: int
    """Its number. It never changes and is never given again."""
    last_used_at: Optional[Timestamp]
    """To the minute."""
    name: str
    """Its name."""
    prefix: str
    """How the key begins."""
    scopes: Scopes
    """What it may do."""


class _AssertionResponse(TypedDict):
    authenticatorData: Bytes
    """As the browser answers it (WebAuthn Level 2, §5.2.2)."""
    clientDataJSON: Bytes
    """As the browser answers it (WebAuthn Level 2, §5.8.1)."""
    signature: Bytes
    """As the browser answers it (WebAuthn Level 2, §5.2.2)."""


class AssertionResponse(_AssertionResponse, total=False):
    userHandle: Optional[Bytes]
    """As the browser answers it (WebAuthn Level 2, §5.2.2)."""


class _AttachedFile(TypedDict):
    content: str
    """The file in base64 (RFC 4648 §4)."""
    file_name: str
    """The file's name, without its folder."""


class AttachedFile(_AttachedFile, total=False):
    """A file that goes with a message."""

    content_type: Optional[str]
    """Left out, `application/octet-stream`."""


class Attachment(TypedDict):
    """A file that goes with the email."""

    content_type: str
    """The media type, such as `application/pdf`."""
    file_name: str
    """The file's name, without its folder."""
    id: int
    """Its number. It never changes and is never given again."""
    size_bytes: int
    """In bytes."""


class _AttestationResponse(TypedDict):
    attestationObject: Bytes
    """As the browser answers it (WebAuthn Level 2, §5.2.1)."""
    clientDataJSON: Bytes
    """As the browser answers it (WebAuthn Level 2, §5.8.1)."""


class AttestationResponse(_AttestationResponse, total=False):
    transports: list[str]
    """How the browser reaches the passkey (WebAuthn Level 2, §5.8.4)."""


class AuditEntry(TypedDict):
    """One act as the API shows it."""

    at: Timestamp
    """When it happened."""
    detail: Optional[str]
    """With what, such as the name of a key."""
    device: Optional[str]
    """Program and system, as far as they told: "Firefox on Linux"."""
    id: int
    """Its number. It never changes and is never given again."""
    ip: Optional[str]
    """Address of the client; null for this machine, which may be a proxy."""
    kind: AuditKind
    title: str
    """What was done, as a sentence's beginning: "Signed in"."""


class AuthConfig(TypedDict):
    """What a client needs to know before anybody has signed in."""

    client_id: Optional[str]
    """The client at the sign-in provider; null where Letterpress signs in by itself."""
    first_account: bool
    """Whether the account that it would make is the first one."""
    issuer: str
    """Who issues the access tokens."""
    passkeys: bool
    """Whether passkeys can be made and used: they need the built-in provider, a host name, and https or this machine.
    """
    password_reset: bool
    """Whether a forgotten password can be replaced by a mailed link."""
    provider: Provider
    """Who signs authors in."""
    provider_name: Optional[str]
    """The host of a hosted provider."""
    session: bool
    """Whether this browser has a refresh cookie, so that it is worth asking for a session."""
    sign_up: bool
    """Whether `POST /api/auth/sign-up` would make an account now."""


class AuthenticationResponse(TypedDict):
    """WebAuthn Level 3 §5.1 `AuthenticationResponseJSON`, as far as it is read."""

    rawId: Bytes
    """As the browser answers it (WebAuthn Level 2, §5.1)."""
    response: AssertionResponse
    """What the browser answered."""


class Author(TypedDict):
    """An author as the API shows one."""

    company: Optional[str]
    """The company or publication; null without one."""
    created_at: Timestamp
    """When it was made."""
    email: str
    """An email address."""
    email_verified: bool
    """Whether the author proved to read mail at the address."""
    id: int
    """Its number. It never changes and is never given again."""
    name: str
    """The author's name; null without one."""
    role: Role
    time_zone: str
    """A name of the IANA time zone database, such as `Europe/Vienna`."""


class Batch(TypedDict):
    """One entry for each subscriber, in their order."""

    results: list[BatchEntry]
    """One for each subscriber that was sent, at its place."""


class BatchEntry(TypedDict):
    """What became of a subscriber, at the place at which it was sent."""

    email: str
    """As it was sent."""
    errors: list[FieldError]
    """What is wrong with it; empty unless it was refused."""
    result: BatchResult
    subscriber_id: Optional[int]
    """The subscriber; null where it was refused."""


class BulkFilter(TypedDict, total=False):
    """The subscribers that a list with the same filter shows."""

    q: Optional[str]
    """What their address or name contains."""
    status: Optional[SubscriberStatus]
    """Where it stands."""
    tag: Optional[str]
    """Who has this tag, as it is written."""


class BulkResult(TypedDict):
    """How many subscribers the call meant and how many it changed."""

    changed: int
    """Subscribers that were changed."""
    matched: int
    """Subscribers that were meant."""


class _BulkSubscribers(TypedDict):
    action: BulkAction
    """What is done to them."""


class BulkSubscribers(_BulkSubscribers, total=False):
    """An action, and either ids or a filter."""

    filter: Optional[BulkFilter]
    """Those who match, instead of `ids`."""
    ids: Optional[list[int]]
    """At most 10,000; those that are not the newsletter's are passed over."""
    tag: Optional[str]
    """For `tag` and `untag`."""


class Campaign(TypedDict):
    """A campaign."""

    ab_test: Optional[AbTest]
    """Null in the list across newsletters."""
    attachments: list[Attachment]
    """Files that go with every email."""
    blocks: Optional[list[Block]]
    """The block editor's document; null in the list across newsletters."""
    clicks: int
    """Subscribers who clicked a link."""
    created_at: Timestamp
    """When it was made."""
    engagement_forgotten_at: Optional[Timestamp]
    """Since when it is not known any more who opened and clicked; the figures stay. Null while it is known, and before
    there is anything to know.
    """
    has_ab_test: bool
    """Whether there is a test, also where the list leaves it out."""
    html_content: Optional[str]
    """Empty for none; null in the list across newsletters."""
    id: int
    """Its number. It never changes and is never given again."""
    in_doubt_policy: InDoubtPolicy
    ledger: Optional[Ledger]
    """Where its subscribers stand; null before it is sent."""
    newsletter_id: int
    """The newsletter."""
    newsletter_language: Language
    """What a new design begins with."""
    newsletter_name: str
    """The newsletter's name."""
    opens: int
    """Subscribers who opened it; robots and privacy proxies are not counted."""
    origin: Optional[Origin]
    """The campaign that this one goes on from; null where it stands alone."""
    pause_reason: Optional[str]
    """Why it was paused, or taken off the calendar, without its author."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    recipients: Optional[int]
    """Subscribers it is meant for; null before it is sent."""
    repeat: Optional[Repeat]
    """When the next one is made; null where it goes once."""
    revision: int
    """Rises with every saved change."""
    schedule: Optional[Schedule]
    """Its place on the calendar; null without one."""
    scheduled_at: Optional[Timestamp]
    """When it is to be sent; null where it is not on the calendar."""
    segment: Optional[Segment]
    """Who of the active subscribers gets it; null for all."""
    sent_at: Optional[Timestamp]
    """When sending ended; null before."""
    started_at: Optional[Timestamp]
    """When sending began; null before."""
    status: CampaignStatus
    subject: str
    """The subject line."""
    text_content: Optional[str]
    """Null in the list across newsletters."""
    text_preview: Optional[str]
    """The first 200 characters of the plain text."""
    theme: Optional[dict[str, Any]]
    """Null in the list across newsletters."""
    tracking: Tracking
    """Of the newsletter: what is counted of opens and clicks."""
    updated_at: Timestamp
    """When it was changed last."""


class CampaignAnalytics(TypedDict):
    """Totals of a campaign, also while it is sent; rates are percentages of the sends."""

    bounce_rate: float
    """Bounced of those sent, in percent."""
    campaign_id: int
    """The campaign."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    open_rate: float
    """Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    total_bounces: int
    """Emails that came back for good."""
    total_clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    total_opens: int
    """Subscribers who opened, each once for a campaign; with anonymous tracking, how often."""
    total_sends: int
    """Emails that receivers took."""
    tracked_clicks: int
    """Subscribers who clicked, of campaigns that tell subscribers apart."""
    tracked_opens: int
    """Subscribers who opened, of campaigns that tell subscribers apart."""
    tracked_sends: int
    """What the rates are made of: nothing where subscribers are not told apart."""


class CampaignChanged(TypedDict):
    """A campaign began, paused, went on or is sent: what webhooks are told."""

    at: Timestamp
    """When it happened."""
    id: int
    """Its number. It never changes and is never given again."""
    ledger: Optional[Ledger]
    """What became of everybody it was for; null until it is sent."""
    newsletter_id: int
    """The newsletter."""
    pause_reason: Optional[str]
    """Why it paused by itself, or was taken off the calendar, a sentence; null where nothing stopped it or its author
    did.
    """
    status: CampaignStatus
    subject: str
    """The subject line."""


class CampaignSave(TypedDict):
    """A version of a campaign, without its texts."""

    api_key_id: Optional[int]
    """The API key of the program that saved it; null for the author at the dashboard."""
    began_at: Timestamp
    """The first of the saves that it is made of."""
    revision: int
    """The campaign's when the version was last saved."""
    saved_at: Timestamp
    """The last of them."""
    subject: str
    """The subject line."""


class CampaignVersion(TypedDict):
    """A version of a campaign."""

    ab_test: Optional[AbTest]
    """Two to four variants of which the better one goes to the rest; null without a test."""
    api_key_id: Optional[int]
    """The API key that saved it; null where a person did."""
    began_at: Timestamp
    """When its writer began it."""
    blocks: Optional[list[Block]]
    """What stands on the canvas, from top to bottom."""
    html_content: str
    """Empty for none."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    revision: int
    """Rises with every saved change."""
    saved_at: Timestamp
    """When it was saved."""
    subject: str
    """The subject line."""
    text_content: Optional[str]
    """The text part, with merge tags; null where it is made from the HTML."""
    theme: Optional[dict[str, Any]]
    """Colours, fonts and widths of the blocks; null for the usual ones."""


_CapturedMailWords = TypedDict("_CapturedMailWords", {"from": "str"})


class CapturedMail(_CapturedMailWords):
    """A captured mail."""

    campaign_id: Optional[int]
    """The campaign."""
    captured_at: Timestamp
    """When it was captured."""
    id: int
    """Its number. It never changes and is never given again."""
    kind: CapturedMailKind
    message_id: str
    """Without angle brackets."""
    newsletter_id: Optional[int]
    """The newsletter."""
    size_bytes: int
    """In bytes."""
    subject: str
    """The subject line."""
    to: str
    """An address."""


class CapturedMailDetail(CapturedMail):
    """A captured mail with what is in it."""

    headers: list[HeaderLine]
    """Header lines in their order."""
    html: Optional[str]
    """The HTML part."""
    text: Optional[str]
    """The text part; null without one."""


class ChangeEmail(TypedDict):
    email: str
    """An email address."""
    password: str
    """The current one."""


class ChangePassword(TypedDict):
    current_password: str
    """The password until now."""
    new_password: str
    """Taken as it is typed."""


class Check(TypedDict):
    details: list[str]
    """Sentences, one for each place."""
    fix: Optional[Fix]
    """Where it is mended; null where no page does it."""
    id: CheckId
    level: CheckLevel
    """How bad it is."""
    title: str
    """For people, in a few words."""


class Checklist(TypedDict):
    shown: bool
    """Whether `setup` is to be shown."""


class Checks(TypedDict):
    checks: list[Check]
    """What was looked at."""


class Code(TypedDict):
    code: str
    """Six digits, from the app."""


class _CreateApiKey(TypedDict):
    name: str
    """What it is for."""


class CreateApiKey(_CreateApiKey, total=False):
    expires_at: Optional[Timestamp]
    """From then on it is refused; null or left out: never."""
    scopes: list[Scope]
    """What it may do; left out: everything."""


class CreateAttachment(TypedDict):
    """A file."""

    file: File
    """The file."""


class _CreateDomain(TypedDict):
    domain: str
    """The bare name; unicode is taken too."""


class CreateDomain(_CreateDomain, total=False):
    daily_send_limit: Optional[int]
    """Emails a day, UTC; 0, the default: no limit."""
    domain_type: Optional[str]
    """`shared` (administrators only) or `user`; `shared` when absent."""
    notes: Optional[str]
    """For people; null without any."""


class _CreateImport(TypedDict):
    file: File
    """CSV in UTF-8, UTF-16 or Windows-1252, of any size that the server's disk has room for twice; comma, semicolon or
    tab between fields. Without a header the column with addresses is found, and every line is a subscriber.
    """


class CreateImport(_CreateImport, total=False):
    """A file with subscribers."""

    mapping: Optional[Union[str, dict[str, Any]]]
    """A JSON object, CSV header to `email`, `first_name`, `last_name`, `name`, `tags`, `subscribed_at`, `status`,
    `attributes.NAME` or null. Without it the headers are recognised by name, and what is not recognised becomes an
    attribute. Columns that say whether a subscriber gets mail are heeded in any case.
    """
    mode: Optional[ImportMode]
    """What becomes of subscribers who are there already."""
    status_map: Optional[Union[str, dict[str, Any]]]
    """A JSON object, a word of the file to what it means: `active`, `pending`, `unsubscribed`, `bounced`, `complained`
    or `skip` (not imported). Words that every tool uses alike need none.
    """


class CreateMedia(TypedDict):
    """An image."""

    file: File
    """PNG, JPEG, GIF or WebP, at most 10 MiB, 12,000 pixels a side and 40 megapixels."""


class _CreateMessage(TypedDict):
    newsletter_id: int
    """The newsletter whose sender, domain and language it has."""
    to: str
    """One address, whether or not it is a subscriber's."""


class CreateMessage(_CreateMessage, total=False):
    attachments: Optional[list[AttachedFile]]
    """At most ten, 2.5 MiB together."""
    data: Optional[dict[str, AttributeValue]]
    """What the merge tags stand for: `first_name` and `last_name` for `{{ subscriber.first_name }}` and `{{
    subscriber.last_name }}`, everything else for `{{ subscriber.attributes.… }}`. A tag without a value and without a
    default is refused. Texts, numbers and booleans.
    """
    html_content: Optional[str]
    """Left out, it is made from `text_content`."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    reply_to: Optional[str]
    """Where answers go; left out, where those to the newsletter go."""
    subject: Optional[str]
    """Left out with a template, that of the template."""
    template_id: Optional[int]
    """A template that it is made from, in place of `html_content` and `text_content`."""
    text_content: Optional[str]
    """Left out, it is made from `html_content`."""


class _CreateNewsletter(TypedDict):
    from_name: str
    """The name in `From`."""
    from_prefix: str
    """The part of the sending address before the @."""
    name: str
    """Its name."""


class CreateNewsletter(_CreateNewsletter, total=False):
    description: Optional[str]
    """For people; null without one."""
    domain_id: Optional[int]
    """The sending domain; null without one."""
    double_opt_in: Optional[bool]
    """Whether a subscriber whom the author adds must confirm; false when absent."""
    in_doubt_policy: Optional[InDoubtPolicy]
    """`resend` when absent."""
    language: Optional[Language]
    """Of the public pages and of the emails that these send; `en` when absent."""
    reply_to: Optional[str]
    """Where answers go; null for the sender."""
    tracking: Optional[Tracking]
    """`full` when absent."""


class _CreateSubscriber(TypedDict):
    email: str
    """An email address."""


class CreateSubscriber(_CreateSubscriber, total=False):
    """A new subscriber."""

    attributes: Optional[dict[str, AttributeValue]]
    """At most 50 values: texts of up to 1,000 characters, numbers, booleans or null."""
    first_name: Optional[str]
    """First name; null without one."""
    last_name: Optional[str]
    """Last name; null without one."""
    status: Optional[SubscriberStatus]
    """Who left, bounced or complained elsewhere is added as such and gets nothing, not even a question. `active` is
    what an absent one means: with double opt-in the subscriber is `pending` all the same.
    """
    tags: Optional[list[str]]
    """At most 50, each one line of up to 64 characters."""


class _CreateSuppression(TypedDict):
    email: str
    """An email address."""


class CreateSuppression(_CreateSuppression, total=False):
    detail: Optional[str]
    """Why; for those who read the list."""


class _CreateWebhook(TypedDict):
    url: str
    """Where events are posted: http or https, without user name, password and fragment. Its name must not lead into a
    private network.
    """


class CreateWebhook(_CreateWebhook, total=False):
    description: Optional[str]
    """For people; null without one."""
    events: Optional[list[WebhookEvent]]
    """Opens and clicks when left out."""


class _DeleteMe(TypedDict):
    confirm: str
    """The author's own email address, typed once more."""


class DeleteMe(_DeleteMe, total=False):
    code: Optional[str]
    """Of an account with two-factor authentication: six digits from the app, or a recovery code."""
    password: Optional[str]
    """The current one; needed with the built-in sign-in."""


class Delivery(TypedDict):
    """One intended subscriber of a campaign."""

    attempts: int
    """How often it was tried."""
    captured_mail_id: Optional[int]
    """The captured mail, where the installation captures instead of sending; null elsewhere."""
    clicked_at: Optional[Timestamp]
    """The first click of a person; null without one."""
    code: Optional[int]
    """The server's reply code."""
    doubts: int
    """How often an attempt ended with nobody knowing whether it arrived."""
    email: Optional[str]
    """Null when the subscriber was removed since."""
    enhanced_code: Optional[str]
    """The receiver's enhanced status code (RFC 3463), such as `5.1.1`; null without one."""
    events: list[DeliveryEvent]
    """What happened after it was sent: beside the ledger, never a rewriting of it."""
    first_name: Optional[str]
    """First name; null without one."""
    last_name: Optional[str]
    """Last name; null without one."""
    message_id: str
    """The email's `Message-ID`."""
    next_attempt_at: Optional[Timestamp]
    """For deferred, and for queued with a doubt: when it is tried again."""
    opened_at: Optional[Timestamp]
    """When a person first opened it; null when that is not known."""
    reason: Optional[str]
    """Why, a sentence; null where there is nothing to say."""
    state: DeliveryGroup
    subscriber_id: int
    """The subscriber."""
    updated_at: Optional[Timestamp]
    """When it was changed last."""


class DeliveryEvent(TypedDict):
    """Something that happened to an email after it was sent."""

    at: Timestamp
    """When it happened."""
    detail: Optional[str]
    """A sentence for people."""
    enhanced_code: Optional[str]
    """The receiver's enhanced status code (RFC 3463), such as `5.1.1`; null without one."""
    kind: str
    """bounced, soft_bounced, complained or delivered."""
    source: str
    """smtp (the server's answer), report (an email came back) or ses."""


class DnsRecord(TypedDict):
    """A record that the domain's owner puts into the DNS, and what was found there."""

    advice: Optional[str]
    """What to change, in plain words."""
    advice_parts: list[AdvicePart]
    """The same in parts, so that what is to be entered stands apart from what is said; empty without advice."""
    checked_at: Optional[Timestamp]
    """When the DNS was asked last."""
    description: str
    """For people; null without one."""
    found: list[str]
    """What the DNS has there."""
    id: int
    """Its number. It never changes and is never given again."""
    name: str
    """The full name, without a final dot."""
    purpose: str
    """ownership, dkim, spf, return_path, dmarc or tracking."""
    record_type: str
    """TXT, CNAME or MX."""
    required: bool
    """Without it nothing is sent from this domain."""
    status: str
    """unchecked, found, missing, wrong, or unknown when the DNS did not answer."""
    ttl: Optional[int]
    """Seconds."""
    value: str
    """Empty when this installation cannot know it: `advice` says what to do."""


class DnsRecords(TypedDict):
    dns_records: list[DnsRecord]
    """What is to stand in the DNS."""


class DoctorCheck(TypedDict):
    """One thing that was looked at."""

    level: DoctorLevel
    name: str
    """Its name."""
    ok: bool
    """False when it failed."""
    text: str
    """What was found and, unless all is well, what to do, in one line."""


class DoctorReport(TypedDict):
    """What `letterpress doctor` would say."""

    checks: list[DoctorCheck]
    """What was looked at."""
    engine: str
    """`sqlite` or `postgres`."""
    version: str
    """The version of Letterpress."""


class Domain(TypedDict):
    """A sending domain."""

    bounce_rate: float
    """Hard bounces in percent of the emails since the last reset."""
    checked_at: Optional[Timestamp]
    """When the DNS was asked last."""
    complaint_rate: float
    """Complaints in percent of the emails since the last reset."""
    created_at: Timestamp
    """When it was made."""
    current_daily_sent: int
    """Emails sent from it since midnight UTC."""
    daily_allowance: Optional[int]
    """What may be sent today under limit and warm-up; null: no limit."""
    daily_send_limit: int
    """Emails a day, UTC; 0: no limit."""
    domain: str
    """ASCII, lower case."""
    domain_type: DomainType
    id: int
    """Its number. It never changes and is never given again."""
    is_active: bool
    """Switched off, nothing is sent from it."""
    is_writable: bool
    """The caller may change it."""
    metrics_bounced: int
    """Emails that came back for good, since `metrics_since`."""
    metrics_complained: int
    """Emails that were called spam, since `metrics_since`."""
    metrics_sent: int
    """Emails that receivers took or refused for their address, since `metrics_since`."""
    metrics_since: Timestamp
    """When counting began: the domain was added, or its figures were reset."""
    metrics_soft_bounced: int
    """Emails that came back for now, since `metrics_since`."""
    newsletters: int
    """The caller's newsletters that use it."""
    next_check_at: Optional[Timestamp]
    """When the DNS is asked again; null when it is not."""
    notes: Optional[str]
    """For people; null without any."""
    ses_dkim_verified: bool
    """Every required DKIM record was found, or confirmed by Amazon SES."""
    ses_verified: bool
    """Amazon SES has verified the domain."""
    status_reason: Optional[str]
    """What is missing or why it failed."""
    tracking_host: Optional[str]
    """Host of the links in emails, when it is not the installation's own."""
    updated_at: Timestamp
    """When it was changed last."""
    verification_status: DomainStatus
    verified_at: Optional[Timestamp]
    """When it was verified; null before."""
    warm_up: bool
    """Sending begins with few emails a day and grows."""
    warm_up_day: Optional[int]
    """Day of the warm-up, from 1."""


class DomainAndRecords(TypedDict):
    """A domain and its records."""

    dns_records: list[DnsRecord]
    """What is to stand in the DNS."""
    domain: Domain


class DomainMetrics(TypedDict):
    """How mail from a domain fares of late."""

    max_bounce_rate: float
    """Hard bounces in percent above which they are."""
    max_complaint_rate: float
    """Complaints in percent from which on they are."""
    providers: list[DomainProvider]
    """Those who got most of the week's mail, at least 100 emails each."""
    risk: Optional[str]
    """Why campaigns from the domain are paused, if they are."""
    windows: list[DomainWindow]
    """The last hour, day and week."""


class DomainProvider(TypedDict):
    """The same for one receiving provider."""

    provider: str
    """The domain of its mail servers, or of the addresses where those are not known."""
    windows: list[DomainWindow]
    """What receivers answered, by the time."""


class DomainWindow(TypedDict):
    """How emails fared that left in the last hours."""

    bounce_rate: float
    """Hard bounces in percent."""
    bounced: int
    """Emails that came back for good."""
    complained: int
    """Emails that were called spam."""
    complaint_rate: float
    """Complaints in percent."""
    hours: int
    """1, 24 or 168."""
    sent: int
    """Emails that the next server took, or refused for their address."""
    soft_bounced: int
    """Emails that came back for now."""


class Draining(Campaign):
    """A campaign that stops, with the messages whose dot was allowed before."""

    draining: int
    """Messages that were past their commit point: at most one per connection."""


class DryRun(TypedDict):
    """What sending would do, without doing it."""

    days: int
    """Days on which emails leave."""
    intended: int
    """Subscribers in the ledger."""
    left_out: list[LeftOut]
    """Of those intended, the others."""
    limits: list[str]
    """What holds it back."""
    not_audience: list[LeftOut]
    """Subscribers of the newsletter whom the campaign is not for."""
    rate_per_second: Optional[float]
    """Emails a second; null when nothing is known."""
    rate_source: str
    """Where the rate is from."""
    recipients: int
    """Of those, subscribers whom an email would be sent to."""
    sample: list[str]
    """The first ten addresses."""
    seconds: Optional[float]
    """How long it will take at the present rate; null where nobody can say."""
    starts_at: Timestamp
    """When sending would begin."""
    usual_audience: Optional[int]
    """The median of the newsletter's last campaigns; null before there are any."""


class EmailClicked(TypedDict):
    """A person followed a link of an email."""

    at: Timestamp
    """When it happened."""
    campaign_id: int
    """The campaign."""
    link: Optional[str]
    """Where it leads."""
    newsletter_id: int
    """The newsletter."""
    subscriber: EventSubscriber


class EmailOpened(TypedDict):
    """A person opened an email."""

    at: Timestamp
    """When it happened."""
    campaign_id: int
    """The campaign."""
    newsletter_id: int
    """The newsletter."""
    subscriber: EventSubscriber


class EmailReturned(TypedDict):
    """An email came back, or was called spam."""

    at: Timestamp
    """When it happened."""
    campaign_id: int
    """The campaign."""
    enhanced_code: Optional[str]
    """The receiver's enhanced status code (RFC 3463), such as `5.1.1`; null without one."""
    kind: Optional[BounceKind]
    """Whether it came back for good; null for a complaint."""
    newsletter_id: int
    """The newsletter."""
    reason: Optional[str]
    """Why, a sentence; null where there is nothing to say."""
    subscriber: EventSubscriber


class EmailSettings(TypedDict):
    configured: bool
    """Whether mail of this author can leave: from a verified domain or the operator's fallback domain. Never with the
    built-in mailbox, which keeps it.
    """
    default_from_email: Optional[str]
    """Where a new newsletter's mail comes from."""
    default_from_name: Optional[str]
    """What a new newsletter's sender is called."""
    reply_to: Optional[str]
    """Where answers to a new newsletter go."""
    transport: Transport
    verified_domains: list[str]
    """Domains that the author may send from now."""


class Engagement(TypedDict):
    """What subscribers did with the emails of a campaign."""

    ab_test: Optional[AbTestReport]
    """Null without an A/B test."""
    all_clicks: int
    """How often people clicked; robots are not counted."""
    all_opens: int
    """How often people opened and clicked."""
    bounce_rate: float
    """Bounced of those sent, in percent."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    clicks: int
    """Subscribers who clicked a link."""
    engagement_forgotten_at: Optional[Timestamp]
    """Since when it is not known any more who opened and clicked; the figures stay, and count no further. Null while it
    is known.
    """
    hours: list[Hour]
    """First opens and first clicks in the 24 hours since the start."""
    links: list[LinkFigures]
    """In the order of the email."""
    open_rate: float
    """Percent of the emails that were sent; 0 where subscribers are not told apart."""
    opens: int
    """Subscribers who opened it; with anonymous tracking how often it was opened."""
    privacy_opens: int
    """Opens by proxies that load every picture: nobody knows whether a person looked."""
    robot_clicks: int
    """Clicks by scanners and other programs."""
    robot_opens: int
    """Scanners, previews and scripts."""
    tracking: Tracking
    """What this campaign counts."""
    unsubscribed: int
    """Subscribers who left through a link of this email."""
    usual: Optional[Usual]
    """Medians of the newsletter's earlier campaigns; null before there are any."""


class EventSubscriber(TypedDict):
    """The subscriber whom an event is about."""

    email: Optional[str]
    """Null where the subscriber was erased meanwhile."""
    id: int
    """Its number. It never changes and is never given again."""


class FailedTest(TypedDict):
    reason: str
    """A sentence with the mail server's reply."""
    to: str
    """The address."""


class FieldError(TypedDict):
    """One field that fails validation."""

    code: FieldCode
    field: str
    """The field's name as in the request, with a path where it is nested: `to[3]`."""
    message: str
    """What is wrong, a sentence for people."""


class Fix(TypedDict):
    href: Optional[str]
    """A path of the dashboard."""
    label: str
    """What the author does."""
    target: FixTarget


class HeaderLine(TypedDict):
    """A header line, unfolded, as it goes over the wire."""

    name: str
    """The header's name."""
    value: str
    """What it says."""


class Holdings(TypedDict):
    """How much an author has."""

    api_keys: int
    """API keys of the author."""
    campaigns: int
    """Campaigns."""
    domains: int
    """Their own, not the shared ones."""
    images: int
    """Images in the library."""
    imports: int
    """Imports."""
    newsletters: int
    """Newsletters."""
    saved_blocks: int
    """Saved blocks."""
    subscribers: int
    """Subscribers."""
    templates: int
    """Templates."""
    webhooks: int
    """Webhooks."""


class Hour(TypedDict):
    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    hour: int
    """Since the start, from 0."""
    opens: int
    """Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened."""


class Import(TypedDict):
    """An import as the API shows it."""

    bytes_read: int
    """Bytes of the file that were read."""
    bytes_total: int
    """Bytes of the whole file."""
    created: int
    """Rows that became new subscribers."""
    created_at: Timestamp
    """When it was made."""
    departed: int
    """Those of whom the file says that they left, or that email to them comes back: kept as such, so that they never
    get mail. Who was active here is not any more.
    """
    duplicates: int
    """Rows whose address comes again in the file: the last one counts, or the last that says that the subscriber left.
    """
    errors: list[RowError]
    """The first 100; empty in a list of imports."""
    failed: int
    """Rows that could not be taken."""
    file_name: str
    """The file's name, without its folder."""
    finished_at: Optional[Timestamp]
    """When it ended; null before."""
    id: int
    """Its number. It never changes and is never given again."""
    mapping: dict[str, Optional[str]]
    """CSV header to field; empty when the headers are recognised by name."""
    mode: ImportMode
    newsletter_id: int
    """The newsletter."""
    newsletter_name: str
    """The newsletter's name."""
    protected: int
    """Known but unsubscribed, bounced or complained: left alone."""
    reason: Optional[str]
    """Why it failed."""
    rows_read: int
    """Rows below the header: always `created + updated + unchanged + protected + departed + failed + duplicates`."""
    status: ImportStatus
    status_map: dict[str, ImportedStatus]
    """What words of the file mean that are not known by themselves."""
    unchanged: int
    """Rows that said nothing new."""
    updated: int
    """Rows that changed a subscriber."""


class Installation(TypedDict):
    """This copy of Letterpress."""

    can_confirm: bool
    """The caller may confirm it."""
    restored_at: Optional[Timestamp]
    """When this copy was made from a backup; null for one that never was."""
    sending_held: bool
    """Nothing leaves this copy until an administrator confirms that it is the one that sends."""
    social_links: list[str]
    """The operator's pages elsewhere, https addresses in the order given; none unless the operator gave some."""
    version: str
    """The version of Letterpress."""


class Ledger(TypedDict):
    """Where the subscribers of a campaign stand; the groups always add up to `intended`."""

    cancelled: int
    """Left out because the campaign was cancelled, or given up by hand."""
    deferred: int
    """A receiver asked to wait; they are tried again."""
    failed: int
    """Emails that were refused for good."""
    in_doubt: int
    """Nobody knows whether they were sent: the connection broke between the last byte and the answer."""
    intended: int
    """Everybody whom the campaign was for; the other figures add up to it."""
    queued: int
    """Their turn has not come."""
    sending: int
    """On the way in this moment."""
    sent: int
    """Emails that receivers took."""
    skipped: int
    """Not emailed: unsubscribed, removed or not confirmed when their turn came."""
    suppressed: int
    """On the suppression list, or bounced or complained before."""


class LeftOut(TypedDict):
    """Subscribers who share a reason."""

    count: int
    """How many."""
    reason: str
    """Why, a sentence."""


class LinkFigures(TypedDict):
    """A link of an email."""

    all_clicks: int
    """How often people clicked it."""
    clicks: int
    """Subscribers who clicked it."""
    label: str
    """What subscribers see of it."""
    no: int
    """Its number in the email, from 1."""
    robot_clicks: int
    """Clicks by scanners and other programs."""
    url: str
    """Its address."""


class LinkMap(TypedDict):
    """An email and where in it was clicked."""

    html: str
    """The email as it is for nobody: as its author made it, unsafe to show without a sandbox."""
    links: list[LinkFigures]
    """Its links, in the order in which they stand."""


class Me(Author):
    """The author, and the key that asks."""

    api_key: Optional[ApiKey]
    """The API key of this call, with what it may do; null for a signed-in browser."""


class Media(TypedDict):
    """An image of the library."""

    animated: bool
    """It moves."""
    bytes: int
    """Of the file at `url`."""
    content_type: str
    """`image/png`, `image/jpeg` or `image/gif`."""
    created_at: Timestamp
    """When it was made."""
    height: int
    """In pixels."""
    id: int
    """Its number. It never changes and is never given again."""
    name: str
    """Its name."""
    url: str
    """Public, and the same for ever."""
    variants: list[MediaVariant]
    """Narrower ones, ascending."""
    width: int
    """Pixels of the file at `url`."""


class MediaVariant(TypedDict):
    """The same picture, narrower."""

    bytes: int
    """Size of the file, in bytes."""
    height: int
    """In pixels."""
    url: str
    """Its address."""
    width: int
    """In pixels."""


class Message(TypedDict):
    """An email to one person, and what became of it."""

    attempts: int
    """How often it was tried."""
    created_at: Timestamp
    """When it was made."""
    id: int
    """Its number. It never changes and is never given again."""
    is_repeated: bool
    """It was in doubt and sent once more: its receiver may have two copies, with one Message-ID."""
    newsletter_id: int
    """The newsletter whose sender it comes from."""
    reason: Optional[str]
    """Why it is in this state, a sentence; null where that needs none."""
    returned: Optional[MessageReturn]
    """What came back after it was sent; null for nothing, which is the usual good end."""
    returned_at: Optional[Timestamp]
    """When it came back."""
    returned_detail: Optional[str]
    """What the receiver's server said."""
    sent_at: Optional[Timestamp]
    """When the mail server took it."""
    state: MessageState
    subject: str
    """The subject line."""
    template_id: Optional[int]
    """The template it was made from; null where the call brought the content."""
    to: str
    """Whom it is for."""


class NewApiKey(ApiKey):
    """A key just made; it cannot be read again."""

    key: str
    """The key, shown this once."""


class _NewCampaign(TypedDict):
    subject: str
    """One line; may hold merge tags."""


class NewCampaign(_NewCampaign, total=False):
    ab_test: Optional[AbTest]
    """Null for none."""
    blocks: Optional[list[Block]]
    """The block editor's document beside the HTML that it made, by the rules of templates."""
    html_content: Optional[str]
    """A document or a fragment with merge tags; at most 1 MiB."""
    in_doubt_policy: Optional[InDoubtPolicy]
    """The newsletter's when absent."""
    preheader: Optional[str]
    """What mail programs show after the subject; one line; may hold merge tags."""
    segment: Optional[Segment]
    """Who of the active subscribers gets it; null for all."""
    text_content: Optional[str]
    """Made from the HTML when absent; at most 1 MiB."""
    theme: Optional[dict[str, Any]]
    """At most 64 KiB of JSON. Kept as it is sent."""


class NewPasskey(TypedDict):
    challenge_id: str
    """The challenge that the answer is for. Used once, within five minutes."""
    credential: RegistrationResponse
    """`RegistrationResponseJSON`."""
    name: str
    """What the author calls it."""


class NewPassword(TypedDict):
    password: str
    """Taken as it is typed."""
    token: str
    """From the link in the email."""


class NewSavedBlock(TypedDict):
    block: Block
    """One block, with what is inside it if it has columns."""
    name: str
    """One line."""


class _NewTemplate(TypedDict):
    name: str
    """One line."""


class NewTemplate(_NewTemplate, total=False):
    blocks: Optional[list[Block]]
    """At most 500, those inside columns included, and 1 MiB of JSON. Kept as they are sent."""
    html_content: Optional[str]
    """What the editor made of the blocks; at most 1 MiB."""
    is_active: Optional[bool]
    """True when absent."""
    preheader: Optional[str]
    """What mail programs show after the subject; one line; may hold merge tags."""
    subject: Optional[str]
    """One line; may hold merge tags."""
    theme: Optional[dict[str, Any]]
    """At most 64 KiB of JSON. Kept as it is sent."""


class NewTotp(TypedDict):
    """What an authenticator app needs."""

    otpauth_url: str
    """The same as a link that apps understand."""
    qr_svg: str
    """The link as a QR code: an SVG document."""
    secret: str
    """In base32, to be typed."""


class Webhook(TypedDict):
    """A server that is told of events."""

    created_at: Timestamp
    """When it was made."""
    description: Optional[str]
    """For people; null without one."""
    disabled_at: Optional[Timestamp]
    """When it was disabled because its receiver failed for days or answered 410 Gone. Set `is_active` to go on."""
    disabled_reason: Optional[str]
    """Why it was disabled, a sentence; null while it is not."""
    events: list[WebhookEvent]
    """What it is told of."""
    failing_since: Optional[Timestamp]
    """The first failure since the last success."""
    id: int
    """Its number. It never changes and is never given again."""
    is_active: bool
    """Whether events are sent there."""
    last_delivery: Optional[WebhookDelivery]
    """The one that was attempted last."""
    updated_at: Timestamp
    """When it was changed last."""
    url: str
    """Its address."""


class NewWebhook(Webhook):
    """A webhook with its secret, which is shown this once."""

    secret: str
    """`whsec_` and the base64 of the bytes that sign."""


class Newsletter(TypedDict):
    created_at: Timestamp
    """When it was made."""
    description: Optional[str]
    """For people; null without one."""
    domain: Optional[str]
    """The sending domain's name; null without one."""
    domain_id: Optional[int]
    """The sending domain; null without one."""
    domain_status: Optional[DomainStatus]
    """How far the domain has proved itself; null without one."""
    domain_type: Optional[DomainType]
    """Who else may use the sending domain; null without one."""
    double_opt_in: bool
    """Whoever uses the form confirms the address before anything is sent; those whom the author adds are `pending` too.
    """
    from_name: str
    """The name in `From`."""
    from_prefix: str
    """What stands before the @ of the sender."""
    id: int
    """Its number. It never changes and is never given again."""
    in_doubt_policy: InDoubtPolicy
    is_active: bool
    """It takes subscribers and campaigns."""
    is_sample: bool
    """Part of the sample data: it sends no campaign, and nobody can subscribe to it."""
    language: Language
    """Of its public pages and of the emails that these send."""
    name: str
    """Its name."""
    public_id: str
    """Names its public page; cannot be guessed."""
    reply_to: Optional[str]
    """Where answers go; null for the sender."""
    sending_address: str
    """`from_prefix@domain`; without a domain the operator's fallback domain, or example.com."""
    subscribers: SubscriberCounts
    tracking: Tracking
    """What is counted of opens and clicks."""
    updated_at: Timestamp
    """When it was changed last."""


class NewsletterAnalytics(TypedDict):
    """Totals of a newsletter over all its campaigns that were sent to their end, as on every screen; rates are
    percentages of the sends that count per subscriber.
    """

    bounce_rate: float
    """Bounced of those sent, in percent."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    newsletter_id: int
    """The newsletter."""
    open_rate: float
    """Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    total_bounces: int
    """Emails that came back for good."""
    total_campaigns: int
    """In any state."""
    total_clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    total_opens: int
    """Subscribers who opened, each once for a campaign; with anonymous tracking, how often."""
    total_sends: int
    """Emails that receivers took."""
    tracked_clicks: int
    """Subscribers who clicked, of campaigns that tell subscribers apart."""
    tracked_opens: int
    """Subscribers who opened, of campaigns that tell subscribers apart."""
    tracked_sends: int
    """What the rates are made of: emails, openers and clickers of campaigns that count per subscriber."""


class Notice(TypedDict):
    """Something that an author has to be told."""

    created_at: Timestamp
    """When it was made."""
    detail: Optional[str]
    """A sentence for people."""
    href: Optional[str]
    """A path of the dashboard."""
    id: int
    """Its number. It never changes and is never given again."""
    kind: NoticeKind
    title: str
    """For people, in a few words."""


class Notifications(TypedDict):
    """Which emails an author gets about the account."""

    campaign_reports: bool
    """How a campaign went: a day after it ended, and at once when something needs the author."""
    security_alerts: bool
    """Sign-ins from new devices, and changes of how one signs in."""
    weekly_summary: bool
    """On Mondays at 08:00 of the author's time zone."""


class OpenIdConfiguration(TypedDict):
    """OpenID Connect Discovery 1.0 §3, as far as it applies to an issuer that has no authorisation page."""

    id_token_signing_alg_values_supported: list[str]
    """As OpenID Connect Discovery 1.0, §3."""
    issuer: str
    """Who issues the access tokens."""
    jwks_uri: str
    """As OpenID Connect Discovery 1.0, §3."""
    response_types_supported: list[str]
    """As OpenID Connect Discovery 1.0, §3."""
    subject_types_supported: list[str]
    """As OpenID Connect Discovery 1.0, §3."""


class Origin(TypedDict):
    """The campaign that one was made from."""

    campaign_id: int
    """The campaign."""
    kind: OriginKind
    subject: Optional[str]
    """Null when it was deleted."""


class Overview(TypedDict):
    last_30_days: OverviewPeriod
    """Today and the 29 days before it, UTC."""
    previous_30_days: OverviewPeriod
    """The 30 days before those."""
    recent_activity: list[Activity]
    """Newest first."""
    series: list[OverviewDay]
    """60 days, oldest first; the last is today."""
    setup: OverviewSetup
    totals: OverviewTotals
    """What there is in all."""


class OverviewDay(TypedDict):
    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    date: str
    """The day, in UTC."""
    emails_sent: int
    """Emails that receivers took, of campaigns that ended then."""
    new_subscribers: int
    """Subscribers who came in this time."""
    opens: int
    """Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened."""
    unsubscribed: int
    """Subscribers who left."""


class OverviewPeriod(TypedDict):
    campaigns_sent: int
    """Campaigns whose sending ended, or was cancelled, in this time."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    emails_sent: int
    """Emails that receivers took, of campaigns that ended then."""
    new_subscribers: int
    """Subscribers who came in this time."""
    open_rate: float
    """Percent of the emails of the campaigns sent then."""
    opens: int
    """First opens and clicks that came in then."""
    unsubscribed: int
    """Subscribers who left."""


class OverviewSetup(TypedDict):
    """The first steps, and which of them are done. Sample data does none of them."""

    campaign: bool
    """There is a campaign, in any state."""
    newsletter: bool
    """There is a newsletter."""
    sample_data: bool
    """There is sample data."""
    sender_domain: bool
    """A newsletter has a verified sending domain, or the operator's fallback domain."""
    sent: bool
    """A campaign has left."""
    shown: bool
    """Whether the author wants to see them."""
    subscribers: bool
    """A newsletter has a subscriber, in any state."""


class OverviewTotals(TypedDict):
    campaigns: int
    """In any state."""
    emails_sent: int
    """Emails that receivers took, of campaigns that ended then."""
    newsletters: int
    """Newsletters."""
    subscribers: int
    """In any state."""


class Passkey(TypedDict):
    """A passkey as lists show it."""

    created_at: Timestamp
    """When it was made."""
    id: int
    """Its number. It never changes and is never given again."""
    last_used_at: Optional[Timestamp]
    """When it was used last; null before."""
    name: str
    """Its name."""


class PasskeyName(TypedDict):
    name: str
    """Its name."""


class PasskeyOptions(TypedDict):
    """What `navigator.credentials` is called with; both are good for five minutes and one use."""

    challenge_id: str
    """The challenge that the answer is for. Used once, within five minutes."""
    options: dict[str, Any]
    """`PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1)."""


class PasskeySignIn(TypedDict):
    challenge_id: str
    """The challenge that the answer is for. Used once, within five minutes."""
    credential: AuthenticationResponse
    """`AuthenticationResponseJSON` (WebAuthn Level 3 §5.1)."""


class Password(TypedDict):
    password: str
    """The current one."""


class PasswordReset(TypedDict):
    email: str
    """An email address."""


_PreviewViewWords = TypedDict("_PreviewViewWords", {"from": "str"})


class PreviewView(_PreviewViewWords):
    headers: list[HeaderLine]
    """Header lines in their order."""
    html: str
    """The HTML part."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    reply_to: Optional[str]
    """Where answers go; null for the sender."""
    size_bytes: int
    """Of the whole message."""
    subject: str
    """The subject line."""
    text: str
    """The text."""
    to: str
    """The subscriber's address."""


class _ProblemBody(TypedDict):
    code: ProblemCode
    detail: str
    """A sentence for people."""
    status: int
    """The HTTP status."""
    title: str
    """For people, in a few words."""
    type: str
    """`about:blank` where the status says which kind of problem it is; else the call names its own."""


class ProblemBody(_ProblemBody, total=False):
    """The answer's body."""

    errors: list[FieldError]
    """The fields that are wrong, with 422."""


class ProgressEvent(TypedDict):
    """One event of the stream."""

    data: str
    """A `Progress` as JSON."""
    event: str
    """`progress`, and `done` for the last one."""


class PutSubscriber(TypedDict, total=False):
    """What is known of a subscriber."""

    attributes: Optional[dict[str, AttributeValue]]
    """At most 50 values: texts of up to 1,000 characters, numbers, booleans or null. Others that are there stay."""
    first_name: Optional[str]
    """First name; null without one."""
    last_name: Optional[str]
    """Last name; null without one."""
    status: Optional[SubscriberStatus]
    """Who left, bounced or complained elsewhere is kept as such and gets nothing; of who is there already nothing else
    is written then. `active` is what an absent one means: it brings nobody back.
    """
    tags: Optional[list[str]]
    """At most 50, each one line of up to 64 characters. Others that are there stay."""


class PutSubscribers(TypedDict):
    """Subscribers to add or fill in."""

    subscribers: list[CreateSubscriber]
    """1 to 1,000, each address once."""


class Reason(TypedDict):
    """How many subscribers share a state and a reason."""

    count: int
    """How many."""
    reason: Optional[str]
    """Why, a sentence or the server's words; null where there is nothing to say."""
    state: DeliveryGroup


class RecordCounts(TypedDict):
    """How many records are in which state."""

    found: int
    """Records that stand as they should."""
    missing: int
    """Records that are not there."""
    unchecked: int
    """Records that were not looked up yet."""
    unknown: int
    """Records of which the DNS did not tell."""
    wrong: int
    """Records that say something else."""


class RecoveryCodes(TypedDict):
    """Each is good once, in the place of a code of the app; they are not shown again."""

    recovery_codes: list[str]
    """Ten codes, each for one sign-in, shown this once."""


class _RegisterDomain(TypedDict):
    domain: str
    """The bare name; unicode is taken too."""


class RegisterDomain(_RegisterDomain, total=False):
    notes: Optional[str]
    """For people; null without any."""


class RegistrationResponse(TypedDict):
    """WebAuthn Level 3 §5.1 `RegistrationResponseJSON`, as far as it is read."""

    rawId: Bytes
    """As the browser answers it (WebAuthn Level 2, §5.1)."""
    response: AttestationResponse
    """What the browser answered."""


class RemovedSampleData(TypedDict):
    """What stays because its author changed it or added to it. It is no sample any more."""

    campaign_kept: bool
    """It was changed, so it stays."""
    newsletter_kept: bool
    """It was changed, so it stays."""
    template_kept: bool
    """It was changed, so it stays."""


class Repeat(TypedDict):
    """The rule of a repeating campaign; each occurrence makes a campaign of its own."""

    feed_url: Optional[str]
    """An issue is made only when this feed has something new."""
    frequency: Frequency
    interval: int
    """Every so many days, weeks or months."""
    last_issue_id: Optional[int]
    """The campaign that it made last; null before the first."""
    month_day: Optional[int]
    """The day of the month, 1 to 31; null where it repeats otherwise."""
    times: int
    """Issues made so far."""
    until: Optional[str]
    """The last day."""
    weekdays: list[int]
    """ISO: 1 is Monday."""


class _RepeatRule(TypedDict):
    frequency: Frequency


class RepeatRule(_RepeatRule, total=False):
    """Each occurrence makes a campaign of its own. Needs a wall time."""

    feed_url: Optional[str]
    """An issue is made only when this feed has something new."""
    interval: Optional[int]
    """Every so many days, weeks or months; 1 when absent."""
    month_day: Optional[int]
    """Monthly; the day of `local_time` when absent. A shorter month has its last day."""
    until: Optional[str]
    """The last day."""
    weekdays: Optional[list[int]]
    """ISO: 1 is Monday. Weekly; the weekday of `local_time` when absent."""


class Report(Engagement):
    """What became of a campaign."""

    bounced: int
    """Emails whose mailbox does not exist, also those that were accepted first."""
    campaign_id: int
    """The campaign."""
    complained: int
    """Subscribers who called it spam."""
    duration_seconds: Optional[float]
    """From the start to the end, or until now; null before it starts."""
    finished_at: Optional[Timestamp]
    """When it ended; null before."""
    in_doubt_policy: InDoubtPolicy
    ledger: Ledger
    origin: Optional[Origin]
    """The campaign that it was made from."""
    pause_reason: Optional[str]
    """Why it paused by itself, or was taken off the calendar, a sentence; null where nothing stopped it or its author
    did.
    """
    rate_per_second: Optional[float]
    """Messages accepted per second, from start to end or now."""
    reasons: list[Reason]
    """Why emails were not sent, with how many each."""
    soft_bounced: int
    """Emails whose mailbox was full or away."""
    started_at: Optional[Timestamp]
    """When sending began; null before."""
    status: CampaignStatus
    trouble: Optional[SendingTrouble]
    """Why the mail server gets nothing just now although it is being sent, and since when, after a minute; null while
    it does.
    """
    uncertain: list[Delivery]
    """Subscribers of whom it was not known, once or more, whether a message arrived: the only ones who may have got
    two. The first 100.
    """
    waiting: Optional[str]
    """Why nothing leaves just now although it is being sent, such as a daily limit."""


class Resend(TypedDict):
    to: SegmentKind
    """Who gets it."""


_ResolveWords = TypedDict("_ResolveWords", {"as": "Decision"})


class Resolve(_ResolveWords):
    pass


_ResolveMessageWords = TypedDict("_ResolveMessageWords", {"as": "MessageDecision"})


class ResolveMessage(_ResolveMessageWords):
    pass


class ResolvedTime(TypedDict):
    """A wall time as an instant."""

    is_past: bool
    """The time has passed."""
    kind: WallKind
    note: Optional[str]
    """What an author has to know about a time that does not exist or comes twice."""
    scheduled_at: Timestamp
    """When it is to be sent."""
    utc_offset: str
    """Such as `+02:00`."""


class RestoreCampaignVersion(TypedDict, total=False):
    revision: Optional[int]
    """The revision that the author started from: any other than the present one is refused."""


class RestoreTemplateVersion(TypedDict, total=False):
    revision: Optional[int]
    """The revision that the author started from: any other than the present one is refused."""


class RowError(TypedDict):
    """Why a row was not imported."""

    field: str
    """The column's header, or `row`."""
    line: int
    """The line of the file on which the row starts, from 1."""
    message: str
    """What is wrong, a sentence for people."""
    value: str
    """What stands there, at most 100 characters."""


class SampleData(TypedDict):
    """The samples of an author."""

    campaign_id: int
    """The campaign."""
    newsletter_id: int
    """The newsletter."""
    subscribers: int
    """Subscribers."""
    template_id: int
    """The template."""


class SavedBlock(TypedDict):
    """A block that the author keeps to use in other emails."""

    block: Block
    created_at: Timestamp
    """When it was made."""
    id: int
    """Its number. It never changes and is never given again."""
    name: str
    """Its name."""
    updated_at: Timestamp
    """When it was changed last."""


class Schedule(TypedDict):
    """How the time of a scheduled campaign was chosen."""

    kind: ScheduleKind
    local_time: Optional[str]
    """Wall time in the zone, such as `2027-03-28T09:00`."""
    note: Optional[str]
    """That this time does not exist that day, or comes twice."""
    time_zone: Optional[str]
    """The IANA name, such as `Europe/Lisbon`; null for an instant."""


class ScheduleCampaign(TypedDict, total=False):
    """When it leaves: an instant, or a wall time in a zone."""

    each_reader: Optional[bool]
    """At that wall time where each subscriber lives, by the attribute `time_zone`; `time_zone` here is for everyone
    else.
    """
    local_time: Optional[str]
    """Wall time in the zone, such as `2027-03-28T09:00`."""
    repeat: Optional[RepeatRule]
    """When the next one is made; null where it goes once."""
    scheduled_at: Optional[Timestamp]
    """An instant; instead of `local_time` and `time_zone`."""
    time_zone: Optional[str]
    """A name of the IANA database, such as `Europe/Madrid`."""


class SearchHit(TypedDict):
    href: str
    """A path of the dashboard."""
    id: int
    """Its number. It never changes and is never given again."""
    subtitle: Optional[str]
    """What tells it from others of its name; null without one."""
    title: str
    """For people, in a few words."""


class SearchResult(TypedDict):
    campaigns: list[SearchHit]
    """Campaigns."""
    domains: list[SearchHit]
    """Sending domains."""
    newsletters: list[SearchHit]
    """Newsletters."""
    subscribers: list[SearchHit]
    """Subscribers."""
    templates: list[SearchHit]
    """Templates."""


class Security(TypedDict):
    """How an account is protected."""

    email_verified: bool
    """The author showed that the address is theirs."""
    has_password: bool
    """A password is set; accounts with a passkey alone have none."""
    passkeys: list[Passkey]
    """Passkeys of the account."""
    provider: Provider
    """Who signs authors in."""
    totp: Optional[TotpState]
    """Null while it is off."""


class Segment(TypedDict):
    """Who of a newsletter's audience a campaign is for."""

    campaign_id: int
    """A campaign of the same newsletter."""
    kind: SegmentKind
    """Which kind it is."""


class _SendTemplateTest(TypedDict):
    to: list[str]
    """Addresses, at most ten."""


class SendTemplateTest(_SendTemplateTest, total=False):
    newsletter_id: Optional[int]
    """The newsletter whose sender and first subscriber it is made with; without it the newest that is active."""


class SendTest(TypedDict):
    to: list[str]
    """Addresses, at most ten."""


class SendingTrouble(TypedDict):
    """Why no email leaves, and since when."""

    reason: str
    """What happened, and what to do."""
    since: Timestamp
    """When it began."""


class SentTest(TypedDict):
    """What became of each address."""

    failed: list[FailedTest]
    """Addresses that it could not be sent to."""
    sent: list[str]
    """Addresses that it was sent to."""


class Session(TypedDict):
    """What sign-up, sign-in and refresh answer."""

    access_token: str
    """A JWT for `Authorization: Bearer`."""
    author: Author
    expires_in: int
    """Seconds."""
    token_type: str
    """Always `Bearer`."""


class SessionEntry(TypedDict):
    """A signed-in browser."""

    created_at: Timestamp
    """When it was made."""
    current: bool
    """Whether it is the one that asks."""
    device: str
    """Program and system, as far as they told: "Firefox on Linux"."""
    id: int
    """Its number. It never changes and is never given again."""
    ip: Optional[str]
    """Address of the client; null for this machine, which may be a proxy."""
    last_used_at: Timestamp
    """When it was used last; null before."""
    method: Method


class Settings(TypedDict):
    """The settings of an author."""

    account: AccountSettings
    """Who the author is."""
    email: EmailSettings
    """What new newsletters and campaigns begin with."""
    notifications: Notifications


class _SignIn(TypedDict):
    email: str
    """An email address."""
    password: str
    """The password."""


class SignIn(_SignIn, total=False):
    code: Optional[str]
    """Of an account with two-factor authentication: six digits from the app, or a recovery code."""


class SignUp(TypedDict, total=False):
    email: Optional[str]
    """An email address."""
    name: Optional[str]
    """The author's name."""
    password: Optional[str]
    """Taken as it is typed."""


class Stats(TypedDict):
    """How many subscribers stand where, and how many came within the last seven days."""

    active: int
    """Subscribers who get campaigns."""
    bounced: int
    """Subscribers whose address bounced for good."""
    complained: int
    """Subscribers who called an email spam."""
    pending: int
    """Subscribers who have not confirmed yet."""
    this_week: int
    """Subscribed within the last 7 days. Exact up to 20,000, beyond that from the figures of the days."""
    total: int
    """All of them."""
    unsubscribed: int
    """Subscribers who left."""


class StatusChange(TypedDict):
    """A change of state."""

    at: Timestamp
    """When it happened."""
    reason: Optional[str]
    """Why, a sentence; null where there is nothing to say."""
    status: str
    """Where it stands."""


class Subscriber(TypedDict):
    """A subscriber as the API shows it."""

    attributes: dict[str, AttributeValue]
    """Fields of your own by name: text, numbers, yes and no, or null."""
    created_at: Timestamp
    """When it was made."""
    email: str
    """As typed; two addresses that differ in case alone are one subscriber."""
    first_name: Optional[str]
    """First name; null without one."""
    id: int
    """Its number. It never changes and is never given again."""
    last_name: Optional[str]
    """Last name; null without one."""
    newsletter_id: int
    """The newsletter."""
    newsletter_name: str
    """The newsletter's name."""
    status: SubscriberStatus
    subscribed_at: Timestamp
    """When they subscribed."""
    tags: list[str]
    """Words to group subscribers by."""
    unsubscribed_at: Optional[Timestamp]
    """When they left; null while they are here."""
    updated_at: Timestamp
    """When it was changed last."""


class SubscriberCounts(TypedDict):
    """Subscribers by state."""

    active: int
    """Subscribers who get campaigns."""
    bounced: int
    """Subscribers whose address bounced for good."""
    complained: int
    """Subscribers who called an email spam."""
    pending: int
    """Subscribers who have not confirmed yet."""
    total: int
    """All of them."""
    unsubscribed: int
    """Subscribers who left."""


class Suppression(TypedDict):
    """An address that nothing is sent to."""

    created_at: Timestamp
    """When it was made."""
    detail: Optional[str]
    """A sentence for people."""
    email: str
    """An email address."""
    id: int
    """Its number. It never changes and is never given again."""
    reason: SuppressionReason
    source: str
    """Who said so: smtp (the answer to an email), report (a delivery or feedback report), ses or manual."""


class Template(TypedDict):
    """A template."""

    block_count: int
    """Blocks, those inside columns included."""
    blocks: list[Block]
    """What stands on the canvas, from top to bottom."""
    created_at: Timestamp
    """When it was made."""
    html_content: Optional[str]
    """What the editor made of the blocks; null when they changed since, and in the list."""
    id: int
    """Its number. It never changes and is never given again."""
    is_active: bool
    """It is in use."""
    name: str
    """Its name."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    revision: int
    """Rises with every saved change."""
    subject: str
    """Empty for none."""
    theme: Optional[dict[str, Any]]
    """Colours, fonts and widths of the blocks; null for the usual ones."""
    updated_at: Timestamp
    """When it was changed last."""


class TemplateList(TypedDict):
    """A page of templates."""

    templates: list[Template]
    """Templates."""


class TemplateSave(TypedDict):
    """A save of a template, without its contents."""

    block_count: int
    """Blocks on the canvas, those within others included."""
    created_at: Timestamp
    """When it was made."""
    name: str
    """Its name."""
    revision: int
    """Rises with every saved change."""
    subject: str
    """The subject line."""


class TemplateVersion(TypedDict):
    """A save of a template."""

    block_count: int
    """Blocks on the canvas, those within others included."""
    blocks: list[Block]
    """What stands on the canvas, from top to bottom."""
    created_at: Timestamp
    """When it was made."""
    html_content: Optional[str]
    """The HTML part; null where the blocks were changed without it."""
    name: str
    """Its name."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    revision: int
    """Rises with every saved change."""
    subject: str
    """The subject line."""
    theme: Optional[dict[str, Any]]
    """Colours, fonts and widths of the blocks; null for the usual ones."""


class TotpState(TypedDict):
    """Two-factor authentication with an app."""

    enabled_at: Timestamp
    """When it was switched on."""
    recovery_codes_left: int
    """Recovery codes that were not used yet."""


class UnknownReport(TypedDict):
    """An email that came back and was not understood."""

    campaign_id: Optional[int]
    """The campaign."""
    id: int
    """Its number. It never changes and is never given again."""
    newsletter_id: Optional[int]
    """Of the email that it came back for; null when it is unproven."""
    reason: UnknownReportReason
    received_at: Timestamp
    """When the report came."""
    sender: Optional[str]
    """Who wrote it, as it says itself."""
    size_bytes: int
    """Of the whole email."""
    subject: Optional[str]
    """The subject line."""
    subscriber_id: Optional[int]
    """The subscriber whom the report is about; null where that is not known."""


class UnknownReportText(UnknownReport):
    """The same with what it says."""

    text: str
    """The first 16 KiB of the email as it came, header and all. Text of a stranger: show it as text."""


class UpdateApiKey(TypedDict, total=False):
    """Any subset of the fields."""

    expires_at: Optional[Timestamp]
    """Null: it works until it is deleted."""
    name: str
    """Its name."""
    scopes: list[Scope]
    """What the key may do."""


class UpdateCampaign(TypedDict, total=False):
    """Any subset of the fields; null clears an optional one."""

    ab_test: Optional[AbTest]
    """Two to four variants of which the better one goes to the rest; null without a test."""
    blocks: Optional[list[Block]]
    """What stands on the canvas, from top to bottom."""
    html_content: Optional[str]
    """The HTML part, with merge tags; null clears it."""
    in_doubt_policy: InDoubtPolicy
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    revision: Optional[int]
    """The revision that the author started from: any other than the present one is refused."""
    segment: Optional[Segment]
    """The part of the newsletter it is for; null for all."""
    subject: str
    """The subject line."""
    text_content: Optional[str]
    """The text part, with merge tags; null where it is made from the HTML."""
    theme: Optional[dict[str, Any]]
    """Colours, fonts and widths of the blocks; null for the usual ones."""


class UpdateDomain(TypedDict, total=False):
    """Any subset of the fields; null clears an optional one. The name stays: another name is another domain."""

    daily_send_limit: int
    """Emails a day, UTC; 0: no limit."""
    is_active: bool
    """False: nothing is sent from it."""
    notes: Optional[str]
    """For people; null without any."""
    tracking_host: Optional[str]
    """A name below the domain that links in emails start with, once its CNAME is found."""
    warm_up: bool
    """Begins (or ends) the warm-up: 200 emails on the first day, half as many again on each further one, most engaged
    subscribers first.
    """


class UpdateEmailSettings(TypedDict, total=False):
    default_from_email: Optional[str]
    """Proposed for new newsletters; null for none."""
    default_from_name: Optional[str]
    """Proposed for new newsletters; null for none."""
    reply_to: Optional[str]
    """Where answers go; null for the sender."""


class UpdateMe(TypedDict, total=False):
    """Any subset of the fields."""

    company: Optional[str]
    """The company or publication; null without one."""
    name: Optional[str]
    """Its name."""
    time_zone: Optional[str]
    """A name of the IANA time zone database, such as `Europe/Vienna`."""


class UpdateMedia(TypedDict, total=False):
    name: str
    """One line."""


class UpdateNewsletter(TypedDict, total=False):
    """Any subset of the fields; null clears an optional one."""

    description: Optional[str]
    """For people; null without one."""
    domain_id: Optional[int]
    """The sending domain; null without one."""
    double_opt_in: bool
    """Whoever uses the form confirms the address before anything is sent; those whom the author adds are `pending` too.
    """
    from_name: str
    """The name in `From`."""
    from_prefix: str
    """The part of the sending address before the @."""
    in_doubt_policy: InDoubtPolicy
    is_active: bool
    """It takes subscribers and campaigns."""
    language: Language
    """Of the public pages and of the emails that these send."""
    name: str
    """Its name."""
    reply_to: Optional[str]
    """Where answers go; null for the sender."""
    tracking: Tracking
    """Campaigns that are on their way keep what they started with."""


class UpdateNotifications(TypedDict, total=False):
    campaign_reports: bool
    """An email with the figures, a day after a campaign."""
    security_alerts: bool
    """An email about a new sign-in, a changed password or address, a new key."""
    weekly_summary: bool
    """An email with the week's figures, on Mondays."""


class UpdateSavedBlock(TypedDict, total=False):
    """Any subset of the fields."""

    block: Block
    name: str
    """Its name."""


class UpdateSettings(TypedDict, total=False):
    """Any subset of the fields."""

    account: Optional[UpdateMe]
    """Who the author is."""
    email: Optional[UpdateEmailSettings]
    """What new newsletters and campaigns begin with."""
    notifications: Optional[UpdateNotifications]
    """What the author gets by mail."""


class UpdateSubscriber(TypedDict, total=False):
    """Any subset of the fields."""

    attributes: Optional[dict[str, AttributeValue]]
    """Replaces all attributes; null removes them."""
    email: Optional[str]
    """An email address."""
    first_name: Optional[str]
    """First name; null without one."""
    last_name: Optional[str]
    """Last name; null without one."""
    status: Optional[SubscriberStatus]
    """From `active` to `unsubscribed` and back; nothing else is an author's to decide."""
    tags: Optional[list[str]]
    """Replaces all tags; null removes them."""


class UpdateTemplate(TypedDict, total=False):
    """Any subset of the fields; null clears an optional one."""

    blocks: Optional[list[Block]]
    """What stands on the canvas, from top to bottom."""
    html_content: Optional[str]
    """Null when left out beside a change of what it is made of."""
    is_active: bool
    """It is in use."""
    name: str
    """Its name."""
    preheader: Optional[str]
    """The line that inboxes show after the subject; null without one."""
    revision: Optional[int]
    """The revision that the author started from: any other than the present one is refused."""
    subject: Optional[str]
    """The subject line."""
    theme: Optional[dict[str, Any]]
    """Colours, fonts and widths of the blocks; null for the usual ones."""


class UpdateWebhook(TypedDict, total=False):
    """Any subset of the fields."""

    description: Optional[str]
    """Null removes it."""
    events: Optional[list[WebhookEvent]]
    """What it is told of."""
    is_active: Optional[bool]
    """Switched off, nothing more is sent and what waits is given up; switched on, it begins with new events."""
    url: Optional[str]
    """Its address."""


class Usual(TypedDict):
    """Medians, in percent of the emails that were sent."""

    bounce_rate: float
    """Bounced of those sent, in percent."""
    campaigns: int
    """How many campaigns they are of, the latest 20 at most."""
    click_rate: float
    """Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    open_rate: float
    """Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are
    none.
    """
    unsubscribe_rate: float
    """Those who left by a campaign's links, in percent of the emails sent."""


class VariantFigures(TypedDict):
    """How the sample of one variant fared."""

    clicks: int
    """Subscribers who clicked, each once for a campaign; with anonymous tracking, how often."""
    intended: int
    """Subscribers of its sample."""
    name: str
    """What it is called."""
    opens: int
    """Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened."""
    rate: float
    """By the metric of the test, in percent."""
    sent: int
    """Emails that receivers took."""
    subject: str
    """The subject line."""


class VerificationStatus(TypedDict):
    checked_at: Optional[Timestamp]
    """When the DNS was asked last."""
    history: list[StatusChange]
    """Newest first, at most 50."""
    next_check_at: Optional[Timestamp]
    """When the DNS is asked again; null when it is not."""
    records: RecordCounts
    ses_dkim_verified: bool
    """Amazon SES has seen the DKIM records."""
    ses_verified: bool
    """Amazon SES has verified the domain."""
    status_reason: Optional[str]
    """Why it stands there, a sentence; null where there is nothing to say."""
    verification_status: DomainStatus


class VerifiedEmail(TypedDict):
    """The address that is verified now."""

    email: str
    """An email address."""


class VerifyEmail(TypedDict):
    token: str
    """From the link in the email."""


class WebhookDelivery(TypedDict):
    """An event on its way to one webhook."""

    attempts: int
    """Attempts that ended."""
    created_at: Timestamp
    """When it was made."""
    delivered_at: Optional[Timestamp]
    """When the receiver took it; null before."""
    duration_ms: Optional[int]
    """How long the last answer took, in milliseconds."""
    error: Optional[str]
    """Why the last attempt failed, a sentence."""
    event_id: str
    """The header `webhook-id`: the same for every attempt and replay of an event."""
    id: int
    """Its number. It never changes and is never given again."""
    next_attempt_at: Optional[Timestamp]
    """When it is tried again; null when it is not."""
    payload: dict[str, Any]
    """The body that is sent."""
    response: Optional[str]
    """The first 1,024 bytes of the last answer."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1; a test has 0."""
    state: WebhookDeliveryState
    status: Optional[int]
    """Of the last answer."""
    type: str
    """Of the event, or `test`."""
    webhook_id: int
    """The webhook."""


class WebhookSecret(TypedDict):
    """A secret that is shown this once."""

    secret: str
    """`whsec_` and the base64 of the bytes that sign."""


class EmailOpenedEvent(TypedDict):
    """A person opened an email."""

    type: Literal["email.opened"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: EmailOpened
    """What happened."""


class EmailClickedEvent(TypedDict):
    """A person followed a link of an email."""

    type: Literal["email.clicked"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: EmailClicked
    """What happened."""


class EmailBouncedEvent(TypedDict):
    """An email came back."""

    type: Literal["email.bounced"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: EmailReturned
    """What happened."""


class EmailComplainedEvent(TypedDict):
    """A subscriber called an email spam."""

    type: Literal["email.complained"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: EmailReturned
    """What happened."""


class SubscriberCreatedEvent(TypedDict):
    """There is a new subscriber."""

    type: Literal["subscriber.created"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: Subscriber
    """What happened."""


class SubscriberConfirmedEvent(TypedDict):
    """A subscriber confirmed the address, or came back by doing so."""

    type: Literal["subscriber.confirmed"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: Subscriber
    """What happened."""


class SubscriberUpdatedEvent(TypedDict):
    """A subscriber was changed."""

    type: Literal["subscriber.updated"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: Subscriber
    """What happened."""


class SubscriberUnsubscribedEvent(TypedDict):
    """A subscriber left."""

    type: Literal["subscriber.unsubscribed"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: Subscriber
    """What happened."""


class SubscriberDeletedEvent(TypedDict):
    """A subscriber was removed."""

    type: Literal["subscriber.deleted"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: Subscriber
    """What happened."""


class CampaignSendingEvent(TypedDict):
    """A campaign is being sent, or goes on after a pause."""

    type: Literal["campaign.sending"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: CampaignChanged
    """What happened."""


class CampaignSentEvent(TypedDict):
    """A campaign is sent."""

    type: Literal["campaign.sent"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: CampaignChanged
    """What happened."""


class CampaignPausedEvent(TypedDict):
    """A campaign was paused, by its author or by itself."""

    type: Literal["campaign.paused"]
    """The event."""
    timestamp: Timestamp
    """When it happened."""
    sequence: int
    """Counts the events of this webhook without gaps, from 1."""
    data: CampaignChanged
    """What happened."""


WebhookMessage = Union[
    EmailOpenedEvent,
    EmailClickedEvent,
    EmailBouncedEvent,
    EmailComplainedEvent,
    SubscriberCreatedEvent,
    SubscriberConfirmedEvent,
    SubscriberUpdatedEvent,
    SubscriberUnsubscribedEvent,
    SubscriberDeletedEvent,
    CampaignSendingEvent,
    CampaignSentEvent,
    CampaignPausedEvent,
]
"""The body of a webhook. Its `type` tells what `data` holds."""

# Made from api/openapi.json by tools/generate.py. Do not edit.
# What comes is taken for what the document says.
# mypy: disable-error-code="no-any-return"
"""Every call of the API, by the name that its document gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Optional

from . import types
from ._download import Download
from ._form import Form
from ._pages import Listing
from ._transport import Transport, path
from .progress import Progress


class Client(Transport):
    __doc__ = Transport.__doc__

    def get_jwks(self) -> Any:
        """The keys that sign access tokens (RFC 7517)."""
        return self.request("GET", "/.well-known/jwks.json")

    def get_openid_configuration(self) -> types.OpenIdConfiguration:
        """OpenID configuration."""
        return self.request("GET", "/.well-known/openid-configuration")

    def get_analytics(
        self, *, range: Optional[types.AnalyticsRange] = None, newsletter_id: Optional[int] = None
    ) -> types.Analytics:
        """Get overall analytics.

        Totals against the time before, a series, every newsletter, the latest campaigns and the growth of the
        readership.

        Args:
            range: `30d` when absent.
            newsletter_id: Only this newsletter.
        """
        return self.request("GET", "/api/analytics", query={"range": range, "newsletter_id": newsletter_id})

    def list_api_keys(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Listing[types.ApiKey]:
        """List API keys, newest first.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/api-keys", {"limit": limit, "cursor": cursor})

    def create_api_key(self, body: types.CreateApiKey, *, idempotency_key: Optional[str] = None) -> types.NewApiKey:
        """Create an API key.

        The answer is the only place where the key can be read.
        """
        return self.request("POST", "/api/api-keys", body=body, idempotency_key=idempotency_key)

    def update_api_key(self, api_key_id: int, body: types.UpdateApiKey) -> types.ApiKey:
        """Change an API key.

        The key itself stays; what it may do changes at once.
        """
        return self.request("PUT", path("/api/api-keys/{}", api_key_id), body=body)

    def delete_api_key(self, api_key_id: int) -> None:
        """Delete an API key.

        It stops working at once.
        """
        self.request("DELETE", path("/api/api-keys/{}", api_key_id))

    def regenerate_api_key(self, api_key_id: int, *, idempotency_key: Optional[str] = None) -> types.NewApiKey:
        """Regenerate an API key.

        The old key stops working at once; the answer is the only place where the new one can be read.
        """
        return self.request("POST", path("/api/api-keys/{}/regenerate", api_key_id), idempotency_key=idempotency_key)

    def get_auth_config(self) -> types.AuthConfig:
        """How authors sign in."""
        return self.request("GET", "/api/auth/config")

    def sign_in_with_passkey(
        self, body: types.PasskeySignIn, *, idempotency_key: Optional[str] = None
    ) -> types.Session:
        """Sign in with a passkey."""
        return self.request("POST", "/api/auth/passkey", body=body, idempotency_key=idempotency_key)

    def begin_passkey_sign_in(self) -> types.PasskeyOptions:
        """Begin signing in with a passkey."""
        return self.request("POST", "/api/auth/passkey/options", may_repeat=False)

    def request_password_reset(self, body: types.PasswordReset) -> None:
        """Ask for a new password.

        Emails a link to the address, good for one hour and one use. The answer is the same, after the same time,
        whether or not there is such an account.
        """
        self.request("POST", "/api/auth/password-reset", body=body, may_repeat=False)

    def confirm_password_reset(self, body: types.NewPassword) -> None:
        """Set a new password.

        With the token of the mailed link. Ends every session of the account.
        """
        self.request("POST", "/api/auth/password-reset/confirm", body=body, may_repeat=False)

    def refresh_session(self, *, idempotency_key: Optional[str] = None) -> types.Session:
        """Renew the session.

        Reads the refresh token from its cookie and replaces it. A token that was used before ends the session
        everywhere. With a hosted provider the access token is the provider's, renewed there when it runs out.
        """
        return self.request("POST", "/api/auth/refresh", idempotency_key=idempotency_key)

    def sign_in(self, body: types.SignIn, *, idempotency_key: Optional[str] = None) -> types.Session:
        """Sign in.

        An unknown address and a wrong password are answered alike and after the same time. An account with two-factor
        authentication needs a `code` as well: without it, or with a wrong one, the answer is a 401 of the type
        `urn:letterpress:second-factor`.
        """
        return self.request("POST", "/api/auth/sign-in", body=body, idempotency_key=idempotency_key)

    def sign_out(self) -> None:
        """Sign out.

        Ends the session that the refresh cookie belongs to; without one there is nothing to end.
        """
        self.request("POST", "/api/auth/sign-out", may_repeat=False)

    def sign_up(self, body: types.SignUp) -> types.Session:
        """Sign up."""
        return self.request("POST", "/api/auth/sign-up", body=body, may_repeat=False)

    def verify_email(self, body: types.VerifyEmail) -> types.VerifiedEmail:
        """Verify an email address.

        With the token of the mailed link, good for three days and one use. A link that was sent to a new address makes
        it the account's. Whom the operator named an administrator is one from then on, if the link left in an email.
        """
        return self.request("POST", "/api/auth/verify-email", body=body, may_repeat=False)

    def list_unknown_reports(
        self, *, reason: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.UnknownReport]:
        """List emails that came back and were not understood, newest first.

        For administrators. The newest 1,000 that came back for an email of this installation and 200 others are kept,
        for 30 days.

        Args:
            reason: `unclear`, `unknown` or `unproven`.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/bounces/unknown", {"reason": reason, "limit": limit, "cursor": cursor})

    def get_unknown_report(self, report_id: int) -> types.UnknownReportText:
        """Read an email that came back and was not understood.

        For administrators. `text` is what a stranger wrote.
        """
        return self.request("GET", path("/api/bounces/unknown/{}", report_id))

    def delete_unknown_report(self, report_id: int) -> None:
        """Remove an email that came back and was not understood.

        For administrators. Nothing else changes: the event of the delivery stays.
        """
        self.request("DELETE", path("/api/bounces/unknown/{}", report_id))

    def list_all_campaigns(
        self,
        *,
        newsletter_id: Optional[int] = None,
        status: Optional[types.CampaignStatus] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.Campaign]:
        """List campaigns across newsletters.

        Newest first, without their contents: `html_content`, `text_content`, `blocks`, `theme` and `ab_test` are null.

        Args:
            newsletter_id: Only those of this newsletter.
            status: Only those in this state.
            q: A part of the subject.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            "/api/campaigns",
            {"newsletter_id": newsletter_id, "status": status, "q": q, "limit": limit, "cursor": cursor},
        )

    def list_captured_mail(
        self,
        *,
        campaign_id: Optional[int] = None,
        newsletter_id: Optional[int] = None,
        kind: Optional[types.CapturedMailKind] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.CapturedMail]:
        """List captured mail.

        Args:
            kind: Only emails of this kind.
            q: A part of the recipient or the subject.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            "/api/captured-mail",
            {
                "campaign_id": campaign_id,
                "newsletter_id": newsletter_id,
                "kind": kind,
                "q": q,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def get_captured_mail(
        self, captured_mail_id: int, *, links: Optional[Literal["harmless", "as_sent"]] = None
    ) -> types.CapturedMailDetail:
        """Read a captured mail.

        Looking at it is not reading it: no picture tells of an open, links lead straight to their targets, and those
        that unsubscribe, change or confirm something lead to a sample. A program that acts as the subscriber asks for
        `links=as_sent`.

        Args:
            links: What becomes of the links.
        """
        return self.request("GET", path("/api/captured-mail/{}", captured_mail_id), query={"links": links})

    def get_raw_captured_mail(self, captured_mail_id: int) -> Download:
        """Download a captured mail."""
        return self.download(path("/api/captured-mail/{}/raw", captured_mail_id))

    def run_doctor(self) -> types.DoctorReport:
        """Examine the installation.

        For administrators: settings, database, clock, mail transport, DNS, workers and more, each in one line. It asks
        other machines and may take some seconds.
        """
        return self.request("GET", "/api/doctor")

    def list_domains(
        self,
        *,
        domain_type: Optional[str] = None,
        user_only: Optional[bool] = None,
        active_only: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.Domain]:
        """List domains, newest first.

        Shared ones and the caller's own.

        Args:
            domain_type: `shared` or `user`.
            user_only: Only the caller's own.
            active_only: Only those that are switched on.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            "/api/domains",
            {
                "domain_type": domain_type,
                "user_only": user_only,
                "active_only": active_only,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def create_domain(self, body: types.CreateDomain, *, idempotency_key: Optional[str] = None) -> types.Domain:
        """Create a domain.

        The same as registering it, with the domain alone as the answer.
        """
        return self.request("POST", "/api/domains", body=body, idempotency_key=idempotency_key)

    def register_domain(
        self, body: types.RegisterDomain, *, domain_type: Optional[str] = None, idempotency_key: Optional[str] = None
    ) -> types.DomainAndRecords:
        """Register a domain.

        Answers the records to put into the DNS. A shared domain is for everybody and needs an administrator.

        Args:
            domain_type: `shared` (administrators only) or `user`; `shared` when absent.
        """
        return self.request(
            "POST",
            "/api/domains/register",
            query={"domain_type": domain_type},
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_domain(self, domain_id: int) -> types.Domain:
        """Read a domain."""
        return self.request("GET", path("/api/domains/{}", domain_id))

    def update_domain(self, domain_id: int, body: types.UpdateDomain) -> types.Domain:
        """Change a domain."""
        return self.request("PUT", path("/api/domains/{}", domain_id), body=body)

    def delete_domain(self, domain_id: int, *, remove_from_aws: Optional[bool] = None) -> None:
        """Delete a domain.

        Its newsletters are left without one. With Amazon SES as the transport its identity there is removed first.

        Args:
            remove_from_aws: Whether the identity at Amazon SES goes too; true when absent.
        """
        self.request("DELETE", path("/api/domains/{}", domain_id), query={"remove_from_aws": remove_from_aws})

    def list_dns_records(self, domain_id: int) -> types.DnsRecords:
        """List a domain's DNS records."""
        return self.request("GET", path("/api/domains/{}/dns-records", domain_id))

    def get_domain_metrics(self, domain_id: int) -> types.DomainMetrics:
        """Read how a domain's mail fares.

        The last hour, day and week, by the time when each email left: of all mail from the domain, and by receiving
        provider. Campaigns from the domain are paused when one of these windows, or one between them, goes bad.
        """
        return self.request("GET", path("/api/domains/{}/metrics", domain_id))

    def reset_domain_metrics(self, domain_id: int, *, idempotency_key: Optional[str] = None) -> types.DomainAndRecords:
        """Reset a domain's metrics.

        Bounce and complaint rate begin at zero. What was sent today still counts against the daily limit.
        """
        return self.request("POST", path("/api/domains/{}/reset-metrics", domain_id), idempotency_key=idempotency_key)

    def rotate_domain_keys(self, domain_id: int, *, idempotency_key: Optional[str] = None) -> types.DomainAndRecords:
        """Rotate a domain's DKIM keys.

        Makes keys under new selectors. The old ones sign until the records of the new ones are found; leave the old
        records in the DNS for a week after that, for mail that is still on its way.
        """
        return self.request("POST", path("/api/domains/{}/rotate-keys", domain_id), idempotency_key=idempotency_key)

    def get_verification_status(self, domain_id: int) -> types.VerificationStatus:
        """Read a domain's verification status."""
        return self.request("GET", path("/api/domains/{}/verification-status", domain_id))

    def verify_domain(self, domain_id: int, *, idempotency_key: Optional[str] = None) -> types.DomainAndRecords:
        """Verify a domain.

        Looks every record up now, which may take some seconds, and answers what was found.
        """
        return self.request("POST", path("/api/domains/{}/verify", domain_id), idempotency_key=idempotency_key)

    def get_zone_file(self, domain_id: int) -> Download:
        """Read the records as a BIND zone snippet."""
        return self.download(path("/api/domains/{}/zone", domain_id))

    def list_imports(
        self, *, newsletter_id: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.Import]:
        """List imports, newest first, without their errors.

        Args:
            newsletter_id: Only imports into this newsletter.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/imports", {"newsletter_id": newsletter_id, "limit": limit, "cursor": cursor})

    def get_import(self, import_id: int) -> types.Import:
        """Read an import with its progress and first errors."""
        return self.request("GET", path("/api/imports/{}", import_id))

    def cancel_import(self, import_id: int, *, idempotency_key: Optional[str] = None) -> types.Import:
        """Cancel an import.

        Subscribers that were imported already stay.
        """
        return self.request("POST", path("/api/imports/{}/cancel", import_id), idempotency_key=idempotency_key)

    def export_import_errors(self, import_id: int) -> Download:
        """Read the errors of an import as CSV.

        Columns: line, field, value, message; the first 10,000 errors.
        """
        return self.download(path("/api/imports/{}/errors.csv", import_id))

    def get_installation(self) -> types.Installation:
        """Get the installation.

        Its version, and whether it is a restored copy whose sending is held.
        """
        return self.request("GET", "/api/installation")

    def confirm_sending(self, *, idempotency_key: Optional[str] = None) -> types.Installation:
        """Let a restored copy send.

        For administrators. Campaigns that were being sent when the backup was made go on with the subscribers that the
        backup knows as waiting, so the installation that the backup came from must not send any more. Changes nothing
        where sending is not held. Emails to one person that waited in the backup are `in_doubt`, for their authors to
        decide.
        """
        return self.request("POST", "/api/installation/confirm-sending", idempotency_key=idempotency_key)

    def get_me(self) -> types.Me:
        """The signed-in author.

        Any API key may ask, whatever its scopes: the answer says which it has and when it ends.
        """
        return self.request("GET", "/api/me")

    def update_me(self, body: types.UpdateMe) -> types.Me:
        """Change the signed-in author."""
        return self.request("PUT", "/api/me", body=body)

    def delete_me(self, body: types.DeleteMe) -> None:
        """Delete the signed-in author.

        Signs out everywhere at once; from then on nothing of the author's is shown or sent, and the address is free.
        Everything the author owns is removed in the background. Refused while a campaign is being sent or paused.

        Asks who it is once more: the built-in sign-in for the password, and for a code if two-factor authentication is
        on. With a hosted provider the person must have signed in there in the last 10 minutes, else the answer is a 403
        of the type `urn:letterpress:sign-in-again`; `/auth/start?again=true&return_to=PATH` sends a browser there and
        back.
        """
        self.request("DELETE", "/api/me", body=body)

    def list_audit(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Listing[types.AuditEntry]:
        """List the audit log.

        Sensitive acts on the account, newest first: kept for a year, at most 1,000.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/me/audit", {"limit": limit, "cursor": cursor})

    def change_email(self, body: types.ChangeEmail, *, idempotency_key: Optional[str] = None) -> None:
        """Change the email address.

        Emails a link to the new address, which becomes the account's when it is opened, and tells the old one.
        """
        self.request("POST", "/api/me/email", body=body, idempotency_key=idempotency_key)

    def export_account(self) -> Download:
        """Export everything the author has.

        A ZIP archive, streamed: `account.json`, `newsletters.json`, `subscribers/*.csv`, `campaigns.json`,
        `campaigns/*.html`, `deliveries/*.csv`, `messages.json`, `templates.json`, `saved_blocks.json`, `images/`,
        `domains.json`, `webhooks.json`. Files are named by id; no key, secret or password is in it. A field of a CSV
        file that a spreadsheet would take for a formula has an apostrophe in front.
        """
        return self.download("/api/me/export")

    def get_holdings(self) -> types.Holdings:
        """Count what the author has.

        What the deletion of the account removes.
        """
        return self.request("GET", "/api/me/holdings")

    def create_passkey(self, body: types.NewPasskey, *, idempotency_key: Optional[str] = None) -> types.Passkey:
        """Add a passkey."""
        return self.request("POST", "/api/me/passkeys", body=body, idempotency_key=idempotency_key)

    def begin_passkey(self, *, idempotency_key: Optional[str] = None) -> types.PasskeyOptions:
        """Begin adding a passkey."""
        return self.request("POST", "/api/me/passkeys/options", idempotency_key=idempotency_key)

    def rename_passkey(self, passkey_id: int, body: types.PasskeyName) -> types.Passkey:
        """Rename a passkey."""
        return self.request("PUT", path("/api/me/passkeys/{}", passkey_id), body=body)

    def delete_passkey(self, passkey_id: int) -> None:
        """Remove a passkey.

        It signs nobody in any more.
        """
        self.request("DELETE", path("/api/me/passkeys/{}", passkey_id))

    def change_password(self, body: types.ChangePassword, *, idempotency_key: Optional[str] = None) -> None:
        """Change the password.

        Ends every other session of the account.
        """
        self.request("POST", "/api/me/password", body=body, idempotency_key=idempotency_key)

    def make_sample_data(self, *, idempotency_key: Optional[str] = None) -> types.SampleData:
        """Make sample data.

        A newsletter with a few subscribers, a draft and a template. Nothing can be sent to these subscribers: their
        addresses end in `.invalid`, and a newsletter with `is_sample` sends no campaign. Called again it makes nothing
        and answers what is there.
        """
        return self.request("POST", "/api/me/sample-data", idempotency_key=idempotency_key)

    def remove_sample_data(self) -> types.RemovedSampleData:
        """Remove sample data.

        Exactly what was made goes. What its author changed or added stays, as the author's own.
        """
        return self.request("DELETE", "/api/me/sample-data")

    def get_security(self) -> types.Security:
        """How the account is protected."""
        return self.request("GET", "/api/me/security")

    def list_sessions(self) -> list[types.SessionEntry]:
        """List sessions.

        The browsers that are signed in to the account, the latest used first.
        """
        return self.request("GET", "/api/me/sessions")

    def end_other_sessions(self) -> None:
        """End all other sessions.

        Every browser but the one that asks is signed out at once.
        """
        self.request("DELETE", "/api/me/sessions")

    def end_session(self, session_id: int) -> None:
        """End a session.

        It stops working at once.
        """
        self.request("DELETE", path("/api/me/sessions/{}", session_id))

    def begin_totp(self, body: types.Password, *, idempotency_key: Optional[str] = None) -> types.NewTotp:
        """Begin two-factor authentication.

        Answers a new secret for an authenticator app. Nothing changes until a code of it is confirmed.
        """
        return self.request("POST", "/api/me/totp", body=body, idempotency_key=idempotency_key)

    def end_totp(self, body: types.Password) -> None:
        """Switch two-factor authentication off.

        The secret and the recovery codes are forgotten.
        """
        self.request("DELETE", "/api/me/totp", body=body)

    def confirm_totp(self, body: types.Code, *, idempotency_key: Optional[str] = None) -> types.RecoveryCodes:
        """Switch two-factor authentication on.

        With a code of the app. From now on a sign-in with the password needs one, or a recovery code.
        """
        return self.request("POST", "/api/me/totp/confirm", body=body, idempotency_key=idempotency_key)

    def replace_recovery_codes(
        self, body: types.Password, *, idempotency_key: Optional[str] = None
    ) -> types.RecoveryCodes:
        """Replace the recovery codes.

        The earlier ones stop working.
        """
        return self.request("POST", "/api/me/totp/recovery-codes", body=body, idempotency_key=idempotency_key)

    def send_verification_email(self, *, idempotency_key: Optional[str] = None) -> None:
        """Send the verification mail again.

        Links sent before stop working. Nothing is sent when the address is verified, unless that was by a link which
        the built-in mailbox kept, and mail leaves now.
        """
        self.request("POST", "/api/me/verify-email", idempotency_key=idempotency_key)

    def list_media(
        self, *, q: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.Media]:
        """List images.

        Newest first.

        Args:
            q: A part of the name.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/media", {"q": q, "limit": limit, "cursor": cursor})

    def create_media(self, body: types.CreateMedia, *, idempotency_key: Optional[str] = None) -> types.Media:
        """Upload an image.

        Metadata such as the place of a photo is taken out, and it is turned upright; WebP becomes PNG or JPEG, because
        not all mail programs show it. The same picture again is the image that is there already.
        """
        return self.request("POST", "/api/media", body=Form(body, ("file",)), idempotency_key=idempotency_key)

    def get_media(self, media_id: int) -> types.Media:
        """Read an image's entry."""
        return self.request("GET", path("/api/media/{}", media_id))

    def update_media(self, media_id: int, body: types.UpdateMedia) -> types.Media:
        """Rename an image."""
        return self.request("PUT", path("/api/media/{}", media_id), body=body)

    def delete_media(self, media_id: int) -> None:
        """Delete an image.

        It is gone from the library. Its files are not served any more, in emails already sent neither, unless another
        author has the same picture.
        """
        self.request("DELETE", path("/api/media/{}", media_id))

    def list_messages(
        self,
        *,
        state: Optional[types.MessageState] = None,
        newsletter_id: Optional[int] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.Message]:
        """List messages, newest first.

        What became of a message is kept for 90 days, its content until it has left.

        Args:
            state: Only messages that stand there.
            newsletter_id: Only those from this newsletter's sender.
            to: Only those to this whole address.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            "/api/messages",
            {"state": state, "newsletter_id": newsletter_id, "to": to, "limit": limit, "cursor": cursor},
        )

    def create_message(self, body: types.CreateMessage, *, idempotency_key: Optional[str] = None) -> types.Message:
        """Send an email to one person.

        For what this person did: an order, a ticket, a sign-in. It leaves ahead of campaigns, from the newsletter's
        sender, without list headers and without a link to unsubscribe; who has unsubscribed gets it, who bounced or
        complained does not. Once this has answered it is kept, and leaves whatever happens to the server; with an
        `Idempotency-Key` it is safe to repeat.
        """
        return self.request("POST", "/api/messages", body=body, idempotency_key=idempotency_key)

    def get_message(self, message_id: int) -> types.Message:
        """Get a message."""
        return self.request("GET", path("/api/messages/{}", message_id))

    def resolve_message(
        self, message_id: int, body: types.ResolveMessage, *, idempotency_key: Optional[str] = None
    ) -> types.Message:
        """Decide what becomes of a message in doubt."""
        return self.request(
            "POST",
            path("/api/messages/{}/resolve", message_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_newsletters(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.Newsletter]:
        """List newsletters, newest first.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/newsletters", {"limit": limit, "cursor": cursor})

    def create_newsletter(
        self, body: types.CreateNewsletter, *, idempotency_key: Optional[str] = None
    ) -> types.Newsletter:
        """Create a newsletter.

        It starts active.
        """
        return self.request("POST", "/api/newsletters", body=body, idempotency_key=idempotency_key)

    def get_newsletter(self, newsletter_id: int) -> types.Newsletter:
        """Get a newsletter."""
        return self.request("GET", path("/api/newsletters/{}", newsletter_id))

    def update_newsletter(self, newsletter_id: int, body: types.UpdateNewsletter) -> types.Newsletter:
        """Change a newsletter.

        `{"is_active": false}` alone deactivates it.
        """
        return self.request("PUT", path("/api/newsletters/{}", newsletter_id), body=body)

    def delete_newsletter(self, newsletter_id: int) -> None:
        """Delete a newsletter.

        Removes its subscribers and campaigns as well. Refused while one of its campaigns is being sent or paused.
        """
        self.request("DELETE", path("/api/newsletters/{}", newsletter_id))

    def get_newsletter_analytics(self, newsletter_id: int) -> types.NewsletterAnalytics:
        """Read a newsletter's analytics."""
        return self.request("GET", path("/api/newsletters/{}/analytics", newsletter_id))

    def list_campaigns(
        self, newsletter_id: int, *, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.Campaign]:
        """List a newsletter's campaigns.

        Newest first, with their contents. A page ends before its limit where its contents pass 16 MiB; `Link` leads on.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(path("/api/newsletters/{}/campaigns", newsletter_id), {"limit": limit, "cursor": cursor})

    def create_campaign(
        self, newsletter_id: int, body: types.NewCampaign, *, idempotency_key: Optional[str] = None
    ) -> types.Campaign:
        """Create a campaign.

        It starts as a draft. Merge tags are checked; a bad one is refused with its line and column.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns", newsletter_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_campaign(self, newsletter_id: int, campaign_id: int) -> types.Campaign:
        """Read a campaign."""
        return self.request("GET", path("/api/newsletters/{}/campaigns/{}", newsletter_id, campaign_id))

    def update_campaign(self, newsletter_id: int, campaign_id: int, body: types.UpdateCampaign) -> types.Campaign:
        """Change a campaign.

        Only while it is a draft or scheduled: after that its content is frozen. Every change raises `revision`.
        """
        return self.request("PUT", path("/api/newsletters/{}/campaigns/{}", newsletter_id, campaign_id), body=body)

    def delete_campaign(self, newsletter_id: int, campaign_id: int) -> None:
        """Delete a campaign.

        Only a draft or a cancelled one.
        """
        self.request("DELETE", path("/api/newsletters/{}/campaigns/{}", newsletter_id, campaign_id))

    def decide_ab_test(
        self, newsletter_id: int, campaign_id: int, *, idempotency_key: Optional[str] = None
    ) -> types.Campaign:
        """Choose the winner of an A/B test now.

        As at the end of its wait, with the opens and clicks that are counted so far; the rest of the subscribers get
        the better variant at once. Only once the sample is out. The same call again finds its work done.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/ab-test/decide", newsletter_id, campaign_id),
            idempotency_key=idempotency_key,
        )

    def get_campaign_analytics(self, newsletter_id: int, campaign_id: int) -> types.CampaignAnalytics:
        """Read a campaign's analytics."""
        return self.request("GET", path("/api/newsletters/{}/campaigns/{}/analytics", newsletter_id, campaign_id))

    def create_attachment(
        self,
        newsletter_id: int,
        campaign_id: int,
        body: types.CreateAttachment,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Attachment:
        """Attach a file.

        It goes with every email of the campaign. All files together may have 5 MiB.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/attachments", newsletter_id, campaign_id),
            body=Form(body, ("file",)),
            idempotency_key=idempotency_key,
        )

    def delete_attachment(self, newsletter_id: int, campaign_id: int, attachment_id: int) -> None:
        """Delete an attachment."""
        self.request(
            "DELETE",
            path("/api/newsletters/{}/campaigns/{}/attachments/{}", newsletter_id, campaign_id, attachment_id),
        )

    def cancel_campaign(
        self, newsletter_id: int, campaign_id: int, *, idempotency_key: Optional[str] = None
    ) -> types.Draining:
        """Cancel a campaign for good.

        Subscribers who were not sent to are recorded as cancelled.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/cancel", newsletter_id, campaign_id),
            idempotency_key=idempotency_key,
        )

    def check_campaign(self, newsletter_id: int, campaign_id: int, *, links: Optional[bool] = None) -> types.Checks:
        """Check a campaign before it is sent.

        Each with what can be done about it. Errors are what sending would be refused for.

        Args:
            links: Ask every link whether it answers; takes up to 12 seconds.
        """
        return self.request(
            "GET",
            path("/api/newsletters/{}/campaigns/{}/checks", newsletter_id, campaign_id),
            query={"links": links},
        )

    def list_deliveries(
        self,
        newsletter_id: int,
        campaign_id: int,
        *,
        state: Optional[str] = None,
        q: Optional[str] = None,
        event: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.Delivery]:
        """List everybody a campaign is for, each with state, reason and time.

        Up to 1,000 of them by address as people sort (reader2 before reader10), more of them ascending by id.

        Args:
            state: A group of the ledger: queued, sending, sent, deferred, failed, suppressed, skipped, cancelled,
                in_doubt; or opened, clicked, not_opened (without `q`).
            q: Part of the subscriber's address or name.
            event: Only emails to which this happened: bounced, soft_bounced, complained or delivered. Without `q`.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            path("/api/newsletters/{}/campaigns/{}/deliveries", newsletter_id, campaign_id),
            {"state": state, "q": q, "event": event, "limit": limit, "cursor": cursor},
        )

    def export_deliveries(self, newsletter_id: int, campaign_id: int) -> Download:
        """Download the proof.

        Every intended subscriber with state, reason and times, streamed. A field that a spreadsheet would take for a
        formula has an apostrophe in front.
        """
        return self.download(path("/api/newsletters/{}/campaigns/{}/deliveries.csv", newsletter_id, campaign_id))

    def resolve_delivery(
        self,
        newsletter_id: int,
        campaign_id: int,
        subscriber_id: int,
        body: types.Resolve,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Delivery:
        """Decide what becomes of a subscriber in doubt."""
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/deliveries/{}/resolve", newsletter_id, campaign_id, subscriber_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def dry_run_campaign(self, newsletter_id: int, campaign_id: int) -> types.DryRun:
        """Rehearse sending a campaign.

        Who would get it, who would not and why, and how long it would take under today's limits. Nothing is sent.
        """
        return self.request("GET", path("/api/newsletters/{}/campaigns/{}/dry-run", newsletter_id, campaign_id))

    def duplicate_campaign(
        self, newsletter_id: int, campaign_id: int, *, idempotency_key: Optional[str] = None
    ) -> types.Campaign:
        """Duplicate a campaign.

        Whatever state it is in, the copy is a draft with the same content.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/duplicate", newsletter_id, campaign_id),
            idempotency_key=idempotency_key,
        )

    def get_link_map(self, newsletter_id: int, campaign_id: int) -> types.LinkMap:
        """Read the email with its links, for a map of the clicks."""
        return self.request("GET", path("/api/newsletters/{}/campaigns/{}/link-map", newsletter_id, campaign_id))

    def pause_campaign(
        self, newsletter_id: int, campaign_id: int, *, idempotency_key: Optional[str] = None
    ) -> types.Draining:
        """Pause a campaign.

        When this answers, no further email passes its commit point.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/pause", newsletter_id, campaign_id),
            idempotency_key=idempotency_key,
        )

    def preview_campaign(
        self,
        newsletter_id: int,
        campaign_id: int,
        *,
        subscriber_id: Optional[int] = None,
        variant: Optional[int] = None,
    ) -> types.PreviewView:
        """Preview a campaign.

        Rendered by the code that renders the email itself, with the values of one subscriber.

        Args:
            subscriber_id: Which subscriber; without it the first active one, or a sample.
            variant: Which variant of an A/B test, from 0; without it the campaign as it is.
        """
        return self.request(
            "GET",
            path("/api/newsletters/{}/campaigns/{}/preview", newsletter_id, campaign_id),
            query={"subscriber_id": subscriber_id, "variant": variant},
        )

    def get_campaign_progress(self, newsletter_id: int, campaign_id: int) -> Iterator[Progress]:
        """Follow a campaign that is being sent.

        A look about every second; the last one is of when it is no longer being sent.
        """
        return self.events(path("/api/newsletters/{}/campaigns/{}/progress", newsletter_id, campaign_id))

    def get_campaign_report(self, newsletter_id: int, campaign_id: int) -> types.Report:
        """Read the report of a campaign.

        With its ledger: everybody it was for is in exactly one group.
        """
        return self.request("GET", path("/api/newsletters/{}/campaigns/{}/report", newsletter_id, campaign_id))

    def resend_campaign(
        self, newsletter_id: int, campaign_id: int, body: types.Resend, *, idempotency_key: Optional[str] = None
    ) -> types.Campaign:
        """Send a campaign again.

        Makes a draft that names its origin: for those who are not known to have opened it, or for those who did not get
        it.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/resend", newsletter_id, campaign_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def resume_campaign(
        self, newsletter_id: int, campaign_id: int, *, idempotency_key: Optional[str] = None
    ) -> types.Campaign:
        """Resume a paused campaign where it stopped."""
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/resume", newsletter_id, campaign_id),
            idempotency_key=idempotency_key,
        )

    def schedule_campaign(
        self,
        newsletter_id: int,
        campaign_id: int,
        body: types.ScheduleCampaign,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Campaign:
        """Schedule a campaign.

        Once, or repeating; also when it is scheduled already. A time that clocks jump over is read with the offset
        before the jump, one that they show twice is the first (RFC 5545 §3.3.5).
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/schedule", newsletter_id, campaign_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def send_campaign(
        self, newsletter_id: int, campaign_id: int, *, idempotency_key: Optional[str] = None
    ) -> types.Campaign:
        """Send a draft or scheduled campaign to every active subscriber.

        Of a repeating campaign it makes an issue, which is the answer, and leaves its calendar as it is.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/send", newsletter_id, campaign_id),
            idempotency_key=idempotency_key,
        )

    def send_campaign_test(
        self, newsletter_id: int, campaign_id: int, body: types.SendTest, *, idempotency_key: Optional[str] = None
    ) -> types.SentTest:
        """Send a test email.

        The campaign with the values of the first active subscriber, or of a sample, to each of the addresses: 100 an
        hour.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/test", newsletter_id, campaign_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_campaign_versions(
        self, newsletter_id: int, campaign_id: int, *, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.CampaignSave]:
        """List the versions of a campaign.

        Newest first; the first one is the present state. There are none before its content is changed for the first
        time, nor once it was sent. Saves of one writer within five minutes are one version. The last 50 are kept.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            path("/api/newsletters/{}/campaigns/{}/versions", newsletter_id, campaign_id),
            {"limit": limit, "cursor": cursor},
        )

    def get_campaign_version(self, newsletter_id: int, campaign_id: int, revision: int) -> types.CampaignVersion:
        """Read a version of a campaign.

        Args:
            revision: Which revision.
        """
        return self.request(
            "GET",
            path("/api/newsletters/{}/campaigns/{}/versions/{}", newsletter_id, campaign_id, revision),
        )

    def restore_campaign_version(
        self,
        newsletter_id: int,
        campaign_id: int,
        revision: int,
        body: Optional[types.RestoreCampaignVersion] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Campaign:
        """Restore a version of a campaign.

        Its subject, texts, design and A/B test become a new revision; nothing in between is lost. Audience, schedule
        and attachments stay as they are.

        Args:
            revision: Which revision.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/campaigns/{}/versions/{}/restore", newsletter_id, campaign_id, revision),
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_subscribers(
        self,
        newsletter_id: int,
        *,
        q: Optional[str] = None,
        email: Optional[str] = None,
        tag: Optional[str] = None,
        status: Optional[types.SubscriberStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.Subscriber]:
        """List the subscribers of a newsletter.

        Args:
            q: Part of the address or of a name, in any case; one or two characters: the start of the address.
            email: The whole address, in any case, instead of `q`: one subscriber of each newsletter at most.
            tag: Only subscribers with this tag, as it is written.
            status: Only subscribers who stand there.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            path("/api/newsletters/{}/subscribers", newsletter_id),
            {"q": q, "email": email, "tag": tag, "status": status, "limit": limit, "cursor": cursor},
        )

    def create_subscriber(
        self, newsletter_id: int, body: types.CreateSubscriber, *, idempotency_key: Optional[str] = None
    ) -> types.Subscriber:
        """Add a subscriber.

        With double opt-in the subscriber is `pending` until the address is confirmed.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/subscribers", newsletter_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def put_subscribers(
        self, newsletter_id: int, body: types.PutSubscribers, *, idempotency_key: Optional[str] = None
    ) -> types.Batch:
        """Add or fill in up to 1,000 subscribers.

        Each by its address: who is new is added; of who is there, names and attributes that are given are written over
        and tags are added. Who left is left alone, and nobody becomes active who is not; of whom the call says that
        they left, nothing else is written. A wrong value of one keeps nobody else out. Done again it changes nothing.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/subscribers/batch", newsletter_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def change_subscribers(
        self, newsletter_id: int, body: types.BulkSubscribers, *, idempotency_key: Optional[str] = None
    ) -> types.BulkResult:
        """Act on many subscribers.

        The work is done in batches: a call that is cut off has done a part, and doing it again does the rest.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/subscribers/bulk", newsletter_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def put_subscriber(self, newsletter_id: int, email: str, body: types.PutSubscriber) -> types.Subscriber:
        """Add a subscriber, or fill in who is there.

        The address in the path is the whole address, percent-encoded. Who is new is added, `pending` with double opt-
        in; of who is there, names and attributes that are given are written over and tags are added. Who left is left
        alone: 409. Done again it changes nothing.

        Args:
            email: The address, in any case.
        """
        return self.request("PUT", path("/api/newsletters/{}/subscribers/by-email/{}", newsletter_id, email), body=body)

    def export_subscribers(self, newsletter_id: int) -> Download:
        """Export all subscribers as CSV.

        Columns: email, first_name, last_name, status, tags, subscribed_at, unsubscribed_at, then one per attribute. A
        field that a spreadsheet would take for a formula has an apostrophe in front.
        """
        return self.download(path("/api/newsletters/{}/subscribers/export.csv", newsletter_id))

    def create_import(
        self, newsletter_id: int, body: types.CreateImport, *, idempotency_key: Optional[str] = None
    ) -> types.Import:
        """Import subscribers from a CSV file.

        The file is read in the background; subscribers who unsubscribed, bounced or complained are left alone. Whoever
        left by what the file says is kept as such and never made active. A word of a status that is not known is asked
        about before anything is imported: 422 with one error for each, whose field is `status_map.WORD`; send the file
        again with the answers.
        """
        return self.request(
            "POST",
            path("/api/newsletters/{}/subscribers/import", newsletter_id),
            body=Form(body, ("file",)),
            idempotency_key=idempotency_key,
        )

    def get_subscriber(self, newsletter_id: int, subscriber_id: int) -> types.Subscriber:
        """Read a subscriber."""
        return self.request("GET", path("/api/newsletters/{}/subscribers/{}", newsletter_id, subscriber_id))

    def update_subscriber(
        self, newsletter_id: int, subscriber_id: int, body: types.UpdateSubscriber
    ) -> types.Subscriber:
        """Change a subscriber."""
        return self.request("PUT", path("/api/newsletters/{}/subscribers/{}", newsletter_id, subscriber_id), body=body)

    def delete_subscriber(self, newsletter_id: int, subscriber_id: int) -> None:
        """Remove a subscriber."""
        self.request("DELETE", path("/api/newsletters/{}/subscribers/{}", newsletter_id, subscriber_id))

    def list_notices(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Listing[types.Notice]:
        """List notices, newest first.

        What happened that the author should know, such as a domain that is no longer verified.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/notices", {"limit": limit, "cursor": cursor})

    def dismiss_notice(self, notice_id: int) -> None:
        """Dismiss a notice."""
        self.request("DELETE", path("/api/notices/{}", notice_id))

    def get_overview(self) -> types.Overview:
        """Totals, the last 30 days against the 30 before, and what happened lately."""
        return self.request("GET", "/api/overview")

    def update_checklist(self, body: types.Checklist) -> None:
        """Show or hide the first steps."""
        self.request("PUT", "/api/overview/checklist", body=body)

    def list_saved_blocks(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.SavedBlock]:
        """List saved blocks.

        Newest first. A page ends before its limit where its blocks pass 4 MiB; `Link` leads on.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/saved-blocks", {"limit": limit, "cursor": cursor})

    def create_saved_block(
        self, body: types.NewSavedBlock, *, idempotency_key: Optional[str] = None
    ) -> types.SavedBlock:
        """Save a block.

        It is checked and cleaned as those of a template are; every error is told with its path, such as
        `block.columns[0][1].href`. At most 200 for each author.
        """
        return self.request("POST", "/api/saved-blocks", body=body, idempotency_key=idempotency_key)

    def update_saved_block(self, saved_block_id: int, body: types.UpdateSavedBlock) -> types.SavedBlock:
        """Change a saved block.

        What was made of it before stays as it is.
        """
        return self.request("PUT", path("/api/saved-blocks/{}", saved_block_id), body=body)

    def delete_saved_block(self, saved_block_id: int) -> None:
        """Delete a saved block.

        What was made of it stays as it is.
        """
        self.request("DELETE", path("/api/saved-blocks/{}", saved_block_id))

    def resolve_time(self, *, local_time: str, time_zone: str) -> types.ResolvedTime:
        """Resolve a wall time.

        Args:
            local_time: Such as `2027-03-28T02:30`.
            time_zone: The IANA name, such as `Europe/Lisbon`.
        """
        return self.request("GET", "/api/schedule/resolve", query={"local_time": local_time, "time_zone": time_zone})

    def list_time_zones(self) -> list[str]:
        """Names of time zones."""
        return self.request("GET", "/api/schedule/zones")

    def search_everything(self, *, q: Optional[str] = None) -> types.SearchResult:
        """Search everything of the author's, five of each kind, newest first.

        Args:
            q: A part of a name, a subject or an address, in any case. Nothing is found for a blank one.
        """
        return self.request("GET", "/api/search", query={"q": q})

    def get_settings(self) -> types.Settings:
        """Read the settings."""
        return self.request("GET", "/api/settings")

    def update_settings(self, body: types.UpdateSettings) -> types.Settings:
        """Change the settings.

        Any subset of the fields, each in its part; what is left out stays. An error names its field with its part:
        `email.reply_to`.
        """
        return self.request("PUT", "/api/settings", body=body)

    def list_all_subscribers(
        self,
        *,
        newsletter_id: Optional[int] = None,
        q: Optional[str] = None,
        email: Optional[str] = None,
        tag: Optional[str] = None,
        status: Optional[types.SubscriberStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.Subscriber]:
        """List the subscribers of all newsletters.

        Args:
            newsletter_id: Only this newsletter.
            q: Part of the address or of a name, in any case; one or two characters: the start of the address.
            email: The whole address, in any case, instead of `q`: one subscriber of each newsletter at most.
            tag: Only subscribers with this tag, as it is written.
            status: Only subscribers who stand there.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            "/api/subscribers",
            {
                "newsletter_id": newsletter_id,
                "q": q,
                "email": email,
                "tag": tag,
                "status": status,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def get_subscriber_stats(self, *, newsletter_id: Optional[int] = None) -> types.Stats:
        """Count subscribers by status.

        Args:
            newsletter_id: Only this newsletter.
        """
        return self.request("GET", "/api/subscribers/stats", query={"newsletter_id": newsletter_id})

    def list_suppressions(
        self,
        *,
        q: Optional[str] = None,
        reason: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.Suppression]:
        """List suppressed addresses, newest first.

        For administrators.

        Args:
            q: Part of the address.
            reason: `hard_bounce`, `complaint`, `soft_bounces` or `manual`.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/suppressions", {"q": q, "reason": reason, "limit": limit, "cursor": cursor})

    def create_suppression(
        self, body: types.CreateSuppression, *, idempotency_key: Optional[str] = None
    ) -> types.Suppression:
        """Suppress an address.

        For administrators. Nothing is sent to it from now on, whoever's subscriber it is.
        """
        return self.request("POST", "/api/suppressions", body=body, idempotency_key=idempotency_key)

    def delete_suppression(self, suppression_id: int) -> None:
        """Remove an address from the suppression list.

        For administrators. Subscribers with this address who are `bounced` or `complained` keep that state.
        """
        self.request("DELETE", path("/api/suppressions/{}", suppression_id))

    def list_templates(
        self, *, q: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.Template]:
        """List templates.

        Newest first, without `html_content`. A page ends before its limit where its blocks pass 4 MiB; `Link` leads on.

        Args:
            q: A part of the name or the subject.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/templates", {"q": q, "limit": limit, "cursor": cursor}, "templates")

    def create_template(self, body: types.NewTemplate, *, idempotency_key: Optional[str] = None) -> types.Template:
        """Create a template.

        Every error of its blocks is told with its path, such as `blocks[3].columns[0][1].href`.
        """
        return self.request("POST", "/api/templates", body=body, idempotency_key=idempotency_key)

    def get_template(self, template_id: int) -> types.Template:
        """Read a template."""
        return self.request("GET", path("/api/templates/{}", template_id))

    def update_template(self, template_id: int, body: types.UpdateTemplate) -> types.Template:
        """Change a template.

        A change of anything but `is_active` raises `revision` and is kept as a version.
        """
        return self.request("PUT", path("/api/templates/{}", template_id), body=body)

    def delete_template(self, template_id: int) -> None:
        """Delete a template."""
        self.request("DELETE", path("/api/templates/{}", template_id))

    def duplicate_template(self, template_id: int, *, idempotency_key: Optional[str] = None) -> types.Template:
        """Duplicate a template."""
        return self.request("POST", path("/api/templates/{}/duplicate", template_id), idempotency_key=idempotency_key)

    def send_template_test(
        self, template_id: int, body: types.SendTemplateTest, *, idempotency_key: Optional[str] = None
    ) -> types.SentTest:
        """Send a test of a template.

        As a newsletter would send it, with the values of its first active subscriber, or of a sample, to each of the
        addresses: 100 an hour.
        """
        return self.request(
            "POST",
            path("/api/templates/{}/test", template_id),
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_template_versions(
        self, template_id: int, *, limit: Optional[int] = None, cursor: Optional[str] = None
    ) -> Listing[types.TemplateSave]:
        """List the versions of a template.

        Newest first; the first one is the present state. The last 50 saves are kept.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(path("/api/templates/{}/versions", template_id), {"limit": limit, "cursor": cursor})

    def get_template_version(self, template_id: int, revision: int) -> types.TemplateVersion:
        """Read a version of a template.

        Args:
            revision: Which revision.
        """
        return self.request("GET", path("/api/templates/{}/versions/{}", template_id, revision))

    def restore_template_version(
        self,
        template_id: int,
        revision: int,
        body: Optional[types.RestoreTemplateVersion] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Template:
        """Restore a version of a template.

        Its content becomes a new revision; nothing in between is lost.

        Args:
            revision: Which revision.
        """
        return self.request(
            "POST",
            path("/api/templates/{}/versions/{}/restore", template_id, revision),
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_webhooks(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Listing[types.Webhook]:
        """List webhooks, newest first.

        Args:
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing("/api/webhooks", {"limit": limit, "cursor": cursor})

    def create_webhook(self, body: types.CreateWebhook, *, idempotency_key: Optional[str] = None) -> types.NewWebhook:
        """Make a webhook.

        Events are posted as JSON `{type, timestamp, sequence, data}`, signed as Standard Webhooks says: the headers
        `webhook-id`, `webhook-timestamp` and `webhook-signature` (HMAC-SHA256 over `id.timestamp.body`, with the secret
        that this answer alone holds). Each event is delivered at least once: any status from 200 to 299 takes it,
        within 15 seconds, anything else is tried again nine times over about three days. `sequence` counts the events
        of a webhook without gaps; they are sent in that order while the receiver takes them, and later ones overtake
        one that has to be sent again. At most 20 for each author.
        """
        return self.request("POST", "/api/webhooks", body=body, idempotency_key=idempotency_key)

    def get_webhook(self, webhook_id: int) -> types.Webhook:
        """Show a webhook."""
        return self.request("GET", path("/api/webhooks/{}", webhook_id))

    def update_webhook(self, webhook_id: int, body: types.UpdateWebhook) -> types.Webhook:
        """Change a webhook."""
        return self.request("PUT", path("/api/webhooks/{}", webhook_id), body=body)

    def delete_webhook(self, webhook_id: int) -> None:
        """Delete a webhook.

        Its deliveries go with it, also those that wait.
        """
        self.request("DELETE", path("/api/webhooks/{}", webhook_id))

    def list_webhook_deliveries(
        self,
        webhook_id: int,
        *,
        state: Optional[types.WebhookDeliveryState] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.WebhookDelivery]:
        """List a webhook's deliveries, newest first.

        Finished ones are kept for 30 days, at most 10,000 of each webhook. What names a subscriber who asked to be
        forgotten is taken out.

        Args:
            state: Only deliveries that stand there.
            limit: How many rows each page brings, 1 to 1000.
            cursor: Where the page before ended; from its `Link` header.
        """
        return self.listing(
            path("/api/webhooks/{}/deliveries", webhook_id),
            {"state": state, "limit": limit, "cursor": cursor},
        )

    def replay_webhook_delivery(
        self, webhook_id: int, delivery_id: int, *, idempotency_key: Optional[str] = None
    ) -> types.WebhookDelivery:
        """Replay a delivery.

        The same event with the same `webhook-id` and `sequence`, as a new delivery with attempts of its own. One that
        failed and waits to be sent again is sent now instead.
        """
        return self.request(
            "POST",
            path("/api/webhooks/{}/deliveries/{}/replay", webhook_id, delivery_id),
            idempotency_key=idempotency_key,
        )

    def rotate_webhook_secret(self, webhook_id: int, *, idempotency_key: Optional[str] = None) -> types.WebhookSecret:
        """Rotate a webhook's secret.

        Both secrets sign for 24 hours: `webhook-signature` holds a signature of each, with a space between.
        """
        return self.request("POST", path("/api/webhooks/{}/rotate-secret", webhook_id), idempotency_key=idempotency_key)

    def test_webhook(self, webhook_id: int, *, idempotency_key: Optional[str] = None) -> types.WebhookDelivery:
        """Send a test.

        One attempt, at once, also while the webhook is switched off. The answer shows what came back; `error` is null
        when the receiver took it. A test has no place in the sequence and changes nothing of the webhook.
        """
        return self.request("POST", path("/api/webhooks/{}/test", webhook_id), idempotency_key=idempotency_key)

//! What SES says when it says no.

use serde::Deserialize;

use super::{Credentials, object};

/// The longest message that is kept, in characters.
const MESSAGE: usize = 300;

/// What a refusal is about. In every case the message was certainly not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// Too fast, or over the quota of 24 hours: the same message later.
    Throttled,
    /// The key, the account, the sender's address or the configuration set: nothing can be sent until
    /// somebody changes something.
    SenderRejected,
    /// This address: never again.
    RecipientRejected,
    /// This message: SES does not like what is in it.
    ContentRejected,
    /// Something else at SES: the same message later.
    Trouble,
}

/// The name and the text of an error, as far as the answer has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) code: String,
    pub(super) message: String,
    /// SES, or something that speaks like it, wrote this; not a proxy or a web server in between.
    pub(super) from_aws: bool,
}

/// All spellings of the JSON protocols of AWS.
#[derive(Deserialize)]
struct ErrorBody {
    #[serde(rename = "__type", alias = "code", alias = "Code")]
    code: Option<String>,
    #[serde(alias = "Message", alias = "errorMessage")]
    message: Option<String>,
}

impl Refusal {
    /// `error_type` is the header `x-amzn-errortype`; `body` is empty when it could not be read. Secrets
    /// of `credentials` do not get into the message: SES repeats what it signed when a signature is wrong.
    pub(super) fn read(
        status: u16,
        error_type: Option<&str>,
        body: &[u8],
        credentials: &Credentials,
    ) -> Self {
        let body = object::<ErrorBody>(body).unwrap_or(ErrorBody { code: None, message: None });
        let code = error_type
            .map(short_name)
            .filter(|code| !code.is_empty())
            .or_else(|| body.code.as_deref().map(short_name).filter(|code| !code.is_empty()));
        Self {
            from_aws: code.is_some(),
            code: code.unwrap_or_else(|| format!("HTTP {status}")),
            message: tidy(body.message.as_deref().unwrap_or_default(), credentials),
        }
    }

    /// What the refusal of a message from `from` to `to` means. `None`: nobody can tell whether SES took
    /// the message.
    pub(super) fn kind(&self, status: u16, from: &str, to: &str) -> Option<RefusalKind> {
        let said = Said { code: &self.code, text: self.message.to_ascii_lowercase() };
        if status == 429 || said.throttled() {
            return Some(RefusalKind::Throttled);
        }
        match status {
            // The request may have been passed on before the waiting ended.
            408 | 499 => None,
            500..=599 => {
                // InternalFailure and the like come after the work began: a repeat could be a second copy.
                let turned_away = self.from_aws && self.code.starts_with("ServiceUnavailable");
                turned_away.then_some(RefusalKind::Trouble)
            }
            _ if matches!(status, 401 | 403) || said.sender() => Some(RefusalKind::SenderRejected),
            413 => Some(RefusalKind::ContentRejected),
            400..=499 if said.recipient(from, to) => Some(RefusalKind::RecipientRejected),
            400..=499 if said.names(from) && !said.names(to) => Some(RefusalKind::SenderRejected),
            400..=499 if said.content() => Some(RefusalKind::ContentRejected),
            300..=499 => Some(RefusalKind::Trouble),
            _ => None,
        }
    }
}

/// `com.amazonaws#Name:http://…` is `Name`.
fn short_name(code: &str) -> String {
    let code = code.split(':').next().unwrap_or_default();
    let code = code.rsplit('#').next().unwrap_or_default();
    let good = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    code.chars().filter(good).take(100).collect()
}

/// The first line, short, without control characters and without secrets.
fn tidy(message: &str, credentials: &Credentials) -> String {
    let mut line = message.trim().lines().next().unwrap_or_default().to_owned();
    let secrets = [Some(&credentials.secret_access_key), credentials.session_token.as_ref()];
    for secret in secrets.into_iter().flatten() {
        line = line.replace(secret.as_str(), "***");
    }
    line.chars().filter(|c| !c.is_control()).take(MESSAGE).collect()
}

struct Said<'a> {
    code: &'a str,
    /// Lower case.
    text: String,
}

impl Said<'_> {
    fn code_is(&self, names: &[&str]) -> bool {
        let code = self.code.strip_suffix("Exception").unwrap_or(self.code);
        names.contains(&code)
    }

    fn says(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.text.contains(phrase))
    }

    fn throttled(&self) -> bool {
        self.code_is(&[
            "Throttling",
            "Throttled",
            "ThrottledException",
            "RequestThrottled",
            "TooManyRequests",
            "LimitExceeded",
            "RequestLimitExceeded",
            "BandwidthLimitExceeded",
            "SlowDown",
        ]) || self.says(&["daily message quota exceeded", "maximum sending rate exceeded"])
    }

    fn sender(&self) -> bool {
        self.code_is(&[
            "AccessDenied",
            "AccountSuspended",
            "AccountSendingPaused",
            "ConfigurationSetDoesNotExist",
            "ConfigurationSetSendingPaused",
            "ExpiredToken",
            "IncompleteSignature",
            "InvalidClientTokenId",
            "InvalidSignature",
            "MailFromDomainNotVerified",
            "MissingAuthenticationToken",
            "NotAuthorized",
            "NotFound",
            "OptInRequired",
            "RequestExpired",
            "SendingPaused",
            "SignatureDoesNotMatch",
            "UnrecognizedClient",
        ]) || self.says(&[
            "address is not verified",
            "addresses are not verified",
            "authority to send",
            "configuration set",
        ])
    }

    /// An error that names only the sender's address is not about the recipient's.
    fn recipient(&self, from: &str, to: &str) -> bool {
        if self.names(from) && !self.names(to) {
            return false;
        }
        let named = self.names(to) || self.says(&["destination", "toaddresses", "to address", "recipient"]);
        if self.code_is(&["MessageRejected"]) {
            return self.says(&["address blacklisted"])
                || (self.says(&["invalid", "illegal", "malformed", "missing final"])
                    && (named || self.says(&["address"])));
        }
        named && self.code_is(&["BadRequest", "InvalidParameterValue", "Validation"])
    }

    fn names(&self, mailbox: &str) -> bool {
        let address = address(mailbox);
        !address.is_empty() && self.text.contains(&address)
    }

    fn content(&self) -> bool {
        self.code_is(&[
            "BadRequest",
            "InvalidParameterValue",
            "MessageRejected",
            "RequestEntityTooLarge",
            "Serialization",
            "Validation",
        ]) || self.says(&["message length", "message too large", "message is too large"])
    }
}

/// The bare address of `Name <address>`, in lower case.
fn address(mailbox: &str) -> String {
    let bare = mailbox.rsplit_once('<').map_or(mailbox, |(_, rest)| rest.trim_end().trim_end_matches('>'));
    bare.trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credentials() -> Credentials {
        Credentials {
            access_key_id: "AKID".to_owned(),
            secret_access_key: "s3cret".to_owned(),
            session_token: Some("t0ken".to_owned()),
        }
    }

    fn kind(status: u16, code: &str, message: &str) -> Option<RefusalKind> {
        let body = serde_json::json!({ "message": message }).to_string();
        Refusal::read(status, Some(code), body.as_bytes(), &credentials()).kind(
            status,
            "News <news@letters.example>",
            "Ann@Reader.example",
        )
    }

    #[test]
    fn too_fast_and_too_much_is_for_later() {
        for (status, code, message) in [
            (429, "TooManyRequestsException", "Maximum sending rate exceeded."),
            (429, "", ""),
            (400, "ThrottlingException", "Rate exceeded"),
            (400, "Throttling", "Daily message quota exceeded"),
            (400, "LimitExceededException", "Sending quota exceeded."),
            (403, "AccessDeniedException", "Daily message quota exceeded."),
            (400, "BadRequestException", "Maximum sending rate exceeded."),
            (503, "SlowDown", "Please reduce your request rate"),
            (503, "ThrottlingException", "Rate exceeded"),
        ] {
            assert_eq!(kind(status, code, message), Some(RefusalKind::Throttled), "{code} {message}");
        }
    }

    #[test]
    fn what_needs_a_change_of_settings_is_the_senders() {
        for (status, code, message) in [
            (400, "MailFromDomainNotVerifiedException", "not verified"),
            (
                400,
                "MessageRejected",
                "Email address is not verified. The following identities failed the check in region EU-WEST-1: news@letters.example",
            ),
            (
                400,
                "MessageRejected",
                "Email address is not verified. The following identities failed the check in region EU-WEST-1: ann@reader.example",
            ),
            (400, "AccountSuspendedException", ""),
            (400, "SendingPausedException", "Sending is paused for this account."),
            (400, "AccountSendingPausedException", ""),
            (403, "SignatureDoesNotMatch", "The request signature we calculated does not match"),
            (403, "InvalidClientTokenId", "The security token included in the request is invalid."),
            (403, "ExpiredTokenException", "expired"),
            (403, "", ""),
            (401, "", ""),
            (400, "UnrecognizedClientException", ""),
            (400, "InvalidSignatureException", ""),
            (404, "NotFoundException", "Configuration set <x> does not exist."),
            (400, "BadRequestException", "Configuration set x does not exist"),
        ] {
            assert_eq!(kind(status, code, message), Some(RefusalKind::SenderRejected), "{code} {message}");
        }
    }

    #[test]
    fn a_bad_address_is_the_recipients_unless_it_is_ours() {
        for (code, message) in [
            ("MessageRejected", "Address blacklisted."),
            ("MessageRejected", "Invalid email address ann@reader.example."),
            ("MessageRejected", "Illegal address"),
            ("BadRequestException", "Missing final '@domain' in ann@reader.example"),
            ("BadRequestException", "Destination is not valid"),
        ] {
            assert_eq!(kind(400, code, message), Some(RefusalKind::RecipientRejected), "{code} {message}");
        }
        let ours = "Invalid email address news@letters.example.";
        assert_eq!(kind(400, "MessageRejected", ours), Some(RefusalKind::SenderRejected));
        assert_eq!(kind(400, "BadRequestException", ours), Some(RefusalKind::SenderRejected));
    }

    #[test]
    fn the_rest_of_the_messages_faults_is_the_contents() {
        for (status, code, message) in [
            (400, "MessageRejected", "Your email was rejected because it contains a virus."),
            (400, "BadRequestException", "Missing required header 'From'."),
            (400, "BadRequestException", "Message length is more than 41943040 bytes long: 50000000"),
            (413, "", ""),
            (400, "InvalidParameterValue", "Duplicate header 'Subject'."),
        ] {
            assert_eq!(kind(status, code, message), Some(RefusalKind::ContentRejected), "{code} {message}");
        }
    }

    #[test]
    fn a_server_error_counts_as_an_answer_only_when_it_says_not_taken() {
        let trouble = Some(RefusalKind::Trouble);
        assert_eq!(kind(503, "ServiceUnavailable", "later"), trouble);
        assert_eq!(kind(503, "ServiceUnavailableException", "later"), trouble);
        for (status, code) in [
            (500, "InternalFailure"),
            (500, "InternalServiceErrorException"),
            (500, ""),
            (502, ""),
            (503, ""),
            (504, ""),
            (408, "RequestTimeout"),
            (200, ""),
            (101, ""),
        ] {
            assert_eq!(kind(status, code, ""), None, "{status} {code}");
        }
        for (status, code) in
            [(301, ""), (404, ""), (400, ""), (409, "ConflictException"), (400, "NewException")]
        {
            assert_eq!(kind(status, code, ""), trouble, "{status} {code}");
        }
    }

    #[test]
    fn finds_the_name_in_header_or_body() {
        let read = |header: Option<&str>, body: &str| {
            let refusal = Refusal::read(400, header, body.as_bytes(), &credentials());
            (refusal.code, refusal.message, refusal.from_aws)
        };
        let is = |code: &str, message: &str, from_aws| (code.to_owned(), message.to_owned(), from_aws);
        assert_eq!(read(Some("A:http://x/"), "{}"), is("A", "", true));
        assert_eq!(read(None, r#"{"__type":"com.amazonaws.ses#B","Message":"m"}"#), is("B", "m", true));
        assert_eq!(read(None, r#"{"code":"C","message":"m"}"#), is("C", "m", true));
        assert_eq!(read(Some(""), r#"{"code":"C","message":null}"#), is("C", "", true));
        for body in ["", "<html>", r#"["A","m"]"#, "{", "null", r#"{"message":{}}"#] {
            assert_eq!(read(None, body), is("HTTP 400", "", false), "{body}");
        }
    }

    #[test]
    fn keeps_one_short_line_without_secrets() {
        let body = serde_json::json!({
            "message": format!("  bad t0ken or s3cret\u{7} {}\nThe Canonical String was: …", "x".repeat(1000))
        });
        let message = Refusal::read(403, None, body.to_string().as_bytes(), &credentials()).message;
        assert!(message.starts_with("bad *** or *** xxx"), "{message}");
        assert_eq!(message.chars().count(), 300);
    }
}

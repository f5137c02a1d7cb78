//! Domains that may send, and what the account may send.

use reqwest::Method;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Client, SesError, object};

/// What SES knows about a domain. The server may leave out anything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identity {
    /// SES sends for the domain.
    pub verified: bool,
    /// `PENDING`, `SUCCESS`, `FAILED`, `TEMPORARY_FAILURE` or `NOT_STARTED`.
    pub status: String,
    /// Of the DKIM records, the same words.
    pub dkim_status: String,
    /// Three names `<token>._domainkey` of CNAME records to `<token>.dkim.amazonses.com`.
    pub dkim_tokens: Vec<String>,
    /// SES signs what the domain sends.
    pub signing_enabled: bool,
    /// The domain of the return path, if it was set.
    pub mail_from_domain: Option<String>,
    /// `PENDING`, `SUCCESS`, `FAILED` or `TEMPORARY_FAILURE`.
    pub mail_from_status: Option<String>,
}

/// What the account may send.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quota {
    /// Recipients in any 24 hours; -1 is unlimited.
    pub max_24_hour_send: f64,
    /// Recipients in the last 24 hours.
    pub sent_last_24_hours: f64,
    /// Recipients per second.
    pub max_send_rate: f64,
    /// `false` when the account is paused.
    pub sending_enabled: bool,
    /// `false` in the sandbox, where each recipient must be verified too.
    pub production_access: bool,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct IdentityBody {
    verified_for_sending_status: Option<bool>,
    verification_status: Option<String>,
    dkim_attributes: Option<Dkim>,
    mail_from_attributes: Option<MailFrom>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Dkim {
    signing_enabled: Option<bool>,
    status: Option<String>,
    tokens: Option<Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct MailFrom {
    mail_from_domain: Option<String>,
    mail_from_domain_status: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct AccountBody {
    send_quota: Option<SendQuota>,
    sending_enabled: bool,
    production_access_enabled: bool,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct SendQuota {
    #[serde(rename = "Max24HourSend")]
    max_24_hour_send: f64,
    #[serde(rename = "SentLast24Hours")]
    sent_last_24_hours: f64,
    #[serde(rename = "MaxSendRate")]
    max_send_rate: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct NewIdentity<'a> {
    email_identity: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct NewMailFrom<'a> {
    mail_from_domain: &'a str,
    behavior_on_mx_failure: &'static str,
}

impl Client {
    /// Makes the domain (A-labels) known to SES, which then looks for its DKIM records; a domain that is
    /// known already is looked up. `now_ms`, here and below: milliseconds since 1970.
    pub async fn create_identity(&self, domain: &str, now_ms: i64) -> Result<Identity, SesError> {
        check_domain(domain)?;
        let body = json(&NewIdentity { email_identity: domain })?;
        match self.call(Method::POST, "/v2/email/identities", body, now_ms).await {
            Ok(body) => identity(&body),
            Err(SesError::Refused { code, .. }) if code.starts_with("AlreadyExists") => {
                self.get_identity(domain, now_ms).await
            }
            Err(error) => Err(error),
        }
    }

    /// What SES knows about the domain; [`SesError::NotFound`] if nothing.
    pub async fn get_identity(&self, domain: &str, now_ms: i64) -> Result<Identity, SesError> {
        let path = path(domain, "")?;
        identity(&self.call(Method::GET, &path, Vec::new(), now_ms).await?)
    }

    /// Makes SES forget the domain; a domain it does not know is no error.
    pub async fn delete_identity(&self, domain: &str, now_ms: i64) -> Result<(), SesError> {
        let path = path(domain, "")?;
        match self.call(Method::DELETE, &path, Vec::new(), now_ms).await {
            Ok(_) | Err(SesError::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Sets the domain of the return path to `subdomain`, the full name of one below `domain`. Until its MX
    /// record is found, SES uses its own name.
    pub async fn put_mail_from(&self, domain: &str, subdomain: &str, now_ms: i64) -> Result<(), SesError> {
        let path = path(domain, "/mail-from")?;
        check_domain(subdomain)?;
        if !subdomain.strip_suffix(domain).is_some_and(|label| label.len() > 1 && label.ends_with('.')) {
            return Err(SesError::Invalid("the return path must be a subdomain of the domain"));
        }
        let body = NewMailFrom { mail_from_domain: subdomain, behavior_on_mx_failure: "USE_DEFAULT_VALUE" };
        self.call(Method::PUT, &path, json(&body)?, now_ms).await.map(drop)
    }

    /// What the account may send now.
    pub async fn account(&self, now_ms: i64) -> Result<Quota, SesError> {
        let body =
            self.call(Method::GET, "/v2/email/account", Vec::new(), now_ms).await.map_err(|error| {
                // There is always an account.
                if error == SesError::NotFound { SesError::Unsupported } else { error }
            })?;
        let account: AccountBody = parse(&body)?;
        let quota = account.send_quota.ok_or_else(|| SesError::Unreadable("it has no quota".to_owned()))?;
        Ok(Quota {
            max_24_hour_send: quota.max_24_hour_send,
            sent_last_24_hours: quota.sent_last_24_hours,
            max_send_rate: quota.max_send_rate,
            sending_enabled: account.sending_enabled,
            production_access: account.production_access_enabled,
        })
    }
}

fn path(domain: &str, rest: &str) -> Result<String, SesError> {
    check_domain(domain)?;
    Ok(format!("/v2/email/identities/{domain}{rest}"))
}

/// The name becomes part of a path, so it must need no escapes there, nor be `.` or `..`.
fn check_domain(domain: &str) -> Result<(), SesError> {
    let label = |label: &str| {
        !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    if domain.len() <= 253 && domain.contains('.') && domain.split('.').all(label) {
        return Ok(());
    }
    Err(SesError::Invalid("this is not the name of a domain"))
}

fn identity(body: &[u8]) -> Result<Identity, SesError> {
    let body: IdentityBody = parse(body)?;
    let dkim = body.dkim_attributes.unwrap_or_default();
    let mail_from = body.mail_from_attributes.unwrap_or_default();
    let verified = body.verified_for_sending_status.unwrap_or(false);
    // The answer to a create has no status of its own; a domain is verified by its DKIM records.
    let status = body.verification_status.or_else(|| dkim.status.clone());
    let assumed = || if verified { "SUCCESS" } else { "PENDING" }.to_owned();
    Ok(Identity {
        verified,
        status: status.unwrap_or_else(assumed),
        dkim_status: dkim.status.unwrap_or_else(|| "NOT_STARTED".to_owned()),
        dkim_tokens: dkim.tokens.unwrap_or_default(),
        signing_enabled: dkim.signing_enabled.unwrap_or(false),
        mail_from_domain: mail_from.mail_from_domain.filter(|domain| !domain.is_empty()),
        mail_from_status: mail_from.mail_from_domain_status.filter(|status| !status.is_empty()),
    })
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, SesError> {
    // The error may repeat what was read; where it stands is enough.
    object(body)
        .map_err(|error| SesError::Unreadable(format!("not the expected JSON at column {}", error.column())))
}

fn json(body: &impl Serialize) -> Result<Vec<u8>, SesError> {
    serde_json::to_vec(body).map_err(|error| SesError::Network(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_ses_answers() {
        let body = r#"{"IdentityType":"DOMAIN","FeedbackForwardingStatus":true,"VerifiedForSendingStatus":true,
            "DkimAttributes":{"SigningEnabled":true,"Status":"SUCCESS","Tokens":["a","b","c"],
            "SigningAttributesOrigin":"AWS_SES"},"MailFromAttributes":{"MailFromDomain":"m.x.example",
            "MailFromDomainStatus":"PENDING","BehaviorOnMxFailure":"USE_DEFAULT_VALUE"},
            "VerificationStatus":"SUCCESS"}"#;
        let read = identity(body.as_bytes()).unwrap();
        assert!(read.verified && read.signing_enabled);
        assert_eq!((read.status.as_str(), read.dkim_status.as_str()), ("SUCCESS", "SUCCESS"));
        assert_eq!(read.dkim_tokens, ["a", "b", "c"]);
        assert_eq!(read.mail_from_domain.as_deref(), Some("m.x.example"));
        assert_eq!(read.mail_from_status.as_deref(), Some("PENDING"));
    }

    #[test]
    fn misses_nothing_that_is_missing() {
        for body in [r"{}", r#"{"DkimAttributes":{}}"#, r#"{"DkimAttributes":null,"MailFromAttributes":{}}"#]
        {
            let read = identity(body.as_bytes()).unwrap();
            assert_eq!((read.verified, read.status.as_str()), (false, "PENDING"), "{body}");
            assert_eq!((read.dkim_status.as_str(), read.dkim_tokens.len()), ("NOT_STARTED", 0), "{body}");
        }
        let created = r#"{"VerifiedForSendingStatus":false,"DkimAttributes":{"Status":"NOT_STARTED"}}"#;
        assert_eq!(identity(created.as_bytes()).unwrap().status, "NOT_STARTED");
        assert_eq!(identity(br#"{"VerifiedForSendingStatus":true}"#).unwrap().status, "SUCCESS");
        for body in ["", "null", "[]", "<html>", r#"{"DkimAttributes":3}"#] {
            assert!(matches!(identity(body.as_bytes()), Err(SesError::Unreadable(_))), "{body}");
        }
    }

    #[test]
    fn a_name_that_would_leave_the_path_is_refused() {
        for good in ["x.example", "a-b.c_d.example", "xn--bcher-kva.example"] {
            assert_eq!(path(good, "").unwrap(), format!("/v2/email/identities/{good}"));
        }
        let long = format!("{}.example", "a".repeat(250));
        for bad in
            ["", ".", "..", "x", "../account", "x.example/", "a..b", "x.example.", "x?y.z", "a%2e.b", &long]
        {
            assert!(path(bad, "").is_err(), "{bad}");
        }
    }
}

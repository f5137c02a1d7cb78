//! What a program tells problems apart by. A code never changes its meaning; new ones come.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What kind of problem it is. Where nothing says it more closely, the status does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    // By the status alone.
    BadRequest,
    Unauthorized,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Conflict,
    PayloadTooLarge,
    UnsupportedMediaType,
    /// `errors` says which fields and why.
    InvalidFields,
    TooManyRequests,
    /// The installation is for its own machine and was asked for by a foreign name.
    Misdirected,
    InternalError,
    Unavailable,
    DiskFull,
    // Who asks.
    /// A code of the authenticator app is wanted besides.
    SecondFactorRequired,
    /// The sign-in is too old for this.
    SignInAgain,
    EmailTaken,
    PasskeyExists,
    TooManyPasskeys,
    PasskeysUnavailable,
    TwoFactorOn,
    TwoFactorOff,
    TwoFactorNotBegun,
    /// The installation has no address to send mail from.
    NoMailSender,
    /// This copy was restored, and nobody has confirmed yet that it is the one that sends.
    SendingHeld,
    // Idempotency-Key.
    RequestInProgress,
    RequestInterrupted,
    AnswerShownOnce,
    IdempotencyKeyReused,
    // Newsletters, subscribers, imports.
    NewsletterInactive,
    NewsletterUnusable,
    /// It is sample data, which is never sent.
    SampleNewsletter,
    NoActiveSubscribers,
    SubscriberExists,
    WrongSubscriberStatus,
    SuppressionExists,
    ImportOver,
    // Campaigns.
    WrongCampaignStatus,
    /// A campaign is being sent that this would take the ground from.
    CampaignInProgress,
    /// Somebody else changed it at the same moment.
    ChangedMeanwhile,
    /// It was saved since it was read: the other revision is newer.
    NewerRevision,
    /// `If-Match` names another state than the present one.
    ChangedSinceRead,
    NotSentYet,
    NotInDoubt,
    OpensUnknown,
    /// There is no A/B test whose sample is out and whose winner is not chosen yet.
    AbTestNotWaiting,
    OriginDeleted,
    OriginNotDone,
    FeedUnreadable,
    FeedWithoutNews,
    // Templates.
    /// It has no HTML: its blocks changed outside the editor.
    TemplateNotRendered,
    // Sending domains.
    DomainTaken,
    NoSendingDomain,
    SendingDomainOff,
    SendingDomainNotVerified,
    SesKeepsKeys,
    SesFailed,
    // What there is a number of.
    TooManySavedBlocks,
    TooManyWebhooks,
    // Webhooks.
    WebhookOff,
    DeliveryNotRepeatable,
}

impl ProblemCode {
    /// What the status says.
    pub fn of(status: StatusCode) -> Self {
        match status {
            StatusCode::UNAUTHORIZED => Self::Unauthorized,
            StatusCode::FORBIDDEN => Self::Forbidden,
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::CONFLICT => Self::Conflict,
            StatusCode::PRECONDITION_FAILED => Self::ChangedSinceRead,
            StatusCode::PAYLOAD_TOO_LARGE => Self::PayloadTooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            StatusCode::UNPROCESSABLE_ENTITY => Self::InvalidFields,
            StatusCode::TOO_MANY_REQUESTS => Self::TooManyRequests,
            StatusCode::MISDIRECTED_REQUEST => Self::Misdirected,
            StatusCode::INSUFFICIENT_STORAGE => Self::DiskFull,
            status if status == StatusCode::INTERNAL_SERVER_ERROR => Self::InternalError,
            status if status.is_server_error() => Self::Unavailable,
            _ => Self::BadRequest,
        }
    }
}

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldCode {
    /// It is missing, blank or empty.
    Required,
    /// The call has no such field or parameter.
    Unknown,
    /// It is of another JSON type.
    WrongType,
    /// It has more characters or bytes than it may.
    TooLong,
    /// It has fewer characters than it must.
    TooShort,
    /// It has more entries than it may.
    TooMany,
    /// It is nested deeper than it may be.
    TooDeep,
    /// A number, a count or a time outside what is taken.
    OutOfRange,
    /// A time that has passed.
    InPast,
    /// Not one of the words that are taken.
    NotOneOf,
    /// It has not the form of an address, a name, a time or whatever stands there.
    Malformed,
    /// Line breaks or control characters that have no place there.
    ForbiddenCharacters,
    /// A merge tag or a condition that cannot be used; the message has line and column.
    InvalidTag,
    /// A file or a part that cannot be read.
    Unreadable,
    /// It names something that is not there.
    NotFound,
    /// It is there more than once.
    Duplicate,
    /// It does not go with another field.
    Conflicting,
    /// A rule of the installation or of mail forbids it.
    NotAllowed,
    /// A password, a code or a confirmation that is wrong.
    Incorrect,
    /// A link or a code that was used or is too old.
    Expired,
    /// It is what it was.
    Unchanged,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use utoipa::PartialSchema as _;

    use super::*;
    use crate::testing::TestApp;

    #[test]
    fn the_guide_says_what_each_code_means() {
        let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/api.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        let section = guide.split("## When a call is refused").nth(1).unwrap().split("\n## ").next().unwrap();
        for schema in [ProblemCode::schema(), FieldCode::schema()] {
            let schema = serde_json::to_value(schema).unwrap();
            for code in schema["enum"].as_array().unwrap() {
                let code = code.as_str().unwrap();
                assert!(section.contains(&format!("`{code}`")), "{code}");
            }
        }
    }

    #[tokio::test]
    async fn a_program_tells_refusals_apart() {
        let t = TestApp::new(database::Engine::Sqlite).await;
        let token = t.author("ada@example.com").await;
        let post = async |path: &str, body: Value| t.call(Some(&token), "POST", path, Some(body)).await;
        for (body, field, code) in [
            (json!({ "from_name": "N" }), "name", "required"),
            (json!({ "name": " ", "from_name": "N" }), "name", "required"),
            (json!({ "name": "x".repeat(1_000), "from_name": "N" }), "name", "too_long"),
            (json!({ "name": 5, "from_name": "N" }), "name", "wrong_type"),
            (json!({ "name": "N", "from_name": "N", "colour": "red" }), "colour", "unknown"),
            (
                json!({ "name": "N", "from_name": "N", "in_doubt_policy": "guess" }),
                "in_doubt_policy",
                "not_one_of",
            ),
            (
                json!({ "name": "N", "from_name": "N", "from_prefix": "n", "reply_to": "nobody" }),
                "reply_to",
                "malformed",
            ),
            (
                json!({ "name": "N", "from_name": "N", "from_prefix": "n", "domain_id": 4711 }),
                "domain_id",
                "not_found",
            ),
            (json!({ "name": "N\nN", "from_name": "N" }), "name", "forbidden_characters"),
        ] {
            let problem = post("/api/newsletters", body).await.expect(422);
            assert_eq!(problem["code"], "invalid_fields");
            assert_eq!(
                (&problem["errors"][0]["field"], &problem["errors"][0]["code"]),
                (&json!(field), &json!(code))
            );
        }
        let newsletter =
            post("/api/newsletters", json!({ "name": "N", "from_name": "N", "from_prefix": "n" }))
                .await
                .expect(201);
        let path = format!("/api/newsletters/{}", newsletter["id"]);
        let reader = json!({ "email": "rea@example.com" });
        post(&format!("{path}/subscribers"), reader.clone()).await.expect(201);
        let twice = post(&format!("{path}/subscribers"), reader.clone()).await.expect(409);
        assert_eq!(twice["code"], "subscriber_exists");
        let off = Some(json!({ "is_active": false }));
        t.call(Some(&token), "PUT", &path, off).await.expect(200);
        let inactive = post(&format!("{path}/subscribers"), reader).await.expect(409);
        assert_eq!(inactive["code"], "newsletter_inactive");
        let gone = t.call(Some(&token), "GET", "/api/newsletters/4711", None).await.expect(404);
        assert_eq!(gone["code"], "not_found");
    }

    #[test]
    fn the_status_says_what_nothing_else_does() {
        for (status, code) in [
            (400, ProblemCode::BadRequest),
            (404, ProblemCode::NotFound),
            (409, ProblemCode::Conflict),
            (412, ProblemCode::ChangedSinceRead),
            (421, ProblemCode::Misdirected),
            (422, ProblemCode::InvalidFields),
            (500, ProblemCode::InternalError),
            (502, ProblemCode::Unavailable),
            (503, ProblemCode::Unavailable),
            (507, ProblemCode::DiskFull),
        ] {
            assert_eq!(ProblemCode::of(StatusCode::from_u16(status).unwrap()), code);
        }
    }
}

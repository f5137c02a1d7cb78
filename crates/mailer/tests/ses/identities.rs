//! Identities and the quota, with the answers of the documentation.

use mailer::ses::{Quota, SesError};
use serde_json::json;

use super::{
    NOW, client,
    fake::{Act, Fake},
    impatient,
};

fn named(status: u16, headers: &'static str) -> Act {
    Act::Answer { status, headers, body: json!({ "message": "No." }).to_string() }
}

fn found() -> Act {
    Act::json(
        200,
        &json!({
            "IdentityType": "DOMAIN", "VerifiedForSendingStatus": true, "VerificationStatus": "SUCCESS",
            "DkimAttributes": { "SigningEnabled": true, "Status": "SUCCESS", "Tokens": ["a", "b", "c"] },
        }),
    )
}

#[tokio::test]
async fn a_new_domain_comes_with_its_dkim_tokens() {
    let created = json!({
        "IdentityType": "DOMAIN", "VerifiedForSendingStatus": false,
        "DkimAttributes": { "SigningEnabled": true, "Status": "PENDING", "Tokens": ["a", "b", "c"] },
    });
    let fake = Fake::start([Act::json(200, &created)]).await;
    let identity = client(&fake.endpoint).create_identity("news.example", NOW).await.unwrap();
    assert_eq!((identity.verified, identity.signing_enabled), (false, true));
    assert_eq!((identity.status.as_str(), identity.dkim_status.as_str()), ("PENDING", "PENDING"));
    assert_eq!(identity.dkim_tokens, ["a", "b", "c"]);
    let [request] = fake.requests().try_into().ok().unwrap();
    assert_eq!(request.line, "POST /v2/email/identities HTTP/1.1");
    assert_eq!(request.json(), json!({ "EmailIdentity": "news.example" }));
}

#[tokio::test]
async fn a_domain_that_is_known_is_looked_up() {
    let fake = Fake::start([named(400, "x-amzn-errortype: AlreadyExistsException\r\n"), found()]).await;
    assert!(client(&fake.endpoint).create_identity("news.example", NOW).await.unwrap().verified);
    let requests = fake.requests();
    assert_eq!(requests[1].line, "GET /v2/email/identities/news.example HTTP/1.1");
    // For servers that check the signature of a GET only then.
    assert_eq!(requests[1].header("x-amz-content-sha256").len(), 64);
    assert_eq!(requests[1].header("content-type"), "");
}

#[tokio::test]
async fn forgetting_twice_is_no_error() {
    let fake = Fake::start([
        Act::json(200, &json!({})),
        named(404, "x-amzn-errortype: NotFoundException\r\n"),
        named(409, "x-amzn-errortype: ConcurrentModificationException\r\n"),
        named(404, ""),
    ])
    .await;
    let client = client(&fake.endpoint);
    assert_eq!(client.delete_identity("news.example", NOW).await, Ok(()));
    assert_eq!(client.delete_identity("news.example", NOW).await, Ok(()));
    let error = client.delete_identity("news.example", NOW).await.unwrap_err();
    assert_eq!(error.to_string(), "Amazon SES refused with ConcurrentModificationException: No.");
    // Not a word of SES: the address may be wrong, so nobody knows.
    assert_eq!(client.delete_identity("news.example", NOW).await, Err(SesError::Unsupported));
    assert!(fake.requests().iter().all(|r| r.line == "DELETE /v2/email/identities/news.example HTTP/1.1"));
}

#[tokio::test]
async fn the_return_path_is_set_below_the_domain() {
    let fake = Fake::start([Act::json(200, &json!({}))]).await;
    let client = client(&fake.endpoint);
    assert_eq!(client.put_mail_from("news.example", "bounce.news.example", NOW).await, Ok(()));
    for elsewhere in ["news.example", "bounce.example", "xnews.example", ".news.example", "bounce"] {
        let error = client.put_mail_from("news.example", elsewhere, NOW).await.unwrap_err();
        assert!(matches!(error, SesError::Invalid(_)), "{elsewhere}: {error}");
    }
    let [request] = fake.requests().try_into().ok().unwrap();
    assert_eq!(request.line, "PUT /v2/email/identities/news.example/mail-from HTTP/1.1");
    let body = json!({ "MailFromDomain": "bounce.news.example", "BehaviorOnMxFailure": "USE_DEFAULT_VALUE" });
    assert_eq!(request.json(), body);
}

#[tokio::test]
async fn the_account_has_a_quota() {
    let account = json!({
        "DedicatedIpAutoWarmupEnabled": true, "EnforcementStatus": "HEALTHY", "ProductionAccessEnabled": true,
        "SendQuota": { "Max24HourSend": 50000.0, "MaxSendRate": 14, "SentLast24Hours": 12.0 },
        "SendingEnabled": true,
    });
    let fake = Fake::start([
        Act::json(200, &account),
        Act::json(200, &json!({ "SendQuota": {} })),
        Act::json(200, &json!({})),
        named(404, ""),
        named(501, ""),
    ])
    .await;
    let client = client(&fake.endpoint);
    let quota = Quota {
        max_24_hour_send: 50000.0,
        sent_last_24_hours: 12.0,
        max_send_rate: 14.0,
        sending_enabled: true,
        production_access: true,
    };
    assert_eq!(client.account(NOW).await, Ok(quota));
    assert_eq!(client.account(NOW).await, Ok(Quota::default()));
    assert!(matches!(client.account(NOW).await, Err(SesError::Unreadable(_))));
    assert_eq!(client.account(NOW).await, Err(SesError::Unsupported));
    assert_eq!(client.account(NOW).await, Err(SesError::Unsupported));
    assert_eq!(fake.requests()[0].line, "GET /v2/email/account HTTP/1.1");
}

#[tokio::test]
async fn errors_are_one_sentence_without_secrets() {
    let token =
        json!({ "code": "SignatureDoesNotMatch", "message": "t0ken/part== wJalrXUtnFEMI/s3cret\nmore" });
    let fake = Fake::start([
        Act::json(403, &token),
        named(404, "x-amzn-errortype: NotFoundException\r\n"),
        Act::Say("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{"),
        Act::Repeat("HTTP/1.1 200 OK\r\n\r\n", &[b' '; 4096]),
        Act::Say(""),
        Act::Stall(""),
        Act::json(200, &json!(["t0ken/part=="])),
        Act::Answer { status: 502, headers: "", body: "<html>t0ken/part==".to_owned() },
    ])
    .await;
    let client = client(&fake.endpoint);
    let mut errors = Vec::new();
    for number in 0..8 {
        let client = if number == 5 { impatient(&fake.endpoint) } else { client.clone() };
        errors.push(client.get_identity("news.example", NOW).await.unwrap_err().to_string());
    }
    assert_eq!(errors[0], "Amazon SES refused with SignatureDoesNotMatch: *** ***");
    assert_eq!(errors[1], "Amazon SES does not know this domain");
    assert!(errors[2].contains("could not be read"), "{}", errors[2]);
    assert!(errors[3].contains("1 MiB"), "{}", errors[3]);
    assert!(errors[4].contains("could not be reached"), "{}", errors[4]);
    assert!(errors[5].contains("in time"), "{}", errors[5]);
    assert!(errors[6].contains("could not be read"), "{}", errors[6]);
    assert_eq!(errors[7], "Amazon SES refused with HTTP 502");
    for error in errors {
        assert!(!error.contains("t0ken") && !error.contains("s3cret") && !error.contains('\n'), "{error}");
    }
}

//! Messages, and what SES answers.

use base64::{Engine, engine::general_purpose::STANDARD};
use mailer::ses::{Client, RawMail, RefusalKind, SendOutcome, SesUrl};
use serde_json::json;

use super::{
    MAIL, NOW, client, credentials,
    fake::{Act, Fake},
    url,
};

fn accepted() -> SendOutcome {
    SendOutcome::Accepted { message_id: "0102019a-1".to_owned() }
}

#[tokio::test]
async fn a_message_arrives_as_ses_wants_it() {
    let fake = Fake::start([Act::accept()]).await;
    let url = SesUrl { configuration_set: Some("letters".to_owned()), ..url(&fake.endpoint) };
    let client = Client::new(url, credentials()).unwrap();
    let mail = RawMail {
        feedback: Some("bounce@letters.example"),
        tags: &[("attempt", "7f/1"), ("run", "a@b")],
        ..MAIL
    };
    assert_eq!(client.send_raw(&mail, NOW).await, accepted());
    let [request] = fake.requests().try_into().ok().unwrap();
    assert_eq!(request.line, "POST /v2/email/outbound-emails HTTP/1.1");
    assert_eq!(
        request.json(),
        json!({
            "FromEmailAddress": "News <news@letters.example>",
            "Destination": { "ToAddresses": ["ann@reader.example"] },
            "FeedbackForwardingEmailAddress": "bounce@letters.example",
            "Content": { "Raw": { "Data": STANDARD.encode(MAIL.raw) } },
            "EmailTags": [{ "Name": "attempt", "Value": "7f_1" }, { "Name": "run", "Value": "a@b" }],
            "ConfigurationSetName": "letters",
        })
    );
    assert_eq!(request.header("content-type"), "application/json");
    assert_eq!(request.header("x-amz-date"), "20251121T090000Z");
    assert_eq!(request.header("x-amz-security-token"), "t0ken/part==");
    let scope = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20251121/eu-west-1/ses/aws4_request, ";
    assert!(request.header("authorization").starts_with(scope));
    let hash = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, &request.body);
    assert_eq!(request.header("x-amz-content-sha256"), format!("{hash:?}").trim_start_matches("SHA256:"));
}

#[tokio::test]
async fn what_is_not_given_is_not_written() {
    let fake = Fake::start([Act::accept()]).await;
    assert_eq!(client(&fake.endpoint).send_raw(&MAIL, NOW).await, accepted());
    let body = fake.requests()[0].json();
    let keys: Vec<&String> = body.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 3, "{keys:?}");
}

#[tokio::test]
async fn preparing_touches_no_network_and_clones_share_connections() {
    let fake = Fake::start([Act::accept(), Act::accept(), Act::accept()]).await;
    let client = client(&fake.endpoint);
    let prepared = [client.prepare(&MAIL, NOW), client.prepare(&MAIL, NOW), client.prepare(&MAIL, NOW)];
    assert_eq!(fake.connections(), 0);
    for prepared in prepared {
        let shown = format!("{prepared:?}");
        assert!(!shown.contains("Signature") && !shown.contains("t0ken"), "{shown}");
        assert_eq!(client.clone().execute(prepared).await, accepted());
    }
    assert_eq!((fake.connections(), fake.requests().len()), (1, 3));
}

#[tokio::test]
async fn a_message_of_many_megabytes_arrives_whole() {
    let fake = Fake::start([Act::accept()]).await;
    let raw: Vec<u8> = (0..5_000_000_u32).map(|n| (n % 251) as u8).collect();
    let mail = RawMail { raw: &raw, ..MAIL };
    assert_eq!(client(&fake.endpoint).send_raw(&mail, NOW).await, accepted());
    let body = fake.requests()[0].json();
    let data = body["Content"]["Raw"]["Data"].as_str().unwrap();
    assert!(STANDARD.decode(data).unwrap() == raw);
}

#[tokio::test]
async fn refusals_have_a_name_a_reason_and_a_kind() {
    let named =
        |status, headers, body: &serde_json::Value| Act::Answer { status, headers, body: body.to_string() };
    let fake = Fake::start([
        named(
            429,
            "x-amzn-ErrorType: TooManyRequestsException:http://x/\r\n",
            &json!({ "message": "Maximum sending rate exceeded." }),
        ),
        Act::json(
            400,
            &json!({ "__type": "com.amazonaws#MailFromDomainNotVerifiedException", "Message": "No." }),
        ),
        named(400, "X-Amzn-Errortype: MessageRejected\r\n", &json!({ "message": "Address blacklisted." })),
        Act::json(
            400,
            &json!({ "code": "BadRequestException", "message": "Missing required header 'From'." }),
        ),
        named(503, "x-amzn-errortype: ServiceUnavailable\r\n", &json!({})),
        Act::Say(
            "HTTP/1.1 403 x\r\nx-amzn-errortype: AccessDeniedException\r\nContent-Length: 50\r\n\r\n{\"mess",
        ),
    ])
    .await;
    let client = client(&fake.endpoint);
    for (code, message, kind) in [
        ("TooManyRequestsException", "Maximum sending rate exceeded.", RefusalKind::Throttled),
        ("MailFromDomainNotVerifiedException", "No.", RefusalKind::SenderRejected),
        ("MessageRejected", "Address blacklisted.", RefusalKind::RecipientRejected),
        ("BadRequestException", "Missing required header 'From'.", RefusalKind::ContentRejected),
        ("ServiceUnavailable", "", RefusalKind::Trouble),
        ("AccessDeniedException", "", RefusalKind::SenderRejected),
    ] {
        let (code, message) = (code.to_owned(), message.to_owned());
        let expected = SendOutcome::Refused { code, message, kind };
        assert_eq!(client.send_raw(&MAIL, NOW).await, expected);
    }
    // Throttled or not, nothing is repeated.
    assert_eq!(fake.requests().len(), 6);
}

#[tokio::test]
async fn what_ses_repeats_of_the_request_is_not_kept() {
    let message =
        "Wrong: t0ken/part== and wJalrXUtnFEMI/s3cret\nThe Canonical String was\nx-amz-security-token:…";
    let fake =
        Fake::start([Act::json(403, &json!({ "code": "SignatureDoesNotMatch", "message": message }))]).await;
    let expected = SendOutcome::Refused {
        code: "SignatureDoesNotMatch".to_owned(),
        message: "Wrong: *** and ***".to_owned(),
        kind: RefusalKind::SenderRejected,
    };
    assert_eq!(client(&fake.endpoint).send_raw(&MAIL, NOW).await, expected);
}

//! What must never be told as sent or as not sent when it is not certain.

use mailer::ses::{RefusalKind, SendOutcome};
use tokio::net::TcpListener;

use super::{
    MAIL, NOW, client,
    fake::{Act, Fake},
    impatient,
};

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

async fn unknown(client: mailer::ses::Client, fake: &Fake, about: &str) -> String {
    let outcome = client.send_raw(&MAIL, NOW).await;
    let SendOutcome::Unknown(reason) = outcome else { panic!("{about}: {outcome:?}") };
    assert_eq!(fake.requests().len(), 1, "{about}: written once");
    assert!(!reason.is_empty() && !reason.contains("127.0.0.1"), "{about}: {reason}");
    reason
}

#[tokio::test]
async fn no_readable_answer_is_unknown() {
    for text in [
        "",
        "HTTP/1.1 200 OK\r\nContent-",
        "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{\"MessageId\":\"01",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"Mes",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 500 x\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 502 x\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 500 x\r\nx-amzn-errortype: InternalFailure\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 408 x\r\nContent-Length: 0\r\n\r\n",
        "SMTP is not spoken here\r\n\r\n",
    ] {
        let fake = Fake::start([Act::Say(text)]).await;
        unknown(client(&fake.endpoint), &fake, text).await;
    }
}

#[tokio::test]
async fn a_request_lost_on_a_used_connection_is_not_repeated() {
    let fake = Fake::start([Act::accept(), Act::Say(""), Act::accept()]).await;
    let client = client(&fake.endpoint);
    assert!(matches!(client.send_raw(&MAIL, NOW).await, SendOutcome::Accepted { .. }));
    assert!(matches!(client.send_raw(&MAIL, NOW).await, SendOutcome::Unknown(_)));
    assert_eq!((fake.connections(), fake.requests().len()), (1, 2));
    assert!(matches!(client.send_raw(&MAIL, NOW).await, SendOutcome::Accepted { .. }));
}

#[tokio::test]
async fn an_endless_answer_is_given_up() {
    const CHUNK: &[u8] = &[b' '; 65536];
    for head in [
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n",
    ] {
        let fake = Fake::start([Act::Repeat(head, CHUNK)]).await;
        let reason = unknown(client(&fake.endpoint), &fake, head).await;
        assert!(reason.contains("1 MiB"), "{reason}");
    }
    let fake = Fake::start([Act::Repeat("HTTP/1.1 200 OK\r\nX: ", CHUNK)]).await;
    unknown(client(&fake.endpoint), &fake, "an endless head").await;
}

#[tokio::test]
async fn a_slow_answer_is_given_up() {
    for text in ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{\"MessageId\":\""] {
        let fake = Fake::start([Act::Stall(text)]).await;
        let reason = unknown(impatient(&fake.endpoint), &fake, text).await;
        assert!(reason.contains("in time"), "{reason}");
    }
    // Each octet in time, the whole never.
    let head = format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n").leak();
    let fake = Fake::start([Act::Repeat(head, b"1\r\n \r\n")]).await;
    let outcome = impatient(&fake.endpoint).send_raw(&MAIL, NOW).await;
    assert!(matches!(outcome, SendOutcome::Unknown(_)), "{outcome:?}");
}

async fn not_sent(client: mailer::ses::Client) -> String {
    match client.send_raw(&MAIL, NOW).await {
        SendOutcome::NotSent(reason) => reason,
        outcome => panic!("{outcome:?}"),
    }
}

#[tokio::test]
async fn without_a_connection_nothing_was_sent() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let reason = not_sent(client(&format!("http://{closed}"))).await;
    assert!(reason.to_ascii_lowercase().contains("refused"), "{reason}");
    not_sent(client("http://mail.invalid")).await;
}

#[tokio::test]
async fn without_tls_nothing_was_sent() {
    let fake = Fake::start([]).await;
    not_sent(client(&fake.endpoint.replace("http:", "https:"))).await;
    assert_eq!((fake.connections(), fake.requests().len()), (1, 0));
    // Takes the connection and never says a word of TLS.
    let mute = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let reason = not_sent(impatient(&format!("https://{}", mute.local_addr().unwrap()))).await;
    assert!(reason.contains("in time"), "{reason}");
}

#[tokio::test]
async fn a_clock_before_1970_sends_nothing() {
    let fake = Fake::start([]).await;
    assert!(matches!(client(&fake.endpoint).send_raw(&MAIL, -1).await, SendOutcome::NotSent(_)));
    assert_eq!(fake.connections(), 0);
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let elsewhere = Fake::start([]).await;
    let location = format!("Location: {}/\r\n", elsewhere.endpoint).leak();
    let fake = Fake::start([Act::Answer { status: 307, headers: location, body: String::new() }]).await;
    let expected = SendOutcome::Refused {
        code: "HTTP 307".to_owned(),
        message: String::new(),
        kind: RefusalKind::Trouble,
    };
    assert_eq!(client(&fake.endpoint).send_raw(&MAIL, NOW).await, expected);
    assert_eq!(elsewhere.connections(), 0);
}

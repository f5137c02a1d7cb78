//! SES as `moto_server` imitates it (Python package `moto`), brought by `tools/with-peers`.

use std::{
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use mailer::ses::{Client, Credentials, RawMail, RefusalKind, SendOutcome, SesError};
use tokio::net::TcpStream;

use super::{MAIL, NOW, url};

struct Imitation {
    process: Child,
    endpoint: String,
}

impl Drop for Imitation {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl Imitation {
    /// `None`, and a word about it, where it was not brought. Signatures are checked after `unchecked` requests, if
    /// that is given.
    async fn start(test: &str, unchecked: Option<u32>) -> Option<Self> {
        let Some(mut command) = peers::python("moto_server") else {
            peers::not_run(&format!("mailer/ses/{test}"), "moto was not brought by tools/with-peers");
            return None;
        };
        let port = peers::free_port();
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        if let Some(unchecked) = unchecked {
            command.env("INITIAL_NO_AUTH_ACTION_COUNT", unchecked.to_string());
        }
        let process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut imitation = Self { process, endpoint: format!("http://127.0.0.1:{port}") };
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            let ended = imitation.process.try_wait().unwrap();
            assert!(ended.is_none(), "moto does not start: {ended:?}");
            assert!(begin.elapsed() < Duration::from_secs(120), "it does not listen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Some(imitation)
    }

    fn client(&self, key: Credentials) -> Client {
        Client::new(url(&self.endpoint), key).unwrap()
    }

    /// A call of IAM without a signature; gives the XML.
    async fn iam(&self, form: &str) -> String {
        let scope = "AWS4-HMAC-SHA256 Credential=x/20251121/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=x";
        let request = reqwest::Client::builder().no_proxy().build().unwrap().post(&self.endpoint);
        let request = request.header("authorization", scope);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let answer = request.body(format!("{form}&Version=2010-05-08")).send().await.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        assert!(status.is_success(), "{form}: {text}");
        text
    }
}

fn key(id: &str, secret: &str) -> Credentials {
    Credentials { access_key_id: id.to_owned(), secret_access_key: secret.to_owned(), session_token: None }
}

#[tokio::test]
async fn a_domain_is_made_used_and_forgotten() {
    let Some(ses) = Imitation::start("a_domain_is_made_used_and_forgotten", None).await else { return };
    let client = ses.client(key("AKIDEXAMPLE", "secret"));
    assert_eq!(client.get_identity("letters.example", NOW).await, Err(SesError::NotFound));
    let refused = client.send_raw(&MAIL, NOW).await;
    assert!(
        matches!(&refused, SendOutcome::Refused { code, kind: RefusalKind::SenderRejected, .. } if code == "MessageRejected"),
        "{refused:?}"
    );
    client.create_identity("letters.example", NOW).await.unwrap();
    client.create_identity("letters.example", NOW).await.unwrap();
    assert_eq!(client.get_identity("letters.example", NOW).await.unwrap().status, "SUCCESS");
    let mail = RawMail { tags: &[("attempt", "1")], ..MAIL };
    for _ in 0..2 {
        let outcome = client.send_raw(&mail, NOW).await;
        assert!(
            matches!(&outcome, SendOutcome::Accepted { message_id } if message_id.len() > 10),
            "{outcome:?}"
        );
    }
    client.delete_identity("letters.example", NOW).await.unwrap();
    client.delete_identity("letters.example", NOW).await.unwrap();
    assert_eq!(client.get_identity("letters.example", NOW).await, Err(SesError::NotFound));
    // When the imitation learns these, they can be tested against it.
    assert_eq!(client.account(NOW).await, Err(SesError::Unsupported));
    let error = client.put_mail_from("letters.example", "bounce.letters.example", NOW).await.unwrap_err();
    assert_eq!(error, SesError::Unsupported);
}

#[tokio::test]
async fn the_signature_is_the_one_aws_calculates() {
    let Some(ses) = Imitation::start("the_signature_is_the_one_aws_calculates", Some(3)).await else {
        return;
    };
    ses.iam("Action=CreateUser&UserName=u").await;
    let xml = ses.iam("Action=CreateAccessKey&UserName=u").await;
    let policy = "%7B%22Version%22%3A%222012-10-17%22%2C%22Statement%22%3A%5B%7B%22Effect%22%3A%22Allow%22%2C%22Action%22%3A%22*%22%2C%22Resource%22%3A%22*%22%7D%5D%7D";
    ses.iam(&format!("Action=PutUserPolicy&UserName=u&PolicyName=p&PolicyDocument={policy}")).await;
    let element = |name: &str| {
        let (_, rest) = xml.split_once(&format!("<{name}>")).unwrap();
        rest.split_once('<').unwrap().0.to_owned()
    };
    let (id, secret) = (element("AccessKeyId"), element("SecretAccessKey"));
    let right = ses.client(key(&id, &secret));
    right.create_identity("letters.example", NOW).await.unwrap();
    right.get_identity("letters.example", NOW).await.unwrap();
    let outcome = right.send_raw(&MAIL, NOW).await;
    assert!(matches!(outcome, SendOutcome::Accepted { .. }), "{outcome:?}");
    let wrong = ses.client(key(&id, &format!("{secret}x")));
    for outcome in
        [wrong.send_raw(&MAIL, NOW).await, ses.client(key("AKIDOTHER", &secret)).send_raw(&MAIL, NOW).await]
    {
        assert!(
            matches!(outcome, SendOutcome::Refused { kind: RefusalKind::SenderRejected, .. }),
            "{outcome:?}"
        );
    }
    let error = wrong.get_identity("letters.example", NOW).await.unwrap_err();
    assert!(matches!(error, SesError::Refused { status: 403, .. }), "{error:?}");
    right.delete_identity("letters.example", NOW).await.unwrap();
}

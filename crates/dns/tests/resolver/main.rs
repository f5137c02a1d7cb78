//! The resolver against a DNS server that does what a test tells it to, by UDP and TCP.

#![allow(clippy::unwrap_used)]

mod check;
mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dns::{Answer, DomainName, MxGroup, RecordType};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::rdata::{CNAME, MX};
use hickory_resolver::proto::rr::{RData, Record};

use server::{Transport, coded, name, record, referral, reply, resolver, serve, serve_records, soa, txt};

fn found(values: &[&str]) -> Answer {
    Answer::Found(values.iter().map(ToString::to_string).collect())
}

fn failed(answer: Answer) -> String {
    match answer {
        Answer::Failed(why) => why,
        other => panic!("expected a failure, got {other:?}"),
    }
}

#[tokio::test]
async fn joins_the_strings_of_a_txt_and_keeps_the_order_stable() {
    let resolver = serve_records(vec![
        record("a.example.test.", txt(&[b"v=DKIM1; k=rsa; p=AAA", b"BBB"])),
        record("a.example.test.", txt(&[b"another"])),
        record("a.example.test.", txt(&[b""])),
    ])
    .await;
    let answer = resolver.lookup(RecordType::Txt, "a.example.test").await;
    assert_eq!(answer, found(&["", "another", "v=DKIM1; k=rsa; p=AAABBB"]));
    assert_eq!(resolver.lookup(RecordType::Txt, "A.Example.Test.").await, answer);
}

#[tokio::test]
async fn shows_control_characters_and_bytes_that_are_not_text() {
    let resolver = serve_records(vec![record(
        "a.example.test.",
        txt(&["a\n\u{1b}[2J\0\u{202e}é".as_bytes(), b"\xff", "é".as_bytes()]),
    )])
    .await;
    let answer = resolver.lookup(RecordType::Txt, "a.example.test").await;
    assert_eq!(answer, found(&["a\\n\\u{1b}[2J\\u{0}\\u{202e}é\u{fffd}é"]));
}

#[tokio::test]
async fn writes_mx_and_cname_in_one_form() {
    let resolver = serve_records(vec![
        record("example.test.", RData::MX(MX::new(100, name("C.example.test.")))),
        record("example.test.", RData::MX(MX::new(20, name("B.example.test.")))),
        record("example.test.", RData::MX(MX::new(9, name("a.Example.test.")))),
        record("www.example.test.", RData::CNAME(CNAME(name("Host.Example.NET.")))),
    ])
    .await;
    assert_eq!(
        resolver.lookup(RecordType::Mx, "example.test").await,
        found(&["9 a.example.test", "20 b.example.test", "100 c.example.test"])
    );
    assert_eq!(resolver.lookup(RecordType::Cname, "www.example.test").await, found(&["host.example.net"]));
}

#[tokio::test]
async fn follows_a_cname_to_the_txt_behind_it() {
    let resolver = serve_records(vec![
        record("s._domainkey.example.test.", RData::CNAME(CNAME(name("s.relay.test.")))),
        record("s.relay.test.", RData::CNAME(CNAME(name("s2.relay.test.")))),
        record("s2.relay.test.", txt(&[b"v=DKIM1; p=AAA"])),
    ])
    .await;
    let key = resolver.lookup(RecordType::Txt, "s._domainkey.example.test").await;
    assert_eq!(key, found(&["v=DKIM1; p=AAA"]));
    let target = resolver.lookup(RecordType::Cname, "s._domainkey.example.test").await;
    assert_eq!(target, found(&["s.relay.test"]));
}

#[tokio::test]
async fn tells_a_loop_and_a_dangling_cname_apart() {
    let resolver = serve_records(vec![
        record("a.example.test.", RData::CNAME(CNAME(name("b.example.test.")))),
        record("b.example.test.", RData::CNAME(CNAME(name("a.example.test.")))),
        record("self.example.test.", RData::CNAME(CNAME(name("self.example.test.")))),
        record("dangling.example.test.", RData::CNAME(CNAME(name("gone.example.test.")))),
    ])
    .await;
    for looping in ["a.example.test", "self.example.test"] {
        assert!(failed(resolver.lookup(RecordType::Txt, looping).await).contains("circle"));
    }
    assert_eq!(resolver.lookup(RecordType::Txt, "dangling.example.test").await, Answer::Absent);
    assert_eq!(resolver.lookup(RecordType::Cname, "a.example.test").await, found(&["b.example.test"]));
}

#[tokio::test]
async fn knows_a_loop_that_comes_in_one_message() {
    let resolver = serve(Arc::new(|question, _| {
        let mut answer = reply(&question);
        answer.add_answers([
            record("a.example.test.", RData::CNAME(CNAME(name("b.example.test.")))),
            record("b.example.test.", RData::CNAME(CNAME(name("a.example.test.")))),
        ]);
        Some(answer.to_vec().unwrap())
    }))
    .await;
    assert!(failed(resolver.lookup(RecordType::Txt, "a.example.test").await).contains("circle"));
}

#[tokio::test]
async fn takes_what_is_truncated_by_tcp() {
    let by_tcp = Arc::new(AtomicUsize::new(0));
    let counted = by_tcp.clone();
    let resolver = serve(Arc::new(move |question, transport| {
        let mut answer = reply(&question);
        if transport == Transport::Udp {
            answer.metadata.truncation = true;
        } else {
            counted.fetch_add(1, Ordering::SeqCst);
            answer.add_answer(record("a.example.test.", txt(&[b"whole"])));
        }
        Some(answer.to_vec().unwrap())
    }))
    .await;
    assert_eq!(resolver.lookup(RecordType::Txt, "a.example.test").await, found(&["whole"]));
    assert_eq!(by_tcp.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn fails_when_tcp_gives_garbage_or_is_truncated_too() {
    let resolver = serve(Arc::new(|question, transport| {
        let mut answer = reply(&question);
        answer.metadata.truncation = true;
        let octets = answer.to_vec().unwrap();
        if transport == Transport::Udp { Some(octets) } else { Some(octets[..7].to_vec()) }
    }))
    .await
    .bounded(Duration::from_millis(500));
    failed(resolver.lookup(RecordType::Txt, "a.example.test").await);
    let resolver = serve(Arc::new(|question, _| {
        let mut answer = reply(&question);
        answer.metadata.truncation = true;
        Some(answer.to_vec().unwrap())
    }))
    .await;
    assert!(failed(resolver.lookup(RecordType::Txt, "a.example.test").await).contains("in part"));
}

#[tokio::test]
async fn fails_on_an_answer_that_cannot_be_read() {
    let resolver = serve(Arc::new(|question, _| {
        let mut answer = reply(&question);
        answer.add_answer(record("a.example.test.", txt(&[b"something"])));
        let mut octets = answer.to_vec().unwrap();
        octets.truncate(octets.len() - 4);
        Some(octets)
    }))
    .await;
    assert!(failed(resolver.lookup(RecordType::Txt, "a.example.test").await).contains("could not be read"));
}

#[tokio::test]
async fn calls_nxdomain_and_no_data_absent() {
    let resolver = serve(Arc::new(|question, _| {
        let mut answer = reply(&question);
        answer.metadata.response_code = ResponseCode::NXDomain;
        answer.add_authorities([soa()]);
        Some(answer.to_vec().unwrap())
    }))
    .await;
    assert_eq!(resolver.lookup(RecordType::Txt, "no.example.test").await, Answer::Absent);
    let resolver = serve_records(vec![record("a.example.test.", txt(&[b"text"]))]).await;
    assert_eq!(resolver.lookup(RecordType::Mx, "a.example.test").await, Answer::Absent);
    let resolver = serve(Arc::new(|question, _| Some(coded(&question, ResponseCode::NoError)))).await;
    assert_eq!(resolver.lookup(RecordType::Txt, "a.example.test").await, Answer::Absent);
}

#[tokio::test]
async fn calls_every_other_code_and_a_referral_a_failure() {
    let codes = [
        (ResponseCode::ServFail, "SERVFAIL"),
        (ResponseCode::Refused, "REFUSED"),
        (ResponseCode::FormErr, "code 1"),
        (ResponseCode::NotImp, "code 4"),
        (ResponseCode::Unknown(12), "code 12"),
    ];
    for (code, clause) in codes {
        let resolver = serve(Arc::new(move |question, _| Some(coded(&question, code)))).await;
        let why = failed(resolver.lookup(RecordType::Txt, "a.example.test").await);
        assert!(why.contains(clause), "{code:?}: {why}");
    }
    let resolver = serve(Arc::new(|question, _| Some(referral(&question)))).await;
    assert!(failed(resolver.lookup(RecordType::Txt, "a.example.test").await).contains("refers"));
}

#[tokio::test]
async fn gives_up_on_silence_and_on_nobody() {
    let silent = serve(Arc::new(|_, _| None)).await.bounded(Duration::from_millis(50));
    assert!(failed(silent.lookup(RecordType::Txt, "a.example.test").await).contains("in time"));
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], peers::free_port()));
    failed(resolver(address).bounded(Duration::from_secs(1)).lookup(RecordType::Txt, "a.example.test").await);
    failed(resolver(address).lookup(RecordType::Txt, &"a".repeat(300)).await);
}

#[tokio::test]
async fn bounds_what_is_huge() {
    let long = vec![b'x'; 255];
    let strings: Vec<&[u8]> = vec![&long; 20];
    let one = record("one.example.test.", txt(&strings));
    let mut records = vec![one];
    records.extend((0..60).map(|number| {
        record("many.example.test.", txt(&[format!("{number:03}").as_bytes(), &long, &long, &long]))
    }));
    records.extend((0..20).map(|number| {
        // Each NUL is shown as five characters, so what fits a message fills far more than the bound.
        record("total.example.test.", txt(&[&[b'a' + number], &[0; 255], &[0; 255], &[0; 255], &[0; 255]]))
    }));
    let records: Arc<Vec<Record>> = Arc::new(records);
    let resolver = serve(Arc::new(move |question, transport| {
        let mut answer = reply(&question);
        if transport == Transport::Udp {
            answer.metadata.truncation = true;
        } else {
            let asked = question.queries[0].name().clone();
            answer.add_answers(records.iter().filter(|record| record.name == asked).cloned());
        }
        Some(answer.to_vec().unwrap())
    }))
    .await;
    let Answer::Found(one) = resolver.lookup(RecordType::Txt, "one.example.test").await else { panic!() };
    assert_eq!((one.len(), one[0].len()), (1, 4096));
    let Answer::Found(many) = resolver.lookup(RecordType::Txt, "many.example.test").await else { panic!() };
    assert_eq!(many.len(), 50);
    assert!(many[0].starts_with("000") && many[49].starts_with("049"));
    let Answer::Found(total) = resolver.lookup(RecordType::Txt, "total.example.test").await else { panic!() };
    assert_eq!(total.iter().map(String::len).collect::<Vec<_>>(), [4096; 16], "64 KiB and not a value more");
}

#[tokio::test]
async fn keeps_no_answer_for_the_next_question() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let resolver = serve(Arc::new(move |question, _| {
        let mut answer = reply(&question);
        match counted.fetch_add(1, Ordering::SeqCst) {
            // NODATA asks once more whether there is a CNAME.
            0 | 1 => answer.add_authorities([soa()]),
            number => answer.add_answers([record("a.example.test.", txt(&[number.to_string().as_bytes()]))]),
        };
        Some(answer.to_vec().unwrap())
    }))
    .await;
    let again = resolver.clone();
    assert_eq!(resolver.lookup(RecordType::Txt, "a.example.test").await, Answer::Absent);
    assert_eq!(again.lookup(RecordType::Txt, "a.example.test").await, found(&["2"]));
    assert_eq!(resolver.lookup(RecordType::Txt, "a.example.test").await, found(&["3"]));
}

#[tokio::test]
async fn groups_domains_by_who_takes_their_mail() {
    let mx = |owner: &str, preference, host: &str| record(owner, RData::MX(MX::new(preference, name(host))));
    let resolver = serve_records(vec![
        mx("a.test.", 20, "backup.elsewhere.test."),
        mx("a.test.", 5, "ASPMX.L.Google.COM."),
        mx("null.test.", 0, "."),
        mx("both.test.", 0, "."),
        mx("both.test.", 10, "mx1.mail.example.co.uk."),
        mx("tied.test.", 10, "mx.b.test."),
        mx("tied.test.", 10, "mx.a.test."),
    ])
    .await;
    let group = async |text: &str| resolver.mx_group(&DomainName::parse(text).unwrap()).await;
    assert_eq!(group("a.test").await, MxGroup::Group("google.com".into()));
    assert_eq!(group("null.test").await, MxGroup::RefusesMail);
    assert_eq!(group("both.test").await, MxGroup::Group("example.co.uk".into()));
    assert_eq!(group("tied.test").await, MxGroup::Group("a.test".into()));
    assert_eq!(group("mail.news.example.test").await, MxGroup::Group("example.test".into()));
    assert_eq!(resolver.lookup(RecordType::Mx, "null.test").await, found(&["0 ."]));
    let broken = serve(Arc::new(|question, _| Some(coded(&question, ResponseCode::ServFail)))).await;
    assert_eq!(broken.mx_group(&DomainName::parse("a.test").unwrap()).await, MxGroup::Unknown);
}

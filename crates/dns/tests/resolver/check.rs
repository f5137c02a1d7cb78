//! Records that are there, and those that are not, judged together with what they lead to.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dns::{Checked, Expected, Piece, Purpose, RecordType, Resolver, Status};
use hickory_resolver::proto::op::{Message, ResponseCode};
use hickory_resolver::proto::rr::rdata::{A, AAAA, CNAME, MX};
use hickory_resolver::proto::rr::{RData, Record};

use crate::server::{coded, name, record, referral, reply, serve, serve_records, soa, txt};

/// What a server does to a question; silence is `None`.
type Fault = fn(&Message) -> Option<Vec<u8>>;

const POLICY: &str = "v=spf1 ip4:192.0.2.10 ~all";
const KEY: &str = "v=DKIM1; k=rsa; p=MIIBIjANBgkq";

fn text(owner: &str, value: &str) -> Record {
    record(owner, txt(&[value.as_bytes()]))
}

fn alias(owner: &str, target: &str) -> Record {
    record(owner, RData::CNAME(CNAME(name(target))))
}

fn mx(owner: &str, preference: u16, host: &str) -> Record {
    record(owner, RData::MX(MX::new(preference, name(host))))
}

fn expected(purpose: Purpose, record_type: RecordType, name: &str, value: &str) -> Expected {
    Expected { purpose, record_type, name: name.into(), value: value.into() }
}

fn spf() -> Expected {
    expected(Purpose::Spf, RecordType::Txt, "news.example.test", POLICY)
}

fn dkim() -> Expected {
    expected(Purpose::Dkim, RecordType::Txt, "lp1._domainkey.news.example.test", KEY)
}

fn said(checked: &Checked) -> String {
    checked.advice.as_ref().unwrap().to_string()
}

/// What the advice gives to be entered.
fn value(checked: &Checked) -> &str {
    let pieces = checked.advice.as_ref().unwrap().pieces();
    pieces.iter().find_map(|piece| if let Piece::Value(value) = piece { Some(value) } else { None }).unwrap()
}

#[track_caller]
fn is(checked: &Checked, status: Status, part: &str) {
    assert_eq!(checked.status, status, "{checked:?}");
    let said = said(checked);
    assert!(said.contains(part) && said.ends_with('.'), "{said:?} lacks {part:?}");
}

#[tokio::test]
async fn a_name_with_the_zone_twice_is_found_out() {
    for (doubled, zone, entered) in [
        ("lp1._domainkey.news.example.test.example.test", "example.test", "lp1._domainkey.news"),
        ("lp1._domainkey.news.example.test.news.example.test", "news.example.test", "lp1._domainkey"),
    ] {
        let dns = serve_records(vec![text(&format!("{doubled}."), KEY)]).await;
        let checked = dns.check(&dkim()).await;
        is(
            &checked,
            Status::Missing,
            &format!("stands at {doubled} instead of lp1._domainkey.news.example.test"),
        );
        is(&checked, Status::Missing, &format!("appended {zone} to the name"));
        assert_eq!(value(&checked), entered);
    }
    let dns = serve_records(vec![text("news.example.test.example.test.", POLICY)]).await;
    assert_eq!(value(&dns.check(&spf()).await), "news");
    let path = expected(Purpose::ReturnPath, RecordType::Mx, "bounces.example.test", "10 in.relay.test");
    let dns = serve_records(vec![mx("bounces.example.test.example.test.", 10, "in.relay.test.")]).await;
    assert_eq!(value(&dns.check(&path).await), "bounces");
}

#[tokio::test]
async fn a_name_that_lacks_a_part_is_found_out() {
    let dmarc = expected(Purpose::Dmarc, RecordType::Txt, "_dmarc.news.example.test", "v=DMARC1; p=none");
    for (expected, at, held) in [
        (dkim(), "lp1._domainkey.example.test", KEY),
        (dkim(), "lp1.news.example.test", KEY),
        (dmarc, "news.example.test", "v=DMARC1; p=none"),
    ] {
        let dns = serve_records(vec![text(&format!("{at}."), held)]).await;
        let checked = dns.check(&expected).await;
        is(&checked, Status::Missing, &format!("stands at {at} instead of {}", expected.name));
        assert_eq!(format!("{}.example.test", value(&checked)), expected.name);
    }
    // Another key at such a name may belong to somebody else.
    let dns = serve_records(vec![text("lp1._domainkey.example.test.", "v=DKIM1; p=AAAA")]).await;
    is(&dns.check(&dkim()).await, Status::Missing, "Create a TXT record");
}

#[tokio::test]
async fn a_cname_in_the_way_is_named() {
    let dns = serve_records(vec![
        alias("lp1._domainkey.news.example.test.", "gone.relay.test."),
        alias("news.example.test.", "shop.relay.test."),
        text("shop.relay.test.", "v=spf1 ip4:198.51.100.1 -all"),
    ])
    .await;
    let dangling = dns.check(&dkim()).await;
    is(
        &dangling,
        Status::Wrong,
        "A CNAME record leads from lp1._domainkey.news.example.test to gone.relay.test",
    );
    is(&dangling, Status::Wrong, "where there is no such TXT record. Remove it");
    assert_eq!(dangling.found, ["CNAME gone.relay.test"]);
    let other = dns.check(&spf()).await;
    is(
        &other,
        Status::Wrong,
        "leads from news.example.test to shop.relay.test, where the TXT record is another one",
    );
    assert_eq!(other.found, ["CNAME shop.relay.test", "v=spf1 ip4:198.51.100.1 -all"]);
}

#[tokio::test]
async fn a_cname_of_links_that_leads_nowhere_is_wrong() {
    let tracking = expected(Purpose::Tracking, RecordType::Cname, "go.example.test", "letters.relay.test");
    let cname = || alias("go.example.test.", "letters.relay.test.");
    let dns = serve_records(vec![cname()]).await;
    is(&dns.check(&tracking).await, Status::Wrong, "letters.relay.test, where it leads, has no address");
    for target in ["gone.relay.test.", "letters.relay.test."] {
        let dns = serve_records(vec![cname(), alias("letters.relay.test.", target)]).await;
        is(&dns.check(&tracking).await, Status::Wrong, "letters.relay.test, where it leads, has no address");
    }
    for address in [RData::A(A::new(192, 0, 2, 1)), RData::AAAA(AAAA::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1))] {
        let dns = serve_records(vec![cname(), record("letters.relay.test.", address)]).await;
        let checked = dns.check(&tracking).await;
        assert_eq!((checked.status, checked.advice), (Status::Found, None));
    }
}

#[tokio::test]
async fn bounces_that_go_elsewhere_first_are_wrong() {
    let path = expected(Purpose::ReturnPath, RecordType::Mx, "bounces.example.test", "10 in.relay.test");
    let ours = || {
        vec![
            mx("bounces.example.test.", 10, "in.relay.test."),
            record("in.relay.test.", RData::A(A::new(192, 0, 2, 1))),
        ]
    };
    for (preference, status) in [(5, Status::Wrong), (10, Status::Wrong), (20, Status::Found)] {
        let mut records = ours();
        records.push(mx("bounces.example.test.", preference, "mail.host.test."));
        let checked = serve_records(records).await.check(&path).await;
        assert_eq!(
            (checked.status, checked.advice.is_some()),
            (status, status == Status::Wrong),
            "{preference}"
        );
    }
    let dns = serve_records(ours()[..1].to_vec()).await;
    is(&dns.check(&path).await, Status::Found, "in.relay.test, which it names, has no address");
}

#[tokio::test]
async fn what_is_included_is_there_and_right() {
    let with = async |more: &[(&str, &str)]| {
        let mut records = vec![text("news.example.test.", "v=spf1 ip4:192.0.2.10 include:a.test ~all")];
        records.extend(more.iter().map(|(owner, value)| text(owner, value)));
        serve_records(records).await.check(&spf()).await
    };
    let fine = with(&[
        ("a.test.", "v=spf1 include:b.test -all"),
        ("b.test.", "v=spf1 mx redirect=c.test"),
        ("c.test.", POLICY),
    ])
    .await;
    assert_eq!((fine.status, fine.advice), (Status::Found, None));
    is(&with(&[]).await, Status::Wrong, "includes a.test, which has no SPF record");
    is(&with(&[("a.test.", "other text")]).await, Status::Wrong, "which has no SPF record");
    is(&with(&[("a.test.", POLICY), ("a.test.", "v=spf1 -all")]).await, Status::Wrong, "has 2 SPF records");
    is(
        &with(&[("a.test.", "v=spf1 ipv4:192.0.2.1 -all")]).await,
        Status::Wrong,
        "a mistake, “ipv4:192.0.2.1”",
    );
    let deep =
        with(&[("a.test.", "v=spf1 include:b.test -all"), ("b.test.", "v=spf1 redirect=c.test")]).await;
    is(&deep, Status::Wrong, "includes a.test, which includes c.test, which has no SPF record");
    // Names that depend on the mail cannot be known.
    let macros = with(&[("a.test.", "v=spf1 include:%{i}.b.test exists:%{i}.c.test -all")]).await;
    assert_eq!((macros.status, macros.advice), (Status::Found, None));
}

#[tokio::test]
async fn only_a_policy_includes_others() {
    let value = "letterpress=abc include:gone.test";
    let ownership = expected(Purpose::Ownership, RecordType::Txt, "example.test", value);
    let checked = serve_records(vec![text("example.test.", value)]).await.check(&ownership).await;
    assert_eq!((checked.status, checked.advice), (Status::Found, None));
}

#[tokio::test]
async fn look_ups_of_what_is_included_count() {
    let with = async |last: usize| {
        let record = format!("v=spf1 {}~all", "mx ".repeat(last));
        serve_records(vec![
            text("news.example.test.", "v=spf1 ip4:192.0.2.10 include:a.test include:b.test ~all"),
            text("a.test.", "v=spf1 a:x.test a:y.test exists:z.test ~all"),
            text("b.test.", &record),
        ])
        .await
        .check(&spf())
        .await
    };
    let ten = with(5).await;
    assert_eq!((ten.status, ten.advice), (Status::Found, None));
    is(&with(6).await, Status::Wrong, "needs more than 10 DNS look-ups");
}

#[tokio::test]
async fn policies_that_include_each_other_are_asked_for_ten_times_at_most() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let dns = serve(Arc::new(move |question, _| {
        let mut answer = reply(&question);
        let owner = question.queries[0].name().to_string();
        counted.fetch_add(1, Ordering::SeqCst);
        let included =
            if owner == "news.example.test." { "ip4:192.0.2.10 include:a.test" } else { "include:a.test" };
        answer.add_answer(text(&owner, &format!("v=spf1 {included} ~all")));
        Some(answer.to_vec().unwrap())
    }))
    .await;
    is(&dns.check(&spf()).await, Status::Wrong, "needs more than 10 DNS look-ups");
    assert!(asked.load(Ordering::SeqCst) <= 11);
}

#[tokio::test]
async fn trouble_with_what_a_record_leads_to_changes_nothing() {
    let serve_but = async |fault: Fault| -> Resolver {
        serve(Arc::new(move |question, _| {
            let query = &question.queries[0];
            let mut answer = reply(&question);
            match query.name().to_string().as_str() {
                "news.example.test." => {
                    answer
                        .add_answer(text("news.example.test.", "v=spf1 ip4:192.0.2.10 include:a.test ~all"));
                }
                "go.example.test." => {
                    answer.add_answer(alias("go.example.test.", "letters.relay.test."));
                }
                "absent.example.test." => {
                    answer.add_authorities([soa()]);
                }
                _ => return fault(&question),
            }
            Some(answer.to_vec().unwrap())
        }))
        .await
        .bounded(Duration::from_millis(200))
    };
    let tracking = expected(Purpose::Tracking, RecordType::Cname, "go.example.test", "letters.relay.test");
    let absent = expected(Purpose::Spf, RecordType::Txt, "absent.example.test", POLICY);
    let faults: [(&str, Fault); 4] = [
        ("SERVFAIL", |question| Some(coded(question, ResponseCode::ServFail))),
        ("REFUSED", |question| Some(coded(question, ResponseCode::Refused))),
        ("a referral", |question| Some(referral(question))),
        ("silence", |_| None),
    ];
    for (fault, answer) in faults {
        let dns = serve_but(answer).await;
        for expected in [spf(), tracking.clone()] {
            let checked = dns.check(&expected).await;
            assert_eq!((checked.status, checked.advice), (Status::Found, None), "{fault} {expected:?}");
        }
        is(&dns.check(&absent).await, Status::Missing, "Create a TXT record");
    }
}

#[tokio::test]
async fn each_fault_of_a_value_is_named() {
    let dmarc = expected(Purpose::Dmarc, RecordType::Txt, "_dmarc.example.test", "v=DMARC1; p=none");
    for (expected, held, status, part) in [
        (dkim(), "k=rsa; p=MIIBIjANBgkq; v=DKIM1", Status::Wrong, "must begin with v=DKIM1"),
        (
            dmarc,
            "v=DMARC1; p=none; rua=dmarc@example.test",
            Status::Found,
            "No report arrives at “dmarc@example.test”",
        ),
        (spf(), "v=spf1 ip4:192.0.2.10 +all", Status::Wrong, "With +all everyone may send"),
    ] {
        let dns = serve_records(vec![text(&format!("{}.", expected.name), held)]).await;
        is(&dns.check(&expected).await, status, part);
    }
    let dns =
        serve_records(vec![text("news.example.test.", POLICY), text("news.example.test.", "v=spf1 mx -all")])
            .await;
    is(&dns.check(&spf()).await, Status::Wrong, "merge them into one");
}

#[tokio::test]
async fn takes_the_dmarc_policy_of_the_organizational_domain() {
    let resolver = serve_records(vec![
        record("_dmarc.above.test.", txt(&[b"v=DMARC1; p=reject"])),
        record("_dmarc.own.above.test.", txt(&[b"v=DMARC1; p=none"])),
        record("_dmarc.bad.test.", txt(&[b"v=DMARC1; p=rejct"])),
    ])
    .await;
    let check = async |name: &str| {
        let (purpose, record_type) = (Purpose::Dmarc, RecordType::Txt);
        let value = "v=DMARC1; p=none".to_owned();
        resolver.check(&Expected { purpose, record_type, name: name.into(), value }).await
    };
    let above = check("_dmarc.a.news.above.test").await;
    assert_eq!((above.status, above.found), (Status::Found, vec!["v=DMARC1; p=reject".to_owned()]));
    assert_eq!(check("_dmarc.own.above.test").await.found, ["v=DMARC1; p=none"]);
    let bad = check("_dmarc.news.bad.test").await;
    assert_eq!(bad.status, Status::Wrong);
    assert!(said(&bad).starts_with("At _dmarc.bad.test: "));
    let none = check("_dmarc.news.none.test").await;
    assert_eq!(none.status, Status::Missing);
    assert!(said(&none).contains("at _dmarc.news.none.test"));
    let broken = serve(Arc::new(|question, _| Some(coded(&question, ResponseCode::ServFail)))).await;
    let unknown = Expected {
        purpose: Purpose::Dkim,
        record_type: RecordType::Txt,
        name: "s._domainkey.example.test".into(),
        value: "v=DKIM1; p=AAAA".into(),
    };
    assert_eq!(broken.check(&unknown).await.status, Status::Unknown);
}

//! The zone snippet, served by a real name server (Debian package `knot`) and checked record by record.

#![allow(clippy::unwrap_used)]

use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use dns::{Answer, DomainName, Expected, Purpose, RecordType, Resolver, Status, ZoneRecord, zone_snippet};

const HEAD: &str = "\
example.test. 60 IN SOA ns.example.test. dns.example.test. 1 60 60 60 60
example.test. 60 IN NS ns.example.test.
ns.example.test. 60 IN A 127.0.0.1
";

const POLICY: &str = "v=spf1 ip4:192.0.2.1 ~all";

struct Knot {
    child: Child,
    resolver: Resolver,
    folder: tempfile::TempDir,
}

impl Drop for Knot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that is free for both transports at this moment.
fn free() -> SocketAddr {
    loop {
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = tcp.local_addr().unwrap();
        if UdpSocket::bind(address).is_ok() {
            return address;
        }
    }
}

async fn serve(zone: &str) -> Knot {
    let deadline = Instant::now() + Duration::from_secs(30);
    'start: loop {
        let folder = tempfile::tempdir().unwrap();
        let (path, address) = (folder.path(), free());
        std::fs::write(path.join("example.test.zone"), zone).unwrap();
        let text = format!(
            "server:\n  rundir: \"{0}\"\n  listen: {1}@{2}\n  udp-workers: 1\n  tcp-workers: 1\n  background-workers: 1\n\
             log:\n  - target: stderr\n    any: warning\n\
             database:\n  storage: \"{0}\"\n\
             zone:\n  - domain: example.test\n    storage: \"{0}\"\n    file: example.test.zone\n",
            path.display(),
            address.ip(),
            address.port(),
        );
        std::fs::write(path.join("knot.conf"), text).unwrap();
        let errors = std::fs::File::create(path.join("errors")).unwrap();
        let child = peers::program("knotd")
            .unwrap()
            .arg("-c")
            .arg(path.join("knot.conf"))
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn()
            .unwrap();
        let resolver = Resolver::at(address).unwrap();
        let mut knot = Knot { child, resolver, folder };
        loop {
            let said = std::fs::read_to_string(knot.folder.path().join("errors")).unwrap();
            assert!(Instant::now() < deadline, "the name server did not start: {said}");
            if knot.child.try_wait().unwrap().is_some() {
                // Somebody else took the port in between.
                assert!(said.contains("bind"), "the name server ended: {said}");
                continue 'start;
            }
            let probe = knot.resolver.clone().bounded(Duration::from_millis(500));
            // The zone is there when the server says that this name, and no other, does not exist.
            if probe.lookup(RecordType::Txt, "ready.example.test").await == Answer::Absent {
                return knot;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Everything a sending domain has; the key is as long as a real one of 2048 bits.
fn wanted() -> Vec<Expected> {
    let expected = |purpose, record_type, name: &str, value: &str| Expected {
        purpose,
        record_type,
        name: name.into(),
        value: value.into(),
    };
    let key = format!("v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A{}IDAQAB", "Ab3+/x9Z".repeat(44));
    vec![
        expected(
            Purpose::Ownership,
            RecordType::Txt,
            "_letterpress.news.example.test",
            r#"letterpress=a "quoted" back\slash; é"#,
        ),
        expected(Purpose::Dkim, RecordType::Txt, "lp1._domainkey.news.example.test", &key),
        expected(Purpose::Dkim, RecordType::Cname, "lp2._domainkey.news.example.test", "lp2.dkim.relay.test"),
        expected(
            Purpose::Spf,
            RecordType::Txt,
            "news.example.test",
            "v=spf1 include:relay.test ip4:192.0.2.1 ~all",
        ),
        expected(Purpose::ReturnPath, RecordType::Mx, "bounce.news.example.test", "10 in.relay.test"),
        expected(
            Purpose::ReturnPath,
            RecordType::Txt,
            "bounce.news.example.test",
            "v=spf1 ip4:192.0.2.1 -all",
        ),
        expected(Purpose::Dmarc, RecordType::Txt, "_dmarc.news.example.test", "v=DMARC1; p=none"),
        expected(Purpose::Tracking, RecordType::Cname, "go.news.example.test", "track.relay.test"),
        expected(Purpose::Verification, RecordType::Txt, "news.example.test", "relay-verification=123"),
    ]
}

/// The same record with a mistake of the kind people make.
fn broken(expected: &Expected) -> String {
    match (expected.record_type, expected.purpose) {
        (RecordType::Txt, Purpose::Spf | Purpose::ReturnPath) => "v=spf1 mx -all".into(),
        (RecordType::Txt, Purpose::Dkim) => expected.value[..255].into(),
        (RecordType::Txt, Purpose::Dmarc) => "v=DMARC1; p=rejct".into(),
        (RecordType::Txt, _) => format!("{}0", expected.value),
        // The host appended the domain to a target without its final dot.
        (RecordType::Mx | RecordType::Cname, _) => format!("{}.news.example.test", expected.value),
    }
}

fn zone(wanted: &[Expected], value: impl Fn(usize, &Expected) -> Option<String>) -> String {
    let records: Vec<ZoneRecord> = wanted
        .iter()
        .enumerate()
        .filter_map(|(index, expected)| {
            Some(ZoneRecord {
                record_type: expected.record_type,
                name: expected.name.clone(),
                value: value(index, expected)?,
                ttl: 300,
                comment: format!("{:?}; \"number\" {index}", expected.purpose),
            })
        })
        .collect();
    HEAD.to_owned() + &zone_snippet(&DomainName::parse("news.example.test").unwrap(), &records)
}

async fn statuses(knot: &Knot, wanted: &[Expected]) -> Vec<Status> {
    let mut statuses = Vec::new();
    for expected in wanted {
        statuses.push(knot.resolver.check(expected).await.status);
    }
    statuses
}

#[tokio::test]
async fn a_name_server_takes_the_snippet_and_each_fault_is_found() {
    if peers::program("knotd").is_none() {
        return peers::not_run("dns/Knot DNS", "it is not installed");
    }
    let wanted = wanted();
    let knot = serve(&zone(&wanted, |_, expected| Some(expected.value.clone()))).await;
    for expected in &wanted {
        let checked = knot.resolver.check(expected).await;
        assert_eq!((checked.status, checked.advice), (Status::Found, None), "{expected:?}");
    }
    drop(knot);
    for bad in 0..wanted.len() {
        let text = zone(&wanted, |index, expected| {
            Some(if index == bad { broken(expected) } else { expected.value.clone() })
        });
        let mut exact = vec![Status::Found; wanted.len()];
        exact[bad] = Status::Wrong;
        assert_eq!(statuses(&serve(&text).await, &wanted).await, exact, "{:?}", wanted[bad]);
    }
    let text = zone(&wanted, |index, expected| (index != 1).then(|| expected.value.clone()));
    let mut exact = vec![Status::Found; wanted.len()];
    exact[1] = Status::Missing;
    assert_eq!(statuses(&serve(&text).await, &wanted).await, exact);
}

/// What people get wrong in their zones, as a name server then serves it.
const MISTAKES: &str = r#"
a._domainkey.news.example.test.example.test. 60 IN TXT "v=DKIM1; k=rsa; p=AAAABBBB"
b._domainkey.news.example.test. 60 IN CNAME gone.example.test.
c._domainkey.news.example.test. 60 IN TXT "k=rsa; p=AAAABBBB; v=DKIM1"
d._domainkey.example.test. 60 IN TXT "v=DKIM1; k=rsa; p=AAAABBBB"
e._domainkey.news.example.test. 60 IN TXT "v=DKIM1; k=rsa; p=AAAA"
e._domainkey.news.example.test. 60 IN TXT "BBBB"
bounces.example.test. 60 IN MX 5 mail.example.test.
bounces.example.test. 60 IN MX 10 ns.example.test.
absent.example.test. 60 IN TXT "v=spf1 ip4:192.0.2.1 include:none.example.test ~all"
deep.example.test. 60 IN TXT "v=spf1 ip4:192.0.2.1 include:loop.example.test ~all"
loop.example.test. 60 IN TXT "v=spf1 include:loop.example.test ~all"
two.example.test. 60 IN TXT "v=spf1 ip4:192.0.2.1 ~all"
two.example.test. 60 IN TXT "v=spf1 mx -all"
open.example.test. 60 IN TXT "v=spf1 ip4:192.0.2.1 +all"
alias.example.test. 60 IN CNAME ns.example.test.
quoted.example.test. 60 IN TXT "\"v=spf1 ip4:192.0.2.1 ~all\""
_dmarc.example.test. 60 IN TXT "v=DMARC1; p=none; rua=dmarc@example.test"
go.example.test. 60 IN CNAME gone.example.test.
on.example.test. 60 IN CNAME ns.example.test.
"#;

#[tokio::test]
async fn a_name_server_serves_mistakes_and_each_is_explained() {
    if peers::program("knotd").is_none() {
        return peers::not_run("dns/Knot DNS", "it is not installed");
    }
    let knot = serve(&format!("{HEAD}{MISTAKES}")).await;
    let said = async |purpose, record_type, host: &str, value: &str| {
        let (name, value) = (format!("{host}.example.test"), value.to_owned());
        let checked = knot.resolver.check(&Expected { purpose, record_type, name, value }).await;
        (checked.status, checked.advice.map(|advice| advice.to_string()).unwrap_or_default())
    };
    for (selector, status, part) in [
        ("a", Status::Missing, "stands at a._domainkey.news.example.test.example.test instead of"),
        ("b", Status::Wrong, "leads from b._domainkey.news.example.test to gone.example.test"),
        ("c", Status::Wrong, "must begin with v=DKIM1"),
        ("d", Status::Missing, "stands at d._domainkey.example.test instead of"),
        ("e", Status::Wrong, "entered as 2 records"),
        ("f", Status::Missing, "Create a TXT record"),
    ] {
        let (host, value) = (format!("{selector}._domainkey.news"), "v=DKIM1; k=rsa; p=AAAABBBB");
        let (found, advice) = said(Purpose::Dkim, RecordType::Txt, &host, value).await;
        assert!(found == status && advice.contains(part), "{selector}: {found:?} {advice}");
    }
    for (purpose, record_type, host, value, part) in [
        (Purpose::ReturnPath, RecordType::Mx, "bounces", "10 ns.example.test", "“mail.example.test” first"),
        (Purpose::Spf, RecordType::Txt, "absent", POLICY, "none.example.test, which has no SPF record"),
        (Purpose::Spf, RecordType::Txt, "deep", POLICY, "more than 10 DNS look-ups"),
        (Purpose::Spf, RecordType::Txt, "two", POLICY, "merge them into one"),
        (Purpose::Spf, RecordType::Txt, "open", POLICY, "everyone may send"),
        (Purpose::Spf, RecordType::Txt, "alias", POLICY, "nothing can stand beside a CNAME"),
        (Purpose::Spf, RecordType::Txt, "quoted", POLICY, "quotation marks"),
        (Purpose::Dmarc, RecordType::Txt, "_dmarc", "v=DMARC1; p=none", "No report arrives"),
        (Purpose::Dmarc, RecordType::Txt, "_dmarc.news", "v=DMARC1; p=none", "No report arrives"),
        (Purpose::Tracking, RecordType::Cname, "go", "gone.example.test", "has no address"),
    ] {
        let (found, advice) = said(purpose, record_type, host, value).await;
        // A policy whose reports arrive nowhere is a policy.
        let status = if purpose == Purpose::Dmarc { Status::Found } else { Status::Wrong };
        assert!(found == status && advice.contains(part), "{host}: {found:?} {advice}");
    }
    let tracking = said(Purpose::Tracking, RecordType::Cname, "on", "ns.example.test").await;
    assert_eq!(tracking, (Status::Found, String::new()));
}

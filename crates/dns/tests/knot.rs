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

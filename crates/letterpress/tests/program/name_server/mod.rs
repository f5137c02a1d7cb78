//! A name server whose zone a test changes: a real one (Debian package `knot`) where it is installed, a small one in
//! the test's own process otherwise.

mod small;

use std::{
    fs,
    net::{SocketAddr, TcpListener, UdpSocket},
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use dns::{Answer, RecordType, Resolver};
use tempfile::TempDir;

use crate::harness::PATIENCE;

/// The one zone; whole, because receivers also ask above a domain (RFC 9989 §4.10).
const ZONE: &str = "test";
/// The domain whose records are published.
pub const DOMAIN: &str = "example.test";

/// A running name server.
pub struct NameServer {
    pub address: SocketAddr,
    version: u32,
    server: Server,
}

enum Server {
    Knot(Knot),
    Small(small::Server),
}

struct Knot {
    child: Child,
    folder: TempDir,
}

impl Drop for Knot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl NameServer {
    /// The real one, or the small one where there is none.
    pub async fn start() -> Self {
        if peers::program("knotd").is_some() {
            return Self::knot().await;
        }
        peers::not_run(
            "letterpress/Knot DNS",
            "it is not installed: the name server is the small one of the tests",
        );
        Self::small().await
    }

    /// The small one.
    pub async fn small() -> Self {
        let server = small::Server::start(&zone(1, "")).await;
        Self { address: server.address, version: 1, server: Server::Small(server) }
    }

    async fn knot() -> Self {
        let began = Instant::now();
        loop {
            let address = free();
            let mut knot = Knot::start(address);
            let resolver = resolver(address);
            while knot.child.try_wait().unwrap().is_none() {
                if shows(&resolver, 1).await {
                    return Self { address, version: 1, server: Server::Knot(knot) };
                }
                assert!(began.elapsed() < PATIENCE, "the name server did not start: {}", knot.said());
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            // Somebody else took the port in between.
            assert!(knot.said().contains("bind"), "the name server ended: {}", knot.said());
        }
    }

    /// Serves these records (in the form of a zone file) from now on, and nothing of what was there before.
    pub async fn publish(&mut self, records: &str) {
        self.version += 1;
        let text = zone(self.version, records);
        match &self.server {
            Server::Knot(knot) => {
                // As a whole, so that the server never reads half a file.
                fs::write(knot.zone_file().with_extension("new"), text).unwrap();
                fs::rename(knot.zone_file().with_extension("new"), knot.zone_file()).unwrap();
                let pid = knot.child.id().to_string();
                assert!(Command::new("kill").args(["-HUP", &pid]).status().unwrap().success());
            }
            Server::Small(small) => small.publish(&text),
        }
        let (began, resolver) = (Instant::now(), resolver(self.address));
        while !shows(&resolver, self.version).await {
            let said = if let Server::Knot(knot) = &self.server { knot.said() } else { String::new() };
            assert!(began.elapsed() < PATIENCE, "the name server does not serve the zone: {said}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Knot {
    fn start(address: SocketAddr) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("zone"), zone(1, "")).unwrap();
        let text = format!(
            "server:\n  rundir: \"{0}\"\n  listen: {1}@{2}\n  udp-workers: 1\n  tcp-workers: 1\n  background-workers: 1\n\
             log:\n  - target: stderr\n    any: warning\n\
             database:\n  storage: \"{0}\"\n\
             zone:\n  - domain: {ZONE}\n    storage: \"{0}\"\n    file: zone\n",
            path.display(),
            address.ip(),
            address.port(),
        );
        fs::write(path.join("knot.conf"), text).unwrap();
        let errors = fs::File::create(path.join("errors")).unwrap();
        let child = peers::program("knotd")
            .unwrap()
            .arg("-c")
            .arg(path.join("knot.conf"))
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn()
            .unwrap();
        Self { child, folder }
    }

    fn zone_file(&self) -> PathBuf {
        self.folder.path().join("zone")
    }

    fn said(&self) -> String {
        fs::read_to_string(self.folder.path().join("errors")).unwrap()
    }
}

/// The zone file; its version is also a record, by which a change is seen.
fn zone(version: u32, records: &str) -> String {
    format!(
        "{ZONE}. 60 IN SOA ns.{ZONE}. dns.{ZONE}. {version} 60 60 60 60\n\
         {ZONE}. 60 IN NS ns.{ZONE}.\n\
         ns.{ZONE}. 60 IN A 127.0.0.1\n\
         version.{ZONE}. 60 IN TXT \"{version}\"\n{records}"
    )
}

fn resolver(address: SocketAddr) -> Resolver {
    Resolver::at(address).unwrap().bounded(Duration::from_millis(500))
}

async fn shows(resolver: &Resolver, version: u32) -> bool {
    let answer = resolver.lookup(RecordType::Txt, &format!("version.{ZONE}")).await;
    answer == Answer::Found(vec![version.to_string()])
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

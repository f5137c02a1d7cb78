//! Mails as a receiver looks at them: DKIM and DMARC by two implementations that are not ours, and a filter.

use mail_auth::{
    AuthenticatedMessage, DkimResult, DmarcResult, MessageAuthenticator, SpfOutput,
    dmarc::verify::DmarcParameters,
    hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts},
};

use super::{DOMAIN, Journey, tools::Sample};

/// Mails that are shown to slower programs too.
const SAMPLE: usize = 50;

/// Every mail of the sink.
pub async fn check(journey: &Journey) {
    let receiver = Receiver::new(journey);
    let entries = journey.sink.entries();
    for entry in &entries {
        let mail = journey.sink.mail(entry);
        receiver.believes(&mail).await;
    }
    let mail = String::from_utf8(journey.sink.mail(&entries[0])).unwrap();
    receiver.disbelieves_what_was_changed(&mail).await;
    let some: Vec<Vec<u8>> =
        entries.iter().step_by(entries.len() / SAMPLE).map(|e| journey.sink.mail(e)).collect();
    let answer = journey.admin.get(&format!("{}/dns-records", journey.domain)).await;
    Sample::new(&some, super::records(&answer)).check();
}

struct Receiver(MessageAuthenticator);

/// What one signature came to.
#[derive(Debug)]
struct Verdict {
    algorithm: String,
    dkim: DkimResult,
    /// By this signature alone.
    dmarc: DmarcResult,
}

impl Verdict {
    fn is_pass(&self) -> bool {
        self.dkim == DkimResult::Pass && self.dmarc == DmarcResult::Pass
    }
}

impl Receiver {
    fn new(journey: &Journey) -> Self {
        let address = journey.names.address;
        let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
            connection.port = address.port();
            connection
        });
        let server = NameServerConfig::new(address.ip(), true, connections.to_vec());
        let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
        Self(MessageAuthenticator::new(config, ResolverOpts::default()).unwrap())
    }

    async fn verdicts(&self, mail: &[u8]) -> Vec<Verdict> {
        let message = AuthenticatedMessage::parse(mail).unwrap();
        let outputs = self.0.verify_dkim(&message).await;
        // None passed: what is left of DMARC is DKIM.
        let spf = SpfOutput::new(format!("bounces.{DOMAIN}"));
        let mut verdicts = Vec::new();
        for output in &outputs {
            let one = std::slice::from_ref(output);
            let domain = format!("bounces.{DOMAIN}");
            let dmarc = self.0.verify_dmarc(DmarcParameters::new(&message, one, &domain, &spf)).await;
            verdicts.push(Verdict {
                algorithm: output.signature().map(|s| format!("{:?}", s.a)).unwrap_or_default(),
                dkim: output.result().clone(),
                dmarc: dmarc.dkim_result().clone(),
            });
        }
        verdicts
    }

    /// One signature of each kind, and each is enough.
    async fn believes(&self, mail: &[u8]) {
        let text = String::from_utf8_lossy(mail);
        let head = text.split("\r\n\r\n").next().unwrap();
        let count = head.lines().filter(|line| line.starts_with("DKIM-Signature:")).count();
        assert_eq!(count, 2, "{head}");
        let verdicts = self.verdicts(mail).await;
        let mut kinds: Vec<&str> = verdicts.iter().map(|v| v.algorithm.as_str()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["Ed25519Sha256", "RsaSha256"]);
        assert!(verdicts.iter().all(Verdict::is_pass), "{verdicts:?}: {text}");
    }

    async fn disbelieves_what_was_changed(&self, mail: &str) {
        let (head, body) = mail.split_once("\r\n\r\n").unwrap();
        let changes = [
            ("a changed body", mail.replace("Dorset", "Dorsey")),
            ("a second From", format!("From: Eve <eve@{DOMAIN}>\r\n{mail}")),
            ("a second From below", format!("{head}\r\nFrom: Eve <eve@{DOMAIN}>\r\n\r\n{body}")),
            ("an added List-Unsubscribe", format!("List-Unsubscribe: <https://e.example/>\r\n{mail}")),
            ("no List-Unsubscribe-Post", without(head, body, "List-Unsubscribe-Post")),
            ("no List-Unsubscribe", without(head, body, "List-Unsubscribe")),
        ];
        for (what, changed) in changes {
            assert_ne!(changed, mail, "{what}");
            let verdicts = self.verdicts(changed.as_bytes()).await;
            let none_passes =
                verdicts.iter().all(|v| v.dkim != DkimResult::Pass && v.dmarc != DmarcResult::Pass);
            assert!(verdicts.len() == 2 && none_passes, "{what}: {verdicts:?}");
        }
        // The check itself lets pass what is no change.
        self.believes(format!("Received: from a by b\r\n{mail}").as_bytes()).await;
    }
}

/// The mail without a header field.
fn without(head: &str, body: &str, name: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut is_dropped = false;
    for line in head.split("\r\n") {
        if !line.starts_with([' ', '\t']) {
            is_dropped = line.starts_with(&format!("{name}:"));
        }
        if !is_dropped {
            kept.push(line);
        }
    }
    format!("{}\r\n\r\n{body}", kept.join("\r\n"))
}

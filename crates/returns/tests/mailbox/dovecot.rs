//! The real thing: Dovecot 2.3 on loopback, with a mailbox of its own.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use returns::{
    mailbox::{PollError, PollSettings, Polled},
    report::{Report, read},
};
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::script::{Identity, run, settings};

struct Dovecot {
    folder: TempDir,
    child: Child,
    imap: u16,
    imaps: u16,
    pop3: u16,
    pop3s: u16,
    identity: Identity,
}

/// Its settings of 2.4 are others.
fn program() -> Option<Command> {
    let output = peers::in_place("dovecot")?.arg("--version").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"2.3.")).then(|| peers::in_place("dovecot"))?
}

fn name_of(option: &str) -> String {
    let output = Command::new("id").arg(option).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

impl Dovecot {
    /// `None`, and a word about it, where it is not installed.
    async fn start() -> Option<Self> {
        let Some(mut program) = program() else {
            peers::not_run("returns/Dovecot", "Dovecot 2.3 is not installed (dovecot-imapd, dovecot-pop3d)");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("dovecot").tempdir_in("/tmp").unwrap();
        let identity = Identity::new();
        fs::write(folder.path().join("cert.pem"), &identity.certificate_pem).unwrap();
        fs::write(folder.path().join("key.pem"), &identity.key_pem).unwrap();
        let [imap, imaps, pop3, pop3s] = [(); 4].map(|()| peers::free_port());
        let config = config(folder.path(), [imap, imaps, pop3, pop3s]);
        let file = folder.path().join("dovecot.conf");
        fs::write(&file, config).unwrap();
        if name_of("-u") == "0" {
            // Its processes are other users.
            let status = Command::new("chown").arg("-R").arg("mail:mail").arg(folder.path()).status();
            assert!(status.unwrap().success());
        }
        let child = program.arg("-F").arg("-c").arg(&file).stdin(Stdio::null()).spawn().unwrap();
        let mut server = Self { folder, child, imap, imaps, pop3, pop3s, identity };
        let begin = Instant::now();
        for port in [imap, imaps, pop3, pop3s] {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                assert!(
                    begin.elapsed() < Duration::from_secs(120),
                    "Dovecot does not listen:\n{}",
                    server.log()
                );
                assert!(server.child.try_wait().unwrap().is_none(), "Dovecot ended:\n{}", server.log());
                tokio::task::yield_now().await;
            }
        }
        Some(server)
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// As a delivery agent does: into tmp, then moved into new.
    fn deliver(&self, name: &str, message: &[u8]) {
        let mail = self.folder.path().join("mail");
        let (tmp, new) = (mail.join("tmp").join(name), mail.join("new").join(name));
        for folder in ["tmp", "new", "cur"] {
            fs::create_dir_all(mail.join(folder)).unwrap();
        }
        fs::write(&tmp, message).unwrap();
        if name_of("-u") == "0" {
            assert!(Command::new("chown").arg("-R").arg("mail:mail").arg(&mail).status().unwrap().success());
        }
        fs::rename(tmp, new).unwrap();
    }

    /// Messages that are still there.
    fn count(&self) -> usize {
        let mail = self.folder.path().join("mail");
        ["new", "cur"].iter().map(|folder| fs::read_dir(mail.join(folder)).map_or(0, Iterator::count)).sum()
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // Its master ends the others, which it can do only when it is asked to.
        let asked = Command::new("kill").arg(self.child.id().to_string()).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn config(folder: &Path, [imap, imaps, pop3, pop3s]: [u16; 4]) -> String {
    let root = name_of("-u") == "0";
    let (user, group) =
        if root { ("mail".to_owned(), "mail".to_owned()) } else { (name_of("-un"), name_of("-gn")) };
    // Users that every system has: Dovecot's own come with its installation.
    let (login, internal) = if root { ("nobody", "daemon") } else { (user.as_str(), user.as_str()) };
    let internal_group = if root { "daemon" } else { group.as_str() };
    let folder = folder.display();
    format!(
        "base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap pop3
listen = 127.0.0.1
default_login_user = {login}
default_internal_user = {internal}
default_internal_group = {internal_group}
mail_location = maildir:{folder}/mail
first_valid_uid = 1
first_valid_gid = 1
disable_plaintext_auth = no
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
passdb {{
  driver = static
  args = password=top\"secret
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service pop3-login {{
  chroot =
  inet_listener pop3 {{
    port = {pop3}
  }}
  inet_listener pop3s {{
    port = {pop3s}
    ssl = yes
  }}
}}
"
    )
}

const BOUNCE: &str = include_str!("../corpus/postfix-unknown.eml");

fn is_bounce(mail: &str) -> bool {
    matches!(read(mail.as_bytes()), Report::Delivery(report) if report.recipients.len() == 1)
}

#[tokio::test]
async fn imap_with_dovecot() {
    let Some(server) = Dovecot::start().await else { return };
    server.deliver("1.a", BOUNCE.as_bytes());
    server.deliver("2.b", b"Subject: x\n\nplease refuse\n");
    server.deliver("3.c", &[b"Subject: long\n\n".as_slice(), &b"0123456789abcde\n".repeat(200_000)].concat());
    let (plain, tls) = (server.imap, server.imaps);
    // Over STARTTLS: two are taken, one is left unseen.
    let url = format!("imap://returns:top%22secret@localhost:{plain}?tls=required");
    let (mails, polled) = run(&url, server.identity.settings()).await;
    assert_eq!(polled, Ok(Polled { seen: 2, postponed: 1 }), "{}", server.log());
    assert!(is_bounce(&mails[0]) && mails[1].contains("refuse"));
    assert_eq!(mails[2].len(), 1 << 20, "a long message is cut at 1 MiB");
    // Without TLS on loopback: only the unseen one comes again.
    let url = format!("imap://returns:top%22secret@127.0.0.1:{plain}");
    let (mails, polled) = run(&url, settings()).await;
    assert_eq!((mails.len(), polled), (1, Ok(Polled { seen: 0, postponed: 1 })));
    // Over TLS, deleting: the new one goes, the others stay.
    server.deliver("4.d", BOUNCE.as_bytes());
    assert_eq!(server.count(), 4);
    let url = format!("imaps://returns:top%22secret@localhost:{tls}?delete=true");
    let (_, polled) = run(&url, server.identity.settings()).await;
    assert_eq!(polled, Ok(Polled { seen: 1, postponed: 1 }), "{}", server.log());
    assert_eq!(server.count(), 3);
}

#[tokio::test]
async fn imap_refusals_of_dovecot() {
    let Some(server) = Dovecot::start().await else { return };
    let url = format!("imap://returns:wrong@127.0.0.1:{}", server.imap);
    let (_, polled) = run(&url, settings()).await;
    assert!(matches!(polled, Err(PollError::SignIn(_))), "{polled:?}");
    let url = format!("imap://returns:top%22secret@127.0.0.1:{}/R%C3%BCckl%C3%A4ufer", server.imap);
    let (_, polled) = run(&url, settings()).await;
    assert!(matches!(polled, Err(PollError::Refused { command: "SELECT", .. })), "{polled:?}");
    let url = format!("imaps://returns:top%22secret@localhost:{}", server.imaps);
    let (_, polled) = run(&url, settings()).await;
    assert!(matches!(polled, Err(PollError::Tls(_))), "{polled:?}");
}

#[tokio::test]
async fn pop3_with_dovecot() {
    let Some(server) = Dovecot::start().await else { return };
    server.deliver("1.a", BOUNCE.as_bytes());
    server.deliver("2.b", b"Subject: x\n\nplease refuse\n.\n..\n");
    let url = format!("pop3://returns:top%22secret@localhost:{}?tls=required", server.pop3);
    let (mails, polled) = run(&url, server.identity.settings()).await;
    assert_eq!(polled, Ok(Polled { seen: 1, postponed: 1 }), "{}", server.log());
    assert!(is_bounce(&mails[0]));
    assert_eq!(mails[1], "Subject: x\r\n\r\nplease refuse\r\n.\r\n..\r\n");
    assert_eq!(server.count(), 1);
    server.deliver("3.c", &[b"Subject: long\n\n".as_slice(), &b"0123456789abcde\n".repeat(200_000)].concat());
    let url = format!("pop3s://returns:top%22secret@localhost:{}", server.pop3s);
    let settings = PollSettings { message_size: 5000, ..server.identity.settings() };
    let (mails, polled) = run(&url, settings).await;
    assert_eq!(polled, Ok(Polled { seen: 1, postponed: 1 }), "{}", server.log());
    assert!(mails[1].len() <= 5000 && mails[1].len() > 4000);
    assert_eq!(server.count(), 1);
    let url = format!("pop3://returns:wrong@127.0.0.1:{}", server.pop3);
    let (_, polled) = run(&url, crate::script::settings()).await;
    assert!(matches!(polled, Err(PollError::SignIn(_))), "{polled:?}");
}

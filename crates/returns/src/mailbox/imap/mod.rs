//! IMAP4rev1 (RFC 3501), with STARTTLS, SASL PLAIN and UIDPLUS (RFC 4315).

mod response;

use std::fmt::Write as _;

use base64::{
    Engine, alphabet,
    engine::{GeneralPurpose, general_purpose::NO_PAD},
    prelude::BASE64_STANDARD,
};

use super::{Bounds, MailboxUrl, PollError, Polled, Tls, wire::Wire};
use crate::{TryLater, text};
use response::{Response, Status, attributes};

/// Answers to one command; more is no answer.
const MAX_RESPONSES: usize = 10_000;

pub(super) async fn poll<F, R>(
    wire: Wire,
    url: &MailboxUrl,
    bounds: &Bounds,
    handler: &mut F,
) -> Result<Polled, PollError>
where
    F: FnMut(Vec<u8>) -> R,
    R: Future<Output = Result<(), TryLater>>,
{
    let mut session = Session { wire, tag: 0, offers: Vec::new(), keep: bounds.message_size };
    session.begin(url).await?;
    session.select(&url.folder).await?;
    let mut polled = Polled::default();
    let mut deleted = Vec::new();
    for uid in session.unseen(bounds.messages).await? {
        if bounds.is_over() {
            break;
        }
        // Somebody else may have taken it away meanwhile.
        let Some(message) = session.fetch(uid).await? else { continue };
        if handler(message).await.is_err() {
            polled.postponed += 1;
            continue;
        }
        let flags = if url.delete { "\\Seen \\Deleted" } else { "\\Seen" };
        session.run("UID STORE", &format!("UID STORE {uid} +FLAGS.SILENT ({flags})")).await?;
        polled.seen += 1;
        if url.delete {
            deleted.push(uid);
        }
    }
    session.expunge(&deleted).await?;
    // Everything is done; how the server parts does not matter.
    let _ = session.run("LOGOUT", "LOGOUT").await;
    Ok(polled)
}

struct Session {
    wire: Wire,
    tag: u32,
    /// Capabilities, upper case.
    offers: Vec<String>,
    /// Octets kept of a message.
    keep: usize,
}

impl Session {
    /// Greeting, STARTTLS, sign-in.
    async fn begin(&mut self, url: &MailboxUrl) -> Result<(), PollError> {
        let greeting = Response::read(&mut self.wire, self.keep).await?;
        let signed_in = match greeting {
            Response::Condition { status: Status::Ok, .. } => false,
            Response::Condition { status: Status::PreAuth, .. } => true,
            Response::Condition { text, .. } => {
                return Err(PollError::Refused { command: "the connection", text: shown(&text) });
            }
            _ => return Err(PollError::Protocol("a greeting that is not IMAP")),
        };
        self.capabilities().await?;
        if url.tls == Tls::Required {
            // STARTTLS is for sessions not signed in (RFC 3501 §6.2.1); a greeting that claims otherwise may be
            // somebody's between us and the server.
            if signed_in || !self.has("STARTTLS") {
                return Err(PollError::TlsNotOffered);
            }
            self.run("STARTTLS", "STARTTLS").await?;
            self.wire.start_tls().await?;
            self.capabilities().await?;
        }
        if !signed_in {
            match self.sign_in(url).await {
                Err(PollError::Refused { text, .. }) => return Err(PollError::SignIn(text)),
                result => result?,
            }
        }
        // UIDPLUS is often named only now.
        self.capabilities().await
    }

    fn has(&self, name: &str) -> bool {
        self.offers.iter().any(|offer| offer == name)
    }

    async fn capabilities(&mut self) -> Result<(), PollError> {
        let mut offers = Vec::new();
        let collect = |line: &[u8], _: &mut Vec<Vec<u8>>| {
            let line = String::from_utf8_lossy(line).to_ascii_uppercase();
            if let Some(rest) = line.strip_prefix("CAPABILITY ") {
                offers.extend(rest.split(' ').map(str::to_owned));
            }
        };
        self.ask("CAPABILITY", "CAPABILITY", None, collect).await?;
        self.offers = offers;
        Ok(())
    }

    /// AUTHENTICATE PLAIN (RFC 4616, RFC 4959), else LOGIN.
    async fn sign_in(&mut self, url: &MailboxUrl) -> Result<(), PollError> {
        let MailboxUrl { user, password, .. } = url;
        if self.has("AUTH=PLAIN") {
            let secret = BASE64_STANDARD.encode(format!("\0{user}\0{password}"));
            if self.has("SASL-IR") {
                return self.run("AUTHENTICATE", &format!("AUTHENTICATE PLAIN {secret}")).await;
            }
            let ignore = |_: &[u8], _: &mut Vec<Vec<u8>>| {};
            return self.ask("AUTHENTICATE", "AUTHENTICATE PLAIN", Some(&secret), ignore).await.map(drop);
        }
        if self.has("LOGINDISABLED") {
            return Err(PollError::SignIn("it takes no password".to_owned()));
        }
        let (Some(user), Some(password)) = (quoted(user), quoted(password)) else {
            return Err(PollError::SignIn("it takes only ASCII".to_owned()));
        };
        self.run("LOGIN", &format!("LOGIN {user} {password}")).await
    }

    async fn select(&mut self, folder: &str) -> Result<(), PollError> {
        let name = quoted(&utf7(folder)).ok_or(PollError::Protocol("a folder of no name"))?;
        let ignore = |_: &[u8], _: &mut Vec<Vec<u8>>| {};
        let text = self.ask("SELECT", &format!("SELECT {name}"), None, ignore).await?;
        if text.to_ascii_uppercase().starts_with("[READ-ONLY]") {
            let text = "the folder can only be read".to_owned();
            return Err(PollError::Refused { command: "SELECT", text });
        }
        Ok(())
    }

    /// The first unseen messages, the oldest first.
    async fn unseen(&mut self, most: usize) -> Result<Vec<u32>, PollError> {
        let mut found = Vec::new();
        let collect = |line: &[u8], _: &mut Vec<Vec<u8>>| {
            let line = String::from_utf8_lossy(line).to_ascii_uppercase();
            if let Some(rest) = line.strip_prefix("SEARCH") {
                // A list of very many is cut (see `Response::read`); its last number may not be whole, but it is
                // far behind those taken.
                found.extend(rest.split(' ').filter_map(|word| word.parse::<u32>().ok()));
            }
        };
        self.ask("UID SEARCH", "UID SEARCH UNSEEN", None, collect).await?;
        found.sort_unstable();
        found.dedup();
        found.truncate(most);
        Ok(found)
    }

    /// The message, or its beginning; without marking it as seen.
    async fn fetch(&mut self, uid: u32) -> Result<Option<Vec<u8>>, PollError> {
        let mut message = None;
        let collect = |line: &[u8], literals: &mut Vec<Vec<u8>>| {
            // Others' changes are told in between; they have no body.
            if let Some((Some(found), Some(body))) = attributes(line, literals)
                && found == uid
            {
                message = Some(body);
            }
        };
        let command = format!("UID FETCH {uid} (UID BODY.PEEK[]<0.{}>)", self.keep);
        self.ask("UID FETCH", &command, None, collect).await?;
        Ok(message)
    }

    /// With UIDPLUS only what this poll marked; else all that is marked as deleted goes.
    async fn expunge(&mut self, uids: &[u32]) -> Result<(), PollError> {
        if uids.is_empty() {
            return Ok(());
        }
        if !self.has("UIDPLUS") {
            return self.run("EXPUNGE", "EXPUNGE").await;
        }
        let set = uids.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        self.run("UID EXPUNGE", &format!("UID EXPUNGE {set}")).await
    }

    async fn run(&mut self, name: &'static str, command: &str) -> Result<(), PollError> {
        self.ask(name, command, None, |_, _| {}).await.map(drop)
    }

    /// Sends a command, hands untagged data to `collect`, and returns the text after OK. `more` is sent when the
    /// server asks for it.
    async fn ask(
        &mut self,
        name: &'static str,
        command: &str,
        mut more: Option<&str>,
        mut collect: impl FnMut(&[u8], &mut Vec<Vec<u8>>),
    ) -> Result<String, PollError> {
        self.tag += 1;
        let tag = format!("L{}", self.tag);
        self.wire.send(format!("{tag} {command}\r\n").as_bytes()).await?;
        for _ in 0..MAX_RESPONSES {
            match Response::read(&mut self.wire, self.keep).await? {
                Response::Data { line, mut literals } => collect(&line, &mut literals),
                // RFC 3501 §7.1.5: the connection ends. Asked for only by LOGOUT.
                Response::Condition { status: Status::Bye, text } if name != "LOGOUT" => {
                    return Err(PollError::Refused { command: name, text: shown(&text) });
                }
                Response::Condition { .. } => {}
                Response::More => {
                    // "*" gives the exchange up (RFC 3501 §6.2.2).
                    let line = format!("{}\r\n", more.take().unwrap_or("*"));
                    self.wire.send(line.as_bytes()).await?;
                }
                Response::Done { tag: found, .. } if found != tag => {
                    return Err(PollError::Protocol("an answer to no command of ours"));
                }
                Response::Done { status: Status::Ok, text, .. } => return Ok(text),
                Response::Done { text, .. } => {
                    return Err(PollError::Refused { command: name, text: shown(&text) });
                }
            }
        }
        Err(PollError::Protocol("answers without end"))
    }
}

fn shown(text: &str) -> String {
    text::one_line(text, 200).unwrap_or_default()
}

/// A quoted string (RFC 3501 §4.3); `None` when it cannot be one.
fn quoted(text: &str) -> Option<String> {
    if !text.bytes().all(|b| matches!(b, b' '..=b'~')) {
        return None;
    }
    Some(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// Modified UTF-7 (RFC 3501 §5.1.3).
fn utf7(name: &str) -> String {
    const ENGINE: GeneralPurpose = GeneralPurpose::new(&alphabet::IMAP_MUTF7, NO_PAD);
    let mut encoded = String::new();
    let mut other: Vec<u8> = Vec::new();
    for c in name.chars().map(Some).chain([None]) {
        if let Some(c) = c.filter(|c| !matches!(c, ' '..='~')) {
            other.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_be_bytes()));
            continue;
        }
        if !other.is_empty() {
            let _ = write!(encoded, "&{}-", ENGINE.encode(&other));
            other.clear();
        }
        match c {
            Some('&') => encoded.push_str("&-"),
            Some(c) => encoded.push(c),
            None => {}
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_names_of_folders() {
        // The examples of RFC 3501 §5.1.3.
        assert_eq!(utf7("~peter/mail/台北/日本語"), "~peter/mail/&U,BTFw-/&ZeVnLIqe-");
        assert_eq!(utf7("a & b"), "a &- b");
        assert_eq!(utf7("Rückläufer"), "R&APw-ckl&AOQ-ufer");
        assert_eq!(utf7("😀"), "&2D3eAA-");
    }

    #[test]
    fn quotes_what_can_be_quoted() {
        assert_eq!(quoted("a\"b\\c d").as_deref(), Some("\"a\\\"b\\\\c d\""));
        for text in ["a\r\nb", "ü", "\0"] {
            assert_eq!(quoted(text), None);
        }
    }
}

//! POP3 (RFC 1939), with STLS (RFC 2595) and CAPA (RFC 2449).

use base64::{Engine, prelude::BASE64_STANDARD};

use super::{Bounds, MailboxUrl, PollError, Polled, Tls, wire::Wire};
use crate::{TryLater, text};

/// What is kept of a list of messages.
const MAX_LIST: usize = 64 * 1024;
/// Octets of one answer of several lines, kept or not.
const MAX_ANSWER: usize = 64 << 20;

pub(super) async fn poll<F, R>(
    mut wire: Wire,
    url: &MailboxUrl,
    bounds: &Bounds,
    handler: &mut F,
) -> Result<Polled, PollError>
where
    F: FnMut(Vec<u8>) -> R,
    R: Future<Output = Result<(), TryLater>>,
{
    answer(&mut wire, "the connection").await?;
    let mut offers = capabilities(&mut wire).await?;
    if url.tls == Tls::Required {
        if !offers.has("STLS") {
            return Err(PollError::TlsNotOffered);
        }
        ask(&mut wire, "STLS", "STLS").await?;
        wire.start_tls().await?;
        offers = capabilities(&mut wire).await?;
    }
    sign_in(&mut wire, url, &offers).await?;
    let mut polled = Polled::default();
    for (number, size) in list(&mut wire, bounds.messages).await? {
        if bounds.is_over() {
            break;
        }
        // So large that it is no report, and that passing it over would end the session.
        if size > MAX_ANSWER / 2 {
            polled.postponed += 1;
            continue;
        }
        ask(&mut wire, "RETR", &format!("RETR {number}")).await?;
        let message = lines(&mut wire, bounds.message_size).await?;
        if handler(message).await.is_ok() {
            ask(&mut wire, "DELE", &format!("DELE {number}")).await?;
            polled.seen += 1;
        } else {
            polled.postponed += 1;
        }
    }
    // Only now the server deletes (RFC 1939 §6).
    ask(&mut wire, "QUIT", "QUIT").await?;
    Ok(polled)
}

async fn ask(wire: &mut Wire, name: &'static str, command: &str) -> Result<String, PollError> {
    wire.send(format!("{command}\r\n").as_bytes()).await?;
    answer(wire, name).await
}

/// The text after `+OK`.
async fn answer(wire: &mut Wire, command: &'static str) -> Result<String, PollError> {
    let line = wire.line(1024).await?.text;
    let line = String::from_utf8_lossy(&line).into_owned();
    if let Some(text) = line.strip_prefix("+OK") {
        Ok(text.trim().to_owned())
    } else if let Some(text) = line.strip_prefix("-ERR") {
        Err(PollError::Refused { command, text: text::one_line(text, 200).unwrap_or_default() })
    } else {
        Err(PollError::Protocol("an answer that is not POP3"))
    }
}

/// The lines up to the dot, without dot-stuffing, with CRLF; at most `keep` octets are kept.
async fn lines(wire: &mut Wire, keep: usize) -> Result<Vec<u8>, PollError> {
    let mut content = Vec::new();
    let mut length = 0;
    loop {
        let room = keep.saturating_sub(content.len());
        // Enough to recognise the end even when there is no room.
        let line = wire.line(room.max(2)).await?;
        if line.text == b"." && line.skipped == 0 {
            return Ok(content);
        }
        length += line.text.len() + line.skipped + 2;
        if length > MAX_ANSWER {
            return Err(PollError::Protocol("a message without end"));
        }
        let text = line.text.strip_prefix(b".").unwrap_or(&line.text);
        content.extend_from_slice(&text[..text.len().min(room)]);
        if content.len() + 2 <= keep {
            content.extend_from_slice(b"\r\n");
        }
    }
}

/// What the server can do; nothing if it does not know CAPA.
struct Offers(Vec<String>);

impl Offers {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|line| line.split(' ').next() == Some(name))
    }

    fn has_sasl_plain(&self) -> bool {
        self.0.iter().any(|line| {
            let mut words = line.split(' ');
            words.next() == Some("SASL") && words.any(|word| word == "PLAIN")
        })
    }
}

async fn capabilities(wire: &mut Wire) -> Result<Offers, PollError> {
    match ask(wire, "CAPA", "CAPA").await {
        Ok(_) => {
            let content = lines(wire, MAX_LIST).await?;
            let content = String::from_utf8_lossy(&content).to_ascii_uppercase();
            Ok(Offers(content.lines().map(str::to_owned).collect()))
        }
        Err(PollError::Refused { .. }) => Ok(Offers(Vec::new())),
        Err(error) => Err(error),
    }
}

/// USER and PASS, or AUTH PLAIN (RFC 5034) where only that is offered.
async fn sign_in(wire: &mut Wire, url: &MailboxUrl, offers: &Offers) -> Result<(), PollError> {
    let MailboxUrl { user, password, .. } = url;
    let result = if offers.has_sasl_plain() && !offers.has("USER") {
        let secret = BASE64_STANDARD.encode(format!("\0{user}\0{password}"));
        // Without an initial response, so that the line stays below 255 octets (RFC 5034 §4).
        wire.send(b"AUTH PLAIN\r\n").await?;
        let line = wire.line(1024).await?.text;
        if line.starts_with(b"+ ") || line == b"+" {
            ask(wire, "AUTH", &secret).await
        } else {
            let line = String::from_utf8_lossy(&line);
            let text = text::one_line(line.trim_start_matches("-ERR"), 200).unwrap_or_default();
            Err(PollError::Refused { command: "AUTH", text })
        }
    } else {
        match ask(wire, "USER", &format!("USER {user}")).await {
            Ok(_) => ask(wire, "PASS", &format!("PASS {password}")).await,
            refused => refused,
        }
    };
    match result {
        Ok(_) => Ok(()),
        Err(PollError::Refused { text, .. }) => Err(PollError::SignIn(text)),
        Err(error) => Err(error),
    }
}

/// The first messages: number and size in octets.
async fn list(wire: &mut Wire, most: usize) -> Result<Vec<(u32, usize)>, PollError> {
    ask(wire, "LIST", "LIST").await?;
    let content = lines(wire, MAX_LIST).await?;
    let content = String::from_utf8_lossy(&content);
    // The last line may be cut in two; 200 messages are far before.
    let entries = content.lines().filter_map(|line| {
        let (number, size) = line.split_once(' ')?;
        Some((number.parse().ok()?, size.split(' ').next()?.parse().ok()?))
    });
    Ok(entries.take(most).collect())
}

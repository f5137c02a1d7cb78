//! The content of a message and what is recorded of it.

use std::{
    borrow::Cow,
    fmt::Write,
    io,
    sync::atomic::Ordering,
    time::{SystemTime, UNIX_EPOCH},
};

use aws_lc_rs::digest::{SHA256, digest};

use super::{Flow, Mode, Session, Transaction};
use crate::{
    Entry,
    steer::{Action, Step},
};

/// A message larger than this ends the session.
const MAX_MESSAGE: usize = 256 * 1024 * 1024;

impl Session {
    pub(super) async fn data(&mut self, scanned: Option<usize>) -> io::Result<Flow> {
        let rest = &self.input[self.at..];
        if rest.is_empty() {
            return Ok(Flow::Starved);
        }
        if scanned.is_none() && self.body_fault().await? == Flow::End {
            return Ok(Flow::End);
        }
        let rest = &self.input[self.at..];
        let scanned = scanned.unwrap_or(0);
        let (size, end) = if rest.starts_with(b".\r\n") {
            (0, 3)
        } else if let Some(found) = self.end_of_data.find(&rest[scanned..]) {
            (scanned + found + 2, scanned + found + 5)
        } else if rest.len() > MAX_MESSAGE {
            return self.end().await;
        } else {
            // The first octets of the end may be here already.
            self.mode = Mode::Data { scanned: Some(rest.len().saturating_sub(4)) };
            return Ok(Flow::Starved);
        };
        let entry = self.transaction.recipient.is_some().then(|| {
            let message = unstuff(&rest[..size]);
            self.entry(&message).map(|entry| (self.keep(entry.id, &message), entry))
        });
        self.at += end;
        self.mode = Mode::Command;
        let Some(Some((kept, entry))) = entry else {
            self.transaction = Transaction::default();
            self.say("554 5.5.1 no valid recipients\r\n");
            return Ok(Flow::Go);
        };
        self.finish(entry, kept).await
    }

    pub(super) async fn chunk(&mut self, size: usize, last: bool) -> io::Result<Flow> {
        if self.input.len() - self.at < size {
            return Ok(Flow::Starved);
        }
        self.mode = Mode::Command;
        let chunk = self.at..self.at + size;
        self.at += size;
        if self.transaction.recipient.is_none() || self.transaction.chunk_refused {
            self.say("503 5.5.1 no transaction\r\n");
            return Ok(Flow::Go);
        }
        if size > 0 {
            self.transaction.chunks.extend_from_slice(&self.input[chunk]);
            if let Some(action) = self.transaction_fault(Step::Body) {
                self.transaction.chunk_refused = true;
                return self.perform(Some(action), "").await;
            }
        }
        if !last {
            self.say("250 2.0.0 chunk taken\r\n");
            return Ok(Flow::Go);
        }
        let message = std::mem::take(&mut self.transaction.chunks);
        let Some(entry) = self.entry(&message) else { return Ok(Flow::End) };
        let kept = self.keep(entry.id, &message);
        self.finish(entry, kept).await
    }

    fn transaction_fault(&self, step: Step) -> Option<Action> {
        let recipient = self.transaction.recipient.as_deref()?;
        self.fire(recipient, self.transaction.rule.as_ref(), step)
    }

    /// In the middle of DATA there is no way back to commands: every answer there ends the session.
    async fn body_fault(&mut self) -> io::Result<Flow> {
        match self.transaction_fault(Step::Body) {
            None => Ok(Flow::Go),
            Some(action) => {
                let flow = self.perform(Some(action), "").await?;
                if flow == Flow::Go { self.end().await } else { Ok(flow) }
            }
        }
    }

    /// Decides, records, then answers.
    async fn finish(&mut self, mut entry: Entry, kept: io::Result<()>) -> io::Result<Flow> {
        kept?;
        let at_dot = self.transaction_fault(Step::Dot);
        entry.code = match &at_dot {
            Some(Action::Answer(_) | Action::Trickle(..)) => {
                self.transaction.rule.as_ref().map_or(0, crate::steer::Rule::code)
            }
            Some(Action::Hang | Action::Drop | Action::Reset) => 0,
            Some(Action::Slow(_) | Action::Anyway) | None => 250,
        };
        let action =
            if entry.code == 250 { self.transaction_fault(Step::AfterDot).or(at_dot) } else { at_dot };
        entry.answered = !matches!(action, Some(Action::Hang | Action::Drop | Action::Reset));
        let (id, answered) = (entry.id, entry.answered);
        self.transaction = Transaction::default();
        if let Some(durable) = self.shared.log.append(entry)? {
            durable.await.map_err(io::Error::other)?;
        }
        if answered {
            self.answers.entries.push(id);
        }
        self.served += 1;
        let flow = self.perform(action, "250 2.0.0 Ok: queued\r\n").await?;
        let full = self.shared.config.close_after.is_some_and(|most| self.served >= most);
        if full && flow == Flow::Go { self.end().await } else { Ok(flow) }
    }

    fn entry(&self, message: &[u8]) -> Option<Entry> {
        let mut sha256 = String::with_capacity(64);
        for octet in digest(&SHA256, message).as_ref() {
            // Writing to a string does not fail.
            let _ = write!(sha256, "{octet:02x}");
        }
        Some(Entry {
            id: self.shared.entries.fetch_add(1, Ordering::SeqCst),
            connection: self.id,
            message_id: message_id(message),
            sender: self.transaction.sender.clone()?,
            recipient: self.transaction.recipient.clone()?,
            at_ms: now_ms(),
            code: 0,
            answered: false,
            size: message.len(),
            sha256,
        })
    }

    fn keep(&self, id: u64, message: &[u8]) -> io::Result<()> {
        let Some(folder) = &self.shared.config.store else { return Ok(()) };
        std::fs::write(folder.join(format!("{id}.eml")), message)
    }
}

#[expect(clippy::disallowed_methods, reason = "the log is compared with the clocks of other processes")]
fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// Takes the second dot away again (RFC 5321 §4.5.2).
fn unstuff(content: &[u8]) -> Cow<'_, [u8]> {
    if content.first() != Some(&b'.') && memchr::memmem::find(content, b"\r\n.").is_none() {
        return Cow::Borrowed(content);
    }
    let mut out = Vec::with_capacity(content.len());
    let mut rest = content.strip_prefix(b".").unwrap_or(content);
    while let Some(found) = memchr::memmem::find(rest, b"\r\n.") {
        out.extend_from_slice(&rest[..found + 2]);
        rest = &rest[found + 3..];
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// The value of the Message-ID field, unfolded only as far as it is in use: one fold after the name.
fn message_id(message: &[u8]) -> Option<String> {
    for line_start in std::iter::once(0).chain(memchr::memchr_iter(b'\n', message).map(|at| at + 1)) {
        let rest = &message[line_start..];
        if rest.starts_with(b"\r\n") || rest.starts_with(b"\n") {
            return None;
        }
        if rest.len() > 11 && rest[..11].eq_ignore_ascii_case(b"message-id:") {
            let value = String::from_utf8_lossy(&rest[11..rest.len().min(1011)]);
            return value.split_ascii_whitespace().next().map(str::to_owned);
        }
    }
    None
}

//! The envelope and the content of one message, without its end.

use std::io::Write as _;

use super::{
    Begun, Connection, Envelope, LAST_CHUNK, Staged, State,
    content::{encode, goes_as_it_is, missing_end},
    wire::Fault,
};
use crate::{Phase, Reply, TransportError};

/// Longest path with its brackets (RFC 5321 §4.5.3.1.3), less the brackets.
const MAX_ADDRESS: usize = 254;

/// RFC 6531 §4.2.
const NO_UTF8: &str = "5.6.7 The address has letters beyond ASCII before the @, and the mail server that sends for us does \
                       not take such addresses (SMTPUTF8).";

/// Why staging stopped.
enum Stop {
    Refused(Reply, Phase),
    Broken(TransportError),
    /// What travelled with the end of the message before, and is not at hand.
    ThrownAway,
}

impl From<Stop> for Staged {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Refused(reply, phase) => Self::Refused(reply, phase),
            Stop::Broken(error) => Self::Broken(error),
            Stop::ThrownAway => Self::Broken(TransportError::Misuse("a message that was thrown away")),
        }
    }
}

impl From<TransportError> for Stop {
    fn from(error: TransportError) -> Self {
        Self::Broken(error)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Early(reply) if reply.is_refusal() => Self::Refused(reply, Phase::Body),
            Fault::Early(_) => Self::Broken(TransportError::Protocol("an answer nobody asked for")),
            Fault::Transport(error) => Self::Broken(error),
        }
    }
}

/// The first refusal among the answers of a transaction; those that follow are its consequences.
type Refusal = Option<(Reply, Phase)>;

impl Connection {
    /// Sends envelope and content, but not the end of the content. Whatever comes back, nothing is
    /// delivered yet. `message` is sent with CRLF line ends whatever it has.
    pub async fn stage(&mut self, envelope: &Envelope<'_>, message: &[u8]) -> Staged {
        match self.stage_what_is_left(envelope, Some(message)).await {
            Ok(()) => Staged::Ready,
            Err(stop) => stop.into(),
        }
    }

    /// Like [`Connection::stage`], for a message that went out whole with the end of the one before ([`Connection::end`]). `None`: the
    /// server has thrown it away, and it is to be staged as any other.
    pub async fn stage_sent(&mut self, envelope: &Envelope<'_>) -> Option<Staged> {
        match self.stage_what_is_left(envelope, None).await {
            Ok(()) => Some(Staged::Ready),
            Err(Stop::ThrownAway) => None,
            Err(stop) => Some(stop.into()),
        }
    }

    async fn stage_what_is_left(
        &mut self,
        envelope: &Envelope<'_>,
        message: Option<&[u8]>,
    ) -> Result<(), Stop> {
        // Stays like this if the caller drops the future half-way.
        let state = std::mem::replace(&mut self.state, State::Dead);
        match (state, message) {
            (State::Idle, Some(message)) => self.stage_fresh(envelope, message).await,
            (State::Opened { begun }, _)
                if self.opened == [envelope.from, envelope.to] && is_of(begun, message) =>
            {
                self.stage_opened(envelope, message, begun).await
            }
            (State::Idle | State::Opened { .. }, _) => {
                Err(TransportError::Misuse("another envelope or message went with the end of the last")
                    .into())
            }
            (State::Staged { .. } | State::Ended(_) | State::Over(_), _) => {
                Err(TransportError::Misuse("a message is staged already").into())
            }
            (State::Dead, _) => Err(TransportError::Closed.into()),
        }
    }

    async fn stage_fresh(&mut self, envelope: &Envelope<'_>, message: &[u8]) -> Result<(), Stop> {
        if let Some((reply, phase)) = self.refuse(envelope) {
            self.state = State::Idle;
            return Err(Stop::Refused(reply, phase));
        }
        self.check_idle().await?;
        let reset = std::mem::take(&mut self.needs_reset);
        if !self.offers.pipelining {
            return self.stage_lockstep(envelope, message, reset).await;
        }
        self.output.clear();
        if reset {
            self.output.extend_from_slice(b"RSET\r\n");
        }
        self.push_envelope(envelope);
        let mut behind: &[u8] = b"";
        if self.offers.chunking && goes_as_it_is(message) {
            begin_chunk(&mut self.output, message.len());
            behind = message;
        } else if self.offers.chunking {
            push_chunk(&mut self.output, message);
        }
        self.send_output(Phase::Mail, behind).await.map_err(|(error, _)| self.if_idle(error))?;
        if reset {
            self.expect_reset().await?;
        }
        let refusal = self.envelope_answers().await?;
        self.after_envelope(refusal, message, self.offers.chunking).await
    }

    /// The envelope went out with the end of the message before, and perhaps the chunk behind it.
    async fn stage_opened(
        &mut self,
        envelope: &Envelope<'_>,
        message: Option<&[u8]>,
        begun: Option<Begun>,
    ) -> Result<(), Stop> {
        let mut unsent = None;
        if let Some(Begun { from, .. }) = begun {
            unsent = self.send_rest(from, message.unwrap_or_default()).await.err();
        }
        if let Some(silent @ TransportError::Timeout(_)) = unsent {
            return Err(silent.into());
        }
        let mut refusal = self.envelope_answers().await?;
        if let Some(error) = unsent {
            // What the server said before it closed is more than that it did.
            let last = self.answer(&mut refusal, Phase::Body).await;
            return Err(match (refusal, last) {
                (Some((reply, phase)), _) => Stop::Refused(reply, phase),
                (None, Err(refused @ Stop::Refused(..))) => refused,
                _ => error.into(),
            });
        }
        if !matches!(&refusal, Some((reply, Phase::Mail)) if reply.code == 503) {
            return self.after_envelope(refusal, message.unwrap_or_default(), begun.is_some()).await;
        }
        // "Bad sequence": the message before was refused in a way that left its transaction open.
        if !self.offers.chunking {
            self.data_answer(&mut refusal).await?;
        } else if begun.is_some() {
            self.answer(&mut refusal, Phase::Body).await?;
        }
        self.needs_reset = true;
        let Some(message) = message else {
            self.state = State::Idle;
            return Err(Stop::ThrownAway);
        };
        self.stage_fresh(envelope, message).await
    }

    /// Pipelined, after the answers to MAIL and RCPT: the answer to DATA and the content, or the chunk.
    async fn after_envelope(
        &mut self,
        mut refusal: Refusal,
        message: &[u8],
        chunk_sent: bool,
    ) -> Result<(), Stop> {
        if !self.offers.chunking {
            self.data_answer(&mut refusal).await?;
            self.unless_refused(refusal)?;
            return self.content(message).await;
        }
        if chunk_sent && refusal.is_some() {
            self.answer(&mut refusal, Phase::Body).await?;
        }
        self.unless_refused(refusal)?;
        if !chunk_sent {
            self.chunk(message).await?;
        }
        self.state = State::Staged { end: LAST_CHUNK, chunk_unanswered: true };
        Ok(())
    }

    /// For servers without PIPELINING (RFC 2920): one command, one answer.
    async fn stage_lockstep(
        &mut self,
        envelope: &Envelope<'_>,
        message: &[u8],
        reset: bool,
    ) -> Result<(), Stop> {
        if reset {
            self.send(Phase::Mail, b"RSET\r\n").await.map_err(|(error, _)| self.if_idle(error))?;
            self.expect_reset().await?;
        }
        let mut refusal = None;
        self.output.clear();
        self.push_mail(envelope);
        self.send_output(Phase::Mail, b"").await.map_err(|(error, _)| self.if_idle(error))?;
        self.answer(&mut refusal, Phase::Mail).await?;
        self.unless_refused(refusal.take())?;
        self.output.clear();
        self.push_rcpt(envelope);
        self.send_output(Phase::Rcpt, b"").await.map_err(|(error, _)| error)?;
        self.answer(&mut refusal, Phase::Rcpt).await?;
        self.unless_refused(refusal.take())?;
        if self.offers.chunking {
            self.chunk(message).await?;
            self.answer(&mut refusal, Phase::Body).await?;
            self.unless_refused(refusal)?;
            self.state = State::Staged { end: LAST_CHUNK, chunk_unanswered: false };
            return Ok(());
        }
        self.send(Phase::Data, b"DATA\r\n").await.map_err(|(error, _)| error)?;
        self.answer(&mut refusal, Phase::Data).await?;
        self.unless_refused(refusal)?;
        self.content(message).await
    }

    async fn content(&mut self, message: &[u8]) -> Result<(), Stop> {
        let encoded = encode(message, true);
        self.send_content(&encoded).await?;
        self.early().await?;
        self.state = State::Staged { end: missing_end(&encoded), chunk_unanswered: false };
        Ok(())
    }

    async fn chunk(&mut self, message: &[u8]) -> Result<(), Stop> {
        let mut output = std::mem::take(&mut self.output);
        output.clear();
        push_chunk(&mut output, message);
        let sent = self.send_content(&output).await;
        self.output = output;
        Ok(sent?)
    }

    /// The answers to MAIL and RCPT.
    async fn envelope_answers(&mut self) -> Result<Refusal, Stop> {
        let mut refusal = None;
        for phase in [Phase::Mail, Phase::Rcpt] {
            let reply = self.answer(&mut refusal, phase).await?;
            self.input.done_with(reply);
        }
        Ok(refusal)
    }

    /// The answer to a DATA that was sent before the recipient was known to be good. A server that wants
    /// the content all the same gets none: a lone dot, which it must refuse (RFC 2920 §3.1).
    async fn data_answer(&mut self, refusal: &mut Refusal) -> Result<(), Stop> {
        let data = self.answer(refusal, Phase::Data).await?;
        if refusal.is_some() && data.code == 354 {
            self.send(Phase::Data, b".\r\n").await.map_err(|(error, _)| error)?;
            self.answer(refusal, Phase::Dot).await?;
        }
        Ok(())
    }

    /// The next answer, which must be a success or a refusal of `phase`; notes the first refusal.
    async fn answer(&mut self, refusal: &mut Refusal, phase: Phase) -> Result<Reply, Stop> {
        let reply = match self.reply(phase).await {
            Ok(reply) => reply,
            // Some servers refuse and hang up; the refusal says more than the end of the connection.
            Err(error) => {
                return Err(match refusal.take() {
                    Some((reply, phase)) => Stop::Refused(reply, phase),
                    None if phase == Phase::Mail => Stop::Broken(self.if_idle(error)),
                    None => Stop::Broken(error),
                });
            }
        };
        let good = if phase == Phase::Data { reply.code == 354 } else { reply.is_positive() };
        if !good && !reply.is_refusal() {
            return Err(TransportError::Protocol("an answer of the wrong kind").into());
        }
        if !good && refusal.is_none() {
            *refusal = Some((reply.clone(), phase));
        }
        // The server closes after 421 (RFC 5321 §3.8) and will not answer the rest of the group.
        match refusal.take_if(|_| reply.code == 421) {
            Some((reply, phase)) => Err(Stop::Refused(reply, phase)),
            None => Ok(reply),
        }
    }

    fn unless_refused(&mut self, refusal: Refusal) -> Result<(), Stop> {
        let Some((reply, phase)) = refusal else { return Ok(()) };
        // MAIL was accepted, and the server would refuse a second one without RSET. So it would where it threw away a chunk that
        // had no transaction (RFC 3030 §2; Postfix since 3.4).
        self.needs_reset = self.offers.chunking || phase != Phase::Mail || reply.code == 503;
        self.state = State::Idle;
        Err(Stop::Refused(reply, phase))
    }

    async fn expect_reset(&mut self) -> Result<(), Stop> {
        let reply = self.reply(Phase::Mail).await.map_err(|error| self.if_idle(error))?;
        match reply.code {
            421 => Err(Stop::Refused(reply, Phase::Mail)),
            _ if reply.is_positive() => Ok(()),
            _ => Err(TransportError::Protocol("RSET was refused").into()),
        }
    }

    /// Between transactions a close, with or without a farewell, is normal.
    async fn check_idle(&mut self) -> Result<(), TransportError> {
        match self.early().await {
            Ok(()) if self.input.is_empty() => Ok(()),
            Err(Fault::Early(reply)) if reply.code == 421 => Err(self.if_idle(TransportError::Closed)),
            Err(Fault::Transport(error)) => Err(self.if_idle(error)),
            Ok(()) | Err(Fault::Early(_)) => Err(TransportError::Protocol("an answer nobody asked for")),
        }
    }

    /// `error` of a connection on which nothing was under way. A connection that never carried a message is
    /// not excused, or a server that always hangs up would be tried again without a pause.
    fn if_idle(&self, error: TransportError) -> TransportError {
        let idle = self.served && self.input.is_empty();
        if idle && error == TransportError::Closed { TransportError::ClosedIdle } else { error }
    }

    /// What we refuse ourselves: addresses that would break the command line (injection), and non-ASCII
    /// ones the server does not take (RFC 6531 §3.3).
    pub(super) fn refuse(&self, envelope: &Envelope<'_>) -> Option<(Reply, Phase)> {
        let well_formed = |address: &str| {
            let quoted = address.starts_with('"');
            let bad = |c: char| c.is_control() || matches!(c, '<' | '>') || (c == ' ' && !quoted);
            address.len() <= MAX_ADDRESS && !address.contains(bad)
        };
        let utf8 = |address: &str| address.is_ascii() || self.offers.utf8;
        let Envelope { from, to } = envelope;
        let (code, text, phase) = if !well_formed(from) {
            (553, "5.1.7 malformed sender address", Phase::Mail)
        } else if !utf8(from) {
            (553, NO_UTF8, Phase::Mail)
        } else if to.is_empty() || !well_formed(to) {
            (553, "5.1.3 malformed address", Phase::Rcpt)
        } else if !utf8(to) {
            (553, NO_UTF8, Phase::Rcpt)
        } else {
            return None;
        };
        Some((Reply::new(code, text), phase))
    }

    fn push_mail(&mut self, envelope: &Envelope<'_>) {
        let line = &mut self.output;
        line.extend_from_slice(b"MAIL FROM:<");
        line.extend_from_slice(envelope.from.as_bytes());
        line.push(b'>');
        // Said for every message, because the line may go out before the content is known.
        if self.offers.eight_bit {
            line.extend_from_slice(b" BODY=8BITMIME");
        }
        if !envelope.from.is_ascii() || !envelope.to.is_ascii() {
            line.extend_from_slice(b" SMTPUTF8");
        }
        line.extend_from_slice(b"\r\n");
    }

    fn push_rcpt(&mut self, envelope: &Envelope<'_>) {
        self.output.extend_from_slice(b"RCPT TO:<");
        self.output.extend_from_slice(envelope.to.as_bytes());
        self.output.extend_from_slice(b">\r\n");
    }

    /// The commands of one group. DATA must be the last of its group (RFC 2920 §3.1); a chunk is not asked
    /// for beforehand.
    pub(super) fn push_envelope(&mut self, envelope: &Envelope<'_>) {
        self.push_mail(envelope);
        self.push_rcpt(envelope);
        if !self.offers.chunking {
            self.output.extend_from_slice(b"DATA\r\n");
        }
    }
}

/// Whether the message that is to be staged, or all of it that went out, can be what was begun.
fn is_of(begun: Option<Begun>, message: Option<&[u8]>) -> bool {
    match (begun, message) {
        (None, message) => message.is_some(),
        (Some(begun), Some(message)) => begun.length == message.len(),
        (Some(begun), None) => begun.from.is_none(),
    }
}

/// What stands before a chunk of so many octets (RFC 3030 §2).
pub(super) fn begin_chunk(output: &mut Vec<u8>, length: usize) {
    // Memory takes it.
    let _ = write!(output, "BDAT {length}\r\n");
}

/// The content as one chunk, with a line end at its end as DATA would have.
fn push_chunk(output: &mut Vec<u8>, message: &[u8]) {
    let encoded = encode(message, false);
    let end: &[u8] = if encoded.is_empty() || encoded.ends_with(b"\r\n") { b"" } else { b"\r\n" };
    begin_chunk(output, encoded.len() + end.len());
    output.extend_from_slice(&encoded);
    output.extend_from_slice(end);
}

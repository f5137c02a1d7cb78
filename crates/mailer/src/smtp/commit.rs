//! The end of a message, and leaving.

use super::{
    Begun, Committed, Connection, Ended, Envelope, LAST_CHUNK, Over, State, content::goes_as_it_is,
    stage::begin_chunk, wire::Fault,
};
use crate::{Phase, Reply, TransportError};

const UNASKED: TransportError = TransportError::Protocol("an answer nobody asked for");

fn unsent(error: TransportError) -> Over {
    Over { committed: Committed::Unsent(error), goes_on: false }
}

impl Connection {
    /// Ends the staged content, in the same write opens the transaction of `next` (with PIPELINING), and
    /// waits for the answer. After `next` was given, the next [`Connection::stage`] must be for it.
    pub async fn commit(&mut self, next: Option<&Envelope<'_>>) -> Committed {
        self.end(next, None).await;
        self.answer_to_end().await
    }

    /// Whether a message may follow its envelope at once: a server that refuses the one takes and throws away the other
    /// (RFC 3030 §2). Elsewhere it waits for the answer to DATA.
    pub fn carries_message(&self) -> bool {
        self.offers.pipelining && self.offers.chunking
    }

    /// Like [`Connection::commit`], without waiting for the answer. Where [`Connection::carries_message`], what the socket takes of the
    /// next `message` goes with it, unless its line ends have to be mended on the way; the next to be staged must be that. True: all of it
    /// went, so that [`Connection::stage_sent`] does. Whatever failed is told by [`Connection::answer_to_end`].
    pub async fn end(&mut self, next: Option<&Envelope<'_>>, message: Option<&[u8]>) -> bool {
        let state = match self.send_end_of_staged(next, message).await {
            Ok(ended) => State::Ended(ended),
            Err(over) => State::Over(over),
        };
        self.state = state;
        matches!(&self.state, State::Ended(Ended { begun: Some(Begun { from: None, .. }), .. }))
    }

    async fn send_end_of_staged(
        &mut self,
        next: Option<&Envelope<'_>>,
        message: Option<&[u8]>,
    ) -> Result<Ended, Over> {
        // Stays like this if the caller drops the future half-way.
        let State::Staged { end, chunk_unanswered } = std::mem::replace(&mut self.state, State::Dead) else {
            return Err(unsent(TransportError::Misuse("no message is staged")));
        };
        let chunk_unanswered = match self.early().await {
            Ok(()) => chunk_unanswered,
            Err(Fault::Early(reply)) if chunk_unanswered && reply.is_positive() => {
                self.input.done_with(reply);
                false
            }
            Err(Fault::Early(reply)) if reply.is_refusal() => {
                // An answer to the chunk is in order, one in the middle of DATA is not.
                let goes_on = chunk_unanswered && reply.code != 421;
                self.needs_reset |= goes_on;
                return Err(Over { committed: Committed::Reply(reply), goes_on });
            }
            Err(Fault::Early(_)) => return Err(unsent(UNASKED)),
            Err(Fault::Transport(error)) => return Err(unsent(error)),
        };
        if !self.input.is_empty() {
            return Err(unsent(UNASKED));
        }
        let next = next.filter(|next| self.offers.pipelining && self.refuse(next).is_none());
        self.output.clear();
        self.output.extend_from_slice(end);
        if let Some(next) = next {
            self.push_envelope(next);
            for (opened, address) in self.opened.iter_mut().zip([next.from, next.to]) {
                opened.clear();
                opened.push_str(address);
            }
        }
        let commands = self.output.len();
        let carries = next.is_some() && self.carries_message();
        let message = message.filter(|message| carries && goes_as_it_is(message));
        if let Some(message) = message {
            begin_chunk(&mut self.output, message.len());
        }
        let sent = match self.send_end(commands, message.unwrap_or_default()).await {
            Ok(sent) => sent,
            Err((error, true)) => return Err(Over { committed: Committed::Lost(error), goes_on: false }),
            Err((error, false)) => return Err(unsent(error)),
        };
        let begun = message.map(|message| {
            let is_whole = sent == self.output.len() + message.len();
            Begun { from: (!is_whole).then_some(sent), length: message.len() }
        });
        Ok(Ended { chunked: end == LAST_CHUNK, chunk_unanswered, opens: next.is_some(), begun })
    }

    /// What becomes of the message that [`Connection::end`] ended.
    pub async fn answer_to_end(&mut self) -> Committed {
        // Stays like this if the caller drops the future half-way.
        let ended = match std::mem::replace(&mut self.state, State::Dead) {
            State::Ended(ended) => ended,
            State::Over(Over { committed, goes_on }) => {
                if goes_on {
                    self.state = State::Idle;
                }
                return committed;
            }
            // An end may be out that nobody waited for.
            State::Dead => return Committed::Lost(TransportError::Closed),
            state => {
                self.state = state;
                return Committed::Unsent(TransportError::Misuse("no message was ended"));
            }
        };
        let reply = match self.replies_to_end(ended.chunk_unanswered).await {
            Ok(reply) => reply,
            Err(error) => return Committed::Lost(error),
        };
        self.served = true;
        // The server closes after 421 (RFC 5321 §3.8). Behind an answer without a clear end nothing can be trusted.
        if reply.code != 421 && !self.input.is_out_of_step() {
            let begun = ended.begun;
            self.state = if ended.opens { State::Opened { begun } } else { State::Idle };
            self.needs_reset = ended.chunked && reply.is_refusal() && !ended.opens;
        }
        Committed::Reply(reply)
    }

    /// The answer to the message. A refused chunk says more than what follows from it.
    async fn replies_to_end(&mut self, chunk_unanswered: bool) -> Result<Reply, TransportError> {
        let mut refused = None;
        if chunk_unanswered {
            let chunk = self.reply_to_message().await?;
            if chunk.code == 421 {
                return Ok(chunk);
            }
            if chunk.is_positive() {
                self.input.done_with(chunk);
            } else {
                refused = Some(chunk);
            }
        }
        let last = self.reply_to_message().await?;
        match refused {
            _ if last.code / 100 == 3 => Err(TransportError::Protocol("an answer of the wrong kind")),
            Some(_) if last.is_positive() => Err(TransportError::Protocol("a refused chunk was delivered")),
            Some(refused) => Ok(refused),
            None => Ok(last),
        }
    }

    /// Closes the socket at once. A staged message is discarded by the server, because its end is missing
    /// (RFC 5321 §4.1.1.4).
    pub fn abandon(self) {}

    /// Ends the session politely, unless a transaction is open: then like [`Connection::abandon`].
    pub async fn quit(mut self) {
        if self.is_usable() && !matches!(self.state, State::Opened { .. }) {
            // Whatever comes back, the session is over.
            if self.send(Phase::Quit, b"QUIT\r\n").await.is_ok() {
                let _ = self.reply(Phase::Quit).await;
            }
        }
    }

    /// Whether another message may be staged.
    pub fn is_usable(&self) -> bool {
        matches!(self.state, State::Idle | State::Opened { .. })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
        sync::oneshot,
        time::timeout,
    };

    use super::*;
    use crate::smtp::{Settings, Staged, stream::Stream};

    const SHORT: Duration = Duration::from_millis(20);

    /// A message staged with a server that reads on when it is told, and answers when it has read an end.
    async fn staged() -> (Connection, oneshot::Sender<()>) {
        staged_by(["250-x\r\n250 PIPELINING\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"], b"Hello.\r\n").await
    }

    async fn staged_by(answers: [&'static str; 2], message: &[u8]) -> (Connection, oneshot::Sender<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (tell, told) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.unwrap();
            socket.write_all(b"220 x\r\n").await.unwrap();
            for answer in answers {
                assert_ne!(socket.read(&mut [0; 1024]).await.unwrap(), 0);
                socket.write_all(answer.as_bytes()).await.unwrap();
            }
            if told.await.is_ok() {
                let mut heard = Vec::new();
                while !heard.ends_with(b".\r\n") || heard.ends_with(b"Hello.\r\n") {
                    assert_ne!(socket.read_buf(&mut heard).await.unwrap(), 0, "closed without an end");
                }
                socket.write_all(b"250 queued\r\n").await.unwrap();
            }
            std::future::pending::<()>().await;
        });
        let mut connection = Connection::open(&Settings::new("127.0.0.1", port)).await.unwrap();
        let envelope = Envelope { from: "a@b", to: "c@d" };
        assert_eq!(connection.stage(&envelope, message).await, Staged::Ready);
        (connection, tell)
    }

    #[tokio::test]
    async fn a_chunk_is_not_copied_to_be_sent() {
        let message = b"0123456789\r\n".repeat(5000);
        let answers = ["250-x\r\n250-PIPELINING\r\n250 CHUNKING\r\n", "250 ok\r\n250 ok\r\n"];
        let (connection, _tell) = staged_by(answers, &message).await;
        assert!(connection.output.capacity() < 2048, "a hundred connections would keep as many copies");
    }

    #[tokio::test]
    async fn an_end_of_which_no_octet_could_be_written_is_unsent() {
        let (mut connection, _tell) = staged().await;
        let Stream::Plain(socket) = &mut connection.stream else { panic!("no plain connection") };
        // Nothing is said of it by the server, so that only the write can tell.
        socket.shutdown().await.unwrap();
        assert_eq!(connection.commit(None).await, Committed::Unsent(TransportError::Closed));
    }

    /// Writes until neither the server nor the system between takes any more.
    async fn fill(connection: &Connection) {
        let Stream::Plain(socket) = &connection.stream else { panic!("no plain connection") };
        while timeout(SHORT, socket.writable()).await.is_ok() {
            while socket.try_write(&[b'x'; 4096]).is_ok() {}
        }
    }

    #[tokio::test]
    async fn an_end_waits_until_the_socket_takes_it() {
        let (mut connection, tell) = staged().await;
        fill(&connection).await;
        connection.timeouts.dot = Duration::from_secs(60);
        // The server reads on once the end has found no room.
        let (committed, ()) = tokio::join!(connection.commit(None), async { tell.send(()).unwrap() });
        assert!(matches!(&committed, Committed::Reply(reply) if reply.text == "queued"), "{committed:?}");
    }

    #[tokio::test]
    async fn an_end_that_never_found_room_is_unsent() {
        let (mut connection, _tell) = staged().await;
        fill(&connection).await;
        connection.timeouts.dot = SHORT;
        let too_late = TransportError::Timeout(Phase::Dot);
        assert_eq!(connection.commit(None).await, Committed::Unsent(too_late));
    }

    #[tokio::test]
    async fn an_end_that_was_given_up_may_be_out() {
        let (mut connection, _tell) = staged().await;
        fill(&connection).await;
        connection.timeouts.dot = Duration::from_secs(60);
        assert!(timeout(SHORT, connection.end(None, None)).await.is_err());
        assert_eq!(connection.answer_to_end().await, Committed::Lost(TransportError::Closed));
    }

    #[tokio::test]
    async fn what_has_not_ended_has_no_answer() {
        let (mut connection, tell) = staged().await;
        let misuse = Committed::Unsent(TransportError::Misuse("no message was ended"));
        assert_eq!(connection.answer_to_end().await, misuse);
        tell.send(()).unwrap();
        assert!(matches!(connection.commit(None).await, Committed::Reply(_)), "it is still staged");
        assert_eq!(connection.answer_to_end().await, misuse);
        assert!(connection.is_usable());
    }

    #[tokio::test]
    async fn an_end_of_which_some_octets_went_may_be_out() {
        let (mut connection, _tell) = staged().await;
        connection.timeouts.dot = SHORT;
        // More than is taken on the way to a server that does not read.
        let length = 32 << 20;
        connection.output = vec![b'x'; length];
        let too_late = TransportError::Timeout(Phase::Dot);
        assert_eq!(connection.send_end(length, b"").await, Err((too_late, true)));
    }
}

//! The end of a message, and leaving.

use super::{
    Begun, Committed, Connection, Envelope, LAST_CHUNK, State, content::goes_as_it_is, stage::begin_chunk,
    wire::Fault,
};
use crate::{Phase, Reply, TransportError};

const UNASKED: TransportError = TransportError::Protocol("an answer nobody asked for");

impl Connection {
    /// Ends the staged content, in the same write opens the transaction of `next` (with PIPELINING), and
    /// waits for the answer. After `next` was given, the next [`Connection::stage`] must be for it.
    pub async fn commit(&mut self, next: Option<&Envelope<'_>>) -> Committed {
        self.end(next, None).await
    }

    /// Like [`Connection::commit`], and where [`Connection::carries_message`], what the socket takes of the next message goes
    /// with it, unless its line ends have to be mended on the way. The next [`Connection::stage`] must be for the same envelope and message.
    pub async fn commit_with(&mut self, next: &Envelope<'_>, message: &[u8]) -> Committed {
        self.end(Some(next), Some(message)).await
    }

    /// Whether a message may follow its envelope at once: a server that refuses the one takes and throws away the other
    /// (RFC 3030 §2). Elsewhere it waits for the answer to DATA.
    pub fn carries_message(&self) -> bool {
        self.offers.pipelining && self.offers.chunking
    }

    async fn end(&mut self, next: Option<&Envelope<'_>>, message: Option<&[u8]>) -> Committed {
        // Stays like this if the caller drops the future half-way.
        let State::Staged { end, chunk_unanswered } = std::mem::replace(&mut self.state, State::Dead) else {
            return Committed::Unsent(TransportError::Misuse("no message is staged"));
        };
        let chunked = end == LAST_CHUNK;
        let chunk_unanswered = match self.early().await {
            Ok(()) => chunk_unanswered,
            Err(Fault::Early(reply)) if chunk_unanswered && reply.is_positive() => {
                self.input.done_with(reply);
                false
            }
            Err(Fault::Early(reply)) if reply.is_refusal() => {
                // An answer to the chunk is in order, one in the middle of DATA is not.
                if chunk_unanswered && reply.code != 421 {
                    (self.state, self.needs_reset) = (State::Idle, true);
                }
                return Committed::Reply(reply);
            }
            Err(Fault::Early(_)) => return Committed::Unsent(UNASKED),
            Err(Fault::Transport(error)) => return Committed::Unsent(error),
        };
        if !self.input.is_empty() {
            return Committed::Unsent(UNASKED);
        }
        let next = next.filter(|next| self.offers.pipelining && self.refuse(next).is_none());
        self.output.clear();
        self.output.extend_from_slice(end);
        if let Some(next) = next {
            self.push_envelope(next);
        }
        let commands = self.output.len();
        let carries = next.is_some() && self.carries_message();
        let message = message.filter(|message| carries && goes_as_it_is(message));
        if let Some(message) = message {
            begin_chunk(&mut self.output, message.len());
        }
        let sent = match self.send_end(commands, message.unwrap_or_default()).await {
            Ok(sent) => sent,
            Err((error, true)) => return Committed::Lost(error),
            Err((error, false)) => return Committed::Unsent(error),
        };
        let reply = match self.answer_to_end(chunk_unanswered).await {
            Ok(reply) => reply,
            Err(error) => return Committed::Lost(error),
        };
        self.served = true;
        // The server closes after 421 (RFC 5321 §3.8). Behind an answer without a clear end nothing can be trusted.
        if reply.code != 421 && !self.input.is_out_of_step() {
            self.state = match next {
                None => State::Idle,
                Some(next) => {
                    for (opened, address) in self.opened.iter_mut().zip([next.from, next.to]) {
                        opened.clear();
                        opened.push_str(address);
                    }
                    let begun = message.map(|message| Begun { from: sent, length: message.len() });
                    State::Opened { begun }
                }
            };
            self.needs_reset = chunked && reply.is_refusal() && next.is_none();
        }
        Committed::Reply(reply)
    }

    /// The answer to the message. A refused chunk says more than what follows from it.
    async fn answer_to_end(&mut self, chunk_unanswered: bool) -> Result<Reply, TransportError> {
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
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (tell, told) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.unwrap();
            let answers = ["220 x\r\n", "250-x\r\n250 PIPELINING\r\n", "250 ok\r\n250 ok\r\n354 go\r\n"];
            for answer in answers {
                socket.write_all(answer.as_bytes()).await.unwrap();
                if !answer.ends_with("go\r\n") {
                    assert_ne!(socket.read(&mut [0; 1024]).await.unwrap(), 0);
                }
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
        assert_eq!(connection.stage(&envelope, b"Hello.\r\n").await, Staged::Ready);
        (connection, tell)
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

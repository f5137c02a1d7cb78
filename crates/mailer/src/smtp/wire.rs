//! Reading and writing of a [`Connection`], each step bounded by its time-out as a whole.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::timeout;

use super::{Connection, Timeouts, input::Rules};
use crate::{Phase, Reply, TransportError};

/// One time-out covers this much content.
const BLOCK: usize = 64 * 1024;

/// Why writing stopped.
pub(super) enum Fault {
    /// The server answered before it had everything.
    Early(Reply),
    Transport(TransportError),
}

impl From<TransportError> for Fault {
    fn from(error: TransportError) -> Self {
        Self::Transport(error)
    }
}

impl Timeouts {
    fn of(&self, phase: Phase) -> Duration {
        match phase {
            Phase::Connect => self.connect,
            Phase::Greeting => self.greeting,
            Phase::Hello | Phase::Tls | Phase::Auth => self.hello,
            Phase::Mail => self.mail,
            Phase::Rcpt => self.rcpt,
            Phase::Data => self.data,
            Phase::Body => self.block,
            Phase::Dot => self.dot,
            Phase::Quit => self.quit,
        }
    }
}

/// `work`, or the time-out of `phase`. What need not wait, as most of what is done with a socket, costs no clock and no timer.
pub(super) async fn within<T>(
    timeouts: &Timeouts,
    phase: Phase,
    work: impl Future<Output = Result<T, TransportError>>,
) -> Result<T, TransportError> {
    let mut work = pin!(work);
    if let Poll::Ready(done) = poll_fn(|cx| Poll::Ready(work.as_mut().poll(cx))).await {
        return done;
    }
    timeout(timeouts.of(phase), work).await.unwrap_or(Err(TransportError::Timeout(phase)))
}

/// What is left of the two when so many octets of them are written.
fn rest_of<'a>(first: &'a [u8], second: &'a [u8], written: usize) -> [&'a [u8]; 2] {
    let of_first = written.min(first.len());
    [&first[of_first..], &second[written - of_first..]]
}

impl Connection {
    /// Waits for the next reply.
    pub(super) async fn reply(&mut self, phase: Phase) -> Result<Reply, TransportError> {
        self.await_reply(phase, Rules::Strict).await
    }

    /// Waits for the answer to the end of a message, which is taken from a part of it when there is no more. Look at
    /// [`super::input::Input::is_out_of_step`] afterwards.
    pub(super) async fn reply_to_message(&mut self) -> Result<Reply, TransportError> {
        match self.await_reply(Phase::Dot, Rules::Digits).await {
            Err(error) if !matches!(error, TransportError::Protocol(_)) => {
                self.input.decided(Rules::Digits).ok_or(error)
            }
            answered => answered,
        }
    }

    async fn await_reply(&mut self, phase: Phase, rules: Rules) -> Result<Reply, TransportError> {
        let (input, stream) = (&mut self.input, &mut self.stream);
        let work = async {
            loop {
                if let Some(reply) = input.take_reply(rules)? {
                    return Ok(reply);
                }
                if poll_fn(|cx| input.poll_fill(cx, stream)).await? == 0 {
                    return Err(TransportError::Closed);
                }
            }
        };
        within(&self.timeouts, phase, work).await
    }

    /// Writes all of it within one time-out. On failure says whether any octet was handed over.
    pub(super) async fn send(&mut self, phase: Phase, data: &[u8]) -> Result<(), (TransportError, bool)> {
        self.send_both(phase, data, b"").await
    }

    async fn send_both(
        &mut self,
        phase: Phase,
        data: &[u8],
        behind: &[u8],
    ) -> Result<(), (TransportError, bool)> {
        let mut sent = 0;
        let stream = &mut self.stream;
        // What rustls took may be on the wire in part when it reports an error.
        let opaque = stream.is_tls();
        let work = poll_fn(|cx| {
            while sent < data.len() + behind.len() {
                match stream.poll_write_both(cx, rest_of(data, behind, sent)) {
                    Poll::Ready(Ok(0)) => return Poll::Ready(Err(TransportError::Closed)),
                    Poll::Ready(Ok(count)) => sent += count,
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(error.into())),
                    Poll::Pending => return Poll::Pending,
                }
            }
            stream.poll_flush(cx).map_err(TransportError::from)
        });
        let result = within(&self.timeouts, phase, work).await;
        result.map_err(|error| (error, opaque || sent > 0))
    }

    /// Writes what was gathered in `output`, and what is `behind` it.
    pub(super) async fn send_output(
        &mut self,
        phase: Phase,
        behind: &[u8],
    ) -> Result<(), (TransportError, bool)> {
        let output = std::mem::take(&mut self.output);
        let sent = self.send_both(phase, &output, behind).await;
        self.output = output;
        sent
    }

    /// Writes the end of a message, which is the first octets of `output`, and of the others and of what is `behind` them what is
    /// taken without waiting; says how many those are together. On failure says whether any octet was handed over.
    pub(super) async fn send_end(
        &mut self,
        length: usize,
        behind: &[u8],
    ) -> Result<usize, (TransportError, bool)> {
        let output = std::mem::take(&mut self.output);
        let (mut sent, mut takes_more) = (0, true);
        let (stream, input) = (&mut self.stream, &mut self.input);
        let opaque = stream.is_tls();
        let work = poll_fn(|cx| {
            while sent < output.len() + behind.len() && takes_more {
                match stream.poll_write_both(cx, rest_of(&output, behind, sent)) {
                    Poll::Ready(Ok(count)) if count > 0 => sent += count,
                    Poll::Pending if sent < length => return Poll::Pending,
                    Poll::Ready(failed) if sent < length && !opaque => {
                        return Poll::Ready(Err(
                            failed.map_or_else(TransportError::from, |_| TransportError::Closed)
                        ));
                    }
                    // The end is out, or may be: its answer decides, and may be here whatever became of what follows.
                    _ => takes_more = false,
                }
            }
            if stream.poll_flush(cx).is_ready() {
                return Poll::Ready(Ok(()));
            }
            // rustls holds back what the socket does not take, and nobody knows of whose octets that is.
            input.poll_fill(cx, stream).map(|_| Ok(()))
        });
        let result = within(&self.timeouts, Phase::Dot, work).await;
        self.output = output;
        result.map(|()| sent).map_err(|error| (error, opaque || sent > 0))
    }

    /// Writes the rest of `output` and of what is `behind` it, if anything is left, each block within a time-out.
    pub(super) async fn send_rest(
        &mut self,
        from: Option<usize>,
        behind: &[u8],
    ) -> Result<(), TransportError> {
        let output = std::mem::take(&mut self.output);
        let [commands, content] = from.map(|from| rest_of(&output, behind, from)).unwrap_or_default();
        // Even where nothing is left to write, something may be left to flush.
        let mut sent = self.send(Phase::Body, commands).await;
        for block in content.chunks(BLOCK) {
            if sent.is_ok() {
                sent = self.send(Phase::Body, block).await;
            }
        }
        self.output = output;
        sent.map_err(|(error, _)| error)
    }

    /// Writes content and stops as soon as the server answers or closes.
    pub(super) async fn send_content(&mut self, data: &[u8]) -> Result<(), Fault> {
        for block in data.chunks(BLOCK) {
            let mut sent = 0;
            let limit = self.timeouts.block;
            let work = poll_fn(|cx| self.poll_content(cx, block, &mut sent));
            timeout(limit, work).await.unwrap_or(Err(TransportError::Timeout(Phase::Body).into()))?;
        }
        Ok(())
    }

    fn poll_content(
        &mut self,
        cx: &mut Context<'_>,
        block: &[u8],
        sent: &mut usize,
    ) -> Poll<Result<(), Fault>> {
        while *sent < block.len() {
            match self.stream.poll_write(cx, &block[*sent..]) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(TransportError::Closed.into())),
                Poll::Ready(Ok(count)) => *sent += count,
                // A server that refuses the size answers, closes, and our write fails: look for the answer.
                Poll::Ready(Err(error)) => {
                    let said = self.poll_early(cx).err().filter(|fault| matches!(fault, Fault::Early(_)));
                    return Poll::Ready(Err(said.unwrap_or(TransportError::from(error).into())));
                }
                Poll::Pending => {
                    self.poll_early(cx)?;
                    return Poll::Pending;
                }
            }
        }
        self.stream.poll_flush(cx).map_err(|error| TransportError::from(error).into())
    }

    /// What the server has said or done although it was not its turn. Costs no system call while the
    /// socket has nothing to read.
    pub(super) async fn early(&mut self) -> Result<(), Fault> {
        poll_fn(|cx| Poll::Ready(self.poll_early(cx))).await
    }

    fn poll_early(&mut self, cx: &mut Context<'_>) -> Result<(), Fault> {
        loop {
            if let Some(reply) = self.input.take_reply(Rules::Strict)? {
                return Err(Fault::Early(reply));
            }
            match self.input.poll_fill(cx, &mut self.stream) {
                Poll::Ready(Ok(0)) => return Err(TransportError::Closed.into()),
                Poll::Ready(Ok(_)) => {}
                Poll::Ready(Err(error)) => return Err(TransportError::from(error).into()),
                Poll::Pending => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_two_begins_where_the_writing_ended() {
        let left = [("abc", "de"), ("bc", "de"), ("", "de"), ("", "e"), ("", "")];
        for (written, (first, second)) in [0, 1, 3, 4, 5].into_iter().zip(left) {
            assert_eq!(rest_of(b"abc", b"de", written), [first.as_bytes(), second.as_bytes()], "{written}");
        }
    }
}

//! How long a peer may keep us waiting. It begins with some time, uses it up by silence, and earns it back with bytes:
//! an upload over a slow line takes as long as it takes, and a byte a second does not hold a connection for long.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

/// Bytes per second at which a peer uses nothing up: a tenth of what the slowest modems do.
const RATE: u32 = 512;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
#[error("the other side keeps us waiting")]
struct TooSlow;

struct Allowance {
    full: Duration,
    left: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Allowance {
    const fn new(full: Duration) -> Self {
        Self { full, left: full, waiting: None }
    }

    /// Ready when it is used up.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let left = self.left;
        let (_, alarm) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + left)))
        });
        alarm.as_mut().poll(cx)
    }

    fn earn(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.left = (self.left + Duration::from_secs(1) * bytes / RATE).min(self.full);
    }
}

/// The body of a request whose sender does not keep us waiting for ever. Time that the reader takes does not count.
pub struct Paced {
    body: Incoming,
    allowance: Allowance,
}

impl Paced {
    pub const fn new(body: Incoming, silence: Duration) -> Self {
        Self { body, allowance: Allowance::new(silence) }
    }
}

impl Body for Paced {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else {
            ready!(this.allowance.wait(cx));
            return Poll::Ready(Some(Err(TooSlow.into())));
        };
        if let Some(Ok(frame)) = &frame {
            this.allowance.earn(frame.data_ref().map_or(0, Bytes::len));
        }
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that fails when its peer does not take what is written.
pub struct Patient<T> {
    stream: T,
    allowance: Allowance,
}

impl<T> Patient<T> {
    pub const fn new(stream: T, silence: Duration) -> Self {
        Self { stream, allowance: Allowance::new(silence) }
    }

    fn written(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_pending() {
            ready!(self.allowance.wait(cx));
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, TooSlow)));
        }
        if let Poll::Ready(Ok(bytes)) = written {
            self.allowance.earn(bytes);
        }
        written
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Patient<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Patient<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.written(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

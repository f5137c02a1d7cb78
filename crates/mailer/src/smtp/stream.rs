//! A socket, encrypted or not.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::client::TlsStream;

pub(super) enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
    /// Between the two, during STARTTLS.
    Gone,
}

impl Stream {
    pub(super) fn is_tls(&self) -> bool {
        matches!(self, Self::Tls(_))
    }

    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        let mut read = ReadBuf::new(buffer);
        let done = match self {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, &mut read),
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, &mut read),
            Self::Gone => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        };
        done.map_ok(|()| read.filled().len())
    }

    pub(super) fn poll_write(&mut self, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, data),
            Self::Tls(stream) => Pin::new(stream).poll_write(cx, data),
            Self::Gone => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    /// Writes of the first, or of both.
    pub(super) fn poll_write_both(
        &mut self,
        cx: &mut Context<'_>,
        data: [&[u8]; 2],
    ) -> Poll<io::Result<usize>> {
        let data = data.map(IoSlice::new);
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, &data),
            Self::Tls(stream) => Pin::new(stream).poll_write_vectored(cx, &data),
            Self::Gone => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    pub(super) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Tls(stream) => Pin::new(stream).poll_flush(cx),
            Self::Plain(_) | Self::Gone => Poll::Ready(Ok(())),
        }
    }
}

//! A client's socket, encrypted or not.

use std::{io, sync::Arc};

use rustls::ServerConfig;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

pub(crate) enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Stream {
    pub(crate) async fn encrypt(self, config: Arc<ServerConfig>) -> io::Result<Self> {
        let Self::Plain(socket) = self else { return Err(io::ErrorKind::InvalidInput.into()) };
        Ok(Self::Tls(Box::new(TlsAcceptor::from(config).accept(socket).await?)))
    }

    pub(crate) fn is_tls(&self) -> bool {
        matches!(self, Self::Tls(_))
    }

    /// Appends what there is; 0 at the end.
    pub(crate) async fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        if buffer.capacity() - buffer.len() < 16 * 1024 {
            buffer.reserve(64 * 1024);
        }
        match self {
            Self::Plain(stream) => stream.read_buf(buffer).await,
            Self::Tls(stream) => stream.read_buf(buffer).await,
        }
    }

    pub(crate) async fn write(&mut self, octets: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.write_all(octets).await,
            Self::Tls(stream) => {
                stream.write_all(octets).await?;
                stream.flush().await
            }
        }
    }

    /// Closes with RST instead of FIN.
    pub(crate) fn reset(self) {
        let socket = match &self {
            Self::Plain(stream) => stream,
            Self::Tls(stream) => stream.get_ref().0,
        };
        // Without the option it closes with FIN, which is as good as it gets.
        let _ = socket.set_zero_linger();
    }

    /// Sends FIN; reading goes on.
    pub(crate) async fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.shutdown().await,
            Self::Tls(stream) => stream.shutdown().await,
        }
    }
}

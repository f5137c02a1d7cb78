//! A connection, encrypted or not, that yields lines and blocks in bounded memory.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, ServerName},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use super::{MailboxUrl, PollError, PollSettings, Tls};

/// Octets passed over because they are more than was asked for; then the server is given up.
const MAX_SKIPPED: usize = 64 << 20;

enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
    /// Between the two, during the handshake.
    Gone,
}

pub(super) struct Wire {
    stream: Stream,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    step: Duration,
    host: String,
    extra_roots: Vec<CertificateDer<'static>>,
}

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: Vec<u8>,
    /// Octets that followed and are gone.
    pub(super) skipped: usize,
}

impl Wire {
    pub(super) async fn connect(url: &MailboxUrl, settings: &PollSettings) -> Result<Self, PollError> {
        let socket = within(settings.step, dial(url)).await?;
        let mut wire = Self {
            stream: Stream::Plain(socket),
            buffer: vec![0; 16 * 1024].into_boxed_slice(),
            start: 0,
            end: 0,
            step: settings.step,
            host: url.host.clone(),
            extra_roots: settings.extra_roots.clone(),
        };
        if url.tls == Tls::Implicit {
            wire.start_tls().await?;
        }
        Ok(wire)
    }

    pub(super) async fn start_tls(&mut self) -> Result<(), PollError> {
        // Octets already here were sent in the clear and would be taken for the server's (CVE-2011-0411 and its
        // kin).
        if self.start < self.end {
            return Err(PollError::Protocol("answers before the TLS handshake"));
        }
        let Stream::Plain(socket) = std::mem::replace(&mut self.stream, Stream::Gone) else {
            return Err(PollError::Protocol("TLS inside TLS"));
        };
        let connector = TlsConnector::from(client_config(&self.extra_roots)?);
        let name = ServerName::try_from(self.host.clone())
            .map_err(|_| PollError::Tls("the host is no valid name for a certificate".to_owned()))?;
        let work = async {
            connector.connect(name, socket).await.map_err(|error| PollError::Tls(error.to_string()))
        };
        self.stream = Stream::Tls(Box::new(within(self.step, work).await?));
        Ok(())
    }

    pub(super) async fn send(&mut self, data: &[u8]) -> Result<(), PollError> {
        let stream = &mut self.stream;
        within(self.step, async {
            stream.write_all(data).await.map_err(closed)?;
            stream.flush().await.map_err(closed)
        })
        .await
    }

    /// The next line, of which at most `keep` octets are kept.
    pub(super) async fn line(&mut self, keep: usize) -> Result<Line, PollError> {
        let step = self.step;
        within(step, async {
            let mut line = Line { text: Vec::new(), skipped: 0 };
            loop {
                let here = self.fill().await?;
                let end = here.iter().position(|b| *b == b'\n');
                let piece = &here[..end.unwrap_or(here.len())];
                // One more than asked for, since the last may be the CR of the end.
                let kept = piece.len().min((keep + 1).saturating_sub(line.text.len()));
                line.text.extend_from_slice(&piece[..kept]);
                line.skipped += piece.len() - kept;
                let used = piece.len() + usize::from(end.is_some());
                self.start += used;
                if line.skipped > MAX_SKIPPED {
                    return Err(PollError::Protocol("a line without end"));
                }
                if end.is_some() {
                    if line.skipped == 0 && line.text.last() == Some(&b'\r') {
                        line.text.pop();
                    }
                    line.skipped += line.text.len().saturating_sub(keep);
                    line.text.truncate(keep);
                    return Ok(line);
                }
            }
        })
        .await
    }

    /// The next `length` octets, of which at most `keep` are kept.
    pub(super) async fn block(&mut self, length: usize, keep: usize) -> Result<Vec<u8>, PollError> {
        if length.saturating_sub(keep) > MAX_SKIPPED {
            return Err(PollError::Protocol("far more than was asked for"));
        }
        let step = self.step;
        within(step, async {
            let mut block = Vec::with_capacity(length.min(keep));
            let mut left = length;
            while left > 0 {
                let here = self.fill().await?;
                let piece = &here[..here.len().min(left)];
                let room = keep - block.len();
                block.extend_from_slice(&piece[..piece.len().min(room)]);
                let used = piece.len();
                self.start += used;
                left -= used;
            }
            Ok(block)
        })
        .await
    }

    async fn fill(&mut self) -> Result<&[u8], PollError> {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
            self.end = self.stream.read(&mut self.buffer).await.map_err(closed)?;
            if self.end == 0 {
                return Err(PollError::Closed);
            }
        }
        Ok(&self.buffer[self.start..self.end])
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err takes")]
fn closed(error: io::Error) -> PollError {
    match error.kind() {
        io::ErrorKind::InvalidData => PollError::Tls(error.to_string()),
        _ => PollError::Closed,
    }
}

async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, PollError>>,
) -> Result<T, PollError> {
    timeout(limit, work).await.unwrap_or(Err(PollError::Timeout))
}

/// The first address that answers.
async fn dial(url: &MailboxUrl) -> Result<TcpStream, PollError> {
    let failed = |error: io::Error| PollError::Connect(error.to_string());
    let mut last = PollError::Connect("the name has no address".to_owned());
    for address in lookup_host((url.host.as_str(), url.port)).await.map_err(failed)? {
        // The name "localhost" is no promise.
        if url.tls == Tls::Loopback && !address.ip().is_loopback() {
            last = PollError::TlsNotOffered;
            continue;
        }
        match TcpStream::connect(address).await {
            Ok(socket) => {
                socket.set_nodelay(true).map_err(failed)?;
                return Ok(socket);
            }
            Err(error) => last = failed(error),
        }
    }
    Err(last)
}

/// Trust for TLS: Mozilla's roots and those of the settings.
fn client_config(extra_roots: &[CertificateDer<'static>]) -> Result<Arc<ClientConfig>, PollError> {
    let failed = |error: rustls::Error| PollError::Tls(error.to_string());
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for root in extra_roots {
        roots.add(root.clone()).map_err(failed)?;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(failed)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, buffer),
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, buffer),
            Self::Gone => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, data),
            Self::Tls(stream) => Pin::new(stream).poll_write(cx, data),
            Self::Gone => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Self::Tls(stream) => Pin::new(stream).poll_flush(cx),
            Self::Gone => Poll::Ready(Ok(())),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Gone => Poll::Ready(Ok(())),
        }
    }
}

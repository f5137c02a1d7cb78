//! The HTTP server: connections in, answers out, and an orderly end.
//!
//! A connection that nobody writes to or reads from holds one of the places that are there for all. So each has an
//! allowance of time in which it may keep the server waiting: for the head of a request, for its body, and to take the
//! answer. Places are not counted by address: behind a proxy all clients have the same one.

mod allowance;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{Response, header},
};
use futures::StreamExt as _;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::sleep,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;
use tower_http::normalize_path::NormalizePath;

use allowance::{Paced, Patient};

/// What answers.
pub type Site = NormalizePath<Router>;

/// How long clients may keep the server waiting.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// With the whole head of a request, and between two requests.
    pub head: Duration,
    /// The same while most places are taken.
    pub crowded: Duration,
    /// With the next part of a body, or with taking that of an answer; see [`allowance`].
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(30),
            crowded: Duration::from_secs(5),
            silence: Duration::from_secs(30),
        }
    }
}

/// About how many bytes of a head are read, and of other things read ahead; a longer head is answered 431.
const MAX_HEAD: usize = 64 * 1024;
/// Fields of a request's head; more is answered 431.
const MAX_FIELDS: usize = 100;
/// After a failed accept, mostly for want of files: time for some to be closed.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Answers until it is stopped, then until the last running request is answered.
pub async fn run(
    listener: TcpListener,
    service: Site,
    connections: usize,
    patience: Patience,
    stop: CancellationToken,
) {
    let slots = Arc::new(Semaphore::new(connections));
    let tasks = TaskTracker::new();
    while let Some((stream, peer, slot)) = next(&listener, &slots, &stop).await {
        let is_crowded = slots.available_permits() < connections / 4;
        let head = if is_crowded { patience.crowded } else { patience.head };
        let patience = Patience { head, ..patience };
        tasks.spawn(converse(stream, peer, slot, service.clone(), patience, stop.clone()));
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// The next connection for which there is room; none when stopped.
async fn next(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
    stop: &CancellationToken,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let accept = async {
        let slot = slots.clone().acquire_owned().await.ok()?;
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => return Some((stream, peer, slot)),
                Err(error) => {
                    tracing::debug!(%error, "a connection was not accepted");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => None,
        accepted = accept => accepted,
    }
}

async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    slot: OwnedSemaphorePermit,
    service: Site,
    patience: Patience,
    stop: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection ended at once");
        return;
    }
    let answer = service_fn(|request: hyper::Request<Incoming>| {
        let service = service.clone();
        let stop = stop.clone();
        async move {
            let mut request = request.map(|body| Body::new(Paced::new(body, patience.silence)));
            request.extensions_mut().insert(ConnectInfo(peer));
            service.oneshot(request).await.map(|answer| ending(answer, stop))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_headers(MAX_FIELDS)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream, patience.silence)), answer);
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
    drop(slot);
}

/// A stream of events has no end of its own: it ends with the server, and the client asks again.
fn ending(answer: Response<Body>, stop: CancellationToken) -> Response<Body> {
    let endless = answer
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/event-stream"));
    if !endless {
        return answer;
    }
    answer.map(|body| Body::from_stream(body.into_data_stream().take_until(stop.cancelled_owned())))
}

#[cfg(test)]
mod tests;

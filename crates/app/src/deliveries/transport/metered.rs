//! A transport whose connections and answers are counted.

use std::time::Instant;

use engine::ports::{Committed, Connection, Mail, Next, NoConnection, Reply, ReplyKind, Staged, Transport};

use crate::Core;

pub struct Metered<T> {
    pub inner: T,
    pub core: Core,
}

pub struct MeteredConnection<C> {
    inner: Option<C>,
    core: Core,
    /// When the last dot was asked for.
    began: Instant,
}

impl<T: Transport> Transport for Metered<T> {
    type Connection = MeteredConnection<T::Connection>;

    async fn connect(&self) -> Result<Self::Connection, NoConnection> {
        let connected = self.inner.connect().await;
        self.core.metrics.connect(match &connected {
            Ok(_) => "open",
            Err(failure) if failure.blocked => "refused",
            Err(_) => "failed",
        });
        connected.map(|inner| MeteredConnection {
            inner: Some(inner),
            core: self.core.clone(),
            began: Instant::now(),
        })
    }
}

impl<C: Connection> Connection for MeteredConnection<C> {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        let Some(inner) = self.inner.as_mut() else { return Staged::Broken("closed".into()) };
        let staged = inner.stage(mail).await;
        match &staged {
            Staged::Ready | Staged::Again => {}
            Staged::Refused(reply) => self.core.metrics.reply(class(reply)),
            Staged::Broken(_) => self.core.metrics.reply("broken"),
        }
        staged
    }

    fn carries_message(&self) -> bool {
        self.inner.as_ref().is_some_and(Connection::carries_message)
    }

    async fn dot(&mut self, next: Option<Next<'_>>) -> bool {
        self.began = Instant::now();
        match self.inner.as_mut() {
            Some(inner) => inner.dot(next).await,
            None => false,
        }
    }

    async fn answer(&mut self) -> Committed {
        let Some(inner) = self.inner.as_mut() else { return Committed::Unsent("closed".into()) };
        let committed = inner.answer().await;
        self.core.metrics.reply(match &committed {
            Committed::Answered(reply) => class(reply),
            Committed::Unsent(_) => "broken",
            Committed::Lost(_) => "lost",
        });
        self.core.metrics.answer(self.began.elapsed());
        committed
    }

    async fn close(mut self, politely: bool) {
        if let Some(inner) = self.inner.take() {
            self.core.metrics.disconnect();
            inner.close(politely).await;
        }
    }
}

impl<C> Drop for MeteredConnection<C> {
    fn drop(&mut self) {
        if self.inner.is_some() {
            self.core.metrics.disconnect();
        }
    }
}

fn class(reply: &Reply) -> &'static str {
    match reply.kind {
        ReplyKind::Accepted => "accepted",
        ReplyKind::Later { throttled: true } => "throttled",
        ReplyKind::Later { throttled: false } => "later",
        ReplyKind::Refused { .. } => "refused",
        ReplyKind::Trouble => "trouble",
        ReplyKind::Blocked => "blocked",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use engine::ports::Obstacle;

    use super::*;
    use crate::testing::TestApp;

    /// Takes connections as it is told, and remembers how they were closed.
    #[derive(Default)]
    struct Scripted {
        /// Of the next ones; the last first. `Some(blocked)` is none.
        failures: Mutex<Vec<Option<bool>>>,
        closed: Arc<Mutex<Vec<bool>>>,
    }

    struct Open(Arc<Mutex<Vec<bool>>>);

    impl Transport for Scripted {
        type Connection = Open;

        async fn connect(&self) -> Result<Open, NoConnection> {
            match self.failures.lock().unwrap().pop().flatten() {
                None => Ok(Open(self.closed.clone())),
                Some(blocked) => {
                    Err(NoConnection { reason: "no".into(), obstacle: Obstacle::Refusing, blocked })
                }
            }
        }
    }

    impl Connection for Open {
        async fn stage(&mut self, _mail: Mail<'_>) -> Staged {
            Staged::Ready
        }

        async fn answer(&mut self) -> Committed {
            Committed::Unsent("no".into())
        }

        async fn close(self, politely: bool) {
            self.0.lock().unwrap().push(politely);
        }
    }

    #[tokio::test]
    async fn each_connection_is_counted_in_and_out() {
        let t =
            TestApp::with(database::Engine::Sqlite, |s| s.operations.metrics_token = Some("figures".into()))
                .await;
        let says = async |line: &str| {
            let figures = t.call(Some("figures"), "GET", "/metrics", None).await.text();
            assert!(figures.lines().any(|there| there == line), "{line} in {figures}");
        };
        let scripted = Scripted {
            failures: Mutex::new(vec![Some(false), Some(false), Some(true)]),
            ..Scripted::default()
        };
        let closed = scripted.closed.clone();
        let metered = Metered { inner: scripted, core: t.app.core() };
        for _ in 0..3 {
            assert!(metered.connect().await.is_err());
        }
        says("letterpress_transport_connects_total{result=\"refused\"} 1").await;
        says("letterpress_transport_connects_total{result=\"failed\"} 2").await;
        let [kind, rude, lost] = [metered.connect().await, metered.connect().await, metered.connect().await]
            .map(|it| it.ok().unwrap());
        says("letterpress_transport_connects_total{result=\"open\"} 3").await;
        says("letterpress_transport_connections 3").await;
        kind.close(true).await;
        rude.close(false).await;
        says("letterpress_transport_connections 1").await;
        drop(lost);
        says("letterpress_transport_connections 0").await;
        assert_eq!(*closed.lock().unwrap(), [true, false]);
    }

    #[test]
    fn each_answer_has_its_class() {
        let of = |kind| class(&Reply { kind, code: None, enhanced_code: None, text: String::new() });
        let refused = |hard_bounce| ReplyKind::Refused { hard_bounce, soft_bounce: false };
        for (kind, expected) in [
            (ReplyKind::Accepted, "accepted"),
            (ReplyKind::Later { throttled: true }, "throttled"),
            (ReplyKind::Later { throttled: false }, "later"),
            (refused(true), "refused"),
            (refused(false), "refused"),
            (ReplyKind::Trouble, "trouble"),
            (ReplyKind::Blocked, "blocked"),
        ] {
            assert_eq!(of(kind), expected);
        }
    }
}

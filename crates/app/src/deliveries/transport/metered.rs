//! A transport whose connections and answers are counted.

use std::time::Instant;

use engine::ports::{
    Committed, Connection, Envelope, Mail, NoConnection, Reply, ReplyKind, Staged, Transport,
};

use crate::Core;

pub struct Metered<T> {
    pub inner: T,
    pub core: Core,
}

pub struct MeteredConnection<C> {
    inner: Option<C>,
    core: Core,
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
        connected.map(|inner| MeteredConnection { inner: Some(inner), core: self.core.clone() })
    }
}

impl<C: Connection> Connection for MeteredConnection<C> {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        let Some(inner) = self.inner.as_mut() else { return Staged::Broken("closed".into()) };
        let staged = inner.stage(mail).await;
        match &staged {
            Staged::Ready => {}
            Staged::Refused(reply) => self.core.metrics.reply(class(reply)),
            Staged::Broken(_) => self.core.metrics.reply("broken"),
        }
        staged
    }

    async fn commit(&mut self, next: Option<&Envelope>) -> Committed {
        let Some(inner) = self.inner.as_mut() else { return Committed::Unsent("closed".into()) };
        let began = Instant::now();
        let committed = inner.commit(next).await;
        self.core.metrics.reply(match &committed {
            Committed::Answered(reply) => class(reply),
            Committed::Unsent(_) => "broken",
            Committed::Lost(_) => "lost",
        });
        self.core.metrics.answer(began.elapsed());
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

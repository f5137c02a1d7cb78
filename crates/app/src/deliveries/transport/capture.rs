//! `capture:` keeps mail in the built-in mailbox; nothing leaves the machine.
//!
//! The dot is the insertion of the mail. Mails of many connections are inserted in one transaction.

use engine::ports::{Committed, Connection, Mail, NoConnection, Reply, ReplyKind, Staged, Transport};
use tokio::sync::{mpsc, oneshot};

use super::OneOff;
use crate::{
    AuthorId, CampaignId, Core, NewsletterId, SubscriberId,
    captured_mail::{self, CapturedMailKind, NewMail},
};

/// The most mails of one transaction.
const MAX_GROUP: usize = 64;

type Kept = (NewMail, oneshot::Sender<Result<(), String>>);

/// The built-in mailbox as a transport.
pub struct Capture {
    mails: mpsc::Sender<Kept>,
}

impl Capture {
    /// Starts the inserting task, which ends when the transport and its connections are dropped.
    pub fn start(core: Core) -> Self {
        let (mails, receiver) = mpsc::channel(MAX_GROUP);
        tokio::spawn(insert(core, receiver));
        Self { mails }
    }
}

async fn insert(core: Core, mut mails: mpsc::Receiver<Kept>) {
    let mut group = Vec::with_capacity(MAX_GROUP);
    while mails.recv_many(&mut group, MAX_GROUP).await > 0 {
        let (batch, answers): (Vec<_>, Vec<_>) = group.drain(..).unzip();
        let whole = insert_batch(&core, &batch).await;
        for (mail, answer) in batch.iter().zip(answers) {
            // One mail that cannot be kept (its campaign was deleted) does not take the others with it.
            let result = match &whole {
                Ok(()) => Ok(()),
                Err(_) => insert_batch(&core, std::slice::from_ref(mail)).await,
            };
            let _ = answer.send(result);
        }
    }
}

async fn insert_batch(core: &Core, batch: &[NewMail]) -> Result<(), String> {
    let failed = |error: database::Error| format!("the mailbox cannot be written: {error}");
    let mut tx = core.db.begin().await.map_err(failed)?;
    captured_mail::insert(&mut tx, batch, core.now()).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}

pub async fn keep(core: &Core, mail: OneOff) -> Result<(), String> {
    let mail = NewMail {
        author_id: mail.author_id,
        newsletter_id: mail.newsletter_id,
        campaign_id: mail.campaign_id,
        subscriber_id: None,
        kind: mail.kind,
        message_id: mail.message_id,
        sender: mail.sender,
        recipient: mail.recipient,
        subject: mail.subject,
        raw: mail.raw,
    };
    insert_batch(core, &[mail]).await
}

impl Transport for Capture {
    type Connection = CaptureConnection;

    async fn connect(&self) -> Result<CaptureConnection, NoConnection> {
        Ok(CaptureConnection { mails: self.mails.clone(), staged: None })
    }
}

pub struct CaptureConnection {
    mails: mpsc::Sender<Kept>,
    staged: Option<NewMail>,
}

impl Connection for CaptureConnection {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        let Some(message) = mail.message else { return Staged::Again };
        let (message_id, subject) = captured_mail::identify(message);
        self.staged = Some(NewMail {
            author_id: AuthorId::new(mail.job.run.author_id),
            newsletter_id: Some(NewsletterId::new(mail.job.run.newsletter_id)),
            campaign_id: Some(CampaignId::new(mail.job.run.campaign_id)),
            subscriber_id: Some(SubscriberId::new(mail.job.reader.id)),
            kind: CapturedMailKind::Campaign,
            message_id,
            sender: mail.envelope.from.clone(),
            recipient: mail.envelope.to.clone(),
            subject,
            raw: message.to_vec(),
        });
        Staged::Ready
    }

    async fn answer(&mut self) -> Committed {
        let Some(mail) = self.staged.take() else { return Committed::Unsent("nothing was staged".into()) };
        let (answer, kept) = oneshot::channel();
        if self.mails.send((mail, answer)).await.is_err() {
            return Committed::Unsent("the mailbox is closed".into());
        }
        match kept.await {
            Ok(Ok(())) => Committed::Answered(Reply {
                kind: ReplyKind::Accepted,
                code: Some(250),
                enhanced_code: None,
                text: "Kept in the mailbox.".into(),
            }),
            // Whether a failed commit took effect is not known, as with a server that does not answer.
            Ok(Err(reason)) => Committed::Lost(reason),
            Err(_) => Committed::Lost("the mailbox stopped".into()),
        }
    }

    async fn close(self, _politely: bool) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestApp;

    #[tokio::test]
    async fn what_inserts_ends_with_its_transport() {
        let t = TestApp::new(database::Engine::Sqlite).await;
        let (mails, receiver) = mpsc::channel(1);
        drop(mails);
        insert(t.app.core(), receiver).await;
    }
}

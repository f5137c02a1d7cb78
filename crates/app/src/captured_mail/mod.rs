//! Stand-in until the real feature is merged.
use database::{Result, Tx, on_engine};
use sqlx::QueryBuilder;

use crate::Timestamp;

#[derive(Clone, Debug)]
pub struct NewMail {
    pub author_id: i64,
    pub newsletter_id: Option<i64>,
    pub campaign_id: Option<i64>,
    pub subscriber_id: Option<i64>,
    pub kind: &'static str,
    pub message_id: String,
    pub sender: String,
    pub recipient: String,
    pub subject: String,
    pub raw: Vec<u8>,
}

pub fn identify(_raw: &[u8]) -> (String, String) {
    (String::new(), String::new())
}

pub async fn insert(tx: &mut Tx, mails: &[NewMail], now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("INSERT INTO captured_mail (author_id, newsletter_id, campaign_id, subscriber_id, kind, message_id, sender, recipient, recipient_key, subject, size_bytes, raw, captured_at) ");
        query.push_values(mails, |mut row, m| {
            row.push_bind(m.author_id).push_bind(m.newsletter_id).push_bind(m.campaign_id).push_bind(m.subscriber_id).push_bind(m.kind)
                .push_bind(&m.message_id).push_bind(&m.sender).push_bind(&m.recipient).push_bind(m.recipient.to_lowercase()).push_bind(&m.subject)
                .push_bind(m.raw.len() as i64).push_bind(&m.raw).push_bind(now);
        });
        query.build().execute(conn).await.map(drop)
    })
}

pub async fn ids_for(_tx: &mut Tx, _campaign_id: i64, _ids: &[i64]) -> Result<std::collections::HashMap<i64, i64>> {
    Ok(std::collections::HashMap::new())
}

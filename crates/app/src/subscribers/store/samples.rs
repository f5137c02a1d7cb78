//! Subscribers who are nobody.

use database::{Result, Tx};
use serde_json::Map;

use super::write::{Person, insert_quietly};
use crate::{NewsletterId, SubscriberId, Timestamp, subscribers::Status};

/// One of them.
#[derive(Clone, Debug)]
pub struct Sample {
    pub address: content::Address,
    pub first_name: Option<&'static str>,
    pub last_name: Option<&'static str>,
    pub tag: &'static str,
}

/// Adds one, active, and answers its id; `None` when the newsletter has one with this address. No webhook is told.
pub async fn insert_sample(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    sample: Sample,
    now: Timestamp,
) -> Result<Option<SubscriberId>> {
    let person = Person {
        address: sample.address,
        first_name: sample.first_name.map(str::to_owned),
        last_name: sample.last_name.map(str::to_owned),
        attributes: Map::new(),
        tags: vec![sample.tag.to_owned()],
    };
    insert_quietly(tx, newsletter_id, &person, Status::Active, now).await
}

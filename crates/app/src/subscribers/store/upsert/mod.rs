//! Many readers at once: those that are new are added, those that are known are filled in.

mod postgres;
mod sqlite;

use std::collections::{BTreeMap, HashMap, HashSet};

use database::{Result, Tx};
use serde_json::{Map, Value};

use super::{bulk, counters, emit::emit_to};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    subscribers::{
        Status,
        model::{MAX_ENTRIES, search_text},
    },
    webhooks::{self, Event},
};

/// A reader as an import brings it; checked already.
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'a> {
    pub email: &'a str,
    pub email_key: &'a str,
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    /// A JSON object in which every value is a text; keys ascending, no space between tokens.
    pub attributes: &'a str,
    /// A JSON list of texts.
    pub tags: &'a str,
    /// The reader's own status, where it is another than that of the rest.
    pub status: Option<Status>,
    /// When they subscribed, and left, elsewhere.
    pub subscribed_at: Option<Timestamp>,
    pub left_at: Option<Timestamp>,
}

impl Incoming<'_> {
    /// Whether the reader left, or mail to them harms.
    fn departed(&self) -> Option<Status> {
        self.status.filter(|status| status.is_protected())
    }

    /// Status, `subscribed_at` and `unsubscribed_at` of a new reader.
    fn standing(&self, rest: Status, now: Timestamp) -> (Status, Timestamp, Option<Timestamp>) {
        let status = self.status.unwrap_or(rest);
        let left = (status == Status::Unsubscribed).then_some(self.left_at.unwrap_or(now));
        (status, self.subscribed_at.or(left).unwrap_or(now), left)
    }
}

/// What becomes of subscribers that the newsletter has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Names and attributes that are given are written over, tags are added.
    Update,
    Leave,
}

/// What became of the rows; adds up to their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub created: i64,
    pub updated: i64,
    pub unchanged: i64,
    /// Unsubscribed, bounced or complained: left wholly alone.
    pub protected: i64,
    /// New and known readers who left by what their row says.
    pub departed: i64,
}

/// What became of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Created,
    /// Changed, or left by what the row says.
    Updated,
    Unchanged,
    /// Unsubscribed, bounced or complained: left wholly alone.
    Protected,
    /// With what the row brings there would be more than a subscriber may have; nothing was written.
    TooMany(&'static str),
}

#[derive(Debug, sqlx::FromRow)]
struct Existing {
    id: SubscriberId,
    email_key: String,
    first_name: Option<String>,
    last_name: Option<String>,
    status: String,
    attributes: String,
    tags: String,
}

/// What a known reader becomes.
#[derive(Debug, PartialEq, Eq)]
struct Changed {
    id: SubscriberId,
    first_name: Option<String>,
    last_name: Option<String>,
    attributes: String,
    tags: String,
    search_text: String,
}

/// Adds or fills in the readers; addresses are different from each other and ascending by key. Who is new gets `status`,
/// unless the row has its own. Nobody becomes active: a status is changed only when the row says that the reader left. On PostgreSQL a reader that somebody else adds in the same moment is a unique violation:
/// start the batch again.
pub async fn upsert(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    rows: &[Incoming<'_>],
    known: Known,
    status: Status,
    now: Timestamp,
) -> Result<Outcome> {
    let existing = match tx {
        Tx::Sqlite(t) => sqlite::existing(t, newsletter_id, rows).await?,
        Tx::Postgres(t) => postgres::existing(t, newsletter_id, rows, false).await?,
    };
    let decision = decide(existing, rows, known, false);
    carry_out(tx, newsletter_id, rows.len(), decision, status, now).await
}

/// The same, for few enough rows that those who are known are held until the transaction ends: what became of each row and whose
/// it is, in their order. On PostgreSQL it may also end in a deadlock with those who count opens or bounces: start again.
pub async fn upsert_each(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    rows: &[Incoming<'_>],
    status: Status,
    now: Timestamp,
) -> Result<Vec<(Done, SubscriberId)>> {
    let existing = match tx {
        Tx::Sqlite(t) => sqlite::existing(t, newsletter_id, rows).await?,
        Tx::Postgres(t) => postgres::existing(t, newsletter_id, rows, true).await?,
    };
    let mut decision = decide(existing, rows, Known::Update, true);
    let each = std::mem::take(&mut decision.each);
    carry_out(tx, newsletter_id, rows.len(), decision, status, now).await?;
    let keys: Vec<&str> = rows.iter().map(|row| row.email_key).collect();
    let ids = ids(tx, newsletter_id, &keys).await?;
    let id_of = |key: &str| ids.get(key).copied().ok_or(sqlx::Error::RowNotFound);
    each.into_iter().zip(keys).map(|(done, key)| Ok((done, id_of(key)?))).collect()
}

async fn carry_out(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    rows: usize,
    decision: Decision<'_, '_>,
    status: Status,
    now: Timestamp,
) -> Result<Outcome> {
    let Decision { mut outcome, each: _, new, changed, leaving } = decision;
    match tx {
        Tx::Sqlite(t) => {
            sqlite::insert(t, newsletter_id, &new, status, now).await?;
            sqlite::update(t, &changed, now).await?;
            outcome.updated = changed.len() as i64;
        }
        Tx::Postgres(t) => {
            postgres::insert(t, newsletter_id, &new, status, now).await?;
            outcome.updated = postgres::update(t, newsletter_id, &changed, now).await?;
        }
    }
    let of =
        |status_of: Status| new.iter().filter(|row| row.status.unwrap_or(status) == status_of).count() as i64;
    counters::add(tx, newsletter_id, Status::ALL.map(of)).await?;
    counters::day(tx, newsletter_id, now, of(Status::Active), 0).await?;
    for (to, ids) in &leaving {
        outcome.departed += bulk::depart(tx, newsletter_id, ids, *to, now).await?;
    }
    // The others left before, or since they were read.
    let Outcome { created, updated, unchanged, departed, .. } = outcome;
    outcome.protected = rows as i64 - created - updated - unchanged - departed;
    let changed: Vec<SubscriberId> = changed.iter().map(|row| row.id).collect();
    let new: Vec<&str> = new.iter().map(|row| row.email_key).collect();
    emit_upserted(tx, newsletter_id, &new, &changed, now).await?;
    Ok(outcome)
}

/// The readers with these keys of addresses, by key.
pub async fn ids(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    keys: &[&str],
) -> Result<HashMap<String, SubscriberId>> {
    let ids = match tx {
        Tx::Sqlite(t) => sqlite::ids(t, newsletter_id, keys).await?,
        Tx::Postgres(t) => postgres::ids(t, newsletter_id, keys).await?,
    };
    Ok(ids.into_iter().collect())
}

/// Tells of those who are new and of those who were changed.
async fn emit_upserted(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    new: &[&str],
    changed: &[SubscriberId],
    now: Timestamp,
) -> Result<()> {
    let events = [Event::SubscriberCreated, Event::SubscriberUpdated];
    let Some(listener) = webhooks::listener(tx, newsletter_id, &events).await? else { return Ok(()) };
    if listener.wants(Event::SubscriberCreated) {
        let mut ids: Vec<SubscriberId> = ids(tx, newsletter_id, new).await?.into_values().collect();
        ids.sort_unstable();
        emit_to(tx, listener, &ids, Event::SubscriberCreated, now).await?;
    }
    emit_to(tx, listener, changed, Event::SubscriberUpdated, now).await
}

/// What becomes of each row.
struct Decision<'r, 'a> {
    outcome: Outcome,
    each: Vec<Done>,
    new: Vec<&'r Incoming<'a>>,
    changed: Vec<Changed>,
    /// Known readers who left elsewhere, by what they become.
    leaving: BTreeMap<Status, Vec<SubscriberId>>,
}

/// `whole`: a row of which not everything has room changes nothing; else what has no room is left out.
fn decide<'r, 'a>(
    existing: Vec<Existing>,
    rows: &'r [Incoming<'a>],
    known: Known,
    whole: bool,
) -> Decision<'r, 'a> {
    let existing: HashMap<String, Existing> =
        existing.into_iter().map(|mut e| (std::mem::take(&mut e.email_key), e)).collect();
    let mut outcome = Outcome::default();
    let (mut new, mut changed) = (Vec::new(), Vec::new());
    let mut each = Vec::with_capacity(rows.len());
    let mut leaving: BTreeMap<Status, Vec<SubscriberId>> = BTreeMap::new();
    for row in rows {
        let Some(old) = existing.get(row.email_key) else {
            outcome.departed += i64::from(row.departed().is_some());
            new.push(row);
            each.push(Done::Created);
            continue;
        };
        if Status::parse(&old.status).is_none_or(Status::is_protected) {
            each.push(Done::Protected);
            continue;
        }
        each.push(if let Some(to) = row.departed() {
            leaving.entry(to).or_default().push(old.id);
            Done::Updated
        } else if let Some(field) = whole.then(|| too_many(old, row)).flatten() {
            Done::TooMany(field)
        } else if let (Known::Update, Some(change)) = (known, merge(old, row)) {
            changed.push(change);
            Done::Updated
        } else {
            outcome.unchanged += 1;
            Done::Unchanged
        });
    }
    outcome.created = new.iter().filter(|row| row.departed().is_none()).count() as i64;
    Decision { outcome, each, new, changed, leaving }
}

/// The reader with what the row brings; `None` when that is nothing new.
fn merge(old: &Existing, row: &Incoming<'_>) -> Option<Changed> {
    let first_name = row.first_name.or(old.first_name.as_deref());
    let last_name = row.last_name.or(old.last_name.as_deref());
    let attributes = merged_attributes(&old.attributes, row.attributes);
    let tags = merged_tags(&old.tags, row.tags);
    let same_names = first_name == old.first_name.as_deref() && last_name == old.last_name.as_deref();
    if same_names && attributes.is_none() && tags.is_none() {
        return None;
    }
    Some(Changed {
        id: old.id,
        first_name: first_name.map(str::to_owned),
        last_name: last_name.map(str::to_owned),
        attributes: attributes.unwrap_or_else(|| old.attributes.clone()),
        tags: tags.unwrap_or_else(|| old.tags.clone()),
        search_text: search_text(row.email_key, first_name, last_name),
    })
}

/// The field of which there would be more than a subscriber may have.
fn too_many(old: &Existing, row: &Incoming<'_>) -> Option<&'static str> {
    let tags = |text: &str| serde_json::from_str::<HashSet<String>>(text).unwrap_or_default();
    let names = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    if row.tags != "[]" && tags(&old.tags).union(&tags(row.tags)).count() > MAX_ENTRIES {
        return Some("tags");
    }
    let known = names(&old.attributes);
    let new = || names(row.attributes).keys().filter(|name| !known.contains_key(*name)).count();
    (row.attributes != "{}" && known.len() + new() > MAX_ENTRIES).then_some("attributes")
}

fn merged_attributes(old: &str, new: &str) -> Option<String> {
    if new == "{}" || new == old {
        return None;
    }
    let mut all: Map<String, Value> = serde_json::from_str(old).ok()?;
    let new: Map<String, Value> = serde_json::from_str(new).ok()?;
    let mut is_changed = false;
    for (name, value) in new {
        if all.get(&name) != Some(&value) && (all.len() < MAX_ENTRIES || all.contains_key(&name)) {
            all.insert(name, value);
            is_changed = true;
        }
    }
    is_changed.then(|| serde_json::to_string(&all).ok()).flatten()
}

fn merged_tags(old: &str, new: &str) -> Option<String> {
    if new == "[]" || new == old {
        return None;
    }
    let mut all: Vec<String> = serde_json::from_str(old).ok()?;
    let new: Vec<String> = serde_json::from_str(new).ok()?;
    let before = all.len();
    for tag in new {
        if !all.contains(&tag) && all.len() < MAX_ENTRIES {
            all.push(tag);
        }
    }
    (all.len() > before).then(|| serde_json::to_string(&all).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn old() -> Existing {
        Existing {
            id: SubscriberId::new(7),
            email_key: "a@x.example".into(),
            first_name: Some("Ada".into()),
            last_name: None,
            status: "active".into(),
            attributes: r#"{"city": "Köln", "n": 1}"#.into(),
            tags: r#"["a"]"#.into(),
        }
    }

    fn row<'a>(first: Option<&'a str>, attributes: &'a str, tags: &'a str) -> Incoming<'a> {
        let (email, email_key) = ("A@x.example", "a@x.example");
        Incoming {
            email,
            email_key,
            first_name: first,
            last_name: None,
            attributes,
            tags,
            status: None,
            subscribed_at: None,
            left_at: None,
        }
    }

    #[test]
    fn what_a_row_leaves_out_stays() {
        assert_eq!(merge(&old(), &row(None, "{}", "[]")), None);
        assert_eq!(merge(&old(), &row(Some("Ada"), r#"{"city":"Köln"}"#, r#"["a"]"#)), None);
        let changed = merge(&old(), &row(Some("Ida"), r#"{"city":"Bonn"}"#, r#"["b","a"]"#)).unwrap();
        assert_eq!(changed.first_name.as_deref(), Some("Ida"));
        assert_eq!(changed.attributes, r#"{"city":"Bonn","n":1}"#);
        assert_eq!(changed.tags, r#"["a","b"]"#);
        assert_eq!(changed.search_text, "a@x.example\nida");
    }
}

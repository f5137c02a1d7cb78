//! One look at a domain: every record looked up, Amazon SES asked where it sends, the state that follows, and who is told.

use std::collections::HashMap;

use database::Tx;
use futures::future::join_all;

use super::{
    Domain, keys,
    model::{Look, Service, Status, Step, step},
    records, ses,
    store::{self, Record},
};
use crate::{
    AuthorId, Core, Timestamp, accounts,
    events::{self, Event},
    newsletters,
};

/// Brings the kept records to what the domain needs now: the installation may send another way than when it was made.
pub async fn sync(core: &Core, tx: &mut Tx, domain: &Domain) -> database::Result<Vec<Record>> {
    let keys = keys::present(tx, domain.id).await?;
    let tokens: Vec<String> = serde_json::from_str(&domain.ses_dkim_tokens).unwrap_or_default();
    store::sync_records(tx, domain.id, &records::wanted(core, domain, &keys, &tokens)).await?;
    store::records(tx, domain.id).await
}

/// Makes the identity at Amazon SES, where that is how mail leaves, so that its records can be shown at once.
pub async fn introduce(core: &Core, id: i64) -> database::Result<()> {
    let mut tx = core.db.read().await?;
    let Some(domain) = store::find_any(&mut tx, id).await? else { return Ok(()) };
    drop(tx);
    let Some(tokens) = ses::refresh(core, &domain, true).await.and_then(|found| found.tokens) else {
        return Ok(());
    };
    let mut tx = core.db.begin().await?;
    store::set_ses(&mut tx, id, (true, false), &tokens).await?;
    if let Some(domain) = store::find_any(&mut tx, id).await? {
        sync(core, &mut tx, &domain).await?;
    }
    tx.commit().await
}

/// Looks everything up and writes down what follows; `None` when the domain is gone.
pub async fn look(core: &Core, id: i64, is_asked: bool) -> database::Result<Option<Domain>> {
    let mut tx = core.db.read().await?;
    let Some(domain) = store::find_any(&mut tx, id).await? else { return Ok(None) };
    drop(tx);
    let identity = ses::refresh(core, &domain, is_asked).await;
    let mut tx = core.db.begin().await?;
    let Some(mut domain) = store::find_any(&mut tx, id).await? else { return Ok(None) };
    let mut service = Service::None;
    if let Some(found) = &identity {
        service = found.service;
        if let Some(tokens) = &found.tokens {
            domain.ses_dkim_tokens = serde_json::to_string(tokens).unwrap_or_default();
            store::set_ses(&mut tx, id, (true, found.service == Service::Confirmed), tokens).await?;
        }
    }
    let records = sync(core, &mut tx, &domain).await?;
    tx.commit().await?;
    // Nothing is held while the DNS is asked.
    let checked = join_all(records.iter().map(|record| check(core, record))).await;
    let mut tx = core.db.begin().await?;
    // Written over the domain as it is now: somebody else may have looked meanwhile.
    let Some(domain) = store::find_any(&mut tx, id).await? else { return Ok(None) };
    write(core, &mut tx, &domain, &records, &checked, (service, is_asked)).await?;
    let domain = store::find_any(&mut tx, id).await?;
    tx.commit().await?;
    Ok(domain)
}

async fn check(core: &Core, record: &Record) -> dns::Checked {
    let expected = dns::Expected {
        purpose: records::purpose(&record.purpose),
        record_type: records::parse_type(&record.record_type),
        name: record.name.clone(),
        value: record.value.clone(),
    };
    if !expected.value.is_empty() {
        return core.resolver.check(&expected).await;
    }
    let lacking = Some(records::lacking(&record.purpose));
    if expected.purpose != dns::Purpose::Spf {
        return dns::Checked { status: dns::Status::Missing, found: Vec::new(), advice: lacking };
    }
    // Whom it names cannot be judged, but that it is one that receivers can read.
    let any = dns::Expected { value: "v=spf1 ~all".to_owned(), ..expected };
    let checked = core.resolver.check(&any).await;
    match checked.status {
        dns::Status::Found | dns::Status::Missing => dns::Checked { advice: lacking, ..checked },
        dns::Status::Wrong | dns::Status::Unknown => checked,
    }
}

async fn write(
    core: &Core,
    tx: &mut Tx,
    domain: &Domain,
    records: &[Record],
    checked: &[dns::Checked],
    (service, is_asked): (Service, bool),
) -> database::Result<()> {
    let now = core.now();
    for (record, checked) in records.iter().zip(checked) {
        store::set_record(tx, record, checked, now).await?;
    }
    keys::settle(tx, domain.id, &looked(records, checked), now).await?;
    let needed = needed(tx, domain.id).await?;
    let (look, is_signed) = judge(records, checked, &needed, service, is_asked);
    let next = step(domain, look, now);
    store::write_step(tx, domain, &next, is_signed, now).await?;
    record_verdict(tx, domain, &next, now).await
}

/// How the records of our own keys are.
fn looked(records: &[Record], checked: &[dns::Checked]) -> keys::Looked {
    let mut looked = keys::Looked::default();
    for (record, checked) in records.iter().zip(checked) {
        let Some(selector) = selector(record).map(str::to_owned) else { continue };
        match checked.status {
            dns::Status::Found => looked.found.push(selector),
            dns::Status::Missing | dns::Status::Wrong => looked.broken.push(selector),
            dns::Status::Unknown => {}
        }
    }
    looked
}

/// What the look came to, and whether every DKIM record that is needed is there.
fn judge(
    records: &[Record],
    checked: &[dns::Checked],
    needed: &HashMap<String, bool>,
    service: Service,
    is_asked: bool,
) -> (Look, bool) {
    let mut look = Look { required: 0, broken: 0, unknown: 0, service, is_asked };
    let (mut dkim, mut dkim_found) = (0, 0);
    let all =
        records.iter().zip(checked).filter(|(record, _)| record.is_required && is_needed(record, needed));
    for (record, checked) in all {
        look.required += 1;
        match checked.status {
            dns::Status::Found => {}
            dns::Status::Missing | dns::Status::Wrong => look.broken += 1,
            dns::Status::Unknown => look.unknown += 1,
        }
        if record.purpose == "dkim" {
            dkim += 1;
            dkim_found += usize::from(checked.status == dns::Status::Found);
        }
    }
    let is_signed = match service {
        Service::None => dkim > 0 && dkim == dkim_found,
        service => service == Service::Confirmed,
    };
    (look, is_signed)
}

/// Which selectors' records have to be there.
async fn needed(tx: &mut Tx, id: i64) -> database::Result<HashMap<String, bool>> {
    let keys = keys::present(tx, id).await?;
    Ok(keys.iter().map(|key| (key.selector.clone(), keys::is_needed(&keys, key))).collect())
}

fn is_needed(record: &Record, needed: &HashMap<String, bool>) -> bool {
    selector(record).and_then(|selector| needed.get(selector)).copied().unwrap_or(true)
}

/// Of a DKIM record.
fn selector(record: &Record) -> Option<&str> {
    let name = (record.purpose == "dkim").then_some(&record.name)?;
    name.split_once("._domainkey").map(|(selector, _)| selector)
}

/// Tells everybody who depends on the domain when it becomes usable or stops being so.
async fn record_verdict(tx: &mut Tx, domain: &Domain, next: &Step, now: Timestamp) -> database::Result<()> {
    let was = domain.verification_status.is_verified();
    let is = next.status.is_verified();
    let failed = next.through.contains(&Status::Failed);
    let (name, reason) = (domain.domain.as_str(), next.reason.as_deref());
    let event = if is && !was {
        Event::DomainVerified { domain: name, reason }
    } else if was && !is {
        Event::DomainBroken { domain: name, reason }
    } else if failed {
        Event::DomainFailed { domain: name, reason }
    } else {
        return Ok(());
    };
    for author_id in concerned(tx, domain).await? {
        events::record(tx, author_id, event, now).await?;
    }
    Ok(())
}

/// The owner (administrators for a shared domain) and authors whose newsletters use it.
pub async fn concerned(tx: &mut Tx, domain: &Domain) -> database::Result<Vec<AuthorId>> {
    let mut authors = match domain.author_id {
        Some(owner) => vec![owner],
        None => accounts::administrators(tx).await?,
    };
    authors.extend(newsletters::authors_on_domain(tx, domain.id).await?);
    authors.sort_unstable();
    authors.dedup();
    Ok(authors)
}

//! What a run has several of: links and, in an A/B test, variants.

use std::collections::HashMap;

use database::{Tx, on_engine};
use sqlx::QueryBuilder;

use super::store::RunRow;
use crate::{NewsletterId, RunId, Timestamp};

/// So many rows go into one statement.
const AT_ONCE: usize = 500;

/// Keeps the links of the run's mails.
pub async fn insert_links(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    links: &[content::Link],
) -> database::Result<()> {
    for part in links.chunks(AT_ONCE) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("INSERT INTO run_links (newsletter_id, run_id, link_no, url, label) ");
            query.push_values(part, |mut row, link| {
                row.push_bind(newsletter_id).push_bind(run_id).push_bind(i64::from(link.number)).push_bind(&link.url)
                    .push_bind(&link.label);
            });
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// Where the links lead, by their numbers.
pub async fn urls(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
) -> database::Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT link_no, url FROM run_links WHERE newsletter_id = $1 AND run_id = $2")
        .bind(newsletter_id).bind(run_id).fetch_all(conn).await?);
    Ok(rows.into_iter().collect())
}

/// Keeps the variants, each with its name and subject, in order.
pub async fn insert_variants(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    variants: &[(String, String)],
) -> database::Result<()> {
    for (no, (name, subject)) in variants.iter().enumerate() {
        on_engine!(&mut *tx, conn => sqlx::query(
            "INSERT INTO run_variants (newsletter_id, run_id, variant, name, subject) VALUES ($1, $2, $3, $4, $5)")
            .bind(newsletter_id).bind(run_id).bind(no as i16).bind(name).bind(subject).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// So many more readers are in the sample of each variant.
pub async fn count_samples(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    counts: &[i64],
) -> database::Result<()> {
    for (variant, count) in counts.iter().enumerate() {
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE run_variants SET intended = intended + $4 WHERE newsletter_id = $1 AND run_id = $2 AND variant = $3")
            .bind(newsletter_id).bind(run_id).bind(variant as i16).bind(count).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// How an A/B test ended.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    /// The variant that did better beyond chance.
    pub winner: Option<usize>,
    pub p_value: Option<f64>,
    /// To how many of each variant's sample it was sent.
    pub sent: &'a [i64],
}

/// Lets the time of an A/B test come that waits for it.
pub async fn end_wait(tx: &mut Tx, run: &RunRow, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaign_runs SET ab_decides_at = $2 WHERE id = $1 AND ab_state = 'waiting' AND ab_decides_at > $2")
        .bind(run.id).bind(now).execute(conn).await.map(drop))
}

/// Keeps it; false when it is decided already.
pub async fn decide(
    tx: &mut Tx,
    run: &RunRow,
    decision: Decision<'_>,
    now: Timestamp,
) -> database::Result<bool> {
    let state = if decision.winner.is_some() { "decided" } else { "undecided" };
    let changed = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE campaign_runs SET ab_state = $2, ab_decided_at = $3, ab_rest = $4, ab_p_value = $5 \
         WHERE id = $1 AND ab_state = 'waiting'")
        .bind(run.id).bind(state).bind(now).bind(decision.winner.unwrap_or_default() as i16)
        .bind(decision.p_value).execute(conn).await?.rows_affected());
    if changed == 0 {
        return Ok(false);
    }
    for (variant, sent) in decision.sent.iter().enumerate() {
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE run_variants SET sent = $4 WHERE newsletter_id = $1 AND run_id = $2 AND variant = $3")
            .bind(run.newsletter_id).bind(run.id).bind(variant as i16).bind(sent).execute(conn).await.map(drop))?;
    }
    Ok(true)
}

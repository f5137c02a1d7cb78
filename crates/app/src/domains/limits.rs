//! How many mails may leave from a domain on one day: its limit, and the warm-up curve below it.

use database::{Statement, Tx, Write, on_engine, push_list};
use platform::quick::HashMap;
use sqlx::{Build as _, QueryBuilder};

use crate::{Timestamp, clock};

/// The first half of an advisory lock; the other is the domain.
const DAY_OF_DOMAIN: i32 = 1;
/// Mails of the first day of a warm-up.
const WARM_UP_START: i64 = 200;
/// Each day allows a half more than the one before: receivers distrust a sender whose mail doubles.
const WARM_UP_GROWTH: f64 = 1.5;
/// Beyond this a domain is warm.
const WARM_UP_END: i64 = 1_000_000;

/// What the curve allows on a day, the first being 0; `None` once the domain is warm.
pub fn warm_up_allows(day: i64) -> Option<i64> {
    let allowed = WARM_UP_START as f64 * WARM_UP_GROWTH.powi(i32::try_from(day.clamp(0, 100)).unwrap_or(100));
    (allowed < WARM_UP_END as f64).then_some(allowed as i64)
}

/// What may be sent on `day` (since the Unix epoch); `None` for no limit.
pub fn allowance(daily_send_limit: i64, warm_up_from: Option<i64>, day: i64) -> Option<i64> {
    let limit = (daily_send_limit > 0).then_some(daily_send_limit);
    let curve = warm_up_from.and_then(|from| warm_up_allows(day - from));
    match (limit, curve) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// When the next day begins, UTC.
pub fn tomorrow(now: Timestamp) -> Timestamp {
    Timestamp((now.day() + 1) * clock::DAY)
}

/// What is left of the day for these domains, held until this transaction ends, so that several nodes together do not
/// pass a limit by one. Domains without a limit are left out.
pub async fn left(tx: &mut Tx, domains: &[i64], now: Timestamp) -> database::Result<HashMap<i64, i64>> {
    read_left(tx, domains, now, true).await
}

/// The same for a look that holds nothing.
pub async fn left_now(tx: &mut Tx, domains: &[i64], now: Timestamp) -> database::Result<HashMap<i64, i64>> {
    read_left(tx, domains, now, false).await
}

async fn read_left(
    tx: &mut Tx,
    domains: &[i64],
    now: Timestamp,
    holds: bool,
) -> database::Result<HashMap<i64, i64>> {
    if domains.is_empty() {
        return Ok(HashMap::default());
    }
    let rows: Vec<(i64, i64, Option<i64>)> = on_engine!(&mut *tx, conn => {
        let mut query = QueryBuilder::new("SELECT d.id, d.daily_send_limit, d.warm_up_from FROM domains d \
            WHERE (d.daily_send_limit > 0 OR d.warm_up_from IS NOT NULL) AND d.id IN ");
        push_list(&mut query, domains.iter().copied());
        query.push(" ORDER BY d.id");
        query.build_as().fetch_all(conn).await?
    });
    if let (Tx::Postgres(conn), true) = (&mut *tx, holds) {
        // A lock of its own: the day's row may not be there yet, and the domain's is locked by whoever counts what came back, behind
        // the run, whose counters this transaction has still to write.
        for (id, ..) in &rows {
            sqlx::query("SELECT pg_advisory_xact_lock($1, CAST($2 AS INTEGER))")
                .bind(DAY_OF_DOMAIN)
                .bind(id)
                .execute(&mut **conn)
                .await?;
        }
    }
    let day = now.day();
    let limits: HashMap<i64, i64> = rows
        .into_iter()
        .filter_map(|(id, limit, warm_up)| Some((id, allowance(limit, warm_up, day)?)))
        .collect();
    if limits.is_empty() {
        return Ok(limits);
    }
    let ids: Vec<i64> = limits.keys().copied().collect();
    let sent: HashMap<i64, i64> = super::store::sent_on(tx, &ids, day).await?.into_iter().collect();
    Ok(limits.into_iter().map(|(id, limit)| (id, (limit - sent.get(&id).unwrap_or(&0)).max(0))).collect())
}

/// Whether neither a limit nor a warm-up holds mails of the domain back, as a statement that finds a row then.
pub fn is_unlimited(domain_id: i64, now: Timestamp) -> Statement {
    let statement = Statement::new(
        "SELECT 1 FROM domains WHERE id = $1 AND daily_send_limit <= 0 AND (warm_up_from IS NULL OR warm_up_from <= $2)",
    );
    statement.bind(domain_id).bind(now.day() - warm_days())
}

/// The first day on which a domain is warm.
pub fn warm_days() -> i64 {
    (0..100).take_while(|day| warm_up_allows(*day).is_some()).count() as i64
}

/// What counts more mails of today.
pub fn count_more(domain_id: i64, n: i64, now: Timestamp) -> Write {
    let statement =
        Statement::new("INSERT INTO domain_days (domain_id, day, sent) SELECT $1, $2, $3 WHERE TRUE");
    Write::one(statement.bind(domain_id).bind(now.day()).bind(n))
        .behind("ON CONFLICT (domain_id, day) DO UPDATE SET sent = domain_days.sent + excluded.sent")
}

/// What counts mails of today; negative for those that were refused after all.
pub fn count(domain_id: i64, n: i64, now: Timestamp) -> Option<Statement> {
    let statement = Statement::new(
        "INSERT INTO domain_days (domain_id, day, sent) VALUES ($1, $2, $4) \
         ON CONFLICT (domain_id, day) DO UPDATE SET sent = CASE WHEN domain_days.sent + $3 > 0 \
         THEN domain_days.sent + $3 ELSE 0 END",
    );
    (n != 0).then(|| statement.bind(domain_id).bind(now.day()).bind(n).bind(n.max(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_grows_without_doubling_and_ends() {
        let days: Vec<i64> = (0..).map_while(warm_up_allows).collect();
        assert_eq!(days[..4], [200, 300, 450, 675]);
        assert!(days.windows(2).all(|pair| pair[0] < pair[1] && pair[1] < 2 * pair[0]));
        assert!(days.len() < 30);
        assert_eq!(warm_up_allows(-1), Some(200), "a clock that went back");
    }

    #[test]
    fn the_smaller_of_limit_and_curve_holds() {
        assert_eq!(allowance(0, None, 10), None);
        assert_eq!(allowance(100, None, 10), Some(100));
        assert_eq!(allowance(250, Some(10), 10), Some(200));
        assert_eq!(allowance(250, Some(9), 10), Some(250));
        assert_eq!(allowance(0, Some(10), 12), Some(450));
        assert_eq!(allowance(0, Some(10), 100), None);
    }
}

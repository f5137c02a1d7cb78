//! PostgreSQL: COPY straight into the table; arrays for everything else.

use std::fmt::Write as _;

use database::{Result, column};
use sqlx::{AssertSqlSafe, Postgres};

use super::{Changed, Existing, Incoming};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    subscribers::{Status, model::search_text},
};

/// Bytes of one message of a COPY.
const MESSAGE: usize = 256 * 1024;

type Conn = database::Connection<Postgres>;

pub async fn existing(
    t: &mut Conn,
    newsletter_id: NewsletterId,
    rows: &[Incoming<'_>],
    hold: bool,
) -> Result<Vec<Existing>> {
    let keys: Vec<&str> = rows.iter().map(|r| r.email_key).collect();
    // In one order for all that hold them so.
    let hold = if hold { " ORDER BY id FOR UPDATE" } else { "" };
    sqlx::query_as(AssertSqlSafe(format!(
        "SELECT id, email_key, first_name, last_name, status, CAST(attributes AS TEXT) AS attributes, \
         CAST(tags AS TEXT) AS tags FROM subscribers WHERE newsletter_id = $1 AND email_key = ANY($2){hold}",
    )))
    .bind(newsletter_id)
    .bind(keys)
    .fetch_all(&mut **t)
    .await
}

/// The ids of the readers with these addresses, each with its key.
pub async fn ids(
    t: &mut Conn,
    newsletter_id: NewsletterId,
    keys: &[&str],
) -> Result<Vec<(String, SubscriberId)>> {
    sqlx::query_as("SELECT email_key, id FROM subscribers WHERE newsletter_id = $1 AND email_key = ANY($2)")
        .bind(newsletter_id)
        .bind(keys)
        .fetch_all(&mut **t)
        .await
}

pub async fn insert(
    t: &mut Conn,
    newsletter_id: NewsletterId,
    rows: &[&Incoming<'_>],
    status: Status,
    now: Timestamp,
) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut copy = t
        .copy_in_raw(
            "COPY subscribers (newsletter_id, created_at, updated_at, status, subscribed_at, unsubscribed_at, email, email_key, \
             first_name, last_name, attributes, tags, search_text) FROM STDIN",
        )
        .await?;
    let start = format!("{newsletter_id}\t{now}\t{now}", now = now.0);
    let mut message = String::with_capacity(MESSAGE + 16 * 1024);
    for row in rows {
        message.push_str(&start);
        let (status, subscribed_at, left_at) = row.standing(status, now);
        let _ = write!(message, "\t{}\t{}\t", status.as_str(), subscribed_at.0);
        let left_at = left_at.map_or_else(|| "\\N".to_owned(), |at| at.0.to_string());
        message.push_str(&left_at);
        let search = search_text(row.email_key, row.first_name, row.last_name);
        for field in [
            Some(row.email),
            Some(row.email_key),
            row.first_name,
            row.last_name,
            Some(row.attributes),
            Some(row.tags),
            Some(&search),
        ] {
            message.push('\t');
            push_field(&mut message, field);
        }
        message.push('\n');
        if message.len() >= MESSAGE {
            if let Err(error) = copy.send(message.as_bytes()).await {
                let _ = copy.abort("the import stops").await;
                return Err(error);
            }
            message.clear();
        }
    }
    if let Err(error) = copy.send(message.as_bytes()).await {
        let _ = copy.abort("the import stops").await;
        return Err(error);
    }
    copy.finish().await.map(drop)
}

/// The text format of COPY.
fn push_field(out: &mut String, field: Option<&str>) {
    let Some(field) = field else { return out.push_str("\\N") };
    if !field.bytes().any(|b| matches!(b, b'\\' | b'\t' | b'\n' | b'\r')) {
        return out.push_str(field);
    }
    for c in field.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
}

/// Answers how many were written: a reader who left meanwhile is not.
pub async fn update(
    t: &mut Conn,
    newsletter_id: NewsletterId,
    rows: &[Changed],
    now: Timestamp,
) -> Result<i64> {
    let mut written = 0;
    for chunk in rows.chunks(5_000) {
        written += sqlx::query(
            "UPDATE subscribers s SET first_name = v.first_name, last_name = v.last_name, \
             attributes = CAST(v.attributes AS JSONB), tags = CAST(v.tags AS JSONB), search_text = v.search_text, \
             updated_at = $2 FROM UNNEST($3::BIGINT[], $4::TEXT[], $5::TEXT[], $6::TEXT[], $7::TEXT[], $8::TEXT[]) \
             AS v (id, first_name, last_name, attributes, tags, search_text) \
             WHERE s.newsletter_id = $1 AND s.id = v.id AND s.status IN ('active', 'pending')",
        )
        .bind(newsletter_id)
        .bind(now)
        .bind(column(chunk, |r| r.id))
        .bind(column(chunk, |r| r.first_name.as_deref()))
        .bind(column(chunk, |r| r.last_name.as_deref()))
        .bind(column(chunk, |r| r.attributes.as_str()))
        .bind(column(chunk, |r| r.tags.as_str()))
        .bind(column(chunk, |r| r.search_text.as_str()))
        .execute(&mut **t)
        .await?
        .rows_affected() as i64;
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::push_field;

    #[test]
    fn fields_of_a_copy_are_escaped() {
        let field = |text| {
            let mut out = String::new();
            push_field(&mut out, text);
            out
        };
        assert_eq!(field(None), "\\N");
        assert_eq!(field(Some("\\N")), "\\\\N");
        assert_eq!(field(Some("a\tb\nc\rd\\")), "a\\tb\\nc\\rd\\\\");
    }
}

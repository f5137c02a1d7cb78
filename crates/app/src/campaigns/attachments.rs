//! Files that go with every mail of a campaign.

use std::collections::HashMap;

use database::{Result, Tx, on_engine, push_list};
use serde::Serialize;
use sqlx::Build as _;

use crate::CampaignId;

/// All attachments of a campaign together, in bytes: base64 makes a third more of it, and many servers stop at 10 MiB.
pub const MAX_TOTAL: i64 = 5 << 20;
pub const MAX_COUNT: usize = 10;
const MAX_NAME: usize = 120;
/// What mail providers refuse whole mails for.
const REFUSED: [&str; 18] = [
    "ade", "adp", "apk", "bat", "cmd", "com", "cpl", "dll", "exe", "hta", "jar", "js", "lnk", "msi", "ps1",
    "scr", "vbs", "wsf",
];

/// A file that goes with the email.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Attachment {
    pub id: i64,
    pub file_name: String,
    pub content_type: String,
    pub size_bytes: i64,
}

/// A name without path and control characters, shortened before its extension.
pub fn file_name(given: &str) -> String {
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control() && !"\"<>|:*?".contains(*c)).collect();
    let name = name.trim().trim_start_matches('.');
    if name.is_empty() {
        return "attachment".into();
    }
    if name.chars().count() <= MAX_NAME {
        return name.to_owned();
    }
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let extension: String = extension.chars().take(10).collect();
    format!("{}.{extension}", stem.chars().take(MAX_NAME - 11).collect::<String>())
}

/// `type/subtype` as it was given, when it is one that a mail may say (RFC 2045 §5.1).
pub fn content_type(given: Option<&str>) -> String {
    let token = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&b))
    };
    given
        .and_then(|text| text.split(';').next())
        .map(|text| text.trim().to_ascii_lowercase())
        .filter(|text| text.len() <= 100 && text.split_once('/').is_some_and(|(a, b)| token(a) && token(b)))
        .filter(|text| !text.starts_with("multipart/") && !text.starts_with("message/"))
        .unwrap_or_else(|| "application/octet-stream".into())
}

/// Why providers would refuse the mail for this file, if they would.
pub fn refusal(name: &str) -> Option<String> {
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    REFUSED.contains(&extension.as_str()).then(|| {
        format!("Mailbox providers refuse emails with .{extension} files. Link to the file instead.")
    })
}

/// The attachments of each campaign, oldest first.
pub async fn of(tx: &mut Tx, campaign_ids: &[CampaignId]) -> Result<HashMap<CampaignId, Vec<Attachment>>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        campaign_id: CampaignId,
        #[sqlx(flatten)]
        attachment: Attachment,
    }
    let mut found: HashMap<CampaignId, Vec<Attachment>> = HashMap::new();
    if campaign_ids.is_empty() {
        return Ok(found);
    }
    let rows: Vec<Row> = on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT campaign_id, id, file_name, content_type, size_bytes FROM campaign_attachments WHERE campaign_id IN ");
        push_list(&mut query, campaign_ids.iter().copied());
        query.push(" ORDER BY id");
        query.build_as().fetch_all(conn).await?
    });
    for row in rows {
        found.entry(row.campaign_id).or_default().push(row.attachment);
    }
    Ok(found)
}

/// With their bytes, to be put into the mail.
pub async fn whole(tx: &mut Tx, campaign_id: CampaignId) -> Result<Vec<content::Attachment>> {
    let rows: Vec<(String, String, Vec<u8>)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT file_name, content_type, bytes FROM campaign_attachments WHERE campaign_id = $1 ORDER BY id")
        .bind(campaign_id).fetch_all(conn).await?);
    Ok(rows
        .into_iter()
        .map(|(file_name, content_type, bytes)| content::Attachment { file_name, content_type, bytes })
        .collect())
}

pub async fn insert(
    tx: &mut Tx,
    campaign_id: CampaignId,
    (file_name, content_type): (&str, &str),
    bytes: &[u8],
) -> Result<Attachment> {
    on_engine!(tx, conn => sqlx::query_as(
        "INSERT INTO campaign_attachments (campaign_id, file_name, content_type, size_bytes, bytes) \
         VALUES ($1, $2, $3, $4, $5) RETURNING id, file_name, content_type, size_bytes")
        .bind(campaign_id).bind(file_name).bind(content_type).bind(bytes.len() as i64).bind(bytes)
        .fetch_one(conn).await)
}

/// Whether the campaign had it.
pub async fn delete(tx: &mut Tx, campaign_id: CampaignId, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM campaign_attachments WHERE campaign_id = $1 AND id = $2")
        .bind(campaign_id).bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Another campaign gets the same files.
pub async fn copy(tx: &mut Tx, from: CampaignId, to: CampaignId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO campaign_attachments (campaign_id, file_name, content_type, size_bytes, bytes) \
         SELECT $2, file_name, content_type, size_bytes, bytes FROM campaign_attachments WHERE campaign_id = $1 ORDER BY id")
        .bind(from).bind(to).execute(conn).await.map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_safe_and_keep_their_extension() {
        for (given, kept) in [
            ("plan.pdf", "plan.pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\x\\Büro plan.pdf", "Büro plan.pdf"),
            ("a\r\nb\".pdf", "ab.pdf"),
            ("", "attachment"),
            ("...", "attachment"),
        ] {
            assert_eq!(file_name(given), kept);
        }
        let long = file_name(&format!("{}.pdf", "x".repeat(500)));
        assert!(long.chars().count() <= MAX_NAME && long.ends_with("x.pdf"), "{long}");
    }

    #[test]
    fn types_are_those_that_a_mail_may_say() {
        assert_eq!(content_type(Some("Application/PDF; name=x")), "application/pdf");
        for bad in [
            None,
            Some(""),
            Some("pdf"),
            Some("a/b/c"),
            Some("text/pl\r\nain"),
            Some("multipart/mixed"),
            Some("message/rfc822"),
        ] {
            assert_eq!(content_type(bad), "application/octet-stream", "{bad:?}");
        }
    }

    #[test]
    fn programs_are_refused() {
        assert!(refusal("setup.EXE").unwrap().contains(".exe"));
        assert_eq!(refusal("plan.pdf"), None);
        assert_eq!(refusal("plan"), None);
    }
}

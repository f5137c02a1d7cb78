//! What each reader did with a mail.

use std::collections::{BTreeSet, HashMap};

use database::{Tx, push_list};
use sqlx::{Build as _, QueryBuilder};

use super::{ROWS, Run};
use crate::SubscriberId;

/// What one reader did with one mail.
#[derive(Clone, Default, sqlx::FromRow)]
pub struct Engagement {
    pub subscriber_id: SubscriberId,
    pub opened_at: Option<i64>,
    pub clicked_at: Option<i64>,
    pub opens: i64,
    pub clicks: i64,
    /// Numbers of the links that were clicked, as JSON.
    pub links: String,
    /// The same, once one is asked for.
    #[sqlx(skip)]
    clicked: Option<BTreeSet<i64>>,
    pub privacy_opens: i64,
    pub robot_opens: i64,
    pub robot_clicks: i64,
    pub robot_until: i64,
}

const COLUMNS: &str = "subscriber_id, opened_at, clicked_at, opens, clicks, links, privacy_opens, robot_opens, \
    robot_clicks, robot_until";

pub async fn engagements(
    tx: &mut Tx,
    run: &Run,
    ids: &[SubscriberId],
) -> database::Result<HashMap<SubscriberId, Engagement>> {
    let (newsletter_id, run_id) = (run.newsletter_id, run.id);
    let mut found: Vec<Engagement> = Vec::new();
    match tx {
        Tx::Sqlite(conn) => {
            for part in ids.chunks(ROWS) {
                let mut query = QueryBuilder::new("SELECT ");
                query.push(COLUMNS).push(" FROM engagements WHERE newsletter_id = ").push_bind(newsletter_id);
                query.push(" AND run_id = ").push_bind(run_id).push(" AND subscriber_id IN ");
                push_list(&mut query, part.iter().copied());
                found.extend(query.build_as::<Engagement>().fetch_all(&mut **conn).await?);
            }
        }
        Tx::Postgres(conn) => {
            // A row at a time by the whole key. While a run looks small, `= ANY` is a filter over all of it, and a join
            // asks each of its rows for a thousand readers; OFFSET keeps the look-up as it is written.
            let mut query = QueryBuilder::new("SELECT found.* FROM UNNEST(");
            query.push_bind(ids).push("::bigint[]) AS wanted (id) CROSS JOIN LATERAL (SELECT ").push(COLUMNS);
            query.push(" FROM engagements WHERE newsletter_id = ").push_bind(newsletter_id);
            query.push(" AND run_id = ").push_bind(run_id);
            query.push(" AND subscriber_id = wanted.id OFFSET 0) AS found");
            found = query.build_as().fetch_all(&mut **conn).await?;
        }
    }
    Ok(found.into_iter().map(|row| (row.subscriber_id, row)).collect())
}

impl Engagement {
    pub fn new(subscriber_id: SubscriberId) -> Self {
        Self { subscriber_id, links: "[]".into(), ..Self::default() }
    }

    /// Whether the reader had not clicked it before.
    pub fn add_link(&mut self, link_no: i64) -> bool {
        let links = &self.links;
        self.clicked.get_or_insert_with(|| serde_json::from_str(links).unwrap_or_default()).insert(link_no)
    }

    fn links(&self) -> String {
        let written = self.clicked.as_ref().and_then(|links| serde_json::to_string(links).ok());
        written.unwrap_or_else(|| self.links.clone())
    }
}

pub async fn write_engagements(tx: &mut Tx, run: &Run, mut rows: Vec<Engagement>) -> database::Result<()> {
    rows.sort_unstable_by_key(|row| row.subscriber_id);
    let update = " ON CONFLICT (newsletter_id, run_id, subscriber_id) DO UPDATE SET opened_at = excluded.opened_at, \
        clicked_at = excluded.clicked_at, opens = excluded.opens, clicks = excluded.clicks, links = excluded.links, \
        privacy_opens = excluded.privacy_opens, robot_opens = excluded.robot_opens, \
        robot_clicks = excluded.robot_clicks, robot_until = excluded.robot_until";
    let insert = format!("INSERT INTO engagements (newsletter_id, run_id, {COLUMNS}) ");
    match tx {
        Tx::Sqlite(conn) => {
            for part in rows.chunks(ROWS) {
                let mut query = QueryBuilder::new(&insert);
                query.push_values(part, |mut row, e| {
                    row.push_bind(run.newsletter_id)
                        .push_bind(run.id)
                        .push_bind(e.subscriber_id)
                        .push_bind(e.opened_at)
                        .push_bind(e.clicked_at)
                        .push_bind(e.opens)
                        .push_bind(e.clicks)
                        .push_bind(e.links())
                        .push_bind(e.privacy_opens)
                        .push_bind(e.robot_opens)
                        .push_bind(e.robot_clicks)
                        .push_bind(e.robot_until);
                });
                query.push(update).build().execute(&mut **conn).await?;
            }
        }
        // Arrays: a few values to send and one plan, however many rows.
        Tx::Postgres(conn) => {
            let column = |of: fn(&Engagement) -> i64| rows.iter().map(of).collect::<Vec<i64>>();
            let may_be =
                |of: fn(&Engagement) -> Option<i64>| rows.iter().map(of).collect::<Vec<Option<i64>>>();
            let mut query = QueryBuilder::new(&insert);
            query
                .push("SELECT ")
                .push_bind(run.newsletter_id)
                .push(", ")
                .push_bind(run.id)
                .push(", given.* FROM UNNEST(");
            query.push_bind(column(|e| e.subscriber_id.get())).push("::bigint[], ");
            query.push_bind(may_be(|e| e.opened_at)).push("::bigint[], ");
            query.push_bind(may_be(|e| e.clicked_at)).push("::bigint[], ");
            query.push_bind(column(|e| e.opens)).push("::bigint[], ");
            query.push_bind(column(|e| e.clicks)).push("::bigint[], ");
            query.push_bind(rows.iter().map(Engagement::links).collect::<Vec<String>>()).push("::text[], ");
            for of in [(|e| e.privacy_opens) as fn(&Engagement) -> i64, |e| e.robot_opens, |e| e.robot_clicks]
            {
                query.push_bind(column(of)).push("::bigint[], ");
            }
            query.push_bind(column(|e| e.robot_until)).push("::bigint[]) AS given").push(update);
            query.build().execute(&mut **conn).await?;
        }
    }
    Ok(())
}

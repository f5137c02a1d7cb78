//! What each reader did with a mail.

use std::collections::{BTreeSet, HashMap};

use database::{Tx, on_engine, push_list};
use sqlx::QueryBuilder;

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

pub async fn engagements(
    tx: &mut Tx,
    run: &Run,
    ids: &[SubscriberId],
) -> database::Result<HashMap<SubscriberId, Engagement>> {
    let mut found = HashMap::new();
    for part in ids.chunks(ROWS) {
        let rows: Vec<Engagement> = on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "SELECT subscriber_id, opened_at, clicked_at, opens, clicks, links, privacy_opens, robot_opens, robot_clicks, \
                 robot_until FROM engagements WHERE newsletter_id = ");
            query.push_bind(run.newsletter_id).push(" AND run_id = ").push_bind(run.id).push(" AND subscriber_id IN ");
            push_list(&mut query, part.iter().copied());
            query.build_query_as().fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|row| (row.subscriber_id, row)));
    }
    Ok(found)
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
    for part in rows.chunks(ROWS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, opened_at, clicked_at, opens, clicks, links, \
                 privacy_opens, robot_opens, robot_clicks, robot_until) ");
            query.push_values(part, |mut row, e| {
                row.push_bind(run.newsletter_id).push_bind(run.id).push_bind(e.subscriber_id).push_bind(e.opened_at)
                    .push_bind(e.clicked_at).push_bind(e.opens).push_bind(e.clicks).push_bind(e.links())
                    .push_bind(e.privacy_opens).push_bind(e.robot_opens).push_bind(e.robot_clicks).push_bind(e.robot_until);
            });
            query.push(" ON CONFLICT (newsletter_id, run_id, subscriber_id) DO UPDATE SET opened_at = excluded.opened_at, \
                clicked_at = excluded.clicked_at, opens = excluded.opens, clicks = excluded.clicks, links = excluded.links, \
                privacy_opens = excluded.privacy_opens, robot_opens = excluded.robot_opens, \
                robot_clicks = excluded.robot_clicks, robot_until = excluded.robot_until");
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

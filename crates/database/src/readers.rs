//! SQLite's readers who look here and there.

use futures::future::select_ok;
use sqlx::{
    Sqlite, SqlitePool, Transaction,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};

use crate::{Result, stats::counted};

/// All of them.
const MOST: u32 = 8;
/// So many are pools of their own, each with one connection; the others, one pool, read only beside all of those.
const IN_ORDER: usize = 4;
const BESIDE: u32 = MOST - IN_ORDER as u32;

/// Whoever reads gets the first of them that is free, while a pool's connections take turns. Each maps the file for itself and lets
/// go of it when something was written, so that the next to use it must find every page anew, which takes as long as a
/// search; and what a burst has opened would go on being used by whoever reads now and then. Whoever finds none free gets the next
/// that will be.
#[derive(Clone, Debug)]
pub struct Readers(Vec<SqlitePool>);

impl Readers {
    /// One is opened now, the others as they are needed.
    pub(crate) async fn open(
        settings: impl Fn(u32) -> SqlitePoolOptions,
        options: SqliteConnectOptions,
    ) -> Result<Self> {
        let mut pools = vec![settings(1).connect_with(options.clone()).await?];
        pools.extend((1..IN_ORDER).map(|_| settings(1).connect_lazy_with(options.clone())));
        pools.push(settings(BESIDE).connect_lazy_with(options));
        Ok(Self(pools))
    }

    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Sqlite>> {
        let (beside, in_order) = (&self.0[IN_ORDER], &self.0[..IN_ORDER]);
        for pool in in_order {
            // One that fails is told of only when no other is left.
            let begun = if pool.size() == 0 { pool.begin().await.map(Some) } else { pool.try_begin().await };
            if let Ok(Some(begun)) = begun {
                return Ok(begun);
            }
        }
        if beside.size() < BESIDE || beside.num_idle() > 0 {
            return beside.begin().await;
        }
        let whoever = self.0.iter().map(|pool| Box::pin(pool.begin()));
        Ok(select_ok(whoever).await?.0)
    }

    /// As [`counted`], of all.
    pub(crate) fn counted(&self) -> (usize, usize) {
        self.0.iter().map(counted).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }

    pub(crate) async fn close(&self) {
        for pool in &self.0 {
            pool.close().await;
        }
    }
}

//! Statements whose rows become values.
//!
//! As sqlx has them, but what asks, waits and reads knows rows alone, and is made once for each driver; for each kind of row
//! there is no more than a thin future that makes values of them. Every statement stands in the program twice, for two drivers, and there
//! are hundreds of kinds.

use futures::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use sqlx_core::{
    arguments::IntoArguments,
    database::Database,
    encode::Encode,
    error::{Error, Result},
    executor::Executor,
    from_row::FromRow,
    query::{Query, query},
    query_builder::QueryBuilder,
    sql_str::SqlSafeStr,
    types::Type,
};

/// A statement of whose rows each becomes an `O`.
#[must_use = "a statement does nothing until it is run"]
pub struct Values<'q, DB: Database, O> {
    query: Query<'q, DB, DB::Arguments>,
    make: fn(&DB::Row) -> Result<O>,
}

/// A statement of whose rows each is an `O`. Its connection keeps it, prepared, under its text.
pub fn query_as<'q, DB: Database, O>(sql: impl SqlSafeStr) -> Values<'q, DB, O>
where
    O: for<'r> FromRow<'r, DB::Row>,
{
    Values::of_rows(query(sql))
}

/// The same, where the first column is the `O`.
pub fn query_scalar<'q, DB: Database, O>(sql: impl SqlSafeStr) -> Values<'q, DB, O>
where
    (O,): for<'r> FromRow<'r, DB::Row>,
{
    Values::of_first_columns(query(sql))
}

/// What a [`QueryBuilder`] has put together, as a statement of values.
pub trait Build<DB: Database> {
    /// See [`query_as`].
    fn build_as<O>(&mut self) -> Values<'_, DB, O>
    where
        O: for<'r> FromRow<'r, DB::Row>;

    /// See [`query_scalar`].
    fn build_scalar<O>(&mut self) -> Values<'_, DB, O>
    where
        (O,): for<'r> FromRow<'r, DB::Row>;
}

impl<DB: Database> Build<DB> for QueryBuilder<DB> {
    fn build_as<O>(&mut self) -> Values<'_, DB, O>
    where
        O: for<'r> FromRow<'r, DB::Row>,
    {
        Values::of_rows(self.build())
    }

    fn build_scalar<O>(&mut self) -> Values<'_, DB, O>
    where
        (O,): for<'r> FromRow<'r, DB::Row>,
    {
        Values::of_first_columns(self.build())
    }
}

impl<'q, DB: Database, O> Values<'q, DB, O> {
    fn of_rows(query: Query<'q, DB, DB::Arguments>) -> Self
    where
        O: for<'r> FromRow<'r, DB::Row>,
    {
        Self { query, make: |row| O::from_row(row) }
    }

    fn of_first_columns(query: Query<'q, DB, DB::Arguments>) -> Self
    where
        (O,): for<'r> FromRow<'r, DB::Row>,
    {
        Self { query, make: |row| <(O,)>::from_row(row).map(|(value,)| value) }
    }

    /// The value of the next `$n`.
    pub fn bind<T: 'q + Encode<'q, DB> + Type<DB>>(mut self, value: T) -> Self {
        self.query = self.query.bind(value);
        self
    }
}

impl<'q, DB: Database, O: Send> Values<'q, DB, O>
where
    DB::Arguments: IntoArguments<DB>,
{
    /// One after the other, as they come.
    pub fn fetch<'e, 'c: 'e>(self, executor: impl Executor<'c, Database = DB>) -> BoxStream<'e, Result<O>>
    where
        'q: 'e,
        O: 'e,
    {
        let make = self.make;
        executor.fetch(self.query).map(move |row| make(&row?)).boxed()
    }

    pub async fn fetch_all<'c>(self, executor: impl Executor<'c, Database = DB>) -> Result<Vec<O>> {
        let mut values = Vec::new();
        each(executor.fetch(self.query), &mut |row| {
            values.push((self.make)(row)?);
            Ok(())
        })
        .await?;
        Ok(values)
    }

    /// The first; [`Error::RowNotFound`] where there is none.
    pub async fn fetch_one<'c>(self, executor: impl Executor<'c, Database = DB>) -> Result<O> {
        match executor.fetch_optional(self.query).await? {
            Some(row) => (self.make)(&row),
            None => Err(Error::RowNotFound),
        }
    }

    /// The first, if there is any.
    pub async fn fetch_optional<'c>(self, executor: impl Executor<'c, Database = DB>) -> Result<Option<O>> {
        match executor.fetch_optional(self.query).await? {
            Some(row) => (self.make)(&row).map(Some),
            None => Ok(None),
        }
    }
}

/// Hands on each row.
async fn each<R>(
    mut rows: BoxStream<'_, Result<R>>,
    take: &mut (dyn FnMut(&R) -> Result<()> + Send),
) -> Result<()> {
    while let Some(row) = rows.try_next().await? {
        take(&row)?;
    }
    Ok(())
}

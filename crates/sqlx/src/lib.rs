//! The parts of sqlx that the product uses, under the names that sqlx has for them and its derived code expects.
//!
//! With sqlx itself comes a second build of both drivers, of TLS and of SQLite, for macros that compare statements with a
//! database while they compile, which nothing here uses. It was a tenth of every first build.

pub use sqlx_core::{
    Either,
    column::{Column, ColumnIndex},
    connection::{ConnectOptions, Connection},
    database::{self, Database},
    error::{self, Error, Result},
    executor::Executor,
    from_row::FromRow,
    migrate,
    query::query,
    query_as::query_as,
    query_builder::{self, QueryBuilder},
    query_scalar::query_scalar,
    raw_sql::raw_sql,
    row::Row,
    sql_str::{AssertSqlSafe, SqlStr},
    transaction::Transaction,
    type_info::TypeInfo,
    value::ValueRef,
};
pub use sqlx_macros::{FromRow, migrate};
pub use sqlx_postgres::{self as postgres, PgConnection, PgPool, Postgres};
pub use sqlx_sqlite::{self as sqlite, Sqlite, SqliteConnection, SqlitePool};
pub use {decode::Decode, encode::Encode, types::Type};

/// What values are on their way to a column.
pub mod encode {
    pub use sqlx_core::encode::{Encode, IsNull};
}

/// What becomes of a column's value.
pub mod decode {
    pub use sqlx_core::decode::Decode;
}

/// Kinds of columns.
pub mod types {
    pub use sqlx_core::types::{Json, Type};
    pub use sqlx_macros::Type;
}

/// Statements that carry their values.
pub mod query {
    pub use sqlx_core::{query::Query, query_as::QueryAs};
}

/// Why a text in a column is none of the values that it may be, for derived code.
#[doc(hidden)]
#[macro_export]
macro_rules! __spec_error {
    ($why:expr) => {
        $crate::error::BoxDynError::from($why)
    };
}

//! The parts of sqlx that the product uses, under the names that sqlx has for them and its derived code expects.
//!
//! With sqlx itself comes a second build of both drivers, of TLS and of SQLite, for macros that compare statements with a
//! database while they compile, which nothing here uses. It was a tenth of every first build.

pub use sqlx_core::{
    Either,
    acquire::Acquire,
    arguments::{Arguments, IntoArguments},
    column::{Column, ColumnIndex},
    connection::{ConnectOptions, Connection},
    database::{self, Database},
    decode::Decode,
    encode::Encode,
    error::{self, Error, Result},
    executor::{Execute, Executor},
    from_row::FromRow,
    migrate,
    pool::{self, Pool},
    query::{query, query_with},
    query_as::{query_as, query_as_with},
    query_builder::{self, QueryBuilder},
    query_scalar::{query_scalar, query_scalar_with},
    raw_sql::{RawSql, raw_sql},
    row::Row,
    sql_str::{AssertSqlSafe, SqlSafeStr, SqlStr},
    statement::Statement,
    transaction::Transaction,
    type_info::TypeInfo,
    types::Type,
    value::{Value, ValueRef},
};
pub use sqlx_macros::{FromRow, Type, migrate};
pub use sqlx_postgres::{self as postgres, PgConnection, PgExecutor, PgPool, PgTransaction, Postgres};
pub use sqlx_sqlite::{
    self as sqlite, Sqlite, SqliteConnection, SqliteExecutor, SqlitePool, SqliteTransaction,
};

/// What values are on their way to a column.
pub mod encode {
    pub use sqlx_core::encode::{Encode, IsNull};
    pub use sqlx_macros::Encode;
}

/// What becomes of a column's value.
pub mod decode {
    pub use sqlx_core::decode::Decode;
    pub use sqlx_macros::Decode;
}

/// Kinds of columns.
pub mod types {
    pub use sqlx_core::types::*;
    pub use sqlx_macros::Type;
}

/// Statements that carry their values.
pub mod query {
    pub use sqlx_core::{
        query::{Map, Query},
        query_as::QueryAs,
        query_scalar::QueryScalar,
    };
}

/// Why a text in a column is none of the values that it may be, for derived code.
#[doc(hidden)]
#[macro_export]
macro_rules! __spec_error {
    ($why:expr) => {
        $crate::error::BoxDynError::from($why)
    };
}

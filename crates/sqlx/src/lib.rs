//! The parts of sqlx that the product uses, under the names that sqlx has for them; what is ours instead of sqlx's is in `rows` and
//! `crates/sqlx-derive`.
//!
//! With sqlx itself comes a second build of both drivers, of TLS and of SQLite, for macros that compare statements with a
//! database while they compile, which nothing here uses. It was a tenth of every first build.

mod rows;

pub use rows::{Build, query_as, query_scalar};
pub use sqlx_core::{
    Either,
    column::{Column, ColumnIndex},
    connection::{ConnectOptions, Connection},
    database::{self, Database},
    error::{self, Error, Result},
    executor::Executor,
    from_row::FromRow,
    migrate,
    pool::{Pool, PoolConnection},
    query::query,
    query_builder::{self, QueryBuilder},
    raw_sql::raw_sql,
    row::Row,
    sql_str::{AssertSqlSafe, SqlStr},
    transaction::{Transaction, TransactionManager},
    type_info::TypeInfo,
    value::ValueRef,
};
pub use sqlx_derive::FromRow;
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
}

/// Statements that carry their values.
pub mod query {
    pub use sqlx_core::query::Query;

    pub use crate::rows::Values;
}

/// Why a column's value is none of those that it may be, for derived code.
#[doc(hidden)]
pub fn not_understood(column: &str, why: impl Into<error::BoxDynError>) -> Error {
    Error::ColumnDecode { index: column.to_owned(), source: why.into() }
}

/// Lets a tuple struct of one field, visible where this is called, be bound to and read from columns of what it holds.
#[macro_export]
macro_rules! transparent {
    ($name:ty, $held:ty) => {
        impl<DB: $crate::Database> $crate::Type<DB> for $name
        where
            $held: $crate::Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$held as $crate::Type<DB>>::type_info()
            }

            fn compatible(of: &DB::TypeInfo) -> bool {
                <$held as $crate::Type<DB>>::compatible(of)
            }
        }

        impl<'q, DB: $crate::Database> $crate::Encode<'q, DB> for $name
        where
            $held: $crate::Encode<'q, DB>,
        {
            fn encode_by_ref(
                &self,
                into: &mut DB::ArgumentBuffer,
            ) -> ::core::result::Result<$crate::encode::IsNull, $crate::error::BoxDynError> {
                self.0.encode_by_ref(into)
            }

            fn produces(&self) -> ::core::option::Option<DB::TypeInfo> {
                self.0.produces()
            }

            fn size_hint(&self) -> usize {
                self.0.size_hint()
            }
        }

        impl<'r, DB: $crate::Database> $crate::Decode<'r, DB> for $name
        where
            $held: $crate::Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> ::core::result::Result<Self, $crate::error::BoxDynError> {
                <$held>::decode(value).map(Self)
            }
        }
    };
}

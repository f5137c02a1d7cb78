//! Rows become values, on a real SQLite.

use futures::TryStreamExt as _;
use sqlx::{Build as _, Connection as _, Error, FromRow, QueryBuilder, Sqlite, SqliteConnection};

#[derive(Debug, PartialEq)]
enum Colour {
    Red,
    Green,
}

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match &*name {
            "red" => Ok(Self::Red),
            "green" => Ok(Self::Green),
            other => Err(format!("{other} is no colour")),
        }
    }
}

#[derive(Debug, PartialEq, FromRow)]
struct Size {
    width: i64,
    height: Option<i64>,
}

#[derive(Debug, PartialEq, FromRow)]
struct Thing {
    r#type: String,
    #[sqlx(rename = "label")]
    name: String,
    #[sqlx(try_from = "String")]
    colour: Colour,
    #[sqlx(json)]
    words: Vec<String>,
    #[sqlx(flatten)]
    size: Size,
    #[sqlx(default)]
    note: Option<String>,
    #[sqlx(skip)]
    seen: u32,
}

const THINGS: &str = "SELECT 'box' AS type, 'A' AS label, 'green' AS colour, '[\"x\",\"y\"]' AS words, 3 AS width, NULL AS height \
                      UNION ALL SELECT 'bag', 'B', $1, '[]', 5, 7";

fn thing(kind: &str, name: &str, colour: Colour, words: &[&str], size: (i64, Option<i64>)) -> Thing {
    Thing {
        r#type: kind.to_owned(),
        name: name.to_owned(),
        colour,
        words: words.iter().map(|&word| word.to_owned()).collect(),
        size: Size { width: size.0, height: size.1 },
        note: None,
        seen: 0,
    }
}

async fn sqlite() -> SqliteConnection {
    SqliteConnection::connect("sqlite::memory:").await.expect("a database in memory")
}

#[tokio::test]
async fn a_field_comes_from_where_its_attribute_says() {
    let conn = &mut sqlite().await;
    let all = [
        thing("box", "A", Colour::Green, &["x", "y"], (3, None)),
        thing("bag", "B", Colour::Red, &[], (5, Some(7))),
    ];
    let found: Vec<Thing> = sqlx::query_as(THINGS).bind("red").fetch_all(&mut *conn).await.unwrap();
    assert_eq!(found, all);
    let found: Vec<Thing> = sqlx::query_as(THINGS).bind("red").fetch(&mut *conn).try_collect().await.unwrap();
    assert_eq!(found, all);
    let noted: Thing = sqlx::query_as(
        "SELECT 'box' AS type, 'A' AS label, 'green' AS colour, '[]' AS words, 3 AS width, 4 AS height, 'n' AS note",
    )
    .fetch_one(conn)
    .await
    .unwrap();
    assert_eq!(noted.note.as_deref(), Some("n"));
}

#[tokio::test]
async fn what_is_no_value_is_refused_with_the_name_of_its_column() {
    let conn = &mut sqlite().await;
    let refused = sqlx::query_as::<_, Thing>(THINGS).bind("blue").fetch_all(&mut *conn).await.unwrap_err();
    let Error::ColumnDecode { index, source } = refused else { panic!("{refused}") };
    assert_eq!((&*index, source.to_string().as_str()), ("colour", "blue is no colour"));
    let missing = sqlx::query_as::<_, Size>("SELECT 1 AS width").fetch_one(&mut *conn).await.unwrap_err();
    assert!(matches!(&missing, Error::ColumnNotFound(column) if column == "height"), "{missing}");
    // Only a column that is not there may be left out: a bad one is no reason to take the default.
    let bad = sqlx::query_as::<_, Thing>(
        "SELECT 'box' AS type, 'A' AS label, 'green' AS colour, '[]' AS words, 3 AS width, 4 AS height, 5 AS note",
    )
    .fetch_optional(conn)
    .await
    .unwrap_err();
    assert!(matches!(&bad, Error::ColumnDecode { index, .. } if index.contains("note")), "{bad}");
}

#[tokio::test]
async fn one_none_and_many() {
    let conn = &mut sqlite().await;
    let none = "SELECT 1 AS width, 2 AS height WHERE $1";
    let some: Option<Size> = sqlx::query_as(none).bind(true).fetch_optional(&mut *conn).await.unwrap();
    assert_eq!(some, Some(Size { width: 1, height: Some(2) }));
    let nobody: Option<Size> = sqlx::query_as(none).bind(false).fetch_optional(&mut *conn).await.unwrap();
    assert_eq!(nobody, None);
    let refused = sqlx::query_as::<_, Size>(none).bind(false).fetch_one(&mut *conn).await.unwrap_err();
    assert!(matches!(refused, Error::RowNotFound));

    let numbers = "SELECT value FROM json_each($1)";
    let all: Vec<i64> = sqlx::query_scalar(numbers).bind("[3,1,2]").fetch_all(&mut *conn).await.unwrap();
    assert_eq!(all, [3, 1, 2]);
    let streamed: Vec<i64> =
        sqlx::query_scalar::<_, i64>(numbers).bind("[3,1,2]").fetch(&mut *conn).try_collect().await.unwrap();
    assert_eq!(streamed, all);
    let first: i64 = sqlx::query_scalar(numbers).bind("[3,1,2]").fetch_one(&mut *conn).await.unwrap();
    assert_eq!(first, 3);
    let nothing: Option<i64> =
        sqlx::query_scalar(numbers).bind("[]").fetch_optional(&mut *conn).await.unwrap();
    assert_eq!(nothing, None);
    let refused = sqlx::query_scalar::<_, i64>(numbers).bind("[]").fetch_one(&mut *conn).await.unwrap_err();
    assert!(matches!(refused, Error::RowNotFound));
    let refused =
        sqlx::query_scalar::<_, i64>(numbers).bind("[1,\"a\",2]").fetch_all(&mut *conn).await.unwrap_err();
    assert!(matches!(refused, Error::ColumnDecode { .. }), "{refused}");
    // The connection is as good as before.
    let again: Vec<i64> = sqlx::query_scalar(numbers).bind("[4]").fetch_all(conn).await.unwrap();
    assert_eq!(again, [4]);
}

#[tokio::test]
async fn what_was_put_together_is_a_statement_too() {
    let conn = &mut sqlite().await;
    let mut query: QueryBuilder<Sqlite> = QueryBuilder::new("SELECT ");
    query.push_bind(8_i64).push(" AS width, NULL AS height");
    let size: Size = query.build_as().fetch_one(&mut *conn).await.unwrap();
    assert_eq!(size, Size { width: 8, height: None });
    let mut query: QueryBuilder<Sqlite> = QueryBuilder::new("SELECT 1 + ");
    let sum: i64 = query.push_bind(1_i64).build_scalar().fetch_one(conn).await.unwrap();
    assert_eq!(sum, 2);
}

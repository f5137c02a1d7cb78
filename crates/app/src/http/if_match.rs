//! `If-Match`: a change that is made only to what its caller has read (RFC 9110 §13.1.1).

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use database::Tx;
use serde::Serialize;

use super::{ApiResult, Problem};
use crate::secrets::sha256;

/// What its author edits. Figures that stand beside it rise by themselves and are no reason to refuse a change.
pub trait Editable {
    /// The table that holds it, by `id`.
    const TABLE: &str;

    /// All that a change may change, or what rises with it.
    fn edited(&self) -> impl Serialize;
}

/// `ETag`, in quotes: as long as it stays the same, nobody has edited this.
fn tag(of: &impl Editable) -> String {
    use std::fmt::Write as _;
    let digest = sha256(&serde_json::to_vec(&of.edited()).unwrap_or_default());
    let mut tag = String::with_capacity(34);
    tag.push('"');
    for byte in &digest[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}

/// JSON with its `ETag`.
pub struct Tagged<T>(pub T);

impl<T: Editable + Serialize> IntoResponse for Tagged<T> {
    fn into_response(self) -> Response {
        let tag = HeaderValue::from_str(&tag(&self.0)).ok();
        let mut response = axum::Json(self.0).into_response();
        response.headers_mut().extend(tag.map(|tag| (header::ETAG, tag)));
        response
    }
}

/// The tags that the caller holds; none where whatever is there may be changed.
pub struct IfMatch(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let given = parts.headers.get_all(header::IF_MATCH).iter();
        // What is no text is no tag of ours.
        let lines: Vec<_> = given.map(|value| value.to_str().unwrap_or_default()).collect();
        Ok(Self((!lines.is_empty()).then(|| lines.join(","))))
    }
}

impl IfMatch {
    /// Whether the caller wants to know. If so, nobody else changes the row from here to the end of the transaction.
    pub async fn asks<T: Editable>(&self, tx: &mut Tx, id: i64) -> database::Result<bool> {
        if self.0.is_some()
            && let Tx::Postgres(tx) = tx
        {
            let sql = format!("SELECT id FROM {} WHERE id = $1 FOR NO KEY UPDATE", T::TABLE);
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).execute(&mut **tx).await?;
        }
        Ok(self.0.is_some())
    }

    /// 412 unless this is what the caller has read.
    pub fn check<T: Editable>(&self, current: &T) -> ApiResult<()> {
        let Some(held) = &self.0 else { return Ok(()) };
        let current = tag(current);
        if held.split(',').any(|held| held.trim() == "*" || unwrapped(held) == current.trim_matches('"')) {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::PRECONDITION_FAILED,
            "It was changed since you read it. Nothing was overwritten: read it again, then repeat your change.",
        ))
    }
}

/// A tag as it was before a proxy that compresses made it weak or put an ending to it (`W/"…"`, `"…-gzip"`). It says what was
/// edited and not how that was written down, so such a one proves the same.
fn unwrapped(held: &str) -> &str {
    let held = held.trim();
    let Some(bare) =
        held.strip_prefix("W/").unwrap_or(held).strip_prefix('"').and_then(|it| it.strip_suffix('"'))
    else {
        return "";
    };
    bare.split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name(&'static str);

    impl Editable for Name {
        const TABLE: &str = "names";

        fn edited(&self) -> impl Serialize {
            self.0
        }
    }

    #[test]
    fn a_tag_of_the_list_must_be_the_present_one_or_any() {
        let present = tag(&Name("a"));
        assert_ne!(present, tag(&Name("b")));
        let is_met = |held: &str| IfMatch(Some(held.into())).check(&Name("a")).is_ok();
        assert!(is_met(&present));
        assert!(is_met(&format!("\"other\" ,{present}")));
        assert!(is_met("*"));
        let bare = present.trim_matches('"');
        for held in [format!("W/{present}"), format!("\"{bare}-gzip\""), format!("W/\"{bare}-br\"")] {
            assert!(is_met(&held), "{held}");
        }
        for held in ["", "\"\"", "\"other\"", "\"-gzip\"", "W/\"\"", bare] {
            assert!(!is_met(held), "{held}");
        }
        assert!(IfMatch(None).check(&Name("a")).is_ok());
    }
}

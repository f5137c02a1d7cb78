//! Lists: bare arrays, newest first, `limit` and `cursor`, a `Link` to the next page and the total.

use std::fmt::Write as _;

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use futures::{Stream, TryStreamExt as _};
use serde::{Deserialize, Serialize};

use super::Problem;

const DEFAULT_LIMIT: i64 = 100;
const MAX_LIMIT: i64 = 1000;
/// Documents that one page of a list may hold, in bytes, before it ends early.
pub const PAGE_BYTES: usize = 4 << 20;

pub static X_TOTAL_COUNT: HeaderName = HeaderName::from_static("x-total-count");
/// Present and `true` when the total is a lower bound: the count of a search stops at 1,000.
pub static X_TOTAL_COUNT_CAPPED: HeaderName = HeaderName::from_static("x-total-count-capped");

/// `?limit=` (1–1000, default 100) and `?cursor=` (from the `Link` header of the page before).
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many rows, 1 to 1000.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: Option<i64>,
    /// Where the page before ended; from its `Link` header.
    pub cursor: Option<String>,
}

/// A page that was asked for.
#[derive(Clone, Debug)]
pub struct Page {
    pub limit: i64,
    /// Rows come strictly after these keys, in the order of the list.
    pub after: Option<Vec<i64>>,
}

impl PageQuery {
    /// `keys`: how many numbers the list's order has.
    pub fn page(&self, keys: usize) -> Result<Page, Problem> {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        if !(1..=MAX_LIMIT).contains(&limit) {
            return Err(Problem::bad_request("limit must be a number from 1 to 1000."));
        }
        let after = match self.cursor.as_deref().filter(|c| !c.is_empty()) {
            None => None,
            Some(cursor) => Some(decode(cursor, keys).ok_or_else(|| {
                Problem::bad_request("This cursor isn't valid. Take it from the previous page's Link header.")
            })?),
        };
        Ok(Page { limit, after })
    }
}

impl Page {
    /// The single key of a list ordered by id descending; every id is below it on the first page.
    pub fn before_id(&self) -> i64 {
        self.after.as_ref().map_or(i64::MAX, |keys| keys[0])
    }

    /// One row more than asked, so that the answer knows whether there is a next page.
    pub fn fetch(&self) -> i64 {
        self.limit + 1
    }

    /// Ends the page early, after [`until_large`] did: the last row read is the proof that there is more, as the one past
    /// the limit otherwise is.
    pub fn end_before_last(&mut self, rows: usize) {
        self.limit = rows as i64 - 1;
    }
}

/// Reads rows until they are larger than `max_bytes` together, but at least two: one to show, and one that proves that
/// there is more. The flag says whether that ended it.
pub async fn until_large<T>(
    rows: impl Stream<Item = Result<T, database::Error>>,
    max_bytes: usize,
    bytes_of: impl Fn(&T) -> usize,
) -> database::Result<(Vec<T>, bool)> {
    let mut rows = std::pin::pin!(rows);
    let (mut read, mut bytes) = (Vec::new(), 0);
    while let Some(row) = rows.try_next().await? {
        bytes += bytes_of(&row);
        read.push(row);
        if bytes > max_bytes && read.len() > 1 {
            return Ok((read, true));
        }
    }
    Ok((read, false))
}

fn decode(cursor: &str, keys: usize) -> Option<Vec<i64>> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    if bytes.len() != keys * 8 {
        return None;
    }
    Some(bytes.chunks_exact(8).map(|c| i64::from_be_bytes(c.try_into().unwrap_or_default())).collect())
}

fn encode(keys: &[i64]) -> String {
    URL_SAFE_NO_PAD.encode(keys.iter().flat_map(|k| k.to_be_bytes()).collect::<Vec<u8>>())
}

/// How many rows the whole list has.
#[derive(Clone, Copy, Debug)]
pub enum Total {
    Exact(i64),
    /// Counting stopped here.
    AtLeast(i64),
}

/// Answers a page of `rows` that were fetched with [`Page::fetch`]; `keys` gives a row's place in the order.
pub fn list<T: Serialize>(
    page: &Page,
    uri: &Uri,
    total: Total,
    rows: Vec<T>,
    keys: impl Fn(&T) -> Vec<i64>,
) -> Response {
    list_as(page, uri, total, rows, keys, |rows| rows)
}

/// The same for a list that comes as a field of an object.
pub fn list_as<T, W: Serialize>(
    page: &Page,
    uri: &Uri,
    total: Total,
    mut rows: Vec<T>,
    keys: impl Fn(&T) -> Vec<i64>,
    wrap: impl FnOnce(Vec<T>) -> W,
) -> Response {
    let more = rows.len() as i64 > page.limit;
    rows.truncate(page.limit as usize);
    let last = rows.last().map(keys);
    let mut response = match serde_json::to_vec(&wrap(rows)) {
        Ok(json) => (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Err(error) => return Problem::internal(&error).into_response(),
    };
    let headers = response.headers_mut();
    let (count, capped) = match total {
        Total::Exact(count) => (count, false),
        Total::AtLeast(count) => (count, true),
    };
    headers.insert(X_TOTAL_COUNT.clone(), HeaderValue::from(count));
    if capped {
        headers.insert(X_TOTAL_COUNT_CAPPED.clone(), HeaderValue::from_static("true"));
    }
    if let (true, Some(last)) = (more, last) {
        let link = format!("<{}>; rel=\"next\"", next_uri(uri, &encode(&last)));
        if let Ok(value) = HeaderValue::from_str(&link) {
            headers.insert(header::LINK, value);
        }
    }
    response
}

fn next_uri(uri: &Uri, cursor: &str) -> String {
    let mut out = format!("{}?", uri.path());
    for pair in uri.query().unwrap_or("").split('&').filter(|p| !p.is_empty() && !p.starts_with("cursor=")) {
        out.push_str(pair);
        out.push('&');
    }
    out.push_str("cursor=");
    out.push_str(cursor);
    ascii(&out)
}

/// A query may come with letters that a header cannot carry.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii() {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_page_ends_with_the_row_that_makes_it_too_large() {
        for (sizes, expected) in [
            (&[10, 10, 10, 10][..], (3, true)),
            (&[10, 10], (2, false)),
            (&[30, 1, 1], (2, true)),
            (&[30], (1, false)),
            (&[], (0, false)),
        ] {
            let rows = futures::stream::iter(sizes.iter().map(|size| Ok(*size)));
            let (read, is_large) = until_large(rows, 20, |size| *size).await.unwrap();
            assert_eq!((read.len(), is_large), expected, "{sizes:?}");
        }
    }
}

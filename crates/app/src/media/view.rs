//! An image as the API shows it.

use serde::Serialize;

use super::{
    model::address,
    store::{Rendition, Whole},
};
use crate::{Core, Timestamp, http::Editable};

/// An image of the library.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Media {
    pub id: i64,
    pub name: String,
    /// `image/png`, `image/jpeg` or `image/gif`.
    pub content_type: String,
    /// Pixels of the file at `url`.
    pub width: i64,
    pub height: i64,
    /// Of the file at `url`.
    pub bytes: i64,
    /// Public, and the same for ever.
    pub url: String,
    /// Narrower ones, ascending.
    pub variants: Vec<MediaVariant>,
    pub animated: bool,
    pub created_at: Timestamp,
}

/// The same picture, narrower.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MediaVariant {
    pub width: i64,
    pub height: i64,
    pub bytes: i64,
    pub url: String,
}

pub fn view(core: &Core, (medium, files): Whole) -> Media {
    let variant = |file: Rendition| MediaVariant {
        width: file.width,
        height: file.height,
        bytes: file.bytes,
        url: format!("{}/media/{}", core.settings.public_url, address(&file.digest, &medium.content_type)),
    };
    let mut files = files.into_iter().map(variant);
    // Every image has its full file.
    let full = files.next().unwrap_or(MediaVariant { width: 0, height: 0, bytes: 0, url: String::new() });
    Media {
        id: medium.id,
        width: full.width,
        height: full.height,
        bytes: full.bytes,
        url: full.url,
        variants: files.collect(),
        name: medium.name,
        animated: medium.animated,
        created_at: medium.created_at,
        content_type: medium.content_type,
    }
}

impl Editable for Media {
    const TABLE: &str = "media";

    fn edited(&self) -> impl Serialize {
        &self.name
    }
}

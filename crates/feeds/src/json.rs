//! JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use url::Url;

use crate::{Feed, FeedError, Item, MAX_ITEMS, clean, date, text};

/// Authors that are read of one item.
const MAX_AUTHORS: usize = 10;

#[derive(serde::Deserialize, Default)]
#[serde(default)]
struct RawFeed {
    version: Loose,
    title: Loose,
    home_page_url: Loose,
    items: Option<Items>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
struct RawItem {
    id: Loose,
    url: Loose,
    external_url: Loose,
    title: Loose,
    content_html: Loose,
    content_text: Loose,
    summary: Loose,
    image: Loose,
    banner_image: Loose,
    date_published: Loose,
    date_modified: Loose,
    author: RawAuthor,
    authors: List<RawAuthor, MAX_AUTHORS>,
}

type Items = List<RawItem, MAX_ITEMS>;

#[derive(serde::Deserialize, Default)]
#[serde(default)]
struct RawAuthor {
    name: Loose,
}

/// A string, or a number as one; anything else counts as missing.
#[derive(Default)]
struct Loose(Option<String>);

/// The first `N` of a list. More are read and dropped, so that a list costs no more than it may.
struct List<T, const N: usize>(Vec<T>);

impl<T, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

pub(crate) fn parse(document: &str, base: &Url) -> Result<Feed, FeedError> {
    let raw: RawFeed =
        serde_json::from_str(document).map_err(|error| FeedError::Broken(error.to_string()))?;
    if raw.items.is_none() && !raw.version.str().contains("jsonfeed.org") {
        return Err(FeedError::NotAFeed);
    }
    Ok(Feed {
        title: clean::line(raw.title.str(), clean::MAX_TITLE).unwrap_or_default(),
        link: clean::absolute(raw.home_page_url.str(), base),
        items: raw.items.unwrap_or_default().0.iter().filter_map(|item| item.read(base)).collect(),
    })
}

impl RawItem {
    fn read(&self, base: &Url) -> Option<Item> {
        let title = clean::line(self.title.str(), clean::MAX_TITLE).unwrap_or_default();
        let url =
            [&self.url, &self.external_url].into_iter().find_map(|url| clean::absolute(url.str(), base));
        let id = clean::line(self.id.str(), clean::MAX_ID).or_else(|| url.clone());
        let content = match (self.content_html.str(), self.content_text.str()) {
            ("", text) => text::escape(text),
            (html, _) => html.to_owned(),
        };
        let content_html = clean::html(&content, clean::MAX_CONTENT, base);
        let own =
            [&self.image, &self.banner_image].into_iter().find_map(|url| clean::absolute(url.str(), base));
        let image = own.or_else(|| clean::first_image(content_html.as_ref()?, base));
        let names = self.authors.0.iter().chain([&self.author]).map(|author| author.name.str());
        Some(Item {
            id: id.or_else(|| clean::line(&title, clean::MAX_ID))?,
            title,
            url,
            published: date::parse(self.date_published.str())
                .or_else(|| date::parse(self.date_modified.str())),
            summary_html: clean::html(&text::escape(self.summary.str()), clean::MAX_SUMMARY, base),
            content_html,
            author: names.into_iter().find_map(|name| clean::line(name, clean::MAX_AUTHOR)),
            image,
        })
    }
}

impl Loose {
    fn str(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LooseVisitor)
    }
}

struct LooseVisitor;

impl<'de> Visitor<'de> for LooseVisitor {
    type Value = Loose;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> Result<Loose, E> {
        Ok(Loose(Some(text.to_owned())))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Loose, E> {
        Ok(Loose(Some(number.to_string())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Loose, E> {
        Ok(Loose(Some(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Loose, E> {
        Ok(Loose(Some(number.to_string())))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Loose, E> {
        Ok(Loose(None))
    }

    fn visit_unit<E>(self) -> Result<Loose, E> {
        Ok(Loose(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Loose, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Loose(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loose, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Loose(None))
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for ListVisitor<T, N> {
    type Value = List<T, N>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut kept = Vec::new();
        while kept.len() < N {
            let Some(element) = list.next_element()? else { return Ok(List(kept)) };
            kept.push(element);
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(List(kept))
    }
}

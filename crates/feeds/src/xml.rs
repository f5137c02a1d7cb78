//! XML as feeds write it: a small tree for each item, built without asking whether all is well-formed.
//!
//! Entities of a document type are never expanded, so there is no bomb to set off; nothing is read from
//! elsewhere.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use url::Url;

use crate::{Feed, FeedError, MAX_ITEMS, clean, item, text};

/// Elements within each other, and in one tree.
const MAX_DEPTH: usize = 100;
const MAX_NODES: usize = 50_000;
const MAX_ATTRIBUTES: usize = 50;

#[derive(Debug, Default)]
pub(crate) struct Element {
    /// In lower case. The prefix is kept when it is not that of the root: `content:encoded`, `title`.
    pub(crate) name: String,
    /// Names in lower case, values decoded.
    attributes: Vec<(String, String)>,
    pub(crate) nodes: Vec<Node>,
    /// From `xml:base`, if it differs from that of the parent.
    base: Option<Url>,
}

#[derive(Debug)]
pub(crate) enum Node {
    Text(String),
    Element(Element),
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = &Element> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children().filter(move |child| child.name == name)
    }

    /// All text within.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.push_text(&mut out);
        out
    }

    fn push_text(&self, out: &mut String) {
        for node in &self.nodes {
            match node {
                Node::Text(text) => out.push_str(text),
                Node::Element(element) => element.push_text(out),
            }
        }
    }

    /// What is within, as HTML.
    pub(crate) fn inner_html(&self) -> String {
        let mut out = String::new();
        self.push_inner(&mut out);
        out
    }

    fn push_inner(&self, out: &mut String) {
        for node in &self.nodes {
            match node {
                Node::Text(text) => out.push_str(&text::escape(text)),
                Node::Element(element) => element.push_html(out),
            }
        }
    }

    fn push_html(&self, out: &mut String) {
        let name = self.name.rsplit(':').next().unwrap_or_default();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            self.push_inner(out);
            return;
        }
        out.extend(["<", name]);
        for (key, value) in &self.attributes {
            if key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
                out.extend([" ", key, "=\"", &text::escape(value), "\""]);
            }
        }
        out.push('>');
        // HTML knows no end tag for these.
        if !matches!(name, "br" | "hr" | "img" | "input" | "wbr" | "source") {
            self.push_inner(out);
            out.extend(["</", name, ">"]);
        }
    }

    /// The base for what is within, given that of the parent.
    pub(crate) fn base<'a>(&'a self, parent: &'a Url) -> &'a Url {
        self.base.as_ref().unwrap_or(parent)
    }
}

/// The open elements, the root first, and what was read of the feed.
struct Builder<'a> {
    url: &'a Url,
    stack: Vec<Element>,
    /// With its colon, or empty.
    prefix: String,
    nodes: usize,
    feed: Feed,
    is_feed: bool,
}

pub(crate) fn parse(document: &str, url: &Url) -> Result<Feed, FeedError> {
    let mut builder = Builder {
        url,
        stack: Vec::new(),
        prefix: String::new(),
        nodes: 0,
        feed: Feed::default(),
        is_feed: false,
    };
    let error = builder.read(document).err();
    if !builder.is_feed {
        return Err(FeedError::NotAFeed);
    }
    // Items that the end of the document cut off are left out; the head of the feed is not.
    while let Some(element) = builder.stack.pop() {
        builder.closed_head(&element);
    }
    match error {
        Some(error) if builder.feed.items.is_empty() => Err(FeedError::Broken(error)),
        _ => Ok(builder.feed),
    }
}

impl Builder<'_> {
    fn read(&mut self, document: &str) -> Result<(), String> {
        let mut reader = Reader::from_str(document);
        let config = reader.config_mut();
        config.allow_dangling_amp = true;
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        config.expand_empty_elements = true;
        while self.feed.items.len() < MAX_ITEMS {
            match reader.read_event().map_err(|error| error.to_string())? {
                Event::Start(start) => self.open(&start)?,
                Event::End(end) => self.close(end.name().as_ref()),
                Event::Text(text) => self.text(&text),
                Event::CData(text) => self.text(&text),
                Event::GeneralRef(entity) => {
                    let mut found = String::new();
                    if !text::push_entity(&mut found, &entity) {
                        found = format!("&{};", &*entity);
                    }
                    self.text(&found);
                }
                Event::Eof if self.stack.is_empty() => return Ok(()),
                Event::Eof => return Err("it breaks off in the middle".to_owned()),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Empty(_) => {}
            }
        }
        Ok(())
    }

    fn open(&mut self, start: &BytesStart<'_>) -> Result<(), String> {
        let mut name = start.name().as_ref().to_ascii_lowercase();
        if self.stack.is_empty() {
            if self.is_feed {
                return Err("it has more than one root".to_owned());
            }
            if let Some(colon) = name.find(':') {
                name[..=colon].clone_into(&mut self.prefix);
            }
        }
        if name.starts_with(&self.prefix) {
            name.drain(..self.prefix.len());
        }
        if self.stack.is_empty() {
            self.is_feed = matches!(name.as_str(), "rss" | "rdf" | "feed");
            if !self.is_feed {
                return Err("its root is not that of a feed".to_owned());
            }
        }
        if self.stack.len() >= MAX_DEPTH {
            return Err("its elements are nested too deeply".to_owned());
        }
        self.count()?;
        let attributes: Vec<(String, String)> = start
            .html_attributes()
            .with_checks(false)
            .flatten()
            .take(MAX_ATTRIBUTES)
            .map(|attribute| (attribute.key.as_ref().to_ascii_lowercase(), text::decode(&attribute.value)))
            .collect();
        let base = attributes.iter().find(|(key, _)| key == "xml:base");
        let base = base.and_then(|(_, base)| Url::parse(&clean::absolute(base, self.base())?).ok());
        self.stack.push(Element { name, attributes, nodes: Vec::new(), base });
        Ok(())
    }

    fn count(&mut self) -> Result<(), String> {
        self.nodes += 1;
        if self.nodes > MAX_NODES { Err("it has too many elements".to_owned()) } else { Ok(()) }
    }

    fn base(&self) -> &Url {
        self.stack.iter().rev().find_map(|element| element.base.as_ref()).unwrap_or(self.url)
    }

    fn text(&mut self, text: &str) {
        let Some(element) = self.stack.last_mut() else { return };
        if let Some(Node::Text(before)) = element.nodes.last_mut() {
            before.push_str(text);
        } else {
            element.nodes.push(Node::Text(text.to_owned()));
        }
    }

    /// An end tag closes what is open inside of its element, too; one without an element is passed over.
    fn close(&mut self, name: &str) {
        let name = name.trim_end().to_ascii_lowercase();
        let name = name.strip_prefix(&self.prefix).unwrap_or(&name);
        let Some(at) = self.stack.iter().rposition(|element| element.name == name) else { return };
        while self.stack.len() > at {
            self.pop();
        }
    }

    fn pop(&mut self) {
        let Some(element) = self.stack.pop() else { return };
        let Some(parent) = self.stack.last_mut() else { return self.closed_head(&element) };
        let is_item = match parent.name.as_str() {
            "channel" | "rdf" | "rss" => element.name == "item",
            "feed" => element.name == "entry",
            _ => false,
        };
        if is_item {
            self.nodes = self.nodes.saturating_sub(count(&element));
            let base = element.base(self.base()).clone();
            self.feed.items.extend(item::read(&element, &base));
        } else if matches!(element.name.as_str(), "channel" | "feed") {
            self.closed_head(&element);
        } else {
            parent.nodes.push(Node::Element(element));
        }
    }

    /// Takes the title and the link from the channel or the feed.
    fn closed_head(&mut self, element: &Element) {
        if !matches!(element.name.as_str(), "channel" | "feed" | "rss" | "rdf") {
            return;
        }
        let base = element.base(self.base()).clone();
        if self.feed.title.is_empty() {
            self.feed.title = item::title(element);
        }
        self.feed.link = self.feed.link.take().or_else(|| item::link(element, &base));
    }
}

fn count(element: &Element) -> usize {
    1 + element.children().map(count).sum::<usize>()
}

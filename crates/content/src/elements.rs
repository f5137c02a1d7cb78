//! What [`crate::html::outline`] notes on its way: links, images, and the text that is seen.

use std::ops::Range;

/// The value of an attribute, as the author wrote it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Value {
    /// Bytes of the source, without quotes.
    pub range: Range<usize>,
    /// Whether a merge tag is in it.
    pub has_tags: bool,
}

/// An `<a>`, an `<area>`, or a shape that Outlook draws and that leads somewhere.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub href: Option<Value>,
    /// `data-track="off"`
    pub keep: bool,
    /// It has a name or id: other links lead to it.
    pub is_target: bool,
    /// Between its tags.
    pub content: Range<usize>,
    /// Of an area, or of the first image inside.
    pub alt: Option<Value>,
    /// Only Outlook shows it.
    pub outlook: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Image {
    pub src: Option<Value>,
    pub alt: Option<Value>,
    /// One pixel wide or high.
    pub is_tiny: bool,
    /// Only Outlook shows it.
    pub outlook: bool,
}

/// Text between tags, or a merge tag there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub range: Range<usize>,
    pub is_tag: bool,
    /// Something that is not a part of a line, such as a paragraph or an image, stands before it.
    pub breaks: bool,
    /// Only Outlook shows it.
    pub outlook: bool,
}

/// All in the order of the source.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Elements {
    pub anchors: Vec<Anchor>,
    pub images: Vec<Image>,
    pub texts: Vec<Text>,
    /// Whatever is followed by a click, of any element.
    pub targets: Vec<Value>,
}

/// Elements inside a line: no word ends at them.
const INLINE: [&str; 14] =
    ["a", "abbr", "b", "code", "em", "font", "i", "mark", "small", "span", "strong", "sub", "sup", "u"];

#[derive(Default)]
pub(crate) struct Collector {
    pub elements: Elements,
    /// Inside a comment that only Outlook reads.
    pub outlook: bool,
    tag: Tag,
    /// The last anchor has not ended yet.
    open: bool,
    breaks: bool,
}

/// The attributes of the tag being read. The first of a name counts.
#[derive(Default)]
struct Tag {
    href: Option<Value>,
    src: Option<Value>,
    alt: Option<Value>,
    keep: bool,
    is_target: bool,
    is_tiny: bool,
}

impl Collector {
    pub fn start(&mut self) {
        self.tag = Tag::default();
    }

    /// An attribute has ended. `text` is its value as written.
    pub fn attribute(&mut self, name: &str, value: Value, text: &str) {
        if matches!(name, "href" | "xlink:href" | "action" | "formaction") {
            self.elements.targets.push(value.clone());
        }
        let tag = &mut self.tag;
        match name {
            "href" => _ = tag.href.get_or_insert(value),
            "src" => _ = tag.src.get_or_insert(value),
            "alt" => _ = tag.alt.get_or_insert(value),
            "data-track" => {
                tag.keep |= ["off", "false"].iter().any(|off| text.trim().eq_ignore_ascii_case(off));
            }
            "id" | "name" => tag.is_target = true,
            "width" | "height" => tag.is_tiny |= matches!(text.trim(), "0" | "1" | "1px" | "0px"),
            _ => {}
        }
    }

    /// A tag from `start` has ended at `end`. An end tag's name starts with `/`.
    pub fn end(&mut self, name: &str, start: usize, end: usize) {
        let tag = std::mem::take(&mut self.tag);
        self.breaks |= !INLINE.contains(&name.trim_start_matches('/'));
        let is_shape = name.starts_with("v:") && tag.href.is_some();
        if matches!(name, "a" | "/a" | "area") || name.starts_with("/v:") || is_shape {
            self.close(start);
        }
        match name {
            "img" => {
                if let Some(anchor) = self.elements.anchors.last_mut().filter(|_| self.open) {
                    anchor.alt = anchor.alt.take().or_else(|| tag.alt.clone());
                }
                let Tag { src, alt, is_tiny, .. } = tag;
                self.elements.images.push(Image { src, alt, is_tiny, outlook: self.outlook });
            }
            "a" | "area" => self.anchor(tag, name == "a", end),
            _ if is_shape => self.anchor(tag, true, end),
            _ => {}
        }
    }

    /// Text at `range`, or a merge tag.
    pub fn text(&mut self, range: Range<usize>, is_tag: bool) {
        let breaks = std::mem::take(&mut self.breaks);
        let outlook = self.outlook;
        match self.elements.texts.last_mut() {
            Some(last)
                if last.range.end == range.start
                    && !(breaks || is_tag || last.is_tag)
                    && last.outlook == outlook =>
            {
                last.range.end = range.end;
            }
            _ => self.elements.texts.push(Text { range, is_tag, breaks, outlook }),
        }
    }

    pub fn finish(mut self, end: usize) -> Elements {
        self.close(end);
        self.elements
    }

    fn anchor(&mut self, tag: Tag, open: bool, end: usize) {
        let Tag { href, alt, keep, is_target, .. } = tag;
        let outlook = self.outlook;
        self.elements.anchors.push(Anchor { href, keep, is_target, content: end..end, alt, outlook });
        self.open = open;
    }

    fn close(&mut self, at: usize) {
        if let Some(anchor) = self.elements.anchors.last_mut().filter(|_| self.open) {
            anchor.content.end = at;
        }
        self.open = false;
    }
}

impl Elements {
    /// What a reader sees of a link: its words, else what stands for its image; blanks as one space, at most `limit` characters.
    pub fn label(&self, anchor: &Anchor, source: &str, limit: usize) -> String {
        let first = self.texts.partition_point(|text| text.range.start < anchor.content.start);
        let texts = self.texts[first..].iter().take_while(|text| text.range.end <= anchor.content.end);
        let mut label = String::new();
        let mut breaks = false;
        for text in texts {
            breaks |= text.breaks;
            if text.outlook != anchor.outlook {
                continue;
            }
            if std::mem::take(&mut breaks) {
                label.push(' ');
            }
            label.push_str(&crate::references::text(&source[text.range.clone()]));
            if label.len() > limit * 8 {
                break;
            }
        }
        let label = shortened(&label, limit);
        match &anchor.alt {
            Some(alt) if label.is_empty() => {
                shortened(&crate::references::attribute(&source[alt.range.clone()]), limit)
            }
            _ => label,
        }
    }
}

/// On one line, at most `limit` characters.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let invisible = |c: char| matches!(c, '\u{200b}'..='\u{200d}' | '\u{34f}' | '\u{feff}' | '\u{ad}');
    let visible: String = text.chars().filter(|c| !invisible(*c)).collect();
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(limit).collect::<String>().trim_end().to_owned()
}

//! Words that nobody means to send: from templates, drafts and other newsletter systems.

/// How many are told.
const MOST: usize = 50;
/// Longest merge tag of another system, in octets between its brackets.
const LONGEST_TAG: usize = 80;

/// In any case of letters.
const PHRASES: [&str; 1] = ["lorem ipsum"];
/// As they stand in templates; in other words they may be meant.
const EXACT: [&str; 2] = ["New Heading", "Untitled Template"];
/// Notes to oneself. `todo` in small letters is Spanish.
const WORDS: [&str; 4] = ["TODO", "TKTK", "xxx", "XXX"];
/// Merge tags of other systems: how they begin and end, and whether there must be a name between.
const TAGS: [(&str, &str, bool); 7] = [
    ("*|", "|*", false),
    ("%%", "%%", true),
    ("[[", "]]", true),
    ("{{{", "}}}", false),
    ("{%", "%}", false),
    ("%recipient.", "%", true),
    ("<%", "%>", false),
];
/// Images that only fill a place.
const IMAGE_HOSTS: [&str; 2] = ["placeholder.com", "placehold.co"];
/// RFC 2606 §3: leads to nobody.
const LINK_HOST: &str = "example.com";

/// What was found, each once.
#[derive(Default)]
pub(crate) struct Leftovers {
    pub found: Vec<String>,
}

impl Leftovers {
    pub fn add(&mut self, found: &str) {
        if self.found.len() < MOST && !self.found.iter().any(|known| known == found) {
            self.found.push(found.to_owned());
        }
    }

    pub fn in_text(&mut self, text: &str) {
        // Octets stay where they are.
        let lower = text.to_ascii_lowercase();
        for phrase in PHRASES {
            if let Some(at) = lower.find(phrase) {
                self.add(&text[at..at + phrase.len()]);
            }
        }
        EXACT.into_iter().filter(|phrase| text.contains(phrase)).for_each(|phrase| self.add(phrase));
        WORDS.into_iter().filter(|word| has_word(text, word)).for_each(|word| self.add(word));
        for (at, _) in lower.match_indices("[insert").take(MOST) {
            let rest = &text[at..text.floor_char_boundary(at + LONGEST_TAG)];
            let end = rest
                .find([']', '\n'])
                .map_or("[insert".len(), |end| end + usize::from(rest[end..].starts_with(']')));
            self.add(&rest[..end]);
        }
        self.tags(text);
    }

    /// An address of a link.
    pub fn in_link(&mut self, url: &str) {
        self.tags(url);
        if is_at(url, LINK_HOST) {
            self.add(&crate::elements::shortened(url, LONGEST_TAG));
        }
    }

    /// An address of an image.
    pub fn in_address(&mut self, url: &str) {
        self.tags(url);
        if IMAGE_HOSTS.iter().any(|host| is_at(url, host)) {
            self.add(&crate::elements::shortened(url, LONGEST_TAG));
        }
    }

    fn tags(&mut self, text: &str) {
        for (open, close, named) in TAGS {
            let mut at = 0;
            while let Some(found) = text[at..].find(open) {
                let start = at + found;
                let inside = start + open.len();
                let limit = text.floor_char_boundary(inside + LONGEST_TAG);
                at = inside;
                let Some(length) = text[inside..limit].find(close) else { continue };
                let name = &text[inside..inside + length];
                let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | ' ' | '|');
                let fits = !named || name.starts_with(char::is_alphabetic) && name.chars().all(is_name);
                if fits && !name.trim().is_empty() && !name.contains('\n') {
                    at = inside + length + close.len();
                    self.add(&text[start..at]);
                }
            }
        }
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(|c| c.is_alphanumeric() || c == '_')
    })
}

/// Whether a URL leads to `host` or a name under it.
fn is_at(url: &str, host: &str) -> bool {
    let Some((_, rest)) = url.split_once("//") else { return false };
    let found = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let Some(start) = found.len().checked_sub(host.len()).filter(|start| found.is_char_boundary(*start))
    else {
        return false;
    };
    found[start..].eq_ignore_ascii_case(host) && (start == 0 || found[..start].ends_with('.'))
}

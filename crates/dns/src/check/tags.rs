//! The list of `tag=value` pairs that DKIM keys and DMARC policies are written in (RFC 6376 §3.2).

/// The tags of a record in their order. Names are case-sensitive; blanks around names and values are not part
/// of them; an empty element, such as after the last semicolon, is skipped.
pub(super) struct Tags<'a> {
    pairs: Vec<(&'a str, &'a str)>,
    stray: Option<&'a str>,
}

impl<'a> Tags<'a> {
    pub(super) fn parse(text: &'a str) -> Self {
        let elements = text.split(';').map(str::trim).filter(|element| !element.is_empty());
        let (mut pairs, mut stray) = (Vec::new(), None);
        for element in elements {
            let pair = element.split_once('=');
            stray = stray.or(if pair.is_none() { Some(element) } else { None });
            let (tag, value) = pair.unwrap_or((element, ""));
            pairs.push((tag.trim(), value.trim()));
        }
        Self { pairs, stray }
    }

    /// The first element that has no `=`, and so is no tag.
    pub(super) fn without_value(&self) -> Option<&'a str> {
        self.stray
    }

    pub(super) fn get(&self, tag: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(name, _)| *name == tag).map(|(_, value)| *value)
    }

    pub(super) fn first(&self) -> Option<(&'a str, &'a str)> {
        self.pairs.first().copied()
    }

    /// A tag that stands there twice, which makes the whole list invalid.
    pub(super) fn twice(&self) -> Option<&'a str> {
        let names: Vec<&str> = self.pairs.iter().map(|(name, _)| *name).collect();
        names.iter().enumerate().find(|(index, name)| names[..*index].contains(*name)).map(|(_, name)| *name)
    }
}

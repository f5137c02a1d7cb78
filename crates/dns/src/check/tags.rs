//! The list of `tag=value` pairs that DKIM keys and DMARC policies are written in (RFC 6376 §3.2).

/// The tags of a record in their order. Names are case-sensitive; blanks around names and values are not part
/// of them; an empty element, such as after the last semicolon, is skipped.
pub(super) struct Tags<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Tags<'a> {
    pub(super) fn parse(text: &'a str) -> Self {
        let pairs = text.split(';').filter(|element| !element.trim().is_empty());
        Self(
            pairs
                .map(|element| {
                    let (tag, value) = element.split_once('=').unwrap_or((element, ""));
                    (tag.trim(), value.trim())
                })
                .collect(),
        )
    }

    pub(super) fn get(&self, tag: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == tag).map(|(_, value)| *value)
    }

    pub(super) fn first(&self) -> Option<(&'a str, &'a str)> {
        self.0.first().copied()
    }

    /// A tag that stands there twice, which makes the whole list invalid.
    pub(super) fn twice(&self) -> Option<&'a str> {
        let names: Vec<&str> = self.0.iter().map(|(name, _)| *name).collect();
        names.iter().enumerate().find(|(index, name)| names[..*index].contains(*name)).map(|(_, name)| *name)
    }
}

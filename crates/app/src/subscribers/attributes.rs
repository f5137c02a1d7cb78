//! What a reader has beside an address and a name, as merge tags see it.

use std::borrow::Cow;

use content::Attributes;

/// A reader's attributes as merge tags see them.
pub struct JsonAttributes<'a>(pub &'a serde_json::Map<String, serde_json::Value>);

impl Attributes for JsonAttributes<'_> {
    fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.0.get(name)? {
            serde_json::Value::String(text) => Some(Cow::Borrowed(text)),
            serde_json::Value::Number(number) => Some(Cow::Owned(number.to_string())),
            serde_json::Value::Bool(flag) => Some(Cow::Borrowed(if *flag { "true" } else { "false" })),
            _ => None,
        }
    }
}

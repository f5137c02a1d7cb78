//! What a block may be: the one place that knows. Pure; a document that passes is stored as it came, its rich text cleaned.

use serde_json::{Map, Value};

use super::{
    clean,
    links::{self, Use},
};
use crate::http::{FieldCode, FieldError};

/// Most blocks of a document, those inside columns included.
pub const MAX_BLOCKS: usize = 500;
/// Largest document, in bytes of JSON.
pub const MAX_BYTES: usize = 1 << 20;
/// Longest text of a block, in characters.
const MAX_TEXT: usize = 200_000;
/// Errors that one check reports.
const MAX_ERRORS: usize = 50;

/// What a field of a block takes; null is taken by each but [`Rule::Columns`].
#[derive(Clone, Copy)]
enum Rule {
    Text,
    /// HTML of the author's; cleaned by [`clean_text`].
    Rich,
    Flag,
    /// From, to.
    Whole(f64, f64),
    /// From, to.
    Number(f64, f64),
    Link(Use),
    OneOf(&'static [&'static str]),
    Columns,
    Widths,
    Platforms,
}

type Fields = &'static [(&'static str, Rule)];

const LINK: Rule = Rule::Link(Use::Link);
const SOURCE: Rule = Rule::Link(Use::Image);

/// Every type with its fields; `type`, `id` and `style` are each one's.
const BLOCKS: &[(&str, Fields)] = &[
    ("heading", &[("content", Rule::Rich), ("level", Rule::Whole(1.0, 6.0))]),
    ("text", &[("content", Rule::Rich)]),
    (
        "image",
        &[
            ("src", SOURCE),
            ("alt", Rule::Text),
            ("width", Rule::Whole(1.0, 2000.0)),
            ("height", Rule::Whole(1.0, 4000.0)),
            ("href", LINK),
            ("decorative", Rule::Flag),
        ],
    ),
    (
        "button",
        &[
            ("text", Rule::Text),
            ("href", LINK),
            ("variant", Rule::OneOf(&["primary", "secondary", "outline"])),
            ("width", Rule::Whole(1.0, 1200.0)),
            ("fullWidth", Rule::Flag),
        ],
    ),
    ("divider", &[("thickness", Rule::Number(1.0, 10.0))]),
    ("spacer", &[("height", Rule::Number(1.0, 1000.0))]),
    (
        "columns",
        &[
            ("columns", Rule::Columns),
            ("widths", Rule::Widths),
            ("gap", Rule::Whole(0.0, 100.0)),
            ("stack", Rule::Flag),
            ("verticalAlign", Rule::OneOf(&["top", "middle", "bottom"])),
        ],
    ),
    ("social", &[("platforms", Rule::Platforms), ("display", Rule::OneOf(&["emoji", "names", "both"]))]),
    (
        "hero",
        &[
            ("title", Rule::Text),
            ("subtitle", Rule::Text),
            ("description", Rule::Text),
            ("buttonText", Rule::Text),
            ("buttonHref", LINK),
        ],
    ),
    (
        "hero-image",
        &[
            ("title", Rule::Text),
            ("subtitle", Rule::Text),
            ("description", Rule::Text),
            ("buttonText", Rule::Text),
            ("buttonHref", LINK),
            ("imageSrc", SOURCE),
            ("imageAlt", Rule::Text),
            ("imagePosition", Rule::OneOf(&["left", "right"])),
        ],
    ),
];

/// What a block's `type` may be.
pub fn types() -> impl Iterator<Item = &'static str> {
    BLOCKS.iter().map(|(name, _)| *name)
}

/// Checks a document; answers how many blocks it has, those inside columns included, or every error (at most 50), where:
/// `blocks[3].columns[0][1].href`.
pub fn check(blocks: &Value) -> Result<usize, Vec<FieldError>> {
    let mut check = Check::default();
    match blocks {
        Value::Array(list) => check.list(list),
        _ => check.error("blocks", FieldCode::WrongType, "Blocks must be a list."),
    }
    check.finish("blocks")
}

/// The same for one block, which a body has in `field`.
pub fn check_one(field: &str, block: &Value) -> Result<usize, Vec<FieldError>> {
    let mut check = Check::default();
    match block {
        Value::Null => check.error(field, FieldCode::Required, format!("{} is required.", label(field))),
        block => check.block(field, block, false),
    }
    check.finish(field)
}

/// Cleans the rich text of blocks that passed [`check`].
pub fn clean_text(blocks: &mut Value) {
    blocks.as_array_mut().into_iter().flatten().for_each(clean_one);
}

/// The same for one that passed [`check_one`].
pub fn clean_one(block: &mut Value) {
    let Value::Object(block) = block else { return };
    for column in block.get_mut("columns").and_then(Value::as_array_mut).into_iter().flatten() {
        clean_text(column);
    }
    let known = BLOCKS.iter().find(|(name, _)| block.get("type").is_some_and(|kind| kind == name));
    let fields = known.map_or(&[][..], |(_, fields)| fields);
    for (field, _) in fields.iter().filter(|(_, rule)| matches!(rule, Rule::Rich)) {
        let Some(Value::String(text)) = block.get_mut(*field) else { continue };
        let clean = clean::rich_text(text).unwrap_or_default().into_owned();
        *text = clean;
    }
}

#[derive(Default)]
struct Check {
    count: usize,
    errors: Vec<FieldError>,
}

impl Check {
    fn error(&mut self, path: impl Into<String>, code: FieldCode, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(FieldError::new(path, code, message));
        }
    }

    /// How many blocks there are, or what is wrong with what a body has in `field`.
    fn finish(self, field: &str) -> Result<usize, Vec<FieldError>> {
        if self.count > MAX_BLOCKS {
            let message =
                format!("{} has more than {MAX_BLOCKS} blocks, those in columns included.", label(field));
            return Err(vec![FieldError::new(field, FieldCode::TooMany, message)]);
        }
        if self.errors.is_empty() { Ok(self.count) } else { Err(self.errors) }
    }

    fn list(&mut self, list: &[Value]) {
        for (at, block) in list.iter().enumerate() {
            self.block(&format!("blocks[{at}]"), block, false);
        }
    }

    fn block(&mut self, path: &str, block: &Value, inside_columns: bool) {
        self.count += 1;
        if self.count > MAX_BLOCKS {
            return;
        }
        let Value::Object(block) = block else {
            return self.error(path, FieldCode::WrongType, "A block must be an object.");
        };
        let at = format!("{path}.type");
        let Some(kind) = block.get("type").filter(|kind| !kind.is_null()) else {
            return self.error(at, FieldCode::Required, "Type is required.");
        };
        let known = BLOCKS.iter().find(|(name, _)| kind == name);
        let Some((name, fields)) = known else {
            let names = types().collect::<Vec<_>>().join(", ");
            return self.error(at, FieldCode::NotOneOf, format!("Type must be one of {names}."));
        };
        if inside_columns && *name == "columns" {
            return self.error(at, FieldCode::NotAllowed, "Columns cannot hold columns.");
        }
        if *name == "columns" && block.get("columns").is_none_or(Value::is_null) {
            self.error(format!("{path}.columns"), FieldCode::Required, "Columns is required.");
        }
        for (field, value) in block {
            self.field(path, name, fields, block, (field, value));
        }
    }

    fn field(
        &mut self,
        path: &str,
        kind: &str,
        fields: Fields,
        block: &Map<String, Value>,
        (field, value): (&String, &Value),
    ) {
        let at = format!("{path}.{}", shown(field));
        match field.as_str() {
            "type" => return,
            "id" => return self.id(&at, value),
            "style" => return self.style(&at, value),
            _ => {}
        }
        let Some((_, rule)) = fields.iter().find(|(name, _)| name == field) else {
            return self.error(
                at,
                FieldCode::Unknown,
                format!("A {kind} block has no field {}.", shown(field)),
            );
        };
        if value.is_null() {
            return;
        }
        let label = label(field);
        match rule {
            Rule::Text => self.text(&at, &label, value),
            Rule::Rich => {
                self.text(&at, &label, value);
                if value.as_str().is_some_and(content::is_too_deep) {
                    self.error(at, FieldCode::TooDeep, format!("{label} {}.", clean::TOO_DEEP));
                }
            }
            Rule::Flag if value.is_boolean() => {}
            Rule::Flag => self.error(at, FieldCode::WrongType, format!("{label} must be true or false.")),
            Rule::Whole(from, to) => self.number(&at, &label, value, (*from, *to), true),
            Rule::Number(from, to) => self.number(&at, &label, value, (*from, *to), false),
            Rule::Link(of) => self.link(&at, &label, value, *of),
            Rule::OneOf(names) if names.iter().any(|name| value == name) => {}
            Rule::OneOf(names) => {
                self.error(at, FieldCode::NotOneOf, format!("{label} must be one of {}.", names.join(", ")));
            }
            Rule::Columns => self.columns(&at, value),
            Rule::Widths => self.widths(&at, value, block.get("columns")),
            Rule::Platforms => self.platforms(&at, value),
        }
    }

    fn id(&mut self, at: &str, value: &Value) {
        let is_id =
            |text: &str| (1..=100).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if !value.is_null() && !value.as_str().is_some_and(is_id) {
            self.error(at, FieldCode::Malformed, "Id must be a text of 1 to 100 characters.");
        }
    }

    fn text(&mut self, at: &str, label: &str, value: &Value) {
        match value.as_str() {
            None => self.error(at, FieldCode::WrongType, format!("{label} must be a text.")),
            Some(text) if text.contains('\0') => {
                self.error(
                    at,
                    FieldCode::ForbiddenCharacters,
                    format!("{label} must not contain the character U+0000."),
                );
            }
            // Characters are counted only where bytes leave a doubt.
            Some(text) if text.len() > MAX_TEXT && text.chars().count() > MAX_TEXT => {
                self.error(at, FieldCode::TooLong, format!("{label} has more than {MAX_TEXT} characters."));
            }
            Some(_) => {}
        }
    }

    fn number(&mut self, at: &str, label: &str, value: &Value, (from, to): (f64, f64), whole: bool) {
        let fits = |number: f64| (from..=to).contains(&number) && (!whole || number.fract() == 0.0);
        if !value.as_f64().is_some_and(fits) {
            let kind = if whole { "a whole number" } else { "a number" };
            self.error(at, FieldCode::OutOfRange, format!("{label} must be {kind} from {from} to {to}."));
        }
    }

    fn link(&mut self, at: &str, label: &str, value: &Value, of: Use) {
        let Some(text) = value.as_str() else {
            return self.error(at, FieldCode::WrongType, format!("{label} must be a text."));
        };
        if let Err(message) = links::check(text, of) {
            self.error(at, FieldCode::Malformed, format!("{label} {message}."));
        }
    }

    fn columns(&mut self, at: &str, value: &Value) {
        let Some(columns) = value.as_array().filter(|columns| (1..=4).contains(&columns.len())) else {
            return self.error(at, FieldCode::WrongType, "Columns must be a list of 1 to 4 lists of blocks.");
        };
        for (number, column) in columns.iter().enumerate() {
            let Some(blocks) = column.as_array() else {
                self.error(
                    format!("{at}[{number}]"),
                    FieldCode::WrongType,
                    "A column must be a list of blocks.",
                );
                continue;
            };
            for (index, block) in blocks.iter().enumerate() {
                self.block(&format!("{at}[{number}][{index}]"), block, true);
            }
        }
    }

    fn widths(&mut self, at: &str, value: &Value, columns: Option<&Value>) {
        let Some(widths) = value.as_array() else {
            return self.error(at, FieldCode::WrongType, "Widths must be a list of numbers.");
        };
        if columns.and_then(Value::as_array).is_some_and(|columns| columns.len() != widths.len()) {
            return self.error(
                at,
                FieldCode::Conflicting,
                "Widths must have as many numbers as there are columns.",
            );
        }
        // Without columns nothing bounds the list; the missing columns are told.
        for (index, width) in widths.iter().take(4).enumerate() {
            self.number(&format!("{at}[{index}]"), "Width", width, (1.0, 100.0), false);
        }
    }

    fn platforms(&mut self, at: &str, value: &Value) {
        let Some(platforms) = value.as_object() else {
            return self.error(at, FieldCode::WrongType, "Platforms must be an object of names and links.");
        };
        if platforms.len() > 20 {
            return self.error(at, FieldCode::TooMany, "Platforms has more than 20 entries.");
        }
        for (name, link) in platforms {
            let at = format!("{at}.{}", shown(name));
            if !(1..=50).contains(&name.chars().count()) || name.chars().any(char::is_control) {
                self.error(at, FieldCode::Malformed, "The name of a platform has 1 to 50 characters.");
            } else {
                self.link(&at, &label(name), link, Use::Link);
            }
        }
    }

    fn style(&mut self, at: &str, value: &Value) {
        let style = match value {
            Value::Null => return,
            Value::Object(style) => style,
            _ => return self.error(at, FieldCode::WrongType, "Style must be an object."),
        };
        if style.len() > 40 {
            return self.error(at, FieldCode::TooMany, "Style has more than 40 entries.");
        }
        for (name, value) in style {
            let at = format!("{at}.{}", shown(name));
            if !(1..=100).contains(&name.chars().count()) || name.chars().any(char::is_control) {
                self.error(at, FieldCode::Malformed, "The name of a style has 1 to 100 characters.");
            } else if let Err((code, message)) = style_value(name, value) {
                self.error(at, code, format!("{} {message}.", label(name)));
            }
        }
    }
}

fn style_value(name: &str, value: &Value) -> Result<(), (FieldCode, &'static str)> {
    if name == "textAlign" {
        let known = ["left", "center", "right", "justify"].iter().any(|known| value == known);
        return if known || value.is_null() {
            Ok(())
        } else {
            Err((FieldCode::NotOneOf, "must be left, center, right or justify"))
        };
    }
    match value {
        Value::String(text) if text.chars().any(char::is_control) => {
            Err((FieldCode::ForbiddenCharacters, "must not have control characters"))
        }
        Value::String(text) if text.chars().count() > 300 => {
            Err((FieldCode::TooLong, "has more than 300 characters"))
        }
        Value::Null | Value::Number(_) | Value::String(_) => Ok(()),
        _ => Err((FieldCode::WrongType, "must be a text or a number")),
    }
}

/// A name that somebody else chose, short enough to be told.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(100).collect()
}

/// `buttonHref` as a person reads it: "Button href".
fn label(field: &str) -> String {
    let mut out = String::with_capacity(field.len() + 2);
    for c in shown(field).chars() {
        if out.is_empty() {
            out.extend(c.to_uppercase());
        } else if c.is_ascii_uppercase() {
            out.extend([' ', c.to_ascii_lowercase()]);
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests;

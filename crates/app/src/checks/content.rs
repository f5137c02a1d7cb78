//! Checks that read the content alone.

use content::Inspection;

use super::model::{Check, Id, Target};

/// Gmail shows this much of a mail's HTML and cuts the rest off, unsubscribe link included.
const CLIPPED: usize = 102 * 1024;
/// Phones show about so many characters of a subject.
const LONG_SUBJECT: usize = 70;
const FEW_WORDS: usize = 20;
const MANY_BYTES: i64 = 1 << 20;

const EDIT: &str = "Edit the content";

pub fn checks(found: &Inspection, attached: i64) -> Vec<Check> {
    let mut checks = vec![content(found), leftovers(found), images(found), size(found)];
    if attached > 0 {
        checks.push(attachments(attached));
    }
    checks
}

/// A campaign without any content.
pub fn missing() -> Check {
    Check::error(Id::Content, "This campaign is empty", vec!["Write plain text or HTML.".into()])
        .fixed_by(EDIT, Target::Content)
}

fn content(found: &Inspection) -> Check {
    if found.subject_characters > LONG_SUBJECT {
        let detail = format!(
            "It has {} characters. Phones show about {LONG_SUBJECT}, so say what it's about in the first words.",
            found.subject_characters
        );
        return Check::warning(Id::Content, "The subject is long", vec![detail])
            .fixed_by("Edit the subject", Target::Subject);
    }
    Check::ok(Id::Content, "It has a subject and content")
}

fn leftovers(found: &Inspection) -> Check {
    if found.leftovers.is_empty() {
        return Check::ok(Id::Leftovers, "No leftovers from a template");
    }
    let details = found.leftovers.iter().map(|text| format!("“{text}”")).collect();
    Check::warning(Id::Leftovers, "There may be leftovers from a template or a draft", details)
        .fixed_by(EDIT, Target::Content)
}

fn images(found: &Inspection) -> Check {
    if !found.images_without_alt.is_empty() {
        let details =
            found.images_without_alt.iter().map(|src| format!("{src} has no description.")).collect();
        return Check::warning(Id::Images, "Some images have no description", details)
            .fixed_by("Describe the images", Target::Content);
    }
    if found.images > 0 && found.text_words < FEW_WORDS {
        let detail = format!(
            "There are {} words beside the images. Many people see no images at first, and spam filters distrust such emails.",
            found.text_words
        );
        return Check::warning(Id::Images, "The email is almost only images", vec![detail])
            .fixed_by(EDIT, Target::Content);
    }
    Check::ok(
        Id::Images,
        if found.images == 0 { "It has no images" } else { "Every image has a description" },
    )
}

fn size(found: &Inspection) -> Check {
    let kilobytes = found.html_bytes.div_ceil(1024);
    if found.html_bytes > CLIPPED {
        let detail =
            format!("Its HTML is {kilobytes} KB. Gmail cuts emails off after 102 KB and hides the rest.");
        return Check::warning(Id::Size, "The email is too large for Gmail", vec![detail])
            .fixed_by("Shorten the content", Target::Content);
    }
    Check::ok(Id::Size, format!("Its HTML is {kilobytes} KB. Gmail shows up to 102 KB"))
}

pub fn unsubscribe(found: &Inspection) -> Check {
    if let Some(error) = &found.hidden_unsubscribe {
        let detail = format!("Line {}, column {}: {}", error.line, error.column, error.message);
        return Check::error(Id::Unsubscribe, "Nobody would see the unsubscribe link", vec![detail])
            .fixed_by(EDIT, Target::Content);
    }
    Check::ok(
        Id::Unsubscribe,
        if found.has_unsubscribe {
            "It has an unsubscribe link"
        } else {
            "An unsubscribe link is added at its end"
        },
    )
}

fn attachments(bytes: i64) -> Check {
    if bytes <= MANY_BYTES {
        return Check::ok(Id::Attachments, "The attachments are small enough");
    }
    let detail = format!(
        "They add {:.1} MB to every email. Large emails are slow to deliver and some servers refuse them. A link is lighter.",
        bytes as f64 / 1_048_576.0
    );
    Check::warning(Id::Attachments, "The attachments are large", vec![detail]).fixed_by(EDIT, Target::Content)
}

/// What is wrong with links whom nobody needs to ask.
pub fn dead_links(found: &Inspection) -> Vec<String> {
    let named = |label: &String| {
        if label.is_empty() {
            "A link without text goes nowhere.".to_owned()
        } else {
            format!("“{label}” leads nowhere.")
        }
    };
    let removed = |link: &content::RemovedLink| {
        let named = if link.label.is_empty() { "A link".to_owned() } else { format!("“{}”", link.label) };
        format!("{named} leads to {}: such an address is taken out of the email.", link.address)
    };
    found.empty_links.iter().map(named).chain(found.removed_links.iter().map(removed)).collect()
}

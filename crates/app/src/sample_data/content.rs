//! What the samples say.

use serde_json::{Value, json};

/// Below `.invalid`, which names nothing (RFC 2606 §2): see [`suppressions::is_reserved`](crate::suppressions::is_reserved).
pub const DOMAIN: &str = "sample.invalid";

pub const NEWSLETTER: &str = "Sample newsletter";
pub const DESCRIPTION: &str =
    "Try things out here: its subscribers are made up, and nothing is ever sent to them.";
pub const FROM_NAME: &str = "Sample newsletter";
pub const FROM_PREFIX: &str = "sample";

/// First name, last name, tag. One has no name, as happens.
pub const SUBSCRIBERS: [(Option<&str>, Option<&str>, &str); 12] = [
    (Some("Alex"), Some("Sample"), "friends"),
    (Some("Bea"), Some("Sample"), "friends"),
    (Some("Chris"), Some("Sample"), "customers"),
    (Some("Dana"), None, "customers"),
    (Some("Eli"), Some("Sample"), "customers"),
    (Some("Finn"), Some("Sample"), "press"),
    (Some("Gael"), None, "friends"),
    (Some("Hana"), Some("Sample"), "customers"),
    (Some("Ivo"), Some("Sample"), "customers"),
    (Some("Jo"), Some("Sample"), "press"),
    (Some("Kim"), None, "friends"),
    (None, None, "customers"),
];

pub const SUBJECT: &str = "Hello {{ subscriber.first_name | default(\"there\") }}, this is a sample";
pub const PREHEADER: &str = "Change anything: it is only a draft.";
pub const HTML: &str = "<h2>Welcome to your first draft</h2>\n\
<p>Hi {{ subscriber.first_name | default(\"there\") }},</p>\n\
<p>this is what a campaign looks like before it is sent. Change a word, preview it as different subscribers, and send \
yourself a test email.</p>\n\
<ul><li>Merge tags such as the name above are filled in for each subscriber.</li>\n\
<li>The unsubscribe link is added for you.</li></ul>\n\
<p>When you have seen enough, remove the sample data on the Overview.</p>\n";

pub const TEMPLATE: &str = "Sample template";
pub const TEMPLATE_SUBJECT: &str = "News from {{ newsletter.name }}";

/// The template's blocks.
pub fn blocks() -> Value {
    json!([
        { "id": "sample-1", "type": "heading", "level": 1, "content": "This month’s news" },
        { "id": "sample-2", "type": "text",
          "content": "<p>Hi {{ subscriber.first_name | default(\"there\") }}, here is what happened.</p>" },
        { "id": "sample-3", "type": "divider", "thickness": 1 },
        { "id": "sample-4", "type": "heading", "level": 2, "content": "One thing worth telling" },
        { "id": "sample-5", "type": "text",
          "content": "<p>Double-click a text to change it. Drag blocks to move them, or add others from the left.</p>" },
        { "id": "sample-6", "type": "button", "text": "Read more", "href": "https://example.com/", "variant": "primary" },
        { "id": "sample-7", "type": "spacer", "height": 24 },
        { "id": "sample-8", "type": "text", "content": "<p>Until next month!</p>" }
    ])
}

//! A mail of 20 kB with 25 merge tags and 25 counted links, and its readers.

use std::{borrow::Cow, fmt::Write as _};

use content::{Attributes, Compiled, Source, Stamp, Tracking, compile, links};
use engine::ports::{Content, Job, Reader};
use serde_json::{Map, Value, json};

const ROWS: usize = 25;
const TAGS: [&str; 5] = [
    "{{ subscriber.first_name | default(\"reader\") }}",
    "{{ subscriber.attributes.city | default(\"your town\") }}",
    "{{ newsletter.name }}",
    "{{ subscriber.email }}",
    "{{ subscriber.last_name }}",
];
const NAMES: [&str; 6] = ["Ada", "Grace", "Zoë", "Edsger", "José", "Barbara"];
const CITIES: [&str; 4] = ["London", "New York", "Köln", "Rio & Niterói"];

pub struct Letter(Compiled);

impl Letter {
    pub fn new() -> Result<Self, String> {
        let html = html();
        let numbered = links(&html).map_err(|error| error.to_string())?.into_iter();
        let tracking = Tracking {
            base: "https://letters.example.com".into(),
            links: numbered.map(|link| (link.url, format!("AA{:010}", link.number))).collect(),
            open_token: "AAopen".into(),
            trap_token: "AAtrap".into(),
        };
        let source = Source {
            subject: "News for {{ subscriber.first_name | default(\"you\") }}".into(),
            preheader: "This week".into(),
            newsletter_name: "The Weekly".into(),
            from_name: "The Weekly".into(),
            from_address: "news@letters.example.com".into(),
            list_id: Some("weekly.letters.example.com".into()),
            feedback_id: Some("42:1:campaign:letter".into()),
            html: Some(html),
            tracking: Some(tracking),
            ..Source::default()
        };
        compile(&source).map(Self).map_err(|error| error.to_string())
    }
}

/// A table layout: one part text to four parts markup.
fn html() -> String {
    let mut rows = String::new();
    for row in 0..ROWS {
        let tag = TAGS[row % TAGS.len()];
        let _ = writeln!(
            rows,
            "<tr><td align=\"center\" style=\"padding:16px 24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;\
             color:#333333\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\
             <tr><td align=\"left\" style=\"padding:0 0 12px;line-height:24px\">Dear {tag}, these are words that an author \
             could have written.</td></tr></table>\
             <a href=\"https://example.com/articles/2026/{row}?utm_source=news&amp;utm_medium=email\" \
             style=\"color:#0b5fff\">Read on</a></td></tr>"
        );
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>News</title></head><body>\n\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\">\n{rows}</table></body></html>\n"
    )
}

/// Number `id` of the audience.
pub fn reader(id: i64) -> Reader {
    let at = id as usize;
    let mut attributes = Map::new();
    attributes.insert("city".into(), json!(CITIES[at % CITIES.len()]));
    Reader {
        id,
        email: format!("reader{id}@mail{}.example.net", id % 97),
        first_name: Some(NAMES[at % NAMES.len()].into()),
        last_name: Some(format!("Last{id}")),
        attributes,
    }
}

struct Texts<'a>(&'a Map<String, Value>);

impl Attributes for Texts<'_> {
    fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.0.get(name)?.as_str().map(Cow::Borrowed)
    }
}

impl Content for Letter {
    fn render(&self, job: &Job, out: &mut Vec<u8>) -> Result<(), String> {
        // The product makes its tokens with a key; the length is theirs.
        let token = format!("{:032x}", job.reader.id);
        let url = |page: char| format!("https://letters.example.com/{page}/{token}");
        let reader = content::Reader {
            email: &job.reader.email,
            first_name: job.reader.first_name.as_deref(),
            last_name: job.reader.last_name.as_deref(),
            attributes: &Texts(&job.reader.attributes),
        };
        let stamp = Stamp {
            message_id: &format!("{}.{}@letters.example.com", job.run.id, job.reader.id),
            date_ms: job.dated_at,
            unsubscribe_url: &url('u'),
            unsubscribe_mailto: Some("unsubscribe@letters.example.com"),
            preferences_url: &url('p'),
            archive_url: &url('a'),
            reader_token: &token[..28],
        };
        self.0.render(&reader, &stamp, out);
        Ok(())
    }

    fn takes_long(&self) -> bool {
        false
    }

    fn sender(&self, job: &Job) -> String {
        format!("bounce+{}@letters.example.com", job.reader.id)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::ports::Origin;

    use super::*;

    #[test]
    fn a_mail_has_20_kb_and_is_its_readers() {
        let run = Arc::new(crate::ledger::run(Letter::new().unwrap()));
        let mail = |id| {
            let (run, reader) = (run.clone(), reader(id));
            let job =
                Job { run, reader, origin: Origin::Row, attempt_id: 1, attempt: 1, dated_at: 0, broken: 0 };
            let mut out = Vec::new();
            job.run.content.render(&job, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let (one, other) = (mail(1), mail(2));
        assert!((19_000..21_000).contains(&one.len()), "{}", one.len());
        assert!(one.matches("/t/c/").count() >= ROWS, "{one}");
        assert!(one.matches("Grace").count() > ROWS / 5 && !other.contains("Grace"));
    }
}

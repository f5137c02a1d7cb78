//! Time per rendered message: `cargo run --release -p content --example render`.
//!
//! HTML with 30 links and 15 tags; 10,000 readers in rotation; median of 7 batches.

use content::{Attributes, Compiled, Reader, Source, Stamp, compile};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

const READERS: usize = 10_000;
const BATCHES: usize = 7;

struct City(String);

impl Attributes for City {
    fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        (name == "city").then_some(Cow::Borrowed(self.0.as_str()))
    }
}

struct Person {
    email: String,
    first_name: String,
    city: City,
    message_id: String,
    unsubscribe_url: String,
    preferences_url: String,
    archive_url: String,
}

fn person(index: usize) -> Person {
    const NAMES: [&str; 6] = ["Ada", "Grace", "Zoë", "Edsger", "José", "Barbara"];
    const CITIES: [&str; 4] = ["London", "New York", "Köln", "Rio & Niterói"];
    let token =
        format!("{:032x}", (index as u128 + 1) * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835 % (1 << 127));
    Person {
        email: format!("reader{index}@mail{}.example", index % 97),
        first_name: NAMES[index % NAMES.len()].to_owned(),
        city: City(CITIES[index % CITIES.len()].to_owned()),
        message_id: format!("42.{index}@letters.example.com"),
        unsubscribe_url: format!("https://letters.example.com/u/{token}"),
        preferences_url: format!("https://letters.example.com/p/{token}"),
        archive_url: format!("https://letters.example.com/a/42?r={token}"),
    }
}

/// A table layout of about `size` octets.
fn html(size: usize) -> String {
    const TAGS: [&str; 15] = [
        "{{ subscriber.first_name | default(\"there\") }}",
        "{{ subscriber.attributes.city | default(\"your town\") }}",
        "{{ newsletter.name }}",
        "{{ subscriber.email }}",
        "<a href=\"{{ archive_url }}\">read in the browser</a>",
        "{{ subscriber.first_name }}",
        "{{ subscriber.attributes.city }}",
        "{{ subscriber.first_name | default(\"reader\") }}",
        "{{ newsletter.name }}",
        "{{ subscriber.last_name | default(\"friend\") }}",
        "{{ subscriber.attributes.team | default(\"team\") }}",
        "{{ subscriber.first_name }}",
        "{{ subscriber.email }}",
        "<a href=\"{{ preferences_url }}\">preferences</a>",
        "<a href=\"{{ unsubscribe_url }}\">unsubscribe</a>",
    ];
    let mut body = String::new();
    // One part text to four parts markup, as table layouts with inlined styles have it.
    let filler = "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\
         <td align=\"left\" style=\"padding:0 0 12px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#333333\">\
         Words that an author could have written, neither few nor many.</td></tr></table>\n";
    // What 30 rows take without filler.
    let fillers = size.saturating_sub(8_900).div_ceil(filler.len());
    let share = |row: usize| fillers * row / 30;
    for row in 0..30 {
        let tag = if row % 2 == 0 { TAGS[row / 2] } else { "" };
        let rows = share(row + 1) - share(row);
        let _ = writeln!(
            body,
            "<tr><td align=\"center\" style=\"padding:16px 24px;font-family:Arial,sans-serif;font-size:16px;color:#333333\">\
             <p style=\"margin:0 0 12px;line-height:1.5\">{tag} {}</p>\
             <a href=\"https://example.com/articles/2026/{row}?utm_source=news&amp;utm_medium=email\" style=\"color:#0b5fff\">Read on</a></td></tr>",
            filler.repeat(rows)
        );
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>News</title></head><body>\n\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\">\n{body}</table></body></html>\n"
    )
}

/// Microseconds per message, and octets of the last one.
fn measure(compiled: &Compiled, people: &[Person]) -> (f64, usize) {
    let mut out = Vec::new();
    let mut times: Vec<f64> = (0..BATCHES)
        .map(|_| {
            let start = Instant::now();
            for person in people.iter().cycle().take(3 * READERS) {
                out.clear();
                let reader = Reader {
                    email: &person.email,
                    first_name: Some(&person.first_name),
                    last_name: None,
                    attributes: &person.city,
                };
                let stamp = Stamp {
                    message_id: &person.message_id,
                    date_ms: 1_795_229_173_000,
                    unsubscribe_url: &person.unsubscribe_url,
                    unsubscribe_mailto: Some("unsubscribe@letters.example.com"),
                    preferences_url: &person.preferences_url,
                    archive_url: &person.archive_url,
                    reader_token: "",
                };
                compiled.render(&reader, &stamp, &mut out);
                std::hint::black_box(&out);
            }
            start.elapsed().as_secs_f64() * 1e6 / (3 * READERS) as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[BATCHES / 2], out.len())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let people: Vec<Person> = (0..READERS).map(person).collect();
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{:>8} {:>10} {:>10} {:>12}", "html", "message", "compile", "render")?;
    for size in [20_000, 60_000] {
        let html = html(size);
        let source = Source {
            subject: "News for {{ subscriber.first_name | default(\"you\") }}".into(),
            preheader: "This week".into(),
            newsletter_name: "The Weekly".into(),
            from_name: "The Weekly".into(),
            from_address: "news@letters.example.com".into(),
            list_id: Some("weekly.letters.example.com".into()),
            feedback_id: Some("42:1:campaign:letter".into()),
            html: Some(html.clone()),
            ..Source::default()
        };
        let start = Instant::now();
        let compiled = compile(&source)?;
        let compile_ms = start.elapsed().as_secs_f64() * 1e3;
        let (render_us, octets) = measure(&compiled, &people);
        writeln!(stdout, "{:>8} {octets:>10} {compile_ms:>7.2} ms {render_us:>9.2} us", html.len())?;
    }
    Ok(())
}

//! The same letter in the words of both.

use std::fmt::Write as _;

/// A subject and HTML, for one of the two.
pub struct Letter {
    pub subject: String,
    pub html: String,
}

/// How each of them writes what differs from reader to reader.
struct Words {
    first_name: &'static str,
    last_name: &'static str,
    email: &'static str,
    unsubscribe: &'static str,
    /// Around an address whose clicks are counted.
    link: (&'static str, &'static str),
    /// Counts opens; ours is put in by itself.
    view: &'static str,
}

const OURS: Words = Words {
    first_name: "{{ subscriber.first_name }}",
    last_name: "{{ subscriber.last_name }}",
    email: "{{ subscriber.email }}",
    unsubscribe: "{{ unsubscribe_url }}",
    link: ("", ""),
    view: "",
};
const THEIRS: Words = Words {
    first_name: "{{ .Subscriber.FirstName }}",
    last_name: "{{ .Subscriber.LastName }}",
    email: "{{ .Subscriber.Email }}",
    unsubscribe: "{{ UnsubscribeURL . }}",
    link: ("{{ TrackLink \"", "\" . }}"),
    view: "{{ TrackView . }}",
};

/// A letter of so many rows, each with a merge tag and a counted link: ours, and theirs.
pub fn both(rows: usize) -> (Letter, Letter) {
    (OURS.letter(rows), THEIRS.letter(rows))
}

impl Words {
    fn letter(&self, rows: usize) -> Letter {
        let (open, close) = self.link;
        let mut html = String::from("<!doctype html><html><body><table role=\"presentation\">\n");
        for row in 0..rows {
            let tag = [self.first_name, self.last_name, self.email][row % 3];
            let _ = writeln!(
                html,
                "<tr><td align=\"left\" style=\"padding:16px 24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;\
                 line-height:24px;color:#333333\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" \
                 cellspacing=\"0\" border=\"0\"><tr><td style=\"padding:0 0 12px\">Dear {tag}, these are words that an \
                 author could have written, neither few nor many.</td></tr></table>\
                 <a href=\"{open}https://example.com/articles/2026/{row}{close}\" style=\"color:#0b5fff\">Read on</a></td></tr>"
            );
        }
        let _ = writeln!(
            html,
            "</table><p><a href=\"{}\">Unsubscribe</a></p>{}</body></html>",
            self.unsubscribe, self.view
        );
        Letter { subject: format!("News for {}", self.first_name), html }
    }
}

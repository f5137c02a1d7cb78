//! How such a mail looks: one column, a table of figures, one button; light or dark as the reader's program is. The
//! styles stand in the elements, because many programs drop the rest; every value is escaped.

use std::fmt::Write as _;

use crate::html::escape;

const FONT: &str =
    "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/// A mail from its parts.
#[derive(Clone, Debug, Default)]
pub struct Letter {
    title: String,
    parts: Vec<Part>,
    footer: String,
}

#[derive(Clone, Debug)]
enum Part {
    Paragraph(String),
    Heading(String),
    /// What, how many, and what it was before.
    Figures(Vec<Figure>),
    Button {
        label: String,
        url: String,
    },
}

/// One line of a table.
#[derive(Clone, Debug)]
pub struct Figure {
    pub label: String,
    pub value: String,
    /// In smaller print.
    pub beside: String,
}

impl Letter {
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    #[must_use]
    pub fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Paragraph(text.into()));
        self
    }

    #[must_use]
    pub fn heading(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Heading(text.into()));
        self
    }

    #[must_use]
    pub fn figures(mut self, figures: Vec<Figure>) -> Self {
        self.parts.push(Part::Figures(figures));
        self
    }

    #[must_use]
    pub fn button(mut self, label: impl Into<String>, url: impl Into<String>) -> Self {
        self.parts.push(Part::Button { label: label.into(), url: url.into() });
        self
    }

    /// Why the mail came, in small print.
    #[must_use]
    pub fn footer(mut self, text: impl Into<String>) -> Self {
        self.footer = text.into();
        self
    }

    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.title);
        for part in &self.parts {
            out.push('\n');
            match part {
                Part::Paragraph(text) => {
                    let _ = writeln!(out, "{text}");
                }
                Part::Heading(text) => {
                    let _ = writeln!(out, "{text}\n{}", "-".repeat(text.chars().count().min(60)));
                }
                Part::Figures(figures) => {
                    for Figure { label, value, beside } in figures {
                        let beside = if beside.is_empty() { String::new() } else { format!(" ({beside})") };
                        let _ = writeln!(out, "{label}: {value}{beside}");
                    }
                }
                Part::Button { label, url } => {
                    let _ = writeln!(out, "{label}: {url}");
                }
            }
        }
        let _ = write!(out, "\n--\n{}\n", self.footer);
        out
    }

    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut out = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\"><meta \
             name=\"supported-color-schemes\" content=\"light dark\"><title>{title}</title><style>{DARK}</style></head>\
             <body class=\"page\" style=\"margin:0;padding:0;background:#f4f4f5\">\
             <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\
             <td align=\"center\" style=\"padding:32px 16px\">\
             <table role=\"presentation\" class=\"card\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" \
             style=\"max-width:560px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px\"><tr>\
             <td class=\"ink\" style=\"padding:32px;{FONT};font-size:15px;line-height:1.55;color:#18181b\">\
             <h1 style=\"margin:0 0 16px;font-size:20px;line-height:1.35;font-weight:600\">{title}</h1>"
        );
        for part in &self.parts {
            html_part(&mut out, part);
        }
        let _ = write!(
            out,
            "</td></tr></table><p class=\"faint\" style=\"max-width:560px;margin:16px auto 0;{FONT};font-size:12px;\
             line-height:1.5;color:#71717a\">{}</p></td></tr></table></body></html>",
            escape(&self.footer)
        );
        out
    }
}

const DARK: &str = "@media (prefers-color-scheme:dark){.page{background:#09090b!important}\
    .card{background:#18181b!important;border-color:#3f3f46!important}.ink{color:#f4f4f5!important}\
    .faint{color:#a1a1aa!important}.line{border-color:#3f3f46!important}\
    .button{background:#f4f4f5!important;color:#18181b!important}}";

fn html_part(out: &mut String, part: &Part) {
    let _ = match part {
        Part::Paragraph(text) => write!(out, "<p style=\"margin:0 0 16px\">{}</p>", escape(text)),
        Part::Heading(text) => write!(
            out,
            "<h2 style=\"margin:24px 0 8px;font-size:15px;line-height:1.4;font-weight:600\">{}</h2>",
            escape(text)
        ),
        Part::Figures(figures) => {
            out.push_str(
                "<table width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 0 16px\">",
            );
            for figure in figures {
                html_figure(out, figure);
            }
            out.push_str("</table>");
            Ok(())
        }
        Part::Button { label, url } => write!(
            out,
            "<p style=\"margin:24px 0 0\"><a class=\"button\" href=\"{}\" style=\"display:inline-block;padding:10px 18px;\
             border-radius:8px;background:#18181b;color:#ffffff;font-weight:600;text-decoration:none\">{}</a></p>",
            escape(url),
            escape(label)
        ),
    };
}

fn html_figure(out: &mut String, Figure { label, value, beside }: &Figure) {
    const CELL: &str = "padding:7px 0;border-bottom:1px solid #e4e4e7";
    let _ = write!(
        out,
        "<tr><td class=\"line\" style=\"{CELL};{FONT};font-size:15px\">{}</td>\
         <td class=\"line\" align=\"right\" style=\"{CELL};{FONT};font-size:15px;font-weight:600\">{}",
        escape(label),
        escape(value)
    );
    if !beside.is_empty() {
        let _ = write!(
            out,
            " <span class=\"faint\" style=\"font-size:13px;font-weight:400;color:#71717a\">{}</span>",
            escape(beside)
        );
    }
    out.push_str("</td></tr>");
}

/// A share in percent, empty of nothing.
pub fn percent(part: i64, of: i64) -> String {
    if of <= 0 { String::new() } else { format!("{:.1} %", part as f64 * 100.0 / of as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_stands_in_it_is_text() {
        let evil = "<script>alert(1)</script>\"'&";
        let figure = Figure { label: evil.into(), value: evil.into(), beside: evil.into() };
        let letter = Letter::new(evil)
            .paragraph(evil)
            .heading(evil)
            .figures(vec![figure])
            .button(evil, format!("https://x.example/?{evil}"))
            .footer(evil);
        let html = letter.html();
        assert!(!html.contains("<script") && !html.contains("\"'&\""), "{html}");
        assert_eq!(html.matches("&lt;script&gt;").count(), 10);
        assert_eq!(letter.text().matches(evil).count(), 9);
    }

    #[test]
    fn shares_are_readable() {
        assert_eq!((percent(1, 8), percent(1, 0)), ("12.5 %".into(), String::new()));
    }
}

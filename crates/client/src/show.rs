//! What is printed, for people or for programs.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, IsTerminal as _, Write as _},
    process::ExitCode,
};

use clap::{Args, value_parser};
use futures::{Stream, StreamExt as _, TryStreamExt as _};
use serde_json::Value;

use crate::api::{Api, Failure};

/// How much of a list.
#[derive(Args)]
pub struct Most {
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 50, conflicts_with = "all", value_parser = value_parser!(u32).range(1..))]
    limit: u32,
    /// All of them, however many
    #[arg(long)]
    all: bool,
}

impl Most {
    /// How many rows at most; none for all.
    pub fn count(&self) -> Option<usize> {
        (!self.all).then_some(self.limit as usize)
    }
}

/// Where a command's answer goes.
pub struct Out {
    /// For programs.
    pub json: bool,
}

impl Out {
    /// One answer: as it came for programs, as a text for people.
    pub fn answer(&self, answer: &Value, text: impl FnOnce(&Value) -> String) -> Result<ExitCode, Failure> {
        line(&if self.json { answer.to_string() } else { text(answer) })?;
        Ok(ExitCode::SUCCESS)
    }

    /// A list, as its pages come: a row a line for programs, columns for people.
    pub async fn list(
        &self,
        head: &[&str],
        pages: impl Stream<Item = Result<Vec<Value>, Failure>>,
        cells: impl Fn(&Value) -> Vec<String>,
    ) -> Result<ExitCode, Failure> {
        let mut pages = std::pin::pin!(pages);
        let mut table = Table::new(head);
        while let Some(rows) = pages.try_next().await? {
            if self.json {
                rows.iter().try_for_each(|row| line(&row.to_string()))?;
            } else {
                line(table.page(rows.iter().map(&cells).collect()).trim_end())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes lines to standard output.
pub fn line(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let text = for_screen(text);
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(Failure::Output)
}

/// Writes the body of an answer to standard output as it comes, and ends its last line.
pub async fn pour(api: &Api, answer: reqwest::Response) -> Result<(), Failure> {
    let mut pieces = answer.bytes_stream();
    let mut last = b'\n';
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| api.broken(&error))?;
        last = piece.last().copied().unwrap_or(last);
        if io::stdout().is_terminal() {
            write(for_screen(&String::from_utf8_lossy(&piece)).as_bytes())?;
        } else {
            write(&piece)?;
        }
    }
    if last == b'\n' { Ok(()) } else { write(b"\n") }
}

fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(Failure::Output)
}

/// What programs read is left as it came; a terminal is given what [`clean`] leaves, line by line.
fn for_screen(text: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() {
        text.split('\n').map(clean).collect::<Vec<_>>().join("\n").into()
    } else {
        text.into()
    }
}

/// Columns as wide as what was in them so far; the last one is as long as it is.
struct Table {
    widths: Vec<usize>,
    head: Option<Vec<String>>,
}

impl Table {
    fn new(head: &[&str]) -> Self {
        Self { widths: vec![0; head.len()], head: Some(head.iter().map(|&name| name.to_owned()).collect()) }
    }

    fn page(&mut self, rows: Vec<Vec<String>>) -> String {
        let rows: Vec<_> = self.head.take().into_iter().chain(rows).collect();
        for row in &rows {
            for (width, cell) in self.widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut text = String::new();
        for row in rows {
            let last = row.len() - 1;
            for (at, (cell, &width)) in row.iter().zip(&self.widths).enumerate() {
                let width = if at == last { 0 } else { width + 2 };
                let _ = write!(text, "{cell:width$}");
            }
            text.push('\n');
        }
        text
    }
}

/// Says on standard error why nothing came of it. For programs: the refusal as it came.
pub fn complain(failure: &Failure, json: bool) {
    let text = match failure {
        Failure::Refused(problem) if json => problem.0.to_string(),
        failure => format!("error: {failure}"),
    };
    note(&text);
}

/// For people, beside the answer.
pub fn note(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{text}");
}

/// A value of an answer on one line.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => clean(text),
        Value::Null => "-".to_owned(),
        value => value.to_string(),
    }
}

/// Text of others as a terminal may be given it: nothing in it moves the cursor, changes colours or turns the line round.
pub fn clean(text: &str) -> String {
    let is_kept = |c: char| {
        !c.is_control()
            && !matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if is_kept(c) { c } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let mut table = Table::new(&["ID", "NAME", "SENDER"]);
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let page = table.page(vec![row(["1", "Überblick", "a@b.example"]), row(["12", "May", "-"])]);
        assert_eq!(page, "ID  NAME       SENDER\n1   Überblick  a@b.example\n12  May        -\n");
        assert_eq!(table.page(vec![row(["3", "x", "y"])]), "3   x          y\n");
    }

    #[test]
    fn what_others_wrote_does_not_move_the_cursor() {
        assert_eq!(clean("a\u{1b}[2Jb\nc\u{202e}d\u{9b}e"), "a [2Jb c d e");
    }
}

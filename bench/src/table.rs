//! The table that is printed, and the medians in it.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
};

#[derive(Default)]
pub struct Table {
    rows: Vec<[String; 5]>,
    skipped: Vec<String>,
}

const HEAD: [&str; 5] = ["what", "Letterpress", "beside it", "ratio", "goal"];

impl Table {
    pub fn row(
        &mut self,
        what: impl Into<String>,
        ours: impl Into<String>,
        peer: impl Into<String>,
        ratio: impl Into<String>,
        goal: &str,
    ) {
        let row = [what.into(), ours.into(), peer.into(), ratio.into(), goal.to_owned()];
        say(&format!("  {}", row.join("  ")));
        self.rows.push(row);
    }

    /// A row that could not be measured here.
    pub fn skip(&mut self, what: &str, why: &str) {
        let line = format!("left out: {what} ({why})");
        say(&line);
        self.skipped.push(line);
    }

    /// Writes the table as Markdown, its columns aligned.
    pub fn print(&self, method: &str) -> anyhow::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([HEAD[column].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
        let line = |cells: Vec<&str>| {
            let mut out = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = write!(out, "| {cell:width$} ");
            }
            out + "|\n"
        };
        let mut out = format!("\n{method}\n\n{}", line(HEAD.to_vec()));
        for width in &widths {
            let _ = write!(out, "|{}", "-".repeat(width + 2));
        }
        out.push_str("|\n");
        for row in &self.rows {
            out.push_str(&line(row.iter().map(String::as_str).collect()));
        }
        for skipped in &self.skipped {
            let _ = write!(out, "\n{skipped}");
        }
        out.push('\n');
        io::stdout().write_all(out.as_bytes())?;
        Ok(())
    }
}

/// Progress, apart from the table.
pub fn say(line: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{line}");
}

/// The middle one; of none, not a number.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The value that `share` (0..1) of the values do not exceed.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = ((sorted.len() as f64 * share).ceil() as usize).saturating_sub(1);
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

/// The median of the ratios of each round.
pub fn ratio(ours: &[f64], theirs: &[f64]) -> f64 {
    let ratios: Vec<f64> = ours.iter().zip(theirs).map(|(a, b)| a / b).collect();
    median(&ratios)
}

pub fn percent(ratio: f64) -> String {
    format!("{:.0} %", ratio * 100.0)
}

/// A whole number with its thousands apart.
pub fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_edges() {
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert!((quantile(&hundred, 0.99) - 99.0).abs() < f64::EPSILON);
        assert!((quantile(&hundred, 0.5) - 50.0).abs() < f64::EPSILON);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([whole(7.0), whole(1234.4), whole(123_456.0)], ["7", "1,234", "123,456"]);
    }
}

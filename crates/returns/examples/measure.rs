//! What we make of a folder of mails that came back:
//!
//!     cargo run -p returns --example measure -- FOLDER [EXPECTED]
//!
//! One line for each file: its name, what it is, what follows for the address (the worst where it names several), the
//! status, how many recipients were found, and the words that decided. EXPECTED is a table of `name<TAB>hard` or
//! `name<TAB>other` lines; with it the last lines tell how many hard bounces were found, which were not, and what was
//! taken for one and is none.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Write},
    path::Path,
};

use returns::report::{Action, Class, RecipientStatus, Report, read};

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let Some(folder) = arguments.next() else {
        return Err(io::Error::other(
            "Name the folder of the mails, and the table of what is expected if there is one.",
        ));
    };
    let expected = arguments.next().map(expected).transpose()?;
    let mut names: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    names.sort_by_key(fs::DirEntry::file_name);
    let mut out = io::stdout().lock();
    let mut found: BTreeMap<String, &str> = BTreeMap::new();
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in names.into_iter().filter(|entry| entry.path().is_file()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let report = read(&fs::read(entry.path())?);
        let (what, detail) = told(&report);
        writeln!(out, "{name}\t{what}\t{detail}")?;
        *sums.entry(what).or_default() += 1;
        found.insert(name, what);
    }
    writeln!(out)?;
    for (what, count) in sums {
        writeln!(out, "{what}\t{count}")?;
    }
    if let Some(expected) = expected {
        compare(&mut out, &found, &expected)?;
    }
    Ok(())
}

fn expected(path: impl AsRef<Path>) -> io::Result<BTreeMap<String, String>> {
    let table = fs::read_to_string(path)?;
    let row =
        |line: &str| line.split_once('\t').map(|(name, what)| (name.to_owned(), what.trim().to_owned()));
    Ok(table.lines().filter_map(row).collect())
}

fn told(report: &Report) -> (&'static str, String) {
    let Report::Delivery(report) = report else {
        let what = match report {
            Report::Complaint(_) => "complaint",
            Report::AutoReply => "automatic",
            _ => "other",
        };
        return (what, String::new());
    };
    let worst = report.recipients.iter().max_by_key(|one| one.class.weight());
    let Some(worst) = worst else { return ("other", String::new()) };
    let named = report.recipients.iter().filter(|one| one.recipient.is_some()).count();
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
    (class(worst), format!("{}\t{named}\t{}", text(&worst.status), text(&worst.diagnostic)))
}

fn class(one: &RecipientStatus) -> &'static str {
    match one.class {
        Class::Hard => "hard",
        Class::Soft => "soft",
        Class::OnTheWay => "on-the-way",
        Class::Policy => "about-us",
        Class::Unclear => "unclear",
        Class::None if one.action == Action::Delayed => "delayed",
        Class::None => "delivered",
    }
}

fn compare(
    out: &mut impl Write,
    found: &BTreeMap<String, &str>,
    expected: &BTreeMap<String, String>,
) -> io::Result<()> {
    let is_hard = |name: &str| found.get(name).copied().unwrap_or("missing") == "hard";
    let (hard, other): (Vec<_>, Vec<_>) = expected.iter().partition(|(_, what)| *what == "hard");
    let missed: Vec<&str> =
        hard.iter().map(|(name, _)| name.as_str()).filter(|name| !is_hard(name)).collect();
    let wrong: Vec<&str> = other.iter().map(|(name, _)| name.as_str()).filter(|name| is_hard(name)).collect();
    let right = hard.len() - missed.len();
    writeln!(out, "\nhard bounces found: {right} of {} ({} %)", hard.len(), right * 100 / hard.len().max(1))?;
    writeln!(out, "not found: {}", missed.join(" "))?;
    writeln!(out, "taken for hard and expected to be another thing, of {}: {}", other.len(), wrong.join(" "))
}

//! The commands that pages name in their sentences and tables: each is there, with the flags that are named.

use std::collections::BTreeSet;

use super::blocks::{pages, pages_in, read};
use crate::harness::Home;

/// The commands below `of`, as its help lists them, those of theirs too.
fn commands(home: &Home, of: &[&str]) -> Vec<String> {
    let help = home.answer(&[of, &["--help"]].concat(), "");
    let list = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap());
    let names = list.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let with_own = |name: &str| {
        let path = [of, &[name]].concat();
        let own = commands(home, &path);
        if own.is_empty() { vec![path.join(" ")] } else { own }
    };
    names.flat_map(with_own).collect()
}

/// What stands between backticks in a page, blocks left out.
pub fn code(page: &str) -> Vec<String> {
    let text = read(page);
    let prose: String = text.split("```").step_by(2).collect();
    let paragraphs = prose.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs
        .flat_map(|text| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[test]
fn the_readme_has_every_command() {
    let home = Home::new();
    let there: BTreeSet<String> = commands(&home, &[]).into_iter().collect();
    assert!(there.len() > 10, "{there:?}");
    let table = read("README.md");
    let table = table.split("\n## Commands\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let missing: Vec<_> =
        there.iter().filter(|command| !table.contains(&format!("`letterpress {command}"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn commands_in_sentences_are_there_with_their_flags() {
    let home = Home::new();
    let there = commands(&home, &[]);
    let mut asked = 0;
    for page in pages().into_iter().chain(pages_in("docs/guide/errors")) {
        for said in code(&page) {
            let said = said.trim_start_matches("sudo ").trim_start_matches("docker compose exec backup ");
            let said = said
                .trim_start_matches("docker compose exec letterpress ")
                .replace("letterpressctl ", "letterpress ");
            let Some(typed) = said.strip_prefix("letterpress ").filter(|typed| !typed.starts_with("--"))
            else {
                continue;
            };
            // Of a pipe, what we are.
            let typed = typed.split(['|', '/']).next().unwrap();
            let command = there.iter().find(|name| format!("{typed} ").starts_with(&format!("{name} ")));
            let command = command.unwrap_or_else(|| panic!("{page}: there is no `letterpress {typed}`"));
            let help = home.answer(&[&command.split(' ').collect::<Vec<_>>()[..], &["--help"]].concat(), "");
            let flags = typed
                .split_whitespace()
                .map(|word| word.trim_matches(['[', ']']))
                .filter(|word| word.starts_with("--"));
            for flag in flags {
                assert!(
                    help.contains(&format!("{flag} ")) || help.contains(&format!("{flag}\n")),
                    "{page}: `{typed}`: {flag}"
                );
            }
            asked += 1;
        }
    }
    assert!(asked > 20, "{asked}");
}

/// "Five of them are also flags."
#[test]
fn five_settings_are_flags() {
    let help = Home::new().answer(&["serve", "--help"], "");
    assert_eq!(help.matches("(LETTERPRESS_").count(), 5, "{help}");
}

/// "The Templates page shows eleven starters."
#[test]
fn there_are_eleven_starters() {
    let folder = std::fs::read_dir(super::blocks::at("web/src/email/golden")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.starts_with("starter-") && name.contains(".html")).count(), 11);
}

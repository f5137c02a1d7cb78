//! The mail renderer beside MJML, and in Chromium the frames of the editor and the pages of the dashboard: measured by programs
//! for Node.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};

use crate::{Plan, machine, table::Table};

/// Rows of the part `mail`.
pub fn mail(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    if !Path::new("web/node_modules/mjml").exists() {
        table.skip("mail", "web/node_modules is missing: npm ci in web");
        return Ok(());
    }
    rows(Command::new("node").arg("bench/web/render.mjs").arg(plan.rounds.to_string()), table)
}

/// Rows of the part `editor`.
pub fn editor(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    in_browser("editor", "bench/web/frames.mjs", plan, table)
}

/// Rows of the part `web`.
pub fn dashboard(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    in_browser("web", "bench/web/pages.mjs", plan, table)
}

fn in_browser(part: &str, program: &str, plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    if !Path::new("e2e/node_modules/@playwright").exists() {
        table.skip(part, "e2e/node_modules is missing: npm ci in e2e");
        return Ok(());
    }
    rows(
        Command::new("node")
            .arg(program)
            .arg(plan.rounds.to_string())
            .env("LETTERPRESS_BINARY", plan.program("letterpress")),
        table,
    )
}

/// Each line that the program prints is a row, as a JSON list of its cells; `["left out", WHY]` is none.
fn rows(command: &mut Command, table: &mut Table) -> anyhow::Result<()> {
    if !machine::exists("node") {
        table.skip("mail, editor and web", "node is missing");
        return Ok(());
    }
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let lines = BufReader::new(child.stdout.take().context("no output")?).lines();
    for line in lines {
        let cells: Vec<String> = serde_json::from_str(&line?)?;
        match cells.as_slice() {
            [what, ours, peer, ratio, goal] => table.row(what, ours, peer, ratio, goal),
            [what, why] => table.skip(what, why),
            _ => anyhow::bail!("a row of {} cells", cells.len()),
        }
    }
    ensure!(child.wait()?.success(), "{command:?} failed");
    Ok(())
}

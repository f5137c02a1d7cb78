//! Links between pages, and to files beside them: in the sources, in a release's archive and in the package. Those of the guide
//! inside the dashboard are followed beside it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::blocks::at;

/// The Markdown files of a folder and those below it.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => markdown(&path),
        Some(end) if end == "md" => vec![path],
        _ => Vec::new(),
    };
    paths.flat_map(below).collect()
}

/// A page without what it shows as code.
fn prose(text: &str) -> String {
    let blocks: String = text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    blocks.split('`').step_by(2).collect::<Vec<_>>().join("code")
}

/// The anchors of a page's headings, as code hosts and the dashboard make them.
fn anchors(text: &str) -> Vec<String> {
    let mut used = BTreeMap::new();
    let text: String = text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || "_- ".contains(*c));
        let anchor = kept.collect::<String>().replace(' ', "-");
        let before = used.entry(anchor.clone()).or_insert(0);
        *before += 1;
        if *before == 1 { anchor } else { format!("{anchor}-{}", *before - 1) }
    };
    headings.map(anchor).collect()
}

/// Links of these pages that lead nowhere.
fn lost_of(pages: &[PathBuf]) -> Vec<String> {
    let mut lost = Vec::new();
    for page in pages {
        let text = fs::read_to_string(page).unwrap();
        let words = prose(&text);
        let targets = words.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let to = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let has_anchor = || {
                anchor.is_empty()
                    || fs::read_to_string(&to)
                        .is_ok_and(|text| anchors(&text).iter().any(|one| one == anchor))
            };
            if !to.exists() || !has_anchor() {
                lost.push(format!("{}: {target}", page.display()));
            }
        }
    }
    lost
}

/// Links of the pages below a folder that lead nowhere; there are many that lead somewhere.
pub fn lost(folder: &Path) -> Vec<String> {
    let pages = markdown(folder);
    assert!(pages.len() > 80, "{} pages in {}", pages.len(), folder.display());
    lost_of(&pages)
}

#[test]
fn links_lead_somewhere_in_the_sources() {
    let mut pages = markdown(&at("docs"));
    for page in [
        "README",
        "ARCHITECTURE",
        "CONTRIBUTING",
        "CHANGELOG",
        "clients/python/README",
        "clients/typescript/README",
    ] {
        pages.push(at(&format!("{page}.md")));
    }
    assert_eq!(lost_of(&pages), Vec::<String>::new());
}

#[test]
fn links_lead_somewhere_in_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("letterpress");
    // What the program and its parts are is of no matter to its pages.
    let [program, parts] = ["program", "parts"].map(|name| folder.path().join(name));
    fs::write(&program, "").unwrap();
    fs::write(&parts, "{}").unwrap();
    let output = Command::new(at("tools/archive")).args([&program, &parts, &root]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(lost(&root), Vec::<String>::new());
    // What the pages have one check it with.
    let sums = Command::new("sha256sum")
        .args(["--check", "--quiet", "SHA256SUMS"])
        .current_dir(&root)
        .output()
        .unwrap();
    assert!(sums.status.success(), "{}", String::from_utf8_lossy(&sums.stdout));
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("a.md");
    fs::write(&page, "# A b\n\n[x](#a-b) [y](#c) [z](b.md) `[code](c.md)` [w](https://x.example)\n\n```sh\n[v](d.md)\n```\n").unwrap();
    let lost = lost_of(std::slice::from_ref(&page));
    assert!(lost.len() == 2 && lost[0].ends_with(": #c") && lost[1].ends_with(": b.md"), "{lost:?}");
}

//! Whether the data folder is the one that is meant: a slip in its name must not make a second, empty installation, nor one
//! without its secret.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use app::{
    doctor::{self, Place},
    instance,
};
use database::Database;

use crate::{data_dir::BEGUN, settings::Settings};

/// Looks and makes nothing.
pub fn look(settings: &Settings) -> Place {
    let folder = &settings.data_dir;
    let lacks_file = matches!(&settings.database, database::Url::Sqlite(path) if !path.exists());
    Place {
        is_given: settings.is_data_dir_given,
        meant: if lacks_file { meant(folder) } else { None },
        was_used: lacks_file && folder.join(BEGUN).exists(),
    }
}

/// Refuses where a command that begins an installation would begin a wrong one. Only a folder that is there, or has no
/// neighbour to be taken for, is one in which somebody wants to begin.
pub async fn accept(settings: &Settings) -> anyhow::Result<()> {
    let folder = &settings.data_dir;
    let shown = &settings.database_shown;
    let place = look(settings);
    if let Some(meant) = place.meant {
        bail!(
            "there is no folder {0}, and an installation in {1}: give --data-dir {1} if you mean that. To begin a new one, \
             make the folder {0} first",
            folder.display(),
            meant.display()
        );
    }
    if place.was_used {
        bail!(doctor::lost(shown, folder));
    }
    let has_secret = settings.secret_key.is_some() || folder.join("secret.key").exists();
    let has_file = !matches!(&settings.database, database::Url::Sqlite(path) if !path.exists());
    if has_file && !has_secret {
        let db = Database::open(&settings.database).await.with_context(|| shown.clone())?;
        let claimed = is_claimed(&db).await;
        db.close().await;
        if claimed? {
            bail!(doctor::missing_secret(shown, folder));
        }
    }
    Ok(())
}

async fn is_claimed(db: &Database) -> database::Result<bool> {
    Ok(db.schema_version().await? > 0 && instance::fingerprint(db).await?.is_some())
}

/// The installation whose folder is called nearly like this one, which is not there: the first of its parts that is
/// missing may have been mistyped.
fn meant(folder: &Path) -> Option<PathBuf> {
    let here = folder.ancestors().find(|part| part.as_os_str().is_empty() || part.exists())?;
    let rest = folder.strip_prefix(here).ok()?;
    let mut parts = rest.components();
    let name = parts.next()?.as_os_str().to_str()?;
    let listed = if here.as_os_str().is_empty() { Path::new(".") } else { here };
    let mut near: Vec<_> = fs::read_dir(listed)
        .ok()?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|other| is_slip(name, other))
        .map(|other| parts.clone().fold(here.join(other), |path, part| path.join(part)))
        .filter(|other| is_installation(other))
        .collect();
    near.sort();
    near.into_iter().next()
}

/// One slip for each four letters, two at most. Names that differ in a number, or behind their last separator, are no slip but a
/// row of them: `data2`, `letterpress-eu`.
fn is_slip(name: &str, other: &str) -> bool {
    let allowed = (name.chars().count() / 4).clamp(1, 2);
    name.chars().count() > 2
        && stem(name) != stem(other)
        && strsim::damerau_levenshtein(name, other) <= allowed
}

/// What names of a row have in common.
fn stem(name: &str) -> &str {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match name.rsplit_once(['-', '_', '.']) {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

fn is_installation(folder: &Path) -> bool {
    ["secret.key", "letterpress.db"].iter().any(|file| folder.join(file).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_one_and_a_row_of_folders_is_none() {
        for (name, other) in
            [("dta", "data"), ("Data", "data"), ("daat", "data"), ("leterpres", "letterpress")]
        {
            assert!(is_slip(name, other), "{name} {other}");
        }
        for (name, other) in
            [("data2", "data"), ("node-1", "node-2"), ("tset", "data"), ("b", "a"), ("data.new", "data")]
                .into_iter()
                .chain([
                    ("letterpress-2", "letterpress"),
                    ("letterpress.2", "letterpress"),
                    ("letterpress_b", "letterpress"),
                ])
                .chain([
                    ("letterpress-us", "letterpress-eu"),
                    ("customer-b", "customer-a"),
                    ("mail-b", "mail-a"),
                ])
        {
            assert!(!is_slip(name, other), "{name} {other}");
        }
    }

    #[test]
    fn the_part_that_is_missing_is_the_one_that_was_mistyped() {
        let home = tempfile::tempdir().unwrap();
        let installation = home.path().join("letterpress/data");
        fs::create_dir_all(&installation).unwrap();
        fs::create_dir_all(home.path().join("leterpress.d")).unwrap();
        let mistyped = [home.path().join("leterpress/data"), home.path().join("letterpress/dta")];
        for folder in &mistyped {
            assert_eq!(meant(folder), None, "an empty folder is no installation");
        }
        fs::write(installation.join("secret.key"), "x").unwrap();
        for folder in &mistyped {
            assert_eq!(meant(folder).as_ref(), Some(&installation));
        }
        assert_eq!(meant(&installation), None);
        assert_eq!(meant(&home.path().join("other/data")), None);
    }
}

//! What an operator installs: the Debian package, the units, the image; and what the guide has them type.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use crate::{guide::links, harness::Home};

const BINARY: &str = env!("CARGO_BIN_EXE_letterpress");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const UNITS: &str = "deploy/systemd";
const COMPOSE: [&str; 2] = ["deploy/docker/compose.yaml", "deploy/docker/compose.postgres.yaml"];
const PAGES: [&str; 4] = ["self-hosting", "backup", "upgrading", "monitoring"];

/// Installs the package `$2` into this very system and purges it again, all of it in a layer over the system's files that ends
/// with the mount namespace. `$1` is an empty folder.
const INSTALL: &str = r#"
mount -t tmpfs tmpfs "$1"
mkdir "$1/changed" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changed,workdir=$1/work" "$1/root"
mount --bind /dev "$1/root/dev"
mount -t proc proc "$1/root/proc"
cp "$2" "$1/root/letterpress.deb"
exec chroot "$1/root" sh -ec '
  dpkg --install /letterpress.deb
  stat --format="%a %U:%G %n" /etc/letterpress.env /usr/bin/letterpress /usr/sbin/letterpressctl
  getent passwd letterpress
  letterpress --version
  for unit in multi-user.target.wants/letterpress.service timers.target.wants/letterpress-backup.timer; do
    test -L /etc/systemd/system/$unit && echo "starts: $unit"
  done
  if command -v systemd-analyze >/dev/null; then
    units="letterpress.service letterpress-backup.service letterpress-backup.timer letterpress-failed@x.service"
    systemd-analyze verify $units 2>&1
    echo verified
  fi
  mkdir -p /var/lib/letterpress
  dpkg --purge letterpress
  test -d /var/lib/letterpress && test ! -e /etc/letterpress.env && echo purged
'
"#;

fn at(path: &str) -> PathBuf {
    Path::new(ROOT).join(path)
}

#[track_caller]
fn read(path: &str) -> String {
    fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a command that must succeed printed.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [told, errors] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{command:?}: {told}{errors}");
    told
}

/// The files below a folder of the sources.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(at(folder)).unwrap().map(|entry| entry.unwrap());
    let below = |entry: fs::DirEntry| {
        let path = entry.path();
        if path.is_dir() { files(path.to_str().unwrap()) } else { vec![path] }
    };
    entries.flat_map(below).collect()
}

fn pack(program: &Path, to: &Path, processor: &[&str]) -> PathBuf {
    fs::create_dir(to).unwrap();
    // Its own list of parts has a test of its own.
    let parts = to.join("parts.json");
    fs::write(&parts, "{}").unwrap();
    let mut deb = Command::new(at("tools/deb"));
    deb.args([program, &parts, to])
        .args(processor)
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .env("DEB_COMPRESSION", "none");
    run(&mut deb).trim().into()
}

#[test]
fn the_package_is_installed_runs_and_is_purged() {
    if peers::program("dpkg-deb").is_none() {
        return peers::not_run("letterpress/Debian package", "dpkg-deb is not installed");
    }
    let folder = tempfile::tempdir().unwrap();
    // As a release is.
    let program = folder.path().join("letterpress");
    run(Command::new("strip").arg("-o").args([&program, Path::new(BINARY)]));
    let package = pack(&program, &folder.path().join("first"), &[]);
    let again = pack(&program, &folder.path().join("second"), &[]);
    assert_eq!(package.file_name(), again.file_name());
    assert!(fs::read(&package).unwrap() == fs::read(&again).unwrap(), "the same sources, another package");
    fs::remove_file(again).unwrap();
    // Whatever runs here.
    let other = pack(&program, &folder.path().join("third"), &["aarch64"]);
    assert_eq!(run(Command::new("dpkg-deb").arg("--field").arg(&other).arg("Architecture")).trim(), "arm64");
    assert!(other.to_str().unwrap().ends_with("_arm64.deb"), "{}", other.display());
    fs::remove_file(other).unwrap();

    let ask = |what: &str, name: &str| run(Command::new("dpkg-deb").arg(what).arg(&package).arg(name));
    assert_eq!(ask("--field", "Version").trim(), concat!(env!("CARGO_PKG_VERSION"), "-1"));
    let depends = ask("--field", "Depends");
    assert!(depends.starts_with("libc6 (>= 2.") && depends.contains(", ca-certificates, "), "{depends}");
    assert_eq!(ask("--info", "conffiles"), "/etc/letterpress.env\n");
    let contents = run(Command::new("dpkg-deb").arg("--contents").arg(&package));
    for line in contents.lines() {
        let modes = ["drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--", "-rw-------"];
        assert!(modes.iter().any(|mode| line.starts_with(&format!("{mode} root/root "))), "{line}");
        assert_eq!(line.starts_with("-rw-------"), line.ends_with(" ./etc/letterpress.env"), "{line}");
    }
    for file in [
        "usr/lib/systemd/system/letterpress.service",
        "usr/share/doc/letterpress/docs/guide/self-hosting.md",
        "usr/share/doc/letterpress/deploy/systemd/letterpress.service.d/bounces.conf",
        "usr/share/doc/letterpress/letterpress.cdx.json",
    ] {
        assert!(contents.contains(&format!(" ./{file}\n")), "{file}: {contents}");
    }
    let unpacked = folder.path().join("unpacked");
    run(Command::new("dpkg-deb").arg("--extract").args([&package, &unpacked]));
    assert_eq!(links::lost(&unpacked.join("usr/share/doc/letterpress")), Vec::<String>::new());
    install(&package);
}

fn install(package: &Path) {
    let is_allowed = Command::new("unshare")
        .args(["--mount", "true"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_allowed {
        return peers::not_run("letterpress/installed Debian package", "that takes root");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut script = Command::new("unshare");
    script.args(["--mount", "sh", "-ec", INSTALL, "install"]).args([folder.path(), package]);
    let told = run(script.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("LC_ALL", "C"));
    for line in [
        "600 root:root /etc/letterpress.env",
        "755 root:root /usr/bin/letterpress",
        "755 root:root /usr/sbin/letterpressctl",
        concat!("letterpress ", env!("CARGO_PKG_VERSION")),
        "starts: multi-user.target.wants/letterpress.service",
        "starts: timers.target.wants/letterpress-backup.timer",
        "purged",
    ] {
        assert!(told.lines().any(|found| found == line), "{line}: {told}");
    }
    assert!(told.contains(":/var/lib/letterpress:/usr/sbin/nologin\n"), "{told}");
    assert!(told.contains("Letterpress is at http://127.0.0.1:8080."), "{told}");
    assert!(told.contains("are kept in /var/lib/letterpress. To delete them:"), "{told}");
    if told.contains("\nverified\n") {
        // A key that systemd does not know is only told.
        assert!(!told.lines().any(|line| line.starts_with('/') && line.contains("/letterpress")), "{told}");
    } else {
        peers::not_run("letterpress/units", "systemd-analyze is not installed");
    }
}

#[test]
fn what_is_in_the_program_is_listed() {
    let mut list = Command::new(at("tools/sbom"));
    let told = run(list.args([env!("CARGO_PKG_VERSION"), "0"]).env("CARGO", env!("CARGO")));
    let list: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&list["bomFormat"], &list["specVersion"]), (&"CycloneDX".into(), &"1.5".into()));
    let program = &list["metadata"]["component"];
    assert_eq!(
        (&program["name"], &program["version"]),
        (&"letterpress".into(), &env!("CARGO_PKG_VERSION").into())
    );
    let parts = list["components"].as_array().unwrap();
    let known: BTreeSet<&str> =
        parts.iter().chain([program]).map(|part| part["bom-ref"].as_str().unwrap()).collect();
    assert_eq!(known.len(), parts.len() + 1, "each once");
    let has = |start: &str| known.iter().any(|part| part.starts_with(start));
    assert!(has("pkg:cargo/axum@") && has("pkg:cargo/libsqlite3-sys@") && has("pkg:npm/react@"));
    // What only tests, builds or macros need.
    assert!(!has("pkg:cargo/tempfile@") && !has("pkg:cargo/serde_derive@") && !has("pkg:npm/vite@"));
    for part in parts.iter().filter(|part| part.get("purl").is_some()) {
        assert!(part["hashes"][0]["content"].is_string() && part["licenses"][0].is_object(), "{part}");
    }
    for entry in list["dependencies"].as_array().unwrap() {
        let needed = entry["dependsOn"].as_array().unwrap().iter().chain([&entry["ref"]]);
        assert!(needed.map(|part| part.as_str().unwrap()).all(|part| known.contains(part)), "{entry}");
    }
}

#[test]
fn service_backup_and_commands_have_the_same_settings() {
    let service = read(&format!("{UNITS}/letterpress.service"));
    let backup = read(&format!("{UNITS}/letterpress-backup.service"));
    let shared = service.split("[Install]").next().unwrap();
    let shared = &shared[shared.find("\nUser=letterpress\n").unwrap()..];
    assert!(backup.trim_end().ends_with(shared.trim()), "{backup}");
    let command = read(&format!("{UNITS}/letterpressctl"));
    let given = command.lines().filter_map(|line| line.trim().strip_prefix("--property="));
    let given: Vec<&str> = given.map(|line| line.trim_end_matches(" \\").trim_matches('"')).collect();
    assert!(given.len() > 5, "{command}");
    for line in given {
        assert!(service.lines().any(|found| found == line), "{line} is not in letterpress.service");
    }
    for file in COMPOSE.map(read) {
        assert!(
            file.matches("env_file: .env\n").count() == 1
                && file.contains("entrypoint: [letterpress-backup]")
        );
    }
}

#[test]
fn only_settings_that_there_are_are_named() {
    let readme = read("README.md");
    for path in files("deploy") {
        let text = fs::read_to_string(&path).unwrap();
        let words = text.split(|c: char| !c.is_ascii_uppercase() && c != '_');
        for name in words.filter(|word| word.starts_with("LETTERPRESS_")) {
            assert!(readme.contains(&format!("`{name}`")), "{}: {name}", path.display());
        }
    }
}

/// The lines that the guide has operators type, their words.
fn typed() -> Vec<(String, Vec<String>)> {
    let mut lines = Vec::new();
    for page in PAGES {
        let text = read(&format!("docs/guide/{page}.md"));
        for block in text.split("```sh\n").skip(1) {
            let block = block.split("```").next().unwrap().replace("\\\n", " ");
            for line in block.lines().filter(|line| !line.starts_with('#')) {
                let command = line.split(" # ").next().unwrap();
                let words =
                    command.split_whitespace().map(|word| word.trim_matches('\'').to_owned()).collect();
                lines.push((format!("{page}: {command}"), words));
            }
        }
    }
    lines
}

#[test]
fn the_guides_commands_name_what_there_is() {
    let home = Home::new();
    let services = COMPOSE.map(|file| read(file).split("\nvolumes:\n").next().unwrap().to_owned());
    let mut asked = BTreeSet::new();
    for (line, words) in typed() {
        let words: Vec<&str> =
            words.iter().map(String::as_str).skip_while(|word| ["sudo", "sh", "-c"].contains(word)).collect();
        for path in words.iter().filter(|word| word.starts_with("deploy/")) {
            // A pattern's folder.
            let path = if path.contains('*') { path.rsplit_once('/').unwrap().0 } else { path };
            assert!(at(path).exists(), "{line}");
        }
        if words.first() == Some(&"systemctl") {
            for unit in words.iter().filter(|word| word.starts_with("letterpress")) {
                let file =
                    unit.split_once('@').map_or((*unit).to_owned(), |(template, _)| format!("{template}@"));
                let file = if file.contains('.') { file } else { format!("{file}.service") };
                assert!(at(&format!("{UNITS}/{file}")).exists(), "{line}");
            }
        }
        let rest = match words.as_slice() {
            ["docker", "compose", "exec", service, rest @ ..] => {
                let found =
                    services.iter().filter(|file| file.contains(&format!("\n  {service}:\n"))).count();
                assert_eq!(found, if *service == "postgres" { 1 } else { 2 }, "{line}");
                rest
            }
            rest => rest,
        };
        if let ["letterpress" | "letterpressctl", command @ ..] = rest {
            let length = if command[0] == "user" { 2 } else { 1 };
            let flags = command.iter().filter(|word| word.starts_with("--"));
            asked.extend(flags.map(|flag| (command[..length].join(" "), (*flag).to_owned())));
            asked.insert((command[..length].join(" "), "--help".to_owned()));
        }
    }
    assert!(asked.len() > 7, "{asked:?}");
    for (command, flag) in asked {
        let help = home.answer(&[&command.split(' ').collect::<Vec<_>>()[..], &["--help"]].concat(), "");
        assert!(help.contains(&flag), "letterpress {command} {flag}");
    }
}

#[test]
fn the_image_is_built_of_what_there_is() {
    let file = read("deploy/docker/Dockerfile");
    let own = file.lines().filter(|line| line.starts_with("COPY ") && !line.contains("--from="));
    for line in own {
        let words: Vec<&str> = line.split(' ').skip(1).filter(|word| !word.starts_with("--")).collect();
        let (_, sources) = words.split_last().unwrap();
        assert!(!sources.is_empty() && sources.iter().all(|source| at(source).exists()), "{line}");
    }
    // SQLite syncs as it does anywhere else.
    assert!(file.contains("\nCOPY .cargo .cargo\n"));
    // A word in the guide compiles no crate anew but those with the dashboard in them.
    let build = file.split("\nFROM ").find(|stage| stage.contains(" AS build\n")).unwrap();
    let before = build.split("COPY --from=web ").next().unwrap();
    assert!(before.len() < build.len() && before.matches("cargo build").count() == 2, "{build}");
    assert!(
        !before.contains("COPY docs") && !before.contains("COPY web") && !before.contains("COPY . "),
        "{build}"
    );
    let example = read("deploy/docker/.env.example");
    let chosen = example.lines().find_map(|line| line.strip_prefix("COMPOSE_FILE=")).unwrap();
    for name in [chosen, "compose.postgres.yaml", "compose.bounces.yaml"] {
        assert!(example.contains(name) && at(&format!("deploy/docker/{name}")).exists(), "{name}");
    }
}

#[test]
fn a_container_backs_up_each_day_and_tells_when_it_does_not() {
    let home = Home::new();
    drop(home.serve());
    let [tools, backups] = ["tools", "backups"].map(|name| home.folder.path().join(name));
    for folder in [&tools, &backups] {
        fs::create_dir(folder).unwrap();
    }
    // Nobody waits a day: the one who would ends.
    let sleep = tools.join("sleep");
    fs::write(&sleep, "#!/bin/sh\necho \"$1\" >\"${0%/*}/slept\"\nkill \"$PPID\"\n").unwrap();
    fs::set_permissions(&sleep, fs::Permissions::from_mode(0o755)).unwrap();
    let program = Path::new(BINARY).parent().unwrap();
    let path = format!("{}:{}:/usr/bin:/bin", tools.display(), program.display());
    let script = |argument: &[&str], data: &str| -> Output {
        let mut script = Command::new(at("deploy/docker/letterpress-backup"));
        script.args(argument).env_clear().env("PATH", &path).env("BACKUPS", &backups);
        script.env("LETTERPRESS_DATA_DIR", home.folder.path().join(data)).output().unwrap()
    };
    let is_healthy = || script(&["check"], "data").status.success();
    let slept = || fs::read_to_string(tools.join("slept")).unwrap();
    assert!(!is_healthy(), "there is none yet");
    let first = script(&[], "data");
    assert_eq!(slept(), "86400\n", "{}", String::from_utf8_lossy(&first.stderr));
    let made: Vec<PathBuf> = fs::read_dir(&backups).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(made.len() == 1 && is_healthy(), "{made:?}");
    home.answer(&["restore", "--check", made[0].to_str().unwrap()], "");
    run(Command::new("touch").args(["-t", "202001010000"]).arg(&made[0]));
    assert!(!is_healthy(), "it is old");
    script(&[], "nothing");
    assert_eq!(slept(), "3600\n", "tried again sooner");
    assert!(!is_healthy());
}

//! The same mails before programs that receivers run: dkimpy, OpenDKIM, SpamAssassin.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

/// Points from which a mail is worse than plain.
const POINTS: f64 = 1.0;

/// Mails, and the TXT records of their domain by name.
pub struct Sample<'a> {
    pub mails: &'a [Vec<u8>],
    pub records: BTreeMap<String, String>,
}

impl<'a> Sample<'a> {
    pub fn new(mails: &'a [Vec<u8>], dns_records: &[Value]) -> Self {
        let text = |record: &Value, field: &str| record[field].as_str().unwrap().to_owned();
        let is_txt = |record: &&Value| record["record_type"] == "TXT";
        let records = dns_records.iter().filter(is_txt);
        Self { mails, records: records.map(|r| (text(r, "name"), text(r, "value"))).collect() }
    }

    pub fn check(&self) {
        let folder = tempfile::tempdir().unwrap();
        for (n, mail) in self.mails.iter().enumerate() {
            fs::write(folder.path().join(format!("{n}.eml")), mail).unwrap();
        }
        self.dkimpy(folder.path());
        self.opendkim(folder.path());
        self.spamassassin(folder.path());
    }

    fn dkimpy(&self, folder: &Path) {
        let Some(mut python) = peers::python("python") else {
            return peers::not_run("letterpress/dkimpy", "it was not brought by tools/with-peers");
        };
        let records = folder.join("records.json");
        fs::write(&records, json!(self.records).to_string()).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/domains/verify.py");
        let told = succeeded(python.arg(script).arg(folder).arg(records).output().unwrap());
        let passed = told.lines().filter(|line| line.ends_with(" pass")).count();
        assert_eq!((passed, told.lines().count()), (2 * self.mails.len(), 2 * self.mails.len()), "{told}");
        println!("dkimpy: {passed} signatures of {} mails pass", self.mails.len());
    }

    fn opendkim(&self, folder: &Path) {
        let Some(version) = peers::program("opendkim").map(|mut program| program.arg("-V").output().unwrap())
        else {
            return peers::not_run("letterpress/OpenDKIM", "it is not installed");
        };
        let knows_ed25519 = String::from_utf8_lossy(&version.stderr).contains("ed25519")
            || String::from_utf8_lossy(&version.stdout).contains("ed25519");
        let lines: Vec<String> =
            self.records.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        fs::write(folder.join("dns"), lines.concat()).unwrap();
        let settings = format!(
            "Mode v\nTestDNSData file:{}\nSocket inet:0@127.0.0.1\nOn-Default accept\nSyslog no\n",
            folder.join("dns").display()
        );
        fs::write(folder.join("opendkim.conf"), settings).unwrap();
        let mut expected = vec!["rsa-sha256"];
        if knows_ed25519 {
            expected.push("ed25519-sha256");
        }
        for n in 0..self.mails.len() {
            let mut command = peers::program("opendkim").unwrap();
            command.arg("-x").arg(folder.join("opendkim.conf")).args(["-v", "-v", "-t"]);
            let told = succeeded(command.arg(folder.join(format!("{n}.eml"))).output().unwrap());
            for algorithm in &expected {
                let passes = |line: &str| line.contains("dkim=pass") && line.contains(algorithm);
                assert!(told.lines().any(passes), "{algorithm}: {told}");
            }
        }
        println!("OpenDKIM: {} mails pass by {expected:?}", self.mails.len());
    }

    fn spamassassin(&self, folder: &Path) {
        let mail = String::from_utf8_lossy(&self.mails[0]);
        let date = mail.lines().find_map(|line| line.strip_prefix("Date: ")).unwrap();
        let received = format!(
            "Received: from letters.example.test (letters.example.test [81.2.69.142])\n\
             \tby mx.example.net (Postfix) with ESMTPS id 4XyZ1234\n\tfor <reader@example.net>; {date}\n"
        );
        let Some(mut command) = spamassassin() else {
            return peers::not_run("letterpress/SpamAssassin", "it is not installed");
        };
        // By itself it may take the only relay for one of the receiver's own, which is worth a point.
        let relay = "--cf=trusted_networks 192.0.2.1/32";
        command.args(["--local", "--test-mode", relay]).env("HOME", folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut started = command.spawn().unwrap();
        let input = received + &mail.replace("\r\n", "\n");
        started.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let told = succeeded(started.wait_with_output().unwrap());
        let details = told.split("Content analysis details:").nth(1).unwrap_or_else(|| panic!("{told}"));
        let points = details.split(['(', ' ']).find_map(|word| word.parse::<f64>().ok()).unwrap();
        assert!(points < POINTS, "{details}");
        println!("SpamAssassin: {points} points");
    }
}

/// The system's, or what was unpacked: Perl then has to be told where everything is.
fn spamassassin() -> Option<Command> {
    let unpacked = peers::debian().filter(|root| root.join("usr/bin/spamassassin").is_file());
    let Some(root) = unpacked else { return peers::program("spamassassin") };
    let mut perl = peers::program("perl")?;
    perl.env("LD_LIBRARY_PATH", peers::libraries(&root)).arg("-T");
    let modules = ["usr/share/perl5", "usr/share/perl/5.*", "usr/lib/*/perl5/5.*", "usr/lib/*/perl/5.*"];
    for folder in modules.iter().flat_map(|pattern| folders(&root, pattern)) {
        perl.arg("-I").arg(folder);
    }
    perl.arg(root.join("usr/bin/spamassassin")).arg("-C").arg(root.join("usr/share/spamassassin"));
    perl.arg(format!("--siteconfigpath={}", root.join("etc/spamassassin").display()));
    Some(perl)
}

/// The folders below the root that the pattern means: `*` stands for the rest of a name.
fn folders(root: &Path, pattern: &str) -> Vec<PathBuf> {
    pattern.split('/').fold(vec![root.to_owned()], |found, part| {
        let Some((begin, _)) = part.split_once('*') else {
            return found.iter().map(|folder| folder.join(part)).collect();
        };
        let inside = found.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let named = inside.filter(|entry| entry.file_name().to_string_lossy().starts_with(begin));
        named.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    })
}

#[track_caller]
fn succeeded(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    format!("{}{errors}", String::from_utf8_lossy(&output.stdout))
}

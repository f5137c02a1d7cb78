//! The same mails before programs that receivers run: dkimpy, OpenDKIM, SpamAssassin; each where it is installed.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

use crate::harness::{not_run, setting};

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
        let python = setting("LETTERPRESS_TEST_PYTHON").unwrap_or_else(|| "python3".into());
        let modules = Command::new(&python).args(["-c", "import dkim, dns.name, nacl.signing"]).output();
        if !modules.is_ok_and(|output| output.status.success()) {
            return not_run(
                "dkimpy, because the modules dkim, dns and nacl are missing (LETTERPRESS_TEST_PYTHON)",
            );
        }
        let records = folder.join("records.json");
        fs::write(&records, json!(self.records).to_string()).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/domains/verify.py");
        let told = succeeded(Command::new(python).arg(script).arg(folder).arg(records).output().unwrap());
        let passed = told.lines().filter(|line| line.ends_with(" pass")).count();
        assert_eq!((passed, told.lines().count()), (2 * self.mails.len(), 2 * self.mails.len()), "{told}");
        println!("dkimpy: {passed} signatures of {} mails pass", self.mails.len());
    }

    fn opendkim(&self, folder: &Path) {
        let Ok(version) = Command::new("/usr/sbin/opendkim").arg("-V").output() else {
            return not_run("OpenDKIM, because it is not installed");
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
            let mut command = Command::new("/usr/sbin/opendkim");
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
        let mut command = Command::new("spamassassin");
        // By itself it may take the only relay for one of the receiver's own, which is worth a point.
        let relay = "--cf=trusted_networks 192.0.2.1/32";
        command.args(["--local", "--test-mode", relay]).env("HOME", folder);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let Ok(mut started) = started else {
            return not_run("SpamAssassin, because it is not installed");
        };
        let input = received + &mail.replace("\r\n", "\n");
        started.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let told = succeeded(started.wait_with_output().unwrap());
        let details = told.split("Content analysis details:").nth(1).unwrap_or_else(|| panic!("{told}"));
        let points = details.split(['(', ' ']).find_map(|word| word.parse::<f64>().ok()).unwrap();
        assert!(points < POINTS, "{details}");
        println!("SpamAssassin: {points} points");
    }
}

#[track_caller]
fn succeeded(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    format!("{}{errors}", String::from_utf8_lossy(&output.stdout))
}

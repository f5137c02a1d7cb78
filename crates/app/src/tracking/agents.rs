//! Who asks: what a program says of itself, or fails to say.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder};

/// Who an open or a click came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i16)]
pub enum Agent {
    Person = 0,
    /// Loads every picture for its readers, read or not: nobody knows whether a person looked.
    Privacy = 1,
    /// A scanner, a preview, a script.
    Robot = 2,
}

impl Agent {
    pub fn from_code(code: i16) -> Self {
        match code {
            1 => Self::Privacy,
            2 => Self::Robot,
            _ => Self::Person,
        }
    }
}

/// Parts of the names of programs that follow links without anybody reading; lower case.
const ROBOTS: [&str; 44] = [
    "bot",
    "crawl",
    "spider",
    "scan",
    "slurp",
    "preview",
    "monitor",
    "headless",
    "phantom",
    "python",
    "curl/",
    "wget",
    "libwww",
    "go-http-client",
    "java/",
    "okhttp",
    "apache-httpclient",
    "node-fetch",
    "axios",
    "ruby",
    "perl",
    "php",
    "barracuda",
    "proofpoint",
    "mimecast",
    "safelinks",
    "trendmicro",
    "symantec",
    "fireeye",
    "forcepoint",
    "cloudmark",
    "ironport",
    "messagelabs",
    "virustotal",
    "urlscan",
    "zscaler",
    "checkpoint",
    "sophos",
    "bitdefender",
    "kaspersky",
    "facebookexternalhit",
    "whatsapp",
    "slackbot",
    "validator",
];

/// All of them in one look.
static ROBOT: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(&ROBOTS));
/// Google's and Yahoo's proxies fetch a picture when the mail is opened, so a person is behind them.
static PROXY: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(&["googleimageproxy", "yahoomailproxy"]));

fn any_of(parts: &[&str]) -> AhoCorasick {
    let Ok(any) = AhoCorasickBuilder::new().ascii_case_insensitive(true).build(parts) else {
        unreachable!("a few short words fit into any automaton")
    };
    any
}

/// Longest name that is looked at, in bytes.
const LONGEST: usize = 1_024;

/// What the request gives away. `prefetch`: the browser said that nobody asked for it yet.
pub fn classify(user_agent: Option<&str>, is_head: bool, is_prefetch: bool) -> Agent {
    let Some(name) = user_agent.map(str::trim).filter(|name| !name.is_empty()) else { return Agent::Robot };
    if is_head || is_prefetch {
        return Agent::Robot;
    }
    // The proxy of Apple's mail privacy protection says this much and no more.
    if name == "Mozilla/5.0" {
        return Agent::Privacy;
    }
    let name = &name[..name.floor_char_boundary(LONGEST)];
    if !PROXY.is_match(name) && ROBOT.is_match(name) { Agent::Robot } else { Agent::Person }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_from_people() {
        for (name, agent) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36",
                Agent::Person,
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
                Agent::Person,
            ),
            (
                "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
                Agent::Person,
            ),
            ("YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html", Agent::Person),
            ("Mozilla/5.0", Agent::Privacy),
            (" Mozilla/5.0 ", Agent::Privacy),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", Agent::Robot),
            ("python-requests/2.32", Agent::Robot),
            ("curl/8.5.0", Agent::Robot),
            ("Barracuda Sentinel (EE)", Agent::Robot),
            ("", Agent::Robot),
        ] {
            assert_eq!(classify(Some(name), false, false), agent, "{name}");
        }
        assert_eq!(classify(None, false, false), Agent::Robot);
        assert_eq!(classify(Some("Mozilla/5.0 (X11) Firefox/140.0"), true, false), Agent::Robot, "HEAD");
        assert_eq!(classify(Some("Mozilla/5.0 (X11) Firefox/140.0"), false, true), Agent::Robot, "prefetch");
    }

    #[test]
    fn a_huge_name_is_looked_at_in_part() {
        assert_eq!(classify(Some(&"x".repeat(10_000)), false, false), Agent::Person);
        assert_eq!(classify(Some(&("é".repeat(5_000) + "bot")), false, false), Agent::Person);
        assert_eq!(classify(Some(&("x".repeat(1_020) + "bot")), false, false), Agent::Robot);
        assert_eq!(
            classify(Some(&("é".repeat(511) + "xébot")), false, false),
            Agent::Person,
            "cut between letters"
        );
    }
}

//! Which records a domain needs: pure, from the domain, its keys and how the installation sends.

use dns::RecordType;
use mailer::MailUrl;

use super::{Domain, keys::Key};
use crate::{
    Core, Settings,
    secrets::{base32, mac},
};

/// Seconds that resolvers may keep the records: short enough to mend a mistake within the hour.
const TTL: i64 = 3600;
/// Label of the envelope's domain below the From domain, when reports come to a receiver of ours or to Amazon SES.
const RETURN_PATH: &str = "bounces";

/// A record that the domain's owner puts into the DNS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// `ownership`, `dkim`, `spf`, `return_path`, `dmarc` or `tracking`.
    pub purpose: &'static str,
    pub record_type: RecordType,
    pub name: String,
    /// Empty when it cannot be known here: see [`lacking`].
    pub value: String,
    pub ttl: i64,
    pub is_required: bool,
}

/// What a record is for, as its reader sees it.
pub fn description(purpose: &str, value: &str) -> &'static str {
    match purpose {
        "ownership" => "Proves the domain is yours.",
        "dkim" if value.contains("k=ed25519") => {
            "Public key of the Ed25519 signature, a second one that some servers check beside the first."
        }
        "dkim" => {
            "Public key of the DKIM signature: receivers can see that the email is yours and unchanged."
        }
        "spf" => "Names the servers that may send with this envelope domain.",
        "return_path" => "Brings bounces back, so dead addresses aren't emailed again.",
        "dmarc" => "Tells receivers what to do with email in your name that you didn't sign.",
        "tracking" => "Lets links in your emails start with your own domain.",
        _ => "",
    }
}

/// The token that proves who asked for the domain: another registration of the same name has another one.
pub fn ownership_token(core: &Core, domain_id: i64, name: &str) -> String {
    let key = core.settings.secret.derive("domain-ownership");
    base32(&mac(&key, &[&domain_id.to_be_bytes(), name.as_bytes()])[..15])
}

/// The domain of the envelope's sender for mail from `name`, when it is not `name` itself.
pub fn return_path_domain(settings: &Settings, name: &str) -> Option<String> {
    let receives = match &settings.mail {
        MailUrl::Ses(_) => true,
        _ => settings.bounces.listen.is_some(),
    };
    receives.then(|| format!("{RETURN_PATH}.{name}"))
}

/// The records, in the order in which they are shown.
pub fn wanted(core: &Core, domain: &Domain, keys: &[Key], ses_tokens: &[String]) -> Vec<Wanted> {
    let name = domain.domain.as_str();
    let settings = &core.settings;
    let mut all = vec![txt(
        "ownership",
        format!("_letterpress.{name}"),
        format!("letterpress-verification={}", ownership_token(core, domain.id, name)),
    )];
    if matches!(settings.mail, MailUrl::Ses(_)) {
        all.extend(ses_tokens.iter().map(|token| {
            cname("dkim", format!("{token}._domainkey.{name}"), format!("{token}.dkim.amazonses.com"))
        }));
    } else {
        let record = |key: &Key| Wanted {
            is_required: key.is_rsa(),
            ..txt("dkim", format!("{}._domainkey.{name}", key.selector), key.public_record.clone())
        };
        all.extend(keys.iter().map(record));
    }
    let return_path = return_path_domain(settings, name);
    let envelope = return_path.clone().unwrap_or_else(|| name.to_owned());
    // What cannot be known is asked for only where mail leaves.
    let leaves = !matches!(settings.mail, MailUrl::Capture);
    let spf = settings.spf_mechanism().map(|mechanism| format!("v=spf1 {mechanism} ~all"));
    all.push(known(txt("spf", envelope.clone(), String::new()), spf, leaves));
    if return_path.is_some() {
        let record = Wanted { record_type: RecordType::Mx, ..txt("return_path", envelope, String::new()) };
        all.push(known(record, bounce_host(settings).map(|host| format!("10 {host}")), leaves));
    }
    all.push(txt("dmarc", format!("_dmarc.{name}"), "v=DMARC1; p=none".to_owned()));
    if let Some(host) = &domain.tracking_host {
        let target = settings.public_name().map(str::to_owned);
        all.push(Wanted {
            is_required: false,
            ..known(cname("tracking", host.clone(), String::new()), target, false)
        });
    }
    all
}

fn txt(purpose: &'static str, name: String, value: String) -> Wanted {
    Wanted { purpose, record_type: RecordType::Txt, name, value, ttl: TTL, is_required: true }
}

fn cname(purpose: &'static str, name: String, value: String) -> Wanted {
    Wanted { record_type: RecordType::Cname, ..txt(purpose, name, value) }
}

/// With its value, where that is known.
fn known(record: Wanted, value: Option<String>, is_required_without: bool) -> Wanted {
    let is_required = value.is_some() || is_required_without;
    Wanted { value: value.unwrap_or_default(), is_required, ..record }
}

fn bounce_host(settings: &Settings) -> Option<String> {
    match &settings.mail {
        MailUrl::Ses(url) => Some(format!("feedback-smtp.{}.amazonses.com", url.region)),
        _ => settings.bounces.host.clone().or_else(|| settings.public_name().map(str::to_owned)),
    }
}

/// What to enter where the value cannot be known here.
pub fn lacking(purpose: &str) -> dns::Advice {
    match purpose {
        "spf" => {
            "Letterpress does not know the address that your mail leaves from: its public URL leads nowhere outside of \
             this machine or network. Enter what sends your mail to the world: its public address, as in v=spf1 \
             ip4:203.0.113.7 ~all, or what your mail provider asks for, as in v=spf1 include:_spf.example.net ~all. \
             Whoever runs this installation sets LETTERPRESS_SPF to the part in the middle; then it is shown and checked \
             here."
        }
        "return_path" => {
            "Letterpress has no name that bounces could be sent to: its public URL leads nowhere outside of this \
             machine or network, or is an address. Whoever runs this installation sets LETTERPRESS_BOUNCE_HOST to a name \
             that leads to it; then the record is shown here."
        }
        _ => {
            "Letterpress has no name that links could lead to: its public URL leads nowhere outside of this machine or \
             network, or is an address. Whoever runs this installation sets LETTERPRESS_PUBLIC_URL to the name that \
             readers reach it by; then the record is shown here."
        }
    }
    .into()
}

/// The name in the database and in JSON.
pub fn type_name(record_type: RecordType) -> &'static str {
    match record_type {
        RecordType::Txt => "TXT",
        RecordType::Cname => "CNAME",
        RecordType::Mx => "MX",
    }
}

pub fn parse_type(name: &str) -> RecordType {
    match name {
        "CNAME" => RecordType::Cname,
        "MX" => RecordType::Mx,
        _ => RecordType::Txt,
    }
}

/// What the record is checked for.
pub fn purpose(name: &str) -> dns::Purpose {
    match name {
        "ownership" => dns::Purpose::Ownership,
        "dkim" => dns::Purpose::Dkim,
        "spf" => dns::Purpose::Spf,
        "return_path" => dns::Purpose::ReturnPath,
        "dmarc" => dns::Purpose::Dmarc,
        _ => dns::Purpose::Tracking,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestApp;

    #[test]
    fn each_record_is_described_and_the_second_key_as_such() {
        let purposes = ["ownership", "dkim", "spf", "return_path", "dmarc", "tracking"];
        let mut told: Vec<&str> = purposes.iter().map(|purpose| description(purpose, "k=rsa; p=x")).collect();
        assert!(told.iter().all(|text| text.ends_with('.')), "{told:?}");
        told.push(description("dkim", "v=DKIM1; k=ed25519; p=x"));
        assert!(told[6].contains("second"), "{told:?}");
        told.sort_unstable();
        told.dedup();
        assert_eq!(told.len(), 7);
        assert_eq!(description("nonsense", ""), "");
    }

    #[tokio::test]
    async fn reports_come_to_amazon_to_the_host_that_was_named_or_to_the_public_name() {
        let t = TestApp::new(database::Engine::Sqlite).await;
        for (mail, host, url, expected) in [
            (
                "ses://eu-west-1",
                Some("mx.example.org"),
                "https://letters.example.org",
                Some("feedback-smtp.eu-west-1.amazonses.com"),
            ),
            (
                "smtp://127.0.0.1:25",
                Some("mx.example.org"),
                "https://letters.example.org",
                Some("mx.example.org"),
            ),
            ("smtp://127.0.0.1:25", None, "https://letters.example.org", Some("letters.example.org")),
            ("smtp://127.0.0.1:25", None, "http://127.0.0.1:8080", None),
        ] {
            let mut settings = Settings::clone(&t.app.settings);
            settings.mail = mail.parse().unwrap();
            settings.bounces.host = host.map(str::to_owned);
            settings.public_url = url.to_owned();
            assert_eq!(bounce_host(&settings).as_deref(), expected, "{mail} {host:?} {url}");
        }
    }
}

use std::{collections::BTreeMap, fs};

use app::{Auth, SignUp};

use super::{LogFormat, Settings, Sources, file};

fn sources(environment: &[(&'static str, &str)]) -> Sources {
    Sources {
        environment: environment.iter().map(|(key, value)| (*key, (*value).to_owned())).collect(),
        ..Sources::default()
    }
}

fn read(environment: &[(&'static str, &str)]) -> Result<Settings, String> {
    Settings::read(&sources(environment)).map_err(|bad| bad.to_string())
}

#[test]
fn without_any_value_the_defaults_of_the_manual_hold() {
    let settings = read(&[]).unwrap();
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.public_url_on(settings.listen), "http://127.0.0.1:8080");
    assert_eq!(settings.database, database::Url::Sqlite("./data/letterpress.db".into()));
    assert_eq!(settings.mail, mailer::MailUrl::Capture);
    assert_eq!((settings.sign_up, settings.send_concurrency, settings.send_rate), (SignUp::Auto, 8, None));
    assert_eq!((settings.auth, settings.log_format), (Auth::Local, LogFormat::Text));
}

#[test]
fn flags_win_over_environment_over_file() {
    let one = |value: &str| BTreeMap::from([("LISTEN", value.to_owned())]);
    let mut all = Sources {
        flags: one("127.0.0.1:1"),
        environment: one("127.0.0.1:2"),
        file: one("127.0.0.1:3"),
        ..Sources::default()
    };
    assert_eq!(Settings::read(&all).unwrap().listen.port(), 1);
    all.flags.clear();
    assert_eq!(Settings::read(&all).unwrap().listen.port(), 2);
    all.environment = one("  ");
    assert_eq!(Settings::read(&all).unwrap().listen.port(), 3);
}

#[test]
fn a_bad_value_names_key_value_and_what_is_accepted() {
    for (key, value, accepted) in [
        ("LISTEN", "8080", "127.0.0.1:8080"),
        ("LISTEN", "127.0.0.1:99999", "127.0.0.1:8080"),
        ("PUBLIC_URL", "news.example.com", "https://"),
        ("PUBLIC_URL", "https://a.example/?x", "https://"),
        ("DATABASE_URL", "mysql://root@db", "postgres://"),
        ("MAIL_URL", "sendmail", "smtp://"),
        ("MAIL_FROM", "Ada Lovelace", "no-reply@"),
        ("MAIL_FROM", "Ada <ada@example.com", "no-reply@"),
        ("FALLBACK_DOMAIN", "not a domain", "news.example.com"),
        ("AUTH", "clerk", "local or oidc"),
        ("ADMINS", "me@example.com, nobody", "addresses"),
        ("OIDC_SCOPES", "profile email", "openid"),
        ("OIDC_ADMIN_CLAIM", "roles", "realm_access.roles="),
        ("SIGN_UP", "yes", "open, closed or auto"),
        ("SEND_RATE", "-1", "messages per second"),
        ("RATE_LIMIT", "0", "requests a minute"),
        ("ENGAGEMENT_DAYS", "29", "30 to 3650"),
        ("ENGAGEMENT_DAYS", "a year", "30 to 3650"),
        ("SEND_RATE", "NaN", "messages per second"),
        ("SEND_CONCURRENCY", "0", "1 to 1000"),
        ("TRUSTED_PROXIES", "127.0.0.1, caddy", "172.16.0.0/12"),
        ("TRUSTED_PROXIES", "10.0.0.0/33", "172.16.0.0/12"),
        ("TRUSTED_PROXIES", "127.0.0.1:8080", "172.16.0.0/12"),
        ("SOCIAL_LINKS", "http://github.com/example", "https://"),
        ("SOCIAL_LINKS", "https://github.com/example, github.com/other", "https://"),
        ("SOCIAL_LINKS", "https://", "https://"),
        ("SOCIAL_LINKS", "https://me@github.com/", "https://"),
        ("SOCIAL_LINKS", "javascript:alert(1)//https://a.example", "https://"),
        ("LOG", "app=loud", "debug"),
        ("LOG", "debgu", "debug"),
        ("LOG", "info,engine", "app=debug"),
        ("LOG_FORMAT", "xml", "text or json"),
    ] {
        let error = read(&[(key, value)]).unwrap_err();
        assert!(error.contains(&format!("LETTERPRESS_{key}: \"{value}\"")), "{error}");
        assert!(error.contains(accepted), "{error}");
    }
}

#[test]
fn social_links_are_up_to_eight_addresses_over_https() {
    let links = |text: &str| read(&[("SOCIAL_LINKS", text)]).map(|settings| settings.social_links);
    let given =
        "https://github.com/example , https://mastodon.example/@me,https://facebook.com/profile.php?id=7,";
    let expected = [
        "https://github.com/example",
        "https://mastodon.example/@me",
        "https://facebook.com/profile.php?id=7",
    ];
    assert_eq!(links(given).unwrap(), expected);
    assert_eq!(links(" ").unwrap(), Vec::<String>::new());
    assert_eq!(links(&["https://a.example/"; 8].join(",")).unwrap().len(), 8);
    assert!(links(&["https://a.example/"; 9].join(",")).unwrap_err().contains("at most 8"));
}

#[test]
fn a_name_that_is_nearly_a_settings_is_refused_and_any_other_is_told() {
    let told = |names: &[&str]| {
        let strangers = names.iter().map(|name| (*name).to_owned()).collect();
        Settings::read(&Sources { strangers, ..Sources::default() }).map_err(|bad| bad.to_string())
    };
    for (name, key) in [
        ("MAIL_ULR", "MAIL_URL"),
        ("DATABASEURL", "DATABASE_URL"),
        ("PUBLIC_URI", "PUBLIC_URL"),
        ("LOGS", "LOG"),
        ("SEND_RATES", "SEND_RATE"),
        ("ADMIN", "ADMINS"),
    ] {
        let error = told(&[name]).unwrap_err();
        assert_eq!(
            error,
            format!("LETTERPRESS_{name}: there is no such setting; did you mean LETTERPRESS_{key}?")
        );
    }
    // What Kubernetes sets for a service of our name, and what others call their own.
    let others = ["PORT", "SERVICE_HOST", "SERVICE_PORT", "PORT_8080_TCP_ADDR", "BINARY", "VERSION", "HOME"];
    let expected: Vec<String> = others.iter().map(|name| format!("LETTERPRESS_{name}")).collect();
    assert_eq!(told(&others).unwrap().strangers, expected);
}

#[test]
fn the_file_is_found_in_the_working_directory_or_in_the_data_folder() {
    let [here, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let write = |folder: &tempfile::TempDir, text: &str| {
        fs::write(folder.path().join("letterpress.toml"), text).unwrap();
    };
    let find = || file::find(here.path(), data.path()).map_err(|bad| bad.to_string());
    assert!(find().unwrap().is_empty());
    write(&data, "log = 'warn'");
    assert_eq!(find().unwrap()["LOG"], "warn");
    write(&data, "data_dir = '/elsewhere'");
    assert!(find().unwrap_err().contains("cannot say where that is"));
    write(&here, "log = 'debug'\ndata_dir = '/elsewhere'");
    assert_eq!(find().unwrap()["LOG"], "debug");
}

#[test]
fn all_mistakes_are_told_at_once() {
    let error = read(&[("LISTEN", "x"), ("AUTH", "oidc"), ("SIGN_UP", "x")]).unwrap_err();
    for key in ["LISTEN", "SIGN_UP", "OIDC_ISSUER", "OIDC_CLIENT_ID"] {
        assert!(error.contains(key), "{key}: {error}");
    }
}

#[test]
fn secrets_are_not_repeated() {
    for (key, value) in [
        ("MAIL_URL", "smtp://me:hunter2@host:0"),
        ("MAIL_URL", "gopher://me:hunter2@host"),
        ("DATABASE_URL", "oracle://me:hunter2@host/db"),
        ("SECRET_KEY", "hunter2"),
        ("METRICS_TOKEN", "hunter2"),
    ] {
        let error = read(&[(key, value)]).unwrap_err();
        assert!(error.contains(key) && !error.contains("hunter2"), "{error}");
    }
}

#[test]
fn a_hosted_provider_may_be_told_more_about_us() {
    let base =
        [("AUTH", "oidc"), ("OIDC_ISSUER", "https://id.example.com"), ("OIDC_CLIENT_ID", "letterpress")];
    let Auth::Oidc(client) = read(&base).unwrap().auth else { panic!("not hosted") };
    assert_eq!(client.scopes, "openid profile email offline_access");
    assert_eq!((client.client_secret, client.admin_claim), (None, None));
    let more = [
        ("OIDC_CLIENT_SECRET", "hunter2"),
        ("OIDC_SCOPES", "openid,email"),
        ("OIDC_ADMIN_CLAIM", "https://example.com/roles=admin"),
    ];
    let settings = read(&[&base[..], &more].concat()).unwrap();
    assert!(!format!("{settings:?}").contains("hunter2"));
    let Auth::Oidc(client) = settings.auth else { panic!("not hosted") };
    assert_eq!(client.scopes, "openid email");
    let claim = client.admin_claim.unwrap();
    assert_eq!((claim.path.as_str(), claim.value.as_str()), ("https://example.com/roles", "admin"));
}

#[test]
fn whom_mails_come_from_may_have_a_name() {
    for (text, name, address) in [
        ("desk@example.com", "Letterpress", "desk@example.com"),
        ("The Desk <desk@example.com>", "The Desk", "desk@example.com"),
        ("\"Desk, The\" <desk@example.com>", "Desk, The", "desk@example.com"),
        ("<desk@example.com>", "Letterpress", "desk@example.com"),
    ] {
        let from = read(&[("MAIL_FROM", text)]).unwrap().mail_from.unwrap();
        assert_eq!((from.name.as_str(), from.address.as_str()), (name, address));
    }
}

#[test]
fn proxies_are_addresses_and_ranges_of_both_kinds() {
    let proxies = |text: &str| read(&[("TRUSTED_PROXIES", text)]).unwrap().trusted_proxies.0;
    assert_eq!(read(&[]).unwrap().trusted_proxies.0, []);
    let told: Vec<String> =
        proxies("127.0.0.1, ::1,172.16.0.0/12 fd00::/8").iter().map(ToString::to_string).collect();
    assert_eq!(told, ["127.0.0.1/32", "::1/128", "172.16.0.0/12", "fd00::/8"]);
}

#[test]
fn a_secret_is_taken_in_any_usual_form() {
    let hex = "00ff".repeat(16);
    let fingerprints: Vec<String> = [
        hex.as_str(),
        "AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8=",
        "AP8A_wD_AP8A_wD_AP8A_wD_AP8A_wD_AP8A_wD_AP8",
    ]
    .into_iter()
    .map(|text| read(&[("SECRET_KEY", text)]).unwrap().secret_key.unwrap().fingerprint())
    .collect();
    assert!(fingerprints.iter().all(|f| *f == fingerprints[0]));
    for text in ["00ff", "zz".repeat(32).as_str()] {
        assert!(read(&[("SECRET_KEY", text)]).is_err());
    }
}

#[test]
fn the_file_takes_the_same_keys_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letterpress.toml");
    fs::write(&path, "send_rate = 50\nadmins = [\"a@example.com\", \"B@example.com\"]\n").unwrap();
    let settings =
        Settings::read(&Sources { file: file::read(&path).unwrap(), ..Sources::default() }).unwrap();
    assert_eq!(settings.send_rate, Some(50.0));
    assert_eq!(settings.admins, ["a@example.com", "b@example.com"]);

    fs::write(&path, "listne = \"127.0.0.1:1\"\n[smtp]\nhost = \"x\"\n").unwrap();
    let error = file::read(&path).unwrap_err().to_string();
    assert!(
        error.contains("\"listne\"") && error.contains("\"smtp\"") && error.contains("send_rate"),
        "{error}"
    );

    fs::write(&path, "log = \"info\"\nmail_url = \"smtp://me:hunter2@host\n").unwrap();
    let error = file::read(&path).unwrap_err().to_string();
    assert!(error.contains("line 2") && !error.contains("hunter2"), "{error}");
    assert!(file::read(&folder.path().join("none.toml")).unwrap_err().to_string().contains("cannot be read"));
}

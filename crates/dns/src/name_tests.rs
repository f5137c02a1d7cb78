use proptest::prelude::*;

use super::{DomainName, NameError};

fn parsed(text: &str) -> String {
    DomainName::parse(text).unwrap().to_string()
}

fn refused(text: &str) -> NameError {
    DomainName::parse(text).unwrap_err()
}

#[test]
fn accepts_what_people_paste() {
    assert_eq!(parsed("news.example.org"), "news.example.org");
    assert_eq!(parsed(" \tNews.Example.ORG.\n"), "news.example.org");
    assert_eq!(parsed("\u{a0}example.org\u{a0}"), "example.org");
    assert_eq!(parsed("3m.com"), "3m.com");
    assert_eq!(parsed("r3---sn-4g5e.example.com"), "r3---sn-4g5e.example.com");
    assert_eq!(parsed("example.test"), "example.test", "an ending that is not on the list is one");
}

#[test]
fn brings_unicode_into_a_labels_and_back() {
    let name = DomainName::parse("Bücher.Example").unwrap();
    assert_eq!(name.as_str(), "xn--bcher-kva.example");
    assert_eq!(name.unicode(), "bücher.example");
    assert_eq!(parsed("faß.de"), "xn--fa-hia.de", "non-transitional");
    assert_eq!(parsed("日本語。jp"), "xn--wgv71a119e.jp", "the ideographic full stop separates");
    assert_eq!(parsed("ｅｘａｍｐｌｅ．ｏｒｇ．"), "example.org");
    assert_eq!(parsed("exam\u{ad}ple.org"), "example.org", "soft hyphens come with pasting");
    assert_eq!(DomainName::parse("XN--BCHER-KVA.example").unwrap().unicode(), "bücher.example");
}

#[test]
fn finds_the_organizational_domain() {
    let organizational = |text: &str| DomainName::parse(text).unwrap().organizational().to_string();
    assert_eq!(organizational("a.news.example.org"), "example.org");
    assert_eq!(organizational("news.example.co.uk"), "example.co.uk");
    assert_eq!(organizational("blog.someone.github.io"), "someone.github.io");
    assert_eq!(organizational("example.org"), "example.org");
    assert_eq!(organizational("mail.公司.公司.cn"), "xn--55qx5d.xn--55qx5d.cn");
}

#[test]
fn refuses_with_a_sentence_of_its_own() {
    use NameError as E;
    let long_label = format!("{}.org", "a".repeat(64));
    let long_name = format!("{}org", "abcdefghi.".repeat(26));
    let cases: Vec<(&str, E)> = vec![
        ("", E::Blank),
        (" \t\u{3000}", E::Blank),
        ("https://example.org", E::NotOnlyName),
        ("mailto:a@example.org", E::NotOnlyName),
        ("example.org/path", E::NotOnlyName),
        ("example.org:25", E::NotOnlyName),
        ("example.org?x=1", E::NotOnlyName),
        ("example.org#top", E::NotOnlyName),
        ("me@example.org", E::NotOnlyName),
        ("example.org：80", E::NotOnlyName),
        ("192.0.2.1", E::Address),
        ("192.0.2.1.", E::Address),
        ("[192.0.2.1]", E::Address),
        ("１９２.0.2.1", E::Address),
        ("2001:db8::1", E::Address),
        ("[2001:db8::1]", E::Address),
        ("[IPv6:2001:db8::1]", E::Address),
        ("fe80::1%eth0", E::Address),
        ("*.example.org", E::Wildcard),
        ("_dmarc.example.org", E::Underscore),
        ("exa mple.org", E::Character(' ')),
        ("exa\nmple.org", E::Character('\n')),
        ("exa!mple.org", E::Character('!')),
        ("example.org\0", E::Character('\0')),
        ("\"example.org\"", E::Character('"')),
        ("xn--a.org", E::Unicode),
        ("exa\u{fffd}mple.org", E::Unicode),
        (".", E::EmptyLabel),
        ("..", E::EmptyLabel),
        (".example.org", E::EmptyLabel),
        ("example..org", E::EmptyLabel),
        ("example.org..", E::EmptyLabel),
        (&long_label, E::LabelTooLong),
        (&long_name, E::TooLong),
        ("-example.org", E::Hyphen("-example".into())),
        ("example-.org", E::Hyphen("example-".into())),
        ("example", E::SingleLabel),
        ("org.", E::SingleLabel),
        ("localhost", E::Localhost),
        ("app.localhost", E::Localhost),
        ("example.123", E::NumericEnding("123".into())),
        ("1.2.3", E::NumericEnding("3".into())),
        ("co.uk", E::PublicSuffix("co.uk".into())),
        ("GitHub.io", E::PublicSuffix("github.io".into())),
    ];
    for (text, error) in cases {
        assert_eq!(refused(text), error, "{text:?}");
        let sentence = error.to_string();
        assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence}");
    }
    assert_eq!(
        refused("https://x.org/").to_string(),
        "Enter only the name, such as news.example.org, without https:// or a path."
    );
    assert_eq!(refused(&"a.".repeat(50_000)), E::TooLong);
}

#[test]
fn takes_the_longest_name_there_is() {
    let longest = format!("{}{}.org", "abcdefghi.".repeat(24), "a".repeat(9));
    assert_eq!(longest.len(), 253);
    assert_eq!(parsed(&longest), longest);
    assert_eq!(parsed(&format!("{longest}.")), longest);
    assert_eq!(refused(&format!("a{longest}")), NameError::TooLong);
}

proptest! {
    #[test]
    fn never_panics(text in any::<String>()) {
        let _ = DomainName::parse(&text);
    }

    #[test]
    fn gives_only_names_that_it_takes_again(text in "[ -~äß。.]{0,40}\\.(org|co\\.uk|de|test|日本)") {
        if let Ok(name) = DomainName::parse(&text) {
            prop_assert_eq!(DomainName::parse(name.as_str()), Ok(name.clone()));
            prop_assert_eq!(DomainName::parse(&name.unicode()), Ok(name.clone()));
            prop_assert!(name.as_str().len() <= 253);
            prop_assert!(name.as_str().ends_with(name.organizational().as_str()));
            prop_assert_eq!(name.organizational().organizational(), name.organizational());
        }
    }

    #[test]
    fn takes_every_host_name(text in "[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?(\\.[a-z][a-z0-9]{0,10}){0,4}\\.example") {
        prop_assume!(!text.contains("xn--"));
        prop_assert_eq!(parsed(&text), text);
    }
}

use proptest::prelude::*;

use super::misplaced::others;
use super::{Advice, Checked, Expected, Piece, Purpose, Status, judge, organizational_dmarc};
use crate::resolver::{Answer, RecordType};

fn expected(purpose: Purpose, record_type: RecordType, name: &str, value: &str) -> Expected {
    Expected { purpose, record_type, name: name.into(), value: value.into() }
}

fn against(expected: &Expected, values: &[&str]) -> Checked {
    judge(expected, &Answer::Found(values.iter().map(ToString::to_string).collect()))
}

#[track_caller]
fn found(checked: &Checked) {
    assert_eq!((checked.status, &checked.advice), (Status::Found, &None), "{checked:?}");
}

/// The advice as plain text.
fn said(checked: &Checked) -> String {
    checked.advice.as_ref().unwrap().to_string()
}

/// What the advice gives to be entered.
fn values(checked: &Checked) -> Vec<&str> {
    let values = checked.advice.iter().flat_map(Advice::pieces).filter_map(|piece| match piece {
        Piece::Value(value) => Some(value.as_str()),
        Piece::Text(_) => None,
    });
    values.collect()
}

#[track_caller]
fn wrong(checked: &Checked, part: &str) {
    assert_eq!(checked.status, Status::Wrong, "{checked:?}");
    let advice = said(checked);
    assert!(advice.contains(part), "{advice:?} lacks {part:?}");
    assert!(advice.ends_with('.') && !advice.contains("  "), "{advice:?}");
}

fn ownership() -> Expected {
    expected(Purpose::Ownership, RecordType::Txt, "example.org", "letterpress=abc")
}

fn dkim() -> Expected {
    expected(
        Purpose::Dkim,
        RecordType::Txt,
        "lp1._domainkey.news.example.org",
        "v=DKIM1; k=rsa; p=MIIBIjANBgkq",
    )
}

fn spf(value: &str) -> Expected {
    expected(Purpose::Spf, RecordType::Txt, "example.org", value)
}

fn dmarc() -> Expected {
    expected(Purpose::Dmarc, RecordType::Txt, "_dmarc.news.example.org", "v=DMARC1; p=none")
}

fn mx() -> Expected {
    expected(Purpose::ReturnPath, RecordType::Mx, "bounce.example.org", "10 in.relay.test")
}

fn cname() -> Expected {
    expected(Purpose::Tracking, RecordType::Cname, "go.example.org", "track.relay.test")
}

#[test]
fn says_nothing_about_what_dns_did_not_answer() {
    for expected in [ownership(), dkim(), spf("v=spf1 mx ~all"), dmarc(), mx(), cname()] {
        let checked = judge(&expected, &Answer::Failed("no answer came in time".into()));
        assert_eq!(checked.status, Status::Unknown);
        assert!(checked.found.is_empty());
        assert_eq!(
            said(&checked),
            "DNS did not answer (no answer came in time): nothing is changed; try again later."
        );
        assert_eq!(judge(&expected, &Answer::Absent).status, Status::Missing);
        assert_eq!(judge(&expected, &Answer::Found(vec![])).status, Status::Missing);
    }
}

#[test]
fn says_what_to_enter_where_the_host_appends_the_domain() {
    let advice = |expected: &Expected| said(&judge(expected, &Answer::Absent));
    assert_eq!(
        advice(&dkim()),
        "Create a TXT record at lp1._domainkey.news.example.org with the value shown. Many DNS hosts append the \
         domain themselves: in the zone of example.org, enter only “lp1._domainkey.news”."
    );
    assert!(advice(&cname()).contains("Create a CNAME record") && advice(&cname()).contains("only “go”"));
    assert!(advice(&ownership()).contains("enter only “@”"));
}

#[test]
fn ownership_is_any_equal_txt() {
    let checked = against(&ownership(), &["v=spf1 -all", "letterpress=abc"]);
    found(&checked);
    assert_eq!(checked.found, ["letterpress=abc"], "the others of the name do not matter");
    found(&against(&ownership(), &[" letterpress=abc "]));
    wrong(&against(&ownership(), &["v=spf1 -all", "letterpress=xyz"]), "replace “letterpress=xyz”");
    wrong(&against(&ownership(), &["LETTERPRESS=ABC"]), "Another value");
    for quoted in ["\"letterpress=abc\"", "“letterpress=abc”", "'letterpress=abc'"] {
        wrong(&against(&ownership(), &[quoted]), "quotation marks");
    }
    assert_eq!(against(&ownership(), &["v=spf1 -all"]).status, Status::Missing);
    let dedicated = expected(Purpose::Verification, RecordType::Txt, "_amazonses.example.org", "abc123");
    wrong(&against(&dedicated, &["other"]), "Another value");
    found(&against(&dedicated, &["abc123"]));
}

#[test]
fn dkim_compares_tags_and_not_text() {
    for same in [
        "v=DKIM1; k=rsa; p=MIIBIjANBgkq",
        "v=DKIM1;k=rsa;p=MIIBIjANBgkq;",
        "v=DKIM1 ; p=MIIB IjAN\tBgkq; k = rsa",
        "v=DKIM1; p=MIIBIjANBgkq",
        "k=rsa; p=MIIBIjANBgkq",
        "v=DKIM1; h=sha1:sha256; s=*; t=s; n=note; p=MIIBIjANBgkq",
    ] {
        found(&against(&dkim(), &[same]));
    }
}

#[test]
fn dkim_names_each_fault() {
    for (value, part) in [
        ("v=DKIM1; k=rsa; p=AAAA", "another key"),
        ("v=DKIM1; k=rsa; p=MIIBIjANBgkQ", "another key"),
        ("v=DKIM1; k=rsa; p=MIIBIj", "cut off after 6 of 12"),
        ("v=DKIM1; k=rsa; p=MIIBIjANBgkq.", "Behind the key stands “.”"),
        ("v=DKIM1; k=rsa; p=", "revoked"),
        ("v=DKIM1; k=ed25519; p=MIIBIjANBgkq", "k=rsa is used"),
        ("v=DKIM2; k=rsa; p=MIIBIjANBgkq", "begin with v=DKIM1"),
        ("k=rsa; p=MIIBIjANBgkq; v=DKIM1", "begin with v=DKIM1"),
        ("k=rsa; v=DKIM1; p=MIIBIjANBgkq", "begin with v=DKIM1"),
        ("v=DKIM1; k=rsa; p=MIIBIj\" \"ANBgkq", "quotation marks"),
        ("\"v=DKIM1; k=rsa; p=MIIBIjANBgkq\"", "quotation marks"),
        ("v=DKIM1\\; k=rsa\\; p=MIIBIjANBgkq", "backslashes"),
        ("v=DKIM1; p=MIIBIjANBgkq; p=MIIBIjANBgkq", "twice"),
        ("v=DKIM1; h=sha1; p=MIIBIjANBgkq", "sha256"),
        ("v=DKIM1; s=tlsrpt; p=MIIBIjANBgkq", "e-mail"),
        ("v=spf1 -all", "not a DKIM key"),
    ] {
        wrong(&against(&dkim(), &[value]), part);
    }
    let value = dkim().value;
    wrong(&against(&dkim(), &[&value, "v=DKIM1; p=AAAA"]), "keep the one shown");
    wrong(&against(&dkim(), &["v=DKIM1; p=BBBB", "v=DKIM1; p=AAAA"]), "replace them all");
    wrong(&against(&dkim(), &["v=DKIM1; k=rsa; p=MI", "IBIjANBgkq"]), "entered as 2 records");
    let key = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A";
    let long =
        expected(Purpose::Dkim, RecordType::Txt, "a._domainkey.example.org", &format!("v=DKIM1; p={key}"));
    wrong(
        &against(&long, &[&format!("v=DKIM1; p={}", &key[8..])]),
        "has only 24 of 32 characters and lacks its beginning",
    );
    // So short a piece may stand in any key.
    wrong(&against(&long, &[&format!("v=DKIM1; p={}", &key[8..16])]), "another key");
    wrong(&against(&long, &[&format!("v=DKIM1; p={}", &key.to_lowercase()[8..])]), "another key");
    let test = against(&dkim(), &["v=DKIM1; t=y:s; p=MIIBIjANBgkq"]);
    assert_eq!(test.status, Status::Found);
    assert!(said(&test).contains("t=y"));
    let alias = expected(Purpose::Dkim, RecordType::Cname, "a._domainkey.example.org", "a.dkim.relay.test");
    found(&against(&alias, &["a.dkim.relay.test"]));
    let other = against(&alias, &["b.dkim.relay.test"]);
    wrong(&other, "change its target to “a.dkim.relay.test”");
    assert_eq!(values(&other), ["a.dkim.relay.test"]);
}

#[test]
fn spf_accepts_more_than_was_expected() {
    let want = spf("v=spf1 include:relay.test ip4:192.0.2.10 ip6:2001:db8::1 a mx ~all");
    for record in [
        "v=spf1 include:relay.test ip4:192.0.2.10 ip6:2001:db8::1 a mx ~all",
        "V=SPF1 MX A +ip4:192.0.2.0/24 IP6:2001:DB8::/32 include:Relay.Test. include:other.test -all",
        "v=spf1 mx a ip4:192.0.2.10/32 ip6:2001:db8:0::1/128  include:relay.test redirect=other.test",
        "v=spf1 mx a ip4:192.0.0.0/8 ip6::: include:relay.test ip6:2001:db8::1 exp=why.test unknown=x ?all",
    ] {
        found(&against(&want, &[record]));
    }
    let checked = against(&spf("v=spf1 mx ~all"), &["some=thing", "v=spf1 mx ~all", "v=spf10 x"]);
    found(&checked);
    assert_eq!(checked.found, ["v=spf1 mx ~all"]);
    let path = expected(Purpose::ReturnPath, RecordType::Txt, "bounce.example.org", "v=spf1 mx -all");
    found(&against(&path, &["v=spf1 mx a -all"]));
}

#[test]
fn spf_gives_the_merged_record() {
    let want = spf("v=spf1 include:relay.test ip4:192.0.2.10 ~all");
    for (record, merged) in [
        ("v=spf1 mx -all", "v=spf1 include:relay.test ip4:192.0.2.10 mx -all"),
        ("v=spf1 include:relay.test -all", "v=spf1 ip4:192.0.2.10 include:relay.test -all"),
        ("v=spf1", "v=spf1 include:relay.test ip4:192.0.2.10 ~all"),
        ("v=spf1 +all", "v=spf1 include:relay.test ip4:192.0.2.10 ~all"),
        ("v=spf1 include:relay.test ip4:192.0.2.10 all", "v=spf1 include:relay.test ip4:192.0.2.10 ~all"),
        ("v=spf1 mx redirect=a.test", "v=spf1 include:relay.test ip4:192.0.2.10 mx redirect=a.test"),
        // What stands behind `all` is never looked at, and a qualifier other than + lets nobody pass.
        ("v=spf1 mx -all include:relay.test", "v=spf1 include:relay.test ip4:192.0.2.10 mx -all"),
        ("v=spf1 ~include:relay.test ip4:192.0.2.10 -all", "v=spf1 include:relay.test ip4:192.0.2.10 -all"),
        (
            "v=spf1 include:relay.test -ip4:192.0.2.0/24 ip4:192.0.2.10 -all",
            "v=spf1 ip4:192.0.2.10 include:relay.test -ip4:192.0.2.0/24 -all",
        ),
    ] {
        let checked = against(&want, &[record]);
        wrong(&checked, "change ");
        assert_eq!(values(&checked), [merged]);
        found(&against(&want, &[merged]));
    }
    wrong(&against(&want, &["v=spf1 mx -all"]), "lacks include:relay.test ip4:192.0.2.10");
    wrong(&against(&spf("v=spf1 a ~all"), &["v=spf1 a:other.test ~all"]), "“v=spf1 a a:other.test ~all”");
    wrong(&against(&spf("v=spf1 a/24 ~all"), &["v=spf1 a/28 ~all"]), "lacks a/24");
}

#[test]
fn spf_names_each_fault() {
    let want = spf("v=spf1 mx ~all");
    wrong(&against(&want, &["v=spf1 mx -all", "v=spf1 mx ~all"]), "merge them into one");
    wrong(&against(&want, &["\"v=spf1 mx ~all\""]), "quotation marks");
    wrong(&against(&want, &["v=spf1mx ~all"]), "v=spf1 and a blank");
    wrong(&against(&want, &["spf1 mx ~all"]), "v=spf1 and a blank");
    wrong(&against(&want, &["v=spf1 mx ~all\" \""]), "quotation marks");
    for (open, merged) in [
        ("v=spf1 mx +all", "v=spf1 mx ~all"),
        ("v=spf1 mx ip4:0.0.0.0/0 -all", "v=spf1 mx -all"),
        ("v=spf1 ip6:2001::/0 -all", "v=spf1 mx -all"),
    ] {
        let checked = against(&want, &[open]);
        wrong(&checked, "everyone may send");
        assert_eq!(values(&checked), [merged]);
    }
    for term in [
        "ipv4:192.0.2.1",
        "ip4:192.0.2.256",
        "redirect=",
        "ip4:192.0.2.0/33",
        "include:",
        "include=a.test",
        "foo",
        "-",
        "+exp=why.test",
        "1=x",
    ] {
        wrong(&against(&want, &[&format!("v=spf1 mx {term} ~all")]), &format!("does not know “{term}”"));
    }
    assert_eq!(against(&want, &["some=thing"]).status, Status::Missing);
}

#[test]
fn spf_counts_what_makes_receivers_ask() {
    let includes = |count: usize| "a:a.test ".repeat(count);
    let want = spf("v=spf1 mx ~all");
    found(&against(&want, &[&format!("v=spf1 mx {}ip4:192.0.2.1 ~all", includes(9))]));
    found(&against(&want, &[&format!("v=spf1 mx {}~all redirect=unused.test", includes(9))]));
    wrong(&against(&want, &[&format!("v=spf1 mx {}~all", includes(10))]), "needs 11 DNS look-ups");
    wrong(&against(&want, &[&format!("v=spf1 mx {}redirect=a.test", includes(9))]), "needs 11 DNS look-ups");
    let both = against(&want, &[&format!("v=spf1 {}~all", includes(10))]);
    wrong(&both, "lacks mx");
    wrong(&both, "needs 11 DNS look-ups");
    let full = against(&want, &[&format!("v=spf1 {}~all", includes(9))]);
    wrong(&full, "lacks mx");
    assert!(!said(&full).contains("look-ups"), "ten are allowed: {full:?}");
}

#[test]
fn dmarc_takes_any_valid_policy() {
    for policy in [
        "v=DMARC1; p=none",
        "v=DMARC1;p=reject;sp=quarantine;adkim=s;rua=mailto:d@example.org;",
        "v=DMARC1; p=none; rua=mailto:a+b@example.org!10m , MAILTO:c@xn--bcher-kva.example; ruf=mailto:d@example.org!5",
        "v = DMARC1 ; rua=mailto:d@example.org; p = Quarantine",
        "v=DMARC1; p=none; pct=50; unknown=1",
    ] {
        found(&against(&dmarc(), &["google-site-verification=x", policy]));
    }
    let strict = against(&dmarc(), &["v=DMARC1; p=reject; adkim=s; aspf=s"]);
    assert_eq!(strict.status, Status::Found);
    let advice = said(&strict);
    assert!(advice.contains("aspf=s") && advice.contains("is news.example.org itself"), "{advice}");
    assert!(!advice.contains("adkim"), "{advice}");
}

#[test]
fn dmarc_names_each_fault() {
    for (value, part) in [
        ("v=DMARC1", "names no policy"),
        ("v=DMARC1; rua=mailto:d@example.org", "names no policy"),
        ("v=DMARC1; p=rejct", "p=“rejct” does not exist"),
        ("v=DMARC1; p=", "does not exist"),
        ("v=DMARC1; p=reject; sp=all", "sp=“all” does not exist"),
        ("v=DMARC1; p=none; p=reject", "twice"),
        ("v=dmarc1; p=none", "exactly v=DMARC1"),
        ("p=none; v=DMARC1", "exactly v=DMARC1"),
        ("DMARC1; p=none", "exactly v=DMARC1"),
        ("\"v=DMARC1; p=none\"", "quotation marks"),
        ("v=DMARC1; p=none\"", "quotation marks"),
        ("v=DMARC1\\; p=none", "backslashes"),
        (
            "v=DMARC1; p=none; rua=mailto:a@example.org; mailto:b@example.org",
            "“mailto:b@example.org” is no tag",
        ),
    ] {
        wrong(&against(&dmarc(), &[value]), part);
    }
    // The policy stands; only its reports arrive nowhere.
    for (value, part) in [
        ("v=DMARC1; p=none; rua=d@example.org", "write “rua=mailto:d@example.org”"),
        ("v=DMARC1; p=none; rua=mailto:d", "No report arrives at “mailto:d”"),
        ("v=DMARC1; p=none; rua=mailto:a@example.org b@example.org", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:a@example.org,b@example.org", "write “rua=mailto:b@example.org”"),
        ("v=DMARC1; p=none; rua=mailto://d@example.org", "write “rua=mailto:d@example.org”"),
        ("v=DMARC1; p=none; rua=https://example.org/dmarc", "write “rua=mailto:dmarc@example.org”"),
        ("v=DMARC1; p=none; rua=mailto:d@example.org!10x", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:d@example.org!1000kk", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:d@example.org!", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:d@example.org!k", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:d e@example.org", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:d\u{7}@example.org", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:d<e@example.org", "No report arrives"),
        ("v=DMARC1; p=none; rua=mailto:d@example.org,", "No report arrives"),
        ("v=DMARC1; p=none; ruf=", "The tag ruf= is empty"),
    ] {
        let checked = against(&dmarc(), &[value]);
        assert_eq!(checked.status, Status::Found, "{value}");
        assert!(
            checked.advice.as_ref().is_some_and(|advice| advice.to_string().contains(part)),
            "{checked:?}"
        );
    }
    let two = against(&dmarc(), &["v=DMARC1; p=none", "v=DMARC1; p=reject", "other"]);
    wrong(&two, "keep one");
    assert_eq!(two.found.len(), 2);
    assert_eq!(against(&dmarc(), &["v=spf1 -all"]).status, Status::Missing);
}

#[test]
fn dmarc_looks_at_the_organizational_domain() {
    assert_eq!(organizational_dmarc("_dmarc.a.news.example.co.uk").unwrap(), "_dmarc.example.co.uk");
    assert_eq!(organizational_dmarc("_dmarc.example.org"), None);
    assert_eq!(organizational_dmarc("example.org"), None);
}

#[test]
fn mx_is_any_with_that_host() {
    found(&against(&mx(), &["10 in.relay.test"]));
    found(&against(&mx(), &["5 In.Relay.Test.", "20 backup.test"]));
    wrong(&against(&mx(), &["5 other.test", "10 in.relay.test"]), "“other.test” first");
    wrong(&against(&mx(), &["10 in.relay.test", "10 other.test"]), "“other.test” as often");
    wrong(&against(&mx(), &["0 .", "10 in.relay.test"]), "takes no mail: remove it");
    wrong(&against(&mx(), &["10 other.test"]), "No MX record names in.relay.test");
    wrong(&against(&mx(), &["10 in.relay.test.example.org"]), "dot at its end");
    wrong(&against(&mx(), &["0 ."]), "takes no mail");
}

#[test]
fn cname_is_the_equal_target() {
    found(&against(&cname(), &["Track.Relay.Test."]));
    wrong(&against(&cname(), &["other.test"]), "change its target to “track.relay.test”");
    wrong(&against(&cname(), &["track.relay.test.example.org"]), "“track.relay.test.”");
    wrong(&against(&cname(), &["track.relay.test.elsewhere.test"]), "change its target");
}

#[test]
fn names_that_mistakes_make_are_few_and_known() {
    let names = |name: &str| others(name).into_iter().map(|other| other.name).collect::<Vec<_>>();
    assert_eq!(
        names("lp1._domainkey.news.example.org."),
        [
            "lp1._domainkey.news.example.org.example.org",
            "lp1._domainkey.news.example.org.news.example.org",
            "lp1._domainkey.example.org",
            "lp1.news.example.org"
        ]
    );
    assert_eq!(names("_dmarc.example.co.uk"), ["_dmarc.example.co.uk.example.co.uk", "example.co.uk"]);
    assert_eq!(
        names("_dmarc.news.example.org"),
        [
            "_dmarc.news.example.org.example.org",
            "_dmarc.news.example.org.news.example.org",
            "news.example.org"
        ]
    );
    assert_eq!(
        names("lp1._domainkey.example.org"),
        ["lp1._domainkey.example.org.example.org", "lp1.example.org"]
    );
    assert_eq!(names("example.org"), ["example.org.example.org"]);
    assert_eq!(names("a.b.c.d.e.example.org").len(), 3);
    assert!(others("").len() + others("_").len() + others("_._.org").len() <= 15);
}

#[test]
fn advice_is_told_in_as_few_pieces_as_there_are() {
    let text = |text: &str| Piece::Text(text.into());
    let advice = Advice::from("Enter ").value("@").text(" as").text(" the name").and("Or ask.".into());
    let pieces = [text("Enter "), Piece::Value("@".into()), text(" as the name Or ask.")];
    assert_eq!(advice.pieces(), pieces);
    assert_eq!(pieces.into_iter().collect::<Advice>(), advice);
}

proptest! {
    #[test]
    fn never_panics(want in ".{0,60}", values in prop::collection::vec("(v=(spf1|DMARC1|DKIM1)[; ])?.{0,60}", 0..4)) {
        others(&want);
        let answer = Answer::Found(values);
        for purpose in [Purpose::Ownership, Purpose::Dkim, Purpose::Spf, Purpose::Dmarc] {
            for record_type in [RecordType::Txt, RecordType::Mx, RecordType::Cname] {
                judge(&expected(purpose, record_type, &want, &want), &answer);
            }
        }
    }

    /// Whatever a record holds, the text that is offered is accepted the next time.
    #[test]
    fn the_merged_record_is_right(terms in prop::collection::vec(
        "[+~?-]?(a|mx|a:b\\.test|include:relay\\.test|ip4:192\\.0\\.2\\.(10|0/24|11|0/0)|all)|redirect=a\\.test|exp=b\\.test", 0..6)
    ) {
        let want = spf("v=spf1 include:relay.test ip4:192.0.2.10 ~all");
        let checked = against(&want, &[&format!("v=spf1 {}", terms.join(" "))]);
        if checked.status == Status::Wrong {
            let merged = values(&checked)[0];
            prop_assert_eq!(against(&want, &[merged]).status, Status::Found, "{}", merged);
        }
    }
}

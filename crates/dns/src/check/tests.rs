use proptest::prelude::*;

use super::{Checked, Expected, Purpose, Status, judge, organizational_dmarc};
use crate::resolver::{Answer, RecordType};

fn expected(purpose: Purpose, record_type: RecordType, name: &str, value: &str) -> Expected {
    Expected { purpose, record_type, name: name.into(), value: value.into() }
}

fn against(expected: &Expected, values: &[&str]) -> Checked {
    judge(expected, &Answer::Found(values.iter().map(ToString::to_string).collect()))
}

#[track_caller]
fn found(checked: &Checked) {
    assert_eq!((checked.status, checked.advice.as_deref()), (Status::Found, None), "{checked:?}");
}

#[track_caller]
fn wrong(checked: &Checked, part: &str) {
    assert_eq!(checked.status, Status::Wrong, "{checked:?}");
    let advice = checked.advice.as_deref().unwrap();
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
            checked.advice.unwrap(),
            "DNS did not answer (no answer came in time): nothing is changed; try again later."
        );
        assert_eq!(judge(&expected, &Answer::Absent).status, Status::Missing);
        assert_eq!(judge(&expected, &Answer::Found(vec![])).status, Status::Missing);
    }
}

#[test]
fn says_what_to_enter_where_the_host_appends_the_domain() {
    let advice = |expected: &Expected| judge(expected, &Answer::Absent).advice.unwrap();
    assert_eq!(
        advice(&dkim()),
        "Create a TXT record at lp1._domainkey.news.example.org with the value shown. Many DNS hosts append the \
         domain themselves: in the zone of example.org, enter only `lp1._domainkey.news`."
    );
    assert!(advice(&cname()).contains("Create a CNAME record") && advice(&cname()).contains("only `go`"));
    assert!(advice(&ownership()).contains("enter only `@`"));
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
        "p=MIIB IjAN\tBgkq; k = rsa ; v=DKIM1",
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
        ("v=DKIM1; k=rsa; p=", "revoked"),
        ("v=DKIM1; k=ed25519; p=MIIBIjANBgkq", "k=rsa is used"),
        ("v=DKIM2; k=rsa; p=MIIBIjANBgkq", "begin with v=DKIM1"),
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
    let test = against(&dkim(), &["v=DKIM1; t=y:s; p=MIIBIjANBgkq"]);
    assert_eq!(test.status, Status::Found);
    assert!(test.advice.unwrap().contains("t=y"));
    let alias = expected(Purpose::Dkim, RecordType::Cname, "a._domainkey.example.org", "a.dkim.relay.test");
    found(&against(&alias, &["a.dkim.relay.test"]));
    wrong(&against(&alias, &["b.dkim.relay.test"]), "change its target to a.dkim.relay.test");
}

#[test]
fn spf_accepts_more_than_was_expected() {
    let want = spf("v=spf1 include:relay.test ip4:192.0.2.10 ip6:2001:db8::1 a mx ~all");
    for record in [
        "v=spf1 include:relay.test ip4:192.0.2.10 ip6:2001:db8::1 a mx ~all",
        "V=SPF1 MX A +ip4:192.0.2.0/24 IP6:2001:DB8::/32 include:Relay.Test. include:other.test -all",
        "v=spf1 mx a ip4:192.0.2.10/32 ip6:2001:db8:0::1/128  include:relay.test redirect=other.test",
        "v=spf1 mx a ip4:0.0.0.0/0 ip6::: include:relay.test ip6:2001:db8::1 exp=why.test unknown=x ?all",
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
        wrong(&against(&want, &[record]), &format!("`{merged}`"));
        found(&against(&want, &[merged]));
    }
    wrong(&against(&want, &["v=spf1 mx -all"]), "lacks include:relay.test ip4:192.0.2.10");
    wrong(&against(&spf("v=spf1 a ~all"), &["v=spf1 a:other.test ~all"]), "`v=spf1 a a:other.test ~all`");
    wrong(&against(&spf("v=spf1 a/24 ~all"), &["v=spf1 a/28 ~all"]), "lacks a/24");
}

#[test]
fn spf_names_each_fault() {
    let want = spf("v=spf1 mx ~all");
    wrong(&against(&want, &["v=spf1 mx -all", "v=spf1 mx ~all"]), "merge them into one");
    wrong(&against(&want, &["\"v=spf1 mx ~all\""]), "quotation marks");
    wrong(&against(&want, &["v=spf1mx ~all"]), "v=spf1 and a blank");
    wrong(&against(&want, &["spf1 mx ~all"]), "v=spf1 and a blank");
    wrong(&against(&want, &["v=spf1 mx +all"]), "everyone may send");
    for term in
        ["ipv4:192.0.2.1", "ip4:192.0.2.256", "ip4:192.0.2.0/33", "include:", "include=a.test", "foo", "-"]
    {
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
}

#[test]
fn dmarc_takes_any_valid_policy() {
    for policy in [
        "v=DMARC1; p=none",
        "v=DMARC1;p=reject;sp=quarantine;adkim=s;rua=mailto:d@example.org;",
        "v = DMARC1 ; rua=mailto:d@example.org; p = Quarantine",
        "v=DMARC1; p=none; pct=50; unknown=1",
    ] {
        found(&against(&dmarc(), &["google-site-verification=x", policy]));
    }
    let strict = against(&dmarc(), &["v=DMARC1; p=reject; adkim=s; aspf=s"]);
    assert_eq!(strict.status, Status::Found);
    let advice = strict.advice.unwrap();
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
        ("v=DMARC1\\; p=none", "backslashes"),
    ] {
        wrong(&against(&dmarc(), &[value]), part);
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
    let second = against(&mx(), &["5 other.test", "10 in.relay.test"]);
    assert_eq!(second.status, Status::Found);
    assert!(second.advice.unwrap().contains("“other.test” first"));
    wrong(&against(&mx(), &["10 other.test"]), "No MX record names in.relay.test");
    wrong(&against(&mx(), &["10 in.relay.test.example.org"]), "dot at its end");
    wrong(&against(&mx(), &["0 ."]), "takes no mail");
}

#[test]
fn cname_is_the_equal_target() {
    found(&against(&cname(), &["Track.Relay.Test."]));
    wrong(&against(&cname(), &["other.test"]), "change its target to track.relay.test");
    wrong(&against(&cname(), &["track.relay.test.example.org"]), "`track.relay.test.`");
    wrong(&against(&cname(), &["track.relay.test.elsewhere.test"]), "change its target");
}

proptest! {
    #[test]
    fn never_panics(want in ".{0,60}", values in prop::collection::vec("(v=(spf1|DMARC1|DKIM1)[; ])?.{0,60}", 0..4)) {
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
        "[+~?-]?(a|mx|a:b\\.test|include:relay\\.test|ip4:192\\.0\\.2\\.(10|0/24|11)|all)|redirect=a\\.test|exp=b\\.test", 0..6)
    ) {
        let want = spf("v=spf1 include:relay.test ip4:192.0.2.10 ~all");
        let checked = against(&want, &[&format!("v=spf1 {}", terms.join(" "))]);
        if checked.status == Status::Wrong {
            let advice = checked.advice.unwrap();
            let merged = advice.split('`').nth(1).unwrap();
            prop_assert_eq!(against(&want, &[merged]).status, Status::Found, "{}", merged);
        }
    }
}

use super::*;

const MESSAGE: &[u8] = b"From: Ann <news@example.org>\r\nTo: ida@example.net\r\nSubject: Two\r\n  lines \t here\r\n\
    Date: Sat, 21 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1.2.x@example.org>\r\nList-Unsubscribe: <https://example.org/u/x>\r\n\
    List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nX-Other: not signed\r\n\r\nHello  \r\n\tyou \t there\r\n\r\n\r\n";

fn relaxed(body: &[u8]) -> String {
    let mut out = Vec::new();
    canonical::relaxed_body(body, |part| out.extend_from_slice(part));
    String::from_utf8(out).unwrap()
}

#[test]
fn the_relaxed_body_is_that_of_the_rfc() {
    // RFC 6376 §3.4.5
    assert_eq!(relaxed(b" C \r\nD \t E\r\n\r\n\r\n"), " C\r\nD E\r\n");
    assert_eq!(relaxed(b""), "");
    assert_eq!(relaxed(b"\r\n\r\n"), "");
    assert_eq!(relaxed(b" \t \r\n"), "");
    assert_eq!(relaxed(b"a"), "a\r\n");
    assert_eq!(relaxed(b"a b c\r\n"), "a b c\r\n");
    assert_eq!(relaxed(b"a\tb\r\n\r\nc\r\n"), "a b\r\n\r\nc\r\n");
    assert_eq!(relaxed(b"a  \r\n  b\t\r\n"), "a\r\n b\r\n");
}

#[test]
fn the_relaxed_field_is_that_of_the_rfc() {
    for (line, expected) in [
        (&b"A: X\r\n"[..], &b"a:X\r\n"[..]),
        (b"B : Y\t\r\n\tZ  \r\n", b"b:Y Z\r\n"),
        (b"Subject:\r\n", b"subject:\r\n"),
        (b"To:  a  b \r\n", b"to:a b\r\n"),
    ] {
        let mut out = Vec::new();
        canonical::field(line, &mut out);
        assert_eq!(out, expected);
    }
}

#[test]
fn fields_that_must_not_be_added_are_signed_once_more() {
    let found = canonical::Canonical::of(MESSAGE, &SIGNED);
    assert_eq!(
        found.names,
        "from:from:to:to:subject:subject:date:date:reply-to:message-id:content-type:list-unsubscribe:list-unsubscribe:\
         list-unsubscribe-post:list-unsubscribe-post"
    );
    assert!(!String::from_utf8_lossy(&found.fields).contains("not signed"));
}

#[test]
fn of_two_fields_of_a_name_the_last_comes_first() {
    let found = canonical::Canonical::of(b"To: a\r\nTo: b\r\n\r\n", &[("to", true)]);
    assert_eq!((found.names.as_str(), found.fields.as_slice()), ("to:to:to", &b"to:b\r\nto:a\r\n"[..]));
}

fn signers() -> Vec<Signer> {
    [Algorithm::RsaSha256, Algorithm::Ed25519Sha256]
        .into_iter()
        .map(|algorithm| {
            let made = PrivateKey::generate(algorithm).unwrap();
            let key = PrivateKey::from_pkcs8(algorithm, &made.to_pkcs8().unwrap()).unwrap();
            assert_eq!(key.record().unwrap(), made.record().unwrap());
            Signer { domain: "example.org".into(), selector: "s1".into(), key }
        })
        .collect()
}

/// The signature of the field verifies over what the RFC says, read back from the bytes alone.
#[test]
fn each_key_signs_what_its_record_verifies() {
    use aws_lc_rs::signature::{ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
    for signer in signers() {
        let record = signer.key.record().unwrap();
        let public = STANDARD.decode(record.rsplit_once("p=").unwrap().1).unwrap();
        let algorithm = signer.key.algorithm();
        let mut out = Vec::new();
        sign(&[signer], MESSAGE, 1_795_262_400, &mut out);
        let mut again = Vec::new();
        let field = String::from_utf8(out).unwrap();
        assert!(field.lines().all(|line| line.len() <= 100), "{field}");
        let (head, signature) = field.rsplit_once(" b=").unwrap();
        let signature = STANDARD.decode(signature.replace("\r\n", "").replace(' ', "")).unwrap();
        again.extend_from_slice(&canonical::Canonical::of(MESSAGE, &SIGNED).fields);
        canonical::field(format!("{head} b=").as_bytes(), &mut again);
        again.truncate(again.len() - 2);
        match algorithm {
            Algorithm::RsaSha256 => {
                UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public).verify(&again, &signature)
            }
            Algorithm::Ed25519Sha256 => {
                let hash = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, &again);
                UnparsedPublicKey::new(&ED25519, public).verify(hash.as_ref(), &signature)
            }
        }
        .unwrap();
    }
}

#[test]
fn the_same_message_gets_the_same_signatures() {
    let signers = signers();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    sign(&signers, MESSAGE, 5, &mut a);
    sign(&signers, MESSAGE, 5, &mut b);
    assert_eq!(a, b);
    assert_eq!(String::from_utf8_lossy(&a).matches("DKIM-Signature:").count(), 2);
}

#[test]
fn a_key_of_the_other_kind_is_not_read() {
    let der = PrivateKey::generate(Algorithm::Ed25519Sha256).unwrap().to_pkcs8().unwrap();
    assert!(PrivateKey::from_pkcs8(Algorithm::RsaSha256, &der).is_err());
    assert!(PrivateKey::from_pkcs8(Algorithm::Ed25519Sha256, b"no key").is_err());
    assert_eq!(Algorithm::parse("rsa-sha256"), Some(Algorithm::RsaSha256));
    assert_eq!(Algorithm::parse("rsa-sha1"), None);
}

proptest::proptest! {
    /// Against the definition, line by line.
    #[test]
    fn any_body_is_canonicalised_as_defined(body in "[ab \t\r\n]{0,200}") {
        let body = body.replace("\r\n", "\n").replace('\r', "").replace('\n', "\r\n");
        let mut lines: Vec<String> = body.split("\r\n").map(|line| {
            let mut out = String::new();
            for c in line.trim_end_matches([' ', '\t']).chars() {
                let c = if c == '\t' { ' ' } else { c };
                if c != ' ' || !out.ends_with(' ') {
                    out.push(c);
                }
            }
            out
        }).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        let expected = lines.iter().flat_map(|line| [line.as_str(), "\r\n"]).collect::<String>();
        proptest::prop_assert_eq!(relaxed(body.as_bytes()), expected);
    }
}

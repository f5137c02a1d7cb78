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
fn blanks_are_found_wherever_they_stand() {
    for at in 0..300 {
        let start = "x".repeat(at);
        for (blanks, relaxed_blanks) in
            [("  ", " "), (" \t", " "), ("\t", " "), (" \r\n", "\r\n"), (" ", " ")]
        {
            let expected = format!("{start}{relaxed_blanks}y\r\n");
            assert_eq!(relaxed(format!("{start}{blanks}y").as_bytes()), expected, "at {at}");
        }
        let long = format!("{start}{}é\r\n", " \t".repeat(at + 1));
        assert_eq!(relaxed(long.as_bytes()), format!("{start} é\r\n"), "{at} blanks");
    }
}

#[test]
fn a_header_that_is_oddly_written_is_signed_as_it_is_meant() {
    for (head, expected) in [
        ("From : Ann\r\n", "from:Ann\r\n"),
        ("To: ida\r\nFROM:Änn", "from:Änn\r\n"),
        ("from\r\nTo: ida\r\n", ""),
        ("From: Ann\r\nfrom\r\n", "from:Ann\r\n"),
        ("", ""),
    ] {
        let found = canonical::Canonical::of(head.as_bytes(), &[("from", false)]);
        assert_eq!(String::from_utf8(found.fields).unwrap(), expected, "{head}");
    }
    let found = canonical::Canonical::of(b"\r\nFrom: Ann\r\n", &[("from", true)]);
    assert_eq!((found.names.as_str(), found.fields.as_slice()), ("from", &b""[..]), "an empty header");
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

/// The tags of a field of ours, unfolded, their values without blanks (RFC 6376 §3.2).
fn tags(field: &str) -> Vec<(String, String)> {
    let value = field.strip_prefix("DKIM-Signature:").expect("a signature");
    let pairs = value.split(';').map(|tag| tag.split_once('=').expect("a tag"));
    let bare = |text: &str| text.split_ascii_whitespace().collect::<String>();
    pairs.map(|(name, value)| (bare(name), bare(value))).collect()
}

/// Whether the signature of a field is that of `fields` and of itself with an empty `b=`, read back from the bytes alone.
fn is_signed(field: &str, fields: &[u8], algorithm: Algorithm, public: &[u8]) -> bool {
    use aws_lc_rs::signature::{
        ED25519, RSA_PKCS1_1024_8192_SHA256_FOR_LEGACY_USE_ONLY as RSA, UnparsedPublicKey,
    };
    let (head, signature) = field.rsplit_once("b=").expect("b= at the end");
    let signature = STANDARD.decode(signature.split_ascii_whitespace().collect::<String>()).expect("base64");
    let mut input = fields.to_vec();
    canonical::field(format!("{head}b=").as_bytes(), &mut input);
    input.truncate(input.len() - 2);
    match algorithm {
        Algorithm::RsaSha256 => UnparsedPublicKey::new(&RSA, public).verify(&input, &signature),
        Algorithm::Ed25519Sha256 => {
            let hash = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, &input);
            UnparsedPublicKey::new(&ED25519, public).verify(hash.as_ref(), &signature)
        }
    }
    .is_ok()
}

#[test]
fn a_field_is_folded_where_it_must_be_and_not_before() {
    let after = |column: usize, write: fn(&mut Field, &str), length: usize| {
        let mut field = Field::new(&"x".repeat(column));
        write(&mut field, &"y".repeat(length));
        field.text[column..].trim_end_matches('y').to_owned()
    };
    assert_eq!([7, 8].map(|length| after(70, Field::tag, length)), [" ", FOLD]);
    assert_eq!([8, 9].map(|length| after(70, Field::part, length)), ["", FOLD]);
    let field = field(&signers()[1], "from:to", "aGFzaA==", 1_795_262_400);
    assert_eq!(
        field.text.replace(FOLD, " "),
        "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed; d=example.org; s=s1; t=1795262400; h=from:to; \
         bh=aGFzaA==; b="
    );
}

/// Whatever the lengths of names, every line is short and the signature that of the field as it is folded.
#[test]
fn each_key_signs_what_its_record_verifies() {
    let canonical = canonical::Canonical::of(MESSAGE, &SIGNED);
    for mut signer in signers() {
        let record = signer.key.record().unwrap();
        let public = STANDARD.decode(record.rsplit_once("p=").unwrap().1).unwrap();
        let algorithm = signer.key.algorithm();
        for length in 1..=63 {
            signer.selector = "s".repeat(64 - length);
            signer.domain = format!("{}.example.org", "d".repeat(length.min(62)));
            let mut out = Vec::new();
            sign(std::slice::from_ref(&signer), MESSAGE, 1_795_262_400, &mut out);
            let field = String::from_utf8(out).unwrap();
            let lines = field.strip_suffix("\r\n").unwrap();
            assert!(!lines.replace("\r\n ", "").contains(['\r', '\n', '\t']), "{field}");
            for line in lines.split("\r\n") {
                assert!(line.len() <= 78 && !line.trim().is_empty(), "{line:?}");
            }
            let expected = [
                ("v", "1"),
                ("a", algorithm.tag()),
                ("c", "relaxed/relaxed"),
                ("d", &signer.domain),
                ("s", &signer.selector),
                ("t", "1795262400"),
                ("h", &canonical.names),
                ("bh", &STANDARD.encode(canonical.body_hash)),
            ];
            let found = tags(&field);
            assert!(found[..8].iter().map(|(name, value)| (&**name, &**value)).eq(expected), "{field}");
            assert_eq!((found.len(), found[8].0.as_str()), (9, "b"));
            assert!(is_signed(&field, &canonical.fields, algorithm, &public), "{field}");
            let other = field.replacen("t=1795262400", "t=1795262401", 1);
            assert!(!is_signed(&other, &canonical.fields, algorithm, &public));
        }
    }
}

/// As signed in RFC 8463, appendix A.
const RFC_8463: &[u8] =
    b"From: Joe SixPack <joe@football.example.com>\r\nTo: Suzie Q <suzie@shopping.example.net>\r\n\
    Subject: Is dinner ready?\r\nDate: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)\r\n\
    Message-ID: <20030712040037.46341.5F8J@football.example.com>\r\n\r\n\
    Hi.\r\n\r\nWe lost the game.  Are you hungry yet?\r\n\r\nJoe.\r\n";
const RFC_8463_ED25519: &str = "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;\r\n d=football.example.com; i=@football.example.com;\r\n \
    q=dns/txt; s=brisbane; t=1528637909; h=from : to :\r\n subject : date : message-id : from : subject : date;\r\n \
    bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;\r\n b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus\r\n \
    Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==\r\n";
const RFC_8463_RSA: &str = "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n d=football.example.com; i=@football.example.com;\r\n \
    q=dns/txt; s=test; t=1528637909; h=from : to : subject :\r\n date : message-id : from : subject : date;\r\n \
    bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;\r\n b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3\r\n \
    DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz\r\n dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=\r\n";

#[test]
fn the_hashes_are_those_of_rfc_8463() {
    let signed = ["from", "to", "subject", "date", "message-id"]
        .map(|name| (name, matches!(name, "from" | "subject" | "date")));
    let canonical = canonical::Canonical::of(RFC_8463, &signed);
    let body_hash = "2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=";
    assert_eq!(STANDARD.encode(canonical.body_hash), body_hash);
    let public = STANDARD.decode("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=").unwrap();
    assert!(is_signed(RFC_8463_ED25519, &canonical.fields, Algorithm::Ed25519Sha256, &public));
    let public = "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutAC\
        DfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB";
    let public = STANDARD.decode(public).unwrap();
    assert!(is_signed(RFC_8463_RSA, &canonical.fields, Algorithm::RsaSha256, &public));
}

/// The same bytes as the RFC's own signature from its own key: Ed25519 leaves nothing to chance.
#[test]
fn the_signature_is_that_of_rfc_8463() {
    let seed = STANDARD.decode("nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=").unwrap();
    let der = [&[0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20][..], &seed].concat();
    let key = PrivateKey::from_pkcs8(Algorithm::Ed25519Sha256, &der).unwrap();
    assert_eq!(key.record().unwrap(), "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
    let signed = ["from", "to", "subject", "date", "message-id"].map(|name| (name, false));
    let mut input = canonical::Canonical::of(RFC_8463, &signed).fields;
    let (head, signature) = RFC_8463_ED25519.rsplit_once("b=").unwrap();
    canonical::field(format!("{head}b=").as_bytes(), &mut input);
    input.truncate(input.len() - 2);
    assert_eq!(STANDARD.encode(key.sign(&input)), signature.split_ascii_whitespace().collect::<String>());
}

#[test]
fn folded_fields_are_signed_as_unfolded_ones() {
    let folded = String::from_utf8(MESSAGE.to_vec()).unwrap();
    let unfolded = folded.replace("Two\r\n  lines \t here", "Two lines here");
    let subject = "subject:Two lines here\r\n";
    for message in [&folded, &unfolded] {
        let canonical = canonical::Canonical::of(message.as_bytes(), &SIGNED);
        assert!(String::from_utf8(canonical.fields).unwrap().contains(subject), "{message}");
    }
    let signers = signers();
    let signed = |message: &str| {
        let mut out = Vec::new();
        sign(&signers, message.as_bytes(), 5, &mut out);
        out
    };
    assert_ne!(folded, unfolded);
    assert_eq!(signed(&folded), signed(&unfolded));
    assert_ne!(signed(&folded), signed(&folded.replace("lines", "line")));
}

/// Somebody else's verifier, on messages whose fields and bodies are written in every way that changes what is hashed.
#[test]
fn dkimpy_verifies_what_is_signed() {
    const VERIFY: &str = r#"
import dkim, nacl.signing, os, sys
records = sys.argv[1:]
raw = sys.stdin.buffer.read().split(b"\0")
for message in raw:
    message = dkim.DKIM(message, minkey=1024)
    for index, record in enumerate(records):
        try:
            print(message.verify(idx=index, dnsfunc=lambda name, timeout=5: record.encode()))
        except dkim.ValidationError:
            print(False)
"#;
    let Some(mut python) = peers::python("python") else {
        return peers::not_run("mailer/dkimpy", "it was not brought by tools/with-peers");
    };
    let fold = "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\t and\r\n   more  ";
    let plain = String::from_utf8(MESSAGE.to_vec()).unwrap();
    let (head, body) = plain.split_once("\r\n\r\n").unwrap();
    let messages = [
        plain.clone(),
        plain.replace("Subject: Two\r\n  lines \t here", fold),
        plain.replace("Subject: Two", "SUBJECT:\tTwo"),
        plain.replace("To: ida@example.net", "To:\r\n ida@example.net"),
        plain.replace("X-Other: not signed", "Feedback-ID: c1:n1:a1:x\r\nReply-To: a@b.example"),
        plain.replace("X-Other: not signed", "Received: by a\r\nTo: second@example.net"),
        format!("{head}\r\n\r\n"),
        format!("{head}\r\n\r\n{body}   \r\n\t\r\n\r\n"),
        format!("{head}\r\n\r\n{}", body.trim_end()),
        format!("{head}\r\n\r\n\r\n \r\n\r\nx\t \ty\r\n.\r\n"),
    ];
    let signers = signers();
    let signed = |message: &String| {
        let mut out = Vec::new();
        sign(&signers, message.as_bytes(), 1_795_262_400, &mut out);
        out.extend_from_slice(message.as_bytes());
        out
    };
    let mut all: Vec<Vec<u8>> = messages.iter().map(signed).collect();
    // And it is no friend: what was changed on the way fails.
    let changed = String::from_utf8(all[0].clone()).unwrap();
    all.push(changed.replace("Hello", "Hallo").into_bytes());
    all.push(changed.replace("\r\nTo: ida", "\r\nTo: eve").into_bytes());
    all.push(changed.replace("\r\nX-Other", "\r\nFrom: Eve <eve@example.org>\r\nX-Other").into_bytes());
    python.args(["-c", VERIFY]).args(signers.iter().map(|signer| signer.key.record().unwrap()));
    let mut child =
        python.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &all.join(&0)).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "dkimpy said so above");
    let told = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<&str> = told.lines().collect();
    let expected = [vec!["True"; 2 * messages.len()], vec!["False"; 6]].concat();
    assert_eq!(verdicts, expected);
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
    /// Against the definition, line by line: what is blank at every turn, and now and then.
    #[test]
    fn any_body_is_canonicalised_as_defined(body in "[ab \t\r\n]{0,200}|((ab c){0,60}[ab \t\r\n]{0,3}){0,5}") {
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

//! Signatures of SNS, made here by the letter of RFC 8017 with keys and certificates of our own.

use aws_lc_rs::digest::{Algorithm, SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};
use base64::{Engine, engine::general_purpose::STANDARD};
use mailer::sns::{SnsError, certificate_url_is_aws, parse, subscribe_url_is_aws, verify};
use num_bigint::BigUint;
use rcgen::{CertificateParams, KeyPair, PKCS_RSA_SHA256, date_time_ymd};
use serde_json::{Value, json};
use x509_parser::der_parser::der::{DerObject, parse_der};

use super::NOW;

/// A certificate valid from 2025-01-01 to 2026-01-01, and what it takes to sign with its key.
struct Signer {
    pem: String,
    modulus: BigUint,
    exponent: BigUint,
}

fn certificate(key: &KeyPair) -> String {
    let mut params = CertificateParams::new(vec!["sns.amazonaws.com".to_owned()]).unwrap();
    params.not_before = date_time_ymd(2025, 1, 1);
    params.not_after = date_time_ymd(2026, 1, 1);
    pem("CERTIFICATE", params.self_signed(key).unwrap().der())
}

fn pem(label: &str, der: &[u8]) -> String {
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", STANDARD.encode(der))
}

impl Signer {
    fn new() -> Self {
        let key = KeyPair::generate_for(&PKCS_RSA_SHA256).unwrap();
        let pem = certificate(&key);
        // PrivateKeyInfo (RFC 5208 §5) around RSAPrivateKey (RFC 8017 appendix A.1.2).
        let outer = key.serialize_der();
        let private = element(&parse_der(&outer).unwrap().1, 2).as_slice().unwrap().to_vec();
        let (_, private) = parse_der(&private).unwrap();
        let number = |at| BigUint::from_bytes_be(element(&private, at).as_slice().unwrap());
        Self { pem, modulus: number(1), exponent: number(3) }
    }

    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2.1); aws-lc-rs signs no SHA-1.
    fn sign(&self, text: &str, algorithm: &'static Algorithm) -> String {
        let prefix: &[u8] = if algorithm == &SHA256 {
            b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20"
        } else {
            b"\x30\x21\x30\x09\x06\x05\x2b\x0e\x03\x02\x1a\x05\x00\x04\x14"
        };
        let digest = digest(algorithm, text.as_bytes());
        let length = self.modulus.bits().div_ceil(8) as usize;
        let mut padded = vec![0xff; length - 3 - prefix.len() - digest.as_ref().len()];
        padded.splice(0..0, [0, 1]);
        padded.push(0);
        padded.extend_from_slice(prefix);
        padded.extend_from_slice(digest.as_ref());
        let signature = BigUint::from_bytes_be(&padded).modpow(&self.exponent, &self.modulus).to_bytes_be();
        STANDARD.encode([vec![0; length - signature.len()], signature].concat())
    }

    /// `body` with a signature of the version it names.
    fn signed(&self, mut body: Value) -> Value {
        let algorithm = if body["SignatureVersion"] == "1" { &SHA1_FOR_LEGACY_USE_ONLY } else { &SHA256 };
        let text = parse(body.to_string().as_bytes()).unwrap().string_to_sign();
        body["Signature"] = json!(self.sign(&text, algorithm));
        body
    }

    fn verify(&self, body: &Value, now_ms: i64) -> Result<(), SnsError> {
        verify(&parse(body.to_string().as_bytes())?, self.pem.as_bytes(), now_ms)
    }
}

fn element<'a, 'b>(sequence: &'b DerObject<'a>, at: usize) -> &'b DerObject<'a> {
    &sequence.as_sequence().unwrap()[at]
}

fn bodies() -> Vec<Value> {
    let mut bodies = Vec::new();
    for version in ["1", "2"] {
        let mut body = json!({
            "Type": "Notification", "MessageId": "22b80b92", "TopicArn": "arn:aws:sns:eu-west-1:1:ses",
            "Subject": "Amazon SES Email Event Notification", "Message": "{\"eventType\":\"Send\",\n\"ü\":1}",
            "Timestamp": "2025-11-21T08:59:58.000Z", "SignatureVersion": version, "Signature": "x",
            "SigningCertURL": "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem",
        });
        bodies.push(body.clone());
        body.as_object_mut().unwrap().remove("Subject");
        bodies.push(body.clone());
        body["SubscribeURL"] =
            json!("https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2");
        body["Token"] = json!("2336412f");
        for kind in ["SubscriptionConfirmation", "UnsubscribeConfirmation"] {
            body["Type"] = json!(kind);
            bodies.push(body.clone());
        }
    }
    bodies
}

#[test]
fn a_genuine_message_is_accepted_and_no_altered_one() {
    let (signer, stranger) = (Signer::new(), Signer::new());
    for body in bodies() {
        let body = signer.signed(body);
        assert_eq!(signer.verify(&body, NOW), Ok(()), "{body}");
        assert_eq!(stranger.verify(&body, NOW), Err(SnsError::Signature), "{body}");
        let fields: Vec<String> = body.as_object().unwrap().keys().cloned().collect();
        for field in fields {
            // Neither is signed; where the certificate comes from is checked by its address.
            if matches!(field.as_str(), "SigningCertURL") {
                continue;
            }
            for alter in [|text: &str| format!("{text}x"), |text: &str| text[..text.len() - 1].to_owned()] {
                let mut altered = body.clone();
                altered[&field] = json!(alter(body[&field].as_str().unwrap()));
                assert!(signer.verify(&altered, NOW).is_err(), "{field} of {altered}");
            }
        }
        let mut other = body.clone();
        other["Timestamp"] = json!("2025-11-21T08:59:58.001Z");
        assert_eq!(signer.verify(&other, NOW), Err(SnsError::Signature));
        // The same words under another version, kind or with a subject nobody wrote.
        let swapped = if body["SignatureVersion"] == "1" { "2" } else { "1" };
        for (field, value) in [("SignatureVersion", swapped), ("Subject", "Other")] {
            let mut other = body.clone();
            other[field] = json!(value);
            let matters = field == "SignatureVersion" || body["Type"] == "Notification";
            assert_eq!(signer.verify(&other, NOW).is_err(), matters, "{field} of {other}");
        }
        if body["Type"] != "Notification" {
            for kind in ["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"] {
                let mut other = body.clone();
                other["Type"] = json!(kind);
                assert_eq!(signer.verify(&other, NOW).is_ok(), body["Type"] == kind, "{kind}");
            }
        }
    }
}

#[test]
fn a_bad_signature_or_version_is_refused() {
    let signer = Signer::new();
    let body = signer.signed(bodies().remove(0));
    let signature = body["Signature"].as_str().unwrap();
    let octets = STANDARD.decode(signature).unwrap();
    let url_safe = base64::engine::general_purpose::URL_SAFE.encode([0xff; 256]);
    for (bad, error) in [
        ("*".to_owned(), SnsError::Field("Signature")),
        (signature.trim_end_matches('=').to_owned(), SnsError::Field("Signature")),
        (url_safe, SnsError::Field("Signature")),
        (format!("{signature}{signature}"), SnsError::Field("Signature")),
        (STANDARD.encode(&octets[1..]), SnsError::Signature),
        (STANDARD.encode([&octets[..], &[0]].concat()), SnsError::Signature),
        (STANDARD.encode([0; 256]), SnsError::Signature),
        (STANDARD.encode([0xff; 256]), SnsError::Signature),
        (STANDARD.encode("x"), SnsError::Signature),
    ] {
        let mut body = body.clone();
        body["Signature"] = json!(bad);
        assert_eq!(signer.verify(&body, NOW), Err(error), "{bad}");
    }
    for version in ["0", "3", "01", "1.0", "two"] {
        let mut body = body.clone();
        body["SignatureVersion"] = json!(version);
        assert_eq!(signer.verify(&body, NOW), Err(SnsError::Version), "{version}");
    }
}

#[test]
fn a_certificate_is_good_only_in_its_time() {
    let signer = Signer::new();
    let body = signer.signed(bodies().remove(0));
    // 2025-01-01 and 2026-01-01, 00:00:00Z.
    let (first, last) = (1_735_689_600_000, 1_767_225_600_000);
    for (now, result) in [
        (first - 1, Err(SnsError::Expired)),
        (first, Ok(())),
        (last, Ok(())),
        (last + 999, Ok(())),
        (last + 1000, Err(SnsError::Expired)),
        (0, Err(SnsError::Expired)),
        (i64::MIN, Err(SnsError::Expired)),
        (i64::MAX, Err(SnsError::Expired)),
    ] {
        assert_eq!(signer.verify(&body, now), result, "{now}");
    }
}

#[test]
fn what_is_no_rsa_certificate_is_refused() {
    let signer = Signer::new();
    let body = signer.signed(bodies().remove(0)).to_string();
    let message = parse(body.as_bytes()).unwrap();
    let refused = |pem: &[u8]| match verify(&message, pem, NOW) {
        Err(SnsError::Certificate(_)) => {}
        other => panic!("{other:?} for {}", String::from_utf8_lossy(pem)),
    };
    let elliptic = KeyPair::generate().unwrap();
    let der: Vec<u8> =
        STANDARD.decode(signer.pem.lines().filter(|l| !l.starts_with('-')).collect::<String>()).unwrap();
    refused(certificate(&elliptic).as_bytes());
    refused(b"");
    refused(b"<html>");
    refused(&der);
    refused(pem("PUBLIC KEY", &der).as_bytes());
    refused(pem("CERTIFICATE", b"x").as_bytes());
    refused(pem("CERTIFICATE", &der[..der.len() - 1]).as_bytes());
    refused(pem("CERTIFICATE", &[&der[..], b"x"].concat()).as_bytes());
    refused(&[signer.pem.as_bytes(), &vec![b'\n'; 65536]].concat());
    assert_eq!(verify(&message, pem("CERTIFICATE", &der).as_bytes(), NOW), Ok(()));
}

#[test]
fn certificates_come_only_from_sns() {
    for good in [
        "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem",
        "https://sns.eu-central-2.amazonaws.com/a.pem",
        "https://sns.us-gov-west-1.amazonaws.com/a.pem",
        "https://sns.cn-north-1.amazonaws.com.cn/a.pem",
    ] {
        assert!(certificate_url_is_aws(good), "{good}");
    }
    for bad in [
        "",
        "sns.us-east-1.amazonaws.com/a.pem",
        "http://sns.us-east-1.amazonaws.com/a.pem",
        "HTTPS://sns.us-east-1.amazonaws.com/a.pem",
        "ftp://sns.us-east-1.amazonaws.com/a.pem",
        "https:/sns.us-east-1.amazonaws.com/a.pem",
        "https:\\\\sns.us-east-1.amazonaws.com/a.pem",
        " https://sns.us-east-1.amazonaws.com/a.pem",
        "https://sns.us-east-1.amazonaws.com/a.pem ",
        "https://sns.us-east-1.amazonaws.com:443/a.pem",
        "https://sns.us-east-1.amazonaws.com:8443/a.pem",
        "https://sns.us-east-1.amazonaws.com:/a.pem",
        "https://user@sns.us-east-1.amazonaws.com/a.pem",
        "https://user:pw@sns.us-east-1.amazonaws.com/a.pem",
        "https://sns.us-east-1.amazonaws.com@evil.example/a.pem",
        "https://sns.us-east-1.amazonaws.com%40evil.example/a.pem",
        "https://sns.us-east-1.amazonaws.com.evil.example/a.pem",
        "https://sns.us-east-1.amazonaws.com.cn.evil.example/a.pem",
        "https://sns.us-east-1.amazonaws.comevil.example/a.pem",
        "https://evil.example/sns.us-east-1.amazonaws.com/a.pem",
        "https://evil.example#sns.us-east-1.amazonaws.com/a.pem",
        "https://evil.example?sns.us-east-1.amazonaws.com/a.pem",
        "https://evil.example\\sns.us-east-1.amazonaws.com/a.pem",
        "https://evilsns.us-east-1.amazonaws.com/a.pem",
        "https://evil.sns.us-east-1.amazonaws.com/a.pem",
        "https://sns.evil.us-east-1.amazonaws.com/a.pem",
        "https://sns.evil.amazonaws.com/a.pem",
        "https://sns..amazonaws.com/a.pem",
        "https://sns.amazonaws.com/a.pem",
        "https://sns.us-east-1/a.pem",
        "https://sns.-us-east-1.amazonaws.com/a.pem",
        "https://sns.us-east-.amazonaws.com/a.pem",
        "https://sns.us-east.amazonaws.com/a.pem",
        "https://sns.us-1-east.amazonaws.com/a.pem",
        "https://sns.us_east-1.amazonaws.com/a.pem",
        "https://sns.us-east-1.s3.amazonaws.com/a.pem",
        "https://s3.us-east-1.amazonaws.com/a.pem",
        "https://sqs.us-east-1.amazonaws.com/a.pem",
        "https://sns-us-east-1.amazonaws.com/a.pem",
        "https://sns.us-east-1.amazonaws.com./a.pem",
        "https://sns.us-east-1.amazonaws.co/a.pem",
        "https://sns.us-east-1.amazonaws.com.de/a.pem",
        "https://SNS.us-east-1.amazonaws.com/a.pem",
        "https://sns.US-EAST-1.amazonaws.com/a.pem",
        "https://sns.us-east-1.amazonaws\u{3002}com/a.pem",
        "https://sns.us-east-1.am\u{430}zonaws.com/a.pem",
        "https://sns.us-east-1.amazonaws.com",
        "https://sns.us-east-1.amazonaws.com/",
        "https://sns.us-east-1.amazonaws.com/.pem",
        "https://sns.us-east-1.amazonaws.com/a.PEM",
        "https://sns.us-east-1.amazonaws.com/a.pem/",
        "https://sns.us-east-1.amazonaws.com/apem",
        "https://sns.us-east-1.amazonaws.com/a.pem?x",
        "https://sns.us-east-1.amazonaws.com/?Action=x&a=.pem",
        "https://sns.us-east-1.amazonaws.com/a#.pem",
        "https://sns.us-east-1.amazonaws.com/a.pem#",
        "https://sns.us-east-1.amazonaws.com/../a.pem",
        "https://sns.us-east-1.amazonaws.com/%2e%2e/a.pem",
        "https://sns.us-east-1.amazonaws.com//evil.example/a.pem",
        "https://sns.us-east-1.amazonaws.com/a\r\n.pem",
        "https://sns.us-east-1.amazonaws.com/a\0.pem",
    ] {
        assert!(!certificate_url_is_aws(bad), "{bad}");
    }
    assert!(!certificate_url_is_aws(&format!(
        "https://sns.us-east-1.amazonaws.com/{}.pem",
        "a".repeat(2048)
    )));
}

#[test]
fn subscriptions_are_confirmed_only_at_sns() {
    let good = "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-east-1:1:a&Token=2";
    assert!(subscribe_url_is_aws(good));
    for (from, to) in [
        ("https", "http"),
        ("sns.", "x."),
        (".com/", ".com:80/"),
        (".com/", ".com.evil.example/"),
        ("https://", "https://u@"),
        ("/?", "/x?"),
        ("Token=2", "Token=2#x"),
        ("Token=2", "Token=2 x"),
        ("Token=2", "Token=2\r\n"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert!(bad != good && !subscribe_url_is_aws(&bad), "{bad}");
    }
}

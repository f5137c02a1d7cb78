//! CPU microseconds of a DKIM signature of a 20 kB mail, beside the bare signature of the same library, one line per
//! key: `name whole bare`.

use std::{io::Write, time::Instant};

use aws_lc_rs::{
    rand::SystemRandom,
    rsa::{KeyPair, KeySize},
    signature::{Ed25519KeyPair, RSA_PKCS1_SHA256},
};
use mailer::dkim::{Algorithm, PrivateKey, Signer, sign};

const ROUNDS: u32 = 2000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "Words of a letter that somebody wrote with care, <b>seventy</b> octets.\r\n";
    let head = "From: Ann <news@example.org>\r\nTo: ida@example.net\r\nSubject: News\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n\
        Message-ID: <1.2.x@example.org>\r\nList-Unsubscribe: <https://example.org/u/x>\r\n\
        List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n";
    let message = format!("{head}{}", line.repeat(20_000 / line.len()));
    let rsa = KeyPair::generate(KeySize::Rsa2048)?;
    let ed25519 = Ed25519KeyPair::generate()?;
    let (random, mut signature) = (SystemRandom::new(), vec![0; rsa.public_modulus_len()]);
    let bare_rsa = microseconds(|| {
        let signed = rsa.sign(&RSA_PKCS1_SHA256, &random, &message.as_bytes()[..600], &mut signature);
        assert!(signed.is_ok());
    });
    let bare_ed25519 = microseconds(|| {
        std::hint::black_box(ed25519.sign(&message.as_bytes()[..32]));
    });
    for (name, algorithms, bare) in [
        ("RSA-2048", &[Algorithm::RsaSha256][..], bare_rsa),
        ("Ed25519", &[Algorithm::Ed25519Sha256], bare_ed25519),
        ("both", &[Algorithm::RsaSha256, Algorithm::Ed25519Sha256], bare_rsa + bare_ed25519),
    ] {
        let mut signers = Vec::new();
        for algorithm in algorithms {
            let (domain, selector) = ("example.org".to_owned(), "s1".to_owned());
            signers.push(Signer { domain, selector, key: PrivateKey::generate(*algorithm)? });
        }
        let mut out = Vec::new();
        let whole = microseconds(|| {
            out.clear();
            sign(&signers, message.as_bytes(), 0, &mut out);
        });
        writeln!(std::io::stdout(), "{name} {whole:.1} {bare:.1}")?;
    }
    Ok(())
}

/// The shortest of five rounds: what disturbs only adds.
fn microseconds(mut step: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..ROUNDS / 5 {
            step();
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS / 5));
    }
    best
}

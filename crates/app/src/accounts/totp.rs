//! Authenticator apps: time-based one-time passwords (RFC 6238 with SHA-1, six digits, 30 seconds), and the recovery codes
//! for who lost the app.

use std::fmt::Write as _;

use aws_lc_rs::hmac;
use database::Tx;
use form_urlencoded::byte_serialize;
use qrcodegen::{QrCode, QrCodeEcc};

use super::{Origin, audit, store::totp as rows};
use crate::{
    AuthorId, Core,
    http::{Problem, ProblemCode},
    secrets::{self, mac, random_bytes, same},
};

/// RFC 4226 §4 R6 recommends 160 bits.
const SECRET: usize = 20;
const STEP: i64 = 30;
const DIGITS: usize = 6;
/// Steps before and after the present one, for clocks that differ (RFC 6238 §6).
const DRIFT: i64 = 1;
const ISSUER: &str = "Letterpress";
pub const RECOVERY_CODES: usize = 10;

/// The type of problem that asks for a code.
pub const SECOND_FACTOR: &str = "urn:letterpress:second-factor";

pub fn new_secret() -> Vec<u8> {
    random_bytes::<SECRET>().to_vec()
}

/// As people type it into an app that cannot see the picture.
pub fn written(secret: &[u8]) -> String {
    secrets::base32(secret).to_ascii_uppercase()
}

/// What the picture says, as apps read it.
pub fn otpauth_url(secret: &[u8], email: &str) -> String {
    let account: String = byte_serialize(email.as_bytes()).collect();
    format!(
        "otpauth://totp/{ISSUER}:{account}?secret={}&issuer={ISSUER}&algorithm=SHA1&digits={DIGITS}&period={STEP}",
        written(secret)
    )
}

/// The text as a QR code: black modules on white with the quiet zone that readers need, as an SVG document.
pub fn qr_svg(text: &str) -> Result<String, Problem> {
    const QUIET: i32 = 4;
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(|e| Problem::internal(&e))?;
    let size = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

/// The code of a time step (RFC 4226 §5.3).
fn code(secret: &[u8], step: i64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let bytes = tag.as_ref();
    let at = usize::from(bytes[bytes.len() - 1] & 15);
    let number = bytes[at..at + 4].iter().fold(0u32, |n, b| n << 8 | u32::from(*b)) & 0x7fff_ffff;
    format!("{:0DIGITS$}", number % 1_000_000)
}

/// What an app shows at this time.
#[cfg(test)]
pub fn code_at(secret: &[u8], now: crate::Timestamp) -> String {
    code(secret, now.0.div_euclid(1000 * STEP))
}

/// The time step that the code belongs to: the present one or a neighbour, later than the last one used.
pub fn step_of(secret: &[u8], given: &str, now: crate::Timestamp, last: i64) -> Option<i64> {
    let present = now.0.div_euclid(1000 * STEP);
    let given: String = given.chars().filter(|c| !c.is_whitespace()).collect();
    (present - DRIFT..=present + DRIFT)
        .find(|step| same(code(secret, *step).as_bytes(), given.as_bytes()) && *step > last)
}

/// Fresh recovery codes in the place of the author's earlier ones.
pub async fn replace_recovery_codes(
    core: &Core,
    tx: &mut Tx,
    author_id: AuthorId,
) -> database::Result<Vec<String>> {
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    rows::delete_codes(tx, author_id).await?;
    while codes.len() < RECOVERY_CODES {
        let text = secrets::base32(&random_bytes::<10>());
        rows::insert_code(tx, author_id, &recovery_hash(core, author_id, &text)).await?;
        let parts: Vec<&str> = (0..4).map(|part| &text[part * 4..part * 4 + 4]).collect();
        codes.push(parts.join("-"));
    }
    Ok(codes)
}

fn recovery_hash(core: &Core, author_id: AuthorId, text: &str) -> [u8; 32] {
    let text: String =
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    mac(&core.settings.secret.derive("recovery-codes"), &[&author_id.get().to_be_bytes(), text.as_bytes()])
}

pub fn seal(core: &Core, author_id: AuthorId, secret: Vec<u8>) -> Vec<u8> {
    secrets::seal(&core.settings.secret.derive("totp"), &author_id.get().to_be_bytes(), secret)
}

pub fn open(core: &Core, author_id: AuthorId, sealed: Vec<u8>) -> Result<Vec<u8>, Problem> {
    let key = core.settings.secret.derive("totp");
    secrets::open(&key, &author_id.get().to_be_bytes(), sealed).map_err(|e| Problem::internal(&e))
}

/// Uses a code of the author's app up, or a recovery code; false when it is neither. An author who switched nothing on
/// needs none.
pub async fn accept(
    core: &Core,
    tx: &mut Tx,
    author_id: AuthorId,
    given: &str,
    origin: &Origin,
) -> Result<bool, Problem> {
    let Some(row) = rows::find(tx, author_id).await?.filter(|row| row.enabled_at.is_some()) else {
        return Ok(true);
    };
    let secret = open(core, author_id, row.secret)?;
    if let Some(step) = step_of(&secret, given, origin.at, row.last_step) {
        return Ok(rows::use_step(tx, author_id, step).await?);
    }
    if !rows::use_code(tx, author_id, &recovery_hash(core, author_id, given)).await? {
        return Ok(false);
    }
    let left = rows::count_codes(tx, author_id).await?;
    let detail = format!("{left} left");
    audit::record(tx, author_id, audit::AuditKind::RecoveryCodeUsed, Some(&detail), origin).await?;
    Ok(true)
}

/// Asks for a code, or says that it was wrong.
pub fn asks(detail: &str) -> Problem {
    Problem::unauthorized(detail).of_kind(SECOND_FACTOR).with_code(ProblemCode::SecondFactorRequired)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;

    const RFC: &[u8] = b"12345678901234567890";

    // RFC 6238 appendix B, cut to six digits; RFC 4226 appendix D.
    #[test]
    fn codes_are_those_of_the_rfcs() {
        for (seconds, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code(RFC, seconds / STEP), expected);
        }
        let counters = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
            "520489",
        ];
        for (counter, expected) in counters.iter().enumerate() {
            assert_eq!(code(RFC, counter as i64), *expected);
        }
    }

    #[test]
    fn a_code_is_good_half_a_minute_early_and_late_and_once() {
        let at = |seconds: i64| Timestamp(seconds * 1000);
        let given = code(RFC, 100);
        for (seconds, last, expected) in [
            (3000, 0, Some(100)),
            (3029, 0, Some(100)),
            (2970, 0, Some(100)),
            (3059, 0, Some(100)),
            (2969, 0, None),
            (3060, 0, None),
            (3000, 100, None),
            (3000, 99, Some(100)),
        ] {
            assert_eq!(step_of(RFC, &given, at(seconds), last), expected, "{seconds} {last}");
        }
        assert_eq!(step_of(RFC, &format!("{} {}", &given[..3], &given[3..]), at(3000), 0), Some(100));
        for wrong in ["", "000000", "12345", "1234567", "abcdef"] {
            assert_eq!(step_of(RFC, wrong, at(3000), 0), None, "{wrong}");
        }
    }

    #[test]
    fn the_picture_is_an_image_of_the_text() {
        let url = otpauth_url(RFC, "ada+news@example.com");
        assert_eq!(
            url,
            "otpauth://totp/Letterpress:ada%2Bnews%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Letterpress&algorithm=SHA1&digits=6&period=30"
        );
        let svg = qr_svg(&url).unwrap();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "));
        // The three finders have a dark corner each, behind the quiet zone.
        assert!(svg.contains("M4 4h1v1h-1z") && !svg.contains("M3 "));
    }
}

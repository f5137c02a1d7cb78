//! The MIME structure: boundaries and the headers of the parts.

use crate::attachment::Attachment;
use crate::compile::Segment;

/// What stands around the parts (RFC 2046 §5.1.4).
pub(crate) struct Frame {
    /// Header lines on the content, up to the text part.
    pub start: String,
    pub between_parts: String,
    pub end: String,
}

impl Frame {
    pub fn new(text: &[Segment], html: &[Segment], attachments: &[Attachment]) -> Self {
        // `=_` cannot occur in quoted-printable (RFC 2045 §6.7) nor in base64 (§6.8), so no literal, no value and no file can hold
        // a boundary. The rest tells campaigns apart.
        let literals = text.iter().chain(html).flat_map(|segment| segment.literal.bytes());
        let hash = literals.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let boundary = format!("=_{hash:016x}");
        let part = |kind: &str| {
            format!(
                "--{boundary}\r\nContent-Type: text/{kind}; charset=utf-8\r\n\
                 Content-Transfer-Encoding: quoted-printable\r\n\r\n"
            )
        };
        let head = format!("Content-Type: multipart/alternative;\r\n boundary=\"{boundary}\"\r\n\r\n");
        let start = head + &part("plain");
        let end = format!("--{boundary}--\r\n");
        let (start, end) =
            if attachments.is_empty() { (start, end) } else { mixed(&start, end, hash, attachments) };
        Self { start, between_parts: part("html"), end }
    }
}

/// The two parts as the first of a message whose others are files (RFC 2046 §5.1.3).
fn mixed(start: &str, mut end: String, hash: u64, attachments: &[Attachment]) -> (String, String) {
    // Neither boundary is the beginning of the other: the hash has no `m`.
    let boundary = format!("=_m{hash:016x}");
    let start =
        format!("Content-Type: multipart/mixed;\r\n boundary=\"{boundary}\"\r\n\r\n--{boundary}\r\n{start}");
    for attachment in attachments {
        end.extend(["--", &boundary, "\r\n"]);
        attachment.write(&mut end);
    }
    end.extend(["--", &boundary, "--\r\n"]);
    (start, end)
}

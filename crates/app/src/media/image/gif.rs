//! GIF files without what is no picture (GIF89a specification).

/// The file without comments, metadata and plain text, and how many frames it has; none when it has no end.
pub fn clean(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut at = 13 + table(*bytes.get(10)?);
    let mut out = bytes.get(..at)?.to_vec();
    let mut frames = 0;
    loop {
        let start = at;
        let keeps = match bytes.get(at)? {
            0x3b => {
                out.push(0x3b);
                return (frames > 0).then_some((out, frames));
            }
            0x21 => {
                let keeps = is_kept(bytes, at);
                at = after_blocks(bytes, at + 2)?;
                keeps
            }
            0x2c => {
                frames += 1;
                // The descriptor, its table of colours, and one byte before the pixels.
                at = after_blocks(bytes, at + 10 + table(*bytes.get(at + 9)?) + 1)?;
                true
            }
            _ => return None,
        };
        if keeps {
            out.extend_from_slice(bytes.get(start..at)?);
        }
    }
}

/// Bytes of the table of colours that these flags announce.
fn table(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

/// How a frame is shown, how often all of them are, and what their colours mean.
fn is_kept(bytes: &[u8], at: usize) -> bool {
    let name = bytes.get(at + 3..at + 14);
    match bytes.get(at + 1) {
        Some(0xf9) => true,
        Some(0xff) => matches!(name, Some(b"NETSCAPE2.0" | b"ANIMEXTS1.0" | b"ICCRGBG1012")),
        _ => false,
    }
}

/// Where the sub-blocks that start here end.
fn after_blocks(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *bytes.get(at)? {
            0 => return Some(at + 1),
            length => at += 1 + usize::from(length),
        }
    }
}

//! JPEG files without what is no picture (ITU-T T.81, annex B).

const SOI: u8 = 0xd8;
const EOI: u8 = 0xd9;
const SOS: u8 = 0xda;
const APP0: u8 = 0xe0;
const APP2: u8 = 0xe2;
const APP14: u8 = 0xee;
const COM: u8 = 0xfe;

/// The file without metadata, thumbnails and what stands behind its end; none when it has no end.
pub fn clean(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![0xff, SOI];
    let mut has_scan = false;
    let mut rest = bytes.strip_prefix(&[0xff, SOI])?;
    loop {
        let marker;
        (marker, rest) = next_marker(rest)?;
        match marker {
            EOI => {
                out.extend([0xff, EOI]);
                return has_scan.then_some(out);
            }
            // Markers without a segment.
            0x01 | 0xd0..=0xd7 => continue,
            _ => {}
        }
        let length = usize::from(u16::from_be_bytes(rest.get(..2)?.try_into().ok()?));
        let (segment, after) = rest.split_at_checked(length)?;
        keep(marker, segment.get(2..)?, &mut out);
        rest = after;
        if marker == SOS {
            has_scan = true;
            let scan;
            (scan, rest) = rest.split_at_checked(scan_length(rest)?)?;
            out.extend_from_slice(scan);
        }
    }
}

/// The next marker and what follows it; fill bytes (§B.1.1.2) are passed over.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let bytes = bytes.strip_prefix(&[0xff])?;
    let at = bytes.iter().position(|byte| *byte != 0xff)?;
    Some((bytes[at], &bytes[at + 1..]))
}

/// Bytes of entropy-coded data up to a marker that ends it: not a stuffed zero, not a restart.
fn scan_length(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff))
}

fn keep(marker: u8, content: &[u8], out: &mut Vec<u8>) {
    match marker {
        // JFIF with its density, without its thumbnail.
        APP0 if content.starts_with(b"JFIF\0") && content.len() >= 12 => {
            segment(marker, &[&content[..12], &[0, 0]].concat(), out);
        }
        APP2 if content.starts_with(b"ICC_PROFILE\0") => segment(marker, content, out),
        // How the colours are coded.
        APP14 if content.starts_with(b"Adobe") && content.len() >= 12 => {
            segment(marker, &content[..12], out);
        }
        APP0..=0xef | COM | 0xf0..=0xfd => {}
        _ => segment(marker, content, out),
    }
}

fn segment(marker: u8, content: &[u8], out: &mut Vec<u8>) {
    let length = (content.len() + 2) as u16;
    out.extend([0xff, marker]);
    out.extend(length.to_be_bytes());
    out.extend_from_slice(content);
}

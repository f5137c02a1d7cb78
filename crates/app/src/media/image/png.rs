//! PNG files without what is no picture (ISO/IEC 15948, "PNG").

const SIGNATURE: usize = 8;
/// Pixels and what their colours mean; text, time, EXIF and whatever else somebody put there is left out.
const KEPT: [&[u8; 4]; 12] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP",
    b"pHYs",
];
/// Of an animation.
const MOVING: [&[u8; 4]; 3] = [b"acTL", b"fcTL", b"fdAT"];

/// Width and height as the header gives them, in pixels.
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    (bytes.get(12..16) == Some(b"IHDR")).then_some(())?;
    Some((side(16)?, side(20)?))
}

/// The file without metadata, and whether it is animated; none when it does not go on to its last chunk.
pub fn clean(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    let chunks = chunks(bytes)?;
    let frames = chunks.iter().find(|chunk| chunk.get(4..8) == Some(b"acTL"));
    let animated =
        frames.is_some_and(|chunk| chunk.get(8..12).is_some_and(|count| count > [0, 0, 0, 1].as_slice()));
    let mut out = bytes.get(..SIGNATURE)?.to_vec();
    for chunk in chunks {
        let name = &chunk[4..8];
        if KEPT.iter().any(|kept| name == *kept) || animated && MOVING.iter().any(|kept| name == *kept) {
            out.extend_from_slice(chunk);
        }
    }
    Some((out, animated))
}

/// Whole chunks (length, name, data, checksum) up to the last one.
fn chunks(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let (mut chunks, mut rest) = (Vec::new(), bytes.get(SIGNATURE..)?);
    loop {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let (chunk, after) = rest.split_at_checked(length.checked_add(12)?)?;
        chunks.push(chunk);
        if &chunk[4..8] == b"IEND" {
            return Some(chunks);
        }
        rest = after;
    }
}

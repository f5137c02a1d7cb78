//! Images for tests, made by code.

use std::io::Cursor;

use image::{
    Delay, DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage,
    codecs::gif::{GifEncoder, Repeat},
};

/// Red on the left, blue on the right.
pub fn two_halves(width: u32, height: u32) -> DynamicImage {
    let red = |x| if x < width / 2 { Rgb([250, 10, 10]) } else { Rgb([10, 10, 250]) };
    RgbImage::from_fn(width, height, |x, _| red(x)).into()
}

/// A red disc on nothing.
pub fn disc(side: u32) -> DynamicImage {
    let inside = |x: u32, y: u32| {
        let from_middle = |at: u32| (f64::from(at) - f64::from(side) / 2.0).powi(2);
        from_middle(x) + from_middle(y) < f64::from(side).powi(2) / 8.0
    };
    let pixel = |x, y| if inside(x, y) { Rgba([250, 10, 10, 255]) } else { Rgba([0, 250, 0, 0]) };
    RgbaImage::from_fn(side, side, pixel).into()
}

pub fn encode(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    encode(&two_halves(width, height), ImageFormat::Png)
}

pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    encode(&two_halves(width, height), ImageFormat::Jpeg)
}

pub fn webp(picture: &DynamicImage) -> Vec<u8> {
    encode(picture, ImageFormat::WebP)
}

/// Frames of 20 × 10 pixels that are shown over and over.
pub fn gif(frames: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder.set_repeat(Repeat::Infinite).unwrap();
    for frame in 0..frames {
        let picture = RgbaImage::from_pixel(20, 10, Rgba([frame * 80, 0, 0, 255]));
        encoder.encode_frame(Frame::from_parts(picture, 0, 0, Delay::from_numer_denom_ms(100, 1))).unwrap();
    }
    drop(encoder);
    bytes
}

/// A chunk of a PNG file (ISO/IEC 15948 §5.3).
pub fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [name, data].concat();
    let mut crc = u32::MAX;
    for byte in &body {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    [&(data.len() as u32).to_be_bytes()[..], &body, &(!crc).to_be_bytes()].concat()
}

/// The file with chunks after its header.
pub fn with_chunks(png: &[u8], chunks: &[Vec<u8>]) -> Vec<u8> {
    [&png[..33], &chunks.concat(), &png[33..]].concat()
}

/// A header that announces so many pixels, and next to nothing after it.
pub fn bomb(width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let data = [0x78, 0x01, 0x01, 0, 0, 0xff, 0xff, 0, 0, 0, 1];
    [b"\x89PNG\r\n\x1a\n", &chunk(b"IHDR", &header)[..], &chunk(b"IDAT", &data), &chunk(b"IEND", b"")]
        .concat()
}

/// A segment of a JPEG file.
pub fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    [&[0xff, marker][..], &(content.len() as u16 + 2).to_be_bytes(), content].concat()
}

/// The file with segments after its first two bytes.
pub fn with_segments(jpeg: &[u8], segments: &[Vec<u8>]) -> Vec<u8> {
    [&jpeg[..2], &segments.concat(), &jpeg[2..]].concat()
}

/// What a phone writes: an orientation, and where the photo was taken (TIFF 6.0 §2, Exif 2.32 §4.6.6).
pub fn exif(orientation: u16) -> Vec<u8> {
    let mut out = b"II*\0\x08\0\0\0\x02\0".to_vec();
    let mut entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        out.extend(tag.to_le_bytes());
        out.extend(kind.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend(value);
    };
    let [low, high] = orientation.to_le_bytes();
    entry(0x0112, 3, 1, [low, high, 0, 0]);
    entry(0x8825, 4, 1, 38_u32.to_le_bytes());
    out.extend([0; 4]);
    // GPSLatitudeRef, and a text that no other part of the file has.
    out.extend(b"\x01\0\x01\0\x02\0\x02\0\0\0N\0\0\0\0\0\0\0GPS-52.5200N");
    out
}

/// A small ICC profile for the colour space, such as `RGB `; only its header is true.
pub fn profile(space: &[u8]) -> Vec<u8> {
    let mut out = vec![0; 132];
    out[..4].copy_from_slice(&132_u32.to_be_bytes());
    out[16..20].copy_from_slice(space);
    out[36..40].copy_from_slice(b"acsp");
    out
}

//! From what was uploaded to what mail programs show: no metadata, upright, PNG, JPEG or GIF, in a few widths. Pure, and
//! slow: tens of milliseconds to seconds of one core, and up to 500 MiB while it runs.

mod gif;
mod jpeg;
mod png;
mod sniff;
#[cfg(test)]
mod tests;

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageEncoder, ImageReader,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType, PngEncoder},
        webp::WebPDecoder,
    },
    imageops,
    metadata::Orientation,
};

pub use sniff::MediaFormat;

/// Largest image, in bytes, as it is uploaded and as it is kept.
pub const MAX_FILE: usize = 10 << 20;
/// Longest side, in pixels.
const MAX_SIDE: u32 = 12_000;
/// Most pixels.
const MAX_PIXELS: u64 = 40_000_000;
/// Widest file that is kept of an image without animation, in pixels.
const MAX_WIDTH: u32 = 2400;
/// Widths that a wider image is kept in as well, in pixels.
const VARIANTS: [u32; 2] = [600, 1200];
/// Of JPEGs made here.
const QUALITY: u8 = 85;

const UNREADABLE: &str = "The image cannot be read to its end.";

/// An image as it is kept.
#[derive(Debug)]
pub struct Prepared {
    pub kind: MediaFormat,
    pub animated: bool,
    /// Of full width.
    pub full: File,
    /// Narrower ones, ascending.
    pub variants: Vec<File>,
}

#[derive(Debug)]
pub struct File {
    /// Pixels.
    pub width: u32,
    pub height: u32,
    pub bytes: Vec<u8>,
}

/// Reads an upload; an error is a sentence for its author.
pub fn prepare(bytes: &[u8]) -> Result<Prepared, String> {
    let prepared = match sniff::sniff(bytes)? {
        sniff::Format::Gif => animation(bytes)?,
        format => picture(bytes, format)?,
    };
    if prepared.full.bytes.len() > MAX_FILE {
        return Err("The image is over 10 MB in the form email apps need. Make it smaller.".into());
    }
    Ok(prepared)
}

/// Frames stay as they are: only what is no picture goes.
fn animation(bytes: &[u8]) -> Result<Prepared, String> {
    let decoder = decoder(bytes, image::ImageFormat::Gif)?;
    let (width, height) = fits(decoder.dimensions())?;
    let (bytes, frames) = gif::clean(bytes).ok_or(UNREADABLE)?;
    DynamicImage::from_decoder(decoder).map_err(|_| UNREADABLE)?;
    let full = File { width, height, bytes };
    Ok(Prepared { kind: MediaFormat::Gif, animated: frames > 1, full, variants: Vec::new() })
}

fn picture(bytes: &[u8], format: sniff::Format) -> Result<Prepared, String> {
    let (kept, animated) = match format {
        sniff::Format::Png => png::clean(bytes).map(|(bytes, animated)| (Some(bytes), animated)),
        sniff::Format::Jpeg => jpeg::clean(bytes).map(|bytes| (Some(bytes), false)),
        _ => is_whole_riff(bytes).then_some((None, false)),
    }
    .ok_or(UNREADABLE)?;
    let Decoded { mut picture, orientation, profile } = decode(bytes, format)?;
    if let (true, Some(bytes)) = (animated, &kept) {
        let full = File { width: picture.width(), height: picture.height(), bytes: bytes.clone() };
        return Ok(Prepared { kind: MediaFormat::Png, animated, full, variants: Vec::new() });
    }
    picture.apply_orientation(orientation);
    let kind = match format {
        sniff::Format::Jpeg => MediaFormat::Jpeg,
        sniff::Format::Webp if !is_transparent(&picture) => MediaFormat::Jpeg,
        _ => MediaFormat::Png,
    };
    let picture = plain(picture, kind);
    let profile = profile.filter(|profile| is_profile_of(profile, &picture));
    let encode = |picture: &DynamicImage| encode(picture, kind, profile.as_deref());
    let wide = (picture.width() > MAX_WIDTH).then(|| narrow(&picture, MAX_WIDTH));
    let picture = wide.as_ref().unwrap_or(&picture);
    let full = match kept {
        Some(bytes) if wide.is_none() && orientation == Orientation::NoTransforms => {
            File { width: picture.width(), height: picture.height(), bytes }
        }
        _ => encode(picture)?,
    };
    let narrower = VARIANTS.iter().filter(|width| **width < picture.width());
    let variants = narrower.map(|width| encode(&narrow(picture, *width))).collect::<Result<_, _>>()?;
    Ok(Prepared { kind, animated, full, variants })
}

struct Decoded {
    picture: DynamicImage,
    orientation: Orientation,
    /// ICC.
    profile: Option<Vec<u8>>,
}

fn decode(bytes: &[u8], format: sniff::Format) -> Result<Decoded, String> {
    if format == sniff::Format::Webp
        && WebPDecoder::new(Cursor::new(bytes)).map_err(|_| UNREADABLE)?.has_animation()
    {
        return Err("This WebP is animated, which email apps don't show. Save it as a GIF.".into());
    }
    let mut decoder = decoder(bytes, format.into())?;
    fits(decoder.dimensions())?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let picture = DynamicImage::from_decoder(decoder).map_err(|_| UNREADABLE)?;
    Ok(Decoded { picture, orientation, profile })
}

/// Reads the header alone; the limits on memory are those of the library.
fn decoder(bytes: &[u8], format: image::ImageFormat) -> Result<impl ImageDecoder + '_, String> {
    if format == image::ImageFormat::Png {
        // Told by its size even where the rest of the file is missing.
        png::size(bytes).map_or(Ok((0, 0)), fits)?;
    }
    ImageReader::with_format(Cursor::new(bytes), format).into_decoder().map_err(|_| UNREADABLE.into())
}

fn fits((width, height): (u32, u32)) -> Result<(u32, u32), String> {
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!(
            "The image has {width} × {height} pixels. It may have up to 12,000 a side and 40 megapixels."
        ));
    }
    Ok((width, height))
}

/// Whether a WebP file is as long as it says: its decoder is content with the pixels.
fn is_whole_riff(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    length.is_some_and(|length| length as usize <= bytes.len() - 8)
}

fn is_transparent(picture: &DynamicImage) -> bool {
    picture.color().has_alpha() && picture.to_rgba8().pixels().any(|pixel| pixel.0[3] < 255)
}

/// 8 bits a channel, with the channels that the kind needs.
fn plain(picture: DynamicImage, kind: MediaFormat) -> DynamicImage {
    let color = picture.color();
    match (color.has_alpha() && kind == MediaFormat::Png, color.has_color()) {
        (true, _) => picture.into_rgba8().into(),
        (false, true) => picture.into_rgb8().into(),
        (false, false) => picture.into_luma8().into(),
    }
}

/// Whether the profile (ICC.1 §7.2.6) is about such colours: a CMYK profile says nothing about the RGB made of it.
fn is_profile_of(profile: &[u8], picture: &DynamicImage) -> bool {
    let space: &[u8] = if picture.color().has_color() { b"RGB " } else { b"GRAY" };
    profile.get(16..20) == Some(space)
}

fn narrow(picture: &DynamicImage, width: u32) -> DynamicImage {
    let exact = f64::from(picture.height()) * f64::from(width) / f64::from(picture.width());
    let height = (exact.round() as u32).max(1);
    let DynamicImage::ImageRgba8(pixels) = picture else {
        return picture.resize_exact(width, height, imageops::FilterType::Lanczos3);
    };
    // What is transparent has a colour that must not bleed into the edges.
    let mut pixels = pixels.clone();
    for pixel in pixels.pixels_mut() {
        let alpha = u16::from(pixel.0[3]);
        pixel.0[..3].iter_mut().for_each(|c| *c = ((u16::from(*c) * alpha + 127) / 255) as u8);
    }
    let mut pixels = imageops::resize(&pixels, width, height, imageops::FilterType::Lanczos3);
    for pixel in pixels.pixels_mut() {
        let alpha = u16::from(pixel.0[3]).max(1);
        pixel.0[..3].iter_mut().for_each(|c| *c = ((u16::from(*c) * 255 + alpha / 2) / alpha).min(255) as u8);
    }
    pixels.into()
}

fn encode(picture: &DynamicImage, kind: MediaFormat, profile: Option<&[u8]>) -> Result<File, String> {
    let mut bytes = Vec::new();
    let written = match kind {
        MediaFormat::Jpeg => write(picture, JpegEncoder::new_with_quality(&mut bytes, QUALITY), profile),
        MediaFormat::Png | MediaFormat::Gif => {
            let (compression, filter) = (CompressionType::Default, FilterType::Adaptive);
            write(picture, PngEncoder::new_with_quality(&mut bytes, compression, filter), profile)
        }
    };
    written.map_err(|error| format!("The image cannot be made smaller: {error}."))?;
    Ok(File { width: picture.width(), height: picture.height(), bytes })
}

fn write(
    picture: &DynamicImage,
    mut encoder: impl ImageEncoder,
    profile: Option<&[u8]>,
) -> image::ImageResult<()> {
    if let Some(profile) = profile {
        // An encoder without room for a profile leaves it out.
        let _ = encoder.set_icc_profile(profile.to_vec());
    }
    picture.write_with_encoder(encoder)
}

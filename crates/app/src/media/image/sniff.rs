//! What a file is, told by its bytes alone.

/// What is kept and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaFormat {
    Png,
    Jpeg,
    Gif,
}

impl MediaFormat {
    pub const ALL: [Self; 3] = [Self::Png, Self::Jpeg, Self::Gif];

    pub fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
        }
    }

    /// The end of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
        }
    }
}

/// What is taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Png,
    Jpeg,
    Gif,
    Webp,
}

impl From<Format> for image::ImageFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Png => Self::Png,
            Format::Jpeg => Self::Jpeg,
            Format::Gif => Self::Gif,
            Format::Webp => Self::WebP,
        }
    }
}

/// The format, or why it is refused.
pub fn sniff(bytes: &[u8]) -> Result<Format, &'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Ok(Format::Png);
    }
    if bytes.starts_with(b"\xff\xd8\xff") {
        return Ok(Format::Jpeg);
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Ok(Format::Gif);
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Ok(Format::Webp);
    }
    Err(refusal(bytes))
}

fn refusal(bytes: &[u8]) -> &'static str {
    if bytes.get(4..8) == Some(b"ftyp") {
        // ISO/IEC 14496-12 §4.3: the brands follow.
        return match bytes.get(8..12) {
            Some(b"avif" | b"avis") => "Most email apps don't show AVIF. Save it as JPEG or PNG.",
            Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1") => {
                "Most email apps don't show HEIC. Save it as JPEG or PNG."
            }
            _ => "This isn't an image. It looks like a video.",
        };
    }
    if is_svg(bytes) {
        return "Email apps don't show SVG. Save it as PNG.";
    }
    if bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*") {
        return "Email apps don't show TIFF. Save it as JPEG or PNG.";
    }
    if bytes.starts_with(b"BM") && bytes.get(6..10) == Some(&[0; 4]) {
        return "Some email apps don't show BMP. Save it as PNG.";
    }
    "This isn't a PNG, JPEG, GIF or WebP image, whatever its name says."
}

fn is_svg(bytes: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).to_ascii_lowercase();
    start.trim_start_matches('\u{feff}').trim_start().starts_with('<') && start.contains("<svg")
}

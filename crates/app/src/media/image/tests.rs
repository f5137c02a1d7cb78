use image::{
    DynamicImage, GenericImageView, ImageDecoder, ImageFormat, codecs::jpeg::JpegDecoder, load_from_memory,
};

use super::*;
use crate::media::fixtures::{
    bomb, chunk, disc, encode, exif, gif, jpeg, png, profile, segment, two_halves, webp, with_chunks,
    with_segments,
};

fn holds(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

/// Whether the pixel there is rather red than blue.
fn is_red(picture: &DynamicImage, x: u32, y: u32) -> bool {
    let pixel = picture.get_pixel(x, y).0;
    pixel[0] > 150 && pixel[2] < 100
}

fn exif_segment(orientation: u16) -> Vec<u8> {
    segment(0xe1, &[b"Exif\0\0", &exif(orientation)[..]].concat())
}

fn icc_segment(space: [u8; 4]) -> Vec<u8> {
    segment(0xe2, &[b"ICC_PROFILE\0\x01\x01", &profile(&space)[..]].concat())
}

#[test]
fn a_plain_image_stays_byte_for_byte() {
    let png = png(80, 40);
    let kept = prepare(&png).unwrap();
    assert_eq!((kept.kind, kept.animated, &kept.full.bytes), (MediaFormat::Png, false, &png));
    assert_eq!((kept.full.width, kept.full.height, kept.variants.len()), (80, 40, 0));
    let jpeg = jpeg(80, 40);
    let kept = prepare(&jpeg).unwrap();
    assert_eq!((kept.kind, kept.animated, &kept.full.bytes), (MediaFormat::Jpeg, false, &jpeg));
}

#[test]
fn metadata_goes_and_pixels_stay() {
    let plain = jpeg(80, 40);
    let noisy = with_segments(
        &plain,
        &[
            exif_segment(1),
            segment(0xe1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>secret</x:xmpmeta>"),
            segment(0xed, b"Photoshop 3.0\x008BIM secret"),
            segment(0xe2, b"MPF\0secret"),
            segment(0xfe, b"secret"),
            icc_segment(*b"RGB "),
        ],
    );
    let kept = prepare(&[noisy, b"secret".to_vec()].concat()).unwrap().full.bytes;
    assert!(!holds(&kept, b"secret") && !holds(&kept, b"GPS") && !holds(&kept, b"Exif"));
    assert_eq!(kept, with_segments(&plain, &[icc_segment(*b"RGB ")]), "only the profile was added");
    let thumbnail = segment(0xe0, &[b"JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01", &[9, 9, 9][..]].concat());
    let bare = [&plain[..2], &plain[2 + 18..]].concat();
    let kept = prepare(&with_segments(&bare, &[thumbnail])).unwrap().full.bytes;
    assert_eq!(kept[..20], *b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x02\0\0\x01\0\x01\0\0");

    let plain = png(80, 40);
    let noisy = with_chunks(
        &plain,
        &[
            chunk(b"tEXt", b"Comment\0secret"),
            chunk(b"zTXt", b"Comment\0\0secret"),
            chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0secret"),
            chunk(b"tIME", &[7, 230, 1, 1, 1, 1, 1]),
            chunk(b"eXIf", &exif(1)),
            chunk(b"prVt", b"secret"),
            chunk(b"gAMA", &45_455_u32.to_be_bytes()),
        ],
    );
    let kept = prepare(&[noisy, b"secret".to_vec()].concat()).unwrap().full.bytes;
    assert_eq!(kept, with_chunks(&plain, &[chunk(b"gAMA", &45_455_u32.to_be_bytes())]));
}

#[test]
fn a_photo_is_turned_upright() {
    let lying = jpeg(80, 40);
    for (orientation, size, red) in
        [(1, (80, 40), (5, 20)), (3, (80, 40), (75, 20)), (6, (40, 80), (20, 5)), (8, (40, 80), (20, 75))]
    {
        let photo = with_segments(&lying, &[exif_segment(orientation), icc_segment(*b"RGB ")]);
        let kept = prepare(&photo).unwrap();
        let picture = load_from_memory(&kept.full.bytes).unwrap();
        assert_eq!(
            (picture.dimensions(), (kept.full.width, kept.full.height)),
            (size, size),
            "{orientation}"
        );
        assert!(is_red(&picture, red.0, red.1), "{orientation}");
        assert!(!is_red(&picture, size.0 - 1 - red.0, size.1 - 1 - red.1), "{orientation}");
        assert!(!holds(&kept.full.bytes, b"GPS") && !holds(&kept.full.bytes, b"Exif"));
        let mut decoder = JpegDecoder::new(Cursor::new(&kept.full.bytes)).unwrap();
        assert_eq!(decoder.icc_profile().unwrap(), Some(profile(b"RGB ")), "{orientation}");
    }
    let kept = prepare(&with_chunks(&png(80, 40), &[chunk(b"eXIf", &exif(6))])).unwrap();
    assert_eq!((kept.kind, kept.full.width, kept.full.height), (MediaFormat::Png, 40, 80));
    // A profile of other colours than those of the pixels made here would turn them all.
    let photo = with_segments(&lying, &[exif_segment(6), icc_segment(*b"CMYK")]);
    let kept = prepare(&photo).unwrap();
    assert_eq!(JpegDecoder::new(Cursor::new(&kept.full.bytes)).unwrap().icc_profile().unwrap(), None);
}

#[test]
fn wide_images_come_in_more_widths() {
    for (width, full, variants) in [
        (600, 600, vec![]),
        (601, 601, vec![600]),
        (1300, 1300, vec![600, 1200]),
        (3000, 2400, vec![600, 1200]),
    ] {
        for bytes in [jpeg(width, 30), png(width, 30)] {
            let kept = prepare(&bytes).unwrap();
            assert_eq!(kept.full.width, full);
            assert_eq!(kept.full.bytes == bytes, width == full, "scaled down only when it must be");
            let widths: Vec<u32> = kept.variants.iter().map(|file| file.width).collect();
            assert_eq!(widths, variants);
            for file in std::iter::once(&kept.full).chain(&kept.variants) {
                let picture = load_from_memory(&file.bytes).unwrap();
                assert_eq!(picture.dimensions(), (file.width, file.height));
                assert_eq!(file.height, (30 * file.width + width / 2) / width);
                assert!(is_red(&picture, 5, 1) && !is_red(&picture, file.width - 5, 1));
            }
        }
    }
}

#[test]
fn what_is_transparent_stays_so_without_a_seam() {
    let kept = prepare(&encode(&disc(700), ImageFormat::Png)).unwrap();
    let small = load_from_memory(&kept.variants[0].bytes).unwrap().to_rgba8();
    assert_eq!(small.get_pixel(0, 0).0[3], 0);
    assert_eq!(small.get_pixel(300, 300).0, [250, 10, 10, 255]);
    let green = small.pixels().filter(|pixel| pixel.0[3] > 0 && pixel.0[1] > 60).count();
    assert_eq!(green, 0, "the colour of the transparent pixels does not bleed into the edge");
}

#[test]
fn webp_becomes_what_outlook_shows() {
    let kept = prepare(&webp(&two_halves(80, 40))).unwrap();
    assert_eq!(kept.kind, MediaFormat::Jpeg);
    assert!(is_red(&load_from_memory(&kept.full.bytes).unwrap(), 5, 5));
    let opaque: DynamicImage = two_halves(80, 40).into_rgba8().into();
    assert_eq!(
        prepare(&webp(&opaque)).unwrap().kind,
        MediaFormat::Jpeg,
        "a channel for transparency is not transparency"
    );
    let kept = prepare(&webp(&disc(700))).unwrap();
    assert_eq!((kept.kind, kept.full.width, kept.variants.len()), (MediaFormat::Png, 700, 1));
    assert_eq!(load_from_memory(&kept.full.bytes).unwrap().get_pixel(0, 0).0[3], 0);
}

#[test]
fn a_gif_keeps_its_frames_and_loses_its_comments() {
    let plain = gif(3);
    let kept = prepare(&plain).unwrap();
    assert_eq!(
        (kept.kind, kept.animated, kept.full.width, kept.full.height),
        (MediaFormat::Gif, true, 20, 10)
    );
    assert_eq!(kept.full.bytes, plain);
    assert!(holds(&plain, b"NETSCAPE2.0") && kept.variants.is_empty());
    let at = 13 + if plain[10] & 0x80 == 0 { 0 } else { 3 << ((plain[10] & 7) + 1) };
    let extra = [
        &b"!\xfe\x06secret\0"[..],
        b"!\xff\x0bXMP DataXMP\x06secret\0",
        b"!\x01\x0c............\x06secret\0",
    ];
    let noisy = [&plain[..at], &extra.concat(), &plain[at..], b"secret"].concat();
    assert_eq!(prepare(&noisy).unwrap().full.bytes, plain);
    assert!(!prepare(&gif(1)).unwrap().animated);
}

#[test]
fn an_animated_png_keeps_its_frames() {
    let still = png(700, 40);
    let plain = with_chunks(&still, &[chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0])]);
    let kept = prepare(&plain).unwrap();
    assert_eq!(
        (kept.animated, &kept.full.bytes, kept.variants.len()),
        (false, &still, 1),
        "one frame is none"
    );
    let control =
        [&[0; 4][..], &700_u32.to_be_bytes(), &40_u32.to_be_bytes(), &[0; 8], &[0, 1, 0, 10, 0, 0]].concat();
    let moving = with_chunks(
        &still,
        &[chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]), chunk(b"fcTL", &control), chunk(b"tEXt", b"a\0b")],
    );
    let kept = prepare(&moving).unwrap();
    assert!(kept.animated && kept.variants.is_empty() && !holds(&kept.full.bytes, b"tEXt"));
    assert!(holds(&kept.full.bytes, b"acTL") && holds(&kept.full.bytes, b"fcTL"));
}

#[track_caller]
fn refused(bytes: &[u8], start: &str) {
    let told = prepare(bytes).unwrap_err();
    assert!(told.starts_with(start), "{told}");
}

#[test]
fn what_is_no_image_for_mail_is_told_why() {
    refused(b"Dear reader,\nthis is a text.", "This isn't a");
    refused(b"", "This isn't a");
    refused(b"%PDF-1.7", "This isn't a");
    refused(b"\0\0\0\x18ftypmp42\0\0\0\0", "This isn't a");
    for svg in
        ["<svg xmlns=\"x\"/>", "\u{feff} <?xml version=\"1.0\"?>\n<!-- a -->\n<SVG>", "<!DOCTYPE svg><svg>"]
    {
        refused(svg.as_bytes(), "Email apps don't show SVG. ");
    }
    refused(b"<html><body>", "This isn't a");
    refused(b"\0\0\0\x18ftypheic\0\0\0\0", "Most email apps don't show HEIC. ");
    refused(b"\0\0\0\x18ftypmif1\0\0\0\0", "Most email apps don't show HEIC. ");
    refused(b"\0\0\0\x18ftypavif\0\0\0\0", "Most email apps don't show AVIF. ");
    refused(b"II*\0\x08\0\0\0", "Email apps don't show TIFF. ");
    refused(b"BM\x10\0\0\0\0\0\0\0\x36", "Some email apps don't show BMP. ");
}

#[test]
fn what_ends_too_early_is_refused_wherever_it_is_cut() {
    let gif = gif(2);
    for bytes in [png(80, 40), jpeg(80, 40), gif, webp(&two_halves(80, 40)), webp(&disc(40))] {
        for cut in (12..bytes.len() - 1).step_by(7).chain([bytes.len() - 1]) {
            assert_eq!(prepare(&bytes[..cut]).unwrap_err(), UNREADABLE, "{cut} of {}", bytes.len());
        }
    }
    refused(&[&png(80, 40)[..60], &[0; 400]].concat(), UNREADABLE);
}

#[test]
fn bombs_are_told_by_their_header() {
    for (width, height) in [(60_000, 60_000), (12_001, 1), (1, 12_001), (6_500, 6_500), (u32::MAX, u32::MAX)]
    {
        refused(&bomb(width, height), &format!("The image has {width} × {height} pixels."));
    }
    refused(&bomb(10, 10), UNREADABLE);
    let mut gif = gif(1);
    gif[6..10].copy_from_slice(&[0xff; 4]);
    refused(&gif, "The image has 65535 × 65535 pixels.");
    let mut jpeg = jpeg(16, 16);
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff; 4]);
    refused(&jpeg, "The image has 65535 × 65535 pixels.");
}

proptest::proptest! {
    // Bytes of files that somebody bent: refused or kept, never a panic.
    #[test]
    fn damaged_files_do_no_harm(kind in 0..4, at in 0.0..1.0_f64, byte: u8, cut in 0.0..1.0_f64) {
        let mut bytes = match kind {
            0 => png(16, 8),
            1 => jpeg(16, 8),
            2 => gif(2),
            _ => webp(&disc(16)),
        };
        let last = bytes.len() as f64 - 1.0;
        bytes[(at * last) as usize] = byte;
        if cut < 0.2 {
            bytes.truncate((cut * 5.0 * last) as usize);
        }
        let _ = prepare(&bytes);
    }
}

//! Images as their author takes them along, at their full width.

use crate::holding::{Archive, End, Holding};

/// Images as their author takes them along, at their full width.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

/// Pictures that are in memory together.
const PICTURES: i64 = 4;

const IMAGES: &str = "SELECT m.id, m.name, f.content_type, f.bytes FROM media m JOIN media_files f ON f.digest = m.digest \
         WHERE m.author_id = $1 AND m.id > $2 ORDER BY m.id LIMIT $3";

async fn write(archive: &Archive) -> Result<(), End> {
    let mut pages = archive.pages(IMAGES, PICTURES, |image: &ImageRow| image.id);
    while let Some(page) = pages.next().await? {
        for image in page {
            let kind = image.content_type.rsplit('/').next().unwrap_or("bin");
            let kind = if kind == "jpeg" { "jpg" } else { kind };
            archive.file(&format!("images/{}-{}.{kind}", image.id, plain(&image.name))).await?;
            archive.bytes(image.bytes.into()).await?;
        }
    }
    Ok(())
}

/// An image at its full width.
#[derive(Debug, sqlx::FromRow)]
struct ImageRow {
    id: i64,
    name: String,
    content_type: String,
    bytes: Vec<u8>,
}

/// A name without its ending that every file system takes and that leads nowhere.
fn plain(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    stem.chars().map(safe).take(60).collect()
}

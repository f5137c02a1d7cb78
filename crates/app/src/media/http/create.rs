//! Taking an image in.

use axum::{
    extract::{
        FromRequest as _, Multipart, Request, State,
        multipart::{Field, MultipartError},
    },
    http::{StatusCode, header},
};

use super::find;
use crate::{
    Core,
    accounts::Caller,
    core::With,
    http::{ApiResult, FieldCode, Form, Problem, Problems},
    media::ImageSlots,
    media::{
        image::{self, MAX_FILE, Prepared},
        model::file_name,
        store,
        view::Media,
    },
};

/// Largest body: the file and what comes with it.
pub const MAX_BODY: usize = MAX_FILE + (64 << 10);

/// An image.
#[derive(utoipa::ToSchema)]
#[allow(dead_code)] // describes the parts of the body
pub struct CreateMedia {
    /// PNG, JPEG, GIF or WebP, at most 10 MiB, 12,000 pixels a side and 40 megapixels.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
}

/// Upload an image
///
/// Metadata such as the place of a photo is taken out, and it is turned upright; WebP becomes PNG or JPEG, because not all
/// mail programs show it. The same picture again is the image that is there already.
#[utoipa::path(post, path = "/api/media", tag = "media",
    request_body(content = CreateMedia, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = Media),
        Problems<400, 401, 413, 415, 422>))]
pub async fn create_media(
    State(core): State<Core>,
    State(slots): State<With<ImageSlots>>,
    caller: Caller,
    request: Request,
) -> ApiResult<(StatusCode, axum::Json<Media>)> {
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MAX_BODY as u64) {
        return Err(too_large());
    }
    let multipart = Multipart::from_request(request, &core).await.map_err(|_| {
        Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the file as multipart/form-data with a boundary.",
        )
    })?;
    let (name, bytes) = read(multipart).await?;
    let prepared = prepare(&slots.own, bytes).await?;
    let mut tx = core.db.begin().await?;
    let id = store::insert(&mut tx, caller.author_id, &name, &prepared, core.now()).await?;
    let media = find(&core, &mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(media)))
}

fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "This image is over 10 MB, the limit. Make it smaller and try again.",
    )
}

/// On a thread of its own, when a slot is free.
async fn prepare(slots: &ImageSlots, bytes: Vec<u8>) -> ApiResult<Prepared> {
    let _slot = slots.0.acquire().await.map_err(|error| Problem::internal(&error))?;
    let read = tokio::task::spawn_blocking(move || image::prepare(&bytes)).await;
    let read = read.unwrap_or_else(|error| {
        // A file that makes a decoder panic is a bad file, and a bug of the decoder's.
        tracing::warn!(%error, "an image could not be read");
        Err("The image can't be read.".into())
    });
    read.map_err(|message| Problem::field("file", FieldCode::Unreadable, message))
}

async fn read(multipart: Multipart) -> ApiResult<(String, Vec<u8>)> {
    let mut file = None;
    let mut form = Form::new(multipart, &["file"], refused);
    while let Some((_, field)) = form.next().await? {
        file = Some(save(field).await?);
    }
    let (name, bytes) = file.ok_or_else(|| Problem::required("file", "File is required."))?;
    if bytes.is_empty() {
        return Err(Problem::required("file", "The file is empty."));
    }
    Ok((name, bytes))
}

fn refused(error: &MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large()
    } else {
        Problem::bad_request("The form ended early.")
    }
}

async fn save(mut field: Field<'_>) -> ApiResult<(String, Vec<u8>)> {
    let name = file_name(field.file_name().unwrap_or_default());
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(|e| refused(&e))? {
        if bytes.len() + piece.len() > MAX_FILE {
            return Err(too_large());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok((name, bytes))
}

//! Attaching files to a campaign and taking them off.

use axum::{
    extract::{FromRequest as _, Multipart, Request, State, multipart::MultipartError},
    http::StatusCode,
};
use database::Tx;

use super::campaign;
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        attachments::{self, Attachment, MAX_COUNT, MAX_TOTAL},
        store::{self, Campaign},
    },
    http::{ApiResult, FieldCode, Form, Path, Problem, ProblemBody, ProblemCode, Problems},
};

/// Largest body: the file and what comes with it.
pub const MAX_BODY: usize = MAX_TOTAL as usize + (64 << 10);

/// A file.
#[derive(utoipa::ToSchema)]
#[allow(dead_code)] // describes the parts of the body
pub struct CreateAttachment {
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
}

/// Attach a file
///
/// It goes with every email of the campaign. All files together may have 5 MiB.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/attachments", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    request_body(content = CreateAttachment, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = Attachment),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "It is neither draft nor scheduled", body = ProblemBody)))]
pub async fn create_attachment(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    request: Request,
) -> ApiResult<(StatusCode, axum::Json<Attachment>)> {
    editable(campaign(&mut core.db.read().await?, &caller, newsletter_id, id).await?)?;
    let multipart = Multipart::from_request(request, &core).await.map_err(|_| {
        Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the file as multipart/form-data with a boundary.",
        )
    })?;
    let (name, content_type, bytes) = read(multipart).await?;
    let mut tx = core.db.begin().await?;
    let mut found = locked(&mut tx, &caller, newsletter_id, id).await?;
    let there = attachments::of(&mut tx, &[id]).await?.remove(&id).unwrap_or_default();
    let total = there.iter().map(|file| file.size_bytes).sum::<i64>() + bytes.len() as i64;
    if total > MAX_TOTAL {
        return Err(too_large());
    }
    if there.len() >= MAX_COUNT {
        return Err(Problem::field(
            "file",
            FieldCode::TooMany,
            format!("A campaign has at most {MAX_COUNT} attachments."),
        ));
    }
    let attachment = attachments::insert(&mut tx, id, (&name, &content_type), &bytes).await?;
    touch(&core, &mut tx, &mut found).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(attachment)))
}

/// Delete an attachment
#[utoipa::path(delete, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/attachments/{attachment_id}", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), ("attachment_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404>,
        (status = 409, description = "It is neither draft nor scheduled", body = ProblemBody)))]
pub async fn delete_attachment(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id, attachment_id)): Path<(NewsletterId, CampaignId, i64)>,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    let mut found = locked(&mut tx, &caller, newsletter_id, id).await?;
    if !attachments::delete(&mut tx, id, attachment_id).await? {
        return Err(Problem::not_found("attachment"));
    }
    touch(&core, &mut tx, &mut found).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn locked(
    tx: &mut Tx,
    caller: &Caller,
    newsletter_id: NewsletterId,
    id: CampaignId,
) -> ApiResult<Campaign> {
    let found = store::find_locked(tx, caller.author_id, newsletter_id, id).await?;
    editable(found.ok_or_else(|| Problem::not_found("campaign"))?)
}

fn editable(campaign: Campaign) -> ApiResult<Campaign> {
    if campaign.status.may_be_edited() {
        return Ok(campaign);
    }
    Err(Problem::conflict(
        ProblemCode::WrongCampaignStatus,
        format!(
            "This campaign is {}. Only the attachments of a draft or scheduled campaign can be changed.",
            campaign.status
        ),
    ))
}

/// What is about to be sent has changed, for whoever compiled it before.
async fn touch(core: &Core, tx: &mut Tx, campaign: &mut Campaign) -> database::Result<()> {
    campaign.updated_at = core.now().max(campaign.updated_at.plus(1));
    store::update(tx, campaign).await
}

fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "The attachments of a campaign may have 5 MiB together, because many mail servers refuse more. Link to large files \
         instead.",
    )
}

fn refused(error: &MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large()
    } else {
        Problem::bad_request("The form ended early.")
    }
}

async fn read(multipart: Multipart) -> ApiResult<(String, String, Vec<u8>)> {
    let mut file = None;
    let mut form = Form::new(multipart, &["file"], refused);
    while let Some((_, mut field)) = form.next().await? {
        let name = attachments::file_name(field.file_name().unwrap_or_default());
        let content_type = attachments::content_type(field.content_type());
        let mut bytes = Vec::new();
        while let Some(piece) = field.chunk().await.map_err(|e| refused(&e))? {
            if bytes.len() + piece.len() > MAX_TOTAL as usize {
                return Err(too_large());
            }
            bytes.extend_from_slice(&piece);
        }
        file = Some((name, content_type, bytes));
    }
    let (name, content_type, bytes) = file.ok_or_else(|| Problem::required("file", "File is required."))?;
    if bytes.is_empty() {
        return Err(Problem::required("file", "The file is empty."));
    }
    match attachments::refusal(&name) {
        Some(reason) => Err(Problem::field("file", FieldCode::NotAllowed, reason)),
        None => Ok((name, content_type, bytes)),
    }
}

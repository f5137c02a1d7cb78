//! Taking a file in.

use std::path::PathBuf;

use axum::{
    extract::{
        FromRequest as _, Multipart, Request, State,
        multipart::{Field, MultipartError},
    },
    http::{StatusCode, header},
};
use database::Fault;
use tokio::io::AsyncWriteExt as _;

use crate::{
    Core, NewsletterId,
    accounts::Caller,
    core::With,
    disk,
    http::{ApiResult, FieldCode, FieldError, Form, Path, Problem, ProblemCode, Problems},
    imports::background::ImportSignal,
    imports::{
        background::{file_of, folder},
        model::{Import, Mapping, Mode, read_mapping},
        rows::Refusal,
        signs::{StatusMap, read_answers},
        store::{self, New},
        survey::{Survey, Word, survey},
    },
    newsletters, secrets,
};

/// After so many bytes of a file is looked again whether the rest has room; smaller files are simply tried.
const LOOK_EVERY: u64 = 64 << 20;
/// What a file leaves free on the disk, in bytes, for what is sent and saved meanwhile.
const SPARE: u64 = 512 << 20;
/// Largest other part, in bytes.
const MAX_TEXT: usize = 64 << 10;

/// A file with subscribers.
#[derive(utoipa::ToSchema)]
#[allow(dead_code)] // describes the parts of the body
pub struct CreateImport {
    /// CSV in UTF-8, UTF-16 or Windows-1252, of any size that the server's disk has room for twice; comma, semicolon or tab
    /// between fields. Without a header the column with addresses is found, and every line is a subscriber.
    #[schema(format = Binary, content_media_type = "text/csv")]
    file: String,
    /// A JSON object, CSV header to `email`, `first_name`, `last_name`, `name`, `tags`, `subscribed_at`, `status`,
    /// `attributes.NAME` or null. Without it the headers are recognised by name, and what is not recognised becomes an
    /// attribute. Columns that say whether a subscriber gets mail are heeded in any case.
    mapping: Option<String>,
    /// A JSON object, a word of the file to what it means: `active`, `pending`, `unsubscribed`, `bounced`, `complained` or
    /// `skip` (not imported). Words that every tool uses alike need none.
    status_map: Option<String>,
    mode: Option<Mode>,
}

/// Import subscribers from a CSV file
///
/// The file is read in the background; subscribers who unsubscribed, bounced or complained are left alone. Whoever left by what
/// the file says is kept as such and never made active. A word of a status that is not known is asked about before anything
/// is imported: 422 with one error for each, whose field is `status_map.WORD`; send the file again with the answers.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/subscribers/import", tag = "imports",
    params(("newsletter_id" = i64, Path)),
    request_body(content = CreateImport, content_type = "multipart/form-data"),
    responses(
        (status = 202, body = Import),
        Problems<400, 401, 404, 409, 413, 415, 422>))]
pub async fn create_import(
    State(core): State<Core>,
    State(imports): State<With<ImportSignal>>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
    request: Request,
) -> ApiResult<(StatusCode, axum::Json<Import>)> {
    check_newsletter(&core, &caller, id).await?;
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    check_room(&core, length.unwrap_or(0))?;
    let multipart = Multipart::from_request(request, &core).await.map_err(|_| {
        Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the file as multipart/form-data with a boundary.",
        )
    })?;
    let upload = read(&core, multipart).await?;
    ask(&upload).await?;
    // The newsletter may have changed while the file came.
    check_newsletter(&core, &caller, id).await?;
    let new = New {
        author_id: caller.author_id,
        newsletter_id: id,
        file_name: &upload.name,
        mode: upload.mode,
        mapping: &upload.mapping,
        answers: &upload.answers,
        bytes: upload.bytes as i64,
    };
    let mut tx = core.db.begin().await?;
    let import_id = store::insert(&mut tx, &new, core.now()).await?;
    let import = store::find(&mut tx, caller.author_id, import_id).await?;
    // The row is seen by the runner only when its file lies there.
    upload.part.keep(file_of(&core, import_id)).await?;
    if let Err(error) = tx.commit().await {
        let _ = tokio::fs::remove_file(file_of(&core, import_id)).await;
        return Err(error.into());
    }
    imports.own.call();
    let import = import.ok_or_else(|| Problem::not_found("import"))?;
    Ok((StatusCode::ACCEPTED, axum::Json(import)))
}

async fn check_newsletter(core: &Core, caller: &Caller, id: NewsletterId) -> ApiResult<()> {
    let mut tx = core.db.read().await?;
    let home = newsletters::find(&mut tx, caller.author_id, id).await?;
    if home.ok_or_else(|| Problem::not_found("newsletter"))?.is_active {
        return Ok(());
    }
    Err(Problem::conflict(
        ProblemCode::NewsletterInactive,
        "This newsletter is inactive: activate it before importing subscribers.",
    ))
}

/// Refuses `bytes` more of a file that the disk has no room for.
fn check_room(core: &Core, bytes: u64) -> ApiResult<()> {
    if bytes < LOOK_EVERY {
        return Ok(());
    }
    let free = disk::free(&core.settings.data_dir).filter(|free| !has_room(*free, bytes));
    free.map_or(Ok(()), |free| Err(too_large(bytes, free)))
}

fn has_room(free: u64, bytes: u64) -> bool {
    needed(bytes) <= free
}

/// What a file takes with what its rows become, which is at least as much again, and what it leaves free.
fn needed(bytes: u64) -> u64 {
    bytes.saturating_mul(2).saturating_add(SPARE)
}

fn too_large(bytes: u64, free: u64) -> Problem {
    let [needed, free] = [needed(bytes), free].map(|bytes| bytes >> 20);
    let detail = format!(
        "The server has {free} MiB of disk space left, and this file needs {needed} MiB: free some, or split the file."
    );
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
}

struct Upload {
    part: Part,
    name: String,
    bytes: u64,
    mode: Mode,
    mapping: Mapping,
    answers: StatusMap,
}

/// Refuses a file with words that nobody explained. What else may be wrong with it is told by the import.
async fn ask(upload: &Upload) -> ApiResult<()> {
    let (path, mapping, answers) = (upload.part.path(), upload.mapping.clone(), upload.answers.clone());
    let reading = tokio::task::spawn_blocking(move || {
        let file = std::fs::File::open(path)?;
        survey(file, &mapping, &answers).map(|(found, _)| found)
    });
    let unknown = match reading.await {
        Ok(Ok(Survey { unknown, .. })) => unknown,
        Ok(Err(Refusal::Io(error))) => return Err(disk(&error)),
        Ok(Err(Refusal::File(_))) | Err(_) => return Ok(()),
    };
    if unknown.is_empty() { Ok(()) } else { Err(Problem::fields(unknown.iter().map(question).collect())) }
}

fn question(Word { column, word, rows }: &Word) -> FieldError {
    let rows = if *rows == 1 { "1 row says".to_owned() } else { format!("{rows} rows say") };
    FieldError::new(
        format!("status_map.{word}"),
        FieldCode::Required,
        format!("{rows} “{word}” in the column “{column}”: say whether these subscribers get email."),
    )
}

async fn read(core: &Core, multipart: Multipart) -> ApiResult<Upload> {
    let (mut file, mut mode, mut mapping) = (None, Mode::Update, Mapping::new());
    let mut answers = StatusMap::new();
    let mut form = Form::new(multipart, &["file", "mapping", "mode", "status_map"], refused);
    while let Some((name, field)) = form.next().await? {
        match name {
            "file" => file = Some(save(core, field).await?),
            "mode" => {
                let text = text(field).await?;
                mode = Mode::parse(text.trim()).ok_or_else(|| {
                    Problem::field("mode", FieldCode::NotOneOf, "Mode must be update or add.")
                })?;
            }
            "mapping" => {
                let text = text(field).await?;
                if !text.trim().is_empty() {
                    mapping = read_mapping(&text)
                        .map_err(|refusal| Problem::fields(vec![refusal.at("mapping")]))?;
                }
            }
            _ => {
                let text = text(field).await?;
                if !text.trim().is_empty() {
                    answers = read_answers(&text)
                        .map_err(|refusal| Problem::fields(vec![refusal.at("status_map")]))?;
                }
            }
        }
    }
    let (part, name, bytes) = file.ok_or_else(|| Problem::required("file", "File is required."))?;
    if bytes == 0 {
        return Err(Problem::required("file", "The file is empty."));
    }
    Ok(Upload { part, name, bytes, mode, mapping, answers })
}

fn refused(_: &MultipartError) -> Problem {
    Problem::bad_request("The form ended early.")
}

async fn text(mut field: Field<'_>) -> ApiResult<String> {
    let name = field.name().unwrap_or_default().to_owned();
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(|e| refused(&e))? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > MAX_TEXT {
            return Err(Problem::field(name, FieldCode::TooLong, "This part has more than 64 KiB."));
        }
    }
    String::from_utf8(bytes)
        .map_err(|_| Problem::field(name, FieldCode::Unreadable, "This part is not UTF-8."))
}

/// Writes the file part to disk as it comes.
async fn save(core: &Core, mut field: Field<'_>) -> ApiResult<(Part, String, u64)> {
    let name = file_name(field.file_name().unwrap_or_default());
    let folder = folder(core);
    let failed = |error: std::io::Error| disk(&error);
    let mut builder = tokio::fs::DirBuilder::new();
    builder.recursive(true);
    // Readers' addresses are nobody else's on this machine, whatever its folder is to them.
    #[cfg(unix)]
    builder.mode(0o700);
    builder.create(&folder).await.map_err(failed)?;
    let part = Part(Some(folder.join(format!("{}.part", secrets::random_token(96)))));
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    let mut file = options.open(part.path()).await.map_err(failed)?;
    let (mut bytes, mut looked) = (0, 0);
    while let Some(piece) = field.chunk().await.map_err(|e| refused(&e))? {
        bytes += piece.len() as u64;
        // A body need not say its length, and others fill the disk as well.
        if bytes - looked >= LOOK_EVERY {
            check_room(core, bytes - looked)?;
            looked = bytes;
        }
        file.write_all(&piece).await.map_err(failed)?;
    }
    file.sync_all().await.map_err(failed)?;
    Ok((part, name, bytes))
}

fn disk(error: &std::io::Error) -> Problem {
    let is_full = matches!(error.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded);
    Problem::disk(if is_full { Fault::Full } else { Fault::Failing }, error)
}

/// The last part of a path, without control characters, at most 200 characters.
fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|c| !c.is_control()).take(200).collect();
    if name.trim().is_empty() { "subscribers.csv".into() } else { name }
}

/// A file that goes away again unless it is kept.
struct Part(Option<PathBuf>);

impl Part {
    fn path(&self) -> PathBuf {
        self.0.clone().unwrap_or_default()
    }

    async fn keep(mut self, to: PathBuf) -> ApiResult<()> {
        tokio::fs::rename(self.path(), to).await.map_err(|e| disk(&e))?;
        self.0 = None;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SPARE, has_room};

    #[test]
    fn a_file_needs_room_for_itself_and_what_it_becomes() {
        assert!(has_room(SPARE + 2_000, 1_000));
        assert!(!has_room(SPARE + 1_999, 1_000));
        assert!(!has_room(u64::MAX - 1, u64::MAX));
    }
}

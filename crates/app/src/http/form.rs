//! The parts of an uploaded form: each that the call knows, once.

use std::collections::HashSet;

use axum::extract::multipart::{Field, Multipart, MultipartError};

use super::{FieldCode, Problem};

/// Reads a form part by part. A part that the call does not know, or that comes twice, is refused before it is read: who
/// sent it means something by it.
pub struct Form {
    multipart: Multipart,
    known: &'static [&'static str],
    seen: HashSet<&'static str>,
    refused: fn(&MultipartError) -> Problem,
}

impl Form {
    /// `refused` is what a form that cannot be read, or is too large, is answered.
    pub fn new(
        multipart: Multipart,
        known: &'static [&'static str],
        refused: fn(&MultipartError) -> Problem,
    ) -> Self {
        Self { multipart, known, seen: HashSet::new(), refused }
    }

    /// The next part with its name.
    pub async fn next(&mut self) -> Result<Option<(&'static str, Field<'_>)>, Problem> {
        let Some(field) = self.multipart.next_field().await.map_err(|e| (self.refused)(&e))? else {
            return Ok(None);
        };
        let given = field.name().unwrap_or_default();
        let Some(name) = self.known.iter().copied().find(|name| *name == given) else {
            return Err(super::known::unknown_part(given, self.known));
        };
        if !self.seen.insert(name) {
            return Err(Problem::field(
                name,
                FieldCode::Duplicate,
                format!("Send one {name}; this form has more."),
            ));
        }
        Ok(Some((name, field)))
    }
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::json;

    use crate::testing::TestApp;

    const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

    /// The forms of an author with a campaign, and a file that each takes.
    async fn forms(t: &TestApp, token: &str) -> [(String, &'static [u8], u16); 3] {
        let id = async |path: &str, body| {
            t.call(Some(token), "POST", path, Some(body)).await.expect(201)["id"].clone()
        };
        let home = id("/api/newsletters", json!({ "name": "N", "from_name": "N", "from_prefix": "n" })).await;
        let home = format!("/api/newsletters/{home}");
        let campaign = id(&format!("{home}/campaigns"), json!({ "subject": "S" })).await;
        [
            (format!("{home}/subscribers/import"), b"email\na@x.example\n", 202),
            (format!("{home}/campaigns/{campaign}/attachments"), b"words", 201),
            ("/api/media".to_owned(), GIF, 201),
        ]
    }

    both_engines!(a_second_file_is_refused_and_not_written, engine => {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        for (path, file, taken) in forms(&t, &token).await {
            let many = vec![("file", file); 1000];
            let answer = t.upload(Some(&token), &path, &many).await;
            assert_eq!(answer.expect(422)["errors"][0]["field"], "file", "{path}");
            let answer = t.upload(Some(&token), &path, &[("files", file)]).await;
            let json = answer.expect(422);
            assert_eq!(json["errors"][0]["field"], "files", "{path}");
            assert!(json["detail"].as_str().unwrap().contains("file"), "{json}");
            let left = std::fs::read_dir(t.data_dir.join("imports")).map_or(0, Iterator::count);
            assert_eq!(left, 0, "{path}");
            assert_eq!(t.upload(Some(&token), &path, &[("file", file)]).await.status, taken, "{path}");
            let _ = std::fs::remove_dir_all(t.data_dir.join("imports"));
        }
    });

    #[cfg(unix)]
    both_engines!(an_upload_is_nobody_elses_on_the_machine, engine => {
        use std::os::unix::fs::PermissionsExt as _;
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        let [(path, file, _), ..] = forms(&t, &token).await;
        t.upload(Some(&token), &path, &[("file", file)]).await.expect(202);
        let folder = t.data_dir.join("imports");
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(files.len(), 1);
        assert_eq!(mode(&files[0]), 0o600);
    });
}

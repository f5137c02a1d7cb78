//! Sessions whose tokens come from the provider.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use database::Tx;
use serde::{Deserialize, Serialize};

use super::{
    Hosted,
    provider::{NoTokens, Tokens},
    told::{follow, told_about},
};
use crate::{
    AuthorId, Timestamp,
    accounts::Accounts,
    accounts::{
        Origin, audit, authenticate,
        model::Method,
        session::{self, Cookies, Opened, ended},
        store::{self, refresh, sessions},
        tokens::Claims,
    },
    clock::{MINUTE, SECOND},
    http::Problem,
    secrets::{open, random_token, seal, sha256},
};

/// A token is renewed when it is good for less than this.
const RENEW_BEFORE: i64 = MINUTE;
/// A node that dies while it renews is replaced after this; longer than all its questions may take.
const LEASE: i64 = 30 * SECOND;
/// How long one request waits for another that renews the same session.
const WAITS: u32 = 50;
const WAIT: Duration = Duration::from_millis(100);

/// What is kept of the provider's tokens, encrypted.
#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    bearer: String,
    /// When the bearer runs out, in milliseconds since the Unix epoch.
    bearer_ends_at: i64,
    refresh_token: Option<String>,
    /// The latest, which sign-out shows the provider.
    id_token: String,
    subject: String,
}

impl Kept {
    fn read(accounts: &Accounts, family: &str, sealed: Vec<u8>) -> Option<Self> {
        let plain = open(&key(accounts), family.as_bytes(), sealed).ok()?;
        serde_json::from_slice(&plain).ok()
    }

    async fn write(
        &self,
        accounts: &Accounts,
        tx: &mut Tx,
        author_id: AuthorId,
        family: &str,
    ) -> Result<(), Problem> {
        let plain = serde_json::to_vec(self).map_err(|e| Problem::internal(&e))?;
        let sealed = seal(&key(accounts), family.as_bytes(), plain);
        sessions::set_provider(tx, family, &sealed).await?;
        let hash = sha256(self.bearer.as_bytes());
        sessions::add_bearer(tx, &hash, author_id, family, Timestamp(self.bearer_ends_at)).await?;
        Ok(())
    }

    fn is_fresh(&self, now: Timestamp) -> bool {
        self.bearer_ends_at - now.0 > RENEW_BEFORE
    }
}

fn key(accounts: &Accounts) -> [u8; 32] {
    accounts.settings.secret.derive("provider-tokens")
}

/// Opens a session for whom the tokens name.
pub async fn begin(
    accounts: &Accounts,
    hosted: Hosted<'_>,
    tokens: Tokens,
    nonce: &str,
    origin: &Origin,
) -> Result<Cookies, Problem> {
    let id_token = tokens.id_token.clone().ok_or_else(|| {
        Problem::forbidden("The sign-in provider does not tell who you are (no ID token). Ask the operator.")
    })?;
    let checked = accounts.own.verifier.check_id(&id_token, Some(nonce), accounts.now()).await?;
    let (bearer, bearer_ends_at) = bearer(accounts, &tokens, &id_token, &checked.claims).await;
    let told = told_about(accounts, hosted, checked, &tokens).await;
    let row = authenticate::author_of(accounts, &told.claims).await?;
    let mut tx = accounts.db.begin().await?;
    let row = follow(accounts, hosted, &mut tx, row, &told, origin).await?;
    let family = random_token(128);
    sessions::insert(&mut tx, &family, row.id, Method::Hosted, origin).await?;
    let kept = Kept {
        bearer,
        bearer_ends_at,
        refresh_token: tokens.refresh_token,
        id_token,
        subject: told.claims.sub,
    };
    kept.write(accounts, &mut tx, row.id, &family).await?;
    audit::record(&mut tx, row.id, audit::AuditKind::SignedIn, Some("At the sign-in provider"), origin)
        .await?;
    let cookies = session::mint(accounts, &mut tx, row.id, &family).await?;
    tx.commit().await?;
    Ok(cookies)
}

/// The access token when it is a JWT for us that names the same person, else the ID token; and when it runs out.
async fn bearer(accounts: &Accounts, tokens: &Tokens, id_token: &str, id: &Claims) -> (String, i64) {
    let verifier = &accounts.own.verifier;
    let access = verifier.verify(&tokens.access_token, accounts.now()).await;
    match access {
        Ok(access) if verifier.is_for_us(&access) && access.sub == id.sub => {
            (tokens.access_token.clone(), ends_at(&access))
        }
        _ => (id_token.to_owned(), ends_at(id)),
    }
}

fn ends_at(claims: &Claims) -> i64 {
    (claims.exp * 1000.0) as i64
}

/// Renews the session behind the cookie, at the provider when its token runs out. While the provider does not answer, the
/// session and its cookie stay as they are: 503.
pub async fn renew(accounts: &Accounts, token: &str, origin: &Origin) -> Result<Opened, Problem> {
    let hash = sha256(token.as_bytes());
    let mut tx = accounts.db.read().await?;
    let found = refresh::find(&mut tx, &hash).await?.ok_or_else(ended)?;
    let sealed = sessions::provider(&mut tx, &found.family_id).await?;
    tx.rollback().await?;
    let kept = sealed.and_then(|sealed| Kept::read(accounts, &found.family_id, sealed));
    let Some(kept) = kept.filter(|_| session::is_good(&found, accounts.now())) else {
        return session::end_family(accounts, &found.family_id).await.and(Err(ended()));
    };
    let kept = if kept.is_fresh(accounts.now()) {
        kept
    } else {
        renew_at_provider(accounts, found.author_id, &found.family_id, origin).await?
    };
    let now = accounts.now();
    let mut tx = accounts.db.begin().await?;
    let once = refresh::take(&mut tx, &hash, now).await?;
    let is_good = once.is_some_and(|found| session::is_good(&found, now));
    if !is_good || !sessions::touch(&mut tx, &found.family_id, origin).await? {
        sessions::end_family(&mut tx, &found.family_id).await?;
        tx.commit().await?;
        return Err(ended());
    }
    let row = store::by_id(&mut tx, found.author_id).await?.ok_or_else(ended)?;
    refresh::prune(&mut tx, row.id, now).await?;
    let cookies = session::mint(accounts, &mut tx, row.id, &found.family_id).await?;
    tx.commit().await?;
    let seconds = (kept.bearer_ends_at - now.0).div_euclid(SECOND);
    Ok(session::answer(StatusCode::OK, cookies, kept.bearer, seconds, row.into()))
}

/// New tokens of the provider, asked for by one request at a time: a refresh token that is used twice ends the session at
/// many providers.
async fn renew_at_provider(
    accounts: &Accounts,
    author_id: AuthorId,
    family: &str,
    origin: &Origin,
) -> Result<Kept, Problem> {
    for _ in 0..WAITS {
        let now = accounts.now();
        let mut tx = accounts.db.begin().await?;
        // Before the tokens are read: read earlier, they may be those that another request has just used up.
        let is_ours = sessions::lease(&mut tx, family, now, now.plus(LEASE)).await?;
        let sealed = sessions::provider(&mut tx, family).await?.ok_or_else(ended)?;
        let kept = Kept::read(accounts, family, sealed).ok_or_else(ended)?;
        if kept.is_fresh(now) {
            tx.rollback().await?;
            return Ok(kept);
        }
        tx.commit().await?;
        if is_ours {
            let (accounts, family, origin) = (accounts.clone(), family.to_owned(), origin.clone());
            // A browser that goes away meanwhile ends the call, not this: a provider takes each refresh token once.
            let asked = accounts.own.later.clone().spawn(async move {
                let renewed = ask_provider(&accounts, author_id, &family, &kept, &origin).await;
                if renewed.is_err() {
                    let mut tx = accounts.db.begin().await?;
                    sessions::release(&mut tx, &family).await?;
                    tx.commit().await?;
                }
                renewed
            });
            return asked.await.map_err(|error| Problem::internal(&error))?;
        }
        tokio::time::sleep(WAIT).await;
    }
    Err(not_now())
}

async fn ask_provider(
    accounts: &Accounts,
    author_id: AuthorId,
    family: &str,
    kept: &Kept,
    origin: &Origin,
) -> Result<Kept, Problem> {
    let hosted = super::of(accounts)?;
    let Some(refresh_token) = &kept.refresh_token else {
        return over(accounts, author_id, family, origin).await;
    };
    let tokens = match hosted.refresh(refresh_token, accounts.now()).await {
        Ok(tokens) => tokens,
        Err(NoTokens::Refused) => return over(accounts, author_id, family, origin).await,
        Err(NoTokens::Trouble(reason)) => {
            tracing::warn!(%reason, "the sign-in provider does not renew a session");
            return Err(not_now());
        }
    };
    // OpenID Connect Core §12.2: there need not be a new one; if there is, it names the same person.
    let id_token = tokens.id_token.clone().unwrap_or_else(|| kept.id_token.clone());
    let verifier = &accounts.own.verifier;
    let checked = match &tokens.id_token {
        Some(new) => Some(verifier.check_id(new, None, accounts.now()).await?),
        None => verifier.check_id(&id_token, None, accounts.now()).await.ok(),
    };
    if checked.as_ref().is_some_and(|checked| checked.claims.sub != kept.subject) {
        tracing::warn!(
            author_id = author_id.get(),
            "the sign-in provider renewed a session for somebody else"
        );
        return over(accounts, author_id, family, origin).await;
    }
    let access = verifier.verify(&tokens.access_token, accounts.now()).await.ok();
    let access = access.filter(|claims| verifier.is_for_us(claims) && claims.sub == kept.subject);
    let (bearer, bearer_ends_at) = match (&access, &checked) {
        (Some(access), _) => (tokens.access_token.clone(), ends_at(access)),
        (None, Some(checked)) => (id_token.clone(), ends_at(&checked.claims)),
        // Nothing that we could check.
        (None, None) => return over(accounts, author_id, family, origin).await,
    };
    let told = match checked.filter(|_| tokens.id_token.is_some()) {
        Some(checked) => Some(told_about(accounts, hosted, checked, &tokens).await),
        None => None,
    };
    let mut tx = accounts.db.begin().await?;
    if let Some(told) = told {
        let row = store::by_id(&mut tx, author_id).await?.ok_or_else(ended)?;
        follow(accounts, hosted, &mut tx, row, &told, origin).await?;
    }
    let refresh_token = tokens.refresh_token.or_else(|| kept.refresh_token.clone());
    let renewed = Kept { bearer, bearer_ends_at, refresh_token, id_token, subject: kept.subject.clone() };
    renewed.write(accounts, &mut tx, author_id, family).await?;
    sessions::release(&mut tx, family).await?;
    tx.commit().await?;
    Ok(renewed)
}

/// The provider has ended the session.
async fn over(
    accounts: &Accounts,
    author_id: AuthorId,
    family: &str,
    origin: &Origin,
) -> Result<Kept, Problem> {
    let mut tx = accounts.db.begin().await?;
    sessions::end_family(&mut tx, family).await?;
    let detail = Some("By the sign-in provider");
    audit::record(&mut tx, author_id, audit::AuditKind::SessionEnded, detail, origin).await?;
    tx.commit().await?;
    Err(ended())
}

/// When the person signed in at the provider, as it tells (`auth_time`, OpenID Connect Core §2): a provider whose own session
/// goes on asks nobody anything. When it does not tell: since when there is the session here.
pub async fn proved_at(accounts: &Accounts, family: &str) -> Result<Option<Timestamp>, Problem> {
    let mut tx = accounts.db.read().await?;
    let sealed = sessions::provider(&mut tx, family).await?;
    let created_at = sessions::created_at(&mut tx, family).await?;
    let kept = sealed.and_then(|sealed| Kept::read(accounts, family, sealed));
    Ok(kept.and_then(|kept| auth_time(&kept.id_token)).or(created_at))
}

/// Of a token that was checked when it came.
fn auth_time(id_token: &str) -> Option<Timestamp> {
    #[derive(Deserialize)]
    struct Told {
        auth_time: f64,
    }
    let payload = URL_SAFE_NO_PAD.decode(id_token.split('.').nth(1)?).ok()?;
    let told: Told = serde_json::from_slice(&payload).ok()?;
    Some(Timestamp((told.auth_time * 1000.0) as i64))
}

/// Ends the session and answers where the browser signs out at the provider, when that is possible.
pub async fn end(accounts: &Accounts, family: &str, origin: &Origin) -> Result<Option<String>, Problem> {
    let hosted = super::of(accounts)?;
    let mut tx = accounts.db.begin().await?;
    let Some(author_id) = sessions::author_of(&mut tx, family).await? else { return Ok(None) };
    let sealed = sessions::provider(&mut tx, family).await?;
    sessions::end_family(&mut tx, family).await?;
    audit::record(&mut tx, author_id, audit::AuditKind::SignedOut, None, origin).await?;
    tx.commit().await?;
    let kept = sealed.and_then(|sealed| Kept::read(accounts, family, sealed));
    let endpoints = hosted.remote.endpoints(accounts.now()).await.ok();
    let (Some(kept), Some(url)) = (kept, endpoints.and_then(|endpoints| endpoints.end_session)) else {
        return Ok(None);
    };
    // OpenID Connect RP-Initiated Logout 1.0 §2.
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("id_token_hint", &kept.id_token)
        .append_pair("client_id", &hosted.client.client_id)
        .append_pair("post_logout_redirect_uri", &super::home(accounts))
        .finish();
    let joint = if url.contains('?') { '&' } else { '?' };
    Ok(Some(format!("{url}{joint}{query}")))
}

fn not_now() -> Problem {
    Problem::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "The sign-in provider isn't answering. You stay signed in. Try again.",
    )
    .with_header(header::RETRY_AFTER, HeaderValue::from_static("5"))
}

//! What the provider says about somebody, and bringing role and address to it.

use database::Tx;
use serde_json::Value;

use super::{Hosted, provider::Tokens};
use crate::{
    accounts::Accounts,
    accounts::{
        Origin, audit,
        model::{self, Role},
        store,
        tokens::{Checked, Claims},
    },
    http::Problem,
    settings::AdminClaim,
};

/// What the provider says about somebody.
pub struct Told {
    /// The ID token's, completed.
    pub claims: Claims,
    /// Everything as it came, token by token.
    pub all: Vec<Value>,
    /// False when the provider was asked for more and did not answer.
    pub is_whole: bool,
}

impl Told {
    fn has(&self, claim: &AdminClaim) -> bool {
        self.all.iter().any(|claims| claim.is_in(claims))
    }
}

/// Asks the tokens, and the provider for what they leave out.
pub async fn told_about(accounts: &Accounts, hosted: Hosted<'_>, checked: Checked, tokens: &Tokens) -> Told {
    let Checked { claims, raw } = checked;
    let mut told = Told { claims, all: vec![raw], is_whole: true };
    let access = accounts.own.verifier.check(&tokens.access_token, accounts.now()).await;
    if let Ok(access) = access
        && access.claims.sub == told.claims.sub
    {
        told.all.push(access.raw);
    }
    let is_silent = hosted.client.admin_claim.as_ref().is_some_and(|claim| !told.has(claim));
    if told.claims.email.is_none() || told.claims.email_verified.is_none() || is_silent {
        let info = hosted.remote.userinfo(&tokens.access_token).await;
        let can_tell =
            hosted.remote.endpoints(accounts.now()).await.is_ok_and(|found| found.userinfo.is_some());
        told.is_whole = info.is_some() || !can_tell;
        if let Some(info) = info.filter(|info| info.sub == told.claims.sub) {
            told.claims = told.claims.with(&info);
            told.all.push(Value::Object(info.rest));
        }
    }
    told
}

/// Brings role and address to what the provider says now.
pub async fn follow(
    accounts: &Accounts,
    hosted: Hosted<'_>,
    tx: &mut Tx,
    mut row: store::Row,
    told: &Told,
    origin: &Origin,
) -> Result<store::Row, Problem> {
    follow_address(tx, &mut row, &told.claims, origin).await?;
    if let Some(claim) = &hosted.client.admin_claim {
        let is_named =
            row.email_proved_at.is_some() && model::is_named_admin(&accounts.settings, &row.email_key);
        let role = Role::of(is_named || told.has(claim));
        // Half an answer takes nothing away.
        if role != row.role && (told.is_whole || role == Role::Admin) {
            store::set_role(tx, row.id, role, origin.at).await?;
            let detail = format!("{}, as the sign-in provider says", role.title());
            audit::record(tx, row.id, audit::AuditKind::RoleChanged, Some(&detail), origin).await?;
            row.role = role;
        }
    }
    Ok(row)
}

/// An address that the provider has verified is the author's. One that another account has is not: then the old one stays.
async fn follow_address(
    tx: &mut Tx,
    row: &mut store::Row,
    claims: &Claims,
    origin: &Origin,
) -> Result<(), Problem> {
    let told = claims.email.as_deref().and_then(|text| content::parse_ascii_address(text).ok());
    let Some(address) = told.filter(|_| claims.email_verified == Some(true)) else { return Ok(()) };
    if address.original == row.email {
        if store::set_verified(tx, row.id, true, origin.at).await? {
            row.email_verified_at = row.email_verified_at.or(Some(origin.at));
            row.email_proved_at = Some(origin.at);
        }
        return Ok(());
    }
    if store::by_email(tx, &address.key).await?.is_some_and(|other| other.id != row.id) {
        tracing::warn!(
            author_id = row.id.get(),
            "the sign-in provider tells an address that another account has; the old one stays"
        );
        return Ok(());
    }
    audit::record(tx, row.id, audit::AuditKind::EmailChanged, Some(&address.original), origin).await?;
    store::set_email(tx, row.id, &address, true, origin.at).await?;
    (row.email, row.email_key) = (address.original, address.key);
    (row.email_verified_at, row.email_proved_at) = (Some(origin.at), Some(origin.at));
    Ok(())
}

//! Receiving providers as the engine asks for them: by DNS, and shared through the database.

use database::on_engine;
use engine::ports::{Boxed, Groups, Pause, Receiver};

use crate::Core;

/// The installation's view of receiving providers.
pub struct SqlGroups(pub Core);

impl Groups for SqlGroups {
    fn receiver<'a>(&'a self, domain: &'a str) -> Boxed<'a, Receiver> {
        Box::pin(async move {
            let Ok(name) = domain.parse::<dns::DomainName>() else { return Receiver::Unknown };
            match self.0.resolver.mx_group(&name).await {
                dns::MxGroup::Group(group) => Receiver::Group(group),
                dns::MxGroup::RefusesMail => Receiver::Nobody,
                dns::MxGroup::Unknown => Receiver::Unknown,
            }
        })
    }

    /// What is kept in the built-in mailbox asks no DNS.
    fn finds_nobody(&self) -> bool {
        !matches!(self.0.settings.mail, mailer::MailUrl::Capture)
    }

    fn load(&self) -> Boxed<'_, Vec<Pause>> {
        Box::pin(async move {
            let found = async {
                let mut tx = self.0.db.read().await?;
                let rows: Vec<(String, i64, i64)> = on_engine!(&mut tx, conn => sqlx::query_as(
                    "SELECT mx_group, paused_until, strikes FROM throttles WHERE paused_until > $1")
                    .bind(self.0.now().0).fetch_all(conn).await?);
                database::Result::Ok(rows)
            };
            // Without it this node learns by itself.
            let rows = found.await.unwrap_or_default();
            let pause =
                |(group, until, pauses)| Pause { group, until, pauses: u32::try_from(pauses).unwrap_or(1) };
            rows.into_iter().map(pause).collect()
        })
    }

    fn keep<'a>(&'a self, pause: Pause, reason: &'a str) -> Boxed<'a, ()> {
        Box::pin(async move {
            let now = self.0.now();
            let reason: String = reason.chars().filter(|c| *c != '\0').take(300).collect();
            let kept = async {
                let mut tx = self.0.db.begin().await?;
                on_engine!(&mut tx, conn => sqlx::query(
                    "INSERT INTO throttles (mx_group, paused_until, strikes, reason, updated_at) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT (mx_group) DO UPDATE SET paused_until = $2, strikes = $3, reason = $4, updated_at = $5")
                    .bind(&pause.group).bind(pause.until).bind(i64::from(pause.pauses)).bind(reason).bind(now)
                    .execute(conn).await.map(drop))?;
                tx.commit().await
            };
            if let Err(error) = kept.await {
                tracing::warn!(%error, "a provider's pause is known to this node alone");
            }
        })
    }
}

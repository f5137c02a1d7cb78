//! Settings as they are kept.

use serde::Serialize;

/// Which emails an author gets about the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Notifications {
    /// How a campaign went: a day after it ended, and at once when something needs the author.
    pub campaign_reports: bool,
    /// Sign-ins from new devices, and changes of how one signs in.
    pub security_alerts: bool,
    /// On Mondays at 08:00 of the author's time zone.
    pub weekly_summary: bool,
}

impl Default for Notifications {
    fn default() -> Self {
        Self { campaign_reports: true, security_alerts: true, weekly_summary: false }
    }
}

/// What an author settled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct Settings {
    pub default_from_name: Option<String>,
    pub default_from_email: Option<String>,
    pub reply_to: Option<String>,
    #[sqlx(flatten)]
    pub notifications: Notifications,
}

/// What changes; `None` stays.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub default_from_name: Option<Option<String>>,
    pub default_from_email: Option<Option<String>>,
    pub reply_to: Option<Option<String>>,
    pub campaign_reports: Option<bool>,
    pub security_alerts: Option<bool>,
    pub weekly_summary: Option<bool>,
}

impl Change {
    pub fn apply(self, settings: &mut Settings) {
        let lines = [
            (self.default_from_name, &mut settings.default_from_name),
            (self.default_from_email, &mut settings.default_from_email),
            (self.reply_to, &mut settings.reply_to),
        ];
        for (change, line) in lines {
            if let Some(change) = change {
                *line = change;
            }
        }
        let wants = &mut settings.notifications;
        wants.campaign_reports = self.campaign_reports.unwrap_or(wants.campaign_reports);
        wants.security_alerts = self.security_alerts.unwrap_or(wants.security_alerts);
        wants.weekly_summary = self.weekly_summary.unwrap_or(wants.weekly_summary);
    }
}

//! The quota of the Amazon SES account: read at the start and each hour, and kept to.

use std::{sync::Arc, time::Duration};

use engine::Ceiling;
use mailer::ses::{Client, Quota, SesError};

use crate::Clock;

const EVERY: Duration = Duration::from_hours(1);
/// With nothing left of the rolling 24 hours a mail a minute finds out when there is something again.
const TRICKLE: f64 = 1.0 / 60.0;

/// Keeps the ceiling at what the account allows; ends when mail can leave without one.
pub async fn watch(client: Client, clock: Clock, ceiling: Arc<Ceiling>) {
    loop {
        match client.account(clock.now().0).await {
            Ok(quota) => {
                tracing::info!(
                    max_24_hour_send = quota.max_24_hour_send,
                    sent_last_24_hours = quota.sent_last_24_hours,
                    max_send_rate = quota.max_send_rate,
                    "read the quota of the Amazon SES account"
                );
                ceiling.set(allowed(&quota));
            }
            // An emulator has no quota.
            Err(SesError::Unsupported) => return,
            Err(error) => tracing::warn!(%error, "the quota of the Amazon SES account could not be read"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Messages per second. A negative limit is none.
fn allowed(quota: &Quota) -> Option<f64> {
    let is_used_up = quota.max_24_hour_send >= 0.0 && quota.sent_last_24_hours >= quota.max_24_hour_send;
    if is_used_up || !quota.sending_enabled {
        return Some(TRICKLE);
    }
    Some(quota.max_send_rate).filter(|rate| *rate > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_says_how_fast() {
        let quota = |max_24_hour_send, sent_last_24_hours, sending_enabled| Quota {
            max_24_hour_send,
            sent_last_24_hours,
            max_send_rate: 14.0,
            sending_enabled,
            production_access: true,
        };
        assert_eq!(allowed(&quota(50_000.0, 10.0, true)), Some(14.0));
        assert_eq!(allowed(&quota(-1.0, 10.0, true)), Some(14.0));
        assert_eq!(allowed(&quota(200.0, 200.0, true)), Some(TRICKLE));
        assert_eq!(allowed(&quota(200.0, 0.0, false)), Some(TRICKLE));
    }
}

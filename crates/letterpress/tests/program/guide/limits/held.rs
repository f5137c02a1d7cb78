//! Statements with the constants that their numbers come from.

const ONE: f64 = 1.0;
const SECOND: f64 = 1_000.0;
const MINUTE: f64 = 60.0 * SECOND;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;
const WEEK: f64 = 7.0 * DAY;
const YEAR: f64 = 365.0 * DAY;
const KIB: f64 = 1_024.0;
const MIB: f64 = 1_024.0 * KIB;
const GIB: f64 = 1_024.0 * MIB;

/// What one number is counted in, and where it comes from (see [`at`](super::constant::at)).
type Source = (f64, &'static str);

/// Page, words with the numbers in braces, and where these come from.
#[rustfmt::skip]
pub const HELD: &[(&str, &str, &[Source])] = &[
    // account
    ("docs/guide/account.md", "works once, for {one} hour", &[(HOUR, "app/accounts/links.rs RESET_LIFE")]),
    ("docs/guide/account.md", "After {ten} tries in {a} minute a client waits, and so do all clients together after {sixty} at one address",
        &[(ONE, "app/accounts/throttle.rs PER_CLIENT[0]"), (MINUTE, "app/accounts/throttle.rs PER_CLIENT[1]"), (ONE, "app/accounts/throttle.rs PER_ADDRESS[0]")]),
    ("docs/guide/account.md", "keep the {ten} recovery codes", &[(ONE, "app/accounts/totp.rs RECOVERY_CODES")]),
    ("docs/guide/account.md", "kept for {a} year, the newest {1,000} of it", &[(YEAR, "app/accounts/audit.rs KEPT"), (ONE, "app/accounts/audit.rs MOST")]),
    ("docs/guide/account.md", "{a} day after a campaign: its ledger", &[(DAY, "app/notification_queue/mod.rs REPORT_AFTER")]),
    ("docs/guide/account.md", "within the last {ten} minutes", &[(MINUTE, "app/accounts/reauthenticate.rs RECENT")]),
    // analytics
    ("docs/guide/analytics.md", "the Overview shows {30} days", &[(ONE, "app/overview/model.rs PERIOD")]),
    ("docs/guide/analytics.md", "for the last {30} days emails sent and open rate, each against the {30} days before",
        &[(ONE, "app/overview/model.rs PERIOD"), (ONE, "app/overview/model.rs PERIOD")]),
    ("docs/guide/analytics.md", "For the *Last {30} days*, *{90} days*", &[(ONE, "app/analytics/range.rs \"Self::Days30 =>"), (ONE, "app/analytics/range.rs \"Self::Days90 =>")]),
    ("docs/guide/analytics.md", "the first {24} hours", &[(ONE, "app/deliveries/http/engagement.rs HOURS")]),
    ("docs/guide/analytics.md", "earlier campaigns, the latest {20} at most", &[(ONE, "app/deliveries/http/engagement.rs PAST")]),
    // command-line
    ("docs/guide/command-line.md", "sends it to up to {ten} addresses", &[(ONE, "app/deliveries/http/sample_mail.rs MAX_TEST_ADDRESSES")]),
    ("docs/guide/command-line.md", "Lists print {50} rows", &[(ONE, "client/show.rs \"default_value_t =")]),
    ("docs/guide/command-line.md", "is waited for, {90} seconds long", &[(SECOND, "client/api.rs PATIENCE")]),
    // api
    ("docs/guide/api.md", "Up to {1,000} at a time", &[(ONE, "app/subscribers/http/batch.rs MAX_SUBSCRIBERS")]),
    ("docs/guide/api.md", "lists the last {50} versions", &[(ONE, "app/campaigns/store/versions.rs KEPT_VERSIONS")]),
    ("docs/guide/api.md", "Saves of one writer within {five} minutes", &[(MINUTE, "app/campaigns/store/versions.rs SITTING_MS")]),
    ("docs/guide/api.md", "Up to {ten} `attachments`, {2.5} MiB together", &[(ONE, "app/campaigns/attachments.rs MAX_COUNT"), (MIB, "app/messages/compose.rs MAX_ATTACHED")]),
    ("docs/guide/api.md", "tried again for {a} day", &[(DAY, "app/messages/model.rs GIVE_UP")]),
    ("docs/guide/api.md", "did not take it for {a} day", &[(DAY, "app/messages/model.rs GIVE_UP")]),
    ("docs/guide/api.md", "unless proof comes within {15} seconds", &[(SECOND, "app/messages/background.rs PROOF")]),
    ("docs/guide/api.md", "what became of it for {90} days", &[(DAY, "app/messages/model.rs KEPT")]),
    ("docs/guide/api.md", "`?limit=` is from {1} to {1,000}, and {100} without it ({24} for templates)",
        &[(ONE, "app/http/page.rs \"minimum ="), (ONE, "app/http/page.rs MAX_LIMIT"), (ONE, "app/http/page.rs DEFAULT_LIMIT"), (ONE, "app/templates/http/list.rs DEFAULT_LIMIT")]),
    ("docs/guide/api.md", "by address, more than {1,000} of them by id", &[(ONE, "app/deliveries/http/list.rs SORTED")]),
    ("docs/guide/api.md", "at {1,000} for a search, a tag and the suppression list", &[(ONE, "app/subscribers/http/mod.rs MAX_COUNT")]),
    ("docs/guide/api.md", "{1,000} for a search", &[(ONE, "app/campaigns/http/mod.rs SEARCH_CAP")]),
    ("docs/guide/api.md", "{1,000} for a search", &[(ONE, "app/templates/http/list.rs SEARCH_CAP")]),
    ("docs/guide/api.md", "{1,000} for a search", &[(ONE, "app/media/http/list.rs SEARCH_CAP")]),
    ("docs/guide/api.md", "{1,000} for a search", &[(ONE, "app/captured_mail/http/list.rs SEARCH_CAP")]),
    ("docs/guide/api.md", "{1,000} for a search, a tag and the suppression list", &[(ONE, "app/suppressions/http/list.rs MOST")]),
    ("docs/guide/api.md", "at {10,000} for campaigns across newsletters", &[(ONE, "app/campaigns/http/mod.rs COUNT_CAP")]),
    ("docs/guide/api.md", "at {10,000} for campaigns across newsletters, templates", &[(ONE, "app/templates/http/list.rs COUNT_CAP")]),
    ("docs/guide/api.md", "at {10,000} for campaigns across newsletters, templates, images", &[(ONE, "app/media/http/list.rs COUNT_CAP")]),
    ("docs/guide/api.md", "at {10,000} for campaigns across newsletters, templates, images and messages", &[(ONE, "app/messages/http/list.rs MAX_COUNT")]),
    ("docs/guide/api.md", "at {20,000} for a webhook's deliveries", &[(ONE, "app/webhooks/http/deliveries.rs MAX_COUNT")]),
    ("docs/guide/api.md", "at {100,000} for captured email", &[(ONE, "app/captured_mail/http/list.rs COUNT_CAP")]),
    ("docs/guide/api.md", "of up to {255} characters", &[(ONE, "app/idempotency/mod.rs \"key.chars().count() >")]),
    ("docs/guide/api.md", "remembered for {24} hours", &[(HOUR, "app/idempotency/mod.rs KEPT")]),
    ("docs/guide/api.md", "The default, {60,000} calls a minute", &[(ONE, "letterpress/settings/mod.rs \"parse::rate_limit,")]),
    // before-sending
    ("docs/guide/before-sending.md", "up to {ten} addresses, a {hundred} an hour", &[(ONE, "app/deliveries/http/sample_mail.rs MAX_TEST_ADDRESSES"), (ONE, "app/rate_limit.rs TEST_MAILS")]),
    ("docs/guide/before-sending.md", "up to {ten} files, together {5} MiB", &[(ONE, "app/campaigns/attachments.rs MAX_COUNT"), (MIB, "app/campaigns/attachments.rs MAX_TOTAL")]),
    ("docs/guide/before-sending.md", "up to {four} variants", &[(ONE, "app/campaigns/ab.rs VARIANTS[1]")]),
    ("docs/guide/before-sending.md", "From {5} minutes to {14} days", &[(ONE, "app/campaigns/ab.rs WAIT[0]"), (24.0 * 60.0, "app/campaigns/ab.rs WAIT[1]")]),
    ("docs/guide/before-sending.md", "in less than {5} % of tests", &[(0.01, "app/campaigns/variants.rs SIGNIFICANCE")]),
    // bounces
    ("docs/guide/bounces.md", "the {fifth} in a row makes it `bounced`", &[(ONE, "app/deliveries/events/mod.rs SOFT_BOUNCES")]),
    ("docs/guide/bounces.md", "the last **{five} campaigns in a row** met it full or switched off, over {a} week at least and within {a} year",
        &[(ONE, "app/deliveries/events/mod.rs SOFT_BOUNCES"), (WEEK, "app/deliveries/events/mod.rs SOFT_SPAN"), (YEAR, "app/deliveries/events/mod.rs SOFT_WINDOW")]),
    ("docs/guide/bounces.md", "did not come back within {five} days", &[(DAY, "app/deliveries/events/mod.rs SETTLED")]),
    ("docs/guide/bounces.md", "The newest {1,000} and {200} of strangers' are kept for {30} days with their first {16} KiB",
        &[(ONE, "app/bounces/unknown.rs MOST_PROVEN"), (ONE, "app/bounces/unknown.rs MOST_UNPROVEN"), (DAY, "app/bounces/unknown.rs AGE"), (KIB, "app/bounces/unknown.rs MAX_TEXT")]),
    ("docs/guide/bounces.md", "reports are fetched once {a} minute", &[(MINUTE, "app/bounces/background.rs EVERY")]),
    // deliverability
    ("docs/guide/deliverability.md", "{200} emails on the first day, {half} as many again each day", &[(ONE, "app/domains/limits.rs WARM_UP_START"), (10.0, "app/domains/limits.rs \"WARM_UP_GROWTH: f64 = 1.")]),
    ("docs/guide/deliverability.md", "more than {5} % of its domain's emails bounce or {0.3} % are called spam (by {five} subscribers at least)",
        &[(ONE, "app/domains/metrics.rs MAX_BOUNCE_RATE"), (ONE, "app/domains/metrics.rs MAX_COMPLAINT_RATE"), (ONE, "app/domains/metrics.rs COMPLAINTS")]),
    ("docs/guide/deliverability.md", "to the last week with {500} emails or more", &[(ONE, "app/domains/metrics.rs ENOUGH")]),
    // delivery
    ("docs/guide/delivery.md", "tried again, up to {three} days", &[(24.0 * 60.0, "mailer/retry.rs GIVE_UP_MINUTES")]),
    ("docs/guide/delivery.md", "connection ({8} by default)", &[(ONE, "letterpress/settings/mod.rs \"parse::concurrency,")]),
    ("docs/guide/delivery.md", "about {a} minute later", &[(ONE, "mailer/retry.rs WAITS[0]")]),
    ("docs/guide/delivery.md", "above {5} % of the last emails, {50} at least (in a small list {10}, when it took none)",
        &[(ONE, "app/deliveries/ledger/windows.rs REFUSED[0]"), (ONE, "app/deliveries/ledger/windows.rs REFUSED[1]"), (ONE, "app/deliveries/ledger/windows.rs ALLOWED[0]")]),
    ("docs/guide/delivery.md", "after 3 % of the subscribers, {10} at least and {300} at most", &[(ONE, "app/deliveries/ledger/windows.rs ALLOWED[0]"), (ONE, "app/deliveries/ledger/windows.rs ALLOWED[1]")]),
    ("docs/guide/delivery.md", "above {20} % of the last emails, {100} at least; above {5} %, {500} at least",
        &[(ONE, "app/deliveries/ledger/windows.rs UNKNOWN[0]"), (ONE, "app/deliveries/ledger/windows.rs UNKNOWN[1]"), (ONE, "app/deliveries/ledger/windows.rs UNKNOWN[2]"), (ONE, "app/deliveries/ledger/windows.rs UNKNOWN[3]")]),
    ("docs/guide/delivery.md", "after {24} (or {3} for each connection) above {10} % of the last emails",
        &[(ONE, "app/deliveries/ledger/windows.rs DOUBTS[1]"), (ONE, "app/deliveries/ledger/windows.rs BROKEN_AT_ONCE"), (ONE, "app/deliveries/ledger/windows.rs DOUBTS[0]")]),
    ("docs/guide/delivery.md", "are 400 to {800}:", &[(ONE, "app/deliveries/ledger/windows.rs FULL")]),
    ("docs/guide/delivery.md", "pauses up to {a} minute", &[(MINUTE, "engine/pace.rs LAST")]),
    ("docs/guide/delivery.md", "After {a} minute the report says", &[(MINUTE, "app/deliveries/trouble.rs PATIENCE")]),
    // domains
    ("docs/guide/domains.md", "checked every {10} seconds", &[(SECOND, "web/src/features/domains/use-watch.ts LOOK_MS")]),
    ("docs/guide/domains.md", "then rarely, for {14} days", &[(DAY, "app/domains/model.rs PATIENCE")]),
    ("docs/guide/domains.md", "no more than the {ten} look-ups", &[(ONE, "dns/check/spf.rs MAX_LOOKUPS")]),
    ("docs/guide/domains.md", "not verified for {14} days", &[(DAY, "app/domains/model.rs PATIENCE")]),
    ("docs/guide/domains.md", "looked at every {six} hours", &[(HOUR, "app/domains/model.rs VERIFIED_WAIT")]),
    ("docs/guide/domains.md", "a second look follows after {five} minutes", &[(MINUTE, "app/domains/model.rs SECOND_LOOK")]),
    ("docs/guide/domains.md", "{200} emails on the first day, {half} as many again", &[(ONE, "app/domains/limits.rs WARM_UP_START"), (10.0, "app/domains/limits.rs \"WARM_UP_GROWTH: f64 = 1.")]),
    ("docs/guide/domains.md", "within {30} days come first, then those within {90}", &[(DAY, "app/deliveries/ledger/audience.rs RANKS[0]"), (DAY, "app/deliveries/ledger/audience.rs RANKS[1]")]),
    ("docs/guide/domains.md", "the latest {30} are looked at", &[(ONE, "app/deliveries/ledger/audience.rs LOOKED_AT")]),
    ("docs/guide/domains.md", "above {5} % of hard bounces or from {0.3} % of complaints ({five} at least), in any stretch of the last week with {500} emails",
        &[(ONE, "app/domains/metrics.rs MAX_BOUNCE_RATE"), (ONE, "app/domains/metrics.rs MAX_COMPLAINT_RATE"), (ONE, "app/domains/metrics.rs COMPLAINTS"), (ONE, "app/domains/metrics.rs ENOUGH")]),
    ("docs/guide/domains.md", "or {five} such answers in a row", &[(ONE, "engine/throttle.rs IN_A_ROW")]),
    // first-campaign
    ("docs/guide/first-campaign.md", "Saves within {five} minutes are one version, {50} are kept", &[(MINUTE, "app/campaigns/store/versions.rs SITTING_MS"), (ONE, "app/campaigns/store/versions.rs KEPT_VERSIONS")]),
    // importing
    ("docs/guide/importing.md", "with {512} MiB to spare", &[(MIB, "app/imports/http/create.rs SPARE")]),
    ("docs/guide/importing.md", "up to {50} attributes of up to {1,000} characters", &[(ONE, "app/subscribers/model.rs MAX_ENTRIES"), (ONE, "app/subscribers/model.rs MAX_VALUE")]),
    ("docs/guide/importing.md", "the first {10,000} of them", &[(ONE, "app/imports/rows.rs MAX_ERRORS")]),
    // monitoring, self-hosting
    ("docs/guide/monitoring.md", "has less than {512} MiB", &[(MIB, "app/doctor/data.rs TIGHT")]),
    ("docs/guide/monitoring.md", "that is off by more than {5} seconds", &[(SECOND, "app/doctor/data.rs SKEW")]),
    ("docs/guide/monitoring.md", "a note when it is older than {two} days", &[(DAY, "app/doctor/backups.rs STALE")]),
    ("docs/guide/monitoring.md", "a backup is older than {two} days", &[(86_400.0, "deploy/prometheus/letterpress.rules.yml \"letterpress_last_backup_timestamp_seconds) >")]),
    ("docs/guide/monitoring.md", "no backup of the last {26} hours", &[(60.0, "deploy/docker/letterpress-backup \"-mmin -")]),
    ("docs/guide/self-hosting.md", "none of the last {26} hours", &[(60.0, "deploy/docker/letterpress-backup \"-mmin -")]),
    ("docs/guide/self-hosting.md", "up to {8} https addresses", &[(ONE, "letterpress/settings/parse.rs MOST_SOCIAL_LINKS")]),
    ("docs/guide/self-hosting.md", "below {512} MiB of free space", &[(MIB, "app/doctor/data.rs TIGHT")]),
    // public-pages
    ("docs/guide/public-pages.md", "the last {20} issues as RSS", &[(ONE, "app/public_pages/feed.rs ITEMS")]),
    ("docs/guide/public-pages.md", "a link that works for {7} days", &[(DAY, "app/links/signed.rs CONFIRM_LIFE")]),
    ("docs/guide/public-pages.md", "{three} a day for an address in all", &[(ONE, "app/public_pages/limits.rs PER_ADDRESS")]),
    ("docs/guide/public-pages.md", "{20} posts in {ten} minutes from one network", &[(ONE, "app/public_pages/limits.rs PER_PEER"), (MINUTE, "app/public_pages/limits.rs PEER_WINDOW")]),
    ("docs/guide/public-pages.md", "within {2} seconds, after more than {a} day", &[(SECOND, "app/links/signed.rs FASTEST"), (DAY, "app/links/signed.rs FORM_LIFE")]),
    ("docs/guide/public-pages.md", "works for {a} day", &[(DAY, "app/links/signed.rs OWN_LIFE")]),
    // scaling
    ("docs/guide/scaling.md", "replaced after {30} seconds", &[(SECOND, "app/deliveries/ledger/recover.rs SILENT")]),
    ("docs/guide/scaling.md", "more than {10} seconds off", &[(SECOND, "platform/clock.rs TOLERATED")]),
    ("docs/guide/scaling.md", "up to {20} connections", &[(ONE, "database/open.rs CONNECTIONS")]),
    // scheduling
    ("docs/guide/scheduling.md", "Up to {five} years ahead", &[(366.0 * DAY, "app/calendar.rs FURTHEST")]),
    ("docs/guide/scheduling.md", "{14} hours before UTC", &[(HOUR, "app/calendar.rs EARLIEST_ZONE")]),
    ("docs/guide/scheduling.md", "up to {20} new entries", &[(ONE, "app/deliveries/feed.rs MOST")]),
    ("docs/guide/scheduling.md", "back within {24} hours", &[(HOUR, "app/deliveries/schedule.rs GRACE")]),
    ("docs/guide/scheduling.md", "over {ten} minutes late", &[(MINUTE, "app/deliveries/schedule.rs LATE")]),
    // sign-in-providers
    ("docs/guide/sign-in-providers.md", "within the last {10} minutes", &[(MINUTE, "app/accounts/reauthenticate.rs RECENT")]),
    // templates
    ("docs/guide/templates.md", "hold one to {four} lists of blocks", &[(ONE, "web/src/email/blocks/kind.ts MAX_COLUMNS")]),
    ("docs/guide/templates.md", "up to {10} MiB", &[(MIB, "app/media/image/mod.rs MAX_FILE")]),
    ("docs/guide/templates.md", "cuts it off ({102} KB)", &[(KIB, "app/checks/content.rs CLIPPED")]),
    ("docs/guide/templates.md", "The last {50} versions are kept", &[(ONE, "app/templates/model.rs KEPT_VERSIONS")]),
    ("docs/guide/templates.md", "up to {200}, in every browser", &[(ONE, "app/saved_blocks/model.rs MAX_SAVED")]),
    // tracking
    ("docs/guide/tracking.md", "{three} different links of one email, or {eight} clicks, within {two} seconds",
        &[(ONE, "app/tracking/verdict.rs LINKS"), (ONE, "app/tracking/verdict.rs CLICKS"), (SECOND, "app/tracking/verdict.rs WINDOW")]),
    ("docs/guide/tracking.md", "from {two} seconds before to {ten} minutes after", &[(SECOND, "app/tracking/verdict.rs WINDOW"), (MINUTE, "app/tracking/verdict.rs CAUGHT_FOR")]),
    ("docs/guide/tracking.md", "within {two} seconds of the trap", &[(SECOND, "app/tracking/verdict.rs WINDOW")]),
    ("docs/guide/tracking.md", "from {30} to {3650}", &[(ONE, "letterpress/settings/parse.rs \"filter(|days| ("), (ONE, "letterpress/settings/parse.rs \"(30..=")]),
    ("docs/guide/tracking.md", "within {five} milliseconds", &[(ONE, "app/tracking/intake/queue.rs LATE")]),
    ("docs/guide/tracking.md", "up to {200,000} wait", &[(ONE, "app/tracking/intake/queue.rs MOST")]),
    ("docs/guide/tracking.md", "waited for {half} a second at most", &[(SECOND, "app/tracking/intake/mod.rs LONGEST_WAIT")]),
    // webhooks
    ("docs/guide/webhooks.md", "Up to {20} webhooks", &[(ONE, "app/webhooks/model.rs MAX_WEBHOOKS")]),
    ("docs/guide/webhooks.md", "more than {five} minutes away", &[(60.0, "clients/python/src/letterpress_client/webhooks.py \"tolerance: float =")]),
    ("docs/guide/webhooks.md", "more than {five} minutes away", &[(60.0, "clients/typescript/src/webhook.ts \"tolerance =")]),
    ("docs/guide/webhooks.md", "for {24} hours both sign", &[(HOUR, "app/webhooks/model.rs OLD_SECRET")]),
    ("docs/guide/webhooks.md", "when a {hundred} wait, {four} are under way together", &[(ONE, "app/webhooks/deliver.rs ROUND"), (ONE, "app/webhooks/deliver.rs TOGETHER")]),
    ("docs/guide/webhooks.md", "within {15} seconds takes an event", &[(ONE, "outbound/client.rs \"timeout: Duration::from_secs(")]),
    ("docs/guide/webhooks.md", "| {5} s | {5} min | {30} min | {2} h | {5} h | {10} h | {14} h | {20} h | {24} h |",
        &[(SECOND, "app/webhooks/model.rs RETRIES[0]"), (MINUTE, "app/webhooks/model.rs RETRIES[1]"), (MINUTE, "app/webhooks/model.rs RETRIES[2]"), (HOUR, "app/webhooks/model.rs RETRIES[3]"), (HOUR, "app/webhooks/model.rs RETRIES[4]"),
          (HOUR, "app/webhooks/model.rs RETRIES[5]"), (HOUR, "app/webhooks/model.rs RETRIES[6]"), (HOUR, "app/webhooks/model.rs RETRIES[7]"), (HOUR, "app/webhooks/model.rs RETRIES[8]")]),
    ("docs/guide/webhooks.md", "then two, up to {a} minute", &[(MINUTE, "app/webhooks/model.rs LONGEST_PAUSE")]),
    ("docs/guide/webhooks.md", "**{Five} days of failure**", &[(DAY, "app/webhooks/model.rs GIVE_UP")]),
    ("docs/guide/webhooks.md", "kept for {30} days after they are made, at most {10,000} finished ones", &[(DAY, "app/webhooks/model.rs KEPT_FOR"), (ONE, "app/webhooks/model.rs KEPT")]),
    // capacity: what is no measurement
    ("docs/guide/capacity.md", "deliveries of webhooks after {30} days, reports that nobody could read after {30} days", &[(DAY, "app/webhooks/model.rs KEPT_FOR"), (DAY, "app/bounces/unknown.rs AGE")]),
    ("docs/guide/capacity.md", "Up to {eight} connections see as much as {2} GiB of it each, for {three} minutes",
        &[(ONE, "database/readers.rs MOST"), (GIB, "database/open.rs \"MAPPED: &str = \""), (MINUTE, "database/open.rs KEPT_OPEN")]),
    // ports
    ("docs/guide/self-hosting.md", "`LETTERPRESS_LISTEN` (`127.0.0.1:{8080}`)", &[(ONE, "letterpress/settings/mod.rs \"([127, 0, 0, 1],")]),
    ("docs/guide/self-hosting.md", "It runs on `http://127.0.0.1:{8080}`", &[(ONE, "letterpress/settings/mod.rs \"([127, 0, 0, 1],")]),
    // conventions
    ("docs/api-conventions.md", "at most {1} MiB, those of templates, campaigns and batches of subscribers {4} MiB", &[(MIB, "app/http/mod.rs MAX_BODY"), (MIB, "app/templates/model.rs MAX_BODY")]),
    ("docs/api-conventions.md", "batches of subscribers {4} MiB", &[(MIB, "app/subscribers/http/batch.rs MAX_BODY")]),
    ("docs/api-conventions.md", "`?limit=` ({1} to {1,000}, default {100}, for templates {24})",
        &[(ONE, "app/http/page.rs \"minimum ="), (ONE, "app/http/page.rs MAX_LIMIT"), (ONE, "app/http/page.rs DEFAULT_LIMIT"), (ONE, "app/templates/http/list.rs DEFAULT_LIMIT")]),
    ("docs/api-conventions.md", "[up to {1,000} by address]", &[(ONE, "app/deliveries/http/list.rs SORTED")]),
    ("docs/api-conventions.md", "at {1,000} for searches and tags", &[(ONE, "app/subscribers/http/mod.rs MAX_COUNT")]),
    ("docs/api-conventions.md", "(up to {255} characters, kept for {24} hours per author)", &[(ONE, "app/idempotency/mod.rs \"key.chars().count() >"), (HOUR, "app/idempotency/mod.rs KEPT")]),
    ("docs/api-conventions.md", "up to {a} minute after one of them was killed", &[(MINUTE, "app/idempotency/mod.rs ABANDONED")]),
    // the clients
    ("clients/python/README.md", "(`retries`, {4} by default)", &[(ONE, "clients/python/src/letterpress_client/_transport.py \"retries: int =")]),
    ("clients/typescript/README.md", "(`retries`, {2} by default)", &[(ONE, "clients/typescript/src/client.ts \"retries =")]),
    ("clients/python/README.md", "(`max_wait`, {90} seconds in all)", &[(ONE, "clients/python/src/letterpress_client/_transport.py \"max_wait: float =")]),
    ("README.md", "from {30}, until it is [forgotten]", &[(ONE, "letterpress/settings/parse.rs \"filter(|days| (")]),
    ("README.md", "up to {8} https addresses", &[(ONE, "letterpress/settings/parse.rs MOST_SOCIAL_LINKS")]),
];

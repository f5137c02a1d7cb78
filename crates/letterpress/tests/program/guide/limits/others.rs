//! Numbers that are nobody's constant: of the world, of standards, of examples, and those that something else holds.

/// Page and words.
#[rustfmt::skip]
pub const OTHERS: &[(&str, &str)] = &[
    // Measured, as all of capacity.md is.
    ("docs/guide/amazon-ses.md", "[90 to 200 bytes](capacity.md#disk)"),
    ("docs/guide/upgrading.md", "to take a tenth of their room"),
    ("docs/guide/upgrading.md", "half a minute for a million subscribers with three tags each"),
    // Words of the calendar and of reckoning.
    ("docs/guide/analytics.md", "*6 months* or *year*"),
    ("docs/guide/analytics.md", "from 6 months on by week"),
    ("docs/guide/analytics.md", "*Show states at zero*"),
    ("docs/guide/analytics.md", "Half of them did better, half worse"),
    ("docs/guide/before-sending.md", "three or four variants"),
    ("docs/guide/before-sending.md", "in each of two variants"),
    ("docs/guide/before-sending.md", "A sample of 100 %"),
    ("docs/guide/delivery.md", "more than 3 % of the subscribers bounce"),
    ("docs/guide/scaling.md", "Two nodes on one folder"),
    ("docs/guide/scheduling.md", "28 March 2027"),
    ("docs/guide/scheduling.md", "Day 29 to 31"),
    ("docs/guide/webhooks.md", "from 1 without gaps"),
    ("docs/guide/webhooks.md", "from 200 to 299"),
    ("README.md", "one half of it"),
    ("docs/api-conventions.md", "RFC 3339"),
    // A text that changed by half is a version of its own: campaigns::store::versions has a test.
    ("docs/guide/api.md", "unless half of the text goes at once"),
    // Of others: what mailbox providers ask for, and advice.
    ("docs/guide/deliverability.md", "Stay below 100 KB"),
    ("docs/guide/deliverability.md", "below 0.1 %, never 0.3 % | below 0.3 %"),
    ("docs/guide/first-campaign.md", "that takes five minutes"),
    ("docs/guide/importing.md", "for a week or two"),
    // Steps that are counted, behind a word that announces a number.
    ("docs/guide/sign-in-providers.md", "as above. 3."),
    ("docs/guide/sign-in-providers.md", "as above. 2."),
    // Held by tests of their own: what is stopped, what is shown, what is counted, which flags there are.
    ("docs/guide/getting-started.md", "exits within 15 seconds"),
    ("docs/guide/self-hosting.md", "five of them are also flags"),
    ("docs/guide/templates.md", "eleven starters"),
    ("docs/guide/tracking.md", "about three seconds later"),
    ("docs/guide/tracking.md", "within a tenth of a second"),
    ("docs/guide/webhooks.md", "about three seconds later"),
];

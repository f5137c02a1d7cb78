//! A test of two to four variants on a part of the readers; the rest get the one that did better.

use serde::{Deserialize, Serialize};

use super::{
    http::fields,
    model::{MAX_PREHEADER, MAX_SUBJECT},
    store::Campaign,
};
use crate::{
    http::{FieldCode, Fields},
    newsletters::Newsletter,
};

/// What a test is decided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AbMetric)]
pub enum Metric {
    Opens,
    Clicks,
}

/// One of the variants; what it leaves out is as in the campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AbVariant)]
pub struct Variant {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub subject: Option<String>,
    #[serde(default)]
    pub from_name: Option<String>,
    #[serde(default)]
    pub preheader: Option<String>,
    #[serde(default)]
    pub html_content: Option<String>,
    #[serde(default)]
    pub text_content: Option<String>,
}

/// The test. The first variant is the campaign as it is, unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct AbTest {
    /// 1 to 100: of all subscribers, shared evenly by the variants.
    #[schema(minimum = 1, maximum = 100)]
    pub sample_percent: u32,
    /// From the start of sending to the choice; up to 14 days.
    #[schema(minimum = 5, maximum = 20160)]
    pub wait_minutes: i64,
    pub metric: Metric,
    #[schema(min_items = 2, max_items = 4)]
    pub variants: Vec<Variant>,
}

const WAIT: std::ops::RangeInclusive<i64> = 5..=14 * 24 * 60;
const VARIANTS: std::ops::RangeInclusive<usize> = 2..=4;
const MAX_NAME: usize = 60;

/// A test as it was sent, checked; null for none.
pub fn read(checks: &mut Fields, value: Option<serde_json::Value>) -> Option<AbTest> {
    let value = value.filter(|value| !value.is_null())?;
    let mut test: AbTest = match serde_json::from_value(value) {
        Ok(test) => test,
        Err(error) => {
            checks.error("ab_test", FieldCode::WrongType, format!("The A/B test cannot be read: {error}."));
            return None;
        }
    };
    if !(1..=100).contains(&test.sample_percent) {
        checks.error(
            "ab_test.sample_percent",
            FieldCode::OutOfRange,
            "The sample is 1 to 100 percent of subscribers.",
        );
    }
    if !WAIT.contains(&test.wait_minutes) {
        checks.error(
            "ab_test.wait_minutes",
            FieldCode::OutOfRange,
            "Wait between 5 minutes and 14 days before the winner is chosen.",
        );
    }
    if !VARIANTS.contains(&test.variants.len()) {
        checks.error("ab_test.variants", FieldCode::OutOfRange, "An A/B test has 2 to 4 variants.");
        return None;
    }
    for (at, variant) in test.variants.iter_mut().enumerate() {
        check(checks, at, variant);
    }
    let all = &test.variants;
    let is_twice = |at: usize| all[..at].iter().any(|earlier| earlier.overrides() == all[at].overrides());
    if (1..all.len()).any(is_twice) {
        checks.error(
            "ab_test.variants",
            FieldCode::Duplicate,
            "Two variants are the same: change the subject, sender or content of one.",
        );
    }
    Some(test)
}

fn check(checks: &mut Fields, at: usize, variant: &mut Variant) {
    let path = |field: &str| format!("ab_test.variants[{at}].{field}");
    variant.name = checks
        .line(&path("name"), Some(std::mem::take(&mut variant.name)), MAX_NAME)
        .unwrap_or_else(|| char::from(b'A' + at as u8).to_string());
    variant.subject = checks.line(&path("subject"), variant.subject.take(), MAX_SUBJECT);
    variant.from_name = checks.line(&path("from_name"), variant.from_name.take(), 200);
    variant.preheader = checks.line(&path("preheader"), variant.preheader.take(), MAX_PREHEADER);
    fields::check_variant(checks, &path, variant);
}

impl Variant {
    fn overrides(&self) -> [Option<&str>; 5] {
        [&self.subject, &self.from_name, &self.preheader, &self.html_content, &self.text_content]
            .map(|v| v.as_deref())
    }

    /// The campaign and the newsletter as this variant sends them.
    pub fn apply(&self, campaign: &Campaign, newsletter: &Newsletter) -> (Campaign, Newsletter) {
        let (mut campaign, mut newsletter) = (campaign.clone(), newsletter.clone());
        let set = |to: &mut String, from: &Option<String>| {
            if let Some(from) = from {
                from.clone_into(to);
            }
        };
        set(&mut campaign.subject, &self.subject);
        set(&mut newsletter.from_name, &self.from_name);
        if self.preheader.is_some() {
            campaign.preheader.clone_from(&self.preheader);
        }
        if let Some(html) = &self.html_content {
            // The campaign's own text belongs to the HTML that it was written for.
            html.clone_into(&mut campaign.html_content);
            campaign.text_content.clone_from(&self.text_content);
        } else if self.text_content.is_some() {
            campaign.text_content.clone_from(&self.text_content);
        }
        (campaign, newsletter)
    }
}

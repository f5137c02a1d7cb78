#![no_main]
//! Wall times in zones, and rules that repeat them.
use app::campaigns::schedule::{Frequency, Repeat, resolve, wall_text, wall_time, zone};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, u8, u32, Vec<u32>, Option<u32>)| {
    let (name, text, choice, interval, weekdays, month_day) = input;
    let (Some(zone), Some(wall)) = (zone(name), wall_time(text)) else { return };
    assert_eq!(wall_time(&wall_text(wall)), Some(wall));
    let resolved = resolve(zone, wall);
    let _ = (resolved.note(wall, zone), resolved.offset_text());
    let days = (resolved.at.0 - wall.and_utc().timestamp_millis()).abs();
    assert!(days <= 2 * 86_400_000, "no zone is two days away");
    let rule = Repeat {
        frequency: [Frequency::Daily, Frequency::Weekly, Frequency::Monthly][usize::from(choice) % 3],
        // What the API takes.
        interval: interval % 100 + 1,
        weekdays: weekdays.into_iter().map(|day| day % 7 + 1).collect(),
        month_day: month_day.map(|day| day % 31 + 1),
        feed_url: None,
        until: None,
    };
    if let Some(next) = rule.next(wall) {
        assert!(next > wall, "it goes forward");
    }
});

//! How the last emails of a run ended, and what stops its campaign: a server that refuses us, addresses that nobody has,
//! answers that do not come.
//!
//! Counted in the transaction that records the outcomes; the stop is one of its own right behind it, because campaigns
//! are locked before everything else.

use std::collections::BTreeMap;

use database::{Statement, Tx, Write, on_engine, together};
use engine::ports::{Origin, Settled};

use super::context::{RunContext, StepContext};
use crate::{
    Core, Timestamp, campaigns,
    deliveries::events,
    redact,
    runs::{RunRef, State},
};

/// A window that holds so many emails is halved: what is long past does not hide what happens now.
const FULL: i64 = 800;
/// Each stop is overruled by whoever resumes; the next one of the run needs twice as much as the last, up to here.
const MOST: i64 = 700;
/// Unknown addresses that a list of any size may have, wherever they stand in it: one of so many readers, and no fewer and
/// no more than this. Lists come in the order of the alphabet, or the oldest first.
const ONE_OF: i64 = 33;
const ALLOWED: (i64, i64) = (10, 300);
/// Refusals that are no reader's fault: percent of at least so many emails.
const REFUSED: (i64, i64) = (5, 50);
/// So many unknown addresses nearly in a row are about the server, where too many are unknown anyway.
const SHORT_STREAK: i64 = 20;
/// An email that is taken outweighs so many unknown addresses: nine of ten have to be unknown for the streak to grow.
const TAKEN: i64 = 9;
/// Unknown addresses: percent of at least so many emails.
const UNKNOWN: [(i64, i64); 2] = [(20, 100), (5, 500)];
/// Answers that did not come: percent of the emails, and at least so many.
const DOUBTS: (i64, i64) = (10, 24);
/// One fault of the network breaks every connection once.
const BROKEN_AT_ONCE: i64 = 3;
/// Characters of a server's words in the reason for the author.
const WORDS: usize = 200;

/// Of `campaign_runs` as `r`.
macro_rules! intended {
    () => {
        "CASE r.state WHEN 'preparing' THEN 1000000000 ELSE r.intended END"
    };
}

/// How emails of one run ended in one transaction.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By the domain of the readers' addresses: emails that were taken, or refused for their address.
    pub receivers: BTreeMap<String, i64>,
    /// Taken, or refused because the mailbox is full.
    good: i64,
    refused: i64,
    unknown: i64,
    doubts: i64,
    /// The server's words for the last one that was not good.
    words: Option<String>,
}

impl Tally {
    /// Counts a reader whose row went `from` a state to what is settled.
    pub fn add(&mut self, from: State, settled: &Settled) {
        let was_written = matches!(from, State::Committing | State::CommittingAgain);
        match settled.state {
            State::Sent => self.good += 1,
            State::Failed if settled.hard_bounce => self.unknown += 1,
            State::Failed if settled.about_us => self.refused += 1,
            State::Failed if settled.soft_bounce => self.good += 1,
            State::Queued | State::InDoubt | State::Held if was_written => self.doubts += 1,
            _ => return,
        }
        if settled.state == State::Sent || settled.hard_bounce {
            match self.receivers.get_mut(&settled.receiver) {
                Some(mails) => *mails += 1,
                None => _ = self.receivers.insert(settled.receiver.clone(), 1),
            }
        }
        if settled.hard_bounce || settled.about_us {
            let code = settled.code.map(|code| format!("{code} ")).unwrap_or_default();
            self.words = settled.reason.as_ref().map(|reason| format!("{code}{reason}"));
        }
    }

    /// Emails that were taken, or refused for their address.
    pub fn mails(&self) -> i64 {
        self.receivers.values().sum()
    }

    pub fn all(&self) -> i64 {
        self.good + self.refused + self.unknown + self.doubts
    }

    /// Adds mails that were taken.
    pub fn take(&mut self, n: i64) {
        self.good += n;
    }
}

/// Why a campaign stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// Not for the readers' sake.
    Refused,
    /// Nearly everybody in a row is unknown: nothing is known of the readers by that.
    Everybody,
    /// More are unknown than on a list that was looked after.
    Unknown,
    /// The server does not answer.
    Doubts,
}

/// A campaign that is to stop.
#[derive(Clone, Debug)]
pub struct Stop {
    run: RunRef,
    epoch: i64,
    cause: Cause,
    window: Window,
    reason: String,
}

/// The last emails of a run, as they are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Window {
    #[sqlx(rename = "window_epoch")]
    epoch: i64,
    mails: i64,
    refused: i64,
    unknown_addresses: i64,
    unknown_in_all: i64,
    doubts: i64,
    streak: i64,
    streak_since: i64,
    stops: i64,
    /// Readers of the run; very many while they are not counted yet.
    intended: i64,
}

impl Window {
    fn count(&mut self, tally: &Tally, now: i64) {
        if self.mails >= FULL {
            for n in [&mut self.mails, &mut self.refused, &mut self.unknown_addresses, &mut self.doubts] {
                *n /= 2;
            }
        }
        self.mails += tally.all();
        self.refused += tally.refused;
        self.unknown_addresses += tally.unknown;
        self.unknown_in_all += tally.unknown;
        self.doubts += tally.doubts;
        if self.streak == 0 {
            self.streak_since = now;
        }
        self.streak = (self.streak + tally.unknown - TAKEN * tally.good).max(0);
    }

    fn verdict(&self) -> Option<Cause> {
        let enough = |n: i64, least: i64| n >= (least << self.stops.min(8)).min(MOST);
        let over = |n: i64, percent: i64| n * 100 > self.mails * percent;
        let allowed = (self.intended / ONE_OF).clamp(ALLOWED.0, ALLOWED.1);
        if enough(self.streak, allowed) {
            return Some(Cause::Everybody);
        }
        let (percent, least) = REFUSED;
        let nothing_is_taken = self.mails == self.refused + self.unknown_addresses + self.doubts;
        if (enough(self.mails, least) && over(self.refused, percent))
            || (nothing_is_taken && enough(self.refused, allowed.min(least)))
        {
            return Some(Cause::Refused);
        }
        let (percent, least) = DOUBTS;
        if enough(self.doubts, least) && over(self.doubts, percent) {
            return Some(Cause::Doubts);
        }
        let unknown = |&(percent, least): &(i64, i64)| {
            enough(self.mails, least) && over(self.unknown_addresses, percent)
        };
        let cause = if self.streak >= SHORT_STREAK { Cause::Everybody } else { Cause::Unknown };
        (self.unknown_in_all > allowed && UNKNOWN.iter().any(unknown)).then_some(cause)
    }

    /// The reason for the author: what happened, then what to do.
    fn reason(&self, cause: Cause, words: Option<&str>) -> String {
        let Self { mails, refused, unknown_addresses: unknown, doubts, streak, .. } = self;
        let says = words.map_or(String::new(), |words| {
            let words: String = redact::addresses(words).chars().take(WORDS).collect();
            format!(" It says: “{}”.", words.split_whitespace().collect::<Vec<_>>().join(" "))
        });
        let later = "Resuming doesn't try those who were refused again: once the campaign is sent, “Send to the rest” \
                     in its report reaches them.";
        match cause {
            Cause::Refused => format!(
                "The mail server refused {refused} of the last {mails} emails, and not because of their addresses.{says} \
                 Put right what it objects to (the sender, its authentication, the content or the size), then resume. {later}"
            ),
            Cause::Everybody => format!(
                "The mail server says of {streak} subscribers nearly in a row that their addresses don't exist.{says} \
                 No real list looks like that, so something is wrong with the server or the list, and we did not mark \
                 them as bounced. Check both, then resume. {later}"
            ),
            Cause::Unknown => format!(
                "{unknown} of the last {mails} emails bounced because nobody has the address. Mail providers soon refuse \
                 everything from a sender with such a list. Clean the list, then resume."
            ),
            Cause::Doubts => format!(
                "The connection broke after {doubts} of the last {mails} emails, before the mail server said whether it \
                 took them. Some subscribers may have got it, and may get it twice if this goes on. Have the mail server \
                 looked at, then resume."
            ),
        }
    }
}

/// What is written of an attempt that ended before its dot. Refusals that come in after the campaign was stopped are
/// not: the reader goes back into the queue, and is asked about again when the campaign is resumed.
pub fn heeded(context: &StepContext, run_id: i64, origin: Origin, settled: &Settled) -> Option<Settled> {
    let is_sending = context.runs.get(&run_id).is_none_or(|run| run.is_sending);
    if is_sending || settled.state != State::Failed {
        return Some(settled.clone());
    }
    match origin {
        // Without a row it is queued.
        Origin::Chunk(_) => None,
        Origin::Row => Some(Settled { reason: None, ..Settled::because(State::Queued, "") }),
    }
}

/// A window that emails were counted in.
pub struct Counted<'a> {
    run: &'a RunContext,
    tally: &'a Tally,
    window: Window,
}

/// Counts how emails ended, and answers what writes it, each one row. It writes none where another node has counted since the
/// window was read: then it is to be counted [`again`].
pub fn count<'a>(
    context: &'a StepContext,
    tallies: &'a BTreeMap<i64, Tally>,
) -> (Vec<Counted<'a>>, Vec<Statement>) {
    let tallies = tallies.iter().filter(|(_, tally)| tally.all() > 0);
    let runs = tallies.filter_map(|(run_id, tally)| Some((context.runs.get(run_id)?, tally)));
    runs.map(|(run, tally)| {
        let window = counted(run, run.window, tally, context.now);
        (Counted { run, tally, window }, write(run, run.window, window))
    })
    .unzip()
}

/// The same for mails that were all taken, whatever others have counted since the window was read. It answers the window.
pub fn count_taken(run: &RunContext, tally: &Tally, now: i64) -> Write {
    let statement = Statement::new(
        "UPDATE run_windows SET mails = CASE WHEN mails >= $5 THEN mails / 2 ELSE mails END + $3, \
         refused = CASE WHEN mails >= $5 THEN refused / 2 ELSE refused END, \
         unknown_addresses = CASE WHEN mails >= $5 THEN unknown_addresses / 2 ELSE unknown_addresses END, \
         doubts = CASE WHEN mails >= $5 THEN doubts / 2 ELSE doubts END, \
         streak_since = CASE streak WHEN 0 THEN $6 ELSE streak_since END, \
         streak = CASE WHEN streak > $4 * $3 THEN streak - $4 * $3 ELSE 0 END \
         WHERE run_id = $1 AND epoch = $2",
    );
    let statement = statement.bind(run.run.id.get()).bind(run.epoch).bind(tally.good).bind(TAKEN);
    Write::one(statement.bind(FULL).bind(now)).answering(&[
        "epoch",
        "mails",
        "refused",
        "unknown_addresses",
        "unknown_in_all",
        "doubts",
        "streak",
        "streak_since",
        "stops",
        concat!("(SELECT ", intended!(), " FROM campaign_runs r WHERE r.id = run_id)"),
    ])
}

impl<'a> Counted<'a> {
    /// A window that [`count_taken`] was answered.
    pub fn of(run: &'a RunContext, tally: &'a Tally, answer: &[i64]) -> Option<Self> {
        let mut answer = answer.iter().copied();
        // In the order in which they were asked for.
        let window = Window {
            epoch: answer.next()?,
            mails: answer.next()?,
            refused: answer.next()?,
            unknown_addresses: answer.next()?,
            unknown_in_all: answer.next()?,
            doubts: answer.next()?,
            streak: answer.next()?,
            streak_since: answer.next()?,
            stops: answer.next()?,
            intended: answer.next()?,
        };
        Some(Self { run, tally, window })
    }
}

impl RunContext {
    /// Whether there is a window of this epoch, so that mails that were taken only need to be added.
    pub fn has_a_window(&self) -> bool {
        self.window.epoch == self.epoch
    }
}

/// The same for those whose window was not written: it is this transaction's until its end all the same, as PostgreSQL locks the
/// row that it decides not to update.
pub async fn again(
    tx: &mut Tx,
    context: &StepContext,
    windows: &mut [Counted<'_>],
    written: &[u64],
) -> database::Result<()> {
    for (counted_in, _) in windows.iter_mut().zip(written).filter(|(_, rows)| **rows == 0) {
        let Counted { run, tally, window } = counted_in;
        let Some(found) = find(tx, run.run.id.get()).await? else { continue };
        *window = counted(run, found, tally, context.now);
        together(tx, vec![write(run, found, *window)]).await?;
    }
    Ok(())
}

/// What is to be stopped.
pub fn stops(windows: Vec<Counted<'_>>) -> Vec<Stop> {
    let stop = |Counted { run, tally, mut window }: Counted<'_>| {
        if !run.is_sending {
            // What comes in behind a stop belongs to it, and does not need twice as much.
            window.stops = (window.stops - 1).max(0);
        }
        let cause = window.verdict()?;
        let reason = window.reason(cause, tally.words.as_deref());
        Some(Stop { run: run.run, epoch: run.epoch, cause, window, reason })
    };
    windows.into_iter().filter_map(stop).collect()
}

fn counted(run: &RunContext, found: Window, tally: &Tally, now: i64) -> Window {
    let mut window = found;
    if run.is_sending && window.epoch != run.epoch {
        let Window { stops, intended, .. } = window;
        window = Window { epoch: run.epoch, stops, intended, ..Window::default() };
    }
    window.count(tally, now);
    window
}

/// The columns of a run's window, of `run_windows` as `w` beside `campaign_runs` as `r`.
macro_rules! columns {
    () => {
        concat!(
            "COALESCE(w.epoch, -1) AS window_epoch, COALESCE(w.mails, 0) AS mails, COALESCE(w.refused, 0) AS refused, \
             COALESCE(w.unknown_addresses, 0) AS unknown_addresses, COALESCE(w.unknown_in_all, 0) AS unknown_in_all, \
             COALESCE(w.doubts, 0) AS doubts, COALESCE(w.streak, 0) AS streak, COALESCE(w.streak_since, 0) AS streak_since, \
             COALESCE(w.stops, 0) AS stops, ",
            $crate::deliveries::ledger::windows::intended!(),
            " AS intended"
        )
    };
}
pub(super) use {columns, intended};

async fn find(tx: &mut Tx, run_id: i64) -> database::Result<Option<Window>> {
    on_engine!(tx, conn => sqlx::query_as(concat!(
        "SELECT ", columns!(), " FROM campaign_runs r LEFT JOIN run_windows w ON w.run_id = r.id WHERE r.id = $1"))
        .bind(run_id).fetch_optional(conn).await)
}

/// Writes a window over the one that was found.
fn write(run: &RunContext, found: Window, window: Window) -> Statement {
    Statement::new(
        "INSERT INTO run_windows (run_id, epoch, mails, refused, unknown_addresses, unknown_in_all, doubts, streak, \
         streak_since, stops) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (run_id) DO UPDATE SET epoch = $2, \
         mails = $3, refused = $4, unknown_addresses = $5, unknown_in_all = $6, doubts = $7, streak = $8, streak_since = $9, \
         stops = $10 WHERE run_windows.epoch = $11 AND run_windows.mails = $12 AND run_windows.refused = $13 \
         AND run_windows.unknown_in_all = $14 AND run_windows.doubts = $15 AND run_windows.stops = $16",
    )
    .bind(run.run.id.get())
    .bind(window.epoch)
    .bind(window.mails)
    .bind(window.refused)
    .bind(window.unknown_addresses)
    .bind(window.unknown_in_all)
    .bind(window.doubts)
    .bind(window.streak)
    .bind(window.streak_since)
    .bind(window.stops)
    .bind(found.epoch)
    .bind(found.mails)
    .bind(found.refused)
    .bind(found.unknown_in_all)
    .bind(found.doubts)
    .bind(found.stops)
}

/// Stops the campaigns. One that cannot be stopped because the database is away is stopped by its next outcome.
pub async fn stop(core: &Core, stops: &[Stop]) {
    for stop in stops {
        let connections = i64::try_from(core.settings.send_concurrency).unwrap_or(i64::MAX);
        let at_once = connections.saturating_mul(BROKEN_AT_ONCE);
        if stop.cause == Cause::Doubts && stop.window.doubts < at_once.min(MOST) {
            continue;
        }
        if let Err(error) = stop_one(core, stop).await {
            tracing::error!(campaign_id = stop.run.campaign_id.get(), %error, "a campaign that should stop goes on");
        }
        // Whatever is at hand of it is given back.
        core.sender.wake();
    }
}

async fn stop_one(core: &Core, stop: &Stop) -> database::Result<()> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let id = stop.run.campaign_id;
    let paused = campaigns::pause_by_itself(&mut tx, id, Some(stop.epoch), &stop.reason, now).await?;
    if paused.is_some() {
        on_engine!(&mut tx, conn => sqlx::query("UPDATE run_windows SET stops = stops + 1 WHERE run_id = $1")
            .bind(stop.run.id).execute(conn).await.map(drop))?;
    }
    // Also those whose answer came when it was paused already.
    if stop.cause == Cause::Everybody {
        events::take_back(&mut tx, stop.run, Timestamp(stop.window.streak_since), now).await?;
    }
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use database::both_engines;
    use engine::ports::{Key, Step};
    use serde_json::json;

    use super::*;
    use crate::{
        campaigns::testing::World,
        deliveries::{ledger::readings::Readings, model::Policy},
        runs,
    };

    /// What happens to one email after the other, as many at once as in a group commit.
    fn run(window: &mut Window, mails: impl IntoIterator<Item = Settled>) -> Option<(usize, Cause)> {
        for (at, settled) in mails.into_iter().enumerate() {
            let mut tally = Tally::default();
            tally.add(State::Committing, &settled);
            window.count(&tally, at as i64);
            if let Some(cause) = window.verdict() {
                return Some((at + 1, cause));
            }
        }
        None
    }

    fn sent() -> Settled {
        Settled::because(State::Sent, "")
    }

    fn refused() -> Settled {
        Settled {
            about_us: true,
            code: Some(554),
            ..Settled::because(State::Failed, "5.7.1 <a@example.net> no")
        }
    }

    fn unknown() -> Settled {
        Settled { hard_bounce: true, ..Settled::because(State::Failed, "5.1.1 who?") }
    }

    fn doubt() -> Settled {
        Settled::because(State::Queued, "lost")
    }

    fn every(n: usize, bad: fn() -> Settled, mails: usize) -> impl Iterator<Item = Settled> {
        (0..mails).map(move |i| if i % n == 0 { bad() } else { sent() })
    }

    fn to(intended: i64) -> Window {
        Window { intended, ..Window::default() }
    }

    #[test]
    fn each_end_of_an_email_is_counted_as_what_it_is() {
        let full = Settled { soft_bounce: true, ..Settled::because(State::Failed, "5.2.2 full") };
        let given_up = Settled::because(State::Failed, "Given up after 12 attempts: 4.7.1 later");
        let mut tally = Tally::default();
        for (receiver, settled) in [
            ("a.example", sent()),
            ("a.example", sent()),
            ("b.example", unknown()),
            ("b.example", refused()),
            ("b.example", full),
            ("b.example", given_up),
            ("b.example", doubt()),
        ] {
            tally.add(State::Committing, &Settled { receiver: receiver.into(), ..settled });
        }
        // Nothing was written of this one.
        tally.add(State::Claimed, &doubt());
        assert_eq!((tally.good, tally.refused, tally.unknown, tally.doubts, tally.all()), (3, 1, 1, 1, 6));
        assert_eq!(tally.receivers, [("a.example".to_owned(), 2), ("b.example".to_owned(), 1)].into());
        assert_eq!((tally.mails(), tally.words.as_deref()), (3, Some("554 5.7.1 <a@example.net> no")));
    }

    #[test]
    fn what_is_just_allowed_stops_nothing() {
        let window = |refused, unknown_in_all| Window {
            mails: 100,
            refused,
            unknown_addresses: 21,
            unknown_in_all,
            ..to(100)
        };
        assert_eq!(window(5, 10).verdict(), None);
        assert_eq!(window(6, 10).verdict(), Some(Cause::Refused));
        assert_eq!(window(5, 11).verdict(), Some(Cause::Unknown));
        // Whoever takes nothing at all stops sooner, whatever it says.
        let nothing = Window { mails: 20, refused: 12, unknown_addresses: 4, doubts: 4, ..to(100) };
        assert_eq!(nothing.verdict(), Some(Cause::Refused));
        assert_eq!(Window { mails: 21, ..nothing }.verdict(), None);
    }

    #[test]
    fn a_list_that_is_looked_after_goes_through() {
        for bad in [unknown, refused, doubt] {
            assert_eq!(run(&mut to(20_000), every(50, bad, 20_000)), None);
        }
        assert_eq!(run(&mut to(20_000), every(25, unknown, 20_000)), None, "4 %");
        let full = Settled { soft_bounce: true, ..Settled::because(State::Failed, "5.2.2 full") };
        assert_eq!(run(&mut to(1000), vec![full.clone(); 1000]), None, "a full mailbox exists");
        let some = (0..1000).map(|i| if i % 25 == 0 { unknown() } else { full.clone() });
        assert_eq!(run(&mut to(1000), some), None, "and is no sign of a bad list");
        let later = Settled::because(State::Deferred, "4.7.1 later");
        assert_eq!(run(&mut to(1000), vec![later; 1000]), None);
        // Two of a hundred, wherever they stand.
        for (readers, dead) in [(3000, 60), (400, 8), (100, 2), (12_000, 240)] {
            for first in [0, readers / 3, readers - dead] {
                let mails =
                    (0..readers).map(|i| if (first..first + dead).contains(&i) { unknown() } else { sent() });
                assert_eq!(run(&mut to(i64::from(readers)), mails), None, "{dead} of {readers} from {first}");
            }
        }
    }

    #[test]
    fn whoever_is_refused_altogether_stops_at_once() {
        for (readers, refusals, unknowns) in [(100, 10, 10), (3000, 50, 90), (1_000_000, 50, 300)] {
            assert_eq!(run(&mut to(readers), vec![refused(); 3000]), Some((refusals, Cause::Refused)));
            assert_eq!(run(&mut to(readers), vec![unknown(); 3000]), Some((unknowns, Cause::Everybody)));
            assert_eq!(run(&mut to(readers), vec![doubt(); 3000]), Some((24, Cause::Doubts)));
        }
        // Resumed without a change it stops later each time, and always stops.
        for stops in 1..12 {
            let mut again = Window { stops, ..to(100) };
            let (after, cause) = run(&mut again, vec![refused(); 3000]).unwrap();
            assert_eq!((after as i64, cause), ((10 << stops).min(MOST), Cause::Refused));
        }
    }

    #[test]
    fn what_went_well_before_does_not_hide_what_goes_wrong_now() {
        for (bad, cause, most) in [
            (refused as fn() -> Settled, Cause::Refused, 50),
            (unknown, Cause::Everybody, 300),
            (doubt, Cause::Doubts, 100),
        ] {
            let mut window = to(12_600);
            assert_eq!(run(&mut window, vec![sent(); 12_000]), None);
            let (after, why) = run(&mut window, vec![bad(); 600]).unwrap();
            assert!(after <= most && why == cause, "{after} {why:?}");
        }
        // Too many unknown addresses, but by far not all.
        assert_eq!(run(&mut to(400), every(3, unknown, 3000)), Some((100, Cause::Unknown)));
        let (after, cause) = run(&mut to(3000), every(12, unknown, 3000)).unwrap();
        assert!(after < 1200 && cause == Cause::Unknown, "{after} {cause:?}");
        assert_eq!(run(&mut to(3000), every(12, refused, 3000)), Some((50, Cause::Refused)));
    }

    #[test]
    fn nearly_everybody_in_a_row_is_about_the_server() {
        // One of thirty exists.
        let mails = (0..1000).map(|i| if i % 30 == 3 { sent() } else { unknown() });
        let (after, cause) = run(&mut to(1000), mails).unwrap();
        assert!(after < 60 && cause == Cause::Everybody, "{after} {cause:?}");
    }

    #[test]
    fn the_reason_says_what_happened_and_names_nobody() {
        let window = Window { mails: 60, refused: 58, ..Window::default() };
        let reason = window.reason(Cause::Refused, Some("554 5.7.1 <a@example.net> no\r\nmore"));
        assert!(reason.starts_with("The mail server refused 58 of the last 60 emails"), "{reason}");
        assert!(reason.contains("“554 5.7.1 <address> no more”"), "{reason}");
    }

    both_engines!(mails_that_were_taken_are_added_as_they_are_counted, engine => {
        let w = World::new(engine).await;
        let campaign = w.campaign(json!({ "subject": "A" })).await;
        w.run(campaign, 0).await;
        let mut tx = w.t.app.db.begin().await.unwrap();
        let run_id = runs::latest(&mut tx, campaign).await.unwrap().unwrap().id;
        let run = runs::find(&mut tx, run_id).await.unwrap().unwrap();
        let intended = find(&mut tx, run_id.get()).await.unwrap().unwrap().intended;
        tx.commit().await.unwrap();
        let line = w.t.app.db.line();
        let kept = Window { epoch: 4, unknown_in_all: 31, stops: 2, intended, ..Window::default() };
        for (mails, n) in [(0, 1), (799, 1), (800, 3), (801, 40)] {
            for (streak, bad) in [(0, 0), (5, 7), (9 * n, 7), (9 * n + 1, 400)] {
                let window = Window {
                    mails,
                    refused: bad,
                    unknown_addresses: bad + 1,
                    doubts: bad + 2,
                    streak,
                    streak_since: 77,
                    ..kept
                };
                let context =
                    RunContext { run, is_sending: true, epoch: 4, policy: Policy::Hold, window };
                let mut tx = w.t.app.db.begin().await.unwrap();
                let found = find(&mut tx, run_id.get()).await.unwrap().unwrap();
                assert_eq!(together(&mut tx, vec![write(&context, found, window)]).await.unwrap(), [1]);
                tx.commit().await.unwrap();
                let mut tally = Tally::default();
                (0..n).for_each(|_| tally.add(State::Committing, &sent()));
                let answers = line
                    .at_once(Vec::new(), vec![count_taken(&context, &tally, 99)])
                    .await
                    .unwrap()
                    .unwrap();
                let mut expected = window;
                expected.count(&tally, 99);
                assert_eq!(
                    Counted::of(&context, &tally, &answers[0]).unwrap().window,
                    expected,
                    "{window:?} {n}"
                );
                let mut tx = w.t.app.db.read().await.unwrap();
                assert_eq!(find(&mut tx, run_id.get()).await.unwrap().unwrap(), expected);
            }
        }
    });

    both_engines!(a_window_in_which_another_node_has_counted_is_counted_again, engine => {
        let w = World::new(engine).await;
        let campaign = w.campaign(json!({ "subject": "A" })).await;
        w.run(campaign, 0).await;
        let mut tx = w.t.app.db.begin().await.unwrap();
        let run_id = runs::latest(&mut tx, campaign).await.unwrap().unwrap().id.get();
        let key = Key { newsletter_id: w.newsletter_id.get(), run_id, subscriber_id: 1 };
        let steps = [Step::Outcome { key, attempt_id: 1, settled: sent() }];
        let mut tally = Tally::default();
        for settled in [sent(), unknown(), sent()] {
            tally.add(State::Committing, &settled);
        }
        let tallies = BTreeMap::from([(run_id, tally)]);
        let readings = Mutex::<Readings>::default();
        // Two nodes saw the same, and one after the other writes.
        let context = StepContext::read(&mut tx, &readings, 1, 7, &steps).await.unwrap();
        for (written, mails) in [(1, 3), (0, 6)] {
            let (mut windows, statements) = count(&context, &tallies);
            let rows = together(&mut tx, statements).await.unwrap();
            assert_eq!(rows, [written]);
            again(&mut tx, &context, &mut windows, &rows).await.unwrap();
            let found = find(&mut tx, run_id).await.unwrap().unwrap();
            assert_eq!((found.mails, found.unknown_in_all, found), (mails, mails / 3, windows[0].window));
        }
        // Who looks now sees both.
        let context = StepContext::read(&mut tx, &readings, 1, 7, &steps).await.unwrap();
        let (_, statements) = count(&context, &tallies);
        assert_eq!(together(&mut tx, statements).await.unwrap(), [1]);
        assert_eq!(find(&mut tx, run_id).await.unwrap().unwrap().mails, 9);
    });
}

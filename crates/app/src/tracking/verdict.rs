//! Whether the opens and clicks of one mail are a person's: many links within moments, or the link that nobody can see, are not,
//! nor is an open in their midst.

use std::collections::{HashMap, hash_map::Entry};

use super::agents::Agent;

/// So close together, in milliseconds, that they are judged together.
pub const WINDOW: i64 = 2_000;
/// Different links within the window that only a program follows.
const LINKS: usize = 3;
/// Clicks within the window that only a program makes.
const CLICKS: i64 = 8;
/// After the hidden link was followed, its follower is believed at work for so long.
pub const CAUGHT_FOR: i64 = 10 * crate::clock::MINUTE;

/// What one mail's reader did, as it came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    pub kind: EngagementKind,
    pub link_no: i64,
    pub agent: Agent,
    pub times: i64,
    /// Milliseconds since the Unix epoch.
    pub at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i16)]
pub enum EngagementKind {
    Open = 1,
    Click = 2,
    /// The link that no person sees.
    Trap = 3,
}

impl EngagementKind {
    pub fn from_code(code: i16) -> Self {
        match code {
            1 => Self::Open,
            2 => Self::Click,
            _ => Self::Trap,
        }
    }
}

/// Who each act is put down to, in the same order. `acts` are of one mail, ordered by time; `caught_until` is until when
/// a program was known to be at it, and the answer's second part until when it is now.
pub fn judge(acts: &[Act], caught_until: i64) -> (Vec<Agent>, i64) {
    let traps: Vec<i64> =
        acts.iter().filter(|act| act.kind == EngagementKind::Trap).map(|act| act.at).collect();
    let caught = traps.last().map_or(caught_until, |at| caught_until.max(at + CAUGHT_FOR));
    let bursts = bursts(acts);
    // The later half of a burst may be judged after the earlier half is gone.
    let burst_until = bursts.last().map_or(caught, |(_, to)| caught.max(*to));
    let in_burst = |act: &Act| {
        let next = bursts.partition_point(|(_, to)| *to < act.at);
        bursts.get(next).is_some_and(|(from, _)| *from <= act.at)
    };
    let near = |trap: i64, at: i64| (at - WINDOW..=at + WINDOW).contains(&trap);
    let is_caught = |act: &Act| match act.kind {
        // People open a mail minutes after a scanner was through with it: only what came with the trap came from the scanner.
        EngagementKind::Open => {
            let first = traps.partition_point(|trap| *trap < act.at - WINDOW);
            traps.get(first).is_some_and(|trap| near(*trap, act.at))
                || near(caught_until - CAUGHT_FOR, act.at)
        }
        _ => act.at <= caught && act.at >= caught - CAUGHT_FOR - WINDOW,
    };
    let verdict = |act: &Act| match act.kind {
        EngagementKind::Trap => Agent::Robot,
        _ if act.agent != Agent::Person => act.agent,
        _ if is_caught(act) || in_burst(act) => Agent::Robot,
        _ => Agent::Person,
    };
    (acts.iter().map(verdict).collect(), burst_until)
}

/// Spans of time in which more was clicked than a person can; in their order, none touches another.
fn bursts(acts: &[Act]) -> Vec<(i64, i64)> {
    let clicks: Vec<&Act> = acts.iter().filter(|act| act.kind == EngagementKind::Click).collect();
    let mut spans: Vec<(i64, i64)> = Vec::new();
    // What was clicked in the window before each click: how often each link, and how often at all.
    let (mut first, mut times, mut links) = (0, 0, HashMap::new());
    for act in &clicks {
        while clicks[first].at < act.at - WINDOW {
            times -= clicks[first].times;
            if let Entry::Occupied(mut link) = links.entry(clicks[first].link_no) {
                *link.get_mut() -= 1;
                if *link.get() == 0 {
                    link.remove();
                }
            }
            first += 1;
        }
        times += act.times;
        *links.entry(act.link_no).or_insert(0) += 1;
        if links.len() >= LINKS || times >= CLICKS {
            match spans.last_mut().filter(|(_, to)| clicks[first].at <= *to) {
                Some(span) => span.1 = act.at,
                None => spans.push((clicks[first].at, act.at)),
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn click(link_no: i64, at: i64) -> Act {
        Act { kind: EngagementKind::Click, link_no, agent: Agent::Person, times: 1, at }
    }

    fn agents(acts: &[Act]) -> Vec<Agent> {
        judge(acts, 0).0
    }

    #[test]
    fn people_click_one_link_after_the_other() {
        let acts = [click(1, 1_000_000), click(2, 1_001_500), click(3, 1_004_000), click(1, 1_090_000)];
        assert_eq!(agents(&acts), [Agent::Person; 4]);
        let twice = [click(1, 1_000_000), click(1, 1_000_200), click(2, 1_000_400)];
        assert_eq!(agents(&twice), [Agent::Person; 3], "a double click and another one");
    }

    #[test]
    fn many_links_at_once_are_a_program_and_later_ones_are_not() {
        let acts = [
            click(1, 1_000_000),
            click(2, 1_000_100),
            click(3, 1_000_200),
            click(4, 1_000_300),
            click(2, 1_900_000),
        ];
        let expected = [Agent::Robot, Agent::Robot, Agent::Robot, Agent::Robot, Agent::Person];
        assert_eq!(agents(&acts), expected);
    }

    #[test]
    fn one_link_again_and_again_is_a_program() {
        let acts = [Act { times: 1_000, ..click(1, 1_000_000) }];
        assert_eq!(agents(&acts), [Agent::Robot]);
    }

    #[test]
    fn whoever_follows_the_hidden_link_is_caught_for_a_while() {
        let trap = Act { kind: EngagementKind::Trap, ..click(65_535, 1_000_500) };
        let acts = [click(1, 1_000_000), trap, click(2, 1_030_000), click(1, 1_000_500 + CAUGHT_FOR + 1)];
        let (agents, until) = judge(&acts, 0);
        assert_eq!(agents, [Agent::Robot, Agent::Robot, Agent::Robot, Agent::Person]);
        assert_eq!(until, 1_000_500 + CAUGHT_FOR);
        assert_eq!(judge(&[click(3, 1_200_000)], until).0, [Agent::Robot], "known from before");
        let acts = [click(1, trap.at - WINDOW - 1), click(2, trap.at - WINDOW), trap];
        assert_eq!(judge(&acts, 0).0, [Agent::Person, Agent::Robot, Agent::Robot]);
    }

    #[test]
    fn an_open_is_the_scanner_s_only_around_its_trap() {
        let until = 1_000_000 + CAUGHT_FOR;
        for (at, agent) in [
            (1_000_000 - WINDOW - 1, Agent::Person),
            (1_000_000 - WINDOW, Agent::Robot),
            (1_000_000 + WINDOW, Agent::Robot),
            (1_000_000 + WINDOW + 1, Agent::Person),
        ] {
            let open = Act { kind: EngagementKind::Open, ..click(0, at) };
            assert_eq!(judge(&[open], until).0, [agent], "{at}");
        }
    }

    #[test]
    fn an_open_in_the_midst_of_a_burst_is_the_burst_s() {
        let open = |at| Act { kind: EngagementKind::Open, ..click(0, at) };
        let trap = Act { kind: EngagementKind::Trap, ..click(65_535, 1_000_000) };
        for (at, agent) in [
            (1_000_000 - WINDOW - 1, Agent::Person),
            (1_000_000 - WINDOW, Agent::Robot),
            (1_000_000 + WINDOW, Agent::Robot),
            (1_000_000 + WINDOW + 1, Agent::Person),
            (1_000_000 + CAUGHT_FOR - 1_000, Agent::Person),
            (1_000_000 + CAUGHT_FOR, Agent::Person),
        ] {
            let mut acts = [trap, open(at)];
            acts.sort_unstable_by_key(|act| act.at);
            let at_trap = acts.iter().position(|act| act.kind == EngagementKind::Trap).unwrap();
            let (agents, until) = judge(&acts, 0);
            assert_eq!((agents[at_trap], agents[1 - at_trap]), (Agent::Robot, agent), "{at}");
            // The trap was judged before.
            if at > 1_000_000 {
                assert_eq!(judge(&[open(at)], until).0, [agent], "{at}");
            }
        }
        let clicks = [click(1, 1_000_000), click(2, 1_000_100), click(3, 1_000_300)];
        for (at, agent) in [
            (999_999, Agent::Person),
            (1_000_000, Agent::Robot),
            (1_000_300, Agent::Robot),
            (1_000_301, Agent::Person),
        ] {
            let mut acts = vec![open(at)];
            acts.extend(clicks);
            acts.sort_by_key(|act| act.at);
            let place = acts.iter().position(|act| act.kind == EngagementKind::Open).unwrap();
            assert_eq!(agents(&acts)[place], agent, "{at}");
        }
        let proxy = Act { agent: Agent::Privacy, ..open(1_000_000) };
        assert_eq!(agents(&[proxy, trap])[0], Agent::Privacy);
    }

    /// As the rules are told: for each act a look at all others.
    fn judge_slowly(acts: &[Act], caught_until: i64) -> Vec<Agent> {
        let of = |kind| acts.iter().filter(move |act| act.kind == kind);
        let caught = of(EngagementKind::Trap).map(|act| act.at + CAUGHT_FOR).fold(caught_until, i64::max);
        let is_burst = |from: i64, to: i64| {
            let span: Vec<&Act> =
                of(EngagementKind::Click).filter(|act| (from..=to).contains(&act.at)).collect();
            let links: std::collections::BTreeSet<i64> = span.iter().map(|act| act.link_no).collect();
            links.len() >= LINKS || span.iter().map(|act| act.times).sum::<i64>() >= CLICKS
        };
        let among_many = |at: i64| {
            let mut pairs =
                of(EngagementKind::Click).flat_map(|a| of(EngagementKind::Click).map(|b| (a.at, b.at)));
            pairs.any(|(from, to)| from <= at && at <= to && to - from <= WINDOW && is_burst(from, to))
        };
        let near = |trap: i64, at: i64| (trap - at).abs() <= WINDOW;
        let verdict = |act: &Act| {
            let is_caught = match act.kind {
                EngagementKind::Open => {
                    of(EngagementKind::Trap).any(|trap| near(trap.at, act.at))
                        || near(caught_until - CAUGHT_FOR, act.at)
                }
                _ => act.at <= caught && act.at >= caught - CAUGHT_FOR - WINDOW,
            };
            match act.kind {
                EngagementKind::Trap => Agent::Robot,
                _ if act.agent != Agent::Person => act.agent,
                _ if is_caught || among_many(act.at) => Agent::Robot,
                _ => Agent::Person,
            }
        };
        acts.iter().map(verdict).collect()
    }

    #[test]
    fn any_number_of_acts_is_judged_as_the_rules_say() {
        use rand::{Rng as _, SeedableRng as _};
        for seed in 0..3_000 {
            let mut rng = rand::rngs::StdRng::seed_from_u64(seed);
            let spread = [500, 3_000, 20_000, 2_000_000][seed as usize % 4];
            let mut acts: Vec<Act> = (0..rng.random_range(0..30))
                .map(|_| Act {
                    kind: match rng.random_range(0..20) {
                        0 => EngagementKind::Trap,
                        1..8 => EngagementKind::Open,
                        _ => EngagementKind::Click,
                    },
                    link_no: rng.random_range(1..4),
                    agent: Agent::from_code(rng.random_range(0..8)),
                    times: rng.random_range(1..4),
                    at: 10_000_000 + rng.random_range(0..spread),
                })
                .collect();
            acts.sort_by_key(|act| act.at);
            let caught_until = if rng.random() { 0 } else { 10_000_000 + rng.random_range(0..CAUGHT_FOR) };
            assert_eq!(judge(&acts, caught_until).0, judge_slowly(&acts, caught_until), "{seed}: {acts:?}");
        }
    }

    #[test]
    fn opens_keep_what_they_said() {
        let open = |agent| Act { kind: EngagementKind::Open, agent, ..click(0, 1_000_000) };
        let acts = [open(Agent::Person), open(Agent::Privacy), open(Agent::Robot)];
        assert_eq!(agents(&acts), [Agent::Person, Agent::Privacy, Agent::Robot]);
    }
}

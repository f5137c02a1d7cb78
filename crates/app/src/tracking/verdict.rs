//! Whether the opens and clicks of one mail are a person's: many links within moments, or the link that nobody can see, are not,
//! nor is an open in their midst.

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
    let caught = acts
        .iter()
        .filter(|act| act.kind == EngagementKind::Trap)
        .map(|act| act.at + CAUGHT_FOR)
        .fold(caught_until, i64::max);
    let bursts = bursts(acts);
    // The later half of a burst may be judged after the earlier half is gone.
    let burst_until = bursts.iter().map(|(_, to)| *to).fold(caught, i64::max);
    let in_burst = |act: &Act| bursts.iter().any(|(from, to)| (*from..=*to).contains(&act.at));
    let is_caught = |act: &Act| match act.kind {
        // People open a mail minutes after a scanner was through with it: only what came with the trap came from the scanner.
        EngagementKind::Open => {
            let traps = acts.iter().filter(|act| act.kind == EngagementKind::Trap).map(|trap| trap.at);
            traps.chain([caught_until - CAUGHT_FOR]).any(|at| (at - WINDOW..=at + WINDOW).contains(&act.at))
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

/// Spans of time in which more was clicked than a person can.
fn bursts(acts: &[Act]) -> Vec<(i64, i64)> {
    let clicks: Vec<&Act> = acts.iter().filter(|act| act.kind == EngagementKind::Click).collect();
    let mut spans = Vec::new();
    let mut first = 0;
    for (last, act) in clicks.iter().enumerate() {
        while clicks[first].at < act.at - WINDOW {
            first += 1;
        }
        let span = &clicks[first..=last];
        let times: i64 = span.iter().map(|act| act.times).sum();
        // Short: a mail has tens of links, and more clicks than that are a burst anyway.
        let mut links: Vec<i64> = span.iter().take(64).map(|act| act.link_no).collect();
        links.sort_unstable();
        links.dedup();
        if links.len() >= LINKS || times >= CLICKS {
            spans.push((clicks[first].at, act.at));
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

    #[test]
    fn opens_keep_what_they_said() {
        let open = |agent| Act { kind: EngagementKind::Open, agent, ..click(0, 1_000_000) };
        let acts = [open(Agent::Person), open(Agent::Privacy), open(Agent::Robot)];
        assert_eq!(agents(&acts), [Agent::Person, Agent::Privacy, Agent::Robot]);
    }
}

//! `plywood rbc belief`: how many boards a player of a history could hold possible after each event.

use super::{colour, history};
use crate::args::{ThreadArguments, whole};
use crate::failure::Failure;
use crate::output::Output;
use crate::watch;
use clap::Args;
use plywood::core::perft::Control;
use plywood::core::{Game, Side};
use plywood::rbc::Board;
use plywood::rbc::belief::{Belief, BeliefError, Beyond, Options, State};
use plywood::rbc::history::History;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

#[derive(Args, Debug)]
pub(crate) struct BeliefArguments {
    /// The history, as reconchess saves it; `-` reads standard input
    #[arg(value_name = "HISTORY.json")]
    history: String,
    /// Whose belief: white or black
    #[arg(long, value_name = "COLOR", value_parser = colour)]
    color: Side,
    #[command(flatten)]
    bounds: Bounds,
    /// One JSON object an event
    #[arg(long)]
    json: bool,
}

/// How large a belief may become, and on how many threads it is worked out.
#[derive(Args, Debug)]
pub(super) struct Bounds {
    /// The most boards that may be held: 24 bytes each, as much again while an event is worked out
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = whole::<usize>(1..=1 << 40), allow_negative_numbers = true)]
    limit: usize,
    /// Go on beyond the limit with a random half of so many boards, drawn with this seed, instead of ending
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    sample: Option<u64>,
    #[command(flatten)]
    threads: ThreadArguments,
}

impl Bounds {
    pub(super) fn options(&self) -> Options {
        let beyond = self.sample.map_or(Beyond::Error, |seed| Beyond::Sample { to: self.limit.div_ceil(2), seed });
        Options { limit: Some(self.limit), beyond, threads: self.threads.number(), ..Options::default() }
    }
}

/// A belief that follows a history, and what becomes of its faults.
pub(super) struct Follower {
    side: Side,
    pub(super) belief: Belief,
    control: Arc<Control>,
}

impl Follower {
    /// The belief at the first board of the history; an interrupt stops it.
    pub(super) fn new(history: &History, side: Side, bounds: &Bounds) -> Result<Self, Failure> {
        let fault = |fault: String| Failure::input(format!("{} turn 1: {fault}", Side::White.name()));
        let board = match history.fens_before_move.white.first() {
            Some(fen) => Board::parse(fen).map_err(|error| fault(error.to_string()))?,
            None => Board::start(),
        };
        if let Some(missing) = Side::BOTH.into_iter().find(|&side| !board.has_king(side)) {
            return Err(fault(format!(
                "{} has no king on {}: expected one of each side",
                missing.name(),
                board.text()
            )));
        }
        let mut belief = Belief::from_boards(side, [board], bounds.options()).map_err(Failure::input)?;
        let control = Arc::new(Control::new());
        watch::stop_control_on_interrupt(&control)?;
        belief.set_control(Arc::clone(&control));
        Ok(Self { side, belief, control })
    }

    /// Follows one event of the turn.
    pub(super) fn follow(
        &mut self,
        turn: usize,
        event: impl FnOnce(&mut Belief) -> Result<(), BeliefError>,
    ) -> Result<(), Failure> {
        let label = format!("{} turn {turn}", self.side.name());
        let belief = &mut self.belief;
        let result = watch::with_bar(&label, &self.control, || event(belief));
        result.map_err(|fault| match fault {
            BeliefError::Stopped { .. } => Failure::Interrupted,
            BeliefError::Limit { .. } => {
                Failure::input(format!("{label}: {fault}; --sample SEED goes on with a part of them"))
            }
            BeliefError::Contradiction { sampled: true, .. } => {
                Failure::input(format!("{label}: {fault}; a larger --limit may keep the true board"))
            }
            fault => Failure::input(format!("{label}: {fault}")),
        })
    }
}

pub(crate) fn run(arguments: &BeliefArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let history = history(&arguments.history)?;
    let told = history.told(arguments.color).map_err(Failure::input)?;
    let mut follower = Follower::new(&history, arguments.color, &arguments.bounds)?;
    for (turn, told) in told {
        follower.follow(turn, |belief| told.tell(belief))?;
        let (event, detail, size) = (told.event(), told.detail(), follower.belief.len());
        let (mark, key) = match follower.belief.state() {
            State::Exact => ("", None),
            State::Sampled => (" (a sample)", Some("sampled")),
            State::Lost => (" (lost: the own king was taken)", Some("lost")),
        };
        if arguments.json {
            let mut row = json!({ "event": event, "detail": detail, "size": size, "turn": turn });
            if let Some(key) = key {
                row[key] = json!(true);
            }
            output.line(row)?;
        } else {
            output.line(format_args!("{turn:3} {event:5} {detail:11} {size}{mark}"))?;
        }
    }
    Ok(())
}

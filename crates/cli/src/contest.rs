//! `plywood match` and `plywood selfplay`: many games, their score, with every game saved, or their statistics.

use crate::args::{ThreadArguments, whole};
use crate::failure::Failure;
use crate::output::{Output, append};
use crate::rules::RuleArguments;
use crate::{memory, watch};
use clap::Args;
use plywood::contest::{Contest, Played, Score, play};
use plywood::core::{Outcome, Side};
use plywood::{AnyGame, registry};
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Args, Debug)]
struct GamesArguments {
    /// The game: a name from `plywood games`
    game: String,
    /// How many games: two for each opening, so that an odd number is one more
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u32>(1..=10_000_000), allow_negative_numbers = true)]
    games: u32,
    /// Random plies at the start of each pair of games
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = whole::<u16>(0..=1000), allow_negative_numbers = true)]
    opening: u16,
    /// The seed of openings and of random players
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Plies after the opening at which a game is given up; it counts as a draw and is reported as unfinished
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>(1..=1_000_000), allow_negative_numbers = true)]
    max_plies: u32,
    #[command(flatten)]
    rules: RuleArguments,
    #[command(flatten)]
    threads: ThreadArguments,
    /// One JSON object at the end
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    games: GamesArguments,
    /// Append every game to this file, as PDN [default: match-GAME.pdn]
    #[arg(long, value_name = "FILE", conflicts_with = "no_save")]
    save: Option<PathBuf>,
    /// Keep no games
    #[arg(long)]
    no_save: bool,
    /// One player: settings such as `depth=8,hash=64,off=probcut`, or random, greedy, F1:DEPTH
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// The other
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Stop as soon as the difference in Elo is shown to be the one or the other, with 5 % errors
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
}

#[derive(Args, Debug)]
pub(crate) struct SelfplayArguments {
    #[command(flatten)]
    games: GamesArguments,
    /// Append every game to this file, as PDN
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The player, as in `plywood match`
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    player: String,
}

/// A sequential test with 5 % errors of both kinds stops here.
const SPRT_BOUND: f64 = 2.944;

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| Some((low.parse::<f64>().ok()?, high.parse::<f64>().ok()?)));
    pair.filter(|(low, high)| low < high && low.is_finite() && high.is_finite())
        .ok_or_else(|| "expected two differences in Elo such as 0,10".into())
}

/// Plays all games and gives each to `seen`, saved in `file`; says whether the play was interrupted.
fn all(
    arguments: &GamesArguments,
    players: [&str; 2],
    save: Option<&Path>,
    mut seen: impl FnMut(&Played) -> bool + Send,
) -> Result<bool, Failure> {
    let game: &dyn AnyGame = registry::find(&arguments.game).map_err(Failure::input)?;
    memory::check_players(players, arguments.threads.number())?;
    let stop = watch::stop_on_interrupt()?;
    // The play stops itself when it has seen enough: that is no interrupt.
    let enough = AtomicBool::new(false);
    let contest = Contest {
        players,
        pairs: arguments.games.div_ceil(2) as usize,
        opening: arguments.opening.into(),
        rules: &arguments.rules.rules,
        seed: arguments.seed,
        max_plies: arguments.max_plies as usize,
        threads: arguments.threads.number(),
    };
    contest.check(game).map_err(Failure::input)?;
    let mut file = save.map(append).transpose()?;
    let mut unsaved = None;
    let result = play(game, &contest, &stop, &mut |played: Played| {
        if let Some(file) = &mut file
            && let Err(fault) = writeln!(file, "{}", played.text)
        {
            unsaved = Some(fault);
            return false;
        }
        let go_on = seen(&played);
        enough.fetch_or(!go_on, Relaxed);
        go_on
    });
    if let Some(fault) = unsaved {
        return Err(Failure::input(format!("cannot save the games: {fault}")));
    }
    result.map_err(Failure::input)?;
    Ok(stop.stopped() && !enough.load(Relaxed))
}

pub(crate) fn run_match(arguments: &MatchArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let mut score = Score::default();
    let wanted = arguments.games.games.div_ceil(2) * 2;
    let usual = || PathBuf::from(format!("match-{}.pdn", arguments.games.game));
    let save = (!arguments.no_save).then(|| arguments.save.clone().unwrap_or_else(usual));
    let interrupted = all(&arguments.games, [&arguments.a, &arguments.b], save.as_deref(), |played| {
        score.add(played);
        progress(&format!("{} of {wanted}: {}", score.total(), standing(&score)));
        !arguments.sprt.is_some_and(|(low, high)| score.likelihood_ratio(low, high).abs() >= SPRT_BOUND)
    })?;
    let verdict = arguments.sprt.map(|(low, high)| (low, high, score.likelihood_ratio(low, high)));
    if arguments.games.json {
        let [won, drawn, lost] = score.games;
        let (elo, low, high) = score.elo();
        let finite = |elo: f64| if elo.is_finite() { json!(elo) } else { json!(null) };
        output.line(json!({
            "game": arguments.games.game, "a": arguments.a, "b": arguments.b, "games": score.total(),
            "won": won, "drawn": drawn, "lost": lost, "unfinished": score.unfinished, "share": score.share(),
            "error": score.error(), "elo": finite(elo), "elo_low": finite(low), "elo_high": finite(high),
            "llr": verdict.map(|verdict| verdict.2), "complete": !interrupted,
        }))?;
    } else {
        let mark = if interrupted { " (incomplete: interrupted)" } else { "" };
        output.line(format_args!("{} against {}: {}{mark}", arguments.a, arguments.b, standing(&score)))?;
        if let Some((low, high, ratio)) = verdict {
            let shown = match ratio {
                ratio if ratio >= SPRT_BOUND => format!("at least {high} Elo"),
                ratio if ratio <= -SPRT_BOUND => format!("at most {low} Elo"),
                _ => "not decided".into(),
            };
            output.line(format_args!("SPRT {low} or {high} Elo: {shown}, log-likelihood ratio {ratio:.2}"))?;
        }
    }
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The score in words.
fn standing(score: &Score) -> String {
    let [won, drawn, lost] = score.games;
    let error = score.error().map_or_else(String::new, |error| format!(" ± {:.1}", 100.0 * error));
    let unfinished = if score.unfinished > 0 { format!(" ({} unfinished)", score.unfinished) } else { String::new() };
    let elo = match score.elo() {
        (elo, low, high) if elo.is_finite() && score.error().is_some() => {
            // Where an end of the interval has all the points or none, there is no number.
            let high = if high.is_finite() { format!("to {high:+.0}") } else { "or more".into() };
            let low = if low.is_finite() { format!("{low:+.0}") } else { "any".into() };
            format!(", {elo:+.0} Elo ({low} {high})")
        }
        _ => String::new(),
    };
    format!("+{won} ={drawn}{unfinished} -{lost}, {:.1}{error} %{elo}", 100.0 * score.share())
}

pub(crate) fn run_selfplay(arguments: &SelfplayArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let mut games: Vec<Played> = Vec::new();
    let wanted = arguments.games.games.div_ceil(2) * 2;
    let interrupted =
        all(&arguments.games, [&arguments.player, &arguments.player], arguments.save.as_deref(), |played| {
            games.push(Played { text: String::new(), ..played.clone() });
            progress(&format!("{} of {wanted} games", games.len()));
            true
        })?;
    let count = |wanted: Option<Outcome>| games.iter().filter(|played| played.outcome == wanted).count();
    let [white, black] = Side::BOTH.map(|side| count(Some(Outcome::Win(side))));
    let (drawn, unfinished) = (count(Some(Outcome::Draw)), count(None));
    let mut lengths: Vec<usize> = games.iter().map(|played| played.plies).collect();
    lengths.sort_unstable();
    let plies: usize = lengths.iter().sum();
    let played: usize = games.iter().map(|game| game.plies - game.opening).sum();
    let choices: usize = games.iter().map(|played| played.choices).sum();
    let mean = plies as f64 / games.len().max(1) as f64;
    let branching = choices as f64 / played.max(1) as f64;
    let (shortest, longest) = (lengths.first().copied().unwrap_or(0), lengths.last().copied().unwrap_or(0));
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    if arguments.games.json {
        output.line(json!({
            "game": arguments.games.game, "player": arguments.player, "games": games.len(), "white": white,
            "black": black, "drawn": drawn, "unfinished": unfinished, "plies_mean": mean, "plies_median": median,
            "plies_min": shortest, "plies_max": longest, "branching": branching, "complete": !interrupted,
        }))?;
    } else {
        let mark = if interrupted { " (incomplete: interrupted)" } else { "" };
        output.line(format_args!("games {}{mark}", games.len()))?;
        output.line(format_args!("White won {white}, Black won {black}, drawn {drawn}, unfinished {unfinished}"))?;
        output.line(format_args!("plies {mean:.1} on average, {shortest} to {longest}, median {median}"))?;
        output.line(format_args!("legal moves {branching:.2} a position"))?;
    }
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// A line that is written over and over, on a terminal only.
pub(crate) fn progress(text: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        let _ = write!(stderr, "\r\x1b[K{text}");
        let _ = stderr.flush();
    }
}

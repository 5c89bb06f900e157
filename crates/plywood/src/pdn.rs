//! Whole games as text: PDN 3.0 for draughts, and the same form for the other games, with a tag that names the game.
//!
//! A game is a list of tags `[Name "value"]` and its moves, numbered, with the result at the end. The set-up of a game that did not
//! begin at the start is in the tag `FEN`, rules of play that are not as usual in `Rules`. Comments in braces, variations in brackets and annotations are skipped when reading. A move that has
//! blanks in it does not occur: all notations of Plywood are written without.
//!
//! Not here: moves and positions as text, which the games read and write themselves.

use crate::game::AnyGame;
use crate::registry;
use crate::session::{AnyRecord, Form, RuleChoice, SetupError};
use plywood_core::{Outcome, Side, TextError};
use std::fmt::Write;
use thiserror::Error;

/// A line of moves is broken before this many characters.
const WIDTH: usize = 100;

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PdnError {
    /// A tag that is not closed, or without a value.
    #[error("line {0}: expected a tag such as [Event \"...\"]")]
    Tag(usize),
    /// No tag names the game.
    #[error("no tag says which game this is: expected [Game \"...\"] or a known [GameType \"...\"]")]
    Game,
    /// A game that does not exist.
    #[error(transparent)]
    Unknown(#[from] registry::UnknownGame),
    /// The set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A comment or a variation without its end: what follows would be lost.
    #[error("a {0} is not closed")]
    Open(&'static str),
    /// A word of the tag `Rules`.
    #[error("bad rule '{0}' in the tag Rules: expected NAME=on or NAME=off")]
    Rule(String),
    /// A move.
    #[error("move {0}: {1}")]
    Move(usize, TextError),
}

/// The game of `record` as text, with more tags before the necessary ones. `outcome` is that of the record, or another one where
/// somebody has resigned.
///
/// # Example
/// ```
/// use plywood::{Form, pdn, registry};
/// let game = registry::find("russian")?;
/// let mut record = game.record(None, &[], Form::Native)?;
/// record.play("c3-d4")?;
/// let text = pdn::write(&*record, game, &[("White", "a person")], None);
/// assert_eq!(text, "[White \"a person\"]\n[Game \"russian\"]\n[GameType \"25,W,8,8,A0,0\"]\n[Result \"*\"]\n\n1. c3-d4 *\n");
/// assert_eq!(pdn::read(&text, &[])?.text(), record.text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &dyn AnyRecord, game: &dyn AnyGame, tags: &[(&str, &str)], outcome: Option<Outcome>) -> String {
    let mut text = String::new();
    let facts = game.facts();
    let mut tag = |name: &str, value: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace(['"', '\n', '\\'], "'"));
    };
    tags.iter().for_each(|(name, value)| tag(name, value));
    tag("Game", game.name());
    facts.game_type.iter().for_each(|kind| tag("GameType", kind));
    let rules: Vec<String> =
        record.rules().iter().map(|(name, on)| format!("{name}={}", if *on { "on" } else { "off" })).collect();
    if !rules.is_empty() {
        tag("Rules", &rules.join(","));
    }
    let result = result(outcome);
    tag("Result", result);
    let set_up = record.set_up();
    set_up.iter().for_each(|fen| tag("FEN", fen));
    text.push('\n');
    let first = first_mover(record, facts.first);
    let mut line = String::new();
    for word in words(record.moves(), first == facts.first).into_iter().chain([result.into()]) {
        if line.len() + word.len() >= WIDTH {
            text.push_str(line.trim_end());
            text.push('\n');
            line.clear();
        }
        line.push_str(&word);
        line.push(' ');
    }
    text.push_str(line.trim_end());
    text.push('\n');
    text
}

/// Who made the first move of the record.
fn first_mover(record: &dyn AnyRecord, first: Side) -> Side {
    let now = record.side_to_move();
    let mover = if record.moves().len().is_multiple_of(2) { now } else { now.other() };
    if record.set_up().is_some() { mover } else { first }
}

/// The moves with their numbers; a game that begins with the second player has `1...` first.
fn words(moves: &[String], first_player_begins: bool) -> Vec<String> {
    let mut words = Vec::new();
    let skipped = usize::from(!first_player_begins);
    for (i, mv) in moves.iter().enumerate() {
        let ply = i + skipped;
        match (ply.is_multiple_of(2), i) {
            (true, _) => words.push(format!("{}. {mv}", ply / 2 + 1)),
            (false, 0) => words.push(format!("{}... {mv}", ply / 2 + 1)),
            (false, _) => words.push(mv.clone()),
        }
    }
    words
}

/// The result as PDN writes it.
pub fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Side::White)) => "1-0",
        Some(Outcome::Win(Side::Black)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Reads the first game of a text and plays it through.
///
/// # Errors
/// [`PdnError`] names the line or the move.
pub fn read(text: &str, rules: &RuleChoice) -> Result<Box<dyn AnyRecord>, PdnError> {
    Parts::of(text)?.play(rules)
}

/// Reads the first game of a text like [`read`], and what it says of the result: who has resigned, or that a draw was agreed on, does
/// not come out of the moves.
///
/// # Errors
/// [`PdnError`] names the line or the move.
pub fn read_with_result(text: &str, rules: &RuleChoice) -> Result<(Box<dyn AnyRecord>, Option<Outcome>), PdnError> {
    let parts = Parts::of(text)?;
    let record = parts.play(rules)?;
    let outcome = record.outcome().or_else(|| stated(parts.result.or(parts.tag("Result"))?));
    Ok((record, outcome))
}

/// The first game of a text, taken apart.
struct Parts<'a> {
    tags: Vec<(&'a str, &'a str)>,
    /// Outside of comments and variations, without the result.
    words: Vec<&'a str>,
    /// What ends the game.
    result: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Result<Self, PdnError> {
        let mut parts = Self { tags: Vec::new(), words: Vec::new(), result: None };
        let text = text.trim_start_matches('\u{feff}');
        let (mut rest, mut depth) = (text.trim_start(), 0usize);
        while let Some(c) = rest.chars().next() {
            let line = rest.find('\n').unwrap_or(rest.len());
            let end = match c {
                '[' if parts.words.is_empty() => {
                    let number = text[..text.len() - rest.len()].matches('\n').count() + 1;
                    parts.tags.push(tag(rest[..line].trim()).ok_or(PdnError::Tag(number))?);
                    line
                }
                // The next game.
                '[' => break,
                '{' => rest.find('}').ok_or(PdnError::Open("comment"))? + 1,
                ';' => line,
                '(' | ')' => {
                    depth = if c == '(' { depth + 1 } else { depth.saturating_sub(1) };
                    1
                }
                '}' => 1,
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "{}();".contains(c)).unwrap_or(rest.len());
                    let word = &rest[..end];
                    if depth == 0 && RESULTS.contains(&word) {
                        parts.result = Some(word);
                        break;
                    }
                    parts.words.extend(Some(word).filter(|_| depth == 0));
                    end
                }
            };
            rest = rest[end..].trim_start();
        }
        if depth > 0 { Err(PdnError::Open("variation")) } else { Ok(parts) }
    }

    fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags.iter().find(|tag| tag.0.eq_ignore_ascii_case(name)).map(|tag| tag.1)
    }

    fn play(&self, rules: &RuleChoice) -> Result<Box<dyn AnyRecord>, PdnError> {
        let game = match (self.tag("Game"), self.tag("GameType")) {
            (Some(name), _) => registry::find(name)?,
            (None, Some(kind)) => of_type(kind).ok_or(PdnError::Game)?,
            (None, None) => return Err(PdnError::Game),
        };
        let rules = [&switches(self.tag("Rules").unwrap_or_default())?, rules].concat();
        let mut record = game.record(self.tag("FEN"), &rules, Form::Native)?;
        let moves = self.words.iter().map(|word| bare(word)).filter(|word| !word.is_empty() && !word.starts_with('$'));
        for (number, mv) in moves.enumerate() {
            record.play(mv).map_err(|error| PdnError::Move(number + 1, error))?;
        }
        Ok(record)
    }
}

/// The rules of a `Rules` tag: `repetition=off,anti=on`.
fn switches(text: &str) -> Result<Vec<(String, bool)>, PdnError> {
    let switch = |word: &str| match word.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
        Some((name, value @ ("on" | "off"))) => Ok((name.to_owned(), value == "on")),
        _ => Err(PdnError::Rule(word.trim().into())),
    };
    text.split(',').filter(|word| !word.trim().is_empty()).map(switch).collect()
}

/// Name and value of `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.trim().split_once(char::is_whitespace)?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

/// The game of a PDN game type, by its number.
fn of_type(kind: &str) -> Option<&'static dyn AnyGame> {
    let number = |kind: &str| kind.split(',').next().map(|number| number.trim().to_owned()).unwrap_or_default();
    // Portuguese draughts is Spanish draughts under another number.
    let wanted = if number(kind) == "28" { "24".into() } else { number(kind) };
    registry::games().find(|game| game.facts().game_type.is_some_and(|own| number(&own) == wanted))
}

/// A word without the move number before it and the marks behind it.
fn bare(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if after_digits.starts_with('.') { after_digits.trim_start_matches('.') } else { word };
    word.trim_end_matches(['!', '?'])
}

/// What ends the moves of a game; draughts results may be counted in points.
const RESULTS: [&str; 8] = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"];

/// The outcome that a result states.
fn stated(result: &str) -> Option<Outcome> {
    match result {
        "1-0" | "2-0" => Some(Outcome::Win(Side::White)),
        "0-1" | "0-2" => Some(Outcome::Win(Side::Black)),
        "1/2-1/2" | "1-1" => Some(Outcome::Draw),
        _ => None,
    }
}

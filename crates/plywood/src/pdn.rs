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
    let mut tags = Vec::new();
    let mut rest = String::new();
    let mut in_comment = false;
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.starts_with('[') && !in_comment {
            if !rest.trim().is_empty() {
                break;
            }
            tags.push(tag(line).ok_or(PdnError::Tag(number + 1))?);
            continue;
        }
        for c in line.chars() {
            match c {
                '{' => in_comment = true,
                '}' => in_comment = false,
                // To the end of the line.
                ';' if !in_comment => break,
                _ => {}
            }
            rest.push(c);
        }
        rest.push('\n');
    }
    let value = |name: &str| tags.iter().find(|tag| tag.0.eq_ignore_ascii_case(name)).map(|tag| tag.1);
    let game = match (value("Game"), value("GameType")) {
        (Some(name), _) => registry::find(name)?,
        (None, Some(kind)) => of_type(kind).ok_or(PdnError::Game)?,
        (None, None) => return Err(PdnError::Game),
    };
    let rules = [&switches(value("Rules").unwrap_or_default()), rules].concat();
    let mut record = game.record(value("FEN"), &rules, Form::Native)?;
    for (number, mv) in move_words(&rest).enumerate() {
        record.play(mv).map_err(|error| PdnError::Move(number + 1, error))?;
    }
    Ok(record)
}

/// The rules of a `Rules` tag: `repetition=off,anti=on`.
fn switches(text: &str) -> Vec<(String, bool)> {
    let switch = |word: &str| word.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim() == "on"));
    text.split(',').filter_map(switch).collect()
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

/// The moves of a text, without numbers, results, comments, variations and annotations.
fn move_words(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let word_end = |c: char| c.is_whitespace() || "{}()".contains(c);
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            _ if !c.is_whitespace() => {
                let (word, after) = rest.split_at(rest.find(word_end).unwrap_or(rest.len()));
                if depth == 0 {
                    words.push(word);
                }
                rest = after;
                continue;
            }
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    words.into_iter().map(bare).filter(|word| !word.is_empty() && !is_noise(word))
}

/// A word without the move number before it and the marks behind it.
fn bare(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if after_digits.starts_with('.') { after_digits.trim_start_matches('.') } else { word };
    word.trim_end_matches(['!', '?'])
}

/// Results and numeric annotations.
fn is_noise(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "0-0") || word.starts_with('$')
}

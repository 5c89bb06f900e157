//! Games under way: moves with the rules of play that need a history, and the way back.

use crate::border::{Call, Fault, Status, call, optional_text, put_items, put_text, read, text, writable};
use crate::games::{game, rule};
use crate::handle::{Handle, Kind};
use crate::positions::{Held, PlywoodMove, PlywoodOutcome, PlywoodPosition};
use plywood::{AnyGame, AnyRecord, Form, RandomGame, SetupError};
use std::ffi::c_char;
use std::sync::Mutex;

/// A game under way.
pub type PlywoodRecord = Handle<Game>;

/// What a record handle holds. The lock is for threads that look at the same time: a record counts on one.
pub struct Game(Mutex<UnderWay>);

/// A record with its moves, once somebody has asked for them.
pub(crate) struct UnderWay {
    game: &'static dyn AnyGame,
    pub(crate) record: Box<dyn AnyRecord>,
    choices: Option<Vec<Choice>>,
}

/// A move that may be played.
struct Choice {
    text: String,
    parts: PlywoodMove,
}

impl Kind for Game {
    const WORD: u64 = 0x6472_6f63_6572;
    const NAME: &'static str = "record";
}

impl Game {
    fn new(game: &'static dyn AnyGame, record: Box<dyn AnyRecord>) -> Self {
        Self(Mutex::new(UnderWay { game, record, choices: None }))
    }

    pub(crate) fn look<T>(&self, work: impl FnOnce(&mut UnderWay) -> T) -> Call<T> {
        Ok(work(&mut *self.0.lock().map_err(|_| Self::broken())?))
    }

    pub(crate) fn change(&mut self) -> Call<&mut UnderWay> {
        self.0.get_mut().map_err(|_| Self::broken())
    }

    fn broken() -> Fault {
        Fault::new(Status::Broken, "a call panicked inside the record")
    }
}

impl UnderWay {
    /// The moves that may be played, rules of play included, in the order of their texts.
    fn choices(&mut self) -> Call<&[Choice]> {
        if self.choices.is_none() {
            let listed = self.record.position().list();
            let choice = |text: String| {
                let parts = listed.find(&text).map(|index| listed.parts(index));
                let parts = parts.map_err(|fault| Fault::new(Status::BadMove, fault))?;
                Ok(parts.map(|parts| Choice { text, parts: PlywoodMove::of(&parts) }))
            };
            let choices = self.record.legal_moves().into_iter().filter_map(|text| choice(text).transpose());
            self.choices = Some(choices.collect::<Call<_>>()?);
        }
        Ok(self.choices.as_deref().unwrap_or_default())
    }

    fn choice(&mut self, index: usize) -> Call<&Choice> {
        let choices = self.choices()?;
        let none = || Fault::new(Status::OutOfRange, format!("there is no move {index}: there are {}", choices.len()));
        choices.get(index).ok_or_else(none)
    }

    /// Plays on at random, and gives the number of plies.
    pub(crate) fn play_random(&mut self, which: RandomGame) -> usize {
        self.choices = None;
        self.record.play_random(which)
    }

    /// Plays the move that `choose` takes of those that there are; a game that is over has none.
    fn play(&mut self, choose: impl FnOnce(&mut Self) -> Call<String>) -> Call {
        if self.record.outcome().is_some() {
            return Err(Fault::new(Status::GameOver, "the game is over"));
        }
        let text = choose(self)?;
        self.record.play(&text).map_err(|fault| Fault::new(Status::BadMove, fault))?;
        self.choices = None;
        Ok(())
    }
}

/// A game that begins at a position, or at the start where `fen` is null. `rules` switches rules of play, such as
/// `repetition=off three-kings=on`; null = all as usual. Free it with `plywood_record_free`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_new(
    name: *const c_char,
    fen: *const c_char,
    rules: *const c_char,
    record: *mut *mut PlywoodRecord,
) -> Status {
    call(|| {
        let (out, game) = (Handle::place(record)?, game(name)?);
        let record = begin(game, optional_text(fen, "the position")?, rules)?;
        Handle::hand_out(record, &out);
        Ok(())
    })
}

/// A game that begins at `position`, which stays the caller's. `rules` as in `plywood_record_new`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_from_position(
    position: *const PlywoodPosition,
    rules: *const c_char,
    record: *mut *mut PlywoodRecord,
) -> Status {
    call(|| {
        let (out, held) = (Handle::place(record)?, Handle::look(position)?);
        let record = begin(held.game, Some(&held.position.text()), rules)?;
        Handle::hand_out(record, &out);
        Ok(())
    })
}

fn begin(game: &'static dyn AnyGame, fen: Option<&str>, rules: *const c_char) -> Call<Game> {
    let rules = optional_text(rules, "the rules")?.unwrap_or("");
    let rules = rules.split_whitespace().map(switch).collect::<Call<Vec<_>>>()?;
    let record = game.record(fen, &rules, Form::Native).map_err(|fault| {
        let position = matches!(fault, SetupError::Position { .. });
        Fault::new(if position { Status::BadPosition } else { Status::BadArgument }, fault)
    })?;
    Ok(Game::new(game, record))
}

/// Reads `name=on` or `name=off`.
fn switch(word: &str) -> Call<(String, bool)> {
    let (name, on) = match word.split_once('=') {
        Some((name, "on")) => (name, true),
        Some((name, "off")) => (name, false),
        _ => return Err(Fault::new(Status::BadArgument, format!("'{word}' is no rule: expected name=on or name=off"))),
    };
    Ok((name.to_owned(), on))
}

/// Another record of the same game so far, to be freed by itself.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_copy(record: *const PlywoodRecord, copy: *mut *mut PlywoodRecord) -> Status {
    call(|| {
        let out = Handle::place(copy)?;
        let copy = Handle::look(record)?.look(|under_way| Game::new(under_way.game, under_way.record.duplicate()))?;
        Handle::hand_out(copy, &out);
        Ok(())
    })
}

/// Frees a record; null is fine. No other call may be using it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_free(record: *mut PlywoodRecord) -> Status {
    call(|| Handle::free(record))
}

/// Whether rule of play `index` of the game (`plywood_game_rule`) holds in this record: `on` gets 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_rule(record: *const PlywoodRecord, index: usize, on: *mut u32) -> Status {
    call(|| {
        let (out, held) = (writable(on, "on")?, Handle::look(record)?);
        let on = held.look(|under_way| {
            let fact = rule(under_way.game, index)?;
            let switched = under_way.record.rules().iter().find(|(name, _)| name == fact.name);
            Ok(switched.map_or(fact.on, |(_, on)| *on))
        })??;
        out.set(on.into());
        Ok(())
    })
}

/// The moves that may be played, rules of play included, in the order of `plywood_record_legal_moves`; none when the game is over. RBC: those
/// that do something on the true board, and the pass.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_moves(
    record: *const PlywoodRecord,
    moves: *mut PlywoodMove,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| {
        let held = Handle::look(record)?;
        let parts = |choices: &[Choice]| choices.iter().map(|choice| choice.parts).collect::<Vec<_>>();
        let list = held.look(|under_way| under_way.choices().map(parts))??;
        put_items(&list, moves, capacity, count)
    })
}

/// The text of move `index` of `plywood_record_moves`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_move_text(
    record: *const PlywoodRecord,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let held = Handle::look(record)?;
        let text = held.look(|under_way| under_way.choice(index).map(|choice| choice.text.clone()))??;
        put_text(&text, buffer, capacity, required)
    })
}

/// The moves that may be played, rules of play included: their texts, sorted, with a space between them.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_legal_moves(
    record: *const PlywoodRecord,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let moves = Handle::look(record)?.look(|under_way| under_way.record.legal_moves())?;
        put_text(&moves.join(" "), buffer, capacity, required)
    })
}

/// Plays the move that the text says, if the rules of play allow it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_play(record: *mut PlywoodRecord, move_text: *const c_char) -> Status {
    call(|| {
        let move_text = text(move_text, "the move")?;
        Handle::change(record)?.change()?.play(|_| Ok(move_text.to_owned()))
    })
}

/// Plays move `index` of `plywood_record_moves`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_play_index(record: *mut PlywoodRecord, index: usize) -> Status {
    call(|| {
        let choose = |under_way: &mut UnderWay| under_way.choice(index).map(|choice| choice.text.clone());
        Handle::change(record)?.change()?.play(choose)
    })
}

/// Plays the move that is equal to `played`, if the rules of play allow it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_play_move(record: *mut PlywoodRecord, played: *const PlywoodMove) -> Status {
    call(|| {
        let played = read(played, "the move")?;
        Handle::change(record)?.change()?.play(|under_way| {
            let equal = under_way.choices()?.iter().find(|choice| choice.parts == *played);
            let none = || Fault::new(Status::BadMove, "the move cannot be played in this game");
            equal.map(|choice| choice.text.clone()).ok_or_else(none)
        })
    })
}

/// Takes the last move back; `PLYWOOD_STATUS_OUT_OF_RANGE` when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_undo(record: *mut PlywoodRecord) -> Status {
    call(|| {
        let mut held = Handle::change(record)?;
        let under_way = held.change()?;
        under_way.choices = None;
        let back = under_way.record.undo();
        if back { Ok(()) } else { Err(Fault::new(Status::OutOfRange, "there is no move to take back")) }
    })
}

/// How the game stands, rules of play included.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_outcome(record: *const PlywoodRecord, outcome: *mut PlywoodOutcome) -> Status {
    call(|| {
        let out = writable(outcome, "outcome")?;
        out.set(PlywoodOutcome::of(Handle::look(record)?.look(|under_way| under_way.record.outcome())?));
        Ok(())
    })
}

/// The position on the board, to be freed by itself.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_position(record: *const PlywoodRecord, position: *mut *mut PlywoodPosition) -> Status {
    call(|| {
        let out = Handle::place(position)?;
        let on_board = |under_way: &mut UnderWay| Held::new(under_way.game, under_way.record.position());
        Handle::hand_out(Handle::look(record)?.look(on_board)?, &out);
        Ok(())
    })
}

/// The position on the board as text, which `plywood_position_new` and `plywood_record_new` read.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_text(
    record: *const PlywoodRecord,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let text = Handle::look(record)?.look(|under_way| under_way.record.text())?;
        put_text(&text, buffer, capacity, required)
    })
}

/// Who is to move: 0 = White, 1 = Black.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_side(record: *const PlywoodRecord, side: *mut u32) -> Status {
    call(|| {
        let out = writable(side, "side")?;
        out.set(Handle::look(record)?.look(|under_way| under_way.record.side_to_move().index() as u32)?);
        Ok(())
    })
}

/// How many moves were played.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_length(record: *const PlywoodRecord, length: *mut usize) -> Status {
    call(|| {
        let out = writable(length, "length")?;
        out.set(Handle::look(record)?.look(|under_way| under_way.record.moves().len())?);
        Ok(())
    })
}

/// The text of move `index` of those that were played, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_played(
    record: *const PlywoodRecord,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let played = Handle::look(record)?.look(|under_way| under_way.record.moves().get(index).cloned())?;
        let none = || Fault::new(Status::OutOfRange, format!("the game has no move {index}"));
        put_text(&played.ok_or_else(none)?, buffer, capacity, required)
    })
}

/// What the position on the board is worth without looking ahead, in hundredths, from the side to move.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_evaluate(record: *const PlywoodRecord, score: *mut i32) -> Status {
    call(|| {
        let out = writable(score, "score")?;
        out.set(Handle::look(record)?.look(|under_way| under_way.record.evaluate())?);
        Ok(())
    })
}

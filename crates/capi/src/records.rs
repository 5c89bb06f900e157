//! Games under way: moves with the rules of play that need a history, and the way back.

use crate::border::{Call, Fault, Status, call, optional_text, put_text, text, writable};
use crate::games::game;
use crate::handle::{Handle, Kind};
use crate::positions::{Held, PlywoodOutcome, PlywoodPosition};
use plywood::{AnyRecord, Form, SetupError};
use std::ffi::c_char;
use std::sync::Mutex;

/// A game under way.
pub type PlywoodRecord = Handle<Game>;

/// What a record handle holds. The lock is for threads that look at the same time: a record counts on one.
pub struct Game(Mutex<Box<dyn AnyRecord>>);

impl Kind for Game {
    const WORD: u64 = 0x6472_6f63_6572;
    const NAME: &'static str = "record";
}

impl Game {
    pub(crate) fn look<T>(&self, work: impl FnOnce(&(dyn AnyRecord + 'static)) -> T) -> Call<T> {
        let record = self.0.lock().map_err(|_| Fault::new(Status::Broken, "a call panicked inside the record"))?;
        Ok(work(&**record))
    }

    fn change(&mut self) -> Call<&mut dyn AnyRecord> {
        let record = self.0.get_mut().map_err(|_| Fault::new(Status::Broken, "a call panicked inside the record"))?;
        Ok(&mut **record)
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
        let (fen, rules) = (optional_text(fen, "the position")?, optional_text(rules, "the rules")?);
        let rules = rules.unwrap_or("").split_whitespace().map(switch).collect::<Call<Vec<_>>>()?;
        let record = game.record(fen, &rules, Form::Native).map_err(|fault| {
            let position = matches!(fault, SetupError::Position { .. });
            Fault::new(if position { Status::BadPosition } else { Status::BadArgument }, fault)
        })?;
        Handle::hand_out(Game(Mutex::new(record)), &out);
        Ok(())
    })
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
        let duplicate = Handle::look(record)?.look(AnyRecord::duplicate)?;
        Handle::hand_out(Game(Mutex::new(duplicate)), &out);
        Ok(())
    })
}

/// Frees a record; null is fine. No other thread may be using it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_free(record: *mut PlywoodRecord) -> Status {
    call(|| Handle::free(record))
}

/// Plays the move that the text says, if the rules of play allow it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_play(record: *mut PlywoodRecord, move_text: *const c_char) -> Status {
    call(|| {
        let move_text = text(move_text, "the move")?;
        let mut held = Handle::change(record)?;
        let record = held.change()?;
        let over = record.outcome().is_some();
        record.play(move_text).map_err(|fault| Fault::new(if over { Status::GameOver } else { Status::BadMove }, fault))
    })
}

/// Takes the last move back; `OutOfRange` when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_undo(record: *mut PlywoodRecord) -> Status {
    call(|| {
        let back = Handle::change(record)?.change()?.undo();
        if back { Ok(()) } else { Err(Fault::new(Status::OutOfRange, "there is no move to take back")) }
    })
}

/// How the game stands, rules of play included.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_outcome(record: *const PlywoodRecord, outcome: *mut PlywoodOutcome) -> Status {
    call(|| {
        let out = writable(outcome, "outcome")?;
        out.set(PlywoodOutcome::of(Handle::look(record)?.look(AnyRecord::outcome)?));
        Ok(())
    })
}

/// The position on the board, to be freed by itself.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_position(record: *const PlywoodRecord, position: *mut *mut PlywoodPosition) -> Status {
    call(|| {
        let out = Handle::place(position)?;
        let on_board = Handle::look(record)?.look(AnyRecord::position)?;
        Handle::hand_out(Held::new(on_board), &out);
        Ok(())
    })
}

/// How many moves were played.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_length(record: *const PlywoodRecord, length: *mut usize) -> Status {
    call(|| {
        let out = writable(length, "length")?;
        out.set(Handle::look(record)?.look(|record| record.moves().len())?);
        Ok(())
    })
}

/// The text of move `index` of the game, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_move(
    record: *const PlywoodRecord,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let played = Handle::look(record)?.look(|record| record.moves().get(index).cloned())?;
        let none = || Fault::new(Status::OutOfRange, format!("the game has no move {index}"));
        put_text(&played.ok_or_else(none)?, buffer, capacity, required)
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
        let moves = Handle::look(record)?.look(AnyRecord::legal_moves)?;
        put_text(&moves.join(" "), buffer, capacity, required)
    })
}

/// What the position on the board is worth without looking ahead, in hundredths, from the side to move.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_evaluate(record: *const PlywoodRecord, score: *mut i32) -> Status {
    call(|| {
        let out = writable(score, "score")?;
        out.set(Handle::look(record)?.look(AnyRecord::evaluate)?);
        Ok(())
    })
}

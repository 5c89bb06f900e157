//! The games and what is known of them without playing.

use crate::border::{Call, Fault, Status, call, put_text, text, writable};
use plywood::core::Grid;
use plywood::core::search::RuleFact;
use plywood::{AnyGame, registry};
use std::ffi::c_char;

/// What is known of a game.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlywoodGameFacts {
    /// Files of its board, from a.
    pub files: u32,
    /// Ranks of its board, from 1.
    pub ranks: u32,
    /// How many squares are played on. They are numbered from 0, rank by rank from a1; on boards where one colour is
    /// played on, only those have a number.
    pub squares: u32,
    /// Kinds of pieces, each with a bitboard.
    pub kinds: u32,
    /// Counting modes of perft.
    pub modes: u32,
    /// Rules of play that can be switched.
    pub rules: u32,
    /// Who moves first: 0 = White, 1 = Black.
    pub first: u32,
}

pub(crate) fn game(name: *const c_char) -> Call<&'static dyn AnyGame> {
    registry::find(text(name, "the name of the game")?).map_err(|fault| Fault::new(Status::UnknownGame, fault))
}

/// The number of games.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_game_count(count: *mut usize) -> Status {
    call(|| {
        writable(count, "count")?.set(registry::games().count());
        Ok(())
    })
}

/// The name of game `index`, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_game_name(
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let game = registry::games().nth(index);
        let game = game.ok_or_else(|| Fault::new(Status::OutOfRange, format!("there is no game {index}")))?;
        put_text(game.name(), buffer, capacity, required)
    })
}

/// What is known of a game.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_game_facts(name: *const c_char, facts: *mut PlywoodGameFacts) -> Status {
    call(|| {
        let (out, known) = (writable(facts, "facts")?, game(name)?.facts());
        out.set(PlywoodGameFacts {
            files: known.grid.files,
            ranks: known.grid.ranks,
            squares: known.grid.squares(),
            kinds: known.letters.len() as u32,
            modes: known.modes.len() as u32,
            rules: known.rules.len() as u32,
            first: known.first.index() as u32,
        });
        Ok(())
    })
}

/// The rules of a game in one line.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_game_summary(
    name: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| put_text(game(name)?.facts().summary, buffer, capacity, required))
}

/// The name of counting mode `index` of a game; 0 is its default.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_game_mode(
    name: *const c_char,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let facts = game(name)?.facts();
        let mode = facts.modes.get(index);
        let mode = mode.ok_or_else(|| Fault::new(Status::OutOfRange, format!("{} has no mode {index}", facts.name)))?;
        put_text(mode, buffer, capacity, required)
    })
}

/// The name of rule of play `index` of a game; `on` gets 1 where it holds unless it is switched off, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_game_rule(
    name: *const c_char,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    on: *mut u32,
) -> Status {
    call(|| {
        let (on, rule) = (writable(on, "on")?, rule(game(name)?, index)?);
        on.set(rule.on.into());
        put_text(rule.name, buffer, capacity, required)
    })
}

/// Rule of play `index` of a game in one line.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_game_rule_summary(
    name: *const c_char,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| put_text(rule(game(name)?, index)?.summary, buffer, capacity, required))
}

/// Rule of play `index` of a game.
pub(crate) fn rule(game: &dyn AnyGame, index: usize) -> Call<&'static RuleFact> {
    let none = || Fault::new(Status::OutOfRange, format!("{} has no rule {index}", game.name()));
    game.facts().rules.get(index).ok_or_else(none)
}

/// A number of the caller, if a square has it.
pub(crate) fn square_in(grid: Grid, square: u32) -> Call<u32> {
    if square < grid.squares() {
        return Ok(square);
    }
    let fault = format!("there is no square {square}: expected 0 to {}", grid.squares() - 1);
    Err(Fault::new(Status::OutOfRange, fault))
}

/// The name of a square of a game in the notation of its moves: `c3`, or `9` where draughts squares have numbers.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_square_name(
    name: *const c_char,
    square: u32,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let game = game(name)?;
        let square = square_in(game.facts().grid, square)?;
        put_text(&game.square_name(square), buffer, capacity, required)
    })
}

/// The number of the square of a game that has this name, by its letters or in the notation of the moves.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_square_number(name: *const c_char, square: *const c_char, number: *mut u32) -> Status {
    call(|| {
        let (number, game, wanted) = (writable(number, "number")?, game(name)?, text(square, "the square")?);
        let none = || Fault::new(Status::OutOfRange, format!("'{wanted}' is no square that is played on"));
        number.set(game.read_square(wanted).ok_or_else(none)?);
        Ok(())
    })
}

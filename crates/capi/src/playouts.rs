//! Playouts: random games from the position of a record to their end, one of them in the record itself or many counted.

use crate::border::{Call, Fault, Status, call, writable};
use crate::cancels::PlywoodCancel;
use crate::counts::{Count, PlywoodPerftOptions, fault};
use crate::handle::Handle;
use crate::records::PlywoodRecord;
use plywood::playouts::MAX_PLIES;
use plywood::{PlayoutCounts, RandomGame, RandomGames};

/// The most plies that a random game may have.
pub const PLYWOOD_MAX_RANDOM_PLIES: u32 = 100_000;

// The number is written out, because cbindgen takes over no other.
const _: () = assert!(PLYWOOD_MAX_RANDOM_PLIES as usize == MAX_PLIES);

/// What random games came to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlywoodPlayouts {
    /// Games that were played.
    pub games: u64,
    /// Those that White has won.
    pub white: u64,
    /// Those that Black has won.
    pub black: u64,
    /// Those that nobody has won.
    pub draws: u64,
    /// Those that were given up.
    pub unfinished: u64,
    /// The plies of all of them; divided by `games` it is their mean length.
    pub plies: u64,
}

impl PlywoodPlayouts {
    fn of(counts: &PlayoutCounts) -> Self {
        let PlayoutCounts { games, wins: [white, black], draws, unfinished, plies } = *counts;
        Self { games, white, black, draws, unfinished, plies }
    }
}

fn limited(max_plies: u32) -> Call<usize> {
    if max_plies <= PLYWOOD_MAX_RANDOM_PLIES {
        return Ok(max_plies as usize);
    }
    let fault = format!("{max_plies} plies: expected 0 to {PLYWOOD_MAX_RANDOM_PLIES}");
    Err(Fault::new(Status::BadArgument, fault))
}

/// Plays random moves on a record, until the game is over or `max_plies` (0 to `PLYWOOD_MAX_RANDOM_PLIES`) were played. Every legal move has the same
/// chance; in rbc a request is drawn, and what becomes of it is played. It is game number `game` of those that `plywood_playouts` plays
/// with this seed. `plies` gets how many were played, and may be null.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_record_play_random(
    record: *mut PlywoodRecord,
    seed: u64,
    game: u64,
    max_plies: u32,
    plies: *mut u32,
) -> Status {
    call(|| {
        let max_plies = limited(max_plies)?;
        let played = Handle::change(record)?.change()?.play_random(RandomGame { seed, game, max_plies });
        if !plies.is_null() {
            writable(plies, "plies")?.set(played as u32);
        }
        Ok(())
    })
}

/// Plays `games` random games (0 to 2^63 - 1) from the position of a record on, under its rules of play, and counts how they end; the record stays
/// as it is. Each is given up after `max_plies` (0 to `PLYWOOD_MAX_RANDOM_PLIES`). The same seed gives the same counts, on every machine and with any
/// number of threads. `options` and `cancel` may be null; the table of the options is not made. A call that was stopped
/// returns `PLYWOOD_STATUS_STOPPED` and what it had counted.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_playouts(
    record: *const PlywoodRecord,
    games: u64,
    seed: u64,
    max_plies: u32,
    options: *const PlywoodPerftOptions,
    cancel: *const PlywoodCancel,
    result: *mut PlywoodPlayouts,
) -> Status {
    call(|| {
        let out = writable(result, "result")?;
        out.set(PlywoodPlayouts::default());
        let max_plies = limited(max_plies)?;
        if i64::try_from(games).is_err() {
            return Err(Fault::new(Status::BadArgument, format!("{games} games: expected 0 to 2^63 - 1")));
        }
        let count = Count::without_table(options, cancel)?;
        let record = Handle::look(record)?.look(|under_way| under_way.record.duplicate())?;
        let played = count.run(move |settings| record.playouts(&RandomGames { seed, games, max_plies }, settings));
        let counts = played.map_err(|error| {
            let (fault, partial) = fault(error);
            partial.into_iter().for_each(|partial| out.set(PlywoodPlayouts::of(&partial)));
            fault
        })?;
        out.set(PlywoodPlayouts::of(&counts));
        Ok(())
    })
}

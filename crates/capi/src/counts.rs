//! Perft and divide.

use crate::border::{Call, Fault, Status, call, optional_text, read, writable};
use crate::cancels::{Cancel, PlywoodCancel, cancel_of};
use crate::handle::Handle;
use crate::positions::PlywoodPosition;
use crate::resources::{table_bytes, threads};
use plywood::core::perft::{MAX_DEPTH, PerftError};
use plywood::{AnyPosition, CountError, PerftSettings};
use std::ffi::{CString, c_char, c_void};
use std::ops::ControlFlow;
use std::time::Duration;

/// The deepest count, in plies.
pub const PLYWOOD_MAX_PERFT_DEPTH: u32 = 64;

// Numbers are written out, because cbindgen takes over no others.
const _: () = assert!(PLYWOOD_MAX_PERFT_DEPTH == MAX_DEPTH);

/// How often progress is told and a cancel is looked at.
const EVERY: Duration = Duration::from_millis(20);

/// Told by the calling thread how much of a count is done, 0 to 1, some fifty times a second and so never of a quick one; anything but 0
/// stops it.
pub type PlywoodProgress = Option<extern "C" fn(done: f64, user: *mut c_void) -> i32>;

/// Gets a first move and the leaves under it, on the calling thread; the text lives during the call.
pub type PlywoodDivideRow = Option<extern "C" fn(move_text: *const c_char, nodes: u64, user: *mut c_void)>;

/// With what a tree is counted, or random games are played. All zeros is fine: all cores, no table, nothing told.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlywoodPerftOptions {
    /// Threads, 1 to `PLYWOOD_MAX_THREADS`; 0 = all cores.
    pub threads: u32,
    /// Size of the table in megabytes; 0 = none: every leaf is counted.
    pub table_megabytes: u64,
    /// From which the keys of the table are made; with another one, another table must give the same count.
    pub seed: u64,
    /// Told how much is done; may be null.
    pub progress: PlywoodProgress,
    /// Given to `progress` as it is.
    pub user: *mut c_void,
}

/// A call that counts.
pub(crate) struct Count {
    settings: PerftSettings,
    cancel: Option<Cancel>,
    progress: Option<(extern "C" fn(f64, *mut c_void) -> i32, *mut c_void)>,
}

impl Count {
    fn new(options: *const PlywoodPerftOptions, cancel: *const PlywoodCancel) -> Call<Self> {
        let mut count = Self::without_table(options, cancel)?;
        let options = if options.is_null() { None } else { Some(read(options, "the options")?) };
        if let Some(options) = options.filter(|options| options.table_megabytes > 0) {
            let bytes = table_bytes(options.table_megabytes)?;
            let settings = count.settings.with_table(bytes, options.seed);
            count.settings = settings.map_err(|fault| Fault::new(Status::NoResources, fault))?;
        }
        Ok(count)
    }

    pub(crate) fn without_table(options: *const PlywoodPerftOptions, cancel: *const PlywoodCancel) -> Call<Self> {
        let options = if options.is_null() { None } else { Some(read(options, "the options")?) };
        let threads = threads(options.map_or(0, |options| options.threads))?;
        let settings = PerftSettings::new(threads).map_err(|fault| Fault::new(Status::NoResources, fault))?;
        let progress = options.and_then(|options| Some((options.progress?, options.user)));
        Ok(Self { settings, cancel: cancel_of(cancel)?, progress })
    }

    /// Counts, and between times looks at the cancel and tells how far it is.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce(&PerftSettings) -> T + Send) -> T {
        if self.cancel.is_none() && self.progress.is_none() {
            return work(&self.settings);
        }
        let settings = &self.settings;
        let mut look = |done| {
            let told = self.progress.is_some_and(|(progress, user)| progress(done, user) != 0);
            let stopped = self.cancel.as_ref().is_some_and(Cancel::called);
            if told || stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // A cancel that was called before stops a count that would be over before the first look.
        if self.cancel.as_ref().is_some_and(Cancel::called) {
            settings.control().stop();
        }
        settings.watched(EVERY, &mut look, move || work(settings))
    }
}

/// The mode of that name, or the default one of the game.
fn mode_of(mode: *const c_char, position: &dyn AnyPosition) -> Call<String> {
    let named = optional_text(mode, "the mode")?.map(ToOwned::to_owned);
    Ok(named.unwrap_or_else(|| position.default_mode().to_owned()))
}

/// A count that failed, with what it has.
pub(crate) fn fault<T>(error: CountError<T>) -> (Fault, Option<T>)
where
    CountError<T>: std::fmt::Display,
{
    let status = match &error {
        CountError::UnknownMode { .. } | CountError::NotATree { .. } | CountError::Perft(PerftError::Depth(_)) => {
            Status::BadArgument
        }
        CountError::Perft(PerftError::Overflow) => Status::Overflow,
        CountError::Perft(PerftError::Memory) => Status::NoResources,
        CountError::Perft(PerftError::Interrupted(_)) => Status::Stopped,
        // What later versions add: the text says what it is.
        _ => Status::BadArgument,
    };
    let fault = Fault::new(status, &error);
    let partial = if let CountError::Perft(PerftError::Interrupted(partial)) = error { Some(partial) } else { None };
    (fault, partial)
}

/// The leaves at `depth` (0 to `PLYWOOD_MAX_PERFT_DEPTH`) in a counting mode (null = the game's default). `options` and `cancel` may be
/// null. A call that was stopped returns `PLYWOOD_STATUS_STOPPED` and what it had counted.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_perft(
    position: *const PlywoodPosition,
    mode: *const c_char,
    depth: u32,
    options: *const PlywoodPerftOptions,
    cancel: *const PlywoodCancel,
    nodes: *mut u64,
) -> Status {
    call(|| {
        let (out, held) = (writable(nodes, "nodes")?, Handle::look(position)?);
        out.set(0);
        let (mode, count, position) = (mode_of(mode, &*held.position)?, Count::new(options, cancel)?, &*held.position);
        let counted = count.run(|settings| position.perft(&mode, depth, settings));
        let nodes = counted.map_err(|error| {
            let (fault, partial) = fault(error);
            partial.into_iter().for_each(|partial| out.set(partial));
            fault
        })?;
        out.set(nodes);
        Ok(())
    })
}

/// The leaves at `depth` (1 to `PLYWOOD_MAX_PERFT_DEPTH`) under every first move, each given to `row`, sorted by the text of the move.
/// `user` is given to `row` as it is. Otherwise as `plywood_perft`; the rows of a call that was stopped have what it had counted.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_divide(
    position: *const PlywoodPosition,
    mode: *const c_char,
    depth: u32,
    options: *const PlywoodPerftOptions,
    cancel: *const PlywoodCancel,
    row: PlywoodDivideRow,
    user: *mut c_void,
) -> Status {
    call(|| {
        let row = row.ok_or_else(|| Fault::new(Status::Null, "the function for the rows is null"))?;
        if depth == 0 {
            let fault = format!("depth 0 has no first moves: expected 1 to {MAX_DEPTH}");
            return Err(Fault::new(Status::BadArgument, fault));
        }
        let held = Handle::look(position)?;
        let (mode, count, position) = (mode_of(mode, &*held.position)?, Count::new(options, cancel)?, &*held.position);
        let (rows, result) = match count.run(|settings| position.divide(&mode, depth, settings)) {
            Ok(rows) => (rows, Ok(())),
            Err(error) => {
                let (fault, partial) = fault(error);
                (partial.unwrap_or_default(), Err(fault))
            }
        };
        for (text, nodes) in rows {
            let text = CString::new(text).unwrap_or_default();
            row(text.as_ptr(), nodes, user);
        }
        result
    })
}

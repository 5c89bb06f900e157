//! The border between C and Rust: statuses, the text of the last error, buffers of the caller, and the wall that no panic
//! crosses.
//!
//! Not here: what the functions do. With `handle`, this is where pointers of the caller are read and written.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of a call. `plywood_last_error` has the words.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done.
    Ok = 0,
    /// A pointer that must not be null is.
    Null = 1,
    /// A text is not UTF-8.
    Utf8 = 2,
    /// The pointer is no live handle of the kind that is asked for: of another kind, or freed. A freed handle is recognised as long as
    /// fewer than 1,024 others were freed after it. Also: the position that an evaluation is given, to be changed or freed.
    BadHandle = 3,
    /// Another call is using the handle: one on another thread, or the one whose callback asks.
    Busy = 4,
    /// An earlier call panicked inside this handle; it can only be freed.
    Broken = 5,
    /// A panic was caught: a fault of Plywood. The handles of the call are broken.
    Panic = 6,
    /// The buffer of the caller is too small; the required size was written.
    BufferTooSmall = 7,
    /// No game has this name.
    UnknownGame = 8,
    /// A position cannot be read.
    BadPosition = 9,
    /// A move cannot be read, or is not legal here.
    BadMove = 10,
    /// The index is beyond the end.
    OutOfRange = 11,
    /// An argument has no meaning: a mode, a rule, a device, or a number outside its range, such as a depth or threads.
    BadArgument = 12,
    /// The game does not have this: what begins with `plywood_rbc_` is for positions of rbc alone.
    NotForThisGame = 13,
    /// Memory or threads are not to be had.
    NoResources = 14,
    /// The count was stopped; what it had so far was written. (A search that is stopped has a result, and returns `PLYWOOD_STATUS_OK`.)
    Stopped = 15,
    /// The count does not fit into 64 bits.
    Overflow = 16,
    /// The game is over.
    GameOver = 17,
    /// No board of a belief agrees with the event. It may be that a sample has lost the true one.
    Contradiction = 18,
    /// A belief would have more boards than its limit.
    TooManyBoards = 19,
}

impl Status {
    /// All there are. The header is tested to have no other.
    const ALL: [Self; 20] = [
        Self::Ok,
        Self::Null,
        Self::Utf8,
        Self::BadHandle,
        Self::Busy,
        Self::Broken,
        Self::Panic,
        Self::BufferTooSmall,
        Self::UnknownGame,
        Self::BadPosition,
        Self::BadMove,
        Self::OutOfRange,
        Self::BadArgument,
        Self::NotForThisGame,
        Self::NoResources,
        Self::Stopped,
        Self::Overflow,
        Self::GameOver,
        Self::Contradiction,
        Self::TooManyBoards,
    ];

    const fn words(self) -> &'static CStr {
        match self {
            Self::Ok => c"done",
            Self::Null => c"a pointer is null",
            Self::Utf8 => c"a text is not UTF-8",
            Self::BadHandle => c"no live handle of this kind",
            Self::Busy => c"the handle is in use",
            Self::Broken => c"an earlier call panicked inside the handle",
            Self::Panic => c"a fault of Plywood",
            Self::BufferTooSmall => c"the buffer is too small",
            Self::UnknownGame => c"unknown game",
            Self::BadPosition => c"bad position",
            Self::BadMove => c"bad move",
            Self::OutOfRange => c"beyond the end",
            Self::BadArgument => c"bad argument",
            Self::NotForThisGame => c"not for this game",
            Self::NoResources => c"not enough memory or threads",
            Self::Stopped => c"stopped",
            Self::Overflow => c"the count does not fit into 64 bits",
            Self::GameOver => c"the game is over",
            Self::Contradiction => c"no board agrees",
            Self::TooManyBoards => c"more boards than the limit",
        }
    }

    /// The words of the status with this number, which a C program may have made up.
    pub(crate) fn words_of(number: i32) -> &'static CStr {
        Self::ALL.into_iter().find(|status| *status as i32 == number).map_or(c"no status", Self::words)
    }
}

/// Why a call fails: the status and its words.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) status: Status,
    text: String,
}

impl Fault {
    pub(crate) fn new(status: Status, text: impl ToString) -> Self {
        Self { status, text: text.to_string() }
    }
}

/// What every function does inside.
pub(crate) type Call<T = ()> = Result<T, Fault>;

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// The words of this thread's last failed call, empty when there was none or the thread is being torn down. The text lives until the
/// next call of this thread that fails.
pub(crate) fn last_error() -> *const c_char {
    LAST.try_with(|text| text.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

fn remember(text: &str) {
    let text = CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    // Not while the thread is torn down.
    let _ = LAST.try_with(|last| last.replace(text));
}

/// Runs a call; failures become a status with words, and so does a panic.
pub(crate) fn call(work: impl FnOnce() -> Call) -> Status {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(fault)) => {
            remember(&fault.text);
            fault.status
        }
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
            remember(&format!("a fault of Plywood: {}", text.unwrap_or("panic")));
            Status::Panic
        }
    }
}

/// A text of the caller.
pub(crate) fn text<'a>(pointer: *const c_char, what: &str) -> Call<&'a str> {
    optional_text(pointer, what)?.ok_or_else(|| Fault::new(Status::Null, format!("{what} is null")))
}

/// A text of the caller, who may give none.
pub(crate) fn optional_text<'a>(pointer: *const c_char, what: &str) -> Call<Option<&'a str>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: not null; that it is a text that ends with a zero byte and lives during the call is the caller's part.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    let text = bytes.to_str().map_err(|fault| Fault::new(Status::Utf8, format!("{what} is not UTF-8: {fault}")))?;
    Ok(Some(text))
}

/// What the caller's pointer leads to.
pub(crate) fn read<'a, T>(pointer: *const T, what: &str) -> Call<&'a T> {
    // SAFETY: null is none; that it leads to a value that lives during the call is the caller's part.
    unsafe { pointer.as_ref() }.ok_or_else(|| Fault::new(Status::Null, format!("{what} is null")))
}

/// The items that the caller's pointer leads to; it may be null where there are none.
pub(crate) fn slice<'a, T>(pointer: *const T, count: usize, what: &str) -> Call<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Fault::new(Status::Null, format!("{what} is null")));
    }
    // SAFETY: not null; that it leads to so many items which live during the call is the caller's part.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Checks a pointer to write through before the work is done.
pub(crate) fn writable<T>(pointer: *mut T, what: &str) -> Call<Out<T>> {
    if pointer.is_null() { Err(Fault::new(Status::Null, format!("{what} is null"))) } else { Ok(Out(pointer)) }
}

/// A place of the caller that is not null.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    pub(crate) fn set(&self, value: T) {
        // SAFETY: not null (`writable`); that it is aligned and his to write is the caller's part. What was there is not read.
        unsafe { self.0.write(value) }
    }
}

/// Writes `text` and a zero byte into a buffer of `capacity` bytes, and the bytes that it takes into `required`, if that is
/// not null. A buffer that is too small gets as much as fits, with the zero byte; no buffer at all is fine when only the size is asked for.
pub(crate) fn put_text(text: &str, buffer: *mut c_char, capacity: usize, required: *mut usize) -> Call {
    if !required.is_null() {
        Out(required).set(text.len() + 1);
    }
    if buffer.is_null() {
        return if required.is_null() {
            Err(Fault::new(Status::Null, "neither a buffer nor a size to write to"))
        } else {
            Ok(())
        };
    }
    let fits = text.len() < capacity;
    let whole = if fits { text.len() } else { text.floor_char_boundary(capacity.saturating_sub(1)) };
    if capacity > 0 {
        // SAFETY: the buffer has `capacity` bytes by the caller's word, and `whole` is below that; it cannot overlap the text, which
        // is Plywood's own.
        unsafe {
            buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), whole);
            buffer.add(whole).write(0);
        }
    }
    if fits { Ok(()) } else { Err(too_small(text.len() + 1, capacity)) }
}

/// Writes `items` into a buffer of `capacity` of them, and their number into `count`. A buffer that is too small gets the first
/// ones; no buffer at all is fine when only the number is asked for.
pub(crate) fn put_items<T: Copy>(items: &[T], buffer: *mut T, capacity: usize, count: *mut usize) -> Call {
    writable(count, "count")?.set(items.len());
    if buffer.is_null() {
        return Ok(());
    }
    let whole = items.len().min(capacity);
    // SAFETY: the buffer has room for `capacity` items by the caller's word; it cannot overlap the items, which are Plywood's own.
    unsafe { buffer.copy_from_nonoverlapping(items.as_ptr(), whole) };
    if whole == items.len() { Ok(()) } else { Err(too_small(items.len(), capacity)) }
}

fn too_small(needed: usize, capacity: usize) -> Fault {
    Fault::new(Status::BufferTooSmall, format!("the buffer holds {capacity}, {needed} are needed"))
}

//! Handles: what a C program holds of Plywood's things.
//!
//! A handle is a box with a word that tells its kind, so that a handle of another kind is told from a good one. What is inside is behind
//! a lock that is tried and never waited for: a call that comes too early is told so. Freeing a handle drops what is inside and keeps the empty box
//! for a while, so that the use of a freed handle is found out instead of reading somebody else's memory.

use crate::border::{Call, Fault, Out, Status, writable};
use std::any::Any;
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

/// A thing that C programs hold.
pub trait Kind: Sized + Send + Sync + 'static {
    /// The word that tells handles of this kind; different for each.
    const WORD: u64;
    /// What it is called in messages.
    const NAME: &'static str;
}

/// The boxes of the handles that were freed last.
static FREED: Mutex<VecDeque<Box<dyn Any + Send>>> = Mutex::new(VecDeque::new());

/// How many handles may be freed before the box of one is given back.
const KEPT: usize = 1024;

/// A box with a word.
#[repr(C)]
pub struct Handle<T> {
    word: AtomicU64,
    /// A call panicked while it looked at the thing; for one that was changing it, the lock knows.
    broken: AtomicBool,
    /// A callback was given it to look at: it is neither to be changed nor freed.
    lent: bool,
    /// Nothing once the handle is freed.
    thing: RwLock<Option<T>>,
}

/// A look at the thing inside.
pub(crate) struct Look<'a, T> {
    thing: RwLockReadGuard<'a, Option<T>>,
    broken: &'a AtomicBool,
}

impl<T> Deref for Look<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.thing.as_ref().unwrap_or_else(|| unreachable!("`look` found it"))
    }
}

/// The thing inside, to change.
pub(crate) struct Change<'a, T>(RwLockWriteGuard<'a, Option<T>>);

impl<T> Deref for Change<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.as_ref().unwrap_or_else(|| unreachable!("`change` found it"))
    }
}

impl<T> DerefMut for Change<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().unwrap_or_else(|| unreachable!("`change` found it"))
    }
}

impl<T> Drop for Look<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.broken.store(true, Relaxed);
        }
    }
}

impl<T: Kind> Handle<T> {
    fn new(thing: T, lent: bool) -> Self {
        Self { word: AtomicU64::new(T::WORD), broken: AtomicBool::new(false), lent, thing: RwLock::new(Some(thing)) }
    }

    /// Gives `thing` to the caller.
    pub(crate) fn hand_out(thing: T, out: &Out<*mut Self>) {
        out.set(Box::into_raw(Box::new(Self::new(thing, false))));
    }

    /// A handle for a callback, which lives during the callback and can only be looked at.
    pub(crate) fn lend(thing: T) -> Self {
        Self::new(thing, true)
    }

    /// The place for a new handle, made null first: a caller who does not look at the status frees nothing.
    pub(crate) fn place(out: *mut *mut Self) -> Call<Out<*mut Self>> {
        let out = writable(out, "the place for the handle")?;
        out.set(std::ptr::null_mut());
        Ok(out)
    }

    fn checked<'a>(handle: *const Self) -> Call<&'a Self> {
        if handle.is_null() {
            return Err(Fault::new(Status::Null, format!("the {} is null", T::NAME)));
        }
        // SAFETY: not null. That it is a handle of Plywood is the caller's part; the word of any kind of handle lies at its beginning
        // (`repr(C)`), so a wrong kind is seen without a look at the rest.
        let word = unsafe { &(*handle).word }.load(Relaxed);
        if word != T::WORD {
            return Err(Fault::new(Status::BadHandle, format!("the handle is no {}", T::NAME)));
        }
        // SAFETY: the word says that it is a handle of this kind.
        Ok(unsafe { &*handle })
    }

    /// The thing inside, to look at: several threads may at a time.
    pub(crate) fn look<'a>(handle: *const Self) -> Call<Look<'a, T>> {
        let handle = Self::whole(handle)?;
        let thing = handle.thing.try_read().map_err(Self::locked)?;
        if thing.is_none() { Err(Self::freed()) } else { Ok(Look { thing, broken: &handle.broken }) }
    }

    /// The thing inside, to change.
    pub(crate) fn change<'a>(handle: *mut Self) -> Call<Change<'a, T>> {
        let thing = Self::whole(handle)?.owned()?.thing.try_write().map_err(Self::locked)?;
        if thing.is_none() { Err(Self::freed()) } else { Ok(Change(thing)) }
    }

    /// The handle, if it is the caller's own.
    fn owned(&self) -> Call<&Self> {
        if self.lent {
            let fault = format!("the {} is lent to the callback: it can only be looked at", T::NAME);
            return Err(Fault::new(Status::BadHandle, fault));
        }
        Ok(self)
    }

    fn freed() -> Fault {
        Fault::new(Status::BadHandle, format!("the {} was freed", T::NAME))
    }

    fn whole<'a>(handle: *const Self) -> Call<&'a Self> {
        let handle = Self::checked(handle)?;
        if handle.broken.load(Relaxed) { Err(Self::broken()) } else { Ok(handle) }
    }

    fn broken() -> Fault {
        Fault::new(Status::Broken, format!("a call panicked inside the {}: it can only be freed", T::NAME))
    }

    fn locked<G>(error: TryLockError<G>) -> Fault {
        match error {
            TryLockError::WouldBlock => Fault::new(Status::Busy, format!("the {} is in use by another call", T::NAME)),
            TryLockError::Poisoned(_) => Self::broken(),
        }
    }

    /// Frees a handle; null is fine.
    pub(crate) fn free(handle: *mut Self) -> Call {
        if handle.is_null() {
            return Ok(());
        }
        let checked = Self::checked(handle)?.owned()?;
        let mut thing = match checked.thing.try_write() {
            Ok(thing) => thing,
            Err(TryLockError::Poisoned(broken)) => broken.into_inner(),
            Err(busy) => return Err(Self::locked(busy)),
        };
        let thing_inside = thing.take().ok_or_else(Self::freed)?;
        drop(thing);
        // From now on it is freed, whatever happened before.
        checked.thing.clear_poison();
        checked.broken.store(false, Relaxed);
        drop(thing_inside);
        // SAFETY: it was handed out by `hand_out` and not freed before: there was something inside. No reference to it is left.
        let shell = unsafe { Box::from_raw(handle) };
        let mut kept = FREED.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(shell);
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::border::call;

    struct Thing(u32);

    impl Kind for Thing {
        const WORD: u64 = 1;
        const NAME: &'static str = "thing";
    }

    fn handle() -> *mut Handle<Thing> {
        let mut handle = std::ptr::null_mut();
        assert_eq!(
            call(|| {
                let out = Handle::place(&raw mut handle)?;
                Handle::hand_out(Thing(7), &out);
                Ok(())
            }),
            Status::Ok
        );
        handle
    }

    fn looked(handle: *const Handle<Thing>) -> Status {
        call(|| Handle::look(handle).map(|thing| assert_eq!(thing.0, 7)))
    }

    #[test]
    fn a_panic_ends_at_the_border_and_breaks_the_handle() {
        for changing in [false, true] {
            let handle = handle();
            assert_eq!(looked(handle), Status::Ok);
            let status = call(|| {
                let _looked = if changing { None } else { Some(Handle::look(handle)?) };
                let _changed = if changing { Some(Handle::change(handle)?) } else { None };
                panic!("on purpose")
            });
            assert_eq!(status, Status::Panic);
            assert_eq!(looked(handle), Status::Broken);
            assert_eq!(call(|| Handle::change(handle).map(drop)), Status::Broken);
            assert_eq!(call(|| Handle::free(handle)), Status::Ok);
            assert_eq!(looked(handle), Status::BadHandle);
        }
    }

    #[test]
    fn two_may_look_and_one_may_change() {
        let handle = handle();
        let status = call(|| {
            let (_first, _second) = (Handle::look(handle)?, Handle::look(handle)?);
            Handle::change(handle).map(drop)
        });
        assert_eq!(status, Status::Busy);
        let status = call(|| {
            let _only = Handle::change(handle)?;
            Handle::look(handle).map(drop)
        });
        assert_eq!(status, Status::Busy);
        assert_eq!(call(|| Handle::free(handle)), Status::Ok);
        assert_eq!(call(|| Handle::free(handle)), Status::BadHandle);
    }

    #[test]
    fn a_lent_handle_can_only_be_looked_at() {
        let mut lent = Handle::lend(Thing(7));
        assert_eq!(looked(&raw const lent), Status::Ok);
        assert_eq!(call(|| Handle::change(&raw mut lent).map(drop)), Status::BadHandle);
        assert_eq!(call(|| Handle::free(&raw mut lent)), Status::BadHandle);
        assert_eq!(looked(&raw const lent), Status::Ok);
    }

    #[test]
    fn another_kind_is_refused() {
        let handle = handle();
        assert_eq!(call(|| Handle::look(handle.cast::<Handle<crate::cancels::Cancel>>()).map(drop)), Status::BadHandle);
        assert_eq!(call(|| Handle::free(handle)), Status::Ok);
    }
}

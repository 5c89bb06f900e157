//! Cancels: how counts and searches are stopped from any thread.
//!
//! A count asks its cancel between times. A search has a [`Stop`] of its own, because the function that hears of its depths may end this
//! search and no other one; a cancel that is called stops those of all searches under way. Calling a cancel waits for nobody and takes no
//! lock.

use crate::border::{Call, Status, call};
use crate::handle::{Handle, Kind};
use plywood::core::search::Stop;
use std::iter::successors;
use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, fence};
use std::sync::{Arc, OnceLock};

/// Stops counts and searches that were given it, from any thread, at any time.
pub type PlywoodCancel = Handle<Cancel>;

/// What a cancel handle holds; clones are the same cancel.
#[derive(Clone, Default)]
pub struct Cancel(Arc<Switch>);

#[derive(Default)]
struct Switch {
    called: AtomicBool,
    first: Place,
}

/// A place for one search at a time. There are as many as there were searches at once.
#[derive(Default)]
struct Place {
    taken: AtomicBool,
    stop: Stop,
    next: OnceLock<Box<Place>>,
}

/// A place that a search has taken; dropped, it is free again.
struct Taken<'a>(&'a Place);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.taken.store(false, Release);
    }
}

impl Kind for Cancel {
    const WORD: u64 = 0x6c65_636e_6163;
    const NAME: &'static str = "cancel";
}

impl Cancel {
    /// Whether it was called.
    pub(crate) fn called(&self) -> bool {
        self.0.called.load(Relaxed)
    }

    fn stop(&self) {
        self.0.called.store(true, Relaxed);
        // With the fence in `enter`: a search that begins at this moment sees the call, or its stop is stopped here, after it was reset.
        fence(SeqCst);
        let places = successors(Some(&self.0.first), |place| place.next.get().map(|next| &**next));
        places.for_each(|place| place.stop.stop());
    }

    fn enter(&self) -> Taken<'_> {
        let mut place = &self.0.first;
        while place.taken.swap(true, AcqRel) {
            place = place.next.get_or_init(Box::default);
        }
        place.stop.reset();
        fence(SeqCst);
        if self.called() {
            place.stop.stop();
        }
        Taken(place)
    }
}

/// Runs a search with a stop of its own, which `cancel`, if there is one, stops too.
pub(crate) fn with_stop<T>(cancel: Option<&Cancel>, search: impl FnOnce(&Stop) -> T) -> T {
    match cancel {
        None => search(&Stop::default()),
        Some(cancel) => search(&cancel.enter().0.stop),
    }
}

/// The cancel of a caller, who may give none.
pub(crate) fn cancel_of(cancel: *const PlywoodCancel) -> Call<Option<Cancel>> {
    if cancel.is_null() { Ok(None) } else { Ok(Some(Handle::look(cancel)?.clone())) }
}

/// A cancel that nobody has called. Free it with `plywood_cancel_free` when no call uses it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_cancel_new(cancel: *mut *mut PlywoodCancel) -> Status {
    call(|| {
        let out = Handle::place(cancel)?;
        Handle::hand_out(Cancel::default(), &out);
        Ok(())
    })
}

/// Stops the calls that were given this cancel, and those that will be until it is reset. From any thread.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_cancel_stop(cancel: *const PlywoodCancel) -> Status {
    call(|| {
        Handle::look(cancel)?.stop();
        Ok(())
    })
}

/// Makes a cancel fit for other calls.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_cancel_reset(cancel: *const PlywoodCancel) -> Status {
    call(|| {
        Handle::look(cancel)?.0.called.store(false, Relaxed);
        Ok(())
    })
}

/// Frees a cancel; null is fine. No call may be using it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_cancel_free(cancel: *mut PlywoodCancel) -> Status {
    call(|| Handle::free(cancel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_ends_itself_leaves_the_others_alone_and_a_cancel_ends_them_all() {
        let cancel = Cancel::default();
        with_stop(Some(&cancel), |first| {
            first.stop();
            with_stop(Some(&cancel), |second| {
                assert!(!second.stopped() && !cancel.called());
                cancel.stop();
                assert!(second.stopped() && cancel.called());
            });
        });
        assert!(with_stop(Some(&cancel), Stop::stopped), "until it is reset");
        cancel.0.called.store(false, Relaxed);
        assert!(!with_stop(Some(&cancel), Stop::stopped));
        assert!(!with_stop(None, Stop::stopped));
    }

    #[test]
    fn a_call_at_the_moment_when_a_search_begins_is_not_lost() {
        for _ in 0..500 {
            let cancel = Cancel::default();
            std::thread::scope(|scope| {
                scope.spawn(|| cancel.stop());
                with_stop(Some(&cancel), |stop| {
                    while !stop.stopped() {
                        std::thread::yield_now();
                    }
                });
            });
        }
    }
}

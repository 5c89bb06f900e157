//! What the fuzz targets of parsers and protocols call. A package of its own, because they need every game behind one registry, which
//! takes minutes to compile.
//!
//! Not here: the games themselves (the package above).

mod sessions;
#[path = "../../../crates/plywood/tests/texts/mod.rs"]
mod texts;

/// Every parser, on text.
///
/// # Panics
/// With what does not hold: that is how a fuzzer learns of it.
pub fn texts(data: &[u8]) {
    texts::texts(data);
}

/// A session with an engine protocol.
///
/// # Panics
/// With what does not hold: that is how a fuzzer learns of it.
pub fn sessions(data: &[u8]) {
    sessions::sessions(data);
}

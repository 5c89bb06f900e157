//! The committed inputs of the fuzz targets, given to the bodies by ordinary tests: seeds, and inputs that once failed.
//!
//! Not here: the bodies, and what a run of the fuzzer finds besides, which is not committed.

use std::fs;
use std::path::{Path, PathBuf};

/// Families of games: the first byte of an input chooses one.
const FAMILIES: usize = 4;

/// Gives `body` the inputs of `target`: all of them, or those of one `family` without the byte that says so.
///
/// # Panics
/// When there is none, and when the body does.
pub(crate) fn replay(target: &str, family: Option<usize>, body: impl Fn(&[u8])) {
    let mut replayed = 0;
    for path in inputs(target) {
        let data = fs::read(&path).expect("an input that can be read");
        let rest = match (family, data.split_first()) {
            (None, _) => &data,
            (Some(family), Some((&first, rest))) if usize::from(first) % FAMILIES == family => rest,
            _ => continue,
        };
        // Shown where the test fails.
        println!("{}", path.display());
        body(rest);
        replayed += 1;
    }
    assert!(replayed > 0, "no input of {target} is for this family");
}

/// The files with the inputs of `target`. Names of forty characters are those that a run of the fuzzer gives.
fn inputs(target: &str) -> Vec<PathBuf> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let folders = ["corpus", "regressions"].map(|kind| fuzz.join(kind).join(target));
    let files = folders.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let paths = files.map(|entry| entry.expect("a folder that can be read").path());
    paths.filter(|path| path.file_name().is_some_and(|name| name.len() != 40)).collect()
}

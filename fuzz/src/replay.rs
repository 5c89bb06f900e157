//! The committed inputs of the fuzz targets, given to the bodies by ordinary tests: seeds, and inputs that once failed; and
//! inputs near them, new ones in each run.
//!
//! Not here: the bodies, and what a run of the fuzzer finds besides, which is not committed. The inputs made here are not guided by
//! what they reach: that is the fuzzer's business.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use std::fs;
use std::path::{Path, PathBuf};

/// Families of games: the first byte of an input chooses one.
const FAMILIES: usize = 4;

/// Gives `body` the inputs of `target`: all of them, or those of one `family` without the byte that says so. Then `new` inputs that are
/// a few edits away from them.
///
/// # Panics
/// When there is none, and when the body does: for a new one with the least input that was found.
pub(crate) fn replay(target: &str, family: Option<usize>, new: u32, body: impl Fn(&[u8])) {
    let inputs = inputs(target, family);
    assert!(!inputs.is_empty(), "no input of {target} is for this family");
    for (path, data) in &inputs {
        // Shown where the test fails.
        println!("{}", path.display());
        body(data);
    }
    let inputs: Vec<Vec<u8>> = inputs.into_iter().map(|(_, data)| data).collect();
    let near = (select(inputs.clone()), vec(edit(inputs), 1..6)).prop_map(|(mut data, edits)| {
        edits.iter().for_each(|edit| edit.apply(&mut data));
        data
    });
    let config = Config { cases: new, failure_persistence: None, ..Config::default() };
    let verdict = TestRunner::new(config).run(&near, |data| {
        body(&data);
        Ok(())
    });
    verdict.unwrap_or_else(|fault| panic!("{target}: {fault}"));
}

/// The files with the inputs of `target`, and what they hold for `family`. Names of forty characters are those that a run of the
/// fuzzer gives.
fn inputs(target: &str, family: Option<usize>) -> Vec<(PathBuf, Vec<u8>)> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let folders = ["corpus", "regressions"].map(|kind| fuzz.join(kind).join(target));
    let files = folders.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let paths = files.map(|entry| entry.expect("a folder that can be read").path());
    let named = paths.filter(|path| path.file_name().is_some_and(|name| name.len() != 40));
    let read = named.filter_map(|path| {
        let data = fs::read(&path).expect("an input that can be read");
        let rest = match (family, data.split_first()) {
            (None, _) => data,
            (Some(family), Some((&first, rest))) if usize::from(first) % FAMILIES == family => rest.to_vec(),
            _ => return None,
        };
        Some((path, rest))
    });
    read.collect()
}

/// A change of an input.
#[derive(Clone, Debug)]
enum Edit {
    /// A byte becomes another one.
    Set(Index, u8),
    /// Bytes come in, of which some stand in other inputs.
    Insert(Index, Vec<u8>),
    /// Up to so many bytes go.
    Remove(Index, usize),
}

fn edit(inputs: Vec<Vec<u8>>) -> impl Strategy<Value = Edit> {
    let piece = (select(inputs), any::<Index>(), 1..12usize).prop_map(|(from, at, length)| {
        let at = at.index(from.len() + 1);
        from[at..from.len().min(at + length)].to_vec()
    });
    let bytes = prop_oneof![piece, vec(any::<u8>(), 1..6)];
    prop_oneof![
        3 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        1 => (any::<Index>(), bytes).prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
        1 => (any::<Index>(), 1..12usize).prop_map(|(at, length)| Edit::Remove(at, length)),
    ]
}

impl Edit {
    fn apply(&self, data: &mut Vec<u8>) {
        match self {
            Self::Set(at, byte) if !data.is_empty() => {
                let at = at.index(data.len());
                data[at] = *byte;
            }
            Self::Set(..) => {}
            Self::Insert(at, bytes) => {
                let at = at.index(data.len() + 1);
                data.splice(at..at, bytes.iter().copied());
            }
            Self::Remove(at, length) => {
                let at = at.index(data.len() + 1);
                data.drain(at..data.len().min(at + length));
            }
        }
    }
}

//! The best moves of a search, as its reports tell of them: for front ends that show several.

use plywood_core::search::Report;

/// Gathers the reports of a search, and keeps those of the last depth in which no best move was missing: a search may be cut short in the
/// middle of a depth, and several best moves can only be compared where all of them were searched to the same one.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    whole: Vec<Report<String>>,
    /// Those of the depth under way.
    coming: Vec<Report<String>>,
}

impl Ranks {
    /// Hears a report, as the progress of a search gives it.
    pub fn add(&mut self, report: &Report<String>) {
        if report.rank == 1 {
            self.complete();
        }
        self.coming.push(report.clone());
    }

    /// Takes over what has come, if no move is missing.
    fn complete(&mut self) {
        if self.coming.len() >= self.whole.len() {
            self.whole = std::mem::take(&mut self.coming);
        }
        self.coming.clear();
    }

    /// The reports of a search that ended with `last`, the best move first: that one alone, or, where several were wanted, one for each, the
    /// first with the counts and the time of the whole search.
    pub fn end(mut self, last: Report<String>) -> Vec<Report<String>> {
        self.complete();
        match &mut self.whole[..] {
            [first, _, ..] => {
                (first.statistics, first.time) = (last.statistics, last.time);
                self.whole
            }
            _ => vec![last],
        }
    }
}

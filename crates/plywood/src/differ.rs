//! Another implementation of a game's rules against this one: what it lists and counts, and where it first differs.
//!
//! Random walks lead to positions. The lists of legal moves are compared at all of them, then the counts of perft; where a
//! count differs, the way goes down into the first child that differs, until it is a position whose moves differ. What is found
//! is made smaller: pieces are taken off the board as long as the same difference shows. The method is the one by which move
//! generators are debugged (divide), with the removal of pieces from delta debugging (Zeller 2002).
//!
//! Not here: processes and protocols. The other side is whatever answers as [`Other`].

use crate::fewer::{fixed_letters, without};
use crate::game::{AnyGame, AnyPosition, Labelled, MoveDetail, PerftSettings};
use plywood_core::rng::SplitMix64;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use thiserror::Error;

/// What the other side says of the legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Listing {
    /// All of them, in any order.
    All(Vec<String>),
    /// One of them; none when it says that there is none.
    One(Option<String>),
    /// It cannot list moves.
    Unknown,
    /// Its protocol does not allow the question here.
    NotAsked,
}

/// Why the other side gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OtherFault {
    /// It answered that it will not; other questions may be put to it.
    #[error("asked '{asked}', the other side refused: '{answer}'")]
    Refused {
        /// The question.
        asked: String,
        /// The answer.
        answer: String,
    },
    /// It is gone, or what it says makes no sense.
    #[error("asked '{asked}', the other side {fault}")]
    Broken {
        /// The question.
        asked: String,
        /// What happened: a clause whose subject is the other side.
        fault: String,
    },
    /// The wait for it was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// Another implementation of the rules of one game, in one counting mode.
pub trait Other {
    /// The legal moves.
    ///
    /// # Errors
    /// [`OtherFault`].
    fn moves(&mut self, position: &dyn AnyPosition) -> Result<Listing, OtherFault>;

    /// Leaves at `depth`; `None` when it does not count.
    ///
    /// # Errors
    /// [`OtherFault`].
    fn perft(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<u64>, OtherFault>;

    /// Leaves at `depth` under every first move; `None` when it does not tell them apart.
    ///
    /// # Errors
    /// [`OtherFault`].
    fn divide(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<Labelled>, OtherFault> {
        let _ = (position, depth);
        Ok(None)
    }

    /// Whether its moves are in the game's own notation, so that a text which stands in our list needs no reading.
    fn is_native(&self) -> bool {
        true
    }

    /// Our text of the legal move that `text` means.
    ///
    /// # Errors
    /// Why `text` is no legal move here.
    fn read(&self, position: &dyn AnyPosition, text: &str) -> Result<String, String> {
        let moves = position.list();
        let index = moves.find(text).map_err(|fault| fault.fault)?;
        moves.text(index).ok_or_else(|| "no such move".into())
    }
}

/// How much is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Random walks; with none the first position alone is compared.
    pub walks: u32,
    /// Plies of a walk, unless the game ends before.
    pub plies: u32,
    /// The seed of the walks.
    pub seed: u64,
    /// Counts up to this depth in plies, 1 or more; at 1 only moves are compared.
    pub depth: u32,
    /// Counts that are expected to have more leaves are left out.
    pub max_nodes: u64,
}

/// What has been compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compared {
    /// Walks begun.
    pub walks: u32,
    /// Different positions of the walks whose moves were compared.
    pub positions: u64,
    /// Our legal moves there.
    pub moves: u64,
    /// Counts at depth 2 and more.
    pub counts: u64,
    /// The deepest of them, in plies.
    pub deepest: u32,
    /// Our leaves in them.
    pub leaves: u64,
}

/// How two implementations differ at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Other legal moves.
    Moves {
        /// Moves that only we have.
        ours: Vec<String>,
        /// Moves that only they have, and why they are none here.
        theirs: Vec<(String, String)>,
        /// Moves that they list more than once.
        twice: Vec<String>,
    },
    /// They have no move and we have.
    NoMove {
        /// Our moves.
        ours: Vec<String>,
    },
    /// The position after `mv` is another one in their hands, or in their table of counts: counted under this move the leaves
    /// differ, counted from that position alone they agree.
    After {
        /// The move.
        mv: String,
        /// Our leaves under it.
        ours: u64,
        /// Theirs.
        theirs: u64,
    },
    /// Their count is not the sum of what they count after each move: a table, or something that a position as text does not hold.
    Sum {
        /// Our leaves.
        ours: u64,
        /// Theirs.
        theirs: u64,
    },
    /// They count other moves and cannot list them.
    Number {
        /// Our moves.
        ours: u64,
        /// Theirs.
        theirs: u64,
    },
}

/// A difference and the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The position.
    pub position: String,
    /// The moves that led there from the first position.
    pub path: Vec<String>,
    /// The depth in plies at which it shows.
    pub depth: u32,
    /// What differs.
    pub kind: Kind,
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// How much was compared until then.
    pub compared: Compared,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
    /// The same difference with fewer pieces, where some could be taken away.
    pub smaller: Option<Difference>,
    /// What kept the position from being made smaller still.
    pub unshrunk: Option<OtherFault>,
    /// False when the comparison was interrupted.
    pub complete: bool,
}

/// Why nothing could be compared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiffError {
    /// The other side.
    #[error(transparent)]
    Other(#[from] OtherFault),
    /// Our own count: an unknown mode, one that has no divide, an overflow.
    #[error("{0}")]
    Count(String),
    /// The system does not give a thread.
    #[error(transparent)]
    Thread(#[from] plywood_core::perft::ThreadError),
    /// The other side neither lists moves nor counts.
    #[error("the other side answers neither moves nor perft for '{0}': there is nothing to compare")]
    Mute(String),
}

impl DiffError {
    fn count(fault: impl ToString) -> Self {
        Self::Count(fault.to_string())
    }
}

/// The moves of `position` as `mode` calls them, sorted, each with the position after it.
///
/// # Errors
/// [`DiffError::Count`]: an unknown mode, or one that has no divide.
pub fn edges(
    position: &dyn AnyPosition,
    mode: &str,
    settings: &PerftSettings,
) -> Result<Vec<(String, String)>, DiffError> {
    let rows = position.moves();
    if mode == position.default_mode() {
        return Ok(rows.into_iter().map(|row| (row.text, row.fen)).collect());
    }
    // A label is a move as it is chosen, or what becomes of it.
    let mut after: HashMap<&str, &str> = HashMap::new();
    for row in &rows {
        if let MoveDetail::Request { taken, .. } = &row.detail {
            after.insert(taken.as_deref().unwrap_or("-"), &row.fen);
        }
    }
    after.extend(rows.iter().map(|row| (row.text.as_str(), row.fen.as_str())));
    let labels = position.divide(mode, 1, settings).map_err(DiffError::count)?;
    let edge = |(label, _): (String, u64)| {
        let fen = after.get(label.as_str()).map(|fen| (*fen).to_owned());
        fen.map(|fen| (label, fen))
    };
    Ok(labels.into_iter().filter_map(edge).collect())
}

/// A comparison under way.
///
/// # Example
/// ```
/// use plywood::differ::{Compared, Differ, Kind, Listing, Other, OtherFault, Plan};
/// use plywood::{AnyPosition, registry};
/// use std::ops::ControlFlow;
///
/// /// An engine that does not know the move `c3-d4`.
/// struct Forgetful;
/// impl Other for Forgetful {
///     fn moves(&mut self, position: &dyn AnyPosition) -> Result<Listing, OtherFault> {
///         let moves = position.moves().into_iter().map(|row| row.text);
///         Ok(Listing::All(moves.filter(|mv| mv != "c3-d4").collect()))
///     }
///     fn perft(&mut self, _: &dyn AnyPosition, _: u32) -> Result<Option<u64>, OtherFault> {
///         Ok(None)
///     }
/// }
///
/// let game = registry::find("dameo")?;
/// let plan = Plan { walks: 1, plies: 20, seed: 1, depth: 1, max_nodes: 1_000_000 };
/// let mut look = |_: &Compared| ControlFlow::Continue(());
/// let verdict = Differ::new(game, "unique", plan, &mut Forgetful, &mut look)?.run(&*game.position(None)?)?;
/// let difference = verdict.smaller.ok_or("none found")?;
/// assert_eq!(difference.position, "W:Wc3:Ba8");
/// assert!(matches!(difference.kind, Kind::Moves { ours, .. } if ours == ["c3-d4"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Differ<'a> {
    game: &'a dyn AnyGame,
    mode: &'a str,
    plan: Plan,
    other: &'a mut dyn Other,
    look: &'a mut dyn FnMut(&Compared) -> ControlFlow<()>,
    settings: PerftSettings,
    compared: Compared,
    path: Vec<String>,
}

impl<'a> Differ<'a> {
    /// Compares `other` in `mode`; `look` is shown the state after every position, and a break ends the comparison.
    ///
    /// # Errors
    /// [`DiffError::Thread`].
    pub fn new(
        game: &'a dyn AnyGame,
        mode: &'a str,
        plan: Plan,
        other: &'a mut dyn Other,
        look: &'a mut dyn FnMut(&Compared) -> ControlFlow<()>,
    ) -> Result<Self, DiffError> {
        let settings = PerftSettings::new(1)?;
        Ok(Self { game, mode, plan, other, look, settings, compared: Compared::default(), path: Vec::new() })
    }

    /// Walks from `start` until something differs, or all walks are done.
    ///
    /// # Errors
    /// [`DiffError`]; an interrupt is none, its verdict is marked incomplete.
    pub fn run(mut self, start: &dyn AnyPosition) -> Result<Verdict, DiffError> {
        let difference = match self.walks(start) {
            Ok(difference) => difference,
            Err(DiffError::Other(OtherFault::Interrupted)) => return Ok(self.verdict(None, false)),
            Err(fault) => return Err(fault),
        };
        let mut verdict = self.verdict(difference, true);
        let Some(mut smaller) = verdict.difference.clone() else {
            return Ok(verdict);
        };
        match self.shrink(&mut smaller) {
            Ok(()) => {}
            Err(DiffError::Other(fault)) => verdict.unshrunk = Some(fault),
            Err(fault) => return Err(fault),
        }
        let shrunk = verdict.difference.as_ref().is_some_and(|found| found.position != smaller.position);
        verdict.smaller = shrunk.then_some(smaller);
        Ok(verdict)
    }

    fn verdict(&self, difference: Option<Difference>, complete: bool) -> Verdict {
        Verdict { compared: self.compared, difference, smaller: None, unshrunk: None, complete }
    }

    fn walks(&mut self, start: &dyn AnyPosition) -> Result<Option<Difference>, DiffError> {
        // Lists cost little and show most faults: they are compared on all walks before anything is counted.
        let depths = [1, self.plan.depth];
        for &depth in if self.plan.depth > 1 { &depths[..] } else { &depths[..1] } {
            let (mut random, mut seen) = (SplitMix64::new(self.plan.seed), HashSet::new());
            for walk in 0..self.plan.walks.max(1) {
                self.compared.walks = self.compared.walks.max(walk + 1).min(self.plan.walks);
                let found = self.walk(start.duplicate(), depth, &mut random, &mut seen)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    fn walk(
        &mut self,
        mut position: Box<dyn AnyPosition>,
        depth: u32,
        random: &mut SplitMix64,
        seen: &mut HashSet<String>,
    ) -> Result<Option<Difference>, DiffError> {
        self.path.clear();
        let plies = if self.plan.walks == 0 { 0 } else { self.plan.plies };
        for ply in 0..=plies {
            let edges = self.edges(&*position)?;
            if seen.insert(position.text()) {
                let found = self.meet(&*position, &edges, depth)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            if edges.is_empty() || ply == plies {
                break;
            }
            let (label, fen) = &edges[random.below(edges.len())];
            position = self.position(fen)?;
            self.path.push(label.clone());
        }
        Ok(None)
    }

    /// Compares a position that a walk has come to: at depth 1 its moves, else what is counted.
    fn meet(
        &mut self,
        position: &dyn AnyPosition,
        edges: &[(String, String)],
        depth: u32,
    ) -> Result<Option<Difference>, DiffError> {
        let limit = self.plan.max_nodes;
        let found = if depth == 1 {
            self.compared.positions += 1;
            self.compared.moves += edges.len() as u64;
            self.compare(position, edges, 1, limit)?
        } else {
            self.counts(position, edges, 2, depth, limit)?
        };
        match (self.look)(&self.compared) {
            // What has been found is worth more than a quick end.
            ControlFlow::Break(()) if found.is_none() => Err(OtherFault::Interrupted.into()),
            _ => Ok(found),
        }
    }

    fn edges(&self, position: &dyn AnyPosition) -> Result<Vec<(String, String)>, DiffError> {
        edges(position, self.mode, &self.settings)
    }

    /// A position of ours from its own text.
    fn position(&self, fen: &str) -> Result<Box<dyn AnyPosition>, DiffError> {
        self.game.position(Some(fen)).map_err(DiffError::count)
    }

    fn difference(&self, position: &dyn AnyPosition, depth: u32, kind: Kind) -> Difference {
        Difference { position: position.text(), path: self.path.clone(), depth, kind }
    }

    /// The moves, then the counts at 2, 3, ... `depth`, as long as about `limit` leaves are enough.
    fn compare(
        &mut self,
        position: &dyn AnyPosition,
        edges: &[(String, String)],
        depth: u32,
        limit: u64,
    ) -> Result<Option<Difference>, DiffError> {
        let listing = self.other.moves(position)?;
        let listed = !matches!(listing, Listing::Unknown);
        if let Some(kind) = self.judge(position, edges, listing) {
            return Ok(Some(self.difference(position, 1, kind)));
        }
        let first = if listed { 2 } else { 1 };
        self.counts(position, edges, first, depth, limit)
    }

    /// The counts at `first` and more plies, to `depth`.
    fn counts(
        &mut self,
        position: &dyn AnyPosition,
        edges: &[(String, String)],
        first: u32,
        depth: u32,
        limit: u64,
    ) -> Result<Option<Difference>, DiffError> {
        let (mut before, mut last) = (1, edges.len() as u64);
        for depth in first..=depth {
            // The tree is taken to grow as it did a ply before.
            if depth > 1 && (last == 0 || last.saturating_mul(last) / before > limit) {
                break;
            }
            let Some(theirs) = self.other.perft(position, depth)? else {
                return if first > 1 { Ok(None) } else { Err(DiffError::Mute(position.text())) };
            };
            let ours = position.perft(self.mode, depth, &self.settings).map_err(DiffError::count)?;
            if depth > 1 {
                self.compared.counts += 1;
                self.compared.deepest = self.compared.deepest.max(depth);
                self.compared.leaves = self.compared.leaves.saturating_add(ours);
            }
            match (ours == theirs, depth) {
                (true, _) => (before, last) = (last.max(1), ours),
                (false, 1) => return Ok(Some(self.difference(position, 1, Kind::Number { ours, theirs }))),
                (false, _) => return self.descend(position, edges, depth, ours, theirs).map(Some),
            }
        }
        Ok(None)
    }

    /// How their list differs from ours, if it does.
    fn judge(&self, position: &dyn AnyPosition, edges: &[(String, String)], listing: Listing) -> Option<Kind> {
        let legal: HashSet<&str> = edges.iter().map(|(label, _)| label.as_str()).collect();
        let (texts, all) = match listing {
            Listing::All(texts) => (texts, true),
            Listing::One(Some(text)) => (vec![text], false),
            Listing::One(None) if !edges.is_empty() => {
                return Some(Kind::NoMove { ours: edges.iter().map(|edge| edge.0.clone()).collect() });
            }
            _ => return None,
        };
        let (mut found, mut theirs, mut twice) = (HashSet::new(), Vec::new(), Vec::new());
        for text in texts {
            match self.label(position, &legal, &text) {
                Ok(label) => {
                    if !found.insert(label.clone()) {
                        twice.push(label);
                    }
                }
                Err(why) => theirs.push((text, why)),
            }
        }
        let missing = edges.iter().map(|edge| &edge.0).filter(|label| all && !found.contains(*label));
        let ours: Vec<String> = missing.cloned().collect();
        theirs.sort();
        twice.sort();
        let same = ours.is_empty() && theirs.is_empty() && twice.is_empty();
        (!same).then_some(Kind::Moves { ours, theirs, twice })
    }

    /// Our label of a move of theirs.
    fn label(&self, position: &dyn AnyPosition, legal: &HashSet<&str>, text: &str) -> Result<String, String> {
        if self.other.is_native() && legal.contains(text) {
            return Ok(text.into());
        }
        let label = self.other.read(position, text)?;
        if legal.contains(label.as_str()) { Ok(label) } else { Err(format!("not a move of the mode {}", self.mode)) }
    }

    /// From a count that differs down to where it comes from.
    fn descend(
        &mut self,
        position: &dyn AnyPosition,
        edges: &[(String, String)],
        depth: u32,
        ours: u64,
        theirs: u64,
    ) -> Result<Difference, DiffError> {
        let suspect = self.suspect(position, depth)?;
        let chosen = |label: &str| suspect.as_ref().is_none_or(|(mv, ..)| mv == label);
        for (label, fen) in edges.iter().filter(|(label, _)| chosen(label)) {
            let child = self.position(fen)?;
            self.path.push(label.clone());
            if let Some(found) = self.compare(&*child, &self.edges(&*child)?, depth - 1, u64::MAX)? {
                return Ok(found);
            }
            self.path.pop();
        }
        let kind = match suspect {
            Some((mv, ours, theirs)) => Kind::After { mv, ours, theirs },
            None => Kind::Sum { ours, theirs },
        };
        Ok(self.difference(position, depth, kind))
    }

    /// The first move whose count differs, with ours and theirs, where they tell the counts of moves apart.
    fn suspect(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<(String, u64, u64)>, DiffError> {
        let rows = match self.other.divide(position, depth) {
            Ok(Some(rows)) => rows,
            // Without it the way down is longer, no more.
            Ok(None) | Err(OtherFault::Refused { .. }) => return Ok(None),
            Err(fault) => return Err(fault.into()),
        };
        let ours = position.divide(self.mode, depth, &self.settings).map_err(DiffError::count)?;
        let legal: HashSet<&str> = ours.iter().map(|(label, _)| label.as_str()).collect();
        let mut theirs: HashMap<String, u64> = HashMap::new();
        for (text, nodes) in rows {
            if let Ok(label) = self.label(position, &legal, &text) {
                theirs.insert(label, nodes);
            }
        }
        let row = |(label, nodes): &(String, u64)| {
            let other = theirs.get(label).copied().unwrap_or(0);
            (other != *nodes).then(|| (label.clone(), *nodes, other))
        };
        Ok(ours.iter().find_map(row))
    }

    /// Takes pieces off the board as long as the same difference shows.
    fn shrink(&mut self, found: &mut Difference) -> Result<(), DiffError> {
        let fixed = fixed_letters(&self.game.facts().letters);
        loop {
            let (mut index, mut changed) = (0, false);
            while let Some(text) = without(&found.position, index, fixed) {
                match self.still(&text, found)? {
                    Some(smaller) => (*found, changed) = (smaller, true),
                    None => index += 1,
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// The difference of `found` at a smaller position, if it shows there itself.
    fn still(&mut self, text: &str, found: &Difference) -> Result<Option<Difference>, DiffError> {
        let Ok(position) = self.game.position(Some(text)) else {
            return Ok(None);
        };
        self.path.clear();
        let edges = self.edges(&*position)?;
        match self.compare(&*position, &edges, found.depth, u64::MAX) {
            // Positions that it does not take are no help, and no fault.
            Err(DiffError::Other(OtherFault::Refused { .. })) => Ok(None),
            Ok(smaller) => Ok(smaller.filter(|smaller| smaller.path.is_empty() && smaller.kind.like(&found.kind))),
            Err(fault) => Err(fault),
        }
    }
}

impl Kind {
    /// Whether both are the same fault, as far as can be told without knowing the game.
    fn like(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Moves { ours, theirs, twice },
                Self::Moves { ours: others, theirs: other_theirs, twice: other_twice },
            ) => {
                [ours.is_empty(), theirs.is_empty(), twice.is_empty()]
                    == [others.is_empty(), other_theirs.is_empty(), other_twice.is_empty()]
            }
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// The difference in lines for people.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Moves { ours, theirs, twice } => {
                let theirs: Vec<String> = theirs.iter().map(|(mv, why)| format!("{mv} ({why})")).collect();
                let lists = [("ours, not theirs: ", ours), ("theirs, not ours: ", &theirs), ("theirs twice: ", twice)];
                let full = lists.iter().filter(|(_, moves)| !moves.is_empty());
                full.map(|(name, moves)| format!("{name}{}", some(moves))).collect()
            }
            Self::NoMove { ours } => vec![format!("ours: {}", some(ours)), "theirs: no move".into()],
            Self::After { mv, ours, theirs } => vec![
                format!("leaves under {mv}: ours {ours}, theirs {theirs}"),
                "from the position after it both count the same: the other side plays to another one, or takes it for one that it knows".into(),
            ],
            Self::Sum { ours, theirs } => vec![
                format!("leaves: ours {ours}, theirs {theirs}"),
                "from the positions after the moves both count the same: theirs is not their sum".into(),
            ],
            Self::Number { ours, theirs } => vec![format!("moves: ours {ours}, theirs {theirs}")],
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Moves { ours, theirs, twice } => {
                let theirs: Vec<Value> = theirs.iter().map(|(mv, why)| json!({ "move": mv, "why": why })).collect();
                json!({ "kind": "moves", "ours": ours, "theirs": theirs, "twice": twice })
            }
            Self::NoMove { ours } => json!({ "kind": "no-move", "ours": ours }),
            Self::After { mv, ours, theirs } => {
                json!({ "kind": "after", "move": mv, "ours": leaves(*ours), "theirs": leaves(*theirs) })
            }
            Self::Sum { ours, theirs } => {
                json!({ "kind": "sum", "ours": leaves(*ours), "theirs": leaves(*theirs) })
            }
            Self::Number { ours, theirs } => {
                json!({ "kind": "number", "ours": leaves(*ours), "theirs": leaves(*theirs) })
            }
        }
    }
}

impl Difference {
    /// The difference as a JSON object; counts beyond 2^53, which not every reader holds exactly, are texts.
    pub fn to_json(&self) -> Value {
        let mut object = json!({ "fen": self.position, "path": self.path, "depth": self.depth });
        if let (Some(object), Value::Object(kind)) = (object.as_object_mut(), self.kind.to_json()) {
            object.extend(kind);
        }
        object
    }
}

fn leaves(nodes: u64) -> Value {
    if nodes <= 1 << 53 { json!(nodes) } else { json!(nodes.to_string()) }
}

/// Moves that are shown; the Amazons may miss a thousand.
const SHOWN: usize = 12;

fn some(moves: &[String]) -> String {
    let shown = &moves[..moves.len().min(SHOWN)];
    match moves.len() - shown.len() {
        0 => shown.join(" "),
        more => format!("{} and {more} more", shown.join(" ")),
    }
}

//! One thread of a search: principal-variation alpha-beta (Marsland and Campbell 1982) with a table, quiescence
//! and, outside exact mode, selective devices.
//!
//! What is exact: with [`Options::exact`] the value is that of full minimax to the same depth with the same
//! quiescence. Every unsound device (null move, reductions, futility, cut-offs by deeper table entries, draws by the
//! first repetition) is off then, each also has a switch of its own.

use super::abdada::Busy;
use super::game::{Evaluation, Referee, SearchGame, Unrest};
use super::order::{Order, Picker, Ranked, table_rank};
use super::record::{Record, State, THREEFOLD};
use super::score::{Bound, INFINITE, Score, WIN, win_in};
use super::table::{Entry, TranspositionTable};
use super::{OPTIONAL_PLIES, Options, Statistics};
use crate::position::Outcome;
use crate::rng::SplitMix64;
use crate::zobrist::Zobrist;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Deepest line, quiescence included.
pub(crate) const MAX_PLY: u32 = 256;

/// Nodes between two additions to the shared counter.
const BATCH: u64 = 256;

/// Nodes between two looks at what other threads have settled.
const LOOK_BACK: u64 = 64;

/// With so many plies left the table is asked about all moves before one of them is searched: it knows nothing of those that
/// leave none.
const LOOK_AHEAD_FROM: i32 = 2;

/// Futility from above is tried up to this depth, the null move from this one.
const FUTILE_TO: i32 = 4;
const PASS_FROM: i32 = 3;

/// The least depth at which a shallow search may stand for a deep one, and by how much it is shallower.
const PROBCUT_FROM: i32 = 5;
const PROBCUT_LESS: i32 = 4;

/// What the threads of one search share.
pub(crate) struct Shared<'a, P, E, R> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) evaluation: &'a E,
    pub(crate) referee: &'a R,
    pub(crate) options: &'a Options,
    /// Set by the caller, by the clock, or when another thread has finished.
    pub(crate) stops: [&'a AtomicBool; 3],
    /// All nodes so far, in batches.
    pub(crate) nodes: &'a AtomicU64,
    pub(crate) node_limit: u64,
    pub(crate) busy: Option<&'a Busy>,
    pub(crate) position: core::marker::PhantomData<fn(P)>,
}

/// One thread's state, in cache lines of its own: its neighbours count their nodes all the time.
#[repr(align(128))]
pub(crate) struct Worker<'a, P: SearchGame, E, R: Referee<P>> {
    shared: &'a Shared<'a, P, E, R>,
    order: Order,
    /// Move lists by ply, kept for their memory.
    lists: Vec<Vec<Ranked<P::Move>>>,
    /// The best line from each ply.
    lines: Vec<Vec<P::Move>>,
    /// The keys after each move of a node, kept for their memory.
    after: Vec<u64>,
    /// Keys since the last irreversible move before the root, then those of the current line.
    keys: Vec<u64>,
    /// Places in generation order of the root moves that may be played; `None` = all.
    root_moves: Option<Vec<u16>>,
    /// The score of the line at the root, as far as the search has come.
    root_score: Score,
    unreported: u64,
    aborted: bool,
    /// From how many plies on other threads are told of the moves of a node.
    marks_from: i32,
    /// The nodes of the current line that another thread may settle in the meantime.
    open: Vec<OpenNode>,
    /// The ply of a node that another thread has settled, and its score: the search goes back there.
    settled: Option<(u32, Score)>,
    pub(crate) statistics: Statistics,
}

/// A node whose moves are being tried with an empty window.
struct OpenNode {
    ply: u32,
    key: u64,
    depth: i32,
    beta: Score,
}

/// Where a search stands in a line.
struct Place {
    depth: i32,
    ply: u32,
    /// Under which the table knows the node; 0 where it is not asked.
    key: u64,
    /// The target of the move before.
    previous: Option<usize>,
    /// Whether giving up the move may be tried here.
    may_pass: bool,
}

impl<'a, P, E, R> Worker<'a, P, E, R>
where
    P: SearchGame,
    E: Evaluation<P>,
    R: Referee<P>,
{
    pub(crate) fn new(shared: &'a Shared<'a, P, E, R>, record: &Record<P, R>) -> Self {
        let plies = MAX_PLY as usize + 2;
        Self {
            shared,
            order: Order::new::<P>(),
            lists: (0..plies).map(|_| Vec::new()).collect(),
            lines: (0..plies).map(|_| Vec::new()).collect(),
            after: Vec::new(),
            keys: record.recent_keys(),
            root_moves: None,
            root_score: 0,
            unreported: 0,
            aborted: false,
            marks_from: 0,
            open: Vec::new(),
            settled: None,
            statistics: Statistics::default(),
        }
    }

    /// The options of the search.
    pub(crate) fn options(&self) -> &Options {
        self.shared.options
    }

    /// Only these moves, by place in generation order, are looked at from the root.
    pub(crate) fn restrict(&mut self, moves: Option<Vec<u16>>) {
        self.root_moves = moves;
    }

    /// Whether the search was cut short; its last score means nothing then.
    pub(crate) fn aborted(&self) -> bool {
        self.aborted
    }

    /// Ranks moves from now on as `other` would.
    pub(crate) fn learn_from(&mut self, other: &Self) {
        self.order.learn_from(&other.order);
    }

    /// Makes an aborted worker ready for the next search.
    pub(crate) fn resume(&mut self) {
        self.aborted = false;
        self.open.clear();
        self.settled = None;
    }

    /// The best line of the last search.
    pub(crate) fn line(&self) -> &[P::Move] {
        &self.lines[0]
    }

    /// What a search that was cut short had found until then, if anything: moves are tried best first, so it is worth having.
    pub(crate) fn partial(&self) -> Option<(Score, Vec<P::Move>)> {
        (!self.lines[0].is_empty()).then(|| (self.root_score, self.lines[0].clone()))
    }

    /// Searches the root to `depth` in a window.
    pub(crate) fn root(&mut self, root: &State<P, R>, depth: i32, alpha: Score, beta: Score) -> Score {
        self.lines[0].clear();
        self.marks_from = Busy::least_depth(depth);
        let key = self.announce(root);
        let place = Place { depth, ply: 0, key, previous: None, may_pass: false };
        self.search(root, &place, alpha, beta)
    }

    /// The nodes of all threads so far, as far as they have been reported.
    pub(crate) fn shared_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }

    /// Hands the nodes not yet reported to the shared counter.
    pub(crate) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.unreported, Relaxed);
        self.unreported = 0;
    }

    fn search(&mut self, at: &State<P, R>, place: &Place, alpha: Score, beta: Score) -> Score {
        let &Place { depth, ply, key, previous, .. } = place;
        let position = at.node.position();
        self.lines[ply as usize].clear();
        if self.enter(ply) {
            return 0;
        }
        if ply > 0
            && let Some(score) = self.decided(at, ply)
        {
            return score;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(at, ply, 0, alpha, beta);
        }
        let open = beta - alpha > 1;
        let entry = self.shared.table.get(key, ply);
        if let Some(entry) = &entry {
            self.statistics.table_hits += 1;
            if ply > 0 && !open && self.settles(entry, depth, beta) {
                self.statistics.table_cutoffs += 1;
                return entry.score;
            }
        }
        if !open && let Some(score) = self.prune(at, place, beta) {
            return score;
        }
        let mut moves = core::mem::take(&mut self.lists[ply as usize]);
        self.generate(at, ply, previous, entry.and_then(|entry| entry.index), &mut moves);
        if moves.is_empty() {
            self.lists[ply as usize] = moves;
            return if ply == 0 && self.root_moves.is_some() {
                -INFINITE
            } else {
                outcome(self.shared.referee.stuck(position), position, ply)
            };
        }
        if !open
            && ply > 0
            && depth >= LOOK_AHEAD_FROM
            && let Some((score, index)) = self.look_ahead(at, place, &moves, beta)
        {
            self.lists[ply as usize] = moves;
            self.keep(place, score, Bound::Lower, Some(index));
            return score;
        }
        let watched = !open && self.busy_at(depth).is_some();
        if watched {
            self.open.push(OpenNode { ply, key, depth, beta });
        }
        let (best, index) = self.try_moves(at, place, &mut moves, alpha, beta);
        self.lists[ply as usize] = moves;
        if watched {
            self.open.pop();
        }
        if let Some((_, score)) = self.settled.take_if(|(settled, _)| *settled == ply) {
            return score;
        }
        if self.leaving() {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if index.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if ply > 0 || self.root_moves.is_none() {
            self.keep(place, best, bound, index);
        }
        best
    }

    fn keep(&self, place: &Place, score: Score, bound: Bound, index: Option<u16>) {
        let depth = place.depth.clamp(0, 255) as u8;
        self.shared.table.put(place.key, place.ply, Entry { score, depth, bound, index });
    }

    /// A move after which the table knows enough for a cut-off, with its score and its place in generation order (Schaeffer and Plaat 1996, "New advances in
    /// alpha-beta searching", call it enhanced transposition cutoff).
    fn look_ahead(
        &mut self,
        at: &State<P, R>,
        place: &Place,
        moves: &[Ranked<P::Move>],
        beta: Score,
    ) -> Option<(Score, u16)> {
        let mut after = core::mem::take(&mut self.after);
        after.clear();
        // All are asked for before the first answer is read.
        after.extend(moves.iter().map(|ranked| {
            let next = self.play(at, &ranked.mv);
            self.keys.push(next.node.key() as u64);
            let key = self.announce(&next);
            self.keys.pop();
            key
        }));
        let found = moves.iter().zip(&after).find_map(|(ranked, &key)| {
            // For the other side: a value that is no better than this.
            let entry = self.shared.table.get(key, place.ply + 1)?;
            if !self.settles(&entry, place.depth - 1, 1 - beta) {
                return None;
            }
            // The table does not know every way here: a rule of play may end the game by this move.
            let next = self.play(at, &ranked.mv);
            self.keys.push(next.node.key() as u64);
            let score = -self.decided(&next, place.ply + 1).unwrap_or(entry.score);
            self.keys.pop();
            (score >= beta).then_some((score, ranked.index))
        });
        self.after = after;
        self.statistics.table_cutoffs += u64::from(found.is_some());
        found
    }

    /// Tries the moves best first; gives the best score and the place of the move that raised alpha.
    fn try_moves(
        &mut self,
        at: &State<P, R>,
        place: &Place,
        moves: &mut [Ranked<P::Move>],
        mut alpha: Score,
        beta: Score,
    ) -> (Score, Option<u16>) {
        let &Place { depth, ply, key, previous, .. } = place;
        let position = at.node.position();
        let (mut best, mut best_index) = (-INFINITE, None);
        let mut later: Vec<(usize, Ranked<P::Move>)> = Vec::new();
        let mut picker = Picker::new();
        loop {
            let (number, ranked, deferred) = match picker.pick(moves) {
                Some((number, ranked)) => (number, ranked, false),
                None => match later.pop() {
                    Some((number, ranked)) => (number, ranked, true),
                    None => break,
                },
            };
            let mark = self.busy_at(depth).map(|busy| (busy, Busy::mark(key, ranked.index)));
            if let Some((busy, mark)) = mark
                && number > 0
                && !deferred
                && busy.holds(mark)
            {
                later.push((number, ranked));
                continue;
            }
            if let Some((busy, mark)) = mark {
                busy.enter(mark);
            }
            let score = self.child(at, place, number, &ranked, best, alpha, beta);
            if let Some((busy, mark)) = mark {
                busy.leave(mark);
            }
            if self.leaving() {
                return (0, None);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_index = Some(ranked.index);
                    self.extend_line(ply, &ranked.mv);
                    if ply == 0 {
                        self.root_score = score;
                    }
                }
                if score >= beta {
                    self.statistics.cutoffs += 1;
                    self.statistics.first_move_cutoffs += u64::from(number == 0);
                    self.order.reward(position, &ranked, &moves[..number], depth, previous);
                    break;
                }
            }
        }
        (best, best_index)
    }

    /// The score of one move: the first with the whole window, the others with an empty one first.
    #[allow(clippy::too_many_arguments)] // the state of one move loop, used nowhere else
    fn child(
        &mut self,
        at: &State<P, R>,
        place: &Place,
        number: usize,
        ranked: &Ranked<P::Move>,
        best: Score,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let position = at.node.position();
        let mv = &ranked.mv;
        let next = self.play(at, mv);
        let previous = Some(position.target(mv) % P::TARGETS);
        let depth = place.depth - 1;
        self.keys.push(next.node.key() as u64);
        let key = if depth > 0 { self.announce(&next) } else { 0 };
        let down = |depth, may_pass| Place { depth, ply: place.ply + 1, key, previous, may_pass };
        let score = if number == 0 || best == -INFINITE {
            -self.search(&next, &down(depth, true), -beta, -alpha)
        } else {
            let reduction = self.reduction(position, place, number, ranked);
            let mut score = -self.search(&next, &down(depth - reduction, true), -alpha - 1, -alpha);
            if score > alpha && reduction > 0 && !self.leaving() {
                score = -self.search(&next, &down(depth, true), -alpha - 1, -alpha);
            }
            if score > alpha && score < beta && !self.leaving() {
                score = -self.search(&next, &down(depth, true), -beta, -alpha);
            }
            score
        };
        self.keys.pop();
        score
    }

    /// Late moves that history does not praise are searched less deeply first.
    fn reduction(&self, position: &P, place: &Place, number: usize, ranked: &Ranked<P::Move>) -> i32 {
        let options = self.shared.options;
        if options.exact || !options.reductions || place.depth < 3 || number < 3 || position.gain(&ranked.mv) > 0 {
            return 0;
        }
        let base = (place.depth.ilog2() * (number as u32).ilog2()) as i32 / 2;
        let praise = (ranked.rank / 8192).clamp(-1, 1);
        (base - praise).clamp(0, place.depth - 2)
    }

    /// The devices that give a node up before its moves are looked at: futility from above, probcut, and the null move. The evaluation is
    /// asked only where one of them may use it.
    fn prune(&mut self, at: &State<P, R>, place: &Place, beta: Score) -> Option<Score> {
        let options = self.shared.options;
        let futile = options.futility > 0 && place.depth <= FUTILE_TO;
        let pass = options.null_move && place.may_pass && place.depth >= PASS_FROM;
        if options.exact || !(futile || pass || options.probcut > 0) || beta.abs() > super::MAX_EVALUATION {
            return None;
        }
        let position = at.node.position();
        if position.unrest() == Unrest::Forced {
            return None;
        }
        if let Some(score) = self.probe_cut(at, place, beta) {
            return Some(score);
        }
        if !futile && !pass {
            return None;
        }
        let standing = self.shared.evaluation.evaluate(position);
        if futile && standing - options.futility * place.depth >= beta {
            return Some(standing);
        }
        if !pass || standing < beta {
            return None;
        }
        let passed = position.pass()?;
        let node = crate::zobrist::Keyed::new(passed, Zobrist::standard());
        let next = State { node, clock: at.clock, window: 0 };
        let (depth, ply, key) = (place.depth - 3 - place.depth / 4, place.ply + 1, self.announce(&next));
        let reduced = Place { depth, ply, key, previous: None, may_pass: false };
        let keys = core::mem::take(&mut self.keys);
        let score = -self.search(&next, &reduced, -beta, -beta + 1);
        self.keys = keys;
        (!self.leaving() && score >= beta).then_some(beta)
    }

    /// Whether a much shallower search is so far above the window that the deep one is not needed.
    fn probe_cut(&mut self, at: &State<P, R>, place: &Place, beta: Score) -> Option<Score> {
        let margin = self.shared.options.probcut;
        if margin == 0 || place.depth < PROBCUT_FROM || !place.may_pass {
            return None;
        }
        let raised = beta + margin;
        let shallow = Place { depth: place.depth - PROBCUT_LESS, may_pass: false, ..*place };
        let score = self.search(at, &shallow, raised - 1, raised);
        (!self.leaving() && score >= raised).then_some(beta)
    }

    /// The score where the depth has run out: noisy moves are played to their end; `noisy` is their number so far.
    fn quiesce(&mut self, at: &State<P, R>, ply: u32, noisy: u32, mut alpha: Score, beta: Score) -> Score {
        let position = at.node.position();
        self.statistics.quiescence_nodes += 1;
        self.statistics.selective_depth = self.statistics.selective_depth.max(ply);
        let unrest = position.unrest();
        if unrest != Unrest::Forced && !self.shared.referee.can_move(at.clock, position) {
            return outcome(self.shared.referee.stuck(position), position, ply);
        }
        let mut best = -INFINITE;
        if unrest != Unrest::Forced || ply >= MAX_PLY {
            best = self.shared.evaluation.evaluate(position);
            if best >= beta || unrest == Unrest::Calm || noisy >= OPTIONAL_PLIES || ply >= MAX_PLY {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut moves = core::mem::take(&mut self.lists[ply as usize]);
        moves.clear();
        let mut index = 0;
        let _ = position.visit_noisy(&mut |mv| {
            if !(R::FORBIDS && self.shared.referee.forbids(at.clock, position, &mv)) {
                moves.push(Ranked { mv, index, rank: position.gain(&mv) });
            }
            index += 1;
            ControlFlow::Continue(())
        });
        if moves.is_empty() && best == -INFINITE {
            best = outcome(self.shared.referee.stuck(position), position, ply);
        }
        let mut picker = Picker::new();
        while let Some((_, ranked)) = picker.pick(&mut moves) {
            let next = self.play(at, &ranked.mv);
            self.keys.push(next.node.key() as u64);
            let score = -self.quiet_child(&next, ply + 1, noisy + 1, -beta, -alpha);
            self.keys.pop();
            if self.leaving() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, &ranked.mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.lists[ply as usize] = moves;
        best
    }

    fn quiet_child(&mut self, at: &State<P, R>, ply: u32, noisy: u32, alpha: Score, beta: Score) -> Score {
        self.lines[ply as usize].clear();
        if self.enter(ply) {
            return 0;
        }
        match self.decided(at, ply) {
            Some(score) => score,
            None => self.quiesce(at, ply, noisy, alpha, beta),
        }
    }

    /// Where threads tell each other which moves of a node they search, if it is large enough.
    #[inline]
    fn busy_at(&self, depth: i32) -> Option<&'a Busy> {
        self.shared.busy.filter(|_| depth >= self.marks_from)
    }

    /// Whether the current line is left without a result.
    #[inline]
    fn leaving(&self) -> bool {
        self.aborted || self.settled.is_some()
    }

    /// Looks for a node of the current line that another thread has settled since; the nearest to the root counts.
    fn look_back(&mut self) {
        let settled = self.open.iter().find_map(|node| {
            let entry = self.shared.table.get(node.key, node.ply)?;
            self.settles(&entry, node.depth, node.beta).then_some((node.ply, entry.score))
        });
        self.settled = settled;
    }

    /// Counts a node; true when the search is to end, or to go back.
    #[inline]
    fn enter(&mut self, ply: u32) -> bool {
        if self.leaving() {
            return true;
        }
        if !self.open.is_empty() && self.statistics.nodes.is_multiple_of(LOOK_BACK) {
            self.look_back();
            if self.settled.is_some() {
                return true;
            }
        }
        // Alone, a thread keeps the limit exactly; among others to a batch each.
        let total = self.shared.nodes.load(Relaxed) + self.unreported;
        let stopped = self.shared.stops.iter().any(|stop| stop.load(Relaxed));
        self.aborted = stopped || total >= self.shared.node_limit;
        if self.aborted {
            return true;
        }
        self.statistics.nodes += 1;
        self.statistics.selective_depth = self.statistics.selective_depth.max(ply);
        self.unreported += 1;
        if self.unreported >= BATCH {
            self.report_nodes();
        }
        false
    }

    /// The score of a game that is over at this node, except for having no move.
    fn decided(&self, at: &State<P, R>, ply: u32) -> Option<Score> {
        let position = at.node.position();
        if let Some(end) = position.ended() {
            return Some(outcome(end, position, ply));
        }
        let ruled =
            if self.repeats(at, ply) { Some(Outcome::Draw) } else { self.shared.referee.verdict(at.clock, position) };
        let ruled = ruled?;
        // To have no move is decided by the board, and that comes before any rule of play.
        let end =
            if self.shared.referee.can_move(at.clock, position) { ruled } else { self.shared.referee.stuck(position) };
        Some(outcome(end, position, ply))
    }

    /// Whether repetition makes this node a draw: the third occurrence, or outside exact mode the second one within the
    /// search.
    fn repeats(&self, at: &State<P, R>, ply: u32) -> bool {
        if !self.shared.referee.repetition() || at.window < 2 {
            return false;
        }
        let last = self.keys.len() - 1;
        let key = self.keys[last];
        let reach = at.window.min(last);
        let mut seen = 1;
        for back in (2..=reach).step_by(2) {
            if self.keys[last - back] != key {
                continue;
            }
            seen += 1;
            if seen >= THREEFOLD || (!self.shared.options.exact && back < ply as usize) {
                return true;
            }
        }
        false
    }

    /// The table's key of a node that is about to be searched. What the table knows of it is on its way.
    fn announce(&self, at: &State<P, R>) -> u64 {
        let key = self.table_key(at);
        self.shared.table.prefetch(key);
        key
    }

    /// The key under which the table knows a node. In exact mode everything that can change its value is in it: the
    /// rule clock, and the positions that could be repeated.
    fn table_key(&self, at: &State<P, R>) -> u64 {
        let exact = self.shared.options.exact;
        let mut key = at.node.key() as u64;
        let salt = self.shared.referee.salt(at.clock, exact);
        if salt != 0 {
            key ^= SplitMix64::new(salt).next_u64();
        }
        if exact && self.shared.referee.repetition() && at.window > 0 {
            let last = self.keys.len() - 1;
            let window = &self.keys[last - at.window.min(last)..last];
            // A sum, because a position may stand in it twice.
            let past = window.iter().fold(0u64, |sum, &key| sum.wrapping_add(SplitMix64::new(key).next_u64()));
            key ^= past.rotate_left(17);
        }
        key
    }

    /// Whether a table entry decides a node that is only asked whether it reaches `beta`.
    fn settles(&self, entry: &Entry, depth: i32, beta: Score) -> bool {
        let stored = i32::from(entry.depth);
        // A deeper entry is the value of another question: fine to play by, not exact.
        let deep = if self.shared.options.exact { stored == depth } else { stored >= depth };
        deep && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score < beta,
        }
    }

    fn generate(
        &self,
        at: &State<P, R>,
        ply: u32,
        previous: Option<usize>,
        first: Option<u16>,
        moves: &mut Vec<Ranked<P::Move>>,
    ) {
        let position = at.node.position();
        let allowed = |index: u16| ply > 0 || self.root_moves.as_ref().is_none_or(|list| list.contains(&index));
        moves.clear();
        let mut index = 0u16;
        let _ = position.visit_cold(&mut |mv| {
            if allowed(index) && !(R::FORBIDS && self.shared.referee.forbids(at.clock, position, &mv)) {
                let rank = if first == Some(index) { table_rank() } else { self.order.rank(position, &mv, previous) };
                moves.push(Ranked { mv, index, rank });
            }
            index += 1;
            ControlFlow::Continue(())
        });
    }

    fn play(&self, at: &State<P, R>, mv: &P::Move) -> State<P, R> {
        let position = at.node.position();
        let node = at.node.play(mv, Zobrist::standard());
        let clock = self.shared.referee.tick(at.clock, position, mv, node.position());
        let window = if position.irreversible(mv) { 0 } else { at.window + 1 };
        State { node, clock, window }
    }

    fn extend_line(&mut self, ply: u32, mv: &P::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(*mv);
        line.extend_from_slice(&lower[0]);
    }
}

/// The score of a finished game at `ply`, from the side to move.
pub(crate) fn outcome<P: SearchGame>(outcome: Outcome, position: &P, ply: u32) -> Score {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(side) if side == position.side_to_move() => win_in(ply),
        Outcome::Win(_) => -win_in(ply),
    }
}

const _: () = assert!(WIN < INFINITE);

#[cfg(test)]
mod tests;

//! The player `plywood`: a belief, looks and requests weighed on boards drawn from it, a search of the best of them.
//!
//! Each turn: the belief takes in what the opponent may have done. Boards are drawn from it and every request judged on each; the centre
//! is sensed where that makes the best request better by most, with something for every bit that is learned. Then boards are drawn anew, the
//! requests judged again, and the best few searched by the core's alpha-beta on some of the boards. The request with the best
//! mean chance is made, less a penalty for the share of boards on which the own king could be taken.
//!
//! The belief is exact until it is too large; then it is a sample. When a sample turns out to have lost the truth it is mended (`mend`).
//!
//! Not here: how a request is judged (`plan`).

use super::fear::{FEARLESS, Fear, Pool, can_mate};
use super::hasher;
use super::mend::{Facts, mended};
use super::own::Own;
use super::plan::{Judge, Judged, RISK, Valued, chance, looks};
use crate::arbiter::{Choice, Player};
use crate::belief::{Belief, BeliefError, Beyond, Options, State};
use crate::board::{Board, Identity};
use crate::evaluation::Evaluation;
use crate::moves::{Move, Request};
use crate::referee::MoveLimit;
use crate::requests::Outcome;
use crate::sense::Sensed;
use crate::square::Square;
use ahash::RandomState;
use plywood_core::rng::SplitMix64;
use plywood_core::search::{Engine, Limits, Play, Record, RuleSet, Stop};
use plywood_core::{Game, Side};
use std::collections::HashMap;
use std::string::{String, ToString};
use std::time::{Duration, Instant};
use std::vec::Vec;

/// How hard the player thinks about a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// This many nodes: the same choices again, in games without a clock.
    Nodes(u64),
    /// This long.
    Time(Duration),
}

/// What the player may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// For each turn. A game's clock cuts it short, where there is one.
    pub effort: Effort,
    /// Boards beyond which the belief is no longer exact; it is then cut to a sample of half as many.
    pub boards: usize,
    /// The seed of all that is drawn.
    pub seed: u64,
}

impl Default for Settings {
    /// 100,000 nodes a turn, 20,000 boards.
    fn default() -> Self {
        Self { effort: Effort::Nodes(100_000), boards: 20_000, seed: 1 }
    }
}

/// What happened to the beliefs of a player in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Turns.
    pub turns: u32,
    /// The sizes of the belief when the requests were weighed, added up.
    pub boards: u64,
    /// The largest of them.
    pub most: u64,
    /// How often a belief had lost the truth and was mended.
    pub mended: u32,
}

/// The player.
///
/// # Example
/// ```
/// use plywood_rbc::arbiter::{Terms, play};
/// use plywood_rbc::players::{Effort, Plywood, Random, Settings};
/// let settings = Settings { effort: Effort::Nodes(2_000), boards: 500, seed: 1 };
/// let mut plywood = Plywood::new(settings)?;
/// let played = play(&mut plywood, &mut Random::new(1), Terms::default(), &mut || 0)?;
/// assert!(played.history.replay().is_ok());
/// assert_eq!(plywood.statistics().turns as usize, played.history.senses.white.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Plywood {
    settings: Settings,
    rng: SplitMix64,
    own: Own,
    belief: Belief,
    engine: Engine,
    statistics: Statistics,
    /// How much boards count this turn on which the own king is in danger.
    fear: Fear,
    stop: Stop,
    /// The centre that was last sensed.
    center: Option<Square>,
}

/// Megabytes of the searches' table.
const TABLE: usize = 1;
/// Boards that are drawn to judge all requests.
const JUDGED: usize = 160;
/// Boards that are searched.
const SEARCHED: usize = 48;
/// Even where there is no time, so many boards are judged and searched.
const AT_LEAST: usize = 4;
/// Requests that are searched.
const CANDIDATES: usize = 8;
/// How deep, in plies, one after the other while there is time.
const DEPTHS: [u32; 4] = [4, 6, 8, 10];
/// A bit learned is worth this chance to win.
const BIT: f32 = 0.004;
/// The same of what a request tells.
const ANSWER_BIT: f32 = 0.003;
/// A capture of the king this probable is made without further thought.
const ENOUGH: f32 = 0.6;
/// A chance below this means that the search sees the king lost.
const LOST: f32 = 1e-6;
/// Turns that a game is thought to go on for.
const TURNS_TO_GO: i64 = 30;

impl Plywood {
    /// A player with these settings.
    ///
    /// # Errors
    /// When there is no memory for the table of its searches, in words.
    pub fn new(settings: Settings) -> Result<Self, String> {
        let mut engine = Engine::new(TABLE).map_err(|error| error.to_string())?;
        engine.options = Board::OPTIONS;
        Ok(Self {
            settings,
            rng: SplitMix64::new(settings.seed),
            own: Own::at_start(&Board::start(), Side::White),
            belief: Belief::start(Side::White),
            engine,
            statistics: Statistics::default(),
            fear: FEARLESS,
            stop: Stop::default(),
            center: None,
        })
    }

    /// Gives it a stop by which its thinking can be ended from elsewhere: it then decides by what it has.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// What happened to its beliefs since the game began.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What it holds possible.
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// The belief's settings, with another seed each time.
    fn options(&mut self) -> Options {
        let to = (self.settings.boards / 2).max(1);
        let beyond = Beyond::Sample { to, seed: self.rng.next_u64() };
        Options { limit: Some(self.settings.boards.max(1)), beyond, threads: 1, ..Options::default() }
    }

    /// Lets the belief take in an event; where that refutes all of it, mends it.
    fn learn(
        &mut self,
        event: impl Fn(&mut Belief) -> Result<(), BeliefError>,
        facts: &Facts,
        own: &Own,
        after: impl Fn(&Board) -> Board,
    ) -> Result<(), String> {
        match event(&mut self.belief) {
            Ok(()) => Ok(()),
            Err(BeliefError::Contradiction { .. } | BeliefError::Impossible { .. }) => {
                self.statistics.mended += 1;
                let boards = mended(&self.belief, own, facts, after, &mut self.rng);
                let options = self.options();
                let belief = Belief::from_boards(self.own.side, boards, options).map_err(|error| error.to_string())?;
                self.belief = belief.as_sample();
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// The nodes and the time that a part of a turn may take.
    fn budget(&self, share: f64, left: Option<i64>) -> Budget {
        let clock = left.map(|left| Duration::from_millis((left / TURNS_TO_GO).max(1) as u64));
        let (nodes, time) = match self.settings.effort {
            Effort::Nodes(nodes) => ((nodes as f64 * share) as u64, None),
            Effort::Time(time) => (u64::MAX, Some(time)),
        };
        let time = [time, clock].into_iter().flatten().min();
        Budget {
            nodes,
            until: time.and_then(|time| Instant::now().checked_add(time.mul_f64(share))),
            stop: self.stop.clone(),
        }
    }

    /// Judges every request on boards of the belief, as far as the budget goes.
    fn judge(&mut self, pool: &Pool, requests: &[Request], budget: &Budget) -> Vec<Judged> {
        let mut judge = Judge::default();
        let mut judged: Vec<Judged> = Vec::new();
        // The same board may be drawn again.
        let mut met: HashMap<Identity, usize, RandomState> = HashMap::with_hasher(hasher());
        for (board, weight, threatened) in pool.draw(JUDGED, self.fear, &mut self.rng) {
            if judged.len() >= AT_LEAST && budget.spent(judge.nodes) {
                break;
            }
            let place = *met.entry(board.identity()).or_insert(judged.len());
            let row =
                judged.get(place).map_or_else(|| judge.row(&board, requests, threatened), |judged| judged.row.clone());
            judged.push(Judged { board, weight, row });
        }
        judged
    }

    /// The centre whose look makes the next request better by most.
    fn look(&mut self, requests: &[Request], budget: &Budget) -> Option<Square> {
        if self.belief.len() <= 1 {
            self.fear = FEARLESS;
            return self.settled_look();
        }
        let pool = Pool::of(&self.belief, self.rng.next_u64());
        self.fear = pool.fear();
        let gains = looks(&self.judge(&pool, requests, budget));
        let centres = self.belief.senses();
        let worth = |n: usize| gains[n] + BIT * centres[n].entropy as f32;
        let best = (0..64).max_by(|&a, &b| worth(a).total_cmp(&worth(b)).then(b.cmp(&a)))?;
        Square::new(best as u8)
    }

    /// Where there is nothing to learn, any look will do.
    fn settled_look(&self) -> Option<Square> {
        Square::parse("d4")
    }

    /// The request with the best prospects.
    fn decide(&mut self, requests: &[Request], left: Option<i64>) -> Request {
        if let Some(request) = self.certain_win(requests) {
            return request;
        }
        let budget = self.budget(0.3, left);
        let pool = Pool::of(&self.belief, self.rng.next_u64());
        let judged = self.judge(&pool, requests, &budget);
        if judged.is_empty() {
            return None;
        }
        let mut ranked = prospects(requests, &judged);
        ranked.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then(a.place.cmp(&b.place)));
        if let Some(sure) = ranked.iter().find(|prospect| prospect.wins >= ENOUGH) {
            return requests[sure.place];
        }
        ranked.truncate(CANDIDATES);
        for candidate in &mut ranked {
            candidate.doom = doom(&judged, candidate.place);
        }
        let budget = self.budget(0.4, left);
        self.search(&judged, &mut ranked, &budget);
        let best = ranked.iter().max_by(|a, b| a.worth().total_cmp(&b.worth()).then(b.place.cmp(&a.place)));
        best.and_then(|prospect| requests[prospect.place])
    }

    /// A request that takes the king on every board of the belief.
    fn certain_win(&self, requests: &[Request]) -> Option<Request> {
        let enemy = self.own.side.other();
        let wins = |board: &Board, request: Request| {
            board.outcome(request).is_ok_and(|outcome| !board.after(outcome.taken.as_ref()).has_king(enemy))
        };
        let first = self.belief.boards().next()?;
        requests
            .iter()
            .copied()
            .find(|&request| wins(&first, request) && self.belief.boards().all(|board| wins(&board, request)))
    }

    /// Searches the candidates on some of the boards, deeper and deeper, and puts the mean of what it finds in place of their chances.
    fn search(&mut self, judged: &[Judged], candidates: &mut [Prospect], budget: &Budget) {
        let mut nodes = 0;
        for depth in DEPTHS {
            let Some(chances) = self.search_to(depth, judged, candidates, budget, &mut nodes) else { return };
            candidates.iter_mut().zip(chances).for_each(|(candidate, chance)| candidate.chance = chance);
            if budget.spent(nodes) {
                return;
            }
        }
    }

    /// The mean chances of the candidates by a search to this depth; of fewer boards where the budget ends at the least depth, none where it
    /// ends at another.
    fn search_to(
        &mut self,
        depth: u32,
        judged: &[Judged],
        candidates: &[Prospect],
        budget: &Budget,
        nodes: &mut u64,
    ) -> Option<Vec<f32>> {
        let mut sums = vec![0.0; candidates.len()];
        let mut all = 0.0;
        // They are in random order: the first are as good as any.
        for (n, Judged { board, weight, row }) in judged.iter().take(SEARCHED).enumerate() {
            if budget.spent(*nodes) && (n >= AT_LEAST || depth > DEPTHS[0]) {
                if depth > DEPTHS[0] {
                    return None;
                }
                break;
            }
            all += weight;
            let values: Vec<Valued> = candidates.iter().map(|candidate| row[candidate.place]).collect();
            let (found, used) = self.deepen(board, &values, depth);
            *nodes += used;
            sums.iter_mut().zip(found).for_each(|(sum, chance)| *sum += weight * chance);
        }
        Some(sums.into_iter().map(|sum| sum / all).collect())
    }

    /// The chances of some moves on one board, by a search of all of them; a king that falls at once is known already.
    fn deepen(&mut self, board: &Board, values: &[Valued], depth: u32) -> (Vec<f32>, u64) {
        let open = |valued: &&Valued| !valued.wins && !valued.loses && !valued.doomed;
        let mut moves: Vec<Option<Move>> = values.iter().filter(open).map(|valued| valued.taken).collect();
        moves.sort_unstable();
        moves.dedup();
        let mut found: Vec<(Option<Move>, f32)> = Vec::new();
        let mut nodes = 0;
        if !moves.is_empty() {
            let record = Record::new(*board, MoveLimit::new(RuleSet::standard(Board::RULES)));
            let limits = Limits { multi_pv: moves.len(), moves, ..Limits::depth(depth) };
            let report = self.engine.search(&record, &Evaluation, &limits, &self.stop, &mut |report| {
                let Some(&mv) = report.line.first() else { return };
                found.retain(|(other, _)| *other != mv);
                found.push((mv, chance(report.score)));
            });
            nodes = report.map_or(0, |report| report.statistics.nodes);
        }
        let of = |valued: &Valued| {
            let searched = found.iter().find(|(mv, _)| *mv == valued.taken).filter(|_| open(&valued));
            // What an unseen attack is worth is in the first judgement alone; a forced loss leaves nothing of it.
            searched.map_or(
                valued.chance,
                |&(_, chance)| if chance < LOST { chance } else { (chance + valued.chance) / 2.0 },
            )
        };
        (values.iter().map(of).collect(), nodes)
    }
}

/// What a part of a turn may take.
struct Budget {
    nodes: u64,
    until: Option<Instant>,
    stop: Stop,
}

impl Budget {
    fn spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.stop.stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A request with what it promises over all boards.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    /// Its place in the list.
    place: usize,
    /// The mean chance to win.
    chance: f32,
    /// The share of boards on which it takes the king, and the mean risk for the own king.
    wins: f32,
    risk: f32,
    /// How much it is to be feared that the opponent has an answer after which the king is lost; 0 where that was not asked.
    doom: f32,
    /// What its outcome tells, in bits.
    bits: f32,
}

impl Prospect {
    fn worth(&self) -> f32 {
        self.chance + ANSWER_BIT * self.bits - RISK * (self.risk + self.doom)
    }
}

fn prospects(requests: &[Request], judged: &[Judged]) -> Vec<Prospect> {
    let all: f32 = judged.iter().map(|judged| judged.weight).sum();
    let one = |place: usize| {
        let mean = |value: fn(&Valued) -> f32| {
            judged.iter().map(|judged| judged.weight * value(&judged.row[place])).sum::<f32>() / all
        };
        Prospect {
            place,
            chance: mean(|valued| valued.chance),
            wins: mean(|valued| f32::from(u8::from(valued.wins))),
            risk: mean(Valued::risk),
            doom: 0.0,
            bits: bits(judged.iter().map(|judged| judged.row[place])),
        }
    };
    (0..requests.len()).map(one).collect()
}

/// The fear of a move that opens the way to a mate: boards without a threat, on which the opponent could mate after it. They count tenfold
/// until they are a tenth of all, for an opponent who has prepared such a blow is more likely than one move among all would have it.
fn doom(judged: &[Judged], place: usize) -> f32 {
    let mated = |judged: &&Judged| {
        let valued = judged.row[place];
        let open = !valued.wins && !valued.loses && !valued.doomed;
        open && can_mate(&judged.board.after(valued.taken.as_ref()))
    };
    let weight = |judged: &Judged| judged.weight;
    let share = judged.iter().filter(mated).map(weight).sum::<f32>() / judged.iter().map(weight).sum::<f32>();
    share.max((10.0 * share).min(0.1))
}

/// The entropy of the outcomes of one request.
fn bits(column: impl Iterator<Item = Valued>) -> f32 {
    let mut outcomes: Vec<(Option<Move>, Option<Square>)> =
        column.map(|valued| (valued.taken, valued.capture)).collect();
    outcomes.sort_unstable_by_key(|&(taken, capture)| (taken, capture.map(Square::number)));
    let all = outcomes.len() as f32;
    outcomes.chunk_by(|a, b| a == b).map(|same| same.len() as f32 / all).map(|share| -share * share.log2()).sum()
}

impl Player for Plywood {
    fn name(&self) -> String {
        "plywood".into()
    }

    fn game_start(&mut self, side: Side, board: &Board, _: &str) -> Result<(), String> {
        self.rng = SplitMix64::new(self.settings.seed);
        self.own = Own::at_start(board, side);
        self.statistics = Statistics::default();
        self.engine.table.clear();
        let options = self.options();
        self.belief = Belief::from_boards(side, [*board], options).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn opponent_moved(&mut self, capture: Option<Square>) -> Result<(), String> {
        if self.own.board.side() == self.own.side {
            // White's first turn.
            return Ok(());
        }
        self.own.opponent_moved(capture);
        let own = self.own;
        self.learn(|belief| belief.opponent(capture), &Facts::of_opponent(capture), &own, |board| *board)
    }

    fn choose_sense(&mut self, requests: &[Request], left: Option<i64>) -> Result<Choice<Option<Square>>, String> {
        let budget = self.budget(0.3, left);
        self.center = self.look(requests, &budget);
        Ok(Choice::Make(self.center))
    }

    fn sensed(&mut self, seen: &[Sensed]) -> Result<(), String> {
        let (own, center) = (self.own, self.center);
        self.learn(|belief| belief.sensed(center, seen), &Facts::of_sense(seen), &own, |board| *board)
    }

    fn choose_move(&mut self, requests: &[Request], left: Option<i64>) -> Result<Choice<Request>, String> {
        let size = self.belief.len() as u64;
        self.statistics.turns += 1;
        self.statistics.boards += size;
        self.statistics.most = self.statistics.most.max(size);
        Ok(Choice::Make(self.decide(requests, left)))
    }

    fn moved(&mut self, requested: Request, outcome: Outcome) -> Result<(), String> {
        let own = self.own;
        self.own.moved(outcome.taken);
        if self.belief.state() == State::Lost {
            return Ok(());
        }
        let facts = Facts::of_move(&own, requested, outcome);
        let event = |belief: &mut Belief| belief.moved(requested, outcome.taken, outcome.capture);
        self.learn(event, &facts, &own, |board| board.after(outcome.taken.as_ref()))
    }
}

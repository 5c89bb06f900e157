//! Sets of distinct boards, made from what many sources yield: the one mechanism behind [`boards`](crate::boards()) and beliefs.
//!
//! Past some 10^5 boards it is cache misses that cost the time, not generation. So nothing is looked up where it is made: sources are
//! expanded block by block, the yield of a block is sorted into parts by hash (a counting sort inside the cache), and then each part is put
//! into a table of its own that fits into the cache, block after block. Threads share out blocks, then parts; no two touch the same.
//! Radix-partitioned hashing as in Manegold, Boncz and Kersten, "Optimizing Main-Memory Join on Modern Hardware" (2002).
//!
//! Blocks, parts and rounds depend on the work and never on the threads, the hash is made here and is the same on every machine: so are the
//! records and their order, whatever the number of threads.
//!
//! Not here: what a source yields, and the threads (`crew`).

use crate::crew::{Crew, MOST_THREADS, tried};
use core::fmt;
use core::ops::Range;
use plywood_core::perft::Control;
use std::collections::TryReserveError;
use std::sync::{Arc, Mutex};
use std::vec::Vec;

/// Sources that are expanded to learn how many parts to make.
const MOST_SOURCES_ASKED: usize = 64;

/// Sources in a block, at most: its yield of some 20 records each stays in a second-level cache.
const BLOCK: usize = 1024;
/// Sources in a block, at least.
const SMALL_BLOCK: usize = 64;

/// Blocks in a round, at least.
const LEAST_BLOCKS: usize = 16;

/// Records, counted with repetition, for which a part is made: the distinct ones among them and their table fit into a
/// second-level cache.
const PART: usize = 1 << 14;
/// Records of a part, at least, and parts where there are so many records: fewer would leave threads without work at the end.
const SMALL_PART: usize = 1 << 11;
const LEAST_PARTS: usize = 16;
/// Parts at most: more would scatter a block too thinly.
pub(crate) const MOST_PARTS: usize = 512;

/// Records, counted with repetition, that are held before they go into the tables.
const ROUND: usize = 1 << 23;

/// The most memory that a [`Spare`] keeps, in bytes.
const MOST_SPARE: usize = 128 << 20;

/// A board as some words.
pub(crate) type Record<const N: usize> = [u64; N];

/// What is added up where records are equal.
pub(crate) trait Weight: Copy + Send + Sync {
    /// Adds the weight of an equal record.
    fn add(&mut self, other: Self);
}

/// Nothing, at no cost.
impl Weight for () {
    #[inline(always)]
    fn add(&mut self, (): ()) {}
}

/// A number that stays at its greatest value.
impl Weight for u64 {
    #[inline(always)]
    fn add(&mut self, other: Self) {
        *self = self.saturating_add(other);
    }
}

/// Why there is no set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The system gave no memory.
    Memory,
    /// More distinct records than allowed.
    Limit,
}

impl From<TryReserveError> for Failure {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

/// How many distinct records are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Any number.
    None,
    /// At most so many.
    Error(usize),
    /// When there are more than `limit`, `keep` of them that `seed` draws; up to `limit + keep` are held on the way.
    Draw { limit: usize, keep: usize, seed: u64 },
}

/// How the work is done; the result does not depend on it.
pub(crate) struct Work<'a> {
    /// Threads, 1 to [`MOST_THREADS`].
    pub(crate) threads: usize,
    pub(crate) crew: &'a Crew,
    /// Stops the work and is told how far it is.
    pub(crate) control: &'a Control,
    /// The share of the whole that this is, in the terms of [`Control::set_progress`].
    pub(crate) share: Range<f64>,
}

/// One of several sweeps, each of which keeps other parts of the records: so a set that is too large for memory can be counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    pub(crate) number: usize,
    /// At most [`MOST_PARTS`].
    pub(crate) of: usize,
}

impl Sweep {
    /// All records at once.
    pub(crate) const ALL: Self = Self { number: 0, of: 1 };
}

/// Memory that one set leaves to the next. Without it the system may hand out memory for every set anew, cleared page by page: that took
/// two fifths of the time. Who comes while it is in use gets none.
pub(crate) struct Spare<const N: usize, W>(Mutex<Stock<N, W>>);

struct Stock<const N: usize, W> {
    blocks: Vec<Block<N, W>>,
    /// Without records.
    parts: Vec<Part<N, W>>,
}

/// The distinct records of one part, in the order in which they were first met.
#[repr(align(128))]
struct Part<const N: usize, W> {
    records: Vec<Record<N>>,
    weights: Vec<W>,
    /// Places in `records` plus one, by the low bits of the hash; 0 is free. At most half full.
    table: Vec<u32>,
}

/// Where a source puts what it yields. On lines of its own, as a part: what the calling thread writes all the time would else share one with what the
/// others read, or not, as its stack happens to lie.
#[repr(align(128))]
pub(crate) struct Sink<const N: usize, W> {
    sieve: Sieve,
    records: Vec<(Record<N>, W)>,
    /// The part of each record.
    parts: Vec<u16>,
    failure: Option<Failure>,
}

/// Which records are kept, and to which part each belongs.
#[derive(Clone, Copy)]
struct Sieve {
    /// The number of bits that name a part.
    bits: u32,
    /// The parts that are kept.
    first: u16,
    end: u16,
    draw: Option<Draw>,
}

/// A random choice that is the same for equal records: those with the lowest rank.
#[derive(Clone, Copy)]
struct Draw {
    seed: u64,
    /// Ranks up to this are still in the running.
    highest: u64,
}

/// What a block yielded, sorted by part.
struct Block<const N: usize, W> {
    records: Vec<(Record<N>, W)>,
    /// Where each part ends.
    ends: Vec<u32>,
}

/// The same on every machine, unlike the hashes of `ahash`, which use the processor's instructions where it has them.
#[inline(always)]
fn hash<const N: usize>(record: &Record<N>) -> u64 {
    const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
    const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;
    record.iter().fold(SEED, |hash, word| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product >> 64) as u64 ^ product as u64
    })
}

impl<const N: usize, W> Stock<N, W> {
    const NONE: Self = Self { blocks: Vec::new(), parts: Vec::new() };
}

impl<const N: usize, W> Spare<N, W> {
    /// Empty.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Stock::NONE))
    }

    fn take(&self) -> Stock<N, W> {
        tried(&self.0).map_or(Stock::NONE, |mut stock| std::mem::replace(&mut *stock, Stock::NONE))
    }

    /// Keeps as much as it may.
    fn put(&self, mut stock: Stock<N, W>) {
        let mut left = MOST_SPARE;
        let mut fits = |bytes: usize| {
            let rest = left.checked_sub(bytes);
            left = rest.unwrap_or(left);
            rest.is_some()
        };
        stock.parts.retain(|part| fits(part.table.capacity() * size_of::<u32>()));
        stock.blocks.retain(|block| fits(block.records.capacity() * size_of::<(Record<N>, W)>()));
        if let Some(mut kept) = tried(&self.0) {
            *kept = stock;
        }
    }
}

impl<const N: usize, W> fmt::Debug for Spare<N, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spare")
    }
}

impl Draw {
    /// The finaliser of SplitMix64, over hash and seed.
    #[inline(always)]
    fn rank(&self, hash: u64) -> u64 {
        let z = hash.wrapping_add(self.seed);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Sieve {
    #[inline(always)]
    fn part(&self, hash: u64) -> u16 {
        // The high bits; the tables use the low ones. Two shifts, because one by 64 is not defined.
        (hash >> 1 >> (63 - self.bits)) as u16
    }

    #[inline(always)]
    fn keeps(&self, hash: u64, part: u16) -> bool {
        (self.first..self.end).contains(&part) && self.draw.is_none_or(|draw| draw.rank(hash) <= draw.highest)
    }
}

impl<const N: usize, W: Weight> Sink<N, W> {
    /// With room for so many records, if there is that much memory.
    fn new(sieve: Sieve, room: usize) -> Self {
        let (mut records, mut parts) = (Vec::new(), Vec::new());
        // Where there is none, the first record finds out.
        let _ = records.try_reserve_exact(room).and_then(|()| parts.try_reserve_exact(room));
        Self { sieve, records, parts, failure: None }
    }

    /// Takes a record.
    #[inline(always)]
    pub(crate) fn push(&mut self, record: Record<N>, weight: W) {
        let hash = hash(&record);
        let part = self.sieve.part(hash);
        if !self.sieve.keeps(hash, part) {
            return;
        }
        let room = self.records.capacity().min(self.parts.capacity());
        if self.records.len() == room && !self.grow() {
            return;
        }
        self.records.push((record, weight));
        self.parts.push(part - self.sieve.first);
    }

    #[cold]
    fn grow(&mut self) -> bool {
        let more = self.records.len().max(1 << 10);
        let grown = self.records.try_reserve_exact(more).and_then(|()| self.parts.try_reserve_exact(more));
        if grown.is_err() {
            self.failure = Some(Failure::Memory);
        }
        grown.is_ok()
    }

    /// Puts everything taken since the last time into `block`, whose memory is used again, sorted by part; equal parts keep their order.
    fn fill(&mut self, block: &mut Block<N, W>) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let Block { records, ends } = block;
        ends.clear();
        ends.resize(usize::from(self.sieve.end - self.sieve.first), 0u32);
        for &part in &self.parts {
            ends[usize::from(part)] += 1;
        }
        let mut start = 0;
        for end in ends.iter_mut() {
            start += std::mem::replace(end, start);
        }
        records.clear();
        records.try_reserve_exact(self.records.len())?;
        // Written over at once, but it is what brings the block into the cache: writing here and there into memory that is not takes longer.
        records.extend_from_slice(&self.records);
        for (&record, &part) in self.records.iter().zip(&self.parts) {
            let place = &mut ends[usize::from(part)];
            records[*place as usize] = record;
            *place += 1;
        }
        self.records.clear();
        self.parts.clear();
        Ok(())
    }
}

impl<const N: usize, W> Block<N, W> {
    fn new() -> Self {
        Self { records: Vec::new(), ends: Vec::new() }
    }

    fn part(&self, part: usize) -> &[(Record<N>, W)] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.records[start as usize..self.ends[part] as usize]
    }
}

impl<const N: usize, W: Weight> Part<N, W> {
    fn new() -> Self {
        Self { records: Vec::new(), weights: Vec::new(), table: Vec::new() }
    }

    /// Adds what the blocks have for this part, which is part `n`.
    fn extend(&mut self, n: usize, blocks: &[Block<N, W>]) -> Result<(), Failure> {
        if self.table.is_empty() {
            // As a rule a half of the records or fewer are distinct.
            let count: usize = blocks.iter().map(|block| block.part(n).len()).sum();
            if count == 0 {
                return Ok(());
            }
            self.grow(count.next_power_of_two())?;
        }
        for block in blocks {
            for &(record, weight) in block.part(n) {
                if self.records.len() * 2 >= self.table.len() {
                    self.grow(self.table.len() * 2)?;
                }
                self.add(record, weight);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn add(&mut self, record: Record<N>, weight: W) {
        let slot = self.find(&record);
        match self.table[slot] {
            0 => {
                self.records.push(record);
                self.weights.push(weight);
                self.table[slot] = self.records.len() as u32;
            }
            place => self.weights[place as usize - 1].add(weight),
        }
    }

    /// The slot of the record, or the free one where it belongs.
    #[inline(always)]
    fn find(&self, record: &Record<N>) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(record) as usize & mask;
        loop {
            match self.table[slot] {
                0 => return slot,
                place if self.records[place as usize - 1] == *record => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Room for half so many records.
    #[cold]
    fn grow(&mut self, slots: usize) -> Result<(), Failure> {
        let slots = slots.max(64);
        // A place plus one is 32 bits wide.
        if slots > u32::MAX as usize {
            return Err(Failure::Memory);
        }
        let room = slots / 2 - self.records.len();
        self.records.try_reserve_exact(room)?;
        self.weights.try_reserve_exact(room)?;
        self.fill_table(slots)
    }

    fn fill_table(&mut self, slots: usize) -> Result<(), Failure> {
        let mut table = std::mem::take(&mut self.table);
        table.clear();
        table.try_reserve_exact(slots)?;
        table.resize(slots, 0u32);
        let mask = slots - 1;
        for (place, record) in self.records.iter().enumerate() {
            let mut slot = hash(record) as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = place as u32 + 1;
        }
        self.table = table;
        Ok(())
    }

    /// Drops the records whose rank is above the draw's.
    fn thin(&mut self, draw: Draw) -> Result<(), Failure> {
        let mut kept = 0;
        for place in 0..self.records.len() {
            if draw.rank(hash(&self.records[place])) <= draw.highest {
                self.records[kept] = self.records[place];
                self.weights[kept] = self.weights[place];
                kept += 1;
            }
        }
        self.records.truncate(kept);
        self.weights.truncate(kept);
        self.fill_table(self.table.len())
    }
}

/// What [`distinct`] makes.
pub(crate) struct Made<const N: usize, W> {
    /// A piece for each part.
    pub(crate) records: Pieces<Record<N>>,
    /// Of each record.
    pub(crate) weights: Pieces<W>,
    /// Whether the records are drawn from more.
    pub(crate) drawn: bool,
}

/// The distinct records that `count` sources yield, part by part, made in `spare` memory as far as there is some. `expand` is called for
/// the number of each source. After a stop not all are there.
///
/// # Errors
/// As [`Failure`] says; nothing is kept then.
pub(crate) fn distinct<const N: usize, W: Weight>(
    count: usize,
    expand: impl Fn(usize, &mut Sink<N, W>) + Sync,
    bound: Bound,
    sweep: Sweep,
    work: &Work<'_>,
    spare: &Spare<N, W>,
) -> Result<Made<N, W>, Failure> {
    // Those that were asked may yield less than the rest.
    let estimate = estimate(count, &expand).max(count / 4);
    let most =
        (estimate / PART).max((estimate / SMALL_PART).min(LEAST_PARTS)).clamp(sweep.of, MOST_PARTS).next_power_of_two();
    let place = |number: usize| (most * number / sweep.of) as u16;
    let (first, end) = (place(sweep.number), place(sweep.number + 1));
    let mut sieve = Sieve { bits: most.trailing_zeros(), first, end, draw: None };
    // What a small set does not need is kept for a large one.
    let mut idle = spare.take();
    let mut parts = take(&mut idle.parts, (end - first).into(), Part::new);
    let plan = Plan::new(count, estimate, sweep, bound);
    let mut start = 0;
    while start < count && !work.control.stopped() {
        let end = count.min(start + plan.round);
        let blocks = take(&mut idle.blocks, (end - start).div_ceil(plan.block), Block::new);
        let sink = || Sink::new(sieve, plan.room);
        let fill = |sink: &mut Sink<N, W>, (n, mut block)| {
            let first = start + n * plan.block;
            if !work.control.stopped() {
                (first..end.min(first + plan.block)).for_each(|source| expand(source, sink));
                let done = first as f64 / count as f64;
                work.control.set_progress(work.share.start + (work.share.end - work.share.start) * done);
            }
            sink.fill(&mut block)?;
            Ok(block)
        };
        // Each thread owns the part on which it works: side by side in one list, two parts would share a cache line.
        let extend = |blocks: &[Block<N, W>], (n, mut part): (usize, Part<N, W>)| {
            part.extend(n, blocks)?;
            Ok::<_, Failure>(part)
        };
        let (mut used, extended) = work.crew.one_after_the_other(
            work.threads,
            (blocks.into_iter().enumerate(), sink, fill),
            (parts.into_iter().enumerate(), extend),
        )?;
        idle.blocks.append(&mut used);
        parts = extended;
        let last = end == count;
        sieve.draw = restrain(&mut parts, bound, sieve.draw, last)?;
        start = end;
    }
    let records = Pieces::new(parts.iter_mut().map(|part| std::mem::take(&mut part.records)));
    let weights = Pieces::new(parts.iter_mut().map(|part| std::mem::take(&mut part.weights)));
    parts.iter_mut().for_each(|part| part.table.clear());
    idle.parts.append(&mut parts);
    spare.put(idle);
    Ok(Made { records, weights, drawn: sieve.draw.is_some() })
}

/// So many pieces, those from before first.
fn take<T>(from: &mut Vec<T>, count: usize, new: impl FnMut() -> T) -> Vec<T> {
    let mut taken = from.split_off(from.len().saturating_sub(count));
    taken.resize_with(count, new);
    taken
}

/// How the sources are cut up: by the work alone, not by the threads.
struct Plan {
    /// Sources in a block.
    block: usize,
    /// Sources in a round: whole blocks.
    round: usize,
    /// The records that a block is likely to yield.
    room: usize,
}

impl Plan {
    fn new(count: usize, estimate: usize, sweep: Sweep, bound: Bound) -> Self {
        let block = (count / MOST_THREADS).clamp(SMALL_BLOCK, BLOCK);
        let kept = estimate / sweep.of + 1;
        let held = match bound {
            Bound::None => ROUND,
            Bound::Error(limit) | Bound::Draw { limit, .. } => ROUND.min(limit.saturating_mul(4)),
        };
        let sources = held.saturating_mul(count) / kept;
        Self {
            block,
            round: sources.div_ceil(block).max(LEAST_BLOCKS).saturating_mul(block),
            room: block.saturating_mul(kept) / count.max(1) * 9 / 8,
        }
    }
}

/// About how many records the sources yield, from some of them.
fn estimate<const N: usize, W: Weight>(count: usize, expand: &impl Fn(usize, &mut Sink<N, W>)) -> usize {
    let asked = (count / 256).clamp(8, MOST_SOURCES_ASKED).min(count);
    let mut sink = Sink::new(Sieve { bits: 0, first: 0, end: 1, draw: None }, 0);
    for n in 0..asked {
        expand(n * count / asked, &mut sink);
    }
    sink.records.len().saturating_mul(count).checked_div(asked).unwrap_or(0)
}

/// Does what the bound says about too many records; the draw with which to go on.
fn restrain<const N: usize, W: Weight>(
    parts: &mut [Part<N, W>],
    bound: Bound,
    draw: Option<Draw>,
    last: bool,
) -> Result<Option<Draw>, Failure> {
    let count: usize = parts.iter().map(|part| part.records.len()).sum();
    match bound {
        Bound::None => Ok(None),
        Bound::Error(limit) if count > limit => Err(Failure::Limit),
        Bound::Error(_) => Ok(None),
        // Once drawn from, the set must not grow again. On the way thinning waits, or it would come after every round.
        Bound::Draw { limit, keep, seed } => {
            let most = if draw.is_some() { keep } else { limit };
            let most = if last { most } else { limit.saturating_add(keep) };
            if count <= most {
                return Ok(draw);
            }
            let all = Draw { seed, highest: u64::MAX };
            let mut ranks = Vec::new();
            ranks.try_reserve_exact(count)?;
            ranks.extend(parts.iter().flat_map(|part| &part.records).map(|record| all.rank(hash(record))));
            let (_, &mut highest, _) = ranks.select_nth_unstable(keep.max(1) - 1);
            drop(ranks);
            let draw = Draw { seed, highest };
            parts.iter_mut().try_for_each(|part| part.thin(draw))?;
            Ok(Some(draw))
        }
    }
}

/// A long list in pieces: what the threads made, where they made it. It never changes, and a clone shares it.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<T> {
    pieces: Arc<[Vec<T>]>,
    /// Where each piece ends in the whole list.
    ends: Arc<[usize]>,
}

impl<T> Pieces<T> {
    /// Of these, one after the other, without the room that they do not need.
    pub(crate) fn new(pieces: impl IntoIterator<Item = Vec<T>>) -> Self {
        let mut all: Vec<Vec<T>> = pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
        all.iter_mut().for_each(Vec::shrink_to_fit);
        let mut end = 0;
        let ends = all.iter().map(|piece| {
            end += piece.len();
            end
        });
        Self { ends: ends.collect(), pieces: all.into() }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    #[inline(always)]
    pub(crate) fn get(&self, n: usize) -> Option<&T> {
        let piece = self.ends.partition_point(|&end| end <= n);
        let piece_start = if piece == 0 { 0 } else { self.ends[piece - 1] };
        self.pieces.get(piece)?.get(n - piece_start)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    /// The pieces themselves.
    pub(crate) fn pieces(&self) -> &[Vec<T>] {
        &self.pieces
    }

    /// The bytes that it holds, those that clones share included.
    pub(crate) fn memory(&self) -> usize {
        let room: usize = self.pieces.iter().map(Vec::capacity).sum();
        room * size_of::<T>() + size_of_val(&*self.pieces) + size_of_val(&*self.ends)
    }
}

//! What each of the 64 senses would tell: into which classes it would part the boards.
//!
//! What is seen around an inner square is 27 bits, nine of each plane; a small table counts the boards for each such key. A window that the rim
//! clips is a part of the window of the square beside it, so its classes are those of that square, joined where they
//! look alike there: only the 36 inner squares look at boards.

use super::packed::Packed;
use super::weighting::share;
use super::{Belief, Weighting};
use crate::square::Square;
use alloc::vec::Vec;
use core::cmp::Ordering;
use plywood_core::Bitboard;

/// What a sense around one square would tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Centre {
    /// The centre of the window.
    pub square: Square,
    /// Into how many classes it parts the boards: the different things that may be seen.
    pub classes: usize,
    /// The entropy of what is seen, in bits, with the boards weighted.
    pub entropy: f64,
    /// How many boards would be left on average, with the boards weighted.
    pub expected: f64,
    /// How many boards would be left at worst.
    pub worst: usize,
    /// For a square on the rim, the square beside it whose window holds this whole window and more: it never tells less.
    pub dominated_by: Option<Square>,
}

/// The squares that have a whole window around them.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

impl Belief {
    /// What each sense would tell, all boards counting alike; by the number of the square.
    ///
    /// # Example
    /// ```
    /// use plywood_core::Side;
    /// use plywood_rbc::belief::{Belief, best_sense};
    /// let mut belief = Belief::start(Side::Black);
    /// belief.opponent(None)?;
    /// let centres = belief.senses();
    /// let best = centres[usize::from(best_sense(&centres).number())];
    /// assert!(best.dominated_by.is_none() && centres.iter().all(|centre| centre.entropy <= best.entropy));
    /// # Ok::<(), plywood_rbc::belief::BeliefError>(())
    /// ```
    pub fn senses(&self) -> [Centre; 64] {
        self.senses_weighted(Weighting::Boards)
    }

    /// The same with the boards weighted; where all weights are 0, all alike.
    pub fn senses_weighted(&self, weighting: Weighting<'_>) -> [Centre; 64] {
        let weights = weighting.weights(self);
        let squares: Vec<Square> = INNER.squares().map(Square::of_bit).collect();
        let centres = self.spare.crew.share_out(self.threads(), squares.iter(), |&square| match &weights {
            None => self.around(square, |_| 0.0),
            Some(weights) => self.around(square, |n| weights[n]),
        });
        let mut all = core::array::from_fn(|n| Centre::nothing(Square::of_bit(n as u32)));
        for centre in centres.into_iter().flatten() {
            all[usize::from(centre.square.number())] = centre;
        }
        all
    }

    /// An inner square, and the squares on the rim beside it whose windows it holds. A weight of nothing but 0 is no weight at all.
    fn around(&self, square: Square, weight: impl Fn(usize) -> f64) -> Vec<Centre> {
        let window = Window::new(square, self.shared.own);
        let mut classes = Classes::new();
        let mut n = 0;
        // Piece by piece, so that the loop over boards is a plain one.
        for piece in self.boards.pieces() {
            for packed in piece {
                classes.add(window.key(packed), 1, weight(n));
                n += 1;
            }
        }
        let clipped = (0..64).map(Square::of_bit).filter(|rim| dominating(*rim) == Some(square));
        let rim = clipped.map(|rim| classes.seen_within(window.part(square, rim)).centre(rim));
        let rim: Vec<Centre> = rim.collect();
        [classes.centre(square)].into_iter().chain(rim).collect()
    }
}

/// For a square on the rim the nearest that is not.
fn dominating(square: Square) -> Option<Square> {
    let inner = Square::of_bit(u32::from(square.rank().clamp(1, 6) * 8 + square.file().clamp(1, 6)));
    (inner != square).then_some(inner)
}

impl Centre {
    /// The better one first: the greatest entropy, then not on the rim, then fewest boards left on average, then at worst, then the lowest
    /// square.
    pub fn better_first(&self, other: &Self) -> Ordering {
        let rim = |centre: &Self| centre.dominated_by.is_some();
        let by_entropy = other.entropy.total_cmp(&self.entropy).then(rim(self).cmp(&rim(other)));
        let by_boards = self.expected.total_cmp(&other.expected).then(self.worst.cmp(&other.worst));
        by_entropy.then(by_boards).then(self.square.cmp(&other.square))
    }
}

/// Where a sense tells most, by [`Centre::better_first`]. A square on the rim never tells more than the one beside it, and is left out.
pub fn best_sense(centres: &[Centre; 64]) -> Square {
    let inner = centres.iter().filter(|centre| centre.dominated_by.is_none());
    inner.min_by(|a, b| a.better_first(b)).map_or(Square::of_bit(9), |centre| centre.square)
}

/// The window around an inner square.
struct Window {
    /// How far it is from a1 to its lowest corner.
    shift: u32,
    /// The bits of a key that belong to squares without an own piece: the others are known.
    open: u32,
}

impl Window {
    fn new(square: Square, own: u64) -> Self {
        let shift = u32::from(square.number()) - 9;
        Self { shift, open: Self::thrice(!Self::nine(own, shift)) }
    }

    /// The nine bits of the window in one plane.
    #[inline(always)]
    fn nine(plane: u64, shift: u32) -> u32 {
        let rows = (plane >> shift) as u32;
        rows & 7 | rows >> 5 & 0o70 | rows >> 10 & 0o700
    }

    /// The same nine bits in each of the three planes of a key.
    fn thrice(nine: u32) -> u32 {
        let nine = nine & 0o777;
        nine | nine << 9 | nine << 18
    }

    /// What is seen: a rook that may castle looks like any other.
    #[inline(always)]
    fn key(&self, packed: &Packed) -> u32 {
        let [a, b, c] = packed.map(|plane| Self::nine(plane, self.shift));
        let b = b | c & !a;
        (a | b << 9 | c << 18) & self.open
    }

    /// The bits of a key that a sense around a square on the rim sees as well.
    fn part(&self, square: Square, rim: Square) -> u32 {
        Self::thrice(Self::nine(square.window() & rim.window(), self.shift))
    }
}

/// How many boards look alike, for each look: an open-addressed table. At most half full.
struct Classes {
    /// A key plus one; 0 is free.
    keys: Vec<u32>,
    counts: Vec<Class>,
    used: usize,
}

#[derive(Clone, Copy, Default)]
struct Class {
    boards: usize,
    weight: f64,
}

impl Classes {
    fn new() -> Self {
        Self::with_slots(256)
    }

    fn with_slots(slots: usize) -> Self {
        Self { keys: vec![0; slots], counts: vec![Class::default(); slots], used: 0 }
    }

    #[inline(always)]
    fn add(&mut self, key: u32, boards: usize, weight: f64) {
        let mask = self.keys.len() - 1;
        // The high bits of the product (Knuth's multiplicative hashing).
        let mut slot = (u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.keys[slot] != key + 1 {
            if self.keys[slot] == 0 {
                self.keys[slot] = key + 1;
                self.used += 1;
                break;
            }
            slot = (slot + 1) & mask;
        }
        self.counts[slot].boards += boards;
        self.counts[slot].weight += weight;
        if self.used * 2 > self.keys.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_slots(self.keys.len() * 2);
        self.iter().for_each(|(key, class)| larger.add(key, class.boards, class.weight));
        *self = larger;
    }

    fn iter(&self) -> impl Iterator<Item = (u32, Class)> {
        self.keys.iter().zip(&self.counts).filter(|(key, _)| **key != 0).map(|(key, class)| (key - 1, *class))
    }

    /// The classes of those who see only these bits.
    fn seen_within(&self, bits: u32) -> Self {
        let mut joined = Self::new();
        self.iter().for_each(|(key, class)| joined.add(key & bits, class.boards, class.weight));
        joined
    }

    fn centre(&self, square: Square) -> Centre {
        let mut classes: Vec<Class> = self.iter().map(|(_, class)| class).collect();
        // In an order that does not depend on what the classes look like: equal sizes give equal sums, to the last bit.
        classes.sort_unstable_by(|a, b| a.boards.cmp(&b.boards).then(a.weight.total_cmp(&b.weight)));
        let weighted: f64 = classes.iter().map(|class| class.weight).sum();
        let boards: usize = classes.iter().map(|class| class.boards).sum();
        let chance = |class: &Class| {
            if weighted > 0.0 { class.weight / weighted } else { share(class.boards as f64, boards as f64) }
        };
        // Of certainty it would make a negative zero.
        let bits = |share: f64| if share > 0.0 && share < 1.0 { -share * share.log2() } else { 0.0 };
        Centre {
            classes: classes.len(),
            entropy: classes.iter().fold(0.0, |sum, class| sum + bits(chance(class))),
            expected: classes.iter().map(|class| chance(class) * class.boards as f64).sum(),
            worst: classes.last().map_or(0, |class| class.boards),
            ..Centre::nothing(square)
        }
    }
}

impl Centre {
    /// Around a square without any boards.
    fn nothing(square: Square) -> Self {
        let dominated_by = dominating(square);
        Self { square, classes: 0, entropy: 0.0, expected: 0.0, worst: 0, dominated_by }
    }
}

//! A second generator, slow and obvious: one flag per square, steps taken one by one, moves played on a
//! copy of the board. It shares nothing with the crate but the texts it reads and writes.

use bitvec::prelude::*;
use plywood_core::rng::SplitMix64;

/// A board as four bits of facts for each square.
#[derive(Clone)]
pub(crate) struct Slow {
    width: i32,
    height: i32,
    white: BitVec,
    black: BitVec,
    arrows: BitVec,
    black_to_move: bool,
}

/// File and rank, from 0.
pub(crate) type Square = (i32, i32);

/// From, to, arrow.
pub(crate) type SlowMove = [Square; 3];

impl Slow {
    /// Reads the canonical text of a position.
    pub(crate) fn read(width: usize, height: usize, text: &str) -> Self {
        let (rows, side) = text.split_once(' ').expect("a side");
        let none = bitvec![0; width * height];
        let mut slow = Self {
            width: width as i32,
            height: height as i32,
            white: none.clone(),
            black: none.clone(),
            arrows: none,
            black_to_move: side == "b",
        };
        for (row, y) in rows.split('/').zip((0..height as i32).rev()) {
            let mut x = 0;
            let mut number = 0;
            for letter in row.chars().chain(['/']) {
                if let Some(digit) = letter.to_digit(10) {
                    number = 10 * number + digit as i32;
                    continue;
                }
                x += number;
                number = 0;
                let index = (y * slow.width + x) as usize;
                match letter {
                    'Q' => slow.white.set(index, true),
                    'q' => slow.black.set(index, true),
                    '*' => slow.arrows.set(index, true),
                    _ => continue,
                }
                x += 1;
            }
            assert_eq!(x, slow.width, "{text}");
        }
        slow
    }

    /// A board with things thrown on it: up to `most` amazons a side, arrows with chance `fill` in 256.
    pub(crate) fn random(width: usize, height: usize, most: usize, fill: u64, rng: &mut SplitMix64) -> Self {
        let none = bitvec![0; width * height];
        let mut slow = Self {
            width: width as i32,
            height: height as i32,
            white: none.clone(),
            black: none.clone(),
            arrows: none,
            black_to_move: rng.below(2) == 1,
        };
        for index in 0..width * height {
            slow.arrows.set(index, (rng.next_u64() & 255) < fill);
        }
        for side in 0..2 {
            for _ in 0..rng.below(most + 1) {
                let index = rng.below(width * height);
                if slow.white[index] || slow.black[index] {
                    continue;
                }
                slow.arrows.set(index, false);
                if side == 0 { slow.white.set(index, true) } else { slow.black.set(index, true) }
            }
        }
        slow
    }

    /// The position as text.
    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for y in (0..self.height).rev() {
            let mut row = String::new();
            let mut run = 0;
            for x in 0..self.width {
                let letter = self.letter((y * self.width + x) as usize);
                run += i32::from(letter.is_none());
                if run > 0 && (letter.is_some() || x + 1 == self.width) {
                    row += &run.to_string();
                    run = 0;
                }
                row.extend(letter);
            }
            rows.push(row);
        }
        format!("{} {}", rows.join("/"), if self.black_to_move { 'b' } else { 'w' })
    }

    fn letter(&self, index: usize) -> Option<char> {
        match () {
            () if self.white[index] => Some('Q'),
            () if self.black[index] => Some('q'),
            () if self.arrows[index] => Some('*'),
            () => None,
        }
    }

    pub(crate) fn index(&self, (x, y): Square) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((y * self.width + x) as usize)
    }

    pub(crate) fn empty(&self, square: Square) -> bool {
        self.index(square).is_some_and(|i| !self.white[i] && !self.black[i] && !self.arrows[i])
    }

    pub(crate) fn slides(&self, (x, y): Square) -> Vec<Square> {
        let mut found = Vec::new();
        for dx in -1..=1 {
            for dy in -1..=1 {
                if (dx, dy) == (0, 0) {
                    continue;
                }
                let mut square = (x + dx, y + dy);
                while self.empty(square) {
                    found.push(square);
                    square = (square.0 + dx, square.1 + dy);
                }
            }
        }
        found
    }

    fn own(&self) -> &BitVec {
        if self.black_to_move { &self.black } else { &self.white }
    }

    /// The board after the step alone: same side to move.
    fn stepped(&self, from: Square, to: Square) -> Self {
        let mut next = self.clone();
        let (from, to) = (self.index(from).unwrap(), self.index(to).unwrap());
        let own = if self.black_to_move { &mut next.black } else { &mut next.white };
        own.set(from, false);
        own.set(to, true);
        next
    }

    /// The position after a move.
    pub(crate) fn played(&self, [from, to, arrow]: SlowMove) -> Self {
        let mut next = self.stepped(from, to);
        let arrow = next.index(arrow).unwrap();
        next.arrows.set(arrow, true);
        next.black_to_move = !self.black_to_move;
        next
    }

    /// All squares of the board.
    pub(crate) fn squares(&self) -> Vec<Square> {
        (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))).collect()
    }

    /// The squares of the amazons of the side to move, and of the other side.
    pub(crate) fn amazons(&self) -> [Vec<Square>; 2] {
        let place = |index: usize| (index as i32 % self.width, index as i32 / self.width);
        let [white, black] = [&self.white, &self.black].map(|set| set.iter_ones().map(place).collect());
        if self.black_to_move { [black, white] } else { [white, black] }
    }

    /// All legal moves.
    pub(crate) fn moves(&self) -> Vec<SlowMove> {
        let mut moves = Vec::new();
        for index in self.own().iter_ones() {
            let from = (index as i32 % self.width, index as i32 / self.width);
            for to in self.slides(from) {
                for arrow in self.stepped(from, to).slides(to) {
                    moves.push([from, to, arrow]);
                }
            }
        }
        moves
    }

    /// Leaves at `depth`.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().into_iter().map(|mv| self.played(mv).perft(depth - 1)).sum(),
        }
    }

    /// All legal moves as sorted texts.
    pub(crate) fn move_texts(&self) -> Vec<String> {
        let name = |(x, y): Square| format!("{}{}", (b'a' + x as u8) as char, y + 1);
        let text = |[from, to, arrow]: SlowMove| format!("{}-{}/{}", name(from), name(to), name(arrow));
        let mut texts: Vec<String> = self.moves().into_iter().map(text).collect();
        texts.sort();
        texts
    }
}

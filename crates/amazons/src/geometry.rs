//! The eight directions and the squares of a `W` x `H` board, as tables made at compile time.
//!
//! Square 0 is a1, square 1 is b1, square `W` is a2. Nothing here knows what stands on a square.

/// Most squares that a board may have: 10x10.
pub(crate) const MAX_SQUARES: usize = 100;

/// The directions in a ring, clockwise from north: `d + 4` is the way back, odd ones are diagonal.
pub(crate) const DIRECTIONS: usize = 8;

/// Steps of (file, rank) in ring order.
const STEPS: [(isize, isize); DIRECTIONS] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Whether the squares of a ray in direction `d` have rising numbers.
#[inline(always)]
pub(crate) const fn rising(d: usize) -> bool {
    matches!(d, 0 | 1 | 2 | 7)
}

/// The rising direction of each axis; the falling one is its opposite.
pub(crate) const AXES: [usize; 4] = [0, 1, 2, 7];

/// The tables of one board.
pub(crate) struct Geometry<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geometry<W, H> {
    /// All squares of the board.
    pub(crate) const ALL: u128 = (1 << (W * H)) - 1;
    /// Squares that have a neighbour to the east; the file at the edge is missing.
    pub(crate) const HAS_EAST: u128 = Self::without_file(W - 1);
    /// Squares that have a neighbour to the west.
    pub(crate) const HAS_WEST: u128 = Self::without_file(0);
    /// `RAYS[d][s]`: the squares from `s` in direction `d` to the edge, without `s`.
    pub(crate) const RAYS: &'static [[u128; MAX_SQUARES]; DIRECTIONS] = &Self::rays();

    /// `SEGMENTS[axis][n]`: the first `n` squares from square 0 in the rising direction of the axis, without a
    /// thought of edges. Axes are north, north-east, east, north-west.
    pub(crate) const SEGMENTS: &'static [[u128; 16]; 4] = &Self::segments();
    /// How the number of a square grows along each axis.
    pub(crate) const STRIDES: [u32; 4] = [W as u32, W as u32 + 1, 1, W as u32 - 1];

    /// The square `steps` away from `square` in direction `d`; it must be on the board.
    #[inline(always)]
    pub(crate) const fn along(square: u32, d: usize, steps: u32) -> u32 {
        let (dx, dy) = STEPS[d];
        square.wrapping_add_signed((dy * W as isize + dx) as i32 * steps as i32)
    }

    const fn segments() -> [[u128; 16]; 4] {
        let mut segments = [[0; 16]; 4];
        let mut axis = 0;
        while axis < 4 {
            let mut n = 0;
            while n < 10 {
                let square = n as u32 * Self::STRIDES[axis];
                segments[axis][n + 1] = segments[axis][n] | if square < 128 { 1 << square } else { 0 };
                n += 1;
            }
            axis += 1;
        }
        segments
    }

    const fn without_file(file: usize) -> u128 {
        let (mut set, mut rank) = (Self::ALL, 0);
        while rank < H {
            set &= !(1 << (rank * W + file));
            rank += 1;
        }
        set
    }

    const fn rays() -> [[u128; MAX_SQUARES]; DIRECTIONS] {
        let mut rays = [[0; MAX_SQUARES]; DIRECTIONS];
        let mut d = 0;
        while d < DIRECTIONS {
            let mut square = 0;
            while square < W * H {
                rays[d][square] = Self::ray(square, d);
                square += 1;
            }
            d += 1;
        }
        rays
    }

    const fn ray(square: usize, d: usize) -> u128 {
        let (dx, dy) = STEPS[d];
        let (mut x, mut y) = ((square % W) as isize + dx, (square / W) as isize + dy);
        let mut set = 0;
        while 0 <= x && x < W as isize && 0 <= y && y < H as isize {
            set |= 1 << (y as usize * W + x as usize);
            (x, y) = (x + dx, y + dy);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_end_at_the_edge_and_lead_back() {
        type Wide = Geometry<7, 4>;
        assert_eq!(Wide::ALL.count_ones(), 28);
        assert_eq!((Wide::HAS_EAST.count_ones(), Wide::HAS_WEST.count_ones()), (24, 24));
        assert_eq!(Wide::RAYS[2][0].count_ones(), 6);
        assert_eq!(Wide::RAYS[1][0].count_ones(), 3);
        for square in 0..28 {
            for (d, rays) in Wide::RAYS.iter().enumerate() {
                let ray = rays[square];
                assert!(ray == 0 || rising(d) == (ray >> square != 0));
                for other in (0..28).filter(|s| ray >> s & 1 == 1) {
                    assert!(Wide::RAYS[(d + 4) % 8][other] >> square & 1 == 1);
                }
            }
        }
    }
}

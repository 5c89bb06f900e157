//! The terms of the evaluation against a slow reference that searches from every amazon by itself, and what must hold of
//! any evaluation: it is symmetric, and its weights are a blend.

use crate::on_every_board;
use crate::reference::{Slow, Square};
use plywood_amazons::{Amazons, Board, Evaluation, Set, Terms, WEIGHTS, Weights};
use plywood_core::rng::SplitMix64;
use plywood_core::search::Evaluation as _;
use plywood_core::{Game, Position, Side, conformance};
use std::collections::VecDeque;

/// The least number of steps to each square in board order; `None` where no way leads.
fn distances(slow: &Slow, from: &[Square], king: bool) -> Vec<Option<i32>> {
    let squares = slow.squares();
    let mut found = vec![None; squares.len()];
    let mut queue: VecDeque<(Square, i32)> = from.iter().map(|&square| (square, 0)).collect();
    while let Some((at, steps)) = queue.pop_front() {
        for to in slow.slides(at) {
            let short = (to.0 - at.0).abs().max((to.1 - at.1).abs()) == 1;
            let index = slow.index(to).unwrap();
            if found[index].is_none() && (short || !king) {
                found[index] = Some(steps + 1);
                queue.push_back((to, steps + 1));
            }
        }
    }
    found
}

/// The territory of `d`: squares nearer to the first side less those nearer to the second; and the ties.
fn territory(d: &[Vec<Option<i32>>; 2]) -> (i32, i32) {
    let far = |steps: Option<i32>| steps.unwrap_or(i32::MAX);
    let pairs: Vec<(i32, i32)> = d[0].iter().zip(&d[1]).map(|(&own, &theirs)| (far(own), far(theirs))).collect();
    let lead = pairs.iter().map(|(own, theirs)| theirs.cmp(own) as i32).sum();
    (lead, pairs.iter().filter(|(own, theirs)| own == theirs && *own < i32::MAX).count() as i32)
}

/// Mobility as the paper defines it, and in sixteenths with the rounding that is documented.
fn alpha(slow: &Slow, at: Square, both: &[bool]) -> (f64, i32) {
    let (mut exact, mut rounded) = (0.0, 0);
    for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let ray: Vec<Square> =
            (1..).map(|k| (at.0 + k * dx, at.1 + k * dy)).take_while(|&square| slow.empty(square)).collect();
        let worth: Vec<i32> =
            ray.iter().map(|&square| if both[slow.index(square).unwrap()] { room(slow, square) } else { 0 }).collect();
        exact += worth.iter().zip(1..).map(|(&n, k)| f64::from(n) / 2f64.powi(k)).sum::<f64>();
        rounded += worth.iter().rev().fold(0, |sum, n| (sum + 16 * n + 1) / 2);
    }
    (exact, rounded)
}

fn room(slow: &Slow, (x, y): Square) -> i32 {
    let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
    around.filter(|&square| square != (x, y) && slow.empty(square)).count() as i32
}

fn agree<S: Set, const W: usize, const H: usize>(board: &Board<S, W, H>, fen: &str) {
    let slow = Slow::read(W, H, fen);
    let amazons = slow.amazons();
    let queen = [0, 1].map(|i| distances(&slow, &amazons[i], false));
    let king = [0, 1].map(|i| distances(&slow, &amazons[i], true));
    let terms = Terms::of(board);
    assert_eq!((terms.queen_lead, terms.queen_ties), territory(&queen), "{fen}");
    assert_eq!((terms.king_lead, terms.king_ties), territory(&king), "{fen}");

    let near = |steps: &Option<i32>| steps.filter(|&steps| steps <= 10).map_or(0.0, |steps| 2f64.powi(-steps));
    let sum = |distances: &[Option<i32>]| distances.iter().map(near).sum::<f64>();
    let c1 = 2.0 * (sum(&queen[0]) - sum(&queen[1]));
    assert_eq!(f64::from(terms.queen_closeness) / f64::from(Terms::QUEEN_UNIT), c1, "{fen}");

    let sixths = |(own, theirs): (&Option<i32>, &Option<i32>)| match (own, theirs) {
        (None, None) => 0,
        (own, theirs) => (theirs.unwrap_or(1000) - own.unwrap_or(1000)).clamp(-6, 6),
    };
    let c2 = king[0].iter().zip(&king[1]).map(sixths).sum::<i32>();
    assert_eq!(terms.king_closeness, c2, "{fen}");

    let apart =
        |(own, theirs): (&Option<i32>, &Option<i32>)| Some(2f64.powi(-(own.as_ref()? - theirs.as_ref()?).abs().min(7)));
    let w = queen[0].iter().zip(&queen[1]).filter_map(apart).sum::<f64>();
    assert_eq!(f64::from(terms.contact) / f64::from(Terms::CONTACT_UNIT), w, "{fen}");

    let both: Vec<bool> =
        queen[0].iter().zip(&queen[1]).map(|(own, theirs)| own.is_some() && theirs.is_some()).collect();
    let mut enclosed = [0; 2];
    let (mut least, mut most) = ([0.0; 2], [0.0; 2]);
    for i in [0, 1] {
        for &amazon in &amazons[i] {
            let (exact, sixteenths) = alpha(&slow, amazon, &both);
            enclosed[i] += (0..sixteenths / 16).fold(256, |value, _| value * 223 / 256);
            // Half a point up from eight rays, less than one down to a whole point, eight parts of 256 in the table.
            least[i] += 256.0 * 2f64.powf(-(exact + 0.5) / 5.0) - 8.0;
            most[i] += 256.0 * 2f64.powf(-(exact - 1.0).max(0.0) / 5.0) + 1.0;
        }
    }
    let expected = if w == 0.0 { 0 } else { enclosed[1] - enclosed[0] };
    assert_eq!(terms.enclosure, expected, "{fen}");
    if w > 0.0 {
        let enclosure = f64::from(terms.enclosure);
        assert!(least[1] - most[0] <= enclosure && enclosure <= most[1] - least[0], "{fen}");
    }

    let sides = if board.side_to_move() == Side::White { [0, 1] } else { [1, 0] };
    let [white, black, tied] = board.king_territory();
    let (lead, ties) = territory(&king);
    let of = [white, black].map(|set| set.size() as i32);
    assert_eq!((of[sides[0]] - of[sides[1]], tied.size() as i32), (lead, ties), "{fen}");
    let reached = king[0].iter().zip(&king[1]).filter(|(own, theirs)| own.is_some() || theirs.is_some()).count();
    assert_eq!((white | black | tied).size() as usize, reached, "{fen}");
}

/// A board of any size, as the tests for every board see it.
trait Checked: Game {
    fn agree(&self);
}
impl<S: Set, const W: usize, const H: usize> Checked for Board<S, W, H>
where
    Self: Game,
{
    fn agree(&self) {
        agree(self, &self.text());
    }
}

fn terms_agree<G: Checked>(width: usize, height: usize) {
    for seed in 0..4 {
        conformance::walk(G::start(), seed, 100, |position: &G| {
            position.agree();
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    let mut random = SplitMix64::new(width as u64 * 32 + height as u64);
    for round in 0..300 {
        let (most, fill) = ([1, 4, 9][round % 3], [0, 20, 60, 100, 140, 180, 220][round % 7]);
        G::parse(&Slow::random(width, height, most, fill, &mut random).text()).unwrap().agree();
    }
}

#[test]
fn the_terms_are_those_of_the_slow_reference() {
    on_every_board!(terms_agree);
}

#[test]
fn long_ways_agree_too() {
    // A winding corridor: queen distances beyond 10, king distances beyond every counter.
    let fen = "Q9/*********1/10/1*********/10/*********1/10/1*********/10/*********q w";
    Amazons::parse(fen).unwrap().agree();
    Amazons::parse(&fen.replace(" w", " b")).unwrap().agree();
}

fn swapped(fen: &str) -> String {
    if fen.ends_with('w') { fen.replace(" w", " b") } else { fen.replace(" b", " w") }
}

fn other_colours(fen: &str) -> String {
    let (rows, side) = fen.split_once(' ').unwrap();
    let swap = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    format!("{} {}", rows.chars().map(swap).collect::<String>(), if side == "w" { "b" } else { "w" })
}

fn upside_down(fen: &str) -> String {
    let (rows, side) = fen.split_once(' ').unwrap();
    format!("{} {side}", rows.split('/').rev().collect::<Vec<_>>().join("/"))
}

#[test]
fn swapping_the_sides_negates_all_but_the_turn() {
    let mut random = SplitMix64::new(3);
    let mut filling = 0;
    for round in 0..1500 {
        let fen = Slow::random(10, 10, 5, [20, 120, 200, 220][round % 4], &mut random).text();
        let (here, there) = (Amazons::parse(&fen).unwrap(), Amazons::parse(&swapped(&fen)).unwrap());
        let [here_score, there_score] = [&here, &there].map(|board| Evaluation.evaluate(board));
        let terms = Terms::of(&here);
        if terms.contact == 0 {
            filling += 1;
            assert_eq!(here_score + there_score, -100, "{fen}");
        } else {
            let [one, other] = [terms, Terms::of(&there)]
                .map(|terms| WEIGHTS.score(&Terms { queen_ties: 0, king_ties: 0, ..terms }, 100));
            assert_eq!(one, -other, "{fen}");
            assert!((0..=2 * 100 * WEIGHTS.tie).contains(&(here_score + there_score)), "{fen}");
        }
        assert_eq!(Evaluation.evaluate(&Amazons::parse(&other_colours(&fen)).unwrap()), here_score, "{fen}");
        // A filling that was cut short depends on the order of its moves.
        if terms.contact > 0 {
            assert_eq!(Evaluation.evaluate(&Amazons::parse(&upside_down(&fen)).unwrap()), here_score, "{fen}");
        }
    }
    assert!(filling > 20, "{filling}");
}

#[test]
fn the_weights_blend_between_their_knots() {
    let one = |terms: Terms, contact: i32| WEIGHTS.score(&Terms { contact, ..terms }, 100);
    let queen = Terms { queen_lead: 100, ..Terms::default() };
    let king = Terms { king_lead: 100, ..Terms::default() };
    let all =
        Terms { queen_lead: 100, king_lead: 100, queen_closeness: 51_200, king_closeness: 600, ..Terms::default() };
    let mut last = 10_001;
    for contact in 0..=128 * 60 {
        // The parts add up to 1 at any phase, and f1 falls.
        assert!((9_999..=10_000).contains(&one(all, contact)), "{contact}");
        assert!(one(queen, contact) <= last);
        last = one(queen, contact);
    }
    assert_eq!((one(queen, 0), one(king, 0)), (10_000, 0));
    assert!(one(king, 128 * 50) > one(queen, 128 * 50));
    let doubled = Weights { tie: 2 * WEIGHTS.tie, ..WEIGHTS };
    let ties = Terms { queen_ties: 50, king_ties: 50, contact: 128 * 10, ..Terms::default() };
    assert_eq!(doubled.score(&ties, 100), 2 * WEIGHTS.score(&ties, 100));
}

#[test]
fn an_enclosed_amazon_costs_ten_squares_early_on() {
    let free = Amazons::parse("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w").unwrap();
    let shut = Amazons::parse("3q2q3/10/10/q8q/10/10/Q7**/8*Q/8**/3Q2Q3 w").unwrap();
    let terms = Terms::of(&shut);
    assert!(terms.contact > 50 * Terms::CONTACT_UNIT);
    let penalty = WEIGHTS.score(&terms, 100) - WEIGHTS.score(&Terms { enclosure: 0, ..terms }, 100);
    assert!(penalty <= -1000, "{penalty}");
    assert!(Evaluation.evaluate(&shut) < Evaluation.evaluate(&free) - 1000);
}

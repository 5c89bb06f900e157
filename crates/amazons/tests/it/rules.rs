//! Every trap of the rules by name.

use crate::boards::move_texts;
use crate::on_every_board;
use plywood_amazons::{Amazons, Amazons4x4, Amazons5x5, Amazons6x6, Board, Move};
use plywood_core::perft::{Control, Perft};
use plywood_core::{Game, Outcome, Position, Side, Unique};

fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    Perft::new(1).unwrap().count(Unique, position, depth, None, &Control::new()).unwrap()
}

fn board(fen: &str) -> Amazons {
    Amazons::parse(fen).unwrap()
}

#[test]
fn the_arrow_may_stand_on_the_vacated_square() {
    let start = Amazons::start();
    let after = start.play(&start.parse_move("a4-a5/a4").unwrap());
    assert_eq!(after.text(), "3q2q3/10/10/q8q/10/Q9/*8Q/10/10/3Q2Q3 b");
    // One xor of all three squares would free it: 4,313,224.
    assert_eq!(perft(&start, 2), 4_307_152);
}

#[test]
fn the_arrow_may_fly_over_the_vacated_square() {
    let start = Amazons::start();
    for text in ["a4-a5/a3", "a4-a5/a1", "a4-b5/a4", "d1-d6/d1", "d1-c2/e2"] {
        assert!(start.parse_move(text).is_ok(), "{text}");
    }
}

#[test]
fn blocked_steps_and_shots_are_illegal() {
    let blocked = board("3q2q3/10/10/q8q/10/10/Q8Q/10/3*6/3Q2Q3 w");
    for text in ["d1-d2/c2", "d1-d3/c2", "d1-g1/h1", "d1-h1/i1", "d1-c1/d2", "d1-c1/e3"] {
        assert!(blocked.parse_move(text).is_err(), "{text}");
    }
    assert!(blocked.parse_move("d1-c1/d1").is_ok());
}

#[test]
fn the_start_is_not_the_maximum() {
    let most = board("q8q/10/10/4Q5/6Q3/3Q6/5Q4/10/10/q8q w");
    assert_eq!(most.count(), 3304);
    assert_eq!(most.moves().len(), 3304);
    assert!(Amazons::start().count() < most.count());
}

#[test]
fn more_amazons_make_longer_lists() {
    let crowd = board("10/2Q7/6Q1Q1/10/1Q8/10/5Q4/7Q2/10/10 w");
    assert_eq!(crowd.moves().len() as u64, crowd.count());
    assert_eq!(crowd.count(), 4317);
}

#[test]
fn to_have_a_move_is_to_have_an_empty_neighbour() {
    let shut = board("10/10/10/10/10/10/10/10/**8/Q*8 w");
    assert!(!shut.any() && shut.count() == 0 && shut.moves().is_empty());
    assert_eq!(shut.stuck(), Outcome::Win(Side::Black));
    // Squares at both ends of a rank are no neighbours.
    let edge = board("10/10/10/10/10/10/8**/8*Q/8**/10 w");
    assert!(!edge.any());
    let open = board("10/10/10/10/10/10/10/10/*9/Q*8 w");
    assert!(open.any() && open.count() > 0);
    let last = board(
        "**********/**********/**********/**********/**********/**********/**********/**********/**********/Q1******** w",
    );
    assert_eq!(move_texts(&last), ["a1-b1/a1"]);
}

#[test]
fn no_amazons_no_moves() {
    for fen in ["10/10/10/10/10/10/10/10/10/10 w", "q9/10/10/10/10/10/10/10/10/10 w"] {
        let position = board(fen);
        assert_eq!((position.count(), position.any(), position.count2()), (0, false, 0));
    }
}

#[test]
fn the_finished_game() {
    let rows = "*2q*2*2/1***1*2*1/**Q*******/2***Q2*Q/2*1******/1***q*1*2/1**2**3/**1*****2/**1*Q**3/2*q**q2*";
    for (side, expected) in [("b", [59, 828, 50_833, 779_958]), ("w", [14, 826, 12_654, 776_876])] {
        let position = board(&format!("{rows} {side}"));
        assert_eq!([1, 2, 3, 4].map(|depth| perft(&position, depth)), expected);
    }
}

#[test]
fn smallest_defective_territories() {
    // a1, b2, c1 with the amazon on b2: two empty squares, one move, then none. Likewise a1, b2, b3.
    for fen in ["****/****/*Q**/1*1* w", "****/*1**/*Q**/1*** w"] {
        let position = Amazons4x4::parse(fen).unwrap();
        assert_eq!(position.count(), 2);
        for mv in position.moves() {
            let after = position.play(&mv);
            assert_eq!(after.arrows().count_ones(), position.arrows().count_ones() + 1);
            let again = Amazons4x4::new([after.amazons(Side::White), 0], after.arrows(), Side::White).unwrap();
            assert!(!again.any(), "{}", again.text());
        }
    }
}

#[test]
fn a_full_board_ends_every_game() {
    let start = Amazons4x4::start();
    assert_eq!(start.empty().count_ones(), 8);
    assert_eq!(perft(&start, 5), 39_395_660);
}

#[test]
fn fifteen_names() {
    fn name<G: Game>(width: usize, height: usize) {
        let name = if width == 10 { "amazons".into() } else { format!("amazons-{width}x{height}") };
        assert_eq!((G::NAME, G::BOARD), (name.as_str(), format!("{width}x{height}").as_str()));
        assert_eq!(G::first_player(), Side::White);
    }
    macro_rules! each {
        ($($board:ident $w:literal $h:literal)*) => { $(name::<plywood_amazons::$board>($w, $h);)* };
    }
    each!(Amazons 10 10 Amazons9x9 9 9 Amazons8x8 8 8 Amazons7x7 7 7 Amazons7x4 7 4 Amazons6x6 6 6 Amazons6x5 6 5
        Amazons6x4 6 4 Amazons5x6 5 6 Amazons5x5 5 5 Amazons5x4 5 4 Amazons4x7 4 7 Amazons4x6 4 6 Amazons4x5 4 5
        Amazons4x4 4 4);
}

fn set_up<G: Game>(width: usize, height: usize) {
    let text = G::start().text();
    let of = |letter| text.chars().filter(|&c| c == letter).count();
    assert_eq!((of('Q'), of('q'), of('*')), (4, 4, 0));
    let rows: Vec<&str> = text.trim_end_matches(" w").split('/').collect();
    assert_eq!(rows.len(), height);
    for (top, bottom) in rows.iter().zip(rows.iter().rev()) {
        assert_eq!(top.to_lowercase(), bottom.to_lowercase());
    }
    assert!(width <= 10);
}

#[test]
fn set_ups_are_mirror_images() {
    on_every_board!(set_up);
}

#[test]
fn moves_that_nobody_gave_do_not_panic() {
    let start = Amazons6x6::start();
    for mv in [
        Move { from: 255, to: 254, arrow: 253 },
        Move { from: 1, to: 1, arrow: 1 },
        Move { from: 40, to: 99, arrow: 7 },
    ] {
        assert!(!start.is_legal(&mv));
        let odd = start.play(&mv);
        let _ = (odd.count(), odd.any(), odd.count2(), odd.text(), odd.moves().len());
        let _ = (start.move_text(&mv), start.facts(&mv));
    }
}

#[test]
fn is_legal_is_membership() {
    let position = Amazons5x5::parse("1q3/q2*q/1*1q1/Q2QQ/1*1Q1 w").unwrap();
    let moves = position.moves();
    for from in 0..25 {
        for to in 0..25 {
            for arrow in 0..25 {
                let mv = Move { from, to, arrow };
                assert_eq!(position.is_legal(&mv), moves.contains(&mv), "{mv:?}");
            }
        }
    }
}

#[test]
fn planes_are_white_black_arrows_and_side() {
    let position = Board::<u64, 4, 4>::new([1, 2], 4, Side::Black).unwrap();
    assert_eq!(position.planes(), [1, 2, 4, 1]);
    assert_eq!(Board::<u64, 4, 4>::new([1, 2], 2, Side::White), None);
}

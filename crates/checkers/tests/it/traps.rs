//! The traps of the rules, each by its name. Positions and answers are worked out by hand from the rules or are
//! the ones that the rules books give.

use plywood_checkers::layout::Layout;
use plywood_checkers::rules::*;
use plywood_checkers::{Bits, Board, Rules, Sequences};
use plywood_core::{Bitboard, Game, Mode, Outcome, Position, Side};
use std::time::{Duration, Instant};

fn board<R: Rules>(fen: &str) -> Board<R> {
    Board::parse(fen).unwrap()
}

/// The legal moves as `from-to` or `fromxto:victims`, with `+` where a man is crowned, sorted.
fn moves<R: Rules>(fen: &str) -> Vec<String> {
    let board = board::<R>(fen);
    let mut texts: Vec<String> = board
        .moves()
        .iter()
        .map(|mv| {
            let facts = board.facts(mv);
            let crown = if facts.promotes { "+" } else { "" };
            match facts.captured.as_slice() {
                [] => format!("{}-{}{crown}", facts.from, facts.to),
                victims => format!("{}x{}{crown}:{}", facts.from, facts.to, victims.join(",")),
            }
        })
        .collect();
    texts.sort();
    texts
}

fn counts<R: Rules>(fen: &str) -> (u64, u64) {
    let board = board::<R>(fen);
    (board.count(), Sequences.count(&board))
}

#[test]
fn a_man_crowned_in_mid_capture_goes_on_as_a_king_and_keeps_the_crown() {
    let turned_king = "W:Wf6:Bc5,e5,c7,e7";
    assert_eq!(counts::<RussianRules>(turned_king), (5, 6));
    assert!(moves::<RussianRules>(turned_king).iter().all(|mv| mv.contains('+')));
}

#[test]
fn a_man_that_only_passes_the_last_row_stays_a_man() {
    let turned_king = "W:Wf6:Bc5,e5,c7,e7";
    assert_eq!(counts::<BrazilianRules>(turned_king), (1, 2));
    assert_eq!(counts::<PoolRules>(turned_king), (1, 2));
    assert!(!moves::<BrazilianRules>(turned_king)[0].contains('+'));
}

#[test]
fn english_and_czech_men_stop_where_they_are_crowned() {
    let turned_king = "W:Wf6:Bc5,e5,c7,e7";
    assert_eq!(moves::<EnglishRules>(turned_king), ["f6xd8+:e7"]);
    assert_eq!(moves::<CzechRules>(turned_king), ["f6xd8+:e7"]);
}

#[test]
fn a_ring_may_end_on_the_square_that_it_left() {
    let ring = "B:Wa1,e1,b2,d2,b4,d4:Ba5,c5,e5,b6,f6";
    assert_eq!(counts::<Russian6Rules>(ring), (4, 5));
    assert!(moves::<Russian6Rules>(ring).contains(&"c5xc5+:b2,d2,b4,d4".to_string()));
    assert_eq!(counts::<Russian6Rules>("W:Wa1,c1,e1,f2,f4:Bc3,e3,c5,e5,b6,f6"), (2, 3));
}

#[test]
fn a_russian_king_must_land_where_it_can_go_on() {
    let mut found = moves::<RussianRules>("B:Wa1,b2,f2,e3,b4,f4,h6:BKa5,c5,d6,f6,e7,g7,b8,f8,h8");
    found.iter_mut().for_each(|mv| mv.truncate(mv.find(':').unwrap()));
    assert_eq!(found, ["a5xe5", "c5xc1+"]);
}

#[test]
fn two_moves_may_share_their_ends() {
    let found = moves::<InternationalRules>("W:WKh10:Bc3,d4,i7,f8");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].split(':').next(), found[1].split(':').next());
}

#[test]
fn a_captured_piece_blocks_until_the_move_ends() {
    // Could the king pass d4 again, a7-g1 over f2 would be its fourth jump.
    assert_eq!(moves::<InternationalRules>("W:WKa1:Bf2,d4,b8,d8"), ["a1xa7:d4,b8,d8"]);
}

#[test]
fn thai_victims_vanish_at_once() {
    let both_ways = "W:WKd4:Bc3,e5";
    assert_eq!(moves::<ThaiRules>(both_ways), ["d4xb2:c3,e5", "d4xf6:c3,e5"]);
    assert_eq!(moves::<RussianRules>(both_ways).len(), 5);
}

#[test]
fn a_thai_king_lands_directly_behind_its_victim() {
    assert_eq!(moves::<ThaiRules>("W:WKa1:Bd4"), ["a1xe5:d4"]);
    assert_eq!(moves::<RussianRules>("W:WKa1:Bd4").len(), 4);
}

#[test]
fn a_killer_king_stops_behind_a_king_that_it_takes_last() {
    assert_eq!(moves::<KillerRules>("W:WKa1:BKd4"), ["a1xe5:d4"]);
    assert_eq!(moves::<KillerRules>("W:WKa1:Bd4").len(), 6);
    assert_eq!(moves::<InternationalRules>("W:WKa1:BKd4").len(), 6);
    // It may land anywhere between its victims: only the last one counts.
    assert_eq!(moves::<KillerRules>("W:WKa1:BKd4,f8").len(), moves::<InternationalRules>("W:WKa1:BKd4,f8").len());
}

#[test]
fn frisian_kings_are_worth_almost_two_men() {
    assert_eq!(moves::<FrisianRules>("W:Wa1,g1:Bb2,d4,Kh2"), ["a1xe5:b2,d4"]);
    assert_eq!(moves::<FrisianRules>("W:Wa1,g1:Bb2,d4,f6,Kh2,Ki5"), ["g1xi7:h2,i5"]);
    assert_eq!(moves::<FrisianRules>("W:Wa1,g1:Bb2,d4,f6,f8,Kh2,Ki5"), ["a1xe9:b2,d4,f6,f8"]);
}

#[test]
fn at_equal_value_a_frisian_king_must_capture() {
    assert_eq!(moves::<FrisianRules>("W:Wa1,Kg1:Bb2,h2"), ["g1xi3:h2", "g1xj4:h2"]);
}

#[test]
fn frisian_men_capture_along_ranks_and_files() {
    assert_eq!(moves::<FrisianRules>("W:We5:Bc5"), ["e5xa5:c5"]);
    assert_eq!(moves::<FrisianRules>("W:We5:Be3"), ["e5xe1:e3"]);
    // The edge is an edge: c5 can't be taken from a5 over the side of the board.
    assert_eq!(moves::<FrisianRules>("W:Wb4:Bj4"), ["b4-a5", "b4-c5"]);
}

/// It captures in eight directions and moves in four.
#[test]
fn a_frisian_king_moves_diagonally() {
    let found = moves::<FrisianRules>("W:WKe5:Bb10");
    assert!(found.len() == 17 && !found.iter().any(|mv| mv == "e5-e7" || mv == "e5-g5"), "{found:?}");
}

#[test]
fn a_king_crosses_the_wide_boards() {
    assert!(moves::<InternationalRules>("W:WKa1:Ba9").iter().any(|mv| mv == "a1-j10"));
    assert!(moves::<CanadianRules>("W:WKa1:Ba11").iter().any(|mv| mv == "a1-l12"));
}

#[test]
fn italian_men_cannot_take_kings() {
    assert_eq!(moves::<ItalianRules>("W:Wb1:BKc2"), ["b1-a2"]);
}

#[test]
fn italian_precedence_in_its_order() {
    let most_pieces = moves::<ItalianRules>("W:Wb1,Kf1:Bc2,g2,e4");
    assert_eq!(most_pieces, ["b1xf5:c2,e4"]);
    let with_the_king = moves::<ItalianRules>("W:Wb1,Kf1:Bc2,g2");
    assert_eq!(with_the_king, ["f1xh3:g2"]);
    let most_kings = moves::<ItalianRules>("W:WKb1,Kf1:Bc2,Kg2");
    assert_eq!(most_kings, ["f1xh3:g2"]);
    let kings_first = moves::<ItalianRules>("W:WKd1:BKc2,e2,c4,Kg4");
    assert_eq!(kings_first, ["d1xd5:c2,c4"]);
    // The number of kings goes before their order: man, king, king and not king, man, man.
    let number_of_kings = moves::<ItalianRules>("W:WKd1:BKc2,c4,c6,e2,Kg4,Kg6");
    assert_eq!(number_of_kings, ["d1xf7:e2,g4,g6"]);
}

#[test]
fn spanish_men_prefer_kings_among_equal_captures() {
    assert_eq!(moves::<SpanishRules>("W:Wb1,f1:Bc2,Kg2"), ["f1xh3:g2"]);
}

#[test]
fn a_czech_king_captures_before_a_man() {
    assert_eq!(moves::<CzechRules>("W:Wa5,Ke1:Bb6,f2"), ["e1xg3:f2", "e1xh4:f2"]);
}

#[test]
fn english_men_do_not_capture_backwards() {
    assert_eq!(moves::<EnglishRules>("W:Wc5:Bb4,d4"), ["c5-b6", "c5-d6"]);
    assert_eq!(moves::<RussianRules>("W:Wc5:Bb4,d4"), ["c5xa3:b4", "c5xe3:d4"]);
}

#[test]
fn the_first_king_wins_in_breakthrough() {
    let before = board::<BreakthroughRules>("W:Wa9:Ba3");
    assert_eq!(before.ended(), None);
    let crowned = before.play(&before.moves()[0]);
    assert_eq!(crowned.ended(), Some(Outcome::Win(Side::White)));
    assert_eq!(before.count2(), 0);
}

#[test]
fn the_side_that_cannot_move_wins_at_antidraughts_and_loses_elsewhere() {
    let blocked = "W:Wa1:Bb2,c3";
    assert_eq!(counts::<AntidraughtsRules>(blocked), (0, 0));
    assert_eq!(board::<AntidraughtsRules>(blocked).stuck(), Outcome::Win(Side::White));
    assert_eq!(board::<InternationalRules>(blocked).stuck(), Outcome::Win(Side::Black));
}

#[test]
fn a_side_without_pieces_has_no_move() {
    assert_eq!(counts::<InternationalRules>("B:W50:B"), (0, 0));
    assert!(!board::<InternationalRules>("B:W50:B").any());
}

#[test]
fn the_published_explosive_positions() {
    assert_eq!(counts::<FrisianRules>("W:W50:B18,22,23,24,27,29,32,33,34,38,40,42,43,44,K49"), (6, 5696));
    assert_eq!(counts::<InternationalRules>("W:WK23:B8,9,10,11,17,18,19,20,27,28,29,30,31,38,39,42,44"), (4, 12));
    assert_eq!(counts::<InternationalRules>("W:W23:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40"), (12, 56));
}

/// A king in the corner, and an enemy on every second square of every second rank: routes without number.
fn lattice<R: Rules>(kings: bool) -> Board<R> {
    let size = R::Layout::SIZE;
    let bit = |file: u32, rank: u32| {
        let file = if R::Layout::A1 { file } else { size - 1 - file };
        Bits::<R>::bit(R::Layout::bit(file, rank).unwrap())
    };
    let mut foes = Bits::<R>::EMPTY;
    for rank in (1..size - 1).step_by(2) {
        for file in (1..size - 1).step_by(2) {
            foes |= bit(file, rank);
        }
    }
    let own = bit(0, 0);
    Board::new(own, foes, if kings { own } else { Bits::<R>::EMPTY }, Side::White).unwrap()
}

fn is_quick<R: Rules>() {
    for kings in [false, true] {
        let board = lattice::<R>(kings);
        let start = Instant::now();
        let count = board.count();
        assert!(count > 0);
        assert!(start.elapsed() < Duration::from_secs(2), "{} kings {kings}: {:?}", R::NAME, start.elapsed());
    }
}

#[test]
fn the_densest_lattices_are_quick() {
    is_quick::<EnglishRules>();
    is_quick::<RussianRules>();
    is_quick::<PoolRules>();
    is_quick::<ItalianRules>();
    is_quick::<SpanishRules>();
    is_quick::<ThaiRules>();
    is_quick::<BrazilianRules>();
    is_quick::<InternationalRules>();
    is_quick::<KillerRules>();
    is_quick::<FrisianRules>();
    is_quick::<CanadianRules>();
}

/// The worst of half a million random placements of kings before lattices of enemies: 1 ms (Frisian) and 8 ms.
#[test]
fn the_worst_captures_found_are_quick() {
    fn count<R: Rules>(fen: &str) -> (u64, u64) {
        let start = Instant::now();
        let found = counts::<R>(fen);
        assert!(start.elapsed() < Duration::from_secs(2), "{} {fen}: {:?}", R::NAME, start.elapsed());
        found
    }
    let frisian = "W:WKf6,Ki1:BKh2,g3,b4,d4,f4,Ke5,g5,d6,h6,g7,d8,g9";
    assert_eq!(count::<FrisianRules>(frisian), (26, 6372));
    let canadian = "W:WKe1,Kb12,Ka11:Bb2,Kd2,f2,Kh2,j2,Kb4,d4,Kf4,h4,j4,Kb6,d6,f6,h6,j6,b8,d8,f8,h8,Kj8,\
                    Kb10,Kd10,Kf10,Kh10,j10";
    assert_eq!(count::<CanadianRules>(canadian), (1, 2592));
}

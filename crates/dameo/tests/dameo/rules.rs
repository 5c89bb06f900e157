//! One test for each point of the rules that is easily got wrong, and the tactics that must come out.

use crate::reference::{Board, Switches};
use plywood_core::{Game, Mode, MoveClass, Outcome, Position, Side};
use plywood_dameo::{BigDameo3, BigDameo4, Croda, Dameo, Paths, Turkish};
use std::time::{Duration, Instant};

/// The texts of all legal moves, sorted.
fn texts<G: Game>(fen: &str) -> Vec<String> {
    let mut texts: Vec<_> = G::parse(fen).unwrap().moves_with_text().into_iter().map(|(_, text)| text).collect();
    texts.sort();
    texts
}

/// Plays the moves one after another, each of which must be legal.
fn line<G: Game>(fen: &str, moves: &str) -> G {
    moves.split(' ').fold(G::parse(fen).unwrap(), |position, text| {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error} in {}", position.text()));
        position.play(&mv)
    })
}

#[test]
fn starts_are_as_the_rules_set_them_up() {
    let expected = "W:Wa1,b1,b2,c1,c2,c3,d1,d2,d3,e1,e2,e3,f1,f2,f3,g1,g2,h1\
                    :Ba8,b7,b8,c6,c7,c8,d6,d7,d8,e6,e7,e8,f6,f7,f8,g7,g8,h8";
    assert_eq!(Dameo::start().text(), expected);
    let men = |pieces: u128| pieces.count_ones();
    assert_eq!(men(BigDameo4::start().pieces(Side::White)), 28);
    assert_eq!(men(BigDameo3::start().pieces(Side::Black)), 24);
    assert_eq!(men(Croda::start().pieces(Side::White).into()), 24);
    assert_eq!(Turkish::start().pieces(Side::White), 0x00ff_ff00);
    assert_eq!(Turkish::start().pieces(Side::Black), 0x00ff_ff00_0000_0000);
}

#[test]
fn every_man_of_a_line_may_be_its_rear() {
    assert_eq!(texts::<Dameo>("W:Wd2,d3,d4:Bh8").iter().filter(|text| text.ends_with("-d5")).count(), 3);
}

#[test]
fn kings_are_no_part_of_a_line() {
    let moves = texts::<Dameo>("W:Wc1,Kc2:Bh8");
    assert!(!moves.contains(&"c1-c3".to_owned()) && moves.contains(&"c2-c3".to_owned()), "{moves:?}");
}

#[test]
fn lines_end_at_enemies_and_edges() {
    assert!(texts::<Dameo>("W:Wd2,d3:Bd4,d5,h8").iter().all(|text| !text.ends_with("-d6")));
    assert_eq!(texts::<Dameo>("W:Wa1,a2,a3,a4,a5,a6,a7:BKh8").iter().filter(|text| text.ends_with("-a8")).count(), 7);
}

#[test]
fn nothing_is_captured_diagonally() {
    assert_eq!(texts::<Dameo>("W:Wd4:Bc3,c5,e3,e5"), ["d4-d5"]);
}

#[test]
fn men_capture_backwards_in_dameo_and_croda_only() {
    assert_eq!(texts::<Dameo>("W:Wd4:Bd3"), ["d4xd2"]);
    assert_eq!(texts::<Croda>("W:Wd4:Bd3"), ["d4xd2"]);
    assert_eq!(texts::<Turkish>("W:Wd4:Bd3"), ["d4-c4", "d4-d5", "d4-e4"]);
}

#[test]
fn the_greatest_number_is_compulsory_and_kings_count_one() {
    assert_eq!(texts::<Dameo>("W:Wd4:BKc4,d5,d7"), ["d4xd6xd8"]);
}

/// One piece in either direction, a king or a man: the choice is free.
#[test]
fn a_king_weighs_no_more_than_a_man() {
    assert_eq!(texts::<Dameo>("W:Wd4:BKc4,d5"), ["d4xb4", "d4xd6"]);
}

#[test]
fn men_of_croda_and_turkish_draughts_step_and_know_no_lines() {
    assert_eq!(texts::<Croda>("W:Wd2,d3:Bh8"), ["d2-c3", "d2-e3", "d3-c4", "d3-d4", "d3-e4"]);
    assert_eq!(texts::<Turkish>("W:Wd2,d3:Bh8"), ["d2-c2", "d2-e2", "d3-c3", "d3-d4", "d3-e3"]);
}

#[test]
fn a_king_crosses_the_wide_board() {
    let moves = texts::<BigDameo4>("W:WKa1:BKb10");
    assert!(["a1-j1", "a1-a10", "a1-j10"].iter().all(|far| moves.iter().any(|mv| mv == far)), "{moves:?}");
}

#[test]
fn victims_block_until_the_move_ends() {
    assert_eq!(texts::<Dameo>("W:WKd1:Bb3,d3,f5,g4").len(), 3);
    assert_eq!(texts::<Dameo>("W:WKa4:Bc4"), ["a4xd4", "a4xe4", "a4xf4", "a4xg4", "a4xh4"]);
}

#[test]
fn the_square_left_is_free_and_a_capture_may_end_on_it() {
    let circle = Dameo::parse("W:Wd4:Bd5,e4,e6,f5").unwrap();
    let mv = circle.moves()[0];
    assert_eq!((mv.from, mv.to, mv.captured.count_ones()), (mv.to, mv.from, 4));
    assert_eq!((circle.count(), Paths.count(&circle)), (1, 2));
    assert_eq!(circle.move_text(&mv), "d4xf4xf6xd6xd4");
    assert_eq!(circle.play(&mv).text(), "B:Wd4:B");
}

#[test]
fn a_man_is_crowned_only_where_its_move_ends() {
    let through = Dameo::parse("W:Wd6:Bb7,c8,d7").unwrap();
    let mv = through.moves()[0];
    assert_eq!(through.move_text(&mv), "d6xd8xb8xb6");
    assert_eq!((mv.promotes, through.play(&mv).kings()), (false, 0));
    let along = line::<Turkish>("W:Wd6:Bc8,d7", "d6xd8xb8");
    assert_eq!(along.text(), "B:WKb8:B");
}

#[test]
fn equal_ends_and_other_victims_are_other_moves() {
    let moves = texts::<Dameo>("W:WKh1:Ba4,b6,c8,h2");
    let board = Board::parse("dameo", "W:WKh1:Ba4,b6,c8,h2");
    assert_eq!((moves.len(), board.moves(Switches::default()).len()), (11, 11));
    let ends: std::collections::BTreeSet<_> = moves.iter().map(|text| (&text[..2], &text[text.len() - 2..])).collect();
    assert!(ends.len() < moves.len(), "{moves:?}");
}

#[test]
fn whoever_cannot_move_has_lost() {
    for fen in ["W:W:Bh8", "W:Wa4:Ba5,a6,b5,c5"] {
        let stuck = Dameo::parse(fen).unwrap();
        assert_eq!((stuck.any(), stuck.count(), stuck.ended()), (false, 0, None), "{fen}");
        assert_eq!(stuck.stuck(), Outcome::Win(Side::Black));
    }
}

/// On the way back along rank 3 the king crosses d3, where its first victim stood; in Croda that one
/// still stands.
#[test]
fn turkish_victims_vanish_at_once() {
    let fen = "W:WKd1:Bb3,d3,f5,g4";
    assert_eq!(texts::<Turkish>(fen), ["d1xd5xg5xg3xa3"]);
    assert_eq!(texts::<Croda>(fen), ["d1xd5xg5xg1", "d1xd5xg5xg2", "d1xd5xg5xg3"]);
}

/// After d4xd7 or d4xd8 the line to d2 is open, but straight back.
#[test]
fn a_turkish_king_does_not_turn_back() {
    assert_eq!(texts::<Turkish>("W:WKd4:Bd2,d6"), ["d4xd1", "d4xd7", "d4xd8"]);
}

#[test]
fn kings_of_croda_and_turkish_draughts_are_rooks() {
    assert_eq!(texts::<Croda>("W:WKd4:BKh8").len(), 14);
    assert_eq!(texts::<Turkish>("W:WKd4:BKh8").len(), 14);
    assert_eq!(texts::<Dameo>("W:WKd4:BKh7").len(), 27);
}

#[test]
fn big_boards_have_ranks_of_two_digits() {
    assert_eq!(texts::<BigDameo4>("W:Wj9:Ba2"), ["j9-i10", "j9-j10"]);
    assert_eq!(line::<BigDameo3>("W:Wj9:Ba2", "j9-i10").text(), "B:WKi10:Ba2");
}

#[test]
fn moves_know_their_class() {
    let position = Dameo::parse("W:Wd2:Bb7,c6,Kd3,d5,h4").unwrap();
    let class = position.classify(&position.parse_move("d2xd4xd6xb6xb8").unwrap());
    assert_eq!(class, MoveClass { capture: true, multi_capture: true, promotion: true, king_capture: false });
    let quiet = Dameo::start();
    assert_eq!(quiet.classify(&quiet.moves()[0]), MoveClass::default());
}

#[test]
fn coup_turc() {
    let before = "W:Wb5,c1,d1,d2,e1,h2:BKa5,b7,c6,d5,h4";
    let after: Dameo = line(before, "c1-e3 a5xc5 e1-c3 c5xc1xh1xh3xd3 d2xd4xd6xb6xb8");
    assert_eq!(after.text(), "B:WKb8:Bh4");
    // Black has no choice, neither of the piece nor of the way.
    for moves in ["c1-e3", "c1-e3 a5xc5 e1-c3"] {
        assert_eq!(line::<Dameo>(before, moves).count(), 1);
    }
}

#[test]
fn oblique_stroke() {
    let start = "W:Wc3,c4,d3,d4:Bc5,c6,d5,d6";
    let black: Dameo = line(start, "c3-e5");
    assert_eq!(
        black.parse_move("d5xf5").unwrap_err().to_string(),
        "this capture takes 1 where 2 must be taken (at character 1)"
    );
    let end: Dameo = line(start, "c3-e5 c5xc3xe3 e5xc5xc7");
    assert_eq!(end.text(), "B:Wc7,d4:Bd6,e3");
}

#[test]
fn king_trap() {
    let trap = Dameo::parse("B:Wa1,c1,f1,h1:BKb1,h8").unwrap();
    assert_eq!((trap.count(), Paths.count(&trap)), (1, 2));
    let mv = trap.moves()[0];
    assert_eq!(trap.move_text(&mv), "b1xd1xg1");
    let caught: Dameo = line("B:Wa1,c1,f1,h1:BKb1,h8", "b1xg1 h1xf1");
    assert_eq!(caught.kings(), 0);
}

/// Far more routes than moves: a search that walks routes does not end in any useful time.
#[test]
fn captures_do_not_explode() {
    let small = "W:WKh5:BKa2,Ka7,Kb4,Kb6,Kb8,Kc1,Kc5,Kd2,Kd7,Ke4,Ke6,Kf3,Kf7,Kg1,Kg5,Kg8,Kh3,Kh6";
    let wide = "W:WKg1:BKa2,Ka4,Ka9,Kb3,Kc1,Kc6,Kc9,Kd7,Kd10,Ke2,Ke4,Ke6,Ke9,Kf1,Kf5,Kf8,Kg3,Kg7,Kh2,Kh9,Ki5,Ki7,\
                Kj2,Kj6,Kj8,Kj10";
    fn within<G: Game>(limit: Duration, fen: &str, moves: usize, victims: usize) {
        let position = G::parse(fen).unwrap();
        let clock = Instant::now();
        assert_eq!(position.count(), moves as u64);
        assert!(clock.elapsed() < limit, "{:?}", clock.elapsed());
        let texts = position.moves_with_text();
        assert_eq!(texts.len(), moves);
        assert!(texts.iter().all(|(mv, text)| {
            position.facts(mv).captured.len() == victims && text.matches('x').count() == victims
        }));
    }
    // Milliseconds and a fifth of a second when the machine has nothing else to do.
    within::<Dameo>(Duration::from_millis(250), small, 37, 18);
    within::<BigDameo4>(Duration::from_millis(2_500), wide, 50, 25);
    let routes: u64 = Board::parse("dameo", small).moves(Switches::default()).values().sum();
    assert_eq!(Paths.count(&Dameo::parse(small).unwrap()), routes);
}

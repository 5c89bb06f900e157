//! Positions and moves as text: what reads, what is written, and the exact words of every refusal.

use plywood_core::{Game, Position};
use plywood_dameo::{BigDameo4, Dameo};

#[test]
fn bad_positions_are_told_what_is_wrong() {
    let table = [
        ("", "expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8' (at character 1)"),
        ("W:Wa9:Bh8", "no square 'a9' on this board (at character 4)"),
        ("W:Wi1:Bh8", "no square 'i1' on this board (at character 4)"),
        ("W:Wa0:Bh8", "no square 'a0' on this board (at character 4)"),
        ("W:Wa01:Bh8", "no square 'a01' on this board (at character 4)"),
        ("W:Wa+1:Bh8", "no square 'a+1' on this board (at character 4)"),
        ("W:WA1:Bh8", "no square 'A1' on this board (at character 4)"),
        ("W:W1:Bh8", "no square '1' on this board (at character 4)"),
        ("W:Wž:Bh8", "no square 'ž' on this board (at character 4)"),
        ("W:Wa1,Ka1:Bh8", "square 'a1' is taken twice (at character 8)"),
        ("W:Wa1:Bh8,a1", "square 'a1' is taken twice (at character 11)"),
        ("W:Wa1,:Bh8", "expected a square (at character 7)"),
        ("W:Wa1,b8:Bh8", "a man on its last row: 'b8' (at character 7)"),
        ("W:Wa1:Bh1", "a man on its last row: 'h1' (at character 8)"),
        ("W:Wa1", "the pieces of 'B' are missing (an empty side is written ':B') (at character 6)"),
        ("W:Wa1:Bh8:Hx", "expected a number of moves, not 'x' (at character 12)"),
    ];
    for (text, expected) in table {
        assert_eq!(Dameo::parse(text).unwrap_err().to_string(), expected, "{text}");
    }
    let wide = [
        ("W:Wl1:Ba2", "no square 'l1' on this board (at character 4)"),
        ("W:Wa11:Ba2", "no square 'a11' on this board (at character 4)"),
        ("W:Wa1,j10:Ba2", "a man on its last row: 'j10' (at character 7)"),
    ];
    for (text, expected) in wide {
        assert_eq!(BigDameo4::parse(text).unwrap_err().to_string(), expected, "{text}");
    }
}

/// Two of the hand-made cases that this suite grew from have a man on its last row, which no game can
/// have; with a king there the moves are those that were listed.
#[test]
fn impossible_men_are_refused() {
    for (men, kings, moves) in [("W:WKd4:Bh1", "W:WKd4:BKh1", 27), ("B:Wa1,b2,h8:Ba2", "B:Wa1,b2,Kh8:Ba2", 1)] {
        assert!(Dameo::parse(men).unwrap_err().fault.starts_with("a man on its last row"));
        assert_eq!(Dameo::parse(kings).unwrap().count(), moves);
    }
}

#[test]
fn move_counters_are_read_and_are_no_part_of_the_position() {
    let plain = Dameo::parse("B:WKa1,c4:Bf6,Kb8").unwrap();
    for text in ["B:WKa1,c4:Bf6,Kb8:H3:F17", "B:BKb8,f6:Wc4,Ka1:H0:F1.", " B : W Ka1 , c4 : B f6,Kb8 "] {
        assert_eq!(Dameo::parse(text), Ok(plain), "{text}");
    }
    assert_eq!(plain.text(), "B:WKa1,c4:BKb8,f6");
}

#[test]
fn bad_moves_are_told_what_is_wrong() {
    let start = Dameo::start();
    let table = [
        ("", "expected a square, as in 'c3-d4' or 'c3xc5xe5' (at character 1)"),
        ("a1", "expected a square, as in 'c3-d4' or 'c3xc5xe5' (at character 3)"),
        ("a1-", "expected a square, as in 'c3-d4' or 'c3xc5xe5' (at character 4)"),
        ("a1--a2", "expected a square, as in 'c3-d4' or 'c3xc5xe5' (at character 4)"),
        ("a1-a9", "no square 'a9' on this board (at character 4)"),
        (" z1-a2", "no square 'z1' on this board (at character 2)"),
        ("a1-a2xa4", "'-' and 'x' in one move (at character 6)"),
        ("a1-a2-a3", "a move without capture has two squares, as in 'c3-d4' (at character 1)"),
        ("a1-a3", "the piece on 'a1' cannot move so (at character 1)"),
        ("a1xa3", "the piece on 'a1' cannot move so (at character 1)"),
        ("a2-a3", "no piece of the side to move on 'a2' (at character 1)"),
        ("a8-a7", "no piece of the side to move on 'a8' (at character 1)"),
        ("d6xd4", "no piece of the side to move on 'd6' (at character 1)"),
    ];
    for (text, expected) in table {
        assert_eq!(start.parse_move(text).unwrap_err().to_string(), expected, "{text}");
    }
    let captures = Dameo::parse("W:WKh1,a6:Ba4,b6,c8,h2").unwrap();
    let table = [
        ("a6-a7", "a capture is compulsory here, such as 'h1xh8xb8xb1' (at character 1)"),
        ("a6xc6", "this capture takes 1 where 3 must be taken (at character 1)"),
        ("h1xh5xa5", "the piece on 'h1' cannot move so (at character 1)"),
    ];
    for (text, expected) in table {
        let error = captures.parse_move(text).map(|mv| captures.move_text(&mv)).unwrap_err().to_string();
        assert_eq!(error, expected, "{text}");
    }
    let ends = Dameo::parse("W:WKh1:Ba4,b6,c8,h2").unwrap();
    assert_eq!(
        ends.parse_move("h1xa3").unwrap_err().to_string(),
        "2 captures have these ends: name every landing square (at character 1)"
    );
}

#[test]
fn colons_short_forms_and_every_route_read() {
    let position = Dameo::parse("W:Wd4:Bd5,e4,e6,f5").unwrap();
    let mv = position.moves()[0];
    for text in ["d4xf4xf6xd6xd4", "d4xd6xf6xf4xd4", "d4:d6:f6:f4:d4", "d4:d6xf6:f4xd4", "d4xd4", "d4:d4", " d4xd4 "] {
        assert_eq!(position.parse_move(text), Ok(mv), "{text}");
    }
    assert_eq!(position.move_text(&mv), "d4xf4xf6xd6xd4");
}

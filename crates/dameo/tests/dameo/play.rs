//! The rules of play one by one, and what an evaluation must obey.

use crate::common::{GAMES, on_game};
use plywood_core::conformance::walk;
use plywood_core::search::{Evaluation as _, MAX_EVALUATION, Play, Record, RuleSet, SearchGame, Unrest};
use plywood_core::{Game, Outcome, Position, Side};
use plywood_dameo::{BigDameo4, Dameo, Turkish};
use proptest::prelude::*;

fn record<G: Play>(text: &str, rules: RuleSet) -> Record<G, G::Referee> {
    Record::new(G::parse(text).unwrap(), G::referee(rules))
}

/// The usual rules with the rule called `name` switched.
fn switched<G: Play>(name: &str, on: bool) -> RuleSet {
    let place = G::RULES.iter().position(|rule| rule.name == name).unwrap();
    RuleSet::standard(G::RULES).with(place, on)
}

fn play<G: Play>(record: &mut Record<G, G::Referee>, text: &str) {
    for mv in text.split_whitespace() {
        let mv = record.position().parse_move(mv).unwrap();
        assert!(record.play(&mv), "{text}");
    }
}

#[test]
fn names_and_switches_are_those_of_the_documentation() {
    let facts = |facts: &[plywood_core::search::RuleFact]| facts.iter().map(|f| (f.name, f.on)).collect::<Vec<_>>();
    let expected = [("repetition", true), ("quiet-kings", true), ("king-v-king", true), ("anti", false)];
    assert_eq!(facts(Dameo::RULES), expected);
    assert_eq!(facts(BigDameo4::RULES), expected);
    let expected = [("repetition", true), ("quiet-kings", true), ("one-v-one", true), ("anti", false)];
    assert_eq!(facts(Turkish::RULES), expected);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let to_and_fro = "a1-b1 h7-h8 b1-a1 h8-h7 a1-b1 h7-h8 b1-a1";
    let mut game = record::<Dameo>("W:WKa1,c1:BKh7,f8", RuleSet::standard(Dameo::RULES));
    play(&mut game, to_and_fro);
    assert_eq!(game.outcome(), None);
    play(&mut game, "h8-h7");
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    let mut game = record::<Dameo>("W:WKa1,c1:BKh7,f8", switched::<Dameo>("repetition", false));
    play(&mut game, to_and_fro);
    play(&mut game, "h8-h7");
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_man_of_turkish_draughts_can_come_back() {
    let mut game = record::<Turkish>("W:Wc2,d2:Bf6,g6", RuleSet::standard(Turkish::RULES));
    play(&mut game, "c2-b2 g6-h6 b2-c2 h6-g6 c2-b2 g6-h6 b2-c2");
    assert_eq!(game.outcome(), None);
    play(&mut game, "h6-g6");
    assert_eq!(game.outcome(), Some(Outcome::Draw));
}

#[test]
fn fifty_plies_of_kings_are_a_draw() {
    let mut game = record::<Dameo>("W:WKa1,c1:BKh7,f8", switched::<Dameo>("repetition", false));
    for _ in 0..12 {
        play(&mut game, "a1-b1 h7-h8 b1-a1 h8-h7");
    }
    play(&mut game, "a1-b1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "h7-h8");
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    // A man's move begins the count anew.
    game.undo();
    play(&mut game, "f8-f7 b1-a1");
    assert_eq!(game.outcome(), None);
}

/// The fiftieth ply would end the game, were it another quiet move of a king.
#[test]
fn a_capture_by_a_king_is_no_quiet_move() {
    let mut game = record::<Dameo>("W:WKa1,c1:BKh7,f8", switched::<Dameo>("repetition", false));
    (0..12).for_each(|_| play(&mut game, "a1-b1 h7-h8 b1-a1 h8-h7"));
    play(&mut game, "a1-g7 h7xf7");
    assert_eq!((game.moves().len(), game.outcome()), (50, None));
}

#[test]
fn king_against_king_is_a_draw_unless_one_is_taken() {
    let usual = RuleSet::standard(Dameo::RULES);
    assert_eq!(record::<Dameo>("W:WKa1:BKh7", usual).outcome(), Some(Outcome::Draw));
    assert_eq!(record::<Dameo>("W:WKa1:BKa5", usual).outcome(), None);
    assert_eq!(record::<Dameo>("W:Wa1:BKh7", usual).outcome(), None);
    assert_eq!(record::<Dameo>("W:WKa1:BKh7", switched::<Dameo>("king-v-king", false)).outcome(), None);
    // On the far side of the wide board too.
    assert_eq!(record::<BigDameo4>("W:WKa1:BKj9", RuleSet::standard(BigDameo4::RULES)).outcome(), Some(Outcome::Draw));
}

#[test]
fn one_piece_each_is_a_draw_in_turkish_draughts() {
    let usual = RuleSet::standard(Turkish::RULES);
    for text in ["W:Wa2:Bh7", "W:WKa1:Bh7", "W:Wa2:Ba3"] {
        assert_eq!(record::<Turkish>(text, usual).outcome(), Some(Outcome::Draw), "{text}");
        assert_eq!(record::<Turkish>(text, switched::<Turkish>("one-v-one", false)).outcome(), None, "{text}");
    }
    assert_eq!(record::<Turkish>("W:Wa2,b2:Bh7", usual).outcome(), None);
}

#[test]
fn the_game_can_be_turned_round() {
    // White's only man is blocked: the squares before it are held and none can be jumped.
    let blocked = "W:Wa6:Ba7,a8,b7";
    assert_eq!(Dameo::parse(blocked).unwrap().count(), 0);
    assert_eq!(record::<Dameo>(blocked, RuleSet::standard(Dameo::RULES)).outcome(), Some(Outcome::Win(Side::Black)));
    assert_eq!(record::<Dameo>(blocked, switched::<Dameo>("anti", true)).outcome(), Some(Outcome::Win(Side::White)));
    assert_eq!(record::<Dameo>("W:W:Ba7", switched::<Dameo>("anti", true)).outcome(), Some(Outcome::Win(Side::White)));
}

/// The text of `position` with colours exchanged and ranks counted from the other side.
fn turned<G: Game>(position: &G, ranks: u32, side: Side) -> String {
    let text = position.text();
    let mut fields = text.split(':').skip(1).map(|field| {
        let squares = field[1..].split(',').filter(|square| !square.is_empty());
        let turn = |square: &str| {
            let at = square.find(|c: char| c.is_ascii_digit()).unwrap();
            format!("{}{}", &square[..at], ranks + 1 - square[at..].parse::<u32>().unwrap())
        };
        squares.map(turn).collect::<Vec<_>>().join(",")
    });
    let (white, black) = (fields.next().unwrap(), fields.next().unwrap());
    format!("{}:W{black}:B{white}", if side == Side::White { "W" } else { "B" })
}

fn check_symmetry<G: Play>(position: &G, ranks: u32) -> Result<(), String> {
    let parse = |text: &str| G::parse(text).map_err(|error| format!("{text}: {error}"));
    let evaluation = G::Evaluation::default();
    let value = evaluation.evaluate(position);
    let same = parse(&turned(position, ranks, position.side_to_move().other()))?;
    let opposite = parse(&turned(position, ranks, position.side_to_move()))?;
    let values = (value, evaluation.evaluate(&same), -evaluation.evaluate(&opposite));
    if values != (value, value, value) || value.abs() >= MAX_EVALUATION {
        return Err(format!("{values:?} of {}", position.text()));
    }
    let captures = position.moves().iter().any(|mv| position.classify(mv).capture);
    let forced = position.unrest() == Unrest::Forced;
    if captures != forced { Err(format!("forced: {forced} in {}", position.text())) } else { Ok(()) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_evaluation_is_fair_to_both_sides(name in prop::sample::select(&GAMES[..]), seed: u64) {
        on_game!(name, G => {
            let ranks = if name.starts_with("big") { 10 } else { 8 };
            let checked = walk(G::start(), seed, 200, |position| check_symmetry(position, ranks));
            checked.map_err(|error| TestCaseError::fail(error.to_string()))?;
        });
    }

    /// Every move is found under its own number, and moves that can be taken back are known.
    #[test]
    fn moves_are_told_apart(name in prop::sample::select(&GAMES[..]), seed: u64) {
        on_game!(name, G => {
            let checked = walk(G::start(), seed, 200, check_moves);
            checked.map_err(|error| TestCaseError::fail(error.to_string()))?;
        });
    }
}

fn check_moves<G: SearchGame + Game>(position: &G) -> Result<(), String> {
    for mv in position.moves() {
        let class = position.classify(&mv);
        let text = position.move_text(&mv);
        let inside = position.history_index(&mv) < G::HISTORY && position.target(&mv) < G::TARGETS;
        let gains = (position.gain(&mv) > 0) == (class.capture || class.promotion);
        // A quiet move can be taken back where the same piece can return at once, were it its turn again.
        let facts = position.facts(&mv);
        let child = position.play(&mv);
        let tempo = G::parse(&flipped(&child.text())).map_err(|error| error.to_string())?;
        let back = tempo.moves().iter().any(|mv| {
            let back = tempo.facts(mv);
            back.from == facts.to && back.to == facts.from && back.captured.is_empty()
        });
        if !inside || !gains || (back && !class.capture && !class.promotion && position.irreversible(&mv)) {
            return Err(format!("{text} in {}", position.text()));
        }
        if (class.capture || class.promotion) && !position.irreversible(&mv) {
            return Err(format!("{text} in {} cannot come back", position.text()));
        }
    }
    Ok(())
}

/// The text of the same board with the other side to move.
fn flipped(text: &str) -> String {
    let side = if text.starts_with('W') { "B" } else { "W" };
    format!("{side}{}", &text[1..])
}

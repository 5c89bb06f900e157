//! Games under way, whole games as text, players and matches; and the committed inputs of the fuzz target that reads texts.

#[path = "../../../fuzz/src/replay.rs"]
mod replay;
mod texts;

use plywood::contest::{Contest, Played, Score, play};
use plywood::core::search::{Engine, Limits, Stop};
use plywood::core::{Outcome, Side};
use plywood::players::Player;
use plywood::{AnyRecord, Form, pdn, registry};

fn record(game: &str, fen: Option<&str>, rules: &[(String, bool)]) -> Box<dyn AnyRecord> {
    registry::find(game).unwrap().record(fen, rules, Form::Native).unwrap()
}

fn off(name: &str) -> Vec<(String, bool)> {
    vec![(name.into(), false)]
}

/// A random game of every game, written and read again.
#[test]
fn every_game_can_be_saved_and_loaded() {
    for game in registry::games() {
        let mut record = game.record(None, &[], Form::Native).unwrap();
        let mut player = Player::parse("random", &game.facts(), 5).unwrap();
        for _ in 0..60 {
            let Some(mv) = player.choose(&*record, &Stop::default()).unwrap() else { break };
            record.play(&mv).unwrap();
        }
        let text = pdn::write(&*record, game, &[("Event", "a \"random\" game")], record.outcome());
        let read = pdn::read(&text, &[]).unwrap_or_else(|fault| panic!("{}: {fault}\n{text}", game.name()));
        assert_eq!((read.text(), read.moves()), (record.text(), record.moves()), "{}", game.name());
    }
}

#[test]
fn a_set_up_and_unusual_rules_are_saved() {
    let game = registry::find("russian6").unwrap();
    let fen = "B:WKa1,c1:BKf6";
    let mut record = record("russian6", Some(fen), &off("lone-king-loses"));
    let mv = record.legal_moves()[0].clone();
    record.play(&mv).unwrap();
    let text = pdn::write(&*record, game, &[], Some(Outcome::Win(Side::White)));
    assert!(text.contains("[FEN \"B:WKa1,c1:BKf6\"]") && text.contains("[Rules \"lone-king-loses=off\"]"), "{text}");
    assert!(text.contains("[Result \"1-0\"]") && text.contains("1... ") && text.ends_with(" 1-0\n"), "{text}");
    assert_eq!(pdn::read(&text, &[]).unwrap().moves(), record.moves());
}

#[test]
fn comments_variations_and_marks_are_skipped() {
    let text = "\u{feff}[GameType \"20\"]\n\n1. 32-28! {a comment\n[%clk 1] over lines} 19-23 $2 ; the rest of a line 99-1\n\
                2. 28x19 (2. x (nested) y) 14x23?! *\n\n[GameType \"20\"]\n\n1. 31-26 *\n";
    let record = pdn::read(text, &[]).unwrap();
    assert_eq!(record.moves(), ["32-28", "19-23", "28x19", "14x23"]);
    for (kind, game) in [("30,W,8,8,A0,0", "turkish"), ("28", "spanish"), ("40", "frisian")] {
        assert_eq!(pdn::read(&format!("[GameType \"{kind}\"]\n\n*\n"), &[]).unwrap().game(), game);
    }
}

/// Brackets in a comment used to count as variations, so that the moves after it were skipped.
#[test]
fn a_comment_may_hold_anything() {
    let text = "[Game \"russian6\"]\n\n1. b2-c3 {ok :( ; [%clk 1] } e5-d4 {:) hm} *\n";
    assert_eq!(pdn::read(text, &[]).unwrap().moves(), ["b2-c3", "e5-d4"]);
}

#[test]
fn a_result_that_the_moves_do_not_tell_is_read() {
    let read = |result: &str| {
        let text = format!("[Game \"russian6\"]\n[Result \"{result}\"]\n\n1. b2-c3 {result}\n\n2. nonsense");
        let (record, outcome) = pdn::read_with_result(&text, &[]).unwrap();
        assert_eq!(record.moves(), ["b2-c3"]);
        outcome
    };
    assert_eq!(read("0-1"), Some(Outcome::Win(Side::Black)));
    assert_eq!(read("1-1"), Some(Outcome::Draw));
    assert_eq!(read("*"), None);
}

#[test]
fn games_that_cannot_be_read_say_where() {
    let fault = |text: &str| pdn::read(text, &[]).map(|record| record.text()).unwrap_err().to_string();
    assert_eq!(fault("[Game dameo]\n"), "line 1: expected a tag such as [Event \"...\"]");
    assert_eq!(
        fault("1. c3-d4"),
        "no tag says which game this is: expected [Game \"...\"] or a known [GameType \"...\"]"
    );
    assert!(fault("[Game \"go\"]").starts_with("unknown game 'go'"));
    assert!(fault("[Game \"dameo\"]\n\n1. c3-d4 c3-d4").starts_with("move 2: "));
    assert!(fault("[Game \"dameo\"]\n[FEN \"x\"]").starts_with("bad position for dameo: "));
    // What follows an open comment or variation used to be lost without a word, and a rule that nobody knows was off.
    assert_eq!(fault("[Game \"dameo\"]\n\n1. c3-d4 {and so"), "a comment is not closed");
    assert_eq!(fault("[Game \"dameo\"]\n\n1. c3-d4 (1. b3-b4 *"), "a variation is not closed");
    assert_eq!(
        fault("[Game \"dameo\"]\n[Rules \"repetition=banana\"]\n\n*"),
        "bad rule 'repetition=banana' in the tag Rules: expected NAME=on or NAME=off"
    );
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut record = record("english", None, &[]);
    let before = record.text();
    assert!(record.play("99-1").is_err() && record.play("11-14").is_err());
    assert_eq!((record.text(), record.moves().len()), (before.clone(), 0));
    record.play("11-15").unwrap();
    assert!(record.undo() && !record.undo());
    assert_eq!(record.text(), before);
}

/// Under `anti` a piece is a burden: the engine that gave it away won four games of ten against a random mover before.
#[test]
fn the_evaluation_knows_when_the_aim_is_turned_round() {
    let rules = [("anti".to_owned(), true)];
    for (game, fen) in [("dameo", "W:WKb5,Kc1:Bh8"), ("croda", "W:WKb5,Kc1:Bh8")] {
        assert!(record(game, Some(fen), &[]).evaluate() > 300);
        assert!(record(game, Some(fen), &rules).evaluate() < -300);
    }
    let contest = Contest {
        players: ["depth=3,hash=1", "random"],
        pairs: 10,
        opening: 4,
        rules: &rules,
        seed: 1,
        max_plies: 300,
        threads: 2,
    };
    let mut score = Score::default();
    play(registry::find("dameo").unwrap(), &contest, &Stop::default(), &mut |played: Played| {
        score.add(&played);
        true
    })
    .unwrap();
    assert!(score.share() >= 0.8, "{score:?}");
}

/// With a time limit a forced move used to be searched to depth 1 alone.
#[test]
fn a_forced_move_is_searched_as_deep_as_any_other() {
    let mut record = record("thai", None, &[]);
    for mv in "25-21 7-10 28-24 10-14 27-23 14-18".split(' ') {
        record.play(mv).unwrap();
    }
    assert_eq!(record.legal_moves().len(), 1);
    let limits = Limits { depth: 6, ..Limits::time(std::time::Duration::from_secs(20)) };
    let report = record.search(&Engine::new(1).unwrap(), None, &limits, &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!(report.depth, 6);
}

#[test]
fn a_mate_does_not_end_the_search_of_the_other_lines() {
    let record = record("dameo", Some("W:WKa3,Kd1:BKa1"), &off("repetition"));
    let engine = Engine::new(8).unwrap();
    let mut depths = Vec::new();
    let limits = Limits { multi_pv: 3, ..Limits::depth(15) };
    record
        .search(&engine, None, &limits, &Stop::default(), &mut |report| {
            if report.rank == 3 {
                depths.push(report.depth);
            }
        })
        .unwrap();
    assert_eq!(depths.last(), Some(&15));
}

/// A board of queens has captures without end; the search used to be in the first depth after a minute.
#[test]
fn captures_without_end_do_not_hold_the_search() {
    let fen = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    let record = record("rbc", Some(fen), &[]);
    let engine = Engine::new(8).unwrap();
    let limits = Limits::time(std::time::Duration::from_secs(20));
    let report = record.search(&engine, None, &Limits { depth: 1, ..limits }, &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!(report.depth, 1);
}

/// A search that is cut short in its first depth still gives a move that it has looked at.
#[test]
fn a_search_cut_short_in_its_first_depth_has_looked_at_its_move() {
    let record = record("amazons", None, &[]);
    let mut engine = Engine::new(1).unwrap();
    engine.options.reductions = false;
    let report = record.search(&engine, None, &Limits::nodes(1500), &Stop::default(), &mut |_| {}).unwrap();
    let first = record.search(&engine, None, &Limits::nodes(2), &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!((report.depth, first.depth), (0, 0));
    assert!(report.score > first.score);
}

/// The parts of a request used to hold the capture on its last square, which told what stood there.
#[test]
fn a_request_does_not_tell_what_it_takes() {
    let game = registry::find("rbc").unwrap();
    let position = game.position(Some("4k3/8/8/8/4q3/8/8/4R2K w - - 0 1")).unwrap();
    let requests = position.list();
    let parts = |text| requests.parts(requests.find(text).unwrap()).unwrap();
    assert_eq!((parts("e1e8").to, parts("e1e8").captured, parts("e1e4").captured), (60, 0, 0));
}

/// The pass used to be `pass` in a position and `-` in a record.
#[test]
fn the_pass_has_one_text() {
    let record = record("rbc", None, &[]);
    let list = record.position().list();
    let requests: Vec<_> = (0..list.len()).filter_map(|index| list.text(index)).collect();
    assert!(requests.contains(&"pass".into()) && record.legal_moves().contains(&"pass".into()));
}

#[test]
fn a_clean_sweep_is_decided() {
    let played = |pair, white| Played {
        pair,
        white,
        outcome: Some(Outcome::Win(if white == 0 { Side::White } else { Side::Black })),
        opening: 0,
        plies: 10,
        choices: 10,
        text: String::new(),
    };
    let mut score = Score::default();
    assert_eq!(score.likelihood_ratio(0.0, 10.0), 0.0);
    for pair in 0..30 {
        score.add(&played(pair, 0));
        score.add(&played(pair, 1));
    }
    assert_eq!((score.games, score.share(), score.error()), ([60, 0, 0], 1.0, None));
    assert!(score.likelihood_ratio(0.0, 10.0) > 2.944, "{}", score.likelihood_ratio(0.0, 10.0));
    assert!(score.elo().0.is_infinite());
}

#[test]
fn the_length_of_a_game_does_not_count_an_opening_that_was_cut_short() {
    let contest = Contest {
        players: ["random"; 2],
        pairs: 3,
        opening: 1000,
        rules: &off("repetition"),
        seed: 1,
        max_plies: 200,
        threads: 1,
    };
    let mut games = Vec::new();
    let game = registry::find("russian6").unwrap();
    play(game, &contest, &Stop::default(), &mut |played: Played| {
        games.push(played);
        true
    })
    .unwrap();
    assert_eq!(games.len(), 6);
    for played in games {
        assert!(played.opening <= played.plies && played.choices >= played.plies - played.opening, "{played:?}");
        assert!(played.opening < 1000);
    }
}

/// A pawn that is pushed to the last row without a word wants a queen, wherever requests are read.
#[test]
fn a_bare_push_of_rbc_is_found_in_the_list() {
    let position = registry::find("rbc").unwrap().position(Some("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")).unwrap();
    let moves = position.list();
    let queen = moves.find("a7a8q").unwrap();
    assert_eq!(moves.find("a7a8").unwrap(), queen);
    assert_eq!(moves.play(queen).unwrap().text(), "Q7/4k3/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(moves.parts(moves.find("pass").unwrap()), Some(plywood::core::MoveParts::NONE));
}

#[test]
fn committed_inputs_of_the_fuzz_target_texts() {
    replay::replay("texts", None, 20_000, texts::texts);
}

//! The comparison finds what is planted, makes it small, and finds nothing where nothing is.

mod faults;

use faults::{Faulty, Plant};
use plywood::differ::{Compared, DiffError, Differ, Difference, Kind, Listing, Other, OtherFault, Plan, Verdict};
use plywood::{AnyPosition, registry};
use std::ops::ControlFlow;
use std::time::Instant;

const PLAN: Plan = Plan { walks: 200, plies: 80, seed: 1, depth: 3, max_nodes: 20_000 };

fn verdict(game: &str, mode: &str, fen: Option<&str>, plan: Plan, other: &mut dyn Other) -> Result<Verdict, DiffError> {
    let game = registry::find(game).unwrap();
    let mut look = |_: &Compared| ControlFlow::Continue(());
    Differ::new(game, mode, plan, other, &mut look)?.run(&*game.position(fen).unwrap())
}

/// What is found of a fault, as small as it gets.
fn found(game: &str, mode: &str, fen: Option<&str>, plan: Plan, plant: Plant) -> Difference {
    let since = Instant::now();
    let verdict = verdict(game, mode, fen, plan, &mut Faulty::new(game, mode, plant)).unwrap();
    println!("{plant:?}: {:?}, {:?}", since.elapsed(), verdict);
    assert_eq!(verdict.unshrunk, None);
    verdict.smaller.or(verdict.difference).unwrap_or_else(|| panic!("{plant:?} was not found"))
}

#[test]
fn nothing_is_found_where_nothing_is() {
    for (game, mode) in [("brazilian", "sequences"), ("dameo", "unique"), ("amazons-5x5", "unique"), ("rbc", "taken")] {
        let plan = Plan { walks: 3, plies: 40, ..PLAN };
        let verdict = verdict(game, mode, None, plan, &mut Faulty::new(game, mode, Plant::Nothing)).unwrap();
        assert_eq!((verdict.difference, verdict.complete), (None, true), "{game}");
        assert!(verdict.compared.positions > 40 && verdict.compared.counts > 40, "{game}: {:?}", verdict.compared);
    }
}

/// The man takes four and ends where it began, with a crown that it got on d8.
#[test]
fn a_crown_lost_on_a_ring_is_found_in_the_count_after_the_move() {
    let difference = found("russian", "unique", Some("W:Wf6,a1:Bc5,e5,c7,e7,h2"), PLAN, Plant::CrownLost);
    let Kind::After { mv, ours, theirs } = &difference.kind else { panic!("{difference:?}") };
    assert!(mv.starts_with("f6:") && ours != theirs, "{difference:?}");
}

/// The man on 11 takes 7, touches the last row on 2, takes 8 and stays a man on 13.
#[test]
fn a_crown_won_on_the_way_is_found() {
    let difference = found("international", "unique", Some("W:W11,50:B7,8,36"), PLAN, Plant::CrownWon);
    assert!(matches!(difference.kind, Kind::After { .. }), "{difference:?}");
}

#[test]
fn a_king_in_a_line_is_found() {
    let difference = found("dameo", "unique", None, Plan { depth: 2, ..PLAN }, Plant::KingInLine);
    let Kind::Moves { ours, theirs, twice } = &difference.kind else { panic!("{difference:?}") };
    assert!(ours.is_empty() && twice.is_empty() && !theirs.is_empty());
    // A man, a king before it, and somebody to play against.
    assert_eq!(difference.position.matches(',').count(), 1, "{difference:?}");
}

#[test]
fn a_forgotten_majority_is_found() {
    let difference = found("brazilian", "unique", None, PLAN, Plant::Majority);
    let Kind::Moves { ours, theirs, .. } = &difference.kind else { panic!("{difference:?}") };
    assert!(ours.is_empty() && !theirs.is_empty(), "{difference:?}");
}

#[test]
fn a_lost_capture_en_passant_is_found() {
    let plan = Plan { depth: 2, ..PLAN };
    let difference = found("rbc", "taken", None, plan, Plant::EnPassant);
    let Kind::Moves { ours, theirs, .. } = &difference.kind else { panic!("{difference:?}") };
    assert!(ours.len() == 1 && theirs.is_empty(), "{difference:?}");
    // Two kings, two pawns.
    let board = difference.position.split(' ').next().unwrap();
    assert_eq!(board.matches(char::is_alphabetic).count(), 4, "{difference:?}");
}

/// No list shows it: the boards are told apart by a table alone.
#[test]
fn a_key_without_en_passant_is_found() {
    let plan = Plan { walks: 0, depth: 4, max_nodes: 1_000_000, ..PLAN };
    let difference = found("rbc", "taken", Some("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), plan, Plant::EnPassantKey);
    assert!(matches!(difference.kind, Kind::After { .. } | Kind::Sum { .. }), "{difference:?}");
}

#[test]
fn an_arrow_that_cannot_be_shot_back_is_found() {
    for game in ["amazons-4x4", "amazons"] {
        let difference = found(game, "unique", None, Plan { depth: 1, ..PLAN }, Plant::Vacated);
        let Kind::Moves { ours, theirs, .. } = &difference.kind else { panic!("{difference:?}") };
        assert!(theirs.is_empty() && ours.iter().all(|mv| mv.ends_with(&mv[..2])), "{difference:?}");
    }
}

/// An engine that answers as it is told.
struct Told {
    moves: Listing,
    perft: Option<u64>,
}

impl Other for Told {
    fn moves(&mut self, _: &dyn AnyPosition) -> Result<Listing, OtherFault> {
        Ok(self.moves.clone())
    }

    fn perft(&mut self, _: &dyn AnyPosition, _: u32) -> Result<Option<u64>, OtherFault> {
        Ok(self.perft)
    }
}

fn told(moves: Listing, perft: Option<u64>) -> Result<Option<Kind>, DiffError> {
    let plan = Plan { walks: 0, depth: 1, ..PLAN };
    let verdict = verdict("dameo", "unique", Some("W:Wa1:Bh8"), plan, &mut Told { moves, perft })?;
    Ok(verdict.difference.map(|difference| difference.kind))
}

#[test]
fn answers_are_judged_by_what_they_mean() {
    let list = |moves: &[&str]| Listing::All(moves.iter().map(ToString::to_string).collect());
    let kind = |listing| told(listing, None).unwrap();
    assert_eq!(kind(list(&["a1-b2", "a1-a2"])), None);
    let wrong = |mv: &str| kind(list(&["a1-a2", "a1-b2", mv]));
    assert!(matches!(wrong("a1-c1"), Some(Kind::Moves { theirs, .. }) if theirs[0].0 == "a1-c1"));
    assert!(matches!(wrong("a1-a2"), Some(Kind::Moves { twice, .. }) if twice == ["a1-a2"]));
    assert!(matches!(kind(list(&["a1-a2"])), Some(Kind::Moves { ours, .. }) if ours == ["a1-b2"]));
    assert_eq!(kind(Listing::One(Some("a1-a2".into()))), None);
    assert!(matches!(kind(Listing::One(None)), Some(Kind::NoMove { ours }) if ours.len() == 2));
    assert!(matches!(kind(Listing::One(Some("x".into()))), Some(Kind::Moves { .. })));
    assert_eq!(kind(Listing::NotAsked), None);
    assert_eq!(told(Listing::Unknown, Some(2)).unwrap(), None);
    assert_eq!(told(Listing::Unknown, Some(3)).unwrap(), Some(Kind::Number { ours: 2, theirs: 3 }));
    assert!(matches!(told(Listing::Unknown, None), Err(DiffError::Mute(_))));
}

#[test]
fn a_mode_without_a_tree_or_without_a_name_is_refused() {
    for mode in ["boards", "best"] {
        let result = verdict("rbc", mode, None, PLAN, &mut Told { moves: Listing::Unknown, perft: Some(1) });
        assert!(matches!(result, Err(DiffError::Count(_))), "{mode}");
    }
}

#[test]
fn an_interrupt_ends_the_walks() {
    let game = registry::find("english").unwrap();
    let mut look = |compared: &Compared| match compared.positions {
        ..5 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let mut other = Faulty::new("english", "unique", Plant::Nothing);
    let differ = Differ::new(game, "unique", PLAN, &mut other, &mut look).unwrap();
    let verdict = differ.run(&*game.position(None).unwrap()).unwrap();
    assert_eq!((verdict.complete, verdict.compared.positions), (false, 5));
}

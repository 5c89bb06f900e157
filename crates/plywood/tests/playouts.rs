//! Playouts beside the record and the lists of moves, the ways of moves, and counts on threads with little stack.

use plywood::core::{Outcome, Side};
use plywood::playouts::MAX_PLIES;
use plywood::{
    AnyPosition, AnyRecord, CountError, Form, PerftSettings, PlayoutCounts, RandomGame, RandomGames, registry,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

fn record(game: &str, fen: Option<&str>) -> Box<dyn AnyRecord> {
    registry::find(game).unwrap().record(fen, &[], Form::Native).unwrap()
}

fn random_game(game: u64, max_plies: usize) -> RandomGame {
    RandomGame { seed: 5, game, max_plies }
}

/// Positions in which something is special: kings that may not go on, draws by numbers of pieces, moves that can be made in several ways,
/// requests that become the same.
const SPECIAL: [(&str, &str); 7] = [
    ("frisian", "W:WK36,K4,31:BK13,K50,19"),
    ("frisian", "W:WK36:BK13"),
    ("international", "W:WK36,K4,31:BK13"),
    ("russian", "W:Wf6:Bc5,e5,c7,e7"),
    ("russian", "W:WKa1,Kc1,Ke1:BKb8"),
    ("turkish", "W:WKa1,Kh1:BKd8"),
    ("rbc", "4k3/1P6/8/3p4/4q3/8/8/4R2K w - - 90 60"),
];

/// What a playout tells is what a record tells that plays its moves: each is legal, and only the last one ends the game.
#[test]
fn playouts_can_be_played_again() {
    let starts = registry::games().map(|game| (game.name(), None));
    let mut ended = [0; 2];
    for (game, fen) in starts.chain(SPECIAL.map(|(game, fen)| (game, Some(fen)))) {
        let begun = record(game, fen);
        for number in 0..6 {
            let which = random_game(number, if number == 0 { 7 } else { 400 });
            let playout = begun.playout(which, true);
            let mut again = begun.duplicate();
            for mv in &playout.moves {
                assert_eq!(again.outcome(), None, "{game} {mv}");
                again.play(mv).unwrap_or_else(|fault| panic!("{game}: {fault} in {}", again.text()));
            }
            assert_eq!((playout.position.text(), playout.outcome), (again.text(), again.outcome()), "{game}");
            assert_eq!(playout.moves.len(), playout.plies);
            assert!(playout.outcome.is_some() || playout.plies == which.max_plies, "{game}");
            ended[usize::from(playout.outcome.is_some())] += 1;

            let mut played = begun.duplicate();
            assert_eq!(played.play_random(which), playout.plies);
            assert_eq!((played.text(), played.moves()), (playout.position.text(), &playout.moves[..]));
        }
        assert_eq!(begun.text(), record(game, fen).text());
    }
    assert!(ended[0] > 40 && ended[1] > 100, "{ended:?}");
}

#[test]
fn a_batch_is_its_games_on_any_number_of_threads() {
    for (game, fen) in [("russian", None), ("amazons-4x5", None), ("rbc", None), ("frisian", Some(SPECIAL[0].1))] {
        let begun = record(game, fen);
        let mut sum = PlayoutCounts::default();
        for number in 0..70 {
            let playout = begun.playout(random_game(number, 60), false);
            assert!(playout.moves.is_empty());
            sum.games += 1;
            sum.plies += playout.plies as u64;
            match playout.outcome {
                Some(Outcome::Win(Side::White)) => sum.wins[0] += 1,
                Some(Outcome::Win(Side::Black)) => sum.wins[1] += 1,
                Some(Outcome::Draw) => sum.draws += 1,
                None => sum.unfinished += 1,
            }
        }
        let games = RandomGames { seed: 5, games: 70, max_plies: 60 };
        for threads in [1, 2, 5] {
            let settings = PerftSettings::new(threads).unwrap();
            assert_eq!(begun.playouts(&games, &settings).unwrap(), sum, "{game}");
        }
        assert_eq!(sum.mean_plies(), sum.plies as f64 / 70.0);
        let other = RandomGames { seed: 6, ..games };
        assert_ne!(begun.playouts(&other, &PerftSettings::new(1).unwrap()).unwrap(), sum);
    }
    assert_eq!(PlayoutCounts::default().mean_plies(), 0.0);
}

/// Games of this batch differ as games of different seeds do, and not as a sequence differs from itself one number later.
#[test]
fn games_of_a_batch_do_not_follow_each_other() {
    let begun = record("international", None);
    let firsts: Vec<String> = (0..200).map(|game| begun.playout(random_game(game, 1), true).moves.remove(0)).collect();
    let seconds: Vec<String> = (0..200)
        .map(|game| {
            let mut moves = begun.playout(random_game(game, 3), true).moves;
            moves.remove(2)
        })
        .collect();
    // White's first and second moves of neighbouring games are equal as often as chance has it: one in nine or less.
    for apart in 1..4 {
        let equal = firsts.iter().skip(apart).zip(&seconds).filter(|(first, second)| first == second).count();
        assert!(equal < 60, "{equal} of 200");
    }
}

/// The value of chi-square that is exceeded once in a thousand times (Wilson and Hilferty 1931).
fn chi_square_limit(freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 3.09 * spread.sqrt()).powi(3)
}

/// After one ply every position is reached as often as the list of moves says: once for each move, or request, that leads there.
#[test]
fn every_move_has_the_same_chance() {
    const GAMES: u64 = 20_000;
    let mut checked = 0;
    let more = [("dameo", None), ("amazons-4x4", None), ("international", None), ("croda", None)];
    for (game, fen) in SPECIAL.map(|(game, fen)| (game, Some(fen))).into_iter().chain(more) {
        let begun = record(game, fen);
        let list = begun.position().list();
        let mut ways: BTreeMap<String, u64> = BTreeMap::new();
        for index in 0..list.len() {
            *ways.entry(list.play(index).unwrap().text()).or_default() += 1;
        }
        if ways.len() == 1 {
            continue;
        }
        checked += 1;
        let mut met: BTreeMap<String, u64> = BTreeMap::new();
        for number in 0..GAMES {
            *met.entry(begun.playout(random_game(number, 1), false).position.text()).or_default() += 1;
        }
        assert!(met.keys().all(|text| ways.contains_key(text)), "{game}");
        let part = |(text, ways): (&String, &u64)| {
            let expected = GAMES as f64 * *ways as f64 / list.len() as f64;
            (met.get(text).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
        };
        let chi_square: f64 = ways.iter().map(part).sum();
        let limit = chi_square_limit(ways.len() as f64 - 1.0);
        assert!(chi_square < limit, "{game} {fen:?}: {chi_square:.1}, limit {limit:.1}");
    }
    assert!(checked > 8, "{checked}");
    let rbc = registry::find("rbc").unwrap().position(Some(SPECIAL[6].1)).unwrap();
    assert!(rbc.list().len() > rbc.moves().iter().map(|row| &row.fen).collect::<std::collections::BTreeSet<_>>().len());
}

/// The chance that White wins when both sides move at random.
fn chance(position: &dyn AnyPosition, known: &mut BTreeMap<String, f64>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return if outcome == Outcome::Win(Side::White) { 1.0 } else { 0.0 };
    }
    let text = position.text();
    if let Some(&chance) = known.get(&text) {
        return chance;
    }
    let list = position.list();
    let sum: f64 = (0..list.len()).map(|index| chance(&*list.play(index).unwrap(), known)).sum();
    known.insert(text, sum / list.len() as f64);
    sum / list.len() as f64
}

#[test]
fn whole_games_end_as_often_as_the_tree_says() {
    const GAMES: u64 = 50_000;
    for (game, fen) in [("amazons-4x4", "q1*1/*2*/1**1/*1*Q w"), ("amazons-4x4", "1q*1/1*1*/**1Q/1*1* b")] {
        let begun = record(game, Some(fen));
        let expected = chance(&*begun.position(), &mut BTreeMap::new());
        assert!((0.1..0.9).contains(&expected), "{expected} says little");
        let games = RandomGames { seed: 1, games: GAMES, max_plies: MAX_PLIES };
        let counts = begun.playouts(&games, &PerftSettings::new(2).unwrap()).unwrap();
        assert_eq!((counts.games, counts.draws, counts.unfinished), (GAMES, 0, 0));
        assert_eq!(counts.wins[0] + counts.wins[1], GAMES);
        let share = counts.wins[0] as f64 / GAMES as f64;
        let deviation = (expected * (1.0 - expected) / GAMES as f64).sqrt();
        assert!((share - expected).abs() < 3.3 * deviation, "{share} instead of {expected}");
    }
}

/// Two kings go round for ever where no rule of play ends that.
#[test]
fn rules_of_play_end_random_games() {
    let game = registry::find("russian").unwrap();
    let fen = Some("W:WKa1,Ka3:BKh8,Kh6");
    let all_off: Vec<(String, bool)> = game.facts().rules.iter().map(|rule| (rule.name.to_owned(), false)).collect();
    let settings = PerftSettings::new(1).unwrap();
    let games = RandomGames { seed: 3, games: 50, max_plies: 2000 };
    let with = game.record(fen, &[], Form::Native).unwrap().playouts(&games, &settings).unwrap();
    assert!(with.draws > 0 && with.unfinished == 0, "{with:?}");
    let without = game.record(fen, &all_off, Form::Native).unwrap().playouts(&games, &settings).unwrap();
    assert!(without.draws == 0 && without.plies > with.plies, "{without:?}");
}

#[test]
fn a_game_that_is_over_has_no_plies() {
    for (fen, outcome) in [("B:Wa1:B", Some(Outcome::Win(Side::White))), ("W:Wa1:Bh8", None)] {
        let begun = record("russian", Some(fen));
        let playout = begun.playout(random_game(0, 0), true);
        assert_eq!((playout.outcome, playout.plies, playout.position.text()), (outcome, 0, begun.text()));
    }
}

#[test]
fn a_stopped_batch_has_what_was_played() {
    let begun = record("dameo", None);
    let settings = PerftSettings::new(2).unwrap();
    let games = RandomGames { seed: 1, games: u64::MAX, max_plies: 300 };
    let mut looks = 0;
    let mut look = |share: f64| {
        looks += 1;
        assert!((0.0..0.5).contains(&share));
        if looks == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let counting = &settings;
    let stopped = settings.watched(Duration::from_millis(20), &mut look, move || begun.playouts(&games, counting));
    let Err(CountError::Perft(plywood::core::perft::PerftError::Interrupted(counts))) = stopped else {
        panic!("{stopped:?}")
    };
    let PlayoutCounts { games, wins, draws, unfinished, plies } = counts;
    assert!(games > 10 && games == wins[0] + wins[1] + draws + unfinished && plies > games, "{counts:?}");
}

/// The way of a capture is one that its game reads, and has a landing for each piece that is taken.
#[test]
fn landings_are_a_way_to_make_the_move() {
    let named = |game: &str, fen: &str, text: &str| {
        let game = registry::find(game).unwrap();
        let moves = game.position(Some(fen)).unwrap().list();
        let landings = moves.landings(moves.find(text).unwrap()).unwrap();
        landings.into_iter().map(|square| game.square_name(square.into())).collect::<Vec<_>>()
    };
    // Found by hand: no other way ends on h8.
    assert_eq!(named("russian", "W:Wf6:Bc5,e5,c7,e7", "f6:h8"), ["d8", "b6", "d4", "h8"]);
    assert_eq!(named("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "d1-d6/g9"), ["d6"]);
    assert!(named("rbc", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "pass").is_empty());

    let mut captures = 0;
    for game in registry::games().filter(|game| !["rbc"].contains(&game.name()) && !game.name().starts_with("amazons"))
    {
        let begun = game.record(None, &[], Form::Native).unwrap();
        for number in 0..60 {
            let position = begun.playout(random_game(number, 10 + number as usize), false).position;
            let moves = position.list();
            for index in 0..moves.len() {
                let (parts, landings) = (moves.parts(index).unwrap(), moves.landings(index).unwrap());
                assert_eq!(landings.last(), Some(&parts.to), "{}", game.name());
                let taken = parts.captured.count_ones() as usize;
                assert_eq!(landings.len(), taken.max(1), "{} {}", game.name(), position.text());
                if taken > 0 {
                    let text = moves.text(index).unwrap();
                    let sign = if text.contains('x') { "x" } else { ":" };
                    let squares = [parts.from].into_iter().chain(landings);
                    let names: Vec<String> = squares.map(|square| game.square_name(square.into())).collect();
                    assert_eq!(moves.find(&names.join(sign)).unwrap(), index, "{} {text}", game.name());
                    captures += 1;
                }
            }
        }
        assert_eq!(begun.position().list().landings(10_000), None);
    }
    assert!(captures > 300, "{captures}");
}

/// The deepest counts, cut short when they are deep down: a thread whose stack does not hold them ends the process.
#[test]
fn the_deepest_counts_fit_on_the_stack_of_a_watched_thread() {
    for game in registry::games() {
        for mode in game.facts().modes.into_iter().filter(|mode| !mode.starts_with("boards")) {
            let settings = PerftSettings::new(1).unwrap();
            let start = game.position(None).unwrap();
            let mut look = |_: f64| ControlFlow::Break(());
            let counted = settings.watched(Duration::from_millis(20), &mut look, || start.classes(mode, 64, &settings));
            assert!(counted.is_err(), "{}", game.name());
        }
    }
}

#[test]
fn moves_are_counted_as_they_are_listed() {
    let mut over = 0;
    for game in registry::games() {
        let begun = game.record(None, &[], Form::Native).unwrap();
        for number in 0..40 {
            let position = begun.playout(random_game(number, 10 * number as usize), false).position;
            assert_eq!(position.count(), position.list().len() as u64, "{} {}", game.name(), position.text());
            over += usize::from(position.count() == 0);
        }
    }
    let taken = registry::find("rbc").unwrap().position(Some("8/8/8/8/8/8/8/R3K3 b - - 0 1")).unwrap();
    assert_eq!((taken.count(), taken.list().len()), (0, 0));
    assert!(over > 40, "{over}");
}

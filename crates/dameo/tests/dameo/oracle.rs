//! The suite that the crate carries, row by row: perft tables, complete move lists, hand-made cases.

use crate::common::{GAMES, identities, on_game};
use crate::reference::{Board, Mv, Switches};
use plywood_core::perft::{Control, Perft};
use plywood_core::{Game, Mode, Unique};
use plywood_dameo::{Paths, SUITE};
use serde_json::Value;
use std::collections::BTreeSet;

/// Perft rows are run here up to about this many leaves; deeper ones belong to the suite of the program.
const LEAVES: u64 = 50_000_000;

fn rows(kind: &str) -> Vec<Value> {
    let rows = SUITE.iter().flat_map(|file| file.lines());
    rows.map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(|row| row["kind"] == kind).collect()
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no {field} in {row}"))
}

fn numbers(row: &Value, field: &str) -> Vec<Option<u64>> {
    row[field].as_array().map_or_else(Vec::new, |list| list.iter().map(Value::as_u64).collect())
}

fn squares(value: &Value) -> BTreeSet<String> {
    value.as_array().unwrap().iter().map(|square| square.as_str().unwrap().to_owned()).collect()
}

fn perft_row<G: Game, M: Mode<G>>(mode: M, row: &Value) -> usize {
    let position = row["fen"].as_str().map_or_else(G::start, |fen| G::parse(fen).unwrap());
    let perft = Perft::new(1).unwrap();
    let (captures, promotions) = (numbers(row, "captures"), numbers(row, "promotions"));
    let mut checked = 0;
    for (i, expected) in numbers(row, "nodes").into_iter().enumerate() {
        let Some(expected) = expected.filter(|&nodes| nodes <= LEAVES) else { continue };
        let depth = i as u32 + 1;
        let nodes = perft.count(mode, &position, depth, None, &Control::new());
        assert_eq!(nodes, Ok(expected), "{} {} depth {depth}: {row}", G::NAME, M::NAME);
        if !captures.is_empty() {
            let classes = perft.classes(mode, &position, depth, &Control::new()).unwrap();
            let found = (classes.nodes, Some(classes.captures), Some(classes.promotions));
            assert_eq!(found, (expected, captures[i], promotions[i]), "{} depth {depth}", G::NAME);
        }
        checked += 1;
    }
    checked
}

#[test]
fn perft_rows() {
    let mut checked = 0;
    for row in rows("perft") {
        checked += on_game!(text(&row, "game"), G => match text(&row, "count") {
            "unique" => perft_row::<G, _>(Unique, &row),
            "paths" => perft_row::<G, _>(Paths, &row),
            count => panic!("no mode {count}"),
        });
    }
    assert!(checked >= 139, "{checked} counts");
}

#[test]
fn the_first_moves_of_dameo_add_up_to_the_whole() {
    let rows = rows("perft");
    let start = rows.iter().find(|row| row["game"] == "dameo" && row["name"] == "start").unwrap();
    let divided: Vec<_> = rows.iter().filter(|row| text(row, "name").starts_with("start after")).collect();
    assert_eq!(divided.len(), 52);
    for depth in [4, 5] {
        let sum: u64 = divided.iter().map(|row| numbers(row, "nodes")[depth - 2].unwrap()).sum();
        assert_eq!(Some(sum), numbers(start, "nodes")[depth - 1]);
    }
}

/// A move of a `moves` row, as (from, to, victims).
fn listed(entry: &Value) -> (String, String, BTreeSet<String>) {
    match entry.as_str() {
        Some(quiet) => {
            let (from, to) = quiet.split_once('-').unwrap();
            (from.into(), to.into(), BTreeSet::new())
        }
        None => (text(entry, "from").into(), text(entry, "to").into(), squares(&entry["captured"])),
    }
}

fn moves_row<G: Game>(row: &Value)
where
    Paths: Mode<G>,
{
    let position = G::parse(text(row, "fen")).unwrap();
    let listed: BTreeSet<_> = row["moves"].as_array().unwrap().iter().map(listed).collect();
    let found = identities(&position).into_iter().map(|mv| (mv.from, mv.to, mv.captured)).collect::<BTreeSet<_>>();
    assert_eq!(found, listed, "{row}");
    assert_eq!(position.count(), listed.len() as u64, "{row}");
    assert_eq!(Some(Paths.count(&position)), row["paths"].as_u64(), "{row}");
}

#[test]
fn complete_move_lists() {
    let rows = rows("moves");
    assert_eq!(rows.len(), 1_800);
    for row in &rows {
        on_game!(text(row, "game"), G => moves_row::<G>(row));
    }
}

fn case_row<G: Game>(row: &Value)
where
    Paths: Mode<G>,
{
    let position = G::parse(text(row, "fen")).unwrap();
    let listed = row["moves"].as_array().unwrap();
    let expected: BTreeSet<_> = listed
        .iter()
        .map(|mv| Mv {
            from: text(mv, "from").into(),
            to: text(mv, "to").into(),
            captured: squares(&mv["captured"]),
            promotes: mv["promotes"].as_bool().unwrap(),
        })
        .collect();
    assert_eq!(identities(&position), expected, "{row}");
    assert_eq!(Some(position.count()), row["count"].as_u64(), "{row}");
    assert_eq!(Some(Paths.count(&position)), row["paths"].as_u64(), "{row}");
    assert_eq!(Some(!position.any()), row["terminal"].as_bool(), "{row}");
    for mv in listed {
        let spelled = mv["paths"].as_array().unwrap().iter().chain([&mv["move"]]).map(|path| path.as_str().unwrap());
        for path in spelled {
            let found = position.parse_move(path).unwrap_or_else(|error| panic!("{path}: {error} in {row}"));
            let facts = position.facts(&found);
            assert_eq!((facts.from.as_str(), facts.to.as_str()), (text(mv, "from"), text(mv, "to")), "{path}");
            assert_eq!(facts.captured.into_iter().collect::<BTreeSet<_>>(), squares(&mv["captured"]), "{path}");
            assert_eq!(position.play(&found).text(), text(mv, "after"), "{path}");
        }
        // The text of a capture is the least of its routes.
        let found = position.parse_move(text(mv, "move")).unwrap();
        let least = mv["paths"].as_array().unwrap().iter().map(|path| path.as_str().unwrap()).min_by_key(|path| {
            path.split('x')
                .map(|square| (square[1..].parse::<u32>().unwrap(), square[..1].to_owned()))
                .collect::<Vec<_>>()
        });
        assert_eq!(position.move_text(&found), least.unwrap_or(text(mv, "move")), "{row}");
    }
}

#[test]
fn hand_made_cases() {
    let rows = rows("case");
    assert_eq!(rows.len(), 44);
    for row in &rows {
        on_game!(text(row, "game"), G => case_row::<G>(row));
    }
}

/// What a mistake in one rule would give: the rules are told apart by these positions, and the
/// crate is on the right side of every one.
#[test]
fn every_mistake_changes_its_case() {
    let mut checked = 0;
    for row in rows("case") {
        let Some(mistakes) = row["count_if_switch"].as_object() else { continue };
        let game = GAMES.into_iter().find(|game| *game == text(&row, "game")).unwrap();
        let board = Board::parse(game, text(&row, "fen"));
        let right = board.moves(Switches::default());
        assert_eq!(Some(right.len() as u64), row["count"].as_u64());
        for (mistake, count) in mistakes {
            let moves = board.moves(Switches::named(mistake));
            assert_eq!(Some(moves.len() as u64), count.as_u64(), "{mistake}: {} {moves:?}", text(&row, "id"));
            assert_ne!(moves, right, "{mistake}: {}", text(&row, "id"));
            checked += 1;
        }
    }
    assert_eq!(checked, 40);
}

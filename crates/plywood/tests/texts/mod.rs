//! What the fuzz target `texts` does with an input: every parser of every game, whatever the text, gives a value or an error, and
//! what was read is written so that it reads back. The fuzz crate includes this file; `games` replays the committed inputs.
//!
//! Not here: the sessions of the engine protocols, which belong to the command line.

use plywood::rbc::history::History;
use plywood::rbc::{Move, Square};
use plywood::{AnyGame, AnyPosition, AnyRecord, Form, PerftSettings, pdn, registry, suite};

/// Lines of an input that are looked at.
const LINES: usize = 8;

/// The first byte chooses what the text is taken for, the second the game where that matters.
///
/// # Panics
/// With what does not hold.
pub(crate) fn texts(data: &[u8]) {
    let &[kind, game, ref text @ ..] = data else { return };
    let text = &String::from_utf8_lossy(text);
    match kind % 8 {
        0..=2 => in_notation(chosen(game), Form::Native, text),
        3 => in_notation(chosen(game), Form::Hub, text),
        4 => saved_game(text),
        5 => rows(text),
        6 => history(text),
        _ => fixed_forms(text),
    }
}

fn chosen(game: u8) -> &'static dyn AnyGame {
    let count = registry::games().count();
    registry::games().nth(usize::from(game) % count).expect("a game")
}

/// The first line as a position, the others as moves from there; all of them as moves from the start.
fn in_notation(game: &dyn AnyGame, form: Form, text: &str) {
    let first = text.lines().next().unwrap_or_default();
    for fen in [Some(first), None] {
        let Ok(mut record) = game.record(fen, &[], form) else { continue };
        let written = record.text();
        let again = game.record(Some(&written), &[], form).unwrap_or_else(|fault| panic!("{written}: {fault}"));
        assert_eq!(again.text(), written, "{} reads {first} back as another position", game.name());
        let mut listed = false;
        for line in text.lines().take(LINES) {
            if record.play(line).is_err() {
                continue;
            }
            if !listed {
                is_in_the_list(&mut *record, line);
            }
            // Once is enough: a list of thousands of texts takes longer than all else.
            listed = true;
        }
    }
    if form == Form::Native
        && let Ok(position) = game.position(Some(first))
    {
        listed(&*position, text);
    }
}

/// The move just played, by `line`, is in the list of those that might be.
fn is_in_the_list(record: &mut dyn AnyRecord, line: &str) {
    let spelled = record.moves().last().cloned().unwrap_or_default();
    assert!(record.undo(), "{line} was played and cannot be taken back");
    let text = record.text();
    assert!(record.legal_moves().contains(&spelled), "{}: {line} was played as {spelled} in {text}", record.game());
    assert_eq!(record.play(&spelled), Ok(()), "{}: {line} in {text}", record.game());
}

/// The lines as choices from the list of moves; in RBC these are requests.
fn listed(position: &dyn AnyPosition, text: &str) {
    let list = position.list();
    for line in text.lines().take(LINES) {
        let Ok(index) = list.find(line) else { continue };
        let spelled = list.text(index).expect("a move of the list");
        assert_eq!(list.find(&spelled).ok(), Some(index), "{line} and {spelled} in {}", position.text());
        assert!(list.parts(index).is_some() && list.play(index).is_some(), "{line} in {}", position.text());
    }
}

/// A whole game; one that can be read is written so that it reads as the same game.
fn saved_game(text: &str) {
    let Ok(record) = pdn::read(text, &[]) else { return };
    let game = registry::find(record.game()).expect("the game of a record");
    let written = pdn::write(&*record, game, &[("Event", text)], None);
    let again = pdn::read(&written, &[]).unwrap_or_else(|fault| panic!("{fault}: {written}"));
    assert_eq!(
        (again.text(), again.moves(), again.rules()),
        (record.text(), record.moves(), record.rules()),
        "{written}"
    );
}

/// Rows of a suite. A count that is stopped from the beginning ends at once, however deep.
fn rows(text: &str) {
    let Ok(rows) = suite::parse(text) else { return };
    let settings = PerftSettings::new(1).expect("the thread at hand");
    settings.control().stop();
    for row in rows.iter().take(LINES) {
        let report = row.run(&settings, 10_000);
        assert_eq!(report.game, row.game());
    }
}

/// A history of RBC.
fn history(text: &str) {
    let Ok(history) = History::parse(text) else { return };
    let written = history.json();
    assert_eq!(History::parse(&written).ok().as_ref(), Some(&history), "{written}");
    let _ = history.replay();
}

/// Moves, squares and the like that need no position.
fn fixed_forms(text: &str) {
    for line in text.lines().take(LINES) {
        if let Some(mv) = Move::parse(line) {
            assert_eq!(mv.to_string(), line);
        }
        if let Some(square) = Square::parse(line) {
            assert_eq!(square.to_string(), line);
        }
        for game in registry::games().step_by(5) {
            let grid = game.facts().grid;
            if let Some(number) = grid.read(line) {
                assert_eq!(grid.name(number), line);
            }
        }
        let _ = registry::find(line).map(AnyGame::name);
    }
}

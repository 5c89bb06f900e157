//! The tables that prove the rules, as data: rows of JSON, one a line, one form for all games.
//!
//! Perft rows, complete move lists, hand-made cases and senses from independent programs are compiled in
//! (each game crate owns its own); `plywood suite` runs them or a file of the same form. The form is
//! described in docs/suite.md. A row never changes to make a program pass.

use crate::game::{AnyPosition, MoveRow, PerftSettings};
use crate::registry;
use plywood_core::Classes;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use thiserror::Error;

/// How deep perft rows are counted by default: depths with more leaves than this are left out.
pub const DEFAULT_MAX_NODES: u64 = 100_000_000;

/// Rows by class cost a visit for each leaf: depths with more leaves than this part of the limit are
/// counted without classes.
const CLASS_PART: u64 = 10;

/// A field of a row with the class that it states.
type ClassField = (&'static str, fn(&Classes) -> u64);

const CLASSES: [ClassField; 3] =
    [("captures", |c| c.captures), ("promotions", |c| c.promotions), ("king_captures", |c| c.king_captures)];

/// A line that is no row.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: String,
}

/// One row of a suite.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Row {
    fields: Map<String, Value>,
}

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The game of the row.
    pub game: String,
    /// Its kind: `perft`, `moves`, `case`, `sense`, `belief`.
    pub kind: String,
    /// Its name, or the position.
    pub name: String,
    /// What was checked, such as `depth 11 of 13`.
    pub checked: String,
    /// What differs; `None` when the row passed.
    pub fault: Option<String>,
}

/// The compiled-in tables, by game family.
pub fn builtin() -> Vec<&'static str> {
    let mut tables = Vec::new();
    tables.extend_from_slice(plywood_checkers::SUITE);
    tables.extend_from_slice(plywood_dameo::SUITE);
    tables.extend_from_slice(plywood_amazons::SUITE);
    tables.extend_from_slice(plywood_rbc::SUITE);
    tables
}

/// Reads rows, one a line; empty lines are skipped.
///
/// # Errors
/// The first line that is no JSON object or lacks `game` or `kind`.
pub fn parse(text: &str) -> Result<Vec<Row>, SuiteError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let error = |fault: String| SuiteError { line: index + 1, fault };
            let value: Value = serde_json::from_str(line).map_err(|e| error(format!("not JSON: {e}")))?;
            let Value::Object(fields) = value else {
                return Err(error("expected a JSON object such as {\"game\":\"dameo\",\"kind\":\"perft\",...}".into()));
            };
            for key in ["game", "kind"] {
                if !fields.get(key).is_some_and(Value::is_string) {
                    return Err(error(format!("the field \"{key}\" is missing or not a text")));
                }
            }
            Ok(Row { fields })
        })
        .collect()
}

impl Row {
    /// The name of the game that the row speaks of.
    pub fn game(&self) -> &str {
        self.text("game").unwrap_or_default()
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key)?.as_str()
    }

    fn list(&self, key: &str) -> Option<&Vec<Value>> {
        self.fields.get(key)?.as_array()
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.fields.get(key)?.as_u64()
    }

    /// Checks the row. Perft depths whose expected count is above `max_nodes` are left out, and the report
    /// says so.
    pub fn run(&self, settings: &PerftSettings, max_nodes: u64) -> Report {
        let mut checked = String::new();
        let fault = self.check(settings, max_nodes, &mut checked).err();
        let name = ["name", "id", "fen"].iter().find_map(|key| self.text(key)).unwrap_or("start");
        Report {
            game: self.game().into(),
            kind: self.text("kind").unwrap_or_default().into(),
            name: name.into(),
            checked,
            fault,
        }
    }

    fn check(&self, settings: &PerftSettings, max_nodes: u64, checked: &mut String) -> Result<(), String> {
        let kind = self.text("kind").unwrap_or_default();
        let game = registry::find(self.game()).map_err(|e| e.to_string())?;
        if matches!(kind, "case" | "sense" | "belief")
            && let Some(result) = game.check_row(&Value::Object(self.fields.clone()))
        {
            return result;
        }
        match kind {
            "perft" | "moves" | "case" => {}
            _ => return Err(format!("{} has no rows of kind '{kind}'", self.game())),
        }
        let position = game.position(self.text("fen")).map_err(|e| e.to_string())?;
        if kind == "perft" {
            return self.check_perft(&*position, settings, max_nodes, checked);
        }
        if !["moves", "count", "terminal", "perft", "paths"].iter().any(|key| self.fields.contains_key(*key)) {
            return Err("the row states nothing that could be checked".into());
        }
        self.check_moves(&*position, checked)?;
        if let Some(perft) = self.list("perft") {
            check_counts(&*position, "unique", perft, settings, max_nodes, checked)?;
        }
        match self.number("paths") {
            Some(paths) => check_counts(&*position, "paths", &[json!(paths)], settings, max_nodes, &mut String::new()),
            None => Ok(()),
        }
    }

    fn check_perft(
        &self,
        position: &dyn AnyPosition,
        settings: &PerftSettings,
        max_nodes: u64,
        checked: &mut String,
    ) -> Result<(), String> {
        let mode = self.text("count").ok_or("the field \"count\" is missing")?;
        let nodes = self.list("nodes").ok_or("the field \"nodes\" is missing")?;
        check_counts(position, mode, nodes, settings, max_nodes, checked)?;
        let given: Vec<_> = CLASSES.into_iter().filter(|(key, _)| self.list(key).is_some()).collect();
        for (depth, _) in
            depths(nodes)?.into_iter().take_while(|&(_, nodes)| nodes <= max_nodes / CLASS_PART && !given.is_empty())
        {
            let found = position.classes(mode, depth, settings).map_err(|e| e.to_string())?;
            for (key, pick) in &given {
                let expected = self.list(key).and_then(|list| list.get(depth as usize - 1)).and_then(Value::as_u64);
                if expected.is_some_and(|expected| expected != pick(&found)) {
                    return Err(format!("depth {depth}: {} {key}, expected {}", pick(&found), expected.unwrap_or(0)));
                }
            }
        }
        Ok(())
    }

    fn check_moves(&self, position: &dyn AnyPosition, checked: &mut String) -> Result<(), String> {
        let found = position.moves();
        if let Some(count) = self.number("count")
            && count != found.len() as u64
        {
            return Err(format!("{} moves, expected {count}", found.len()));
        }
        if let Some(terminal) = self.fields.get("terminal").and_then(Value::as_bool)
            && terminal != found.is_empty()
        {
            return Err(format!(
                "{} moves in a position that is {}terminal",
                found.len(),
                if terminal { "" } else { "not " }
            ));
        }
        let Some(expected) = self.list("moves") else {
            *checked = format!("{} moves counted", found.len());
            return Ok(());
        };
        *checked = format!("{} moves", found.len());
        same_moves(&found, expected)
    }
}

/// The depths of a table, from 1, with their counts; `null` stands for an unknown one. Counts beyond 2^53 may be texts.
fn depths(nodes: &[Value]) -> Result<Vec<(u32, u64)>, String> {
    let count = |value: &Value| value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let known = (1..).zip(nodes).filter(|(_, value)| !value.is_null());
    let depths: Option<Vec<_>> = known.map(|(depth, value)| Some((depth, count(value)?))).collect();
    match depths {
        Some(depths) if !depths.is_empty() => Ok(depths),
        Some(_) => Err("the row has no counts".into()),
        None => Err(format!("expected counts or null, not {}", json!(nodes))),
    }
}

fn check_counts(
    position: &dyn AnyPosition,
    mode: &str,
    nodes: &[Value],
    settings: &PerftSettings,
    max_nodes: u64,
    checked: &mut String,
) -> Result<(), String> {
    let mut deepest = 0;
    // Beyond the first depth that is too large the tree is too, even where few leaves are left in the end.
    for (depth, expected) in depths(nodes)?.into_iter().take_while(|&(_, nodes)| nodes <= max_nodes) {
        let found = position.perft(mode, depth, settings).map_err(|e| e.to_string())?;
        if found != expected {
            return Err(format!("{mode} depth {depth}: {found}, expected {expected}"));
        }
        deepest = depth;
    }
    *checked = format!("{mode} depth {deepest} of {}", nodes.len());
    Ok(())
}

/// The lists agree when every expected entry fits exactly one move and every move is fitted.
fn same_moves(found: &[MoveRow], expected: &[Value]) -> Result<(), String> {
    let rows: Vec<(Value, &MoveRow)> = found.iter().map(|row| (row.to_json(), row)).collect();
    let mut used = BTreeSet::new();
    for entry in expected {
        let states =
            entry.is_string() || entry.get("request").is_some() || COMPARED.iter().any(|key| entry.get(key).is_some());
        if !states {
            return Err(format!("{entry} states no move"));
        }
        let fits: Vec<usize> = (0..rows.len()).filter(|&i| fits(&rows[i].0, rows[i].1, entry)).collect();
        match fits[..] {
            [one] if used.insert(one) => {}
            [_] => return Err(format!("the move {entry} is expected twice")),
            [] => return Err(format!("the move {entry} is missing")),
            _ => return Err(format!("{} moves fit {entry}", fits.len())),
        }
    }
    match (0..rows.len()).find(|i| !used.contains(i)) {
        Some(extra) => Err(format!("the move {} is not expected", rows[extra].0)),
        None => Ok(()),
    }
}

/// Fields that a row may state of a move; others are remarks.
const COMPARED: [&str; 7] = ["from", "to", "captured", "promotes", "arrow", "taken", "capture_square"];

fn fits(json: &Value, row: &MoveRow, entry: &Value) -> bool {
    if let Some(text) = entry.as_str() {
        return row.text == text;
    }
    let same = |key: &str| match (entry.get(key), json.get(key)) {
        (None, _) => true,
        (Some(Value::Array(a)), Some(Value::Array(b))) => sorted(a) == sorted(b),
        (Some(expected), found) => Some(expected) == found,
    };
    let named = entry.get("request").is_none_or(|request| request == &json!(row.text));
    named && COMPARED.iter().all(|key| same(key))
}

fn sorted(list: &[Value]) -> Vec<String> {
    let mut texts: Vec<String> = list.iter().map(Value::to_string).collect();
    texts.sort();
    texts
}

//! `plywood suite`: the tables that prove the rules, run and summed up.

use crate::args::SuiteArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::watch;
use plywood::suite::{Report, Row};
use plywood::{PerftSettings, registry, suite};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(arguments: &SuiteArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let rows = rows(arguments.what.as_deref())?;
    let settings = Arc::new(PerftSettings::new(arguments.threads.number()).map_err(Failure::input)?);
    watch::stop_count_on_interrupt(&settings)?;
    if rows.is_empty() {
        return Err(Failure::input("there are no rows to check"));
    }
    let mut table = Table::default();
    for row in rows {
        let report = row.run(&settings, arguments.max_nodes);
        if settings.control().stopped() {
            table.write(arguments.json, output)?;
            let mark = if arguments.json {
                json!({ "complete": false }).to_string()
            } else {
                "incomplete: interrupted".into()
            };
            output.line(mark)?;
            return Err(Failure::Interrupted);
        }
        if arguments.json {
            output.line(object(&report))?;
        } else if let Some(fault) = &report.fault {
            output.line(format_args!("FAILED {} {} {}: {fault}", report.game, report.kind, report.name))?;
        }
        table.add(&report);
    }
    table.write(arguments.json, output)?;
    if table.failed() == 0 { Ok(()) } else { Err(Failure::Check) }
}

/// The rows of a file, of a game, or all.
fn rows(what: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let builtin = || suite::builtin().into_iter().map(suite::parse).collect::<Result<Vec<_>, _>>();
    let all = || builtin().map(|tables| tables.into_iter().flatten()).map_err(Failure::input);
    let Some(path) = what else {
        return Ok(all()?.collect());
    };
    if let Some(Ok(game)) = path.to_str().map(registry::find) {
        let name = game.name();
        return Ok(all()?.filter(|row| row.game() == name).collect());
    }
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|fault| Failure::input(format!("'{shown}' is neither a game nor a file that can be read: {fault}")))?;
    suite::parse(&text).map_err(|fault| Failure::input(format!("{shown}: {fault}")))
}

fn object(report: &Report) -> serde_json::Value {
    json!({
        "game": report.game, "kind": report.kind, "name": report.name, "checked": report.checked,
        "passed": report.fault.is_none(), "fault": report.fault,
    })
}

/// Rows passed and failed, by game and kind.
#[derive(Default)]
struct Table(BTreeMap<(String, String), [u64; 2]>);

impl Table {
    fn add(&mut self, report: &Report) {
        let cell = self.0.entry((report.game.clone(), report.kind.clone())).or_default();
        cell[usize::from(report.fault.is_some())] += 1;
    }

    fn failed(&self) -> u64 {
        self.0.values().map(|[_, failed]| failed).sum()
    }

    fn write(&self, json: bool, output: &mut Output<impl Write>) -> Result<(), Failure> {
        if json {
            return Ok(());
        }
        output.line(format_args!("{:14} {:6} {:>7} {:>7}", "game", "kind", "passed", "failed"))?;
        for ((game, kind), [passed, failed]) in &self.0 {
            output.line(format_args!("{game:14} {kind:6} {passed:7} {failed:7}"))?;
        }
        let passed: u64 = self.0.values().map(|[passed, _]| passed).sum();
        output.line(format_args!("{passed} passed, {} failed", self.failed()))
    }
}

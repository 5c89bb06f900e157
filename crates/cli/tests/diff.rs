//! `plywood diff` with engines in processes of their own: every protocol, engines that fail, exit codes.

use serde_json::Value;
use std::process::{Command, Output};

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

fn diff(arguments: &[&str]) -> Output {
    Command::new(PLYWOOD).arg("diff").args(arguments).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

/// Plywood against itself, by each protocol.
#[test]
fn the_same_rules_do_not_differ() {
    let table: &[(&str, &str, &[&str])] = &[
        ("russian", "lines", &["--walks", "5"]),
        ("english", "lines --count sequences", &["--walks", "5", "--count", "sequences"]),
        ("rbc", "lines --count taken", &["--walks", "2", "--count", "taken"]),
        ("russian", "uci", &["--protocol", "uci", "--walks", "3"]),
        ("amazons-5x5", "uci", &["--protocol", "uci", "--walks", "2", "--depth", "2"]),
        ("rbc", "uci", &["--protocol", "uci", "--walks", "2", "--depth", "2"]),
        ("international", "hub", &["--protocol", "hub", "--walks", "3"]),
        ("frisian", "hub", &["--protocol", "hub", "--walks", "3"]),
    ];
    for (game, engine, arguments) in table {
        let against = format!("'{PLYWOOD}' {engine}");
        let output = diff(&[&[game, "--json", "--against", &against], *arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{game} {engine}: {output:?}");
        let row = json(&output);
        assert_eq!(row["difference"], Value::Null, "{row}");
        assert!(row["positions"].as_u64().unwrap() > 30, "{row}");
        let counts = row["counts"].as_u64().unwrap();
        assert_eq!(counts > 0, *engine != "hub", "{row}");
    }
}

#[cfg(unix)]
mod unix {
    use super::{PLYWOOD, diff, json};

    /// An engine that changes its own answers: russian draughts where the first move of every list is lost.
    #[test]
    fn a_difference_has_a_line_that_shows_it_again() {
        let engine = format!("sh -c \"'{PLYWOOD}' lines | sed -u 's/^[a-h][1-8][-:][a-h][1-8] //'\"");
        let output = diff(&["russian", "--against", &engine, "--json"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let row = json(&output);
        assert_eq!(row["difference"]["ours"].as_array().unwrap().len(), 1, "{row}");
        let again = row["again"][1].as_str().unwrap().strip_prefix("plywood ").unwrap();
        let output = std::process::Command::new("sh").arg("-c").arg(format!("'{PLYWOOD}' {again}")).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("difference in russian, after 0 walks, 1 positions"), "{text}");
    }

    /// One line that says what was asked and what came.
    #[test]
    fn an_engine_that_fails_is_named_with_its_answer() {
        let start = "'moves dameo W:Wa1:Bh8'";
        let table = [
            (
                "sh -c 'read x; echo Welcome; echo unknown; read x; echo error no such game'",
                format!("asked {start}, the other side refused: 'error no such game'"),
            ),
            (
                "sh -c 'read x; echo unknown; read x; echo'",
                format!("asked {start}, the other side answered an empty line: expected moves, none or unknown"),
            ),
            (
                "sh -c 'read x; echo unknown; read x; exit 3'",
                format!("asked {start}, the other side ended: exit status: 3"),
            ),
            (
                "sh -c 'read x; echo unknown; exec sleep 9'",
                format!("asked {start}, the other side said nothing for 0.5 s (--timeout S)"),
            ),
            (
                "sh -c 'read x; echo unknown; read x; echo a1-a2 a1-b2; read x; echo two'",
                "asked 'perft dameo 2 W:Wa1:Bh8', the other side answered 'two': expected a number or unknown".into(),
            ),
            (
                "sh -c 'read x; echo unknown; while read x; do echo unknown; done'",
                "the other side answers neither moves nor perft for 'W:Wa1:Bh8': there is nothing to compare".into(),
            ),
            ("sleep 9", "asked 'hello', the other side said nothing for 0.5 s (--timeout S)".into()),
        ];
        for (engine, expected) in table {
            let output =
                diff(&["dameo", "--fen", "W:Wa1:Bh8", "--walks", "0", "--timeout", "0.5", "--against", engine]);
            assert_eq!(output.status.code(), Some(2), "{engine}: {output:?}");
            assert!(output.stdout.is_empty(), "{output:?}");
            assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("error: {expected}\n"), "{engine}");
        }
    }

    /// UCI engines that play chess alone, or do not count; a Hub engine that has no such variant.
    #[test]
    fn an_engine_that_cannot_be_compared_is_refused() {
        let chess = "sh -c 'while read x; do case $x in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e4;; esac; done'";
        let hub = "sh -c 'read x; echo wait; read x; echo ready; read x'";
        let table = [
            ("rbc", "uci", chess, "is taken for a chess engine"),
            ("english", "uci", chess, "began to search: it has no go perft"),
            ("frisian", "hub", hub, "does not play frisian: it offers no variants"),
            ("dameo", "hub", hub, "dameo has no Hub notation: expected a draughts variant"),
        ];
        for (game, protocol, engine, expected) in table {
            let output = diff(&[game, "--protocol", protocol, "--against", engine]);
            let fault = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{fault}");
            assert!(fault.contains(expected) && fault.lines().count() == 1, "{fault}");
        }
    }

    /// A Hub engine whose move is no move.
    #[test]
    fn an_illegal_move_of_a_hub_engine_is_found() {
        let hub = "sh -c 'read x; echo wait; read x; echo ready; while read x; do case $x in go*) echo done move=31-27;; esac; done'";
        let output = diff(&["international", "--protocol", "hub", "--against", hub, "--json"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let row = json(&output);
        assert_eq!(row["difference"]["theirs"][0]["move"], "31-27", "{row}");
        // The first move is legal: the difference comes later.
        assert_eq!(row["difference"]["path"].as_array().unwrap().len(), 1, "{row}");
    }

    #[test]
    fn an_interrupt_says_what_was_compared() {
        let against = format!("'{PLYWOOD}' lines");
        let child = std::process::Command::new(PLYWOOD)
            .args(["diff", "international", "--walks", "1000000", "--against", &against])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1000));
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("no difference: ") && text.ends_with(" (incomplete: interrupted)\n"), "{text}");
    }
}

/// The protocol as its page has it.
#[test]
fn questions_have_answers_of_one_line() {
    use std::io::Write;
    let mut child = Command::new(PLYWOOD)
        .arg("lines")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The man has two moves, then two or three; the other one has two.
    let questions = "hello\n\nmoves dameo W:Wa1:Bh8\nmoves dameo W:W:Bh8\nperft dameo 3 W:Wa1:Bh8\ndivide dameo 2 W:Wa1:Bh8\n\
        moves go x\nperft dameo 0 W:Wa1:Bh8\nmoves dameo x\nmoves\nquit\nhello\n";
    child.stdin.take().unwrap().write_all(questions.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..6], ["unknown", "unknown", "a1-a2 a1-b2", "none", "10", "a1-a2=2 a1-b2=2"], "{text}");
    assert!(lines[6..].iter().all(|line| line.starts_with("error ")) && lines.len() == 10, "{text}");
}

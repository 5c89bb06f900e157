//! The command line contract: what scripts of other people rely on.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    plywood(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn with_stdin(arguments: &[&str], input: &str) -> Output {
    let mut child =
        plywood(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

#[test]
fn perft_prints_every_depth_or_the_last_alone() {
    let all = stdout(&["perft", "dameo", "3"]);
    assert_eq!(all, "depth 1 nodes 52\ndepth 2 nodes 2704\ndepth 3 nodes 135930\n");
    assert_eq!(stdout(&["perft", "dameo", "3", "--only"]), "depth 3 nodes 135930\n");
}

#[test]
fn results_go_to_stdout_and_timing_to_stderr() {
    let output = run(&["perft", "russian6", "4"]);
    assert!(!String::from_utf8(output.stdout).unwrap().contains("Mn/s"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("Mn/s"));
}

#[test]
fn divide_is_sorted_and_ends_with_the_sum() {
    let text = stdout(&["perft", "russian6", "4", "--divide"]);
    let (moves, sum) = text.split_once("\n\n").unwrap();
    let rows: Vec<(&str, u64)> =
        moves.lines().map(|line| line.split_once(": ").map(|(mv, n)| (mv, n.parse().unwrap())).unwrap()).collect();
    assert!(rows.is_sorted() && rows.len() == 5);
    assert_eq!(sum, format!("Nodes searched: {}\n", rows.iter().map(|row| row.1).sum::<u64>()));
    assert_eq!(sum, "Nodes searched: 369\n");
}

#[test]
fn the_divide_of_requests_has_a_row_for_every_request() {
    let text = stdout(&["perft", "rbc", "2", "--divide"]);
    assert_eq!(text.lines().filter(|line| line.contains(": 35")).count(), 35);
    assert!(text.contains("pass: 35\n") && text.ends_with("\nNodes searched: 1225\n"));
    let taken = stdout(&["perft", "rbc", "2", "--divide", "--count", "taken"]);
    assert!(taken.starts_with("-: 21\n") && taken.ends_with("\nNodes searched: 441\n"));
}

#[test]
fn perft_json_has_the_promised_fields() {
    let text = stdout(&["perft", "dameo", "2", "--json", "--threads", "1", "--hash", "1"]);
    let rows: Vec<Value> = text.lines().map(json).collect();
    assert_eq!(rows.len(), 2);
    let keys: Vec<&String> = rows[1].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["game", "fen", "count", "depth", "nodes", "seconds", "nps", "threads", "hash_mb"]);
    assert_eq!((&rows[1]["nodes"], &rows[1]["hash_mb"]), (&Value::from(2704), &Value::from(1)));
    let divide = json(&stdout(&["perft", "dameo", "2", "--json", "--divide"]));
    assert_eq!(divide["divide"].as_array().unwrap().len(), 52);
    assert_eq!(divide["divide"][0]["nodes"], 52);
    let classes = json(&stdout(&["perft", "dameo", "4", "--json", "--classes", "--only"]));
    assert_eq!(classes["classes"]["captures"], 13_528);
    assert_eq!(classes["classes"]["promotions"], 258);
}

/// Two kings and no end: few positions, enormous trees, and a table that knows them all.
const TWO_KINGS: [&str; 7] = ["perft", "turkish", "--fen", "W:WKa1:BKh8", "--hash", "16", "--only"];

#[test]
fn counts_beyond_two_to_the_53_are_text_in_json() {
    let nodes = |depth| json(&stdout(&[&TWO_KINGS[..], &[depth, "--json"]].concat()))["nodes"].clone();
    assert!(nodes("8").is_u64());
    let text = nodes("16").as_str().unwrap().to_owned();
    assert!(text.parse::<u64>().unwrap() > 1 << 53);
}

#[test]
fn an_overflow_is_an_error_never_a_wrong_number() {
    let output = run(&[&TWO_KINGS[..], &["64"]].concat());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: the count exceeds 2^64 - 1\n");
}

#[test]
fn a_fault_stays_on_one_line_whatever_it_quotes() {
    for arguments in [&["moves", "a\nb"][..], &["moves", "dameo", "--fen", "W:Wa\n1:B"], &["suite", "no\rfile"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1, "{arguments:?}");
    }
    let long = "x".repeat(100_000);
    assert!(run(&["moves", "dameo", "--fen", &long]).stderr.len() < 2_000);
}

#[test]
fn classes_name_what_the_last_plies_did() {
    let text = stdout(&["perft", "dameo", "4", "--classes", "--only"]);
    assert!(text.starts_with("depth 4 nodes 6253934 captures 13528 multi-captures "), "{text}");
    assert!(text.ends_with(" promotions 258\n"), "{text}");
    let rbc = stdout(&["perft", "rbc", "5", "--classes", "--only", "--count", "taken"]);
    assert!(rbc.contains("nodes 6027090 ") && rbc.ends_with(" king-captures 485\n"), "{rbc}");
}

#[test]
fn moves_are_sorted_and_taken_apart_in_json() {
    assert_eq!(stdout(&["moves", "russian6"]).lines().count(), 5);
    let row = json(&stdout(&["moves", "russian", "--json", "--fen", "W:Wf6:Bc5,e5,c7,e7"]));
    let moves = row["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    let keys: Vec<&String> = moves[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["move", "from", "to", "captured", "promotes", "fen"]);
    assert!(moves.iter().all(|mv| mv["from"] == "f6" && mv["promotes"] == true));
    let numeric = json(&stdout(&["moves", "international", "--json"]));
    assert_eq!((&numeric["moves"][0]["move"], &numeric["moves"][0]["from"]), (&"31-26".into(), &"b4".into()));
    let arrows = json(&stdout(&["moves", "amazons-4x4", "--json"]));
    assert_eq!(arrows["moves"][0]["arrow"].as_str().map(str::len), Some(2));
    let requests = json(&stdout(&["moves", "rbc", "--json"]));
    let requests = requests["moves"].as_array().unwrap();
    assert_eq!(requests.len(), 35);
    let failed = requests.iter().find(|row| row["request"] == "a2b3").unwrap();
    assert!(failed["taken"].is_null() && failed["capture_square"].is_null());
    assert!(requests.iter().any(|row| row["request"] == "pass"));
}

#[test]
fn positions_come_from_standard_input_one_a_line() {
    let output = with_stdin(&["perft", "dameo", "1", "--fen", "-", "--json"], "W:Wa1:Bh8\n\nB:Wa1:Bh8\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().map(json).map(|row| row["nodes"].clone()).collect::<Vec<_>>(), [2, 2]);
    let output = with_stdin(&["moves", "dameo", "--fen", "-"], "W:Wa1:Bh8\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "position W:Wa1:Bh8\na1-a2\na1-b2\n");
}

#[test]
fn threads_and_tables_do_not_change_a_count() {
    for extra in [&["--threads", "1"][..], &["--threads", "3"], &["--hash", "1"], &["--hash", "2", "--seed", "77"]] {
        let text = stdout(&[&["perft", "international", "7", "--only"], extra].concat());
        assert_eq!(text, "depth 7 nodes 1049442\n", "{extra:?}");
    }
}

#[test]
fn games_lists_the_whole_namespace() {
    let text = stdout(&["games", "--json"]);
    let names: Vec<String> = text.lines().map(|line| json(line)["game"].as_str().unwrap().to_owned()).collect();
    let promised = "russian6 english russian brazilian pool international canadian italian spanish czech frisian frysk killer \
        breakthrough antidraughts thai brazilian6 english6 dameo bigdameo4 bigdameo3 croda turkish amazons amazons-9x9 \
        amazons-8x8 amazons-7x7 amazons-6x6 amazons-5x5 amazons-4x4 amazons-4x5 amazons-4x6 amazons-4x7 amazons-5x4 \
        amazons-5x6 amazons-6x4 amazons-6x5 amazons-7x4 rbc";
    for name in promised.split_whitespace() {
        assert!(names.iter().any(|found| found == name), "{name} is missing");
    }
    assert_eq!(names.len(), promised.split_whitespace().count());
    assert_eq!(stdout(&["perft", "amazons-10x10", "1"]), "depth 1 nodes 2176\n");
    assert_eq!(stdout(&["games"]).lines().count(), names.len());
}

#[test]
fn every_game_counts_in_every_mode() {
    for line in stdout(&["games", "--json"]).lines() {
        let game = json(line);
        let name = game["game"].as_str().unwrap();
        for mode in game["counts"].as_array().unwrap() {
            let text = stdout(&["perft", name, "2", "--count", mode.as_str().unwrap()]);
            assert!(text.starts_with("depth 1 nodes ") && text.lines().count() == 2, "{name} {mode}");
        }
    }
}

#[test]
fn a_suite_file_passes_or_fails_by_its_exit_code() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let (good, bad) = (format!("{folder}/good.jsonl"), format!("{folder}/bad.jsonl"));
    std::fs::write(&good, r#"{"game":"dameo","kind":"perft","count":"unique","nodes":[52,2704]}"#).unwrap();
    std::fs::write(&bad, r#"{"game":"dameo","kind":"perft","count":"unique","nodes":[52,2705]}"#).unwrap();
    let passed = run(&["suite", &good]);
    assert_eq!(passed.status.code(), Some(0));
    assert!(String::from_utf8(passed.stdout).unwrap().ends_with("1 passed, 0 failed\n"));
    let failed = run(&["suite", &bad]);
    assert_eq!(failed.status.code(), Some(1));
    let text = String::from_utf8(failed.stdout).unwrap();
    assert!(text.starts_with("FAILED dameo perft start: unique depth 2: 2704, expected 2705\n"), "{text}");
    assert_eq!(json(&String::from_utf8(run(&["suite", &bad, "--json"]).stdout).unwrap())["passed"], false);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = plywood(&["moves", "amazons"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_was_counted() {
    let child =
        plywood(&["perft", "amazons", "5", "--only"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let start = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("depth 5 nodes ") && text.ends_with(" (incomplete: interrupted)\n"), "{text}");
    assert!(!text.contains("nodes 0 "), "{text}");
}

#[test]
fn help_version_completions_and_manual_work_without_colour() {
    let version = stdout(&["--version"]);
    assert!(version.starts_with("plywood "));
    for arguments in [&["--help"][..], &["perft", "--help"], &["completions", "bash"], &["man"], &["man", "perft"]] {
        let output = plywood(arguments).env("NO_COLOR", "1").output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stdout.contains(&0x1b), "{arguments:?}");
    }
}

//! `plywood rbc ...` as people and scripts use it: every command on games that the reference saved, bad input, exit codes.
//!
//! Belief sizes are those of the oracle (crates/rbc/data/beliefs.jsonl); the games are those of crates/rbc/data/games.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.arg("rbc").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    plywood(arguments).output().unwrap()
}

fn with_stdin(arguments: &[&str], input: &str) -> Output {
    let mut child =
        plywood(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that needs no input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command prints that ends well.
fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// The one line of a fault, with exit code 2.
fn fault(output: &Output) -> String {
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{}{line}", text(&output.stdout));
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

fn rows(output: &Output) -> Vec<Value> {
    printed(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rbc/data").join(name).to_str().unwrap().to_owned()
}

fn game(name: &str) -> String {
    data(&format!("games/{name}.json"))
}

/// A directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A game of the reference with something changed, in a file.
fn changed(directory: &Path, change: impl FnOnce(&mut Value)) -> String {
    let mut history: Value = serde_json::from_str(&std::fs::read_to_string(game("random_1")).unwrap()).unwrap();
    change(&mut history);
    let path = directory.join("changed.json");
    std::fs::write(&path, history.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn replay_prints_the_games_of_the_reference_and_finds_them_right() {
    for name in ["random_1", "random_2", "sf2b_trout"] {
        let shown = printed(&run(&["replay", &game(name)]));
        let last = shown.lines().last().unwrap();
        assert!(last.ends_with("; every event agrees with the rules"), "{last}");
        let turns: usize = last.split("after ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert_eq!(shown.lines().count(), turns + 2);
        let objects = rows(&run(&["replay", &game(name), "--json"]));
        assert_eq!((objects.len(), &objects[turns]["right"]), (turns + 1, &Value::Bool(true)));
    }
    let shown = printed(&run(&["replay", &game("random_1")]));
    // White's first turn of the oracle's table: sense b3, h2h3 as asked.
    assert!(shown.contains("\n1. sense b3 ......PPP ask h2h3\n"), "{shown}");
}

#[test]
fn replay_reads_standard_input() {
    let json = std::fs::read_to_string(game("random_2")).unwrap();
    assert_eq!(printed(&with_stdin(&["replay", "-"], &json)), printed(&run(&["replay", &game("random_2")])));
}

#[test]
fn replay_names_the_event_that_is_wrong_and_exits_with_1() {
    let directory = directory("rbc-replay");
    type Change = fn(&mut Value);
    let wrong: [(&str, Change); 5] = [
        ("White turn 3: capture square a1, should be none", |h| h["capture_squares"]["true"][2] = 0.into()),
        ("Black turn 2: request a1a8 is not in the list", |h| {
            h["requested_moves"]["false"][1]["value"] = "a1a8".into();
        }),
        ("White turn 1: sense b3 shows", |h| {
            h["sense_results"]["true"][0][0][1] = serde_json::json!({"type": "Piece", "value": "k"});
        }),
        ("White turn 2: board before the move", |h| {
            h["fens_before_move"]["true"][1] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".into();
        }),
        ("taken_moves", |h| drop(h["taken_moves"]["true"].as_array_mut().unwrap().pop())),
    ];
    for (message, change) in wrong {
        let path = changed(&directory, change);
        let output = run(&["replay", &path]);
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{message}: {shown}");
        assert!(shown.lines().last().unwrap().contains(message.trim_end()), "{message}: {shown}");
        assert!(output.stderr.is_empty());
        let json = text(&run(&["replay", &path, "--json"]).stdout);
        let last: Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
        assert!(last["right"] == false && last["fault"].as_str().unwrap().contains(message), "{last}");
    }
}

#[test]
fn what_is_no_history_is_bad_input() {
    let directory = directory("rbc-input");
    let whole = std::fs::read_to_string(game("random_1")).unwrap();
    let cut = &whole[..whole.len() / 2];
    for command in
        [&["replay", "-"][..], &["belief", "-", "--color", "white"], &["sense", "--history", "-", "--color", "white"]]
    {
        for input in [cut, "", "[]", "{\"type\": \"GameHistory\"}", &whole.replace("\"h2h3\"", "7")] {
            let line = fault(&with_stdin(command, input));
            assert!(
                line.contains("is not a game history") && line.contains("expected JSON as reconchess saves it"),
                "{line}"
            );
        }
    }
    let nowhere = directory.join("nothing.json");
    for command in ["replay", "belief"] {
        let line = fault(&run(
            &[command, nowhere.to_str().unwrap(), "--color=white"][..if command == "belief" { 3 } else { 2 }]
        ));
        assert!(line.contains("cannot read") && line.contains("nothing.json"), "{line}");
    }
}

/// The rows of the oracle for a game and a colour, up to a size.
fn oracle(name: &str, colour: &str, most: u64) -> Vec<(String, String, u64)> {
    let table = std::fs::read_to_string(data("beliefs.jsonl")).unwrap();
    let games = table.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found = games.into_iter().find(|row| row["history"] == name && row["color"] == colour).unwrap();
    let row = |row: &Value| {
        (row[0].as_str().unwrap().to_owned(), row[1].as_str().unwrap().to_owned(), row[2].as_u64().unwrap())
    };
    found["rows"].as_array().unwrap().iter().map(row).take_while(|row| row.2 <= most).collect()
}

#[test]
fn belief_prints_the_sizes_of_the_oracle() {
    for name in ["random_1", "random_2", "sf2b_trout"] {
        for colour in ["white", "black"] {
            let wanted = oracle(name, colour, 200_000);
            assert!(wanted.len() > 5);
            let output = run(&["belief", &game(name), "--color", colour, "--json", "--limit", "200000"]);
            let shown = text(&output.stdout);
            let shown = shown.lines().map(|line| {
                let row: Value = serde_json::from_str(line).unwrap();
                let keys: Vec<&String> = row.as_object().unwrap().keys().collect();
                assert_eq!(keys[..4], ["event", "detail", "size", "turn"]);
                // A king taken is told, and nothing else is.
                assert_eq!((keys.len() == 5, row.get("lost").is_some()), (row["size"] == 0, row["size"] == 0));
                (
                    row["event"].as_str().unwrap().to_owned(),
                    row["detail"].as_str().unwrap().to_owned(),
                    row["size"].as_u64().unwrap(),
                )
            });
            assert_eq!(shown.collect::<Vec<_>>(), wanted, "{name} {colour}");
        }
    }
}

#[test]
fn a_belief_beyond_its_limit_ends_or_goes_on_as_a_sample() {
    let arguments = ["belief", &game("random_1"), "--color", "white", "--limit", "1000"];
    let output = run(&arguments);
    let line = fault(&output);
    assert!(
        line.contains("White turn 4: ") && line.contains("the limit of 1000") && line.contains("--sample SEED"),
        "{line}"
    );
    assert!(text(&output.stdout).ends_with("  3 move  f2f4>f2f4   130\n"), "{}", text(&output.stdout));
    let sampled = |threads| run(&[&arguments[..], &["--sample", "7", "--json", "--threads", threads]].concat());
    let output = sampled("1");
    let rows: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.iter().all(|row| row["size"].as_u64().unwrap() <= 1000));
    assert!(rows[7].get("sampled").is_none() && rows[8]["sampled"] == true);
    // White's play is random: sooner or later a sample is without the truth, and that is said.
    let line = fault(&output);
    assert!(line.contains("White turn ") && line.contains("of a sample"), "{line}");
    assert_eq!(text(&sampled("2").stdout), text(&output.stdout), "threads change a sample");
}

#[test]
fn a_belief_that_cannot_follow_names_turn_and_event() {
    let directory = directory("rbc-belief");
    type Change = fn(&mut Value);
    let wrong: [(&str, Change); 5] = [
        ("White turn 1: the sense", |h| {
            h["sense_results"]["true"][0][0][1] = serde_json::json!({"type": "Piece", "value": "P"});
        }),
        ("White turn 2: the move", |h| h["requested_moves"]["true"][1]["value"] = "a1a8".into()),
        ("White turn 2: the opponent's move", |h| h["capture_squares"]["false"][0] = 28.into()),
        ("Black has no king", |h| h["fens_before_move"]["true"][0] = "8/8/8/8/8/8/8/4K3 w - - 0 1".into()),
        ("White turn 1: ", |h| h["fens_before_move"]["true"][0] = "nonsense".into()),
    ];
    for (message, change) in wrong {
        let line = fault(&run(&["belief", &changed(&directory, change), "--color", "white", "--limit", "10000"]));
        assert!(line.contains(message), "{message}: {line}");
    }
    assert!(fault(&run(&["belief", &game("random_1"), "--color", "red"])).contains("expected white or black"));
    assert!(fault(&run(&["belief", &game("random_1")])).contains("--color"));
}

#[test]
fn sense_ranks_all_64_centres() {
    let shown = printed(&run(&["sense", "--history", &game("random_1"), "--color", "white", "--turn", "3"]));
    let lines: Vec<&str> = shown.lines().collect();
    // The oracle's size after the opponent's second move.
    assert_eq!((lines[0], lines.len()), ("251 boards", 66));
    assert!(lines[1].starts_with("square") && lines[2..].iter().all(|line| line.as_bytes()[6] == b' '));
    let objects = rows(&run(&["sense", "--history", &game("random_1"), "--color", "white", "--turn", "3", "--json"]));
    let bits: Vec<f64> = objects.iter().map(|row| row["bits"].as_f64().unwrap()).collect();
    assert!(bits.is_sorted_by(|a, b| a >= b) && bits[0] > 1.0);
    let squares: std::collections::HashSet<&str> = objects.iter().map(|row| row["square"].as_str().unwrap()).collect();
    assert_eq!(squares.len(), 64);
    let last = rows(&run(&[
        "sense",
        "--history",
        &game("sf2b_trout"),
        "--color",
        "black",
        "--json",
        "--limit",
        "2000",
        "--sample",
        "1",
    ]));
    assert_eq!(last.len(), 64);
}

/// Two boards that differ on h8: whoever sees that square tells them apart, nobody else.
#[test]
fn sense_takes_a_belief_from_a_list_of_boards() {
    let boards = "4k2r/8/8/8/8/8/8/4K3 w - - 0 1\n\n4k2n/8/8/8/8/8/8/4K3 w - - 0 1\n";
    let objects = rows(&with_stdin(&["sense", "--belief", "-", "--json"], boards));
    let telling: Vec<&str> =
        objects.iter().filter(|row| row["bits"] == 1.0).map(|row| row["square"].as_str().unwrap()).collect();
    assert_eq!(telling, ["g7", "h7", "g8", "h8"]);
    assert_eq!(
        (&objects[0]["classes"], &objects[0]["expected"], &objects[0]["worst"]),
        (&2.into(), &1.0.into(), &1.into())
    );
    assert_eq!((&objects[63]["classes"], &objects[63]["expected"]), (&1.into(), &2.0.into()));
    let bad = |input: &str| fault(&with_stdin(&["sense", "--belief", "-"], input));
    assert!(bad("").contains("lists no boards"));
    assert!(bad("4k3/8/8/8/8/8/8/4K3 w - - 0 1\nnonsense").contains("line 2 of standard input"));
    assert!(bad("4k3/8/8/8/8/8/8/8 w - - 0 1").contains("White has no king"));
    assert!(bad("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/3K4 w - - 0 1").contains("own pieces"));
    assert!(fault(&run(&["sense", "--history", &game("random_1")])).contains("--color"));
    assert!(fault(&run(&["sense"])).contains("--history"));
    let line = fault(&run(&["sense", "--history", &game("random_1"), "--color", "white", "--turn", "999"]));
    assert!(line.contains("no turn 999"), "{line}");
}

#[test]
fn games_are_played_saved_and_right() {
    let directory = directory("rbc-games");
    let save = directory.join("new/deep");
    let arguments =
        ["game", "--white", "random", "--black", "attacker", "--games", "6", "--swap", "--json", "--seed", "3"];
    let objects = rows(&run(&[&arguments[..], &["--save", save.to_str().unwrap()]].concat()));
    assert_eq!(objects.len(), 7);
    let total = &objects[6];
    assert_eq!((&total["games"], &total["complete"]), (&6.into(), &true.into()));
    let sum: u64 = ["won", "drawn", "lost"].iter().map(|key| total[key].as_u64().unwrap()).sum();
    assert_eq!(sum, 6);
    for (n, row) in objects[..6].iter().enumerate() {
        assert_eq!(row["game"], n + 1);
        assert_eq!(row["white"], if n % 2 == 0 { "random" } else { "attacker" });
        let path = save.join(format!("game-{:04}.json", n + 1));
        let replayed = rows(&run(&["replay", path.to_str().unwrap(), "--json"]));
        let last = replayed.last().unwrap();
        assert_eq!((&last["turns"], &last["winner"], &last["reason"]), (&row["turns"], &row["winner"], &row["reason"]));
        let history: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(history["white_name"], row["white"]);
    }
    // The same seed, on any number of threads.
    let again = rows(&run(&[&arguments[..], &["--threads", "1"]].concat()));
    assert_eq!(again[..6], objects[..6]);
}

#[test]
fn plywood_plays_and_tells_of_its_beliefs() {
    let arguments = ["game", "--white", "plywood", "--black", "random", "--games", "2", "--swap", "--nodes", "3000"];
    let shown = printed(&run(&arguments));
    assert!(shown.starts_with("plywood against random: +"), "{shown}");
    assert!(
        shown.lines().any(|line| line.starts_with("plywood: ") && line.contains(" boards in the belief (")),
        "{shown}"
    );
    let total = rows(&run(&[&arguments[..], &["--json"]].concat())).pop().unwrap();
    assert!(total["players"][0]["boards_mean"].as_f64().unwrap() >= 1.0);
    assert!(total["players"][1].get("boards_mean").is_none());
    assert!(total["share_low"].as_f64().unwrap() < total["share_high"].as_f64().unwrap());
}

#[test]
fn clocks_and_limits_end_games() {
    let timed = rows(&run(&["game", "--white", "random", "--black", "random", "--clock", "0", "--json"]));
    assert_eq!(
        (&timed[0]["reason"], &timed[0]["winner"], &timed[0]["turns"]),
        (&"TIMEOUT".into(), &"black".into(), &0.into())
    );
    let short = rows(&run(&["game", "--white", "random", "--black", "random", "--max-turns", "2", "--json"]));
    assert_eq!((&short[0]["reason"], &short[0]["turns"]), (&"TURN_LIMIT".into(), &4.into()));
}

#[test]
fn bad_usage_of_games_is_one_line() {
    let players = ["game", "--white", "random", "--black", "random"];
    assert!(
        fault(&run(&["game", "--white", "nobody", "--black", "random"]))
            .contains("expected one of random, attacker, plywood")
    );
    assert!(fault(&run(&["game", "--white", "random"])).contains("--black"));
    for (option, value, expected) in [
        ("--clock", "x", "expected seconds and an increment such as 900+5"),
        ("--clock", "-5", "expected seconds and an increment"),
        ("--time", "0", "expected seconds from"),
        ("--games", "0", "expected a whole number from 1"),
        ("--nodes", "-1", "expected a whole number from 1"),
    ] {
        let line = fault(&run(&[&players[..], &[option, value]].concat()));
        assert!(line.contains(expected), "{line}");
    }
    let file = directory("rbc-unwritable").join("file");
    std::fs::write(&file, "").unwrap();
    assert!(fault(&run(&[&players[..], &["--save", file.to_str().unwrap()]].concat())).contains("cannot write"));
}

/// A whole session by script: what is shown is what the rules allow, and the saved game is what was typed.
#[test]
fn a_person_plays_by_script_and_sees_no_more_than_the_rules_show() {
    let directory = directory("rbc-play");
    let path = directory.join("game.json");
    let script = "help\nlist\ne9\ne7\nboard\ne2e5\ne2e4\nnone\npass\nd2\nd2d4\nd5\nresign\n";
    let output = with_stdin(&["play", "--against", "random", "--seed", "4", "--save", path.to_str().unwrap()], script);
    let shown = printed(&output);
    assert!(shown.starts_with("you are White against random; "), "{shown}");
    // Before the first sense nothing of Black's side is known.
    let first = "8 ? ? ? ? ? ? ? ?\n7 ? ? ? ? ? ? ? ?\n6 ? ? ? ? ? ? ? ?\n5 ? ? ? ? ? ? ? ?\n4 ? ? ? ? ? ? ? ?\n3 ? ? ? ? ? ? ? ?\n\
                 2 P P P P P P P P\n1 R N B Q K B N R\n  a b c d e f g h\n";
    assert!(shown.contains(first), "{shown}");
    let sensed = "8 ? ? ? q k b ? ?\n7 ? ? ? p p p ? ?\n6 ? ? ? . . . ? ?\n5 ? ? ? ? ? ? ? ?\n";
    assert_eq!(shown.matches(sensed).count(), 2, "after the sense, and by `board`: {shown}");
    assert!(shown.contains("'e9' is not a square") && shown.contains("e2e5 is not in the list of requests"), "{shown}");
    assert!(shown.contains(" a2a3 ") && shown.contains("e2e4 was made\n") && shown.contains("you passed\n"), "{shown}");
    assert!(shown.contains("Black wins: White resigned after 6 turns\n"), "{shown}");
    let history: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(history["senses"]["true"], serde_json::json!([52, null, 11, 35]));
    let asked: Vec<Option<&str>> =
        history["requested_moves"]["true"].as_array().unwrap().iter().map(|mv| mv["value"].as_str()).collect();
    assert_eq!(asked, [Some("e2e4"), None, Some("d2d4")]);
    assert_eq!((&history["white_name"], &history["win_reason"]["value"]), (&"person".into(), &"RESIGN".into()));
    printed(&run(&["replay", path.to_str().unwrap()]));
}

#[test]
fn a_person_has_black_and_leaves_when_the_input_ends() {
    let directory = directory("rbc-black");
    let path = directory.join("left.json");
    let save = format!("save {}\n", path.display());
    let output =
        with_stdin(&["play", "--color", "black", "--against", "attacker", "--seed", "2"], &format!("{save}e2\ne7e5\n"));
    let shown = printed(&output);
    assert!(shown.starts_with("you are Black against attacker; "), "{shown}");
    assert!(shown.contains("Black turn 1 sense> ") && shown.contains("e7e5 was made\n"), "{shown}");
    assert!(shown.contains("unfinished after 3 turns\n"), "{shown}");
    let last = rows(&run(&["replay", path.to_str().unwrap(), "--json"])).pop().unwrap();
    assert_eq!((&last["turns"], &last["winner"], &last["reason"]), (&3.into(), &Value::Null, &Value::Null));
}

#[test]
fn an_interrupt_ends_long_games_with_130_and_what_was_played() {
    let arguments = ["game", "--white", "random", "--black", "random", "--games", "10000000", "--threads", "1"];
    let child = plywood(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("(incomplete: interrupted)"), "{}", text(&output.stdout));
}

#[test]
fn completions_and_the_manual_know_the_commands() {
    let run = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
    let completions = text(&run(&["completions", "bash"]).stdout);
    assert!(
        ["belief", "sense", "replay", "game", "play"]
            .iter()
            .all(|name| completions.contains(&format!("rbc__subcmd__{name}"))
                || completions.contains(&format!("rbc__{name}")))
    );
    assert!(text(&run(&["man", "rbc"]).stdout).contains("replay"));
    assert_eq!(run(&["rbc"]).status.code(), Some(2));
}

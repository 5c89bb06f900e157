//! Searching and playing from the command line: what scripts rely on, and whole sessions with engine protocols, among them the
//! committed inputs of the fuzz target that holds sessions.

#[path = "../../../fuzz/src/replay.rs"]
mod replay;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments);
    command
}

fn stdout(arguments: &[&str]) -> String {
    let output = plywood(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn with_stdin(arguments: &[&str], input: &[u8]) -> Output {
    let mut child =
        plywood(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn session(command: &str, input: &[u8]) -> Vec<String> {
    let output = with_stdin(&[command], input);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn search_prints_every_depth_and_then_the_best_move() {
    let text = stdout(&["search", "russian6", "--depth", "6", "--threads", "1"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7);
    for (depth, line) in (1..).zip(&lines[..6]) {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words[0] == "depth" && words[1] == depth.to_string(), "{line}");
        assert!(words[2] == "score" && words[4] == "nodes" && words[6] == "pv", "{line}");
    }
    assert!(lines[6].starts_with("best move "));
}

#[test]
fn search_json_has_the_promised_fields_and_one_object_a_depth() {
    let text = stdout(&["search", "dameo", "--depth", "3", "--threads", "1", "--json"]);
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.iter().map(|row| row["depth"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    for key in ["game", "fen", "depth", "score", "mate", "nodes", "seconds", "best_move", "pv"] {
        assert!(rows[2].get(key).is_some(), "{key}");
    }
    assert_eq!(rows[2]["pv"][0], rows[2]["best_move"]);
    assert!(rows[2]["mate"].is_null());
}

#[test]
fn a_forced_win_is_told_with_its_distance() {
    // A king before the last man.
    let text = stdout(&["search", "russian", "--fen", "W:WKa1:Bd4", "--depth", "5", "--json", "--threads", "1"]);
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["mate"], 1);
    let text = stdout(&["search", "russian", "--fen", "W:WKa1:Bd4", "--depth", "5", "--threads", "1"]);
    assert!(text.ends_with("score win in 1\n"), "{text}");
}

#[test]
fn several_lines_and_chosen_moves() {
    let text = stdout(&["search", "english", "--depth", "4", "--multipv", "3", "--threads", "1", "--json"]);
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last: Vec<&Value> = rows.iter().filter(|row| row["depth"] == 4).collect();
    assert_eq!(last.iter().map(|row| row["rank"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(last.is_sorted_by(|a, b| a["score"].as_i64() >= b["score"].as_i64()));
    let text = stdout(&["search", "english", "--depth", "4", "--searchmoves", "12-16 9-13", "--threads", "1"]);
    assert!(text.contains("best move 12-16") || text.contains("best move 9-13"), "{text}");
    let text = stdout(&["search", "english", "--moves", "11-15 23-19", "--depth", "2", "--threads", "1", "--json"]);
    assert!(text.contains("\"fen\":\"B:"), "{text}");
}

#[test]
fn one_thread_repeats_itself_exactly() {
    for limit in [["--depth", "7"], ["--nodes", "20000"]] {
        for game in ["international", "dameo", "amazons-6x6", "rbc"] {
            let arguments = ["search", game, limit[0], limit[1], "--threads", "1"];
            assert_eq!(stdout(&arguments), stdout(&arguments), "{game} {limit:?}");
            if limit[0] == "--depth" {
                break;
            }
        }
    }
}

#[test]
fn a_search_for_a_time_ends_in_time() {
    let start = Instant::now();
    stdout(&["search", "international", "--time", "0.3", "--threads", "2"]);
    assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
}

/// The number of nodes of `bench` on one thread is the signature of the version: whoever changes it means to, and changes
/// the file with it.
#[test]
fn the_signature_is_the_stored_one() {
    let stored = include_str!("../../plywood/data/bench.signature").trim();
    let text = stdout(&["bench", "--threads", "1"]);
    let last = text.lines().last().unwrap();
    assert_eq!(last.split(' ').next(), Some(stored), "{last}");
    assert!(last.ends_with(" nps"));
    assert!(text.lines().count() > 40);
}

#[test]
fn bench_of_one_game() {
    let text = stdout(&["bench", "rbc", "--depth", "2", "--threads", "1", "--json"]);
    assert!(text.lines().count() >= 3);
    assert!(text.lines().next().unwrap().contains("\"game\":\"rbc\""));
}

#[test]
fn the_players_of_the_report_play_their_game_out() {
    let arguments = ["play", "russian6", "--white", "F1", "--black", "F2", "--depth", "3", "--explain"];
    let text = stdout(&arguments);
    assert_eq!(text, stdout(&arguments));
    assert!(text.contains("m1  m2  m3  m4  m5  m6") && text.contains("alpha-beta"));
    assert!(text.contains(" plies\n"));
    let chosen = |line: &str| -> Option<(String, String)> {
        let (minimax, alpha_beta) = line.strip_prefix("  minimax ")?.split_once(", alpha-beta ")?;
        Some((minimax.split(' ').next()?.into(), alpha_beta.split(' ').next()?.into()))
    };
    let choices: Vec<_> = text.lines().filter_map(chosen).collect();
    assert!(choices.len() > 10 && choices.iter().all(|(a, b)| a == b));
}

#[test]
fn a_person_plays_takes_back_saves_and_loads() {
    let path = std::env::temp_dir().join(format!("plywood-play-{}.pdn", std::process::id()));
    let file = path.to_str().unwrap();
    let input = format!("moves\nnonsense\nb2-c3\nundo\nd2-c3\nsave {file}\nresign\n");
    let output = with_stdin(&["play", "russian6", "--black", "F2", "--depth", "2"], input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(text.contains("b2-a3 b2-c3 d2-c3 d2-e3 f2-e3"), "{text}");
    assert!(text.contains("expected a move such as"), "{text}");
    assert!(text.contains("Black wins, White resigned"), "{text}");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("[Game \"russian6\"]") && saved.contains("1. d2-c3 "), "{saved}");
    let again = with_stdin(&["play", "russian6", "--load", file], b"quit\n");
    std::fs::remove_file(&path).unwrap();
    let text = String::from_utf8(again.stdout).unwrap();
    assert!(text.contains("unfinished after 2 plies"), "{text}");
}

#[test]
fn a_match_has_a_score_that_any_number_of_threads_repeats() {
    let play = |threads: &str| {
        let games = ["--games", "10", "--seed", "7", "--no-save", "--threads", threads];
        stdout(&[&["match", "russian6", "--a", "depth=4", "--b", "random"], &games[..]].concat())
    };
    let text = play("1");
    assert!(text.starts_with("depth=4 against random: +"), "{text}");
    assert_eq!(text, play("2"));
}

#[test]
fn every_game_of_a_match_is_saved() {
    let path = std::env::temp_dir().join(format!("plywood-match-{}.pdn", std::process::id()));
    let file = path.to_str().unwrap();
    stdout(&["match", "turkish", "--a", "random", "--b", "random", "--games", "6", "--save", file]);
    let saved = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(saved.matches("[Game \"turkish\"]").count(), 6);
    let game = plywood::pdn::read(&saved, &[]).unwrap();
    assert!(game.outcome().is_some() && !game.moves().is_empty());
}

#[test]
fn a_match_saves_its_games_unasked_and_not_before_its_players_are_known() {
    let folder = std::env::temp_dir().join(format!("plywood-unasked-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let play = |player: &str| {
        let arguments = ["match", "amazons-4x4", "--games", "2", "--a", "random", "--b", player];
        plywood(&arguments).current_dir(&folder).output().unwrap().status.code()
    };
    let file = folder.join("match-amazons-4x4.pdn");
    assert_eq!(play("wizard"), Some(2));
    assert!(!file.exists());
    assert_eq!(play("random"), Some(0));
    let saved = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(saved.matches("[Game \"amazons-4x4\"]").count(), 2);
}

#[test]
fn selfplay_counts_lengths_and_branching() {
    let text = stdout(&["selfplay", "amazons-4x4", "--games", "20", "--json"]);
    let row: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(row["games"], 20);
    assert_eq!(row["white"].as_u64().unwrap() + row["black"].as_u64().unwrap(), 20);
    assert!(row["branching"].as_f64().unwrap() > 1.0);
}

#[test]
fn the_finished_game_of_the_amazons_is_scored() {
    let fen = "*2q*2*2/1***1*2*1/**Q*******/2***Q2*Q/2*1******/1***q*1*2/1**2**3/**1*****2/**1*Q**3/2*q**q2* b";
    let row: Value = serde_json::from_str(&stdout(&["score", "amazons", "--fen", fen, "--json"])).unwrap();
    assert_eq!((&row["white"]["moves"], &row["black"]["moves"]), (&Value::from(8), &Value::from(31)));
    assert_eq!(row["winner"], "black");
}

#[test]
fn a_hub_session_with_garbage_and_half_lines() {
    let start: String = ["W", &"b".repeat(20), &"e".repeat(10), &"w".repeat(20)].concat();
    let input = format!(
        "hub\nset-param name=threads value=1\nset-param name=tt-size value=16\nset-param name=bb-size value=5\ninit\n\
         nonsense with=\"an open quote\n=\n\u{fffd}\u{7}\nping\ngo think\npos pos=Wxyz\npos pos={start} moves=\"32-28 19-23 28x19x23 14x23x19\"\n\
         level depth=5\ngo think\nping\n",
    );
    let mut bytes = input.into_bytes();
    bytes.extend(b"\xff\xfe\nlevel nodes=");
    let lines = session("hub", &bytes);
    assert!(lines[0].starts_with("id name=Plywood version="), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("param name=variant value=normal type=enum values=\"")));
    let place =
        |line: &str| lines.iter().position(|found| found == line).unwrap_or_else(|| panic!("no {line}: {lines:?}"));
    assert!(place("wait") < place("ready") && place("ready") < place("pong"));
    assert!(lines.contains(&"error message=\"no position\"".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("expected 50 squares")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth=")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("done move=")).count(), 1);
}

#[test]
fn a_hub_engine_answers_captures_by_identity_and_stops_when_told() {
    // A king on 32 takes the man on 28.
    let empty = |n: usize| "e".repeat(n);
    let position = ["W", &empty(27), "b", &empty(3), "W", &empty(18)].concat();
    let input = format!("hub\ninit\npos pos={position}\nlevel infinite\ngo analyze\nping\nstop\npos pos=B\nquit\n");
    let lines = session("hub", input.as_bytes());
    let done: Vec<&String> = lines.iter().filter(|line| line.starts_with("done move=")).collect();
    assert_eq!(done.len(), 1, "{lines:?}");
    assert!(done[0].starts_with("done move=32x") && done[0].contains("x28"), "{done:?}");
    assert!(lines.contains(&"pong".to_owned()));
    for variant in ["killer", "bt", "frisian", "losing", "russian", "canadian"] {
        let lines = session("hub", format!("hub\nset-param name=variant value={variant}\ninit\n").as_bytes());
        assert_eq!(lines.last().unwrap(), "ready", "{variant}");
    }
}

#[test]
fn a_uci_session_for_several_games() {
    let lines = session(
        "uci",
        b"uci\nisready\nsetoption name Game value dameo\nposition startpos moves c3-d4\ngo depth 3\nisready\n\
          setoption name Game value amazons-5x5\nposition fen 1q1q1/q3q/5/Q3Q/1Q1Q1 w moves b1-b4/b2\ngo perft 1\n\
          setoption name Game value rbc\nposition startpos moves e2e4\ngo nodes 500\nd\nposition fen nonsense\n\
          position startpos moves e2e9\n\xff garbage\ngo\nquit\n",
    );
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("uciok"), 1);
    assert_eq!(count("readyok"), 2);
    assert_eq!(count("bestmove "), 3, "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("option name Game type combo default russian6 var russian6")));
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 seldepth ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Nodes searched: ")));
    assert!(lines.iter().any(|line| line.starts_with("info string ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("rnbqkbnr/pppppppp/8/8/4P3/")));
}

/// The answer used to come at once and unsearched, because there was no time that could run out.
#[test]
fn a_ponder_hit_lets_the_search_reach_its_depth() {
    let lines = session("uci", b"setoption name Game value dameo\ngo ponder depth 4\nponderhit\n");
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    let start: String = ["W", &"b".repeat(20), &"e".repeat(10), &"w".repeat(20)].concat();
    let input = format!("hub\ninit\npos pos={start}\nlevel depth=4\ngo ponder\nponder-hit\n");
    let lines = session("hub", input.as_bytes());
    assert!(lines.iter().any(|line| line.starts_with("info depth=4 ")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("done ")).count(), 1);
}

/// Both used to wait for ever for a search without an end.
#[test]
fn a_search_without_a_limit_does_not_deafen_the_engine() {
    let start = Instant::now();
    let lines =
        session("uci", b"go\ngo depth 2\nstop\ngo infinite\nsetoption name MultiPV value 2\nisready\ngo perft\ngo\n");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 4, "{lines:?}");
    assert!(lines.contains(&"readyok".to_owned()));
    let position: String = ["W", &"b".repeat(20), &"e".repeat(10), &"w".repeat(20)].concat();
    let input = format!("hub\ninit\npos pos={position}\nlevel infinite\ngo think\nnew-game\ngo think\n");
    let lines = session("hub", input.as_bytes());
    assert_eq!(lines.iter().filter(|line| line.starts_with("done ")).count(), 2, "{lines:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_size_that_cannot_be_had_is_forgotten() {
    let lines = session(
        "uci",
        b"setoption name Hash value 99999999999\nsetoption name Threads value 2\nsetoption name Game value english\ngo depth 2\n",
    );
    let complaints = lines.iter().filter(|line| line.contains("does not fit")).count();
    assert_eq!(complaints, 1, "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
}

#[test]
fn a_resigned_game_is_saved_with_its_result_whatever_was_typed_before() {
    let path = std::env::temp_dir().join(format!("plywood-resign-{}.pdn", std::process::id()));
    let arguments = ["play", "russian6", "--black", "person", "--save", path.to_str().unwrap()];
    let output = with_stdin(&arguments, b"b2-c3\n\xff\nresign\n");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let saved = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(saved.contains("[Result \"1-0\"]") && saved.trim_end().ends_with("1. b2-c3 1-0"), "{saved}");
}

#[test]
fn the_last_object_of_a_search_is_final() {
    let last =
        |arguments: &[&str]| -> Value { serde_json::from_str(stdout(arguments).lines().last().unwrap()).unwrap() };
    let row = last(&["search", "english", "--nodes", "1", "--json", "--threads", "1"]);
    assert_eq!(row["depth"], 0);
    assert!(row["best_move"].is_string());
    let row = last(&["search", "international", "--nodes", "100000", "--json", "--threads", "2"]);
    assert!(row["nodes"].as_u64().unwrap() >= 90_000, "{row}");
}

/// A game that was resigned used to go on after loading, and lost its result when saved again.
#[test]
fn a_resigned_game_stays_resigned() {
    let path = std::env::temp_dir().join(format!("plywood-resigned-{}.pdn", std::process::id()));
    std::fs::write(&path, "[Game \"russian6\"]\n[Result \"0-1\"]\n\n1. b2-c3 0-1\n").unwrap();
    let file = path.to_str().unwrap();
    let text = stdout(&["play", "russian6", "--load", file, "--save", file]);
    let saved = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(text.contains("Black wins, White resigned after 1 plies"), "{text}");
    assert!(saved.contains("[Result \"0-1\"]") && saved.ends_with("1. b2-c3 0-1\n"), "{saved}");
}

/// The moves of the other player used to be missing.
#[test]
fn an_explained_game_shows_the_moves_of_everybody() {
    let text = stdout(&["play", "russian6", "--white", "F1", "--black", "random", "--depth", "1", "--explain"]);
    assert!(text.contains("1. White (F1 at depth 1)") && text.contains("1. Black: "), "{text}");
}

/// Both used to draw the same numbers.
#[test]
fn two_random_players_do_not_play_alike() {
    let first_places = |seed: u64| {
        let seed = seed.to_string();
        let text = stdout(&["play", "amazons-4x4", "--white", "random", "--black", "random", "--seed", &seed]);
        let mut record =
            plywood::registry::find("amazons-4x4").unwrap().record(None, &[], plywood::Form::Native).unwrap();
        let moves = text.lines().filter_map(|line| line.split_once(": ")).map(|row| row.1.to_owned());
        let place = |mv: String| {
            let legal = record.legal_moves();
            let place = legal.iter().position(|other| *other == mv).unwrap() as f64 / legal.len() as f64;
            record.play(&mv).unwrap();
            place
        };
        let places: Vec<f64> = moves.take(2).map(place).collect();
        (places[0] - places[1]).abs() < 0.05
    };
    assert!((1..=8).filter(|seed| first_places(*seed)).count() < 4);
}

/// A clock that had fallen or could not be read used to be a search without an end.
#[test]
fn a_hub_level_that_cannot_be_read_is_an_error_and_a_fallen_clock_is_short() {
    let position: String = ["W", &"b".repeat(20), &"e".repeat(10), &"w".repeat(20)].concat();
    let start = Instant::now();
    let input = format!(
        "hub\ninit\npos pos={position}\nlevel depth=3\nlevel depth=abc\nlevel move-time=x\ngo think\n\
         level time=-0.1\ngo think\nlevel move-time=-1\ngo think\n"
    );
    let lines = session("hub", input.as_bytes());
    assert!(lines.contains(&"error message=\"bad value of depth: abc\"".to_owned()), "{lines:?}");
    assert!(lines.contains(&"error message=\"bad value of move-time: x\"".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth=3 ")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("done ")).count(), 3, "{lines:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_uci_limit_that_cannot_be_read_ends_at_once_and_a_bad_move_does_not_end_the_list() {
    let start = Instant::now();
    let lines =
        session("uci", b"go movetime abc\ngo btime 100\ngo mate 2\ngo depth 2 searchmoves zz b2-c3 b2-a3 nodes 1000\n");
    assert!(lines.contains(&"info string bad value of movetime: 'abc'".to_owned()), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 4, "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string searchmoves: ")).count(), 1, "{lines:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Nothing was heard before the end of the count.
#[test]
fn a_uci_count_can_be_stopped() {
    let start = Instant::now();
    let lines = session("uci", b"setoption name Game value international\ngo perft 30\nisready\nstop\ngo perft 2\n");
    assert!(lines.contains(&"readyok".to_owned()) && lines.contains(&"Nodes searched: 81".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("interrupted")), "{lines:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Openings longer than the games used to be tried for minutes, deaf to interrupts.
#[test]
fn an_opening_longer_than_any_game_is_cut_back() {
    let start = Instant::now();
    let text = stdout(&[
        "match",
        "amazons",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "2",
        "--opening",
        "1000",
        "--no-save",
    ]);
    assert!(text.starts_with("random against random: +"), "{text}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_score_that_is_a_bound_says_so() {
    let row: Value = serde_json::from_str(
        stdout(&["search", "international", "--nodes", "3000", "--json", "--threads", "1"]).lines().last().unwrap(),
    )
    .unwrap();
    let text = stdout(&["search", "international", "--nodes", "3000", "--threads", "1"]);
    assert_eq!(row["bound"] == "lower", text.contains("score at least "), "{row} {text}");
    assert_eq!(row["nodes"], 3000);
}

#[cfg(unix)]
#[test]
fn an_interrupt_at_the_prompt_ends_the_game() {
    let mut child = plywood(&["play", "russian6"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stdout).unwrap().contains("unfinished after 0 plies"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_gives_what_it_has() {
    let child = plywood(&["search", "international", "--infinite", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("best move ") && text.trim_end().ends_with("(incomplete: interrupted)"), "{text}");
}

/// The first byte of an input chooses the protocol.
#[test]
fn committed_inputs_of_the_fuzz_target_sessions() {
    replay::replay("sessions", None, 0, |data| {
        let (first, input) = data.split_first().unwrap();
        session(["hub", "uci"][usize::from(first % 2)], input);
    });
}

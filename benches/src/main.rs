//! `yardstick [speed|parallel|hashed|search|search-threads] [GAME [DEPTH]]`: the tables of docs/performance.md, measured anew;
//! `search-threads GAME ours` leaves the peer out; `pages` what huge pages are worth, `belief` the tables of docs/belief.md; `belief-sizes [MOST [THREADS]]` checks the sizes of the recorded games up to the first above MOST.

use cpu_time::ThreadTime;
use plywood::{PerftSettings, registry};
use plywood_benches::rows::{PARALLEL, Row, SPEED};
use plywood_benches::{against_cozy, belief, median, pages, peers, search};
use std::error::Error;
use std::time::Instant;

/// Turns of each row with cozy-chess.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game = arguments.get(1).map(String::as_str);
    match arguments.first().map_or("speed", String::as_str) {
        "speed" => speed(game),
        "parallel" => parallel(game),
        "hashed" => hashed(),
        "search" => searches(game, arguments.get(2).map(|depth| depth.parse()).transpose()?),
        "search-threads" => search_threads(game, arguments.get(2).is_none_or(|which| which != "ours")),
        "pages" => Ok(pages::table()?),
        "belief" => belief::tables(),
        "belief-sizes" => belief::sizes(
            game.map_or(Ok(5_000_000), str::parse)?,
            arguments.get(2).map_or(Ok(2), |threads| threads.parse())?,
        ),
        other => {
            let known = "speed, parallel, hashed, search, search-threads, pages, belief or belief-sizes";
            Err(format!("unknown table '{other}': expected {known}").into())
        }
    }
}

fn wanted(row: &Row, game: Option<&str>) -> bool {
    game.is_none_or(|game| game == row.game)
}

/// Counts a row once.
fn count(row: &Row, settings: &PerftSettings) -> Result<u64, Box<dyn Error>> {
    let position = registry::find(row.game)?.position(row.fen)?;
    let nodes = position.perft(row.mode, row.depth, settings)?;
    if nodes != row.nodes {
        return Err(format!("{} {}: {nodes} nodes instead of {}", row.game, row.name, row.nodes).into());
    }
    Ok(nodes)
}

/// One thread, bulk counting, no table; our rows and the peers, each turn by turn with cozy-chess.
fn speed(game: Option<&str>) -> Result<(), Box<dyn Error>> {
    let settings = PerftSettings::new(1)?;
    println!("| what | depth | Mn/s | cozy Mn/s | ratio (cz) | to reach | |\n|---|---|---|---|---|---|---|");
    for row in SPEED.iter().filter(|row| wanted(row, game)) {
        count(row, &settings)?;
        let measured = against_cozy(ROUNDS, || count(row, &settings).unwrap_or(0));
        let name = format!("{} {} ({})", row.game, row.name, row.mode);
        let verdict = if measured.ratio >= row.target { "reached" } else { "short" };
        line(&name, row.depth, &measured, &format!("{} | {verdict}", row.target));
    }
    if game.is_none() {
        line("peer: shakmaty, chess", 5, &against_cozy(ROUNDS, || peers::shakmaty_perft(5)), "|");
        line("peer: kish, turkish (paths)", 8, &against_cozy(ROUNDS, || peers::kish_perft(8)), "|");
    }
    Ok(())
}

fn line(name: &str, depth: u32, measured: &plywood_benches::Measured, rest: &str) {
    let (speed, cozy) = (measured.speed / 1e6, measured.cozy / 1e6);
    println!("| {name} | {depth} | {speed:.0} | {cozy:.0} | {:.2} | {rest} |", measured.ratio);
}

/// Two threads against one, turn by turn, wall time; and what the machine gives: two counts on one thread each, side by side,
/// take as long as one where the second core is free.
fn parallel(game: Option<&str>) -> Result<(), Box<dyn Error>> {
    let one = [PerftSettings::new(1)?, PerftSettings::new(1)?];
    let two = PerftSettings::new(2)?;
    println!("| what | depth | one thread, s | two threads, s | speed-up | two processes | to reach |");
    println!("|---|---|---|---|---|---|---|");
    for row in PARALLEL.iter().filter(|row| wanted(row, game)) {
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            let alone = timed(|| count(row, &one[0]))?;
            let shared = timed(|| count(row, &two))?;
            let beside = timed(|| {
                std::thread::scope(|scope| {
                    let counts = one.each_ref().map(|settings| scope.spawn(|| count(row, settings).is_ok()));
                    let right = counts.into_iter().all(|count| count.join().unwrap_or(false));
                    if right { Ok(0) } else { Err(format!("{} {}: a wrong count", row.game, row.name).into()) }
                })
            })?;
            rounds.push([alone, shared, beside]);
        }
        let speed_up = median(rounds.iter().map(|[alone, shared, _]| alone / shared));
        let possible = median(rounds.iter().map(|[alone, _, beside]| 2.0 * alone / beside));
        let (alone, shared) = (median(rounds.iter().map(|r| r[0])), median(rounds.iter().map(|r| r[1])));
        let Row { game, name, depth, target, .. } = row;
        println!("| {game} {name} | {depth} | {alone:.2} | {shared:.2} | {speed_up:.2} | {possible:.2} | {target} |");
    }
    Ok(())
}

/// The wall time of `work` in seconds.
fn timed(work: impl FnOnce() -> Result<u64, Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

/// Counting with a table, on one thread: Turkish beside kish, and Dameo to depth 6.
fn hashed() -> Result<(), Box<dyn Error>> {
    let mut table = Vec::new();
    let mut measure =
        |what: &str, work: &mut dyn FnMut() -> Result<u64, Box<dyn Error>>| -> Result<f64, Box<dyn Error>> {
            let start = ThreadTime::now();
            let nodes = work()?;
            let seconds = start.elapsed().as_secs_f64();
            table.push(format!("| {what} | {nodes} | {seconds:.1} | {:.0} |", nodes as f64 / seconds / 1e6));
            eprintln!("{what}: {seconds:.1} s");
            Ok(nodes as f64 / seconds)
        };
    let plain = PerftSettings::new(1)?;
    let row = |game, mode| {
        let found = SPEED.iter().find(|row| row.game == game && row.mode == mode);
        found.copied().ok_or(format!("no row of {game}"))
    };
    let paths = row("turkish", "paths")?;
    let turkish = |depth, nodes| Row { depth, nodes, ..paths };
    let (eight, eleven) = (turkish(8, 123_290_300), turkish(11, 204_403_464_784));
    let ours = measure("turkish 8, no table", &mut || count(&eight, &plain))?;
    let kish = measure("kish, turkish 8, no table", &mut || Ok(peers::kish_perft(8)))?;
    let ours_hashed =
        measure("turkish 11, 256 MB", &mut || count(&eleven, &PerftSettings::new(1)?.with_table(256 << 20, 1)?))?;
    let kish_hashed = measure("kish, turkish 11, 256 MB", &mut || Ok(peers::kish_hashed(11, 256)))?;
    let dameo = Row { depth: 6, nodes: 11_335_842_416, ..row("dameo", "unique")? };
    measure("dameo 6, 512 MB", &mut || count(&dameo, &PerftSettings::new(1)?.with_table(512 << 20, 1)?))?;
    println!("| what | leaves | s | Mn/s |\n|---|---|---|---|\n{}", table.join("\n"));
    println!(
        "\ngain by the table: ours {:.1}x, kish {:.1}x; ours to kish, both with a table: {:.2}x",
        ours_hashed / ours,
        kish_hashed / kish,
        ours_hashed / kish_hashed
    );
    Ok(())
}

/// Time to depth on one thread beside the crate `minimax`.
fn searches(game: Option<&str>, depth: Option<u8>) -> Result<(), Box<dyn Error>> {
    println!("{}", search::SERIAL_HEAD);
    for contest in search::contests()?.iter().filter(|contest| game.is_none_or(|game| game == contest.game())) {
        contest.serial(ROUNDS, depth)?.iter().for_each(|row| println!("{row}"));
    }
    Ok(())
}

/// Two threads against one at a fixed depth, and the nodes that more threads visit; ours and those of `minimax`.
fn search_threads(game: Option<&str>, peer: bool) -> Result<(), Box<dyn Error>> {
    println!("{}", search::THREADS_HEAD);
    for contest in search::contests()?.iter().filter(|contest| game.is_none_or(|game| game == contest.game())) {
        contest.threads(search::TEAM_POSITIONS, peer)?.iter().for_each(|row| println!("{row}"));
    }
    Ok(())
}

//! tmp
use plywood_rbc::arbiter::*;
use plywood_rbc::players::*;
use plywood_core::Side;
use std::time::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (opp, games, nodes, dir) = (a[1].as_str(), a[2].parse::<u64>().unwrap(), a[3].parse::<u64>().unwrap(), a.get(4));
    let from: u64 = a.get(5).map_or(0, |x| x.parse().unwrap());
    let mut r = std::collections::BTreeMap::new();
    for g in from..from+games {
        let settings = Settings { effort: Effort::Nodes(nodes), seed: g + 1, ..Settings::default() };
        let mut p = Plywood::new(settings).unwrap();
        let side = Side::BOTH[(g % 2) as usize];
        let mut ra = Random::new(g + 1000); let mut at = Attacker::new(g + 1000);
        let mut p2 = Plywood::new(Settings { seed: g + 5000, effort: Effort::Nodes(2000), boards: 2000 }).unwrap();
        let o: &mut dyn Player = match opp { "random" => &mut ra, "attacker" => &mut at, _ => &mut p2 };
        let t = Instant::now();
        let res = if side == Side::White { play(&mut p, o, Terms::default(), &mut || 0) } else { play(o, &mut p, Terms::default(), &mut || 0) };
        let res = match res { Ok(r) => r, Err(e) => { println!("game {g} {side:?} HALT {e}"); continue } };
        res.history.replay().unwrap();
        let e = res.end.unwrap();
        let w = match e.winner { None => "draw", Some(s) if s == side => "won", _ => "LOST" };
        let st = p.statistics();
        println!("game {g} {side:?} {w} {:?} turns {} {:.1}s {:.3}s/turn belief mean {} max {} mended {}", e.reason, st.turns, t.elapsed().as_secs_f64(), t.elapsed().as_secs_f64() / st.turns as f64, st.boards / st.turns.max(1) as u64, st.most, st.mended);
        if let Some(d) = dir { std::fs::create_dir_all(d).unwrap(); std::fs::write(format!("{d}/{g}-{w}.json"), res.history.json()).unwrap(); }
        *r.entry((w, format!("{:?}", e.reason))).or_insert(0) += 1;
    }
    println!("{r:?}");
}

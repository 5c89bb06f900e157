//! Combinations and endings that a search must find, each with the line, the distance or the number that a table of all
//! such endings gave: the facts are those of docs/dameo.md.

use plywood_core::rng::SplitMix64;
use plywood_core::search::{
    Engine, Limits, Options, Play, Record, Report, RuleSet, Score, SearchGame, Stop, Unrest, mate_distance,
};
use plywood_core::{Game, Position};
use plywood_dameo::{Dameo, Evaluation, Referee};
use std::ops::ControlFlow;

type DameoReport = Report<<Dameo as Position>::Move>;

/// King against king is drawn, and nothing else: what such endings are worth depends on the board alone then.
fn kings_only() -> Referee {
    let place = Dameo::RULES.iter().position(|rule| rule.name == "king-v-king").unwrap();
    let none = (0..Dameo::RULES.len()).fold(RuleSet::standard(Dameo::RULES), |rules, i| rules.with(i, false));
    Dameo::referee(none.with(place, true))
}

fn search(
    position: Dameo,
    referee: Referee,
    options: Options,
    limits: &Limits<<Dameo as Position>::Move>,
) -> Vec<DameoReport> {
    let mut reports = Vec::new();
    let engine = Engine { options, ..Engine::new(4).unwrap() };
    let record = Record::new(position, referee);
    engine
        .search(&record, &Evaluation::Usual, limits, &Stop::default(), &mut |report| reports.push(report.clone()))
        .unwrap();
    reports
}

/// The score and the line, as text, of the best `count` moves at `depth`, under the usual rules and with the usual devices.
fn best(text: &str, depth: u32, count: usize) -> Vec<(Score, Vec<String>)> {
    let position = Dameo::parse(text).unwrap();
    let referee = Dameo::referee(RuleSet::standard(Dameo::RULES));
    let limits = Limits { multi_pv: count, ..Limits::depth(depth) };
    let reports = search(position, referee, Dameo::OPTIONS, &limits);
    let names = |report: &DameoReport| {
        let mut at = position;
        let name = |mv| {
            let name = at.move_text(mv);
            at = at.play(mv);
            name
        };
        report.line.iter().map(name).collect()
    };
    reports.iter().filter(|report| report.depth == depth).map(|report| (report.score, names(report))).collect()
}

/// The position after the moves of `line`.
fn after(text: &str, line: &str) -> String {
    let start = Dameo::parse(text).unwrap();
    let play = |position: Dameo, mv| position.play(&position.parse_move(mv).unwrap());
    line.split_whitespace().fold(start, play).text()
}

#[test]
fn coup_turc() {
    let text = "W:Wb5,c1,d1,d2,e1,h2:BKa5,b7,c6,d5,h4";
    let stroke = "c1-e3 a5xc5 e1-c3 c5xc1xh1xh3xd3 d2xd4xd6xb6xb8";
    assert_eq!(after(text, stroke), "B:WKb8:Bh4");
    for depth in 6..10 {
        let (score, line) = &best(text, depth, 1)[0];
        assert_eq!(line[..5].join(" "), stroke, "depth {depth}");
        assert!((200..400).contains(score), "a king against a man, not {score}");
    }
}

#[test]
fn oblique_stroke() {
    let text = "W:Wc3,c4,d3,d4:Bc5,c6,d5,d6";
    let stroke = "c3-e5 c5xc3xe3 e5xc5xc7";
    assert_eq!(after(text, stroke), "B:Wc7,d4:Bd6,e3");
    // The men stand as in a mirror, so the stroke to the left is as good as the one to the right.
    let mirrored = "d3-b5 d5xd3xb3 b5xd5xd7";
    for depth in 4..10 {
        let lines = best(text, depth, 2);
        let starts: Vec<String> = lines.iter().map(|(_, line)| line[..3].join(" ")).collect();
        assert!(starts.contains(&stroke.to_string()) && starts.contains(&mirrored.to_string()), "{depth}: {starts:?}");
    }
    // Black gets his king too, but one man later: it costs him a man.
    let (score, _) = best(text, 9, 1)[0];
    assert!((50..200).contains(&score), "{score}");
}

#[test]
fn king_trap() {
    let text = "B:Wa1,c1,f1,h1:BKb1,h8";
    let trapped = Dameo::parse(text).unwrap();
    let facts: Vec<_> = trapped.moves().iter().map(|mv| trapped.facts(mv)).collect();
    assert_eq!(facts.len(), 1);
    assert_eq!((facts[0].from.as_str(), facts[0].to.as_str()), ("b1", "g1"));
    assert_eq!(facts[0].captured, ["c1", "f1"]);
    for depth in 2..8 {
        let (score, line) = &best(text, depth, 1)[0];
        assert_eq!(line[1], "h1xf1");
        assert!(*score < -100, "Black is left with a man against two, not {score}");
    }
}

#[test]
fn two_kings_need_thirteen_plies_at_most() {
    let position = Dameo::parse("W:WKa3,Kd1:BKa1").unwrap();
    let usual = Dameo::referee(RuleSet::standard(Dameo::RULES));
    let played = search(position, usual, Dameo::OPTIONS, &Limits::depth(18));
    assert_eq!(mate_distance(played.last().unwrap().score), Some(13));
    // Captures are followed beyond the depth, so eleven plies show a win in thirteen; and that there is none in fewer.
    let exact = search(position, kings_only(), Options::EXACT, &Limits::depth(11));
    assert_eq!(mate_distance(exact.last().unwrap().score), Some(13));
}

/// Black may have come to the corner of the position above from here; the table knows no longer defence.
#[test]
fn the_lonely_king_holds_out_for_fourteen() {
    let exact = |text: &str| {
        let reports = search(Dameo::parse(text).unwrap(), kings_only(), Options::EXACT, &Limits::depth(12));
        reports.last().unwrap().score
    };
    assert_eq!(mate_distance(exact("B:WKa3,Kd1:BKc3")), Some(-14));
    // From the rank of a white king it takes that one instead.
    assert_eq!(exact("B:WKa3,Kd1:BKb1"), 0);
}

/// Every placement of two white kings and a black one without a capture, White to move.
fn quiet_placements() -> Vec<Dameo> {
    let names: Vec<String> = (1..=8).flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}"))).collect();
    let mut quiet = Vec::new();
    for (i, first) in names.iter().enumerate() {
        for second in &names[i + 1..] {
            for weak in names.iter().filter(|weak| *weak != first && *weak != second) {
                let position = Dameo::parse(&format!("W:WK{first},K{second}:BK{weak}")).unwrap();
                if position.unrest() == Unrest::Calm {
                    quiet.push(position);
                }
            }
        }
    }
    quiet
}

/// Whether Black can capture after every move of White.
fn loses_a_king(position: &Dameo) -> bool {
    let mut lost = true;
    let _ = position.visit(|mv| {
        lost = position.play(&mv).unrest() == Unrest::Forced;
        if lost { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    lost
}

#[test]
fn two_kings_win_but_for_160_placements() {
    let (mut lost, quiet): (Vec<Dameo>, Vec<Dameo>) = quiet_placements().into_iter().partition(loses_a_king);
    assert_eq!(lost.len() + quiet.len(), 87_044 + 160);
    // Where a king is lost at once, the next ply decides: either Black's king is taken in return, or one is left each.
    lost.retain(|&position| {
        let reports = search(position, kings_only(), Options::EXACT, &Limits::depth(4));
        let score = reports.last().unwrap().score;
        assert!(score == 0 || mate_distance(score) == Some(3), "{score} for {}", position.text());
        score == 0
    });
    assert_eq!(lost.len(), 160);
    let mut dice = SplitMix64::new(1);
    for _ in 0..25 {
        let position = quiet[dice.below(quiet.len())];
        let distance = |options, depth| {
            let reports = search(position, kings_only(), options, &Limits::depth(depth));
            mate_distance(reports.last().unwrap().score)
        };
        let played = distance(Dameo::OPTIONS, 20);
        assert!(played.is_some_and(|plies| plies > 0), "{played:?} for {}", position.text());
        // The usual devices may miss the shortest win, which takes thirteen plies at most.
        if played > Some(13) {
            assert!(distance(Options::EXACT, 11) <= Some(13), "{}", position.text());
        }
    }
}

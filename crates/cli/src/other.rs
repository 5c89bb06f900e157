//! The other side of `plywood diff`: an engine that speaks our own lines, the shape of UCI with `go perft`, or Hub (docs/diff.md).
//!
//! Not here: the process (`child`), and what is made of the answers (`plywood::differ`).

use crate::child::Engine;
use crate::failure::Failure;
use crate::hub;
use clap::ValueEnum;
use plywood::differ::{Listing, Other, OtherFault};
use plywood::game::Labelled;
use plywood::{AnyGame, AnyPosition};

/// How the other side is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// One question a line, one answer a line: moves, perft, divide
    Lines,
    /// UCI with `go perft N`
    Uci,
    /// Hub, version 2 (draughts): one move of each position
    Hub,
}

/// The engine behind `protocol`, ready for `game`.
pub(crate) fn introduced(
    mut engine: Engine,
    protocol: Protocol,
    game: &'static dyn AnyGame,
) -> Result<Box<dyn Other>, Failure> {
    match protocol {
        Protocol::Lines => greet_lines(&mut engine)?,
        Protocol::Uci => greet_uci(&mut engine, game)?,
        Protocol::Hub => greet_hub(&mut engine, game)?,
    }
    Ok(match protocol {
        Protocol::Lines => Box::new(Lines { engine, game: game.name() }),
        Protocol::Uci => Box::new(Uci { engine, last: None }),
        Protocol::Hub => Box::new(Hub { engine }),
    })
}

/// Any fault of the first words is a fault of the command: nothing has been compared yet.
fn failure(fault: OtherFault) -> Failure {
    match fault {
        OtherFault::Interrupted => Failure::Interrupted,
        fault => Failure::input(fault),
    }
}

fn broken(asked: &str, fault: impl Into<String>) -> OtherFault {
    OtherFault::Broken { asked: asked.into(), fault: fault.into() }
}

/// An engine that answers a line with a line.
struct Lines {
    engine: Engine,
    game: &'static str,
}

/// A question that nobody knows: what is said before its answer is a welcome.
fn greet_lines(engine: &mut Engine) -> Result<(), Failure> {
    engine.ask("hello", "hello", |line| line == "unknown" || line.starts_with("error")).map_err(failure)?;
    Ok(())
}

impl Lines {
    /// The answer; `None` when it does not know the question.
    fn ask(&mut self, question: &str) -> Result<Option<String>, OtherFault> {
        if let Some(line) = self.engine.unasked() {
            return Err(broken(question, format!("had said '{line}' before: expected one line for each question")));
        }
        let answer = self.engine.ask(question, question, |_| true)?.pop().unwrap_or_default();
        match answer.as_str() {
            "unknown" => Ok(None),
            refused if refused == "error" || refused.starts_with("error ") => {
                Err(OtherFault::Refused { asked: question.into(), answer })
            }
            _ => Ok(Some(answer)),
        }
    }

    fn question(&self, what: &str, depth: Option<u32>, position: &dyn AnyPosition) -> String {
        let depth = depth.map_or_else(String::new, |depth| format!(" {depth}"));
        format!("{what} {}{depth} {}", self.game, position.text())
    }
}

impl Other for Lines {
    fn moves(&mut self, position: &dyn AnyPosition) -> Result<Listing, OtherFault> {
        let question = self.question("moves", None, position);
        Ok(match self.ask(&question)?.as_deref() {
            None => Listing::Unknown,
            Some("none") => Listing::All(Vec::new()),
            Some("") => return Err(broken(&question, "answered an empty line: expected moves, none or unknown")),
            Some(texts) => Listing::All(texts.split_whitespace().map(str::to_owned).collect()),
        })
    }

    fn perft(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<u64>, OtherFault> {
        let question = self.question("perft", Some(depth), position);
        let number = |answer: String| {
            let wrong = || broken(&question, format!("answered '{answer}': expected a number or unknown"));
            answer.parse().map_err(|_| wrong())
        };
        self.ask(&question)?.map(number).transpose()
    }

    fn divide(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<Labelled>, OtherFault> {
        let question = self.question("divide", Some(depth), position);
        let Some(answer) = self.ask(&question)? else {
            return Ok(None);
        };
        let row = |word: &str| {
            let row = word.rsplit_once('=').and_then(|(label, nodes)| Some((label.to_owned(), nodes.parse().ok()?)));
            row.ok_or_else(|| broken(&question, format!("answered '{word}': expected MOVE=LEAVES")))
        };
        answer.split_whitespace().filter(|word| *word != "none").map(row).collect::<Result<_, _>>().map(Some)
    }
}

/// An engine that answers `go perft N` with lines `MOVE: LEAVES` and `Nodes searched: N`.
struct Uci {
    engine: Engine,
    /// The last answer, with its question: a count and its divide are one.
    last: Option<(String, Labelled, u64)>,
}

/// Chooses the game where the engine has a choice; one that has none is taken to play it.
fn greet_uci(engine: &mut Engine, game: &dyn AnyGame) -> Result<(), Failure> {
    let options = engine.ask("uci", "uci", |line| line == "uciok").map_err(failure)?;
    let choice = options.iter().find(|line| line.starts_with("option name Game "));
    match choice {
        Some(option) if option.contains(" var ") && !option.split(" var ").any(|name| name.trim() == game.name()) => {
            return Err(Failure::input(format!("'{}' does not play {}: '{option}'", engine.command, game.name())));
        }
        Some(_) => engine.tell(&format!("setoption name Game value {}", game.name())).map_err(failure)?,
        // Legal moves of chess are neither requests nor moves taken.
        None if game.facts().king_captures => {
            return Err(Failure::input(format!(
                "'{}' has no option Game: it is taken for a chess engine, whose moves are not those of {}",
                engine.command,
                game.name()
            )));
        }
        None => {}
    }
    engine.ask("isready", "isready", |line| line == "readyok").map_err(failure)?;
    Ok(())
}

impl Uci {
    fn go(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<&(String, Labelled, u64), OtherFault> {
        let (place, go) = (format!("position fen {}", position.text()), format!("go perft {depth}"));
        let asked = format!("{place}; {go}");
        if self.last.as_ref().is_none_or(|(question, ..)| *question != asked) {
            self.engine.tell(&place)?;
            let end = |line: &str| total(line).is_some() || line.starts_with("bestmove");
            let answer = self.engine.ask(&go, &asked, end)?;
            let nodes = answer.last().and_then(|line| total(line));
            let nodes = nodes.ok_or_else(|| broken(&asked, "began to search: it has no go perft"))?;
            self.last = Some((asked.clone(), answer.iter().filter_map(|line| row(line)).collect(), nodes));
        }
        self.last.as_ref().ok_or_else(|| broken(&asked, "said nothing"))
    }
}

/// `Nodes searched: 20`.
fn total(line: &str) -> Option<u64> {
    let (name, nodes) = line.split_once(':')?;
    name.trim().eq_ignore_ascii_case("nodes searched").then_some(nodes.trim().parse().ok()?)
}

/// `e2e4: 1`. Moves of Russian draughts contain colons.
fn row(line: &str) -> Option<(String, u64)> {
    let (label, nodes) = line.rsplit_once(':')?;
    let move_text = !label.is_empty() && !label.contains(char::is_whitespace);
    move_text.then_some((label.to_owned(), nodes.trim().parse().ok()?))
}

impl Other for Uci {
    fn moves(&mut self, position: &dyn AnyPosition) -> Result<Listing, OtherFault> {
        let (_, rows, nodes) = self.go(position, 1)?;
        let counted = rows.is_empty() && *nodes > 0;
        let labels = || rows.iter().map(|(label, _)| label.clone()).collect();
        Ok(if counted { Listing::Unknown } else { Listing::All(labels()) })
    }

    fn perft(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<u64>, OtherFault> {
        self.go(position, depth).map(|(_, _, nodes)| Some(*nodes))
    }

    fn divide(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<Labelled>, OtherFault> {
        self.go(position, depth).map(|(_, rows, _)| (!rows.is_empty()).then(|| rows.clone()))
    }
}

/// An engine that thinks a ply deep and answers one move.
struct Hub {
    engine: Engine,
}

fn greet_hub(engine: &mut Engine, game: &'static dyn AnyGame) -> Result<(), Failure> {
    if !game.position(None).is_ok_and(|position| position.hub_text().is_some()) {
        return Err(Failure::input(format!("{} has no Hub notation: expected a draughts variant", game.name())));
    }
    let name = hub::host_name(game.name());
    let parameters = engine.ask("hub", "hub", |line| line == "wait").map_err(failure)?;
    let offered = parameters.iter().filter(|line| line.starts_with("param ")).map(|line| hub::words(line));
    let variants = offered.filter(|words| words.iter().any(|word| word.name == "name" && word.value == "variant"));
    let values: Vec<String> = variants.flatten().filter(|word| word.name == "values").map(|word| word.value).collect();
    let plays = values.iter().any(|values| values.split_whitespace().any(|value| value == name));
    if !plays && (!values.is_empty() || name != "normal") {
        let offer = if values.is_empty() { "no variants".into() } else { values.join(" ") };
        return Err(Failure::input(format!("'{}' does not play {name}: it offers {offer}", engine.command)));
    }
    if plays {
        engine.tell(&format!("set-param name=variant value={name}")).map_err(failure)?;
    }
    engine.ask("init", "init", |line| line == "ready").map_err(failure)?;
    Ok(())
}

impl Other for Hub {
    fn moves(&mut self, position: &dyn AnyPosition) -> Result<Listing, OtherFault> {
        let (Some(text), None) = (position.hub_text(), position.outcome()) else {
            return Ok(Listing::NotAsked);
        };
        let place = format!("pos pos={text}");
        let asked = format!("{place}; level depth=1; go think");
        self.engine.tell(&place)?;
        self.engine.tell("level depth=1")?;
        let end = |line: &str| matches!(line.split_whitespace().next(), Some("done" | "error"));
        let answer = self.engine.ask("go think", &asked, end)?.pop().unwrap_or_default();
        if answer.starts_with("error") {
            return Err(OtherFault::Refused { asked, answer });
        }
        let chosen = hub::words(&answer).into_iter().find(|word| word.name == "move").map(|word| word.value);
        Ok(Listing::One(chosen.filter(|mv| !mv.is_empty())))
    }

    fn perft(&mut self, _: &dyn AnyPosition, _: u32) -> Result<Option<u64>, OtherFault> {
        Ok(None)
    }

    fn is_native(&self) -> bool {
        false
    }

    fn read(&self, position: &dyn AnyPosition, text: &str) -> Result<String, String> {
        let read = position.hub_move(text).ok_or("this game has no Hub notation")?;
        read.map_err(|fault| fault.fault)
    }
}

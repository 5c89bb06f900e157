//! `plywood play`: one game in the terminal, a person or an engine on each side.
//!
//! A person types moves or commands (`help` lists them); the board is drawn after every move. With `--explain` the players of the
//! 6x6 report show what they looked at.

use crate::args::whole;
use crate::failure::Failure;
use crate::output::{Output, append};
use crate::rules::RuleArguments;
use crate::search::score_text;
use crate::{memory, watch};
use clap::Args;
use plywood::checkers::seed::{Choice, Function};
use plywood::core::rng::SplitMix64;
use plywood::core::search::Stop;
use plywood::core::{Outcome, Side};
use plywood::players::Player;
use plywood::{AnyGame, AnyRecord, Form, GameFacts, pdn, registry};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// The game: a name from `plywood games`
    game: String,
    /// Who has White: person, engine, settings such as `time=1`, random, greedy, F1, F2
    #[arg(long, value_name = "PLAYER", default_value = "person")]
    white: String,
    /// Who has Black
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    black: String,
    /// The depth of players that do not say their own, 1 to 64
    #[arg(long, value_name = "D", default_value_t = 8, value_parser = whole::<u32>(1..=64), allow_negative_numbers = true)]
    depth: u32,
    /// Where the game begins
    #[arg(long)]
    fen: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    load: Option<PathBuf>,
    /// Save the game at its end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Show the candidates of F1 and F2: m1 to m6, the function, the minimax value, nodes of minimax and of alpha-beta
    #[arg(long)]
    explain: bool,
    /// The seed of random players
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    rules: RuleArguments,
}

const HELP: &str = "a move, or: moves, undo, hint, board, save FILE, load FILE, resign, quit";

/// How often the prompt looks whether the game was interrupted.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// The lines of standard input, from a thread that ends with the program. What is no text is replaced: it is no move either.
pub(crate) fn lines_of_stdin() -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    lines
}

/// Who sits at the board.
enum Seat {
    Person,
    Player(Box<Player>),
}

pub(crate) fn run(arguments: &PlayArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let game = registry::find(&arguments.game).map_err(Failure::input)?;
    let stop = watch::stop_on_interrupt()?;
    let facts = game.facts();
    let (record, agreed) = match &arguments.load {
        Some(path) => load(path, game, arguments)?,
        None => {
            let set_up = game.record(arguments.fen.as_deref(), &arguments.rules.rules, Form::Native);
            (set_up.map_err(Failure::input)?, None)
        }
    };
    memory::check_players([&arguments.white, &arguments.black], 1)?;
    let seeds = [arguments.seed, SplitMix64::new(arguments.seed).next_u64()];
    let seats =
        [seat(&arguments.white, arguments, &facts, seeds[0])?, seat(&arguments.black, arguments, &facts, seeds[1])?];
    if let Some(path) = &arguments.save {
        // A game is not played to find out at its end that it cannot be saved.
        append(path)?;
    }
    let mut table = Table { arguments, game, seats, record, stop, agreed, lines: lines_of_stdin() };
    table.play(output)
}

fn seat(spec: &str, arguments: &PlayArguments, facts: &GameFacts, seed: u64) -> Result<Seat, Failure> {
    let spec = match spec {
        "person" => return Ok(Seat::Person),
        "engine" => format!("depth={}", arguments.depth),
        name if Function::named(name).is_some() => format!("{name}:{}", arguments.depth),
        other => other.to_owned(),
    };
    let player = Player::parse(&spec, facts, seed).map_err(Failure::input)?;
    Ok(Seat::Player(Box::new(player)))
}

/// A game, and how it has ended where that does not come out of its moves.
type Loaded = (Box<dyn AnyRecord>, Option<Outcome>);

fn load(path: &Path, game: &dyn AnyGame, arguments: &PlayArguments) -> Result<Loaded, Failure> {
    let fault = |fault: &dyn std::fmt::Display| Failure::input(format!("cannot read '{}': {fault}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| fault(&error))?;
    let read = pdn::read_with_result(&text, &arguments.rules.rules);
    let (record, outcome) = read.map_err(|error| fault(&error))?;
    if record.game() != game.name() {
        return Err(fault(&format!("it is a game of {}, not of {}", record.game(), game.name())));
    }
    let agreed = if record.outcome().is_some() { None } else { outcome };
    Ok((record, agreed))
}

/// A game with its players.
struct Table<'a> {
    arguments: &'a PlayArguments,
    game: &'static dyn AnyGame,
    seats: [Seat; 2],
    record: Box<dyn AnyRecord>,
    stop: Stop,
    /// How the game has ended when somebody has resigned or both have agreed on a draw.
    agreed: Option<Outcome>,
    /// What the person types, read beside the game so that an interrupt is seen at the prompt too.
    lines: mpsc::Receiver<String>,
}

/// What a person's line leads to.
enum Reply {
    /// A move was made, or the game ended.
    Done,
    /// Ask again.
    Again,
    /// The person leaves.
    Leave,
}

impl Table<'_> {
    fn play(&mut self, output: &mut Output<impl Write>) -> Result<(), Failure> {
        let people = self.seats.iter().any(|seat| matches!(seat, Seat::Person));
        loop {
            if people {
                self.draw(output)?;
            }
            if self.outcome().is_some() {
                break;
            }
            let side = self.record.side_to_move();
            let go_on = match &self.seats[side.index()] {
                Seat::Person => self.ask(side, output)?,
                Seat::Player(_) => self.think(side, output)?,
            };
            if !go_on {
                break;
            }
        }
        output.line(format_args!("{} after {} plies", self.result(), self.record.moves().len()))?;
        if !people {
            output.line(self.record.text())?;
        }
        if let Some(path) = &self.arguments.save {
            self.save(path)?;
        }
        if self.stop.stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.agreed.or_else(|| self.record.outcome())
    }

    fn result(&self) -> String {
        match (self.outcome(), self.agreed) {
            (Some(Outcome::Win(side)), None) => format!("{} wins", side.name()),
            (Some(Outcome::Win(side)), Some(_)) => format!("{} wins, {} resigned", side.name(), side.other().name()),
            (Some(Outcome::Draw), None) => "draw".into(),
            (Some(Outcome::Draw), Some(_)) => "draw agreed".into(),
            (None, _) => "unfinished".into(),
        }
    }

    fn draw(&self, output: &mut Output<impl Write>) -> Result<(), Failure> {
        let rows = self.record.position().picture();
        for (i, row) in rows.iter().enumerate() {
            let squares: Vec<String> = row.iter().map(char::to_string).collect();
            output.line(format!("{:>2} {}", rows.len() - i, squares.join(" ")).trim_end())?;
        }
        let files: Vec<String> = ('a'..).take(rows.first().map_or(0, Vec::len)).map(String::from).collect();
        output.line(format_args!("   {}", files.join(" ")))?;
        output.line(self.record.text())
    }

    /// Lets an engine move; false when it was stopped.
    fn think(&mut self, side: Side, output: &mut Output<impl Write>) -> Result<bool, Failure> {
        let Seat::Player(player) = &mut self.seats[side.index()] else {
            return Ok(true);
        };
        let mut explained = false;
        let chosen = match (self.arguments.explain, &mut **player) {
            (true, Player::Function(function, depth)) => {
                explained = true;
                let choice = self.record.choose(function, *depth, &self.stop);
                if let Some(choice) = &choice {
                    explain(&*self.record, function, *depth, choice, output)?;
                }
                choice.and_then(|choice| choice.candidates.into_iter().nth(choice.by_minimax)).map(|found| found.text)
            }
            (_, player) => player.choose(&*self.record, &self.stop).map_err(Failure::input)?,
        };
        if self.stop.stopped() {
            return Ok(false);
        }
        let Some(mv) = chosen else { return Ok(false) };
        let number = self.record.moves().len() / 2 + 1;
        self.record.play(&mv).map_err(Failure::input)?;
        if !explained {
            output.line(format_args!("{number}. {}: {mv}", side.name()))?;
        }
        Ok(true)
    }

    /// Lets a person move; false when he leaves.
    fn ask(&mut self, side: Side, output: &mut Output<impl Write>) -> Result<bool, Failure> {
        loop {
            output.bytes(format!("{} to move> ", side.name()).as_bytes())?;
            output.flush()?;
            let Some(line) = self.next_line() else {
                output.line("")?;
                return Ok(false);
            };
            match self.obey(line.trim(), side, output)? {
                Reply::Done => return Ok(true),
                Reply::Again => {}
                Reply::Leave => return Ok(false),
            }
        }
    }

    /// The next line of the person; `None` at the end of the input, and when the game is interrupted.
    fn next_line(&self) -> Option<String> {
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return Some(line),
                Err(mpsc::RecvTimeoutError::Timeout) if !self.stop.stopped() => {}
                Err(_) => return None,
            }
        }
    }

    fn obey(&mut self, line: &str, side: Side, output: &mut Output<impl Write>) -> Result<Reply, Failure> {
        let (command, argument) = line.split_once(' ').map_or((line, ""), |(command, rest)| (command, rest.trim()));
        match command {
            "" => {}
            "help" => output.line(HELP)?,
            "moves" => output.line(self.record.legal_moves().join(" "))?,
            "board" => self.draw(output)?,
            "quit" => return Ok(Reply::Leave),
            "resign" => {
                self.agreed = Some(Outcome::Win(side.other()));
                return Ok(Reply::Done);
            }
            "undo" => return self.take_back(side, output),
            "hint" => self.hint(output)?,
            "save" => match self.save(Path::new(argument)) {
                Ok(()) => output.line(format_args!("saved to {argument}"))?,
                Err(fault) => complain(fault, output)?,
            },
            "load" => match load(Path::new(argument), self.game, self.arguments) {
                Ok(loaded) => {
                    (self.record, self.agreed) = loaded;
                    return Ok(Reply::Done);
                }
                Err(fault) => complain(fault, output)?,
            },
            mv => match self.record.play(mv) {
                Ok(()) => return Ok(Reply::Done),
                Err(fault) => output.line(format_args!("{fault}; {HELP}"))?,
            },
        }
        Ok(Reply::Again)
    }

    /// Takes back the person's last move, and what was answered to it.
    fn take_back(&mut self, side: Side, output: &mut Output<impl Write>) -> Result<Reply, Failure> {
        if !self.record.undo() {
            output.line("there is no move to take back")?;
            return Ok(Reply::Again);
        }
        let alone = matches!(self.seats[side.other().index()], Seat::Player(_));
        if alone && self.record.side_to_move() != side {
            self.record.undo();
        }
        Ok(Reply::Done)
    }

    fn hint(&self, output: &mut Output<impl Write>) -> Result<(), Failure> {
        let facts = self.game.facts();
        let player = Player::parse(&format!("depth={}", self.arguments.depth), &facts, self.arguments.seed);
        let mv = player.map_err(Failure::input)?.choose(&*self.record, &self.stop).map_err(Failure::input)?;
        let value = score_text(self.record.evaluate());
        output.line(format_args!("{} (the position as it stands: {value})", mv.unwrap_or_default()))
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        let tags = [("White", self.arguments.white.as_str()), ("Black", self.arguments.black.as_str())];
        let text = pdn::write(&*self.record, self.game, &tags, self.outcome());
        std::fs::write(path, text).map_err(|fault| Failure::unwritable(path, &fault))
    }
}

/// A fault that a person can mend.
fn complain(fault: Failure, output: &mut Output<impl Write>) -> Result<(), Failure> {
    match fault {
        Failure::Input(fault) => output.line(fault),
        other => Err(other),
    }
}

/// The candidates of a player of the 6x6 report, and what it chose.
fn explain(
    record: &dyn AnyRecord,
    function: &Function,
    depth: u32,
    choice: &Choice<()>,
    output: &mut Output<impl Write>,
) -> Result<(), Failure> {
    let (ply, side) = (record.moves().len(), record.side_to_move());
    output.line(format_args!(
        "{}. {} ({} at depth {depth})  {}",
        ply / 2 + 1,
        side.name(),
        function.name,
        record.text()
    ))?;
    let width = choice.candidates.iter().map(|candidate| candidate.text.len()).max().unwrap_or(0).max(4);
    let name = function.name;
    output.line(format_args!("  {:width$}  m1  m2  m3  m4  m5  m6  {name:>5}  minimax", "move"))?;
    for (i, candidate) in choice.candidates.iter().enumerate() {
        let measures: Vec<String> = candidate.measures.list().iter().map(|m| format!("{m:>2}")).collect();
        let mark = if i == choice.by_minimax { "  <" } else { "" };
        output.line(format_args!(
            "  {:width$}  {}  {:>5}  {:>7}{mark}",
            candidate.text,
            measures.join("  "),
            candidate.function,
            candidate.value
        ))?;
    }
    let of = |i: usize| choice.candidates.get(i).map_or("-", |candidate| candidate.text.as_str());
    output.line(format_args!(
        "  minimax {} ({} nodes), alpha-beta {} ({} nodes)",
        of(choice.by_minimax),
        choice.minimax_nodes,
        of(choice.by_alpha_beta),
        choice.alpha_beta_nodes
    ))
}

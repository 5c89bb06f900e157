//! A game whose type is known only at run time.
//!
//! [`AnyGame`] and [`AnyPosition`] are the dynamic faces of `plywood_core::Game`; one generic
//! implementation, `Erased`, serves every game. What differs between games beyond their types is
//! the list of counting modes, and for RBC what a move looks like from outside; both are values here
//! (`AnyMode`, the `rows` function), not branches.

use crate::playouts::PlayOut;
use crate::sealed::Sealed;
use crate::session::{AnyRecord, Chooser, Form, Notation, RuleChoice, SetupError, hold};
use plywood_amazons::Territory;
use plywood_core::perft::{Control, Perft, PerftError, STACK, Table, TableError, ThreadError};
use plywood_core::search::{Options, Play, RuleFact};
use plywood_core::{Classes, Game, Grid, Keyed, Mode, MoveParts, Outcome, Position, Side, TextError, Zobrist};
use serde_json::{Value, json};
use std::any::Any;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::Builder;
use std::time::Duration;
use thiserror::Error;

/// What is known of a game without playing it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFacts {
    /// Its name on the command line.
    pub name: &'static str,
    /// The board in words.
    pub board: &'static str,
    /// Its squares, as moves and bitboards number them.
    pub grid: Grid,
    /// The letters of its pieces, in the order of [`AnyPosition::pieces`].
    pub letters: Vec<char>,
    /// Who moves first.
    pub first: Side,
    /// The counting modes of perft, the default first.
    pub modes: Vec<&'static str>,
    /// Whether taking a king ends the game, so that such moves are a class of their own.
    pub king_captures: bool,
    /// The rules in one line.
    pub summary: &'static str,
    /// The rules of play that can be switched.
    pub rules: &'static [RuleFact],
    /// The PDN game type (`25,W,8,8,A0,0`), where the game has one.
    pub game_type: Option<String>,
    /// The devices of the search that pay in this game.
    pub options: Options,
    /// Whether the players F1 and F2 of the 6x6 report know it.
    pub functions: bool,
}

/// A legal move as a front end wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveRow {
    /// The move in the notation of its game.
    pub text: String,
    /// Its parts.
    pub detail: MoveDetail,
    /// The position after it, as text.
    pub fen: String,
}

/// The parts of a move; squares are algebraic whatever the notation of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveDetail {
    /// A move of a game with open information.
    Open(plywood_core::MoveFacts),
    /// A request of RBC and what becomes of it on this board.
    Request {
        /// The move taken; none for a pass or a failed request.
        taken: Option<String>,
        /// The square of the piece taken, if one is.
        capture_square: Option<String>,
    },
}

impl MoveRow {
    /// The row as a JSON object: the form of `plywood moves --json`.
    pub fn to_json(&self) -> Value {
        match &self.detail {
            MoveDetail::Open(facts) => {
                let mut row = json!({
                    "move": self.text, "from": facts.from, "to": facts.to,
                    "captured": facts.captured, "promotes": facts.promotes,
                });
                if let Some(arrow) = &facts.arrow {
                    row["arrow"] = json!(arrow);
                }
                row["fen"] = json!(self.fen);
                row
            }
            MoveDetail::Request { taken, capture_square } => json!({
                "request": self.text, "taken": taken, "capture_square": capture_square, "fen": self.fen,
            }),
        }
    }
}

/// Why a count was not made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CountError<T = u64> {
    /// The game has no such mode.
    #[error("{game} has no count mode '{mode}': expected {}", .expected.join(" or "))]
    UnknownMode {
        /// The game.
        game: &'static str,
        /// What was asked for.
        mode: String,
        /// What the game has.
        expected: Vec<&'static str>,
    },
    /// The mode counts distinct boards, which belong to no first move and no class.
    #[error("count mode '{mode}' has no {what}")]
    NotATree {
        /// The mode.
        mode: &'static str,
        /// What was asked of it.
        what: &'static str,
    },
    /// The count itself failed.
    #[error(transparent)]
    Perft(#[from] PerftError<T>),
}

/// With what a tree is counted: threads, a table or none, a control.
///
/// # Example
/// ```
/// let settings = plywood::PerftSettings::new(2)?.with_table(16 << 20, 1)?;
/// settings.control().stop(); // from any thread
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PerftSettings {
    pub(crate) threads: usize,
    pub(crate) perft: Perft,
    pub(crate) table: Option<Table>,
    pub(crate) control: Control,
}

impl PerftSettings {
    /// `threads` threads and no table.
    ///
    /// # Errors
    /// When the system does not give the threads.
    pub fn new(threads: usize) -> Result<Self, ThreadError> {
        Ok(Self { threads, perft: Perft::new(threads)?, table: None, control: Control::new() })
    }

    /// The same with a table of at most `bytes`, with keys from `seed`.
    ///
    /// # Errors
    /// When the memory cannot be reserved.
    pub fn with_table(self, bytes: usize, seed: u64) -> Result<Self, TableError> {
        Ok(Self { table: Some(Table::new(bytes, seed)?), ..self })
    }

    /// Stops a running count, shows its progress.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Does `work`, a count with these settings, on a thread of its own, and looks at it from this one: `look` gets the share that is
    /// done, 0 to 1, as often as `every`, and a break stops the count. Where the system has no other thread to give, the work is done on
    /// this one and nobody looks.
    ///
    /// # Example
    /// ```
    /// use std::{ops::ControlFlow, time::Duration};
    /// let settings = plywood::PerftSettings::new(1)?;
    /// let start = plywood::registry::find("russian")?.position(None)?;
    /// let mut look = |_share: f64| ControlFlow::Continue(());
    /// let nodes = settings.watched(Duration::from_millis(50), &mut look, || start.perft("unique", 5, &settings))?;
    /// assert_eq!(nodes, 7_482);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn watched<T: Send>(
        &self,
        every: Duration,
        look: &mut dyn FnMut(f64) -> ControlFlow<()>,
        work: impl FnOnce() -> T + Send,
    ) -> T {
        let (done, wait) = mpsc::channel::<()>();
        let work = Mutex::new(Some(work));
        let begin = || work.lock().unwrap_or_else(PoisonError::into_inner).take().map(|work| work());
        let result = std::thread::scope(|scope| {
            let counting = move || {
                let result = begin();
                drop(done);
                result
            };
            let Ok(working) = Builder::new().stack_size(STACK).spawn_scoped(scope, counting) else { return begin() };
            while wait.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
                if look(self.control.progress()).is_break() {
                    self.control.stop();
                    break;
                }
            }
            working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        result.unwrap_or_else(|| unreachable!("the work is taken once"))
    }
}

/// First moves with the leaves under each, by label.
pub type Labelled = Vec<(String, u64)>;

/// A game at run time. Sealed, as the other faces of games are: implement `Play` instead.
pub trait AnyGame: Sealed + Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What is known of it.
    fn facts(&self) -> GameFacts;

    /// The name of a square of the grid in the notation of the game's moves: `c3`, or `9` where draughts squares have numbers.
    fn square_name(&self, square: u32) -> String;

    /// The square with this name, by its letters or in the notation of the moves; `None` when there is no such square.
    fn read_square(&self, name: &str) -> Option<u32>;

    /// Checks a suite row that only this game understands (`case` and `sense` rows of RBC).
    ///
    /// # Errors
    /// What differs. `None` when the game has no such rows.
    fn check_row(&self, row: &Value) -> Option<Result<(), String>>;

    /// A position from text, or the start.
    ///
    /// # Errors
    /// The fault of the text and its place.
    fn position(&self, fen: Option<&str>) -> Result<Box<dyn AnyPosition>, TextError>;

    /// A game that begins at a position, or at the start, with some rules of play on or off.
    ///
    /// # Errors
    /// [`SetupError`]: the position, a rule, or a notation that the game does not have.
    fn record(&self, fen: Option<&str>, rules: &RuleChoice, form: Form) -> Result<Box<dyn AnyRecord>, SetupError>;
}

/// A position at run time. Sealed.
pub trait AnyPosition: Sealed + Send + Sync {
    /// The position as text.
    fn text(&self) -> String;

    /// Who is to move.
    fn side_to_move(&self) -> Side;

    /// The legal moves (RBC: the requests) sorted by text. Empty when the game has ended.
    fn moves(&self) -> Vec<MoveRow>;

    /// The legal moves (RBC: the requests) as a list to choose from. Empty when the game has ended.
    fn list(&self) -> Box<dyn AnyMoves>;

    /// How many there are, without a list of them.
    fn count(&self) -> u64;

    /// How the game has ended by the board alone, if it has; rules of play are the business of an
    /// [`AnyRecord`].
    fn outcome(&self) -> Option<Outcome>;

    /// A number that equal positions share, and different ones hardly ever do. It is the same in every run.
    fn key(&self) -> u64;

    /// Which pieces stand where: [`Game::pieces`].
    fn pieces(&self) -> Vec<(char, u128)>;

    /// The board as a picture: rows from the top rank, each from file a; a blank where no piece can stand, a dot for an empty
    /// square, Unicode's pieces.
    fn picture(&self) -> Vec<Vec<char>>;

    /// Another one of the same.
    fn duplicate(&self) -> Box<dyn AnyPosition>;

    /// Whether both are the same position of the same game.
    fn same(&self, other: &dyn AnyPosition) -> bool;

    /// The position itself, for those who know its type: a `plywood_rbc::Board` has more to tell.
    fn as_any(&self) -> &dyn Any;

    /// The territories of both sides; `None` in games that have none.
    fn territory(&self) -> Option<Territory>;

    /// The position in the notation of the Hub protocol; `None` in games that have none.
    fn hub_text(&self) -> Option<String>;

    /// The legal move that a text of the Hub protocol means, as the game itself writes it; `None` in games without that notation.
    fn hub_move(&self, text: &str) -> Option<Result<String, TextError>>;

    /// The counting mode of perft that is meant when none is named.
    fn default_mode(&self) -> &'static str;

    /// Leaves at `depth` in `mode`.
    ///
    /// # Errors
    /// [`CountError`].
    fn perft(&self, mode: &str, depth: u32, settings: &PerftSettings) -> Result<u64, CountError>;

    /// Leaves under every first move, sorted by label.
    ///
    /// # Errors
    /// [`CountError`]; an interrupted count holds what it has.
    fn divide(&self, mode: &str, depth: u32, settings: &PerftSettings) -> Result<Labelled, CountError<Labelled>>;

    /// Leaves by class of the last move; the table of the settings is not used.
    ///
    /// # Errors
    /// [`CountError`]; an interrupted count holds what it has.
    fn classes(&self, mode: &str, depth: u32, settings: &PerftSettings) -> Result<Classes, CountError<Classes>>;
}

/// The legal moves of a position (RBC: the requests), in an order that depends on the position alone. Sealed.
///
/// # Example
/// ```
/// let start = plywood::registry::find("amazons")?.position(None)?;
/// let moves = start.list();
/// let shot = moves.find("d1-d6/g9")?;
/// assert_eq!(moves.parts(shot).map(|parts| parts.arrow), Some(86));
/// let after = moves.play(shot).ok_or("no such move")?;
/// assert_eq!(after.text(), "3q2q3/6*3/10/q8q/3Q6/10/Q8Q/10/10/6Q3 b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyMoves: Sealed + Send + Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The move at `index` as numbers; `None` beyond the end.
    fn parts(&self, index: usize) -> Option<MoveParts>;

    /// The squares on which the piece of the move at `index` lands, in order, the one where it ends last:
    /// [`Game::landings`]; `None` beyond the end.
    fn landings(&self, index: usize) -> Option<Vec<u8>>;

    /// The move at `index` as text; `None` beyond the end.
    fn text(&self, index: usize) -> Option<String>;

    /// The place of the move that `text` says.
    ///
    /// # Errors
    /// The fault of the text, or why there is no such move.
    fn find(&self, text: &str) -> Result<usize, TextError>;

    /// The position after the move at `index`; `None` beyond the end.
    fn play(&self, index: usize) -> Option<Box<dyn AnyPosition>>;
}

/// A counting mode of the game `G` at run time.
pub(crate) trait AnyMode<G>: Send + Sync {
    fn name(&self) -> &'static str;
    fn count(&self, position: &G, depth: u32, settings: &PerftSettings) -> Result<u64, CountError>;
    fn divide(&self, position: &G, depth: u32, settings: &PerftSettings) -> Result<Labelled, CountError<Labelled>>;
    fn classes(&self, position: &G, depth: u32, settings: &PerftSettings) -> Result<Classes, CountError<Classes>>;
}

/// The edges of a position with their labels.
type Labels<G> = fn(&G) -> Vec<(<G as Position>::Move, String)>;

/// A mode that counts a tree, with the labels of the edges at the root.
pub(crate) struct Tree<G: Game, M> {
    pub(crate) mode: M,
    pub(crate) labels: Labels<G>,
}

impl<G: Game, M: Mode<G>> AnyMode<G> for Tree<G, M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn count(&self, position: &G, depth: u32, settings: &PerftSettings) -> Result<u64, CountError> {
        Ok(settings.perft.count(self.mode, position, depth, settings.table.as_ref(), &settings.control)?)
    }

    fn divide(&self, position: &G, depth: u32, settings: &PerftSettings) -> Result<Labelled, CountError<Labelled>> {
        let label = |counts: Vec<(G::Move, u64)>| {
            let counts: HashMap<G::Move, u64> = counts.into_iter().collect();
            let labels = if position.ended().is_some() { Vec::new() } else { (self.labels)(position) };
            let count = |(mv, label)| (label, counts.get(&mv).copied().unwrap_or(0));
            let mut rows: Labelled = labels.into_iter().map(count).collect();
            rows.sort();
            rows
        };
        match settings.perft.divide(self.mode, position, depth, settings.table.as_ref(), &settings.control) {
            Ok(counts) => Ok(label(counts)),
            Err(error) => Err(error.map(label).into()),
        }
    }

    fn classes(&self, position: &G, depth: u32, settings: &PerftSettings) -> Result<Classes, CountError<Classes>> {
        Ok(settings.perft.classes(self.mode, position, depth, &settings.control)?)
    }
}

/// A mode whose edges are called after their moves.
pub(crate) fn tree<G: Game, M: Mode<G>>(mode: M) -> Box<dyn AnyMode<G>> {
    Box::new(Tree { mode, labels: G::moves_with_text })
}

/// A game of known type with its modes and the way its moves are shown.
pub(crate) struct Erased<G: Play> {
    pub(crate) modes: Vec<Box<dyn AnyMode<G>>>,
    pub(crate) rows: fn(&G) -> Vec<MoveRow>,
    pub(crate) edges: Edges<G>,
    pub(crate) play_out: PlayOut<G>,
    pub(crate) king_captures: bool,
    pub(crate) check_row: Option<RowCheck>,
    pub(crate) game_type: Option<String>,
    /// How pieces are drawn: letters of positions, each before its Unicode sign.
    pub(crate) glyphs: &'static str,
    /// The notation of the Hub protocol.
    pub(crate) hub: Option<Notation<G>>,
    /// The players of the 6x6 report.
    pub(crate) chooser: Option<Chooser<G>>,
    /// Who holds what on the board.
    pub(crate) territory: Option<fn(&G) -> Territory>,
}

/// Checks a suite row that only one game understands.
pub(crate) type RowCheck = fn(&Value) -> Result<(), String>;

/// What can be chosen at a position, and what becomes of it.
pub(crate) struct Edges<G: Game> {
    pub(crate) list: fn(&G) -> Vec<G::Move>,
    pub(crate) count: fn(&G) -> u64,
    pub(crate) text: fn(&G, &G::Move) -> String,
    pub(crate) parts: fn(&G, &G::Move) -> MoveParts,
    pub(crate) landings: fn(&G, &G::Move) -> Vec<u8>,
    pub(crate) parse: fn(&G, &str) -> Result<G::Move, TextError>,
    /// The move that is made when this one is chosen.
    pub(crate) made: fn(&G, &G::Move) -> G::Move,
}

impl<G: Game> Edges<G> {
    /// Where all is open, the chosen move is made.
    pub(crate) fn open() -> Self {
        Self {
            list: G::moves,
            count: G::count,
            text: G::move_text,
            parts: G::parts,
            landings: G::landings,
            parse: G::parse_move,
            made: |_, mv| *mv,
        }
    }
}

/// The moves of a game with open information.
pub(crate) fn open_rows<G: Game>(position: &G) -> Vec<MoveRow> {
    let row = |(mv, text): (G::Move, String)| MoveRow {
        text,
        detail: MoveDetail::Open(position.facts(&mv)),
        fen: position.play(&mv).text(),
    };
    position.moves_with_text().into_iter().map(row).collect()
}

impl<G: Play> Sealed for Arc<Erased<G>> {}

impl<G: Play> AnyGame for Arc<Erased<G>> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn square_name(&self, square: u32) -> String {
        G::square_name(square)
    }

    fn read_square(&self, name: &str) -> Option<u32> {
        G::read_square(name)
    }

    fn check_row(&self, row: &Value) -> Option<Result<(), String>> {
        self.check_row.map(|check| check(row))
    }

    fn facts(&self) -> GameFacts {
        GameFacts {
            name: G::NAME,
            board: G::BOARD,
            grid: G::GRID,
            letters: G::start().pieces().into_iter().map(|(letter, _)| letter).collect(),
            first: G::first_player(),
            modes: self.modes.iter().map(|mode| mode.name()).collect(),
            king_captures: self.king_captures,
            summary: G::SUMMARY,
            rules: G::RULES,
            game_type: self.game_type.clone(),
            options: G::OPTIONS,
            functions: self.chooser.is_some(),
        }
    }

    fn record(&self, fen: Option<&str>, rules: &RuleChoice, form: Form) -> Result<Box<dyn AnyRecord>, SetupError> {
        hold(self, fen, rules, form)
    }

    fn position(&self, fen: Option<&str>) -> Result<Box<dyn AnyPosition>, TextError> {
        let position = fen.map_or_else(|| Ok(G::start()), G::parse)?;
        Ok(Box::new(At { game: Self::clone(self), position }))
    }
}

/// A position of an erased game.
pub(crate) struct At<G: Play> {
    pub(crate) game: Arc<Erased<G>>,
    pub(crate) position: G,
}

/// The moves of a position of an erased game.
struct Choices<G: Play> {
    game: Arc<Erased<G>>,
    position: G,
    moves: Vec<G::Move>,
}

impl<G: Play> Sealed for Choices<G> {}

impl<G: Play> AnyMoves for Choices<G> {
    fn len(&self) -> usize {
        self.moves.len()
    }

    fn parts(&self, index: usize) -> Option<MoveParts> {
        self.moves.get(index).map(|mv| (self.game.edges.parts)(&self.position, mv))
    }

    fn landings(&self, index: usize) -> Option<Vec<u8>> {
        self.moves.get(index).map(|mv| (self.game.edges.landings)(&self.position, mv))
    }

    fn text(&self, index: usize) -> Option<String> {
        self.moves.get(index).map(|mv| (self.game.edges.text)(&self.position, mv))
    }

    fn find(&self, text: &str) -> Result<usize, TextError> {
        let wanted = (self.game.edges.parse)(&self.position, text)?;
        let index = self.moves.iter().position(|mv| *mv == wanted);
        index.ok_or_else(|| TextError::at(text, 0, "the game is over"))
    }

    fn play(&self, index: usize) -> Option<Box<dyn AnyPosition>> {
        let made = (self.game.edges.made)(&self.position, self.moves.get(index)?);
        Some(Box::new(At { game: Arc::clone(&self.game), position: self.position.play(&made) }))
    }
}

impl<G: Play> At<G> {
    fn mode<T>(&self, name: &str) -> Result<&dyn AnyMode<G>, CountError<T>> {
        let found = self.game.modes.iter().find(|mode| mode.name() == name);
        found.map(|mode| &**mode as &dyn AnyMode<G>).ok_or_else(|| CountError::UnknownMode {
            game: G::NAME,
            mode: name.into(),
            expected: self.game.modes.iter().map(|mode| mode.name()).collect(),
        })
    }
}

impl<G: Play> Sealed for At<G> {}

impl<G: Play> AnyPosition for At<G> {
    fn text(&self) -> String {
        self.position.text()
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn moves(&self) -> Vec<MoveRow> {
        if self.position.ended().is_some() {
            return Vec::new();
        }
        let mut rows = (self.game.rows)(&self.position);
        rows.sort_by(|a, b| a.text.cmp(&b.text));
        rows
    }

    fn list(&self) -> Box<dyn AnyMoves> {
        let over = self.position.ended().is_some();
        let moves = if over { Vec::new() } else { (self.game.edges.list)(&self.position) };
        Box::new(Choices { game: Arc::clone(&self.game), position: self.position.clone(), moves })
    }

    fn count(&self) -> u64 {
        if self.position.ended().is_some() { 0 } else { (self.game.edges.count)(&self.position) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.ended().or_else(|| (!self.position.any()).then(|| self.position.stuck()))
    }

    fn key(&self) -> u64 {
        Keyed::new(self.position.clone(), Zobrist::standard()).key() as u64
    }

    fn pieces(&self) -> Vec<(char, u128)> {
        self.position.pieces()
    }

    fn picture(&self) -> Vec<Vec<char>> {
        let glyph = |letter: char| match letter {
            '.' => '·',
            ' ' => ' ',
            letter => self.game.glyphs.chars().skip_while(|&glyph| glyph != letter).nth(1).unwrap_or(letter),
        };
        self.position.letters().iter().map(|row| row.iter().copied().map(glyph).collect()).collect()
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        Box::new(Self { game: Arc::clone(&self.game), position: self.position.clone() })
    }

    fn same(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<G>() == Some(&self.position)
    }

    fn as_any(&self) -> &dyn Any {
        &self.position
    }

    fn territory(&self) -> Option<Territory> {
        self.game.territory.map(|territory| territory(&self.position))
    }

    fn hub_text(&self) -> Option<String> {
        self.game.hub.map(|hub| (hub.text)(&self.position))
    }

    fn hub_move(&self, text: &str) -> Option<Result<String, TextError>> {
        let hub = self.game.hub?;
        Some((hub.parse_move)(&self.position, text).map(|mv| self.position.move_text(&mv)))
    }

    fn default_mode(&self) -> &'static str {
        self.game.modes.first().map_or("unique", |mode| mode.name())
    }

    fn perft(&self, mode: &str, depth: u32, settings: &PerftSettings) -> Result<u64, CountError> {
        self.mode(mode)?.count(&self.position, depth, settings)
    }

    fn divide(&self, mode: &str, depth: u32, settings: &PerftSettings) -> Result<Labelled, CountError<Labelled>> {
        self.mode(mode)?.divide(&self.position, depth, settings)
    }

    fn classes(&self, mode: &str, depth: u32, settings: &PerftSettings) -> Result<Classes, CountError<Classes>> {
        self.mode(mode)?.classes(&self.position, depth, settings)
    }
}

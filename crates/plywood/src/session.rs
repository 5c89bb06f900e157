//! A game under way whose type is known only at run time: played, taken back, judged, searched.
//!
//! [`AnyRecord`] is the dynamic face of the core's `Record` with a game's own rules of play and evaluation. Moves are texts
//! here, in one of the notations of the game; the search is the core's, its limits and reports with texts for moves.
//!
//! Not here: whole games as text (`pdn`), matches, and the front ends.

use crate::game::{AnyPosition, At, CountError, Erased, PerftSettings};
use crate::playouts::{self, Playout, PlayoutCounts, RandomGame, RandomGames};
use crate::sealed::Sealed;
use plywood_checkers::seed;
use plywood_core::perft::{Control, PerftError};
use plywood_core::search::{
    Engine, Evaluation, Limits, MAX_EVALUATION, Play, Record, Report, RuleSet, Score, SearchError, Stop,
};
use plywood_core::{Game, Outcome, Position, Side, TextError};
use std::sync::Arc;
use thiserror::Error;

/// Positions and moves of a game in one of its notations.
pub(crate) struct Notation<G: Game> {
    pub(crate) parse: fn(&str) -> Result<G, TextError>,
    pub(crate) text: fn(&G) -> String,
    pub(crate) move_text: fn(&G, &G::Move) -> String,
    pub(crate) parse_move: fn(&G, &str) -> Result<G::Move, TextError>,
}

impl<G: Game> Notation<G> {
    /// The notation that the game's documents use.
    pub(crate) fn native() -> Self {
        Self { parse: G::parse, text: G::text, move_text: G::move_text, parse_move: G::parse_move }
    }
}

impl<G: Game> Clone for Notation<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Notation<G> {}

/// In which notation a game is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The game's own.
    #[default]
    Native,
    /// That of the Hub protocol, which draughts variants have.
    Hub,
}

/// A choice of rules of play: names of rules with on or off. What is not named is as its fact says.
pub type RuleChoice = [(String, bool)];

/// Why a game could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The position cannot be read.
    #[error("bad position for {game}: {fault}")]
    Position {
        /// The game.
        game: &'static str,
        /// The fault and its place.
        fault: TextError,
    },
    /// There is no such rule of play.
    #[error("{game} has no rule '{name}': expected {}", if .expected.is_empty() { "none".into() } else { .expected.join(" or ") })]
    Rule {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What it has.
        expected: Vec<&'static str>,
    },
    /// The game is not played in this notation.
    #[error("{0} has no Hub notation")]
    Form(&'static str),
}

/// Why a search gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchFault {
    /// A move to search cannot be read or is not legal.
    #[error(transparent)]
    Move(#[from] TextError),
    /// The search itself.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// What a position is worth, said by a front end. The threads of a search ask at the same time.
pub trait AnyEvaluation: Sync {
    /// The score from the side to move in hundredths; what is beyond
    /// [`MAX_EVALUATION`] is taken for that. It must depend on the position alone.
    fn evaluate(&self, position: &dyn AnyPosition) -> Score;
}

/// The evaluation of a search: one type for both kinds, because every type compiles the search of every game once more.
enum Judge<'a, G: Play> {
    Own(&'a G::Evaluation),
    Foreign { game: &'a Arc<Erased<G>>, evaluation: &'a dyn AnyEvaluation },
}

impl<G: Play> Evaluation<G> for Judge<'_, G> {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        match self {
            Self::Own(evaluation) => evaluation.evaluate(position),
            Self::Foreign { game, evaluation } => {
                let at = At { game: Arc::clone(game), position: position.clone() };
                evaluation.evaluate(&at).clamp(-MAX_EVALUATION, MAX_EVALUATION)
            }
        }
    }
}

/// A game under way. Sealed.
pub trait AnyRecord: Sealed + Send {
    /// The name of its game.
    fn game(&self) -> &'static str;
    /// The position on the board.
    fn text(&self) -> String;
    /// The position on the board, to look at.
    fn position(&self) -> Box<dyn AnyPosition>;
    /// The position that the game began with; `None` when that is the start position of the game.
    fn set_up(&self) -> Option<String>;
    /// Who is to move.
    fn side_to_move(&self) -> Side;
    /// The moves so far.
    fn moves(&self) -> &[String];
    /// The moves that may be played, sorted by text; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a move.
    ///
    /// # Errors
    /// The fault of the text, or that the move is not legal, forbidden by the rules of play, or the game over.
    fn play(&mut self, text: &str) -> Result<(), TextError>;
    /// Plays a random game from the position on the board to its end, which this record does not see.
    fn playout(&self, which: RandomGame, moves: bool) -> Playout;
    /// Plays many random games from the position on the board, with the threads of `settings`, whose table is not used.
    ///
    /// # Errors
    /// [`PerftError::Interrupted`] with what had been played, when the control of `settings` was stopped.
    fn playouts(
        &self,
        games: &RandomGames,
        settings: &PerftSettings,
    ) -> Result<PlayoutCounts, CountError<PlayoutCounts>>;
    /// Plays on at random in this record, as [`playout`](Self::playout) does, and gives the number of plies.
    fn play_random(&mut self, which: RandomGame) -> usize;
    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What the position is worth without looking ahead, from the side to move.
    fn evaluate(&self) -> Score;
    /// Searches the position on the board, with the game's own evaluation or with one that the caller brings.
    ///
    /// # Errors
    /// [`SearchFault`].
    fn search(
        &self,
        engine: &Engine,
        evaluation: Option<&dyn AnyEvaluation>,
        limits: &Limits<String>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, SearchFault>;
    /// The rules of play that are not as usual.
    fn rules(&self) -> &RuleChoice;
    /// What a player of the 6x6 report chooses, with all that he looked at; `None` when the game is over, has no such players, or
    /// `stop` was called.
    fn choose(&self, function: &seed::Function, depth: u32, stop: &Stop) -> Option<seed::Choice<()>>;
    /// The move alone.
    fn pick(&self, function: &seed::Function, depth: u32, stop: &Stop) -> Option<String>;
    /// Another record of the same game so far.
    fn duplicate(&self) -> Box<dyn AnyRecord>;
}

/// How the players of the 6x6 report look at a game, where their functions are defined.
pub(crate) struct Chooser<G: Play> {
    pub(crate) choose: Ask<G, seed::Choice<<G as Position>::Move>>,
    pub(crate) pick: Ask<G, <G as Position>::Move>,
}

type Ask<G, T> = fn(&Record<G, <G as Play>::Referee>, &seed::Function, u32, &Stop) -> Option<T>;

/// A record of a game of known type.
struct Held<G: Play> {
    game: Arc<Erased<G>>,
    notation: Notation<G>,
    record: Record<G, G::Referee>,
    evaluation: G::Evaluation,
    rules: Vec<(String, bool)>,
    moves: Vec<String>,
}

/// A record that begins at `fen`, or at the start.
pub(crate) fn hold<G: Play>(
    game: &Arc<Erased<G>>,
    fen: Option<&str>,
    rules: &RuleChoice,
    form: Form,
) -> Result<Box<dyn AnyRecord>, SetupError> {
    let notation = match form {
        Form::Native => Notation::native(),
        Form::Hub => game.hub.ok_or(SetupError::Form(G::NAME))?,
    };
    let set = rules.iter().try_fold(RuleSet::standard(G::RULES), |set, (name, on)| {
        let place = G::RULES.iter().position(|fact| fact.name == name);
        place.map(|place| set.with(place, *on)).ok_or_else(|| SetupError::Rule {
            game: G::NAME,
            name: name.clone(),
            expected: G::RULES.iter().map(|fact| fact.name).collect(),
        })
    })?;
    let position = fen.map_or_else(|| Ok(G::start()), notation.parse);
    let position = position.map_err(|fault| SetupError::Position { game: G::NAME, fault })?;
    let record = Record::new(position, G::referee(set));
    let evaluation = G::evaluation(set);
    Ok(Box::new(Held {
        game: Arc::clone(game),
        notation,
        record,
        evaluation,
        rules: unusual::<G>(set),
        moves: Vec::new(),
    }))
}

/// The rules that are not as their facts say.
fn unusual<G: Play>(set: RuleSet) -> Vec<(String, bool)> {
    let switched = G::RULES.iter().enumerate().filter(|&(place, fact)| set.has(place) != fact.on);
    switched.map(|(_, fact)| (fact.name.to_owned(), !fact.on)).collect()
}

impl<G: Play> Held<G> {
    /// The line of a report as texts.
    fn spell(&self, report: &Report<G::Move>) -> Report<String> {
        let mut position = self.record.position().clone();
        let mut line = Vec::with_capacity(report.line.len());
        for mv in &report.line {
            line.push((self.notation.move_text)(&position, mv));
            position = position.play(mv);
        }
        report.with_line(line)
    }

    /// The moves of `record`, which goes on where this one stands, as texts.
    fn spell_all(&self, record: &Record<G, G::Referee>) -> Vec<String> {
        let moves = record.moves().iter().enumerate().skip(self.moves.len());
        moves.map(|(n, mv)| (self.notation.move_text)(record.position_before(n), mv)).collect()
    }

    fn parse_moves(&self, texts: &[String]) -> Result<Vec<G::Move>, TextError> {
        texts.iter().map(|text| (self.notation.parse_move)(self.record.position(), text)).collect()
    }
}

impl<G: Play> Sealed for Held<G> {}

impl<G: Play> AnyRecord for Held<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn text(&self) -> String {
        (self.notation.text)(self.record.position())
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        Box::new(At { game: Arc::clone(&self.game), position: self.record.position().clone() })
    }

    fn set_up(&self) -> Option<String> {
        let first = self.record.position_before(0);
        (*first != G::start()).then(|| (self.notation.text)(first))
    }

    fn side_to_move(&self) -> Side {
        self.record.position().side_to_move()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let position = self.record.position();
        let mut moves: Vec<String> =
            self.record.legal_moves().iter().map(|mv| (self.notation.move_text)(position, mv)).collect();
        moves.sort();
        moves
    }

    fn play(&mut self, text: &str) -> Result<(), TextError> {
        let position = self.record.position();
        let mv = (self.notation.parse_move)(position, text)?;
        let spelled = (self.notation.move_text)(position, &mv);
        if !self.record.play(&mv) {
            let why = if self.outcome().is_some() { "the game is over" } else { "the rules of play forbid it" };
            return Err(TextError::at(text, 0, format!("'{text}' cannot be played: {why}")));
        }
        self.moves.push(spelled);
        Ok(())
    }

    fn playout(&self, which: RandomGame, moves: bool) -> Playout {
        let mut record = self.record.clone();
        let outcome = playouts::go_on(self.game.play_out, &mut record, which, &Control::new());
        Playout {
            outcome,
            plies: record.moves().len() - self.moves.len(),
            moves: if moves { self.spell_all(&record) } else { Vec::new() },
            position: Box::new(At { game: Arc::clone(&self.game), position: record.position().clone() }),
        }
    }

    fn playouts(
        &self,
        games: &RandomGames,
        settings: &PerftSettings,
    ) -> Result<PlayoutCounts, CountError<PlayoutCounts>> {
        let PerftSettings { perft, control, .. } = settings;
        let counts = playouts::count(self.game.play_out, &self.record, games, perft, control);
        if control.stopped() { Err(PerftError::Interrupted(counts).into()) } else { Ok(counts) }
    }

    fn play_random(&mut self, which: RandomGame) -> usize {
        playouts::go_on(self.game.play_out, &mut self.record, which, &Control::new());
        let played = self.spell_all(&self.record);
        self.moves.extend_from_slice(&played);
        played.len()
    }

    fn undo(&mut self) -> bool {
        self.moves.pop();
        self.record.undo().is_some()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn evaluate(&self) -> Score {
        self.evaluation.evaluate(self.record.position())
    }

    fn search(
        &self,
        engine: &Engine,
        evaluation: Option<&dyn AnyEvaluation>,
        limits: &Limits<String>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, SearchFault> {
        let judge = match evaluation {
            None => Judge::Own(&self.evaluation),
            Some(evaluation) => Judge::Foreign { game: &self.game, evaluation },
        };
        let limits = limits.with_moves(self.parse_moves(&limits.moves)?);
        let mut spelled = |report: &Report<G::Move>| progress(&self.spell(report));
        let report = engine.search(&self.record, &judge, &limits, stop, &mut spelled)?;
        Ok(self.spell(&report))
    }

    fn rules(&self) -> &RuleChoice {
        &self.rules
    }

    fn choose(&self, function: &seed::Function, depth: u32, stop: &Stop) -> Option<seed::Choice<()>> {
        let choice = (self.game.chooser.as_ref()?.choose)(&self.record, function, depth, stop)?;
        Some(choice.without_moves())
    }

    fn pick(&self, function: &seed::Function, depth: u32, stop: &Stop) -> Option<String> {
        let mv = (self.game.chooser.as_ref()?.pick)(&self.record, function, depth, stop)?;
        Some((self.notation.move_text)(self.record.position(), &mv))
    }

    fn duplicate(&self) -> Box<dyn AnyRecord> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            notation: self.notation,
            record: self.record.clone(),
            evaluation: self.evaluation.clone(),
            rules: self.rules.clone(),
            moves: self.moves.clone(),
        })
    }
}

//! A person at the terminal as a player: he is shown what the rules let him see, and types senses and requests.
//!
//! Not here: the game around him (`play`).

use super::end_text;
use crate::failure::Failure;
use crate::output::{Output, append};
use crate::play::{POLL, lines_of_stdin};
use plywood::core::Side;
use plywood::core::search::Stop;
use plywood::rbc::arbiter::{Choice, Player};
use plywood::rbc::end::End;
use plywood::rbc::history::History;
use plywood::rbc::{Board, Outcome, Piece, Request, Sensed, Square, request_text};
use std::io::Write;
use std::path::Path;
use std::sync::mpsc;

const HELP: &str = "\
sense: a square such as e7, or `none`
move: a request such as e2e4, a7a8q, or `pass`
list (the requests), board, save FILE (when the game is over), resign, quit, help";

/// A person, what he knows, and where he reads it.
pub(super) struct Person<'a, W> {
    output: &'a mut Output<W>,
    lines: mpsc::Receiver<String>,
    stop: Stop,
    side: Side,
    /// His own pieces, and whose turn it is.
    own: Board,
    /// What he saw when he last sensed, less what has changed since for all he knows.
    seen: Vec<Sensed>,
    /// Where the game is to be saved.
    pub(super) save: Option<String>,
    /// Standard output failed; the game is broken off for it.
    pub(super) failed: Option<Failure>,
}

/// What a line leads to.
enum Reply<T> {
    Choice(Choice<T>),
    Again,
}

impl<'a, W: Write> Person<'a, W> {
    pub(super) fn new(output: &'a mut Output<W>, stop: Stop) -> Self {
        let start = plywood::core::Game::start();
        let lines = lines_of_stdin();
        Self { output, lines, stop, side: Side::White, own: start, seen: Vec::new(), save: None, failed: None }
    }

    /// Writes a line; a failure is kept for the end of the game.
    fn say(&mut self, text: impl std::fmt::Display) -> Result<(), String> {
        self.output.line(text).map_err(|failure| self.fail(failure))
    }

    fn fail(&mut self, failure: Failure) -> String {
        self.failed = Some(failure);
        "standard output".into()
    }

    /// Own pieces, and the last sense; `?` is what is not known.
    fn draw(&mut self) -> Result<(), String> {
        for rank in (0..8u8).rev() {
            let row: Vec<String> = (0..8u8).map(|file| self.letter(rank * 8 + file).to_string()).collect();
            self.say(format_args!("{} {}", rank + 1, row.join(" ")))?;
        }
        self.say("  a b c d e f g h")
    }

    fn letter(&self, number: u8) -> char {
        let Some(square) = Square::new(number) else { return '?' };
        if let Some(piece) = self.own.piece_at(square) {
            return piece.letter();
        }
        let seen = self.seen.iter().find(|(other, _)| *other == square);
        seen.map_or('?', |(_, piece)| piece.map_or('.', Piece::letter))
    }

    /// Asks until there is a choice.
    fn ask<T>(
        &mut self,
        prompt: &str,
        requests: &[Request],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Choice<T>, String> {
        loop {
            let prompted = self.output.bytes(prompt.as_bytes()).and_then(|()| Ok(self.output.flush()?));
            prompted.map_err(|failure| self.fail(failure))?;
            let Some(line) = self.next_line() else {
                self.say("")?;
                return Ok(Choice::Leave);
            };
            if let Reply::Choice(choice) = self.obey(line.trim(), requests, &read)? {
                return Ok(choice);
            }
        }
    }

    /// The next line; `None` at the end of the input, and when the game is interrupted.
    fn next_line(&self) -> Option<String> {
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return Some(line),
                Err(mpsc::RecvTimeoutError::Timeout) if !self.stop.stopped() => {}
                Err(_) => return None,
            }
        }
    }

    fn obey<T>(
        &mut self,
        line: &str,
        requests: &[Request],
        read: &impl Fn(&str) -> Result<T, String>,
    ) -> Result<Reply<T>, String> {
        let (command, argument) = line.split_once(' ').map_or((line, ""), |(command, rest)| (command, rest.trim()));
        match command {
            "" => {}
            "help" => self.say(HELP)?,
            "board" => self.draw()?,
            "list" => {
                let list: Vec<String> = requests.iter().map(|request| request_text(*request)).collect();
                self.say(list.join(" "))?;
            }
            "resign" => return Ok(Reply::Choice(Choice::Resign)),
            "quit" => return Ok(Reply::Choice(Choice::Leave)),
            "save" if argument.is_empty() => self.say("save FILE: expected the name of a file")?,
            "save" => match append(Path::new(argument)) {
                Ok(_) => {
                    self.save = Some(argument.to_owned());
                    self.say(format_args!("the game will be saved to {argument} when it is over"))?;
                }
                Err(Failure::Input(fault)) => self.say(fault)?,
                Err(failure) => return Err(self.fail(failure)),
            },
            text => match read(text) {
                Ok(chosen) => return Ok(Reply::Choice(Choice::Make(chosen))),
                Err(fault) => self.say(format_args!("{fault}; `help` lists what can be said"))?,
            },
        }
        Ok(Reply::Again)
    }
}

fn read_sense(text: &str) -> Result<Option<Square>, String> {
    if matches!(text, "none" | "-" | "pass") {
        return Ok(None);
    }
    let square = Square::parse(text).map(Some);
    square.ok_or_else(|| format!("'{text}' is not a square, expected one such as e7, or none"))
}

impl<W: Write> Player for Person<'_, W> {
    fn name(&self) -> String {
        "person".into()
    }

    fn game_start(&mut self, side: Side, board: &Board, opponent: &str) -> Result<(), String> {
        self.side = side;
        self.own = board.view(side);
        self.say(format_args!("you are {} against {opponent}; `help` lists what can be said", side.name()))
    }

    fn opponent_moved(&mut self, capture: Option<Square>) -> Result<(), String> {
        if self.own.side() == self.side {
            // White's first turn: nobody has moved.
            return Ok(());
        }
        self.own = self.own.after(None).without(capture);
        // Whatever was seen may have moved.
        self.seen.clear();
        match capture {
            Some(square) => self.say(format_args!("your piece on {square} was taken")),
            None => self.say("nothing of yours was taken"),
        }
    }

    fn choose_sense(&mut self, requests: &[Request], left: Option<i64>) -> Result<Choice<Option<Square>>, String> {
        self.draw()?;
        if let Some(left) = left {
            self.say(format_args!("{:.1} s left", left as f64 / 1000.0))?;
        }
        let prompt = format!("{} turn {} sense> ", self.side.name(), self.own.full_moves());
        self.ask(&prompt, requests, read_sense)
    }

    fn sensed(&mut self, seen: &[Sensed]) -> Result<(), String> {
        self.seen = seen.to_vec();
        self.draw()
    }

    fn choose_move(&mut self, requests: &[Request], _: Option<i64>) -> Result<Choice<Request>, String> {
        let prompt = format!("{} turn {} move> ", self.side.name(), self.own.full_moves());
        let own = self.own;
        self.ask(&prompt, requests, |text| own.parse_request(text).map_err(|fault| fault.to_string()))
    }

    fn moved(&mut self, requested: Request, outcome: Outcome) -> Result<(), String> {
        self.own = self.own.after(outcome.taken.as_ref());
        self.seen.clear();
        let made = match outcome.taken {
            _ if requested.is_none() => "you passed".into(),
            None => format!("{} could not be made", request_text(requested)),
            Some(mv) if requested == Some(mv) => format!("{mv} was made"),
            Some(mv) => format!("{} became {mv}", request_text(requested)),
        };
        match outcome.capture {
            Some(square) => self.say(format_args!("{made}, something on {square} was taken")),
            None => self.say(made),
        }
    }

    fn game_end(&mut self, end: Option<End>, history: &History) -> Result<(), String> {
        let turns = history.requested_moves.white.len() + history.requested_moves.black.len();
        self.say(format_args!("{} after {turns} turns", end_text(end)))?;
        let last = if turns % 2 == 1 { &history.fens_after_move.white } else { &history.fens_after_move.black };
        match last.last() {
            Some(fen) if end.is_some() => self.say(format_args!("the board was {fen}")),
            _ => Ok(()),
        }
    }
}

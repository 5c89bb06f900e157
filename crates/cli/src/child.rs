//! An engine in a process of its own: lines to it, lines from it, a limit of time for every answer, and its end with ours.
//!
//! Not here: what the lines mean (`other`).

use crate::failure::Failure;
use plywood::core::search::Stop;
use plywood::differ::OtherFault;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How often a wait looks whether it is to end.
const POLL: Duration = Duration::from_millis(50);
/// What an engine gets to end by itself when its input has ended.
const GRACE: Duration = Duration::from_millis(300);
/// Lines that are held for us; an engine that says more waits.
const HELD: usize = 1024;
/// The longest line that is read; a list of moves has some kilobytes.
const LONGEST: u64 = 16 << 20;

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    timeout: Duration,
    stop: Stop,
    /// What was started, for faults.
    pub(crate) command: String,
}

impl Engine {
    /// Starts `command`: a program and its arguments, held together by quotes where they contain blanks. What it writes to standard
    /// error goes to ours.
    pub(crate) fn start(command: &str, timeout: Duration, stop: Stop) -> Result<Self, Failure> {
        let words =
            words(command).ok_or_else(|| Failure::input(format!("--against '{command}': a quote is not closed")))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(Failure::input("--against is empty: expected a command such as 'plywood lines'"));
        };
        let mut call = Command::new(program);
        call.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for us alone: what has been compared is to be said before the engine ends.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut call, 0);
        let mut child = call.spawn().map_err(|fault| Failure::input(format!("cannot start '{program}': {fault}")))?;
        let (sender, lines) = sync_channel(HELD);
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || read(stdout, &sender));
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, lines, timeout, stop, command: command.into() })
    }

    /// Says one line.
    pub(crate) fn tell(&mut self, line: &str) -> Result<(), OtherFault> {
        let written = self.stdin.as_mut().map(|stdin| writeln!(stdin, "{line}").and_then(|()| stdin.flush()));
        match written {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone(line)),
        }
    }

    /// Says one line and gives the lines of the answer up to the one for which `last` holds. `asked` is what faults call the question.
    pub(crate) fn ask(
        &mut self,
        line: &str,
        asked: &str,
        mut last: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, OtherFault> {
        self.tell(line)?;
        let deadline = Instant::now() + self.timeout;
        let mut answer: Vec<String> = Vec::new();
        loop {
            let line = self.hear(asked, deadline, answer.last().map_or("", String::as_str))?;
            let end = last(&line);
            answer.push(line);
            if end {
                return Ok(answer);
            }
        }
    }

    /// A line that nobody asked for, if one has come.
    pub(crate) fn unasked(&self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    fn hear(&mut self, asked: &str, deadline: Instant, before: &str) -> Result<String, OtherFault> {
        loop {
            if self.stop.stopped() {
                return Err(OtherFault::Interrupted);
            }
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(asked)),
                Err(RecvTimeoutError::Timeout) if Instant::now() > deadline => {
                    let heard = if before.is_empty() { String::new() } else { format!(" after '{before}'") };
                    let fault = format!("said nothing for {} s{heard} (--timeout S)", self.timeout.as_secs_f64());
                    return Err(OtherFault::Broken { asked: asked.into(), fault });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The engine has ended. Where an interrupt was for both of us, that is the reason.
    fn gone(&mut self, asked: &str) -> OtherFault {
        let ended = self.wait(GRACE);
        if self.stop.stopped() {
            return OtherFault::Interrupted;
        }
        let how = ended.map_or_else(|| "closed its output".into(), |status| format!("ended: {status}"));
        OtherFault::Broken { asked: asked.into(), fault: how }
    }

    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let since = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if since.elapsed() > patience {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stdin = None;
        if self.wait(GRACE).is_none() {
            // It may end just now: then there is nothing left to end.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Gives every line to `sender`. Bytes that are no text are replaced; a longer line than any answer comes in pieces.
fn read(stdout: ChildStdout, sender: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stdout.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            _ => return,
        }
        if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
            return;
        }
    }
}

/// The words of a command; quotes of both kinds hold a word together. `None` when one is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

//! Results on standard output, line by line; a closed pipe ends the run quietly.

use crate::failure::Failure;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The largest count that every JSON reader holds exactly; larger ones are written as text.
const EXACT: u64 = 1 << 53;

/// A count as JSON: a number up to 2^53, a text beyond.
pub(crate) fn count(nodes: u64) -> Value {
    if nodes <= EXACT { json!(nodes) } else { json!(nodes.to_string()) }
}

/// A file that games are written behind; it is made if there is none.
pub(crate) fn append(path: &Path) -> Result<File, Failure> {
    OpenOptions::new().create(true).append(true).open(path).map_err(|fault| Failure::unwritable(path, &fault))
}

/// Where results go.
pub(crate) struct Output<W> {
    writer: W,
}

impl Output<anstream::AutoStream<io::Stdout>> {
    /// Standard output, not locked: the protocols write to it from their searching threads.
    pub(crate) fn stdout() -> Self {
        Self { writer: anstream::AutoStream::auto(io::stdout()) }
    }
}

impl<W: Write> Output<W> {
    /// Writes one line and makes it visible: a long count should show what it has.
    pub(crate) fn line(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.writer, "{text}")?;
        Ok(self.writer.flush()?)
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.writer.write_all(bytes)?)
    }

    /// Pushes everything out.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

//! The board as an SVG image, for notebooks: squares, names or numbers, pieces, the last move.
//!
//! Draughtsmen are drawn; chessmen and amazons are Unicode's signs. Every element is closed and nothing needs escaping.

use crate::node::Node;
use plywood::core::{Bitboard, Grid, MoveParts, Side};
use std::fmt::Write;

/// The side of a square in the picture's own units.
const CELL: u32 = 40;
/// Room for the names of files and ranks.
const EDGE: u32 = 20;

const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";
const MARKED: &str = "#f6f669";
const TAKEN: &str = "#e06666";

/// Where the squares are in the picture.
struct View {
    grid: Grid,
    /// At the lower edge.
    near: Side,
}

impl View {
    /// The left edge of a file.
    fn x(&self, file: u32) -> u32 {
        EDGE + CELL * if self.near == Side::White { file } else { self.grid.files - 1 - file }
    }

    /// The upper edge of a rank.
    fn y(&self, rank: u32) -> u32 {
        EDGE + CELL * if self.near == Side::White { self.grid.ranks - 1 - rank } else { rank }
    }
}

/// Draws a position, seen from the side of `near`, `size` pixels wide; `last` is the move that led to it.
pub(crate) fn board(node: &Node, last: Option<&MoveParts>, size: u64, near: Side) -> String {
    let grid = node.game.facts().grid;
    let view = View { grid, near };
    let numbered = node.game.square_name(0).starts_with(|sign: char| sign.is_ascii_digit());
    let (width, height) = (grid.files * CELL + 2 * EDGE, grid.ranks * CELL + 2 * EDGE);
    let shown_height = size * u64::from(height) / u64::from(width);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{shown_height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
    );
    let picture = node.position.picture();
    let rows = picture.iter().zip((0..grid.ranks).rev());
    let cells = rows.flat_map(|(row, rank)| row.iter().zip(0..).map(move |(&sign, file)| (file, rank, sign)));
    for (file, rank, sign) in cells {
        let (x, y) = (view.x(file), view.y(rank));
        let colour = colour(grid, file, rank, last);
        let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\"/>");
        if let Some(square) = grid.number(file, rank).filter(|_| numbered) {
            let (x, y, name) = (x + 7, y + 10, node.game.square_name(square));
            let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"9\">{name}</text>");
        }
        piece(&mut svg, sign, x + CELL / 2, y + CELL / 2);
    }
    if !numbered {
        names(&mut svg, &view);
    }
    svg.push_str("</svg>");
    svg
}

fn colour(grid: Grid, file: u32, rank: u32, last: Option<&MoveParts>) -> &'static str {
    if let (Some(square), Some(last)) = (grid.number(file, rank), last) {
        if [last.from, last.to, last.arrow].contains(&(square as u8)) {
            return MARKED;
        }
        if last.captured.has(square) {
            return TAKEN;
        }
    }
    let played = grid.colour.unwrap_or(0);
    if (file + rank) % 2 == played { DARK } else { LIGHT }
}

fn piece(svg: &mut String, sign: char, x: u32, y: u32) {
    let (fill, line, king) = match sign {
        ' ' | '·' => return,
        '⛀' => ("#ffffff", "#333333", false),
        '⛁' => ("#ffffff", "#333333", true),
        '⛂' => ("#222222", "#dddddd", false),
        '⛃' => ("#222222", "#dddddd", true),
        sign => {
            let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" font-size=\"34\">{sign}</text>", y + 12);
            return;
        }
    };
    let _ =
        write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"2\"/>");
    if king {
        let _ =
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"none\" stroke=\"#d4a017\" stroke-width=\"4\"/>");
    }
}

fn names(svg: &mut String, view: &View) {
    for file in 0..view.grid.files {
        let (x, y) = (view.x(file) + CELL / 2, EDGE + view.grid.ranks * CELL + 15);
        let name = char::from(b'a' + file as u8);
        let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"13\">{name}</text>");
    }
    for rank in 0..view.grid.ranks {
        let y = view.y(rank) + CELL / 2 + 5;
        let _ = write!(svg, "<text x=\"{}\" y=\"{y}\" font-size=\"13\">{}</text>", EDGE / 2, rank + 1);
    }
}

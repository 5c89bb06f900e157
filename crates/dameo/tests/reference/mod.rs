//! The rules a second time: slow, from the page of rules, on a list of cells, without a single bit trick.
//!
//! It shares nothing with the crate under test but the text of positions. Every capture is walked to its
//! end by recursion, every route by itself. [`Switches`] turn single rules into what they are not: the
//! cases know how many moves each mistake would give.

use std::collections::{BTreeMap, BTreeSet};

/// File and rank, from 0.
type Cell = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) white: bool,
    pub(crate) king: bool,
}

/// Mistakes that can be made on purpose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Switches {
    pub(crate) no_linear: bool,
    pub(crate) line_kings: bool,
    pub(crate) no_majority: bool,
    pub(crate) king_weight: bool,
    pub(crate) king_adjacent: bool,
    pub(crate) immediate: bool,
    pub(crate) origin_blocked: bool,
    pub(crate) promo_stop: bool,
    pub(crate) promo_go_on: bool,
}

impl Switches {
    /// The rule as it is, but for the one mistake of this name.
    pub(crate) fn named(name: &str) -> Self {
        let mut switches = Self::default();
        *match name {
            "no_linear" => &mut switches.no_linear,
            "line_kings" => &mut switches.line_kings,
            "no_majority" => &mut switches.no_majority,
            "king_weight" => &mut switches.king_weight,
            "king_adjacent" => &mut switches.king_adjacent,
            "immediate" => &mut switches.immediate,
            "origin_blocked" => &mut switches.origin_blocked,
            "promo_stop" => &mut switches.promo_stop,
            "promo_go_on" => &mut switches.promo_go_on,
            _ => panic!("no switch {name}"),
        } = true;
        switches
    }
}

/// What a move is: names of squares, victims as a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mv {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) captured: BTreeSet<String>,
    pub(crate) promotes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    game: &'static str,
    size: i32,
    cells: Vec<Option<Piece>>,
    white_moves: bool,
}

const ORTHOGONAL: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

pub(crate) fn size_of(game: &str) -> i32 {
    if game.starts_with("big") { 10 } else { 8 }
}

pub(crate) fn name((file, rank): Cell) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn cell(name: &str) -> Cell {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1)
}

fn add(a: Cell, d: Cell) -> Cell {
    (a.0 + d.0, a.1 + d.1)
}

/// A capture on its way, or finished.
#[derive(Clone)]
pub(crate) struct Route {
    from: Cell,
    at: Cell,
    heading: Option<Cell>,
    squares: Vec<Cell>,
    victims: Vec<Cell>,
    piece: Piece,
}

impl Board {
    pub(crate) fn parse(game: &'static str, fen: &str) -> Self {
        let size = size_of(game);
        let mut board =
            Self { game, size, cells: vec![None; (size * size) as usize], white_moves: fen.starts_with('W') };
        for field in fen.split(':').skip(1) {
            let white = field.starts_with('W');
            for item in field[1..].split(',').filter(|item| !item.is_empty()) {
                let king = item.starts_with('K');
                board.set(cell(item.trim_start_matches('K')), Some(Piece { white, king }));
            }
        }
        board
    }

    fn inside(&self, (file, rank): Cell) -> bool {
        (0..self.size).contains(&file) && (0..self.size).contains(&rank)
    }

    fn get(&self, (file, rank): Cell) -> Option<Piece> {
        self.cells[(rank * self.size + file) as usize]
    }

    fn set(&mut self, (file, rank): Cell, piece: Option<Piece>) {
        self.cells[(rank * self.size + file) as usize] = piece;
    }

    fn free(&self, at: Cell) -> bool {
        self.inside(at) && self.get(at).is_none()
    }

    fn own_pieces(&self) -> Vec<(Cell, Piece)> {
        (0..self.size)
            .flat_map(|rank| (0..self.size).map(move |file| (file, rank)))
            .filter_map(|at| self.get(at).map(|piece| (at, piece)))
            .filter(|(_, piece)| piece.white == self.white_moves)
            .collect()
    }

    fn forward(&self) -> i32 {
        if self.white_moves { 1 } else { -1 }
    }

    fn last_row(&self, at: Cell) -> bool {
        at.1 == if self.white_moves { self.size - 1 } else { 0 }
    }

    /// Every legal move with the number of its routes.
    pub(crate) fn moves(&self, switches: Switches) -> BTreeMap<Mv, u64> {
        self.moves_of(&self.routes(switches, usize::MAX).unwrap(), switches)
    }

    /// Every capture, before the greatest number is asked for; `None` when more than `limit` (the unfinished ones included) would
    /// have to be followed.
    pub(crate) fn routes(&self, switches: Switches, limit: usize) -> Option<Vec<Route>> {
        let (mut routes, mut left) = (Vec::new(), limit);
        for (at, piece) in self.own_pieces() {
            let route = Route { from: at, at, heading: None, squares: vec![at], victims: Vec::new(), piece };
            self.captures(&route, switches, &mut routes, &mut left)?;
        }
        Some(routes)
    }

    /// Every legal move with the number of its routes, where these are all captures.
    pub(crate) fn moves_of(&self, routes: &[Route], switches: Switches) -> BTreeMap<Mv, u64> {
        let mut moves = BTreeMap::new();
        if routes.is_empty() {
            for mv in self.quiet(switches) {
                moves.insert(mv, 1);
            }
            return moves;
        }
        let best = routes.iter().map(|route| self.worth(route, switches)).max().unwrap();
        for route in routes {
            if switches.no_majority || self.worth(route, switches) == best {
                *moves.entry(self.finished(route)).or_insert(0) += 1;
            }
        }
        moves
    }

    /// The texts of all legal moves, where these are all captures, sorted: of a capture its least route in board order.
    pub(crate) fn texts_of(&self, mut routes: Vec<Route>) -> Vec<String> {
        if routes.is_empty() {
            let quiet = self.quiet(Switches::default());
            let mut texts: Vec<_> = quiet.iter().map(|mv| format!("{}-{}", mv.from, mv.to)).collect();
            texts.sort();
            return texts;
        }
        let best = routes.iter().map(|route| route.victims.len()).max();
        routes.retain(|route| Some(route.victims.len()) == best);
        routes.sort_by_key(|route| route.squares.iter().map(|&(file, rank)| (rank, file)).collect::<Vec<_>>());
        let mut least = BTreeMap::new();
        for route in routes {
            let text = route.squares.iter().copied().map(name).collect::<Vec<_>>().join("x");
            least.entry(self.finished(&route)).or_insert(text);
        }
        let mut texts: Vec<_> = least.into_values().collect();
        texts.sort();
        texts
    }

    /// Two for a piece; with the switch three for a king.
    fn worth(&self, route: &Route, switches: Switches) -> usize {
        let king = |at: &Cell| self.get(*at).is_some_and(|piece| piece.king);
        route.victims.iter().map(|at| if switches.king_weight && king(at) { 3 } else { 2 }).sum()
    }

    fn finished(&self, route: &Route) -> Mv {
        let man = !self.get(route.from).unwrap().king;
        Mv {
            from: name(route.from),
            to: name(route.at),
            captured: route.victims.iter().copied().map(name).collect(),
            promotes: man && (route.piece.king || self.last_row(route.at)),
        }
    }

    /// Every capture of at least one piece that cannot go on; `None` when there are more than are `left` to follow.
    fn captures(&self, route: &Route, switches: Switches, out: &mut Vec<Route>, left: &mut usize) -> Option<()> {
        *left = left.checked_sub(1)?;
        let stops = switches.promo_stop && !route.piece.king && !route.victims.is_empty() && self.last_row(route.at);
        let next = if stops { Vec::new() } else { self.jumps(route, switches) };
        if next.is_empty() && !route.victims.is_empty() {
            out.push(route.clone());
        }
        for longer in next {
            self.captures(&longer, switches, out, left)?;
        }
        Some(())
    }

    fn jumps(&self, route: &Route, switches: Switches) -> Vec<Route> {
        let turkish = self.game == "turkish";
        let mut board = self.clone();
        if !switches.origin_blocked {
            board.set(route.from, None);
        }
        if turkish || switches.immediate {
            for &victim in &route.victims {
                board.set(victim, None);
            }
        }
        let mut longer = Vec::new();
        for d in ORTHOGONAL {
            if turkish && !route.piece.king && d == (0, -self.forward()) {
                continue;
            }
            if turkish && route.piece.king && route.heading == Some((-d.0, -d.1)) {
                continue;
            }
            let mut victim = add(route.at, d);
            while route.piece.king && board.free(victim) {
                victim = add(victim, d);
            }
            let enemy = board.inside(victim) && board.get(victim).is_some_and(|p| p.white != self.white_moves);
            if !enemy || route.victims.contains(&victim) {
                continue;
            }
            let mut landing = add(victim, d);
            while board.free(landing) {
                let mut next = route.clone();
                next.at = landing;
                next.heading = Some(d);
                next.squares.push(landing);
                next.victims.push(victim);
                next.piece.king |= switches.promo_go_on && self.last_row(landing);
                longer.push(next);
                if !route.piece.king || switches.king_adjacent {
                    break;
                }
                landing = add(landing, d);
            }
        }
        longer
    }

    fn quiet(&self, switches: Switches) -> Vec<Mv> {
        let mut moves = Vec::new();
        for (from, piece) in self.own_pieces() {
            let targets = if piece.king { self.king_steps(from) } else { self.man_steps(from, switches) };
            for to in targets {
                let promotes = !piece.king && self.last_row(to);
                moves.push(Mv { from: name(from), to: name(to), captured: BTreeSet::new(), promotes });
            }
        }
        moves
    }

    fn king_steps(&self, from: Cell) -> Vec<Cell> {
        let rook = matches!(self.game, "croda" | "turkish");
        let mut targets = Vec::new();
        for d in ORTHOGONAL.into_iter().chain(DIAGONAL.into_iter().filter(|_| !rook)) {
            let mut to = add(from, d);
            while self.free(to) {
                targets.push(to);
                to = add(to, d);
            }
        }
        targets
    }

    fn man_steps(&self, from: Cell, switches: Switches) -> Vec<Cell> {
        let f = self.forward();
        let directions = if self.game == "turkish" { [(-1, 0), (0, f), (1, 0)] } else { [(-1, f), (0, f), (1, f)] };
        let lines = !matches!(self.game, "croda" | "turkish") && !switches.no_linear;
        let mut targets = Vec::new();
        for d in directions {
            let mut to = add(from, d);
            while lines && self.inside(to) && self.get(to).is_some_and(|piece| self.in_line(piece, switches)) {
                to = add(to, d);
            }
            if self.free(to) {
                targets.push(to);
            }
        }
        targets
    }

    fn in_line(&self, piece: Piece, switches: Switches) -> bool {
        piece.white == self.white_moves && (!piece.king || switches.line_kings)
    }

    /// The position after `mv`.
    pub(crate) fn play(&self, mv: &Mv) -> Self {
        let mut board = self.clone();
        let mut piece = self.get(cell(&mv.from)).unwrap();
        piece.king |= mv.promotes;
        board.set(cell(&mv.from), None);
        for victim in &mv.captured {
            board.set(cell(victim), None);
        }
        board.set(cell(&mv.to), Some(piece));
        board.white_moves = !self.white_moves;
        board
    }

    /// File by file, as the crate writes positions.
    pub(crate) fn text(&self) -> String {
        let list = |white: bool| {
            let cells = (0..self.size).flat_map(|file| (0..self.size).map(move |rank| (file, rank)));
            let named = cells.filter_map(|at| {
                let piece = self.get(at).filter(|piece| piece.white == white)?;
                Some(format!("{}{}", if piece.king { "K" } else { "" }, name(at)))
            });
            named.collect::<Vec<_>>().join(",")
        };
        format!("{}:W{}:B{}", if self.white_moves { "W" } else { "B" }, list(true), list(false))
    }
}

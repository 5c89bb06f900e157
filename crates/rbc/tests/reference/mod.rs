//! RBC on an 8x8 array of letters: slow, without a set of squares anywhere, written from the rules.
//!
//! A move is text. Nothing of the crate is used.

/// A position. `cells[rank][file]` holds a letter of FEN or `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    cells: [[char; 8]; 8],
    white: bool,
    rights: String,
    en_passant: Option<(i32, i32)>,
    half: u32,
    full: u32,
}

const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn name(rank: i32, file: i32) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(name: &str) -> (i32, i32) {
    let bytes = name.as_bytes();
    (i32::from(bytes[1] - b'1'), i32::from(bytes[0] - b'a'))
}

impl Reference {
    /// Reads a FEN that is known to be good.
    pub(crate) fn parse(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut cells = [['.'; 8]; 8];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(n) => file += n as usize,
                    None => {
                        cells[7 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let mut position = Self {
            cells,
            white: fields[1] == "w",
            rights: String::new(),
            en_passant: None,
            half: fields[4].parse().unwrap(),
            full: fields[5].parse().unwrap(),
        };
        position.rights = "KQkq".chars().filter(|&right| fields[2].contains(right)).collect();
        position.drop_rights();
        if fields[3] != "-" {
            let (rank, file) = square(fields[3]);
            let (wanted, back, pawn) = if position.white { (5, 1, 'p') } else { (2, -1, 'P') };
            let possible = rank == wanted
                && position.at(rank, file) == Some('.')
                && position.at(rank + back, file) == Some('.')
                && position.at(rank - back, file) == Some(pawn);
            position.en_passant = possible.then_some((rank, file));
        }
        position
    }

    /// Rights without king and rook at home are gone.
    fn drop_rights(&mut self) {
        let cells = self.cells;
        self.rights.retain(|right| match right {
            'K' => cells[0][4] == 'K' && cells[0][7] == 'R',
            'Q' => cells[0][4] == 'K' && cells[0][0] == 'R',
            'k' => cells[7][4] == 'k' && cells[7][7] == 'r',
            _ => cells[7][4] == 'k' && cells[7][0] == 'r',
        });
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = (0..8)
            .rev()
            .map(|rank| {
                let mut row = String::new();
                let mut empty = 0;
                for cell in self.cells[rank] {
                    if cell == '.' {
                        empty += 1;
                        continue;
                    }
                    if empty > 0 {
                        row += &empty.to_string();
                        empty = 0;
                    }
                    row.push(cell);
                }
                if empty > 0 {
                    row += &empty.to_string();
                }
                row
            })
            .collect();
        format!("{} {}", rows.join("/"), self.tail(self.en_passant) + &format!(" {} {}", self.half, self.full))
    }

    fn tail(&self, en_passant: Option<(i32, i32)>) -> String {
        let side = if self.white { "w" } else { "b" };
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        let passed = en_passant.map_or("-".to_string(), |(rank, file)| name(rank, file));
        format!("{side} {rights} {passed}")
    }

    /// What tells boards apart in a count: with `raw` by the en-passant square itself, else only if a pawn stands
    /// ready to capture there.
    pub(crate) fn identity(&self, raw: bool) -> String {
        let ready = self.en_passant.filter(|&(rank, file)| {
            let (back, pawn) = if self.white { (-1, 'P') } else { (1, 'p') };
            raw || [-1, 1].iter().any(|side| self.at(rank + back, file + side) == Some(pawn))
        });
        let cells: String = self.cells.iter().flatten().collect();
        format!("{cells} {}", self.tail(ready))
    }

    fn at(&self, rank: i32, file: i32) -> Option<char> {
        let row = self.cells.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn own(&self, cell: char) -> bool {
        cell != '.' && cell.is_ascii_uppercase() == self.white
    }

    pub(crate) fn kings(&self) -> (bool, bool) {
        let has = |king| self.cells.iter().flatten().any(|&cell| cell == king);
        (has('K'), has('k'))
    }

    /// The board as its player knows it: his own pieces alone.
    pub(crate) fn own_view(&self) -> Self {
        let mut view = self.clone();
        for cell in view.cells.iter_mut().flatten() {
            if !self.own(*cell) {
                *cell = '.';
            }
        }
        view.en_passant = None;
        view
    }

    /// The requests of the side to move, sorted, without the pass.
    pub(crate) fn requests(&self) -> Vec<String> {
        let view = self.own_view();
        let mut list = Vec::new();
        for rank in 0..8 {
            for file in 0..8 {
                match view.at(rank, file).unwrap().to_ascii_lowercase() {
                    'p' => view.pawn_requests(rank, file, &mut list),
                    'n' => view.walk(rank, file, &KNIGHT, 1, &mut list),
                    'b' => view.walk(rank, file, &DIAGONAL, 7, &mut list),
                    'r' => view.walk(rank, file, &ORTHOGONAL, 7, &mut list),
                    'q' => {
                        view.walk(rank, file, &DIAGONAL, 7, &mut list);
                        view.walk(rank, file, &ORTHOGONAL, 7, &mut list);
                    }
                    'k' => {
                        view.walk(rank, file, &DIAGONAL, 1, &mut list);
                        view.walk(rank, file, &ORTHOGONAL, 1, &mut list);
                    }
                    _ => {}
                }
            }
        }
        for (right, from, to, between) in CASTLING {
            if self.rights.contains(right) && right.is_ascii_uppercase() == self.white && view.all_empty(between) {
                list.push(format!("{from}{to}"));
            }
        }
        list.sort();
        list
    }

    fn all_empty(&self, squares: &[&str]) -> bool {
        squares.iter().all(|s| {
            let (rank, file) = square(s);
            self.at(rank, file) == Some('.')
        })
    }

    fn walk(&self, rank: i32, file: i32, steps: &[(i32, i32)], far: i32, list: &mut Vec<String>) {
        for (up, right) in steps {
            for n in 1..=far {
                let (r, f) = (rank + up * n, file + right * n);
                if self.at(r, f) != Some('.') {
                    break;
                }
                list.push(name(rank, file) + &name(r, f));
            }
        }
    }

    fn pawn_requests(&self, rank: i32, file: i32, list: &mut Vec<String>) {
        let (up, second, last) = if self.white { (1, 1, 7) } else { (-1, 6, 0) };
        let from = name(rank, file);
        if self.at(rank + up, file) == Some('.') {
            let to = name(rank + up, file);
            if rank + up == last {
                list.extend("qrbn".chars().map(|piece| format!("{from}{to}{piece}")));
            } else {
                list.push(format!("{from}{to}"));
            }
            if rank == second && self.at(rank + 2 * up, file) == Some('.') {
                list.push(from.clone() + &name(rank + 2 * up, file));
            }
        }
        for side in [-1, 1] {
            if self.at(rank + up, file + side) == Some('.') {
                let to = name(rank + up, file + side);
                list.push(format!("{from}{to}"));
                if rank + up == last {
                    list.extend("qrbn".chars().map(|piece| format!("{from}{to}{piece}")));
                }
            }
        }
    }

    /// What a request becomes: the move taken and the capture square.
    pub(crate) fn outcome(&self, request: &str) -> (Option<String>, Option<String>) {
        let ((rank, file), (to_rank, to_file)) = (square(&request[0..2]), square(&request[2..4]));
        let promotion = &request[4..];
        let enemy = |r: i32, f: i32| self.at(r, f).is_some_and(|cell| cell != '.' && !self.own(cell));
        let empty = |r: i32, f: i32| self.at(r, f) == Some('.');
        let captured = |r: i32, f: i32| enemy(r, f).then(|| name(r, f));
        match self.at(rank, file).unwrap().to_ascii_lowercase() {
            'n' => (Some(request.to_string()), captured(to_rank, to_file)),
            'p' => {
                let last = to_rank == 0 || to_rank == 7;
                let promotion = if last && promotion.is_empty() { "q" } else { promotion };
                let as_asked = || Some(name(rank, file) + &name(to_rank, to_file) + promotion);
                let up = (to_rank - rank).signum();
                if file != to_file {
                    if enemy(to_rank, to_file) {
                        return (as_asked(), captured(to_rank, to_file));
                    }
                    if self.en_passant == Some((to_rank, to_file)) {
                        return (as_asked(), Some(name(rank, to_file)));
                    }
                    return (None, None);
                }
                if !empty(rank + up, file) {
                    (None, None)
                } else if empty(to_rank, to_file) {
                    (as_asked(), None)
                } else {
                    (Some(name(rank, file) + &name(rank + up, file)), None)
                }
            }
            piece => {
                if piece == 'k' && (to_file - file).abs() == 2 {
                    let way = CASTLING.iter().find(|(_, from, to, _)| format!("{from}{to}") == request).unwrap();
                    return (self.all_empty(way.3).then(|| request.to_string()), None);
                }
                let (up, right) = ((to_rank - rank).signum(), (to_file - file).signum());
                let (mut r, mut f) = (rank + up, file + right);
                while (r, f) != (to_rank, to_file) && !enemy(r, f) {
                    (r, f) = (r + up, f + right);
                }
                (Some(name(rank, file) + &name(r, f)), captured(r, f))
            }
        }
    }

    /// The board after a move taken (`None`: nothing moved) that captured on `capture`.
    pub(crate) fn after(&self, taken: Option<&str>, capture: Option<&str>) -> Self {
        let mut next = self.clone();
        next.en_passant = None;
        next.half += 1;
        next.full += u32::from(!self.white);
        next.white = !self.white;
        let Some(taken) = taken else { return next };
        let ((rank, file), (to_rank, to_file)) = (square(&taken[0..2]), square(&taken[2..4]));
        let cell = |r: i32, f: i32| (r as usize, f as usize);
        let mut piece = self.at(rank, file).unwrap();
        let (r, f) = cell(rank, file);
        next.cells[r][f] = '.';
        if let Some(capture) = capture {
            let (r, f) = square(capture);
            let (r, f) = cell(r, f);
            next.cells[r][f] = '.';
        }
        if piece.eq_ignore_ascii_case(&'p') {
            next.half = 0;
            if (to_rank - rank).abs() == 2 {
                next.en_passant = Some(((rank + to_rank) / 2, file));
            }
            if let Some(promotion) = taken[4..].chars().next() {
                piece = if self.white { promotion.to_ascii_uppercase() } else { promotion };
            }
        }
        if capture.is_some() {
            next.half = 0;
        }
        if piece.eq_ignore_ascii_case(&'k') && (to_file - file).abs() == 2 {
            let (corner, beside) = if to_file == 6 { (7, 5) } else { (0, 3) };
            next.cells[r][beside] = next.cells[r][corner];
            next.cells[r][corner] = '.';
        }
        let (r, f) = cell(to_rank, to_file);
        next.cells[r][f] = piece;
        // A right once lost never comes back: only what is still held is looked at, and a piece that
        // left its corner for a moment is not there at this moment.
        next.drop_rights();
        next
    }

    /// Every distinct move taken with its board, the pass and all failed requests as one.
    pub(crate) fn children(&self) -> Vec<(Option<String>, Option<String>, Self)> {
        let mut outcomes: Vec<_> = self.requests().iter().map(|request| self.outcome(request)).collect();
        outcomes.push((None, None));
        outcomes.sort();
        outcomes.dedup();
        let board = |(taken, capture): (Option<String>, Option<String>)| {
            let after = self.after(taken.as_deref(), capture.as_deref());
            (taken, capture, after)
        };
        outcomes.into_iter().map(board).collect()
    }
}

type Way = (char, &'static str, &'static str, &'static [&'static str]);

const CASTLING: [Way; 4] = [
    ('K', "e1", "g1", &["f1", "g1"]),
    ('Q', "e1", "c1", &["b1", "c1", "d1"]),
    ('k', "e8", "g8", &["f8", "g8"]),
    ('q', "e8", "c8", &["b8", "c8", "d8"]),
];

//! Positions with a piece less, as texts: what a difference is made smaller with (`differ`).
//!
//! It knows the two forms of positions and no game; whether what it gives is a position at all, the game's parser says.

/// Pieces without which other programs may not take a position: kings of chess, amazons.
pub(crate) fn fixed_letters(letters: &[char]) -> &'static str {
    if letters.contains(&'*') { "Qq" } else { "Kk" }
}

/// A position without its piece number `index`; `None` when there are not so many that may go.
pub(crate) fn without(text: &str, index: usize, fixed: &str) -> Option<String> {
    if text.contains(':') { without_listed(text, index) } else { without_placed(text, index, fixed) }
}

/// `W:Wa1,Kc3:Bh8`: the last piece of a side stays.
fn without_listed(text: &str, mut index: usize) -> Option<String> {
    let mut sections: Vec<String> = text.split(':').map(str::to_owned).collect();
    for section in sections.iter_mut().skip(1) {
        let Some((colour, list)) = section.split_at_checked(1) else { continue };
        let mut pieces: Vec<&str> = list.split(',').collect();
        if pieces.len() < 2 {
            continue;
        }
        if index >= pieces.len() {
            index -= pieces.len();
            continue;
        }
        pieces.remove(index);
        *section = format!("{colour}{}", pieces.join(","));
        return Some(sections.join(":"));
    }
    None
}

/// `3q2q3/10/... w`: a piece becomes an empty square; letters of `fixed` stay.
fn without_placed(text: &str, index: usize, fixed: &str) -> Option<String> {
    let (board, rest) = text.split_once(' ')?;
    let goes = |c: char| !c.is_ascii_digit() && c != '/' && !fixed.contains(c);
    let (at, _) = board.char_indices().filter(|&(_, c)| goes(c)).nth(index)?;
    let (mut out, mut empty, mut number) = (String::new(), 0u32, String::new());
    for (place, c) in board.char_indices().chain([(board.len(), '/')]) {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        empty += std::mem::take(&mut number).parse::<u32>().unwrap_or(0);
        if place == at {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out.push_str(&std::mem::take(&mut empty).to_string());
        }
        out.push(c);
    }
    out.pop();
    Some(format!("{out} {rest}"))
}

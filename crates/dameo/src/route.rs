//! The least route of each capture, which is its text.
//!
//! The same search by levels as in `chain`, with one twist: a level is kept in the order of the least routes
//! themselves. Extending its chains in order, landing squares ascending, gives the next level in order
//! again, so the first of several chains that agree is the one with the least route, and a back link is all
//! that it has to remember. One pass finds the routes of all captures, however many routes there are.

use crate::chain::{Chain, extend};
use crate::position::{Scene, Set};
use crate::rules::Rules;
use alloc::vec::Vec;
use plywood_core::Bitboard;

/// A chain and the place in [`Links`] of its last step.
#[derive(Clone, Copy)]
struct Traced<S> {
    chain: Chain<S>,
    link: usize,
}

/// Squares, each with the place of the one before it.
type Links = Vec<(u8, usize)>;

/// A capture: where it starts and ends, what it takes, and the squares of its least route, start included.
pub(crate) struct Route<S> {
    pub(crate) captured: S,
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) squares: Vec<u8>,
}

/// The longest captures by the pieces `leaders` that take nothing outside `prey`, each with its least route.
pub(crate) fn least_routes<R: Rules>(scene: &Scene<R>, leaders: Set<R>, prey: Set<R>) -> Vec<Route<Set<R>>> {
    let mut links: Links = leaders.squares().map(|from| (from as u8, usize::MAX)).collect();
    let mut level: Vec<_> =
        leaders.squares().enumerate().map(|(link, from)| Traced { chain: Chain::start(from), link }).collect();
    loop {
        let mut longer = Vec::new();
        for traced in &level {
            let first = longer.len();
            extend(scene, &traced.chain, |chain| {
                if (chain.victims & !prey).is_empty() {
                    longer.push(Traced { chain, link: traced.link });
                }
            });
            longer[first..].sort_by_key(|next| next.chain.at);
        }
        if longer.is_empty() {
            break;
        }
        keep_first(&mut longer, Chain::key);
        for next in &mut longer {
            links.push((next.chain.at, next.link));
            next.link = links.len() - 1;
        }
        level = longer;
    }
    keep_first(&mut level, |chain| (chain.victims, chain.from, chain.at));
    level.iter().map(|traced| follow(traced, &links)).collect()
}

/// Keeps the first chain of each key, and the order.
fn keep_first<S: Bitboard, K: Ord>(chains: &mut Vec<Traced<S>>, key: impl Fn(&Chain<S>) -> K) {
    let mut order: Vec<usize> = (0..chains.len()).collect();
    order.sort_by_key(|&i| (key(&chains[i].chain), i));
    order.dedup_by_key(|&mut i| key(&chains[i].chain));
    order.sort_unstable();
    *chains = order.into_iter().map(|i| chains[i]).collect();
}

fn follow<S: Bitboard>(traced: &Traced<S>, links: &Links) -> Route<S> {
    let mut squares = Vec::new();
    let mut link = traced.link;
    while let Some(&(square, before)) = links.get(link) {
        squares.push(square);
        link = before;
    }
    squares.reverse();
    let Chain { victims, from, at, .. } = traced.chain;
    Route { captured: victims, from, to: at, squares }
}

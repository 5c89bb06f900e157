//! The fifteen boards: names, set-ups, and the word that holds each.
//!
//! Another board is one more line in the list. The set-ups of 10x10, 8x8 and 6x6 are in wide use; the others
//! follow the same pattern. White moves first everywhere.

use crate::board::Board;

/// What a size of board adds to the rules: its name and its set-up.
pub trait Setup {
    /// The name on the command line.
    const NAME: &'static str;
    /// The size in words.
    const BOARD: &'static str;
    /// The start position as text.
    const START: &'static str;
}

macro_rules! boards {
    ($($alias:ident $word:ident $w:literal x $h:literal $name:literal $start:literal)*) => {
        $(
            #[doc = concat!("The Amazons on ", $w, " files and ", $h, " ranks: `", $name, "`.")]
            pub type $alias = Board<$word, $w, $h>;

            impl Setup for $alias {
                const NAME: &'static str = $name;
                const BOARD: &'static str = concat!($w, "x", $h);
                const START: &'static str = $start;
            }
        )*
    };
}

boards! {
    Amazons u128 10 x 10 "amazons" "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"
    Amazons9x9 u128 9 x 9 "amazons-9x9" "3q1q3/9/9/q7q/9/Q7Q/9/9/3Q1Q3 w"
    Amazons8x8 u64 8 x 8 "amazons-8x8" "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"
    Amazons7x7 u64 7 x 7 "amazons-7x7" "2q1q2/7/q5q/7/Q5Q/7/2Q1Q2 w"
    Amazons7x4 u64 7 x 4 "amazons-7x4" "1q3q1/q5q/Q5Q/1Q3Q1 w"
    Amazons6x6 u64 6 x 6 "amazons-6x6" "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"
    Amazons6x5 u64 6 x 5 "amazons-6x5" "1q2q1/q4q/6/Q4Q/1Q2Q1 w"
    Amazons6x4 u64 6 x 4 "amazons-6x4" "1q2q1/q4q/Q4Q/1Q2Q1 w"
    Amazons5x6 u64 5 x 6 "amazons-5x6" "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w"
    Amazons5x5 u64 5 x 5 "amazons-5x5" "1q1q1/q3q/5/Q3Q/1Q1Q1 w"
    Amazons5x4 u64 5 x 4 "amazons-5x4" "1q1q1/q3q/Q3Q/1Q1Q1 w"
    Amazons4x7 u64 4 x 7 "amazons-4x7" "1qq1/q2q/4/4/4/Q2Q/1QQ1 w"
    Amazons4x6 u64 4 x 6 "amazons-4x6" "1qq1/q2q/4/4/Q2Q/1QQ1 w"
    Amazons4x5 u64 4 x 5 "amazons-4x5" "1qq1/q2q/4/Q2Q/1QQ1 w"
    Amazons4x4 u64 4 x 4 "amazons-4x4" "1qq1/q2q/Q2Q/1QQ1 w"
}

//! Loops over directions, written out: in each copy of the body the direction is a constant, and so is every shift.
//!
//! The compiler unrolls loops with small bodies only: it did so for the two directions in which English men capture,
//! not for the four of the others, which kept variable shifts and lost a quarter of their speed.
//!
//! Not here: what a direction is (`step`).

/// `$body` for each direction in which a man of side `$white` captures by the rules `$rules`.
macro_rules! for_man_captures {
    ($rules:ident, $white:ident, $to:ident => $body:block) => {{
        use crate::step::Direction;
        {
            let $to = if $white { Direction::UpRight } else { Direction::DownRight };
            $body
        }
        {
            let $to = if $white { Direction::UpLeft } else { Direction::DownLeft };
            $body
        }
        if $rules::MEN_CAPTURE_BACK {
            {
                let $to = if $white { Direction::DownRight } else { Direction::UpRight };
                $body
            }
            {
                let $to = if $white { Direction::DownLeft } else { Direction::UpLeft };
                $body
            }
        }
        if $rules::ORTHOGONAL {
            for_orthogonals!($to => $body);
        }
    }};
}

/// The same for each direction in which a king captures.
macro_rules! for_king_captures {
    ($rules:ident, $to:ident => $body:block) => {{
        for_diagonals!($to => $body);
        if $rules::ORTHOGONAL {
            for_orthogonals!($to => $body);
        }
    }};
}

/// The same for the four diagonal directions.
macro_rules! for_diagonals {
    ($to:ident => $body:block) => {
        for_each_of!($to in UpRight UpLeft DownRight DownLeft => $body)
    };
}

/// The same for the four directions along ranks and files.
macro_rules! for_orthogonals {
    ($to:ident => $body:block) => {
        for_each_of!($to in Up Right Down Left => $body)
    };
}

macro_rules! for_each_of {
    ($to:ident in $one:ident $two:ident $three:ident $four:ident => $body:block) => {{
        use crate::step::Direction;
        {
            let $to = Direction::$one;
            $body
        }
        {
            let $to = Direction::$two;
            $body
        }
        {
            let $to = Direction::$three;
            $body
        }
        {
            let $to = Direction::$four;
            $body
        }
    }};
}

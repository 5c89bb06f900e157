//! Reconnaissance Blind Chess on a king-capture chess bitboard: rules, counting, histories.
#![cfg_attr(not(feature = "std"), no_std)]

//! The diagonal draughts family on bitboards: rules, counting, notation.
#![cfg_attr(not(feature = "std"), no_std)]

//! The Game of the Amazons on fifteen boards: rules, counting, notation.
#![cfg_attr(not(feature = "std"), no_std)]

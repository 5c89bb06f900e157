//! Dameo, Big Dameo, Croda and Turkish draughts on bitboards: rules, counting, notation.
#![cfg_attr(not(feature = "std"), no_std)]

//! The facade of Plywood.

//! The command line of Plywood.
fn main() {}

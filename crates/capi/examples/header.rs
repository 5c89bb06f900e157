//! Writes `include/plywood.h` anew.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{root}/cbindgen.toml"))?;
    cbindgen::generate_with_config(root, config)?.write_to_file(format!("{root}/include/plywood.h"));
    Ok(())
}

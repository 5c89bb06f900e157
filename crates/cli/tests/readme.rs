//! What README.md shows is what the program prints.
//!
//! Every `console` block holds commands behind `$ ` and what they write to standard output; a line `...` stands for lines
//! that are left out, and `; echo $?` after a command adds its exit code. Commands that are not Plywood's (building, testing) are
//! not run here.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// The program as the README calls it: built first, or installed.
const CALLS: [&str; 2] = ["cargo run --release -p plywood-cli -- ", "plywood "];

/// The words of a command line; double quotes hold a word together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// The commands of a page with the output that it shows.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ if line.starts_with("$ ") => examples.push((line[2..].into(), String::new())),
            _ => {
                let output = &mut examples.last_mut().unwrap().1;
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    examples
}

/// Whether `shown` is `printed`, lines `...` standing for any number of lines.
fn agrees(shown: &str, printed: &str) -> bool {
    let parts: Vec<&str> = shown.split("...\n").collect();
    let [first, middle @ .., last] = &parts[..] else {
        return shown == printed;
    };
    let mut rest = match printed.strip_prefix(first) {
        Some(rest) => rest,
        None => return false,
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The search path on which `plywood` and the examples of this crate stand first.
fn search_path() -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_plywood"));
    let folder = program.parent().unwrap();
    let examples = folder.join("examples");
    assert!(examples.join("faulty").with_extension(std::env::consts::EXE_EXTENSION).exists(), "cargo build --examples");
    let usual = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([folder.into(), examples].into_iter().chain(std::env::split_paths(&usual))).unwrap()
}

#[test]
fn every_example_prints_what_the_page_shows() {
    let mut run = 0;
    for page in
        ["README.md", "docs/counting.md", "docs/suite.md", "docs/search.md", "docs/seed-game.md", "docs/diff.md"]
    {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        for (command, shown) in examples(&std::fs::read_to_string(root.join(page)).unwrap()) {
            let Some(arguments) = CALLS.iter().find_map(|call| command.strip_prefix(call)) else { continue };
            let bare = arguments.strip_suffix("; echo $?");
            let mut call = Command::new(env!("CARGO_BIN_EXE_plywood"));
            call.args(words(bare.unwrap_or(arguments))).env("PATH", search_path()).current_dir(root);
            let output = call.output().unwrap();
            let mut printed = String::from_utf8(output.stdout).unwrap();
            match bare {
                Some(_) => printed += &format!("{}\n", output.status.code().unwrap()),
                None => assert!(output.status.success(), "{command}"),
            }
            assert!(agrees(&shown, &printed), "{page}: $ {command}\nshown:\n{shown}\nprinted:\n{printed}");
            run += 1;
        }
    }
    assert!(run >= 5, "{run} examples");
}

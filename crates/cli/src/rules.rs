//! `--rule name=on|off`, wherever games are played or searched.

use clap::Args;

#[derive(Args, Debug, Default)]
pub(crate) struct RuleArguments {
    /// A rule of play on or off, such as `repetition=off`; may be given again (`plywood games --json` lists them)
    #[arg(long = "rule", value_name = "NAME=on|off", value_parser = switch)]
    pub(crate) rules: Vec<(String, bool)>,
}

fn switch(text: &str) -> Result<(String, bool), String> {
    let expected = || "expected NAME=on or NAME=off".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(expected)?;
    match value {
        "on" => Ok((name.into(), true)),
        "off" => Ok((name.into(), false)),
        _ => Err(expected()),
    }
}

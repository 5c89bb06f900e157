//! From the name of a variant to its type: `with_variant!(name, run(arguments))` calls `run::<G>(arguments)`.

/// Every variant by its name.
pub(crate) const NAMES: [&str; 18] = [
    "russian6",
    "russian",
    "english",
    "pool",
    "brazilian",
    "international",
    "canadian",
    "italian",
    "spanish",
    "czech",
    "frisian",
    "frysk",
    "killer",
    "breakthrough",
    "antidraughts",
    "thai",
    "brazilian6",
    "english6",
];

macro_rules! with_variant {
    ($name:expr, $run:ident($($argument:expr),*)) => {
        match $name {
            "russian6" => $run::<plywood_checkers::rules::Russian6Rules>($($argument),*),
            "russian" => $run::<plywood_checkers::rules::RussianRules>($($argument),*),
            "english" => $run::<plywood_checkers::rules::EnglishRules>($($argument),*),
            "pool" => $run::<plywood_checkers::rules::PoolRules>($($argument),*),
            "brazilian" => $run::<plywood_checkers::rules::BrazilianRules>($($argument),*),
            "international" => $run::<plywood_checkers::rules::InternationalRules>($($argument),*),
            "canadian" => $run::<plywood_checkers::rules::CanadianRules>($($argument),*),
            "italian" => $run::<plywood_checkers::rules::ItalianRules>($($argument),*),
            "spanish" => $run::<plywood_checkers::rules::SpanishRules>($($argument),*),
            "czech" => $run::<plywood_checkers::rules::CzechRules>($($argument),*),
            "frisian" => $run::<plywood_checkers::rules::FrisianRules>($($argument),*),
            "frysk" => $run::<plywood_checkers::rules::FryskRules>($($argument),*),
            "killer" => $run::<plywood_checkers::rules::KillerRules>($($argument),*),
            "breakthrough" => $run::<plywood_checkers::rules::BreakthroughRules>($($argument),*),
            "antidraughts" => $run::<plywood_checkers::rules::AntidraughtsRules>($($argument),*),
            "thai" => $run::<plywood_checkers::rules::ThaiRules>($($argument),*),
            "brazilian6" => $run::<plywood_checkers::rules::Brazilian6Rules>($($argument),*),
            "english6" => $run::<plywood_checkers::rules::English6Rules>($($argument),*),
            other => panic!("no variant '{other}'"),
        }
    };
}

//! Wrong calls: exit code 2, nothing on standard output, and exactly one line that names the fault and shows what
//! was expected.

use std::process::{Command, Stdio};

fn fault(arguments: &[&str], input: &str) -> String {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A call that fails before it reads has closed its end already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

type Row = (&'static [&'static str], &'static str);

#[test]
fn each_wrong_call_has_its_line() {
    let table: &[Row] = &[
        (
            &["perft", "chess", "3"],
            r#"error: unknown game 'chess': expected russian6, english, russian, brazilian, pool, international, canadian, italian, spanish, czech, frisian, frysk, killer, breakthrough, antidraughts, thai, brazilian6, english6, dameo, bigdameo4, bigdameo3, croda, turkish, amazons, amazons-9x9, amazons-8x8, amazons-7x7, amazons-6x6, amazons-5x5, amazons-4x4, amazons-4x5, amazons-4x6, amazons-4x7, amazons-5x4, amazons-5x6, amazons-6x4, amazons-6x5, amazons-7x4, rbc"#,
        ),
        (
            &["perft", "DAMEO", "3"],
            r#"error: unknown game 'DAMEO': expected russian6, english, russian, brazilian, pool, international, canadian, italian, spanish, czech, frisian, frysk, killer, breakthrough, antidraughts, thai, brazilian6, english6, dameo, bigdameo4, bigdameo3, croda, turkish, amazons, amazons-9x9, amazons-8x8, amazons-7x7, amazons-6x6, amazons-5x5, amazons-4x4, amazons-4x5, amazons-4x6, amazons-4x7, amazons-5x4, amazons-5x6, amazons-6x4, amazons-6x5, amazons-7x4, rbc"#,
        ),
        (
            &["perft", "amazons-11x11", "1"],
            r#"error: unknown game 'amazons-11x11': expected amazons, amazons-9x9, amazons-8x8, amazons-7x7, amazons-6x6, amazons-5x5, amazons-4x4, amazons-4x5, amazons-4x6, amazons-4x7, amazons-5x4, amazons-5x6, amazons-6x4, amazons-6x5, amazons-7x4"#,
        ),
        (
            &["perft"],
            r#"error: the following required arguments were not provided: <GAME> <DEPTH>; usage: plywood perft <GAME> <DEPTH>"#,
        ),
        (
            &["perft", "dameo"],
            r#"error: the following required arguments were not provided: <DEPTH>; usage: plywood perft <GAME> <DEPTH>"#,
        ),
        (&["perft", "dameo", "0"], r#"error: invalid value '0' for '<DEPTH>': expected a whole number from 1 to 64"#),
        (
            &["perft", "dameo", "200"],
            r#"error: invalid value '200' for '<DEPTH>': expected a whole number from 1 to 64"#,
        ),
        (&["perft", "dameo", "65"], r#"error: invalid value '65' for '<DEPTH>': expected a whole number from 1 to 64"#),
        (&["perft", "dameo", "x"], r#"error: invalid value 'x' for '<DEPTH>': expected a whole number from 1 to 64"#),
        (&["perft", "dameo", "-1"], r#"error: invalid value '-1' for '<DEPTH>': expected a whole number from 1 to 64"#),
        (
            &["perft", "dameo", "3", "4"],
            r#"error: unexpected argument '4' found; usage: plywood perft [OPTIONS] <GAME> <DEPTH>"#,
        ),
        (
            &["perft", "dameo", "3", "--bogus"],
            r#"error: unexpected argument '--bogus' found; tip: to pass '--bogus' as a value, use '-- --bogus'; usage: plywood perft <GAME> <DEPTH>"#,
        ),
        (
            &["perft", "dameo", "3", "--count", "sequences"],
            r#"error: dameo has no count mode 'sequences': expected unique or paths"#,
        ),
        (
            &["perft", "amazons", "2", "--count", "paths"],
            r#"error: amazons has no count mode 'paths': expected unique"#,
        ),
        (
            &["perft", "rbc", "2", "--count", "unique"],
            r#"error: rbc has no count mode 'unique': expected requests or canon or taken or boards or boards-raw"#,
        ),
        (&["perft", "rbc", "2", "--count", "boards", "--divide"], r#"error: count mode 'boards' has no divide"#),
        (
            &["perft", "rbc", "2", "--count", "boards-raw", "--classes"],
            r#"error: count mode 'boards-raw' has no classes"#,
        ),
        (
            &["perft", "dameo", "3", "--hash", "99999999"],
            r#"error: --hash 99999999 MB is more than the memory of this machine"#,
        ),
        (
            &["perft", "dameo", "3", "--hash", "0"],
            r#"error: invalid value '0' for '--hash <MB>': expected a whole number from 1 to 1099511627776"#,
        ),
        (
            &["perft", "dameo", "3", "--hash", "x"],
            r#"error: invalid value 'x' for '--hash <MB>': expected a whole number from 1 to 1099511627776"#,
        ),
        (
            &["perft", "dameo", "3", "--seed", "3"],
            r#"error: the following required arguments were not provided: --hash <MB>; usage: plywood perft --hash <MB> --seed <SEED> <GAME> <DEPTH>"#,
        ),
        (
            &["perft", "dameo", "3", "--hash", "1", "--seed", "-3"],
            r#"error: invalid value '-3' for '--seed <SEED>': expected a whole number"#,
        ),
        (
            &["perft", "dameo", "3", "--threads", "0"],
            r#"error: invalid value '0' for '--threads <N>': expected a whole number from 1 to 1024"#,
        ),
        (
            &["perft", "dameo", "3", "--threads", "5000"],
            r#"error: invalid value '5000' for '--threads <N>': expected a whole number from 1 to 1024"#,
        ),
        (
            &["suite", "no-such-file.jsonl"],
            r#"error: 'no-such-file.jsonl' is neither a game nor a file that can be read: No such file or directory (os error 2)"#,
        ),
        (
            &["completions", "tcsh"],
            r#"error: invalid value 'tcsh' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh]; tip: a similar value exists: 'zsh'"#,
        ),
        (
            &["man", "nothing"],
            r#"error: no command 'nothing': expected one of perft, moves, games, search, bench, play, match, selfplay, score, rbc, diff, lines, hub, uci, suite, completions, man, help"#,
        ),
        (&["xyzzy"], r#"error: unrecognized subcommand 'xyzzy'; usage: plywood <COMMAND>"#),
        (
            &["games", "--fen", "x"],
            r#"error: unexpected argument '--fen' found; tip: to pass '--fen' as a value, use '-- --fen'; usage: plywood games [OPTIONS] [GAME]"#,
        ),
        (
            &["moves"],
            r#"error: the following required arguments were not provided: <GAME>; usage: plywood moves <GAME>"#,
        ),
        (&["moves", "dameo", "--fen"], r#"error: a value is required for '--fen <FEN>' but none was supplied"#),
        (
            &["moves", "dameo", "--fen", ""],
            r#"error: bad position for dameo: expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8' (at character 1)"#,
        ),
        (
            &["moves", "dameo", "--fen", "W:Wz9:Bh8"],
            r#"error: bad position for dameo: no square 'z9' on this board (at character 4)"#,
        ),
        (
            &["moves", "dameo", "--fen", "W:Wa1,a1:Bh8"],
            r#"error: bad position for dameo: square 'a1' is taken twice (at character 7)"#,
        ),
        (
            &["moves", "dameo", "--fen", "W:Wa8:Bh7"],
            r#"error: bad position for dameo: a man on its last row: 'a8' (at character 4)"#,
        ),
        (
            &["moves", "dameo", "--fen", "X:Wa1:Bh8"],
            r#"error: bad position for dameo: expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8' (at character 1)"#,
        ),
        (
            &["moves", "dameo", "--fen", "W:Wa1:Bh8:Hx"],
            r#"error: bad position for dameo: expected a number of moves, not 'x' (at character 12)"#,
        ),
        (
            &["moves", "bigdameo4", "--fen", "W:Wk1:Bj10"],
            r#"error: bad position for bigdameo4: no square 'k1' on this board (at character 4)"#,
        ),
        (
            &["moves", "international", "--fen", "W:W4:B49"],
            r#"error: bad position for international: a man can't stand on '4', where it would have been crowned (at character 4)"#,
        ),
        (
            &["moves", "international", "--fen", "W:W31:B50"],
            r#"error: bad position for international: a man can't stand on '50', where it would have been crowned (at character 8)"#,
        ),
        (
            &["moves", "international", "--fen", "W:W51:B2"],
            r#"error: bad position for international: no square '51' on this board (at character 4)"#,
        ),
        (
            &["moves", "international", "--fen", "W:W9-7:B2"],
            r#"error: bad position for international: the range 9-7 runs downwards (at character 4)"#,
        ),
        (
            &["moves", "international", "--fen", "W:W31,31:B2"],
            r#"error: bad position for international: square '31' is taken twice (at character 7)"#,
        ),
        (
            &["moves", "international", "--fen", "W:31:B2"],
            r#"error: bad position for international: expected 'W' or 'B' before the pieces, not '31' (at character 3)"#,
        ),
        (
            &["moves", "international", "--fen", "W:W31"],
            r#"error: bad position for international: the pieces of 'B' are missing (an empty side is written ':B') (at character 6)"#,
        ),
        (
            &["moves", "international", "--fen", "W:W31:W32"],
            r#"error: bad position for international: this colour is given twice (at character 7)"#,
        ),
        (
            &["moves", "russian", "--fen", "W:Wa2:Bh8"],
            r#"error: bad position for russian: no square 'a2' on this board (at character 4)"#,
        ),
        (
            &["moves", "italian", "--fen", "W:Wa1:Bb8"],
            r#"error: bad position for italian: no square 'a1' on this board (at character 4)"#,
        ),
        (
            &["moves", "canadian", "--fen", "W:W73:B1"],
            r#"error: bad position for canadian: no square '73' on this board (at character 4)"#,
        ),
        (
            &["moves", "amazons", "--fen", "10/10 w"],
            r#"error: bad position for amazons: 2 rows instead of 10 (at character 6)"#,
        ),
        (
            &["moves", "amazons", "--fen", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"],
            r#"error: bad position for amazons: the side to move is missing: ' w' or ' b' (at character 38)"#,
        ),
        (
            &["moves", "amazons", "--fen", "3q2q4/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"],
            r#"error: bad position for amazons: the row has more than 10 squares (at character 5)"#,
        ),
        (
            &["moves", "amazons", "--fen", "3q2q2/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"],
            r#"error: bad position for amazons: the row has 9 squares instead of 10 (at character 6)"#,
        ),
        (
            &["moves", "amazons", "--fen", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2X3 w"],
            r#"error: bad position for amazons: unexpected 'X' in a row: Q, q, * or a number of empty squares (at character 36)"#,
        ),
        (
            &["moves", "amazons", "--fen", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 x"],
            r#"error: bad position for amazons: side to move 'x' is not 'w' or 'b' (at character 39)"#,
        ),
        (
            &["moves", "rbc", "--fen", "P7/8/8/8/8/8/8/8 w - - 0 1"],
            r#"error: bad position for rbc: pawn on a8: pawns never stand on rank 1 or 8 (at character 1)"#,
        ),
        (
            &["moves", "rbc", "--fen", "KK6/8/8/8/8/8/8/8 w - - 0 1"],
            r#"error: bad position for rbc: a second white king on b8 (at character 2)"#,
        ),
        (
            &["moves", "rbc", "--fen", "8/8/8/8/8/8/8 w - - 0 1"],
            r#"error: bad position for rbc: 7 ranks, expected 8 (at character 14)"#,
        ),
        (
            &["moves", "rbc", "--fen", "8/8/8/8/8/8/8/7 w - - 0 1"],
            r#"error: bad position for rbc: rank 1 has 7 squares, expected 8 (at character 16)"#,
        ),
        (
            &["moves", "rbc", "--fen", "8/8/8/8/8/8/8/8 x - - 0 1"],
            r#"error: bad position for rbc: side to move 'x', expected 'w' or 'b' (at character 17)"#,
        ),
        (
            &["moves", "rbc", "--fen", "8/8/8/8/8/8/8/8 w Z - 0 1"],
            r#"error: bad position for rbc: castling right 'Z', expected some of KQkq or '-' (at character 19)"#,
        ),
        (
            &["moves", "rbc", "--fen", "8/8/8/8/8/8/8/8 w - z9 0 1"],
            r#"error: bad position for rbc: en-passant square 'z9', expected a square or '-' (at character 21)"#,
        ),
        (
            &["moves", "rbc", "--fen", "9/8/8/8/8/8/8/8 w - - 0 1"],
            r#"error: bad position for rbc: '9' on rank 8, expected one of PNBRQKpnbrqk12345678/ (at character 1)"#,
        ),
        (
            &["moves", "rbc", "--fen", "8/8/8/8/8/8/8/8 w - - x 1"],
            r#"error: bad position for rbc: half-move clock 'x', expected a number up to 4294967295 (at character 23)"#,
        ),
        (
            &["moves", "rbc", "--fen", "8/8/8/8/8/8/8/8"],
            r#"error: bad position for rbc: no side to move: a FEN has board, side to move, castling, en passant and, optionally, half-move clock and move number (at character 16)"#,
        ),
        (
            &["search", "dameo"],
            r#"error: the following required arguments were not provided: <--depth <D>|--nodes <N>|--time <S>|--infinite>; usage: plywood search <--depth <D>|--nodes <N>|--time <S>|--infinite> <GAME>"#,
        ),
        (
            &["search", "dameo", "--depth", "0"],
            r#"error: invalid value '0' for '--depth <D>': expected a whole number from 1 to 128"#,
        ),
        (
            &["search", "dameo", "--depth", "129"],
            r#"error: invalid value '129' for '--depth <D>': expected a whole number from 1 to 128"#,
        ),
        (
            &["search", "dameo", "--nodes", "0"],
            r#"error: invalid value '0' for '--nodes <N>': expected a whole number"#,
        ),
        (
            &["search", "dameo", "--time", "0"],
            r#"error: invalid value '0' for '--time <S>': expected seconds from 0.001 to 2592000"#,
        ),
        (
            &["search", "dameo", "--time", "soon"],
            r#"error: invalid value 'soon' for '--time <S>': expected seconds from 0.001 to 2592000"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--infinite"],
            r#"error: the argument '--depth <D>' cannot be used with '--infinite'; usage: plywood search <--depth <D>|--nodes <N>|--time <S>|--infinite> <GAME>"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--moves", "c3-c9"],
            r#"error: no square 'c9' on this board (at character 4)"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--searchmoves", "a1-a9"],
            r#"error: no square 'a9' on this board (at character 4)"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--multipv", "0"],
            r#"error: invalid value '0' for '--multipv <K>': expected a whole number from 1 to 500"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--off", "everything"],
            r#"error: invalid value 'everything' for '--off <DEVICE>' [possible values: null-move, reductions, futility, probcut, aspiration]"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--rule", "repetition"],
            r#"error: invalid value 'repetition' for '--rule <NAME=on|off>': expected NAME=on or NAME=off"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--rule", "luck=on"],
            r#"error: dameo has no rule 'luck': expected repetition or quiet-kings or king-v-king or anti"#,
        ),
        (
            &["search", "amazons", "--depth", "1", "--rule", "repetition=off"],
            r#"error: amazons has no rule 'repetition': expected none"#,
        ),
        (
            &["search", "dameo", "--depth", "3", "--hash", "999999999"],
            r#"error: --hash 999999999 MB is more than the memory of this machine"#,
        ),
        (&["search", "dameo", "--depth", "3", "--fen", "W:W:B"], r#"error: the game is over"#),
        (
            &["search", "dameo", "--fen", "x", "--depth", "1"],
            r#"error: bad position for dameo: expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8' (at character 1)"#,
        ),
        (
            &["bench", "bigchess", "--depth", "x"],
            r#"error: invalid value 'x' for '--depth <D>': expected a whole number from 1 to 128"#,
        ),
        (&["bench", "amazons-4x4"], r#"error: the bench has no position of amazons-4x4"#),
        (
            &["play", "dameo", "--white", "nobody"],
            r#"error: 'nobody' is no player: expected engine, random, greedy, F1:DEPTH, F2:DEPTH or settings such as depth=8, nodes=N, time=SECONDS, hash=MB, threads=N, exact, off=DEVICE, futility=N, probcut=N, aspiration=N"#,
        ),
        (&["play", "dameo", "--white", "depth=x"], r#"error: 'depth=x': expected a depth from 1 to 128"#),
        (&["play", "dameo", "--white", "F1:0"], r#"error: 'F1:0' does not play dameo: it knows draughts alone"#),
        (
            &["play", "dameo", "--load", "/nonexistent.pdn"],
            r#"error: cannot read '/nonexistent.pdn': No such file or directory (os error 2)"#,
        ),
        (
            &["play", "dameo", "--fen", "x"],
            r#"error: bad position for dameo: expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8' (at character 1)"#,
        ),
        (&["play", "dameo", "--white", "F1"], r#"error: 'F1:8' does not play dameo: it knows draughts alone"#),
        (
            &["match", "dameo", "--a", "depth=3"],
            r#"error: the following required arguments were not provided: --b <PLAYER>; usage: plywood match --a <PLAYER> --b <PLAYER> <GAME>"#,
        ),
        (
            &["match", "dameo", "--a", "depth=3", "--b", "off=x"],
            r#"error: 'off=x': expected null-move, reductions, futility, probcut or aspiration"#,
        ),
        (
            &["match", "dameo", "--a", "random", "--b", "random", "--games", "0"],
            r#"error: invalid value '0' for '--games <N>': expected a whole number from 1 to 10000000"#,
        ),
        (
            &["match", "dameo", "--a", "random", "--b", "random", "--sprt", "5,1"],
            r#"error: invalid value '5,1' for '--sprt <ELO0,ELO1>': expected two differences in Elo such as 0,10"#,
        ),
        (
            &["match", "dameo", "--a", "random", "--b", "random", "--sprt=-inf,inf"],
            r#"error: invalid value '-inf,inf' for '--sprt <ELO0,ELO1>': expected two differences in Elo such as 0,10"#,
        ),
        (
            &["match", "dameo", "--a", "depth=3,depth=4", "--b", "random"],
            r#"error: 'depth=4': expected each setting once"#,
        ),
        (
            &["match", "dameo", "--a", "hash=1000000", "--b", "hash=1000000", "--threads", "64"],
            r#"error: tables of 128000000 MB together are more than the memory of this machine"#,
        ),
        (
            &["play", "dameo", "--white", "random", "--black", "random", "--save", "/nonexistent/x"],
            r#"error: cannot write '/nonexistent/x': No such file or directory (os error 2)"#,
        ),
        (
            &["match", "dameo", "--a", "random", "--b", "random", "--save", "/nonexistent/x.pdn"],
            r#"error: cannot write '/nonexistent/x.pdn': No such file or directory (os error 2)"#,
        ),
        (
            &["selfplay", "dameo", "--player", "wizard"],
            r#"error: 'wizard' is no player: expected engine, random, greedy, F1:DEPTH, F2:DEPTH or settings such as depth=8, nodes=N, time=SECONDS, hash=MB, threads=N, exact, off=DEVICE, futility=N, probcut=N, aspiration=N"#,
        ),
        (&["score", "dameo"], r#"error: dameo has no territories: expected a board of the Amazons"#),
        (
            &["score", "amazons", "--fen", "x"],
            r#"error: bad position for amazons: unexpected 'x' in a row: Q, q, * or a number of empty squares (at character 1)"#,
        ),
        (
            &["games", "chess"],
            r#"error: unknown game 'chess': expected russian6, english, russian, brazilian, pool, international, canadian, italian, spanish, czech, frisian, frysk, killer, breakthrough, antidraughts, thai, brazilian6, english6, dameo, bigdameo4, bigdameo3, croda, turkish, amazons, amazons-9x9, amazons-8x8, amazons-7x7, amazons-6x6, amazons-5x5, amazons-4x4, amazons-4x5, amazons-4x6, amazons-4x7, amazons-5x4, amazons-5x6, amazons-6x4, amazons-6x5, amazons-7x4, rbc"#,
        ),
        (
            &["diff", "dameo"],
            r#"error: the following required arguments were not provided: --against <COMMAND>; usage: plywood diff --against <COMMAND> <GAME>"#,
        ),
        (
            &["diff", "dameo", "--against", "no-such-program --fast"],
            r#"error: cannot start 'no-such-program': No such file or directory (os error 2)"#,
        ),
        (
            &["diff", "dameo", "--against", ""],
            r#"error: --against is empty: expected a command such as 'plywood lines'"#,
        ),
        (&["diff", "dameo", "--against", "a 'b"], r#"error: --against 'a 'b': a quote is not closed"#),
        (
            &["diff", "dameo", "--against", "x", "--count", "best"],
            r#"error: dameo has no count mode 'best': expected unique or paths"#,
        ),
        (&["diff", "rbc", "--against", "x", "--count", "boards"], r#"error: count mode 'boards' has no divide"#),
        (
            &["diff", "dameo", "--against", "x", "--fen", "W:Wz9:Bh8"],
            r#"error: bad position for dameo: no square 'z9' on this board (at character 4)"#,
        ),
        (
            &["diff", "dameo", "--against", "x", "--protocol", "dxp"],
            r#"error: invalid value 'dxp' for '--protocol <PROTOCOL>' [possible values: lines, uci, hub]"#,
        ),
        (
            &["diff", "dameo", "--against", "x", "--depth", "0"],
            r#"error: invalid value '0' for '--depth <D>': expected a whole number from 1 to 64"#,
        ),
        (
            &["diff", "dameo", "--against", "x", "--timeout", "-1"],
            r#"error: invalid value '-1' for '--timeout <S>': expected seconds from 0.001 to 2592000"#,
        ),
        (&["hub", "x"], r#"error: unexpected argument 'x' found; usage: plywood hub"#),
    ];
    for (arguments, expected) in table {
        assert_eq!(fault(arguments, ""), format!("{expected}\n"), "{arguments:?}");
    }
}

#[test]
fn a_wrong_line_of_standard_input_is_numbered() {
    let table: &[(&[&str], &str, &str)] = &[(
        &["moves", "dameo", "--fen", "-"],
        "\nW:Wq1:B",
        "error: line 2 of standard input: bad position for dameo: no square 'q1' on this board (at character 4)",
    )];
    for (arguments, input, expected) in table {
        assert_eq!(fault(arguments, input), format!("{expected}\n"), "{arguments:?}");
    }
}

#[test]
fn a_wrong_row_of_a_suite_is_numbered() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/wrong.jsonl");
    let table = [
        ("\n{", "line 2: not JSON: EOF while parsing an object at line 1 column 1"),
        ("{\"game\":\"dameo\"}", "line 1: the field \"kind\" is missing or not a text"),
        ("[1]", "line 1: expected a JSON object such as {\"game\":\"dameo\",\"kind\":\"perft\",...}"),
    ];
    for (text, expected) in table {
        std::fs::write(path, text).unwrap();
        assert_eq!(fault(&["suite", path], ""), format!("error: {path}: {expected}\n"));
    }
}

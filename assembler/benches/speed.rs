//! How many source lines a second: plain code, and code that is mostly macro calls and loops.
//!
//! The inputs are made here. Each run is checked: the words it must give are known beforehand.

use assembler::{MemoryFiles, Options, assemble};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write as _;

/// Instructions with labels, indexes, expressions and comments.
fn plain(lines: usize) -> String {
    const NAMES: [&str; 10] =
        ["MOVE", "ADD", "SUB", "JRST", "HRRZ", "CAMN", "SKIPE", "PUSHJ", "LSH", "MOVEM"];
    let mut text = "TITLE PLAIN\n\tLOC 1000\nA=1\nB=2\nP=17\n".to_owned();
    for i in 0..lines {
        if i % 5 == 0 {
            let _ = write!(text, "L{:05}:", i / 5);
        }
        let name = NAMES[i % 10];
        let accumulator = ["A", "B"][i % 2];
        let target = i * 7 % lines / 5;
        let _ = writeln!(text, "\t{name} {accumulator},L{target:05}+{:o}(P)\t;line {i}", i % 8);
    }
    text + "\tEND 1000\n"
}

/// Calls of macros with loops and conditionals in them.
fn macros(lines: usize) -> String {
    let mut text = "TITLE MACRO\n\tLOC 1000\nP=17\nDEFINE CALL F,X\n\tMOVEI 1,X\n\tPUSHJ P,F\nTERMIN\n\
DEFINE SAVE LIST\nIRP Z,,[LIST]\n\tPUSH P,Z\nTERMIN\nTERMIN\n\
DEFINE TEST V\nIFN V,\tADDI 1,V\nIFE V,\tSETZ 1,\nTERMIN\nFOO:\t0\n"
        .to_owned();
    for i in 0..lines {
        let _ = match i % 4 {
            0 => writeln!(text, "\tCALL FOO,{:o}", i % 512),
            1 => writeln!(text, "\tSAVE [1,2,3]"),
            2 => writeln!(text, "\tTEST {}", i / 4 % 2),
            _ => writeln!(text, "REPEAT 2,\t.RPCNT"),
        };
    }
    text + "\tEND 1000\n"
}

fn bench(criterion: &mut Criterion) {
    let options = Options::default();
    let mut group = criterion.benchmark_group("assemble");
    group.sample_size(10);
    for (name, text, lines, words) in
        [("plain", plain(100_000), 100_005, 100_000), ("macros", macros(40_000), 40_017, 80_001)]
    {
        let files = MemoryFiles::new().with("source", text);
        group.throughput(Throughput::Elements(lines));
        group.bench_function(name, |b| {
            b.iter(|| {
                let (output, diagnostics) = assemble("source", &files, &options);
                assert_eq!((output.words.len(), diagnostics.len()), (words, 0));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

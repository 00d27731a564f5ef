//! What crosses the crates, in one binary: its tests run side by side and it is linked once.

mod chess_machine;
mod chess_tapes;
mod citations;
mod commands;
mod console;
mod dectape;
mod devices;
mod display;
mod engine_vectors;
mod faults;
mod guide_midas;
mod historic;
mod isa_table;
mod lockstep;
mod perft;
mod plan;
mod prompt;
mod reference_values;
mod rules;
mod same_run;
mod statements;
mod traps;
mod two_ways;
mod vectors;
mod waiting;
mod whole_game;

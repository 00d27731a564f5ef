//! The subcommands of `lab`, one file per subcommand.

pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod chess_vectors;
pub(crate) mod coverage;
pub(crate) mod vectors;

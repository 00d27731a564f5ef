//! The subcommands of `machack`, one file per subcommand.

pub(crate) mod analyse;
mod annotation;
pub(crate) mod bench;
pub(crate) mod compare;
pub(crate) mod dap;
pub(crate) mod debug;
pub(crate) mod engine;
pub(crate) mod file;
pub(crate) mod games;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod profile;
mod progress;
mod scores;
pub(crate) mod settings;
pub(crate) mod uci;
pub(crate) mod why;
pub(crate) mod xboard;

#[cfg(test)]
mod tests {
    //! Helpers for the tests of several commands.

    pub(super) mod conversation;
}

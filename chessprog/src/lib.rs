//! Mac Hack Six, the Greenblatt chess program of 1967, twice: in MIDAS on the emulated PDP-6 and in native Rust.

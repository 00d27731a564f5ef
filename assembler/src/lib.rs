//! The MIDAS macro assembler of the PDP-6: source text to words, listing, symbols and source map.

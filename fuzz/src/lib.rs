//! The laws that the fuzz targets share. A test of the workspace checks them on the corpus.

pub mod laws;

//! The laws that the fuzz targets share; a test of the workspace checks them on the corpus.

pub mod laws;

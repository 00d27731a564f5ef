//! What the fuzz targets share: the laws, which a test of the workspace holds against the kept inputs.

pub mod laws;

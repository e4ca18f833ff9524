//! Tests of several modules together.
mod index;
mod inversion;
mod modules;
pub(crate) mod random;
mod tantivy_formats;

//! Tests of several modules together.
mod copies;
mod index;
mod inversion;
mod modules;
mod names;
mod narrow;
mod occurrences;
pub(crate) mod random;
mod tantivy_formats;

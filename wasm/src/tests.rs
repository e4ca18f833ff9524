//! Tests of several modules together.
mod index;
mod inversion;
mod modules;
mod tantivy_formats;

//! The search core of ra. This file holds bindings only; see `docs/architecture.md` for the modules.
pub mod analyzer;
pub mod container;
pub mod directory;
pub mod error;
pub mod fuzzy;
pub mod gather;
pub mod hidden;
pub mod highlight;
pub mod inversion;
pub mod language;
pub mod matches;
pub mod mdx;
pub mod outline;
pub mod pages;
pub mod plan;
pub mod reader;
pub mod record;
pub mod run;
pub mod schema;
pub mod segment;
pub mod stop_words;
pub mod terms;

#[cfg(target_arch = "wasm32")]
mod binding;

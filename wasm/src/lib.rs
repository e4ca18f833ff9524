//! The search core of ra. See `docs/architecture.md` for the modules. Only `binding` is public, and it is there in
//! WebAssembly alone, so tests stand inside the crate: `tests` holds those that need several modules.
// A native build has the tests and nothing that uses the rest.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
mod analyzer;
mod container;
mod directory;
mod error;
mod fuzzy;
mod heading_id;
mod hidden;
mod highlight;
mod inversion;
mod language;
mod matches;
mod mdx;
mod outline;
mod pages;
mod plan;
mod posting_union;
mod reader;
mod record;
mod run;
mod schema;
mod segment;
mod stop_words;
mod terms;

#[cfg(target_arch = "wasm32")]
mod binding;

#[cfg(test)]
mod tests;

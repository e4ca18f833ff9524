//! The search core of ra. `docs/architecture.md` lists the modules. Only `binding` is public, and only in WebAssembly,
//! so all tests are inside the crate. `tests` has those that need several modules.
// A native build only runs the tests, and the reader does not write, so much of the code is unused there.
#![cfg_attr(not(all(target_arch = "wasm32", feature = "writing")), allow(dead_code))]
mod analyzer;
mod attributes;
mod braces;
mod composed;
mod container;
mod directory;
mod division;
mod document;
mod entities;
mod error;
mod fingerprints;
mod frontmatter;
mod fuzzy;
mod globs;
mod highlight;
mod html;
mod inversion;
mod language;
mod links;
mod markup;
mod matches;
mod mdx;
mod memo;
mod outline;
mod pages;
mod pairs;
mod plan;
mod posting_union;
mod reader;
mod record;
mod run;
mod schema;
mod segment;
mod shifts;
mod stop_words;
mod stub;
mod terms;
mod vectors;
mod visible;
mod work;

#[cfg(target_arch = "wasm32")]
mod binding;

#[cfg(test)]
mod tests;

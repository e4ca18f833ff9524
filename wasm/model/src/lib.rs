//! The model module of ra: texts become vectors. It has no files, clock or threads; the host gives it bytes.
//! Only `binding` is public, and only in WebAssembly, so all tests are inside the crate.
// A native build only runs the tests, so some of the code is unused there.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
mod attention;
mod bert;
mod characters;
mod charsmap;
mod config;
mod cross_encoder;
mod embedder;
mod error;
mod layers;
mod linear;
mod linear_f32;
mod linear_int8;
mod math;
mod ngrams;
mod normaliser;
mod pieces;
mod safetensors;
mod simd;
mod stored;
mod tokeniser;
mod unicode_ranges;
mod unigram;
mod vocabulary;
mod weights;
mod wordpiece;

#[cfg(target_arch = "wasm32")]
mod binding;

#[cfg(test)]
mod tests;

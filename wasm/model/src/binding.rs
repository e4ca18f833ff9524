//! The interface to JavaScript. Options cross as JSON text, and weights stay in the host's memory until a row is read.
use crate::cross_encoder::CrossEncoder;
use crate::embedder::Embedder;
use crate::error::{ModelError, Result};
use crate::stored;
use crate::tokeniser::Tokeniser as Cutter;
use crate::weights::Bytes;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

/// Weights in the host's memory, which has compared their checksum. The module copies what it keeps, so a file is never
/// held twice.
struct HostBytes(Uint8Array);

impl Bytes for HostBytes {
    fn size(&self) -> usize {
        self.0.length() as usize
    }
    fn copy(&self, offset: usize, into: &mut [u8]) {
        self.0.subarray(offset as u32, (offset + into.len()) as u32).copy_to(into);
    }
    // The host does it many times faster.
    fn is_checked(&self) -> bool {
        true
    }
}

fn thrown(error: ModelError) -> JsError {
    JsError::new(&error.to_string())
}

/// A model in memory, ready to embed.
#[wasm_bindgen]
pub struct Model {
    embedder: Embedder,
}

#[wasm_bindgen]
impl Model {
    /// Opens a model. `config` is the text of config.json, `vocabulary` that of vocab.txt, `weights` a safetensors file or
    /// what `stored` made, and `options` JSON: `{dtype?: "f32" | "int8", pooling?: "mean" | "cls", maxLength?: number}`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        config: &str,
        vocabulary: &str,
        weights: Uint8Array,
        options: &str,
    ) -> std::result::Result<Model, JsError> {
        let opened = Embedder::open(config, vocabulary, &HostBytes(weights), options);
        opened.map(|embedder| Model { embedder }).map_err(thrown)
    }

    /// The number of values of each vector.
    pub fn dimensions(&self) -> usize {
        self.embedder.dimensions()
    }

    /// The ids of a text's word pieces between those that begin and end it, cut to the longest input.
    pub fn tokenise(&self, text: &str) -> Vec<u32> {
        self.embedder.tokenise(text)
    }

    /// The vectors of texts, in their order, one after the other, each of length 1.
    pub fn embed(&mut self, texts: Vec<String>) -> Vec<f32> {
        self.embedder.embed(&texts)
    }
}

/// A model in memory that reads a query and a passage together.
#[wasm_bindgen]
pub struct Judge {
    encoder: CrossEncoder,
}

#[wasm_bindgen]
impl Judge {
    /// Opens a cross-encoder. The arguments are those of `Model`; `pooling` counts for nothing.
    #[wasm_bindgen(constructor)]
    pub fn new(
        config: &str,
        vocabulary: &str,
        weights: Uint8Array,
        options: &str,
    ) -> std::result::Result<Judge, JsError> {
        let opened = CrossEncoder::open(config, vocabulary, &HostBytes(weights), options);
        opened.map(|encoder| Judge { encoder }).map_err(thrown)
    }

    /// How well each passage answers the query. More is better, on any scale.
    pub fn score(&mut self, query: &str, passages: Vec<String>) -> Vec<f32> {
        self.encoder.score(query, &passages)
    }
}

/// A model's word pieces without its weights.
#[wasm_bindgen]
pub struct Tokeniser {
    cutter: Cutter,
    limit: usize,
}

#[wasm_bindgen]
impl Tokeniser {
    /// `vocabulary` is the text of vocab.txt, `limit` the most pieces of a text, at least 3.
    #[wasm_bindgen(constructor)]
    pub fn new(vocabulary: &str, limit: usize) -> std::result::Result<Tokeniser, JsError> {
        let cutter = Cutter::read(vocabulary, usize::MAX).map_err(thrown)?;
        Ok(Tokeniser { cutter, limit: limit.max(3) })
    }

    /// The ids of a text's word pieces between those that begin and end it, cut to the limit.
    pub fn tokenise(&self, text: &str) -> Vec<u32> {
        self.cutter.tokenise(text, self.limit)
    }
}

/// The form of a model's weights to keep on disk: `dtype` is "f32" or "int8". It has a checksum.
#[wasm_bindgen(js_name = stored)]
pub fn stored_form(config: &str, weights: Uint8Array, dtype: &str) -> std::result::Result<Vec<u8>, JsError> {
    let form: Result<Vec<u8>> = stored::write(config, &HostBytes(weights), dtype);
    form.map_err(thrown)
}

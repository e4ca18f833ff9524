//! Tests that need several modules.
mod encoder;
mod files;
mod math;
mod ngrams;
mod numpy;
mod pairs;
mod real;
mod tokens;
mod unigram;

use crate::weights::Kind;

/// Numbers that are the same in every run.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit
    }
    /// Between -1 and 1.
    pub(super) fn number(&mut self) -> f32 {
        self.next() as f32 / (1u64 << 30) as f32 - 1.0
    }
}

/// A small model: its config.json, its vocabulary and its tensors.
pub(super) struct Small {
    pub(super) config: String,
    pub(super) vocabulary: String,
    pub(super) tensors: Vec<(String, Vec<usize>, Vec<f32>)>,
}

pub(super) const VOCABULARY: [&str; 12] =
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "file", "##s", "copy", ".", "the"];

/// A model with random weights. `hidden` is shared by four heads.
pub(super) fn small(hidden: usize, wide: usize, layers: usize) -> Small {
    let config = format!(
        r#"{{"vocab_size":12,"hidden_size":{hidden},"num_hidden_layers":{layers},"num_attention_heads":4,
        "intermediate_size":{wide},"max_position_embeddings":40,"type_vocab_size":2,"layer_norm_eps":1e-12}}"#
    );
    let mut chance = Chance(7);
    let named = crate::bert::tensors(&crate::config::Config::read(&config).unwrap());
    let tensors = named.into_iter().map(|wanted| {
        let count = wanted.shape.iter().product();
        let middle = if wanted.name.ends_with("LayerNorm.weight") { 1.0 } else { 0.0 };
        let values = (0..count).map(|_| middle + chance.number() * 1.5 / (hidden as f32).sqrt()).collect();
        (wanted.name, wanted.shape, values)
    });
    Small { tensors: tensors.collect(), config, vocabulary: VOCABULARY.join("\n") }
}

/// Tensors as a safetensors file.
pub(super) fn safetensors(tensors: &[(String, Vec<usize>, Vec<f32>)], kind: Kind) -> Vec<u8> {
    let (mut header, mut data) = (serde_json::Map::new(), Vec::<u8>::new());
    for (name, shape, values) in tensors {
        let begin = data.len();
        for value in values {
            match kind {
                Kind::F32 => data.extend(value.to_le_bytes()),
                _ => data.extend(half(*value).to_le_bytes()),
            }
        }
        let dtype = if kind == Kind::F32 { "F32" } else { "F16" };
        let entry = serde_json::json!({"dtype": dtype, "shape": shape, "data_offsets": [begin, data.len()]});
        header.insert(name.clone(), entry);
    }
    let header = serde_json::to_vec(&header).unwrap();
    [&(header.len() as u64).to_le_bytes()[..], &header, &data].concat()
}

/// A number of normal size in 16 bits, cut.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let exponent = (bits >> 23 & 0xff) as i32 - 127 + 15;
    let sign = (bits >> 16 & 0x8000) as u16;
    if exponent <= 0 {
        return sign;
    }
    sign | (exponent as u16) << 10 | (bits >> 13 & 0x3ff) as u16
}

pub(super) fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

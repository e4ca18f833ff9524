//! BERT's encoder: ids of word pieces become a row of numbers each.
use crate::attention::{Room, Text};
use crate::config::{Config, Dtype};
use crate::error::{ModelError, Result};
use crate::layers::{rows, Named, Norm, Words};
use crate::linear::{Input, Linear};
use crate::linear_int8::Quantised;
use crate::math::{add_and_normalise, gelu};
use crate::weights::{Bytes, Kind, Weights};

/// Word pieces that go through the encoder together.
pub(crate) struct Sequence {
    pub(crate) ids: Vec<u32>,
    /// Where the second text of a pair begins; the number of ids without one.
    pub(crate) second: usize,
}

impl Sequence {
    pub(crate) fn single(ids: Vec<u32>) -> Sequence {
        Sequence { second: ids.len(), ids }
    }
}

/// All tensors that the encoder needs.
pub(crate) fn tensors(config: &Config) -> Vec<Named> {
    let (hidden, wide) = (config.hidden_size, config.intermediate_size);
    let mut all = vec![
        Named::new(WORDS, &[config.vocab_size, hidden], Kind::Int8),
        Named::new(POSITIONS, &[config.max_position_embeddings, hidden], Kind::F32),
        Named::new(TYPES, &[config.type_vocab_size, hidden], Kind::F32),
    ];
    all.extend(Named::norm("embeddings.LayerNorm", hidden));
    for layer in 0..config.num_hidden_layers {
        for (part, outputs, inputs) in linear_parts(hidden, wide) {
            let name = format!("encoder.layer.{layer}.{part}");
            all.push(Named::new(format!("{name}.weight"), &[outputs, inputs], Kind::Int8Panels));
            all.push(Named::new(format!("{name}.bias"), &[outputs], Kind::F32));
        }
        all.extend(Named::norm(&format!("encoder.layer.{layer}.attention.output.LayerNorm"), hidden));
        all.extend(Named::norm(&format!("encoder.layer.{layer}.output.LayerNorm"), hidden));
    }
    all
}

const WORDS: &str = "embeddings.word_embeddings.weight";
const POSITIONS: &str = "embeddings.position_embeddings.weight";
const TYPES: &str = "embeddings.token_type_embeddings.weight";

/// The linear parts of a layer: name, outputs, inputs.
fn linear_parts(hidden: usize, wide: usize) -> [(&'static str, usize, usize); 6] {
    [
        ("attention.self.query", hidden, hidden),
        ("attention.self.key", hidden, hidden),
        ("attention.self.value", hidden, hidden),
        ("attention.output.dense", hidden, hidden),
        ("intermediate.dense", wide, hidden),
        ("output.dense", hidden, wide),
    ]
}

struct Layer {
    linear: [Linear; 6],
    after_attention: Norm,
    after_output: Norm,
}

/// Room for the values between the steps, used again for every batch.
#[derive(Default)]
struct Scratch {
    rows: Vec<f32>,
    asked: [Vec<f32>; 3],
    taken: Vec<f32>,
    wide: Vec<f32>,
    quantised: Quantised,
    attention: Room,
}

pub(crate) struct Bert {
    pub(crate) config: Config,
    dtype: Dtype,
    words: Words,
    /// A row for each position, with the row of the first type added, and with that of the second type. The second ones
    /// are empty in a model that reads no pairs.
    positions: [Vec<f32>; 2],
    norm: Norm,
    layers: Vec<Layer>,
    scratch: Scratch,
}

impl Bert {
    /// `types` is 2 for a model that reads pairs, otherwise 1.
    pub(crate) fn read<B: Bytes + ?Sized>(
        config: Config,
        weights: &Weights<B>,
        dtype: Dtype,
        types: usize,
    ) -> Result<Bert> {
        // Before anything takes memory: what config.json promises has to be there.
        for wanted in tensors(&config) {
            weights.tensor(&wanted.name, &wanted.shape)?;
        }
        let hidden = config.hidden_size;
        if types > config.type_vocab_size {
            return Err(ModelError::new("the model reads no pairs of texts: its type_vocab_size is 1"));
        }
        let kinds = rows(weights, TYPES, config.type_vocab_size, hidden)?;
        let mut positions = [rows(weights, POSITIONS, config.max_position_embeddings, hidden)?, Vec::new()];
        if types == 2 {
            positions[1] = positions[0].clone();
        }
        for (positions, kind) in positions.iter_mut().zip(kinds.chunks_exact(hidden)) {
            for row in positions.chunks_exact_mut(hidden) {
                row.iter_mut().zip(kind).for_each(|(value, more)| *value += more);
            }
        }
        let layers = (0..config.num_hidden_layers).map(|layer| read_layer(&config, weights, layer, dtype));
        Ok(Bert {
            layers: layers.collect::<Result<_>>()?,
            words: Words::read(weights, WORDS, config.vocab_size, hidden, dtype)?,
            norm: Norm::read(weights, "embeddings.LayerNorm", hidden)?,
            positions,
            dtype,
            config,
            scratch: Scratch::default(),
        })
    }

    /// Encodes texts. The result has their rows, text after text.
    pub(crate) fn encode(&mut self, texts: &[Sequence]) -> &[f32] {
        let Bert { config, dtype, words, positions, norm, layers, scratch } = self;
        let (hidden, heads, epsilon) = (config.hidden_size, config.num_attention_heads, config.layer_norm_eps);
        let Scratch { rows, asked: [queries, keys, values], taken, wide, quantised, attention } = scratch;
        let count: usize = texts.iter().map(|text| text.ids.len()).sum();
        rows.resize(count * hidden, 0.0);
        taken.resize(count * hidden, 0.0);
        let places = texts.iter().flat_map(|text| {
            let kind = |at| usize::from(at >= text.second);
            text.ids.iter().enumerate().map(move |(at, &id)| (at, kind(at), id))
        });
        let taking = taken.chunks_exact_mut(hidden).zip(rows.chunks_exact_mut(hidden));
        for ((into, row), (at, kind, id)) in taking.zip(places) {
            words.copy(id as usize, row);
            into.copy_from_slice(&positions[kind][at * hidden..][..hidden]);
        }
        add_and_normalise(rows, taken, &norm.scale, &norm.shift, epsilon);
        for layer in layers {
            let [query, key, value, dense, intermediate, output] = &layer.linear;
            let input = Input::new(rows, hidden, *dtype, quantised);
            query.apply(&input, queries);
            key.apply(&input, keys);
            value.apply(&input, values);
            let mut begin = 0;
            for text in texts {
                let part = begin * hidden..(begin + text.ids.len()) * hidden;
                let (queries, keys, values) = (&queries[part.clone()], &keys[part.clone()], &values[part.clone()]);
                attention.attend(&Text { queries, keys, values, width: hidden }, heads, &mut taken[part]);
                begin += text.ids.len();
            }
            dense.apply(&Input::new(taken, hidden, *dtype, quantised), queries);
            add_and_normalise(rows, queries, &layer.after_attention.scale, &layer.after_attention.shift, epsilon);
            intermediate.apply(&Input::new(rows, hidden, *dtype, quantised), wide);
            gelu(wide);
            output.apply(&Input::new(wide, config.intermediate_size, *dtype, quantised), queries);
            add_and_normalise(rows, queries, &layer.after_output.scale, &layer.after_output.shift, epsilon);
        }
        rows
    }
}

fn read_layer<B: Bytes + ?Sized>(config: &Config, weights: &Weights<B>, layer: usize, dtype: Dtype) -> Result<Layer> {
    let (hidden, name) = (config.hidden_size, format!("encoder.layer.{layer}"));
    let mut linear = Vec::with_capacity(6);
    for (part, outputs, inputs) in linear_parts(hidden, config.intermediate_size) {
        linear.push(Linear::read(weights, &format!("{name}.{part}"), outputs, inputs, dtype)?);
    }
    let Ok(linear) = linear.try_into() else { unreachable!("a layer has six linear parts") };
    Ok(Layer {
        linear,
        after_attention: Norm::read(weights, &format!("{name}.attention.output.LayerNorm"), hidden)?,
        after_output: Norm::read(weights, &format!("{name}.output.LayerNorm"), hidden)?,
    })
}

//! The encoder of Google's Universal Sentence Encoder (multilingual, the CNN; Yang et al. 2019): each piece sees its
//! neighbours in windows of some widths, the sum of all pieces goes through dense layers, and the text has one vector.
use crate::config::{Dtype, NgramConfig};
use crate::error::Result;
use crate::layers::{Named, Norm, Words};
use crate::linear::{Input, Linear};
use crate::linear_int8::Quantised;
use crate::math::{normalise, tanh};
use crate::weights::{Bytes, Kind, Weights};

const WORDS: &str = "words.weight";
/// Values between the dense layers.
const NARROW: usize = 320;
/// The linear parts behind the windows: name, outputs, inputs. The model's width is 0 here.
const DENSE: [(&str, usize, usize); 6] = [
    ("dense.0", NARROW, 0),
    ("dense.1", NARROW, NARROW),
    ("dense.1.skip", NARROW, 0),
    ("dense.2", 0, NARROW),
    ("dense.3", 0, 0),
    ("dense.3.skip", 0, NARROW),
];

/// The linear parts: name, outputs, inputs.
fn linear_parts(config: &NgramConfig) -> Vec<(String, usize, usize)> {
    let (width, narrow) = (config.hidden_size, config.ngram_size);
    let mut parts = vec![("project".into(), config.ngrams.len() * narrow, width)];
    for &size in &config.ngrams {
        parts.extend(["first", "second"].map(|part| (format!("ngram.{size}.{part}"), narrow, size * narrow)));
    }
    parts.push(("output".into(), width, config.features()));
    let or_width = |side| if side == 0 { width } else { side };
    parts.extend(DENSE.map(|(name, outputs, inputs)| (name.into(), or_width(outputs), or_width(inputs))));
    parts
}

/// All tensors that the encoder needs.
pub(crate) fn tensors(config: &NgramConfig) -> Vec<Named> {
    let mut all = vec![Named::new(WORDS, &[config.vocab_size, config.hidden_size], Kind::Int8)];
    for (name, outputs, inputs) in linear_parts(config) {
        all.push(Named::new(format!("{name}.weight"), &[outputs, inputs], Kind::Int8Panels));
        all.push(Named::new(format!("{name}.bias"), &[outputs], Kind::F32));
    }
    all.extend(Named::norm("project_norm", config.ngrams.len() * config.ngram_size));
    all.extend(Named::norm("features_norm", config.features()));
    all
}

/// A width of windows: what the neighbours of a piece give, twice.
struct Window {
    size: usize,
    layers: [Linear; 2],
}

/// Room for the values between the steps, used again for every batch.
#[derive(Default)]
struct Scratch {
    words: Vec<f32>,
    projected: Vec<f32>,
    own: Vec<f32>,
    windows: Vec<f32>,
    found: Vec<f32>,
    features: Vec<f32>,
    quantised: Quantised,
}

pub(crate) struct NgramEncoder {
    pub(crate) config: NgramConfig,
    dtype: Dtype,
    words: Words,
    project: Linear,
    project_norm: Norm,
    windows: Vec<Window>,
    features_norm: Norm,
    output: Linear,
    dense: [Linear; 6],
    scratch: Scratch,
}

impl NgramEncoder {
    pub(crate) fn read<B: Bytes + ?Sized>(config: NgramConfig, weights: &Weights<B>, dtype: Dtype) -> Result<Self> {
        // Before anything takes memory: what config.json promises has to be there.
        for wanted in tensors(&config) {
            weights.tensor(&wanted.name, &wanted.shape)?;
        }
        let parts = linear_parts(&config).into_iter();
        let mut layers = parts.map(|(name, outputs, inputs)| Linear::read(weights, &name, outputs, inputs, dtype));
        let mut next = || layers.next().expect("all parts are named");
        let project = next()?;
        let mut windows = Vec::new();
        for &size in &config.ngrams {
            windows.push(Window { size, layers: [next()?, next()?] });
        }
        let output = next()?;
        let dense = [next()?, next()?, next()?, next()?, next()?, next()?];
        drop(layers);
        Ok(NgramEncoder {
            dtype,
            words: Words::read(weights, WORDS, config.vocab_size, config.hidden_size, dtype)?,
            project,
            project_norm: Norm::read(weights, "project_norm", config.ngrams.len() * config.ngram_size)?,
            windows,
            features_norm: Norm::read(weights, "features_norm", config.features())?,
            output,
            dense,
            config,
            scratch: Scratch::default(),
        })
    }

    /// Appends the vector of each text, whatever its length. No text sees another.
    pub(crate) fn encode(&mut self, texts: &[&[u32]], vectors: &mut Vec<f32>) {
        let NgramEncoder { config, dtype, words, scratch, .. } = self;
        let (width, narrow, wide) = (config.hidden_size, config.ngram_size, config.features());
        let count: usize = texts.iter().map(|ids| ids.len()).sum();
        let Scratch { words: rows, projected, own, windows, found, features, quantised } = scratch;
        rows.resize(count * width, 0.0);
        for (row, &id) in rows.chunks_exact_mut(width).zip(texts.iter().copied().flatten()) {
            words.copy(id as usize, row);
        }
        self.project.apply(&Input::new(rows, width, *dtype, quantised), projected);
        let Norm { scale, shift } = &self.project_norm;
        normalise(projected, scale, shift, config.layer_norm_eps);
        features.resize(count * wide, 0.0);
        put(features, wide, 0, rows, width);
        for (at, Window { size, layers }) in self.windows.iter().enumerate() {
            own.resize(count * narrow, 0.0);
            let taken = projected.chunks_exact(config.ngrams.len() * narrow).map(|row| &row[at * narrow..][..narrow]);
            own.chunks_exact_mut(narrow).zip(taken).for_each(|(into, row)| into.copy_from_slice(row));
            for layer in layers {
                gather(texts, own, narrow, *size, windows);
                layer.apply(&Input::new(windows, size * narrow, *dtype, quantised), found);
                own.iter_mut().zip(found.iter()).for_each(|(value, &more)| *value += more.max(0.0));
            }
            put(features, wide, width + at * narrow, own, narrow);
        }
        normalise(features, &self.features_norm.scale, &self.features_norm.shift, config.layer_norm_eps);
        let features = std::mem::take(features);
        let mut rest = &features[..];
        for ids in texts {
            let (rows, others) = rest.split_at(ids.len() * wide);
            rest = others;
            vectors.extend(self.vector(rows, wide, ids.len()));
        }
        self.scratch.features = features;
    }

    /// The vector of a text from the features of its pieces.
    fn vector(&mut self, features: &[f32], wide: usize, count: usize) -> Vec<f32> {
        let mut mean = vec![0.0; wide];
        for row in features.chunks_exact(wide) {
            mean.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        mean.iter_mut().for_each(|sum| *sum /= count as f32);
        let [first, second, second_skip, third, last, last_skip] = &self.dense;
        let (dtype, quantised) = (self.dtype, &mut self.scratch.quantised);
        let mut through = |layer: &Linear, row: &[f32]| {
            let mut out = Vec::new();
            layer.apply(&Input::new(row, row.len(), dtype, quantised), &mut out);
            out
        };
        let sum = |mut one: Vec<f32>, other: Vec<f32>| {
            one.iter_mut().zip(other).for_each(|(value, more)| *value += more);
            one
        };
        let positive = |mut row: Vec<f32>| {
            row.iter_mut().for_each(|value| *value = value.max(0.0));
            row
        };
        // The sum of the pieces, divided by the root of their number.
        let mut text = through(&self.output, &mean);
        text.iter_mut().for_each(|value| *value *= (count as f32).sqrt());
        let narrow = positive(through(first, &text));
        let narrow = positive(sum(through(second_skip, &text), through(second, &narrow)));
        let wide = positive(through(third, &narrow));
        let mut vector = sum(through(last_skip, &narrow), through(last, &wide));
        tanh(&mut vector);
        vector
    }
}

/// Copies rows to a place within wider rows.
fn put(wide_rows: &mut [f32], wide: usize, at: usize, rows: &[f32], width: usize) {
    for (into, row) in wide_rows.chunks_exact_mut(wide).zip(rows.chunks_exact(width)) {
        into[at..at + width].copy_from_slice(row);
    }
}

/// Writes for each piece the rows of the pieces around it, `size` in all, the piece itself in the middle or left of it.
/// Beyond the ends of its text there are zeros.
fn gather(texts: &[&[u32]], rows: &[f32], width: usize, size: usize, windows: &mut Vec<f32>) {
    let before = (size - 1) / 2;
    windows.clear();
    let mut begin = 0;
    for ids in texts {
        for at in 0..ids.len() {
            for place in at..at + size {
                match place.checked_sub(before).filter(|&place| place < ids.len()) {
                    Some(place) => windows.extend_from_slice(&rows[(begin + place) * width..][..width]),
                    None => windows.resize(windows.len() + width, 0.0),
                }
            }
        }
        begin += ids.len();
    }
}

//! Texts become vectors of length 1: pieces of words, the encoder, one vector out of many.
use crate::bert::{Bert, Sequence};
use crate::config::{Architecture, Options, Pooling};
use crate::error::Result;
use crate::ngrams::NgramEncoder;
use crate::tokeniser::Tokeniser;
use crate::weights::{Bytes, Weights};

/// Word pieces that go through the encoder together. More are no faster and take more memory.
pub(crate) const BATCH: usize = 256;

enum Encoder {
    Bert { bert: Box<Bert>, pooling: Pooling },
    Ngrams(Box<NgramEncoder>),
}

pub(crate) struct Embedder {
    tokeniser: Tokeniser,
    encoder: Encoder,
    limit: usize,
}

impl Embedder {
    pub(crate) fn open<B: Bytes + ?Sized>(
        config: &str,
        vocabulary: &str,
        weights: &B,
        options: &str,
    ) -> Result<Embedder> {
        let (architecture, options) = (Architecture::read(config)?, Options::read(options)?);
        let tokeniser = Tokeniser::read(vocabulary, architecture.vocab_size())?;
        let limit = architecture.limit(&options);
        let weights = Weights::open(weights)?;
        let encoder = match architecture {
            Architecture::Bert(config) => Encoder::Bert {
                bert: Box::new(Bert::read(config, &weights, options.dtype, 1)?),
                pooling: options.pooling,
            },
            Architecture::Ngrams(config) => {
                Encoder::Ngrams(Box::new(NgramEncoder::read(config, &weights, options.dtype)?))
            }
        };
        Ok(Embedder { tokeniser, encoder, limit })
    }

    pub(crate) fn dimensions(&self) -> usize {
        match &self.encoder {
            Encoder::Bert { bert, .. } => bert.config.hidden_size,
            Encoder::Ngrams(encoder) => encoder.config.hidden_size,
        }
    }

    pub(crate) fn tokenise(&self, text: &str) -> Vec<u32> {
        self.tokeniser.tokenise(text, self.limit)
    }

    /// The texts' vectors, one after the other. Texts share a batch without padding, and none sees another.
    pub(crate) fn embed(&mut self, texts: &[String]) -> Vec<f32> {
        let mut vectors = Vec::with_capacity(texts.len() * self.dimensions());
        let mut batch: Vec<Sequence> = Vec::new();
        let mut pieces = 0;
        for text in texts {
            let ids = self.tokenise(text);
            if !batch.is_empty() && pieces + ids.len() > BATCH {
                self.run(&batch, &mut vectors);
                batch.clear();
                pieces = 0;
            }
            pieces += ids.len();
            batch.push(Sequence::single(ids));
        }
        self.run(&batch, &mut vectors);
        let width = self.dimensions();
        vectors.chunks_exact_mut(width).for_each(to_length_one);
        vectors
    }

    /// Appends the vectors of a batch, whatever their length.
    fn run(&mut self, batch: &[Sequence], vectors: &mut Vec<f32>) {
        let width = self.dimensions();
        let (bert, pooling) = match &mut self.encoder {
            Encoder::Bert { bert, pooling } => (bert, *pooling),
            Encoder::Ngrams(encoder) => {
                let texts: Vec<&[u32]> = batch.iter().map(|text| &text.ids[..]).collect();
                return encoder.encode(&texts, vectors);
            }
        };
        let mut rows = bert.encode(batch);
        for text in batch {
            let (own, rest) = rows.split_at(text.ids.len() * width);
            rows = rest;
            // A vector of length 1 needs no division by the number of rows.
            let begin = vectors.len();
            vectors.extend_from_slice(&own[..width]);
            if pooling == Pooling::Mean {
                for row in own.chunks_exact(width).skip(1) {
                    vectors[begin..].iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                }
            }
        }
    }
}

fn to_length_one(vector: &mut [f32]) {
    let length = vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>().sqrt();
    let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
    vector.iter_mut().for_each(|value| *value = (f64::from(*value) * inverse) as f32);
}

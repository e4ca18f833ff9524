//! Texts become vectors of length 1: word pieces, the encoder, one vector out of many.
use crate::bert::{Bert, Sequence};
use crate::config::{Config, Options, Pooling};
use crate::error::Result;
use crate::vocabulary::Vocabulary;
use crate::weights::{Bytes, Weights};
use crate::wordpiece;

/// Word pieces that go through the encoder together. More are no faster and take more memory.
pub(crate) const BATCH: usize = 256;

pub(crate) struct Embedder {
    vocabulary: Vocabulary,
    bert: Bert,
    pooling: Pooling,
    limit: usize,
}

impl Embedder {
    pub(crate) fn open<B: Bytes + ?Sized>(
        config: &str,
        vocabulary: &str,
        weights: &B,
        options: &str,
    ) -> Result<Embedder> {
        let (config, options) = (Config::read(config)?, Options::read(options)?);
        let vocabulary = Vocabulary::read(vocabulary, config.vocab_size)?;
        let limit = options.max_length.min(config.max_position_embeddings);
        let bert = Bert::read(config, &Weights::open(weights)?, options.dtype, 1)?;
        Ok(Embedder { vocabulary, bert, pooling: options.pooling, limit })
    }

    pub(crate) fn dimensions(&self) -> usize {
        self.bert.config.hidden_size
    }

    pub(crate) fn tokenise(&self, text: &str) -> Vec<u32> {
        wordpiece::tokenise(&self.vocabulary, text, self.limit)
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
        vectors
    }

    fn run(&mut self, batch: &[Sequence], vectors: &mut Vec<f32>) {
        let (width, pooling) = (self.dimensions(), self.pooling);
        let mut rows = self.bert.encode(batch);
        for text in batch {
            let (own, rest) = rows.split_at(text.ids.len() * width);
            rows = rest;
            // A vector of length 1 needs no division by the number of rows.
            let mut vector = own[..width].to_vec();
            if pooling == Pooling::Mean {
                for row in own.chunks_exact(width).skip(1) {
                    vector.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                }
            }
            let length = vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>().sqrt();
            let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
            vectors.extend(vector.iter().map(|value| (f64::from(*value) * inverse) as f32));
        }
    }
}

//! A cross-encoder: it reads a query and a passage together and says how well the passage answers.
use crate::bert::{Bert, Sequence};
use crate::config::{Config, Options};
use crate::embedder::BATCH;
use crate::error::Result;
use crate::layers::Named;
use crate::math::tanh;
use crate::tokeniser::Tokeniser;
use crate::weights::{Bytes, Kind, Weights};

pub(crate) const CLASSIFIER: &str = "classifier.weight";
const CLASSIFIER_BIAS: &str = "classifier.bias";
const POOLER: &str = "pooler.dense.weight";
const POOLER_BIAS: &str = "pooler.dense.bias";

/// The tensors of the head, beside those of the encoder.
pub(crate) fn tensors(config: &Config) -> Vec<Named> {
    let hidden = config.hidden_size;
    let shapes = [
        (POOLER, vec![hidden, hidden]),
        (POOLER_BIAS, vec![hidden]),
        (CLASSIFIER, vec![1, hidden]),
        (CLASSIFIER_BIAS, vec![1]),
    ];
    shapes.map(|(name, shape)| Named { name: name.into(), shape, kind: Kind::F32 }).into()
}

pub(crate) struct CrossEncoder {
    tokeniser: Tokeniser,
    bert: Bert,
    limit: usize,
    /// A row for each output, and its bias at the end.
    pooler: Vec<Vec<f32>>,
    classifier: Vec<f32>,
}

impl CrossEncoder {
    pub(crate) fn open<B: Bytes + ?Sized>(
        config: &str,
        vocabulary: &str,
        weights: &B,
        options: &str,
    ) -> Result<CrossEncoder> {
        let (config, options) = (Config::read(config)?, Options::read(options)?);
        let tokeniser = Tokeniser::read(vocabulary, config.vocab_size)?;
        let limit = options.max_length.min(config.max_position_embeddings);
        let weights = Weights::open(weights)?;
        for wanted in tensors(&config) {
            weights.tensor(&wanted.name, &wanted.shape)?;
        }
        let hidden = config.hidden_size;
        let row = |name: &str, count: usize, at: usize, bias: &str| -> Result<Vec<f32>> {
            let mut values = vec![0.0; hidden];
            weights.floats(weights.tensor(name, &[count, hidden])?, at, &mut values)?;
            values.push(weights.vector(bias, count)?[at]);
            Ok(values)
        };
        let pooler = (0..hidden).map(|at| row(POOLER, hidden, at, POOLER_BIAS)).collect::<Result<_>>()?;
        let classifier = row(CLASSIFIER, 1, 0, CLASSIFIER_BIAS)?;
        let bert = Bert::read(config, &weights, options.dtype, 2)?;
        Ok(CrossEncoder { tokeniser, bert, limit, pooler, classifier })
    }

    /// How well each passage answers the query: the model's one number, on any scale.
    pub(crate) fn score(&mut self, query: &str, passages: &[String]) -> Vec<f32> {
        // Which of two texts is cut first depends on their whole lengths.
        let query = self.tokeniser.pieces(query, usize::MAX);
        let mut scores = Vec::with_capacity(passages.len());
        let mut batch: Vec<Sequence> = Vec::new();
        let mut size = 0;
        for passage in passages {
            let passage = self.tokeniser.pieces(passage, usize::MAX);
            let pair = self.tokeniser.tokenise_pair(&query, &passage, self.limit);
            if !batch.is_empty() && size + pair.ids.len() > BATCH {
                self.run(&batch, &mut scores);
                batch.clear();
                size = 0;
            }
            size += pair.ids.len();
            batch.push(pair);
        }
        self.run(&batch, &mut scores);
        scores
    }

    fn run(&mut self, batch: &[Sequence], scores: &mut Vec<f32>) {
        let width = self.bert.config.hidden_size;
        let mut rows = self.bert.encode(batch);
        for pair in batch {
            // The first piece stands for the whole pair.
            let mut pooled: Vec<f32> = self.pooler.iter().map(|weights| dot(weights, &rows[..width])).collect();
            tanh(&mut pooled);
            scores.push(dot(&self.classifier, &pooled));
            rows = &rows[pair.ids.len() * width..];
        }
    }
}

/// The sum of products, and the bias that stands after the weights. In double precision and a fixed order.
fn dot(weights: &[f32], values: &[f32]) -> f32 {
    let (bias, weights) = weights.split_last().expect("a row has a bias");
    let products = weights.iter().zip(values).map(|(weight, value)| f64::from(*weight) * f64::from(*value));
    (products.sum::<f64>() + f64::from(*bias)) as f32
}

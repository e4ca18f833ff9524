//! The encoder against a plain one in double precision.
use super::{cosine, safetensors, small, Small};
use crate::bert::{Bert, Sequence};
use crate::config::{Config, Dtype};
use crate::embedder::Embedder;
use crate::weights::{Kind, Weights};

type Matrix = Vec<Vec<f64>>;

pub(super) struct Naive<'a> {
    pub(super) model: &'a Small,
    pub(super) heads: usize,
}

impl Naive<'_> {
    fn tensor(&self, name: &str) -> &(String, Vec<usize>, Vec<f32>) {
        self.model.tensors.iter().find(|tensor| tensor.0 == name).unwrap()
    }
    fn row(&self, name: &str, row: usize) -> Vec<f64> {
        let (_, shape, values) = self.tensor(name);
        let width = *shape.last().unwrap();
        values[row * width..(row + 1) * width].iter().map(|&value| f64::from(value)).collect()
    }
    pub(super) fn linear(&self, rows: &Matrix, name: &str) -> Matrix {
        let bias = self.row(&format!("{name}.bias"), 0);
        let weight = format!("{name}.weight");
        let dot = |row: &[f64], out: usize| row.iter().zip(self.row(&weight, out)).map(|(a, b)| a * b).sum::<f64>();
        rows.iter().map(|row| bias.iter().enumerate().map(|(out, bias)| bias + dot(row, out)).collect()).collect()
    }
    fn norm(&self, rows: &Matrix, more: &Matrix, name: &str) -> Matrix {
        let (scale, shift) = (self.row(&format!("{name}.weight"), 0), self.row(&format!("{name}.bias"), 0));
        let one = |(row, more): (&Vec<f64>, &Vec<f64>)| {
            let sum: Vec<f64> = row.iter().zip(more).map(|(a, b)| a + b).collect();
            let mean = sum.iter().sum::<f64>() / sum.len() as f64;
            let spread =
                (sum.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / sum.len() as f64 + 1e-12).sqrt();
            (0..sum.len()).map(|at| (sum[at] - mean) / spread * scale[at] + shift[at]).collect()
        };
        rows.iter().zip(more).map(one).collect()
    }
    fn attention(&self, rows: &Matrix, name: &str) -> Matrix {
        let [q, k, v] = ["query", "key", "value"].map(|part| self.linear(rows, &format!("{name}.self.{part}")));
        let depth = rows[0].len() / self.heads;
        let mut out = vec![vec![0.0; rows[0].len()]; rows.len()];
        for head in 0..self.heads {
            let range = head * depth..(head + 1) * depth;
            for (asked, out) in q.iter().zip(&mut out) {
                let score = |key: &Vec<f64>| range.clone().map(|at| asked[at] * key[at]).sum::<f64>();
                let shares: Vec<f64> = k.iter().map(|key| (score(key) / (depth as f64).sqrt()).exp()).collect();
                let all: f64 = shares.iter().sum();
                for at in range.clone() {
                    out[at] = shares.iter().zip(&v).map(|(share, value)| share / all * value[at]).sum();
                }
            }
        }
        out
    }
    /// The piece at `second` and those after it are of the second type.
    pub(super) fn encode(&self, ids: &[u32], second: usize, layers: usize) -> Matrix {
        let words = ids.iter().map(|&id| self.row("embeddings.word_embeddings.weight", id as usize)).collect();
        let kind = |at| self.row("embeddings.token_type_embeddings.weight", usize::from(at >= second));
        let place = |at| self.row("embeddings.position_embeddings.weight", at);
        let more = (0..ids.len()).map(|at| place(at).iter().zip(&kind(at)).map(|(a, b)| a + b).collect()).collect();
        let mut rows = self.norm(&words, &more, "embeddings.LayerNorm");
        for layer in 0..layers {
            let name = format!("encoder.layer.{layer}");
            let taken = self.attention(&rows, &format!("{name}.attention"));
            let dense = self.linear(&taken, &format!("{name}.attention.output.dense"));
            rows = self.norm(&rows, &dense, &format!("{name}.attention.output.LayerNorm"));
            let mut wide = self.linear(&rows, &format!("{name}.intermediate.dense"));
            wide.iter_mut().flatten().for_each(|x| *x = 0.5 * *x * (1.0 + erf(*x / 2f64.sqrt())));
            let output = self.linear(&wide, &format!("{name}.output.dense"));
            rows = self.norm(&rows, &output, &format!("{name}.output.LayerNorm"));
        }
        rows
    }
}

/// By its series: slow and exact for the small arguments here.
fn erf(x: f64) -> f64 {
    if x.abs() > 6.0 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

fn texts() -> Vec<Sequence> {
    let ids = |length: u32| (0..length).map(|at| (at * 7 + length) % 12).collect();
    [1, 2, 3, 4, 5, 8, 9, 17, 40].map(|length| Sequence::single(ids(length))).into()
}

fn bert(model: &Small, dtype: Dtype) -> Bert {
    let file = safetensors(&model.tensors, Kind::F32);
    Bert::read(Config::read(&model.config).unwrap(), &Weights::open(&file[..]).unwrap(), dtype, 1).unwrap()
}

#[test]
fn rows_are_those_of_the_plain_encoder() {
    // Heads of 6, 8 and 30 values: whole panels of eight and parts of one.
    for (hidden, wide, layers) in [(24, 48, 2), (32, 8, 1), (120, 72, 12)] {
        let model = small(hidden, wide, layers);
        let naive = Naive { model: &model, heads: 4 };
        let exact: Vec<f64> =
            texts().iter().flat_map(|text| naive.encode(&text.ids, text.second, layers)).flatten().collect();
        let close = |dtype, bound: f64| {
            let mut bert = bert(&model, dtype);
            let rows = bert.encode(&texts());
            assert_eq!(rows.len(), exact.len());
            let off = rows.iter().zip(&exact).map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max);
            assert!(off < bound, "{hidden} {dtype:?}: {off}");
        };
        close(Dtype::F32, 1e-4);
        close(Dtype::Int8, 0.1);
    }
}

#[test]
fn a_text_has_the_same_vector_alone_and_among_others() {
    let model = small(24, 48, 2);
    for dtype in [Dtype::F32, Dtype::Int8] {
        let mut bert = bert(&model, dtype);
        let together = bert.encode(&texts()).to_vec();
        let alone: Vec<f32> =
            texts().iter().flat_map(|text| bert.encode(std::slice::from_ref(text)).to_vec()).collect();
        assert_eq!(together, alone);
    }
}

#[test]
fn vectors_have_length_one_in_the_texts_order() {
    let model = small(24, 48, 2);
    let file = safetensors(&model.tensors, Kind::F32);
    for options in [r#"{"dtype":"f32","pooling":"mean"}"#, r#"{"dtype":"int8","pooling":"cls","maxLength":9}"#] {
        let mut embedder = Embedder::open(&model.config, &model.vocabulary, &file[..], options).unwrap();
        let texts: Vec<String> = (0..60).map(|count| "copy the files. ".repeat(count % 13)).collect();
        let vectors = embedder.embed(&texts);
        assert_eq!(vectors.len(), 60 * embedder.dimensions());
        for (text, vector) in texts.iter().zip(vectors.chunks_exact(24)) {
            assert_eq!(embedder.embed(std::slice::from_ref(text)), vector);
            assert!((vector.iter().map(|value| value * value).sum::<f32>() - 1.0).abs() < 1e-5);
        }
        assert!(cosine(&vectors[..24], &vectors[24..48]) < 0.9999);
    }
    let mut embedder = Embedder::open(&model.config, &model.vocabulary, &file[..], "{}").unwrap();
    assert!(embedder.embed(&[]).is_empty());
}

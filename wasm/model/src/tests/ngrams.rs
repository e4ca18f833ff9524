//! The encoder of windows against a plain one in double precision, and a real model against its own implementation.
use super::{cosine, safetensors, Chance};
use crate::config::Architecture;
use crate::embedder::Embedder;
use crate::stored;
use crate::weights::Kind;
use std::collections::HashMap;

const CONFIG: &str = r#"{"model_type":"use","vocab_size":12,"hidden_size":24,"ngrams":[2,3,5],"ngram_size":16,"layer_norm_eps":1e-12,
    "max_position_embeddings":40}"#;

type Tensors = Vec<(String, Vec<usize>, Vec<f32>)>;

fn random_model() -> Tensors {
    let mut chance = Chance(5);
    let named = Architecture::read(CONFIG).unwrap().tensors().into_iter();
    let filled = named.map(|wanted| {
        let middle = if wanted.name.ends_with("norm.weight") { 1.0 } else { 0.0 };
        let count: usize = wanted.shape.iter().product();
        let values = (0..count).map(|_| middle + chance.number() / 3.0).collect();
        (wanted.name, wanted.shape, values)
    });
    filled.collect()
}

/// The encoder as its paper and its published graph describe it, one text at a time.
struct Naive {
    tensors: HashMap<String, (Vec<usize>, Vec<f32>)>,
}

impl Naive {
    fn values(&self, name: &str) -> Vec<f64> {
        self.tensors[name].1.iter().map(|&value| f64::from(value)).collect()
    }

    fn linear(&self, name: &str, row: &[f64]) -> Vec<f64> {
        let (weights, bias) = (self.values(&format!("{name}.weight")), self.values(&format!("{name}.bias")));
        let sums = weights.chunks(row.len()).zip(bias);
        sums.map(|(weights, bias)| weights.iter().zip(row).map(|(a, b)| a * b).sum::<f64>() + bias).collect()
    }

    fn norm(&self, name: &str, row: &[f64]) -> Vec<f64> {
        let mean = row.iter().sum::<f64>() / row.len() as f64;
        let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / row.len() as f64;
        let learned = self.values(&format!("{name}.weight")).into_iter().zip(self.values(&format!("{name}.bias")));
        let scaled = row.iter().zip(learned);
        scaled.map(|(value, (scale, shift))| (value - mean) / (variance + 1e-12).sqrt() * scale + shift).collect()
    }

    fn window(&self, name: &str, size: usize, rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let width = rows[0].len();
        let at = |place: isize| rows.get(usize::try_from(place).unwrap_or(usize::MAX)).cloned();
        let left = ((size - 1) / 2) as isize;
        let around = |piece: usize| -> Vec<f64> {
            let places = (0..size as isize).map(|step| piece as isize - left + step);
            places.flat_map(|place| at(place).unwrap_or_else(|| vec![0.0; width])).collect()
        };
        let found = (0..rows.len()).map(|piece| self.linear(name, &around(piece)));
        found.zip(rows).map(|(new, row)| new.iter().zip(row).map(|(new, old)| new.max(0.0) + old).collect()).collect()
    }

    fn vector(&self, ids: &[u32]) -> Vec<f32> {
        let words = self.values("words.weight");
        let rows: Vec<&[f64]> = ids.iter().map(|&id| &words[id as usize * 24..][..24]).collect();
        let projected = rows.iter().map(|row| self.norm("project_norm", &self.linear("project", row)));
        let projected: Vec<Vec<f64>> = projected.collect();
        let mut features: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
        for (at, size) in [2, 3, 5].into_iter().enumerate() {
            let mut own: Vec<Vec<f64>> = projected.iter().map(|row| row[at * 16..][..16].to_vec()).collect();
            for part in ["first", "second"] {
                own = self.window(&format!("ngram.{size}.{part}"), size, &own);
            }
            features.iter_mut().zip(own).for_each(|(features, own)| features.extend(own));
        }
        let mut text = vec![0.0; 24];
        for row in &features {
            let piece = self.linear("output", &self.norm("features_norm", row));
            text.iter_mut().zip(piece).for_each(|(sum, value)| *sum += value / (ids.len() as f64).sqrt());
        }
        let relu = |row: Vec<f64>| -> Vec<f64> { row.into_iter().map(|value| value.max(0.0)).collect() };
        let sum = |a: Vec<f64>, b: Vec<f64>| -> Vec<f64> { a.into_iter().zip(b).map(|(a, b)| a + b).collect() };
        let narrow = relu(self.linear("dense.0", &text));
        let narrow = relu(sum(self.linear("dense.1", &narrow), self.linear("dense.1.skip", &text)));
        let wide = relu(self.linear("dense.2", &narrow));
        let last = sum(self.linear("dense.3", &wide), self.linear("dense.3.skip", &narrow));
        last.into_iter().map(|value| value.tanh() as f32).collect()
    }
}

#[test]
fn vectors_are_those_of_the_plain_encoder() {
    let model = random_model();
    let file = safetensors(&model, Kind::F32);
    let form = stored::write(CONFIG, &file[..], "int8").unwrap();
    let naive = Naive { tensors: model.into_iter().map(|(name, shape, values)| (name, (shape, values))).collect() };
    let texts: Vec<String> = (0..9).map(|count| ["the files. copy a ", "a b file "][count % 2].repeat(count)).collect();
    for (dtype, bytes, least) in [("f32", &file, 0.999_999_9), ("int8", &form, 0.995)] {
        let options = format!(r#"{{"dtype":"{dtype}"}}"#);
        let mut embedder = Embedder::open(CONFIG, &super::VOCABULARY.join("\n"), &bytes[..], &options).unwrap();
        let together = embedder.embed(&texts);
        for (text, vector) in texts.iter().zip(together.chunks(24)) {
            let exact = naive.vector(&embedder.tokenise(text));
            assert!(cosine(vector, &exact) > least, "{dtype} {text:?}: {}", cosine(vector, &exact));
            // No text sees another one of its batch.
            assert_eq!(embedder.embed(std::slice::from_ref(text)), vector, "{dtype} {text:?}");
        }
    }
}

#[test]
fn sizes_out_of_range_are_an_error() {
    for (from, to) in
        [("[2,3,5]", "[]"), ("[2,3,5]", "[2,99]"), (":24", ":23"), (":16", ":0"), ("1e-12", "2"), (":12", ":0")]
    {
        let error = Architecture::read(&CONFIG.replacen(from, to, 1)).err().map(|error| error.to_string());
        let wanted = "config.json names a model that ra cannot run: its sizes are out of range";
        assert_eq!(error.as_deref(), Some(wanted), "{to}");
    }
    let error = stored::write(CONFIG, &safetensors(&random_model()[1..], Kind::F32)[..], "int8").err().unwrap();
    assert_eq!(error.to_string(), "the weights lack \"words.weight\"");
}

#[test]
#[ignore = "needs the folder of a model, RA_MODEL, and its vectors of texts: RA_ORACLE, JSON [[text, vector], …]"]
fn a_real_model_agrees_with_its_own_implementation() {
    let [folder, oracle] = ["RA_MODEL", "RA_ORACLE"].map(|name| std::env::var(name).expect(name));
    let text = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let (config, vocabulary) = (text("config.json"), text("vocab.txt"));
    let file = std::fs::read(format!("{folder}/model.safetensors")).unwrap();
    let cases: Vec<(String, Vec<f32>)> = serde_json::from_str(&std::fs::read_to_string(oracle).unwrap()).unwrap();
    let form = stored::write(&config, &file[..], "int8").unwrap();
    for (dtype, bytes) in [("f32", &file), ("int8", &form)] {
        let options = format!(r#"{{"dtype":"{dtype}","maxLength":512}}"#);
        let mut embedder = Embedder::open(&config, &vocabulary, &bytes[..], &options).unwrap();
        for (text, exact) in &cases {
            let vector = embedder.embed(std::slice::from_ref(text));
            let angle = cosine(&vector, exact);
            println!("{dtype} {angle:.6} {} bytes", text.len());
            assert!(angle > if dtype == "f32" { 0.999_99 } else { 0.99 }, "{text:?}");
        }
    }
}

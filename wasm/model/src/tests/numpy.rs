//! A model of twelve layers against numpy (`tools/semantic/vector_cases.py` makes the cases).
use super::pairs::with_head;
use super::{cosine, safetensors};
use crate::cross_encoder::CrossEncoder;
use crate::embedder::Embedder;
use crate::stored;
use crate::weights::Kind;
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    /// A text, its mean, its first row.
    vectors: Vec<(String, Vec<f32>, Vec<f32>)>,
    /// A query, a passage, its score.
    scores: Vec<(String, String, f32)>,
}

#[test]
fn vectors_and_scores_are_those_of_numpy() {
    let cases: Cases = serde_json::from_str(include_str!("numpy.json")).unwrap();
    let model = with_head(24, 48, 12);
    let file = safetensors(&model.tensors, Kind::F32);
    let form = stored::write(&model.config, &file[..], "int8").unwrap();
    for (dtype, bytes, bound, least) in [("f32", &file, 1e-4, 0.999_999), ("int8", &form, 0.2, 0.99)] {
        for pooling in ["mean", "cls"] {
            let options = format!(r#"{{"dtype":"{dtype}","pooling":"{pooling}"}}"#);
            let mut embedder = Embedder::open(&model.config, &model.vocabulary, &bytes[..], &options).unwrap();
            for (text, mean, first) in &cases.vectors {
                let exact = if pooling == "mean" { mean } else { first };
                let vector = embedder.embed(std::slice::from_ref(text));
                let off = vector.iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(off < bound && cosine(&vector, exact) > least, "{dtype} {pooling} {text:?}: {off}");
            }
        }
        let options = format!(r#"{{"dtype":"{dtype}"}}"#);
        let mut encoder = CrossEncoder::open(&model.config, &model.vocabulary, &bytes[..], &options).unwrap();
        for (query, passage, exact) in &cases.scores {
            let off = (encoder.score(query, std::slice::from_ref(passage))[0] - exact).abs();
            assert!(off < bound, "{dtype} {query:?} {passage:?}: {off}");
        }
    }
}

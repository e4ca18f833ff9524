//! A real model against the numpy encoder. RA_MODEL names its folder, RA_ORACLE what `tools/semantic/oracle.py` printed.
use super::cosine;
use crate::embedder::Embedder;
use crate::stored;
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Case {
    text: String,
    ids: Vec<u32>,
    mean: Vec<f32>,
    cls: Vec<f32>,
}

#[test]
#[ignore = "needs a model and the vectors of tools/semantic/oracle.py"]
fn a_real_model_agrees_with_the_oracle() {
    let [folder, oracle] = ["RA_MODEL", "RA_ORACLE"].map(|name| std::env::var(name).expect(name));
    let folder = PathBuf::from(folder);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let (config, vocabulary) = (text("config.json"), text("vocab.txt"));
    let file = std::fs::read(folder.join("model.safetensors")).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(oracle).unwrap()).unwrap();
    let form = stored::write(&config, &file[..], "int8").unwrap();
    println!("stored int8: {} bytes", form.len());
    for (dtype, bytes) in [("f32", &file), ("int8", &form)] {
        for pooling in ["mean", "cls"] {
            let options = format!(r#"{{"dtype":"{dtype}","pooling":"{pooling}","maxLength":256}}"#);
            let mut embedder = Embedder::open(&config, &vocabulary, &bytes[..], &options).unwrap();
            for case in &cases {
                assert_eq!(embedder.tokenise(&case.text), case.ids);
                let vector = embedder.embed(std::slice::from_ref(&case.text));
                let exact = if pooling == "mean" { &case.mean } else { &case.cls };
                let off = vector.iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                let angle = cosine(&vector, exact);
                println!(
                    "{dtype} {pooling} {:3} pieces: largest difference {off:.2e}, cosine {angle:.6}",
                    case.ids.len()
                );
                assert!(angle > 0.98 && (dtype == "int8" || off < 1e-4));
            }
        }
    }
}

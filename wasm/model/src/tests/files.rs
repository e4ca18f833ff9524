//! Files of weights: whole, damaged, and made to harm.
use super::{cosine, safetensors, small, Chance, Small};
use crate::embedder::Embedder;
use crate::stored;
use crate::weights::Kind;

const INT8: &str = r#"{"dtype":"int8"}"#;
const F32: &str = r#"{"dtype":"f32"}"#;

fn open(model: &Small, file: &[u8], options: &str) -> Result<Embedder, String> {
    Embedder::open(&model.config, &model.vocabulary, file, options).map_err(|error| error.to_string())
}

fn vector(model: &Small, file: &[u8], options: &str) -> Vec<f32> {
    open(model, file, options).unwrap().embed(&["copy the files.".into()])
}

#[test]
fn the_stored_form_gives_the_same_bits() {
    let model = small(24, 48, 2);
    let file = safetensors(&model.tensors, Kind::F32);
    for (dtype, options) in [("int8", INT8), ("f32", F32)] {
        let form = stored::write(&model.config, &file[..], dtype).unwrap();
        assert_eq!(vector(&model, &form, options), vector(&model, &file, options));
        assert_eq!(stored::write(&model.config, &form[..], dtype).unwrap(), form);
    }
    let form = stored::write(&model.config, &file[..], "int8").unwrap();
    assert!(form.len() * 2 < file.len());
    assert!(open(&model, &form, F32).err().unwrap().contains("f32 needs the original file"));
}

#[test]
fn halves_and_prefixed_names_are_read() {
    let mut model = small(24, 48, 2);
    let whole = vector(&model, &safetensors(&model.tensors, Kind::F32), F32);
    let halves = vector(&model, &safetensors(&model.tensors, Kind::F16), F32);
    assert!(whole != halves && cosine(&whole, &halves) > 0.999);
    model.tensors.iter_mut().for_each(|tensor| tensor.0.insert_str(0, "bert."));
    assert_eq!(vector(&model, &safetensors(&model.tensors, Kind::F32), F32), whole);
}

#[test]
fn a_cut_file_is_one_error() {
    let model = small(24, 48, 1);
    let file = safetensors(&model.tensors, Kind::F32);
    let form = stored::write(&model.config, &file[..], "int8").unwrap();
    for whole in [&file, &form] {
        for part in 0..50 {
            let error = open(&model, &whole[..whole.len() * part / 50], INT8).err().unwrap();
            assert!(error.contains("damaged"), "{part}: {error}");
        }
    }
}

#[test]
fn flipped_bytes_of_a_header_never_panic() {
    let model = small(24, 48, 1);
    let file = safetensors(&model.tensors, Kind::F32);
    let header = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize + 8;
    let mut chance = Chance(3);
    let mut refused = 0;
    for _ in 0..1500 {
        let mut hostile = file.clone();
        for _ in 0..=chance.below(3) {
            hostile[chance.below(header)] = chance.next() as u8;
        }
        if let Ok(mut embedder) = open(&model, &hostile, INT8) {
            assert_eq!(embedder.embed(&["a file".into()]).len(), 24);
        } else {
            refused += 1;
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn a_flipped_bit_of_the_stored_form_is_an_error() {
    let model = small(24, 48, 1);
    let file = safetensors(&model.tensors, Kind::F32);
    let form = stored::write(&model.config, &file[..], "int8").unwrap();
    let mut chance = Chance(5);
    for _ in 0..300 {
        let mut hostile = form.clone();
        hostile[chance.below(form.len())] ^= 1 << chance.below(8);
        assert!(open(&model, &hostile, INT8).is_err());
    }
}

#[test]
fn headers_that_lie_are_refused() {
    let model = small(24, 48, 1);
    let with = |header: &str, length: u64| [&length.to_le_bytes()[..], header.as_bytes(), &[0; 64]].concat();
    let entry =
        |shape: &str, offsets: &str| format!(r#"{{"x":{{"dtype":"F32","shape":{shape},"data_offsets":{offsets}}}}}"#);
    let overlap = r#"{"x":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},"y":{"dtype":"F32","shape":[4],"data_offsets":[8,24]}}"#;
    for (header, what) in [
        (entry("[17]", "[0,68]"), "outside"),
        (entry("[4]", "[16,0]"), "outside"),
        (entry("[5]", "[0,16]"), "differs"),
        (entry("[4294967296,4294967296]", "[0,16]"), "differs"),
        (entry("[-1]", "[0,16]"), "lacks"),
        (overlap.to_string(), "share bytes"),
        ("[".repeat(5000), "no JSON"),
        ("{}".into(), "the weights lack"),
    ] {
        let error = open(&model, &with(&header, header.len() as u64), INT8).err().unwrap();
        assert!(error.contains(what), "{header}: {error}");
    }
    for (length, what) in [
        (u64::MAX, "header is longer"),
        (1 << 32, "header is longer"),
        (1 << 21, "header is longer"),
        (67, "ends within its header"),
    ] {
        assert!(open(&model, &with("{}", length), INT8).err().unwrap().contains(what), "{length}");
    }
}

#[test]
fn weights_that_are_no_numbers_are_refused() {
    let mut model = small(24, 48, 1);
    model.tensors[0].2[5] = f32::NAN;
    for options in [INT8, F32] {
        let error = open(&model, &safetensors(&model.tensors, Kind::F32), options).err().unwrap();
        assert_eq!(error, "the weights hold a value that is not a finite number");
    }
}

#[test]
fn unknown_architectures_and_options_are_refused() {
    let model = small(24, 48, 1);
    let file = safetensors(&model.tensors, Kind::F32);
    for (from, to, what) in [
        ("\"hidden_size\":24", "\"hidden_size\":20", "multiple of 8"),
        ("\"num_attention_heads\":4", "\"num_attention_heads\":5", "5 heads"),
        ("\"vocab_size\":12", "\"vocab_size\":12,\"model_type\":\"t5\"", "model_type is \"t5\""),
        ("\"vocab_size\":12", "\"vocab_size\":99999999999", "config.json says"),
        ("\"num_hidden_layers\":1", "\"num_hidden_layers\":2", "the weights lack"),
    ] {
        let config = model.config.replace(from, to);
        let error = Embedder::open(&config, &model.vocabulary, &file[..], INT8).err().unwrap().to_string();
        assert!(error.contains(what), "{error}");
    }
    for options in ["", r#"{"dtype":"int4"}"#, r#"{"pooling":"max"}"#, r#"{"maxLength":2}"#, r#"{"max":2}"#] {
        assert!(open(&model, &file, options).is_err(), "{options}");
    }
}

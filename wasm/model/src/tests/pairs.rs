//! The cross-encoder against a plain one in double precision, and pairs of texts.
use super::encoder::Naive;
use super::{safetensors, small, Chance, Small};
use crate::config::Config;
use crate::cross_encoder::{self, CrossEncoder};
use crate::stored;
use crate::tokeniser::Tokeniser;
use crate::weights::Kind;

pub(super) fn with_head(hidden: usize, wide: usize, layers: usize) -> Small {
    let mut model = small(hidden, wide, layers);
    let mut chance = Chance(11);
    for wanted in cross_encoder::tensors(&Config::read(&model.config).unwrap()) {
        let values = (0..wanted.shape.iter().product()).map(|_| chance.number() / 2.0).collect();
        model.tensors.push((wanted.name, wanted.shape, values));
    }
    model
}

fn open(model: &Small, file: &[u8], options: &str) -> Result<CrossEncoder, String> {
    CrossEncoder::open(&model.config, &model.vocabulary, file, options).map_err(|error| error.to_string())
}

const QUERY: &str = "copy the file";

fn passages() -> Vec<String> {
    (0..9).map(|count| ["the files. copy a ", "a b file "][count % 2].repeat(count)).collect()
}

#[test]
fn scores_are_those_of_the_plain_cross_encoder() {
    for (hidden, wide, layers) in [(24, 48, 2), (40, 24, 12)] {
        let model = with_head(hidden, wide, layers);
        let naive = Naive { model: &model, heads: 4 };
        let tokeniser = Tokeniser::read(&model.vocabulary, 12).unwrap();
        let exact: Vec<f64> = (passages().iter())
            .map(|passage| {
                let [query, passage] = [QUERY, passage].map(|text| tokeniser.pieces(text, 40));
                let pair = tokeniser.tokenise_pair(&query, &passage, 40);
                let rows = naive.encode(&pair.ids, pair.second, layers);
                let mut pooled = naive.linear(&vec![rows[0].clone()], "pooler.dense");
                pooled[0].iter_mut().for_each(|value| *value = value.tanh());
                naive.linear(&pooled, "classifier")[0][0]
            })
            .collect();
        let file = safetensors(&model.tensors, Kind::F32);
        let form = stored::write(&model.config, &file[..], "int8").unwrap();
        for (bytes, options, bound) in
            [(&file, r#"{"dtype":"f32"}"#, 1e-4), (&file, r#"{"dtype":"int8"}"#, 0.2), (&form, "{}", 0.2)]
        {
            let scores = open(&model, bytes, options).unwrap().score(QUERY, &passages());
            assert_eq!(scores.len(), exact.len());
            let off = scores.iter().zip(&exact).map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max);
            assert!(off < bound, "{hidden} {options}: {off}");
        }
    }
}

#[test]
fn a_pair_has_the_same_score_alone_and_among_others() {
    let model = with_head(24, 48, 2);
    let file = safetensors(&model.tensors, Kind::F32);
    let mut encoder = open(&model, &file, "{}").unwrap();
    let together = encoder.score(QUERY, &passages());
    let alone: Vec<f32> = passages().iter().flat_map(|one| encoder.score(QUERY, std::slice::from_ref(one))).collect();
    assert_eq!(together, alone);
    assert!(encoder.score(QUERY, &[]).is_empty());
    assert!(together[1..].iter().any(|score| *score != together[0]));
}

#[test]
fn the_longer_text_of_a_pair_is_cut_first() {
    let tokeniser = Tokeniser::read(&super::VOCABULARY.join("\n"), 12).unwrap();
    let text = |length: usize| vec![5; length];
    // What the reference leaves of each text ("longest_first").
    for (query, passage, limit, left) in [
        (3, 4, 10, (3, 4)),
        (3, 9, 10, (3, 4)),
        (9, 2, 10, (5, 2)),
        (9, 9, 10, (3, 4)),
        (9, 8, 10, (4, 3)),
        (0, 9, 10, (0, 7)),
        (9, 9, 3, (0, 0)),
    ] {
        let pair = tokeniser.tokenise_pair(&text(query), &text(passage), limit);
        assert_eq!((pair.second - 2, pair.ids.len() - pair.second - 1), left, "{query} {passage} {limit}");
        assert_eq!((pair.ids[0], pair.ids[pair.second - 1], *pair.ids.last().unwrap()), (2, 3, 3));
    }
}

#[test]
fn which_of_two_long_texts_keeps_a_piece_more_depends_on_their_whole_lengths() {
    let model = with_head(24, 48, 2);
    let mut encoder = open(&model, &safetensors(&model.tensors, Kind::F32), "{}").unwrap();
    let mut score = |a: usize, b: usize| encoder.score(&"a ".repeat(a), &["file ".repeat(b)])[0];
    // The model reads 40 pieces, three of them its own.
    let (longer_query, longer_passage) = (score(19, 18), score(18, 19));
    assert_ne!(longer_query, longer_passage);
    assert_eq!((score(60, 50), score(50, 60), score(50, 50)), (longer_query, longer_passage, longer_passage));
}

#[test]
fn a_model_without_one_number_as_its_answer_is_an_error() {
    let encoder = small(24, 48, 1);
    let error = open(&encoder, &safetensors(&encoder.tensors, Kind::F32), "{}").err().unwrap();
    assert_eq!(error, "the weights lack \"pooler.dense.weight\"");
    let mut two = with_head(24, 48, 1);
    let place = two.tensors.iter().position(|tensor| tensor.0 == "classifier.weight").unwrap();
    two.tensors[place] = ("classifier.weight".into(), vec![2, 24], vec![0.5; 48]);
    let error = open(&two, &safetensors(&two.tensors, Kind::F32), "{}").err().unwrap();
    assert!(error.contains("\"classifier.weight\" has the shape [2, 24], config.json says [1, 24]"), "{error}");
    let mut single = with_head(24, 48, 1);
    single.config = single.config.replace("\"type_vocab_size\":2", "\"type_vocab_size\":1");
    let place = single.tensors.iter().position(|tensor| tensor.0.contains("token_type")).unwrap();
    single.tensors[place].1 = vec![1, 24];
    single.tensors[place].2.truncate(24);
    let error = open(&single, &safetensors(&single.tensors, Kind::F32), "{}").err().unwrap();
    assert_eq!(error, "the model reads no pairs of texts: its type_vocab_size is 1");
}

#[test]
fn names_with_a_prefix_are_read() {
    let mut model = with_head(24, 48, 1);
    let file = safetensors(&model.tensors, Kind::F32);
    let scores = open(&model, &file, "{}").unwrap().score(QUERY, &passages());
    for (name, ..) in model.tensors.iter_mut().filter(|(name, ..)| !name.starts_with("classifier")) {
        name.insert_str(0, "bert.");
    }
    let prefixed = safetensors(&model.tensors, Kind::F32);
    assert_eq!(open(&model, &prefixed, "{}").unwrap().score(QUERY, &passages()), scores);
    let form = stored::write(&model.config, &prefixed[..], "int8").unwrap();
    assert_eq!(open(&model, &form, "{}").unwrap().score(QUERY, &passages()), scores);
}

//! The tokenizer against the reference (`tools/semantic/token_cases.py` makes the cases).
use crate::tokeniser::Tokeniser;

fn cases() -> (Tokeniser, Vec<(String, Vec<u32>)>) {
    let mut lines = include_str!("tokens.jsonl").lines();
    let pieces: Vec<String> = serde_json::from_str(lines.next().unwrap()).unwrap();
    let tokeniser = Tokeniser::read(&pieces.join("\n"), pieces.len()).unwrap();
    (tokeniser, lines.map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn ids_are_those_of_the_reference() {
    let (tokeniser, cases) = cases();
    assert!(cases.len() > 190);
    for (text, ids) in cases {
        assert_eq!(tokeniser.tokenise(&text, usize::MAX), ids, "{text:?}");
    }
}

#[test]
fn a_cut_text_has_the_first_pieces_and_its_end() {
    let (tokeniser, cases) = cases();
    for (text, ids) in cases {
        for limit in [3, 5, 12] {
            let mut expected = ids.clone();
            if expected.len() > limit {
                expected.truncate(limit - 1);
                expected.push(ids[ids.len() - 1]);
            }
            assert_eq!(tokeniser.tokenise(&text, limit), expected, "{text:?}");
        }
    }
}

#[test]
fn a_vocabulary_without_its_special_pieces_is_an_error() {
    let error = Tokeniser::read("a\nb", 9).err().unwrap().to_string();
    assert_eq!(error, "the vocabulary lacks \"[UNK]\"");
    let error = Tokeniser::read("[UNK]\n[CLS]\n[SEP]\na", 3).err().unwrap().to_string();
    assert_eq!(error, "the vocabulary has more lines than the model has words (3)");
}

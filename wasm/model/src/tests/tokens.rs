//! The tokenizer against the reference (`tools/semantic/token_cases.py` makes the cases).
use crate::vocabulary::Vocabulary;
use crate::wordpiece::tokenise;

fn cases() -> (Vocabulary, Vec<(String, Vec<u32>)>) {
    let mut lines = include_str!("tokens.jsonl").lines();
    let pieces: Vec<String> = serde_json::from_str(lines.next().unwrap()).unwrap();
    let vocabulary = Vocabulary::read(&pieces.join("\n"), pieces.len()).unwrap();
    (vocabulary, lines.map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn ids_are_those_of_the_reference() {
    let (vocabulary, cases) = cases();
    assert!(cases.len() > 190);
    for (text, ids) in cases {
        assert_eq!(tokenise(&vocabulary, &text, usize::MAX), ids, "{text:?}");
    }
}

#[test]
fn a_cut_text_has_the_first_pieces_and_its_end() {
    let (vocabulary, cases) = cases();
    for (text, ids) in cases {
        for limit in [3, 5, 12] {
            let mut expected = ids.clone();
            if expected.len() > limit {
                expected.truncate(limit - 1);
                expected.push(vocabulary.end);
            }
            assert_eq!(tokenise(&vocabulary, &text, limit), expected, "{text:?}");
        }
    }
}

#[test]
fn a_vocabulary_without_its_special_pieces_is_an_error() {
    let error = Vocabulary::read("a\nb", 9).err().unwrap().to_string();
    assert_eq!(error, "the vocabulary lacks \"[UNK]\"");
    let error = Vocabulary::read("[UNK]\n[CLS]\n[SEP]\na", 3).err().unwrap().to_string();
    assert_eq!(error, "the vocabulary has more lines than the model has words (3)");
}

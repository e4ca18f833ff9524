//! The Unigram tokenizer against the reference (`tools/semantic/unigram_cases.py` makes the cases).
use crate::tokeniser::Tokeniser;

type Cases = Vec<(String, Vec<u32>)>;

fn cases_of(text: &str) -> (Tokeniser, Cases) {
    let mut lines = text.lines();
    let vocabulary: String = serde_json::from_str(lines.next().unwrap()).unwrap();
    let tokeniser = Tokeniser::read(&vocabulary, usize::MAX).unwrap();
    (tokeniser, lines.map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn compare(text: &str) {
    let (tokeniser, cases) = cases_of(text);
    assert!(cases.len() > 190);
    let mut other = 0;
    for (text, ids) in &cases {
        let found = tokeniser.tokenise(text, usize::MAX);
        if found != *ids {
            other += 1;
            println!("{text:?}: {found:?}, and the reference has {ids:?}");
        }
    }
    assert_eq!(other, 0, "of {}", cases.len());
}

#[test]
fn ids_are_those_of_the_reference() {
    compare(include_str!("unigram.jsonl"));
}

#[test]
#[ignore = "needs what tools/semantic/unigram_cases.py prints of a real model, in the file RA_CASES"]
fn ids_are_those_of_a_real_model() {
    compare(&std::fs::read_to_string(std::env::var("RA_CASES").unwrap()).unwrap());
}

#[test]
fn a_cut_text_has_the_first_pieces_and_its_end() {
    let (tokeniser, cases) = cases_of(include_str!("unigram.jsonl"));
    for (text, ids) in cases {
        let mut expected = ids.clone();
        if expected.len() > 5 {
            expected.truncate(4);
            expected.push(ids[ids.len() - 1]);
        }
        assert_eq!(tokeniser.tokenise(&text, 5), expected, "{text:?}");
    }
}

#[test]
fn a_damaged_vocabulary_is_an_error() {
    let head = |charsmap: &str| {
        format!(
            r#"unigram {{"charsmap":"{charsmap}","dummyPrefix":true,"removeExtraSpaces":true,"unknown":0,"start":1,"end":2}}"#
        )
    };
    let pieces = "\t<unk>\n\t<s>\n\t</s>\n-1.5\ta\n";
    let read = |text: String| Tokeniser::read(&text, 4).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(read(format!("{}\n{pieces}", head(""))), "");
    let damaged = |what: &str| format!("the vocabulary is damaged: {what}");
    assert_eq!(read("unigram x\n".into()), damaged("its head is unreadable"));
    assert_eq!(read(format!("{}\n{pieces}a", head(""))), damaged("a line has no tab"));
    assert_eq!(read(format!("{}\n{pieces}x\ta\n", head(""))), damaged("a score is not a number"));
    assert_eq!(read(format!("{}\n{pieces}NaN\ta\n", head(""))), damaged("a piece has no text, or no finite score"));
    assert_eq!(
        read(format!("{}\n{pieces}-2\tb\n", head(""))),
        "the vocabulary has more lines than the model has words (4)"
    );
    let missing = damaged("it has no pieces, or none for the start, the end or what is unknown");
    assert_eq!(read(format!("{}\n-1\ta\n", head(""))), missing);
    assert_eq!(read(format!("{}\n{pieces}", head("?"))), damaged("its rules are not base64"));
    for charsmap in ["AA==", "BAAAAA==", "AQAAAAA="] {
        let error = read(format!("{}\n{pieces}", head(charsmap)));
        assert_eq!(error, "the vocabulary's rules for characters are damaged", "{charsmap}");
    }
}

#[test]
fn rules_of_any_bytes_never_stop_it() {
    let mut chance = super::Chance(11);
    for _ in 0..300 {
        let units = chance.below(40) as u32;
        let mut rules: Vec<u8> = (units * 4).to_le_bytes().into();
        rules.extend((0..units * 4).map(|_| chance.below(256) as u8));
        rules.extend((0..chance.below(20)).map(|_| b"ab \0"[chance.below(4)]));
        let charsmap = crate::charsmap::Charsmap::read(&rules, true, true).unwrap();
        charsmap.normalised("a text 東京 \u{0}\u{7f} \t end");
    }
}

//! Compares the segments that a batch writes with those of tantivy's own writer. If they differ after an update of
//! tantivy, its writer has changed. Compare `indexer/segment_writer.rs` and `postings/` there with
//! `inversion/write.rs`, and raise `SCHEMA_VERSION` in `schema.rs`.
use crate::analyzer::{Analyzer, StemmerId};
use crate::inversion::{Inversion, Size, POSITION_GAP};
use crate::schema::{Fields, TextField, ANALYZER, TEXT_FIELDS};
use tantivy::directory::{Directory, RamDirectory};
use tantivy::indexer::SingleSegmentIndexWriter;
use tantivy::tokenizer::{PreTokenizedString, RawTokenizer, Token, TokenizerManager};
use tantivy::{Index, IndexSettings, Segment, TantivyDocument};

/// A chunk: its exact terms, and the values of each text field.
type Chunk = (Vec<String>, [Vec<String>; 6]);

const WORDS: [&str; 18] = [
    "search",
    "Searching",
    "index",
    "getUserName",
    "naïve",
    "HTTPServer2",
    "日本語の検索",
    "猫",
    "1.0.21",
    "e\u{301}lan",
    "x",
    "--dry-run",
    "aVeryLongWordOfMoreThanFortyCharactersThatIsNotIndexedAtAll",
    "Straße",
    "ÉCOLE",
    "a",
    "—",
    "configuration_with_many_parts",
];

fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

fn text(seed: &mut u64, most: usize) -> String {
    (0..random(seed) % most).map(|_| WORDS[random(seed) % WORDS.len()]).collect::<Vec<_>>().join(" ")
}

fn chunks(seed: &mut u64) -> Vec<Chunk> {
    let values = |seed: &mut u64, most: usize, length: usize| {
        (0..random(seed) % most).map(|_| text(seed, length)).collect::<Vec<_>>()
    };
    (0..random(seed) % 300)
        .map(|number| {
            let keys = (0..random(seed) % 4).map(|key| format!("k{key}-{}", number % 7)).collect();
            let fields = [
                values(seed, 2, 6),
                values(seed, 4, 3),
                values(seed, 2, 5),
                values(seed, 5, 3),
                values(seed, 4, 90),
                values(seed, 3, 8),
            ];
            (keys, fields)
        })
        .collect()
}

fn tantivys(fields: &Fields, chunks: &[Chunk], stemmer: StemmerId) -> Segment {
    let mut index = Index::create(RamDirectory::create(), fields.schema.clone(), IndexSettings::default()).unwrap();
    let tokenizers = TokenizerManager::default();
    // Never called, because the texts are analysed already.
    tokenizers.register(ANALYZER, RawTokenizer::default());
    index.set_tokenizers(tokenizers);
    let mut writer = SingleSegmentIndexWriter::new(index, 1 << 24).unwrap();
    let analyzer = Analyzer::new(stemmer);
    for (keys, values) in chunks {
        let mut document = TantivyDocument::default();
        keys.iter().for_each(|key| document.add_text(fields.key, key));
        for (field, values) in TEXT_FIELDS.iter().zip(values) {
            // As one value, because tantivy's own gap between values is narrower.
            let mut tokens = Vec::new();
            let mut base = 0;
            for value in values {
                let mut end = base;
                let mut stream = analyzer.tokens(value);
                while stream.advance() {
                    let token = stream.token();
                    end = base + token.position + 1;
                    tokens.push(Token {
                        offset_from: token.from,
                        offset_to: token.to,
                        position: base + token.position,
                        text: token.term.clone(),
                        position_length: 1,
                    });
                }
                base = end + POSITION_GAP as usize;
            }
            let text = String::new();
            document.add_pre_tokenized_text(fields.text[*field as usize], PreTokenizedString { text, tokens });
        }
        writer.add_document(document).unwrap();
    }
    let index = writer.finalize().unwrap();
    index.searchable_segments().unwrap().remove(0)
}

fn ours(fields: &Fields, chunks: &[Chunk], stemmer: StemmerId) -> Segment {
    let index = Index::create(RamDirectory::create(), fields.schema.clone(), IndexSettings::default()).unwrap();
    let mut segment = index.new_segment();
    let mut inversion = Inversion::default();
    for (keys, values) in chunks {
        inversion.begin_chunk();
        keys.iter().for_each(|key| inversion.add_key(key));
        for (field, values) in TEXT_FIELDS.iter().zip(values) {
            inversion.add_text(*field, &mut values.iter().map(String::as_str), stemmer);
        }
    }
    inversion.write(&mut segment, fields).unwrap();
    segment
}

fn files(segment: &Segment) -> Vec<(String, Vec<u8>)> {
    ["term", "idx", "pos", "fieldnorm", "fast"]
        .into_iter()
        .map(|extension| {
            let path = segment
                .meta()
                .list_files()
                .into_iter()
                .find(|path| path.extension().is_some_and(|found| found == extension))
                .unwrap();
            (extension.to_owned(), segment.index().directory().atomic_read(&path).unwrap())
        })
        .collect()
}

#[test]
fn a_batch_writes_what_tantivy_would() {
    let fields = Fields::new();
    let mut seed = 20;
    for name in ["english", "none", "german", "english"] {
        let stemmer = StemmerId::by_name(name).unwrap();
        for _ in 0..6 {
            let chunks = chunks(&mut seed);
            assert_eq!(
                files(&ours(&fields, &chunks, stemmer)),
                files(&tantivys(&fields, &chunks, stemmer)),
                "{} chunks",
                chunks.len()
            );
        }
    }
}

#[test]
fn lengths_are_those_that_are_stored() {
    let stemmer = StemmerId::by_name("english").unwrap();
    let mut inversion = Inversion::default();
    for body in ["one two three", "", "getUserName"] {
        inversion.begin_chunk();
        inversion.add_text(TextField::Body, &mut [body].into_iter(), stemmer);
        inversion.add_text(TextField::Tags, &mut ["a b"].into_iter().filter(|_| body.starts_with("one")), stemmer);
    }
    let size = |chunks| Size { chunks, has_echo: false };
    assert_eq!(inversion.lengths(TextField::Body, &[size(3)]), 3 + 4);
    // Fields of the document are indexed on its first chunk and count for all chunks.
    assert_eq!(inversion.lengths(TextField::Tags, &[size(3)]), 3 * 2);
    assert_eq!(inversion.lengths(TextField::Tags, &[size(2), size(1)]), 2 * 2);
}

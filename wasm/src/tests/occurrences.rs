//! Compares the places of terms in a segment of many blocks with the texts that it was made of.
use super::index::{segment_of, source, Document};
use super::random::random;
use crate::analyzer::{Analyzer, StemmerId};
use crate::reader::{Reader, SegmentSource};
use crate::record::ChunkRef;
use crate::schema::{Scope, TEXT_FIELDS};
use crate::terms::{occurrences, occurrences_within, FieldWeights, Occurrence};
use std::collections::BTreeMap;
use std::ops::Range;

/// From a word that nearly all sections hold to one that few do.
const WORDS: [&str; 8] = ["alpha", "beta", "gamma", "delta", "server", "module", "retry", "omega"];

fn text(most: usize, random: &mut impl FnMut(usize) -> usize) -> String {
    let words: Vec<&str> = (0..random(most + 1))
        .map(|_| {
            let limit = 1 + random(WORDS.len());
            WORDS[random(limit)]
        })
        .collect();
    words.join(" ")
}

fn term_of(word: &str) -> String {
    let mut terms = Vec::new();
    Analyzer::shared(StemmerId::by_name("english").unwrap()).words(word, |word| terms.push(word.term));
    terms.remove(0)
}

fn has(text: &str, word: &str) -> bool {
    text.split(|sign: char| !sign.is_alphanumeric()).any(|other| other == word)
}

fn documents(random: &mut impl FnMut(usize) -> usize) -> Vec<Document> {
    (0..700)
        .map(|number| {
            let count = 1 + random(18);
            let sections =
                (0..count).map(|at| (format!("{} {at}", text(2, random)), text(12, random) + "\n")).collect();
            (format!("{}/{number:04}.md", WORDS[random(WORDS.len())]), sections)
        })
        .collect()
}

fn reader(documents: &[Document]) -> Reader {
    let gone: Vec<String> = documents.iter().step_by(7).map(|(path, _)| format!("t:{path}")).collect();
    let whole = Reader::open(vec![source(segment_of(documents))]).unwrap();
    let deletion = whole.delete(&gone).unwrap().remove(0);
    let deletes = Some(deletion.deletes);
    Reader::open(vec![SegmentSource { stats: deletion.stats, deletes, ..source(segment_of(documents)) }]).unwrap()
}

#[test]
fn a_term_is_found_in_every_block_and_field_of_live_chunks() {
    let mut random = random(11);
    let documents = documents(&mut random);
    let texts: BTreeMap<&str, &Vec<(String, String)>> =
        documents.iter().map(|(path, sections)| (path.as_str(), sections)).collect();
    let reader = reader(&documents);
    let segment = &reader.segments[0];
    assert!(segment.size() > 3 * 2048, "{}", segment.size());
    let boosts = ["title", "tags", "path", "path_components", "body"].map(|name| (name.to_owned(), 2.0));
    let weights = FieldWeights::new(&reader, &BTreeMap::from(boosts)).unwrap();
    let stored: Vec<_> = (0..segment.size()).map(|chunk| reader.chunk(ChunkRef(0, chunk)).unwrap()).collect();
    let deleted = segment.deleted().unwrap();
    let live = |chunk: &u32| !deleted[*chunk as usize];
    let ranges: Vec<Range<u32>> = (0..segment.roots().unwrap().len())
        .filter(|_| random(3) == 0)
        .map(|document| segment.document_chunks(document).unwrap())
        .collect();
    for word in WORDS {
        let term = term_of(word);
        let of = |scope: Scope| occurrences(segment, &weights, scope, &term).unwrap();
        let found = of(Scope::All);
        // The texts say which chunks hold the word.
        let holds = |chunk: &u32| {
            let stored = &stored[*chunk as usize];
            let sections = texts[stored.path.as_str()];
            let (title, text) = &sections[stored.position as usize];
            let own = has(title, word) || has(text, word) || has(&stored.path, word);
            let above = stored.position > 0 && has(&sections[0].0, word);
            (own || above).then_some((*chunk, own))
        };
        let expected: Vec<(u32, bool)> = (0..segment.size()).filter(live).filter_map(|chunk| holds(&chunk)).collect();
        assert_eq!(found.iter().map(|entry| (entry.chunk, entry.own)).collect::<Vec<_>>(), expected, "{word}");
        // The weight is the sum over the fields, in their order.
        let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
        for field in TEXT_FIELDS {
            of(Scope::Only(field)).iter().for_each(|entry| *sums.entry(entry.chunk).or_default() += entry.weight);
        }
        assert_eq!(
            found.iter().map(|entry| (entry.chunk, entry.weight)).collect::<Vec<_>>(),
            sums.into_iter().collect::<Vec<_>>()
        );
        // In some documents, it is what is found there of all.
        let within = occurrences_within(segment, &weights, Scope::All, &term, Some(&ranges)).unwrap();
        let is_within = |entry: &&Occurrence| ranges.iter().any(|range| range.contains(&entry.chunk));
        assert_eq!(within, found.iter().filter(is_within).copied().collect::<Vec<_>>(), "{word}");
    }
}

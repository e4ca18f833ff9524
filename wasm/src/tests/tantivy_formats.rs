//! Pins what this crate knows of tantivy's files beyond its interface.
//!
//! When one of these tests fails after an update of tantivy, the format of a file has changed. The test names the file
//! and our code that reads it. Compare that code with tantivy's code for the same file and follow the change. Then
//! raise `SCHEMA_VERSION` in `schema.rs`, because older segments cannot be read any more. The test in `inversion.rs`
//! pins what a batch writes: the bytes must equal those that tantivy's own writer makes of the same documents.
use super::index::{segment, source};
use crate::reader::Reader;
use crate::record::Record;
use crate::schema::TEXT_FIELDS;
use tantivy::schema::Value;
use tantivy::TantivyDocument;
use tantivy_fst::Streamer;

/// The version that this code was written for.
const TANTIVY: &str = "0.26.2";

fn reader() -> Reader {
    let sections: &[(&str, &str)] = &[("Guide", "One request.\n"), ("Retry", "A second request after the first.\n")];
    let documents: Vec<_> = ["a.md", "b.md", "c/d.md"].map(|path| (path, sections)).into();
    Reader::open(vec![source(segment(&documents))]).unwrap()
}

#[test]
fn tantivy_is_the_version_that_the_code_was_written_for() {
    let lock = include_str!("../../Cargo.lock").replace('\r', "");
    let entry = format!("name = \"tantivy\"\nversion = \"{TANTIVY}\"");
    assert!(lock.contains(&entry), "if the other tests of this file pass, write the new version into TANTIVY here");
}

/// File `.term`, our code `OpenSegment::dictionary`, tantivy's `termdict/fst_termdict/termdict.rs` and
/// `termdict/mod.rs`: an automaton, a table, the table's length (u64), the version and the kind of dictionary (u32
/// each).
#[test]
fn the_automaton_of_a_dictionary_holds_its_terms() {
    let reader = reader();
    let segment = &reader.segments[0];
    for field in TEXT_FIELDS {
        let inverted = segment.inverted(field).unwrap();
        let mut terms = inverted.terms().stream().unwrap();
        let mut expected = Vec::new();
        while terms.advance() {
            expected.push(terms.key().to_vec());
        }
        let dictionary = segment.dictionary(field).unwrap().unwrap();
        let mut keys = dictionary.stream();
        let mut found = Vec::new();
        while let Some((key, _)) = keys.next() {
            found.push(key.to_vec());
        }
        assert!(!expected.is_empty() && found == expected, "{field:?}: DICTIONARY_TAIL in reader/open_segment.rs");
    }
}

/// File `.store`, our code `only_value` in `reader/open_segment.rs`, tantivy's `schema/document/se.rs`: how many
/// values (variable length), then for each its field (u32), type (u8), length (variable) and bytes.
#[test]
fn a_stored_document_holds_one_value_where_it_is_looked_for() {
    let reader = reader();
    let segment = &reader.segments[0];
    let store = segment.reader().get_store_reader(1).unwrap();
    let record = segment.reader().schema().get_field("record").unwrap();
    for chunk in 0..segment.size() {
        let document: TantivyDocument = store.get(chunk).unwrap();
        let bytes = document.get_first(record).and_then(|value| value.as_bytes()).unwrap();
        assert_eq!(
            *segment.record(chunk).unwrap(),
            Record::decode(bytes).unwrap(),
            "only_value in reader/open_segment.rs"
        );
    }
}

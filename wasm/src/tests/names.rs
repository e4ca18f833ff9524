//! Names are compared with composed letters, whatever form a disk or a query has.
use super::index::{segment, source};
use crate::plan::{Filter, Request};
use crate::reader::Reader;
use crate::run::search;
use crate::schema::key;
use serde_json::json;

/// The same two names in both forms, and one that begins with the first letter of the other.
const COMPOSED: &str = "Über uns/größe.md";
const DECOMPOSED: &str = "U\u{308}ber uns/gro\u{308}ße.md";

fn reader() -> Reader {
    let sections: &[(&str, &str)] = &[("Title", "words\n"), ("Größe", "more words\n")];
    Reader::open(vec![source(segment(&[("Uber.md", sections), (DECOMPOSED, sections)]))]).unwrap()
}

fn below(reader: &Reader, prefix: &str) -> Vec<String> {
    let filter = Filter::Path(prefix.to_owned());
    let mut request: Request = serde_json::from_value(json!({
        "queries": [{"query": {"word": "title"}, "all": false}], "filters": [], "limit": 100, "fuzzy": 0, "factors": {},
        "boosts": {"title": 3.0, "tags": 2.5, "path": 2.0, "path_components": 2.0, "body": 1.0},
    }))
    .unwrap();
    request.filters.push(filter);
    let response = search(reader, &request).unwrap();
    response.hits.iter().map(|hit| reader.document_id(hit.at).unwrap()).collect()
}

#[test]
fn a_path_is_found_in_both_forms_and_a_letter_is_not_the_start_of_an_accented_one() {
    let reader = reader();
    let decomposed = format!("t:{DECOMPOSED}");
    assert_eq!(below(&reader, "Über"), [decomposed.as_str()]);
    assert_eq!(below(&reader, "U\u{308}ber"), [decomposed.as_str()]);
    assert_eq!(below(&reader, DECOMPOSED), [decomposed.as_str()]);
    assert_eq!(below(&reader, COMPOSED), [decomposed.as_str()]);
    assert_eq!(below(&reader, "U"), ["t:Uber.md"]);
}

#[test]
fn an_id_is_found_in_both_forms_and_keeps_the_name_of_the_file() {
    let reader = reader();
    for id in [COMPOSED, DECOMPOSED] {
        for slug in ["größe", "gro\u{308}ße"] {
            let found = reader.find(&format!("t:{id}#{slug}")).unwrap().unwrap();
            assert_eq!(found.path, DECOMPOSED);
        }
    }
    assert!(reader.find("t:Über uns/größer.md").unwrap().is_none());
}

#[test]
fn of_two_files_with_one_name_each_is_found_by_its_own() {
    let sections: &[(&str, &str)] = &[("Title", "words\n")];
    let reader = Reader::open(vec![source(segment(&[(COMPOSED, sections), (DECOMPOSED, sections)]))]).unwrap();
    for path in [COMPOSED, DECOMPOSED] {
        assert_eq!(reader.find(&format!("t:{path}")).unwrap().unwrap().path, path);
        let both = reader.locate_documents(&[format!("t:{path}")]).unwrap();
        assert_eq!(both.concat().len(), 1);
    }
    assert_eq!(below(&reader, "Über").len(), 2);
}

#[test]
fn tags_and_values_have_one_term_in_both_forms() {
    assert_eq!(key::tag("GRO\u{308}ße"), key::tag("größe"));
    assert_eq!(key::meta("ku\u{308}rzel", "gepru\u{308}ft"), key::meta("kürzel", "geprüft"));
    assert_eq!(key::file_name("gro\u{308}ße 1"), key::file_name("größe-1"));
    assert_ne!(key::tag("große"), key::tag("größe"));
}

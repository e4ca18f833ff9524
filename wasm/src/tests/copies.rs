//! Tests what an answer keeps of equal texts, and of the translations and versions of a page.
use super::index::source;
use crate::plan::Request;
use crate::reader::Reader;
use crate::run::search;
use crate::segment::{Batch, SegmentData};
use serde_json::{json, Value};

const TEXT: &str =
    "A burst of calls is slowed down by the throttle, which gives each caller twenty calls in a second, \
    and after that one call in each tenth of a second until the minute ends.\n";

/// A document of one chunk.
fn add(batch: &mut Batch, tree: &str, path: &str, text: &str, edition: Value) {
    add_with(batch, tree, path, text, edition, json!({}));
}

fn add_with(batch: &mut Batch, tree: &str, path: &str, text: &str, edition: Value, metadata: Value) {
    let chunk = json!([path, null, 0, null, 0, text.len(), 1, 1, 1, path, [[0, text.len()]]]);
    let document = json!([format!("{tree}:{path}"), tree, path, [], null, metadata, [], 0, [chunk], edition]);
    batch.load(text.as_bytes().to_vec(), Default::default(), Vec::new()).unwrap();
    batch.add(serde_json::from_value(document).unwrap(), "english").unwrap();
}

fn edition(page: &str, locale: u32, lang: &str, version: u32) -> Value {
    json!([page, locale, lang, version, (version > 0).then(|| format!("v{}", 10 - version))])
}

fn segment(documents: &[(&str, &str, &str, Value)]) -> SegmentData {
    let mut batch = Batch::new().unwrap();
    documents.iter().for_each(|(tree, path, text, edition)| add(&mut batch, tree, path, text, edition.clone()));
    batch.finish().unwrap().unwrap()
}

fn asked(words: &str, extra: Value) -> Request {
    let words: Vec<Value> = words.split(' ').map(|word| json!({"word": word})).collect();
    let mut request = json!({
        "queries": [{"query": {"and": words}, "all": false}], "filters": [], "limit": 100, "fuzzy": 1, "factors": {},
        "boosts": {"title": 3.0, "body": 1.0},
    });
    for (key, value) in extra.as_object().unwrap() {
        request[key] = value.clone();
    }
    serde_json::from_value(request).unwrap()
}

fn found(reader: &Reader, words: &str, extra: Value) -> Vec<String> {
    let response = search(reader, &asked(words, extra)).unwrap();
    let ids: Vec<String> = response.hits.iter().map(|hit| reader.chunk_id(hit.at).unwrap()).collect();
    assert_eq!(response.total, ids.len(), "{ids:?}");
    ids
}

fn also(reader: &Reader, id: &str) -> Vec<(String, &'static str)> {
    let at = reader.find(id).unwrap().unwrap().at;
    let others = reader.also_in(at).unwrap();
    others.into_iter().map(|(at, reason)| (reader.chunk_id(at).unwrap(), reason.name())).collect()
}

#[test]
fn equal_texts_are_one_hit_in_any_segments_and_after_a_merge() {
    let other_spaces = TEXT.replace(' ', "  \n");
    let first =
        segment(&[("t", "old/rate.md", TEXT, json!(null)), ("t", "burst.md", "a burst of water\n", json!(null))]);
    let second = segment(&[("t", "rate.md", &other_spaces, json!(null)), ("t", "near.md", &TEXT[2..], json!(null))]);
    let reader = Reader::open(vec![source(first), source(second)]).unwrap();
    let folded = ["t:burst.md", "t:near.md", "t:rate.md"];
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    assert_eq!(sorted(found(&reader, "burst", json!({}))), folded);
    assert_eq!(found(&reader, "burst", json!({"copies": true})).len(), 4);
    assert_eq!(also(&reader, "t:rate.md"), [("t:old/rate.md".to_owned(), "copy")]);
    assert_eq!(also(&reader, "t:near.md"), []);
    let merged = Reader::open(vec![source(reader.merge(&[0, 1]).unwrap().unwrap())]).unwrap();
    assert_eq!(sorted(found(&merged, "burst", json!({}))), folded);
    assert_eq!(also(&merged, "t:old/rate.md"), [("t:rate.md".to_owned(), "copy")]);
}

#[test]
fn what_a_filter_or_the_nearest_tree_names_leads() {
    let data = segment(&[
        ("far", "a.md", TEXT, json!(null)),
        ("near", "deep/folder/a.md", TEXT, json!(null)),
        ("near", "deep/folder/longer/a.md", TEXT, json!(null)),
    ]);
    let reader = Reader::open(vec![source(data)]).unwrap();
    assert_eq!(found(&reader, "burst", json!({})), ["far:a.md"]);
    assert_eq!(found(&reader, "burst", json!({"factors": {"near": 1.5}})), ["near:deep/folder/a.md"]);
    assert_eq!(
        found(&reader, "burst", json!({"filters": [{"path": "deep/folder/longer"}]})),
        ["near:deep/folder/longer/a.md"]
    );
}

#[test]
fn a_short_text_is_not_a_copy() {
    let reader = Reader::open(vec![source(segment(&[
        ("t", "a.md", "See the burst section.\n", json!(null)),
        ("t", "b.md", "See the burst section.\n", json!(null)),
    ]))])
    .unwrap();
    assert_eq!(found(&reader, "burst", json!({})).len(), 2);
}

#[test]
fn translations_and_versions_of_a_page_are_one_hit() {
    let data = segment(&[
        ("t", "en/a.md", "The limit of the rate is here.\n", edition("a.md", 0, "en", 0)),
        ("t", "de/a.md", "Die Grenze der Rate (rate limit) ist hier.\n", edition("a.md", 1, "de", 0)),
        ("t", "v9/a.md", "The limit of the rate was there. legacy\n", edition("a.md", 0, "en", 1)),
        ("t", "en/b.md", "Another limit.\n", edition("b.md", 0, "en", 0)),
    ]);
    let reader = Reader::open(vec![source(data)]).unwrap();
    let mut ids = found(&reader, "limit", json!({}));
    ids.sort();
    assert_eq!(ids, ["t:en/a.md", "t:en/b.md"]);
    // A word that only one of them has, the language of the query, and a filter.
    assert_eq!(found(&reader, "grenze", json!({"fuzzy": 0})), ["t:de/a.md"]);
    assert_eq!(found(&reader, "legacy rate", json!({"fuzzy": 0})), ["t:v9/a.md"]);
    assert_eq!(found(&reader, "rate ist die", json!({"fuzzy": 0}))[0], "t:de/a.md");
    assert_eq!(found(&reader, "rate", json!({"filters": [{"version": "9"}]})), ["t:v9/a.md"]);
    assert_eq!(found(&reader, "rate", json!({"filters": [{"version": "V9"}]})), ["t:v9/a.md"]);
    assert_eq!(
        also(&reader, "t:en/a.md"),
        [("t:de/a.md".to_owned(), "translation"), ("t:v9/a.md".to_owned(), "version")]
    );
}

#[test]
fn a_translation_with_another_name_says_what_it_translates() {
    let mut batch = Batch::new().unwrap();
    let mut page = |path: &str, locale: u32, lang: &str, metadata: Value| {
        let edition = edition(path.split_once('/').unwrap().1, locale, lang, 0);
        add_with(&mut batch, "t", path, &format!("The plugin of {path}.\n"), edition, metadata);
    };
    page("en/functions.md", 0, "en", json!({"permalink": ["bases/functions"]}));
    page("de/Funktionen.md", 1, "de", json!({"permalink": ["/de/bases/functions/"]}));
    page("ru/functions.md", 2, "ru", json!({"permalink": ["/ru/funktsii"]}));
    page("de/Andere.md", 1, "de", json!({"translationKey": ["other"]}));
    page("ru/Drugie.md", 2, "ru", json!({"translationKey": ["other"]}));
    let reader = Reader::open(vec![source(batch.finish().unwrap().unwrap())]).unwrap();
    let mut ids = found(&reader, "plugin", json!({}));
    ids.sort();
    assert_eq!(ids, ["t:de/Andere.md", "t:en/functions.md"]);
    let translations = ["t:ru/functions.md", "t:de/Funktionen.md"].map(|id| (id.to_owned(), "translation"));
    assert_eq!(also(&reader, "t:en/functions.md"), translations);
}

fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort();
    ids
}

#[test]
fn the_edition_that_holds_the_most_of_a_query_leads() {
    let data = segment(&[
        ("t", "v2/a.md", "A pelican stands here.\n", edition("a.md", 0, "en", 0)),
        ("t", "v1/a.md", "A pelican with a gasket and a flange; a marmot too.\n", edition("a.md", 0, "en", 1)),
        ("t", "de/a.md", "Ein Pelikan steht hier.\n", edition("a.md", 1, "de", 0)),
    ]);
    let reader = Reader::open(vec![source(data)]).unwrap();
    let exact = || json!({"fuzzy": 0});
    assert_eq!(found(&reader, "pelican", exact()), ["t:v2/a.md"]);
    assert_eq!(found(&reader, "pelican gasket flange sprocket", exact()), ["t:v1/a.md"]);
    assert_eq!(found(&reader, "pelican pelikan", exact()), ["t:v2/a.md"]);
    // Each alternative and each query has editions of its own.
    let any = |request: Value| -> Vec<String> {
        let response = search(&reader, &serde_json::from_value(request).unwrap()).unwrap();
        sorted(response.hits.iter().map(|hit| reader.chunk_id(hit.at).unwrap()).collect())
    };
    let mut request = json!({
        "queries": [{"query": {"or": [{"word": "pelican"}, {"word": "marmot"}]}, "all": true}], "filters": [],
        "limit": 100, "fuzzy": 0, "factors": {}, "boosts": {"title": 3.0, "body": 1.0},
    });
    assert_eq!(any(request.clone()), ["t:v1/a.md", "t:v2/a.md"]);
    request["queries"] = json!([
        {"query": {"and": [{"word": "pelican"}]}, "all": false}, {"query": {"and": [{"word": "marmot"}]}, "all": false},
    ]);
    assert_eq!(any(request.clone()), ["t:v1/a.md", "t:v2/a.md"]);
    // A negation excludes all that it names.
    request["queries"] = json!([{"query": {"and": [
        {"or": [{"word": "stands"}, {"word": "gasket"}]}, {"not": {"or": [{"word": "pelican"}, {"word": "marmot"}]}},
    ]}, "all": false}]);
    assert_eq!(any(request), Vec::<String>::new());
}

#[test]
fn a_name_that_pages_of_one_language_share_says_nothing() {
    let mut batch = Batch::new().unwrap();
    for at in 0..4 {
        let path = format!("en/{at}.md");
        let edition = edition(&format!("{at}.md"), 0, "en", 0);
        add_with(&mut batch, "t", &path, &format!("A walrus, {at}.\n"), edition, json!({"permalink": ["/docs/"]}));
    }
    // The page of the first path is not also one of the second.
    for (path, page, locale, lang, key) in
        [("en/x.md", "x.md", 0, "en", "one"), ("de/x.md", "x.md", 1, "de", "two"), ("de/y.md", "y.md", 1, "de", "one")]
    {
        let metadata = json!({"translationKey": [key]});
        add_with(&mut batch, "t", path, &format!("A lynx of {path}.\n"), edition(page, locale, lang, 0), metadata);
    }
    let reader = Reader::open(vec![source(batch.finish().unwrap().unwrap())]).unwrap();
    assert_eq!(found(&reader, "walrus", json!({})).len(), 4);
    assert_eq!(found(&reader, "lynx", json!({})).len(), 2);
    assert_eq!(found(&reader, "lynx", json!({"copies": true})).len(), 3);
}

#[test]
fn a_deleted_copy_is_none() {
    let data = segment(&[("t", "a.md", TEXT, json!(null)), ("t", "b.md", TEXT, json!(null))]);
    let stats = data.stats.clone();
    let bytes = data.bytes.clone();
    let reader = Reader::open(vec![source(data)]).unwrap();
    let deletion = reader.delete(&["t:a.md".to_owned()]).unwrap().remove(0);
    assert_eq!(stats.documents, 2);
    let mut left = source(SegmentData { bytes, stats: deletion.stats });
    left.deletes = Some(deletion.deletes);
    let reader = Reader::open(vec![left]).unwrap();
    assert_eq!(found(&reader, "burst", json!({})), ["t:b.md"]);
    assert_eq!(also(&reader, "t:b.md"), []);
}

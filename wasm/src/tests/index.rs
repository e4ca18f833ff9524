//! Tests segments end to end, natively: what an index holds after building, deleting and merging.
use crate::container::{self, Storage};
use crate::error::Code;
use crate::plan::Request;
use crate::reader::{Reader, SegmentSource};
use crate::run::search;
use crate::segment::{Batch, SegmentData, Stats};
use serde_json::json;
use std::io;
use std::sync::Arc;

struct Bytes(Vec<u8>);

impl Storage for Bytes {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }
    fn read(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let from = offset as usize;
        let part = self.0.get(from..from + into.len()).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        into.copy_from_slice(part);
        Ok(())
    }
}

/// Adds a document of sections. The first pair is the title and the text before any heading.
fn add(batch: &mut Batch, path: &str, stemmer: &str, sections: &[(&str, &str)]) {
    let mut file = String::new();
    let mut chunks = Vec::new();
    for (position, (title, text)) in sections.iter().enumerate() {
        let start = file.len();
        file.push_str(text);
        chunks.push(json!({
            "title": title,
            "slug": (position > 0).then(|| title.to_lowercase()),
            "depth": u32::from(position > 0),
            "parent": (position > 0).then_some(0),
            "byte_start": start,
            "byte_end": file.len(),
            "start_line": 1,
            "end_line": 1,
            "sibling_count": (sections.len() - 1).max(1),
            "breadcrumb": if position == 0 { sections[0].0.to_owned() } else { format!("{} › {title}", sections[0].0) },
            "indexed_ranges": [{"start": start, "end": file.len()}],
        }));
    }
    let document = json!({
        "doc_id": format!("t:{path}"), "tree": "t", "path": path, "tags": ["Guide/Start"], "lang": null,
        "metadata": {"status": ["draft"]}, "asides": [], "text_start": 0, "chunks": chunks,
    });
    batch.load(file.into_bytes(), Default::default(), Vec::new()).unwrap();
    batch.add(serde_json::from_value(document).unwrap(), stemmer).unwrap();
}

pub(super) fn segment(documents: &[(&str, &[(&str, &str)])]) -> SegmentData {
    let mut batch = Batch::new().unwrap();
    documents.iter().for_each(|(path, sections)| add(&mut batch, path, "english", sections));
    batch.finish().unwrap().unwrap()
}

/// A path, and sections of a title and a text.
pub(super) type Document = (String, Vec<(String, String)>);

/// The segment of documents that were made up.
pub(super) fn segment_of(documents: &[Document]) -> SegmentData {
    let sections: Vec<Vec<(&str, &str)>> = documents
        .iter()
        .map(|(_, sections)| sections.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect())
        .collect();
    let documents: Vec<(&str, &[(&str, &str)])> =
        documents.iter().zip(&sections).map(|((path, _), sections)| (path.as_str(), sections.as_slice())).collect();
    segment(&documents)
}

pub(super) fn source(data: SegmentData) -> SegmentSource {
    SegmentSource { identity: None, storage: Arc::new(Bytes(data.bytes)), stats: data.stats, deletes: None }
}

fn request(query: serde_json::Value, extra: serde_json::Value) -> Request {
    let mut request = json!({
        "queries": [{"query": query, "all": false}], "filters": [], "limit": 100, "fuzzy": 1, "factors": {},
        "boosts": {"title": 3.0, "tags": 2.5, "path": 2.0, "path_components": 2.0, "body": 1.0},
    });
    for (key, value) in extra.as_object().unwrap() {
        request[key] = value.clone();
    }
    serde_json::from_value(request).unwrap()
}

fn find(reader: &Reader, query: serde_json::Value, extra: serde_json::Value) -> Vec<(String, f64)> {
    let response = search(reader, &request(query, extra)).unwrap();
    response.hits.iter().map(|hit| (reader.chunk_id(hit.at).unwrap(), hit.score)).collect()
}

fn ids(reader: &Reader, query: serde_json::Value) -> Vec<String> {
    let mut found: Vec<String> = find(reader, query, json!({})).into_iter().map(|(id, _)| id).collect();
    found.sort();
    found
}

type Sections = &'static [(&'static str, &'static str)];
const CORPUS: [(&str, Sections); 4] = [
    (
        "a.md",
        &[
            ("Alpha", "servers and requests\n"),
            ("Retry", "retry the request after a timeout\n"),
            ("Limits", "rate limits\n"),
        ],
    ),
    ("b.md", &[("Beta", "nothing here\n"), ("Retries", "exponential backoff\n")]),
    ("dir/c.md", &[("Gamma", "a request handler handles requests\n")]),
    ("d.md", &[("Delta", "completely different words\n")]),
];

fn words(text: &str) -> serde_json::Value {
    json!({"and": text.split(' ').map(|word| json!({"word": word})).collect::<Vec<_>>()})
}

#[test]
fn words_are_found_by_stem_in_every_text_field() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    assert_eq!(ids(&reader, words("requesting")), ["t:a.md", "t:a.md#retry", "t:dir/c.md"]);
    assert_eq!(ids(&reader, words("retry")), ["t:a.md#retry", "t:b.md#retries"]);
    assert_eq!(ids(&reader, words("dir")), ["t:dir/c.md"]);
    assert_eq!(find(&reader, words("gamma"), json!({}))[0].0, "t:dir/c.md");
}

#[test]
fn titles_above_help_a_chunk_but_never_make_a_hit() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    assert_eq!(ids(&reader, words("alpha")), ["t:a.md"]);
    let mut both = request(words("alpha limits"), json!({}));
    both.queries[0].all = true;
    let held = search(&reader, &both).unwrap().hits;
    assert_eq!(held.iter().map(|hit| reader.chunk_id(hit.at).unwrap()).collect::<Vec<_>>(), ["t:a.md#limits"]);
    assert_eq!(ids(&reader, json!({"and": [{"word": "rate"}, {"not": {"word": "alpha"}}]})), ["t:a.md#limits"]);
}

#[test]
fn phrases_want_the_words_side_by_side() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    assert_eq!(ids(&reader, json!({"phrase": "rate limits"})), ["t:a.md#limits"]);
    assert_eq!(ids(&reader, json!({"phrase": "limits rate"})), Vec::<String>::new());
    assert_eq!(ids(&reader, json!({"phrase": "request after"})), ["t:a.md#retry"]);
    assert_eq!(ids(&reader, json!({"phrase": "request timeout"})), Vec::<String>::new());
}

#[test]
fn an_exact_match_outranks_a_fuzzy_one() {
    let reader = Reader::open(vec![source(segment(&[
        ("x.md", &[("X", "the handler runs\n")]),
        ("y.md", &[("Y", "the handlar runs\n")]),
    ]))])
    .unwrap();
    let found = find(&reader, words("handlar"), json!({}));
    assert_eq!(found.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["t:y.md", "t:x.md"]);
    assert!(find(&reader, words("handlar"), json!({"fuzzy": 0})).len() == 1);
}

#[test]
fn a_stop_word_is_near_only_to_what_the_index_does_not_know() {
    let corpus: [(&str, Sections); 2] =
        [("a.md", &[("One", "salt and pepper at a price\n")]), ("b.md", &[("Two", "adding more\n")])];
    let reader = Reader::open(vec![source(segment(&corpus))]).unwrap();
    assert_eq!(ids(&reader, words("added")), ["t:b.md"]);
    assert_eq!(ids(&reader, words("annd")), ["t:a.md"]);
}

#[test]
fn filters_choose_documents_and_never_change_scores() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    let all = find(&reader, words("request"), json!({}));
    for filter in
        [json!({"tree": "t"}), json!({"tag": "GUIDE"}), json!({"meta": ["status", "draft"]}), json!({"path": ""})]
    {
        assert_eq!(find(&reader, words("request"), json!({"filters": [filter]})), all, "{filter}");
    }
    let some = find(&reader, words("request"), json!({"filters": [{"path": "dir/"}]}));
    assert_eq!(some, all.iter().filter(|(id, _)| id == "t:dir/c.md").cloned().collect::<Vec<_>>());
    assert_eq!(find(&reader, words("request"), json!({"filters": [{"tag": "start"}]})), []);
    assert_eq!(find(&reader, words("request"), json!({"filters": [{"documents": ["t:dir/c.md"]}]})), some);
    let everything = find(&reader, json!({"and": []}), json!({"filters": [{"path": "b"}]}));
    assert_eq!(everything, [("t:b.md".to_owned(), 0.0), ("t:b.md#retries".to_owned(), 0.0)]);
}

#[test]
fn a_question_needs_some_of_its_words_and_the_answer_says_which_ones_a_hit_lacks() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    let response = search(&reader, &request(words("how do I retry the rate requests zebra"), json!({}))).unwrap();
    assert_eq!(reader.chunk_id(response.hits[0].at).unwrap(), "t:a.md#retry");
    assert_eq!(response.full_matches, 0);
    let lacking: Vec<&str> =
        response.missing.unwrap()[0].iter().map(|word| response.words[*word].word.as_str()).collect();
    assert_eq!(lacking, ["rate", "zebra"]);
    let full = search(&reader, &request(words("how do I retry the request"), json!({}))).unwrap();
    assert_eq!(full.full_matches, 1);
    assert!(full.total > 1);
    let mut all = request(words("how do I retry the request"), json!({}));
    all.queries[0].all = true;
    let all = search(&reader, &all).unwrap();
    assert_eq!((all.total, all.full_matches, all.missing), (1, 1, None));
}

#[test]
fn a_word_that_must_match_counts_like_any_other() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    let query = json!({"and": [{"word": "rate"}, {"must": {"word": "request"}}]});
    let found = find(&reader, query, json!({}));
    assert!(!found.is_empty());
    let plain = find(&reader, words("rate request"), json!({}));
    assert!(found.len() < plain.len());
    assert!(found.iter().all(|(id, _)| plain.iter().any(|(other, _)| other == id)));
}

#[test]
fn a_query_without_words_matches_nothing() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    assert_eq!(ids(&reader, words("& --")), Vec::<String>::new());
}

#[test]
fn deleted_documents_are_gone_and_count_for_nothing() {
    let whole = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    let deletion = whole.delete(&["t:b.md".to_owned(), "t:nowhere.md".to_owned()]).unwrap().remove(0);
    let cut = Reader::open(vec![SegmentSource {
        deletes: Some(deletion.deletes),
        stats: deletion.stats.clone(),
        ..source(segment(&CORPUS))
    }])
    .unwrap();
    let left: Vec<_> = CORPUS.into_iter().filter(|(path, _)| *path != "b.md").collect();
    let fresh = segment(&left);
    assert_eq!(deletion.stats, fresh.stats);
    let merged = cut.merge(&[0]).unwrap().unwrap();
    assert_eq!(merged.stats, fresh.stats);
    let fresh = Reader::open(vec![source(fresh)]).unwrap();
    let merged = Reader::open(vec![source(merged)]).unwrap();
    for query in ["retry", "request", "rate limits", "backoff", "completely different"] {
        let expected = find(&fresh, words(query), json!({}));
        assert_eq!(find(&cut, words(query), json!({})), expected, "{query}");
        assert_eq!(find(&merged, words(query), json!({})), expected, "{query}");
    }
    assert_eq!(cut.ids().unwrap(), fresh.ids().unwrap());
    assert!(cut.find("t:b.md").unwrap().is_none() && cut.find("t:b.md#retries").unwrap().is_none());
    assert_eq!(cut.find("t:a.md#retry").unwrap().unwrap().ancestors, [(0, None)]);
}

#[test]
fn documents_keep_their_markup_when_segments_are_merged() {
    let texts =
        [("a.md", "**one** &amp; two\n"), ("b.md", "plain\n"), ("c.md", "# [three](x.md)\n"), ("d.md", "~~four~~\n")];
    let segment_of = |texts: &[(&str, &str)]| {
        let mut batch = Batch::new().unwrap();
        texts.iter().for_each(|(path, text)| add(&mut batch, path, "english", &[("A", text), ("B", text)]));
        batch.finish().unwrap().unwrap()
    };
    let shown = |reader: &Reader, path: &str, text: &str| {
        let at = reader.find(&format!("t:{path}#b"))?.unwrap().at;
        let mut part = text.as_bytes()[2..].to_vec();
        reader.show(at, &mut part, text.len() as u64 + 2)?;
        crate::error::Result::Ok(String::from_utf8(part).unwrap().replace('\u{7f}', "").trim().to_owned())
    };
    let expected = [("a.md", "one & two"), ("c.md", "three"), ("d.md", "four")];
    let parts = || vec![source(segment_of(&texts[..2])), source(segment_of(&texts[2..]))];
    let reader = Reader::open(parts()).unwrap();
    let deletion = reader.delete(&["t:b.md".to_owned()]).unwrap().remove(0);
    let [first, second] = <[SegmentSource; 2]>::try_from(parts()).ok().unwrap();
    let first = SegmentSource { deletes: Some(deletion.deletes), stats: deletion.stats, ..first };
    let cut = Reader::open(vec![first, second]).unwrap();
    let merged = Reader::open(vec![source(cut.merge(&[1, 0]).unwrap().unwrap())]).unwrap();
    for (path, seen) in expected {
        let (_, text) = texts.iter().find(|(name, _)| *name == path).unwrap();
        for reader in [&reader, &cut, &merged] {
            assert_eq!(shown(reader, path, text).unwrap(), seen);
        }
    }
}

#[test]
fn several_segments_score_like_one_in_any_order() {
    let one = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    let halves = || vec![source(segment(&CORPUS[..1])), source(segment(&CORPUS[1..]))];
    let mut backwards = halves();
    backwards.reverse();
    for query in ["retry", "request handler", "handlr", "rate"] {
        let expected = find(&one, words(query), json!({}));
        assert_eq!(find(&Reader::open(halves()).unwrap(), words(query), json!({})), expected);
        backwards.reverse();
        assert_eq!(find(&Reader::open(halves()).unwrap(), words(query), json!({})), expected);
    }
    assert_eq!(backwards.len(), 2);
}

#[test]
fn the_same_documents_give_the_same_bytes() {
    assert_eq!(segment(&CORPUS).bytes, segment(&CORPUS).bytes);
}

#[test]
fn each_stemmer_finds_its_own_documents() {
    let mut batch = Batch::new().unwrap();
    add(&mut batch, "en.md", "english", &[("E", "running\n")]);
    add(&mut batch, "none.md", "none", &[("N", "running\n")]);
    let reader = Reader::open(vec![source(batch.finish().unwrap().unwrap())]).unwrap();
    assert_eq!(ids(&reader, json!({"phrase": "runs"})), ["t:en.md"]);
    assert_eq!(ids(&reader, json!({"phrase": "running"})), ["t:en.md", "t:none.md"]);
}

#[test]
fn locality_factors_act_before_the_cut() {
    let reader = Reader::open(vec![source(segment(&CORPUS))]).unwrap();
    let plain = find(&reader, words("request"), json!({}));
    let raised = find(&reader, words("request"), json!({"factors": {"t": 1.5}}));
    assert!(plain.iter().zip(&raised).all(|(a, b)| a.0 == b.0 && (a.1 * 1.5 - b.1).abs() < 1e-12));
}

#[test]
fn an_exact_heading_comes_first_and_keeps_its_base_score() {
    let reader = Reader::open(vec![source(segment(&[
        ("long.md", &[("Guide", "x\n"), ("Error handling in depth", "error handling error handling error handling\n")]),
        ("short.md", &[("Other", "y\n"), ("Handling", "filler words that say little about it\n")]),
        ("handling-errors.md", &[("Named", "z\n")]),
    ]))])
    .unwrap();
    let response = search(&reader, &request(words("handling"), json!({}))).unwrap();
    assert_eq!(reader.chunk_id(response.hits[0].at).unwrap(), "t:short.md#handling");
    assert!(response.hits[0].score > response.hits[0].base && response.hits[1].score == response.hits[1].base);
    assert_eq!(find(&reader, words("handling errors"), json!({}))[0].0, "t:handling-errors.md");
}

#[test]
fn ties_at_the_limit_are_cut_in_the_order_of_ids() {
    let sections: Sections = &[("Same", "x\n"), ("Same-b", "tied words\n"), ("Same-a", "tied words\n")];
    // Uses ids that sort in the order of their documents, and ids that do not.
    for paths in [
        ["a", "a b", "a c", "a#", "b", "\u{e000}", "\u{1f600}", "zz"],
        ["a", "a-b", "a.c", "a/", "b", "\u{e000}", "\u{1f600}", "zz"],
    ] {
        check_ties(&paths, sections);
    }
}

fn check_ties(paths: &[&str], sections: Sections) {
    let documents: Vec<(&str, Sections)> = paths.iter().map(|path| (*path, sections)).collect();
    let (left, right) = documents.split_at(5);
    let request = |limit: usize| json!({"limit": limit, "boosts": {"body": 1.0}});
    for segments in [vec![segment(&documents)], vec![segment(right), segment(left)]] {
        let reader = Reader::open(segments.into_iter().map(source).collect()).unwrap();
        let mut expected: Vec<String> =
            paths.iter().flat_map(|path| ["same-a", "same-b"].map(|slug| format!("t:{path}#{slug}"))).collect();
        expected.sort_by_key(|id| id.encode_utf16().collect::<Vec<_>>());
        for limit in 1..=expected.len() {
            let found: Vec<String> =
                find(&reader, words("tied"), request(limit)).into_iter().map(|(id, _)| id).collect();
            assert_eq!(found, expected[..limit]);
        }
    }
}

#[test]
fn where_the_host_may_cut_ids_decide() {
    // By their texts alone, the boosted headings come after all others.
    let sections: Sections =
        &[("Top", ""), ("Tied", "tied among many other words\n"), ("B", "tied\n"), ("A", "tied\n")];
    let paths: Vec<String> = (0..9).map(|number| format!("{number}.md")).collect();
    let documents: Vec<(&str, Sections)> = paths.iter().map(|path| (path.as_str(), sections)).collect();
    let (left, right) = documents.split_at(4);
    for segments in [vec![segment(&documents)], vec![segment(right), segment(left)]] {
        let reader = Reader::open(segments.into_iter().map(source).collect()).unwrap();
        let hits = |mut extra: serde_json::Value| {
            extra["boosts"] = json!({"body": 1.0, "title": 1e-6});
            let mut hits = search(&reader, &request(words("tied"), extra)).unwrap().hits;
            let first = reader.chunk_id(hits[0].at).unwrap();
            // In the order in which the host sees them when it cuts.
            hits.sort_by(|a, b| b.base.total_cmp(&a.base));
            (hits.into_iter().map(|hit| reader.chunk_id(hit.at).unwrap()).collect::<Vec<_>>(), first)
        };
        let sorted = |ids: &[String]| {
            let mut ids = ids.to_vec();
            ids.sort();
            ids
        };
        let total = hits(json!({})).0.len();
        assert!(total > 20);
        for limit in 1..=total {
            let (expected, first) = hits(json!({"limit": limit}));
            for cut in 0..=total {
                let (found, best) = hits(json!({"limit": limit, "cut": cut}));
                assert_eq!((sorted(&found), best), (sorted(&expected), first.clone()));
                for place in (0..limit).step_by(cut.max(1)) {
                    let message = format!("limit {limit}, cut {cut}, place {place}");
                    assert_eq!(sorted(&found[..place]), sorted(&expected[..place]), "{message}");
                }
            }
        }
    }
}

#[test]
fn stop_words_carry_little_weight() {
    let reader = Reader::open(vec![source(segment(&[
        ("how-to-write.md", &[("How to write how to pages", "remove a module\n")]),
        ("module.md", &[("Remove-Module", "removes a module from the session\n")]),
    ]))])
    .unwrap();
    assert_eq!(find(&reader, words("how to remove a module"), json!({}))[0].0, "t:module.md");
    let response = search(&reader, &request(words("how to remove"), json!({}))).unwrap();
    assert!(response.highlight.terms.iter().all(|term| !term.ends_with("how")));
}

#[test]
fn identifiers_are_found_whole_and_by_their_parts() {
    let reader = Reader::open(vec![source(segment(&[
        ("a.md", &[("A", "call getUserName() with user_id\n")]),
        ("b.md", &[("B", "the user has a name\n")]),
        ("c.md", &[("C", "std::vec and kube-proxy 1.0.21 with --dry-run\n")]),
    ]))])
    .unwrap();
    assert_eq!(ids(&reader, words("getUserName")), ["t:a.md"]);
    assert_eq!(ids(&reader, words("getusername")), ["t:a.md"]);
    assert_eq!(ids(&reader, words("user name")), ["t:a.md", "t:b.md"]);
    for word in ["std::vec", "kube-proxy", "1.0.21", "--dry-run", "proxy"] {
        assert_eq!(ids(&reader, words(word)), ["t:c.md"], "{word}");
    }
}

#[test]
fn unspaced_scripts_are_found_inside_longer_runs() {
    let reader = Reader::open(vec![source(segment(&[
        ("ja.md", &[("日本語", "全文検索エンジンの使い方\n")]),
        ("zh.md", &[("中文", "搜索引擎\n")]),
    ]))])
    .unwrap();
    assert_eq!(ids(&reader, words("検索エンジン")), ["t:ja.md"]);
    assert_eq!(ids(&reader, words("引擎")), ["t:zh.md"]);
    assert_eq!(ids(&reader, json!({"phrase": "検索"})), ["t:ja.md"]);
}

#[test]
fn damage_is_an_error_never_a_panic() {
    let data = segment(&CORPUS);
    let open = |bytes: Vec<u8>, stats: &Stats| {
        let storage: Arc<dyn Storage> = Arc::new(Bytes(bytes));
        container::verify(storage.as_ref()).and_then(|()| {
            Reader::open(vec![SegmentSource { identity: None, storage, stats: stats.clone(), deletes: None }])
        })
    };
    for length in (0..data.bytes.len()).step_by(7) {
        let error = open(data.bytes[..length].to_vec(), &data.stats).err().unwrap();
        assert_eq!(error.code, Code::IndexDamaged);
    }
    for at in (8..data.bytes.len()).step_by(3) {
        let mut bytes = data.bytes.clone();
        bytes[at] ^= 0x20;
        assert!(open(bytes, &data.stats).is_err(), "a flipped bit at {at} went unnoticed");
    }
    let reader =
        Reader::open(vec![SegmentSource { deletes: Some(b"RADEL\0\0\x01junk".to_vec()), ..source(segment(&CORPUS)) }]);
    assert_eq!(reader.err().unwrap().code, Code::IndexDamaged);
}

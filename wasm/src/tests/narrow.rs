//! Compares narrowed searches with searches that score everything.
use super::index::{segment_of, source, Document};
use super::random::random;
use crate::plan::Request;
use crate::reader::Reader;
use crate::run::{finish, start};
use serde_json::{json, Value};

const WORDS: [&str; 24] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "server",
    "servers",
    "request",
    "timeout",
    "retry",
    "parameter",
    "parameters",
    "value",
    "values",
    "session",
    "module",
    "cmdlet",
    "error-handling",
    "the",
    "with",
    "how",
    "that",
    "use",
    "find",
    "example",
];

/// A text in which some words are more frequent.
fn text(most: usize, random: &mut impl FnMut(usize) -> usize) -> String {
    let words: Vec<&str> = (0..random(most + 1))
        .map(|_| {
            let limit = 1 + random(WORDS.len());
            WORDS[(7 * random(limit)) % WORDS.len()]
        })
        .collect();
    words.join(" ") + "\n"
}

fn documents(count: usize, random: &mut impl FnMut(usize) -> usize) -> Vec<Document> {
    (0..count)
        .map(|number| {
            let section = |at| {
                let title = text(3, random);
                (format!("{} {at}", title.trim()), text(25, random))
            };
            (format!("{}/{number}.md", WORDS[number % 5]), (0..1 + number % 9).map(section).collect())
        })
        .collect()
}

fn reader(segments: &[Vec<Document>], narrows_from: usize) -> Reader {
    let sources = segments.iter().map(|documents| source(segment_of(documents)));
    let mut reader = Reader::open(sources.collect()).unwrap();
    reader.narrows_from = narrows_from;
    reader
}

/// The answer, and the sections that feedback reads.
fn answer(reader: &Reader, request: &Value) -> (Value, Vec<String>) {
    let request: Request = serde_json::from_value(request.clone()).unwrap();
    let started = start(reader, request).unwrap();
    let wanted: Vec<_> = started.wanted().collect();
    let texts: Vec<Option<Vec<u8>>> = wanted
        .iter()
        .map(|at| Some(format!("gamma delta module {}", WORDS[at.1 as usize % 17]).into_bytes()))
        .collect();
    let found = finish(reader, started, &texts).unwrap();
    (serde_json::to_value(found).unwrap(), wanted.iter().map(|at| format!("{at:?}")).collect())
}

#[test]
fn a_narrowed_search_finds_the_same_with_the_same_scores() {
    let mut random = random(5);
    let segments: Vec<_> = [300, 40, 7].iter().map(|count| documents(*count, &mut random)).collect();
    let (narrow, plain) = (reader(&segments, 0), reader(&segments, usize::MAX));
    let mut pruned = 0;
    for round in 0..600 {
        let words: Vec<Value> = (0..1 + random(9))
            .map(|_| {
                let word = WORDS[random(WORDS.len())];
                match random(12) {
                    0 => json!({"word": format!("{word}x")}),
                    1 => json!({"prefix": &word[..2]}),
                    2 => json!({"must": {"word": word}}),
                    3 => json!({"boost": [2.5, {"word": word}]}),
                    4 => json!({"any": [[1.0, word], [0.8, WORDS[random(WORDS.len())]]]}),
                    5 => json!({"not": {"word": WORDS[random(6)]}}),
                    6 => json!({"word": format!("{word}()")}),
                    _ => json!({"word": word}),
                }
            })
            .collect();
        let limit = [1, 3, 10, 100][random(4)];
        let request = json!({
            "queries": [{"query": {"and": words}, "all": false}],
            "filters": if random(4) == 0 { json!([{"path": "alpha/"}]) } else { json!([]) },
            "limit": limit,
            "fuzzy": random(2),
            "factors": if random(3) == 0 { json!({"t": 1.5}) } else { json!({}) },
            "weights": if random(3) == 0 { json!([{"glob": "beta/**", "weight": 0.4}]) } else { json!([]) },
            "boosts": {"title": 3.0, "tags": 2.5, "path": 2.0, "path_components": 2.0, "body": 1.0},
            "feedback": round % 2 == 0,
        });
        let (mut found, read) = answer(&narrow, &request);
        let (mut expected, expected_read) = answer(&plain, &request);
        // The terms of near words come in another order when words are read later.
        for answer in [&mut found, &mut expected] {
            let near = answer["highlight"]["near"].as_array().cloned().unwrap_or_default();
            let mut near: Vec<String> = near.iter().map(Value::to_string).collect();
            near.sort();
            answer["highlight"]["near"] = json!(near);
        }
        assert_eq!(found, expected, "{request}");
        assert_eq!(read, expected_read, "{request}");
        pruned += usize::from(found["total"].as_u64().unwrap() > 300);
    }
    assert!(pruned > 100);
}

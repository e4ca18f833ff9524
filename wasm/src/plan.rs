//! What the host asks for: a query tree with filters and parameters, as JSON.
use crate::record::ChunkRef;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Request {
    /// One query, or several whose matches are united; each is relaxed for itself.
    pub(crate) queries: Vec<Part>,
    /// Conditions beside the queries; they add no score.
    #[serde(default)]
    pub(crate) filters: Vec<Filter>,
    /// How many hits come back, best first.
    pub(crate) limit: usize,
    /// Where the host may cut them, by [`Hit::base`]. There, at the first and at `limit` ids decide between hits of
    /// the same score, and the order of others is free; without it ids decide everywhere. To know an id, a record has
    /// to be read.
    #[serde(default)]
    pub(crate) cut: Option<usize>,
    /// Weight of each text field.
    pub(crate) boosts: BTreeMap<String, f64>,
    /// Largest edit distance of fuzzy matches, 0–2.
    pub(crate) fuzzy: u8,
    /// Score factor by tree; trees without one have 1.
    #[serde(default)]
    pub(crate) factors: BTreeMap<String, f64>,
    /// Also answer with the documents of all matches.
    #[serde(default)]
    pub(crate) facets: bool,
    /// Say what the hits' scores are made of.
    #[serde(default)]
    pub(crate) explain: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Part {
    pub(crate) query: Node,
    /// May the bare words of the top-level AND be relaxed?
    pub(crate) relax: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Node {
    Word(String),
    /// One bare word with alternatives, each with its weight: synonyms. The first is the word as typed.
    Any(Vec<(f64, String)>),
    Phrase(String),
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Field(String, Box<Node>),
    Boost(f64, Box<Node>),
    Filter(Filter),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Filter {
    Tree(String),
    Trees(Vec<String>),
    /// The tag and those nested in it, in any case.
    Tag(String),
    /// Literal prefix of the tree-relative path.
    Path(String),
    Meta(String, String),
    Lang(String),
    /// Documents by id: what the host found by things the index does not hold, such as dates.
    Documents(Vec<String>),
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Response {
    /// Chunks that match query and filters, before any limit.
    pub(crate) total: usize,
    pub(crate) hits: Vec<Hit>,
    pub(crate) relaxation: Option<Relaxation>,
    pub(crate) highlight: Highlight,
    /// The bare words of each query's top-level AND.
    pub(crate) words: Vec<WordReport>,
    /// For each of `filters`, how many chunks matching the queries it removed; only when nothing is left.
    pub(crate) removed: Vec<usize>,
    /// Ids of all documents that hold a match, sorted; only with `facets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) documents: Option<Vec<String>>,
    /// What the hits' scores are made of, in their order; only with `explain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) explained: Vec<Explained>,
}

/// `score = (words + neighbours + document) · factor + boost`.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    /// The clauses' scores together, as far as the chunk holds them.
    pub(crate) words: f64,
    /// What words side by side add.
    pub(crate) neighbours: f64,
    /// What the rest of the document adds.
    pub(crate) document: f64,
    /// The factor of the chunk's tree.
    pub(crate) factor: f64,
    /// What an exact heading or file name adds.
    /// The host, and what it prints, call it `lift`.
    #[serde(rename = "lift")]
    pub(crate) boost: f64,
    pub(crate) clauses: Vec<ExplainedClause>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ExplainedClause {
    /// The word as typed; None for phrases, fields and groups.
    pub(crate) word: Option<String>,
    pub(crate) score: f64,
    pub(crate) terms: Vec<ExplainedTerm>,
}

/// A term that the chunk holds: `score = idf · (k1 + 1) · weight / (k1 + weight)`, `weight` being the sum over its
/// fields.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ExplainedTerm {
    pub(crate) term: String,
    /// Damped, where the term is not the typed one.
    pub(crate) idf: f64,
    pub(crate) score: f64,
    pub(crate) fields: Vec<ExplainedField>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ExplainedField {
    pub(crate) field: &'static str,
    pub(crate) frequency: u32,
    /// As stored.
    pub(crate) length: u32,
    pub(crate) weight: f64,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(into = "(f64, f64, ChunkRef)")]
pub(crate) struct Hit {
    pub(crate) score: f64,
    /// The score without the boost of an exact heading: what the cut compares.
    pub(crate) base: f64,
    pub(crate) at: ChunkRef,
}

/// Answers hold many hits: as lists they are half as long.
impl From<Hit> for (f64, f64, ChunkRef) {
    fn from(hit: Hit) -> Self {
        (hit.score, hit.base, hit.at)
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Relaxation {
    pub(crate) stage: &'static str,
    /// Words that the best hit does without.
    pub(crate) dropped: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct WordReport {
    pub(crate) word: String,
    /// Live chunks that hold the word itself.
    pub(crate) df: usize,
    /// A stop or question word of a language in use.
    pub(crate) stop: bool,
    /// Nearest terms of the index; only when nothing was found.
    pub(crate) nearest: Vec<String>,
}

/// What to mark in a text: terms wherever they stand, phrases where they stand whole.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(crate) struct Highlight {
    pub(crate) terms: Vec<String>,
    pub(crate) phrases: Vec<Vec<String>>,
}

//! The request of the host, a query tree with filters and parameters, and the answer to it, as JSON.
//!
//! `npm run build:core` writes these types and their comments as TypeScript (`src/search/ports/plan.ts`).
use crate::record::ChunkRef;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Request {
    /// One query, or several whose matches are united. Each is scored by itself.
    pub(crate) queries: Vec<Part>,
    /// Conditions beside the queries. They do not change scores.
    pub(crate) filters: Vec<Filter>,
    /// The number of hits to return, best first.
    pub(crate) limit: usize,
    /// The host may divide the hits, in the order of [`Hit::base`], at every multiple of this place. Hits with equal
    /// scores are ordered by id there, at the start and at `limit`; elsewhere their order is free, because each id needs
    /// a record to be read. Without `cut`, ids decide everywhere.
    #[serde(default)]
    pub(crate) cut: Option<usize>,
    /// The weight of each text field.
    pub(crate) boosts: BTreeMap<String, f64>,
    /// The largest edit distance of fuzzy matches, 0–2.
    pub(crate) fuzzy: u8,
    /// The score factor of each tree; 1 when a tree is not listed.
    pub(crate) factors: BTreeMap<String, f64>,
    /// Whether the terms of the best sections find and raise others.
    #[serde(default)]
    pub(crate) feedback: bool,
    /// What the scores of documents are multiplied by, by glob of their path. The first one that matches counts.
    #[serde(default)]
    pub(crate) weights: Vec<PathWeight>,
    /// Whether to boost the best chunk of each topic: of each query, or of each part of a query that is one `OR`.
    #[serde(default)]
    pub(crate) topics: bool,
    /// Whether to list documents instead of chunks: the root of every document with a match.
    #[serde(default)]
    pub(crate) roots: bool,
    /// Also return the documents of all matches.
    #[serde(default)]
    pub(crate) facets: bool,
    /// Also return the parts of the hits' scores.
    #[serde(default)]
    pub(crate) explain: bool,
    /// Whether equal texts, translations and versions of a page are hits of their own.
    #[serde(default)]
    pub(crate) copies: bool,
    /// Also find the chunks that are nearest in meaning. The hits then begin with the candidates of both lists.
    #[serde(default)]
    pub(crate) meaning: Option<MeaningRequest>,
}

/// The vectors of a query, and how far to look.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct MeaningRequest {
    /// The key of the model (`Embedder.key` in the host). Stored vectors of another one do not count.
    pub(crate) model: String,
    /// One for each topic of the query, each of length 1. A chunk's cosine is its highest.
    pub(crate) vectors: Vec<Vec<f64>>,
    /// How many chunks each of the two lists has.
    pub(crate) candidates: usize,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct PathWeight {
    /// Without braces, for the whole path in the tree.
    pub(crate) glob: String,
    pub(crate) weight: f64,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Part {
    pub(crate) query: Node,
    /// Whether a chunk must hold every required word.
    pub(crate) all: bool,
    /// Weighted words that a document as a whole should be about. They change scores, and match nothing.
    #[serde(default)]
    pub(crate) about: WeightedWords,
}

pub(crate) type WeightedWords = Vec<(f64, String)>;

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Node {
    Word(String),
    /// The beginning of a word.
    Prefix(String),
    /// One bare word with its synonyms, each with a weight. The first is the word as typed.
    Any(WeightedWords),
    /// The same with other forms of the word: texts that say the same, such as `utf 8` for `utf8`, each with a weight. A
    /// chunk holds the word too if it has such a text word for word. A form is no rarer than the word, where the index
    /// knows that.
    Forms(WeightedWords, WeightedWords),
    Phrase(String),
    /// A bare word that each chunk must match. Only a child of the top-level AND.
    Must(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Field(String, Box<Node>),
    Boost(f64, Box<Node>),
    Filter(Filter),
}

impl Node {
    /// The parts that stand side by side at the top of a query.
    pub(crate) fn parts(&self) -> &[Node] {
        match self {
            Node::And(children) => children,
            other => std::slice::from_ref(other),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Filter {
    Tree(String),
    Trees(Vec<String>),
    /// The tag itself and the tags nested below it. Case does not matter.
    Tag(String),
    /// A literal prefix of the path relative to the tree.
    Path(String),
    Meta(String, String),
    Lang(String),
    /// Documents of a version. Neither case nor `v` or `version-` before its number matters.
    Version(String),
    /// Documents by id. The host finds them by data that the index does not hold, such as dates.
    Documents(Vec<String>),
}

#[derive(Debug, Deserialize)]
pub(crate) struct AskedForms {
    pub(crate) candidates: Vec<FormCandidate>,
    /// The weights of the text fields. One without a weight does not count.
    pub(crate) boosts: BTreeMap<String, f64>,
}

/// A word of a query, or several side by side, with what it may stand for too.
#[derive(Debug, Deserialize)]
pub(crate) struct FormCandidate {
    pub(crate) typed: String,
    /// Texts of one or several words.
    pub(crate) forms: Vec<String>,
    /// Texts whose last word may be the beginning of a longer one: a digit follows a letter there, or a letter a digit.
    pub(crate) begun: Vec<String>,
    /// Whether the forms count however many documents hold the words as typed.
    pub(crate) always: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Response {
    /// The number of chunks that match queries and filters, before any limit.
    pub(crate) total: usize,
    /// Best first. Ids decide between equal scores where `cut` says so.
    pub(crate) hits: Vec<Hit>,
    /// How many of the matches hold every required word of a query by its own term.
    pub(crate) full_matches: usize,
    /// For each hit, which required words of the queries it does not match, as indices into `words`. None for a hit that a
    /// query without bare words finds. Only set when a hit lacks one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missing: Option<Vec<Vec<usize>>>,
    /// For each topic, how many chunks match it. Only set with `topics`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) topics: Vec<usize>,
    pub(crate) highlight: Highlight,
    /// The bare words of each query's top-level AND.
    pub(crate) words: Vec<WordReport>,
    /// For each entry of `filters`, how many matches of the queries it removed. Only set when nothing is left.
    pub(crate) removed: Vec<usize>,
    /// The ids of all documents with a match, sorted. Only set with `facets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) documents: Option<Vec<String>>,
    /// The parts of the hits' scores, in the order of the hits. Only set with `explain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) explained: Vec<Explained>,
    /// What the hits begin with. Only set with `meaning`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) meaning: Option<MeaningResponse>,
}

/// The candidates by words and by meaning. The first hits are these candidates, each once, in an order that is the
/// same for the same index; further lexical matches follow, best first, up to the limit. `missing` and `explained` are
/// for all of these hits. `total` counts lexical matches only.
#[derive(Debug, Serialize)]
pub(crate) struct MeaningResponse {
    pub(crate) of: Vec<MeaningOfHit>,
    /// How many live chunks have no vector of this model although they have text.
    pub(crate) pending: usize,
}

/// What fusing needs to know of a candidate.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeaningOfHit {
    /// The lexical score before factors and boosts. None when the chunk does not match by words.
    pub(crate) lex: Option<f64>,
    /// The highest cosine. None when the chunk has no vector.
    pub(crate) cosine: Option<f64>,
    /// Whether it is among the best lexical matches, or is boosted.
    pub(crate) is_lexical: bool,
    /// Whether it is among the nearest in meaning.
    pub(crate) is_near: bool,
    /// The tree's factor times the path's weight.
    pub(crate) scale: f64,
    /// How many halves of the highest score an exact title or file name, or the best chunk of a topic, gains.
    pub(crate) level: u8,
}

/// `score = (words + neighbours + document + heading + feedback) · factor · weight + boost`.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    /// The sum of the scores of the clauses that the chunk holds.
    pub(crate) words: f64,
    /// What neighbouring words add.
    pub(crate) neighbours: f64,
    /// What the rest of the document adds.
    pub(crate) document: f64,
    /// What the query's words in the chunk's own title add.
    pub(crate) heading: f64,
    /// What the terms of the best documents add.
    pub(crate) feedback: f64,
    /// The share of the words' weight that the chunk holds, 0–1.
    pub(crate) coverage: f64,
    /// The factor of the chunk's tree.
    pub(crate) factor: f64,
    /// The weight of the document's path.
    pub(crate) weight: f64,
    /// What an exact heading or file name adds. The host calls it `lift`, also in its output.
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

/// A term that the chunk holds: `score = idf · (k1 + 1) · weight / (k1 + weight)`, where `weight` is the sum over its
/// fields.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ExplainedTerm {
    pub(crate) term: String,
    /// Damped, if the term is not the typed one.
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

/// A hit, as a list of its values.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(into = "(f64, f64, ChunkRef)")]
pub(crate) struct Hit {
    pub(crate) score: f64,
    /// The score without the boost of an exact heading. The cutoff compares this score.
    pub(crate) base: f64,
    pub(crate) at: ChunkRef,
}

/// Answers hold many hits, and lists take half the space of named values.
impl From<Hit> for (f64, f64, ChunkRef) {
    fn from(hit: Hit) -> Self {
        (hit.score, hit.base, hit.at)
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct WordReport {
    /// The place of its query in the request.
    pub(crate) query: usize,
    pub(crate) word: String,
    /// Live chunks that hold the word itself.
    pub(crate) df: usize,
    /// Whether it is a stop word or question word of a language in use.
    pub(crate) stop: bool,
    /// Whether it has its full weight. Such words find chunks.
    pub(crate) required: bool,
    /// The nearest terms of the index. Only set when nothing was found.
    pub(crate) nearest: Vec<String>,
}

/// The terms and phrases to mark in a text. A term is marked everywhere, and a phrase only where all of it stands
/// together. Terms have the core's own form, so they are not shown to users.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(crate) struct Highlight {
    pub(crate) terms: Vec<String>,
    pub(crate) phrases: Vec<Vec<String>>,
    /// Near words, which are marked only in a text that has none of the words that they stand for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) near: Vec<NearMarks>,
}

/// The terms near to a typed word.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(crate) struct NearMarks {
    /// The terms of the word itself.
    pub(crate) of: Vec<String>,
    pub(crate) terms: Vec<String>,
}

//! A document, as it is indexed.
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// A document from the host (`ParsedDocument`), as an array of these values in this order. Spans point into the loaded
/// file. Without chunks, it is still to be divided.
#[derive(Deserialize)]
pub(crate) struct Document {
    pub(crate) doc_id: String,
    pub(crate) tree: Option<String>,
    pub(crate) path: String,
    #[serde(deserialize_with = "texts")]
    pub(crate) tags: Vec<String>,
    pub(crate) lang: Option<String>,
    pub(crate) metadata: BTreeMap<String, Vec<String>>,
    /// What the frontmatter says beside these.
    #[serde(deserialize_with = "texts")]
    pub(crate) asides: Vec<String>,
    /// The byte after the frontmatter.
    pub(crate) text_start: u64,
    pub(crate) chunks: Vec<Chunk>,
    /// Only set in a tree with several languages or versions.
    #[serde(default)]
    pub(crate) edition: Option<Edition>,
    /// The names by which links lead to places, each with its byte, where the host has read the document.
    #[serde(default)]
    pub(crate) anchors: Vec<(String, u64)>,
    /// Where its links lead, as its outline has them, where the host has read the document.
    #[serde(default, deserialize_with = "texts")]
    pub(crate) links: Vec<String>,
}

/// Which of the languages and versions of a page a document is.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Edition {
    /// The path without the folders of its language and version.
    pub(crate) page: String,
    /// The place of its language among those of the tree, from 0. The first one leads.
    pub(crate) locale: u32,
    /// The code of its language.
    pub(crate) lang: Option<String>,
    /// The place of its version among those of the tree, from 0 for the newest.
    pub(crate) version: u32,
    /// The name of its version.
    pub(crate) version_name: Option<String>,
}

/// Without it, the compiler writes the code of each such list into the one function that reads a document.
#[inline(never)]
fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Vec::deserialize(deserializer)
}

#[derive(Deserialize)]
pub(crate) struct Chunk {
    pub(crate) title: String,
    pub(crate) slug: Option<String>,
    pub(crate) depth: u32,
    pub(crate) parent: Option<u32>,
    pub(crate) byte_start: u64,
    pub(crate) byte_end: u64,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
    pub(crate) sibling_count: u32,
    pub(crate) breadcrumb: String,
    pub(crate) indexed_ranges: Vec<Span>,
}

#[derive(Deserialize)]
pub(crate) struct Span {
    pub(crate) start: u64,
    pub(crate) end: u64,
}

/// The bytes of the byte order mark at the start of a text.
pub(crate) fn mark_length(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}

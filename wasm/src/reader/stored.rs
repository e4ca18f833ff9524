//! Chunks and documents as the host sees them.
use super::ChunkRef;
use serde::Serialize;
use std::collections::BTreeMap;

/// A stored chunk with everything derived from its neighbours, as the host sees it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredChunk {
    pub at: ChunkRef,
    /// The parent's number in the same segment.
    pub parent: Option<u32>,
    pub id: String,
    pub doc_id: String,
    pub parent_id: Option<String>,
    pub tree: String,
    pub path: String,
    pub title: String,
    pub breadcrumb: String,
    pub depth: u32,
    pub position: u32,
    pub sibling_count: u32,
    pub byte_start: u64,
    pub byte_end: u64,
    /// Where its text begins: for the document's chunk after the frontmatter.
    pub text_start: u64,
    pub start_line: u32,
    pub end_line: u32,
    pub stemmer: &'static str,
    pub body: Vec<(u64, u64)>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredDocument {
    pub id: String,
    pub tree: String,
    pub path: String,
    pub title: String,
    pub tags: Vec<String>,
    pub lang: Option<String>,
    pub metadata: BTreeMap<String, Vec<String>>,
    pub chunks: u32,
    pub bytes: u64,
}

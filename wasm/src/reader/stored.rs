//! Chunks and documents as the host sees them.
use super::ChunkRef;
use serde::ser::{Serialize as ToHost, SerializeTuple, Serializer};
use serde::Serialize;
use std::collections::BTreeMap;

/// A stored chunk with everything derived from its neighbours, as the host sees it.
#[derive(Debug, Clone)]
pub struct StoredChunk {
    pub at: ChunkRef,
    /// None for the document's own chunk, whose id is the document's.
    pub slug: Option<String>,
    /// What it stands in, nearest first, up to the document: numbers in the same segment, with their slugs.
    pub ancestors: Vec<(u32, Option<String>)>,
    pub doc_id: String,
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

/// A list of the values in their order: there are some dozens of chunks behind an answer, and their names would be most of it.
impl ToHost for StoredChunk {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_tuple(18)?;
        list.serialize_element(&self.at)?;
        list.serialize_element(&self.slug)?;
        list.serialize_element(&self.ancestors)?;
        list.serialize_element(&self.doc_id)?;
        list.serialize_element(&self.tree)?;
        list.serialize_element(&self.path)?;
        list.serialize_element(&self.title)?;
        list.serialize_element(&self.breadcrumb)?;
        list.serialize_element(&self.depth)?;
        list.serialize_element(&self.position)?;
        list.serialize_element(&self.sibling_count)?;
        list.serialize_element(&self.byte_start)?;
        list.serialize_element(&self.byte_end)?;
        list.serialize_element(&self.text_start)?;
        list.serialize_element(&self.start_line)?;
        list.serialize_element(&self.end_line)?;
        list.serialize_element(self.stemmer)?;
        list.serialize_element(&self.body)?;
        list.end()
    }
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

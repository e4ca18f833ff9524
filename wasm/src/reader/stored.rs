//! Chunks and documents as the host sees them.
use crate::record::ChunkRef;
use serde::ser::{Serialize as ToHost, SerializeTuple, Serializer};
use serde::Serialize;
use std::collections::BTreeMap;

/// A stored chunk with everything derived from its neighbours, as the host sees it.
#[derive(Debug, Clone)]
pub(crate) struct StoredChunk {
    pub(crate) at: ChunkRef,
    /// None for the document's own chunk, whose id is the document's.
    pub(crate) slug: Option<String>,
    /// What it stands in, nearest first, up to the document: numbers in the same segment, with their slugs.
    pub(crate) ancestors: Vec<(u32, Option<String>)>,
    pub(crate) doc_id: String,
    pub(crate) tree: String,
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) breadcrumb: String,
    pub(crate) depth: u32,
    pub(crate) position: u32,
    pub(crate) sibling_count: u32,
    pub(crate) byte_start: u64,
    pub(crate) byte_end: u64,
    /// Where its text begins: for the document's chunk after the frontmatter.
    pub(crate) text_start: u64,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
    pub(crate) stemmer: &'static str,
    pub(crate) body: Vec<(u64, u64)>,
}

/// A list of the values in their order: there are some dozens of chunks behind an answer, and their names would be
/// most of it.
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
pub(crate) struct StoredDocument {
    pub(crate) id: String,
    pub(crate) tree: String,
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) tags: Vec<String>,
    pub(crate) lang: Option<String>,
    pub(crate) metadata: BTreeMap<String, Vec<String>>,
    pub(crate) chunks: u32,
    pub(crate) bytes: u64,
}

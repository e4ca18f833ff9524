//! Chunks and documents in the form that the host gets.
use crate::record::ChunkRef;
use serde::ser::{Serialize as ToHost, SerializeTuple, Serializer};
use serde::Serialize;
use std::collections::BTreeMap;

/// A stored chunk for the host, with all values that are derived from its neighbours.
#[derive(Debug, Clone)]
pub(crate) struct StoredChunk {
    pub(crate) at: ChunkRef,
    /// None for the document's own chunk, whose id is the document's id.
    pub(crate) slug: Option<String>,
    /// The chunks that contain it, from the nearest up to the document: their numbers in the same segment, and their
    /// slugs.
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
    /// Where its text begins. The document's own chunk begins after the frontmatter.
    pub(crate) text_start: u64,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
    pub(crate) stemmer: &'static str,
    pub(crate) body: Vec<(u64, u64)>,
}

/// A list of the values in order. An answer uses dozens of chunks, and names would make up most of it.
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
    /// The name of its version, in a tree with several.
    pub(crate) version: Option<String>,
    pub(crate) metadata: BTreeMap<String, Vec<String>>,
    pub(crate) chunks: u32,
    pub(crate) bytes: u64,
}

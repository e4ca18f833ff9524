//! What is stored per chunk: identity and spans. Body text is not stored; it is read back from the file by span.
use serde::{Deserialize, Serialize};

/// One stored chunk. A document's chunks stand together in position order, root first, so parents and roots are
/// distances and what all chunks of a document share is stored once.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Record {
    pub slug: Option<String>,
    pub title: String,
    pub crumb: Crumb,
    pub depth: u32,
    pub position: u32,
    /// How many chunks before this one its parent stands; 0 for the root.
    pub parent_distance: u32,
    pub sibling_count: u32,
    pub byte_start: u64,
    pub byte_end: u64,
    pub start_line: u32,
    pub end_line: u32,
    /// Pieces of the body that are indexed.
    pub body: Vec<(u64, u64)>,
    pub document: Option<DocumentRecord>,
}

/// A chunk's breadcrumb, by what it adds to its parent's.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum Crumb {
    Nothing,
    Title,
    Other(String),
    /// It does not start with its parent's, or there is none.
    Whole(String),
}

/// Between the parts of a breadcrumb.
const SEPARATOR: &str = " › ";

impl Crumb {
    pub fn new(breadcrumb: &str, parent: Option<&str>, title: &str) -> Crumb {
        match parent.and_then(|parent| breadcrumb.strip_prefix(parent)) {
            None => Crumb::Whole(breadcrumb.to_owned()),
            Some("") => Crumb::Nothing,
            Some(more) if more.strip_prefix(SEPARATOR) == Some(title) => Crumb::Title,
            Some(more) => Crumb::Other(more.to_owned()),
        }
    }

    /// The whole breadcrumb; `parent` gives the parent's when it is needed.
    pub fn breadcrumb(&self, title: &str, parent: impl FnOnce() -> crate::error::Result<String>) -> crate::error::Result<String> {
        Ok(match self {
            Crumb::Nothing => parent()?,
            Crumb::Title => parent()? + SEPARATOR + title,
            Crumb::Other(more) => parent()? + more,
            Crumb::Whole(breadcrumb) => breadcrumb.clone(),
        })
    }
}

/// Stored on the root chunk only.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct DocumentRecord {
    pub doc_id: String,
    pub tree: String,
    pub path: String,
    pub tags: Vec<String>,
    pub lang: Option<String>,
    pub stemmer: u8,
    pub metadata: Vec<(String, Vec<String>)>,
    pub chunks: u32,
    /// Bytes of the file.
    pub bytes: u64,
}

impl Record {
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }
    pub fn decode(bytes: &[u8]) -> crate::error::Result<Record> {
        postcard::from_bytes(bytes).map_err(|_| crate::error::CoreError::damaged("a stored chunk cannot be read"))
    }
}

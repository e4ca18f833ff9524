//! Open segments: exact lookups, stored chunks, deletion and merging. Ranking is in `run`.
mod changes;
mod deletes;
mod open_segment;
mod stored;

pub use self::changes::Deletion;
pub use self::open_segment::OpenSegment;
pub use self::stored::{StoredChunk, StoredDocument};

use crate::analyzer::StemmerId;
use crate::container::{self, Storage};
use crate::error::{CoreError, Result};
use crate::fuzzy::NearTerms;
use crate::plan::Filter;
use crate::schema::{key, Fields};
use crate::segment::Stats;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;

/// What the host knows of a segment when it opens it.
pub struct SegmentSource {
    pub storage: Arc<dyn Storage>,
    pub stats: Stats,
    pub deletes: Option<Vec<u8>>,
}

/// A chunk's place: segment and number in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ChunkRef(pub u32, pub u32);

pub struct Reader {
    pub fields: Fields,
    pub segments: Vec<OpenSegment>,
    /// Which chunks of each segment pass a filter, for filters asked for lately.
    pub passing: RefCell<FxHashMap<Filter, Vec<Vec<bool>>>>,
    pub near_terms: RefCell<NearTerms>,
}

impl Reader {
    pub fn open(sources: Vec<SegmentSource>) -> Result<Self> {
        let fields = Fields::new();
        let segments = sources.into_iter().map(|source| OpenSegment::open(source, &fields)).collect::<Result<_>>()?;
        Ok(Reader { fields, segments, passing: RefCell::default(), near_terms: RefCell::default() })
    }

    fn segment(&self, index: u32) -> Result<&OpenSegment> {
        self.segments.get(index as usize).ok_or_else(|| CoreError::request("no such segment"))
    }

    pub fn chunk(&self, at: ChunkRef) -> Result<StoredChunk> {
        let segment = self.segment(at.0)?;
        let record = segment.record(&self.fields, at.1)?;
        let document = segment.document(&self.fields, at.1)?;
        let parent = (record.parent_distance > 0).then(|| at.1.saturating_sub(record.parent_distance));
        Ok(StoredChunk {
            at,
            parent,
            id: chunk_id(&document.doc_id, record.slug.as_deref()),
            parent_id: parent.map(|_| chunk_id(&document.doc_id, record.parent_slug.as_deref())),
            doc_id: document.doc_id.clone(),
            tree: document.tree.clone(),
            path: document.path.clone(),
            title: record.title,
            breadcrumb: record.breadcrumb,
            depth: record.depth,
            position: record.position,
            sibling_count: record.sibling_count,
            byte_start: record.byte_start,
            byte_end: record.byte_end,
            start_line: record.start_line,
            end_line: record.end_line,
            stemmer: stemmer_name(document.stemmer),
            body: record.body,
        })
    }

    /// The live chunk with this id.
    pub fn find(&self, id: &str) -> Result<Option<StoredChunk>> {
        let at = self.locate(id)?.into_iter().next();
        at.map(|at| self.chunk(at)).transpose()
    }

    /// Live chunks with this id, a document's root before sections (a file's name may look like another's section).
    fn locate(&self, id: &str) -> Result<Vec<ChunkRef>> {
        let term = key::of(key::ID, id);
        let mut found = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            let deleted = segment.deleted(&self.fields)?;
            let roots = segment.roots(&self.fields)?;
            for chunk in segment.keyed(&self.fields, &term)? {
                if !deleted.get(chunk as usize).copied().unwrap_or(false) {
                    found.push((roots.binary_search(&chunk).is_err(), ChunkRef(index as u32, chunk)));
                }
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, at)| at).collect())
    }

    /// Live documents by segment: the index of each in its segment.
    pub fn locate_documents(&self, doc_ids: &[String]) -> Result<Vec<Vec<usize>>> {
        let mut found = vec![Vec::new(); self.segments.len()];
        for doc_id in doc_ids {
            for ChunkRef(index, chunk) in self.locate(doc_id)? {
                let segment = &self.segments[index as usize];
                if segment.roots(&self.fields)?.binary_search(&chunk).is_ok() {
                    found[index as usize].push(segment.document_of(&self.fields, chunk)?);
                }
            }
        }
        for documents in &mut found {
            documents.sort_unstable();
            documents.dedup();
        }
        Ok(found)
    }

    /// All live chunk ids, sorted.
    pub fn ids(&self) -> Result<Vec<String>> {
        let mut out = Vec::new();
        for segment in &self.segments {
            let deleted = segment.deleted(&self.fields)?;
            let live = |chunk: u32| !deleted.get(chunk as usize).copied().unwrap_or(false);
            out.extend(segment.ids(&self.fields)?.into_iter().filter(|(_, chunk)| live(*chunk)).map(|(id, _)| id));
        }
        out.sort();
        Ok(out)
    }

    /// All live chunks in (tree, path, position) order.
    pub fn chunks(&self) -> Result<Vec<StoredChunk>> {
        let mut out = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            let deleted = segment.deleted(&self.fields)?;
            for chunk in 0..segment.size() {
                if !deleted.get(chunk as usize).copied().unwrap_or(false) {
                    out.push(self.chunk(ChunkRef(index as u32, chunk))?);
                }
            }
        }
        out.sort_by(|a, b| (&a.tree, &a.path, a.position).cmp(&(&b.tree, &b.path, b.position)));
        Ok(out)
    }

    /// All live documents in (tree, path) order.
    pub fn documents(&self) -> Result<Vec<StoredDocument>> {
        let mut out = Vec::new();
        for segment in &self.segments {
            let deleted = segment.deleted(&self.fields)?;
            for root in segment.roots(&self.fields)? {
                if deleted.get(*root as usize).copied().unwrap_or(false) {
                    continue;
                }
                let record = segment.record(&self.fields, *root)?;
                let document = record.document.ok_or_else(|| CoreError::damaged("a document without a record"))?;
                out.push(StoredDocument {
                    id: document.doc_id,
                    tree: document.tree,
                    path: document.path,
                    title: record.title,
                    tags: document.tags,
                    lang: document.lang,
                    metadata: document.metadata.into_iter().collect(),
                    chunks: document.chunks,
                    bytes: document.bytes,
                });
            }
        }
        out.sort_by(|a, b| (&a.tree, &a.path).cmp(&(&b.tree, &b.path)));
        Ok(out)
    }

    /// Reads everything and compares checksums.
    pub fn verify(&self) -> Result<()> {
        self.segments.iter().try_for_each(|segment| container::verify(segment.storage.as_ref()))
    }
}

fn stemmer_name(byte: u8) -> &'static str {
    StemmerId::by_byte(byte).map_or("none", StemmerId::name)
}

fn chunk_id(doc_id: &str, slug: Option<&str>) -> String {
    match slug {
        Some(slug) => format!("{doc_id}#{slug}"),
        None => doc_id.to_owned(),
    }
}

//! One open segment: exact lookups, documents as runs of chunks, stored records, which chunks are deleted.
use super::deletes::decode_deletes;
use super::SegmentSource;
use crate::container::Storage;
use crate::directory::{SegmentDirectory, SharedStorage};
use crate::error::{CoreError, Result};
use crate::record::{DocumentRecord, Record};
use crate::schema::{key, Fields, TextField};
use crate::segment::{index_settings, Stats};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::store::StoreReader;
use tantivy::{Index, Segment, SegmentReader, TantivyDocument, Term};

/// Blocks of stored chunks kept decompressed per segment.
const STORE_CACHE_BLOCKS: usize = 64;

/// Documents remembered per segment, for the chunks that are asked for.
const REMEMBERED_DOCUMENTS: usize = 2048;

pub struct OpenSegment {
    pub stats: Stats,
    pub(super) storage: Arc<dyn Storage>,
    pub(super) segment: Segment,
    reader: SegmentReader,
    store: StoreReader,
    pub(super) deleted_roots: Vec<u32>,
    roots: OnceCell<Vec<u32>>,
    deleted: OnceCell<Vec<bool>>,
    documents: RefCell<FxHashMap<u32, Rc<DocumentRecord>>>,
}

impl OpenSegment {
    pub(super) fn open(source: SegmentSource, fields: &Fields) -> Result<Self> {
        let directory = SegmentDirectory::open(SharedStorage(source.storage.clone()))?;
        let chunks = directory.chunks();
        let index = Index::create(directory, fields.schema.clone(), index_settings())?;
        let id = SegmentDirectory::segment_id().ok_or_else(|| CoreError::request("no segment id"))?;
        let segment = index.segment(index.new_segment_meta(id, chunks));
        let reader = SegmentReader::open(&segment)?;
        let store = reader.get_store_reader(STORE_CACHE_BLOCKS)?;
        let deleted_roots = match source.deletes {
            Some(bytes) => decode_deletes(&bytes, chunks)?,
            None => Vec::new(),
        };
        Ok(OpenSegment {
            stats: source.stats,
            storage: source.storage,
            segment,
            reader,
            store,
            deleted_roots,
            roots: OnceCell::new(),
            deleted: OnceCell::new(),
            documents: RefCell::default(),
        })
    }

    pub fn reader(&self) -> &SegmentReader {
        &self.reader
    }

    /// Number of chunks, deleted ones included.
    pub fn size(&self) -> u32 {
        self.reader.max_doc()
    }

    /// Chunks that hold an exact term, deleted ones included, ascending.
    pub fn keyed(&self, fields: &Fields, term: &str) -> Result<Vec<u32>> {
        let inverted = self.reader.inverted_index(fields.key)?;
        let Some(info) = inverted.get_term_info(&Term::from_field_text(fields.key, term))? else { return Ok(Vec::new()) };
        let mut postings = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
        let mut out = Vec::with_capacity(info.doc_freq as usize);
        while !postings.docs().is_empty() {
            out.extend_from_slice(postings.docs());
            postings.advance();
        }
        Ok(out)
    }

    /// The exact terms that start with `prefix`, in order.
    pub fn keys(&self, fields: &Fields, prefix: &str) -> Result<Vec<String>> {
        let inverted = self.reader.inverted_index(fields.key)?;
        let mut stream = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
        let mut out = Vec::new();
        while stream.advance() {
            if !stream.key().starts_with(prefix.as_bytes()) {
                break;
            }
            out.push(String::from_utf8_lossy(stream.key()).into_owned());
        }
        Ok(out)
    }

    /// Chunks that hold an exact term that starts with `prefix`, deleted ones included, in the order of the terms.
    pub fn keyed_from(&self, fields: &Fields, prefix: &str) -> Result<Vec<u32>> {
        let inverted = self.reader.inverted_index(fields.key)?;
        let mut stream = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
        let mut out = Vec::new();
        while stream.advance() && stream.key().starts_with(prefix.as_bytes()) {
            let mut postings = inverted.read_block_postings_from_terminfo(stream.value(), IndexRecordOption::Basic)?;
            while !postings.docs().is_empty() {
                out.extend_from_slice(postings.docs());
                postings.advance();
            }
        }
        Ok(out)
    }

    /// First chunks of all documents, deleted ones included, ascending.
    pub fn roots(&self, fields: &Fields) -> Result<&[u32]> {
        if self.roots.get().is_none() {
            let roots = self.keyed(fields, key::ROOT)?;
            if roots.first() != Some(&0) {
                return Err(CoreError::damaged("a segment does not start with a document"));
            }
            let _ = self.roots.set(roots);
        }
        Ok(self.roots.get().map_or(&[], Vec::as_slice))
    }

    /// All chunks of the document whose root is the `index`-th.
    pub fn family(&self, fields: &Fields, index: usize) -> Result<Range<u32>> {
        let roots = self.roots(fields)?;
        let start = *roots.get(index).ok_or_else(|| CoreError::request("no such document"))?;
        Ok(start..roots.get(index + 1).copied().unwrap_or(self.size()))
    }

    /// Index of the document that a chunk belongs to.
    pub fn document_of(&self, fields: &Fields, chunk: u32) -> Result<usize> {
        Ok(self.roots(fields)?.partition_point(|root| *root <= chunk).saturating_sub(1))
    }

    pub fn has_deleted(&self) -> bool {
        !self.deleted_roots.is_empty()
    }

    fn deleted_set(&self, fields: &Fields) -> Result<&[bool]> {
        if self.deleted.get().is_none() {
            let mut deleted = Vec::new();
            if !self.deleted_roots.is_empty() {
                deleted = vec![false; self.size() as usize];
                for root in &self.deleted_roots {
                    let family = self.family(fields, self.document_of(fields, *root)?)?;
                    deleted[family.start as usize..family.end as usize].fill(true);
                }
            }
            let _ = self.deleted.set(deleted);
        }
        Ok(self.deleted.get().map_or(&[], Vec::as_slice))
    }

    /// Which chunks are deleted; empty when none is.
    pub fn deleted(&self, fields: &Fields) -> Result<&[bool]> {
        self.deleted_set(fields)
    }

    pub fn norms(&self, fields: &Fields, field: TextField) -> Result<FieldNormReader> {
        Ok(self.reader.get_fieldnorms_reader(fields.text[field as usize])?)
    }

    pub fn record(&self, fields: &Fields, chunk: u32) -> Result<Record> {
        if chunk >= self.size() {
            return Err(CoreError::request("no such chunk"));
        }
        let document: TantivyDocument = self.store.get(chunk)?;
        let bytes = document.get_first(fields.record).and_then(|value| value.as_bytes().map(<[u8]>::to_vec));
        Record::decode(&bytes.ok_or_else(|| CoreError::damaged("a chunk without a record"))?)
    }

    /// The document of a chunk; those asked for lately are remembered.
    pub fn document(&self, fields: &Fields, chunk: u32) -> Result<Rc<DocumentRecord>> {
        let root = self.family(fields, self.document_of(fields, chunk)?)?.start;
        if let Some(known) = self.documents.borrow().get(&root) {
            return Ok(known.clone());
        }
        let record = self.record(fields, root)?.document;
        let document = Rc::new(record.ok_or_else(|| CoreError::damaged("a document without a record"))?);
        let mut documents = self.documents.borrow_mut();
        if documents.len() >= REMEMBERED_DOCUMENTS {
            documents.clear();
        }
        documents.insert(root, document.clone());
        Ok(document)
    }

    /// Every chunk id with its chunk, deleted ones included, in the order of the dictionary.
    pub fn ids(&self, fields: &Fields) -> Result<Vec<(String, u32)>> {
        let inverted = self.reader.inverted_index(fields.key)?;
        let mut stream = inverted.terms().range().ge([key::ID as u8]).lt([key::ID as u8 + 1]).into_stream()?;
        let mut out = Vec::with_capacity(self.size() as usize);
        while stream.advance() {
            let id = String::from_utf8_lossy(&stream.key()[1..]).into_owned();
            let postings = inverted.read_block_postings_from_terminfo(stream.value(), IndexRecordOption::Basic)?;
            out.extend(postings.docs().iter().map(|chunk| (id.clone(), *chunk)));
        }
        Ok(out)
    }
}

//! Open segments: exact lookups, stored chunks, deletion and merging. Ranking is in `run`.
use crate::analyzer::StemmerId;
use crate::container::{self, Storage};
use crate::directory::{SegmentDirectory, SharedStorage};
use crate::error::{CoreError, Result};
use crate::record::{DocumentRecord, Record};
use crate::schema::{key, Fields, TextField, TEXT_FIELDS};
use crate::segment::{index_settings, pack_index, sum_lengths, SegmentData, Stats};
use serde::Serialize;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use tantivy::directory::{OwnedBytes, RamDirectory};
use tantivy::fastfield::{write_alive_bitset, AliveBitSet};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::store::StoreReader;
use tantivy::{Index, Segment, SegmentReader, TantivyDocument, Term};

/// Blocks of stored chunks kept decompressed per segment.
const STORE_CACHE_BLOCKS: usize = 64;

/// Documents remembered per segment, for the chunks that are asked for.
const REMEMBERED_DOCUMENTS: usize = 2048;

/// What the host knows of a segment when it opens it.
pub struct SegmentSource {
    pub storage: Arc<dyn Storage>,
    pub stats: Stats,
    pub deletes: Option<Vec<u8>>,
}

/// A chunk's place: segment and number in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ChunkRef(pub u32, pub u32);

pub struct OpenSegment {
    pub stats: Stats,
    storage: Arc<dyn Storage>,
    segment: Segment,
    reader: SegmentReader,
    store: StoreReader,
    deleted_roots: Vec<u32>,
    roots: OnceCell<Vec<u32>>,
    deleted: OnceCell<Vec<bool>>,
    documents: RefCell<FxHashMap<u32, Rc<DocumentRecord>>>,
}

impl OpenSegment {
    fn open(source: SegmentSource, fields: &Fields) -> Result<Self> {
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

#[derive(Serialize)]
pub struct Deletion {
    pub segment: usize,
    #[serde(skip)]
    pub deletes: Vec<u8>,
    pub stats: Stats,
}

pub struct Reader {
    pub fields: Fields,
    pub segments: Vec<OpenSegment>,
}

impl Reader {
    pub fn open(sources: Vec<SegmentSource>) -> Result<Self> {
        let fields = Fields::new();
        let segments = sources.into_iter().map(|source| OpenSegment::open(source, &fields)).collect::<Result<_>>()?;
        Ok(Reader { fields, segments })
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

    /// Deletion sets of the segments that hold any of these documents.
    pub fn delete(&self, doc_ids: &[String]) -> Result<Vec<Deletion>> {
        let mut out = Vec::new();
        for (index, documents) in self.locate_documents(doc_ids)?.into_iter().enumerate() {
            if documents.is_empty() {
                continue;
            }
            let segment = &self.segments[index];
            let mut stats = segment.stats.clone();
            let mut roots = segment.deleted_roots.clone();
            for document in documents {
                let family = segment.family(&self.fields, document)?;
                roots.push(family.start);
                self.subtract(&mut stats, segment, family)?;
            }
            roots.sort_unstable();
            out.push(Deletion { segment: index, deletes: encode_deletes(segment.size(), &roots), stats });
        }
        Ok(out)
    }

    fn subtract(&self, stats: &mut Stats, segment: &OpenSegment, family: Range<u32>) -> Result<()> {
        let document = segment.document(&self.fields, family.start)?;
        stats.documents = stats.documents.saturating_sub(1);
        stats.chunks = stats.chunks.saturating_sub(family.end - family.start);
        for field in TEXT_FIELDS {
            let norms = segment.norms(&self.fields, field)?;
            if let Some(total) = stats.lengths.get_mut(field.name()) {
                *total = total.saturating_sub(sum_lengths(&norms, family.clone()));
            }
        }
        let stemmer = stemmer_name(document.stemmer);
        if let Some(count) = stats.stemmers.get_mut(stemmer) {
            *count = count.saturating_sub(1);
        }
        stats.stemmers.retain(|_, count| *count > 0);
        Ok(())
    }

    /// One segment from several, without their deleted chunks.
    pub fn merge(&self, segments: &[u32]) -> Result<Option<SegmentData>> {
        let mut stats = Stats::default();
        let mut inputs = Vec::new();
        let mut alive = Vec::new();
        for index in segments {
            let segment = self.segment(*index)?;
            if segment.stats.chunks == 0 {
                continue;
            }
            add(&mut stats, &segment.stats);
            inputs.push(segment.segment.clone());
            alive.push(alive_set(segment.deleted(&self.fields)?)?);
        }
        if inputs.is_empty() {
            return Ok(None);
        }
        let index = tantivy::indexer::merge_filtered_segments(&inputs, index_settings(), alive, RamDirectory::create())?;
        Ok(Some(SegmentData { bytes: pack_index(&index)?, stats }))
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

fn add(total: &mut Stats, part: &Stats) {
    total.documents += part.documents;
    total.chunks += part.chunks;
    for (field, length) in &part.lengths {
        *total.lengths.entry(field.clone()).or_default() += length;
    }
    for (stemmer, count) in &part.stemmers {
        *total.stemmers.entry(stemmer.clone()).or_default() += count;
    }
}

fn alive_set(deleted: &[bool]) -> Result<Option<AliveBitSet>> {
    if deleted.is_empty() {
        return Ok(None);
    }
    let mut alive = tantivy_common::BitSet::with_max_value(deleted.len() as u32);
    for (chunk, deleted) in deleted.iter().enumerate() {
        if !deleted {
            alive.insert(chunk as u32);
        }
    }
    let mut bytes = Vec::new();
    write_alive_bitset(&alive, &mut bytes)?;
    Ok(Some(AliveBitSet::open(OwnedBytes::new(bytes))))
}

/// Layout: `RADEL\0\0\x01`, CRC-32 of the rest, chunks of the segment, then the deleted roots (u32 little endian each).
const DELETES_MAGIC: [u8; 8] = *b"RADEL\0\0\x01";

fn encode_deletes(chunks: u32, roots: &[u32]) -> Vec<u8> {
    let mut body = chunks.to_le_bytes().to_vec();
    roots.iter().for_each(|root| body.extend_from_slice(&root.to_le_bytes()));
    let mut out = DELETES_MAGIC.to_vec();
    out.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
    out.extend_from_slice(&body);
    out
}

fn decode_deletes(bytes: &[u8], chunks: u32) -> Result<Vec<u32>> {
    let damaged = || CoreError::damaged("a deletion set cannot be read");
    let body = bytes.strip_prefix(&DELETES_MAGIC).filter(|rest| rest.len() >= 8).ok_or_else(damaged)?;
    let (crc, body) = body.split_at(4);
    if crc != crc32fast::hash(body).to_le_bytes() || body.len() % 4 != 0 {
        return Err(damaged());
    }
    let mut numbers = body.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let roots = if numbers.next() == Some(chunks) { numbers.collect::<Vec<_>>() } else { return Err(damaged()) };
    if roots.iter().any(|root| *root >= chunks) {
        return Err(damaged());
    }
    Ok(roots)
}

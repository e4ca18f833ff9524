//! One open segment: exact lookups, documents as runs of chunks, stored records, and deleted chunks.
use super::deletes::decode_deletes;
use super::derived::Derived;
use super::SegmentSource;
use crate::container::Storage;
use crate::directory::SegmentDirectory;
use crate::error::{CoreError, Result};
use crate::fingerprints;
use crate::markup;
use crate::pages::{PageCache, Pages};
use crate::record::{DocumentRecord, Record};
use crate::schema::{key, Fields, TextField};
use crate::segment::{index_settings, Stats};
use crate::vectors::Vectors;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use tantivy::directory::{CompositeFile, OwnedBytes};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::SegmentComponent;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::store::StoreReader;
use tantivy::{HasLen, Index, InvertedIndexReader, Segment, SegmentReader};
use tantivy_common::VInt;
use tantivy_fst::raw::Fst;

/// How many blocks of stored chunks each segment keeps decompressed.
const STORE_CACHE_BLOCKS: usize = 64;

/// The end of tantivy's term dictionary, after the automaton and the table of terms: the table's length (u64), the
/// version and the kind (u32 each).
const DICTIONARY_TAIL: usize = 8 + 4 + 4;

pub(crate) struct OpenSegment {
    pub(crate) stats: Stats,
    storage: Arc<dyn Storage>,
    directory: SegmentDirectory,
    vectors: OnceCell<Option<Vectors>>,
    pub(super) segment: Segment,
    /// The same for all segments.
    fields: Fields,
    reader: SegmentReader,
    store: StoreReader,
    pub(super) deleted_roots: Vec<u32>,
    deleted: OnceCell<Vec<bool>>,
    pub(super) derived: Rc<Derived>,
}

impl OpenSegment {
    /// `number` and `cache` belong to the reader that opens the segment.
    pub(super) fn open(source: SegmentSource, number: u32, cache: &Arc<Mutex<PageCache>>) -> Result<Self> {
        let size = source.storage.size();
        let pages = Pages::new(source.storage.clone(), number, cache.clone());
        let directory = SegmentDirectory::open(pages)?;
        let chunks = directory.chunks();
        let fields = Fields::new();
        let index = Index::create(directory.clone(), fields.schema.clone(), index_settings())?;
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
            directory,
            vectors: OnceCell::new(),
            segment,
            fields,
            reader,
            store,
            deleted_roots,
            deleted: OnceCell::new(),
            derived: Derived::of(source.identity, size),
        })
    }

    /// What tantivy itself makes of the segment.
    #[cfg(test)]
    pub(crate) fn reader(&self) -> &SegmentReader {
        &self.reader
    }

    fn field(&self, field: TextField) -> Field {
        self.fields.text[field as usize]
    }

    /// The terms of a text field with their postings.
    pub(crate) fn inverted(&self, field: TextField) -> Result<Arc<InvertedIndexReader>> {
        Ok(self.reader.inverted_index(self.field(field))?)
    }

    /// The exact terms with their postings.
    pub(crate) fn inverted_keys(&self) -> Result<Arc<InvertedIndexReader>> {
        Ok(self.reader.inverted_index(self.fields.key)?)
    }

    /// The number of chunks, including deleted ones.
    pub(crate) fn size(&self) -> u32 {
        self.reader.max_doc()
    }

    /// The chunks with an exact term, ascending and including deleted ones.
    pub(crate) fn keyed(&self, term: &str) -> Result<Vec<u32>> {
        let inverted = self.inverted_keys()?;
        let Some(info) = inverted.terms().get(term)? else {
            return Ok(Vec::new());
        };
        let mut postings = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
        let mut out = Vec::with_capacity(info.doc_freq as usize);
        while !postings.docs().is_empty() {
            out.extend_from_slice(postings.docs());
            postings.advance();
        }
        Ok(out)
    }

    /// The exact terms that start with `prefix`, in order.
    pub(crate) fn keys(&self, prefix: &str) -> Result<Vec<String>> {
        let inverted = self.inverted_keys()?;
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

    /// The chunks with an exact term that starts with `prefix` and passes, in the order of the terms and including deleted
    /// ones.
    pub(crate) fn keyed_from(&self, prefix: &str, passes: impl Fn(&str) -> bool) -> Result<Vec<u32>> {
        let inverted = self.inverted_keys()?;
        let mut stream = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
        let mut out = Vec::new();
        while stream.advance() && stream.key().starts_with(prefix.as_bytes()) {
            if !std::str::from_utf8(stream.key()).is_ok_and(&passes) {
                continue;
            }
            let mut postings = inverted.read_block_postings_from_terminfo(stream.value(), IndexRecordOption::Basic)?;
            while !postings.docs().is_empty() {
                out.extend_from_slice(postings.docs());
                postings.advance();
            }
        }
        Ok(out)
    }

    /// The number of words in a chunk's title. `norm` is the stored length of the title.
    pub(crate) fn title_words(&self, chunk: u32, norm: u32) -> Result<u32> {
        if self.derived.title_words.get().is_none() {
            let mut counts = FxHashMap::default();
            for term in self.keys(key::ALL_WORDS)? {
                let count: u32 = term[1..].parse().map_err(|_| CoreError::damaged("a title without words"))?;
                counts.extend(self.keyed(&term)?.into_iter().map(|chunk| (chunk, count)));
            }
            let _ = self.derived.title_words.set(counts);
        }
        Ok(self.derived.title_words.get().and_then(|counts| counts.get(&chunk)).copied().unwrap_or(norm))
    }

    /// Whether a chunk only links elsewhere.
    pub(crate) fn is_stub(&self, chunk: u32) -> Result<bool> {
        if self.derived.stubs.get().is_none() {
            let _ = self.derived.stubs.set(self.keyed(key::STUB)?);
        }
        Ok(self.derived.stubs.get().is_some_and(|stubs| stubs.binary_search(&chunk).is_ok()))
    }

    /// The first chunks of all documents, ascending and including deleted ones.
    pub(crate) fn roots(&self) -> Result<&[u32]> {
        if self.derived.roots.get().is_none() {
            let roots = self.keyed(key::ROOT)?;
            if roots.first() != Some(&0) {
                return Err(CoreError::damaged("a segment does not start with a document"));
            }
            let _ = self.derived.roots.set(roots);
        }
        Ok(self.derived.roots.get().map_or(&[], Vec::as_slice))
    }

    /// All chunks of the document whose root is the `index`-th.
    pub(crate) fn document_chunks(&self, index: usize) -> Result<Range<u32>> {
        let roots = self.roots()?;
        let start = *roots.get(index).ok_or_else(|| CoreError::request("no such document"))?;
        Ok(start..roots.get(index + 1).copied().unwrap_or(self.size()))
    }

    /// The vectors of the chunks, if the host has them. It is asked once.
    pub(crate) fn vectors(&self) -> Result<Option<&Vectors>> {
        if self.vectors.get().is_none() {
            let bytes = self.storage.vectors()?;
            let _ = self.vectors.set(bytes.map(|bytes| Vectors::open(bytes, self.size())).transpose()?);
        }
        Ok(self.vectors.get().and_then(Option::as_ref))
    }

    /// The fingerprints of texts, including those of deleted chunks.
    pub(crate) fn fingerprints(&self) -> Result<&fingerprints::Stored> {
        if self.derived.fingerprints.get().is_none() {
            let read = fingerprints::Stored::read(&self.directory.file(fingerprints::FILE)?, self.size())?;
            let _ = self.derived.fingerprints.set(read);
        }
        self.derived.fingerprints.get().ok_or_else(|| CoreError::request("no fingerprints"))
    }

    /// The markup of the document whose root is the `index`-th.
    pub(super) fn markup(&self, index: usize) -> Result<OwnedBytes> {
        markup::of_document(&*self.directory.handle(markup::FILE)?, index, self.roots()?.len())
    }

    /// A part of a chunk's document, from this byte on, as its reader sees it.
    pub(super) fn show(&self, chunk: u32, text: &mut [u8], start: u64) -> Result<()> {
        let document = self.document_of(chunk)?;
        let root = self.record(self.roots()?[document])?;
        markup::show(&self.markup(document)?, text, start as usize, document_of(&root)?.bytes as usize)
    }

    /// The live chunks, ascending.
    pub(crate) fn live(&self) -> Result<impl Iterator<Item = u32> + '_> {
        let deleted = self.deleted()?;
        Ok((0..self.size()).filter(|chunk| !deleted.get(*chunk as usize).copied().unwrap_or(false)))
    }

    /// The first chunks of the documents whose first section stands for them, ascending and including deleted ones. They
    /// hold no terms of their own.
    pub(crate) fn echoes(&self) -> Result<&[u32]> {
        if self.derived.echoes.get().is_none() {
            let _ = self.derived.echoes.set(self.keyed(key::ECHO)?);
        }
        Ok(self.derived.echoes.get().map_or(&[], Vec::as_slice))
    }

    /// How many live chunks count for nothing.
    pub(crate) fn live_echoes(&self) -> Result<u32> {
        let deleted = self.deleted()?;
        let live = |chunk: &&u32| !deleted.get(**chunk as usize).copied().unwrap_or(false);
        Ok(self.echoes()?.iter().filter(live).count() as u32)
    }

    /// The chunk that stands for a document: its root, or its first section if that says all that the root says.
    pub(crate) fn lead(&self, root: u32) -> Result<u32> {
        let is_echo = self.echoes()?.binary_search(&root).is_ok();
        Ok(root + u32::from(is_echo && root + 1 < self.size()))
    }

    /// The same for many roots that ascend.
    pub(crate) fn leads(&self) -> Result<impl FnMut(u32) -> u32 + '_> {
        let mut echoes = self.echoes()?;
        Ok(move |root: u32| {
            while echoes.first().is_some_and(|echo| *echo < root) {
                echoes = &echoes[1..];
            }
            let is_echo = echoes.first() == Some(&root);
            root + u32::from(is_echo && root + 1 < self.size())
        })
    }

    /// For each chunk, the index of its document.
    pub(crate) fn documents(&self) -> Result<&[u32]> {
        if self.derived.documents.get().is_none() {
            let roots = self.roots()?;
            let mut documents = vec![0; self.size() as usize];
            for (index, root) in roots.iter().enumerate() {
                let end = roots.get(index + 1).copied().unwrap_or(self.size());
                documents
                    .get_mut(*root as usize..end as usize)
                    .ok_or_else(|| CoreError::damaged("documents in disorder"))?
                    .fill(index as u32);
            }
            let _ = self.derived.documents.set(documents);
        }
        Ok(self.derived.documents.get().map_or(&[], Vec::as_slice))
    }

    /// The index of the document that a chunk belongs to.
    pub(crate) fn document_of(&self, chunk: u32) -> Result<usize> {
        self.documents()?
            .get(chunk as usize)
            .map(|index| *index as usize)
            .ok_or_else(|| CoreError::request("no such chunk"))
    }

    /// For each document, its rank when ids are sorted by UTF-16 unit, as the host compares them.
    pub(crate) fn by_id(&self) -> Result<&[u32]> {
        if self.derived.by_id.get().is_none() {
            let mut ids: Vec<(String, usize)> = Vec::new();
            for (id, root) in self.document_ids()? {
                ids.push((id, self.document_of(root)?));
            }
            // The dictionary has the order of UTF-8. UTF-16 differs only for characters above those that it writes as pairs.
            if ids.iter().any(|(id, _)| id.bytes().any(|byte| byte >= 0xEE)) {
                ids.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            }
            let _ =
                self.derived.ordered_by_document.set(ids.iter().flat_map(|(id, _)| id.bytes()).all(|byte| byte > b'#'));
            let mut places = vec![0; self.roots()?.len()];
            let mut lengths = places.clone();
            for (place, (id, document)) in (0..).zip(&ids) {
                places[*document] = place;
                lengths[*document] = path_of(id).chars().count() as u32;
            }
            let _ = self.derived.by_id.set(places);
            let _ = self.derived.path_lengths.set(lengths);
        }
        Ok(self.derived.by_id.get().map_or(&[], Vec::as_slice))
    }

    /// For each document, how many characters its path has.
    pub(crate) fn path_lengths(&self) -> Result<&[u32]> {
        self.by_id()?;
        Ok(self.derived.path_lengths.get().map_or(&[], Vec::as_slice))
    }

    /// Whether all chunks of each document have ids before those of the next document. This fails when an id has a
    /// character below `#`: `a b` sorts after `a` but before `a#x`.
    pub(crate) fn is_ordered_by_document(&self) -> Result<bool> {
        self.by_id()?;
        Ok(self.derived.ordered_by_document.get().copied().unwrap_or(false))
    }

    /// Which chunks are deleted. Empty when none is.
    pub(crate) fn deleted(&self) -> Result<&[bool]> {
        if self.deleted.get().is_none() {
            let mut deleted = Vec::new();
            if !self.deleted_roots.is_empty() {
                deleted = vec![false; self.size() as usize];
                for root in &self.deleted_roots {
                    let document_chunks = self.document_chunks(self.document_of(*root)?)?;
                    deleted[document_chunks.start as usize..document_chunks.end as usize].fill(true);
                }
            }
            let _ = self.deleted.set(deleted);
        }
        Ok(self.deleted.get().map_or(&[], Vec::as_slice))
    }

    pub(crate) fn norms(&self, field: TextField) -> Result<FieldNormReader> {
        Ok(self.reader.get_fieldnorms_reader(self.field(field))?)
    }

    /// The id and spans of a chunk. Recently used records are cached.
    pub(crate) fn record(&self, chunk: u32) -> Result<Rc<Record>> {
        if let Some(known) = self.derived.records.borrow().get(&chunk) {
            return Ok(known.clone());
        }
        if chunk >= self.size() {
            return Err(CoreError::request("no such chunk"));
        }
        let stored = self.store.get_document_bytes(chunk)?;
        let bytes = only_value(&stored).ok_or_else(|| CoreError::damaged("a chunk without a record"))?;
        let record = Rc::new(Record::decode(bytes)?);
        self.derived.records.borrow_mut().insert(chunk, record.clone());
        Ok(record)
    }

    /// The first chunk of a chunk's document.
    pub(crate) fn root_of(&self, chunk: u32) -> Result<u32> {
        Ok(self.roots()?[self.document_of(chunk)?])
    }

    /// The record of the root of a chunk's document.
    pub(crate) fn root_record(&self, chunk: u32) -> Result<Rc<Record>> {
        self.record(self.root_of(chunk)?)
    }

    /// The ids of all documents with their roots, in the order of the dictionary and including deleted ones.
    pub(crate) fn document_ids(&self) -> Result<Vec<(String, u32)>> {
        self.picked_by_id(|id| Some(id.to_owned()))
    }

    /// What `pick` makes of the ids of documents, with their roots, in the same order. It costs little where that is nothing.
    pub(crate) fn picked_by_id<T: Clone>(&self, mut pick: impl FnMut(&str) -> Option<T>) -> Result<Vec<(T, u32)>> {
        let inverted = self.inverted_keys()?;
        let mut stream = inverted.terms().range().ge([key::ID as u8]).lt([key::ID as u8 + 1]).into_stream()?;
        let mut out = Vec::new();
        while stream.advance() {
            if let Some(picked) = pick(&String::from_utf8_lossy(&stream.key()[1..])) {
                let postings = inverted.read_block_postings_from_terminfo(stream.value(), IndexRecordOption::Basic)?;
                out.extend(postings.docs().iter().map(|root| (picked.clone(), *root)));
            }
        }
        Ok(out)
    }

    /// The automaton of a field's terms. Walking it directly is faster than tantivy's own searches. None when no chunk
    /// has the field.
    pub(crate) fn dictionary(&self, field: TextField) -> Result<Option<&Fst<OwnedBytes>>> {
        self.opened(&self.derived.dictionaries[field as usize], self.field(field))
    }

    /// The dictionary of the exact terms.
    pub(crate) fn key_dictionary(&self) -> Result<Option<&Fst<OwnedBytes>>> {
        self.opened(&self.derived.keys, self.fields.key)
    }

    fn opened<'s>(&self, cell: &'s OnceCell<Fst<OwnedBytes>>, field: Field) -> Result<Option<&'s Fst<OwnedBytes>>> {
        if cell.get().is_none() {
            let terms = CompositeFile::open(
                &self.segment.open_read(SegmentComponent::Terms).map_err(tantivy::TantivyError::from)?,
            )?;
            let Some(file) = terms.open_read(field) else { return Ok(None) };
            let damaged = || CoreError::damaged("a term dictionary cannot be read");
            let (rest, tail) = file.len().checked_sub(DICTIONARY_TAIL).map(|at| file.split(at)).ok_or_else(damaged)?;
            let table = tail.read_bytes()?.get(..8).and_then(|length| length.try_into().ok()).map(u64::from_le_bytes);
            let length = table.and_then(|table| rest.len().checked_sub(table as usize)).ok_or_else(damaged)?;
            let _ = cell.set(Fst::new(rest.slice_to(length).read_bytes()?).map_err(|_| damaged())?);
        }
        Ok(cell.get())
    }
}

/// The bytes of a stored document with a single value. tantivy writes the number of values, then for each one its field
/// (u32), type (u8), length and bytes. tantivy's own reader takes the bytes one by one, which is slow.
fn only_value(mut stored: &[u8]) -> Option<&[u8]> {
    let values = VInt::deserialize_u64(&mut stored).ok()?;
    let mut rest = stored.get(4 + 1..).filter(|_| values == 1)?;
    let length = VInt::deserialize_u64(&mut rest).ok()?;
    rest.get(..length as usize)
}

/// The document's part of a root's record.
pub(crate) fn document_of(record: &Record) -> Result<&DocumentRecord> {
    record.document.as_ref().ok_or_else(|| CoreError::damaged("a document without a record"))
}

/// The path of a document in its tree, which is named before it.
fn path_of(id: &str) -> &str {
    id.split_once(':').map_or(id, |(_, path)| path)
}

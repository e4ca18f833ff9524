//! Open segments: exact lookups, stored chunks, deletion and merging. Ranking is in `run`.
mod changes;
mod copies;
mod deletes;
mod derived;
mod document_lengths;
mod near_terms;
mod open_segment;
mod stored;
mod weighted;

pub(crate) use self::copies::Editions;
pub(crate) use self::document_lengths::{Averages, Lengths, Part, PARTS};
pub(crate) use self::near_terms::{Expansion, Near, NearTerms};
pub(crate) use self::open_segment::{document_of, OpenSegment};
pub(crate) use self::stored::{StoredChunk, StoredDocument};
pub(crate) use self::weighted::WeightedDocument;

use self::copies::KnownEditions;
use crate::analyzer::StemmerId;
use crate::composed::composed;
use crate::container::Storage;
use crate::error::{CoreError, Result};
use crate::links::names_of;
use crate::memo::Memo;
use crate::plan::Filter;
use crate::record::{ChunkRef, Record};
use crate::schema::key;
use crate::segment::Stats;
use crate::vectors::{model_of, Row};
use crate::work::{spend, LOOKUP, RECORD};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// In a smaller index, all words of a query are read in the time that it takes to find out which documents matter.
const NARROWS_FROM: usize = 30_000;

/// How many filters a reader caches. Each one needs memory for every chunk.
const REMEMBERED_FILTERS: usize = 16;
/// For how many terms a reader remembers how many chunks or documents hold them.
const REMEMBERED_TERMS: usize = 16_384;

/// What the host knows about a segment before it opens it.
pub(crate) struct SegmentSource {
    /// Differs for segments with different bytes. None for a segment that is opened once.
    pub(crate) identity: Option<String>,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) stats: Stats,
    pub(crate) deletes: Option<Vec<u8>>,
}

/// Factors of trees by name, with the factor of each chunk by segment. A segment in which all are 1 has none.
type Factors = (BTreeMap<String, f64>, Rc<Vec<Vec<f64>>>);

pub(crate) struct Reader {
    pub(crate) segments: Vec<OpenSegment>,
    /// For the filters used recently: which chunks of each segment pass.
    pub(crate) passing: RefCell<Memo<Filter, Vec<Vec<bool>>, REMEMBERED_FILTERS>>,
    pub(crate) near_terms: RefCell<NearTerms>,
    /// The factors of trees in the last request, and those of the chunks of each segment.
    pub(crate) factors: RefCell<Option<Factors>>,
    /// How many live chunks hold any of some terms in some fields.
    pub(crate) frequencies: RefCell<Memo<(u8, Vec<String>), usize, REMEMBERED_TERMS>>,
    /// How many chunks there have to be before a search looks for documents that cannot be among the best.
    pub(crate) narrows_from: usize,
    /// For terms that feedback looked at, and the fields that count: how many live chunks and documents hold them.
    pub(crate) held_by: RefCell<Memo<(u8, String), (usize, usize), REMEMBERED_TERMS>>,
    document_averages: OnceCell<Averages>,
    editions: KnownEditions,
}

impl Reader {
    pub(crate) fn open(sources: Vec<SegmentSource>) -> Result<Self> {
        let pages = Arc::default();
        let open = |(number, source)| OpenSegment::open(source, number, &pages);
        let segments = (0..).zip(sources).map(open).collect::<Result<_>>()?;
        Ok(Reader {
            segments,
            passing: RefCell::default(),
            near_terms: RefCell::default(),
            factors: RefCell::default(),
            frequencies: RefCell::default(),
            narrows_from: NARROWS_FROM,
            held_by: RefCell::default(),
            document_averages: OnceCell::new(),
            editions: KnownEditions::default(),
        })
    }

    fn segment(&self, index: u32) -> Result<&OpenSegment> {
        self.segments.get(index as usize).ok_or_else(|| CoreError::request("no such segment"))
    }

    pub(crate) fn chunk(&self, at: ChunkRef) -> Result<StoredChunk> {
        spend(RECORD)?;
        let segment = self.segment(at.0)?;
        let record = segment.record(at.1)?;
        let root = segment.root_record(at.1)?;
        let document = document_of(&root)?;
        Ok(StoredChunk {
            at,
            slug: record.slug.clone(),
            ancestors: self.ancestors(segment, &record, at.1)?,
            doc_id: document.doc_id.clone(),
            tree: document.tree.clone(),
            path: document.path.clone(),
            title: record.title.clone(),
            breadcrumb: self.breadcrumb(segment, at.1)?,
            depth: record.depth,
            position: record.position,
            sibling_count: record.sibling_count,
            byte_start: record.byte_start,
            byte_end: record.byte_end,
            text_start: record.document.as_ref().map_or(record.byte_start, |document| document.text_start),
            start_line: record.start_line,
            end_line: record.end_line,
            stemmer: stemmer_name(document.stemmer),
            body: record.body.clone(),
        })
    }

    pub(crate) fn chunk_id(&self, at: ChunkRef) -> Result<String> {
        Ok(chunk_id(&self.document_id(at)?, self.segment(at.0)?.record(at.1)?.slug.as_deref()))
    }

    pub(crate) fn document_id(&self, at: ChunkRef) -> Result<String> {
        let root = self.segment(at.0)?.root_record(at.1)?;
        Ok(document_of(&root)?.doc_id.clone())
    }

    fn ancestors(&self, segment: &OpenSegment, record: &Record, chunk: u32) -> Result<Vec<(u32, Option<String>)>> {
        let mut out = Vec::new();
        let mut parent = parent_of(record, chunk);
        while let Some(number) = parent {
            let record = segment.record(number)?;
            parent = parent_of(&record, number);
            out.push((number, record.slug.clone()));
        }
        Ok(out)
    }

    fn breadcrumb(&self, segment: &OpenSegment, chunk: u32) -> Result<String> {
        let record = segment.record(chunk)?;
        record.crumb.breadcrumb(&record.title, || match parent_of(&record, chunk) {
            Some(parent) => self.breadcrumb(segment, parent),
            None => Err(CoreError::damaged("a breadcrumb without a start")),
        })
    }

    /// Makes a part of a chunk's document, from this byte on, what its reader sees.
    pub(crate) fn show(&self, at: ChunkRef, text: &mut [u8], start: u64) -> Result<()> {
        self.segment(at.0)?.show(at.1, text, start)
    }

    /// The live chunk with this id. Without one, the chunk whose id differs only in how its letters are composed.
    pub(crate) fn find(&self, id: &str) -> Result<Option<StoredChunk>> {
        let exact = self.locate(id, |doc_id| self.locate_roots(doc_id), |slug, wanted| slug == wanted)?;
        let found = if exact.is_none() && !id.is_ascii() {
            let roots = |doc_id: &str| self.locate_composed_roots(doc_id);
            self.locate(id, roots, |slug, wanted| composed(slug) == composed(wanted))?
        } else {
            exact
        };
        found.map(|at| self.chunk(at)).transpose()
    }

    /// The first live chunk with this id. A document's root comes before sections, because a file's name may look like the
    /// id of another file's section. Any `#` may be the one before the slug, or before an anchor of the document.
    fn locate(
        &self,
        id: &str,
        roots: impl Fn(&str) -> Result<Vec<ChunkRef>>,
        is_slug: impl Fn(&str, &str) -> bool,
    ) -> Result<Option<ChunkRef>> {
        if let Some(root) = roots(id)?.first() {
            return Ok(Some(*root));
        }
        for (at, _) in id.match_indices('#') {
            let wanted = &id[at + 1..];
            for ChunkRef(index, root) in roots(&id[..at])? {
                let segment = &self.segments[index as usize];
                for chunk in segment.document_chunks(segment.document_of(root)?)? {
                    if segment.record(chunk)?.slug.as_deref().is_some_and(|slug| is_slug(slug, wanted)) {
                        return Ok(Some(ChunkRef(index, chunk)));
                    }
                }
                let record = segment.record(root)?;
                let anchors = record.document.as_ref().map_or(&[][..], |document| &document.anchors);
                if let Some((_, position)) = anchors.iter().find(|(name, _)| is_slug(name, wanted)) {
                    return Ok(Some(ChunkRef(index, root + position)));
                }
            }
        }
        Ok(None)
    }

    /// The roots of the live documents whose id has the same composed letters.
    fn locate_composed_roots(&self, doc_id: &str) -> Result<Vec<ChunkRef>> {
        let doc_id = composed(doc_id);
        Ok([self.roots_with(&key::of(key::ID, &doc_id))?, self.roots_with(&key::of(key::COMPOSED_ID, &doc_id))?]
            .concat())
    }

    /// The roots of the live documents with this id.
    fn locate_roots(&self, doc_id: &str) -> Result<Vec<ChunkRef>> {
        self.roots_with(&key::of(key::ID, doc_id))
    }

    fn roots_with(&self, term: &str) -> Result<Vec<ChunkRef>> {
        let mut found = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            let roots = segment.keyed(term)?;
            if !roots.is_empty() {
                let deleted = segment.deleted()?;
                let live = |root: &u32| !deleted.get(*root as usize).copied().unwrap_or(false);
                found.extend(roots.into_iter().filter(live).map(|root| ChunkRef(index as u32, root)));
            }
        }
        Ok(found)
    }

    /// The live documents by segment, as indices within their segment.
    pub(crate) fn locate_documents(&self, doc_ids: &[String]) -> Result<Vec<Vec<usize>>> {
        let mut found = vec![Vec::new(); self.segments.len()];
        for doc_id in doc_ids {
            for ChunkRef(index, root) in self.locate_roots(doc_id)? {
                found[index as usize].push(self.segments[index as usize].document_of(root)?);
            }
        }
        for documents in &mut found {
            documents.sort_unstable();
            documents.dedup();
        }
        Ok(found)
    }

    /// All live chunk ids, sorted.
    pub(crate) fn ids(&self) -> Result<Vec<String>> {
        let mut out = Vec::new();
        for segment in &self.segments {
            let deleted = segment.deleted()?;
            for (doc_id, root) in segment.document_ids()? {
                if deleted.get(root as usize).copied().unwrap_or(false) {
                    continue;
                }
                for chunk in segment.document_chunks(segment.document_of(root)?)? {
                    out.push(chunk_id(&doc_id, segment.record(chunk)?.slug.as_deref()));
                }
            }
        }
        out.sort();
        Ok(out)
    }

    /// All live chunks, ordered by tree, path and position.
    pub(crate) fn chunks(&self) -> Result<Vec<StoredChunk>> {
        let mut out = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            let deleted = segment.deleted()?;
            for chunk in 0..segment.size() {
                if !deleted.get(chunk as usize).copied().unwrap_or(false) {
                    out.push(self.chunk(ChunkRef(index as u32, chunk))?);
                }
            }
        }
        out.sort_by(|a, b| (&a.tree, &a.path, a.position).cmp(&(&b.tree, &b.path, b.position)));
        Ok(out)
    }

    /// The document of a chunk.
    pub(crate) fn document_at(&self, at: ChunkRef) -> Result<StoredDocument> {
        spend(RECORD)?;
        stored_document(&*self.segment(at.0)?.root_record(at.1)?)
    }

    /// All live documents, ordered by tree and path.
    pub(crate) fn documents(&self) -> Result<Vec<StoredDocument>> {
        let mut out = Vec::new();
        for segment in &self.segments {
            let deleted = segment.deleted()?;
            for root in segment.roots()? {
                if deleted.get(*root as usize).copied().unwrap_or(false) {
                    continue;
                }
                out.push(stored_document(&*segment.record(*root)?)?);
            }
        }
        out.sort_by(|a, b| (&a.tree, &a.path).cmp(&(&b.tree, &b.path)));
        Ok(out)
    }

    /// The anchors of all live documents that have any, each with the chunk that it leads to.
    pub(crate) fn anchors(&self) -> Result<Vec<(String, ChunkRef)>> {
        let mut out = Vec::new();
        for (index, segment) in (0..).zip(&self.segments) {
            let deleted = segment.deleted()?;
            for root in segment.roots()? {
                if deleted.get(*root as usize).copied().unwrap_or(false) {
                    continue;
                }
                let record = segment.record(*root)?;
                let anchors = &document_of(&record)?.anchors;
                out.extend(anchors.iter().map(|(name, position)| (name.clone(), ChunkRef(index, root + position))));
            }
        }
        Ok(out)
    }

    /// The live documents with a link that may lead to what has one of these names, or one of these labels: their root
    /// chunks.
    pub(crate) fn linking(&self, names: &[String], labels: &[String]) -> Result<Vec<ChunkRef>> {
        let names = names.iter().map(|name| (name, false)).chain(labels.iter().map(|label| (label, true)));
        let mut names: Vec<String> = names.flat_map(|(name, is_label)| names_of(name, is_label)).collect();
        names.sort();
        names.dedup();
        let mut out = Vec::new();
        for (index, segment) in (0..).zip(&self.segments) {
            let deleted = segment.deleted()?;
            for name in &names {
                spend(LOOKUP)?;
                let roots = segment.keyed(&key::link(name))?;
                spend(roots.len())?;
                let live = |root: &u32| !deleted.get(*root as usize).copied().unwrap_or(false);
                out.extend(roots.into_iter().filter(live).map(|root| ChunkRef(index, root)));
            }
        }
        out.sort();
        out.dedup();
        Ok(out)
    }

    /// The vector of a chunk. None where it has none of this model.
    pub(crate) fn vector(&self, ChunkRef(segment, chunk): ChunkRef, model: &str) -> Result<Option<Vec<f32>>> {
        let model = model_of(model)?;
        let Some(segment) = self.segments.get(segment as usize).filter(|segment| chunk < segment.size()) else {
            return Err(CoreError::request("there is no such chunk"));
        };
        Ok(segment.vectors()?.filter(|vectors| vectors.model == model).and_then(|vectors| vectors.vector(chunk)))
    }

    /// The live chunks that have no vector of this model, in the order of segments and numbers. Blank ones are left out, and
    /// so are those that the model could not embed, unless `failed_too`.
    pub(crate) fn unembedded(&self, model: &str, failed_too: bool) -> Result<Vec<ChunkRef>> {
        let model = model_of(model)?;
        let mut out = Vec::new();
        for (index, segment) in (0..).zip(&self.segments) {
            let vectors = segment.vectors()?.filter(|vectors| vectors.model == model);
            let lacks = |chunk: &u32| match vectors.map_or(Row::Pending, |vectors| vectors.row(*chunk)) {
                Row::Pending => true,
                Row::Failed => failed_too,
                Row::Vector | Row::Blank => false,
            };
            out.extend(segment.live()?.filter(lacks).map(|chunk| ChunkRef(index, chunk)));
        }
        Ok(out)
    }

    /// The numbers of a segment's live chunks, ascending.
    pub(crate) fn live_chunks(&self, segment: u32) -> Result<Vec<u32>> {
        Ok(self.segment(segment)?.live()?.collect())
    }
}

fn stored_document(root: &Record) -> Result<StoredDocument> {
    let document = document_of(root)?;
    Ok(StoredDocument {
        id: document.doc_id.clone(),
        tree: document.tree.clone(),
        path: document.path.clone(),
        title: root.title.clone(),
        tags: document.tags.clone(),
        lang: document.lang.clone(),
        version: document.version.clone(),
        metadata: document.metadata.iter().cloned().collect(),
        chunks: document.chunks,
        bytes: document.bytes,
    })
}

fn stemmer_name(byte: u8) -> &'static str {
    StemmerId::by_byte(byte).map_or("none", StemmerId::name)
}

/// The parent's number in the same segment.
fn parent_of(record: &Record, chunk: u32) -> Option<u32> {
    (record.parent_distance > 0).then(|| chunk.checked_sub(record.parent_distance)).flatten()
}

fn chunk_id(doc_id: &str, slug: Option<&str>) -> String {
    match slug {
        Some(slug) => format!("{doc_id}#{slug}"),
        None => doc_id.to_owned(),
    }
}

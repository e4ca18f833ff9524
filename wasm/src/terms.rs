//! Finds the chunks that hold a term or phrase, with weighted term frequencies over the text fields (BM25F).
use crate::analyzer::{cluster_len, is_unspaced};
use crate::error::Result;
use crate::matches::{skip, Match};
use crate::posting_union::{unite_all, Ascending, BLOCK};
use crate::reader::{OpenSegment, Reader};
use crate::schema::{Scope, TextField, TEXT_FIELDS};
use crate::segment::Stats;
use crate::work::{spend, LOOKUP};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{BlockSegmentPostings, Postings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

/// The saturation of term frequency.
pub(crate) const K1: f64 = 1.2;
/// What a weighted frequency saturates to at most.
pub(crate) const SATURATED: f64 = K1 + 1.0;
/// How much the length of a field counts, for the body and for the short fields.
pub(crate) const B_BODY: f64 = 0.75;
pub(crate) const B_SHORT: f64 = 0.75;
/// The weight of ancestor titles. The configuration sets the weights of the other fields.
pub(crate) const ANCESTORS_BOOST: f64 = 1.0;

/// The weight of one occurrence, by field and stored length (tantivy's one-byte norm).
pub(crate) struct FieldWeights {
    tables: [Option<Box<[f64; 256]>>; 6],
    boosts: [f64; 6],
    /// Live chunks that can match.
    pub(crate) chunks: f64,
}

impl FieldWeights {
    /// `boost / (1 - b + b · length / average)` for every length that a norm can represent.
    pub(crate) fn new(reader: &Reader, boosts: &BTreeMap<String, f64>) -> Result<Self> {
        let mut chunks = 0;
        for segment in &reader.segments {
            chunks += segment.stats.chunks.saturating_sub(segment.live_echoes()?);
        }
        let boosts = TEXT_FIELDS.map(|field| match field {
            TextField::Ancestors => ANCESTORS_BOOST,
            _ => boosts.get(field.name()).copied().unwrap_or(0.0),
        });
        let tables = TEXT_FIELDS.map(|field| {
            let boost = boosts[field as usize];
            let sum = |of: fn(&Stats) -> &BTreeMap<String, u64>| -> u64 {
                reader.segments.iter().filter_map(|segment| of(&segment.stats).get(field.name())).sum()
            };
            // Chunks without the field say nothing of how long it is. A field that few have would count for hardly anything.
            let holders = sum(|stats| &stats.holders).max(1);
            let average = (sum(|stats| &stats.lengths) as f64 / holders as f64).max(f64::MIN_POSITIVE);
            let b = if field == TextField::Body { B_BODY } else { B_SHORT };
            let weight = |norm: usize| {
                let length = f64::from(FieldNormReader::id_to_fieldnorm(norm as u8));
                boost / (1.0 - b + b * length / average)
            };
            (boost > 0.0).then(|| Box::new(std::array::from_fn(weight)))
        });
        Ok(FieldWeights { tables, boosts, chunks: f64::from(chunks) })
    }

    /// The weight of one occurrence in a field with this stored length.
    pub(crate) fn of_one(&self, field: TextField, norm: u8) -> f64 {
        self.tables[field as usize].as_ref().map_or(0.0, |table| table[usize::from(norm)])
    }

    /// The configured weight of a field.
    pub(crate) fn boost(&self, field: TextField) -> f64 {
        self.boosts[field as usize]
    }

    /// The fields that count in a scope, as bits.
    pub(crate) fn counted(&self, scope: Scope) -> u8 {
        self.in_scope(scope).fold(0, |bits, (field, _)| bits | 1 << field as u8)
    }

    pub(crate) fn in_scope(&self, scope: Scope) -> impl Iterator<Item = (TextField, &[f64; 256])> {
        TEXT_FIELDS.into_iter().filter(move |field| scope == Scope::All || scope == Scope::Only(*field)).filter_map(
            |field| {
                let table = self.tables[field as usize].as_deref()?;
                Some((field, table))
            },
        )
    }
}

/// A chunk and the weighted frequency of a term in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Occurrence {
    pub(crate) chunk: u32,
    pub(crate) weight: f64,
    pub(crate) own: bool,
}

/// `ln(1 + (N - df + 0.5) / (df + 0.5))`, never negative.
pub(crate) fn idf(chunks: f64, df: usize) -> f64 {
    let df = df as f64;
    (1.0 + (chunks - df + 0.5).max(0.0) / (df + 0.5)).ln()
}

/// BM25's saturation of a weighted frequency.
pub(crate) fn saturate(weight: f64) -> f64 {
    (K1 + 1.0) * weight / (K1 + weight)
}

/// As many as a block of postings has entries at most.
const ONCE: [u32; 128] = [1; 128];

/// The chunks and frequencies at these places of the block of postings at hand. A field may be indexed without frequencies.
fn entries(postings: &BlockSegmentPostings, places: Range<usize>) -> impl Iterator<Item = (u32, u32)> + '_ {
    let frequencies = postings.freqs().get(places.clone()).unwrap_or(&ONCE[..places.len()]);
    postings.docs()[places].iter().copied().zip(frequencies.iter().copied())
}

/// The places of a term in a field.
struct Placed<'s> {
    postings: BlockSegmentPostings,
    /// The next entry in the block of postings at hand.
    at: usize,
    norms: FieldNormReader,
    table: &'s [f64; 256],
    own: bool,
    deleted: &'s [bool],
}

/// The places of a term, still to be read or read already.
enum Place<'s> {
    Stored(Box<Placed<'s>>),
    Listed(std::vec::IntoIter<Occurrence>),
}

impl Placed<'_> {
    /// Reads the entries up to a chunk for which `is_here` is false.
    fn read_while(&mut self, is_here: impl Fn(u32) -> bool, mut each: impl FnMut(u32, &Occurrence)) {
        loop {
            let docs = self.postings.docs();
            let Some(last) = docs.last() else { return };
            let end = match is_here(*last) {
                true => docs.len(),
                false => self.at + docs[self.at..].partition_point(|chunk| is_here(*chunk)),
            };
            for (chunk, frequency) in entries(&self.postings, self.at..end) {
                if self.deleted.is_empty() || !self.deleted[chunk as usize] {
                    let one = self.table[usize::from(self.norms.fieldnorm_id(chunk))];
                    let weight = f64::from(frequency) * one;
                    each(chunk, &Occurrence { chunk, weight, own: self.own });
                }
            }
            self.at = end;
            if end < docs.len() {
                return;
            }
            self.postings.advance();
            self.at = 0;
        }
    }

    /// The entries in these ranges of chunks, which ascend.
    fn within(mut self, ranges: &[Range<u32>]) -> Vec<Occurrence> {
        let mut out = Vec::new();
        for range in ranges {
            let docs = self.postings.docs();
            let Some(last) = docs.last() else { break };
            if *last < range.start {
                self.at = self.postings.seek(range.start);
            } else {
                self.at += docs[self.at..].partition_point(|chunk| *chunk < range.start);
            }
            self.read_while(|chunk| chunk < range.end, |_, entry| out.push(*entry));
        }
        out
    }

    fn all(mut self) -> Vec<Occurrence> {
        let mut out = Vec::with_capacity(self.postings.doc_freq() as usize);
        self.read_while(|_| true, |_, entry| out.push(*entry));
        out
    }
}

impl Ascending for Place<'_> {
    type Entry = Occurrence;
    fn chunk(&self) -> Option<u32> {
        match self {
            Place::Stored(placed) => placed.postings.docs().get(placed.at).copied(),
            Place::Listed(rest) => rest.as_slice().first().map(|entry| entry.chunk),
        }
    }
    fn read_block(&mut self, start: u32, mut each: impl FnMut(u32, &Occurrence)) {
        let is_here = |chunk: u32| chunk - start < BLOCK;
        match self {
            Place::Stored(placed) => placed.read_while(is_here, each),
            Place::Listed(rest) => {
                while let Some(entry) = rest.as_slice().first().filter(|entry| is_here(entry.chunk)) {
                    each(entry.chunk, entry);
                    rest.next();
                }
            }
        }
    }
}

/// The live chunks of a segment that hold the term, ascending.
pub(crate) fn occurrences(
    segment: &OpenSegment,
    weights: &FieldWeights,
    scope: Scope,
    term: &str,
) -> Result<Vec<Occurrence>> {
    occurrences_within(segment, weights, scope, term, None)
}

/// The same, in these documents only, which ascend. Each is given by all its chunks.
pub(crate) fn occurrences_within(
    segment: &OpenSegment,
    weights: &FieldWeights,
    scope: Scope,
    term: &str,
    documents: Option<&[Range<u32>]>,
) -> Result<Vec<Occurrence>> {
    let mut places = Vec::new();
    let mut most = 0;
    for (field, table) in weights.in_scope(scope) {
        spend(LOOKUP)?;
        let inverted = segment.inverted(field)?;
        let Some(info) = inverted.terms().get(term)? else {
            continue;
        };
        let frequency = info.doc_freq as usize;
        spend(documents.map_or(frequency, |documents| frequency.min(2 * documents.len())))?;
        let placed = Placed {
            postings: inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?,
            at: 0,
            norms: segment.norms(field)?,
            table,
            own: field != TextField::Ancestors,
            deleted: segment.deleted()?,
        };
        if field.is_of_document() || documents.is_some() {
            let found = match documents {
                Some(documents) => placed.within(documents),
                None => placed.all(),
            };
            let spread = spread(segment, field, found)?;
            most += spread.len();
            places.push(Place::Listed(spread.into_iter()));
        } else {
            most += frequency;
            places.push(Place::Stored(Box::new(placed)));
        }
    }
    if places.len() < 2 {
        return Ok(places.pop().map_or_else(Vec::new, |place| match place {
            Place::Stored(placed) => placed.all(),
            Place::Listed(entries) => entries.collect(),
        }));
    }
    Ok(sum_of(places, most.min(segment.size() as usize)))
}

/// The terms for pairs of unspaced clusters that start with this term's cluster. With them, a cluster matches wherever it
/// stands.
pub(crate) fn pairs_of_cluster(segment: &OpenSegment, scope: Scope, term: &str) -> Result<Vec<String>> {
    let cluster = &term[1..];
    if !cluster.starts_with(is_unspaced) || cluster_len(cluster) < cluster.len() {
        return Ok(Vec::new());
    }
    let mut out = BTreeSet::new();
    for field in TEXT_FIELDS.into_iter().filter(|field| scope == Scope::All || scope == Scope::Only(*field)) {
        let inverted = segment.inverted(field)?;
        let mut stream = inverted.terms().range().gt(term.as_bytes()).into_stream()?;
        while stream.advance() && stream.key().starts_with(term.as_bytes()) {
            spend(LOOKUP)?;
            let pair = std::str::from_utf8(stream.key()).ok();
            out.extend(pair.filter(|pair| cluster_len(&pair[1..]) == cluster.len()).map(str::to_owned));
        }
    }
    Ok(out.into_iter().collect())
}

/// The live chunks of a segment that hold the terms at these relative positions, ascending. It searches only fields
/// with positions, because a phrase has to be in the chunk's own text. Without `wanted`, it looks at all chunks.
pub(crate) fn phrase_occurrences(
    segment: &OpenSegment,
    weights: &FieldWeights,
    scope: Scope,
    phrase: &[(usize, String)],
    wanted: Option<&[Match]>,
) -> Result<Vec<Occurrence>> {
    let mut lists = Vec::new();
    for (field, table) in weights.in_scope(scope) {
        if !field.has_positions() {
            continue;
        }
        let norms = segment.norms(field)?;
        let deleted = segment.deleted()?;
        let mut found = Vec::new();
        // A field of the document counts for all its chunks, so that its root need not be wanted.
        let wanted = wanted.filter(|_| !field.is_of_document());
        for (chunk, frequency) in phrase_frequencies(segment, field, phrase, wanted)? {
            if deleted.is_empty() || !deleted[chunk as usize] {
                let weight = f64::from(frequency) * table[usize::from(norms.fieldnorm_id(chunk))];
                found.push(Occurrence { chunk, weight, own: true });
            }
        }
        lists.push(spread(segment, field, found)?);
    }
    Ok(sum(lists))
}

/// Calls `each` with the documents of a segment that hold the term in a field: document, frequency, and whether the
/// chunk that stands for the document holds it. Documents ascend, and deleted ones are left out. A document comes twice
/// when both that chunk and other sections hold the term.
pub(crate) fn document_frequencies(
    segment: &OpenSegment,
    field: TextField,
    term: &str,
    mut each: impl FnMut(u32, u32, bool),
) -> Result<()> {
    spend(LOOKUP)?;
    let inverted = segment.inverted(field)?;
    let Some(info) = inverted.terms().get(term)? else {
        return Ok(());
    };
    spend(info.doc_freq as usize)?;
    let deleted = segment.deleted()?;
    let documents = segment.documents()?;
    let roots = segment.roots()?;
    let mut lead = segment.leads()?;
    // The document at hand with the frequency in its sections.
    let (mut at, mut sections) = (u32::MAX, 0);
    let mut postings = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
    while !postings.docs().is_empty() {
        for (chunk, frequency) in entries(&postings, 0..postings.docs().len()) {
            if !deleted.is_empty() && deleted[chunk as usize] {
                continue;
            }
            let document = documents[chunk as usize];
            if document != at {
                if sections > 0 {
                    each(at, sections, false);
                }
                (at, sections) = (document, 0);
                let root = roots[document as usize];
                if chunk <= root + 1 && chunk == lead(root) {
                    each(document, frequency, true);
                    continue;
                }
            }
            sections += frequency;
        }
        postings.advance();
    }
    if sections > 0 {
        each(at, sections, false);
    }
    Ok(())
}

/// Extends matches in a document's root chunk to all chunks of the document.
pub(crate) fn spread(segment: &OpenSegment, field: TextField, found: Vec<Occurrence>) -> Result<Vec<Occurrence>> {
    if !field.is_of_document() {
        return Ok(found);
    }
    let mut out = Vec::with_capacity(found.len());
    let mut lead = segment.leads()?;
    for entry in found {
        let chunks = segment.document_chunks(segment.document_of(entry.chunk)?)?;
        spend(chunks.len())?;
        out.extend((lead(chunks.start)..chunks.end).map(|chunk| Occurrence { chunk, ..entry }));
    }
    Ok(out)
}

fn phrase_frequencies(
    segment: &OpenSegment,
    field: TextField,
    phrase: &[(usize, String)],
    wanted: Option<&[Match]>,
) -> Result<Vec<(u32, u32)>> {
    let inverted = segment.inverted(field)?;
    let mut lists = Vec::with_capacity(phrase.len());
    for (offset, term) in phrase {
        spend(LOOKUP)?;
        let Some(info) = inverted.terms().get(term)? else {
            return Ok(Vec::new());
        };
        lists.push((*offset, inverted.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqsAndPositions)?));
    }
    // The rarest term leads.
    lists.sort_by_key(|(_, postings)| postings.doc_freq());
    let mut out = Vec::new();
    let (mut starts, mut positions) = (Vec::new(), Vec::new());
    let mut rest = wanted;
    let Some(mut candidate) = lists.first().map(|(_, postings)| postings.doc()) else { return Ok(out) };
    'chunks: while candidate != TERMINATED {
        spend(lists.len())?;
        if let Some(rest) = &mut rest {
            *rest = &rest[skip(rest, candidate)..];
            let Some(next) = rest.first() else { break };
            candidate = next.chunk;
        }
        for (_, postings) in &mut lists {
            let at = if postings.doc() < candidate { postings.seek(candidate) } else { postings.doc() };
            if at > candidate {
                candidate = at;
                continue 'chunks;
            }
        }
        starts.clear();
        for (index, (offset, postings)) in lists.iter_mut().enumerate() {
            postings.positions(&mut positions);
            spend(positions.len())?;
            let shifted = positions.iter().filter_map(|position| position.checked_sub(*offset as u32));
            if index == 0 {
                starts.extend(shifted);
            } else {
                let shifted: Vec<u32> = shifted.collect();
                starts.retain(|start| shifted.binary_search(start).is_ok());
            }
            if starts.is_empty() {
                break;
            }
        }
        if !starts.is_empty() {
            out.push((candidate, starts.len() as u32));
        }
        candidate = if rest.is_some() { candidate + 1 } else { lists[0].1.advance() };
    }
    Ok(out)
}

/// Merges all lists. The weights of a chunk are added in the order of the lists.
pub(crate) fn sum(mut lists: Vec<Vec<Occurrence>>) -> Vec<Occurrence> {
    lists.retain(|list| !list.is_empty());
    if lists.len() < 2 {
        return lists.pop().unwrap_or_default();
    }
    let most = lists.iter().map(Vec::len).sum();
    sum_of(lists.into_iter().map(|list| Place::Listed(list.into_iter())).collect(), most)
}

/// Lists with fewer entries are sorted instead of merged.
const FEW: usize = 128;

/// `most` is how many entries there may be.
fn sum_of(mut places: Vec<Place>, most: usize) -> Vec<Occurrence> {
    let mut out: Vec<Occurrence> = Vec::with_capacity(most);
    if most < FEW {
        for place in &mut places {
            while let Some(chunk) = place.chunk() {
                place.read_block(chunk, |_, entry| out.push(*entry));
            }
        }
        out.sort_by_key(|entry| entry.chunk);
        out.dedup_by(|next, sum| {
            let same = next.chunk == sum.chunk;
            if same {
                sum.weight += next.weight;
                sum.own |= next.own;
            }
            same
        });
        return out;
    }
    let add = |sum: &mut (f64, bool), _, entry: &Occurrence| *sum = (sum.0 + entry.weight, sum.1 || entry.own);
    unite_all(places, (0.0, false), add, |chunk, (weight, own)| {
        out.push(Occurrence { chunk, weight: *weight, own: *own })
    });
    out
}

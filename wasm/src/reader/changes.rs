//! Deletes documents and merges segments. A reader itself never changes: both operations make new data for the host to
//! store.
use super::deletes::{alive_set, encode_deletes};
use super::{document_of, stemmer_name, OpenSegment, Reader};
use crate::error::Result;
use crate::fingerprints::Fingerprints;
use crate::inversion::document_length;
use crate::markup::Markup;
use crate::schema::TEXT_FIELDS;
use crate::segment::{index_settings, pack_index, SegmentData, Stats};
use serde::Serialize;
use std::ops::Range;
use tantivy::directory::RamDirectory;

/// A segment's new deletion set. It replaces the old one.
#[derive(Serialize)]
pub(crate) struct Deletion {
    pub(crate) segment: usize,
    #[serde(skip)]
    pub(crate) deletes: Vec<u8>,
    pub(crate) stats: Stats,
}

impl Reader {
    /// The new deletion sets of the segments that hold any of these documents.
    pub(crate) fn delete(&self, doc_ids: &[String]) -> Result<Vec<Deletion>> {
        let mut out = Vec::new();
        for (index, documents) in self.locate_documents(doc_ids)?.into_iter().enumerate() {
            if documents.is_empty() {
                continue;
            }
            let segment = &self.segments[index];
            let mut stats = segment.stats.clone();
            let mut roots = segment.deleted_roots.clone();
            for document in documents {
                let document_chunks = segment.document_chunks(document)?;
                roots.push(document_chunks.start);
                subtract(&mut stats, segment, document_chunks)?;
            }
            roots.sort_unstable();
            out.push(Deletion { segment: index, deletes: encode_deletes(segment.size(), &roots), stats });
        }
        Ok(out)
    }

    /// Merges several segments into one, without their deleted chunks.
    pub(crate) fn merge(&self, segments: &[u32]) -> Result<Option<SegmentData>> {
        let mut stats = Stats::default();
        let mut inputs = Vec::new();
        let mut alive = Vec::new();
        let mut fingerprints = Fingerprints::default();
        let mut markup = Markup::default();
        for index in segments {
            let segment = self.segment(*index)?;
            if segment.stats.chunks == 0 {
                continue;
            }
            add(&mut stats, &segment.stats);
            inputs.push(segment.segment.clone());
            alive.push(alive_set(segment.deleted()?)?);
            let mut of_segment = segment.fingerprints()?.iter().peekable();
            for chunk in segment.live()? {
                while of_segment.next_if(|(before, _)| *before < chunk).is_some() {}
                fingerprints.push(of_segment.next_if(|(at, _)| *at == chunk).map(|(_, checksum)| checksum));
            }
            let deleted = segment.deleted()?;
            for (document, root) in segment.roots()?.iter().enumerate() {
                if !deleted.get(*root as usize).copied().unwrap_or(false) {
                    markup.copy(&segment.markup(document)?);
                }
            }
        }
        if inputs.is_empty() {
            return Ok(None);
        }
        let index =
            tantivy::indexer::merge_filtered_segments(&inputs, index_settings(), alive, RamDirectory::create())?;
        Ok(Some(SegmentData { bytes: pack_index(&index, fingerprints, markup)?, stats }))
    }
}

/// Takes a document out of the counts of its segment.
fn subtract(stats: &mut Stats, segment: &OpenSegment, document_chunks: Range<u32>) -> Result<()> {
    let root = segment.root_record(document_chunks.start)?;
    let has_echo = segment.lead(document_chunks.start)? != document_chunks.start;
    stats.documents = stats.documents.saturating_sub(1);
    stats.chunks = stats.chunks.saturating_sub(document_chunks.end - document_chunks.start);
    for field in TEXT_FIELDS {
        let norms = segment.norms(field)?;
        let total = |counted: fn(u32) -> u32| {
            document_length(|chunk| counted(norms.fieldnorm(chunk)), field, document_chunks.clone(), has_echo)
        };
        if let Some(lengths) = stats.lengths.get_mut(field.name()) {
            *lengths = lengths.saturating_sub(total(|length| length));
        }
        if let Some(holders) = stats.holders.get_mut(field.name()) {
            *holders = holders.saturating_sub(total(|length| length.min(1)));
        }
    }
    let stemmer = stemmer_name(document_of(&root)?.stemmer);
    if let Some(count) = stats.stemmers.get_mut(stemmer) {
        *count = count.saturating_sub(1);
    }
    stats.stemmers.retain(|_, count| *count > 0);
    Ok(())
}

fn add(total: &mut Stats, part: &Stats) {
    total.documents += part.documents;
    total.chunks += part.chunks;
    for (field, length) in &part.lengths {
        *total.lengths.entry(field.clone()).or_default() += length;
    }
    for (field, count) in &part.holders {
        *total.holders.entry(field.clone()).or_default() += count;
    }
    for (stemmer, count) in &part.stemmers {
        *total.stemmers.entry(stemmer.clone()).or_default() += count;
    }
}

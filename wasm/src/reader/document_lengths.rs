//! The lengths of documents, by part, for the score of whole documents. A reader computes them once.
use super::{OpenSegment, Reader};
use crate::error::Result;
use crate::schema::TextField;
use crate::work::{spend, WIDE};

/// The parts of a document that are weighted apart: its title, the titles of its sections, all its text, its tags, and
/// its file's name with the directories.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Part {
    Title,
    Sections,
    Text,
    Tags,
    Name,
}

pub(crate) const PARTS: [Part; 5] = [Part::Title, Part::Sections, Part::Text, Part::Tags, Part::Name];

/// The lengths of one document, by part.
pub(crate) type Lengths = [u32; PARTS.len()];

/// The number of live documents, and their average lengths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Averages {
    pub(crate) documents: f64,
    /// Over the documents that have the part.
    pub(crate) lengths: [f64; PARTS.len()],
    /// Over all documents.
    pub(crate) overall: [f64; PARTS.len()],
}

impl OpenSegment {
    /// The lengths of all documents, including deleted ones. They are as precise as they are stored.
    pub(crate) fn document_lengths(&self) -> Result<&[Lengths]> {
        if self.derived.document_lengths.get().is_none() {
            spend(self.size() as usize / WIDE)?;
            let title = self.norms(TextField::Title)?;
            let tags = self.norms(TextField::Tags)?;
            let name = self.norms(TextField::PathComponents)?;
            let body = self.norms(TextField::Body)?;
            let roots = self.roots()?;
            let mut out = Vec::with_capacity(roots.len());
            for (at, root) in roots.iter().enumerate() {
                let lead = self.lead(*root)?;
                let sections = lead + 1..roots.get(at + 1).copied().unwrap_or(self.size());
                let mut lengths = [0; PARTS.len()];
                lengths[Part::Title as usize] = title.fieldnorm(lead);
                lengths[Part::Tags as usize] = tags.fieldnorm(*root);
                lengths[Part::Name as usize] = name.fieldnorm(*root);
                lengths[Part::Text as usize] = body.fieldnorm(lead);
                for chunk in sections {
                    lengths[Part::Sections as usize] += title.fieldnorm(chunk);
                    lengths[Part::Text as usize] += body.fieldnorm(chunk);
                }
                out.push(lengths);
            }
            let _ = self.derived.document_lengths.set(out);
        }
        Ok(self.derived.document_lengths.get().map_or(&[], Vec::as_slice))
    }
}

impl Reader {
    pub(crate) fn document_averages(&self) -> Result<Averages> {
        if let Some(known) = self.document_averages.get() {
            return Ok(*known);
        }
        let mut totals = [0u64; PARTS.len()];
        let mut holders = [0u64; PARTS.len()];
        let mut documents = 0u32;
        for segment in &self.segments {
            let deleted = segment.deleted()?;
            let lengths = segment.document_lengths()?;
            for (root, lengths) in segment.roots()?.iter().zip(lengths) {
                if deleted.is_empty() || !deleted[*root as usize] {
                    documents += 1;
                    totals.iter_mut().zip(lengths).for_each(|(total, length)| *total += u64::from(*length));
                    holders.iter_mut().zip(lengths).for_each(|(count, length)| *count += u64::from(*length > 0));
                }
            }
        }
        let average = |total: u64, count: u64| (total as f64 / count.max(1) as f64).max(f64::MIN_POSITIVE);
        let averages = Averages {
            documents: f64::from(documents),
            lengths: std::array::from_fn(|part| average(totals[part], holders[part])),
            overall: totals.map(|total| average(total, u64::from(documents))),
        };
        Ok(*self.document_averages.get_or_init(|| averages))
    }
}

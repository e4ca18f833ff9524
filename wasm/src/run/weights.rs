//! The weights of documents by their path, which apply unless the query asks for a document by name.
use super::Run;
use crate::error::Result;
use crate::plan::{Node, Request};
use crate::reader::WeightedDocument;
use crate::record::ChunkRef;
use crate::work::spend;

/// The documents with a weight other than 1, by segment and ascending.
#[derive(Default)]
pub(super) struct PathWeights(Vec<Vec<WeightedDocument>>);

impl PathWeights {
    /// The weights of a segment's chunks, which have to be asked for in ascending order.
    pub(super) fn of_segment(&self, index: usize) -> impl FnMut(u32) -> f64 + '_ {
        let mut documents = self.0.get(index).map_or(&[][..], Vec::as_slice);
        move |chunk| {
            while documents.first().is_some_and(|document| document.chunks.end <= chunk) {
                documents = &documents[1..];
            }
            documents.first().filter(|document| document.chunks.start <= chunk).map_or(1.0, |document| document.weight)
        }
    }

    pub(super) fn of(&self, at: ChunkRef) -> f64 {
        self.of_segment(at.0 as usize)(at.1)
    }
}

impl Run<'_> {
    /// A document whose file name or title holds a word of the query keeps weight 1. Stop words do not count.
    #[inline(never)]
    pub(super) fn path_weights(&self, request: &Request) -> Result<PathWeights> {
        if request.weights.is_empty() {
            return Ok(PathWeights::default());
        }
        let segments = self.segments().iter().map(|segment| segment.weighted(&request.weights));
        let segments = segments.collect::<Result<Vec<_>>>()?;
        spend(segments.iter().map(|segment| segment.documents.len()).sum())?;
        if segments.iter().all(|segment| segment.documents.is_empty()) {
            return Ok(PathWeights::default());
        }
        let mut texts = Vec::new();
        request.queries.iter().for_each(|part| texts_of(&part.query, &mut texts));
        let words = texts.iter().flat_map(|text| self.analyse(text)).flatten().filter(|word| !self.is_stop(&word.word));
        let terms: Vec<String> = words.map(|word| word.term).collect();
        let documents = segments.iter().map(|segment| {
            let mut documents = segment.documents.clone();
            for place in terms.iter().filter_map(|term| segment.named.get(term)).flatten() {
                documents[*place as usize].weight = 1.0;
            }
            documents
        });
        let documents = documents.collect();
        Ok(PathWeights(documents))
    }
}

/// The words and phrases that a query asks for.
fn texts_of<'q>(node: &'q Node, out: &mut Vec<&'q str>) {
    match node {
        Node::Word(text) | Node::Prefix(text) | Node::Phrase(text) => out.push(text),
        Node::Any(alternatives) | Node::Forms(alternatives, _) => {
            out.extend(alternatives.first().map(|(_, text)| text.as_str()))
        }
        Node::And(children) | Node::Or(children) => children.iter().for_each(|child| texts_of(child, out)),
        Node::Must(child) | Node::Field(_, child) | Node::Boost(_, child) => texts_of(child, out),
        Node::Not(_) | Node::Filter(_) => {}
    }
}

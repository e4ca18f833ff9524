//! What the scores of chunks are multiplied by: the factor of their tree, and the weight of their path.
use super::weights::PathWeights;
use super::Run;
use crate::error::Result;
use crate::matches::Match;
use crate::plan::Request;
use crate::reader::OpenSegment;
use crate::record::ChunkRef;
use crate::schema::key;
use crate::work::{spend, WIDE};
use std::rc::Rc;

pub(super) struct Scale {
    /// By segment and chunk. Empty for segments in which all are 1.
    factors: Rc<Vec<Vec<f64>>>,
    pub(super) weights: PathWeights,
}

impl Scale {
    /// Scales the scores of a segment's matches, in ascending order.
    pub(super) fn of_segment(&self, index: usize) -> impl FnMut(&Match) -> f64 + '_ {
        let factors = &self.factors[index];
        let mut weight = self.weights.of_segment(index);
        move |entry| entry.score * factors.get(entry.chunk as usize).copied().unwrap_or(1.0) * weight(entry.chunk)
    }

    /// What the score of one chunk is multiplied by.
    pub(super) fn of(&self, at: ChunkRef) -> f64 {
        self.factors[at.0 as usize].get(at.1 as usize).copied().unwrap_or(1.0) * self.weights.of(at)
    }
}

impl Run<'_> {
    #[inline(never)]
    pub(super) fn scale(&self, request: &Request) -> Result<Scale> {
        Ok(Scale { factors: self.factors(request)?, weights: self.path_weights(request)? })
    }

    /// The reader keeps the last factors, because a snapshot gets the same ones every time.
    fn factors(&self, request: &Request) -> Result<Rc<Vec<Vec<f64>>>> {
        if let Some((factors, known)) = &*self.reader.factors.borrow() {
            if *factors == request.factors {
                return Ok(known.clone());
            }
        }
        let of_segments = self.segments().iter().map(|segment| self.factors_of(segment, request));
        let found = Rc::new(of_segments.collect::<Result<Vec<_>>>()?);
        *self.reader.factors.borrow_mut() = Some((request.factors.clone(), found.clone()));
        Ok(found)
    }

    /// The score factors by chunk. Empty when all are 1.
    fn factors_of(&self, segment: &OpenSegment, request: &Request) -> Result<Vec<f64>> {
        let mut out = Vec::new();
        for (tree, factor) in request.factors.iter().filter(|(_, factor)| **factor != 1.0) {
            let roots = segment.keyed(&key::of(key::TREE, tree))?;
            if !roots.is_empty() && out.is_empty() {
                spend(segment.size() as usize / WIDE)?;
                out = vec![1.0; segment.size() as usize];
            }
            for root in roots {
                let document_chunks = segment.document_chunks(segment.document_of(root)?)?;
                out[document_chunks.start as usize..document_chunks.end as usize].fill(*factor);
            }
        }
        Ok(out)
    }
}

//! The best hits in their order: factors of trees, the top of the list, ties.
use super::Run;
use crate::error::Result;
use crate::matches::Matches;
use crate::plan::{Hit, Request};
use crate::reader::{ChunkRef, OpenSegment};
use crate::schema::key;

/// Up to so many hits of one score, their ids are read from the stored chunks.
const FEW_TIES: usize = 200;

impl Run<'_> {
    /// The best hits, ties in the order of their ids.
    pub(super) fn top(&self, found: &[Matches], request: &Request) -> Result<Vec<Hit>> {
        let mut all: Vec<(f64, ChunkRef)> = Vec::with_capacity(found.iter().map(Vec::len).sum());
        for (index, matches) in found.iter().enumerate() {
            let factors = self.factors(&self.segments()[index], request)?;
            all.extend(matches.iter().map(|entry| {
                let factor = factors.get(entry.chunk as usize).copied().unwrap_or(1.0);
                (entry.score * factor, ChunkRef(index as u32, entry.chunk))
            }));
        }
        let limit = request.limit.min(all.len());
        if limit == 0 {
            return Ok(Vec::new());
        }
        let (_, (last, _), _) = all.select_nth_unstable_by(limit - 1, |a, b| b.0.total_cmp(&a.0));
        let last = *last;
        let mut hits: Vec<Hit> = all.into_iter().filter(|(score, _)| *score >= last).map(|(score, at)| Hit { score, at }).collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut out = Vec::with_capacity(limit);
        for tied in hits.chunk_by(|a, b| a.score == b.score) {
            if tied.len() == 1 {
                out.push(tied[0]);
            } else {
                out.extend(self.by_id(tied, limit - out.len())?);
            }
        }
        Ok(out)
    }

    /// The first `room` of hits with the same score, in the order in which the host compares ids: by UTF-16 units.
    fn by_id(&self, tied: &[Hit], room: usize) -> Result<Vec<Hit>> {
        let mut named: Vec<(Vec<u16>, Hit)> = Vec::with_capacity(tied.len());
        let units = |id: &str| id.encode_utf16().collect();
        if tied.len() <= FEW_TIES {
            for hit in tied {
                named.push((units(&self.reader.chunk(hit.at)?.id), *hit));
            }
        } else {
            // Reading the dictionary once is cheaper than many stored chunks.
            for (index, segment) in self.segments().iter().enumerate() {
                let mut wanted = vec![None; segment.size() as usize];
                tied.iter().filter(|hit| hit.at.0 == index as u32).for_each(|hit| wanted[hit.at.1 as usize] = Some(*hit));
                let ids = segment.ids(&self.reader.fields)?;
                named.extend(ids.iter().filter_map(|(id, chunk)| Some((units(id), wanted[*chunk as usize]?))));
            }
        }
        named.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(named.into_iter().take(room).map(|(_, hit)| hit).collect())
    }

    /// Score factors by chunk; empty when all are 1.
    fn factors(&self, segment: &OpenSegment, request: &Request) -> Result<Vec<f64>> {
        let mut out = Vec::new();
        for (tree, factor) in request.factors.iter().filter(|(_, factor)| **factor != 1.0) {
            let roots = segment.keyed(&self.reader.fields, &key::of(key::TREE, tree))?;
            if !roots.is_empty() && out.is_empty() {
                out = vec![1.0; segment.size() as usize];
            }
            for root in roots {
                let family = segment.family(&self.reader.fields, segment.document_of(&self.reader.fields, root)?)?;
                out[family.start as usize..family.end as usize].fill(*factor);
            }
        }
        Ok(out)
    }
}

//! Orders the best hits: by score with the factors of trees, boosted hits first, and ties by id.
use super::boost::Boosted;
use super::scale::Scale;
use super::Run;
use crate::error::Result;
use crate::matches::Matches;
use crate::plan::{Hit, Request};
use crate::record::ChunkRef;
use crate::work::{spend, RECORD};

/// The hits with the highest scores, and all hits that tie with the last of them.
pub(super) struct First {
    limit: usize,
    hits: Vec<Hit>,
    /// Hits with a lower score are left out.
    lowest: f64,
    highest: f64,
    /// How many hits are collected before those below the lowest are removed again.
    room: usize,
}

impl First {
    pub(super) fn new(limit: usize) -> Self {
        First { limit, hits: Vec::new(), lowest: f64::NEG_INFINITY, highest: 0.0, room: limit.saturating_mul(2) }
    }

    pub(super) fn offer(&mut self, hit: Hit) {
        if hit.score < self.lowest || self.limit == 0 {
            return;
        }
        self.highest = self.highest.max(hit.score);
        self.hits.push(hit);
        if self.hits.len() >= self.room {
            self.cut();
            self.room = self.hits.len() + self.hits.len().max(self.limit);
        }
    }

    fn cut(&mut self) {
        if self.hits.len() > self.limit {
            self.lowest = self.hits.select_nth_unstable_by(self.limit - 1, |a, b| b.score.total_cmp(&a.score)).1.score;
            self.hits.retain(|hit| hit.score >= self.lowest);
        }
    }

    pub(super) fn in_order(mut self) -> Vec<Hit> {
        self.cut();
        self.hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.hits
    }
}

impl Run<'_> {
    /// The best hits. Ties are in the order of their ids where that matters. A boosted hit gains half of the highest
    /// score of all hits for each level, so that it comes before hits of a lower level.
    #[inline(never)]
    pub(super) fn top(
        &self,
        found: &[Matches],
        boosted: &Boosted,
        scale: &Scale,
        request: &Request,
    ) -> Result<Vec<Hit>> {
        let mut first = First::new(request.limit);
        let mut raised = Vec::new();
        for (index, matches) in found.iter().enumerate() {
            spend(matches.len())?;
            let mut scaled = scale.of_segment(index);
            let mut boosted: Vec<(u32, u8)> = boosted[index].iter().map(|(chunk, level)| (*chunk, *level)).collect();
            boosted.sort_unstable();
            let mut boosted = boosted.into_iter().peekable();
            for entry in matches {
                let score = scaled(entry);
                let hit = Hit { score, base: score, at: ChunkRef(index as u32, entry.chunk) };
                while boosted.next_if(|(chunk, _)| *chunk < entry.chunk).is_some() {}
                match boosted.next_if(|(chunk, _)| *chunk == entry.chunk) {
                    Some((_, level)) => raised.push((hit, level)),
                    None => first.offer(hit),
                }
            }
        }
        let highest = first.highest.max(raised.iter().map(|(hit, _)| hit.score).fold(0.0, f64::max));
        // A boosted hit may have any place by its base score, so each one can move the cut by one place. The first hit
        // says which words a relaxed query lacks.
        let boosts = raised.len();
        let ids_decide = |from: usize, to: usize| match request.cut {
            Some(cut) => from <= boosts || to > request.limit || ((from - boosts) / cut.max(1) + 1) * cut < to,
            None => true,
        };
        for (hit, level) in raised {
            first.offer(Hit { score: hit.score + highest * f64::from(level) / 2.0, ..hit });
        }
        let hits = first.in_order();
        let limit = request.limit.min(hits.len());
        let mut out = Vec::with_capacity(limit);
        for tied in hits.chunk_by(|a, b| a.score == b.score) {
            if tied.len() == 1 || !ids_decide(out.len(), out.len() + tied.len()) {
                out.extend_from_slice(tied);
            } else {
                out.extend(self.by_id(tied, limit - out.len())?);
            }
        }
        Ok(out)
    }

    /// The first `room` of hits with the same score, by id. The host compares ids by UTF-16 units.
    pub(super) fn by_id(&self, tied: &[Hit], room: usize) -> Result<Vec<Hit>> {
        spend(tied.len())?;
        if tied.len() <= 1 {
            return Ok(tied[..room.min(tied.len())].to_vec());
        }
        let index = tied[0].at.0;
        if tied.iter().all(|hit| hit.at.0 == index) && self.segments()[index as usize].is_ordered_by_document()? {
            return self.by_document(tied, room);
        }
        let mut named: Vec<(Vec<u16>, Hit)> = Vec::with_capacity(room);
        for index in 0..self.segments().len() as u32 {
            let here: Vec<Hit> = tied.iter().filter(|hit| hit.at.0 == index).copied().collect();
            for hit in self.first_documents(here, room)? {
                spend(RECORD)?;
                named.push((self.reader.chunk_id(hit.at)?.encode_utf16().collect(), hit));
            }
        }
        named.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(named.into_iter().take(room).map(|(_, hit)| hit).collect())
    }

    /// The same, for hits of one segment in which all chunks of a document come before those of the next. The chunks'
    /// own ids matter only where several hits belong to one document.
    fn by_document(&self, tied: &[Hit], room: usize) -> Result<Vec<Hit>> {
        let segment = &self.segments()[tied[0].at.0 as usize];
        let documents = segment.documents()?;
        let places = segment.by_id()?;
        let place = |hit: &Hit| places[documents[hit.at.1 as usize] as usize];
        let mut hits = tied.to_vec();
        hits.sort_by_key(place);
        let mut out = Vec::with_capacity(room);
        for of_document in hits.chunk_by(|a, b| place(a) == place(b)) {
            if out.len() >= room {
                break;
            }
            if of_document.len() == 1 {
                out.push(of_document[0]);
                continue;
            }
            let mut named: Vec<(Vec<u16>, Hit)> = Vec::with_capacity(of_document.len());
            for hit in of_document {
                spend(RECORD)?;
                named.push((self.reader.chunk_id(hit.at)?.encode_utf16().collect(), *hit));
            }
            named.sort_by(|a, b| a.0.cmp(&b.0));
            out.extend(named.into_iter().map(|(_, hit)| hit));
        }
        out.truncate(room);
        Ok(out)
    }

    /// Takes the hits of one segment, and returns all hits in the documents with the first ids, at least `room`. The
    /// other hits come later, because chunks of a later document have later ids. The exception is a document whose id
    /// continues that of an earlier one (`a` and `a b`, because ` ` < `#`).
    fn first_documents(&self, mut hits: Vec<Hit>, room: usize) -> Result<Vec<Hit>> {
        let Some(index) = hits.first().map(|hit| hit.at.0 as usize).filter(|_| hits.len() > room) else {
            return Ok(hits);
        };
        let segment = &self.segments()[index];
        let documents = segment.documents()?;
        let places = segment.by_id()?;
        let place = |hit: &Hit| places[documents[hit.at.1 as usize] as usize];
        hits.sort_by_key(place);
        let last = self.reader.document_id(hits[room - 1].at)?;
        let mut start = last.clone();
        for of_document in hits[..room].chunk_by(|a, b| place(a) == place(b)) {
            spend(RECORD)?;
            let id = self.reader.document_id(of_document[0].at)?;
            if last.starts_with(&id) {
                start = id;
                break;
            }
        }
        let mut end = room;
        while end < hits.len()
            && (place(&hits[end]) == place(&hits[end - 1])
                || self.reader.document_id(hits[end].at)?.starts_with(&start))
        {
            spend(RECORD)?;
            end += 1;
        }
        hits.truncate(end);
        Ok(hits)
    }
}

//! Several topics in one request: the best chunk of each, and the documents that a query of filters lists.
use super::boost::DOCUMENT;
use super::scale::Scale;
use super::sought::Marks;
use super::{Answered, Run};
use crate::error::Result;
use crate::matches::{count, Match, Matches};
use crate::plan::{Hit, Node, Part, Request};
use crate::record::ChunkRef;
use crate::work::spend;

/// The level of a topic's best chunk: above all that a query names.
pub(super) const TOPIC: u8 = DOCUMENT + 2;

pub(super) struct Topic {
    pub(super) total: usize,
    pub(super) best: Option<ChunkRef>,
    /// What it marks beside the query that it is a part of.
    pub(super) marks: Marks,
}

impl Run<'_> {
    /// The topics of a request with the counts of their matches: its queries, or the parts of its only query if that is one `OR`.
    #[inline(never)]
    pub(super) fn topics(
        &self,
        request: &Request,
        parts: &[Answered],
        counts: &[usize],
        filters: &[Vec<Vec<bool>>],
        scale: &Scale,
    ) -> Result<Vec<Topic>> {
        let [only] = request.queries.as_slice() else {
            let queries = request.queries.iter().zip(parts).zip(counts);
            let topic = |((part, answered), total): ((&Part, &Answered), &usize)| {
                Ok(Topic { total: *total, ..self.topic(&part.query, &answered.matches, scale)? })
            };
            return queries.map(topic).collect();
        };
        let children = match &only.query {
            Node::Or(children) => children,
            Node::And(clauses) => match clauses.as_slice() {
                [Node::Or(children)] => children,
                _ => return Ok(Vec::new()),
            },
            _ => return Ok(Vec::new()),
        };
        let mut out = Vec::with_capacity(children.len());
        for child in children {
            let part = Part { query: child.clone(), all: true, about: Vec::new() };
            let (answered, marks) = self.answered(&part, filters, false)?;
            let topic = self.topic(&part.query, &answered.matches, scale)?;
            out.push(Topic { marks, ..topic });
        }
        Ok(out)
    }

    /// The best of a topic is the one that it would find first by itself. A topic without scores has none.
    fn topic(&self, query: &Node, matches: &[Matches], scale: &Scale) -> Result<Topic> {
        spend(count(matches))?;
        let boosted = self.boosted(std::iter::once(query), matches)?;
        let mut best: Vec<Hit> = Vec::new();
        let mut level = 0;
        for (index, matches) in matches.iter().enumerate() {
            let mut scaled = scale.of_segment(index);
            for entry in matches.iter().filter(|entry| entry.score > 0.0) {
                let score = scaled(entry);
                let own = boosted[index].get(&entry.chunk).copied().unwrap_or(0);
                let highest = best.first().map_or(0.0, |hit| hit.score);
                if own > level || (own == level && score > highest) {
                    best.clear();
                    level = own;
                } else if own < level || score < highest {
                    continue;
                }
                best.push(Hit { score, base: score, at: ChunkRef(index as u32, entry.chunk) });
            }
        }
        let best = if best.is_empty() { None } else { self.by_id(&best, 1)?.first().map(|hit| hit.at) };
        Ok(Topic { total: count(matches), best, marks: Marks::default() })
    }

    /// Replaces matches by the roots of their documents.
    #[inline(never)]
    pub(super) fn keep_roots(&self, found: &mut [Matches]) -> Result<()> {
        spend(count(found))?;
        for (segment, matches) in self.segments().iter().zip(found) {
            let roots = segment.roots()?;
            let documents = segment.documents()?;
            let mut seen: Vec<u32> = matches.iter().map(|entry| documents[entry.chunk as usize]).collect();
            seen.dedup();
            *matches = seen.iter().map(|at| Match::new(roots[*at as usize], 0.0, true)).collect();
        }
        Ok(())
    }
}

//! The candidates of a search by words and by meaning. The host fuses their scores.
use super::best::First;
use super::boost::Boosted;
use super::scale::Scale;
use super::{Answered, Clause, Found, Run};
use crate::error::{CoreError, Result};
use crate::matches::Matches;
use crate::plan::{Hit, MeaningOfHit, MeaningRequest, MeaningResponse, Request};
use crate::record::ChunkRef;
use crate::vectors::{model_of, Asked, Model, Row, Vectors};
use crate::work::{spend, WIDE};
use rustc_hash::FxHashMap;

/// How many products of a row one unit of work makes.
const PRODUCTS: usize = 128;
/// After how many rows the scan counts its work.
const ROWS: usize = 1024;

/// What a search by words found.
pub(super) struct Lexical<'a> {
    pub(super) found: &'a [Matches],
    pub(super) boosted: &'a Boosted,
    pub(super) scale: &'a Scale,
}

/// The vectors of a query.
struct Scan {
    model: Model,
    asked: Vec<Asked>,
}

impl Run<'_> {
    /// The candidates of both lists, then the further lexical matches.
    #[inline(never)]
    pub(super) fn by_meaning(
        &self,
        meaning: &MeaningRequest,
        request: &Request,
        parts: &[Answered],
        filters: &[Vec<Vec<bool>>],
        lexical: &Lexical,
    ) -> Result<(Vec<Hit>, MeaningResponse)> {
        let Lexical { found, boosted, scale } = lexical;
        let asked = meaning.vectors.iter().map(|vector| Asked::new(vector)).collect::<Result<Vec<_>>>()?;
        if asked.is_empty() {
            return Err(CoreError::request("a search by meaning without a vector"));
        }
        let scan = Scan { model: model_of(&meaning.model)?, asked };
        let all = 0..self.segments().len();
        let mut allowed = all.map(|index| self.allowed(index, parts, filters)).collect::<Result<Vec<_>>>()?;
        self.fold_allowed(&mut allowed, found)?;
        let near = self.nearest(&scan, &allowed, meaning.candidates)?;
        let by_words = self.best_by_words(found, boosted, meaning.candidates)?;
        let mut places: FxHashMap<ChunkRef, usize> = FxHashMap::default();
        let mut hits: Vec<Hit> = Vec::new();
        let mut of: Vec<MeaningOfHit> = Vec::new();
        for (list, is_near) in [(&by_words, false), (&near, true)] {
            for Hit { at, .. } in list {
                let place = *places.entry(*at).or_insert(hits.len());
                if place == hits.len() {
                    let (hit, candidate) = self.candidate(*at, &scan, lexical)?;
                    hits.push(hit);
                    of.push(candidate);
                }
                let candidate = &mut of[place];
                candidate.is_near |= is_near;
                candidate.is_lexical |= !is_near;
            }
        }
        if hits.len() < request.limit {
            let wanted = Request { limit: request.limit + hits.len(), cut: None, ..request.clone() };
            let further = self.top(found, boosted, scale, &wanted)?;
            hits.extend(further.into_iter().filter(|hit| !places.contains_key(&hit.at)));
            hits.truncate(request.limit);
        }
        Ok((hits, MeaningResponse { of, pending: self.pending(&scan.model)? }))
    }

    fn candidate(
        &self,
        at: ChunkRef,
        scan: &Scan,
        Lexical { found, boosted, scale }: &Lexical,
    ) -> Result<(Hit, MeaningOfHit)> {
        let segment = at.0 as usize;
        let matched = found[segment].binary_search_by_key(&at.1, |entry| entry.chunk).ok();
        let lex = matched.map(|place| found[segment][place].score);
        let scale = scale.of(at);
        let score = lex.unwrap_or(0.0) * scale;
        let cosine = match self.vectors_of(segment, scan)? {
            Some(vectors) => vectors.cosine(at.1, &scan.asked),
            None => None,
        };
        let level = boosted[segment].get(&at.1).copied().unwrap_or(0);
        let of = MeaningOfHit { lex, cosine, is_lexical: false, is_near: false, scale, level };
        Ok((Hit { score, base: score, at }, of))
    }

    /// The best by words before factors and boosts, and all that a boost raises.
    fn best_by_words(&self, found: &[Matches], boosted: &Boosted, limit: usize) -> Result<Vec<Hit>> {
        let mut first = First::new(limit);
        let mut raised = Vec::new();
        for (index, matches) in found.iter().enumerate() {
            spend(matches.len())?;
            for entry in matches {
                let hit = Hit { score: entry.score, base: entry.score, at: ChunkRef(index as u32, entry.chunk) };
                if boosted[index].contains_key(&entry.chunk) {
                    raised.push(hit);
                }
                first.offer(hit);
            }
        }
        let mut hits = self.first_in_order(first, limit)?;
        raised.retain(|hit| !hits.iter().any(|other| other.at == hit.at));
        raised.sort_by_key(|hit| hit.at);
        hits.extend(raised);
        Ok(hits)
    }

    /// The allowed chunks with the highest cosines.
    fn nearest(&self, scan: &Scan, allowed: &[Vec<bool>], limit: usize) -> Result<Vec<Hit>> {
        let mut first = First::new(limit);
        for (index, allowed) in allowed.iter().enumerate() {
            let Some(vectors) = self.vectors_of(index, scan)? else { continue };
            let cost = scan.asked.iter().map(|asked| asked.dimensions.div_ceil(PRODUCTS)).sum::<usize>();
            for (number, rows) in allowed.chunks(ROWS).enumerate() {
                spend(rows.iter().filter(|allowed| **allowed).count() * cost)?;
                let from = number * ROWS;
                for chunk in (from..).zip(rows).filter(|(_, allowed)| **allowed).map(|(chunk, _)| chunk as u32) {
                    if let Some(score) = vectors.cosine(chunk, &scan.asked) {
                        first.offer(Hit { score, base: score, at: ChunkRef(index as u32, chunk) });
                    }
                }
            }
        }
        self.first_in_order(first, limit)
    }

    /// Which chunks of a segment may be found by meaning: live ones that pass the filters and hold everything that any of
    /// the queries insists on.
    fn allowed(&self, index: usize, parts: &[Answered], filters: &[Vec<Vec<bool>>]) -> Result<Vec<bool>> {
        let segment = &self.segments()[index];
        let size = segment.size() as usize;
        spend(size / WIDE * (1 + filters.len() + parts.len()))?;
        let mut out = vec![parts.is_empty(); size];
        for part in parts {
            let mut held: Option<Vec<bool>> = None;
            for clause in &part.clauses {
                let Some(strict) = self.strict(clause, part.all, index, size)? else { continue };
                match &mut held {
                    Some(held) => held.iter_mut().zip(&strict).for_each(|(held, strict)| *held &= strict),
                    None => held = Some(strict),
                }
            }
            match held {
                Some(held) => out.iter_mut().zip(held).for_each(|(out, held)| *out |= held),
                None => out.fill(true),
            }
        }
        for passing in filters {
            out.iter_mut().zip(&passing[index]).for_each(|(out, passes)| *out &= passes);
        }
        let deleted = segment.deleted()?;
        out.iter_mut().zip(deleted).for_each(|(out, deleted)| *out &= !deleted);
        for echo in segment.echoes()? {
            out[*echo as usize] = false;
        }
        Ok(out)
    }

    /// The chunks that satisfy a clause. None for a word that only adds to scores.
    fn strict(&self, clause: &Clause, all: bool, index: usize, size: usize) -> Result<Option<Vec<bool>>> {
        let matches = match (&clause.found, &clause.word) {
            (Found::Passing(passing), _) => return Ok(Some(passing[index].clone())),
            (Found::Scored(matches), Some(word)) if word.must || (all && word.required) => &matches[index],
            (Found::Scored(_), Some(_)) => return Ok(None),
            (Found::Scored(matches), None) => &matches[index],
        };
        spend(matches.len())?;
        let mut out = vec![false; size];
        for entry in matches.iter().filter(|entry| entry.own || clause.word.is_some()) {
            out[entry.chunk as usize] = true;
        }
        Ok(Some(out))
    }

    /// The vectors of a segment, if they are of the query's model.
    fn vectors_of(&self, index: usize, scan: &Scan) -> Result<Option<&Vectors>> {
        let vectors = self.segments()[index].vectors()?.filter(|vectors| vectors.model == scan.model);
        match vectors {
            Some(vectors) if scan.asked.iter().any(|asked| asked.dimensions != vectors.dimensions) => {
                Err(CoreError::request("a query's vector has other dimensions than those of the index"))
            }
            _ => Ok(vectors),
        }
    }

    /// How many live chunks have no vector although they have text.
    fn pending(&self, model: &Model) -> Result<usize> {
        let mut out = 0;
        for segment in self.segments() {
            spend(segment.size() as usize / WIDE)?;
            let vectors = segment.vectors()?.filter(|vectors| vectors.model == *model);
            let is_pending = |chunk: &u32| vectors.is_none_or(|vectors| vectors.row(*chunk) == Row::Pending);
            out += segment.live()?.filter(is_pending).count();
        }
        Ok(out)
    }

    /// The first `limit` hits. Ids decide between equal scores.
    fn first_in_order(&self, first: First, limit: usize) -> Result<Vec<Hit>> {
        let hits = first.in_order();
        let mut out = Vec::with_capacity(limit.min(hits.len()));
        for tied in hits.chunk_by(|a, b| a.score == b.score) {
            let room = limit - out.len();
            match tied {
                [only] if room > 0 => out.push(*only),
                _ if room > 0 => out.extend(self.by_id(tied, room)?),
                _ => break,
            }
        }
        Ok(out)
    }
}

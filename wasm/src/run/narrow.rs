//! Narrows a search to the chunks that can be among the best, as MaxScore does (Turtle and Flood, 1995). First, it reads only
//! the words that find chunks. They bound what each chunk can score. Then it scores some documents that are likely the
//! best ones. Everything else it reads and scores only where a bound reaches their scores. What comes first, and its
//! scores, are the same as without it.
use super::best::First;
use super::clauses::Clauses;
use super::clauses::{apart, typed_word, Typed};
use super::combine::Combined;
use super::document::{other_sections, MAX_OTHERS, WHOLE};
use super::explain::Steps;
use super::neighbours::{most_of_pair, most_of_query};
use super::reading::{Documents, Reading};
use super::scale::Scale;
use super::sought::Marks;
use super::verbatim::{signed_words, MAX_DOCUMENTS};
use super::word_sets::{share, WordSet, WordSets};
use super::{feedback, Answered, BareWord, Clause, Run};
use crate::error::Result;
use crate::matches::{count, skip, within, Match, Matches};
use crate::plan::{Highlight, Hit, Node, Part, Request};
use crate::reader::OpenSegment;
use crate::record::ChunkRef;
use crate::terms::SATURATED;
use crate::work::spend;
use std::ops::Range;

/// The documents of so many times as many matches as are asked for are looked at first.
const LIKELY: usize = 2;
/// Rounding may make a bound too low by less than this.
const SLACK: f64 = 1.0 + 1e-9;

/// The scores that matches have to reach.
pub(super) struct Lowest<'r> {
    scale: &'r Scale,
    /// With factors: that of the last match that is asked for.
    scaled: f64,
    /// Without factors: that of the last document that feedback reads.
    plain: f64,
    /// What feedback can add.
    by_feedback: f64,
    /// The matches that can reach the scores, by segment. Their score is what titles and neighbours add.
    reaching: Vec<Matches>,
    /// Chunks that the query may name, by segment. They come first with any score.
    named: Vec<Vec<u32>>,
    /// Whether all matches of the documents that are read count, because feedback reads their other sections too.
    keeps_all: bool,
}

/// What a query finds by the words that find chunks.
struct Found<'r> {
    part: &'r Part,
    filters: &'r [Vec<Vec<bool>>],
    clauses: Vec<Clause>,
    matches: Vec<Matches>,
    /// What they can score, by their kind.
    most: MostOfSets,
    /// The scores of documents over all their text.
    whole: Vec<Vec<f64>>,
}

/// A document with the most that its matches can score, and what that is multiplied by.
struct Bounded {
    chunks: Range<u32>,
    plain: f64,
    factor: f64,
    /// The most that its best match gains from the whole document and from the other sections.
    gain: f64,
    /// What its best match scores at least.
    best: f64,
}

impl Bounded {
    /// The most that a match gains that scores so much at most by its words.
    fn gain(&self, by_words: f64) -> f64 {
        self.gain * if self.best > 0.0 { (by_words / self.best).min(1.0) } else { 1.0 }
    }
}

/// A match that may be among the best.
struct Candidate {
    entry: Match,
    /// The most that it scores without titles and neighbours, and what that is multiplied by.
    most: f64,
    factor: f64,
    /// What titles add, once it is known.
    titles: f64,
}

/// The matches without scores.
fn unscored(candidates: &[Candidate]) -> Matches {
    candidates.iter().map(|candidate| Match { score: 0.0, ..candidate.entry }).collect()
}

impl Found<'_> {
    /// The documents of a segment that can reach the scores or are named, and those of their matches that can reach them,
    /// without what titles and neighbours add.
    fn candidates(
        &self,
        matches: &[Match],
        documents: Vec<Bounded>,
        lowest: &Lowest,
        named: &[u32],
    ) -> (Vec<Range<u32>>, Vec<Candidate>) {
        let (mut kept, mut candidates) = (Vec::new(), Vec::new());
        let mut rest = matches;
        for document in documents {
            let factor = document.factor;
            if lowest.is_reached(document.plain, factor) {
                rest = &rest[skip(rest, document.chunks.start)..];
                let (entries, further) = rest.split_at(skip(rest, document.chunks.end));
                rest = further;
                for entry in entries {
                    let by_words = self.most.by_words(entry);
                    let most = by_words + document.gain(by_words);
                    if lowest.is_reached(most + self.most.beside(entry), factor) {
                        candidates.push(Candidate { entry: *entry, most, factor, titles: 0.0 });
                    }
                }
            } else if !names(named, &document.chunks) {
                continue;
            }
            kept.push(document.chunks);
        }
        (kept, candidates)
    }
}

impl Run<'_> {
    /// Evaluates the only query of a request, without chunks that cannot be among the best. None if all matches have to be
    /// looked at.
    #[inline(never)]
    pub(super) fn narrowed(&self, filters: &[Vec<Vec<bool>>], request: &Request) -> Result<Option<(Answered, Marks)>> {
        let [part] = request.queries.as_slice() else { return Ok(None) };
        // Which edition of a page leads depends on all words.
        let has_pages = self.folding.as_ref().is_some_and(|folding| folding.has_pages());
        if has_pages || self.chunks() < self.reader.narrows_from || !self.is_narrowable(part, request) {
            return Ok(None);
        }
        let Clauses { list: clauses, marks } = self.clauses(&part.query, Reading::Counted)?;
        let combined = self.combine(&clauses, filters, false)?.folded(self)?;
        let Some(whole) = self.whole_documents(&clauses, &combined.matches)? else {
            // An answer without matches says what each filter removes. Nothing of this is kept.
            self.held.set(0);
            return Ok(None);
        };
        let Combined { matches, full, sets } = combined;
        let count = count(&matches);
        let most = MostOfSets::new(&clauses, &sets, self.stemmers.len());
        let found = Found { part, filters, clauses, matches, most, whole };
        let steps = Steps::default();
        if !found.clauses.iter().any(|clause| clause.word.as_ref().is_some_and(|word| word.unread)) {
            let Found { clauses, matches, whole, .. } = found;
            let matches = self.scored(part, &clauses, matches, Some(&whole), None, None)?;
            return Ok(Some((Answered { clauses, all: false, matches, count, full, steps }, marks)));
        }
        let (Clauses { list: clauses, marks: further }, matches) = if count < self.reader.narrows_from {
            let chunks = found.matches.iter().map(|matches| matches.iter().map(|entry| entry.chunk));
            self.read_within(&found, self.documents_of(chunks)?, None)?
        } else {
            let scale = self.scale(request)?;
            let (likely, bounded) = self.bounds(&found, request, &scale)?;
            let mut lowest = self.lowest(&found, &likely, request, &scale)?;
            let documents;
            (documents, lowest.reaching) = self.within_reach(&found, &lowest, bounded)?;
            self.read_within(&found, documents, Some(lowest))?
        };
        let mut highlight = Highlight::default();
        highlight.mark(marks);
        highlight.mark(further);
        let marks = Marks { highlight, stop_terms: Vec::new() };
        Ok(Some((Answered { clauses, all: false, matches, count, full, steps }, marks)))
    }

    /// The documents of chunks, which are given by segment and ascend.
    fn documents_of<C: IntoIterator<Item = u32>>(&self, chunks: impl Iterator<Item = C>) -> Result<Documents> {
        let of_segment = |(segment, chunks): (&OpenSegment, C)| {
            let mut ranges: Vec<Range<u32>> = Vec::new();
            for chunk in chunks {
                if ranges.last().is_none_or(|last| last.end <= chunk) {
                    ranges.push(segment.document_chunks(segment.document_of(chunk)?)?);
                }
            }
            Ok(ranges)
        };
        self.segments().iter().zip(chunks).map(of_segment).collect()
    }

    /// Whether a request asks for the best matches alone, and their scores can be bounded.
    fn is_narrowable(&self, part: &Part, request: &Request) -> bool {
        let asks_for_all = request.roots || request.facets || request.explain || request.topics || request.limit == 0;
        if asks_for_all || request.meaning.is_some() || part.all || !part.about.is_empty() {
            return false;
        }
        let children = part.query.parts();
        let words: Vec<Typed> = children.iter().filter_map(typed_word).collect();
        let mut others = children.iter().filter(|child| typed_word(child).is_none());
        // A word in camel case may count what its parts count, which only their places tell.
        let is_bounded = |word: &Typed| {
            let mut texts = vec![word.text];
            if let Node::Any(synonyms) | Node::Forms(synonyms, _) = word.node {
                texts.extend(synonyms.iter().map(|(_, text)| text.as_str()));
            }
            texts.iter().flat_map(|text| self.analyse(text)).flatten().all(|word| word.parts.is_empty())
        };
        let finds =
            |word: &Typed| apart(word).iter().any(|text| self.is_required(text.as_deref().unwrap_or(word.text)));
        others.all(|child| matches!(child, Node::Filter(_) | Node::Not(_)))
            && words.iter().all(is_bounded)
            && words.iter().any(finds)
    }

    /// Documents that are likely among the best, and all documents with their bounds, by segment.
    fn bounds(&self, found: &Found, request: &Request, scale: &Scale) -> Result<(Documents, Vec<Vec<Bounded>>)> {
        let read = read_by_feedback(request);
        let (mut best, mut best_documents) = (First::new(request.limit), First::new(read));
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, (segment, matches)) in self.segments().iter().zip(&found.matches).enumerate() {
            spend(2 * matches.len())?;
            let documents = segment.documents()?;
            let mut factor = scale.of_segment(index);
            let hit = |score: f64, base: f64, chunk: u32| Hit { score, base, at: ChunkRef(index as u32, chunk) };
            let mut of_segment = Vec::new();
            let mut by_words = Vec::new();
            for entries in matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
                let document = documents[entries[0].chunk as usize] as usize;
                let factor = factor(&Match { score: 1.0, ..entries[0] });
                let whole = WHOLE * found.whole[index][document];
                by_words.clear();
                by_words.extend(entries.iter().map(|entry| found.most.by_words(entry)));
                let least_best = entries.iter().map(|entry| entry.score).fold(0.0, f64::max);
                let most_best = by_words.iter().copied().fold(0.0, f64::max);
                // The document's other sections may add nothing, or as much as if all were as good as the best.
                let mut bounded = Bounded {
                    chunks: segment.document_chunks(document)?,
                    plain: 0.0,
                    factor,
                    gain: whole + MAX_OTHERS * most_best,
                    best: least_best,
                };
                let times = 1.0 + whole / most_best.max(f64::MIN_POSITIVE);
                let mut highest = hit(0.0, 0.0, entries[0].chunk);
                for (entry, by_words) in entries.iter().zip(&by_words) {
                    let most = by_words + bounded.gain(*by_words) + found.most.beside(entry);
                    bounded.plain = bounded.plain.max(most);
                    let least = entry.score * times;
                    best.offer(hit(least * factor, least, entry.chunk));
                    if least > highest.base {
                        highest = hit(least, least, entry.chunk);
                    }
                }
                best_documents.offer(highest);
                of_segment.push(bounded);
            }
            out.push(of_segment);
        }
        let best = best.in_order().into_iter().take(LIKELY * request.limit);
        let mut likely: Vec<Vec<u32>> = vec![Vec::new(); self.segments().len()];
        for Hit { at: ChunkRef(index, chunk), .. } in best.chain(best_documents.in_order().into_iter().take(read)) {
            likely[index as usize].push(chunk);
        }
        likely.iter_mut().for_each(|chunks| chunks.sort_unstable());
        Ok((self.documents_of(likely.into_iter())?, out))
    }

    /// The scores that matches have to reach: those of matches in these documents, as far as the words that were read say.
    fn lowest<'r>(&self, found: &Found, likely: &Documents, request: &Request, scale: &'r Scale) -> Result<Lowest<'r>> {
        let mut least: Vec<Matches> = Vec::with_capacity(likely.len());
        for (index, (matches, ranges)) in found.matches.iter().zip(likely).enumerate() {
            let mut matches = within(matches, ranges);
            let documents = self.segments()[index].documents()?;
            for entries in matches.chunk_by_mut(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
                let whole = WHOLE * found.whole[index][documents[entries[0].chunk as usize] as usize];
                let (_, others) = other_sections(entries.iter().map(|entry| entry.score));
                let best = entries.iter().map(|entry| found.most.by_words(entry)).fold(f64::MIN_POSITIVE, f64::max);
                entries.iter_mut().for_each(|entry| entry.score += (whole + others) * entry.score / best);
            }
            least.push(matches);
        }
        self.add_neighbours(&found.clauses, &mut least)?;
        self.add_heading_share(&found.clauses, &mut least)?;
        let read = read_by_feedback(request);
        let (mut best, mut best_documents) = (First::new(request.limit), First::new(read));
        for (index, (segment, matches)) in self.segments().iter().zip(&least).enumerate() {
            let documents = segment.documents()?;
            let mut scaled = scale.of_segment(index);
            let hit = |score: f64, chunk: u32| Hit { score, base: score, at: ChunkRef(index as u32, chunk) };
            matches.iter().for_each(|entry| best.offer(hit(scaled(entry), entry.chunk)));
            for entries in matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
                let highest = entries.iter().map(|entry| entry.score).fold(0.0, f64::max);
                best_documents.offer(hit(highest, entries[0].chunk));
            }
        }
        let last = |first: First, limit: usize| first.in_order().get(limit - 1).map_or(0.0, |hit| hit.score);
        let words = found.clauses.iter().filter_map(|clause| clause.word.as_ref());
        let weight: f64 = words.map(|word| word.idf).sum();
        let named = self.segments().iter().map(|segment| self.nameable(segment, &found.part.query));
        Ok(Lowest {
            scale,
            scaled: last(best, request.limit),
            plain: if read > 0 { last(best_documents, read) } else { f64::INFINITY },
            by_feedback: if read > 0 { feedback::SHARE * weight * SATURATED } else { 0.0 },
            reaching: Vec::new(),
            named: named.collect::<Result<_>>()?,
            keeps_all: request.feedback && !signed_words(&found.clauses).is_empty(),
        })
    }

    /// The matches that can reach the scores, and their documents and those that are named. What titles and neighbours add does
    /// not depend on the words that were not read, so it is computed for matches that reach the scores with the most of it.
    fn within_reach(
        &self,
        found: &Found,
        lowest: &Lowest,
        bounded: Vec<Vec<Bounded>>,
    ) -> Result<(Documents, Vec<Matches>)> {
        let mut documents = Vec::with_capacity(bounded.len());
        let mut candidates = Vec::with_capacity(bounded.len());
        for ((of_segment, matches), named) in bounded.into_iter().zip(&found.matches).zip(&lowest.named) {
            let (of_segment, of_documents) = found.candidates(matches, of_segment, lowest, named);
            documents.push(of_segment);
            candidates.push(of_documents);
        }
        let mut beside: Vec<Matches> = candidates.iter().map(|candidates| unscored(candidates)).collect();
        self.add_heading_share(&found.clauses, &mut beside)?;
        for (candidates, beside) in candidates.iter_mut().zip(&mut beside) {
            let mut titles = beside.iter();
            candidates.retain_mut(|candidate| {
                candidate.titles = titles.next().map_or(0.0, |entry| entry.score);
                let beside = candidate.titles + found.most.neighbours(&candidate.entry);
                lowest.is_reached(candidate.most + beside, candidate.factor)
            });
            *beside = unscored(candidates);
        }
        // Neighbours take longer than titles.
        self.add_neighbours(&found.clauses, &mut beside)?;
        for (candidates, beside) in candidates.iter().zip(&mut beside) {
            let mut candidates = candidates.iter();
            beside.retain_mut(|entry| {
                let Some(candidate) = candidates.next() else { return false };
                entry.score += candidate.titles;
                lowest.is_reached(candidate.most + entry.score, candidate.factor)
            });
        }
        for ((documents, reaching), named) in documents.iter_mut().zip(&beside).zip(&lowest.named) {
            let mut rest = reaching.as_slice();
            documents.retain(|chunks| {
                rest = &rest[skip(rest, chunks.start)..];
                rest.first().is_some_and(|entry| entry.chunk < chunks.end) || names(named, chunks)
            });
        }
        Ok((documents, beside))
    }

    /// Reads all words in these documents. Returns the clauses and the scored matches.
    fn read_within(
        &self,
        found: &Found,
        documents: Documents,
        lowest: Option<Lowest>,
    ) -> Result<(Clauses, Vec<Matches>)> {
        let Found { part, filters, .. } = found;
        let clauses = self.clauses_within(&part.query, &found.clauses, &documents)?;
        let Combined { matches, .. } = self.combine(&clauses.list, filters, false)?;
        let matches = self.scored(part, &clauses.list, matches, Some(&found.whole), lowest.as_ref(), None)?;
        Ok((clauses, matches))
    }
}

/// How many documents feedback reads at most.
fn read_by_feedback(request: &Request) -> usize {
    if request.feedback {
        MAX_DOCUMENTS
    } else {
        0
    }
}

impl Lowest<'_> {
    /// Whether a match can count that scores so much at most, before factors.
    fn is_reached(&self, most: f64, factor: f64) -> bool {
        (most + self.by_feedback) * factor * SLACK >= self.scaled || most * SLACK >= self.plain
    }

    /// Keeps the matches that can reach the scores, with their gains.
    pub(super) fn keep(&self, matches: &mut [Matches], gains: &mut [Vec<f64>]) {
        if self.keeps_all {
            return;
        }
        for (index, (matches, gains)) in matches.iter_mut().zip(gains).enumerate() {
            let mut factor = self.scale.of_segment(index);
            let mut reaching = self.reaching[index].as_slice();
            let mut kept = Vec::with_capacity(matches.len());
            for (entry, gain) in matches.iter().zip(gains.iter()) {
                reaching = &reaching[skip(reaching, entry.chunk)..];
                let reaches = |beside: &Match| {
                    let factor = factor(&Match { score: 1.0, ..*entry });
                    beside.chunk == entry.chunk && self.is_reached(entry.score + gain + beside.score, factor)
                };
                let is_kept = reaching.first().is_some_and(reaches);
                kept.push(is_kept || names(&self.named[index], &(entry.chunk..entry.chunk + 1)));
            }
            let mut is_kept = kept.iter();
            matches.retain(|_| is_kept.next().copied().unwrap_or(true));
            let mut is_kept = kept.iter();
            gains.retain(|_| is_kept.next().copied().unwrap_or(true));
        }
    }
}

/// Whether one of the chunks is named.
fn names(named: &[u32], chunks: &Range<u32>) -> bool {
    named.get(named.partition_point(|chunk| *chunk < chunks.start)).is_some_and(|chunk| *chunk < chunks.end)
}

/// What chunks with the same words can score at most.
struct MostOfSet {
    /// The score by the words that are read, times this and plus that, is the most by all words.
    times: f64,
    plus: f64,
    /// What neighbours can add.
    neighbours: f64,
    /// What titles can add.
    titles: f64,
}

/// Of chunks of which nothing is known.
const UNKNOWN: MostOfSet =
    MostOfSet { times: 0.0, plus: f64::INFINITY, neighbours: f64::INFINITY, titles: f64::INFINITY };

/// By the kind of matches.
struct MostOfSets(Vec<MostOfSet>);

impl MostOfSets {
    fn new(clauses: &[Clause], sets: &[WordSet], stemmers: usize) -> Self {
        let words: Vec<&BareWord> = clauses.iter().filter_map(|clause| clause.word.as_ref()).collect();
        let total = words.iter().map(|word| word.idf).sum::<f64>().max(f64::MIN_POSITIVE);
        let unread: f64 = words.iter().filter(|word| word.unread).map(|word| word.idf).sum();
        let bits = WordSets::new(clauses);
        let required: Vec<(u64, &BareWord)> =
            (0..).zip(&words).filter(|(_, word)| word.required).map(|(at, word)| (bits.bits_of(at), *word)).collect();
        let of_set = |set: &WordSet| {
            if set.share <= 0.0 {
                return UNKNOWN;
            }
            let held = |word: &&(u64, &BareWord)| set.bits & word.0 != 0;
            let pairs = required.windows(2).filter(|pair| pair.iter().all(|word| held(&word)));
            let pairs: f64 = pairs.map(|pair| most_of_pair(pair[0].1, pair[1].1)).sum();
            let titles: f64 = required.iter().filter(held).map(|(_, word)| word.idf).sum();
            let query = if set.has_required { most_of_query(&words) } else { 0.0 };
            let most = share(set.counted + unread, total);
            MostOfSet {
                times: most / set.share,
                plus: unread * SATURATED * most * set.gain(),
                neighbours: stemmers as f64 * (pairs + query),
                titles: stemmers as f64 * titles,
            }
        };
        MostOfSets(sets.iter().map(of_set).collect())
    }

    fn of(&self, entry: &Match) -> &MostOfSet {
        self.0.get(usize::from(entry.kind)).unwrap_or(&UNKNOWN)
    }

    fn neighbours(&self, entry: &Match) -> f64 {
        self.of(entry).neighbours
    }

    fn beside(&self, entry: &Match) -> f64 {
        let MostOfSet { neighbours, titles, .. } = self.of(entry);
        neighbours + titles
    }

    fn by_words(&self, entry: &Match) -> f64 {
        let MostOfSet { times, plus, .. } = self.of(entry);
        entry.score * times + plus
    }
}

//! Feedback: the terms that the best documents have in common add to the scores of chunks that hold them, and let other
//! chunks in. The host reads the text of those documents, because the index holds no text.
use super::best::First;
use super::verbatim::signed_words;
use super::words::scored;
use super::{Answered, Found, Run};
use crate::analyzer::{Analyzer, StemmerId};
use crate::error::Result;
use crate::matches::{union, Match, Matches};
use crate::plan::Hit;
use crate::reader::document_of;
use crate::record::ChunkRef;
use crate::schema::{Scope, TextField};
use crate::stop_words::is_stop_word;
use crate::terms::{idf, occurrences, Occurrence, K1};
use crate::work::{spend, LOOKUP, RECORD};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How many terms they give.
const TERMS: usize = 15;
/// The sum of the terms' weights, as a share of the query's.
pub(super) const SHARE: f64 = 0.2;
/// How much the length of a section counts, and which length counts as usual.
const B: f64 = 0.75;
const USUAL_LENGTH: f64 = 100.0;
/// A term in more than this share of the documents says nothing.
const COMMON: f64 = 0.1;
/// How many hits with the same score are compared by their ids directly.
const FEW: usize = 64;

/// The places of terms that were read to count them, by segment.
type Read = FxHashMap<String, BySegment>;
type BySegment = Vec<Vec<Occurrence>>;

/// A term that may be chosen, with the most that it can weigh.
struct Choice {
    term: String,
    /// What the sections give it, without its idf.
    held: f64,
    weight: f64,
    known: Known,
}

/// What the weight of a term rests on. Exact weights come last among equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Exact,
    Dictionary,
    Nothing,
}

impl Ord for Choice {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_weight = self.weight.total_cmp(&other.weight);
        by_weight.then(self.known.cmp(&other.known)).then_with(|| other.term.cmp(&self.term))
    }
}
impl PartialOrd for Choice {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Choice {}

impl Run<'_> {
    /// The best section of each of the best documents of a query, best first. None for a query without bare
    /// words, unless it has a phrase with signs.
    #[inline(never)]
    pub(super) fn best_sections(&self, part: &Answered, documents_wanted: usize) -> Result<Vec<Hit>> {
        let mut first = First::new(documents_wanted);
        if part.clauses.iter().all(|clause| clause.word.is_none()) && signed_words(&part.clauses).is_empty() {
            return Ok(Vec::new());
        }
        for (index, (segment, matches)) in self.segments().iter().zip(&part.matches).enumerate() {
            spend(matches.len())?;
            let documents = segment.documents()?;
            for of_document in matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
                let score = of_document.iter().map(|entry| entry.score).fold(0.0, f64::max);
                if score > 0.0 {
                    let root = segment.root_of(of_document[0].chunk)?;
                    first.offer(Hit { score, base: score, at: ChunkRef(index as u32, root) });
                }
            }
        }
        let hits = first.in_order();
        let mut out = Vec::with_capacity(documents_wanted);
        for tied in hits.chunk_by(|a, b| a.score == b.score) {
            let room = documents_wanted - out.len();
            if tied.len() > FEW {
                out.extend(self.by_id(tied, room)?);
            } else {
                out.extend(self.in_order_of_ids(tied.to_vec())?.into_iter().take(room));
            }
            if out.len() == documents_wanted {
                break;
            }
        }
        out.into_iter().map(|root| self.best_of_document(part, root)).collect()
    }

    fn in_order_of_ids(&self, hits: Vec<Hit>) -> Result<Vec<Hit>> {
        if hits.len() < 2 {
            return Ok(hits);
        }
        spend(hits.len() * RECORD)?;
        let named = hits.into_iter().map(|hit| Ok((self.reader.chunk_id(hit.at)?.encode_utf16().collect(), hit)));
        let mut named: Vec<(Vec<u16>, Hit)> = named.collect::<Result<_>>()?;
        named.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(named.into_iter().map(|(_, hit)| hit).collect())
    }

    fn best_of_document(&self, part: &Answered, root: Hit) -> Result<Hit> {
        let best = self.matches_of_document(part, root.at)?.iter().filter(|entry| entry.score == root.score);
        let best = best.map(|entry| Hit { at: ChunkRef(root.at.0, entry.chunk), ..root }).collect();
        Ok(self.in_order_of_ids(best)?.first().copied().unwrap_or(root))
    }

    /// The matches of the document that holds a chunk.
    pub(super) fn matches_of_document<'m>(&self, part: &'m Answered, at: ChunkRef) -> Result<&'m [Match]> {
        let ChunkRef(index, chunk) = at;
        let (segment, matches) = (&self.segments()[index as usize], &part.matches[index as usize]);
        let chunks = segment.document_chunks(segment.document_of(chunk)?)?;
        let from = matches.partition_point(|entry| entry.chunk < chunks.start);
        let until = matches.partition_point(|entry| entry.chunk < chunks.end);
        Ok(&matches[from..until])
    }

    /// Adds what the terms of these sections give, and the chunks that only these terms find. A section without its text
    /// gives nothing. `phrases` are those that the request asks for.
    #[inline(never)]
    pub(super) fn add_feedback(
        &self,
        part: &mut Answered,
        sections: &[(Hit, Option<&[u8]>)],
        filters: &[Vec<Vec<bool>>],
        phrases: &[Vec<String>],
    ) -> Result<()> {
        let words = part.clauses.iter().filter_map(|clause| clause.word.as_ref());
        let weight = SHARE * words.map(|word| word.idf).sum::<f64>();
        if weight <= 0.0 {
            return Ok(());
        }
        let mut read = Read::default();
        let terms = self.feedback_terms(part, sections, phrases, &mut read)?;
        let sum: f64 = terms.iter().map(|(_, weight)| weight).sum();
        if sum <= 0.0 {
            return Ok(());
        }
        let others = part.clauses.iter().any(|c| c.word.is_none() && matches!(c.found, Found::Scored(_)));
        for (index, segment) in self.segments().iter().enumerate() {
            let mut lists: Vec<Matches> = Vec::with_capacity(terms.len());
            for (term, of_term) in &terms {
                let factor = of_term * weight / sum;
                let found = match read.get_mut(term) {
                    Some(by_segment) => std::mem::take(&mut by_segment[index]),
                    None => occurrences(segment, &self.weights, Scope::All, term)?,
                };
                lists.push(scored(found, factor));
            }
            let gains = union(lists.iter().map(Vec::as_slice).collect());
            spend(gains.len() + part.matches[index].len())?;
            let enters = |gain: &Match| {
                let chunk = gain.chunk as usize;
                gain.own
                    && !part.all
                    && !others
                    && filters.iter().all(|passing| passing[index][chunk])
                    && part.clauses.iter().all(|clause| match (&clause.found, &clause.word) {
                        (Found::Passing(passing), _) => passing[index][chunk],
                        (Found::Scored(found), Some(word)) if word.must => {
                            found[index].binary_search_by_key(&gain.chunk, |entry| entry.chunk).is_ok()
                        }
                        _ => true,
                    })
            };
            let merged = merge(&part.matches[index], &gains, enters);
            part.matches[index] = merged;
        }
        Ok(())
    }

    /// The terms with the highest weights, before they are scaled.
    fn feedback_terms(
        &self,
        part: &Answered,
        sections: &[(Hit, Option<&[u8]>)],
        phrases: &[Vec<String>],
        read: &mut Read,
    ) -> Result<Vec<(String, f64)>> {
        let highest = sections.first().map_or(1.0, |(hit, _)| hit.score);
        let mut held: FxHashMap<String, f64> = FxHashMap::default();
        for (hit, text) in sections {
            let Some(text) = text else { continue };
            let (terms, length) = self.terms_of(hit.at, text)?;
            let norm = K1 * (1.0 - B + B * f64::from(length) / USUAL_LENGTH);
            for (term, frequency) in terms {
                let frequency = f64::from(frequency);
                *held.entry(term).or_default() += hit.score / highest * frequency / (frequency + norm);
            }
        }
        let asked = self.terms_asked(part, phrases);
        let says_something = |term: &str| {
            let language = StemmerId::by_byte(term.as_bytes()[0]).map_or("none", StemmerId::name);
            !asked.contains(term) && !term.contains(char::is_numeric) && !is_stop_word(language, &term[1..])
        };
        held.retain(|term, _| says_something(term));
        self.choose(held, read)
    }

    /// The terms of a section's title and body as indexed, and their number.
    fn terms_of(&self, at: ChunkRef, body: &[u8]) -> Result<(FxHashMap<String, u32>, u32)> {
        spend(body.len() / 4 + 2 * RECORD)?;
        let segment = &self.segments()[at.0 as usize];
        let root = segment.root_record(at.1)?;
        let mut terms: FxHashMap<String, u32> = FxHashMap::default();
        let mut length = 0;
        let Some(stemmer) = StemmerId::by_byte(document_of(&root)?.stemmer) else { return Ok((terms, length)) };
        let analyzer = Analyzer::shared(stemmer);
        for text in [segment.record(at.1)?.title.as_str(), &String::from_utf8_lossy(body)] {
            let mut tokens = analyzer.tokens(text);
            while tokens.advance() {
                length += 1;
                let term = &tokens.token().term;
                match terms.get_mut(term) {
                    Some(frequency) => *frequency += 1,
                    None => drop(terms.insert(term.clone(), 1)),
                }
            }
        }
        Ok((terms, length))
    }

    /// All terms that the query looks for.
    fn terms_asked(&self, part: &Answered, phrases: &[Vec<String>]) -> FxHashSet<String> {
        let forms = part.clauses.iter().flat_map(|clause| &clause.forms).flat_map(|form| form.terms.iter().cloned());
        let words = part.clauses.iter().filter_map(|clause| clause.word.as_ref());
        let accented = words.flat_map(|word| self.analyse(&word.text)).flatten().filter_map(|word| word.accented);
        forms.chain(accented).chain(phrases.iter().flatten().cloned()).collect()
    }

    /// The best terms. The exact weight of a term needs its postings, so ra looks at them only while the most that a
    /// term can weigh is enough.
    fn choose(&self, held: FxHashMap<String, f64>, read: &mut Read) -> Result<Vec<(String, f64)>> {
        let chunks = self.weights.chunks;
        let documents: u32 = self.segments().iter().map(|segment| segment.stats.documents).sum();
        let most = COMMON * f64::from(documents);
        let most_of = |held: f64, df: usize| held * idf(chunks, df.max(2));
        spend(held.len())?;
        let unknown =
            |(term, held): (String, f64)| Choice { weight: most_of(held, 2), term, held, known: Known::Nothing };
        let mut choices: BinaryHeap<Choice> = held.into_iter().map(unknown).collect();
        let mut out = Vec::with_capacity(TERMS);
        while out.len() < TERMS {
            let Some(choice) = choices.pop() else { break };
            match choice.known {
                Known::Exact => out.push((choice.term, choice.weight)),
                Known::Dictionary => {
                    let (df, in_documents) = self.spread_of(&choice.term, read)?;
                    if in_documents <= 1 || in_documents as f64 > most {
                        read.remove(&choice.term);
                    } else {
                        let weight = choice.held * idf(chunks, df);
                        choices.push(Choice { weight, known: Known::Exact, ..choice });
                    }
                }
                Known::Nothing => {
                    let weight = most_of(choice.held, self.least_frequency(&choice.term)?);
                    choices.push(Choice { weight, known: Known::Dictionary, ..choice });
                }
            }
        }
        Ok(out)
    }

    /// How many live chunks and documents hold the term. The reader remembers it, because the same terms come up often.
    fn spread_of(&self, term: &str, read: &mut Read) -> Result<(usize, usize)> {
        spend(LOOKUP)?;
        let asked = (self.weights.counted(Scope::All), term.to_owned());
        if let Some(known) = self.reader.held_by.borrow().get(&asked) {
            return Ok(*known);
        }
        let (found, lists) = self.counted(term)?;
        read.insert(term.to_owned(), lists);
        self.reader.held_by.borrow_mut().insert(asked, found);
        Ok(found)
    }

    fn counted(&self, term: &str) -> Result<((usize, usize), BySegment)> {
        let (mut chunks, mut of_documents) = (0, 0);
        let mut lists = Vec::with_capacity(self.segments().len());
        for segment in self.segments() {
            let found = occurrences(segment, &self.weights, Scope::All, term)?;
            let documents = segment.documents()?;
            let document = |chunk: u32| documents[chunk as usize];
            chunks += found.len();
            of_documents += found.chunk_by(|a, b| document(a.chunk) == document(b.chunk)).count();
            lists.push(found);
        }
        Ok(((chunks, of_documents), lists))
    }

    /// At least so many live chunks hold the term, as far as the dictionaries tell.
    fn least_frequency(&self, term: &str) -> Result<usize> {
        let mut out = 0;
        if self.weights.boost(TextField::Body) <= 0.0 {
            return Ok(out);
        }
        for segment in self.segments() {
            spend(LOOKUP)?;
            let inverted = segment.inverted(TextField::Body)?;
            let Some(info) = inverted.terms().get(term)? else {
                continue;
            };
            let deleted = segment.size().saturating_sub(segment.stats.chunks);
            out += info.doc_freq.saturating_sub(deleted) as usize;
        }
        Ok(out)
    }
}

/// Adds the gains to the matches, and the chunks that may enter.
fn merge(matches: &[Match], gains: &[Match], enters: impl Fn(&Match) -> bool) -> Matches {
    let mut out = Vec::with_capacity(matches.len() + gains.len());
    let mut gains = gains.iter().peekable();
    for entry in matches {
        while let Some(gain) = gains.next_if(|gain| gain.chunk < entry.chunk) {
            out.extend(enters(gain).then_some(*gain));
        }
        let gain = gains.next_if(|gain| gain.chunk == entry.chunk).map_or(0.0, |gain| gain.score);
        out.push(Match { score: entry.score + gain, ..*entry });
    }
    out.extend(gains.filter(|gain| enters(gain)));
    out
}

//! Evaluates a request and returns scored candidates, best first. `docs/ranking.md` has the formula. This file has the
//! order of the steps; the modules below have the steps themselves.
mod about;
mod answer;
mod best;
mod boost;
mod clauses;
mod combine;
mod document;
mod evaluate;
mod explain;
mod feedback;
mod filters;
mod fold;
mod heading;
pub(crate) mod known_forms;
mod leaf;
mod meaning;
mod narrow;
mod neighbours;
mod reading;
mod scale;
mod sought;
mod topics;
mod unspaced;
mod verbatim;
mod weights;
mod word_sets;
mod words;

use self::answer::{documents_of, full_matches, united_full};
use self::clauses::Clauses;
use self::combine::Combined;
use self::explain::Steps;
use self::fold::{among, Folding};
use self::leaf::HeldAs;
use self::meaning::Lexical;
use self::narrow::Lowest;
use self::reading::{Documents, Reading};
use self::sought::Marks;
use self::topics::TOPIC;
use crate::analyzer::StemmerId;
use crate::error::{Code, CoreError, Result};
use crate::matches::{count, union, within, Matches};
use crate::plan::{Highlight, Hit, MeaningResponse, Part, Request, Response};
use crate::reader::{OpenSegment, Reader};
use crate::record::ChunkRef;
use crate::terms::FieldWeights;
use crate::work::{spend, WIDE};
use std::cell::Cell;
use std::rc::Rc;

/// The matches of a part of the query, by segment.
enum Found {
    /// Scored chunks.
    Scored(Vec<Matches>),
    /// Conditions: whether each chunk passes.
    Passing(Vec<Vec<bool>>),
}

impl Found {
    /// What it takes to keep it or to go through it, in matches.
    fn size(&self) -> usize {
        match self {
            Found::Scored(segments) => count(segments),
            Found::Passing(segments) => segments.iter().map(Vec::len).sum::<usize>() / WIDE,
        }
    }
}

/// A child of the top-level AND.
struct Clause {
    found: Found,
    word: Option<BareWord>,
    /// Only set for a phrase.
    quoted: Option<Quoted>,
    /// The forms that the clause looked for. Only set for top-level clauses.
    forms: Vec<Form>,
}

impl Clause {
    /// What it is in these documents.
    fn within(&self, documents: &Documents) -> Self {
        let found = match &self.found {
            Found::Scored(segments) => {
                Found::Scored(segments.iter().zip(documents).map(|(matches, ranges)| within(matches, ranges)).collect())
            }
            Found::Passing(segments) => Found::Passing(segments.clone()),
        };
        Clause { found, word: self.word.clone(), quoted: self.quoted.clone(), forms: self.forms.clone() }
    }
}

/// A term in the form in which a clause looks for it.
#[derive(Clone)]
struct Form {
    /// The term. For a letter of an unspaced script, all pairs that start with it, which count as the same term.
    terms: Vec<String>,
    /// Damped, if it is not the typed term.
    idf: f64,
}

#[derive(Clone)]
struct BareWord {
    text: String,
    /// What was typed, of which it may be a part, and the number of that child of the top-level AND.
    typed: String,
    place: usize,
    /// The terms that it stands for, if it is the beginning of words, and none if its own term is only near to it.
    stands_for: Option<Rc<[String]>>,
    stop: bool,
    /// Whether it has the full weight. Only such words find chunks.
    required: bool,
    /// Whether each chunk has to match it.
    must: bool,
    /// Whether its matches are still to be read.
    unread: bool,
    /// Its share of the full weight.
    share: f64,
    /// What its scores and its idf are multiplied by: the share, and `n` of `^n`.
    factor: f64,
    /// Live chunks that hold the word itself.
    df: usize,
    /// How matches hold it, by their kinds.
    held_as: Vec<HeldAs>,
    /// The word's weight when ra measures how much of the query a chunk holds.
    idf: f64,
}

/// A phrase of the query.
#[derive(Clone)]
struct Quoted {
    text: String,
    idf: f64,
}

/// One of the queries of a request, evaluated.
struct Answered {
    clauses: Vec<Clause>,
    /// Whether a chunk must hold every required word.
    all: bool,
    /// Without those that cannot be among the best, if it was narrowed.
    matches: Vec<Matches>,
    /// How many matches there are.
    count: usize,
    /// The matches that hold every required word by its own term.
    full: Vec<Vec<u32>>,
    steps: Steps,
}

/// A search that has found its candidates. It may wait for the text of some sections.
pub(crate) struct Started {
    weights: FieldWeights,
    stemmers: Vec<StemmerId>,
    highlight: Highlight,
    request: Request,
    filters: Vec<Vec<Vec<bool>>>,
    parts: Vec<Answered>,
    sections: Vec<Sections>,
}

/// The sections of a part whose text says more than the index.
struct Sections {
    /// Those whose terms may find more.
    best: Vec<Hit>,
    /// Others in which words with signs may stand.
    next: Vec<Hit>,
}

impl Started {
    /// The sections whose text the search needs. Without it, the answer lacks what feedback adds.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = ChunkRef> + '_ {
        self.sections.iter().flat_map(|Sections { best, next }| best.iter().chain(next)).map(|hit| hit.at)
    }
}

/// Searches without feedback.
#[cfg(test)]
pub(crate) fn search(reader: &Reader, request: &Request) -> Result<Response> {
    finish(reader, start(reader, request.clone())?, &[])
}

/// The steps stay separate functions (`inline(never)`). A runtime optimises one function at a time, and Bun interprets
/// all other code while it works on a large one.
pub(crate) fn start(reader: &Reader, request: Request) -> Result<Started> {
    let run = Run::new(reader, &request)?.folding(&request)?;
    let filters = request.filters.iter().map(|filter| run.passing(filter)).collect::<Result<Vec<_>>>()?;
    let mut highlight = Highlight::default();
    let mut parts = Vec::with_capacity(request.queries.len());
    let mut sections = Vec::new();
    for part in &request.queries {
        let (answered, marks) = match run.narrowed(&filters, &request)? {
            Some(narrowed) => narrowed,
            None => run.answered(part, &filters, request.explain)?,
        };
        highlight.mark(marks);
        if request.feedback {
            sections.push(run.sections(&answered)?);
        }
        parts.push(answered);
    }
    let Run { weights, stemmers, .. } = run;
    Ok(Started { weights, stemmers, highlight, request, filters, parts, sections })
}

/// `texts` has the bodies of the wanted sections in their order; None where there is none.
pub(crate) fn finish(reader: &Reader, started: Started, texts: &[Option<Vec<u8>>]) -> Result<Response> {
    let Started { weights, stemmers, mut highlight, request, filters, mut parts, sections } = started;
    let run = Run::with(reader, weights, stemmers, request.fuzzy).folding(&request)?;
    let scale = run.scale(&request)?;
    // What feedback finds does not count.
    let counts: Vec<usize> = parts.iter().map(|part| part.count).collect();
    // The explanation and feedback need the matches of a part later.
    let keeps_parts = request.explain || !sections.is_empty();
    let mut found = run.united(&mut parts, keeps_parts)?;
    if parts.len() > 1 {
        let full = united_full(&parts);
        run.fold(&mut found, &|segment, entry| f64::from(full[segment].binary_search(&entry.chunk).is_ok()))?;
    }
    if request.roots {
        run.keep_roots(&mut found)?;
    }
    let total = match parts.as_slice() {
        [only] if !request.roots => only.count,
        _ => count(&found),
    };
    let full_matches = if request.roots { total } else { full_matches(&parts)? };
    let documents = if request.facets { Some(documents_of(reader, &found)?) } else { None };
    if sections.iter().any(|sections| !sections.best.is_empty()) {
        run.add_texts(&mut parts, &sections, texts, &filters, &highlight)?;
        let before = std::mem::replace(&mut found, run.united(&mut parts, keeps_parts)?);
        run.fold(&mut found, &among(&before))?;
    }
    let topics = if request.topics { run.topics(&request, &parts, &counts, &filters, &scale)? } else { Vec::new() };
    let mut boosted = run.boosted(request.queries.iter().map(|part| &part.query), &found)?;
    for best in topics.iter().filter_map(|topic| topic.best) {
        boosted[best.0 as usize].insert(best.1, TOPIC);
    }
    let lexical = Lexical { found: &found, boosted: &boosted, scale: &scale };
    let (hits, meaning) = run.hits(&request, &parts, &filters, &lexical)?;
    let missing = run.missing(&parts, &hits)?;
    let explained = if request.explain { run.explained(&parts, &hits, &scale)? } else { Vec::new() };
    let words = run.word_reports(&parts, total == 0)?;
    let removed = if total == 0 { run.removed(&parts, &filters)? } else { Vec::new() };
    let totals = topics.iter().map(|topic| topic.total).collect();
    topics.into_iter().for_each(|topic| highlight.mark(topic.marks));
    highlight.terms.sort_unstable();
    highlight.terms.dedup();
    Ok(Response {
        total,
        hits,
        full_matches,
        missing,
        topics: totals,
        highlight,
        words,
        removed,
        documents,
        explained,
        meaning,
    })
}

/// What finds the matches of one request. How it looks for a word is passed (`Look`), and what is to be
/// marked is returned.
struct Run<'a> {
    reader: &'a Reader,
    weights: FieldWeights,
    stemmers: Vec<StemmerId>,
    fuzzy: u8,
    /// How many matches the clauses found so far.
    held: Cell<usize>,
    /// None where each copy of a text is a match of its own.
    folding: Option<Folding<'a>>,
}

/// The most matches that the clauses of a request may find together. Each takes 16 bytes until the answer is made, and
/// the core has at most 4 GB.
const MAX_HELD: usize = 64_000_000;

impl<'a> Run<'a> {
    fn new(reader: &'a Reader, request: &Request) -> Result<Self> {
        let mut stemmers: Vec<StemmerId> = reader
            .segments
            .iter()
            .flat_map(|segment| segment.stats.stemmers.keys())
            .filter_map(|name| StemmerId::by_name(name))
            .collect();
        stemmers.sort_unstable();
        stemmers.dedup();
        let weights = FieldWeights::new(reader, &request.boosts)?;
        Ok(Run::with(reader, weights, stemmers, request.fuzzy))
    }

    fn with(reader: &'a Reader, weights: FieldWeights, stemmers: Vec<StemmerId>, fuzzy: u8) -> Self {
        Run { reader, weights, stemmers, fuzzy, held: Cell::new(0), folding: None }
    }

    /// The same with one place for each text, where the request wants it.
    fn folding(self, request: &Request) -> Result<Self> {
        Ok(Run { folding: self.folding_of(request)?, ..self })
    }

    /// Evaluates one query.
    #[inline(never)]
    fn answered(&self, part: &Part, filters: &[Vec<Vec<bool>>], explain: bool) -> Result<(Answered, Marks)> {
        let Clauses { list: clauses, marks } = self.clauses(&part.query, Reading::All)?;
        let Combined { matches, full, .. } = self.combine(&clauses, filters, part.all)?.folded(self)?;
        let whole = self.whole_documents(&clauses, &matches)?;
        let count = count(&matches);
        let mut steps = explain.then(Steps::default);
        let matches = self.scored(part, &clauses, matches, whole.as_deref(), None, steps.as_mut())?;
        let steps = steps.unwrap_or_default();
        Ok((Answered { clauses, all: part.all, matches, count, full, steps }, marks))
    }

    /// The matches with what they gain beside their words. `whole` has the scores of documents over all their text. Matches
    /// that cannot reach the lowest score that counts are left out.
    #[inline(never)]
    fn scored(
        &self,
        part: &Part,
        clauses: &[Clause],
        mut matches: Vec<Matches>,
        whole: Option<&[Vec<f64>]>,
        lowest: Option<&Lowest>,
        mut steps: Option<&mut Steps>,
    ) -> Result<Vec<Matches>> {
        let mut remember = |step: fn(&mut Steps) -> &mut Vec<Matches>, matches: &Vec<Matches>| {
            if let Some(steps) = &mut steps {
                step(steps).clone_from(matches);
            }
        };
        remember(|steps| &mut steps.words, &matches);
        let mut gains = self.document_gains(clauses, &matches, whole)?;
        if let Some(lowest) = lowest {
            lowest.keep(&mut matches, &mut gains);
        }
        self.add_neighbours(clauses, &mut matches)?;
        remember(|steps| &mut steps.neighbours, &matches);
        self.add_heading_share(clauses, &mut matches)?;
        remember(|steps| &mut steps.heading, &matches);
        add_all(&mut matches, &gains);
        self.add_about(&part.about, &mut matches)?;
        remember(|steps| &mut steps.document, &matches);
        Ok(matches)
    }

    /// Adds what the texts of sections say.
    fn add_texts(
        &self,
        parts: &mut [Answered],
        sections: &[Sections],
        texts: &[Option<Vec<u8>>],
        filters: &[Vec<Vec<bool>>],
        highlight: &Highlight,
    ) -> Result<()> {
        let mut texts = texts.iter().map(Option::as_deref);
        for (part, Sections { best, next }) in parts.iter_mut().zip(sections) {
            let read: Vec<_> = best.iter().chain(next).map(|hit| (*hit, texts.next().flatten())).collect();
            self.add_verbatim(part, &read)?;
            self.add_feedback(part, &read[..best.len()], filters, &highlight.phrases)?;
        }
        Ok(())
    }

    /// The best hits, and with a search by meaning what they begin with.
    fn hits(
        &self,
        request: &Request,
        parts: &[Answered],
        filters: &[Vec<Vec<bool>>],
        lexical: &Lexical,
    ) -> Result<(Vec<Hit>, Option<MeaningResponse>)> {
        match request.meaning.as_ref().filter(|_| !request.roots) {
            Some(meaning) => {
                let (hits, of) = self.by_meaning(meaning, request, parts, filters, lexical)?;
                Ok((hits, Some(of)))
            }
            None => Ok((self.top(lexical.found, lexical.boosted, lexical.scale, request)?, None)),
        }
    }

    /// Counts what a clause keeps in memory.
    fn hold(&self, found: Found) -> Result<Found> {
        self.held.set(self.held.get() + found.size());
        if self.held.get() > MAX_HELD {
            return Err(CoreError::new(Code::TooExpensive, "the answer takes too much memory"));
        }
        Ok(found)
    }

    fn segments(&self) -> &'a [OpenSegment] {
        &self.reader.segments
    }

    /// The matches of all parts. Those of an only part are taken, unless they are kept.
    fn united(&self, parts: &mut [Answered], keeps_parts: bool) -> Result<Vec<Matches>> {
        match parts {
            [only] if !keeps_parts => Ok(std::mem::take(&mut only.matches)),
            _ => self.unite(&parts.iter().map(|part| part.matches.as_slice()).collect::<Vec<_>>()),
        }
    }

    #[inline(never)]
    fn unite(&self, parts: &[&[Matches]]) -> Result<Vec<Matches>> {
        parts.iter().try_for_each(|part| spend(count(part)))?;
        let united =
            (0..self.segments().len()).map(|index| union(parts.iter().map(|part| part[index].as_slice()).collect()));
        Ok(united.collect())
    }
}

fn add_all(matches: &mut [Matches], gains: &[Vec<f64>]) {
    for (matches, gains) in matches.iter_mut().zip(gains) {
        matches.iter_mut().zip(gains).for_each(|(entry, gain)| entry.score += gain);
    }
}

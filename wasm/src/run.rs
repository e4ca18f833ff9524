//! Evaluates a request: candidates with scores, best first. `docs/ranking.md` states the formula this implements.
use crate::analyzer::{Analyzer, StemmerId, Word};
use crate::error::{CoreError, Result};
use crate::fuzzy::{allowed_distance, expansions, MAX_EXPANSIONS};
use crate::matches::{add_scores, best, intersect, union, Match, Matches};
use crate::plan::{Filter, Highlight, Hit, Node, Relaxation, Request, Response, WordReport};
use crate::reader::{ChunkRef, OpenSegment, Reader};
use crate::schema::{key, TextField};
use crate::stop_words::is_stop_word;
use crate::terms::{idf, occurrences, phrase_occurrences, saturate, FieldWeights, Occurrence, Scope};

/// Each edit of a fuzzy match multiplies its score by this.
pub const FUZZY_DAMPING: f64 = 0.4;
/// Two words of the query that stand side by side in its order count this share of their weight once more.
pub const PROXIMITY: f64 = 0.3;
/// Each word's best score within the document counts this share for all of the document's matching chunks.
pub const DOCUMENT_EVIDENCE: f64 = 0.15;
/// How strongly a relaxed score depends on the share of the words' weight that a chunk holds.
pub const COVERAGE: f64 = 0.4;
/// From so many required words on, a handful of chunks with all of them is too few.
const MANY_WORDS: usize = 5;
const FEW_CHUNKS: usize = 10;
/// Up to so many hits of one score, their ids are read from the stored chunks.
const FEW_TIES: usize = 200;

/// What a part of the query matches, by segment.
enum Found {
    /// Scored chunks.
    Scored(Vec<Matches>),
    /// Conditions: which chunks pass.
    Passing(Vec<Vec<bool>>),
}

/// A child of the top-level AND.
struct Clause {
    found: Found,
    word: Option<BareWord>,
}

struct BareWord {
    text: String,
    stop: bool,
    /// Live chunks that hold the word itself.
    df: usize,
    /// Its matches without fuzzy ones, where the index knows the word and both differ.
    exact: Option<Vec<Matches>>,
    /// The word's share in how much of a query a chunk covers.
    idf: f64,
}

struct Leaf {
    matches: Vec<Matches>,
    exact: Option<Vec<Matches>>,
    df: usize,
    idf: f64,
}

impl Leaf {
    fn empty(segments: usize) -> Self {
        Leaf { matches: vec![Vec::new(); segments], exact: None, df: 0, idf: 0.0 }
    }
}

/// One of the queries of a request, evaluated.
struct Answered {
    clauses: Vec<Clause>,
    matches: Vec<Matches>,
    relaxed: bool,
}

pub fn search(reader: &Reader, request: &Request) -> Result<Response> {
    let mut run = Run::new(reader, request)?;
    let filters = request.filters.iter().map(|filter| run.passing(filter)).collect::<Result<Vec<_>>>()?;
    let mut parts = Vec::with_capacity(request.queries.len());
    for part in &request.queries {
        let clauses = run.clauses(&part.query)?;
        let (mut matches, relaxed) = run.combine(&clauses, &filters, part.relax)?;
        run.add_proximity(&clauses, &mut matches)?;
        run.add_document_evidence(&clauses, &mut matches)?;
        parts.push(Answered { clauses, matches, relaxed });
    }
    let found = run.unite(parts.iter().map(|part| &part.matches));
    let total = found.iter().map(Vec::len).sum();
    let hits = run.top(&found, request)?;
    let relaxation = run.relaxation(&parts, &hits);
    let words = run.word_reports(&parts, total == 0)?;
    let removed = if total == 0 { run.removed(&parts, &filters)? } else { Vec::new() };
    let mut highlight = run.highlight;
    highlight.terms.sort_unstable();
    highlight.terms.dedup();
    let documents = if request.facets { Some(documents_of(reader, &found)?) } else { None };
    Ok(Response { total, hits, relaxation, highlight, words, removed, documents })
}

struct Run<'a> {
    reader: &'a Reader,
    weights: FieldWeights,
    stemmers: Vec<StemmerId>,
    fuzzy: u8,
    highlight: Highlight,
}

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
        let weights = FieldWeights::new(reader, &request.boosts);
        Ok(Run { reader, weights, stemmers, fuzzy: request.fuzzy, highlight: Highlight::default() })
    }

    fn segments(&self) -> &'a [OpenSegment] {
        &self.reader.segments
    }

    fn unite<'m>(&self, parts: impl Iterator<Item = &'m Vec<Matches>>) -> Vec<Matches> {
        let mut all: Vec<Matches> = vec![Vec::new(); self.segments().len()];
        for part in parts {
            for (so_far, matches) in all.iter_mut().zip(part) {
                *so_far = if so_far.is_empty() { matches.clone() } else { union(so_far, matches) };
            }
        }
        all
    }

    /// The children of the top-level AND, evaluated. Parts without a letter or digit ask for nothing and are left out; a query
    /// of nothing else matches nothing.
    fn clauses(&mut self, query: &Node) -> Result<Vec<Clause>> {
        let children = match query {
            Node::And(children) => children.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut clauses = Vec::with_capacity(children.len());
        for child in children {
            if let Some(text) = typed_word(child) {
                if let Some(leaf) = self.bare_word(child)? {
                    let word = BareWord { text: text.to_owned(), stop: self.is_stop(text), df: leaf.df, exact: leaf.exact, idf: leaf.idf };
                    clauses.push(Clause { found: Found::Scored(leaf.matches), word: Some(word) });
                }
            } else if let Some(found) = self.evaluate(child, Scope::All)? {
                clauses.push(Clause { found, word: None });
            }
        }
        if clauses.is_empty() && !children.is_empty() {
            clauses.push(Clause { found: Found::Scored(vec![Vec::new(); self.segments().len()]), word: None });
        }
        Ok(clauses)
    }

    fn is_stop(&self, text: &str) -> bool {
        let word = text.to_lowercase();
        self.stemmers.iter().any(|stemmer| is_stop_word(stemmer.name(), &word))
    }

    /// All required clauses, stop words as a bonus; relaxed when that leaves too little. Says whether it was relaxed.
    fn combine(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>], relax: bool) -> Result<(Vec<Matches>, bool)> {
        let words = |clause: &&Clause| clause.word.as_ref().is_some_and(|word| !word.stop);
        let required = clauses.iter().filter(words).count();
        let stops_optional = relax && clauses.iter().any(|clause| clause.word.as_ref().is_none_or(|word| !word.stop));
        let is_bonus = |clause: &Clause| stops_optional && clause.word.as_ref().is_some_and(|word| word.stop);
        let strict = self.conjunction(clauses, is_bonus, filters)?;
        let count = self.exact_count(clauses, is_bonus, &strict);
        let too_few = count == 0 || (required >= MANY_WORDS && count < FEW_CHUNKS);
        if !relax || required < 2 || !too_few {
            return Ok((strict, false));
        }
        Ok((self.relaxed(clauses, filters)?, true))
    }

    fn conjunction(&self, clauses: &[Clause], is_bonus: impl Fn(&Clause) -> bool, filters: &[Vec<Vec<bool>>]) -> Result<Vec<Matches>> {
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut scored: Option<Matches> = None;
            for clause in clauses.iter().filter(|clause| !is_bonus(clause)) {
                if let Found::Scored(matches) = &clause.found {
                    scored = Some(match scored {
                        None => matches[index].clone(),
                        Some(so_far) => intersect(&so_far, &matches[index]),
                    });
                }
            }
            let mut matches = match scored {
                Some(matches) => matches,
                None => self.everything(segment)?,
            };
            for clause in clauses {
                match &clause.found {
                    Found::Passing(passing) => matches.retain(|entry| passing[index][entry.chunk as usize]),
                    Found::Scored(bonus) if is_bonus(clause) => add_scores(&mut matches, &bonus[index]),
                    Found::Scored(_) => {}
                }
            }
            keep(&mut matches, filters, index);
            out.push(matches);
        }
        Ok(out)
    }

    /// Neighbouring words of the query, stop words left out, raise the chunks in which they are neighbours too.
    fn add_proximity(&self, clauses: &[Clause], matches: &mut [Matches]) -> Result<()> {
        let words: Vec<&BareWord> = clauses.iter().filter_map(|clause| clause.word.as_ref()).filter(|word| !word.stop).collect();
        for pair in words.windows(2) {
            if pair[0].df == 0 || pair[1].df == 0 || matches.iter().all(Vec::is_empty) {
                continue;
            }
            for terms in self.phrases(&format!("{} {}", pair[0].text, pair[1].text)) {
                for (segment, matches) in self.segments().iter().zip(matches.iter_mut()) {
                    let found = phrase_occurrences(segment, &self.reader.fields, &self.weights, Scope::All, &terms)?;
                    add_scores(matches, &scored(&found, PROXIMITY * (pair[0].idf + pair[1].idf)));
                }
            }
        }
        Ok(())
    }

    /// A document that speaks of the query's words in other sections speaks for the sections that match.
    fn add_document_evidence(&self, clauses: &[Clause], matches: &mut [Matches]) -> Result<()> {
        for (index, (segment, matches)) in self.segments().iter().zip(matches.iter_mut()).enumerate() {
            if matches.is_empty() {
                continue;
            }
            let roots = segment.roots(&self.reader.fields)?;
            let mut evidence = vec![0.0; roots.len()];
            for clause in clauses {
                let Found::Scored(found) = &clause.found else { continue };
                for_each_document(roots, &found[index], |document, entries| {
                    evidence[document] += entries.iter().map(|entry| entry.score).fold(0.0, f64::max);
                });
            }
            let plain = std::mem::take(matches);
            for_each_document(roots, &plain, |document, entries| {
                let raise = DOCUMENT_EVIDENCE * evidence[document];
                matches.extend(entries.iter().map(|entry| Match { score: entry.score + raise, ..*entry }));
            });
        }
        Ok(())
    }

    /// How many of the chunks that match hold the words themselves, so far as the index knows them, not their neighbours.
    fn exact_count(&self, clauses: &[Clause], is_bonus: impl Fn(&Clause) -> bool, strict: &[Matches]) -> usize {
        let exact: Vec<&Vec<Matches>> =
            clauses.iter().filter(|clause| !is_bonus(clause)).filter_map(|clause| clause.word.as_ref()?.exact.as_ref()).collect();
        let holds = |list: &Matches, chunk: u32| list.binary_search_by_key(&chunk, |entry| entry.chunk).is_ok();
        let all = |index: usize, chunk: u32| exact.iter().all(|segments| holds(&segments[index], chunk));
        let by_segment = strict.iter().enumerate();
        by_segment.map(|(index, matches)| matches.iter().filter(|entry| all(index, entry.chunk)).count()).sum()
    }

    /// Chunks with any of the words, scored by the sum over their words times a power of the share of the words' weight they hold.
    fn relaxed(&self, clauses: &[Clause], filters: &[Vec<Vec<bool>>]) -> Result<Vec<Matches>> {
        let total: f64 = clauses.iter().filter_map(|clause| clause.word.as_ref()).map(|word| word.idf).sum();
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut any: Matches = Vec::new();
            let mut covered: Matches = Vec::new();
            let mut stops: Vec<&Clause> = Vec::new();
            let mut fixed: Option<Matches> = None;
            for clause in clauses {
                match (&clause.found, &clause.word) {
                    (Found::Scored(_), Some(word)) if word.stop => stops.push(clause),
                    (Found::Scored(matches), Some(word)) => {
                        any = union(&any, &matches[index]);
                        covered = union(&covered, &weighing(&matches[index], word.idf));
                    }
                    (Found::Scored(matches), None) => {
                        fixed = Some(match fixed {
                            None => matches[index].clone(),
                            Some(so_far) => intersect(&so_far, &matches[index]),
                        });
                    }
                    (Found::Passing(_), _) => {}
                }
            }
            for clause in stops {
                if let (Found::Scored(matches), Some(word)) = (&clause.found, &clause.word) {
                    add_scores(&mut any, &matches[index]);
                    add_scores(&mut covered, &weighing(&matches[index], word.idf));
                }
            }
            for (entry, cover) in any.iter_mut().zip(&covered) {
                entry.score *= (cover.score / total.max(f64::MIN_POSITIVE)).powf(COVERAGE);
            }
            let mut matches = match fixed {
                Some(mut fixed) => {
                    add_scores(&mut fixed, &any);
                    fixed
                }
                None => any,
            };
            for clause in clauses {
                if let Found::Passing(passing) = &clause.found {
                    matches.retain(|entry| passing[index][entry.chunk as usize]);
                }
            }
            debug_assert!(matches.iter().all(|entry| entry.chunk < segment.size()));
            keep(&mut matches, filters, index);
            out.push(matches);
        }
        Ok(out)
    }

    /// All live chunks, without a score.
    fn everything(&self, segment: &OpenSegment) -> Result<Matches> {
        let deleted = segment.deleted(&self.reader.fields)?;
        let live = |chunk: &u32| deleted.is_empty() || !deleted[*chunk as usize];
        Ok((0..segment.size()).filter(live).map(|chunk| Match { chunk, score: 0.0, own: true }).collect())
    }

    fn evaluate(&mut self, node: &Node, scope: Scope) -> Result<Option<Found>> {
        Ok(match node {
            Node::Word(text) => self.word(text, scope)?.map(|leaf| Found::Scored(leaf.matches)),
            Node::Any(alternatives) => self.any(alternatives, scope)?.map(|leaf| Found::Scored(leaf.matches)),
            Node::Phrase(text) => self.phrase(text, scope)?.map(|leaf| Found::Scored(leaf.matches)),
            Node::Field(name, child) => {
                let field = TextField::parse(name).ok_or_else(|| CoreError::request(format!("unknown field {name}")))?;
                self.evaluate(child, Scope::Only(field))?
            }
            Node::Boost(factor, child) => self.evaluate(child, scope)?.map(|found| match found {
                Found::Scored(mut segments) => {
                    segments.iter_mut().flatten().for_each(|entry| entry.score *= factor);
                    Found::Scored(segments)
                }
                passing => passing,
            }),
            Node::Filter(filter) => Some(Found::Passing(self.passing(filter)?)),
            Node::Not(child) => {
                let marked = std::mem::take(&mut self.highlight);
                let found = self.evaluate(child, scope)?;
                self.highlight = marked;
                found.map(|found| Found::Passing(self.complement(found)))
            }
            Node::And(children) => {
                let clauses = self.group(children, scope)?;
                if clauses.is_empty() {
                    None
                } else if clauses.iter().all(|clause| matches!(clause.found, Found::Passing(_))) {
                    Some(Found::Passing(self.all_pass(&clauses)))
                } else {
                    Some(Found::Scored(self.conjunction(&clauses, |_| false, &[])?))
                }
            }
            Node::Or(children) => {
                let clauses = self.group(children, scope)?;
                (!clauses.is_empty()).then(|| self.disjunction(clauses)).transpose()?
            }
        })
    }

    fn group(&mut self, children: &[Node], scope: Scope) -> Result<Vec<Clause>> {
        let mut clauses = Vec::with_capacity(children.len());
        for child in children {
            clauses.extend(self.evaluate(child, scope)?.map(|found| Clause { found, word: None }));
        }
        Ok(clauses)
    }

    fn all_pass(&self, clauses: &[Clause]) -> Vec<Vec<bool>> {
        let mut out: Vec<Vec<bool>> = self.segments().iter().map(|segment| vec![true; segment.size() as usize]).collect();
        for clause in clauses {
            if let Found::Passing(passing) = &clause.found {
                for (all, these) in out.iter_mut().zip(passing) {
                    all.iter_mut().zip(these).for_each(|(all, this)| *all &= *this);
                }
            }
        }
        out
    }

    fn disjunction(&self, clauses: Vec<Clause>) -> Result<Found> {
        let mut out: Vec<Matches> = vec![Vec::new(); self.segments().len()];
        for clause in clauses {
            for (index, segment) in self.segments().iter().enumerate() {
                let matches = match &clause.found {
                    Found::Scored(matches) => matches[index].clone(),
                    Found::Passing(passing) => {
                        let mut all = self.everything(segment)?;
                        all.retain(|entry| passing[index][entry.chunk as usize]);
                        all
                    }
                };
                out[index] = union(&out[index], &matches);
            }
        }
        Ok(Found::Scored(out))
    }

    /// Everything that the chunk itself does not match.
    fn complement(&self, found: Found) -> Vec<Vec<bool>> {
        match found {
            Found::Passing(mut segments) => {
                segments.iter_mut().flatten().for_each(|passes| *passes = !*passes);
                segments
            }
            Found::Scored(segments) => segments
                .into_iter()
                .zip(self.segments())
                .map(|(matches, segment)| {
                    let mut passing = vec![true; segment.size() as usize];
                    matches.iter().filter(|entry| entry.own).for_each(|entry| passing[entry.chunk as usize] = false);
                    passing
                })
                .collect(),
        }
    }

    /// The word as each stemmer in use sees it. All see the same words at the same places.
    fn analyse(&self, text: &str) -> Vec<Vec<Word>> {
        let mut by_stemmer = Vec::with_capacity(self.stemmers.len());
        for stemmer in &self.stemmers {
            let mut words = Vec::new();
            Analyzer::new(*stemmer).words(text, |word| words.push(word));
            by_stemmer.push(words);
        }
        by_stemmer
    }

    /// A typed word: its term, or all of its terms when it has several, which count more side by side.
    fn word(&mut self, text: &str, scope: Scope) -> Result<Option<Leaf>> {
        let analysed = self.analyse(text);
        let parts = analysed.first().map_or(0, Vec::len);
        if parts == 0 {
            // Nothing to look for, or nothing to look in.
            let nothing_indexed = self.stemmers.is_empty() && text.chars().any(char::is_alphanumeric);
            return Ok(nothing_indexed.then(|| Leaf::empty(self.segments().len())));
        }
        let mut leaf = self.term(&analysed, 0, scope)?;
        for part in 1..parts {
            let next = self.term(&analysed, part, scope)?;
            leaf.exact = match (&leaf.exact, &next.exact) {
                (None, None) => None,
                (ours, theirs) => {
                    let ours = ours.as_ref().unwrap_or(&leaf.matches);
                    let theirs = theirs.as_ref().unwrap_or(&next.matches);
                    Some(ours.iter().zip(theirs).map(|(ours, theirs)| intersect(ours, theirs)).collect())
                }
            };
            for (so_far, next) in leaf.matches.iter_mut().zip(&next.matches) {
                *so_far = intersect(so_far, next);
            }
            leaf.df = leaf.df.min(next.df);
            leaf.idf = leaf.idf.max(next.idf);
        }
        if parts > 1 {
            let marked = self.highlight.clone();
            if let Some(phrase) = self.phrase(text, scope)? {
                leaf.df = phrase.df;
                leaf.matches.iter_mut().zip(&phrase.matches).for_each(|(matches, bonus)| add_scores(matches, bonus));
            }
            self.highlight = marked;
        }
        Ok(Some(leaf))
    }

    fn bare_word(&mut self, node: &Node) -> Result<Option<Leaf>> {
        match node {
            Node::Word(text) => self.word(text, Scope::All),
            Node::Any(alternatives) => self.any(alternatives, Scope::All),
            _ => Ok(None),
        }
    }

    /// A word or one of its synonyms; a chunk's best alternative counts.
    fn any(&mut self, alternatives: &[(f64, String)], scope: Scope) -> Result<Option<Leaf>> {
        let mut out: Option<Leaf> = None;
        for (weight, text) in alternatives {
            let Some(mut leaf) = self.word(text, scope)? else { continue };
            leaf.matches.iter_mut().flatten().for_each(|entry| entry.score *= weight);
            out = Some(match out {
                None => leaf,
                Some(mut so_far) => {
                    for (so_far, next) in so_far.matches.iter_mut().zip(&leaf.matches) {
                        *so_far = best(so_far, next);
                    }
                    // A synonym is as good as the word where chunks with all the words are counted.
                    so_far.exact = None;
                    so_far.idf = so_far.idf.max(leaf.idf * weight);
                    so_far
                }
            });
        }
        Ok(out)
    }

    /// One analysed word, exact and fuzzy, under every stemmer in use; a chunk's best form counts.
    fn term(&mut self, analysed: &[Vec<Word>], part: usize, scope: Scope) -> Result<Leaf> {
        let mut leaf = Leaf::empty(self.segments().len());
        for words in analysed {
            let Some(word) = words.get(part) else { continue };
            let (exact, df) = self.lists(scope, &word.term)?;
            let typed_idf = idf(self.weights.chunks, df);
            self.highlight.terms.push(word.term.clone());
            self.take_best(&mut leaf.matches, &exact, typed_idf);
            if let Some(matches) = &mut leaf.exact {
                self.take_best(matches, &exact, typed_idf);
            }
            leaf.df += df;
            if df > 0 {
                leaf.idf = leaf.idf.max(typed_idf);
            }
            let distance = allowed_distance(&word.word, self.fuzzy);
            let expansions = expansions(self.reader, scope, &word.term, distance, MAX_EXPANSIONS)?;
            if !expansions.is_empty() && leaf.exact.is_none() {
                leaf.exact = Some(leaf.matches.clone());
            }
            for expansion in expansions {
                let (lists, expansion_df) = self.lists(scope, &expansion.term)?;
                let mut expansion_idf = idf(self.weights.chunks, expansion_df);
                if df > 0 {
                    expansion_idf = expansion_idf.min(typed_idf);
                }
                let score = expansion_idf * FUZZY_DAMPING.powi(i32::from(expansion.distance));
                self.take_best(&mut leaf.matches, &lists, score);
                if df == 0 {
                    leaf.idf = leaf.idf.max(score);
                }
                self.highlight.terms.push(expansion.term);
            }
        }
        if leaf.df == 0 {
            // A word that the index does not know can only be meant as one of its neighbours.
            leaf.exact = None;
        }
        Ok(leaf)
    }

    fn lists(&self, scope: Scope, term: &str) -> Result<(Vec<Vec<Occurrence>>, usize)> {
        let mut lists = Vec::with_capacity(self.segments().len());
        for segment in self.segments() {
            lists.push(occurrences(segment, &self.reader.fields, &self.weights, scope, term)?);
        }
        let df = lists.iter().map(Vec::len).sum();
        Ok((lists, df))
    }

    fn take_best(&self, by_segment: &mut [Matches], lists: &[Vec<Occurrence>], idf: f64) {
        for (matches, list) in by_segment.iter_mut().zip(lists) {
            let scored: Matches = scored(list, idf);
            if matches.is_empty() {
                *matches = scored;
            } else if !scored.is_empty() {
                *matches = best(matches, &scored);
            }
        }
    }

    fn phrase(&mut self, text: &str, scope: Scope) -> Result<Option<Leaf>> {
        let analysed = self.analyse(text);
        match analysed.first().map_or(0, Vec::len) {
            0 => return Ok(None),
            1 => return self.exact(&analysed, scope).map(Some),
            _ => {}
        }
        let mut leaf = Leaf::empty(self.segments().len());
        for terms in self.phrases(text) {
            let mut lists = Vec::with_capacity(self.segments().len());
            for segment in self.segments() {
                lists.push(phrase_occurrences(segment, &self.reader.fields, &self.weights, scope, &terms)?);
            }
            let df = lists.iter().map(Vec::len).sum();
            self.take_best(&mut leaf.matches, &lists, idf(self.weights.chunks, df));
            leaf.df += df;
            self.highlight.phrases.push(terms.into_iter().map(|(_, term)| term).collect());
        }
        leaf.idf = idf(self.weights.chunks, leaf.df);
        Ok(Some(leaf))
    }

    /// The terms of a text with their relative places, under each stemmer in use.
    fn phrases(&self, text: &str) -> Vec<Vec<(usize, String)>> {
        let place = |words: &Vec<Word>| {
            let first = words.first().map_or(0, |word| word.position);
            words.iter().map(|word| (word.position - first, word.term.clone())).collect()
        };
        self.analyse(text).iter().filter(|words| !words.is_empty()).map(place).collect()
    }

    /// A phrase of one word: the word itself, never fuzzy, never from a title above.
    fn exact(&mut self, analysed: &[Vec<Word>], scope: Scope) -> Result<Leaf> {
        let mut leaf = Leaf::empty(self.segments().len());
        for word in analysed.iter().filter_map(|words| words.first()) {
            let (mut lists, _) = self.lists(scope, &word.term)?;
            lists.iter_mut().for_each(|list| list.retain(|entry| entry.own));
            let df = lists.iter().map(Vec::len).sum();
            self.take_best(&mut leaf.matches, &lists, idf(self.weights.chunks, df));
            leaf.df += df;
            self.highlight.terms.push(word.term.clone());
        }
        leaf.idf = idf(self.weights.chunks, leaf.df);
        Ok(leaf)
    }

    /// Which chunks, deleted ones included, satisfy a condition on their document.
    fn passing(&self, filter: &Filter) -> Result<Vec<Vec<bool>>> {
        if let Filter::Documents(doc_ids) = filter {
            let found = self.reader.locate_documents(doc_ids)?;
            return self.families(|index, _| Ok(found[index].clone()));
        }
        self.families(|_, segment| {
            let fields = &self.reader.fields;
            let mut chunks = match filter {
                Filter::Tree(name) => segment.keyed(fields, &key::of(key::TREE, name))?,
                Filter::Trees(names) => {
                    let lists = names.iter().map(|name| segment.keyed(fields, &key::of(key::TREE, name)));
                    lists.collect::<Result<Vec<_>>>()?.concat()
                }
                Filter::Tag(tag) => segment.keyed(fields, &key::of(key::TAG, &tag.trim_start_matches('#').to_lowercase()))?,
                Filter::Meta(name, value) => segment.keyed(fields, &key::meta(name, value))?,
                Filter::Lang(lang) => segment.keyed(fields, &key::of(key::LANG, &lang.to_lowercase()))?,
                Filter::Path(prefix) => self.under_path(segment, prefix)?,
                Filter::Documents(_) => Vec::new(),
            };
            chunks.sort_unstable();
            let mut documents = chunks.into_iter().map(|chunk| segment.document_of(fields, chunk)).collect::<Result<Vec<_>>>()?;
            documents.dedup();
            Ok(documents)
        })
    }

    /// Roots of documents whose path starts with `prefix`: their ids start with a tree's name and it.
    fn under_path(&self, segment: &OpenSegment, prefix: &str) -> Result<Vec<u32>> {
        let fields = &self.reader.fields;
        let roots = segment.roots(fields)?;
        let mut out = Vec::new();
        for tree in segment.keys(fields, &key::TREE.to_string())? {
            for id in segment.keys(fields, &key::of(key::ID, &format!("{}:{prefix}", &tree[1..])))? {
                let chunks = segment.keyed(fields, &id)?;
                out.extend(chunks.into_iter().filter(|chunk| roots.binary_search(chunk).is_ok()));
            }
        }
        Ok(out)
    }

    fn families(&self, documents: impl Fn(usize, &OpenSegment) -> Result<Vec<usize>>) -> Result<Vec<Vec<bool>>> {
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut passing = vec![false; segment.size() as usize];
            for document in documents(index, segment)? {
                let family = segment.family(&self.reader.fields, document)?;
                passing[family.start as usize..family.end as usize].fill(true);
            }
            out.push(passing);
        }
        Ok(out)
    }

    /// The best hits, ties in the order of their ids.
    fn top(&self, found: &[Matches], request: &Request) -> Result<Vec<Hit>> {
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

    /// Whether any query was relaxed, and which of its words the best hit does without.
    fn relaxation(&self, parts: &[Answered], hits: &[Hit]) -> Option<Relaxation> {
        let at = hits.first()?.at;
        let relaxed: Vec<&Answered> = parts.iter().filter(|part| part.relaxed).collect();
        if relaxed.is_empty() {
            return None;
        }
        let misses = |clause: &&Clause| match &clause.found {
            Found::Scored(segments) => segments[at.0 as usize].binary_search_by_key(&at.1, |entry| entry.chunk).is_err(),
            Found::Passing(_) => false,
        };
        let clauses = relaxed.into_iter().flat_map(|part| &part.clauses);
        let words = clauses.filter(misses).filter_map(|clause| clause.word.as_ref());
        let dropped = words.filter(|word| !word.stop).map(|word| word.text.clone()).collect();
        Some(Relaxation { stage: "any", dropped })
    }

    fn word_reports(&self, parts: &[Answered], nothing_found: bool) -> Result<Vec<WordReport>> {
        let mut out = Vec::new();
        for word in parts.iter().flat_map(|part| &part.clauses).filter_map(|clause| clause.word.as_ref()) {
            let mut nearest = Vec::new();
            if nothing_found {
                for word in self.analyse(&word.text).iter().flatten() {
                    let near = expansions(self.reader, Scope::All, &word.term, 2, 3)?;
                    nearest.extend(near.into_iter().map(|near| near.term[1..].to_owned()));
                }
                nearest.truncate(3);
            }
            out.push(WordReport { word: word.text.clone(), df: word.df, nearest });
        }
        Ok(out)
    }

    /// For each filter, how many chunks that match the queries without any filter it removes.
    fn removed(&self, parts: &[Answered], filters: &[Vec<Vec<bool>>]) -> Result<Vec<usize>> {
        let mut unfiltered = Vec::with_capacity(parts.len());
        for part in parts {
            unfiltered.push(self.combine(&part.clauses, &[], true)?.0);
        }
        let found = self.unite(unfiltered.iter());
        let fails = |filter: &Vec<Vec<bool>>| {
            let by_segment = found.iter().zip(filter);
            by_segment.map(|(matches, passing)| matches.iter().filter(|entry| !passing[entry.chunk as usize]).count()).sum()
        };
        Ok(filters.iter().map(fails).collect())
    }
}

/// The bare word that a child of the top-level AND is, as typed.
fn typed_word(node: &Node) -> Option<&str> {
    match node {
        Node::Word(text) => Some(text),
        Node::Any(alternatives) => alternatives.first().map(|(_, text)| text.as_str()),
        _ => None,
    }
}

/// Hands over the matches of one document after the other; both lists ascend.
fn for_each_document(roots: &[u32], matches: &[Match], mut visit: impl FnMut(usize, &[Match])) {
    let mut rest = matches;
    while let Some(first) = rest.first() {
        let document = roots.partition_point(|root| *root <= first.chunk).saturating_sub(1);
        let end = roots.get(document + 1).map_or(rest.len(), |next| rest.partition_point(|entry| entry.chunk < *next));
        visit(document, &rest[..end]);
        rest = &rest[end..];
    }
}

/// Ids of the documents that hold a match, sorted.
fn documents_of(reader: &Reader, found: &[Matches]) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for (segment, matches) in reader.segments.iter().zip(found) {
        let mut roots = Vec::new();
        for_each_document(segment.roots(&reader.fields)?, matches, |_, entries| roots.push(entries[0].chunk));
        for chunk in roots {
            out.push(segment.document(&reader.fields, chunk)?.doc_id.clone());
        }
    }
    out.sort();
    Ok(out)
}

/// Leaves out what only titles above match, and what a filter stops.
fn keep(matches: &mut Matches, filters: &[Vec<Vec<bool>>], segment: usize) {
    matches.retain(|entry| entry.own && filters.iter().all(|passing| passing[segment][entry.chunk as usize]));
}

fn weighing(matches: &Matches, weight: f64) -> Matches {
    matches.iter().map(|entry| Match { score: weight, ..*entry }).collect()
}

fn scored(list: &[Occurrence], idf: f64) -> Matches {
    list.iter().map(|entry| Match { chunk: entry.chunk, score: idf * saturate(entry.weight), own: entry.own }).collect()
}

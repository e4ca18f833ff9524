//! One text, one place in the list. Of equal texts, and of the translations and versions of a page, one stays among the
//! matches. docs/ranking.md says which.
use super::scale::Scale;
use super::Run;
use crate::error::Result;
use crate::language::{primary, query_languages};
use crate::matches::{count, Match, Matches};
use crate::plan::{Node, Request};
use crate::reader::Copies;
use crate::record::ChunkRef;
use crate::work::spend;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// What decides which of several copies leads.
pub(super) struct Folding<'r> {
    copies: &'r Copies,
    scale: Scale,
    /// Codes of the languages that the query may be in. None where it says nothing of its language.
    languages: Vec<&'static str>,
    /// Whether the request joins several queries, or its query has an `OR`. Each alternative then has editions of its own.
    has_choice: bool,
}

/// What decides which copy leads.
struct Rank {
    /// How many words of the query it holds.
    held: f64,
    /// The factor of its tree times the weight of its path.
    factor: f64,
    /// The place of its language, and that of its version.
    locale: u32,
    version: u32,
    /// Its place by the length of its path, and by id.
    place: u32,
}

impl Rank {
    /// Before another one that holds as much of the query.
    fn leads(&self, other: &Rank) -> bool {
        let own = (self.locale, self.version, self.place);
        let by_factor = other.factor.total_cmp(&self.factor);
        by_factor.then(own.cmp(&(other.locale, other.version, other.place))) == Ordering::Less
    }
}

/// A copy that holds this share of the words of the fullest one counts as much.
const AS_FULL: f64 = 2.0 / 3.0;

/// The leader of each group of copies.
fn leaders(copies: &[(u32, Rank, ChunkRef)]) -> FxHashMap<u32, ChunkRef> {
    let mut fullest: FxHashMap<u32, f64> = FxHashMap::default();
    for (group, rank, _) in copies {
        let held = fullest.entry(*group).or_default();
        *held = held.max(rank.held);
    }
    let mut first: FxHashMap<u32, (&Rank, ChunkRef)> = FxHashMap::default();
    for (group, rank, at) in copies.iter().filter(|(group, rank, _)| rank.held >= AS_FULL * fullest[group]) {
        if first.get(group).is_none_or(|(leader, _)| rank.leads(leader)) {
            first.insert(*group, (rank, *at));
        }
    }
    first.into_iter().map(|(group, (_, at))| (group, at)).collect()
}

impl Folding<'_> {
    fn rank(&self, document: u32, at: ChunkRef, held: f64) -> Rank {
        let segment = at.0 as usize;
        let edition = self.copies.edition(segment, document);
        let is_asked = |lang: &str| self.languages.contains(&primary(lang));
        let locale = edition.map_or(0, |edition| match is_asked(&edition.lang) {
            true => 0,
            false => edition.locale + 1,
        });
        Rank {
            held,
            factor: self.scale.of(at),
            locale,
            version: edition.map_or(0, |edition| edition.version),
            place: self.copies.place(segment, document),
        }
    }
}

/// How many words of the query a match of a segment holds.
type Held<'h> = &'h dyn Fn(usize, &Match) -> f64;

impl<'a> Run<'a> {
    /// None where nothing is folded: no text stands twice, or the request lists documents or all copies.
    pub(super) fn folding_of(&self, request: &Request) -> Result<Option<Folding<'a>>> {
        if request.copies || request.roots {
            return Ok(None);
        }
        let copies = self.reader.copies()?;
        if copies.is_empty() {
            return Ok(None);
        }
        let mut words = Vec::new();
        if copies.has_pages() {
            request.queries.iter().for_each(|part| words_of(&part.query, &mut words));
        }
        let languages = query_languages(&words, copies.languages());
        let has_choice = request.queries.len() > 1 || request.queries.iter().any(|part| has_choice(&part.query));
        Ok(Some(Folding { copies, scale: self.scale(request)?, languages, has_choice }))
    }

    /// Keeps the leader of each group among the matches.
    #[inline(never)]
    pub(super) fn fold(&self, matches: &mut [Matches], held: Held) -> Result<()> {
        let Some(folding) = &self.folding else { return Ok(()) };
        spend(count(matches))?;
        if folding.copies.has_pages() && !folding.has_choice {
            self.fold_pages(folding, matches, held)?;
        }
        if folding.copies.has_texts() {
            self.fold_texts(folding, matches, held)?;
        }
        Ok(())
    }

    /// The same for one alternative of an `OR`, where equal texts stay: they match the same alternatives.
    pub(super) fn fold_choice(&self, matches: &mut [Matches]) -> Result<()> {
        match &self.folding {
            Some(folding) if folding.copies.has_pages() => {
                spend(count(matches))?;
                self.fold_pages(folding, matches, &|_, _| 1.0)
            }
            _ => Ok(()),
        }
    }

    fn fold_pages(&self, folding: &Folding, matches: &mut [Matches], held: Held) -> Result<()> {
        let mut editions = Vec::new();
        for (index, (segment, matches)) in self.segments().iter().zip(&*matches).enumerate() {
            let documents = segment.documents()?;
            for of_document in by_document(documents, matches) {
                let document = documents[of_document[0].chunk as usize];
                let Some(edition) = folding.copies.edition(index, document) else { continue };
                let held = of_document.iter().map(|entry| held(index, entry)).fold(0.0, f64::max);
                let at = ChunkRef(index as u32, segment.root_of(of_document[0].chunk)?);
                editions.push((edition.page, folding.rank(document, at, held), at));
            }
        }
        let leaders = leaders(&editions);
        for (index, (segment, matches)) in self.segments().iter().zip(matches).enumerate() {
            let documents = segment.documents()?;
            let roots = segment.roots()?;
            let leads = |document: u32| {
                folding.copies.edition(index, document).is_none_or(|edition| {
                    let root = ChunkRef(index as u32, roots[document as usize]);
                    leaders.get(&edition.page).is_none_or(|leader| *leader == root)
                })
            };
            matches.retain(|entry| leads(documents[entry.chunk as usize]));
        }
        Ok(())
    }

    fn fold_texts(&self, folding: &Folding, matches: &mut [Matches], held: Held) -> Result<()> {
        let mut copies = Vec::new();
        for (index, (segment, matches)) in self.segments().iter().zip(&*matches).enumerate() {
            for entry in matches {
                let at = ChunkRef(index as u32, entry.chunk);
                let Some(text) = folding.copies.text_of(at) else { continue };
                let document = segment.document_of(entry.chunk)? as u32;
                copies.push((text, folding.rank(document, at, held(index, entry)), at));
            }
        }
        let leaders = leaders(&copies);
        for (index, matches) in (0..).zip(matches) {
            matches.retain(|entry| {
                let at = ChunkRef(index, entry.chunk);
                folding.copies.text_of(at).is_none_or(|text| leaders.get(&text).is_none_or(|leader| *leader == at))
            });
        }
        Ok(())
    }

    /// Of the chunks that may be found by meaning, keeps those that lead: matches by words, and then the first of each
    /// group that has none.
    #[inline(never)]
    pub(super) fn fold_allowed(&self, allowed: &mut [Vec<bool>], found: &[Matches]) -> Result<()> {
        if self.folding.is_none() {
            return Ok(());
        }
        let as_matches = |allowed: &Vec<bool>| -> Matches {
            let chunks = (0..).zip(allowed).filter(|(_, allowed)| **allowed);
            chunks.map(|(chunk, _)| Match::new(chunk, 0.0, true)).collect()
        };
        let mut matches: Vec<Matches> = allowed.iter().map(as_matches).collect();
        self.fold(&mut matches, &among(found))?;
        for (allowed, matches) in allowed.iter_mut().zip(matches) {
            allowed.fill(false);
            matches.iter().for_each(|entry| allowed[entry.chunk as usize] = true);
        }
        Ok(())
    }
}

/// 1 for chunks that were found already, 0 for others.
pub(super) fn among(found: &[Matches]) -> impl Fn(usize, &Match) -> f64 + '_ {
    |segment, entry| f64::from(found[segment].binary_search_by_key(&entry.chunk, |one| one.chunk).is_ok())
}

/// Whether a query has an `OR` outside negations.
fn has_choice(node: &Node) -> bool {
    match node {
        Node::Or(_) => true,
        Node::And(children) => children.iter().any(has_choice),
        Node::Must(child) | Node::Boost(_, child) | Node::Field(_, child) => has_choice(child),
        Node::Word(_) | Node::Prefix(_) | Node::Any(_) | Node::Phrase(_) | Node::Not(_) | Node::Filter(_) => false,
    }
}

fn by_document<'m>(documents: &'m [u32], matches: &'m [Match]) -> impl Iterator<Item = &'m [Match]> {
    matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize])
}

/// The words of a query that say what it looks for.
fn words_of<'n>(node: &'n Node, out: &mut Vec<&'n str>) {
    match node {
        Node::Word(text) | Node::Prefix(text) | Node::Phrase(text) => out.extend(text.split_whitespace()),
        Node::Any(alternatives) => out.extend(alternatives.first().map(|(_, text)| text.as_str())),
        Node::Must(child) | Node::Boost(_, child) => words_of(child, out),
        Node::And(children) | Node::Or(children) => children.iter().for_each(|child| words_of(child, out)),
        Node::Not(_) | Node::Field(..) | Node::Filter(_) => {}
    }
}

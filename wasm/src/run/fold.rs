//! One text, one place in the list. Of equal texts, and of the translations and versions of a page, one stays among the
//! matches. docs/ranking.md says which.
use super::scale::Scale;
use super::Run;
use crate::error::Result;
use crate::language::{primary, query_languages};
use crate::matches::{count, Match, Matches};
use crate::plan::{Node, Request};
use crate::reader::Editions;
use crate::record::ChunkRef;
use crate::work::spend;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// What decides which of several copies leads.
pub(super) struct Folding<'r> {
    editions: &'r Editions,
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
}

impl Rank {
    /// Against another one that holds as much of the query.
    fn compare(&self, other: &Rank) -> Ordering {
        let by_factor = other.factor.total_cmp(&self.factor);
        by_factor.then((self.locale, self.version).cmp(&(other.locale, other.version)))
    }
}

/// A copy that holds this share of the words of the fullest one counts as much.
const AS_FULL: f64 = 2.0 / 3.0;

/// A copy among the matches, and the group of copies that it is in.
struct Copy {
    group: u32,
    rank: Rank,
    at: ChunkRef,
}

impl Folding<'_> {
    pub(super) fn has_pages(&self) -> bool {
        self.editions.has_pages()
    }

    fn rank(&self, document: u32, at: ChunkRef, held: f64) -> Rank {
        let edition = self.editions.edition(at.0 as usize, document);
        let is_asked = |lang: &str| self.languages.contains(&primary(lang));
        let locale = edition.map_or(0, |edition| match is_asked(&edition.lang) {
            true => 0,
            false => edition.locale + 1,
        });
        Rank { held, factor: self.scale.of(at), locale, version: edition.map_or(0, |edition| edition.version) }
    }
}

/// How many words of the query a match of a segment holds.
type Held<'h> = &'h dyn Fn(usize, &Match) -> f64;

impl<'a> Run<'a> {
    /// None where nothing is folded: the request lists documents or all copies.
    pub(super) fn folding_of(&self, request: &Request) -> Result<Option<Folding<'a>>> {
        if request.copies || request.roots {
            return Ok(None);
        }
        let editions = self.reader.editions()?;
        let mut words = Vec::new();
        if editions.has_pages() {
            request.queries.iter().for_each(|part| words_of(&part.query, &mut words));
        }
        let languages = query_languages(&words, editions.languages());
        let has_choice = request.queries.len() > 1 || request.queries.iter().any(|part| has_choice(&part.query));
        Ok(Some(Folding { editions, scale: self.scale(request)?, languages, has_choice }))
    }

    /// The leader of each group of copies.
    fn leaders(&self, copies: &[Copy]) -> Result<FxHashMap<u32, ChunkRef>> {
        let mut fullest: FxHashMap<u32, f64> = FxHashMap::default();
        for Copy { group, rank, .. } in copies {
            let held = fullest.entry(*group).or_default();
            *held = held.max(rank.held);
        }
        let mut first: FxHashMap<u32, &Copy> = FxHashMap::default();
        for copy in copies.iter().filter(|copy| copy.rank.held >= AS_FULL * fullest[&copy.group]) {
            let leads = match first.get(&copy.group) {
                None => true,
                Some(leader) => match copy.rank.compare(&leader.rank) {
                    Ordering::Equal => self.reader.by_place(copy.at, leader.at)? == Ordering::Less,
                    order => order == Ordering::Less,
                },
            };
            if leads {
                first.insert(copy.group, copy);
            }
        }
        Ok(first.into_iter().map(|(group, copy)| (group, copy.at)).collect())
    }

    /// Keeps the leader of each group among the matches.
    #[inline(never)]
    pub(super) fn fold(&self, matches: &mut [Matches], held: Held) -> Result<()> {
        let Some(folding) = &self.folding else { return Ok(()) };
        spend(count(matches))?;
        if folding.editions.has_pages() && !folding.has_choice {
            self.fold_pages(folding, matches, held)?;
        }
        self.fold_texts(folding, matches, held)
    }

    /// The same for one alternative of an `OR`, where equal texts stay: they match the same alternatives.
    pub(super) fn fold_choice(&self, matches: &mut [Matches]) -> Result<()> {
        match &self.folding {
            Some(folding) if folding.editions.has_pages() => {
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
                let Some(edition) = folding.editions.edition(index, document) else { continue };
                let held = of_document.iter().map(|entry| held(index, entry)).fold(0.0, f64::max);
                let at = ChunkRef(index as u32, segment.root_of(of_document[0].chunk)?);
                editions.push(Copy { group: edition.page, rank: folding.rank(document, at, held), at });
            }
        }
        let leaders = self.leaders(&editions)?;
        for (index, (segment, matches)) in self.segments().iter().zip(matches).enumerate() {
            let documents = segment.documents()?;
            let roots = segment.roots()?;
            let leads = |document: u32| {
                folding.editions.edition(index, document).is_none_or(|edition| {
                    let root = ChunkRef(index as u32, roots[document as usize]);
                    leaders.get(&edition.page).is_none_or(|leader| *leader == root)
                })
            };
            matches.retain(|entry| leads(documents[entry.chunk as usize]));
        }
        Ok(())
    }

    fn fold_texts(&self, folding: &Folding, matches: &mut [Matches], held: Held) -> Result<()> {
        let mut texts: Vec<(u32, ChunkRef, &Match)> = Vec::new();
        for (index, (segment, matches)) in self.segments().iter().zip(&*matches).enumerate() {
            let mut fingerprints = segment.fingerprints()?.iter().peekable();
            for entry in matches {
                while fingerprints.next_if(|(chunk, _)| *chunk < entry.chunk).is_some() {}
                if let Some((_, text)) = fingerprints.next_if(|(chunk, _)| *chunk == entry.chunk) {
                    texts.push((text, ChunkRef(index as u32, entry.chunk), entry));
                }
            }
        }
        texts.sort_unstable_by_key(|(text, at, _)| (*text, *at));
        let mut copies = Vec::new();
        for (text, at, entry) in texts.chunk_by(|a, b| a.0 == b.0).filter(|equal| equal.len() > 1).flatten() {
            let segment = at.0 as usize;
            let document = self.segments()[segment].document_of(at.1)? as u32;
            copies.push(Copy { group: *text, rank: folding.rank(document, *at, held(segment, entry)), at: *at });
        }
        if copies.is_empty() {
            return Ok(());
        }
        let leaders = self.leaders(&copies)?;
        let led: FxHashSet<ChunkRef> =
            copies.iter().filter(|copy| leaders.get(&copy.group) != Some(&copy.at)).map(|copy| copy.at).collect();
        for (index, matches) in (0..).zip(matches) {
            matches.retain(|entry| !led.contains(&ChunkRef(index, entry.chunk)));
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
        Node::Word(_) | Node::Prefix(_) | Node::Any(_) | Node::Forms(..) => false,
        Node::Phrase(_) | Node::Not(_) | Node::Filter(_) => false,
    }
}

fn by_document<'m>(documents: &'m [u32], matches: &'m [Match]) -> impl Iterator<Item = &'m [Match]> {
    matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize])
}

/// The words of a query that say what it looks for.
fn words_of<'n>(node: &'n Node, out: &mut Vec<&'n str>) {
    match node {
        Node::Word(text) | Node::Prefix(text) | Node::Phrase(text) => out.extend(text.split_whitespace()),
        Node::Any(alternatives) | Node::Forms(alternatives, _) => {
            out.extend(alternatives.first().map(|(_, text)| text.as_str()))
        }
        Node::Must(child) | Node::Boost(_, child) => words_of(child, out),
        Node::And(children) | Node::Or(children) => children.iter().for_each(|child| words_of(child, out)),
        Node::Not(_) | Node::Field(..) | Node::Filter(_) => {}
    }
}

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
}

/// The order of copies: the first one leads.
#[derive(PartialEq)]
struct Rank {
    /// Whether it does not come first for the query.
    is_behind: bool,
    /// The factor of its tree times the weight of its path.
    factor: f64,
    /// The place of its language, and that of its version.
    locale: u32,
    version: u32,
    /// Its place by the length of its path, and by id.
    place: u32,
}

impl Rank {
    fn leads(&self, other: &Rank) -> bool {
        let by_factor = other.factor.total_cmp(&self.factor);
        let own = (self.locale, self.version, self.place);
        self.is_behind.cmp(&other.is_behind).then(by_factor).then(own.cmp(&(other.locale, other.version, other.place)))
            == Ordering::Less
    }
}

/// The leader of each group of copies.
type Leaders = FxHashMap<u32, (Rank, ChunkRef)>;

fn offer(leaders: &mut Leaders, group: u32, rank: Rank, at: ChunkRef) {
    match leaders.get_mut(&group) {
        Some(leader) if !rank.leads(&leader.0) => {}
        Some(leader) => *leader = (rank, at),
        None => {
            leaders.insert(group, (rank, at));
        }
    }
}

impl Folding<'_> {
    fn rank(&self, segment: usize, document: u32, at: ChunkRef, is_behind: bool) -> Rank {
        let edition = self.copies.edition(segment, document);
        let is_asked = |lang: &str| self.languages.contains(&primary(lang));
        let locale = edition.map_or(0, |edition| match is_asked(&edition.lang) {
            true => 0,
            false => edition.locale + 1,
        });
        Rank {
            is_behind,
            factor: self.scale.of(at),
            locale,
            version: edition.map_or(0, |edition| edition.version),
            place: self.copies.place(segment, document),
        }
    }
}

/// Whether any of the chunks of a list, which ascend, is in these bounds.
fn has_any(chunks: &[u32], from: u32, until: u32) -> bool {
    chunks.get(chunks.partition_point(|chunk| *chunk < from)).is_some_and(|chunk| *chunk <= until)
}

impl<'a> Run<'a> {
    /// None where nothing is folded: no text stands twice, or the request lists documents or all copies.
    pub(super) fn folding(&self, request: &Request) -> Result<Option<Folding<'a>>> {
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
        Ok(Some(Folding { copies, scale: self.scale(request)?, languages }))
    }

    /// Keeps the leader of each group among the matches. Chunks in `first`, which ascend, come before the others.
    #[inline(never)]
    pub(super) fn fold(&self, folding: Option<&Folding>, matches: &mut [Matches], first: &[Vec<u32>]) -> Result<()> {
        let Some(folding) = folding else { return Ok(()) };
        spend(count(matches))?;
        if folding.copies.has_pages() {
            self.fold_pages(folding, matches, first)?;
        }
        if folding.copies.has_texts() {
            self.fold_texts(folding, matches, first)?;
        }
        Ok(())
    }

    fn fold_pages(&self, folding: &Folding, matches: &mut [Matches], first: &[Vec<u32>]) -> Result<()> {
        let mut leaders = Leaders::default();
        for (index, (segment, matches)) in self.segments().iter().zip(&*matches).enumerate() {
            let documents = segment.documents()?;
            for of_document in by_document(documents, matches) {
                let document = documents[of_document[0].chunk as usize];
                let Some(edition) = folding.copies.edition(index, document) else { continue };
                let (from, until) = (of_document[0].chunk, of_document[of_document.len() - 1].chunk);
                let is_behind = !has_any(&first[index], from, until);
                let at = ChunkRef(index as u32, segment.root_of(from)?);
                offer(&mut leaders, edition.page, folding.rank(index, document, at, is_behind), at);
            }
        }
        for (index, (segment, matches)) in self.segments().iter().zip(matches).enumerate() {
            let documents = segment.documents()?;
            let roots = segment.roots()?;
            let leads = |document: u32| {
                folding.copies.edition(index, document).is_none_or(|edition| {
                    let root = ChunkRef(index as u32, roots[document as usize]);
                    leaders.get(&edition.page).is_none_or(|(_, leader)| *leader == root)
                })
            };
            matches.retain(|entry| leads(documents[entry.chunk as usize]));
        }
        Ok(())
    }

    fn fold_texts(&self, folding: &Folding, matches: &mut [Matches], first: &[Vec<u32>]) -> Result<()> {
        let mut leaders = Leaders::default();
        for (index, (segment, matches)) in self.segments().iter().zip(&*matches).enumerate() {
            for entry in matches {
                let at = ChunkRef(index as u32, entry.chunk);
                let Some(text) = folding.copies.text_of(at) else { continue };
                let document = segment.document_of(entry.chunk)? as u32;
                let is_behind = first[index].binary_search(&entry.chunk).is_err();
                offer(&mut leaders, text, folding.rank(index, document, at, is_behind), at);
            }
        }
        for (index, matches) in (0..).zip(matches) {
            matches.retain(|entry| {
                let at = ChunkRef(index, entry.chunk);
                folding.copies.text_of(at).is_none_or(|text| leaders.get(&text).is_none_or(|(_, leader)| *leader == at))
            });
        }
        Ok(())
    }

    /// Of the chunks that may be found by meaning, keeps those that lead: matches by words, and then the first of each
    /// group that has none.
    #[inline(never)]
    pub(super) fn fold_allowed(
        &self,
        folding: Option<&Folding>,
        allowed: &mut [Vec<bool>],
        found: &[Matches],
    ) -> Result<()> {
        let Some(folding) = folding else { return Ok(()) };
        let first: Vec<Vec<u32>> =
            found.iter().map(|matches| matches.iter().map(|entry| entry.chunk).collect()).collect();
        let as_matches = |allowed: &Vec<bool>| -> Matches {
            let chunks = (0..).zip(allowed).filter(|(_, allowed)| **allowed);
            chunks.map(|(chunk, _)| Match::new(chunk, 0.0, true)).collect()
        };
        let mut matches: Vec<Matches> = allowed.iter().map(as_matches).collect();
        self.fold(Some(folding), &mut matches, &first)?;
        for (allowed, matches) in allowed.iter_mut().zip(matches) {
            allowed.fill(false);
            matches.iter().for_each(|entry| allowed[entry.chunk as usize] = true);
        }
        Ok(())
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

//! Which chunks have equal texts, and which documents are translations or versions of one page. Editions are found once for
//! each reader. Equal texts are looked for among the chunks at hand.
use super::Reader;
use crate::error::{CoreError, Result};
use crate::language::primary;
use crate::record::ChunkRef;
use crate::schema::key;
use crate::work::{spend, RECORD, WIDE};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// A document among the translations and versions of a page.
#[derive(Debug, Clone)]
pub(crate) struct Edition {
    /// The number of the page.
    pub(crate) page: u32,
    /// The places of its language and its version among those of its tree, from 0.
    pub(crate) locale: u32,
    pub(crate) version: u32,
    /// The code of its language, or nothing.
    pub(crate) lang: String,
}

/// Why a text stands in another place too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    Copy,
    Translation,
    Version,
}

impl Reason {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reason::Copy => "copy",
            Reason::Translation => "translation",
            Reason::Version => "version",
        }
    }
}

#[derive(Default)]
pub(crate) struct Editions {
    /// For each segment: documents by their index.
    editions: Vec<FxHashMap<u32, Edition>>,
    /// The codes of the languages of editions, without their regions and scripts.
    languages: Vec<String>,
    /// The roots of the live documents of each page.
    of_page: Vec<Vec<ChunkRef>>,
}

impl Editions {
    pub(crate) fn has_pages(&self) -> bool {
        !self.of_page.is_empty()
    }

    pub(crate) fn languages(&self) -> &[String] {
        &self.languages
    }

    /// The edition that a document is.
    pub(crate) fn edition(&self, segment: usize, document: u32) -> Option<&Edition> {
        self.editions[segment].get(&document)
    }
}

/// A document of a page.
#[derive(Clone, Copy)]
struct Member {
    locale: u32,
    version: u32,
    root: ChunkRef,
}

/// The documents with each name of a page. A document may have two names, and so joins the pages.
#[derive(Default)]
struct Pages(Vec<Vec<Member>>);

impl Pages {
    fn add(&mut self, page: usize, member: Member) {
        if page >= self.0.len() {
            self.0.resize_with(page + 1, Vec::new);
        }
        self.0[page].push(member);
    }

    /// The roots of each page with several. A name that two documents of one language and version have says nothing of
    /// translations, and pages are not joined where that would bring two such documents together.
    fn joined(self) -> Vec<Vec<ChunkRef>> {
        let mut pages: Vec<Vec<Member>> = self.0.into_iter().filter(|page| !has_rivals(page)).collect();
        let mut page_of: FxHashMap<ChunkRef, usize> = FxHashMap::default();
        for page in 0..pages.len() {
            let mut own = page;
            for member in pages[page].clone() {
                let before = *page_of.entry(member.root).or_insert(own);
                if before == own {
                    continue;
                }
                let mut both = pages[before].clone();
                both.extend(
                    pages[own]
                        .iter()
                        .filter(|one| both.iter().all(|other| other.root != one.root))
                        .copied()
                        .collect::<Vec<_>>(),
                );
                if !has_rivals(&both) {
                    both.iter().for_each(|one| {
                        page_of.insert(one.root, before);
                    });
                    pages[own].clear();
                    pages[before] = both;
                    own = before;
                }
            }
        }
        // A document that could not be joined stays with the page that had it first.
        for (page, members) in pages.iter_mut().enumerate() {
            members.retain(|member| page_of.get(&member.root) == Some(&page));
        }
        let several = pages.into_iter().filter(|page| page.len() > 1);
        several.map(|page| page.into_iter().map(|member| member.root).collect()).collect()
    }
}

/// Whether two documents of a page have the same language and version.
fn has_rivals(page: &[Member]) -> bool {
    let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
    !page.iter().all(|member| seen.insert((member.locale, member.version)))
}

/// What a reader knows of editions, once it is asked.
#[derive(Default)]
pub(super) struct KnownEditions(OnceCell<Editions>);

impl Reader {
    pub(crate) fn editions(&self) -> Result<&Editions> {
        if self.editions.0.get().is_none() {
            let _ = self.editions.0.set(self.find_editions()?);
        }
        self.editions.0.get().ok_or_else(|| CoreError::request("no editions"))
    }

    /// Orders documents by the length of their path, in characters, and then by id.
    pub(crate) fn by_place(&self, one: ChunkRef, other: ChunkRef) -> Result<Ordering> {
        let place = |ChunkRef(segment, chunk): ChunkRef| -> Result<(u32, u32)> {
            let segment = self.segment(segment)?;
            let document = segment.document_of(chunk)?;
            Ok((segment.path_lengths()?[document], segment.by_id()?[document]))
        };
        let ((length, rank), (other_length, other_rank)) = (place(one)?, place(other)?);
        let by_id = if length != other_length || one.0 == other.0 {
            rank.cmp(&other_rank)
        } else {
            spend(2 * RECORD)?;
            self.document_id(one)?.encode_utf16().cmp(self.document_id(other)?.encode_utf16())
        };
        Ok(length.cmp(&other_length).then(by_id).then(one.cmp(&other)))
    }

    /// The live chunks with the same text as this one, without itself.
    fn equal_texts(&self, at: ChunkRef) -> Result<Vec<ChunkRef>> {
        let Some(own) = self.segment(at.0)?.fingerprints()?.of(at.1) else { return Ok(Vec::new()) };
        let mut equal = Vec::new();
        for (index, segment) in (0..).zip(&self.segments) {
            let fingerprints = segment.fingerprints()?;
            spend(fingerprints.len() / WIDE)?;
            let deleted = segment.deleted()?;
            let live = |chunk: &u32| !deleted.get(*chunk as usize).copied().unwrap_or(false);
            let chunks = fingerprints.with(own).filter(live).map(|chunk| ChunkRef(index, chunk));
            equal.extend(chunks.filter(|other| *other != at));
        }
        Ok(equal)
    }

    #[inline(never)]
    fn find_editions(&self) -> Result<Editions> {
        let mut found = Editions { editions: vec![FxHashMap::default(); self.segments.len()], ..Editions::default() };
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut pages = Pages::default();
        for (index, segment) in self.segments.iter().enumerate() {
            let deleted = segment.deleted()?;
            for term in segment.keys(&key::EDITION.to_string())? {
                let damaged = || CoreError::damaged("an edition without a page");
                let (page, locale, version, lang) = key::edition_of(&term).ok_or_else(damaged)?;
                if !found.languages.iter().any(|known| known == primary(lang)) {
                    found.languages.push(primary(lang).to_owned());
                }
                let next = numbers.len();
                let page = *numbers.entry(page.to_owned()).or_insert(next);
                for root in segment.keyed(&term)? {
                    if !deleted.get(root as usize).copied().unwrap_or(false) {
                        pages.add(page, Member { locale, version, root: ChunkRef(index as u32, root) });
                        let edition = Edition { page: 0, locale, version, lang: lang.to_owned() };
                        found.editions[index].insert(segment.document_of(root)? as u32, edition);
                    }
                }
            }
        }
        if numbers.is_empty() {
            return Ok(found);
        }
        found.of_page = pages.joined();
        for (page, roots) in (0..).zip(&found.of_page) {
            for ChunkRef(index, root) in roots {
                let document = self.segments[*index as usize].document_of(*root)? as u32;
                if let Some(edition) = found.editions[*index as usize].get_mut(&document) {
                    edition.page = page;
                }
            }
        }
        // A document that shares its page with no other is none of the editions.
        let known: FxHashSet<ChunkRef> = found.of_page.iter().flatten().copied().collect();
        for (index, segment) in self.segments.iter().enumerate() {
            let roots = segment.roots()?;
            found.editions[index]
                .retain(|document, _| known.contains(&ChunkRef(index as u32, roots[*document as usize])));
        }
        Ok(found)
    }

    /// Where the text of a chunk stands too: the roots of other editions of its page, and chunks with the same text in
    /// documents that are none.
    pub(crate) fn also_in(&self, at: ChunkRef) -> Result<Vec<(ChunkRef, Reason)>> {
        let editions = self.editions()?;
        let ChunkRef(index, chunk) = at;
        let edition_of = |ChunkRef(segment, chunk): ChunkRef| -> Result<Option<&Edition>> {
            let document = self.segment(segment)?.document_of(chunk)? as u32;
            Ok(editions.edition(segment as usize, document))
        };
        let own = if editions.has_pages() { edition_of(at)? } else { None };
        let root = ChunkRef(index, self.segment(index)?.root_of(chunk)?);
        let mut out = Vec::new();
        if let Some(own) = own {
            for other in editions.of_page[own.page as usize].iter().filter(|other| **other != root) {
                let is_translation = edition_of(*other)?.is_some_and(|edition| edition.locale != own.locale);
                out.push((*other, if is_translation { Reason::Translation } else { Reason::Version }));
            }
        }
        for other in self.equal_texts(at)? {
            let is_edition = own.is_some() && edition_of(other)?.map(|edition| edition.page) == own.map(|own| own.page);
            if !is_edition {
                out.push((other, Reason::Copy));
            }
        }
        // Ranks by id count within a segment.
        let has_several = self.segments.len() > 1;
        let placed = out.into_iter().map(|(other, reason)| {
            let segment = self.segment(other.0)?;
            let document = segment.document_of(other.1)?;
            let id = if has_several { self.document_id(other)?.encode_utf16().collect() } else { Vec::new() };
            Ok(((segment.path_lengths()?[document], id, segment.by_id()?[document]), other, reason))
        });
        let mut placed = placed.collect::<Result<Vec<(_, ChunkRef, Reason)>>>()?;
        placed.sort_unstable_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        Ok(placed.into_iter().map(|(_, other, reason)| (other, reason)).collect())
    }
}

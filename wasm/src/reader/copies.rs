//! Which chunks have equal texts, and which documents are translations or versions of one page. Found once for each reader.
use super::Reader;
use crate::error::{CoreError, Result};
use crate::language::primary;
use crate::record::ChunkRef;
use crate::schema::key;
use crate::work::{spend, WIDE};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

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
pub(crate) struct Copies {
    /// For each segment: the number of the text of a chunk, where others have the same one.
    texts: Vec<FxHashMap<u32, u32>>,
    /// The live chunks with each of these texts.
    with_text: Vec<Vec<ChunkRef>>,
    /// For each segment: documents by their index.
    editions: Vec<FxHashMap<u32, Edition>>,
    /// The codes of the languages of editions, without their regions and scripts.
    languages: Vec<String>,
    /// The roots of the live documents of each page.
    of_page: Vec<Vec<ChunkRef>>,
    /// For each segment: the places of documents with copies or editions, when they are sorted by the length of their path and
    /// then by id.
    places: Vec<FxHashMap<u32, u32>>,
}

impl Copies {
    pub(crate) fn is_empty(&self) -> bool {
        self.with_text.is_empty() && self.of_page.is_empty()
    }

    /// The number of a chunk's text, where others have the same one.
    pub(crate) fn text_of(&self, ChunkRef(segment, chunk): ChunkRef) -> Option<u32> {
        self.texts[segment as usize].get(&chunk).copied()
    }

    pub(crate) fn has_texts(&self) -> bool {
        !self.with_text.is_empty()
    }

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

    /// The place of a document by the length of its path and then by id.
    pub(crate) fn place(&self, segment: usize, document: u32) -> u32 {
        self.places[segment].get(&document).copied().unwrap_or_default()
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

/// What a reader knows of copies, once it is asked.
#[derive(Default)]
pub(super) struct KnownCopies(OnceCell<Copies>);

impl Reader {
    pub(crate) fn copies(&self) -> Result<&Copies> {
        if self.copies.0.get().is_none() {
            let _ = self.copies.0.set(self.find_copies()?);
        }
        self.copies.0.get().ok_or_else(|| CoreError::request("no copies"))
    }

    #[inline(never)]
    fn find_copies(&self) -> Result<Copies> {
        let mut copies = Copies {
            texts: vec![FxHashMap::default(); self.segments.len()],
            editions: vec![FxHashMap::default(); self.segments.len()],
            places: vec![FxHashMap::default(); self.segments.len()],
            ..Copies::default()
        };
        self.find_equal_texts(&mut copies)?;
        self.find_editions(&mut copies)?;
        if !copies.is_empty() {
            self.place_documents(&mut copies)?;
        }
        Ok(copies)
    }

    fn find_equal_texts(&self, copies: &mut Copies) -> Result<()> {
        let mut all: Vec<(u32, ChunkRef)> = Vec::new();
        for (index, segment) in (0..).zip(&self.segments) {
            spend(segment.size() as usize / WIDE)?;
            let deleted = segment.deleted()?;
            let live = |chunk: u32| !deleted.get(chunk as usize).copied().unwrap_or(false);
            let here = segment.fingerprints()?.into_iter().filter(|(chunk, _)| live(*chunk));
            all.extend(here.map(|(chunk, checksum)| (checksum, ChunkRef(index, chunk))));
        }
        all.sort_unstable();
        for equal in all.chunk_by(|a, b| a.0 == b.0).filter(|equal| equal.len() > 1) {
            let text = copies.with_text.len() as u32;
            for (_, ChunkRef(segment, chunk)) in equal {
                copies.texts[*segment as usize].insert(*chunk, text);
            }
            copies.with_text.push(equal.iter().map(|(_, at)| *at).collect());
        }
        Ok(())
    }

    fn find_editions(&self, copies: &mut Copies) -> Result<()> {
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut pages = Pages::default();
        for (index, segment) in self.segments.iter().enumerate() {
            let deleted = segment.deleted()?;
            for term in segment.keys(&key::EDITION.to_string())? {
                let damaged = || CoreError::damaged("an edition without a page");
                let (page, locale, version, lang) = key::edition_of(&term).ok_or_else(damaged)?;
                if !copies.languages.iter().any(|known| known == primary(lang)) {
                    copies.languages.push(primary(lang).to_owned());
                }
                let next = numbers.len();
                let page = *numbers.entry(page.to_owned()).or_insert(next);
                for root in segment.keyed(&term)? {
                    if !deleted.get(root as usize).copied().unwrap_or(false) {
                        pages.add(page, Member { locale, version, root: ChunkRef(index as u32, root) });
                        let edition = Edition { page: 0, locale, version, lang: lang.to_owned() };
                        copies.editions[index].insert(segment.document_of(root)? as u32, edition);
                    }
                }
            }
        }
        copies.of_page = pages.joined();
        for (page, roots) in (0..).zip(&copies.of_page) {
            for ChunkRef(index, root) in roots {
                let document = self.segments[*index as usize].document_of(*root)? as u32;
                if let Some(edition) = copies.editions[*index as usize].get_mut(&document) {
                    edition.page = page;
                }
            }
        }
        // A document that shares its page with no other is none of the editions.
        let known: FxHashSet<ChunkRef> = copies.of_page.iter().flatten().copied().collect();
        for (index, segment) in self.segments.iter().enumerate() {
            let roots = segment.roots()?;
            copies.editions[index]
                .retain(|document, _| known.contains(&ChunkRef(index as u32, roots[*document as usize])));
        }
        Ok(())
    }

    fn place_documents(&self, copies: &mut Copies) -> Result<()> {
        let mut wanted: Vec<Vec<u32>> = Vec::with_capacity(self.segments.len());
        for (index, segment) in self.segments.iter().enumerate() {
            let with_copies = copies.texts[index].keys().map(|chunk| segment.document_of(*chunk).map(|at| at as u32));
            let mut documents = with_copies.collect::<Result<Vec<_>>>()?;
            documents.extend(copies.editions[index].keys());
            documents.sort_unstable();
            documents.dedup();
            wanted.push(documents);
        }
        let mut named: Vec<(usize, String, usize, u32)> = Vec::new();
        for (index, segment) in self.segments.iter().enumerate().filter(|(index, _)| !wanted[*index].is_empty()) {
            for (id, root) in segment.document_ids()? {
                let document = segment.document_of(root)? as u32;
                if wanted[index].binary_search(&document).is_ok() {
                    let path = id.split_once(':').map_or(id.as_str(), |(_, path)| path);
                    named.push((path.chars().count(), id, index, document));
                }
            }
        }
        spend(named.len())?;
        named.sort_unstable();
        for (place, (_, _, segment, document)) in (0..).zip(named) {
            copies.places[segment].insert(document, place);
        }
        Ok(())
    }

    /// Where the text of a chunk stands too: the roots of other editions of its page, and chunks with the same text in
    /// documents that are none.
    pub(crate) fn also_in(&self, at: ChunkRef) -> Result<Vec<(ChunkRef, Reason)>> {
        let copies = self.copies()?;
        if copies.is_empty() {
            return Ok(Vec::new());
        }
        let ChunkRef(index, chunk) = at;
        let edition_of = |ChunkRef(segment, chunk): ChunkRef| -> Result<Option<&Edition>> {
            let document = self.segment(segment)?.document_of(chunk)? as u32;
            Ok(copies.edition(segment as usize, document))
        };
        let own = edition_of(at)?.filter(|_| copies.has_pages());
        let root = ChunkRef(index, self.segment(index)?.root_of(chunk)?);
        let mut out = Vec::new();
        if let Some(own) = own {
            for other in copies.of_page[own.page as usize].iter().filter(|other| **other != root) {
                let is_translation = edition_of(*other)?.is_some_and(|edition| edition.locale != own.locale);
                out.push((*other, if is_translation { Reason::Translation } else { Reason::Version }));
            }
        }
        if let Some(text) = copies.text_of(at) {
            for other in copies.with_text[text as usize].iter().filter(|other| **other != at) {
                let is_edition =
                    own.is_some() && edition_of(*other)?.map(|edition| edition.page) == own.map(|own| own.page);
                if !is_edition {
                    out.push((*other, Reason::Copy));
                }
            }
        }
        let place = |ChunkRef(segment, chunk): &ChunkRef| -> u32 {
            let document = self.segments[*segment as usize].document_of(*chunk).unwrap_or_default();
            copies.place(*segment as usize, document as u32)
        };
        out.sort_by_key(|(other, _)| (place(other), *other));
        Ok(out)
    }
}

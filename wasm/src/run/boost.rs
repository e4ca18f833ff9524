//! Boosts what the query names: chunks with this title, and documents with this alias or file name.
use super::Run;
use crate::analyzer::Scanner;
use crate::error::Result;
use crate::matches::Matches;
use crate::plan::Node;
use crate::reader::{document_of, OpenSegment};
use crate::record::{DocumentRecord, Record};
use crate::schema::{key, Scope, TextField};
use crate::segment::ALIASES;
use crate::terms::{occurrences, phrase_occurrences};
use crate::work::{spend, RECORD};
use rustc_hash::FxHashMap;

/// How many halves of the highest score a boosted chunk gains: a document comes before a section, and a section before a
/// stub.
pub(super) const DOCUMENT: u8 = 6;
const SECTION: u8 = 4;
const STUB: u8 = 2;
/// Among titles with the same words, the one as typed comes first: `C++` before `C`.
const AS_TYPED: u8 = 1;

/// How many chunks of one title are looked at: documents first, and then those with the highest scores.
const MAX_NAMED: usize = 200;

/// The boosted chunks of each segment.
pub(super) type Boosted = Vec<FxHashMap<u32, u8>>;

/// A chunk that a query names.
struct Named {
    segment: usize,
    chunk: u32,
    /// Its score before factors.
    score: f64,
    is_root: bool,
    /// Its file has this name.
    by_file: bool,
}

impl Run<'_> {
    /// The chunks to boost among those found.
    #[inline(never)]
    pub(super) fn boosted<'q>(&self, queries: impl Iterator<Item = &'q Node>, found: &[Matches]) -> Result<Boosted> {
        let mut out: Boosted = vec![FxHashMap::default(); self.segments().len()];
        for text in queries.filter_map(plain_text) {
            for (segment, chunk, level) in self.levels(&text, found)? {
                let before = out[segment].entry(chunk).or_default();
                *before = level.max(*before);
            }
        }
        Ok(out)
    }

    /// The chunks that a text names, with their levels. A stem of a title counts only if no document and no section
    /// with substance has the words of the text as they are, and never if they are all stop words.
    fn levels(&self, text: &str, found: &[Matches]) -> Result<Vec<(usize, u32, u8)>> {
        let mut named = self.named(text, found)?;
        named.sort_by(|a, b| b.is_root.cmp(&a.is_root).then(b.score.total_cmp(&a.score)));
        named.truncate(MAX_NAMED);
        let (typed, words) = (text.to_lowercase(), words_of(text));
        let (mut exact, mut stemmed) = (Vec::new(), Vec::new());
        for Named { segment: index, chunk, is_root, by_file, .. } in named {
            spend(RECORD)?;
            let segment = &self.segments()[index];
            let record = segment.record(chunk)?;
            let root = segment.root_of(chunk)?;
            let document = if is_root { segment.record(root)?.document.clone() } else { None };
            let as_written = by_file || self.names_of(&record, &document).any(|name| words_of(name) == words);
            let as_typed = self.names_of(&record, &document).any(|name| name.to_lowercase() == typed);
            let level = if segment.is_stub(chunk)? {
                STUB
            } else if stands_for_document(segment, &record, chunk)? {
                DOCUMENT
            } else {
                SECTION
            };
            let level = if as_typed { level + AS_TYPED } else { level };
            if as_written { &mut exact } else { &mut stemmed }.push((index, chunk, level));
        }
        if exact.iter().all(|(_, _, level)| *level < SECTION) && words.iter().any(|word| !self.is_stop(word)) {
            exact.append(&mut stemmed);
        }
        Ok(exact)
    }

    /// A chunk's title, and the aliases of the document that it stands for. Titles with boost 0 name nothing.
    fn names_of<'r>(
        &self,
        record: &'r Record,
        document: &'r Option<DocumentRecord>,
    ) -> impl Iterator<Item = &'r str> + use<'r> {
        let metadata = document.iter().flat_map(|document| &document.metadata);
        let aliases = metadata.filter(|(name, _)| ALIASES.contains(&name.as_str())).flat_map(|(_, values)| values);
        let title = (self.weights.boost(TextField::Title) > 0.0).then_some(record.title.as_str());
        title.into_iter().chain(aliases.map(String::as_str))
    }

    /// The chunks found whose title or alias has the stems of this text, and what stands for files with this name.
    fn named(&self, text: &str, found: &[Matches]) -> Result<Vec<Named>> {
        let phrases = self.phrases(text);
        let mut out = Vec::new();
        for (index, segment) in self.segments().iter().enumerate() {
            let files = self.files(segment, text)?;
            let mut titled = self.titled(segment, &phrases)?;
            titled.extend(&files);
            titled.sort_unstable();
            titled.dedup();
            for chunk in titled {
                let Ok(at) = found[index].binary_search_by_key(&chunk, |entry| entry.chunk) else { continue };
                out.push(Named {
                    segment: index,
                    chunk,
                    score: found[index][at].score,
                    is_root: segment.lead(segment.root_of(chunk)?)? == chunk,
                    by_file: files.contains(&chunk),
                });
            }
        }
        Ok(out)
    }

    /// The chunks of a segment that a query may name, ascending.
    pub(super) fn nameable(&self, segment: &OpenSegment, query: &Node) -> Result<Vec<u32>> {
        let Some(text) = plain_text(query) else { return Ok(Vec::new()) };
        let mut out = self.titled(segment, &self.phrases(&text))?;
        out.extend(self.files(segment, &text)?);
        out.sort_unstable();
        Ok(out)
    }

    /// The chunks whose title or alias has these stems.
    fn titled(&self, segment: &OpenSegment, phrases: &[Vec<(usize, String)>]) -> Result<Vec<u32>> {
        let mut out = Vec::new();
        for terms in phrases {
            let title = Scope::Only(TextField::Title);
            let occurrences = match terms.as_slice() {
                [(_, only)] => occurrences(segment, &self.weights, title, only)?,
                _ => phrase_occurrences(segment, &self.weights, title, terms, None)?,
            };
            let norms = segment.norms(TextField::Title)?;
            let chunks = occurrences.iter().map(|entry| entry.chunk);
            out.extend(chunks.filter(|chunk| norms.fieldnorm(*chunk) == terms.len() as u32));
            out.extend(segment.keyed(&key::heading(terms.iter().map(|(_, term)| term.as_str())))?);
        }
        Ok(out)
    }

    /// The chunks that stand for documents whose file has this name, with or without its extension and the folders above it.
    fn files(&self, segment: &OpenSegment, text: &str) -> Result<Vec<u32>> {
        let mut roots = segment.keyed(&key::of(key::FILE, &key::file_name(text)))?;
        let path = text.trim_start_matches('/').to_lowercase();
        let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name);
        if let Some((stem, _)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
            for root in segment.keyed(&key::of(key::FILE, &key::file_name(stem)))? {
                spend(RECORD)?;
                let whole = document_of(segment.record(root)?.as_ref())?.path.to_lowercase();
                if whole.strip_suffix(path.as_str()).is_some_and(|above| above.is_empty() || above.ends_with('/')) {
                    roots.push(root);
                }
            }
        }
        roots.into_iter().map(|root| segment.lead(root)).collect()
    }
}

/// Whether a chunk counts as its document: the root, or the first section if it repeats the document's title.
fn stands_for_document(segment: &OpenSegment, record: &Record, chunk: u32) -> Result<bool> {
    Ok(match record.position {
        0 => true,
        1 => segment.root_record(chunk)?.title == record.title,
        _ => false,
    })
}

/// The words of a text in lower case.
fn words_of(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text);
    let mut out = Vec::new();
    while scanner.next().is_some() {
        out.push(scanner.lower().to_owned());
    }
    out
}

/// The text of a query that consists of bare words or of one phrase.
fn plain_text(query: &Node) -> Option<String> {
    let children = query.parts();
    if let [Node::Phrase(text)] = children {
        return Some(text.clone());
    }
    let words: Option<Vec<&str>> =
        children.iter().map(|child| super::clauses::typed_word(child).map(|typed| typed.text)).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
}

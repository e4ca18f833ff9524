//! Tells the host which other forms of its words count for a query: those that the index has, of words that few documents
//! have as they are typed.
use super::reading::{Look, Reading};
use super::Run;
use crate::analyzer::Word;
use crate::error::Result;
use crate::matches::count;
use crate::plan::{AskedForms, FormCandidate, Request};
use crate::reader::{OpenSegment, Reader};
use crate::schema::TextField;
use crate::work::{spend, LOOKUP};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use tantivy::schema::IndexRecordOption;

/// A word that so many documents hold is written as it is typed.
const ENOUGH_DOCUMENTS: usize = 10;
/// So many forms of a word count.
const MAX_FORMS: usize = 4;
/// So many terms are looked at for longer words.
const MAX_LOOKED_AT: usize = 200;

/// The fields that hold a text word for word.
const FIELDS: [TextField; 3] = [TextField::Body, TextField::Title, TextField::Tags];

/// For each candidate, the forms that count, the most frequent first.
pub(crate) fn known_forms(reader: &Reader, asked: &AskedForms) -> Result<Vec<Vec<String>>> {
    let request = Request { boosts: asked.boosts.clone(), ..Request::default() };
    let run = Run::new(reader, &request)?;
    asked.candidates.iter().map(|candidate| run.known_forms(candidate)).collect()
}

impl Run<'_> {
    fn known_forms(&self, FormCandidate { typed, forms, begun, always }: &FormCandidate) -> Result<Vec<String>> {
        // What decides in most cases, and costs least, comes first.
        let is_word = !typed.contains(' ');
        if self.is_all_stop(typed) || is_word && !always && self.is_common(typed)? {
            return Ok(Vec::new());
        }
        let mut possible = Vec::new();
        for form in forms {
            if !self.is_all_stop(form) && self.may_hold(form)? {
                possible.push(form.clone());
            }
        }
        for text in begun {
            possible.extend(self.longer(text)?);
        }
        if possible.is_empty() || !is_word && !always && self.is_common(typed)? {
            return Ok(Vec::new());
        }
        let mut known = Vec::new();
        for form in possible {
            let chunks = self.phrase(&form, Look::new(Reading::All))?.map_or(0, |leaf| count(&leaf.matches));
            if chunks > 0 {
                known.push((chunks, form));
            }
        }
        known.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.cmp(b)));
        known.dedup_by(|(_, a), (_, b)| a == b);
        Ok(known.into_iter().take(MAX_FORMS).map(|(_, form)| form).collect())
    }

    fn is_all_stop(&self, text: &str) -> bool {
        text.split_whitespace().all(|word| self.is_stop(word))
    }

    /// Whether some stemmer has all words of a text. They need not stand side by side.
    fn may_hold(&self, text: &str) -> Result<bool> {
        for words in self.analyse(text) {
            let mut all = !words.is_empty();
            for word in &words {
                all = all && self.has_term(&word.term)?;
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_term(&self, term: &str) -> Result<bool> {
        for segment in self.segments() {
            for field in FIELDS {
                spend(LOOKUP)?;
                if segment.inverted(field)?.terms().get(term)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether enough documents hold a text word for word.
    fn is_common(&self, text: &str) -> Result<bool> {
        let analysed = self.analyse(text);
        let is_single = analysed.iter().all(|words| words.len() == 1);
        let mut documents: FxHashSet<(usize, u32)> = FxHashSet::default();
        if !is_single {
            let Some(leaf) = self.phrase(text, Look::new(Reading::All))? else { return Ok(false) };
            for (index, (segment, matches)) in self.segments().iter().zip(&leaf.matches).enumerate() {
                let of_chunk = segment.documents()?;
                documents.extend(matches.iter().map(|entry| (index, of_chunk[entry.chunk as usize])));
            }
            return Ok(documents.len() >= ENOUGH_DOCUMENTS);
        }
        for (index, segment) in self.segments().iter().enumerate() {
            for word in analysed.iter().flatten() {
                for field in FIELDS {
                    add_documents(segment, field, &word.term, |document| {
                        documents.insert((index, document));
                        documents.len() >= ENOUGH_DOCUMENTS
                    })?;
                }
            }
        }
        Ok(documents.len() >= ENOUGH_DOCUMENTS)
    }

    /// The texts with a longer last word, where letters end and digits begin, or the other way round.
    fn longer(&self, text: &str) -> Result<Vec<String>> {
        let mut endings: BTreeSet<String> = BTreeSet::new();
        for words in self.analyse(text) {
            let Some(Word { term, word, .. }) = words.last() else { continue };
            let start = format!("{}{word}", &term[..1]);
            let is_digit = |sign: Option<char>| sign.is_some_and(char::is_numeric);
            let ends_with_digit = is_digit(word.chars().next_back());
            for segment in self.segments() {
                for field in FIELDS {
                    spend(LOOKUP)?;
                    let inverted = segment.inverted(field)?;
                    let mut stream = inverted.terms().range().gt(start.as_bytes()).into_stream()?;
                    let mut looked_at = 0;
                    while looked_at < MAX_LOOKED_AT && stream.advance() && stream.key().starts_with(start.as_bytes()) {
                        spend(LOOKUP)?;
                        looked_at += 1;
                        let ending = std::str::from_utf8(&stream.key()[start.len()..]).unwrap_or_default();
                        let next = ending.chars().next();
                        if next.is_some() && ends_with_digit != is_digit(next) {
                            endings.insert(ending.to_owned());
                        }
                    }
                }
            }
        }
        Ok(endings.into_iter().map(|ending| format!("{text}{ending}")).collect())
    }
}

/// Calls `add` with the live documents that hold a term in a field, until it says that they are enough.
fn add_documents(segment: &OpenSegment, field: TextField, term: &str, mut add: impl FnMut(u32) -> bool) -> Result<()> {
    spend(LOOKUP)?;
    let inverted = segment.inverted(field)?;
    let Some(info) = inverted.terms().get(term)? else { return Ok(()) };
    let (documents, deleted) = (segment.documents()?, segment.deleted()?);
    let mut postings = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
    while !postings.docs().is_empty() {
        spend(postings.docs().len())?;
        for chunk in postings.docs() {
            let is_live = deleted.is_empty() || !deleted[*chunk as usize];
            if is_live && add(documents[*chunk as usize]) {
                return Ok(());
            }
        }
        postings.advance();
    }
    Ok(())
}

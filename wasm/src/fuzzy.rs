//! Finds the indexed terms that are nearest to a typed word by edit distance. A transposition counts 1.
mod walk;

use crate::analyzer::StemmerId;
use crate::error::Result;
use crate::reader::{Expansion, Reader};
use crate::schema::{Scope, TextField};
use crate::stop_words::is_stop_word;
use crate::work::{spend, LOOKUP};
use std::collections::BTreeMap;
use std::rc::Rc;
use tantivy::schema::IndexRecordOption;
use tantivy::Term;

/// The most near terms that are added for one typed word.
const MAX_EXPANSIONS: usize = 50;

/// The longest term that is expanded, in characters. The work grows with the length, and longer words are rarely typed.
const MAX_LETTERS: usize = 32;

/// The longest term for which near terms are suggested. The walk goes as deep as the term is long.
const MAX_SUGGESTED: usize = 128;

/// How far near terms may be from a typed word: 0 for words under 4 letters or with a digit, 1 for 4–7 letters, and
/// otherwise `most`.
pub(crate) fn allowed_distance(word: &str, most: u8) -> u8 {
    let letters = word.chars().count();
    if !(4..=MAX_LETTERS).contains(&letters) || word.chars().any(char::is_numeric) {
        return 0;
    }
    if letters <= 7 {
        most.min(1)
    } else {
        most.min(2)
    }
}

/// How many words' near terms a reader caches. The same words occur often, and the dictionaries do not change.
const REMEMBERED_WORDS: usize = 2048;

/// The `MAX_EXPANSIONS` nearest terms of a typed term. Stop words are among them only when the index does not know the
/// typed term. Otherwise they would only add their long lists.
pub(crate) fn near_terms(
    reader: &Reader,
    scope: Scope,
    term: &str,
    distance: u8,
    known: bool,
) -> Result<Rc<[Expansion]>> {
    if distance == 0 {
        return Ok(Rc::new([]));
    }
    let asked = (scope, distance, term.to_owned(), !known);
    if let Some(found) = reader.near_terms.borrow().get(&asked) {
        return Ok(found.clone());
    }
    let mut found = expansions(reader, scope, term, distance)?;
    let language = StemmerId::by_byte(term.as_bytes()[0]).map_or("none", StemmerId::name);
    found.retain(|near| !known || !is_stop_word(language, &near.term[1..]));
    found.truncate(MAX_EXPANSIONS);
    let found: Rc<[Expansion]> = found.into();
    let mut remembered = reader.near_terms.borrow_mut();
    if remembered.len() >= REMEMBERED_WORDS {
        remembered.clear();
    }
    remembered.insert(asked, found.clone());
    Ok(found)
}

/// The terms of the dictionary that are nearest to `term` (stemmer byte and stem), without `term` itself. They are
/// ordered by distance, then by falling frequency, then by the alphabet.
pub(crate) fn expansions(reader: &Reader, scope: Scope, term: &str, distance: u8) -> Result<Vec<Expansion>> {
    let is_walked = |stem: &&str| !stem.is_empty() && distance > 0 && stem.chars().count() <= MAX_SUGGESTED;
    let Some(stem) = term.get(1..).filter(is_walked) else { return Ok(Vec::new()) };
    let mut found: BTreeMap<String, (u8, u32)> = BTreeMap::new();
    for segment in &reader.segments {
        for field in dictionaries(scope) {
            let Some(dictionary) = segment.dictionary(&reader.fields, field)? else { continue };
            let inverted = segment.reader().inverted_index(reader.fields.text[field as usize])?;
            for (stem, away) in walk::near(dictionary, term.as_bytes()[0], stem, distance)? {
                spend(LOOKUP)?;
                let term = format!("{}{stem}", &term[..1]);
                let frequency = inverted.terms().get(&term)?.map_or(0, |info| info.doc_freq);
                found.entry(term).or_insert((away, 0)).1 += frequency;
            }
        }
    }
    let mut out = Vec::with_capacity(found.len());
    for (term, (distance, indexed)) in found {
        let frequency = live_frequency(reader, scope, &term)?.unwrap_or(indexed);
        if frequency > 0 {
            out.push(Expansion { term, distance, frequency });
        }
    }
    out.sort_by(|a, b| (a.distance, b.frequency, &a.term).cmp(&(b.distance, a.frequency, &b.term)));
    Ok(out)
}

/// The fields whose terms are searched. Other fields add no new terms: the words of paths, except extensions, are in
/// their components, and those of ancestors are in titles.
fn dictionaries(scope: Scope) -> Vec<TextField> {
    match scope {
        Scope::All => vec![TextField::Title, TextField::Tags, TextField::PathComponents, TextField::Body],
        Scope::Only(field) => vec![field],
    }
}

/// The number of live chunks with the term, summed over the fields. None when no chunk is deleted, because the
/// dictionaries' own counts are right then. They include deleted chunks until a merge.
fn live_frequency(reader: &Reader, scope: Scope, term: &str) -> Result<Option<u32>> {
    if reader.segments.iter().all(|segment| !segment.has_deleted()) {
        return Ok(None);
    }
    let mut live = 0;
    for segment in &reader.segments {
        let deleted = segment.deleted(&reader.fields)?;
        for field in dictionaries(scope) {
            let id = reader.fields.text[field as usize];
            let inverted = segment.reader().inverted_index(id)?;
            spend(LOOKUP)?;
            let Some(info) = inverted.get_term_info(&Term::from_field_text(id, term))? else { continue };
            if deleted.is_empty() {
                live += info.doc_freq;
                continue;
            }
            spend(info.doc_freq as usize)?;
            let mut postings = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
            while !postings.docs().is_empty() {
                live += postings.docs().iter().filter(|chunk| !deleted[**chunk as usize]).count() as u32;
                postings.advance();
            }
        }
    }
    Ok(Some(live))
}

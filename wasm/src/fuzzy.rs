//! Dictionary expansion: the indexed terms nearest to a typed word by edit distance, a transposition counting 1.
mod walk;

use crate::analyzer::StemmerId;
use crate::error::Result;
use crate::reader::{Expansion, Reader};
use crate::schema::{Scope, TextField};
use crate::stop_words::is_stop_word;
use std::collections::BTreeMap;
use std::rc::Rc;
use tantivy::schema::IndexRecordOption;
use tantivy::Term;

/// Most terms that one typed word stands for beside itself.
const MAX_EXPANSIONS: usize = 50;

/// Longest term that is expanded, in characters: the work grows with it and longer words are rarely typed.
const MAX_LETTERS: usize = 32;

/// How far a typed word may be from its expansions: none for words under 4 letters or with a digit, 1 for 4–7, then
/// `most`.
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

/// Words whose nearest terms a reader remembers: the same few come again and again, and the dictionaries do not change.
const REMEMBERED_WORDS: usize = 2048;

/// What a typed term stands for beside itself: its `MAX_EXPANSIONS` nearest terms. Only a term that the index does
/// not know can be meant as a stop word; beside the others those would add nothing but their long lists.
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

/// The nearest terms of the dictionary to `term` (stemmer byte and stem), without itself: nearest first, then the most
/// frequent, then by the alphabet.
pub(crate) fn expansions(reader: &Reader, scope: Scope, term: &str, distance: u8) -> Result<Vec<Expansion>> {
    let Some(stem) = term.get(1..).filter(|stem| !stem.is_empty() && distance > 0) else { return Ok(Vec::new()) };
    let mut found: BTreeMap<String, (u8, u32)> = BTreeMap::new();
    for segment in &reader.segments {
        for field in dictionaries(scope) {
            let Some(dictionary) = segment.dictionary(&reader.fields, field)? else { continue };
            let inverted = segment.reader().inverted_index(reader.fields.text[field as usize])?;
            for (stem, away) in walk::near(dictionary, term.as_bytes()[0], stem, distance) {
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

/// The fields whose terms are looked at. All words of paths but extensions are in their components, those of
/// ancestors in titles.
fn dictionaries(scope: Scope) -> Vec<TextField> {
    match scope {
        Scope::All => vec![TextField::Title, TextField::Tags, TextField::PathComponents, TextField::Body],
        Scope::Only(field) => vec![field],
    }
}

/// In how many live chunks the term is indexed, summed over fields. None where nothing is deleted: dictionaries count
/// the terms of deleted chunks until a merge.
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
            let Some(info) = inverted.get_term_info(&Term::from_field_text(id, term))? else { continue };
            if deleted.is_empty() {
                live += info.doc_freq;
                continue;
            }
            let mut postings = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
            while !postings.docs().is_empty() {
                live += postings.docs().iter().filter(|chunk| !deleted[**chunk as usize]).count() as u32;
                postings.advance();
            }
        }
    }
    Ok(Some(live))
}

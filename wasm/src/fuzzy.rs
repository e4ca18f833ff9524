//! Finds the indexed terms that are nearest to a typed word by edit distance. A transposition counts 1.
mod likeness;
mod walk;

use crate::analyzer::{StemmerId, Stemming, Word};
use crate::error::Result;
use crate::reader::{Expansion, Reader};
use crate::schema::{key, Scope, TextField};
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

/// A word of so many letters may have one mistake more.
const LONG: usize = 12;

/// The longest term for which near terms are suggested. The walk goes as deep as the term is long.
const MAX_SUGGESTED: usize = 128;

/// How far near terms may be from a typed word: 0 for words under 4 letters or with a digit, 1 for 4–7 letters, `most` for
/// 8–11, and one more for longer ones.
pub(crate) fn allowed_distance(word: &str, most: u8) -> u8 {
    let letters = word.chars().count();
    if !(4..=MAX_LETTERS).contains(&letters) || word.chars().any(char::is_numeric) {
        return 0;
    }
    match letters {
        ..=7 => most.min(1),
        8..LONG => most.min(2),
        // A second mistake in a long word leaves no doubt what was meant.
        _ if most > 0 => (most + 1).min(2),
        _ => 0,
    }
}

/// How many words' near terms a reader caches. The same words occur often, and the dictionaries do not change.
const REMEMBERED_WORDS: usize = 2048;

/// The `MAX_EXPANSIONS` nearest terms of a typed word. Stop words are among them only when the index does not know the
/// typed term. Otherwise they would only add their long lists.
pub(crate) fn near_terms(
    reader: &Reader,
    scope: Scope,
    word: &Word,
    distance: u8,
    known: bool,
) -> Result<Rc<[Expansion]>> {
    if distance == 0 {
        return Ok(Rc::new([]));
    }
    let asked = (scope, distance, word.term.clone(), word.word.clone(), !known);
    if let Some(found) = reader.near_terms.borrow().get(&asked) {
        return Ok(found.clone());
    }
    let mut found = expansions(reader, scope, word, distance)?;
    let language = StemmerId::by_byte(word.term.as_bytes()[0]).map_or("none", StemmerId::name);
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

/// The terms of the index that are near to a typed word: those near to its own term, and those of words near to the word
/// as it was typed. Without its own term. They are ordered by the cost of the edits, then by falling frequency, then by
/// the alphabet.
pub(crate) fn expansions(reader: &Reader, scope: Scope, word: &Word, distance: u8) -> Result<Vec<Expansion>> {
    let is_walked = |text: &str| !text.is_empty() && distance > 0 && text.chars().count() <= MAX_SUGGESTED;
    let Some(stem) = word.term.get(1..).filter(|stem| is_walked(stem)) else { return Ok(Vec::new()) };
    let Some(stemmer) = StemmerId::by_byte(word.term.as_bytes()[0]) else { return Ok(Vec::new()) };
    let form = Stemming::form(&word.word);
    let stemming = Stemming::new(stemmer);
    let mut costs: BTreeMap<String, f64> = BTreeMap::new();
    let mut add = |term: String, cost: f64| {
        if term != word.term {
            costs.entry(term).and_modify(|least| *least = least.min(cost)).or_insert(cost);
        }
    };
    for segment in &reader.segments {
        for field in dictionaries(scope) {
            let Some(dictionary) = segment.dictionary(&reader.fields, field)? else { continue };
            for typed in
                [Some(stem), Some(&*form).filter(|form| *form != stem && is_walked(form))].into_iter().flatten()
            {
                for near in walk::near(dictionary, &[stemmer.byte()], typed, distance)?.into_keys() {
                    let cost = likeness::cost(typed, &near);
                    add(format!("{}{near}", &word.term[..1]), cost);
                }
            }
        }
        let keys = if stemming.stems() && is_walked(&form) { segment.key_dictionary(&reader.fields)? } else { None };
        if let Some(keys) = keys {
            for near in walk::near(keys, &key::forms(stemmer.byte()), &form, distance)?.into_keys() {
                let cost = likeness::cost(&form, &near);
                add(stemming.terms(&near).plain, cost);
            }
        }
    }
    let mut out = Vec::with_capacity(costs.len());
    for (term, cost) in costs {
        let frequency = live_frequency(reader, scope, &term)?;
        if frequency > 0 {
            out.push(Expansion { term, cost, frequency });
        }
    }
    out.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| (b.frequency, &a.term).cmp(&(a.frequency, &b.term))));
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

/// The number of live chunks with the term, summed over the fields.
fn live_frequency(reader: &Reader, scope: Scope, term: &str) -> Result<u32> {
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
    Ok(live)
}

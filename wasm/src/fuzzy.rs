//! Finds the indexed terms that are nearest to a typed word by edit distance. A transposition counts 1.
mod likeness;
mod walk;

use crate::analyzer::{is_unspaced, StemmerId, Stemming, Word};
use crate::error::Result;
use crate::reader::{Expansion, Near, OpenSegment, Reader};
use crate::schema::{key, Scope, TextField};
use crate::stop_words::is_stop_word;
use crate::work::{spend, LOOKUP};
use std::collections::{BTreeMap, BTreeSet};
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::InvertedIndexReader;

/// The most near terms that are added for one typed word.
const MAX_EXPANSIONS: usize = 50;

/// The longest term that is expanded, in characters. The work grows with the length, and longer words are rarely typed.
const MAX_LETTERS: usize = 32;

/// A word of so many letters may lack one, or have two of them swapped, but nothing else.
const SHORT: usize = 3;

/// A word of so many letters may have one mistake more.
const LONG: usize = 12;

/// The longest term for which near terms are suggested. The walk goes as deep as the term is long.
const MAX_SUGGESTED: usize = 128;

/// How far near terms may be from a typed word: 0 for words under 3 letters or with a digit, 1 for 4–7 letters, `most` for
/// 8–11, and one more for longer ones. A word of 3 letters stands for others only where the index does not know it.
pub(crate) fn allowed_distance(word: &str, most: u8, known: bool) -> u8 {
    let letters = word.chars().count();
    let shortest = if known { SHORT + 1 } else { SHORT };
    let is_written_otherwise = word.contains(char::is_numeric) || word.contains(is_unspaced);
    if !(shortest..=MAX_LETTERS).contains(&letters) || is_written_otherwise {
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

/// What it costs to take the last letter of a word for a mistake.
const LAST_LETTER: f64 = 1.0;

/// The `MAX_EXPANSIONS` nearest terms of a typed word. Stop words are among them only when the index does not know the
/// typed term. Otherwise they would only add their long lists.
pub(crate) fn near_terms(reader: &Reader, scope: Scope, word: &Word, distance: u8, known: bool) -> Result<Near> {
    if distance == 0 {
        return Ok(Near::default());
    }
    let asked = (scope, distance, word.term.clone(), word.word.clone(), !known);
    if let Some(found) = reader.near_terms.borrow().get(&asked) {
        return Ok(found.clone());
    }
    let Expansions { mut others, own } = expansions(reader, scope, word, distance)?;
    let language = StemmerId::by_byte(word.term.as_bytes()[0]).map_or("none", StemmerId::name);
    others.retain(|near| !known || !is_stop_word(language, &near.term[1..]));
    if word.word.chars().count() == SHORT {
        let is_longer = |stem: &str| stem.chars().count() > SHORT;
        others.retain(|near| is_longer(&near.term[1..]) || likeness::is_swap(&word.word, &near.term[1..]));
    }
    others.truncate(MAX_EXPANSIONS);
    let found = Near { others: others.into(), own };
    reader.near_terms.borrow_mut().insert(asked, found.clone());
    Ok(found)
}

/// What [`Near`] has, with all near terms.
pub(crate) struct Expansions {
    pub(crate) others: Vec<Expansion>,
    own: Option<Expansion>,
}

/// The terms of the index that are near to a typed word: those near to its own term, and those of words near to the word
/// as it was typed. Without its own term. They are ordered by the cost of the edits, then by falling frequency, then by
/// the alphabet.
pub(crate) fn expansions(reader: &Reader, scope: Scope, word: &Word, distance: u8) -> Result<Expansions> {
    let mut out = Expansions { others: Vec::new(), own: None };
    let is_walked = |text: &str| !text.is_empty() && distance > 0 && text.chars().count() <= MAX_SUGGESTED;
    let Some(stem) = word.term.get(1..).filter(|stem| is_walked(stem)) else { return Ok(out) };
    let Some(stemmer) = StemmerId::by_byte(word.term.as_bytes()[0]) else { return Ok(out) };
    let form = Stemming::form(&word.word);
    let stemming = Stemming::new(stemmer);
    let mut costs: BTreeMap<String, f64> = BTreeMap::new();
    let mut add = |term: String, cost: f64| {
        costs.entry(term).and_modify(|least| *least = least.min(cost)).or_insert(cost);
    };
    for segment in &reader.segments {
        for field in dictionaries(scope) {
            let Some(dictionary) = segment.dictionary(field)? else { continue };
            // Everything is near to a stem of two letters: `ad` of "adding" to the `md` of a file's name.
            let long_stem = Some(stem).filter(|stem| stem.chars().count() >= SHORT);
            let other_form = Some(&*form).filter(|form| *form != stem && is_walked(form));
            for typed in [long_stem, other_form].into_iter().flatten() {
                for near in walk::near(dictionary, &[stemmer.byte()], typed, distance)?.into_keys() {
                    let cost = likeness::cost(typed, &near);
                    add(format!("{}{near}", &word.term[..1]), cost);
                }
            }
        }
        let keys = if stemming.stems() && is_walked(&form) { segment.key_dictionary()? } else { None };
        if let Some(keys) = keys {
            for near in walk::near(keys, &key::forms(stemmer.byte()), &form, distance)?.into_keys() {
                let cost = likeness::cost(&form, &near);
                add(stemming.terms(&near).plain, cost);
            }
        }
    }
    // The typed word is no distance from its own term. What may mislead is in `own_cost`.
    costs.remove(&word.term);
    let own_cost = own_cost(reader, stemmer, &form, stem, distance)?;
    for (term, cost) in costs {
        let frequency = live_frequency(reader, scope, &term)?;
        if frequency > 0 {
            out.others.push(Expansion { term, cost, frequency });
        }
    }
    let by_cost = |a: &Expansion, b: &Expansion| {
        a.cost.total_cmp(&b.cost).then_with(|| (b.frequency, &a.term).cmp(&(a.frequency, &b.term)))
    };
    out.others.sort_by(by_cost);
    if let Some(cost) = own_cost {
        let frequency = live_frequency(reader, scope, &word.term)?;
        out.own = Some(Expansion { term: word.term.clone(), cost, frequency });
    }
    Ok(out)
}

/// What it costs to take an English word that no document has for its stem without the last `e`, or for another word with
/// that stem, whichever is nearer. None for all other words: the endings that stemmers remove are rarely mistakes, but they
/// also take the `e` of a word that is not finished, and `docke` has the stem `dock`.
fn own_cost(reader: &Reader, stemmer: StemmerId, form: &str, stem: &str, distance: u8) -> Result<Option<f64>> {
    if stemmer.name() != "english" || form.strip_suffix('e') != Some(stem) || is_written(reader, stemmer, form)? {
        return Ok(None);
    }
    let stemming = Stemming::new(stemmer);
    let mut least = LAST_LETTER;
    for segment in &reader.segments {
        let Some(keys) = segment.key_dictionary()? else { continue };
        for near in walk::near(keys, &key::forms(stemmer.byte()), form, distance)?.into_keys() {
            if stemming.terms(&near).plain[1..] == *stem && is_written(reader, stemmer, &near)? {
                least = least.min(likeness::cost(form, &near));
            }
        }
    }
    Ok(Some(least))
}

/// Whether a live document has the word as it is written, which is not its stem.
fn is_written(reader: &Reader, stemmer: StemmerId, form: &str) -> Result<bool> {
    let key = key::form(stemmer.byte(), form);
    for segment in &reader.segments {
        spend(LOOKUP)?;
        let inverted = segment.inverted_keys()?;
        let Some(info) = inverted.terms().get(&key)? else { continue };
        if live_postings(segment, &inverted, &info)? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The terms of the words that begin as this one does, by how they are written.
pub(crate) fn begun_terms(reader: &Reader, scope: Scope, word: &Word) -> Result<BTreeSet<String>> {
    let Some(stemmer) = StemmerId::by_byte(word.term.as_bytes()[0]) else { return Ok(BTreeSet::new()) };
    let form = Stemming::form(&word.word);
    let stemming = Stemming::new(stemmer);
    let mut out = BTreeSet::new();
    for segment in &reader.segments {
        let start = format!("{}{form}", &word.term[..1]);
        for field in dictionaries(scope) {
            let inverted = segment.inverted(field)?;
            each_from(&inverted, &start, |term| {
                out.insert(term.to_owned());
            })?;
        }
        if stemming.stems() {
            let inverted = segment.inverted_keys()?;
            each_from(&inverted, &key::form(stemmer.byte(), &form), |key| {
                out.insert(stemming.terms(&key[2..]).plain);
            })?;
        }
    }
    Ok(out)
}

/// Calls `each` with every term that starts so.
fn each_from(inverted: &InvertedIndexReader, start: &str, mut each: impl FnMut(&str)) -> Result<()> {
    let mut stream = inverted.terms().range().ge(start.as_bytes()).into_stream()?;
    while stream.advance() && stream.key().starts_with(start.as_bytes()) {
        spend(LOOKUP)?;
        std::str::from_utf8(stream.key()).ok().into_iter().for_each(&mut each);
    }
    Ok(())
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
        for field in dictionaries(scope) {
            let inverted = segment.inverted(field)?;
            spend(LOOKUP)?;
            let Some(info) = inverted.terms().get(term)? else { continue };
            live += live_postings(segment, &inverted, &info)?;
        }
    }
    Ok(live)
}

/// How many of a term's chunks are live.
fn live_postings(segment: &OpenSegment, inverted: &InvertedIndexReader, info: &TermInfo) -> Result<u32> {
    let deleted = segment.deleted()?;
    if deleted.is_empty() {
        return Ok(info.doc_freq);
    }
    spend(info.doc_freq as usize)?;
    let mut live = 0;
    let mut postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    while !postings.docs().is_empty() {
        live += postings.docs().iter().filter(|chunk| !deleted[**chunk as usize]).count() as u32;
        postings.advance();
    }
    Ok(live)
}

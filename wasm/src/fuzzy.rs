//! Dictionary expansion: the indexed terms nearest to a typed word by edit distance, a transposition counting 1.
use crate::error::Result;
use crate::reader::Reader;
use crate::schema::TextField;
use crate::terms::Scope;
use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder, DFA, SINK_STATE};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;
use tantivy::schema::IndexRecordOption;
use tantivy::Term;
use tantivy_fst::Automaton;

/// Most terms that one typed word stands for beside itself.
const MAX_EXPANSIONS: usize = 50;

/// Longest term that is expanded, in characters: automata grow with it and longer words are rarely typed.
const MAX_LETTERS: usize = 32;

#[derive(Debug, Clone, PartialEq)]
pub struct Expansion {
    pub term: String,
    pub distance: u8,
    /// Live chunks, summed over fields: only orders expansions.
    pub frequency: u32,
}

/// How far a typed word may be from its expansions: none for words under 4 letters or with a digit, 1 for 4–7, then `most`.
pub fn allowed_distance(word: &str, most: u8) -> u8 {
    let letters = word.chars().count();
    if letters < 4 || letters > MAX_LETTERS || word.chars().any(char::is_numeric) {
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

/// Nearest terms by scope, distance and term.
pub type NearTerms = FxHashMap<(Scope, u8, String), Rc<[Expansion]>>;

/// What a typed term stands for beside itself: its `MAX_EXPANSIONS` nearest terms.
pub fn near_terms(reader: &Reader, scope: Scope, term: &str, distance: u8) -> Result<Rc<[Expansion]>> {
    if distance == 0 {
        return Ok(Rc::new([]));
    }
    let asked = (scope, distance, term.to_owned());
    if let Some(known) = reader.near_terms.borrow().get(&asked) {
        return Ok(known.clone());
    }
    let found: Rc<[Expansion]> = expansions(reader, scope, term, distance, MAX_EXPANSIONS)?.into();
    let mut known = reader.near_terms.borrow_mut();
    if known.len() >= REMEMBERED_WORDS {
        known.clear();
    }
    known.insert(asked, found.clone());
    Ok(found)
}

/// The nearest terms of the dictionary to `term` (stemmer byte and stem), without itself: nearest first, then the most
/// frequent, then by the alphabet.
pub fn expansions(reader: &Reader, scope: Scope, term: &str, distance: u8, most: usize) -> Result<Vec<Expansion>> {
    let Some(stem) = term.get(1..).filter(|stem| !stem.is_empty() && distance > 0) else { return Ok(Vec::new()) };
    let near = Near { stemmer: term.as_bytes()[0], dfa: automaton(distance).build_dfa(stem) };
    let mut found: BTreeMap<String, (u8, u32)> = BTreeMap::new();
    for segment in &reader.segments {
        for field in dictionaries(scope) {
            let inverted = segment.reader().inverted_index(reader.fields.text[field as usize])?;
            let mut stream = inverted.terms().search(&near).into_stream()?;
            while stream.advance() {
                let Ok(key) = std::str::from_utf8(stream.key()) else { continue };
                let Distance::Exact(away) = near.dfa.eval(&key[1..]) else { continue };
                if away > 0 && away <= distance {
                    let entry = found.entry(key.to_owned()).or_insert((away, 0));
                    entry.1 += stream.value().doc_freq;
                }
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
    out.truncate(most);
    Ok(out)
}

/// The fields whose terms are looked at. All words of paths but extensions are in their components, those of ancestors in titles.
fn dictionaries(scope: Scope) -> Vec<TextField> {
    match scope {
        Scope::All => vec![TextField::Title, TextField::Tags, TextField::PathComponents, TextField::Body],
        Scope::Only(field) => vec![field],
    }
}

/// In how many live chunks the term stands, summed over fields. None where nothing is deleted: dictionaries count the terms of
/// deleted chunks until a merge.
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

/// The parametric tables are costly to make (tens of milliseconds at distance 2) and the same for every word.
fn automaton(distance: u8) -> &'static LevenshteinAutomatonBuilder {
    static BUILDERS: [OnceLock<LevenshteinAutomatonBuilder>; 2] = [OnceLock::new(), OnceLock::new()];
    BUILDERS[usize::from(distance >= 2)].get_or_init(|| LevenshteinAutomatonBuilder::new(distance.min(2), true))
}

/// Accepts the stemmer's byte, then what the Levenshtein automaton accepts.
struct Near {
    stemmer: u8,
    dfa: DFA,
}

impl Automaton for &Near {
    type State = Option<u32>;
    fn start(&self) -> Option<u32> {
        None
    }
    fn is_match(&self, state: &Option<u32>) -> bool {
        state.is_some_and(|state| matches!(self.dfa.distance(state), Distance::Exact(_)))
    }
    fn can_match(&self, state: &Option<u32>) -> bool {
        *state != Some(SINK_STATE)
    }
    fn accept(&self, state: &Option<u32>, byte: u8) -> Option<u32> {
        Some(match state {
            None if byte == self.stemmer => self.dfa.initial_state(),
            None => SINK_STATE,
            Some(state) => self.dfa.transition(*state, byte),
        })
    }
}

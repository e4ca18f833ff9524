//! Evaluates the children of the top-level AND: bare words with their shares of the weight, and everything else.
use super::evaluate::Evaluated;
use super::reading::{Documents, Look, Reading};
use super::sought::Marks;
use super::unspaced::unspaced_words;
use super::{BareWord, Clause, Found, Quoted, Run};
use crate::error::Result;
use crate::plan::Node;
use crate::stop_words::{is_stop_word, is_task_word, without_clitic};
use crate::work::{spend, LOOKUP};

/// A stop or question word counts this share of the weight of another word.
const STOP_WORD_WEIGHT: f64 = 0.1;

/// A word that names the task rather than its object ("find", "list") counts this share.
const TASK_WORD_WEIGHT: f64 = 0.5;

/// The clauses of a query, with what they mark.
pub(super) struct Clauses {
    pub(super) list: Vec<Clause>,
    pub(super) marks: Marks,
}

impl Clauses {
    fn extend(&mut self, found: Option<(Clause, Marks)>) {
        let Some((clause, marks)) = found else { return };
        self.list.push(clause);
        self.marks.extend(marks);
    }
}

/// A bare word of the query.
#[derive(Clone, Copy)]
pub(super) struct Typed<'q> {
    /// The word with its synonyms.
    pub(super) node: &'q Node,
    pub(super) text: &'q str,
    pub(super) times: f64,
    pub(super) must: bool,
}

/// The typed word, if a child of the top-level AND is a bare word.
pub(super) fn typed_word(node: &Node) -> Option<Typed<'_>> {
    match node {
        Node::Word(text) | Node::Prefix(text) => Some(Typed { node, text, times: 1.0, must: false }),
        Node::Any(alternatives) | Node::Forms(alternatives, _) => {
            alternatives.first().map(|(_, text)| Typed { node, text, times: 1.0, must: false })
        }
        Node::Boost(times, child) => typed_word(child).map(|typed| Typed { times: typed.times * times, ..typed }),
        Node::Must(child) => typed_word(child).map(|typed| Typed { must: true, ..typed }),
        _ => None,
    }
}

/// A phrase with or without a boost.
fn typed_phrase(node: &Node) -> Option<(&str, f64)> {
    match node {
        Node::Phrase(text) => Some((text, 1.0)),
        Node::Boost(times, child) => typed_phrase(child).map(|(text, so_far)| (text, so_far * times)),
        _ => None,
    }
}

impl Run<'_> {
    /// Evaluates the children of the top-level AND. Parts without a letter or digit are left out. A query that has no
    /// other parts matches nothing.
    pub(super) fn clauses(&self, query: &Node, reading: Reading) -> Result<Clauses> {
        self.clauses_beyond(query, &[], reading)
    }

    /// The same in some documents, where all words have been read but those that are marked. Also returns what the words
    /// mark that are read now.
    pub(super) fn clauses_within(&self, query: &Node, read: &[Clause], documents: &Documents) -> Result<Clauses> {
        self.clauses_beyond(query, read, Reading::Within(documents))
    }

    #[inline(never)]
    fn clauses_beyond(&self, query: &Node, read: &[Clause], reading: Reading) -> Result<Clauses> {
        let known = |at: usize| {
            let Reading::Within(documents) = reading else { return None };
            let is_unread = |clause: &&Clause| clause.word.as_ref().is_some_and(|word| word.unread);
            read.get(at).filter(|clause| !is_unread(clause)).map(|clause| clause.within(documents))
        };
        let children = query.parts();
        let mut clauses = Clauses { list: Vec::with_capacity(children.len()), marks: Marks::default() };
        let look = Look::new(reading);
        for (place, child) in children.iter().enumerate() {
            spend(LOOKUP)?;
            if let Some(typed) = typed_word(child) {
                for word in apart(&typed) {
                    if let Some(known) = known(clauses.list.len()) {
                        clauses.list.push(known);
                        continue;
                    }
                    let text = word.as_deref().unwrap_or(typed.text);
                    let node = word.as_ref().map(|word| Node::Word(word.clone()));
                    let part = Typed { text, node: node.as_ref().unwrap_or(typed.node), ..typed };
                    clauses.extend(self.word_clause(part, &typed, place, look)?);
                }
            } else if let Some(known) = known(clauses.list.len()) {
                clauses.list.push(known);
            } else if let Some((text, times)) = typed_phrase(child) {
                clauses.extend(self.phrase_clause(text, times, look)?);
            } else {
                let evaluated = self.evaluate(child, look)?;
                clauses.extend(evaluated.map(|Evaluated { found, sought }| sought.into_clause(found)));
            }
        }
        let list = &mut clauses.list;
        if list.iter().filter_map(|clause| clause.word.as_ref()).all(|word| !word.required) {
            list.iter_mut().filter_map(|clause| clause.word.as_mut()).for_each(|word| word.required = true);
        }
        if list.is_empty() && !children.is_empty() {
            list.push(Clause {
                found: Found::Scored(vec![Vec::new(); self.segments().len()]),
                word: None,
                quoted: None,
                forms: Vec::new(),
            });
        }
        Ok(clauses)
    }

    /// The clause of a typed word, or of a part of it.
    fn word_clause(&self, part: Typed, typed: &Typed, place: usize, look: Look) -> Result<Option<(Clause, Marks)>> {
        let Typed { text, times, must, .. } = part;
        let stop = self.is_stop(text);
        let unread = look.reading == Reading::Counted && self.is_light(&part);
        let Some(mut leaf) = self.bare_word(part.node, if unread { look.counting() } else { look })? else {
            return Ok(None);
        };
        let share = self.share_of(text, stop);
        let factor = share * times;
        if factor != 1.0 {
            leaf.matches.iter_mut().flatten().for_each(|entry| entry.score *= factor);
            leaf.held_as.iter_mut().for_each(|held| held.counted *= factor);
            leaf.idf *= factor;
            leaf.sought.forms.iter_mut().for_each(|form| form.idf *= factor);
        }
        let word = BareWord {
            text: without_clitic(text).unwrap_or(text).to_owned(),
            typed: without_clitic(typed.text).unwrap_or(typed.text).to_owned(),
            place,
            stands_for: leaf.stands_for,
            stop,
            required: share == 1.0,
            must,
            unread,
            share,
            factor,
            df: leaf.df,
            held_as: leaf.held_as,
            idf: leaf.idf,
        };
        let found = self.hold(Found::Scored(leaf.matches))?;
        let (clause, mut marks) = leaf.sought.into_clause(found);
        if unread {
            // It is marked when it is read.
            marks = Marks::default();
        } else if stop {
            marks.stop_terms = std::mem::take(&mut marks.highlight.terms);
        }
        Ok(Some((Clause { word: Some(word), ..clause }, marks)))
    }

    /// Whether a word only adds to the scores of chunks that others find, and its idf says how much.
    fn is_light(&self, Typed { node, text, must, .. }: &Typed) -> bool {
        let is_single = || self.analyse(without_clitic(text).unwrap_or(text)).iter().all(|words| words.len() == 1);
        !must && matches!(node, Node::Word(_)) && !self.is_required(text) && is_single()
    }

    /// Whether a word has the full weight.
    pub(super) fn is_required(&self, text: &str) -> bool {
        self.share_of(text, self.is_stop(text)) == 1.0
    }

    fn phrase_clause(&self, text: &str, times: f64, look: Look) -> Result<Option<(Clause, Marks)>> {
        let Some(mut leaf) = self.phrase(text, look)? else { return Ok(None) };
        leaf.matches.iter_mut().flatten().for_each(|entry| entry.score *= times);
        let quoted = Quoted { text: text.to_owned(), idf: leaf.idf * times };
        let found = self.hold(Found::Scored(leaf.matches))?;
        let (clause, marks) = leaf.sought.into_clause(found);
        Ok(Some((Clause { quoted: Some(quoted), ..clause }, marks)))
    }

    pub(super) fn is_stop(&self, text: &str) -> bool {
        let word = text.to_lowercase();
        self.stemmers.iter().any(|stemmer| is_stop_word(stemmer.name(), &word))
    }

    /// The share of the full weight that a bare word has.
    fn share_of(&self, text: &str, stop: bool) -> f64 {
        if stop {
            return STOP_WORD_WEIGHT;
        }
        let word = text.to_lowercase();
        let is_task = self.stemmers.iter().any(|stemmer| is_task_word(stemmer.name(), &word));
        if is_task {
            TASK_WORD_WEIGHT
        } else {
            1.0
        }
    }
}

/// The words that a typed word consists of. None stands for the word as it is: each pair of unspaced letters is a word of its own,
/// unless all of them are required.
pub(super) fn apart(typed: &Typed) -> Vec<Option<String>> {
    let is_plain = matches!(typed.node, Node::Word(_)) && !typed.must;
    let words = if is_plain { unspaced_words(typed.text) } else { Vec::new() };
    match words.as_slice() {
        [] | [_] => vec![None],
        words => words.iter().map(|word| Some((*word).to_owned())).collect(),
    }
}

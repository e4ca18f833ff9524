//! Finds and scores the chunks that hold words, their synonyms and near terms, and phrases.
use super::leaf::Leaf;
use super::reading::{Documents, Look, Reading};
use super::sought::Sought;
use super::{Form, Run};
use crate::analyzer::{Analyzer, Word};
use crate::error::Result;
use crate::fuzzy::{allowed_distance, begun_terms, near_terms};
use crate::matches::{add_scores, best, count, intersect, Match, Matches};
use crate::plan::{NearMarks, Node};
use crate::reader::Expansion;
use crate::schema::Scope;
use crate::stop_words::without_clitic;
use crate::terms::{idf, occurrences_within, pairs_of_cluster, phrase_occurrences, saturate, sum, Occurrence};
use crate::work::{spend, LOOKUP};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Each edit of a fuzzy match multiplies the score by this. So does matching only the parts of a word in camel case.
const FUZZY_DAMPING: f64 = 0.4;
/// The share of a near word's score that does not depend on how frequent it is beside other near words.
const ANY_FREQUENCY: f64 = 0.7;
/// The share of its score that a chunk keeps when it lacks the accents of the typed word.
const ACCENTS_DAMPING: f64 = 0.8;

/// The places of a term, by segment.
struct Lists {
    /// The term, and the terms that count as the same.
    terms: Vec<String>,
    by_segment: Vec<Vec<Occurrence>>,
    df: usize,
}

/// The near terms of a word under each stemmer.
struct NearOfWord {
    of_stemmer: Vec<Rc<[Expansion]>>,
    /// Whether the index counts as not knowing the word, although it has its term.
    is_unknown: bool,
}

/// What else a word may stand for under one stemmer.
struct OtherForms<'w> {
    word: &'w Word,
    /// The terms of the word itself.
    own: Vec<String>,
    /// Its near terms.
    expansions: Rc<[Expansion]>,
}

/// What the parts of a word in camel case find together.
struct Parts {
    matches: Vec<Matches>,
    /// The mean of the parts' idfs.
    idf: f64,
    forms: Vec<Form>,
}

impl Run<'_> {
    /// The word as each stemmer in use analyses it. All stemmers find the same words at the same places.
    pub(super) fn analyse(&self, text: &str) -> Vec<Vec<Word>> {
        let mut by_stemmer = Vec::with_capacity(self.stemmers.len());
        for stemmer in &self.stemmers {
            let mut words = Vec::new();
            Analyzer::shared(*stemmer).words(text, |word| words.push(word));
            by_stemmer.push(words);
        }
        by_stemmer
    }

    /// A typed word, without a clitic. If it consists of several terms, all of them are required, and they count more side
    /// by side.
    pub(super) fn word(&self, text: &str, look: Look) -> Result<Option<Leaf>> {
        self.whole_or_begun(without_clitic(text).unwrap_or(text), look, false)
    }

    /// The beginning of a word.
    pub(super) fn beginning(&self, text: &str, look: Look) -> Result<Option<Leaf>> {
        self.whole_or_begun(text, look, true)
    }

    fn whole_or_begun(&self, text: &str, look: Look, begun: bool) -> Result<Option<Leaf>> {
        let analysed = self.analyse(text);
        let parts = analysed.first().map_or(0, Vec::len);
        if parts == 0 {
            // There is nothing to look for, or nothing is indexed.
            let nothing_indexed = self.stemmers.is_empty() && text.chars().any(char::is_alphanumeric);
            return Ok(nothing_indexed.then(|| Leaf::empty(self.segments().len())));
        }
        let of_part = |part: usize| match part + 1 == parts && begun {
            true => self.begun_term(&analysed, part, look),
            false => self.term(&analysed, part, look),
        };
        let mut leaf = of_part(0)?;
        for part in 1..parts {
            let next = of_part(part)?;
            spend(count(&leaf.matches).min(count(&next.matches)))?;
            leaf = leaf.and(next);
        }
        if parts > 1 && !begun {
            // Its terms are marked by themselves.
            if let Some(phrase) = self.phrase(text, look)? {
                leaf.df = phrase.df;
                leaf.matches.iter_mut().zip(&phrase.matches).for_each(|(matches, bonus)| add_scores(matches, bonus));
            }
        }
        Ok(Some(leaf))
    }

    pub(super) fn bare_word(&self, node: &Node, look: Look) -> Result<Option<Leaf>> {
        match node {
            Node::Word(text) => self.word(text, look),
            Node::Prefix(text) => self.beginning(text, look),
            Node::Any(alternatives) => self.any(alternatives, look),
            Node::Forms(alternatives, forms) => self.forms(alternatives, forms, look),
            _ => Ok(None),
        }
    }

    /// A word or one of its synonyms. A chunk's best alternative counts.
    pub(super) fn any(&self, alternatives: &[(f64, String)], look: Look) -> Result<Option<Leaf>> {
        let mut out: Option<Leaf> = None;
        for (weight, text) in alternatives {
            let Some(mut leaf) = self.word(text, look)? else { continue };
            leaf.stands_for = None;
            leaf.matches.iter_mut().flatten().for_each(|entry| entry.score *= weight);
            spend(count(&leaf.matches))?;
            out = Some(match out {
                None => leaf,
                Some(so_far) => {
                    spend(2 * (count(&so_far.matches) + count(&leaf.matches)))?;
                    so_far.or(leaf, *weight)
                }
            });
        }
        Ok(out)
    }

    /// A word with its synonyms, and other forms of it, which match word for word. A chunk's best alternative counts.
    pub(super) fn forms(
        &self,
        alternatives: &[(f64, String)],
        forms: &[(f64, String)],
        look: Look,
    ) -> Result<Option<Leaf>> {
        let word = match alternatives {
            [(_, text)] => self.word(text, look)?,
            _ => self.any(alternatives, look)?,
        };
        let Some(mut leaf) = word.filter(|_| !forms.is_empty()) else { return Ok(None) };
        let (df, idf) = (leaf.df, leaf.idf);
        for (weight, text) in forms {
            let Some(mut form) = self.phrase(text, look)?.filter(|form| form.df > 0) else { continue };
            let weight = if df > 0 && form.idf > idf { weight * idf / form.idf } else { *weight };
            form.matches.iter_mut().flatten().for_each(|entry| entry.score *= weight);
            spend(2 * (count(&leaf.matches) + count(&form.matches)))?;
            let known = if df > 0 { df } else { leaf.df.max(form.df) };
            leaf = Leaf { df: known, ..leaf.or(form, weight) };
        }
        Ok(Some(leaf))
    }

    /// One analysed word, exact and fuzzy, under every stemmer in use. A chunk's best form counts.
    fn term(&self, analysed: &[Vec<Word>], part: usize, look: Look) -> Result<Leaf> {
        let words: Vec<&Word> = analysed.iter().filter_map(|words| words.get(part)).collect();
        let mut own = Vec::with_capacity(words.len());
        for word in &words {
            let signed = word.signed.as_ref().map(|signed| self.lists(look, signed)).transpose()?;
            let lists = match signed.filter(|lists| lists.df > 0) {
                // A name with signs is a word of its own, where the index knows it.
                Some(signed) => signed,
                None => self.lists(look, &word.term)?,
            };
            own.push(lists);
        }
        let found = self.near_of(&words, &own, look)?;
        let mut leaf = self.typed_term(&words, &mut own, found.is_unknown, look)?;
        leaf.stands_for = found.is_unknown.then(|| Rc::from([]));
        let others = if look.literal { 0 } else { words.len() };
        let own = own.into_iter().map(|lists| lists.terms);
        let forms: Vec<OtherForms> = words
            .iter()
            .zip(own)
            .zip(found.of_stemmer)
            .take(others)
            .map(|((word, own), expansions)| OtherForms { word, own, expansions })
            .collect();
        self.add_near(&mut leaf, forms, look)?;
        Ok(leaf)
    }

    /// A word by its own terms. `own` has their places, which it takes.
    #[inline(never)]
    fn typed_term(&self, words: &[&Word], own: &mut [Lists], is_unknown: bool, look: Look) -> Result<Leaf> {
        let mut leaf = Leaf::empty(self.segments().len());
        let mut typed = Vec::new();
        for (word, Lists { terms, by_segment, df }) in words.iter().zip(own) {
            let df = *df;
            let typed_idf = idf(self.weights.chunks, df);
            let known = df > 0 && !is_unknown;
            if known {
                leaf.df += df;
                leaf.idf = leaf.idf.max(typed_idf);
            } else if df > 0 {
                continue;
            }
            leaf.sought.note(terms.clone(), typed_idf);
            let mut list = scored_each(std::mem::take(by_segment), typed_idf);
            if let Some(accented) = &word.accented {
                list.iter_mut().flatten().for_each(|entry| entry.score *= ACCENTS_DAMPING);
                typed.push(scored_each(self.lists(look, accented)?.by_segment, typed_idf));
            }
            typed.push(list);
        }
        leaf.matches = self.best_of(typed)?;
        Ok(leaf)
    }

    /// Adds the matches of the near terms of a word, and of its parts in camel case.
    #[inline(never)]
    fn add_near(&self, leaf: &mut Leaf, forms: Vec<OtherForms>, look: Look) -> Result<()> {
        let known = leaf.df > 0;
        let mut near = Vec::new();
        let mut has_near = false;
        for OtherForms { word, own, expansions } in forms {
            // Under one stemmer a word may be unknown that documents of another one have. It counts no more than there.
            let highest = if known { leaf.idf } else { f64::INFINITY };
            let Parts { matches: parts, idf: parts_idf, forms } = self.camel_parts(&word.parts, look, highest)?;
            leaf.sought.forms.extend(forms);
            has_near |= parts.iter().any(|matches| !matches.is_empty());
            near.push((parts_idf / FUZZY_DAMPING, parts));
            if !known {
                leaf.idf = leaf.idf.max(parts_idf);
                leaf.sought.highlight.terms.extend(word.parts.iter().cloned());
            }
            let most = expansions.iter().map(|near| near.frequency).max().unwrap_or(0);
            let mut lists = Vec::with_capacity(expansions.len());
            for expansion in expansions.iter() {
                lists.push((expansion, self.lists(look, &expansion.term)?));
            }
            has_near |= lists.iter().any(|(_, list)| list.df > 0);
            // A rare word is no likelier meant than a frequent one, so all near words count as much as the typed one.
            let shared = lists.iter().map(|(_, list)| idf(self.weights.chunks, list.df)).fold(highest, f64::min);
            let mut marks = Vec::new();
            for (expansion, Lists { terms, by_segment, .. }) in lists {
                let score = shared * likelihood(expansion.cost, expansion.frequency, most);
                near.push((shared, scored_each(by_segment, score)));
                if known {
                    marks.extend_from_slice(&terms);
                    leaf.sought.forms.push(Form { terms, idf: score });
                } else {
                    leaf.idf = leaf.idf.max(score);
                    leaf.sought.note(terms, score);
                }
            }
            if !marks.is_empty() {
                leaf.sought.highlight.near.push(NearMarks { of: own, terms: marks });
            }
        }
        if has_near {
            near.push((leaf.idf, std::mem::take(&mut leaf.matches)));
            near.iter().try_for_each(|(_, list)| spend(count(list)))?;
            leaf.set_best_of(&near);
        }
        Ok(())
    }

    /// The near terms of a word under each stemmer. `own` has the places of its own terms.
    #[inline(never)]
    fn near_of(&self, words: &[&Word], own: &[Lists], look: Look) -> Result<NearOfWord> {
        let known = own.iter().any(|lists| lists.df > 0);
        let mut of_stemmer = Vec::with_capacity(words.len());
        let mut found = Vec::with_capacity(words.len());
        for (word, lists) in words.iter().zip(own) {
            let distance = if look.literal { 0 } else { allowed_distance(&word.word, self.fuzzy, known) };
            let near = near_terms(self.reader, look.scope, word, distance, known)?;
            found.push(lists.df > 0 && near.is_likelier());
            of_stemmer.push(near);
        }
        // All stemmers under which the index has the word have to agree.
        let is_unknown = known && own.iter().zip(&found).all(|(lists, likelier)| lists.df == 0 || *likelier);
        let of_stemmer = of_stemmer.iter().map(|near| near.expansions(is_unknown)).collect();
        Ok(NearOfWord { of_stemmer, is_unknown })
    }

    /// The chunks that hold a word which begins so: all such words count as one, except that the word itself counts by itself
    /// too. Where no word begins so, the beginning is a word like any other.
    #[inline(never)]
    fn begun_term(&self, analysed: &[Vec<Word>], part: usize, look: Look) -> Result<Leaf> {
        let mut begun: BTreeSet<String> = BTreeSet::new();
        let words: Vec<&Word> = analysed.iter().filter_map(|words| words.get(part)).collect();
        for word in &words {
            begun.extend(begun_terms(self.reader, look.scope, word)?);
        }
        let terms: Rc<[String]> = begun.iter().cloned().collect();
        let Lists { by_segment, df, .. } = self.lists_of(look, &terms)?;
        if df == 0 {
            return self.term(analysed, part, look);
        }
        let whole_idf = idf(self.weights.chunks, df);
        let mut lists = vec![scored_each(by_segment, whole_idf)];
        for word in words.iter().filter(|word| begun.contains(&word.term)) {
            let own = self.lists(look, &word.term)?;
            lists.push(scored_each(own.by_segment, idf(self.weights.chunks, own.df)));
        }
        // Explanations name a form by its first term.
        let name = words.first().map(|word| format!("{}{}*", &word.term[..1], word.word));
        let mut sought = Sought::default();
        sought.note(name.into_iter().chain(terms.iter().cloned()).collect(), whole_idf);
        let matches = self.best_of(lists)?;
        Ok(Leaf { matches, held_as: Vec::new(), df, idf: whole_idf, stands_for: Some(terms), sought })
    }

    /// The chunks that hold all parts of a word in camel case. Their score is the mean of the parts' scores, damped.
    fn camel_parts(&self, parts: &[String], look: Look, highest_idf: f64) -> Result<Parts> {
        let mut all: Vec<Matches> = vec![Vec::new(); self.segments().len()];
        let mut forms = Vec::with_capacity(parts.len());
        let share = FUZZY_DAMPING / parts.len().max(1) as f64;
        let mut mean = 0.0;
        for (at, part) in parts.iter().enumerate() {
            let lists = self.lists(look, part)?;
            let part_idf = idf(self.weights.chunks, lists.df).min(highest_idf) * share;
            mean += part_idf;
            forms.push(Form { terms: lists.terms, idf: part_idf });
            spend(lists.df)?;
            for (so_far, list) in all.iter_mut().zip(lists.by_segment) {
                let found = scored(list, part_idf);
                *so_far = if at == 0 { found } else { intersect(so_far, &found) };
            }
        }
        let found = all.iter().any(|matches| !matches.is_empty());
        Ok(Parts { matches: all, idf: if found { mean } else { 0.0 }, forms })
    }

    /// The places of a term. A cluster of unspaced letters is also in the pairs that start with it.
    fn lists(&self, look: Look, term: &str) -> Result<Lists> {
        self.lists_of(look, &[term.to_owned()])
    }

    /// The places of terms that count as the same, as far as they are read.
    fn lists_of(&self, Look { scope, reading, .. }: Look, terms: &[String]) -> Result<Lists> {
        match reading {
            Reading::All => self.places_of(scope, terms, None),
            Reading::Counted => {
                let lists = self.places_of(scope, terms, None)?;
                self.remember(scope, terms, lists.df);
                Ok(lists)
            }
            Reading::Counts => {
                let by_segment = vec![Vec::new(); self.segments().len()];
                Ok(Lists { terms: terms.to_vec(), by_segment, df: self.frequency(scope, terms)? })
            }
            Reading::Within(documents) => {
                let lists = self.places_of(scope, terms, Some(documents))?;
                Ok(Lists { df: self.frequency(scope, terms)?, ..lists })
            }
        }
    }

    /// How many live chunks hold any of the terms. The reader remembers it.
    fn frequency(&self, scope: Scope, terms: &[String]) -> Result<usize> {
        spend(LOOKUP)?;
        let asked = (self.weights.counted(scope), terms.to_vec());
        if let Some(known) = self.reader.frequencies.borrow().get(&asked) {
            return Ok(*known);
        }
        let Lists { df, .. } = self.places_of(scope, terms, None)?;
        self.remember(scope, terms, df);
        Ok(df)
    }

    fn remember(&self, scope: Scope, terms: &[String], df: usize) {
        self.reader.frequencies.borrow_mut().insert((self.weights.counted(scope), terms.to_vec()), df);
    }

    /// The places of terms that count as the same: all of them, or those in these documents.
    fn places_of(&self, scope: Scope, terms: &[String], documents: Option<&Documents>) -> Result<Lists> {
        let mut all = terms.to_vec();
        let mut by_segment = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let within = documents.map(|documents| documents[index].as_slice());
            let mut lists = Vec::with_capacity(terms.len());
            for term in terms {
                lists.push(occurrences_within(segment, &self.weights, scope, term, within)?);
                for pair in pairs_of_cluster(segment, scope, term)? {
                    lists.push(occurrences_within(segment, &self.weights, scope, &pair, within)?);
                    if !all.contains(&pair) {
                        all.push(pair);
                    }
                }
            }
            by_segment.push(sum(lists));
        }
        let df = by_segment.iter().map(Vec::len).sum();
        Ok(Lists { terms: all, by_segment, df })
    }

    /// The best score of every chunk in any of the lists, by segment.
    fn best_of(&self, mut lists: Vec<Vec<Matches>>) -> Result<Vec<Matches>> {
        lists.iter().try_for_each(|list| spend(count(list)))?;
        if lists.len() == 1 {
            return Ok(lists.remove(0));
        }
        let of_segment =
            |index: usize| lists.iter().map(|list| list[index].as_slice()).filter(|list| !list.is_empty()).collect();
        Ok((0..self.segments().len()).map(|index| best(of_segment(index))).collect())
    }

    pub(super) fn phrase(&self, text: &str, look: Look) -> Result<Option<Leaf>> {
        let analysed = self.analyse(text);
        match analysed.first().map_or(0, Vec::len) {
            0 => return Ok(None),
            1 => return self.exact(&analysed, look).map(Some),
            _ => {}
        }
        let mut leaf = Leaf::empty(self.segments().len());
        let mut found = Vec::new();
        for terms in self.phrases(text) {
            let mut lists = Vec::with_capacity(self.segments().len());
            for segment in self.segments() {
                lists.push(phrase_occurrences(segment, &self.weights, look.scope, &terms, None)?);
            }
            let df = lists.iter().map(Vec::len).sum();
            found.push(scored_each(lists, idf(self.weights.chunks, df)));
            leaf.df += df;
            leaf.sought.highlight.phrases.push(terms.into_iter().map(|(_, term)| term).collect());
        }
        leaf.matches = self.best_of(found)?;
        leaf.idf = idf(self.weights.chunks, leaf.df);
        Ok(Some(leaf))
    }

    /// The terms of a text with their relative positions, under each stemmer in use.
    pub(super) fn phrases(&self, text: &str) -> Vec<Vec<(usize, String)>> {
        let place = |words: &Vec<Word>| {
            let first = words.first().map_or(0, |word| word.position);
            words.iter().map(|word| (word.position - first, word.term.clone())).collect()
        };
        self.analyse(text).iter().filter(|words| !words.is_empty()).map(place).collect()
    }

    /// A phrase of one word. It matches the word itself, without near terms and titles above.
    fn exact(&self, analysed: &[Vec<Word>], look: Look) -> Result<Leaf> {
        let mut leaf = Leaf::empty(self.segments().len());
        let mut found = Vec::new();
        for word in analysed.iter().filter_map(|words| words.first()) {
            let Lists { terms, mut by_segment, .. } = self.lists(look, &word.term)?;
            by_segment.iter_mut().for_each(|list| list.retain(|entry| entry.own));
            let df = by_segment.iter().map(Vec::len).sum();
            let idf = idf(self.weights.chunks, df);
            found.push(scored_each(by_segment, idf));
            leaf.df += df;
            leaf.sought.note(terms, idf);
        }
        leaf.matches = self.best_of(found)?;
        leaf.idf = idf(self.weights.chunks, leaf.df);
        Ok(leaf)
    }
}

/// How much a near word counts: less for each edit, and for being rarer than the most frequent one.
fn likelihood(cost: f64, frequency: u32, most: u32) -> f64 {
    let frequent = f64::from(1 + frequency).ln() / f64::from(1 + most).ln();
    FUZZY_DAMPING.powf(cost) * (ANY_FREQUENCY + (1.0 - ANY_FREQUENCY) * frequent)
}

fn scored_each(by_segment: Vec<Vec<Occurrence>>, idf: f64) -> Vec<Matches> {
    by_segment.into_iter().map(|list| scored(list, idf)).collect()
}

/// The list becomes the matches: both take the same room.
pub(super) fn scored(list: Vec<Occurrence>, idf: f64) -> Matches {
    list.into_iter().map(|entry| Match::new(entry.chunk, idf * saturate(entry.weight), entry.own)).collect()
}

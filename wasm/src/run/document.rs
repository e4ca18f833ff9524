//! The document score: what the whole document says about the query's words, and its other matching sections.
use super::{BareWord, Clause, Found, Run};
use crate::error::Result;
use crate::matches::Matches;
use crate::reader::{Averages, Lengths, Part, PARTS};
use crate::schema::TextField;
use crate::terms::{document_frequencies, idf, saturate};
use crate::work::{spend, WIDE};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The weight of the document's own score.
pub(super) const WHOLE: f64 = 0.5;
/// The n-th best other section counts this to the power of n.
const OTHER_SECTIONS: f64 = 0.3;
/// The other sections count less than this, if all are as good as the best.
pub(super) const MAX_OTHERS: f64 = OTHER_SECTIONS / (1.0 - OTHER_SECTIONS);
/// How many sections count, the best one included.
const SECTIONS: usize = 7;
const B: f64 = 0.75;

/// The fields of chunks that make up the parts of a document.
const FIELDS: [TextField; 4] = [TextField::Title, TextField::Tags, TextField::PathComponents, TextField::Body];

/// The documents that hold a term, by segment.
type Held = Vec<Vec<(u32, f64)>>;

impl Run<'_> {
    /// What each match gains, in the order of the matches: `(0.5 · D + Σ 0.3^(i-1) · own_i) · own / own_1`.
    #[inline(never)]
    pub(super) fn document_gains(
        &self,
        clauses: &[Clause],
        matches: &[Matches],
        whole: Option<&[Vec<f64>]>,
    ) -> Result<Vec<Vec<f64>>> {
        if has_no_scores(clauses, matches) {
            return Ok(vec![Vec::new(); matches.len()]);
        }
        let mut out = Vec::with_capacity(matches.len());
        for (index, (segment, matches)) in self.segments().iter().zip(matches).enumerate() {
            let mut gains = Vec::with_capacity(matches.len());
            spend(matches.len())?;
            let documents = segment.documents()?;
            for entries in matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
                let document = documents[entries[0].chunk as usize] as usize;
                let (best, others) = other_sections(entries.iter().map(|entry| entry.score));
                let whole = whole.map_or(0.0, |whole| whole[index][document]);
                let share = if best > 0.0 { (WHOLE * whole + others) / best } else { 0.0 };
                gains.extend(entries.iter().map(|entry| share * entry.score));
            }
            out.push(gains);
        }
        Ok(out)
    }

    /// The score of each document over all its text, by segment. None when the query has no words for it.
    #[inline(never)]
    pub(super) fn whole_documents(&self, clauses: &[Clause], matches: &[Matches]) -> Result<Option<Vec<Vec<f64>>>> {
        if has_no_scores(clauses, matches) {
            return Ok(None);
        }
        let words: Vec<&BareWord> =
            clauses.iter().filter_map(|clause| clause.word.as_ref()).filter(|word| word.required).collect();
        if words.is_empty() {
            return Ok(None);
        }
        let averages = self.reader.document_averages()?;
        let boost = |field: TextField| self.weights.boost(field);
        let boosts = PARTS.map(|part| match part {
            Part::Title => boost(TextField::Title),
            Part::Tags => boost(TextField::Tags),
            Part::Name => boost(TextField::PathComponents),
            Part::Sections | Part::Text => 1.0,
        });
        let mut scores = Vec::with_capacity(self.segments().len());
        let mut lengths = Vec::with_capacity(self.segments().len());
        for segment in self.segments() {
            let of_segment = segment.document_lengths()?;
            spend(of_segment.len() / WIDE)?;
            scores.push(vec![0.0; of_segment.len()]);
            lengths.push(of_segment);
        }
        let weigh = Weigh { averages, boosts, lengths };
        // Under several stemmers, a document holds only the terms of its own. Terms that begin alike count as one.
        let mut terms: Vec<(Rc<[String]>, f64)> = Vec::new();
        for word in words {
            match &word.stands_for {
                Some(begun) => terms.push((begun.clone(), word.factor)),
                None => {
                    let own = self.phrases(&word.text).into_iter().flatten();
                    terms.extend(own.map(|(_, term)| (Rc::from([term]), word.factor)));
                }
            }
        }
        // How often each is still to come.
        let mut left: FxHashMap<&[String], usize> = FxHashMap::default();
        terms.iter().for_each(|(terms, _)| *left.entry(terms).or_default() += 1);
        let mut repeated: FxHashMap<&[String], Rc<Held>> = FxHashMap::default();
        for (terms, factor) in &terms {
            let held = match repeated.get(&**terms) {
                Some(known) => known.clone(),
                None => Rc::new(self.documents_with(terms, &weigh)?),
            };
            let idf = idf(averages.documents, held.iter().map(Vec::len).sum()) * factor;
            for (scores, held) in scores.iter_mut().zip(held.iter()) {
                spend(held.len())?;
                held.iter().for_each(|(document, score)| scores[*document as usize] += idf * score);
            }
            let left = left.entry(terms).or_default();
            *left -= 1;
            if *left > 0 {
                repeated.insert(terms, held);
            } else {
                repeated.remove(&**terms);
            }
        }
        Ok(Some(scores))
    }

    /// The documents that hold any of the terms, with their saturated weight.
    fn documents_with(&self, terms: &[String], weigh: &Weigh) -> Result<Held> {
        let mut found = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut weights = vec![0.0; weigh.lengths[index].len()];
            let mut touched: Vec<u32> = Vec::new();
            for (term, field) in terms.iter().flat_map(|term| FIELDS.map(|field| (term, field))) {
                document_frequencies(segment, field, term, |document, frequency, is_root| {
                    let weight = weigh.of(index, part_of(field, is_root), document, frequency);
                    let sum = &mut weights[document as usize];
                    if *sum == 0.0 && weight > 0.0 {
                        touched.push(document);
                    }
                    *sum += weight;
                })?;
            }
            let saturated = |document: u32| (document, saturate(weights[document as usize]));
            found.push(touched.into_iter().map(saturated).collect());
        }
        Ok(found)
    }
}

/// What it takes to weigh a term's frequency in a part of a document.
struct Weigh<'a> {
    averages: Averages,
    boosts: [f64; PARTS.len()],
    lengths: Vec<&'a [Lengths]>,
}

impl Weigh<'_> {
    fn of(&self, segment: usize, part: Part, document: u32, frequency: u32) -> f64 {
        let part = part as usize;
        let length = f64::from(self.lengths[segment][document as usize][part]);
        self.boosts[part] * f64::from(frequency) / (1.0 - B + B * length / self.averages.lengths[part])
    }
}

fn part_of(field: TextField, is_root: bool) -> Part {
    match field {
        TextField::Title if is_root => Part::Title,
        TextField::Title => Part::Sections,
        TextField::Tags => Part::Tags,
        TextField::PathComponents => Part::Name,
        _ => Part::Text,
    }
}

fn has_no_scores(clauses: &[Clause], matches: &[Matches]) -> bool {
    matches.iter().all(Vec::is_empty) || clauses.iter().all(|clause| matches!(clause.found, Found::Passing(_)))
}

/// The best score of a document's matches, and the weighted sum of the next ones.
pub(super) fn other_sections(scores: impl ExactSizeIterator<Item = f64>) -> (f64, f64) {
    if scores.len() == 1 {
        return (scores.fold(0.0, f64::max), 0.0);
    }
    let mut best = [0.0f64; SECTIONS];
    for mut score in scores {
        if score <= best[SECTIONS - 1] {
            continue;
        }
        for place in &mut best {
            if score > *place {
                std::mem::swap(place, &mut score);
            }
            if score == 0.0 {
                break;
            }
        }
    }
    let others = best.iter().enumerate().skip(1).take_while(|(_, score)| **score > 0.0);
    (best[0], others.fold(0.0, |sum, (at, score)| sum + OTHER_SECTIONS.powi(at as i32) * score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_seven_best_sections_count() {
        let of = |scores: &[f64]| other_sections(scores.iter().copied());
        assert_eq!(of(&[2.0]), (2.0, 0.0));
        let (best, others) = of(&[1.0, 3.0, 2.0]);
        assert_eq!(best, 3.0);
        assert!((others - (0.3 * 2.0 + 0.09)).abs() < 1e-12);
        assert_eq!(of(&[1.0; 7]), of(&[1.0; 20]));
        assert_eq!(of(&[]), (0.0, 0.0));
    }
}

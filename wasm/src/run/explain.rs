//! Explains the scores of the best hits.
use super::leaf::HeldAs;
use super::scale::Scale;
use super::{Answered, Form, Found, Run};
use crate::error::Result;
use crate::matches::{Match, Matches};
use crate::plan::{Explained, ExplainedClause, ExplainedField, ExplainedTerm, Hit};
use crate::record::ChunkRef;
use crate::schema::{Scope, TEXT_FIELDS};
use crate::terms::{occurrences, saturate, sum};
use crate::work::{spend, LOOKUP};

/// The scores of a query after each step. Only recorded for an explanation.
#[derive(Default)]
pub(super) struct Steps {
    pub(super) words: Vec<Matches>,
    pub(super) neighbours: Vec<Matches>,
    pub(super) heading: Vec<Matches>,
    pub(super) document: Vec<Matches>,
}

impl Run<'_> {
    #[inline(never)]
    pub(super) fn explained(&self, parts: &[Answered], hits: &[Hit], scale: &Scale) -> Result<Vec<Explained>> {
        let mut out: Vec<Explained> = hits.iter().map(|hit| sums(parts, hit)).collect();
        for clause in parts.iter().flat_map(|part| &part.clauses) {
            let Found::Scored(matches) = &clause.found else { continue };
            spend(hits.len() * LOOKUP)?;
            let word = clause.word.as_ref().map(|word| word.text.clone());
            for (explained, hit) in out.iter_mut().zip(hits) {
                explained.clauses.push(ExplainedClause {
                    word: word.clone(),
                    score: score_at(matches, hit.at),
                    terms: Vec::new(),
                });
            }
            for Form { terms, idf } in &clause.forms {
                let fields = self.fields_of(terms, hits)?;
                for (explained, fields) in out.iter_mut().zip(fields).filter(|(_, fields)| !fields.is_empty()) {
                    spend(LOOKUP)?;
                    let score = idf * saturate(fields.iter().map(|field| field.weight).sum());
                    let term = ExplainedTerm { term: terms[0][1..].to_owned(), idf: *idf, score, fields };
                    explained.clauses.last_mut().into_iter().for_each(|clause| clause.terms.push(term.clone()));
                }
            }
        }
        for (explained, hit) in out.iter_mut().zip(hits) {
            explained.weight = scale.weights.of(hit.at);
            explained.factor /= explained.weight;
        }
        Ok(out)
    }

    /// For each hit, the fields that hold any of the terms. The terms count as one, and their lists are read once.
    fn fields_of(&self, terms: &[String], hits: &[Hit]) -> Result<Vec<Vec<ExplainedField>>> {
        let mut out: Vec<Vec<ExplainedField>> = vec![Vec::new(); hits.len()];
        for field in TEXT_FIELDS {
            for (index, segment) in self.segments().iter().enumerate() {
                let of_term = |term: &String| occurrences(segment, &self.weights, Scope::Only(field), term);
                let list = sum(terms.iter().map(of_term).collect::<Result<_>>()?);
                spend(hits.len())?;
                let norms = segment.norms(field)?;
                for (explained, hit) in out.iter_mut().zip(hits).filter(|(_, hit)| hit.at.0 as usize == index) {
                    let Ok(found) = list.binary_search_by_key(&hit.at.1, |entry| entry.chunk) else { continue };
                    let weight = list[found].weight;
                    let at = if field.is_of_document() { segment.root_of(hit.at.1)? } else { hit.at.1 };
                    let one = self.weights.of_one(field, norms.fieldnorm_id(at));
                    let frequency = (weight / one.max(f64::MIN_POSITIVE)).round() as u32;
                    explained.push(ExplainedField {
                        field: field.name(),
                        frequency,
                        length: norms.fieldnorm(at),
                        weight,
                    });
                }
            }
        }
        Ok(out)
    }
}

fn sums(parts: &[Answered], hit: &Hit) -> Explained {
    let sum = |list: &dyn Fn(&Answered) -> f64| parts.iter().map(list).sum::<f64>();
    let words = sum(&|part| score_at(&part.steps.words, hit.at));
    let neighbours = sum(&|part| score_at(&part.steps.neighbours, hit.at));
    let heading = sum(&|part| score_at(&part.steps.heading, hit.at));
    let document = sum(&|part| score_at(&part.steps.document, hit.at));
    let whole = sum(&|part| score_at(&part.matches, hit.at));
    Explained {
        words,
        neighbours: neighbours - words,
        document: document - heading,
        heading: heading - neighbours,
        feedback: whole - document,
        coverage: found_by(parts, hit).map(|part| coverage(part, hit)).reduce(f64::max).unwrap_or(1.0),
        weight: 1.0,
        factor: if whole > 0.0 { hit.base / whole } else { 1.0 },
        boost: hit.score - hit.base,
        clauses: Vec::new(),
    }
}

/// The queries that find a hit.
fn found_by<'a>(parts: &'a [Answered], hit: &'a Hit) -> impl Iterator<Item = &'a Answered> {
    parts.iter().filter(|part| at(&part.matches, hit.at).is_some())
}

/// The share of the words' weight that the chunk holds. 1 for a query without bare words.
fn coverage(part: &Answered, hit: &Hit) -> f64 {
    let (mut held, mut all) = (0.0, 0.0);
    let mut words = false;
    for clause in &part.clauses {
        let (Found::Scored(matches), Some(word)) = (&clause.found, &clause.word) else { continue };
        words = true;
        all += word.idf;
        held += at(matches, hit.at).map_or(0.0, |entry| HeldAs::of(entry.kind, word.idf, &word.held_as).counted);
    }
    if words {
        (held / all.max(f64::MIN_POSITIVE)).min(1.0)
    } else {
        1.0
    }
}

fn score_at(segments: &[Matches], at: ChunkRef) -> f64 {
    self::at(segments, at).map_or(0.0, |entry| entry.score)
}

fn at(segments: &[Matches], at: ChunkRef) -> Option<&Match> {
    let matches = segments.get(at.0 as usize)?;
    matches.binary_search_by_key(&at.1, |entry| entry.chunk).ok().map(|found| &matches[found])
}

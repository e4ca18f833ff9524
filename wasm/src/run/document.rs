//! The document score: what the whole document says about the query's words, and its other matching sections.
use super::{Clause, Run};
use crate::error::Result;
use crate::matches::Matches;
use crate::reader::OpenSegment;
use crate::schema::{TextField, TEXT_FIELDS};
use crate::terms::{document_frequencies, idf, saturate};

/// The weight of the document's own score.
const WHOLE: f64 = 0.5;
/// The n-th best other section counts this to the power of n.
const OTHER_SECTIONS: f64 = 0.3;
/// How many sections count, the best one included.
const SECTIONS: usize = 7;
const B: f64 = 0.75;

/// The parts of a document that are weighted apart.
#[derive(Clone, Copy)]
enum Part {
    Title,
    Sections,
    Text,
    Tags,
    Name,
}
const PARTS: [Part; 5] = [Part::Title, Part::Sections, Part::Text, Part::Tags, Part::Name];

/// The lengths of the documents of a segment, by part.
pub(crate) struct DocumentLengths {
    by_part: [Vec<u32>; PARTS.len()],
}

impl DocumentLengths {
    pub(crate) fn of(segment: &OpenSegment, run: &Run) -> Result<Self> {
        let fields = &run.reader.fields;
        let roots = segment.roots(fields)?;
        let mut by_part: [Vec<u32>; PARTS.len()] = std::array::from_fn(|_| vec![0; roots.len()]);
        let norms = TEXT_FIELDS.map(|field| segment.norms(fields, field));
        let [title, tags, _, name, body, _] = norms;
        let (title, tags, name, body) = (title?, tags?, name?, body?);
        for (document, root) in roots.iter().enumerate() {
            let chunks = segment.document_chunks(fields, document)?;
            by_part[Part::Title as usize][document] = title.fieldnorm(*root);
            by_part[Part::Tags as usize][document] = tags.fieldnorm(*root);
            by_part[Part::Name as usize][document] = name.fieldnorm(*root);
            for chunk in chunks {
                by_part[Part::Text as usize][document] += body.fieldnorm(chunk);
                if chunk != *root {
                    by_part[Part::Sections as usize][document] += title.fieldnorm(chunk);
                }
            }
        }
        Ok(DocumentLengths { by_part })
    }
}

impl Run<'_> {
    /// What each match gains, in the order of the matches: `(0.5 · D + Σ 0.3^(i-1) · own_i) · own / own_1`.
    #[inline(never)]
    pub(super) fn document_gains(&self, clauses: &[Clause], matches: &[Matches]) -> Result<Vec<Vec<f64>>> {
        let whole = self.whole_documents(clauses)?;
        let mut out = Vec::with_capacity(matches.len());
        for ((segment, matches), whole) in self.segments().iter().zip(matches).zip(&whole) {
            let mut gains = Vec::with_capacity(matches.len());
            if !matches.is_empty() {
                let documents = segment.documents(&self.reader.fields)?;
                for entries in matches.chunk_by(|a, b| documents[a.chunk as usize] == documents[b.chunk as usize]) {
                    let document = documents[entries[0].chunk as usize] as usize;
                    let mut own: Vec<f64> = entries.iter().map(|entry| entry.score).collect();
                    own.sort_by(|a, b| b.total_cmp(a));
                    let rest: f64 = own
                        .iter()
                        .take(SECTIONS)
                        .enumerate()
                        .skip(1)
                        .map(|(at, score)| OTHER_SECTIONS.powi(at as i32) * score)
                        .sum();
                    let best = own.first().copied().unwrap_or(0.0).max(f64::MIN_POSITIVE);
                    let gain = WHOLE * whole[document] + rest;
                    gains.extend(entries.iter().map(|entry| gain * entry.score / best));
                }
            }
            out.push(gains);
        }
        Ok(out)
    }

    /// The score of each document over all its text, by segment.
    fn whole_documents(&self, clauses: &[Clause]) -> Result<Vec<Vec<f64>>> {
        let fields = &self.reader.fields;
        let mut lengths = Vec::with_capacity(self.segments().len());
        let mut totals = [0u64; PARTS.len()];
        let mut count = 0u32;
        for segment in self.segments() {
            let of_segment = DocumentLengths::of(segment, self)?;
            let deleted = segment.deleted(fields)?;
            for (document, root) in segment.roots(fields)?.iter().enumerate() {
                if deleted.is_empty() || !deleted[*root as usize] {
                    count += 1;
                    for part in PARTS {
                        totals[part as usize] += u64::from(of_segment.by_part[part as usize][document]);
                    }
                }
            }
            lengths.push(of_segment);
        }
        let averages = totals.map(|total| (total as f64 / f64::from(count.max(1))).max(f64::MIN_POSITIVE));
        let boost = |field: TextField| self.weights.boost(field);
        let boosts = [boost(TextField::Title), 1.0, 1.0, boost(TextField::Tags), boost(TextField::PathComponents)];
        let mut out: Vec<Vec<f64>> = lengths.iter().map(|lengths| vec![0.0; lengths.by_part[0].len()]).collect();
        for word in clauses.iter().filter_map(|clause| clause.word.as_ref()).filter(|word| word.required) {
            let mut best: Vec<Vec<f64>> = out.iter().map(|scores| vec![0.0; scores.len()]).collect();
            for terms in self.phrases(&word.text) {
                let mut sums: Vec<Vec<f64>> = out.iter().map(|scores| vec![0.0; scores.len()]).collect();
                for (_, term) in &terms {
                    let mut df = 0;
                    let mut found = Vec::with_capacity(self.segments().len());
                    for (segment, lengths) in self.segments().iter().zip(&lengths) {
                        let mut weights = vec![0.0; lengths.by_part[0].len()];
                        for field in [TextField::Title, TextField::Tags, TextField::PathComponents, TextField::Body] {
                            for (document, frequency, is_root) in document_frequencies(segment, fields, field, term)? {
                                let part = match field {
                                    TextField::Title if is_root => Part::Title,
                                    TextField::Title => Part::Sections,
                                    TextField::Tags => Part::Tags,
                                    TextField::PathComponents => Part::Name,
                                    _ => Part::Text,
                                } as usize;
                                let length = f64::from(lengths.by_part[part][document as usize]);
                                weights[document as usize] +=
                                    boosts[part] * f64::from(frequency) / (1.0 - B + B * length / averages[part]);
                            }
                        }
                        df += weights.iter().filter(|weight| **weight > 0.0).count();
                        found.push(weights);
                    }
                    let idf = idf(f64::from(count), df);
                    for (sums, weights) in sums.iter_mut().zip(&found) {
                        sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += idf * saturate(*weight));
                    }
                }
                for (best, sums) in best.iter_mut().zip(&sums) {
                    best.iter_mut().zip(sums).for_each(|(best, sum)| *best = best.max(*sum));
                }
            }
            for (out, best) in out.iter_mut().zip(&best) {
                out.iter_mut().zip(best).for_each(|(out, best)| *out += best);
            }
        }
        Ok(out)
    }
}

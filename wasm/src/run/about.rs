//! What a document as a whole says about weighted words, as of a file: BM25 over documents. N, df and lengths are those
//! of documents.
use super::Run;
use crate::error::Result;
use crate::matches::Matches;
use crate::reader::{Averages, Lengths, Part, PARTS};
use crate::schema::TextField;
use crate::terms::{document_frequencies, idf};
use crate::work::spend;
use rustc_hash::FxHashSet;

/// What the best document adds, as a share of the best chunk's score.
const SHARE: f64 = 0.75;
/// The saturation of frequencies. It is high because a long document repeats what it is about.
const K1: f64 = 3.0;
/// How much the length of a document counts.
const B: f64 = 0.75;
/// The fields that make a document's text, and the parts that they are lengths of.
const FIELDS: [TextField; 2] = [TextField::Title, TextField::Body];
const TEXT: [Part; 3] = [Part::Title, Part::Sections, Part::Text];

impl Run<'_> {
    /// Adds `SHARE · highest match · document / highest document` to each match.
    #[inline(never)]
    pub(super) fn add_about(&self, about: &[(f64, String)], matches: &mut [Matches]) -> Result<()> {
        let best = matches.iter().flatten().map(|entry| entry.score).fold(0.0, f64::max);
        if about.is_empty() || best <= 0.0 {
            return Ok(());
        }
        let scores = self.documents_about(about)?;
        let mut highest = 0.0f64;
        for (segment, (matches, scores)) in self.segments().iter().zip(matches.iter().zip(&scores)) {
            spend(matches.len())?;
            let documents = segment.documents()?;
            highest =
                matches.iter().map(|entry| scores[documents[entry.chunk as usize] as usize]).fold(highest, f64::max);
        }
        if highest <= 0.0 {
            return Ok(());
        }
        for (segment, (matches, scores)) in self.segments().iter().zip(matches.iter_mut().zip(&scores)) {
            let documents = segment.documents()?;
            for entry in matches.iter_mut() {
                entry.score += SHARE * best * (scores[documents[entry.chunk as usize] as usize] / highest);
            }
        }
        Ok(())
    }

    /// The score of each document, by segment.
    fn documents_about(&self, about: &[(f64, String)]) -> Result<Vec<Vec<f64>>> {
        let Averages { documents: count, overall: averages, .. } = self.reader.document_averages()?;
        let length = |lengths: &[f64; PARTS.len()]| TEXT.map(|part| lengths[part as usize]).iter().sum::<f64>();
        let average = length(&averages).max(f64::MIN_POSITIVE);
        let mut norms = Vec::with_capacity(self.segments().len());
        for segment in self.segments() {
            let lengths = segment.document_lengths()?;
            spend(lengths.len())?;
            let norm = |lengths: &Lengths| K1 * (1.0 - B + B * length(&lengths.map(f64::from)) / average);
            norms.push(lengths.iter().map(norm).collect::<Vec<f64>>());
        }
        let mut scores: Vec<Vec<f64>> = norms.iter().map(|norms| vec![0.0; norms.len()]).collect();
        // A term counts once, also where several words or stemmers give it. The first word weighs most.
        let mut seen: FxHashSet<String> = FxHashSet::default();
        for (weight, text) in about {
            for words in self.analyse(text) {
                let [word] = words.as_slice() else { continue };
                if !seen.insert(word.term.clone()) {
                    continue;
                }
                let found = self.frequencies(&word.term)?;
                let df = found.iter().map(Vec::len).sum();
                // Once for how much the word says about the text, and once for the match.
                let weight = weight * idf(count, df).powi(2);
                for (found, (norms, scores)) in found.iter().zip(norms.iter().zip(scores.iter_mut())) {
                    spend(found.len())?;
                    for (document, frequency) in found {
                        let at = *document as usize;
                        scores[at] += weight * (K1 + 1.0) * frequency / (norms[at] + frequency);
                    }
                }
            }
        }
        Ok(scores)
    }

    /// The live documents that hold the term, ascending, with its frequency, by segment.
    fn frequencies(&self, term: &str) -> Result<Vec<Vec<(u32, f64)>>> {
        let mut out = Vec::with_capacity(self.segments().len());
        for segment in self.segments() {
            let mut found: Vec<(u32, f64)> = Vec::new();
            for field in FIELDS {
                document_frequencies(segment, field, term, |document, frequency, _| {
                    found.push((document, f64::from(frequency)));
                })?;
            }
            found.sort_by_key(|(document, _)| *document);
            found.dedup_by(|next, sum| {
                let same = next.0 == sum.0;
                if same {
                    sum.1 += next.1;
                }
                same
            });
            out.push(found);
        }
        Ok(out)
    }
}

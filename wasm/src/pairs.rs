//! Finds where two words stand side by side, and where they stand near each other.
use crate::error::Result;
use crate::matches::{skip, Match};
use crate::reader::OpenSegment;
use crate::schema::{Scope, TextField};
use crate::terms::{spread, sum, FieldWeights, Occurrence};
use crate::work::{spend, LOOKUP};
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

/// How far apart two words may stand to be near each other. Values of a field are further apart (`POSITION_GAP`).
pub(crate) const WINDOW: u32 = 8;

/// Two words, each with the terms of its parts at their relative positions.
pub(crate) struct Pair<'t> {
    first: &'t [(usize, String)],
    second: &'t [(usize, String)],
}

impl<'t> Pair<'t> {
    /// `both` are the terms of the two words side by side, and `first` says how many of them belong to the first word.
    pub(crate) fn new(both: &'t [(usize, String)], first: usize) -> Option<Self> {
        let (first, second) = both.split_at_checked(first)?;
        (!first.is_empty() && !second.is_empty()).then_some(Pair { first, second })
    }

    /// How far behind the first word the second one stands.
    fn distance(&self) -> u32 {
        (self.second[0].0 - self.first[0].0) as u32
    }

    /// Whether the two are the same word. Such a word is not near itself.
    fn is_one_word(&self) -> bool {
        self.first.len() == self.second.len() && self.first.iter().zip(self.second).all(|(a, b)| a.1 == b.1)
    }
}

/// The places of a word in a field. A word of several parts stands where they stand as a phrase.
struct Places {
    parts: Vec<(u32, SegmentPostings)>,
    positions: Vec<u32>,
}

impl Places {
    /// None when the field does not hold the word.
    fn open(segment: &OpenSegment, field: TextField, word: &[(usize, String)]) -> Result<Option<Self>> {
        let inverted = segment.inverted(field)?;
        let mut parts = Vec::with_capacity(word.len());
        for (at, term) in word {
            spend(LOOKUP)?;
            let Some(info) = inverted.terms().get(term)? else {
                return Ok(None);
            };
            let postings = inverted.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqsAndPositions)?;
            parts.push(((at - word[0].0) as u32, postings));
        }
        Ok(Some(Places { parts, positions: Vec::new() }))
    }

    /// The first chunk at or after `chunk` that holds all parts.
    fn seek(&mut self, mut chunk: u32) -> u32 {
        'chunks: loop {
            for (_, postings) in &mut self.parts {
                let at = if postings.doc() < chunk { postings.seek(chunk) } else { postings.doc() };
                if at > chunk {
                    chunk = at;
                    if chunk == TERMINATED {
                        return chunk;
                    }
                    continue 'chunks;
                }
            }
            return chunk;
        }
    }

    /// Where the word starts in the chunk at which all parts are.
    fn starts(&mut self, out: &mut Vec<u32>) -> Result<()> {
        out.clear();
        for (number, (offset, postings)) in self.parts.iter_mut().enumerate() {
            postings.positions(&mut self.positions);
            spend(self.positions.len())?;
            if number == 0 {
                out.extend_from_slice(&self.positions);
            } else {
                out.retain(|start| self.positions.binary_search(&(start + *offset)).is_ok());
            }
        }
        Ok(())
    }
}

/// The live chunks in which the second word follows the first, and those in which the two stand near each other, in any
/// order. Only chunks in `wanted` are looked at.
pub(crate) fn pair_occurrences(
    segment: &OpenSegment,
    weights: &FieldWeights,
    pair: &Pair,
    wanted: &[Match],
) -> Result<(Vec<Occurrence>, Vec<Occurrence>)> {
    let (mut all_phrases, mut all_near) = (Vec::new(), Vec::new());
    let deleted = segment.deleted()?;
    let (distance, is_one_word) = (pair.distance(), pair.is_one_word());
    let (mut of_first, mut of_second) = (Vec::new(), Vec::new());
    for (field, table) in weights.in_scope(Scope::All).filter(|(field, _)| field.has_positions()) {
        let Some(mut first) = Places::open(segment, field, pair.first)? else { continue };
        let Some(mut second) = Places::open(segment, field, pair.second)? else { continue };
        let norms = segment.norms(field)?;
        let (mut phrases, mut near) = (Vec::new(), Vec::new());
        let mut rest = wanted;
        let mut chunk = 0;
        loop {
            spend(1)?;
            // A field of the document counts for all its chunks, so that its root need not be wanted.
            if !field.is_of_document() {
                rest = &rest[skip(rest, chunk)..];
                let Some(next) = rest.first() else { break };
                chunk = next.chunk;
            }
            let at = first.seek(chunk);
            let there = if at == TERMINATED { at } else { second.seek(at) };
            if there == TERMINATED {
                break;
            }
            if there > chunk {
                chunk = there;
                continue;
            }
            if deleted.is_empty() || !deleted[chunk as usize] {
                first.starts(&mut of_first)?;
                second.starts(&mut of_second)?;
                let one = table[usize::from(norms.fieldnorm_id(chunk))];
                let add = |list: &mut Vec<Occurrence>, count: u32| {
                    if count > 0 {
                        list.push(Occurrence { chunk, weight: f64::from(count) * one, own: true });
                    }
                };
                let follows = |start: &&u32| of_second.binary_search(&(**start + distance)).is_ok();
                add(&mut phrases, of_first.iter().filter(follows).count() as u32);
                if !is_one_word {
                    add(&mut near, disjoint_pairs(&of_first, &of_second));
                }
            }
            chunk += 1;
        }
        all_phrases.push(spread(segment, field, phrases)?);
        all_near.push(spread(segment, field, near)?);
    }
    Ok((sum(all_phrases), sum(all_near)))
}

/// How many pairs of neighbouring positions, one of each list, are at most [`WINDOW`] apart. Positions ascend, and each
/// counts in one pair.
fn disjoint_pairs(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j, mut pairs) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        if a[i].abs_diff(b[j]) <= WINDOW {
            pairs += 1;
            i += 1;
            j += 1;
        } else if a[i] < b[j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::disjoint_pairs;

    #[test]
    fn each_place_counts_in_one_pair() {
        assert_eq!(disjoint_pairs(&[0], &[8]), 1);
        assert_eq!(disjoint_pairs(&[0], &[9]), 0);
        assert_eq!(disjoint_pairs(&[9], &[1]), 1);
        assert_eq!(disjoint_pairs(&[5], &[1, 2, 3]), 1);
        assert_eq!(disjoint_pairs(&[0, 20, 40], &[1, 39]), 2);
        assert_eq!(disjoint_pairs(&[], &[1]), 0);
    }
}

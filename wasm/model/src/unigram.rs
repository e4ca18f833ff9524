//! Unigram, the model of SentencePiece: a text becomes the pieces whose scores have the largest sum (Kudo 2018).
use crate::charsmap::Charsmap;
use crate::error::{ModelError, Result};
use crate::pieces::{PieceTree, ROOT};
use serde::Deserialize;

/// Stands in the place of the score of a piece that is always taken where it stands in a text.
const ALWAYS: &str = "!";
/// What the first line of the vocabulary begins with.
pub(crate) const MARK: &str = "unigram ";
/// A character that is in no piece costs so much more than the piece with the lowest score.
const UNKNOWN_PENALTY: f32 = 10.0;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Head {
    /// `precompiled_charsmap` in base64.
    charsmap: String,
    dummy_prefix: bool,
    remove_extra_spaces: bool,
    unknown: u32,
    start: u32,
    end: u32,
}

pub(crate) struct Unigram {
    charsmap: Charsmap,
    tree: PieceTree,
    /// By id. What no text can match has none.
    scores: Vec<f32>,
    unknown_score: f32,
    unknown: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The best way to a place in the text.
#[derive(Clone, Copy)]
struct Way {
    score: f32,
    from: usize,
    id: u32,
}

impl Unigram {
    /// Reads a vocabulary for a model that knows `size` pieces: the mark with JSON behind it, then a line for each piece
    /// in the order of ids, with its score, a tab and its text. A piece that no text can match has no score, and one that
    /// is always taken a `!`.
    pub(crate) fn read(text: &str, size: usize) -> Result<Unigram> {
        let damaged = |what: &str| ModelError::new(format!("the vocabulary is damaged: {what}"));
        let mut lines = text.split('\n');
        let head = lines.next().and_then(|line| line.strip_prefix(MARK)).ok_or_else(|| damaged("it has no head"))?;
        let head: Head = serde_json::from_str(head).map_err(|_| damaged("its head is unreadable"))?;
        let mut scores = Vec::new();
        let mut pieces: Vec<(&str, u32)> = Vec::new();
        let mut always = Vec::new();
        let (mut lowest, mut highest) = (f32::INFINITY, f32::NEG_INFINITY);
        for line in lines {
            // The file ends with a newline, or without one.
            let Some((score, piece)) = line.split_once('\t') else {
                if line.is_empty() {
                    break;
                }
                return Err(damaged("a line has no tab"));
            };
            let id = scores.len() as u32;
            if score.is_empty() {
                scores.push(0.0);
                continue;
            }
            let is_always = score == ALWAYS;
            let score: f32 =
                if is_always { 0.0 } else { score.parse().map_err(|_| damaged("a score is not a number"))? };
            if !score.is_finite() || piece.is_empty() {
                return Err(damaged("a piece has no text, or no finite score"));
            }
            if is_always {
                always.push((id, piece.len()));
            } else {
                (lowest, highest) = (lowest.min(score), highest.max(score));
            }
            pieces.push((piece, id));
            scores.push(score);
        }
        for (id, length) in always {
            // No way through other pieces is as good. The reference does the same.
            scores[id as usize] = (f64::from(length as f32 * highest) - 0.1) as f32;
        }
        if scores.len() > size {
            return Err(ModelError::new(format!("the vocabulary has more lines than the model has words ({size})")));
        }
        if pieces.is_empty() || [head.unknown, head.start, head.end].iter().any(|&id| id as usize >= scores.len()) {
            return Err(damaged("it has no pieces, or none for the start, the end or what is unknown"));
        }
        let rules = base64(&head.charsmap).ok_or_else(|| damaged("its rules are not base64"))?;
        Ok(Unigram {
            charsmap: Charsmap::read(&rules, head.dummy_prefix, head.remove_extra_spaces)?,
            tree: PieceTree::of(pieces),
            scores,
            unknown_score: lowest - UNKNOWN_PENALTY,
            unknown: head.unknown,
            start: head.start,
            end: head.end,
        })
    }

    /// The ids of a text's pieces, at most `limit`. Unknown characters beside each other are one piece.
    pub(crate) fn pieces(&self, text: &str, limit: usize) -> Vec<u32> {
        let text = self.charsmap.normalised(text);
        let ways = self.best_ways(&text);
        let mut ids = Vec::new();
        let mut at = text.len();
        while at > 0 {
            let Way { from, id, .. } = ways[at];
            if id != self.unknown || ids.last() != Some(&id) {
                ids.push(id);
            }
            at = from;
        }
        ids.reverse();
        ids.truncate(limit);
        ids
    }

    /// The best way to the end of each character. Sums are rounded to 32 bits where the reference does so.
    fn best_ways(&self, text: &str) -> Vec<Way> {
        let bytes = text.as_bytes();
        let mut ways = vec![Way { score: f32::NEG_INFINITY, from: usize::MAX, id: 0 }; bytes.len() + 1];
        ways[0].score = 0.0;
        for (begin, letter) in text.char_indices() {
            let before = ways[begin].score;
            let single = begin + letter.len_utf8();
            let mut has_single = false;
            let mut node = ROOT;
            for (at, &byte) in bytes.iter().enumerate().skip(begin) {
                let Some(next) = self.tree.step(node, byte) else { break };
                node = next;
                let Some(id) = self.tree.id(node) else { continue };
                reach(&mut ways[at + 1], before + self.scores[id as usize], begin, id);
                has_single |= at + 1 == single;
            }
            if !has_single {
                reach(&mut ways[single], before + self.unknown_score, begin, self.unknown);
            }
        }
        ways
    }
}

/// Takes a way if it is better than the one that is known. Of two that are as good, the longer piece stays.
fn reach(way: &mut Way, score: f32, from: usize, id: u32) {
    if way.from == usize::MAX || score > way.score {
        *way = Way { score, from, id };
    }
}

/// RFC 4648, with or without the padding.
fn base64(text: &str) -> Option<Vec<u8>> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for &letter in text.trim_end_matches('=').as_bytes() {
        bits = bits << 6 | u32::from(value(letter)?);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}

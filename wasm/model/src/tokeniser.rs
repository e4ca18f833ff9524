//! How a model cuts texts: WordPiece or Unigram, whichever its vocabulary is for.
use crate::bert::Sequence;
use crate::error::Result;
use crate::unigram::{Unigram, MARK};
use crate::vocabulary::Vocabulary;
use crate::wordpiece;

pub(crate) enum Tokeniser {
    WordPiece(Vocabulary),
    Unigram(Unigram),
}

impl Tokeniser {
    /// Reads a vocabulary for a model that knows `size` words.
    pub(crate) fn read(text: &str, size: usize) -> Result<Tokeniser> {
        if text.starts_with(MARK) {
            return Unigram::read(text, size).map(Tokeniser::Unigram);
        }
        Vocabulary::read(text, size).map(Tokeniser::WordPiece)
    }

    /// The pieces that begin and end each input.
    fn frame(&self) -> (u32, u32) {
        match self {
            Tokeniser::WordPiece(vocabulary) => (vocabulary.start, vocabulary.end),
            Tokeniser::Unigram(unigram) => (unigram.start, unigram.end),
        }
    }

    /// The ids of a text's pieces, at most `limit`.
    pub(crate) fn pieces(&self, text: &str, limit: usize) -> Vec<u32> {
        match self {
            Tokeniser::WordPiece(vocabulary) => wordpiece::pieces(vocabulary, text, limit),
            Tokeniser::Unigram(unigram) => unigram.pieces(text, limit),
        }
    }

    /// The ids of a text between those that begin and end it, at most `limit` (which is at least 3) with both.
    pub(crate) fn tokenise(&self, text: &str, limit: usize) -> Vec<u32> {
        let (start, end) = self.frame();
        let mut ids = vec![start];
        ids.extend(self.pieces(text, limit - 2));
        ids.push(end);
        ids
    }

    /// A query and a passage as the model reads them together: the start, the query, the end, the passage, the end. Where
    /// both have more than `limit` pieces, the longer one loses first, as the reference does it ("longest first").
    pub(crate) fn tokenise_pair(&self, query: &[u32], passage: &[u32], limit: usize) -> Sequence {
        let room = limit.saturating_sub(3);
        let (short, long) = (query.len().min(passage.len()), query.len().max(passage.len()));
        let (short, long) = if short + long <= room {
            (short, long)
        } else if short <= room / 2 {
            (short, room - short)
        } else {
            (room / 2, room - room / 2)
        };
        let (of_query, of_passage) = if query.len() > passage.len() { (long, short) } else { (short, long) };
        let (start, end) = self.frame();
        let mut ids = vec![start];
        ids.extend(&query[..of_query]);
        ids.push(end);
        let second = ids.len();
        ids.extend(&passage[..of_passage]);
        ids.push(end);
        Sequence { ids, second }
    }
}

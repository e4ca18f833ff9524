//! A model's word pieces (vocab.txt: one a line, the line's number is the id).
use crate::error::{ModelError, Result};
use std::collections::HashMap;

pub(crate) struct Vocabulary {
    ids: HashMap<Box<str>, u32>,
    /// The longest piece in bytes.
    pub(crate) longest: usize,
    pub(crate) unknown: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Pieces that a text may name as they are, with their ids.
    pub(crate) special: Vec<(&'static str, u32)>,
}

const SPECIAL: [&str; 5] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

impl Vocabulary {
    /// Reads a vocabulary for a model that knows `size` words.
    pub(crate) fn read(text: &str, size: usize) -> Result<Vocabulary> {
        let mut ids = HashMap::new();
        for (id, line) in text.lines().enumerate() {
            if id >= size {
                return Err(ModelError::new(format!(
                    "the vocabulary has more lines than the model has words ({size})"
                )));
            }
            ids.insert(Box::from(line.trim_end()), id as u32);
        }
        let id = |piece: &str| {
            ids.get(piece).copied().ok_or_else(|| ModelError::new(format!("the vocabulary lacks \"{piece}\"")))
        };
        let (unknown, start, end) = (id("[UNK]")?, id("[CLS]")?, id("[SEP]")?);
        let special = SPECIAL.iter().filter_map(|&piece| Some((piece, *ids.get(piece)?))).collect();
        let longest = ids.keys().map(|piece| piece.len()).max().unwrap_or(0);
        Ok(Vocabulary { ids, longest, unknown, start, end, special })
    }

    pub(crate) fn id(&self, piece: &str) -> Option<u32> {
        self.ids.get(piece).copied()
    }
}

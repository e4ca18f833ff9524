//! The fingerprints of texts: a CRC-32 of each chunk's own text, which tells equal texts. A segment stores them beside
//! tantivy's files: a bit for each chunk that has one, and then the checksums of these chunks (u32 little endian each).
use crate::error::{CoreError, Result};
use crate::visible::JOINER;

/// The name under which a segment keeps them.
pub(crate) const FILE: &str = "texts";

/// Shorter texts, such as "See the next section.", are often equal without being copies.
pub(crate) const MIN_WORDS: usize = 20;

/// Those of chunks that follow each other.
#[derive(Default)]
pub(crate) struct Fingerprints {
    bits: Vec<u8>,
    checksums: Vec<u32>,
    chunks: usize,
}

impl Fingerprints {
    pub(crate) fn push(&mut self, fingerprint: Option<u32>) {
        if self.chunks % 8 == 0 {
            self.bits.push(0);
        }
        if let Some(checksum) = fingerprint {
            self.bits[self.chunks / 8] |= 1 << (self.chunks % 8);
            self.checksums.push(checksum);
        }
        self.chunks += 1;
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let mut out = self.bits;
        out.extend(self.checksums.into_iter().flat_map(u32::to_le_bytes));
        out
    }
}

/// The fingerprints of a segment, as it stores them.
#[derive(Debug, PartialEq)]
pub(crate) struct Stored {
    /// The chunks that have one, ascending, and their checksums.
    chunks: Vec<u32>,
    checksums: Vec<u32>,
}

impl Stored {
    /// Those of so many chunks.
    pub(crate) fn read(bytes: &[u8], chunks: u32) -> Result<Self> {
        let damaged = || CoreError::damaged("the fingerprints of a segment have another length than its chunks need");
        let (bits, checksums) = bytes.split_at_checked(chunks.div_ceil(8) as usize).ok_or_else(damaged)?;
        let mut with = Vec::with_capacity(checksums.len() / 4);
        for (byte, bits) in (0..).zip(bits) {
            let mut bits = *bits;
            while bits != 0 {
                with.push(8 * byte + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        if checksums.len() != 4 * with.len() || with.last().is_some_and(|last| *last >= chunks) {
            return Err(damaged());
        }
        let checksums = checksums.chunks_exact(4).map(|four| u32::from_le_bytes(std::array::from_fn(|at| four[at])));
        Ok(Stored { chunks: with, checksums: checksums.collect() })
    }

    pub(crate) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Chunks with their checksums, in the order of the chunks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.chunks.iter().copied().zip(self.checksums.iter().copied())
    }

    /// The checksum of a chunk's text, where it has one.
    pub(crate) fn of(&self, chunk: u32) -> Option<u32> {
        self.chunks.binary_search(&chunk).ok().map(|at| self.checksums[at])
    }

    /// The chunks with this checksum, ascending.
    pub(crate) fn with(&self, checksum: u32) -> impl Iterator<Item = u32> + '_ {
        self.iter().filter(move |(_, one)| *one == checksum).map(|(chunk, _)| chunk)
    }
}

/// The fingerprint of a text in pieces, as a reader sees it. Only what stands between white space counts
/// (`isSameText` in src/text/visible.ts).
pub(crate) fn of<'t>(pieces: impl Iterator<Item = &'t str>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    // The checksum of many words takes less time than those of each, and a text may have 100 MB.
    let mut some = Vec::with_capacity(AT_ONCE);
    let (mut started, mut is_apart) = (false, false);
    for piece in pieces {
        for byte in piece.as_bytes() {
            if is_space(byte) {
                is_apart = started;
            } else if *byte != JOINER {
                if std::mem::take(&mut is_apart) {
                    some.push(b' ');
                }
                some.push(*byte);
                started = true;
                if some.len() >= AT_ONCE - 1 {
                    hasher.update(&some);
                    some.clear();
                }
            }
        }
        is_apart = started;
    }
    hasher.update(&some);
    hasher.finalize()
}

/// So many bytes are hashed at once.
const AT_ONCE: usize = 4096;

fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_come_back() {
        let mut some = Fingerprints::default();
        let given: Vec<Option<u32>> = (0..19).map(|at| (at % 3 == 0).then_some(at * 7)).collect();
        given.iter().for_each(|one| some.push(*one));
        let bytes = some.into_bytes();
        let expected: Vec<(u32, u32)> =
            (0..).zip(&given).filter_map(|(chunk, one)| one.map(|checksum| (chunk, checksum))).collect();
        let stored = Stored::read(&bytes, 19).unwrap();
        assert_eq!(stored.iter().collect::<Vec<_>>(), expected);
        assert_eq!((stored.of(3), stored.of(4)), (Some(21), None));
        assert_eq!(stored.with(42).collect::<Vec<_>>(), [6]);
        assert!(Stored::read(&bytes[1..], 19).is_err());
        assert!(Stored::read(&bytes, 8).is_err());
        assert!(Stored::read(&[0x80, 0, 0, 0, 0], 7).is_err());
        assert_eq!(Stored::read(&[], 0).unwrap().len(), 0);
    }

    #[test]
    fn a_long_text_has_the_checksum_of_its_words() {
        let words: Vec<String> = (0..5000).map(|at| "x".repeat(at % 7 + 1)).collect();
        let (text, apart) = (words.join(" "), words.join(" \n\u{7f} "));
        assert_eq!(of([text.as_str()].into_iter()), crc32fast::hash(text.as_bytes()));
        assert_eq!(of(apart.split_inclusive('\n')), crc32fast::hash(text.as_bytes()));
    }

    #[test]
    fn white_space_and_markup_do_not_count() {
        let plain = of(["two words here"].into_iter());
        assert_eq!(of([" two\r\n words", "\there \u{7f}"].into_iter()), plain);
        assert_eq!(of(["two wo\u{7f}\u{7f}rds here"].into_iter()), plain);
        assert_ne!(of(["twowords here"].into_iter()), plain);
    }
}

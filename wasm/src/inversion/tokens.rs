//! The terms of a field and their positions, packed into one to three bytes each. A large document has tens of millions, and
//! memory that the core has taken once is never given back.

/// Blocks need no copies when there are more of them. With smaller ones, memory would grow so often that a runtime collects its
/// garbage all the time.
const BLOCK: usize = if cfg!(test) { 64 << 10 } else { 1 << 20 };
/// The first block begins with so many bytes, because most fields of a small batch need no more.
const SMALLEST: usize = 256;
/// The most bytes of a token.
const MAX_LENGTH: usize = 10;

/// Each token is a number: twice its term, and 1 more unless it stands one position after the token before it. Then the
/// distance follows. Numbers have seven bits in each byte, lowest first, and the highest bit in all but their last byte.
#[derive(Default)]
pub(super) struct Tokens {
    full: Vec<Vec<u8>>,
    open: Vec<u8>,
    /// The bytes of the open block that are in use.
    used: usize,
    count: usize,
    /// One more than the position of the last token of the chunk.
    after: u32,
}

impl Tokens {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The tokens that follow belong to another chunk, so that positions begin anew.
    pub(super) fn begin_chunk(&mut self) {
        self.after = 0;
    }

    /// Positions must not descend within a chunk. A function of its own, because a runtime optimises a function when it is
    /// called again, and a caller may go over a whole document.
    #[inline(never)]
    pub(super) fn push(&mut self, term: u32, position: u32) {
        if self.open.len() < self.used + MAX_LENGTH {
            self.make_room();
        }
        let is_next = position == self.after;
        self.put(term << 1 | u32::from(!is_next));
        if !is_next {
            self.put(position.wrapping_sub(self.after).wrapping_add(1));
        }
        self.after = position + 1;
        self.count += 1;
    }

    #[inline(never)]
    fn make_room(&mut self) {
        if self.open.len() < BLOCK {
            self.open.resize((2 * self.open.len()).max(SMALLEST), 0);
            return;
        }
        self.open.truncate(self.used);
        self.full.push(std::mem::replace(&mut self.open, vec![0; BLOCK]));
        self.used = 0;
    }

    /// The length of a number is hard to foresee, so the usual ones are written without a branch.
    #[inline(always)]
    fn put(&mut self, number: u32) {
        let length = if number >> 28 == 0 {
            let length = (38 - (number | 1).leading_zeros()) / 7;
            let spread =
                number & SEVEN[0] | (number & SEVEN[1]) << 1 | (number & SEVEN[2]) << 2 | (number & SEVEN[3]) << 3;
            let more = MORE & ((1 << (8 * length - 8)) - 1);
            self.write((spread | more).to_le_bytes());
            length as usize
        } else {
            let [a, b, c, d] = [0, 7, 14, 21].map(|shift| (number >> shift) as u8 | 0x80);
            self.write([a, b, c, d, (number >> 28) as u8]);
            5
        };
        self.used += length;
    }

    #[inline(always)]
    fn write<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(place) = self.open.get_mut(self.used..self.used + N) {
            place.copy_from_slice(&bytes);
        }
    }

    /// Calls `visit` with some tokens at a time. `chunks` has each chunk with the number of its first token, ascending. A runtime
    /// optimises a function when it is called again, so nothing here goes over all tokens in one call.
    pub(super) fn each(&self, chunks: &[(u32, usize)], mut visit: impl FnMut(&[Token])) {
        let mut packed = Packed {
            blocks: self.full.iter().map(Vec::as_slice).chain([&self.open[..self.used]]),
            rest: &[],
            chunks: chunks.iter(),
            chunk: 0,
            left: 0,
            after: 0,
            end: self.count,
        };
        let mut piece = [Token::default(); PIECE];
        let mut left = self.count;
        while left > 0 {
            let piece = &mut piece[..PIECE.min(left)];
            left -= piece.len();
            packed.unpack(piece);
            visit(piece);
        }
    }
}

#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) term: u32,
    pub(super) chunk: u32,
    pub(super) position: u32,
}

/// So many tokens are unpacked at once.
const PIECE: usize = 1024;

/// The tokens that are still to be unpacked.
struct Packed<'t, B> {
    blocks: B,
    rest: &'t [u8],
    /// The chunks after the one at hand.
    chunks: std::slice::Iter<'t, (u32, usize)>,
    chunk: u32,
    /// The tokens of the chunk that are left.
    left: usize,
    after: u32,
    /// The number of all tokens.
    end: usize,
}

impl<'t, B: Iterator<Item = &'t [u8]>> Packed<'t, B> {
    #[inline(never)]
    fn unpack(&mut self, piece: &mut [Token]) {
        for token in piece {
            if self.left == 0 {
                self.begin_chunk();
            }
            if self.rest.is_empty() {
                self.rest = self.blocks.next().unwrap_or_default();
            }
            let number = next_number(&mut self.rest);
            let distance = if number & 1 == 0 { 1 } else { next_number(&mut self.rest) };
            let position = u32::wrapping_add(self.after, distance).wrapping_sub(1);
            *token = Token { term: number >> 1, chunk: self.chunk, position };
            self.after = position + 1;
            self.left -= 1;
        }
    }

    #[inline(never)]
    fn begin_chunk(&mut self) {
        self.after = 0;
        while let Some((chunk, first)) = self.chunks.next() {
            let end = self.chunks.as_slice().first().map_or(self.end, |(_, next)| *next);
            (self.chunk, self.left) = (*chunk, end - first);
            if self.left > 0 {
                return;
            }
        }
    }
}

#[inline(always)]
fn next_number(bytes: &mut &[u8]) -> u32 {
    if let Some(four) = bytes.first_chunk() {
        let four = u32::from_le_bytes(*four);
        let last = !four & MORE;
        if last != 0 {
            let bits = last.trailing_zeros() + 1;
            *bytes = &bytes[bits as usize / 8..];
            let own = four & u32::MAX >> (32 - bits);
            return own & SEVEN[0] | own >> 1 & SEVEN[1] | own >> 2 & SEVEN[2] | own >> 3 & SEVEN[3];
        }
    }
    let mut number = 0;
    let length = 1 + bytes.iter().take_while(|byte| **byte >= 0x80).count();
    for (byte, place) in bytes.iter().zip(0..length as u32) {
        number |= u32::from(byte & 0x7f) << (7 * place);
    }
    *bytes = bytes.get(length..).unwrap_or_default();
    number
}

/// The bits of a number by the byte that holds them.
const SEVEN: [u32; 4] = [0x7f, 0x7f << 7, 0x7f << 14, 0x7f << 21];
/// In four bytes, the bits that say that the number goes on.
const MORE: u32 = 0x8080_8080;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::random;

    #[test]
    fn tokens_come_back_as_they_went_in() {
        let mut random = random(5);
        let mut tokens = Tokens::default();
        let mut chunks = Vec::new();
        let mut expected = Vec::new();
        for chunk in 0..200 {
            tokens.begin_chunk();
            chunks.push((2 * chunk, tokens.len()));
            let mut position = 0;
            for _ in 0..random(3_000) {
                position += [0, 1, 1, 1, random(9), random(1 << 20)][random(6)] as u32;
                let term = [random(1 << 6), random(1 << 13), random(1 << 20), (1 << 31) - 1][random(4)] as u32;
                tokens.push(term, position);
                expected.push(Token { term, chunk: 2 * chunk, position });
            }
        }
        let mut found = Vec::new();
        tokens.each(&chunks, |piece| found.extend_from_slice(piece));
        assert!(tokens.full.len() > 5 && tokens.full.iter().all(|block| block.capacity() <= BLOCK));
        assert!(found == expected);
        assert_eq!(tokens.len(), expected.len());
    }
}

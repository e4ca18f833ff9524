//! Merges many lists of chunks in one pass. A typed word can stand for up to fifty near terms, and merging their lists
//! two by two would copy the longest list many times.

/// How many chunk numbers are summed as one block. The sums of a block fit into the nearest caches.
pub(crate) const BLOCK: u32 = 2048;

/// A list that ascends by chunk and is read once.
pub(crate) trait Ascending {
    type Entry;
    /// The chunk of the next entry.
    fn chunk(&self) -> Option<u32>;
    /// Reads the entries whose chunk is less than [`BLOCK`] above `start`.
    fn read_block(&mut self, start: u32, each: impl FnMut(u32, &Self::Entry));
}

struct Listed<'e, E, C> {
    rest: &'e [E],
    chunk: &'e C,
}

impl<E, C: Fn(&E) -> u32> Ascending for Listed<'_, E, C> {
    type Entry = E;
    fn chunk(&self) -> Option<u32> {
        self.rest.first().map(self.chunk)
    }
    fn read_block(&mut self, start: u32, mut each: impl FnMut(u32, &E)) {
        while let Some((entry, rest)) = self.rest.split_first() {
            let chunk = (self.chunk)(entry);
            if chunk - start >= BLOCK {
                break;
            }
            each(chunk, entry);
            self.rest = rest;
        }
    }
}

/// Merges lists that ascend by `chunk`. `add` gets every entry, with the sum of its chunk (at first `empty`) and the
/// number of its list. The entries of a chunk come in the order of the lists. `out` gets every chunk with its sum,
/// ascending.
pub(crate) fn unite<E, S: Clone>(
    lists: Vec<&[E]>,
    empty: S,
    chunk: impl Fn(&E) -> u32,
    mut add: impl FnMut(&mut S, usize, &E),
    mut out: impl FnMut(u32, &S),
) {
    let mut filled = lists.iter().enumerate().filter(|(_, list)| !list.is_empty());
    let Some((number, first)) = filled.next() else { return };
    if filled.next().is_none() {
        for entry in *first {
            let mut sum = empty.clone();
            add(&mut sum, number, entry);
            out(chunk(entry), &sum);
        }
        return;
    }
    unite_all(lists.iter().map(|rest| Listed { rest, chunk: &chunk }).collect(), empty, add, out);
}

/// The same for lists of any kind.
pub(crate) fn unite_all<L: Ascending, S: Clone>(
    mut lists: Vec<L>,
    empty: S,
    mut add: impl FnMut(&mut S, usize, &L::Entry),
    mut out: impl FnMut(u32, &S),
) {
    let mut sums = vec![empty.clone(); BLOCK as usize];
    let mut seen = [0u64; BLOCK as usize / 64];
    while let Some(next) = lists.iter().filter_map(L::chunk).min() {
        let start = next - next % BLOCK;
        for (number, list) in lists.iter_mut().enumerate() {
            list.read_block(start, |chunk, entry| {
                let at = (chunk - start) as usize % BLOCK as usize;
                seen[at / 64] |= 1 << (at % 64);
                add(&mut sums[at], number, entry);
            });
        }
        for (index, (bits, sums)) in seen.iter_mut().zip(sums.chunks_exact_mut(64)).enumerate() {
            let first = start + 64 * index as u32;
            let mut left = std::mem::take(bits);
            while left != 0 {
                let at = left.trailing_zeros();
                out(first + at, &std::mem::replace(&mut sums[at as usize], empty.clone()));
                left &= left - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::random;
    use std::collections::BTreeMap;

    #[test]
    fn every_chunk_gets_its_entries_in_the_order_of_the_lists() {
        let mut numbers = random(3);
        let mut random = |limit: u32| numbers(limit as usize) as u32;
        for chunks in [10, 5 * BLOCK, 100 * BLOCK] {
            let lists: Vec<Vec<u32>> = (0..random(6))
                .map(|_| {
                    let mut list: Vec<u32> = (0..random(400)).map(|_| random(chunks)).collect();
                    if random(2) == 0 {
                        list.push(u32::MAX - 1);
                    }
                    list.sort_unstable();
                    list.dedup();
                    list
                })
                .collect();
            let mut expected: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
            for (number, list) in lists.iter().enumerate() {
                list.iter().for_each(|chunk| expected.entry(*chunk).or_default().push(number));
            }
            let mut found = Vec::new();
            unite(
                lists.iter().map(Vec::as_slice).collect(),
                Vec::new(),
                |chunk| *chunk,
                |sum: &mut Vec<usize>, number, _| sum.push(number),
                |chunk, sum| found.push((chunk, sum.clone())),
            );
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        }
    }
}

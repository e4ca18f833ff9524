//! A tree of pieces by their bytes, which finds all pieces that begin at a place in one walk.

/// The node of no byte.
pub(crate) const ROOT: u32 = 0;
const NO_PIECE: u32 = u32::MAX;

/// The children of a node lie beside each other by their bytes, and the nodes in the order of their depth: those of node
/// N end where those of N + 1 begin.
pub(crate) struct PieceTree {
    bytes: Vec<u8>,
    firsts: Vec<u32>,
    ids: Vec<u32>,
}

impl PieceTree {
    /// Of two equal pieces, the first one counts.
    pub(crate) fn of(mut pieces: Vec<(&str, u32)>) -> PieceTree {
        pieces.sort_unstable();
        pieces.dedup_by_key(|(piece, _)| *piece);
        let mut tree = PieceTree { bytes: vec![0], firsts: Vec::new(), ids: vec![NO_PIECE] };
        // The range of pieces below each node of this depth.
        let mut level = vec![(0, pieces.len())];
        let mut depth = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for (mut begin, end) in level {
                tree.firsts.push(tree.bytes.len() as u32);
                // The piece that ends at the node stands before those that go on.
                begin += usize::from(begin < end && pieces[begin].0.len() == depth);
                while begin < end {
                    let byte = pieces[begin].0.as_bytes()[depth];
                    let count = pieces[begin..end].partition_point(|(piece, _)| piece.as_bytes()[depth] == byte);
                    let (piece, id) = pieces[begin];
                    tree.bytes.push(byte);
                    tree.ids.push(if piece.len() == depth + 1 { id } else { NO_PIECE });
                    next.push((begin, begin + count));
                    begin += count;
                }
            }
            level = next;
            depth += 1;
        }
        tree.firsts.push(tree.bytes.len() as u32);
        tree
    }

    /// The node behind a byte.
    pub(crate) fn step(&self, node: u32, byte: u8) -> Option<u32> {
        let (first, end) = (self.firsts[node as usize] as usize, self.firsts[node as usize + 1] as usize);
        let at = self.bytes[first..end].binary_search(&byte).ok()?;
        Some((first + at) as u32)
    }

    /// The piece that ends at a node.
    pub(crate) fn id(&self, node: u32) -> Option<u32> {
        let id = self.ids[node as usize];
        (id != NO_PIECE).then_some(id)
    }
}

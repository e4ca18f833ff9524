//! Attention: each word piece of a text takes from the others what suits it. In f32 whatever the weights are.
use crate::linear_f32::{multiply, panels_len, place, Rows, PANEL};
use crate::math::softmax;

/// Room that all heads of all texts use one after the other.
#[derive(Default)]
pub(crate) struct Room {
    keys: Vec<f32>,
    values: Vec<f32>,
    scores: Vec<f32>,
    taken: Vec<f32>,
}

/// What the pieces of one text ask for, what they answer to, and what they give: rows of all heads side by side.
pub(crate) struct Text<'a> {
    pub(crate) queries: &'a [f32],
    pub(crate) keys: &'a [f32],
    pub(crate) values: &'a [f32],
    pub(crate) width: usize,
}

impl Room {
    /// Writes to `out` what each piece takes.
    pub(crate) fn attend(&mut self, text: &Text, heads: usize, out: &mut [f32]) {
        let (width, depth) = (text.width, text.width / heads);
        let count = text.queries.len() / width;
        let (columns, room) = (count.next_multiple_of(PANEL), depth.next_multiple_of(PANEL));
        clear(&mut self.keys, panels_len(depth, count));
        clear(&mut self.values, panels_len(count, depth));
        self.scores.resize(count * columns, 0.0);
        self.taken.resize(count * room, 0.0);
        for head in 0..heads {
            let from = head * depth;
            for piece in 0..count {
                let begin = piece * width + from;
                for at in 0..depth {
                    self.keys[place(depth, at, piece)] = text.keys[begin + at];
                    self.values[place(count, piece, at)] = text.values[begin + at];
                }
            }
            let queries = Rows { values: &text.queries[from..], count, stride: width };
            multiply(queries, depth, &self.keys, &mut self.scores, columns);
            let scale = 1.0 / (depth as f32).sqrt();
            self.scores.chunks_exact_mut(columns).for_each(|row| softmax(row, count, scale));
            let shares = Rows { values: &self.scores, count, stride: columns };
            multiply(shares, count, &self.values, &mut self.taken, room);
            for (piece, taken) in self.taken.chunks_exact(room).enumerate() {
                out[piece * width + from..][..depth].copy_from_slice(&taken[..depth]);
            }
        }
    }
}

fn clear(values: &mut Vec<f32>, length: usize) {
    values.clear();
    values.resize(length, 0.0);
}

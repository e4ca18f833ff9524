//! Products of matrices in integers: weights of 8 bits, activations of up to 13, sums of 32, which are exact in any order.
use crate::linear_f32::PANEL;
use crate::simd::{F4, I4, S8};

const TILE: usize = 4;
const BLOCK: usize = 64;
/// The largest activation: more would cost nothing, but sums of long rows must fit 32 bits.
const MAX_VALUE: usize = 4095;

/// Where the weight of column `column` for the inner value `at` lies: pairs of inner values for eight columns.
pub(crate) fn place(inner: usize, at: usize, column: usize) -> usize {
    column / PANEL * inner * PANEL + at / 2 * 2 * PANEL + column % PANEL * 2 + at % 2
}

/// Rows of activations as whole numbers, each row with its own scale.
#[derive(Default)]
pub(crate) struct Quantised {
    values: Vec<i16>,
    scales: Vec<f32>,
    inner: usize,
}

impl Quantised {
    pub(crate) fn fill(&mut self, rows: &[f32], inner: usize) {
        let largest = MAX_VALUE.min(i32::MAX as usize / (127 * inner)) as f32;
        self.inner = inner;
        self.values.resize(rows.len(), 0);
        self.scales.clear();
        for (row, into) in rows.chunks_exact(inner).zip(self.values.chunks_exact_mut(inner)) {
            let most = row.chunks_exact(4).fold(F4::splat(0.0), |most, four| F4::load(four).abs().max(most)).largest();
            let inverse = if most > 0.0 { largest / most } else { 0.0 };
            let (inverse, bound) = (F4::splat(inverse), F4::splat(largest));
            for (four, into) in row.chunks_exact(4).zip(into.chunks_exact_mut(4)) {
                let whole = F4::load(four).times(inverse).nearest().min(bound).max(F4::splat(-largest)).array();
                for (into, value) in into.iter_mut().zip(whole) {
                    *into = value as i16;
                }
            }
            self.scales.push(most / largest);
        }
    }
}

/// Writes rows × panels, times both scales, to `out`, whose rows are as long as `scales` (a multiple of the panel).
pub(crate) fn multiply(rows: &Quantised, panels: &[i8], scales: &[f32], out: &mut [f32]) {
    let (inner, width, count) = (rows.inner, scales.len(), rows.scales.len());
    assert!(inner % 2 == 0 && panels.len() == inner * width && rows.values.len() == inner * count);
    for block in (0..count).step_by(BLOCK) {
        let end = count.min(block + BLOCK);
        for (panel, values) in panels.chunks_exact(inner * PANEL).enumerate() {
            let scale = &scales[panel * PANEL..];
            let columns = (F4::load(scale), F4::load(&scale[4..]));
            let mut row = block;
            while row < end {
                let into = &mut out[row * width + panel * PANEL..];
                row += match end - row {
                    1 => tile::<1>(rows, row, values, columns, into, width),
                    2 => tile::<2>(rows, row, values, columns, into, width),
                    3 => tile::<3>(rows, row, values, columns, into, width),
                    _ => tile::<TILE>(rows, row, values, columns, into, width),
                };
            }
        }
    }
}

#[inline(always)]
fn tile<const N: usize>(
    rows: &Quantised,
    first: usize,
    panel: &[i8],
    columns: (F4, F4),
    out: &mut [f32],
    width: usize,
) -> usize {
    let inner = rows.inner;
    let left = &rows.values[first * inner..(first + N) * inner];
    assert!(panel.len() >= inner * PANEL);
    let mut sums = [[I4::zero(); 2]; N];
    for at in (0..inner).step_by(2) {
        // SAFETY: `left` has N rows of `inner` values, which is even, and the panel has eight for each.
        unsafe {
            let right = panel.as_ptr().add(at * PANEL);
            let (low, high) = (S8::widened_at(right), S8::widened_at(right.add(8)));
            for (row, sum) in sums.iter_mut().enumerate() {
                let pair = S8::pair_at(left.as_ptr().add(row * inner + at));
                sum[0] = sum[0].plus(pair.dot(low));
                sum[1] = sum[1].plus(pair.dot(high));
            }
        }
    }
    for (row, [low, high]) in sums.into_iter().enumerate() {
        let scale = F4::splat(rows.scales[first + row]);
        low.floats().times(scale).times(columns.0).store(&mut out[row * width..]);
        high.floats().times(scale).times(columns.1).store(&mut out[row * width + 4..]);
    }
    N
}

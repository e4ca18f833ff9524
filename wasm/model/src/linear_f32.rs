//! Products of matrices in f32. The right-hand matrix lies in panels of eight columns, so that one value of the left-hand
//! side meets eight neighbours.
use crate::simd::F4;

/// Columns of a panel.
pub(crate) const PANEL: usize = 8;
/// Rows that are multiplied together. More would not fit the registers.
const TILE: usize = 4;
/// Rows that stay in the cache while the panels pass.
const BLOCK: usize = 64;

/// The room that panels of a matrix need.
pub(crate) fn panels_len(inner: usize, columns: usize) -> usize {
    columns.next_multiple_of(PANEL) * inner
}

/// Where the value in row `at` of the inner side and column `column` lies.
pub(crate) fn place(inner: usize, at: usize, column: usize) -> usize {
    column / PANEL * inner * PANEL + at * PANEL + column % PANEL
}

/// A left-hand matrix inside a larger one.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) values: &'a [f32],
    pub(crate) count: usize,
    /// From one row's begin to that of the next.
    pub(crate) stride: usize,
}

/// Writes `rows` × `panels` to `out`, whose rows are `width` apart; each has room for whole panels.
pub(crate) fn multiply(rows: Rows, inner: usize, panels: &[f32], out: &mut [f32], width: usize) {
    if inner == 0 || rows.count == 0 {
        return;
    }
    assert!(rows.values.len() >= (rows.count - 1) * rows.stride + inner && panels.len() % (inner * PANEL) == 0);
    for block in (0..rows.count).step_by(BLOCK) {
        let end = rows.count.min(block + BLOCK);
        for (panel, values) in panels.chunks_exact(inner * PANEL).enumerate() {
            let mut row = block;
            while row < end {
                let left = &rows.values[row * rows.stride..];
                let into = &mut out[row * width + panel * PANEL..];
                row += match end - row {
                    1 => tile::<1>(left, rows.stride, inner, values, into, width),
                    2 => tile::<2>(left, rows.stride, inner, values, into, width),
                    3 => tile::<3>(left, rows.stride, inner, values, into, width),
                    _ => tile::<TILE>(left, rows.stride, inner, values, into, width),
                };
            }
        }
    }
}

#[inline(always)]
fn tile<const N: usize>(
    left: &[f32],
    stride: usize,
    inner: usize,
    panel: &[f32],
    out: &mut [f32],
    width: usize,
) -> usize {
    assert!(left.len() >= (N - 1) * stride + inner && panel.len() >= inner * PANEL);
    let mut sums = [[F4::splat(0.0); 2]; N];
    for at in 0..inner {
        // SAFETY: the assertion above covers the last row's last value and the panel's last eight.
        unsafe {
            let right = panel.as_ptr().add(at * PANEL);
            let (low, high) = (F4::load_at(right), F4::load_at(right.add(4)));
            for (row, sum) in sums.iter_mut().enumerate() {
                let value = F4::splat_at(left.as_ptr().add(row * stride + at));
                sum[0] = sum[0].plus(value.times(low));
                sum[1] = sum[1].plus(value.times(high));
            }
        }
    }
    for (row, [low, high]) in sums.into_iter().enumerate() {
        low.store(&mut out[row * width..]);
        high.store(&mut out[row * width + 4..]);
    }
    N
}

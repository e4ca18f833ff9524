//! Functions of four numbers at a time: only additions, products and quotients in a fixed order, so that every runtime
//! gives the same bits.
use crate::simd::F4;

/// e to the power of x, to about 1e-7 of its value; tiny for very low x.
#[inline(always)]
pub(crate) fn exp(x: F4) -> F4 {
    let f = F4::splat;
    let x = x.max(f(-87.0)).min(f(88.0));
    let whole = x.times(f(std::f32::consts::LOG2_E)).nearest();
    // ln 2 in two parts, the first exact in few bits, so that the rest loses none.
    let r = x.minus(whole.times(f(0.693_359_4))).minus(whole.times(f(-2.121_944_4e-4)));
    let mut p = f(1.987_569_1e-4);
    for coefficient in [1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.500_000_1] {
        p = p.times(r).plus(f(coefficient));
    }
    p.times(r).times(r).plus(r).plus(f(1.0)).times(whole.power_of_two())
}

/// The error function, to about 2e-7 (Abramowitz and Stegun, 7.1.26).
#[inline(always)]
pub(crate) fn erf(x: F4) -> F4 {
    let f = F4::splat;
    let size = x.abs();
    let t = f(1.0).over(size.times(f(0.327_591_1)).plus(f(1.0)));
    let mut p = f(1.061_405_4);
    for coefficient in [-1.453_152, 1.421_413_8, -0.284_496_74, 0.254_829_6] {
        p = p.times(t).plus(f(coefficient));
    }
    let falling = exp(f(0.0).minus(size.times(size)));
    f(1.0).minus(p.times(t).times(falling)).with_sign(x)
}

/// The Gaussian error linear unit of each value.
pub(crate) fn gelu(values: &mut [f32]) {
    for four in values.chunks_exact_mut(4) {
        let x = F4::load(four);
        let share = erf(x.times(F4::splat(std::f32::consts::FRAC_1_SQRT_2))).plus(F4::splat(1.0));
        x.times(F4::splat(0.5)).times(share).store(four);
    }
}

/// The hyperbolic tangent of each value, to about 3e-7. Their number is a multiple of 4. Those that are not finite become
/// NaN, so that nobody takes them for answers.
pub(crate) fn tanh(values: &mut [f32]) {
    for four in values.chunks_exact_mut(4) {
        let x = F4::load(four);
        let growing = exp(x.abs().plus(x.abs())).plus(F4::splat(1.0));
        let size = F4::splat(1.0).minus(F4::splat(2.0).over(growing));
        size.with_sign(x).plus(x.minus(x)).store(four);
    }
}

/// Adds `other`, and brings each row to mean 0 and variance 1, then to the learned scale and shift.
pub(crate) fn add_and_normalise(rows: &mut [f32], other: &[f32], scale: &[f32], shift: &[f32], epsilon: f32) {
    let width = scale.len();
    for (row, other) in rows.chunks_exact_mut(width).zip(other.chunks_exact(width)) {
        let mut sum = F4::splat(0.0);
        for (four, more) in row.chunks_exact_mut(4).zip(other.chunks_exact(4)) {
            let value = F4::load(four).plus(F4::load(more));
            sum = sum.plus(value);
            value.store(four);
        }
        spread(row, sum, scale, shift, epsilon);
    }
}

/// Brings each row to mean 0 and variance 1, then to the learned scale and shift.
pub(crate) fn normalise(rows: &mut [f32], scale: &[f32], shift: &[f32], epsilon: f32) {
    for row in rows.chunks_exact_mut(scale.len()) {
        let sum = row.chunks_exact(4).fold(F4::splat(0.0), |sum, four| sum.plus(F4::load(four)));
        spread(row, sum, scale, shift, epsilon);
    }
}

/// The same for one row of known sum.
#[inline(always)]
fn spread(row: &mut [f32], sum: F4, scale: &[f32], shift: &[f32], epsilon: f32) {
    let width = scale.len();
    let mean = F4::splat(sum.sum() / width as f32);
    let mut squares = F4::splat(0.0);
    for four in row.chunks_exact(4) {
        let off = F4::load(four).minus(mean);
        squares = squares.plus(off.times(off));
    }
    let inverse = F4::splat(1.0 / (squares.sum() / width as f32 + epsilon).sqrt());
    let learned = scale.chunks_exact(4).zip(shift.chunks_exact(4));
    for (four, (scale, shift)) in row.chunks_exact_mut(4).zip(learned) {
        F4::load(four).minus(mean).times(inverse).times(F4::load(scale)).plus(F4::load(shift)).store(four);
    }
}

/// Makes positive shares of 1 out of the first `length` values of a row, which has room for a multiple of 4.
pub(crate) fn softmax(row: &mut [f32], length: usize, scale: f32) {
    let padded = length.next_multiple_of(4);
    row[length..padded].fill(f32::NEG_INFINITY);
    let row = &mut row[..padded];
    let largest = row.chunks_exact(4).fold(F4::splat(f32::NEG_INFINITY), |most, four| most.max(F4::load(four)));
    let top = F4::splat(largest.largest());
    for four in row.chunks_exact_mut(4) {
        exp(F4::load(four).minus(top).times(F4::splat(scale))).store(four);
    }
    row[length..].fill(0.0);
    let sum = row.chunks_exact(4).fold(F4::splat(0.0), |sum, four| sum.plus(F4::load(four))).sum();
    let share = F4::splat(1.0 / sum);
    for four in row.chunks_exact_mut(4) {
        F4::load(four).times(share).store(four);
    }
}

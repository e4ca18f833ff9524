//! Scans of many vectors, for scale_task.ts: the core's own, and one of bits with the best compared as the core does.
#![allow(static_mut_refs)]
#[allow(dead_code, clippy::all)]
#[path = "../../wasm/src/vectors.rs"]
mod vectors;

mod error {
    /// Stands for the core's own.
    pub(crate) struct CoreError;
    pub(crate) type Result<T> = std::result::Result<T, CoreError>;

    impl CoreError {
        pub(crate) fn damaged(_: impl Into<String>) -> Self {
            CoreError
        }
        pub(crate) fn request(_: impl Into<String>) -> Self {
            CoreError
        }
    }
}

use std::arch::wasm32::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use vectors::{Asked, Vectors};

/// The values of a query in so many bits, for the products with rows of bits.
const PLANES: usize = 4;
const STEPS: f32 = 15.0;

struct Bits {
    stride: usize,
    mean: Vec<f32>,
    /// A bit is set where a value is above the mean.
    rows: Vec<u8>,
    /// The length of a row without the mean, to the power of two, divided by the sum of its absolute values.
    factors: Vec<f32>,
}

struct Scanned {
    count: u32,
    vectors: Vectors,
    bits: Bits,
}

static mut SCANNED: Option<Scanned> = None;

fn scanned() -> &'static Scanned {
    // SAFETY: the module has one thread, and `open` comes first.
    unsafe { SCANNED.as_ref().expect("open comes first") }
}

#[no_mangle]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let room: Box<[u64]> = vec![0; bytes.div_ceil(8)].into_boxed_slice();
    Box::leak(room).as_mut_ptr().cast()
}

/// Opens the file of vectors at `at`, each row of which has a vector. 0 where it is damaged.
#[no_mangle]
pub unsafe extern "C" fn open(at: *mut u8, length: usize, count: u32) -> u32 {
    let Ok(vectors) = Vectors::open(Vec::from_raw_parts(at, length, length), count) else { return 0 };
    let bits = bits_of(&vectors, count);
    SCANNED = Some(Scanned { count, vectors, bits });
    1
}

fn bits_of(vectors: &Vectors, count: u32) -> Bits {
    let dimensions = vectors.dimensions;
    let stride = dimensions.div_ceil(8).next_multiple_of(16);
    let mut mean = vec![0f32; dimensions];
    for row in 0..count {
        let vector = vectors.vector(row).unwrap_or_default();
        mean.iter_mut().zip(vector).for_each(|(sum, value)| *sum += value / count as f32);
    }
    let mut rows = vec![0u8; count as usize * stride];
    let mut factors = Vec::new();
    for (row, bits) in (0..count).zip(rows.chunks_exact_mut(stride)) {
        let vector = vectors.vector(row).unwrap_or_default();
        let (mut squares, mut sizes) = (0f32, 0f32);
        for (at, (value, mean)) in vector.iter().zip(&mean).enumerate() {
            let rest = value - mean;
            squares += rest * rest;
            sizes += rest.abs();
            bits[at / 8] |= u8::from(rest > 0.0) << (at % 8);
        }
        factors.push(if sizes > 0.0 { squares / sizes } else { 0.0 });
    }
    Bits { stride, mean, rows, factors }
}

/// The best so far, at most `limit`.
struct Best {
    limit: usize,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    least: u32,
}

impl Best {
    fn new(limit: usize) -> Self {
        Best { limit, heap: BinaryHeap::with_capacity(limit + 1), least: 0 }
    }

    fn offer(&mut self, score: f32, row: u32) {
        let bits = score.to_bits();
        let key = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        if self.heap.len() == self.limit && key <= self.least {
            return;
        }
        self.heap.push(Reverse((key, row)));
        if self.heap.len() > self.limit {
            self.heap.pop();
        }
        self.least = self.heap.peek().map_or(0, |Reverse((key, _))| *key);
    }

    fn rows(self) -> Vec<u32> {
        self.heap.into_sorted_vec().into_iter().map(|Reverse((_, row))| row).collect()
    }
}

/// Writes the rows that are nearest, best first, and how near they are behind them. Returns how many.
unsafe fn write(rows: &[u32], asked: &[Asked], out: *mut u32) -> u32 {
    for (at, &row) in rows.iter().enumerate() {
        *out.add(at) = row;
        let cosine = scanned().vectors.cosine(row, asked).unwrap_or(-1.0) as f32;
        *out.add(rows.len() + at).cast::<f32>() = cosine;
    }
    rows.len() as u32
}

/// As ra does: the cosine of each row.
#[no_mangle]
pub unsafe extern "C" fn nearest(query: *const f64, dimensions: usize, limit: usize, out: *mut u32) -> u32 {
    let Ok(asked) = Asked::new(std::slice::from_raw_parts(query, dimensions)) else { return 0 };
    let asked = [asked];
    let mut best = Best::new(limit);
    for row in 0..scanned().count {
        best.offer(scanned().vectors.cosine(row, &asked).unwrap_or(-1.0) as f32, row);
    }
    write(&best.rows(), &asked, out)
}

/// `kind` 0: by how many bits differ. 1: by the products with the query's values in four bits. 2: these times the
/// factor of each row. Then the cosines of the best `picked` decide.
#[no_mangle]
pub unsafe extern "C" fn nearest_by_bits(
    query: *const f64,
    dimensions: usize,
    kind: u32,
    picked: usize,
    limit: usize,
    out: *mut u32,
) -> u32 {
    let query = std::slice::from_raw_parts(query, dimensions);
    let Ok(asked) = Asked::new(query) else { return 0 };
    let asked = [asked];
    let candidates = if kind == 0 { by_difference(query, picked) } else { by_products(query, kind == 2, picked) };
    let mut best = Best::new(limit);
    for row in candidates {
        best.offer(scanned().vectors.cosine(row, &asked).unwrap_or(-1.0) as f32, row);
    }
    write(&best.rows(), &asked, out)
}

/// The sum of 16-bit numbers.
fn sum_of(numbers: v128) -> u32 {
    let sums = u32x4_extadd_pairwise_u16x8(numbers);
    u32x4_extract_lane::<0>(sums)
        + u32x4_extract_lane::<1>(sums)
        + u32x4_extract_lane::<2>(sums)
        + u32x4_extract_lane::<3>(sums)
}

unsafe fn load(bytes: &[u8]) -> v128 {
    v128_load(bytes.as_ptr().cast())
}

fn by_difference(query: &[f64], picked: usize) -> Vec<u32> {
    let bits = &scanned().bits;
    let mut asked = vec![0u8; bits.stride];
    for (at, (value, mean)) in query.iter().zip(&bits.mean).enumerate() {
        asked[at / 8] |= u8::from(*value > f64::from(*mean)) << (at % 8);
    }
    let mut best = Best::new(picked);
    for (row, bytes) in (0..).zip(bits.rows.chunks_exact(bits.stride)) {
        let blocks = bytes.chunks_exact(16).zip(asked.chunks_exact(16));
        // SAFETY: a block has 16 bytes. The sums of 31 blocks fit into a byte; a vector of 3,968 values has so many.
        let differ = blocks.fold(u8x16_splat(0), |sum, (a, b)| unsafe {
            u8x16_add(sum, i8x16_popcnt(v128_xor(load(a), load(b))))
        });
        best.offer(-(sum_of(u16x8_extadd_pairwise_u8x16(differ)) as f32), row);
    }
    best.rows()
}

fn by_products(query: &[f64], has_factors: bool, picked: usize) -> Vec<u32> {
    let bits = &scanned().bits;
    let least = query.iter().copied().fold(f64::INFINITY, f64::min) as f32;
    let most = query.iter().copied().fold(f64::NEG_INFINITY, f64::max) as f32;
    let step = (most - least) / STEPS;
    let mut planes = vec![0u8; PLANES * bits.stride];
    let (mut sum, mut of_mean) = (0f32, 0f32);
    for (at, (value, mean)) in query.iter().map(|value| *value as f32).zip(&bits.mean).enumerate() {
        sum += value;
        of_mean += value * mean;
        let number = ((value - least) / step).round() as u8;
        for plane in 0..PLANES {
            planes[plane * bits.stride + at / 8] |= (number >> plane & 1) << (at % 8);
        }
    }
    let mut best = Best::new(picked);
    for (row, bytes) in bits.rows.chunks_exact(bits.stride).enumerate() {
        let (mut sets, mut products) = (u16x8_splat(0), u16x8_splat(0));
        for (at, block) in bytes.chunks_exact(16).enumerate() {
            // SAFETY: a block has 16 bytes. A byte of a sum is at most 8 · 15, and 273 such pairs fit into 16 bits.
            unsafe {
                let block = load(block);
                let count = |plane: usize| {
                    i8x16_popcnt(v128_and(block, load(&planes[plane * bits.stride + 16 * at..][..16])))
                };
                let high = u8x16_add(i8x16_shl(count(3), 3), i8x16_shl(count(2), 2));
                let product = u8x16_add(high, u8x16_add(i8x16_shl(count(1), 1), count(0)));
                products = u16x8_add(products, u16x8_extadd_pairwise_u8x16(product));
                sets = u16x8_add(sets, u16x8_extadd_pairwise_u8x16(i8x16_popcnt(block)));
            }
        }
        let (set, product) = (sum_of(sets), sum_of(products));
        let of_bits = 2.0 * (least * set as f32 + step * product as f32) - sum;
        best.offer(if has_factors { of_mean + bits.factors[row] * of_bits } else { of_bits }, row as u32);
    }
    best.rows()
}

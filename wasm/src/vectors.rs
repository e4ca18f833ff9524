//! The vectors of a segment, as the host stores them, and their products with the vector of a query.
//!
//! Layout: `ra-vec\0\x01`, rows and dimensions (u32 little endian each), the model (16 bytes), for each row a scale
//! (f32), zeros up to a multiple of 16, and for each row its values (i8), filled up with zeros to a multiple of 16. A value
//! is multiplied by the scale of its row.
use crate::error::{CoreError, Result};

const MAGIC: [u8; 8] = *b"ra-vec\0\x01";
const HEADER: usize = 32;
/// Rows start at multiples of this many bytes.
const ALIGNED: usize = 16;
/// As many as the host takes (`MAX_DIMENSIONS` in src/config/keys/semantic.ts).
pub(crate) const MAX_DIMENSIONS: usize = 16_384;
/// The sums of so many products fit into 32 bits.
#[cfg(target_arch = "wasm32")]
const SUMMED: usize = 4096;

/// Scales of rows without a vector.
const PENDING: f32 = 0.0;
const BLANK: f32 = -1.0;
const FAILED: f32 = -2.0;

/// The largest number of a query's vector. The sums of `SUMMED` products fit into 32 bits.
const MAX_VALUE: f64 = 16_383.0;

pub(crate) type Model = [u8; 16];

/// What a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    Vector,
    /// Not embedded yet.
    Pending,
    /// There is nothing to embed.
    Blank,
    /// The model could not embed it.
    Failed,
}

pub(crate) struct Vectors {
    pub(crate) model: Model,
    pub(crate) dimensions: usize,
    stride: usize,
    scales: Vec<f32>,
    bytes: Vec<u8>,
    start: usize,
}

impl Vectors {
    /// Reads the file of a segment with this many chunks.
    pub(crate) fn open(bytes: Vec<u8>, chunks: u32) -> Result<Self> {
        let damaged = |what: &str| CoreError::damaged(format!("the vectors of a segment are damaged: {what}"));
        let header = bytes.get(..HEADER).ok_or_else(|| damaged("they are cut short"))?;
        if header[..8] != MAGIC {
            return Err(damaged("they do not start as vectors do"));
        }
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[at + byte])) as usize;
        let (rows, dimensions) = (number(8), number(12));
        if rows != chunks as usize {
            return Err(damaged(&format!("they have {rows} rows for {chunks} chunks")));
        }
        if dimensions == 0 || dimensions > MAX_DIMENSIONS {
            return Err(damaged(&format!("they have {dimensions} dimensions")));
        }
        let stride = dimensions.next_multiple_of(ALIGNED);
        let start = (HEADER + 4 * rows).next_multiple_of(ALIGNED);
        if bytes.len() != start + rows * stride {
            return Err(damaged("they have another length than their header says"));
        }
        let of_row = |four: &[u8]| f32::from_le_bytes(std::array::from_fn(|byte| four[byte]));
        let scales: Vec<f32> = bytes[HEADER..HEADER + 4 * rows].chunks_exact(4).map(of_row).collect();
        let known = |scale: &f32| (scale.is_finite() && *scale >= PENDING) || [BLANK, FAILED].contains(scale);
        if !scales.iter().all(known) {
            return Err(damaged("a scale has no meaning"));
        }
        let model = std::array::from_fn(|byte| header[16 + byte]);
        Ok(Vectors { model, dimensions, stride, scales, bytes, start })
    }

    pub(crate) fn row(&self, chunk: u32) -> Row {
        match self.scales[chunk as usize] {
            scale if scale > PENDING => Row::Vector,
            BLANK => Row::Blank,
            FAILED => Row::Failed,
            _ => Row::Pending,
        }
    }

    /// The vector of a row. None for a row without a vector.
    pub(crate) fn vector(&self, chunk: u32) -> Option<Vec<f32>> {
        let scale = self.scales[chunk as usize];
        if scale <= PENDING {
            return None;
        }
        let from = self.start + chunk as usize * self.stride;
        let row = &self.bytes[from..from + self.dimensions];
        Some(row.iter().map(|&byte| f32::from(byte as i8) * scale).collect())
    }

    /// The highest cosine of a row with these vectors. None for a row without a vector.
    pub(crate) fn cosine(&self, chunk: u32, asked: &[Asked]) -> Option<f64> {
        let scale = self.scales[chunk as usize];
        if scale <= PENDING {
            return None;
        }
        let from = self.start + chunk as usize * self.stride;
        let row = &self.bytes[from..from + self.stride];
        let cosine = |asked: &Asked| product(row, &asked.values) as f64 * (f64::from(scale) * asked.scale);
        Some(asked.iter().map(cosine).fold(f64::NEG_INFINITY, f64::max))
    }
}

/// The vector of a query, in integers.
pub(crate) struct Asked {
    values: Vec<i16>,
    scale: f64,
    pub(crate) dimensions: usize,
}

impl Asked {
    pub(crate) fn new(vector: &[f64]) -> Result<Self> {
        let largest = vector.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        if vector.len() > MAX_DIMENSIONS || !vector.iter().all(|value| value.is_finite()) || largest == 0.0 {
            return Err(CoreError::request("a vector has no direction"));
        }
        let scale = largest / MAX_VALUE;
        let mut values: Vec<i16> = vector.iter().map(|value| (value / scale).round() as i16).collect();
        values.resize(vector.len().next_multiple_of(ALIGNED), 0);
        Ok(Asked { values, scale, dimensions: vector.len() })
    }
}

/// The sum of the products. `row` holds signed bytes, and both have the same length, a multiple of 16.
#[cfg(target_arch = "wasm32")]
fn product(row: &[u8], values: &[i16]) -> i64 {
    row.chunks(SUMMED).zip(values.chunks(SUMMED)).map(|(row, values)| product_of_few(row, values)).sum()
}

/// The sum of up to `SUMMED` products.
#[cfg(target_arch = "wasm32")]
fn product_of_few(row: &[u8], values: &[i16]) -> i64 {
    use std::arch::wasm32::*;
    let (mut low, mut high) = (i32x4_splat(0), i32x4_splat(0));
    for (bytes, values) in row.chunks_exact(ALIGNED).zip(values.chunks_exact(ALIGNED)) {
        // SAFETY: both slices hold 16 values, as `ALIGNED` is 16.
        let (bytes, first, second) = unsafe {
            let values = values.as_ptr();
            (v128_load(bytes.as_ptr().cast()), v128_load(values.cast()), v128_load(values.add(8).cast()))
        };
        low = i32x4_add(low, i32x4_dot_i16x8(i16x8_extend_low_i8x16(bytes), first));
        high = i32x4_add(high, i32x4_dot_i16x8(i16x8_extend_high_i8x16(bytes), second));
    }
    let lanes = |sums: v128| {
        i64::from(i32x4_extract_lane::<0>(sums))
            + i64::from(i32x4_extract_lane::<1>(sums))
            + i64::from(i32x4_extract_lane::<2>(sums))
            + i64::from(i32x4_extract_lane::<3>(sums))
    };
    lanes(low) + lanes(high)
}

#[cfg(not(target_arch = "wasm32"))]
fn product(row: &[u8], values: &[i16]) -> i64 {
    row.iter().zip(values).map(|(byte, value)| i64::from(*byte as i8) * i64::from(*value)).sum()
}

/// The key of a model: 32 hexadecimal digits.
pub(crate) fn model_of(key: &str) -> Result<Model> {
    let digit = |at: usize| u8::from_str_radix(key.get(2 * at..2 * at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..16).map(digit).collect();
    let model = bytes.filter(|_| key.len() == 32).and_then(|bytes| bytes.try_into().ok());
    model.ok_or_else(|| CoreError::request("the key of a model has 32 hexadecimal digits"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::error::Code;

    /// A file in which each row has a scale and values.
    pub(crate) fn file(model: Model, dimensions: usize, rows: &[(f32, &[i8])]) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend((rows.len() as u32).to_le_bytes());
        out.extend((dimensions as u32).to_le_bytes());
        out.extend(model);
        rows.iter().for_each(|(scale, _)| out.extend(scale.to_le_bytes()));
        out.resize(out.len().next_multiple_of(ALIGNED), 0);
        for (_, values) in rows {
            out.extend(values.iter().map(|value| *value as u8));
            out.resize(out.len().next_multiple_of(ALIGNED), 0);
        }
        out
    }

    #[test]
    fn a_cosine_is_the_product_of_the_values_with_both_scales() {
        let rows: [(f32, &[i8]); 4] =
            [(1.0 / 127.0, &[127, 0, 0]), (1.0 / 127.0, &[0, -127, 0]), (0.0, &[0; 3]), (-1.0, &[0; 3])];
        let vectors = Vectors::open(file([7; 16], 3, &rows), 4).unwrap();
        let asked = [Asked::new(&[0.6, 0.8, 0.0]).unwrap(), Asked::new(&[0.0, -1.0, 0.0]).unwrap()];
        let close = |chunk: u32, asked: &[Asked], expected: f64| {
            assert!((vectors.cosine(chunk, asked).unwrap() - expected).abs() < 1e-4);
        };
        close(0, &asked[..1], 0.6);
        close(1, &asked[..1], -0.8);
        close(1, &asked, 1.0);
        assert_eq!(vectors.cosine(2, &asked), None);
        assert_eq!(vectors.cosine(3, &asked), None);
        assert_eq!([vectors.row(0), vectors.row(2), vectors.row(3)], [Row::Vector, Row::Pending, Row::Blank]);
    }

    #[test]
    fn sums_of_the_most_dimensions_fit() {
        let values = [127i8; MAX_DIMENSIONS];
        let vectors = Vectors::open(file([0; 16], MAX_DIMENSIONS, &[(1.0, &values)]), 1).unwrap();
        let asked = [Asked::new(&[-1.0; MAX_DIMENSIONS]).unwrap()];
        assert_eq!(vectors.cosine(0, &asked).unwrap().round(), -127.0 * MAX_DIMENSIONS as f64);
    }

    #[test]
    fn any_other_file_is_damaged() {
        let whole = file([0; 16], 3, &[(0.5, &[1, 2, 3]), (-2.0, &[0, 0, 0])]);
        assert_eq!(Vectors::open(whole.clone(), 2).unwrap().row(1), Row::Failed);
        for length in 0..whole.len() {
            assert_eq!(Vectors::open(whole[..length].to_vec(), 2).err().unwrap().code, Code::IndexDamaged);
        }
        for chunks in [0, 1, 3, u32::MAX] {
            assert_eq!(Vectors::open(whole.clone(), chunks).err().unwrap().code, Code::IndexDamaged);
        }
        for (at, byte) in [(0, 0), (7, 2), (8, 9), (11, 255), (12, 17), (12, 0), (15, 255), (35, 255), (39, 255)] {
            let mut changed = whole.clone();
            changed[at] = byte;
            assert_eq!(Vectors::open(changed, 2).err().map(|error| error.code), Some(Code::IndexDamaged), "byte {at}");
        }
    }

    #[test]
    fn a_query_needs_a_direction_and_a_model_its_key() {
        for vector in [vec![], vec![0.0; 3], vec![f64::NAN, 1.0], vec![1.0; MAX_DIMENSIONS + 1]] {
            assert_eq!(Asked::new(&vector).err().unwrap().code, Code::Request);
        }
        assert_eq!(model_of("000102030405060708090a0b0c0d0e0f").unwrap(), std::array::from_fn(|at| at as u8));
        for key in [
            "",
            "00",
            "zz0102030405060708090a0b0c0d0e0f",
            "000102030405060708090a0b0c0d0e0f00",
            "é00102030405060708090a0b0c0d0e0",
        ] {
            assert!(model_of(key).is_err());
        }
    }
}

//! A file of weights, whichever form it has: tensors by name, read row by row, so that a file is never held twice.
use crate::error::{ModelError, Result};
use crate::{cross_encoder, linear_int8, safetensors, stored};
use std::collections::HashMap;

/// Bytes that lie in memory, here or at the host.
pub(crate) trait Bytes {
    fn size(&self) -> usize;
    /// Fills `into` with the bytes from `offset` on, all of which exist.
    fn copy(&self, offset: usize, into: &mut [u8]);
    /// Whether somebody has compared the checksum already.
    fn is_checked(&self) -> bool {
        false
    }
}

impl Bytes for [u8] {
    fn size(&self) -> usize {
        self.len()
    }
    fn copy(&self, offset: usize, into: &mut [u8]) {
        into.copy_from_slice(&self[offset..offset + into.len()]);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    F32,
    F16,
    /// Rows of i8, then a scale (f32) for each.
    Int8,
    /// The same, but the values lie as products of matrices read them (`linear_int8::place`).
    Int8Panels,
}

impl Kind {
    /// The bytes of a tensor of this shape. None if they are more than a file can have.
    pub(crate) fn bytes(self, shape: &[usize]) -> Option<usize> {
        let values = shape.iter().try_fold(1usize, |product, &side| product.checked_mul(side))?;
        match self {
            Kind::F32 => values.checked_mul(4),
            Kind::F16 => values.checked_mul(2),
            Kind::Int8 | Kind::Int8Panels => shape.first()?.checked_mul(4)?.checked_add(values),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Tensor {
    pub(crate) kind: Kind,
    pub(crate) shape: Vec<usize>,
    /// Where its bytes begin in the file. They end inside the file.
    pub(crate) offset: usize,
}

pub(crate) struct Weights<'a, B: Bytes + ?Sized> {
    file: &'a B,
    tensors: HashMap<String, Tensor>,
    /// What stands before each name: some files say that they hold a `bert.`
    prefix: &'static str,
}

impl<'a, B: Bytes + ?Sized> Weights<'a, B> {
    pub(crate) fn open(file: &'a B) -> Result<Self> {
        let tensors = if stored::has_magic(file) { stored::tensors(file)? } else { safetensors::tensors(file)? };
        check_overlap(&tensors)?;
        let prefix = if tensors.contains_key("bert.embeddings.word_embeddings.weight") { "bert." } else { "" };
        Ok(Weights { file, tensors, prefix })
    }

    pub(crate) fn is_cross_encoder(&self) -> bool {
        self.tensors.contains_key(cross_encoder::CLASSIFIER)
    }

    /// The tensor of this name, which has to have this shape.
    pub(crate) fn tensor(&self, name: &str, shape: &[usize]) -> Result<&Tensor> {
        // The head of a cross-encoder stands beside the BERT.
        let prefix = if name.starts_with("classifier.") { "" } else { self.prefix };
        let whole = format!("{prefix}{name}");
        let Some(tensor) = self.tensors.get(&whole) else {
            return Err(ModelError::new(format!("the weights lack \"{whole}\"")));
        };
        if tensor.shape != shape {
            let have = &tensor.shape;
            return Err(ModelError::new(format!("\"{whole}\" has the shape {have:?}, config.json says {shape:?}")));
        }
        Ok(tensor)
    }

    /// A tensor of one row as numbers.
    pub(crate) fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>> {
        let tensor = self.tensor(name, &[length])?;
        let mut values = vec![0.0; length];
        self.floats(tensor, 0, &mut values)?;
        Ok(values)
    }

    /// Reads a row of a tensor of floating-point numbers.
    pub(crate) fn floats(&self, tensor: &Tensor, row: usize, into: &mut [f32]) -> Result<()> {
        let width = match tensor.kind {
            Kind::F32 => 4,
            Kind::F16 => 2,
            Kind::Int8 | Kind::Int8Panels => {
                return Err(ModelError::new("the weights are stored as int8: f32 needs the original file"))
            }
        };
        let mut bytes = vec![0; into.len() * width];
        self.file.copy(tensor.offset + row * bytes.len(), &mut bytes);
        for (value, raw) in into.iter_mut().zip(bytes.chunks_exact(width)) {
            *value = match *raw {
                [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
                _ => half(u16::from_le_bytes([raw[0], raw[1]])),
            };
        }
        if into.iter().all(|value| value.is_finite()) {
            return Ok(());
        }
        Err(ModelError::new("the weights hold a value that is not a finite number"))
    }

    /// Reads all rows as int8 and gives their scales. Rows of floating-point numbers are quantised.
    pub(crate) fn int8(&self, tensor: &Tensor, rows: usize, into: &mut [i8]) -> Result<Vec<f32>> {
        let width = into.len() / rows;
        if tensor.kind == Kind::Int8Panels {
            return Err(ModelError::new("the stored model is damaged: a tensor has another form. Add it again"));
        }
        if tensor.kind != Kind::Int8 {
            let mut values = vec![0.0; width];
            let mut scales = Vec::with_capacity(rows);
            for (row, into) in into.chunks_exact_mut(width).enumerate() {
                self.floats(tensor, row, &mut values)?;
                scales.push(quantise(&values, into));
            }
            return Ok(scales);
        }
        self.stored_int8(tensor, rows, into)
    }

    /// Reads all rows as int8 in the order in which products of matrices read them, and gives their scales.
    pub(crate) fn panels(&self, tensor: &Tensor, rows: usize, into: &mut [i8]) -> Result<Vec<f32>> {
        if tensor.kind == Kind::Int8Panels {
            return self.stored_int8(tensor, rows, into);
        }
        let inputs = into.len() / rows;
        let mut values = vec![0; into.len()];
        let scales = self.int8(tensor, rows, &mut values)?;
        for (column, row) in values.chunks_exact(inputs).enumerate() {
            for (at, &value) in row.iter().enumerate() {
                into[linear_int8::place(inputs, at, column)] = value;
            }
        }
        Ok(scales)
    }

    fn stored_int8(&self, tensor: &Tensor, rows: usize, into: &mut [i8]) -> Result<Vec<f32>> {
        // A call of the host takes longer than a row, so there is one for all rows.
        self.file.copy(tensor.offset, bytes_of(into));
        let mut bytes = vec![0; rows * 4];
        self.file.copy(tensor.offset + into.len(), &mut bytes);
        let scales = bytes.chunks_exact(4).map(|raw| f32::from_le_bytes([raw[0], raw[1], raw[2], raw[3]]));
        let scales: Vec<f32> = scales.collect();
        if scales.iter().all(|scale| scale.is_finite()) {
            return Ok(scales);
        }
        Err(ModelError::new("the weights hold a scale that is not a finite number"))
    }
}

/// The same memory as bytes.
fn bytes_of(values: &mut [i8]) -> &mut [u8] {
    // SAFETY: both types have one byte, and every byte is a value of both.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), values.len()) }
}

/// Symmetric quantisation: the largest value becomes ±127.
fn quantise(values: &[f32], into: &mut [i8]) -> f32 {
    let largest = values.iter().fold(0.0f32, |most, value| most.max(value.abs()));
    let scale = largest / 127.0;
    let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
    for (whole, value) in into.iter_mut().zip(values) {
        *whole = (value * inverse).round_ties_even().clamp(-127.0, 127.0) as i8;
    }
    scale
}

/// Tensors that share bytes could ask for more memory than the file has bytes.
fn check_overlap(tensors: &HashMap<String, Tensor>) -> Result<()> {
    let mut spans: Vec<(usize, usize)> =
        tensors.values().filter_map(|t| Some((t.offset, t.offset + t.kind.bytes(&t.shape)?))).collect();
    spans.sort_unstable();
    if spans.windows(2).all(|pair| pair[0].1 <= pair[1].0) {
        return Ok(());
    }
    Err(ModelError::new("the file of weights is damaged: tensors share bytes"))
}

/// A number of 16 bits, exactly.
fn half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let fraction = f32::from(bits & 0x3ff);
    match (bits >> 10) & 0x1f {
        0 => sign * fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        exponent => sign * (1.0 + fraction / 1024.0) * 2f32.powi(i32::from(exponent) - 15),
    }
}

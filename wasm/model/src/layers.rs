//! What the encoders share: the names of tensors, rows of words, and learned norms.
use crate::config::Dtype;
use crate::error::Result;
use crate::weights::{Bytes, Kind, Weights};

/// A tensor of the architecture: its name, its shape, and how a stored model of int8 holds it.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) kind: Kind,
}

impl Named {
    pub(crate) fn new(name: impl Into<String>, shape: &[usize], kind: Kind) -> Named {
        Named { name: name.into(), shape: shape.to_vec(), kind }
    }

    /// Those of a norm.
    pub(crate) fn norm(name: &str, width: usize) -> [Named; 2] {
        ["weight", "bias"].map(|part| Named::new(format!("{name}.{part}"), &[width], Kind::F32))
    }
}

pub(crate) struct Norm {
    pub(crate) scale: Vec<f32>,
    pub(crate) shift: Vec<f32>,
}

impl Norm {
    pub(crate) fn read<B: Bytes + ?Sized>(weights: &Weights<B>, name: &str, width: usize) -> Result<Norm> {
        let scale = weights.vector(&format!("{name}.weight"), width)?;
        Ok(Norm { scale, shift: weights.vector(&format!("{name}.bias"), width)? })
    }
}

/// The rows of all words.
pub(crate) enum Words {
    F32(Vec<f32>),
    Int8 { values: Vec<i8>, scales: Vec<f32> },
}

impl Words {
    pub(crate) fn read<B: Bytes + ?Sized>(
        weights: &Weights<B>,
        name: &str,
        count: usize,
        width: usize,
        dtype: Dtype,
    ) -> Result<Words> {
        let tensor = weights.tensor(name, &[count, width])?;
        if dtype == Dtype::F32 {
            return Ok(Words::F32(rows(weights, name, count, width)?));
        }
        let mut values = vec![0; count * width];
        let scales = weights.int8(tensor, count, &mut values)?;
        Ok(Words::Int8 { values, scales })
    }

    pub(crate) fn copy(&self, id: usize, into: &mut [f32]) {
        let row = id * into.len()..(id + 1) * into.len();
        match self {
            Words::F32(values) => into.copy_from_slice(&values[row]),
            Words::Int8 { values, scales } => {
                for (value, &whole) in into.iter_mut().zip(&values[row]) {
                    *value = f32::from(whole) * scales[id];
                }
            }
        }
    }
}

/// All rows of a tensor as numbers.
pub(crate) fn rows<B: Bytes + ?Sized>(
    weights: &Weights<B>,
    name: &str,
    count: usize,
    width: usize,
) -> Result<Vec<f32>> {
    let tensor = weights.tensor(name, &[count, width])?;
    let mut values = vec![0.0; count * width];
    for (row, into) in values.chunks_exact_mut(width).enumerate() {
        weights.floats(tensor, row, into)?;
    }
    Ok(values)
}

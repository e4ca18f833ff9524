//! A linear layer: products of rows with learned weights, plus a bias.
use crate::config::Dtype;
use crate::error::Result;
use crate::linear_int8::Quantised;
use crate::simd::F4;
use crate::weights::{Bytes, Weights};
use crate::{linear_f32, linear_int8};

pub(crate) struct Linear {
    inputs: usize,
    bias: Vec<f32>,
    panels: Panels,
}

enum Panels {
    F32(Vec<f32>),
    Int8 { values: Vec<i8>, scales: Vec<f32> },
}

/// Rows that several layers take in.
pub(crate) struct Input<'a> {
    rows: &'a [f32],
    quantised: Option<&'a Quantised>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(rows: &'a [f32], inputs: usize, dtype: Dtype, room: &'a mut Quantised) -> Input<'a> {
        let quantised = (dtype == Dtype::Int8).then(|| {
            room.fill(rows, inputs);
            &*room
        });
        Input { rows, quantised }
    }
}

impl Linear {
    /// Reads `name`.weight and `name`.bias.
    pub(crate) fn read<B: Bytes + ?Sized>(
        weights: &Weights<B>,
        name: &str,
        outputs: usize,
        inputs: usize,
        dtype: Dtype,
    ) -> Result<Linear> {
        let bias = weights.vector(&format!("{name}.bias"), outputs)?;
        let tensor = weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        let panels = match dtype {
            Dtype::F32 => {
                let mut values = vec![0.0; outputs * inputs];
                let mut row = vec![0.0; inputs];
                for column in 0..outputs {
                    weights.floats(tensor, column, &mut row)?;
                    for (at, &value) in row.iter().enumerate() {
                        values[linear_f32::place(inputs, at, column)] = value;
                    }
                }
                Panels::F32(values)
            }
            Dtype::Int8 => {
                let mut values = vec![0; outputs * inputs];
                let scales = weights.panels(tensor, outputs, &mut values)?;
                Panels::Int8 { values, scales }
            }
        };
        Ok(Linear { inputs, bias, panels })
    }

    pub(crate) fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// Fills `out` with one row for each of the input's.
    pub(crate) fn apply(&self, input: &Input, out: &mut Vec<f32>) {
        let count = input.rows.len() / self.inputs;
        out.resize(count * self.outputs(), 0.0);
        match (&self.panels, input.quantised) {
            (Panels::Int8 { values, scales }, Some(rows)) => linear_int8::multiply(rows, values, scales, out),
            (Panels::F32(values), _) => {
                let rows = linear_f32::Rows { values: input.rows, count, stride: self.inputs };
                linear_f32::multiply(rows, self.inputs, values, out, self.outputs());
            }
            (Panels::Int8 { .. }, None) => unreachable!("an int8 layer has quantised input"),
        }
        for row in out.chunks_exact_mut(self.outputs()) {
            for (four, bias) in row.chunks_exact_mut(4).zip(self.bias.chunks_exact(4)) {
                F4::load(four).plus(F4::load(bias)).store(four);
            }
        }
    }
}

//! The header of a safetensors file: eight bytes of length, then JSON with a type, a shape and a place for each tensor.
use crate::error::{ModelError, Result};
use crate::weights::{Bytes, Kind, Tensor};
use serde::Deserialize;
use std::collections::HashMap;

/// Headers of known encoders have less than a tenth of it.
const MAX_HEADER_SIZE: usize = 1 << 20;

#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

pub(crate) fn tensors<B: Bytes + ?Sized>(file: &B) -> Result<HashMap<String, Tensor>> {
    let damaged =
        |what: &str| ModelError::new(format!("the file of weights is damaged or no safetensors file: {what}"));
    if file.size() < 8 {
        return Err(damaged("it is too short"));
    }
    let mut length = [0; 8];
    file.copy(0, &mut length);
    let length = usize::try_from(u64::from_le_bytes(length)).unwrap_or(usize::MAX);
    if length > MAX_HEADER_SIZE {
        return Err(damaged("its header is longer than allowed"));
    }
    if length > file.size() - 8 {
        return Err(damaged("it ends within its header"));
    }
    let mut header = vec![0; length];
    file.copy(8, &mut header);
    let entries: HashMap<String, serde_json::Value> =
        serde_json::from_slice(&header).map_err(|_| damaged("its header is no JSON"))?;
    let data = file.size() - 8 - length;
    let mut tensors = HashMap::new();
    for (name, value) in entries {
        if name == "__metadata__" {
            continue;
        }
        let entry: Entry =
            serde_json::from_value(value).map_err(|_| damaged("a tensor lacks its type, shape or place"))?;
        let (begin, end) = entry.data_offsets;
        if begin > end || end > data {
            return Err(damaged("a tensor lies outside of it"));
        }
        let kind = match entry.dtype.as_str() {
            "F32" => Kind::F32,
            "F16" => Kind::F16,
            // Nothing that the encoder reads: positions, for example, are whole numbers.
            _ => continue,
        };
        if kind.bytes(&entry.shape) != Some(end - begin) {
            return Err(damaged("a tensor's shape differs from its bytes"));
        }
        tensors.insert(name, Tensor { kind, shape: entry.shape, offset: 8 + length + begin });
    }
    Ok(tensors)
}

//! The form of weights that ra keeps on disk: a magic, a version, a header with names and shapes, the tensors one after
//! the other, and a checksum over all.
use crate::config::{Architecture, Dtype};
use crate::cross_encoder;
use crate::error::{ModelError, Result};
use crate::weights::{Bytes, Kind, Tensor, Weights};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

const MAGIC: &[u8; 8] = b"ra-model";
const VERSION: u32 = 2;
/// Magic, version, length of the header.
const PREAMBLE: usize = 16;
const CHECKSUM: usize = 4;
const MAX_HEADER_SIZE: usize = 1 << 20;

#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    form: Form,
    shape: Vec<usize>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    F32,
    Int8,
    Panels,
}

impl Form {
    fn kind(self) -> Kind {
        match self {
            Form::F32 => Kind::F32,
            Form::Int8 => Kind::Int8,
            Form::Panels => Kind::Int8Panels,
        }
    }
}

pub(crate) fn has_magic<B: Bytes + ?Sized>(file: &B) -> bool {
    let mut magic = [0; 8];
    file.size() >= magic.len() && {
        file.copy(0, &mut magic);
        magic == *MAGIC
    }
}

fn damaged(what: &str) -> ModelError {
    ModelError::new(format!("the stored model is damaged: {what}. Add it again"))
}

pub(crate) fn tensors<B: Bytes + ?Sized>(file: &B) -> Result<HashMap<String, Tensor>> {
    let size = file.size();
    if size < PREAMBLE + CHECKSUM {
        return Err(damaged("it is too short"));
    }
    let number = |offset| {
        let mut bytes = [0; 4];
        file.copy(offset, &mut bytes);
        u32::from_le_bytes(bytes)
    };
    if number(8) != VERSION {
        return Err(ModelError::new("the stored model has the form of another version of ra: add it again"));
    }
    if !file.is_checked() && checksum(file, size - CHECKSUM) != number(size - CHECKSUM) {
        return Err(damaged("its checksum differs"));
    }
    let length = number(12) as usize;
    if length > MAX_HEADER_SIZE || length > size - PREAMBLE - CHECKSUM {
        return Err(damaged("its header is longer than allowed"));
    }
    let mut header = vec![0; length];
    file.copy(PREAMBLE, &mut header);
    let entries: Vec<Entry> = serde_json::from_slice(&header).map_err(|_| damaged("its header is unreadable"))?;
    let mut offset = PREAMBLE + length;
    let mut tensors = HashMap::new();
    for Entry { name, form, shape } in entries {
        let kind = form.kind();
        let end = kind.bytes(&shape).and_then(|bytes| offset.checked_add(bytes));
        let Some(end) = end.filter(|&end| end <= size - CHECKSUM) else {
            return Err(damaged("a tensor lies outside of it"));
        };
        tensors.insert(name, Tensor { kind, shape, offset });
        offset = end;
    }
    Ok(tensors)
}

fn checksum<B: Bytes + ?Sized>(file: &B, end: usize) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; end.min(1 << 16)];
    for begin in (0..end).step_by(1 << 16) {
        let part = &mut buffer[..(end - begin).min(1 << 16)];
        file.copy(begin, part);
        hasher.update(part);
    }
    hasher.finalize()
}

/// The stored form of a model's weights. Large tensors are int8 if `dtype` says so.
pub(crate) fn write<B: Bytes + ?Sized>(config: &str, file: &B, dtype: &str) -> Result<Vec<u8>> {
    let (architecture, dtype) = (Architecture::read(config)?, Dtype::named(dtype)?);
    let weights = Weights::open(file)?;
    let mut entries = Vec::new();
    let mut size = 0;
    let mut wanted = architecture.tensors();
    if let Architecture::Bert(config) = &architecture {
        if weights.is_cross_encoder() {
            wanted.extend(cross_encoder::tensors(config));
        }
    }
    for wanted in wanted {
        let form = match wanted.kind {
            Kind::Int8 if dtype == Dtype::Int8 => Form::Int8,
            Kind::Int8Panels if dtype == Dtype::Int8 => Form::Panels,
            _ => Form::F32,
        };
        weights.tensor(&wanted.name, &wanted.shape)?;
        size += form.kind().bytes(&wanted.shape).unwrap_or(0);
        entries.push(Entry { name: wanted.name, form, shape: wanted.shape });
    }
    let header = serde_json::to_vec(&entries).map_err(|error| ModelError::new(error.to_string()))?;
    let mut out = Vec::with_capacity(PREAMBLE + header.len() + size + CHECKSUM);
    out.extend_from_slice(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend((header.len() as u32).to_le_bytes());
    out.extend(header);
    for Entry { name, form, shape } in &entries {
        let tensor = weights.tensor(name, shape)?;
        let (count, width) = if let [count, width] = shape[..] { (count, width) } else { (1, shape[0]) };
        if form.kind() != Kind::F32 {
            let mut values = vec![0; count * width];
            let scales = match form {
                Form::Panels => weights.panels(tensor, count, &mut values)?,
                _ => weights.int8(tensor, count, &mut values)?,
            };
            out.extend(values.iter().map(|&value| value as u8));
            out.extend(scales.iter().flat_map(|scale| scale.to_le_bytes()));
            continue;
        }
        let mut row = vec![0.0; width];
        for at in 0..count {
            weights.floats(tensor, at, &mut row)?;
            out.extend(row.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    let checksum = crc32fast::hash(&out);
    out.extend(checksum.to_le_bytes());
    Ok(out)
}

//! Converts deletion sets between bytes and tantivy's form.
use crate::error::{CoreError, Result};
use tantivy::directory::OwnedBytes;
use tantivy::fastfield::{write_alive_bitset, AliveBitSet};

/// Layout: `RADEL\0\0\x01`, the CRC-32 of the rest, the number of chunks in the segment, then the deleted roots (u32
/// little endian each).
const DELETES_MAGIC: [u8; 8] = *b"RADEL\0\0\x01";

pub(super) fn encode_deletes(chunks: u32, roots: &[u32]) -> Vec<u8> {
    let mut body = chunks.to_le_bytes().to_vec();
    roots.iter().for_each(|root| body.extend_from_slice(&root.to_le_bytes()));
    let mut out = DELETES_MAGIC.to_vec();
    out.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
    out.extend_from_slice(&body);
    out
}

pub(super) fn decode_deletes(bytes: &[u8], chunks: u32) -> Result<Vec<u32>> {
    let damaged = || CoreError::damaged("a deletion set cannot be read");
    let body = bytes.strip_prefix(&DELETES_MAGIC).filter(|rest| rest.len() >= 8).ok_or_else(damaged)?;
    let (crc, body) = body.split_at(4);
    if crc != crc32fast::hash(body).to_le_bytes() || body.len() % 4 != 0 {
        return Err(damaged());
    }
    let mut numbers = body.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let roots = if numbers.next() == Some(chunks) { numbers.collect::<Vec<_>>() } else { return Err(damaged()) };
    if roots.iter().any(|root| *root >= chunks) {
        return Err(damaged());
    }
    Ok(roots)
}

/// The live chunks of a segment. None when no chunk is deleted.
pub(super) fn alive_set(deleted: &[bool]) -> Result<Option<AliveBitSet>> {
    if deleted.is_empty() {
        return Ok(None);
    }
    let mut alive = tantivy_common::BitSet::with_max_value(deleted.len() as u32);
    for (chunk, deleted) in deleted.iter().enumerate() {
        if !deleted {
            alive.insert(chunk as u32);
        }
    }
    let mut bytes = Vec::new();
    write_alive_bitset(&alive, &mut bytes)?;
    Ok(Some(AliveBitSet::open(OwnedBytes::new(bytes))))
}

//! A segment on disk: tantivy's files of one segment, one after the other, then a table of contents with checksums.
//!
//! Layout: `RASEG\0\0\x01`, the files, the table (postcard), its length and its CRC-32 (u32 little endian each), and
//! the magic bytes again.
use crate::error::{CoreError, Result};
use serde::{Deserialize, Serialize};

pub(crate) const MAGIC: [u8; 8] = *b"RASEG\0\0\x01";
const TAIL: usize = 4 + 4 + MAGIC.len();

#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub(crate) struct Contents {
    pub(crate) chunks: u32,
    pub(crate) files: Vec<Entry>,
}

#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub(crate) struct Entry {
    /// The extension of tantivy's file: `term`, `idx`, `pos`, …
    pub(crate) extension: String,
    pub(crate) offset: u64,
    /// Bytes in the segment.
    pub(crate) length: u64,
    /// The size of the file before compression, if it is compressed (a block of LZ4).
    pub(crate) decompressed: Option<u64>,
    pub(crate) crc: u32,
    /// A copy of the file's last bytes. Opening a segment needs only these bytes of each file, so it reads one place
    /// instead of six.
    pub(crate) tail: Vec<u8>,
}

impl Entry {
    /// Bytes of the file.
    pub(crate) fn size(&self) -> u64 {
        self.decompressed.unwrap_or(self.length)
    }
}

/// The lengths of fields are read as a whole. They compress well: only root chunks have lengths in the fields of the
/// document, which are half of all fields.
const COMPRESSED: &str = "fieldnorm";
/// One byte of an LZ4 block never expands to more bytes than this.
const HIGHEST_RATIO: u64 = 255;

/// tantivy's footers with their tables of fields are shorter than this.
const FILE_TAIL: usize = 512;

/// Reads a range of one segment. tantivy needs to share it between threads.
pub(crate) trait Storage: Send + Sync {
    fn size(&self) -> u64;
    fn read(&self, offset: u64, into: &mut [u8]) -> std::io::Result<()>;
    /// The file of the segment's vectors, if it has one.
    fn vectors(&self) -> std::io::Result<Option<Vec<u8>>> {
        Ok(None)
    }
}

/// Puts a segment together file by file. Each file is in memory twice only while it is copied.
pub(crate) struct Packer {
    out: Vec<u8>,
    entries: Vec<Entry>,
}

impl Packer {
    /// `bytes` is the estimated size of all files.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut out = Vec::with_capacity(bytes + 512);
        out.extend_from_slice(&MAGIC);
        Packer { out, entries: Vec::new() }
    }

    pub(crate) fn add(&mut self, extension: &str, bytes: &[u8]) {
        let tail = bytes[bytes.len().saturating_sub(FILE_TAIL)..].to_vec();
        let compressed = (extension == COMPRESSED).then(|| lz4_flex::block::compress(bytes));
        let decompressed = compressed.is_some().then_some(bytes.len() as u64);
        let stored = compressed.as_deref().unwrap_or(bytes);
        let (offset, length) = (self.out.len() as u64, stored.len() as u64);
        self.entries.push(Entry {
            extension: extension.to_owned(),
            offset,
            length,
            decompressed,
            crc: crc32fast::hash(stored),
            tail,
        });
        self.out.extend_from_slice(stored);
    }

    pub(crate) fn finish(self, chunks: u32) -> Vec<u8> {
        let Packer { mut out, entries } = self;
        let table = postcard::to_allocvec(&Contents { chunks, files: entries }).unwrap_or_default();
        out.extend_from_slice(&table);
        out.extend_from_slice(&(table.len() as u32).to_le_bytes());
        out.extend_from_slice(&crc32fast::hash(&table).to_le_bytes());
        out.extend_from_slice(&MAGIC);
        out
    }
}

/// Reads the table of contents and checks that every file lies inside the segment.
pub(crate) fn open(storage: &dyn Storage) -> Result<Contents> {
    let size = storage.size();
    if size < (MAGIC.len() + TAIL) as u64 {
        return Err(CoreError::damaged("a segment is cut short"));
    }
    let mut tail = [0u8; TAIL];
    storage.read(size - TAIL as u64, &mut tail)?;
    if tail[8..] != MAGIC {
        return Err(CoreError::damaged("a segment does not end as one should"));
    }
    let length = u64::from(u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]));
    let crc = u32::from_le_bytes([tail[4], tail[5], tail[6], tail[7]]);
    let table_end = size - TAIL as u64;
    if length > table_end - MAGIC.len() as u64 {
        return Err(CoreError::damaged("a segment's table of contents is longer than the segment"));
    }
    let mut table = vec![0u8; length as usize];
    storage.read(table_end - length, &mut table)?;
    if crc32fast::hash(&table) != crc {
        return Err(CoreError::damaged("a segment's table of contents fails its checksum"));
    }
    let contents: Contents =
        postcard::from_bytes(&table).map_err(|_| CoreError::damaged("a segment's table of contents cannot be read"))?;
    let inside = |entry: &Entry| {
        entry.tail.len() as u64 <= entry.size()
            && entry.size() / HIGHEST_RATIO <= entry.length
            && entry.offset.checked_add(entry.length).is_some_and(|end| end <= table_end - length)
    };
    if !contents.files.iter().all(inside) {
        return Err(CoreError::damaged("a segment's table of contents points outside the segment"));
    }
    Ok(contents)
}

/// Checks every byte against the checksums. The host compares the pages that it reads with sums of its own.
#[cfg(test)]
pub(crate) fn verify(storage: &dyn Storage) -> Result<()> {
    for entry in open(storage)?.files {
        let mut bytes = vec![0u8; entry.length as usize];
        storage.read(entry.offset, &mut bytes)?;
        if crc32fast::hash(&bytes) != entry.crc {
            return Err(CoreError::damaged(format!("a segment's {} data fails its checksum", entry.extension)));
        }
    }
    Ok(())
}

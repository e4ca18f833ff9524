//! tantivy's `Directory` over one segment that the host stores. It reads ranges and never writes.
use crate::container::{self, Contents};
use crate::error::{CoreError, Result};
use crate::pages::Pages;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use tantivy::directory::error::{DeleteError, OpenReadError, OpenWriteError};
use tantivy::directory::{Directory, FileHandle, OwnedBytes, WatchCallback, WatchHandle, WritePtr};
use tantivy::index::SegmentId;
use tantivy::HasLen;

#[derive(Clone)]
pub(crate) struct SegmentDirectory {
    pages: Pages,
    contents: Arc<Contents>,
    /// tantivy's own data (`meta.json`), kept in memory.
    notes: Arc<Mutex<HashMap<PathBuf, Vec<u8>>>>,
}

impl SegmentDirectory {
    pub(crate) fn open(pages: Pages) -> Result<Self> {
        let contents = Arc::new(container::open(&pages)?);
        Ok(SegmentDirectory { pages, contents, notes: Arc::default() })
    }
    pub(crate) fn chunks(&self) -> u32 {
        self.contents.chunks
    }
    /// A file of ra's own. tantivy adds a footer to its files, and these have none.
    pub(crate) fn file(&self, extension: &str) -> Result<OwnedBytes> {
        let file = self.handle(extension)?;
        Ok(file.read_bytes(0..file.len())?)
    }
    /// The same, to be read in parts.
    pub(crate) fn handle(&self, extension: &str) -> Result<Arc<dyn FileHandle>> {
        self.get_file_handle(Path::new(&format!("segment.{extension}")))
            .map_err(|_| CoreError::damaged(format!("a segment without its {extension}")))
    }
    /// The id under which tantivy sees the segment. Every segment has its own directory.
    pub(crate) fn segment_id() -> Option<SegmentId> {
        SegmentId::from_uuid_string("00000000000000000000000000000001").ok()
    }
}

impl std::fmt::Debug for SegmentDirectory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SegmentDirectory({} chunks)", self.contents.chunks)
    }
}

struct Slice {
    pages: Pages,
    /// The place of the file in the segment.
    stored: Range<u64>,
    length: usize,
    /// The file's last bytes.
    tail: OwnedBytes,
    /// The whole content of a compressed file. It is filled when more than the tail is read.
    decompressed: Option<OnceLock<OwnedBytes>>,
}

impl Slice {
    fn decompress(&self) -> io::Result<OwnedBytes> {
        let damaged = |_| io::Error::new(io::ErrorKind::InvalidData, "a part of the segment cannot be decompressed");
        lz4_flex::block::decompress(&self.pages.bytes(self.stored.clone())?, self.length)
            .map(OwnedBytes::new)
            .map_err(damaged)
    }
}

impl std::fmt::Debug for Slice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Slice({:?}, {})", self.stored, self.length)
    }
}

impl HasLen for Slice {
    fn len(&self) -> usize {
        self.length
    }
}

impl FileHandle for Slice {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.start > range.end || range.end > self.length {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a range outside the segment"));
        }
        let before = self.length - self.tail.len();
        if range.start >= before {
            return Ok(self.tail.slice(range.start - before..range.end - before));
        }
        let Some(decompressed) = &self.decompressed else {
            return self.pages.bytes(self.stored.start + range.start as u64..self.stored.start + range.end as u64);
        };
        if decompressed.get().is_none() {
            let _ = decompressed.set(self.decompress()?);
        }
        let bytes = decompressed.get().filter(|bytes| bytes.len() == self.length);
        bytes
            .map(|bytes| bytes.slice(range))
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a part of the segment has another length"))
    }
}

impl Directory for SegmentDirectory {
    fn get_file_handle(&self, path: &Path) -> std::result::Result<Arc<dyn FileHandle>, OpenReadError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        let entry = self.contents.files.iter().find(|entry| entry.extension == extension);
        let entry = entry.ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))?;
        let tail = OwnedBytes::new(entry.tail.clone());
        Ok(Arc::new(Slice {
            pages: self.pages.clone(),
            stored: entry.offset..entry.offset + entry.length,
            length: entry.size() as usize,
            tail,
            decompressed: entry.decompressed.map(|_| OnceLock::new()),
        }))
    }
    fn delete(&self, path: &Path) -> std::result::Result<(), DeleteError> {
        Err(DeleteError::FileDoesNotExist(path.to_owned()))
    }
    fn exists(&self, path: &Path) -> std::result::Result<bool, OpenReadError> {
        Ok(self.notes.lock().is_ok_and(|notes| notes.contains_key(path)))
    }
    fn open_write(&self, path: &Path) -> std::result::Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::FileAlreadyExists(path.to_owned()))
    }
    fn atomic_read(&self, path: &Path) -> std::result::Result<Vec<u8>, OpenReadError> {
        let notes = self.notes.lock().map_err(|_| OpenReadError::FileDoesNotExist(path.to_owned()))?;
        notes.get(path).cloned().ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))
    }
    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        if let Ok(mut notes) = self.notes.lock() {
            notes.insert(path.to_owned(), data.to_owned());
        }
        Ok(())
    }
    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }
    fn watch(&self, _callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}

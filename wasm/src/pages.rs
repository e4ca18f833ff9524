//! Reads of a segment through pages kept in memory: one query makes hundreds of reads of a few bytes, mostly in the same places
//! as the last. The host is asked for whole pages only, which it compares with their checksums.
use crate::container::Storage;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use tantivy::directory::OwnedBytes;

/// Bytes that the host reads and checks at once; the last page of a segment is shorter.
const PAGE: u64 = 64 << 10;
/// Pages kept by one reader, of all its segments: 64 MB. At a million chunks a quarter of this spent half of each search on
/// reading pages again.
const KEPT: usize = 1024;
/// Longer reads pass by the pages that are kept: tantivy keeps what it reads whole.
const LONG: u64 = 2;

/// Pages of the segments of one reader; the one loaded first goes first.
#[derive(Default)]
pub struct PageCache {
    pages: FxHashMap<(u32, u64), OwnedBytes>,
    order: VecDeque<(u32, u64)>,
}

/// One segment's storage.
#[derive(Clone)]
pub struct Pages {
    storage: Arc<dyn Storage>,
    segment: u32,
    cache: Arc<Mutex<PageCache>>,
}

// WebAssembly has one thread, and native tests share nothing.
unsafe impl Send for Pages {}
unsafe impl Sync for Pages {}

impl Pages {
    /// `segment` tells the segments that share a cache apart.
    pub fn new(storage: Arc<dyn Storage>, segment: u32, cache: Arc<Mutex<PageCache>>) -> Self {
        Pages { storage, segment, cache }
    }

    pub fn bytes(&self, range: Range<u64>) -> io::Result<OwnedBytes> {
        if range.start >= range.end {
            return Ok(OwnedBytes::empty());
        }
        if range.end > self.storage.size() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a range outside the segment"));
        }
        let (first, last) = (range.start / PAGE, (range.end - 1) / PAGE);
        let within = |page: u64| {
            let start = page * PAGE;
            (range.start.max(start) - start) as usize..(range.end.min(start + PAGE) - start) as usize
        };
        if first == last {
            return Ok(self.page(first)?.slice(within(first)));
        }
        if last - first >= LONG {
            let from = (range.start - first * PAGE) as usize;
            return Ok(OwnedBytes::new(self.load(first, last)?).slice(from..from + (range.end - range.start) as usize));
        }
        let mut out = Vec::with_capacity((range.end - range.start) as usize);
        for page in first..=last {
            out.extend_from_slice(&self.page(page)?[within(page)]);
        }
        Ok(OwnedBytes::new(out))
    }

    fn page(&self, page: u64) -> io::Result<OwnedBytes> {
        let key = (self.segment, page);
        let unusable = || io::Error::other("the pages in memory are locked");
        if let Some(known) = self.cache.lock().map_err(|_| unusable())?.pages.get(&key) {
            return Ok(known.clone());
        }
        let bytes = OwnedBytes::new(self.load(page, page)?);
        let mut cache = self.cache.lock().map_err(|_| unusable())?;
        if cache.order.len() >= KEPT {
            if let Some(oldest) = cache.order.pop_front() {
                cache.pages.remove(&oldest);
            }
        }
        cache.order.push_back(key);
        cache.pages.insert(key, bytes.clone());
        Ok(bytes)
    }

    fn load(&self, first: u64, last: u64) -> io::Result<Vec<u8>> {
        let start = first * PAGE;
        let end = self.storage.size().min((last + 1) * PAGE);
        let mut bytes = vec![0u8; (end - start) as usize];
        self.storage.read(start, &mut bytes)?;
        Ok(bytes)
    }
}

impl Storage for Pages {
    fn size(&self) -> u64 {
        self.storage.size()
    }
    fn read(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        into.copy_from_slice(&self.bytes(offset..offset + into.len() as u64)?);
        Ok(())
    }
}

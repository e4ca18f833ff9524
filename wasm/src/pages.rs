//! Reads a segment through pages that are kept in memory. One query makes hundreds of reads of a few bytes, mostly at
//! the same places as the query before. The host is asked for whole pages only, because it compares them with their
//! checksums.
use crate::container::Storage;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use tantivy::directory::OwnedBytes;

/// How many bytes the host reads and checks at once. The last page of a segment is shorter.
const PAGE: u64 = 64 << 10;
/// How many pages one reader keeps for all its segments: 64 MB. With a quarter of this, half the time of each search
/// over a million chunks went into reading pages again.
const KEPT: usize = 1024;
/// Reads of more pages than this are kept in one piece, such as the chunks of a frequent word. The same range is read
/// again later.
const LONG: u64 = 2;
/// Reads of more pages than this are not kept.
const MAX_LENGTH: usize = KEPT / 4;

/// A segment with the first and the last of the pages.
type Run = (u32, u64, u64);

/// Pages of the segments of one reader. The oldest are removed first.
#[derive(Default)]
pub(crate) struct PageCache {
    runs: FxHashMap<Run, OwnedBytes>,
    order: VecDeque<Run>,
    pages: usize,
}

impl PageCache {
    fn keep(&mut self, run: Run, bytes: OwnedBytes) {
        let pages = |(_, first, last): Run| (last - first) as usize + 1;
        if pages(run) > MAX_LENGTH || self.runs.contains_key(&run) {
            return;
        }
        self.pages += pages(run);
        while self.pages > KEPT {
            let Some(oldest) = self.order.pop_front() else { break };
            self.runs.remove(&oldest);
            self.pages -= pages(oldest);
        }
        self.order.push_back(run);
        self.runs.insert(run, bytes);
    }
}

/// One segment's storage.
#[derive(Clone)]
pub(crate) struct Pages {
    storage: Arc<dyn Storage>,
    segment: u32,
    cache: Arc<Mutex<PageCache>>,
}

impl Pages {
    /// `segment` distinguishes the segments that share a cache.
    pub(crate) fn new(storage: Arc<dyn Storage>, segment: u32, cache: Arc<Mutex<PageCache>>) -> Self {
        Pages { storage, segment, cache }
    }

    pub(crate) fn bytes(&self, range: Range<u64>) -> io::Result<OwnedBytes> {
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
            return Ok(self.run(first, first)?.slice(within(first)));
        }
        if last - first >= LONG {
            let from = (range.start - first * PAGE) as usize;
            return Ok(self.run(first, last)?.slice(from..from + (range.end - range.start) as usize));
        }
        let mut out = Vec::with_capacity((range.end - range.start) as usize);
        for page in first..=last {
            out.extend_from_slice(&self.run(page, page)?[within(page)]);
        }
        Ok(OwnedBytes::new(out))
    }

    fn run(&self, first: u64, last: u64) -> io::Result<OwnedBytes> {
        let run = (self.segment, first, last);
        let unusable = || io::Error::other("the pages in memory are locked");
        if let Some(known) = self.cache.lock().map_err(|_| unusable())?.runs.get(&run) {
            return Ok(known.clone());
        }
        let bytes = OwnedBytes::new(self.load(first, last)?);
        self.cache.lock().map_err(|_| unusable())?.keep(run, bytes.clone());
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Storage whose bytes show their own place, with a count of the pages read.
    struct Counted(u64, AtomicUsize);

    impl Storage for Counted {
        fn size(&self) -> u64 {
            self.0
        }
        fn read(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
            assert!(
                offset % PAGE == 0
                    && ((offset + into.len() as u64) % PAGE == 0 || offset + into.len() as u64 == self.0)
            );
            self.1.fetch_add(into.len().div_ceil(PAGE as usize), Ordering::Relaxed);
            into.iter_mut().zip(offset..).for_each(|(byte, at)| *byte = at_byte(at));
            Ok(())
        }
    }

    fn at_byte(at: u64) -> u8 {
        (at % 251) as u8
    }

    #[test]
    fn any_range_is_what_is_stored_and_is_read_once() {
        let size = 40 * PAGE + 77;
        let storage = Arc::new(Counted(size, AtomicUsize::new(0)));
        let pages = Pages::new(storage.clone(), 0, Arc::default());
        let ranges = [0..1, PAGE - 1..PAGE + 1, 3 * PAGE + 5..9 * PAGE + 1, size - 10..size, 0..size, 5..5];
        for range in ranges.iter().chain(&ranges) {
            let expected: Vec<u8> = range.clone().map(at_byte).collect();
            assert!(pages.bytes(range.clone()).unwrap().as_slice() == expected, "{range:?}");
        }
        // Pages 0 and 1, the runs of 7 and of all 41, and the last page.
        assert_eq!(storage.1.load(Ordering::Relaxed), 2 + 7 + 41 + 1);
        assert!(pages.bytes(0..size + 1).is_err());
    }

    #[test]
    fn no_more_pages_are_kept_than_allowed() {
        let storage = Arc::new(Counted((MAX_LENGTH as u64 + 1) * PAGE, AtomicUsize::new(0)));
        let cache: Arc<Mutex<PageCache>> = Arc::default();
        for segment in 0..12 {
            let pages = Pages::new(storage.clone(), segment, cache.clone());
            pages.bytes(0..PAGE * MAX_LENGTH as u64).unwrap();
            pages.bytes(7..8).unwrap();
            pages.bytes(0..pages.size()).unwrap();
            let cache = cache.lock().unwrap();
            assert!(cache.pages <= KEPT && cache.runs.len() == cache.order.len());
            assert_eq!(
                cache.runs.values().map(|bytes| bytes.len().div_ceil(PAGE as usize)).sum::<usize>(),
                cache.pages
            );
            assert!(cache.runs.contains_key(&(segment, 0, 0)));
        }
    }
}

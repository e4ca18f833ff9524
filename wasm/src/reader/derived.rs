//! What follows from the bytes of a segment, whatever is deleted in it.
use super::weighted::WeightedSegment;
use super::Lengths;
use crate::fingerprints::Stored as Fingerprints;
use crate::memo::Memo;
use crate::plan::PathWeight;
use crate::record::Record;
use crate::schema::TEXT_FIELDS;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::{Rc, Weak};
use tantivy::directory::OwnedBytes;
use tantivy_fst::raw::Fst;

/// How many records each segment caches.
const REMEMBERED_RECORDS: usize = 16_384;

/// Each part is found when it is first needed.
#[derive(Default)]
pub(crate) struct Derived {
    pub(super) roots: OnceCell<Vec<u32>>,
    pub(super) echoes: OnceCell<Vec<u32>>,
    pub(super) documents: OnceCell<Vec<u32>>,
    pub(super) by_id: OnceCell<Vec<u32>>,
    pub(super) path_lengths: OnceCell<Vec<u32>>,
    pub(super) ordered_by_document: OnceCell<bool>,
    pub(super) title_words: OnceCell<FxHashMap<u32, u32>>,
    pub(super) document_lengths: OnceCell<Vec<Lengths>>,
    pub(super) stubs: OnceCell<Vec<u32>>,
    pub(super) fingerprints: OnceCell<Fingerprints>,
    /// The records that were used lately.
    pub(super) records: RefCell<Memo<u32, Rc<Record>, REMEMBERED_RECORDS>>,
    pub(super) dictionaries: [OnceCell<Fst<OwnedBytes>>; TEXT_FIELDS.len()],
    pub(super) keys: OnceCell<Fst<OwnedBytes>>,
    /// The documents that the last weights change.
    pub(super) weighted: RefCell<Option<(Vec<PathWeight>, Rc<WeightedSegment>)>>,
}

type Known = FxHashMap<(String, u64), Weak<Derived>>;

thread_local! {
    /// What open readers hold, by the identity and the size of the segment.
    static KNOWN: RefCell<Known> = RefCell::default();
}

impl Derived {
    /// Shared with the open readers of the same segment: an update replaces the reader, and most segments stay. A segment
    /// without an identity shares nothing.
    pub(super) fn of(identity: Option<String>, size: u64) -> Rc<Derived> {
        let Some(identity) = identity else { return Rc::default() };
        KNOWN.with_borrow_mut(|known| {
            known.retain(|_, derived| derived.strong_count() > 0);
            let key = (identity, size);
            let shared = known.get(&key).and_then(Weak::upgrade).unwrap_or_default();
            known.insert(key, Rc::downgrade(&shared));
            shared
        })
    }
}

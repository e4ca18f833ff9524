//! A map of what was found out already, which cannot grow without bound.
use rustc_hash::FxHashMap;
use std::borrow::Borrow;
use std::hash::Hash;

/// Holds at most `MAX` entries. A full one forgets all of them before it takes the next: what is asked for often soon
/// is there again, and entries need no order.
pub(crate) struct Memo<K, V, const MAX: usize>(FxHashMap<K, V>);

impl<K, V, const MAX: usize> Default for Memo<K, V, MAX> {
    fn default() -> Self {
        Memo(FxHashMap::default())
    }
}

impl<K: Hash + Eq, V, const MAX: usize> Memo<K, V, MAX> {
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.get(key)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.0.len() >= MAX {
            self.0.clear();
        }
        self.0.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn a_full_memo_forgets_all_before_it_takes_more() {
        let mut memo: Memo<String, u8, 2> = Memo::default();
        memo.insert("a".to_owned(), 1);
        memo.insert("b".to_owned(), 2);
        assert_eq!((memo.get("a"), memo.get("b")), (Some(&1), Some(&2)));
        memo.insert("c".to_owned(), 3);
        assert_eq!((memo.get("a"), memo.get("b"), memo.get("c")), (None, None, Some(&3)));
    }
}

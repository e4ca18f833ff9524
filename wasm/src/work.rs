//! Counts what a call of the host costs. The core has no clock, so it counts units of work: about one for each posting
//! read, node of a dictionary visited, or byte marked. It asks the host from time to time whether to go on, and stops
//! when the units are used up. The error then reaches the host, and no part of an answer.
use crate::error::{Code, CoreError, Result};
use std::cell::{Cell, RefCell};

/// After how many units the core asks the host whether to go on. That is about a millisecond.
const BETWEEN_QUESTIONS: i64 = 100_000;

const UNLIMITED: i64 = i64::MAX / 4;

/// What it costs to look a term up in a dictionary.
pub(crate) const LOOKUP: usize = 16;
/// What it costs to read a stored record.
pub(crate) const RECORD: usize = 64;

/// How many chunks one unit of work fills with the same value, or copies.
pub(crate) const WIDE: usize = 8;

/// What the host answers to how many units are left.
type Ask = Box<dyn Fn(i64) -> Result<()>>;

thread_local! {
    /// The units until the next question.
    static UNTIL: Cell<i64> = const { Cell::new(BETWEEN_QUESTIONS) };
    /// The units that are left then.
    static BEYOND: Cell<i64> = const { Cell::new(UNLIMITED) };
    static ASK: RefCell<Option<Ask>> = const { RefCell::new(None) };
}

/// Counts units of work. Fails when none are left, or when the host wants the work to end.
#[inline]
pub(crate) fn spend(units: usize) -> Result<()> {
    let until = UNTIL.get() - units as i64;
    UNTIL.set(until);
    if until >= 0 {
        Ok(())
    } else {
        ask()
    }
}

#[cold]
#[inline(never)]
fn ask() -> Result<()> {
    let left = UNTIL.get() + BEYOND.get();
    ASK.with_borrow(|ask| ask.as_ref().map_or(Ok(()), |ask| ask(left)))?;
    if left < 0 {
        return Err(CoreError::new(Code::TooExpensive, "the answer takes too much work"));
    }
    limit(left);
    Ok(())
}

fn limit(left: i64) {
    let until = left.min(BETWEEN_QUESTIONS);
    UNTIL.set(until);
    BEYOND.set(left - until);
}

/// Runs a call that may cost `left` units. Also returns the units that are left after it, which are negative when it
/// was too expensive.
pub(crate) fn within<T>(left: i64, ask: impl Fn(i64) -> Result<()> + 'static, call: impl FnOnce() -> T) -> (T, i64) {
    limit(left.min(UNLIMITED));
    ASK.set(Some(Box::new(ask)));
    let out = call();
    let left = UNTIL.get() + BEYOND.get();
    ASK.set(None);
    limit(UNLIMITED);
    (out, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn asks_every_hundred_thousand_units_and_stops_when_none_are_left() {
        let asked = Rc::new(RefCell::new(Vec::new()));
        let told = asked.clone();
        let ask = move |left| {
            told.borrow_mut().push(left);
            Ok(())
        };
        let (out, left) = within(250_000, ask, || (0..1000).try_for_each(|_| spend(999)));
        assert_eq!(out.unwrap_err().code, Code::TooExpensive);
        assert_eq!(*asked.borrow(), [149_101, 48_202, -749]);
        assert_eq!(left, -749);
    }

    #[test]
    fn stops_when_the_host_says_so_and_counts_for_the_next_call_anew() {
        let ask = |_| Err(CoreError::new(Code::Stopped, "stopped"));
        let (out, left) = within(1_000_000, ask, || spend(1).and_then(|()| spend(150_000)));
        assert_eq!(out.unwrap_err().code, Code::Stopped);
        assert_eq!(left, 849_999);
        assert!((0..50).try_for_each(|_| spend(1_000_000_000)).is_ok());
    }
}

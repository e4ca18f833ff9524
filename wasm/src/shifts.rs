//! Lines that lost their indentation before a parser reads them.
use std::ops::Range;

/// Lines of a text, in ascending order, and the length of the indentation that each lost. It stands at the line's end.
#[derive(Debug, Default)]
pub(crate) struct Shifts(Vec<(Range<usize>, usize)>);

impl Shifts {
    pub(crate) fn push(&mut self, line: Range<usize>, by: usize) {
        self.0.push((line, by));
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.0.iter().map(|(line, _)| line.clone())
    }

    /// Whether a byte stands in a line that lost some.
    pub(crate) fn has(&self, at: usize) -> bool {
        let before = self.0.partition_point(|(line, _)| line.start <= at);
        before.checked_sub(1).is_some_and(|index| at < self.0[index].0.end)
    }

    /// The place in the text that a byte of the changed text comes from.
    pub(crate) fn source(&self, at: usize) -> usize {
        let before = self.0.partition_point(|(line, _)| line.start <= at);
        let shift = before.checked_sub(1).map(|index| &self.0[index]).filter(|(line, _)| at < line.end);
        at + shift.map_or(0, |(_, by)| *by)
    }
}

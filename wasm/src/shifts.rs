//! Lines that lost their indentation before a parser reads them.
use std::ops::Range;

/// Lines of a text, in ascending order, and the length of the indentation that each lost. It stands at the line's end.
#[derive(Debug, Default)]
pub(crate) struct Shifts(Vec<(Range<usize>, usize)>);

impl Shifts {
    pub(crate) fn push(&mut self, line: Range<usize>, by: usize) {
        self.0.push((line, by));
    }

    /// The place in the text that a byte of the changed text comes from.
    pub(crate) fn source(&self, at: usize) -> usize {
        let before = self.0.partition_point(|(line, _)| line.start <= at);
        let shift = before.checked_sub(1).map(|index| &self.0[index]).filter(|(line, _)| at < line.end);
        at + shift.map_or(0, |(_, by)| *by)
    }
}

//! Tracks the open list items, to separate a line's own indentation from that of its item.

#[derive(Clone, Copy)]
struct Item {
    /// The column in the text where the item's content starts.
    column: usize,
    /// The same column after meaningless indentation is removed from the lines.
    moved_to: usize,
}

#[derive(Default)]
pub(crate) struct Containers(Vec<Item>);

impl Containers {
    /// The width of white space. A tab goes to the next multiple of four.
    pub(crate) fn columns(&self, white_space: &[u8]) -> usize {
        white_space.iter().fold(0, |columns, byte| if *byte == b'\t' { columns / 4 * 4 + 4 } else { columns + 1 })
    }

    /// Closes the items that a line with this indentation does not belong to. Returns the column to move the line to,
    /// so that Markdown does not read its indentation as code.
    pub(crate) fn enter(&mut self, columns: usize) -> usize {
        let open = self.0.iter().take_while(|item| columns >= item.column).count();
        self.0.truncate(open);
        let (column, moved_to) = self.0.last().map_or((0, 0), |item| (item.column, item.moved_to));
        moved_to + if columns - column < 4 { columns - column } else { 0 }
    }

    pub(crate) fn open_item(&mut self, column: usize, moved_to: usize) {
        self.0.push(Item { column, moved_to });
    }

    /// The column where the content of the innermost item starts.
    pub(crate) fn indentation(&self) -> usize {
        self.0.last().map_or(0, |item| item.column)
    }
}

/// The length of the list marker that the line starts with.
pub(crate) fn list_marker(line: &[u8]) -> Option<usize> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_marker = match line.get(digits)? {
        b'.' | b')' => (1..=9).contains(&digits),
        b'-' | b'+' | b'*' => digits == 0 && !is_thematic_break(line),
        _ => false,
    };
    (is_marker && matches!(line.get(digits + 1), None | Some(b' ' | b'\t'))).then_some(digits + 1)
}

fn is_thematic_break(line: &[u8]) -> bool {
    let marks = line.iter().filter(|byte| !matches!(byte, b' ' | b'\t'));
    marks.clone().all(|byte| *byte == line[0] && *byte != b'+') && marks.count() >= 3
}

//! Handles markup inside a text. Hidden bytes become spaces. So offsets stay the same, markup never matches, and
//! phrases match across it.
use std::ops::Range;

/// The ranges of a flat list of starts and ends.
pub(crate) fn pairs(flat: &[u32]) -> impl Iterator<Item = Range<usize>> + '_ {
    flat.chunks_exact(2).map(|pair| pair[0] as usize..pair[1] as usize)
}

/// Replaces all bytes in the ranges by spaces, except newlines. A character that is partly in a range is replaced
/// completely.
pub(crate) fn blank(text: &mut [u8], ranges: impl Iterator<Item = Range<usize>>) {
    for Range { mut start, end } in ranges {
        let mut end = end.min(text.len());
        if start >= end {
            continue;
        }
        while start > 0 && is_inside_character(text[start]) {
            start -= 1;
        }
        while text.get(end).is_some_and(|byte| is_inside_character(*byte)) {
            end += 1;
        }
        text[start..end].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
}

fn is_inside_character(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(text: &str, flat: &[u32]) -> String {
        let mut bytes = text.as_bytes().to_vec();
        blank(&mut bytes, pairs(flat));
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn only_newlines_are_left() {
        assert_eq!(blanked("ab<i\r\nx>cd", &[2, 8]), "ab  \r\n  cd");
    }

    #[test]
    fn any_ranges_leave_whole_characters_and_the_length() {
        assert_eq!(blanked("a€b€c", &[2, 3, 6, 7]), "a   b   c");
        assert_eq!(blanked("a€b", &[3, 900, 4, 4, 5, 2, 7]), "a    ");
        assert_eq!(blanked("", &[0, 1]), "");
    }
}

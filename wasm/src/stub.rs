//! Tells which pieces of text only point elsewhere: a line or two with a link and hardly a word beside it.

/// The most lines of a stub.
const MAX_LINES: usize = 2;
/// The most words of a stub outside its links: "See … for more information".
const MAX_WORDS: usize = 6;

/// Whether a text only links: it has a link, at most two lines, and few words outside its links.
#[inline(never)]
pub(crate) fn only_links<'t>(pieces: impl Iterator<Item = &'t str>) -> bool {
    let written = pieces.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = written.take(MAX_LINES + 1).collect();
    if lines.len() > MAX_LINES {
        return false;
    }
    let mut count = Count::default();
    lines.into_iter().all(|line| count.add(line)) && count.links > 0
}

#[derive(Default)]
struct Count {
    links: usize,
    /// Outside links.
    words: usize,
    /// The bytes that were looked at.
    steps: usize,
}

impl Count {
    /// Counts the links and the words of a line: `[text](address)`, `[text][label]`, `[[page]]` and addresses are links. Stops and
    /// returns false where the line has too many words.
    fn add(&mut self, line: &str) -> bool {
        let mut signs = Signs::of(line);
        let mut at = 0;
        let mut in_word = false;
        while let Some(letter) = line[at..].chars().next() {
            let length = match letter {
                'h' => address(&line[at..]),
                '[' => signs.link(at),
                _ => None,
            };
            if length.is_none() && letter.is_alphanumeric() && !in_word {
                self.words += 1;
                if self.words > MAX_WORDS {
                    return false;
                }
            }
            self.links += usize::from(length.is_some());
            in_word = length.is_none() && letter.is_alphanumeric();
            at += length.unwrap_or(letter.len_utf8());
        }
        self.steps += line.len() + signs.0.iter().map(|sign| sign.steps).sum::<usize>();
        true
    }
}

/// The length of the address that starts here.
fn address(text: &str) -> Option<usize> {
    let is_address = text.starts_with("http://") || text.starts_with("https://");
    is_address.then(|| text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// The signs of links, each searched once from the start of the line to its end.
struct Signs<'t>([Sign<'t>; 5]);

impl<'t> Signs<'t> {
    fn of(line: &'t str) -> Self {
        Signs(["]]", "](", "][", ")", "]"].map(|sign| Sign { line, sign, next: Some(0), steps: 0 }))
    }

    /// The length of the link that starts with the bracket at `at`.
    fn link(&mut self, at: usize) -> Option<usize> {
        let [page, addressed, labelled, round, square] = &mut self.0;
        if page.line[at..].starts_with("[[") {
            return page.after(at).map(|end| end + 2 - at);
        }
        let close = match addressed.after(at) {
            Some(end) => round.after(end + 2),
            None => square.after(labelled.after(at)? + 2),
        };
        close.map(|close| close + 1 - at)
    }
}

/// Finds a sign again and again. A line of brackets asks for the next one at each of them.
struct Sign<'t> {
    line: &'t str,
    sign: &'static str,
    /// No sign stands between the last place asked for and this one. None where there are no more.
    next: Option<usize>,
    steps: usize,
}

impl Sign<'_> {
    /// The first sign at this place or after it. The places ascend.
    fn after(&mut self, at: usize) -> Option<usize> {
        let known = self.next?;
        if known < at || !self.line[known..].starts_with(self.sign) {
            self.next = self.line[at..].find(self.sign).map(|found| at + found);
            self.steps += self.next.unwrap_or(self.line.len()) - at;
        }
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::{random, text_of};

    #[test]
    fn a_stub_only_links() {
        let stub = |text: &str| only_links([text].into_iter());
        assert!(stub("See [Environment variables](../env.md).\n"));
        assert!(stub("\n- [One](1.md)\n\n- [[two]]\n"));
        assert!(stub("Moved to https://example.org/page\n"));
        assert!(stub("See [the guide][guide] for more information.\n"));
        assert!(!stub(""));
        assert!(!stub("A variable of the environment.\n"));
        assert!(!stub("[One](1.md)\n[Two](2.md)\n[Three](3.md)\n"));
        assert!(!stub("The [environment](env.md) holds what the shell hands to a program.\n"));
    }

    /// Says what a link is, bracket by bracket. It takes the square of a line's length.
    fn only_links_bracket_by_bracket(text: &str) -> bool {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let (mut links, mut outside) = (0, String::new());
        for line in &lines {
            let mut rest = *line;
            while let Some(first) = rest.chars().next() {
                let link = match first {
                    '[' if rest.starts_with("[[") => rest.find("]]").map(|end| end + 2),
                    '[' => rest
                        .find("](")
                        .map(|end| (end, ')'))
                        .or_else(|| Some((rest.find("][")?, ']')))
                        .and_then(|(end, close)| rest[end + 2..].find(close).map(|at| end + 2 + at + 1)),
                    _ => address(rest),
                };
                links += usize::from(link.is_some());
                outside.push(if link.is_some() { ' ' } else { first });
                rest = &rest[link.unwrap_or(first.len_utf8())..];
            }
            outside.push(' ');
        }
        let words = outside.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).count();
        lines.len() <= MAX_LINES && links > 0 && words <= MAX_WORDS
    }

    const PIECES: [&str; 20] = [
        "[",
        "]",
        "(",
        ")",
        "[[",
        "]]",
        "](",
        "][",
        "![",
        "[a](b)",
        "[[a]]",
        "[a][b]",
        "http://a.b",
        "h",
        "a",
        "é",
        " ",
        "\n",
        "*",
        "a b ",
    ];

    #[test]
    fn links_are_those_that_each_bracket_finds() {
        let mut random = random(3);
        let mut stubs = 0;
        for _ in 0..100_000 {
            let text = text_of(&PIECES, 14, &mut random);
            let found = only_links([text.as_str()].into_iter());
            assert_eq!(found, only_links_bracket_by_bracket(&text), "{text:?}");
            stubs += usize::from(found);
        }
        assert!(stubs > 10_000, "{stubs}");
    }

    /// A search to the end of the line at each bracket takes the square of the line.
    #[test]
    fn a_line_of_brackets_is_looked_at_few_times() {
        let mut random = random(4);
        let drawn = (0..200).map(|_| text_of(&PIECES, 6, &mut random).replace('\n', ""));
        for piece in PIECES.map(str::to_owned).into_iter().chain(drawn).filter(|piece| !piece.is_empty()) {
            let line = piece.repeat(20_000 / piece.len() + 1);
            let mut count = Count::default();
            count.add(&line);
            assert!(count.steps <= 6 * line.len(), "{piece:?}: {} steps for {} bytes", count.steps, line.len());
        }
    }
}

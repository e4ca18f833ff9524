//! Tells which pieces of text only point elsewhere: a line or two with a link and hardly a word beside it.

/// The most lines of a stub.
const MOST_LINES: usize = 2;
/// The most words of a stub outside its links: "See … for more information".
const MOST_WORDS: usize = 6;

/// Whether a text only links: it has a link, at most two lines, and few words outside its links.
#[inline(never)]
pub(crate) fn only_links<'t>(pieces: impl Iterator<Item = &'t str>) -> bool {
    let written = pieces.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = written.take(MOST_LINES + 1).collect();
    if lines.len() > MOST_LINES {
        return false;
    }
    let (mut links, mut words) = (0, 0);
    for line in lines {
        let (found, outside) = without_links(line);
        links += found;
        words += outside.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    }
    links > 0 && words <= MOST_WORDS
}

/// The number of links in a line, and the line without them: `[text](address)`, `[text][label]`, `[[page]]` and
/// addresses.
fn without_links(line: &str) -> (usize, String) {
    let mut links = 0;
    let mut outside = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['[', 'h']) {
        outside.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("http://") || rest.starts_with("https://") {
            rest.find(char::is_whitespace).or(Some(rest.len()))
        } else if rest.starts_with('[') {
            link(rest)
        } else {
            None
        };
        match length {
            Some(length) => {
                links += 1;
                outside.push(' ');
                rest = &rest[length..];
            }
            None => {
                outside.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    outside.push_str(rest);
    (links, outside)
}

/// The length of the link that starts here.
fn link(text: &str) -> Option<usize> {
    if text.starts_with("[[") {
        return text.find("]]").map(|end| end + 2);
    }
    let end = text.find("](").or_else(|| text.find("]["))?;
    let close = if text[end + 1..].starts_with('(') { ')' } else { ']' };
    text[end + 2..].find(close).map(|at| end + 2 + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

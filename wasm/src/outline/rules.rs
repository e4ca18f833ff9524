//! Finds the rules that specifications in mdBook name: `r[items.fn]` on a line of its own, before what it is about.
use super::{after_line, Anchor};
use memchr::memmem;

const MAX_NAME_LENGTH: usize = 200;

/// Each has its name and the id that its place has on the page. One before a heading leads to that.
pub(crate) fn rules(text: &str) -> Vec<Anchor> {
    let mut rules = Vec::new();
    for open in memmem::find_iter(text.as_bytes(), "r[") {
        if open > 0 && !text[..open].ends_with('\n') {
            continue;
        }
        let end = after_line(text, open + 2);
        let line = text[open + 2..end].trim_end();
        let Some(name) = line.strip_suffix(']').filter(|name| is_name(name)) else { continue };
        let next = end + text[end..].len() - text[end..].trim_start().len();
        let at = if text[next..].starts_with('#') { after_line(text, next + 1) } else { open };
        rules.extend([name.to_owned(), format!("r-{name}")].map(|name| Anchor { name, at }));
    }
    rules
}

fn is_name(name: &str) -> bool {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.' | '-');
    !name.is_empty() && name.len() <= MAX_NAME_LENGTH && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_leads_to_its_line_or_to_the_heading_below() {
        let text = "r[a.b]\n# Title\ntext\n\nr[c]  \r\ntext r[d]\n r[e]\nr[f g]\nr[h] x\nr[i]";
        let places: Vec<_> = rules(text).into_iter().map(|rule| (rule.name, rule.at)).collect();
        let expected = [("a.b", 15), ("r-a.b", 15), ("c", 21), ("r-c", 21), ("i", 59), ("r-i", 59)];
        assert_eq!(places, expected.map(|(name, at)| (name.to_owned(), at)));
    }
}

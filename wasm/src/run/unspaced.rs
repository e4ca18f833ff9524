//! Splits a typed word of a script without spaces into the words that it stands for.
use crate::analyzer::{cluster_len, is_unspaced};
use crate::stop_words::stop_word_at;

/// Every pair of clusters between two stop words, a cluster that has no neighbour there, the stop words, and what stands
/// between runs of unspaced letters. Empty for a word without such letters.
pub(super) fn unspaced_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_unspaced(first) {
            let run = &rest[..run_len(rest)];
            words_of_run(run, &mut words);
            run.len()
        } else {
            let until = rest.find(is_unspaced).unwrap_or(rest.len());
            words.extend(Some(&rest[..until]).filter(|other| other.contains(char::is_alphanumeric)));
            until
        };
        rest = &rest[end..];
    }
    if words.iter().any(|word| word.starts_with(is_unspaced)) {
        words
    } else {
        Vec::new()
    }
}

fn run_len(text: &str) -> usize {
    let mut end = 0;
    while text[end..].starts_with(is_unspaced) {
        end += cluster_len(&text[end..]);
    }
    end
}

fn words_of_run<'t>(run: &'t str, out: &mut Vec<&'t str>) {
    let (mut from, mut at) = (0, 0);
    while at < run.len() {
        // A stop word ends where a cluster does.
        match stop_word_at(&run[at..]).filter(|word| is_boundary(run, at + word.len())) {
            Some(stop) => {
                pairs(&run[from..at], out);
                out.push(stop);
                at += stop.len();
                from = at;
            }
            None => at += cluster_len(&run[at..]),
        }
    }
    pairs(&run[from..], out);
}

/// Whether a cluster starts at this byte, or the text ends.
fn is_boundary(run: &str, at: usize) -> bool {
    let mut start = 0;
    while start < at {
        start += cluster_len(&run[start..]);
    }
    start == at
}

fn pairs<'t>(text: &'t str, out: &mut Vec<&'t str>) {
    if text.is_empty() {
        return;
    }
    let mut from = 0;
    let mut at = cluster_len(text);
    if at == text.len() {
        out.push(text);
    }
    while at < text.len() {
        let next = at + cluster_len(&text[at..]);
        out.push(&text[from..next]);
        (from, at) = (at, next);
    }
}

#[cfg(test)]
mod tests {
    use super::unspaced_words;

    #[test]
    fn a_typed_word_falls_apart_where_letters_are_unspaced() {
        assert_eq!(unspaced_words("如何创建Vue组件？"), ["如何", "创建", "Vue", "组件"]);
        assert_eq!(unspaced_words("组件通信为什么"), ["组件", "件通", "通信", "为什么"]);
        assert_eq!(unspaced_words("C++入门a"), ["C++", "入门", "a"]);
        assert_eq!(unspaced_words("怎么写"), ["怎么", "写"]);
        assert_eq!(unspaced_words("猫"), ["猫"]);
        assert_eq!(unspaced_words("สร้าง"), ["สร้า", "ร้าง"]);
        assert_eq!(unspaced_words("การสร้าง"), ["การ", "สร้า", "ร้าง"]);
        assert_eq!(unspaced_words("node.js"), Vec::<&str>::new());
        assert_eq!(unspaced_words("、。"), Vec::<&str>::new());
    }
}

//! How likely a word was meant by what was typed: edit distance, in which the mistakes that people make often cost less.

/// Swapped neighbours.
const SWAPPED: f64 = 0.7;
/// A letter in place of one beside it on the keyboard.
const BESIDE: f64 = 0.8;
/// A letter typed twice, or once in place of twice.
const DOUBLED: f64 = 0.8;
/// A letter that is not typed yet.
const AT_END: f64 = 0.8;
/// Any other edit.
const EDIT: f64 = 1.0;
/// The first letter is seldom wrong.
const FIRST: f64 = 0.5;

/// The rows of letters of most keyboards, each shifted to the right of the one above by so much of a key.
const ROWS: [(&str, f64); 3] = [("qwertyuiop", 0.0), ("asdfghjkl", 0.25), ("zxcvbnm", 0.75)];

/// The cost of the edits that make `meant` of `typed`. No letter is edited twice (optimal string alignment).
pub(crate) fn cost(typed: &str, meant: &str) -> f64 {
    let typed: Vec<char> = typed.chars().collect();
    let meant: Vec<char> = meant.chars().collect();
    let width = meant.len() + 1;
    let mut table = vec![0.0; (typed.len() + 1) * width];
    for i in 0..=typed.len() {
        for j in 0..=meant.len() {
            if i == 0 && j == 0 {
                continue;
            }
            let mut least = f64::INFINITY;
            if i > 0 {
                let is_doubled = i > 1 && typed[i - 1] == typed[i - 2];
                let edit = if is_doubled { DOUBLED } else { EDIT };
                least = least.min(table[(i - 1) * width + j] + edit);
            }
            if j > 0 {
                let is_doubled = j > 1 && meant[j - 1] == meant[j - 2];
                let edit = if is_doubled {
                    DOUBLED
                } else if i == typed.len() && j == meant.len() {
                    AT_END
                } else {
                    EDIT
                };
                least = least.min(table[i * width + j - 1] + edit);
            }
            if i > 0 && j > 0 {
                let (a, b) = (typed[i - 1], meant[j - 1]);
                let edit = if a == b {
                    0.0
                } else if are_beside(a, b) {
                    BESIDE
                } else {
                    EDIT
                };
                least = least.min(table[(i - 1) * width + j - 1] + edit);
            }
            if i > 1
                && j > 1
                && typed[i - 1] == meant[j - 2]
                && typed[i - 2] == meant[j - 1]
                && typed[i - 1] != typed[i - 2]
            {
                least = least.min(table[(i - 2) * width + j - 2] + SWAPPED);
            }
            table[i * width + j] = least;
        }
    }
    let first = if typed.first() == meant.first() { 0.0 } else { FIRST };
    table[typed.len() * width + meant.len()] + first
}

/// Whether two neighbouring letters of one word are swapped in the other.
pub(crate) fn is_swap(typed: &str, meant: &str) -> bool {
    let (typed, meant): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    let Some(at) = typed.iter().zip(&meant).position(|(a, b)| a != b) else { return false };
    typed.len() == meant.len() && at + 1 < typed.len() && {
        let mut swapped = typed;
        swapped.swap(at, at + 1);
        swapped == meant
    }
}

fn are_beside(a: char, b: char) -> bool {
    let (Some((row_a, a)), Some((row_b, b))) = (place(a), place(b)) else { return false };
    let apart = (a - b).abs();
    match row_a.abs_diff(row_b) {
        0 => apart == 1.0,
        1 => apart < 1.0,
        _ => false,
    }
}

fn place(letter: char) -> Option<(usize, f64)> {
    ROWS.iter()
        .enumerate()
        .find_map(|(row, (letters, shift))| letters.find(letter).map(|column| (row, column as f64 + shift)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_mistakes_cost_less() {
        assert!(cost("grpe", "grep") < cost("grpe", "grype"));
        assert!(cost("docke", "docker") < cost("docke", "dock"));
        assert!(cost("comand", "command") < cost("comand", "coxmand"));
        assert!(cost("serber", "server") < cost("serber", "serger") || are_beside('b', 'g'));
        assert!(cost("xrgument", "argument") > cost("argxment", "argument"));
        assert_eq!(cost("same", "same"), 0.0);
        assert!(are_beside('q', 'w') && are_beside('q', 'a') && !are_beside('q', 'z') && !are_beside('a', 'p'));
    }
}

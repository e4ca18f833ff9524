//! Words and phrases with signs, such as `--mode`, `foo()` or `my_chart`. The index has their letters alone, so ra looks into the text
//! of the sections that it reads for feedback.
use super::{Answered, Clause, Quoted, Run, Sections};
use crate::error::Result;
use crate::matches::Match;
use crate::plan::Hit;
use crate::record::ChunkRef;
use crate::work::spend;

/// A word that stands as typed adds this many times its idf.
const AS_TYPED: f64 = 2.0;
/// How many sections of a document ra reads beside its best one. A flag may stand in another section than the one that
/// has its letters most often.
const NEXT_SECTIONS: usize = 2;
/// How many documents give terms to feedback.
const DOCUMENTS: usize = 10;
/// Of how many further documents ra reads the best section.
const NEXT_DOCUMENTS: usize = 20;
/// How many documents it reads at most.
pub(super) const MAX_DOCUMENTS: usize = DOCUMENTS + NEXT_DOCUMENTS;

impl Run<'_> {
    /// The sections whose text says more than the index. Words with signs are also looked for in the next best sections of
    /// the same documents, and in further documents.
    pub(super) fn sections(&self, part: &Answered) -> Result<Sections> {
        if signed_words(&part.clauses).is_empty() {
            return Ok(Sections { best: self.best_sections(part, DOCUMENTS)?, next: Vec::new() });
        }
        let mut best = self.best_sections(part, MAX_DOCUMENTS)?;
        let mut next = best.split_off(best.len().min(DOCUMENTS));
        next.extend(self.next_sections(part, &best)?);
        Ok(Sections { best, next })
    }

    fn next_sections(&self, part: &Answered, best: &[Hit]) -> Result<Vec<Hit>> {
        let mut out = Vec::new();
        for Hit { at, .. } in best {
            let of_document = self.matches_of_document(part, *at)?;
            let mut others: Vec<&Match> = of_document.iter().filter(|entry| entry.chunk != at.1).collect();
            spend(others.len())?;
            others.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
            let hit = |entry: &Match| Hit { score: entry.score, base: entry.score, at: ChunkRef(at.0, entry.chunk) };
            out.extend(others.into_iter().take(NEXT_SECTIONS).map(hit));
        }
        Ok(out)
    }

    /// Adds to the sections whose text has words of the query with their signs. A section without its text gains
    /// nothing.
    #[inline(never)]
    pub(super) fn add_verbatim(&self, part: &mut Answered, sections: &[(Hit, Option<&[u8]>)]) -> Result<()> {
        let mut gains = vec![0.0; sections.len()];
        for (word, idf) in signed_words(&part.clauses) {
            let mut holding = Vec::new();
            let mut read = 0;
            for (place, (Hit { at, .. }, body)) in sections.iter().enumerate() {
                let Some(body) = body else { continue };
                read += 1;
                let title = &self.segments()[at.0 as usize].record(at.1)?.title;
                let body = String::from_utf8_lossy(body);
                spend((title.len() + body.len()) / 16)?;
                if holds(title, word) || holds(&body, word) {
                    holding.push(place);
                }
            }
            // Letters may be frequent that are rare with their signs.
            let rarity = crate::terms::idf(f64::from(read), holding.len());
            holding.iter().for_each(|place| gains[*place] += AS_TYPED * idf.max(rarity));
        }
        for ((Hit { at, .. }, _), gain) in sections.iter().zip(gains) {
            let matches = &mut part.matches[at.0 as usize];
            if let Ok(found) = matches.binary_search_by_key(&at.1, |entry| entry.chunk) {
                matches[found].score += gain;
            }
        }
        Ok(())
    }
}

/// The required words and phrases that the index knows and that have signs, with their idf.
pub(super) fn signed_words(clauses: &[Clause]) -> Vec<(&str, f64)> {
    fn signed(clause: &Clause) -> Option<(&str, f64)> {
        match clause {
            Clause { word: Some(word), .. } if word.required && word.df > 0 => Some((as_typed(&word.text)?, word.idf)),
            Clause { quoted: Some(Quoted { text, idf }), .. } => {
                text.split_whitespace().any(|word| as_typed(word).is_some()).then_some((text.trim(), *idf))
            }
            _ => None,
        }
    }
    clauses.iter().filter_map(signed).collect()
}

/// The word without the punctuation of a sentence and without quotes and brackets around it, if it then has a sign. Signs
/// that also join the words of prose do not count between letters.
fn as_typed(word: &str) -> Option<&str> {
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?']).trim_matches(['"', '\'', '`']);
    let word = word.trim_start_matches(['(', '[']);
    let opened = word.contains(['(', '[']);
    let word = if opened { word } else { word.trim_end_matches([')', ']', ',', ';']) };
    let has_sign = |part: &str| part.is_empty() || !part.chars().all(char::is_alphanumeric);
    word.split(['-', '/', '\'', '’']).any(has_sign).then_some(word)
}

/// Whether the word stands in the text, in this case, and is not part of a longer word.
fn holds(text: &str, word: &str) -> bool {
    let continues = |inside: Option<char>, outside: Option<char>| match (inside, outside) {
        (Some(inside), Some(outside)) => {
            (is_of_word(inside) && is_of_word(outside)) || (inside == outside && !inside.is_alphanumeric())
        }
        _ => false,
    };
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !continues(word.chars().next(), before.chars().next_back())
            && !continues(word.chars().next_back(), after.chars().next())
    })
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::{as_typed, holds};

    #[test]
    fn a_word_with_signs_is_taken_without_the_punctuation_around_it() {
        assert_eq!(as_typed("--mode"), Some("--mode"));
        assert_eq!(as_typed("`my_chart`,"), Some("my_chart"));
        assert_eq!(as_typed("foo()?"), Some("foo()"));
        assert_eq!(as_typed("\"mode\"."), None);
        assert_eq!(as_typed("mode?"), None);
        assert_eq!(as_typed("error-handling"), None);
        assert_eq!(as_typed("(mode)"), None);
        assert_eq!(as_typed("mode),"), None);
        assert_eq!(as_typed("and/or"), None);
        assert_eq!(as_typed("error-handling()"), Some("error-handling()"));
        assert_eq!(as_typed("C++"), Some("C++"));
    }

    #[test]
    fn a_word_stands_alone() {
        assert!(holds("vite build --mode staging", "--mode"));
        assert!(!holds("vite build --modern", "--mode"));
        assert!(!holds("vite build ---mode", "--mode"));
        assert!(holds("(see my_chart)", "my_chart"));
        assert!(!holds("see my_charts", "my_chart"));
        assert!(!holds("see not_my_chart", "my_chart"));
        assert!(holds("call `foo()`", "foo()"));
        assert!(!holds("call foo(1)", "foo()"));
    }
}

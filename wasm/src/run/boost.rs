//! Boosts exact matches: a chunk whose heading equals the query, and a document whose file name equals it.
use super::Run;
use crate::error::Result;
use crate::plan::Node;
use crate::schema::{key, Scope, TextField};
use crate::terms::{occurrences, phrase_occurrences};

impl Run<'_> {
    /// The chunks to boost, by segment, ascending.
    #[inline(never)]
    pub(super) fn boosted<'q>(&self, queries: impl Iterator<Item = &'q Node>) -> Result<Vec<Vec<u32>>> {
        let mut out = vec![Vec::new(); self.segments().len()];
        for text in queries.filter_map(plain_text) {
            for terms in self.phrases(&text) {
                let length = terms.len() as u32;
                let heading = key::heading(terms.iter().map(|(_, term)| term.as_str()));
                for (segment, boosted) in self.segments().iter().zip(out.iter_mut()) {
                    let fields = &self.reader.fields;
                    let title = Scope::Only(TextField::Title);
                    let found = match terms.as_slice() {
                        [(_, only)] => occurrences(segment, fields, &self.weights, title, only)?,
                        _ => phrase_occurrences(segment, fields, &self.weights, title, &terms)?,
                    };
                    let norms = segment.norms(fields, TextField::Title)?;
                    boosted.extend(
                        found.iter().map(|entry| entry.chunk).filter(|chunk| norms.fieldnorm(*chunk) == length),
                    );
                    boosted.extend(segment.keyed(fields, &heading)?);
                }
            }
            for (segment, boosted) in self.segments().iter().zip(out.iter_mut()) {
                boosted.extend(segment.keyed(&self.reader.fields, &key::of(key::FILE, &key::file_name(&text)))?);
            }
        }
        for boosted in &mut out {
            boosted.sort_unstable();
            boosted.dedup();
        }
        Ok(out)
    }
}

/// The text of a query that consists of bare words or of one phrase.
fn plain_text(query: &Node) -> Option<String> {
    let children = match query {
        Node::And(children) => children.as_slice(),
        other => std::slice::from_ref(other),
    };
    if let [Node::Phrase(text)] = children {
        return Some(text.clone());
    }
    let words: Option<Vec<&str>> =
        children.iter().map(|child| super::typed_word(child).map(|typed| typed.text)).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
}

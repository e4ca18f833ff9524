//! What a part of a query looks for, beside what it finds: it is marked in texts, and explains scores.
use super::{Clause, Form, Found};
use crate::plan::Highlight;

#[derive(Default)]
pub(super) struct Sought {
    pub(super) highlight: Highlight,
    pub(super) forms: Vec<Form>,
}

impl Sought {
    /// A form of a word, which is marked wherever it stands.
    pub(super) fn note(&mut self, terms: Vec<String>, idf: f64) {
        self.highlight.terms.extend_from_slice(&terms);
        self.forms.push(Form { terms, idf });
    }

    #[inline(never)]
    pub(super) fn extend(&mut self, mut next: Sought) {
        self.highlight.extend(next.highlight);
        self.forms.append(&mut next.forms);
    }

    /// The clause that found this, neither a word nor a phrase, and what it marks.
    pub(super) fn into_clause(self, found: Found) -> (Clause, Marks) {
        let Sought { highlight, forms } = self;
        (Clause { found, word: None, quoted: None, forms }, Marks { highlight, stop_terms: Vec::new() })
    }

    /// What a negation looks for. Nothing of it is marked, and feedback adds no term of it.
    pub(super) fn excluded(self) -> Sought {
        let Sought { highlight, mut forms } = self;
        forms.extend(highlight.phrases.into_iter().map(|terms| Form { terms, idf: 0.0 }));
        Sought { highlight: Highlight::default(), forms }
    }
}

/// What a query marks.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) highlight: Highlight,
    /// Its stop words. They are marked only when there is nothing else to mark.
    pub(super) stop_terms: Vec<String>,
}

impl Marks {
    #[inline(never)]
    pub(super) fn extend(&mut self, mut next: Marks) {
        self.highlight.extend(next.highlight);
        self.stop_terms.append(&mut next.stop_terms);
    }
}

impl Highlight {
    #[inline(never)]
    fn extend(&mut self, mut next: Highlight) {
        self.terms.append(&mut next.terms);
        self.phrases.append(&mut next.phrases);
        self.near.append(&mut next.near);
    }

    /// Adds what a further query marks.
    pub(super) fn mark(&mut self, Marks { highlight, stop_terms }: Marks) {
        self.extend(highlight);
        if self.terms.is_empty() && self.phrases.is_empty() {
            self.terms = stop_terms;
        }
    }
}

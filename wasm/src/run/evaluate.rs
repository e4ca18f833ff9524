//! Evaluates the nodes of a query tree. Words and phrases are in `words`, and conditions in `filters`.
use super::{Clause, Form, Found, Run};
use crate::error::{CoreError, Result};
use crate::matches::union;
use crate::plan::Node;
use crate::schema::{Scope, TextField};
use crate::work::{spend, LOOKUP, WIDE};
use std::borrow::Cow;

impl Run<'_> {
    pub(super) fn evaluate(&mut self, node: &Node, scope: Scope) -> Result<Option<Found>> {
        Ok(match node {
            Node::Word(text) => self.word(text, scope)?.map(|leaf| Found::Scored(leaf.matches)),
            Node::Prefix(text) => self.beginning(text, scope)?.map(|leaf| Found::Scored(leaf.matches)),
            Node::Any(alternatives) => self.any(alternatives, scope)?.map(|leaf| Found::Scored(leaf.matches)),
            Node::Must(child) => self.evaluate(child, scope)?,
            Node::Phrase(text) => self.phrase(text, scope)?.map(|leaf| Found::Scored(leaf.matches)),
            Node::Field(name, child) => {
                let field =
                    TextField::parse(name).ok_or_else(|| CoreError::request(format!("unknown field {name}")))?;
                self.evaluate(child, Scope::Only(field))?
            }
            Node::Boost(factor, child) => self.evaluate(child, scope)?.map(|found| match found {
                Found::Scored(mut segments) => {
                    segments.iter_mut().flatten().for_each(|entry| entry.score *= factor);
                    Found::Scored(segments)
                }
                passing => passing,
            }),
            Node::Filter(filter) => Some(Found::Passing(self.passing(filter)?)),
            Node::Not(child) => {
                spend(self.highlight.terms.len())?;
                let marked = self.highlight.clone();
                let literal = std::mem::replace(&mut self.literal, true);
                let found = self.evaluate(child, scope);
                self.literal = literal;
                // Feedback adds no term that the query excludes.
                let excluded = self.highlight.phrases.split_off(marked.phrases.len());
                self.forms.extend(excluded.into_iter().map(|terms| Form { terms, idf: 0.0 }));
                self.highlight = marked;
                found?.map(|found| self.complement(found)).transpose()?.map(Found::Passing)
            }
            Node::And(children) => {
                let clauses = self.group(children, scope)?;
                if clauses.is_empty() {
                    None
                } else if clauses.iter().all(|clause| matches!(clause.found, Found::Passing(_))) {
                    Some(Found::Passing(self.all_pass(&clauses)?))
                } else {
                    Some(Found::Scored(self.conjunction(&clauses, &[])?))
                }
            }
            Node::Or(children) => {
                let clauses = self.group(children, scope)?;
                (!clauses.is_empty()).then(|| self.disjunction(clauses)).transpose()?
            }
        })
    }

    fn group(&mut self, children: &[Node], scope: Scope) -> Result<Vec<Clause>> {
        let mut clauses = Vec::with_capacity(children.len());
        for child in children {
            spend(LOOKUP)?;
            if let Some(found) = self.evaluate(child, scope)? {
                let found = self.hold(found)?;
                clauses.push(Clause { found, word: None, quoted: None, forms: Vec::new() });
            }
        }
        Ok(clauses)
    }

    fn all_pass(&self, clauses: &[Clause]) -> Result<Vec<Vec<bool>>> {
        spend(self.chunks() / WIDE * (clauses.len() + 1))?;
        let mut out: Vec<Vec<bool>> =
            self.segments().iter().map(|segment| vec![true; segment.size() as usize]).collect();
        for clause in clauses {
            if let Found::Passing(passing) = &clause.found {
                for (all, these) in out.iter_mut().zip(passing) {
                    all.iter_mut().zip(these).for_each(|(all, this)| *all &= *this);
                }
            }
        }
        Ok(out)
    }

    /// How many chunks there are, including deleted ones.
    pub(super) fn chunks(&self) -> usize {
        self.segments().iter().map(|segment| segment.size() as usize).sum()
    }

    fn disjunction(&self, clauses: Vec<Clause>) -> Result<Found> {
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut lists = Vec::with_capacity(clauses.len());
            for clause in &clauses {
                lists.push(match &clause.found {
                    Found::Scored(matches) => {
                        spend(matches[index].len())?;
                        Cow::Borrowed(matches[index].as_slice())
                    }
                    Found::Passing(passing) => {
                        let mut all = self.everything(segment)?;
                        all.retain(|entry| passing[index][entry.chunk as usize]);
                        Cow::Owned(all)
                    }
                });
            }
            out.push(union(lists.iter().map(Cow::as_ref).collect()));
        }
        Ok(Found::Scored(out))
    }

    /// All chunks that do not match themselves.
    fn complement(&self, found: Found) -> Result<Vec<Vec<bool>>> {
        spend(self.chunks() / WIDE)?;
        Ok(match found {
            Found::Passing(mut segments) => {
                segments.iter_mut().flatten().for_each(|passes| *passes = !*passes);
                segments
            }
            Found::Scored(segments) => segments
                .into_iter()
                .zip(self.segments())
                .map(|(matches, segment)| {
                    let mut passing = vec![true; segment.size() as usize];
                    matches.iter().filter(|entry| entry.own).for_each(|entry| passing[entry.chunk as usize] = false);
                    passing
                })
                .collect(),
        })
    }
}

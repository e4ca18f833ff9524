//! Evaluates the nodes of a query tree. Words and phrases are in `words`, and conditions in `filters`.
use super::leaf::Leaf;
use super::reading::Look;
use super::sought::Sought;
use super::{Clause, Found, Run};
use crate::error::{CoreError, Result};
use crate::matches::union;
use crate::plan::Node;
use crate::schema::TextField;
use crate::work::{spend, LOOKUP, WIDE};
use std::borrow::Cow;

/// The children of a node that are not left out.
struct Group {
    clauses: Vec<Clause>,
    sought: Sought,
}

/// What a node finds and looks for.
pub(super) struct Evaluated {
    pub(super) found: Found,
    pub(super) sought: Sought,
}

impl Evaluated {
    fn of_leaf(leaf: Leaf) -> Self {
        Evaluated { found: Found::Scored(leaf.matches), sought: leaf.sought }
    }

    /// What looks for nothing that is marked.
    fn passing(passing: Vec<Vec<bool>>) -> Self {
        Evaluated { found: Found::Passing(passing), sought: Sought::default() }
    }
}

impl Run<'_> {
    pub(super) fn evaluate(&self, node: &Node, look: Look) -> Result<Option<Evaluated>> {
        Ok(match node {
            Node::Word(text) => self.word(text, look)?.map(Evaluated::of_leaf),
            Node::Prefix(text) => self.beginning(text, look)?.map(Evaluated::of_leaf),
            Node::Any(alternatives) => self.any(alternatives, look)?.map(Evaluated::of_leaf),
            Node::Forms(alternatives, forms) => self.forms(alternatives, forms, look)?.map(Evaluated::of_leaf),
            Node::Must(child) => self.evaluate(child, look)?,
            Node::Phrase(text) => self.phrase(text, look)?.map(Evaluated::of_leaf),
            Node::Field(name, child) => {
                let field =
                    TextField::parse(name).ok_or_else(|| CoreError::request(format!("unknown field {name}")))?;
                self.evaluate(child, look.in_field(field))?
            }
            Node::Boost(factor, child) => {
                let mut evaluated = self.evaluate(child, look)?;
                if let Some(Evaluated { found: Found::Scored(segments), .. }) = &mut evaluated {
                    segments.iter_mut().flatten().for_each(|entry| entry.score *= factor);
                }
                evaluated
            }
            Node::Filter(filter) => Some(Evaluated::passing(self.passing(filter)?)),
            Node::Not(child) => {
                let Some(Evaluated { found, sought }) = self.evaluate(child, look.literally())? else {
                    return Ok(None);
                };
                Some(Evaluated { found: Found::Passing(self.complement(found)?), sought: sought.excluded() })
            }
            Node::And(children) => {
                let Group { clauses, sought } = self.group(children, look)?;
                if clauses.is_empty() {
                    None
                } else if clauses.iter().all(|clause| matches!(clause.found, Found::Passing(_))) {
                    Some(Evaluated { found: Found::Passing(self.all_pass(&clauses)?), sought })
                } else {
                    Some(Evaluated { found: Found::Scored(self.conjunction(&clauses, &[])?), sought })
                }
            }
            Node::Or(children) => {
                let Group { mut clauses, sought } = self.group(children, look)?;
                if !look.literal {
                    for clause in &mut clauses {
                        if let Found::Scored(matches) = &mut clause.found {
                            self.fold_choice(matches)?;
                        }
                    }
                }
                let found = (!clauses.is_empty()).then(|| self.disjunction(clauses)).transpose()?;
                found.map(|found| Evaluated { found, sought })
            }
        })
    }

    fn group(&self, children: &[Node], look: Look) -> Result<Group> {
        let mut clauses = Vec::with_capacity(children.len());
        let mut all = Sought::default();
        for child in children {
            spend(LOOKUP)?;
            if let Some(Evaluated { found, sought }) = self.evaluate(child, look)? {
                let found = self.hold(found)?;
                clauses.push(Clause { found, word: None, quoted: None, forms: Vec::new() });
                all.extend(sought);
            }
        }
        Ok(Group { clauses, sought: all })
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

//! Finds the chunks that pass conditions on their documents.
use super::Run;
use crate::composed::{composed, is_composed};
use crate::error::Result;
use crate::plan::Filter;
use crate::reader::OpenSegment;
use crate::schema::key;
use crate::work::{spend, LOOKUP, WIDE};

impl Run<'_> {
    /// Which chunks, including deleted ones, satisfy a condition on their document. The reader caches the result,
    /// because the same filters occur often.
    #[inline(never)]
    pub(super) fn passing(&self, filter: &Filter) -> Result<Vec<Vec<bool>>> {
        spend(LOOKUP + self.chunks() / WIDE)?;
        if let Some(known) = self.reader.passing.borrow().get(filter) {
            return Ok(known.clone());
        }
        let passing = self.evaluated(filter)?;
        self.reader.passing.borrow_mut().insert(filter.clone(), passing.clone());
        Ok(passing)
    }

    fn evaluated(&self, filter: &Filter) -> Result<Vec<Vec<bool>>> {
        if let Filter::Documents(doc_ids) = filter {
            spend(doc_ids.len() * LOOKUP * self.segments().len())?;
            let found = self.reader.locate_documents(doc_ids)?;
            return self.chunks_of_documents(|index, _| Ok(found[index].clone()));
        }
        self.chunks_of_documents(|_, segment| {
            let mut chunks = match filter {
                Filter::Tree(name) => segment.keyed(&key::of(key::TREE, name))?,
                Filter::Trees(names) => {
                    let lists = names.iter().map(|name| segment.keyed(&key::of(key::TREE, name)));
                    lists.collect::<Result<Vec<_>>>()?.concat()
                }
                Filter::Tag(tag) => segment.keyed(&key::tag(tag.trim_start_matches('#')))?,
                Filter::Meta(name, value) => segment.keyed(&key::meta(name, value))?,
                Filter::Lang(lang) => segment.keyed(&key::of(key::LANG, &lang.to_lowercase()))?,
                Filter::Version(name) => segment.keyed(&key::version(name))?,
                Filter::Path(prefix) => self.under_path(segment, prefix)?,
                Filter::Documents(_) => Vec::new(),
            };
            spend(chunks.len())?;
            chunks.sort_unstable();
            let mut documents =
                chunks.into_iter().map(|chunk| segment.document_of(chunk)).collect::<Result<Vec<_>>>()?;
            documents.dedup();
            Ok(documents)
        })
    }

    /// The roots of documents whose path starts with `prefix`. Their ids start with the name of a tree and the prefix, all
    /// with composed letters.
    fn under_path(&self, segment: &OpenSegment, prefix: &str) -> Result<Vec<u32>> {
        let prefix = composed(prefix);
        let mut out = Vec::new();
        for tree in segment.keys(&key::TREE.to_string())? {
            let start = format!("{}:{prefix}", &tree[1..]);
            out.extend(segment.keyed_from(&key::of(key::ID, &start), is_composed)?);
            out.extend(segment.keyed_from(&key::of(key::COMPOSED_ID, &start), |_| true)?);
        }
        Ok(out)
    }

    fn chunks_of_documents(
        &self,
        documents: impl Fn(usize, &OpenSegment) -> Result<Vec<usize>>,
    ) -> Result<Vec<Vec<bool>>> {
        let mut out = Vec::with_capacity(self.segments().len());
        for (index, segment) in self.segments().iter().enumerate() {
            let mut passing = vec![false; segment.size() as usize];
            for document in documents(index, segment)? {
                let document_chunks = segment.document_chunks(document)?;
                passing[document_chunks.start as usize..document_chunks.end as usize].fill(true);
            }
            out.push(passing);
        }
        Ok(out)
    }
}

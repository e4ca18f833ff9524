//! The stored data of each chunk: its id and spans. Body text is not stored; the host reads it from the file by span.
use serde::{Deserialize, Serialize};

/// The place of a chunk: its segment, and its number in the segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub(crate) struct ChunkRef(pub(crate) u32, pub(crate) u32);

/// One stored chunk. The chunks of a document are neighbours in position order, with the root first. So parents and
/// roots are stored as distances, and data that all chunks of a document share is stored once.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Record {
    pub(crate) slug: Option<String>,
    pub(crate) title: String,
    pub(crate) crumb: Crumb,
    pub(crate) depth: u32,
    pub(crate) position: u32,
    /// How many chunks before this one the parent is; 0 for the root.
    pub(crate) parent_distance: u32,
    pub(crate) sibling_count: u32,
    pub(crate) byte_start: u64,
    pub(crate) byte_end: u64,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
    /// The indexed pieces of the body.
    pub(crate) body: Vec<(u64, u64)>,
    pub(crate) document: Option<DocumentRecord>,
}

/// A chunk's breadcrumb, stored as the part that it adds to its parent's.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub(crate) enum Crumb {
    Nothing,
    Title,
    Other(String),
    /// The breadcrumb does not start with the parent's, or there is no parent.
    Whole(String),
}

/// Separates the parts of a breadcrumb.
pub(crate) const SEPARATOR: &str = " › ";

impl Crumb {
    pub(crate) fn new(breadcrumb: &str, parent: Option<&str>, title: &str) -> Crumb {
        match parent.and_then(|parent| breadcrumb.strip_prefix(parent)) {
            None => Crumb::Whole(breadcrumb.to_owned()),
            Some("") => Crumb::Nothing,
            Some(more) if more.strip_prefix(SEPARATOR) == Some(title) => Crumb::Title,
            Some(more) => Crumb::Other(more.to_owned()),
        }
    }

    /// The whole breadcrumb. Calls `parent` for the parent's breadcrumb if it is needed.
    pub(crate) fn breadcrumb(
        &self,
        title: &str,
        parent: impl FnOnce() -> crate::error::Result<String>,
    ) -> crate::error::Result<String> {
        Ok(match self {
            Crumb::Nothing => parent()?,
            Crumb::Title => parent()? + SEPARATOR + title,
            Crumb::Other(more) => parent()? + more,
            Crumb::Whole(breadcrumb) => breadcrumb.clone(),
        })
    }
}

/// Stored on the root chunk only.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub(crate) struct DocumentRecord {
    pub(crate) doc_id: String,
    pub(crate) tree: String,
    pub(crate) path: String,
    pub(crate) tags: Vec<String>,
    pub(crate) lang: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) stemmer: u8,
    pub(crate) metadata: Vec<(String, Vec<String>)>,
    /// The byte after the frontmatter.
    pub(crate) text_start: u64,
    /// Names by which links lead to its places, each with the position of the chunk there.
    pub(crate) anchors: Vec<(String, u32)>,
    pub(crate) chunks: u32,
    /// Bytes of the file.
    pub(crate) bytes: u64,
}

/// A record as written. It leaves out what follows from other values, and stores places as differences from the one
/// before.
#[derive(Serialize, Deserialize)]
struct Written {
    slug: Slug,
    title: String,
    crumb: Crumb,
    depth: u32,
    position: u32,
    parent_distance: u32,
    sibling_count: u32,
    byte_start: u64,
    bytes: u64,
    start_line: u32,
    lines: u32,
    /// Pairs of bytes skipped and bytes taken.
    body: Vec<(u64, u64)>,
    document: Option<DocumentRecord>,
}

#[derive(Serialize, Deserialize)]
enum Slug {
    Nothing,
    OfTitle,
    /// The slug of the title, followed by `-` and a number.
    Numbered(u32),
    Other(String),
}

impl Slug {
    #[inline(never)]
    fn new(slug: Option<&str>, title: &str) -> Slug {
        let Some(slug) = slug else { return Slug::Nothing };
        match slug.strip_prefix(&slug_of(title)) {
            Some("") => Slug::OfTitle,
            Some(more) => match more.strip_prefix('-').and_then(|number| number.parse().ok()) {
                Some(number) if more == format!("-{number}") => Slug::Numbered(number),
                _ => Slug::Other(slug.to_owned()),
            },
            None => Slug::Other(slug.to_owned()),
        }
    }

    fn text(self, title: &str) -> Option<String> {
        match self {
            Slug::Nothing => None,
            Slug::OfTitle => Some(slug_of(title)),
            Slug::Numbered(number) => Some(format!("{}-{number}", slug_of(title))),
            Slug::Other(slug) => Some(slug),
        }
    }
}

/// The usual slug for this title. When the host makes another slug, the record stores it in full.
fn slug_of(title: &str) -> String {
    let mut slug = String::with_capacity(title.len());
    let lower = if title.is_ascii() {
        title.to_ascii_lowercase()
    } else {
        title.chars().flat_map(char::to_lowercase).collect()
    };
    for char in lower.chars() {
        if char.is_alphanumeric() || char == '_' {
            slug.push(char);
        } else if (char.is_whitespace() || char == '-') && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

impl DocumentRecord {
    /// The id of a document, unless the host gave it another.
    fn id_of_path(&self) -> String {
        format!("{}:{}", self.tree, self.path)
    }
}

impl Record {
    #[inline(never)]
    pub(crate) fn encode(self) -> Vec<u8> {
        let mut before = self.byte_start;
        let body = self
            .body
            .iter()
            .map(|(start, end)| (start.wrapping_sub(std::mem::replace(&mut before, *end)), end.wrapping_sub(*start)));
        let document = self.document.map(|mut document| {
            if document.doc_id == document.id_of_path() {
                document.doc_id.clear();
            }
            document
        });
        let written = Written {
            slug: Slug::new(self.slug.as_deref(), &self.title),
            title: self.title,
            crumb: self.crumb,
            depth: self.depth,
            position: self.position,
            parent_distance: self.parent_distance,
            sibling_count: self.sibling_count,
            byte_start: self.byte_start,
            bytes: self.byte_end.wrapping_sub(self.byte_start),
            start_line: self.start_line,
            lines: self.end_line.wrapping_sub(self.start_line),
            body: body.collect(),
            document,
        };
        postcard::to_allocvec(&written).unwrap_or_default()
    }

    pub(crate) fn decode(bytes: &[u8]) -> crate::error::Result<Record> {
        let written: Written = postcard::from_bytes(bytes)
            .map_err(|_| crate::error::CoreError::damaged("a stored chunk cannot be read"))?;
        let mut before = written.byte_start;
        let mut place = |(gap, length): &(u64, u64)| {
            let start = before.wrapping_add(*gap);
            before = start.wrapping_add(*length);
            (start, before)
        };
        let body = written.body.iter().map(&mut place).collect();
        let document = written.document.map(|mut document| {
            if document.doc_id.is_empty() {
                document.doc_id = document.id_of_path();
            }
            document
        });
        Ok(Record {
            slug: written.slug.text(&written.title),
            title: written.title,
            crumb: written.crumb,
            depth: written.depth,
            position: written.position,
            parent_distance: written.parent_distance,
            sibling_count: written.sibling_count,
            byte_start: written.byte_start,
            byte_end: written.byte_start.wrapping_add(written.bytes),
            start_line: written.start_line,
            end_line: written.start_line.wrapping_add(written.lines),
            body,
            document,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(slug: Option<&str>, title: &str, body: &[(u64, u64)]) -> Record {
        let document = DocumentRecord {
            doc_id: "docs:a/b.md".to_owned(),
            tree: "docs".to_owned(),
            path: "a/b.md".to_owned(),
            tags: vec!["x".to_owned()],
            lang: None,
            version: None,
            stemmer: 5,
            metadata: vec![("k".to_owned(), vec!["v".to_owned()])],
            text_start: 12,
            anchors: vec![("there".to_owned(), 2)],
            chunks: 3,
            bytes: 900,
        };
        Record {
            slug: slug.map(str::to_owned),
            title: title.to_owned(),
            crumb: Crumb::Title,
            depth: 2,
            position: 1,
            parent_distance: 1,
            sibling_count: 2,
            byte_start: 100,
            byte_end: 400,
            start_line: 7,
            end_line: 19,
            body: body.to_vec(),
            document: Some(document),
        }
    }

    #[test]
    fn records_come_back_as_they_were() {
        let slugs =
            [None, Some("a-title"), Some("a-title-2"), Some("a-title-02"), Some("a-title-"), Some("other"), Some("")];
        for title in ["A title", "a -- title!", "Übung 文", "", "İx"] {
            for slug in slugs {
                // Such ranges are out of order or outside the span, but the record has to keep them as they are.
                for body in [&[][..], &[(110, 400)], &[(110, 200), (250, 380)], &[(300, 390), (20, 30)]] {
                    let mut record = record(slug, title, body);
                    assert_eq!(Record::decode(&record.clone().encode()).unwrap(), record);
                    record.document.as_mut().unwrap().doc_id = "another".to_owned();
                    assert_eq!(Record::decode(&record.clone().encode()).unwrap(), record);
                    record.document = None;
                    assert_eq!(Record::decode(&record.clone().encode()).unwrap(), record);
                }
            }
        }
    }

    #[test]
    fn what_follows_from_something_else_is_not_written() {
        let plain = record(Some("a-title"), "A title", &[(110, 400)]).encode().len();
        assert_eq!(record(None, "A title", &[(110, 400)]).encode().len(), plain);
        assert!(record(Some("a-tytle"), "A title", &[(110, 400)]).encode().len() > plain + 5);
    }
}

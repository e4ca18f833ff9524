//! The inverted index of a batch while it is collected. Each field holds the terms of its text one after the other;
//! they are sorted by term when the segment is written. One sort is faster than a list for each term, because such
//! lists lie all over memory.
mod tokens;
mod vocabulary;
mod write;

use self::tokens::Tokens;
use self::vocabulary::Vocabulary;
use crate::analyzer::{Scanner, StemmerId};
use crate::schema::{TextField, TEXT_FIELDS};
use std::ops::Range;
use tantivy::fieldnorm::FieldNormReader;

/// The gap between two values of a field, so that neither a phrase nor two words near each other match across them. It
/// is as wide as the window of near words (`pairs::WINDOW`).
pub(crate) const POSITION_GAP: u32 = 8;

#[derive(Default)]
pub(crate) struct Inversion {
    vocabulary: Vocabulary,
    keys: Stream,
    text: [Stream; TEXT_FIELDS.len()],
    chunks: u32,
    documents: u32,
    /// For each term that is a form, the document that had it last.
    seen: Vec<u32>,
}

/// The content of one field.
#[derive(Default)]
struct Stream {
    /// The terms and their positions in the chunk, in the order of the text.
    tokens: Tokens,
    /// The chunks with the number of their first token, ascending.
    chunks: Vec<(u32, usize)>,
    /// The lengths by chunk, as stored.
    norms: Vec<u8>,
}

impl Inversion {
    pub(crate) fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Starts the next document.
    pub(crate) fn begin_document(&mut self) {
        self.documents += 1;
    }

    /// Starts the next chunk. Everything added after this belongs to it.
    #[inline(never)]
    pub(crate) fn begin_chunk(&mut self) {
        self.chunks += 1;
        let chunk = self.chunks - 1;
        for stream in self.text.iter_mut().chain([&mut self.keys]) {
            if stream.chunks.last().is_some_and(|(_, first)| *first == stream.tokens.len()) {
                stream.chunks.pop();
            }
            stream.chunks.push((chunk, stream.tokens.len()));
            stream.tokens.begin_chunk();
        }
        self.text.iter_mut().for_each(|stream| stream.norms.push(0));
    }

    /// Adds an exact term of the chunk.
    #[inline(never)]
    pub(crate) fn add_key(&mut self, key: &str) {
        let term = self.vocabulary.term(key);
        self.keys.tokens.push(term, 0);
    }

    /// Adds the values of a field of the chunk. Returns the number of words, and the number of terms that they are
    /// indexed as.
    #[inline(never)]
    pub(crate) fn add_text(
        &mut self,
        field: TextField,
        values: &mut dyn Iterator<Item = &str>,
        stemmer: StemmerId,
    ) -> (usize, usize) {
        let Inversion { vocabulary, keys, text, documents, seen, .. } = self;
        let stream = &mut text[field as usize];
        let has_forms = !matches!(field, TextField::Path | TextField::Ancestors);
        let mut words = vocabulary.words(stemmer);
        let before = stream.tokens.len();
        let mut count = 0;
        let mut base = 0;
        for value in values {
            let mut end = base;
            let mut scanner = Scanner::new(value);
            while let Some(found) = scanner.next() {
                count += 1;
                let at = base + found.position as u32;
                end = at + 1;
                let forms = words.forms_of(&scanner);
                stream.tokens.push(forms.plain, at);
                if let Some(written) = forms.written().filter(|_| has_forms) {
                    let place = written as usize;
                    if place >= seen.len() {
                        seen.resize(place + 1, 0);
                    }
                    if std::mem::replace(&mut seen[place], *documents) != *documents {
                        keys.tokens.push(written, 0);
                    }
                }
                forms.accented().into_iter().for_each(|accented| stream.tokens.push(accented, at));
                if let Some(signed) = scanner.signed(&found) {
                    stream.tokens.push(words.unstemmed(&signed), at);
                }
                if found.humps {
                    words.parts_of(&scanner, &found).iter().for_each(|part| stream.tokens.push(*part, at));
                }
                if let Some(joined) = scanner.hyphenated(&found) {
                    stream.tokens.push(words.forms(&joined).plain, at);
                }
                if let Some(cluster) = scanner.last_cluster(&found) {
                    stream.tokens.push(words.forms(&cluster).plain, at);
                }
            }
            base = end + POSITION_GAP;
        }
        let terms = stream.tokens.len() - before;
        if let Some(norm) = stream.norms.last_mut() {
            *norm = FieldNormReader::fieldnorm_to_id(terms as u32);
        }
        (count, terms)
    }

    /// The terms of a text's words, without the additional terms at their positions.
    #[inline(never)]
    pub(crate) fn terms_of_words(&mut self, text: &str, stemmer: StemmerId) -> Vec<String> {
        let mut words = self.vocabulary.words(stemmer);
        let mut scanner = Scanner::new(text);
        let mut out = Vec::new();
        while scanner.next().is_some() {
            let term = words.forms_of(&scanner).plain;
            out.push(words.text(term).to_owned());
        }
        out
    }

    /// The sum of a field's stored lengths over all documents.
    pub(crate) fn lengths(&self, field: TextField, documents: &[Size]) -> u64 {
        self.total(field, documents, |length| length)
    }

    /// The number of chunks for which a field counts and that have a word in it.
    pub(crate) fn holders(&self, field: TextField, documents: &[Size]) -> u64 {
        self.total(field, documents, |length| length.min(1))
    }

    fn total(&self, field: TextField, documents: &[Size], counted: impl Fn(u32) -> u32) -> u64 {
        let norms = &self.text[field as usize].norms;
        let mut start = 0;
        let total = |size: &Size| {
            let document_chunks = start..start + size.chunks;
            start += size.chunks;
            let length = |chunk| counted(FieldNormReader::id_to_fieldnorm(norms[chunk as usize]));
            document_length(length, field, document_chunks, size.has_echo)
        };
        documents.iter().map(total).sum()
    }
}

/// The chunks of a document.
pub(crate) struct Size {
    pub(crate) chunks: u32,
    /// Whether the first one counts for nothing.
    pub(crate) has_echo: bool,
}

/// The sum of a field's lengths over the chunks of one document. With lengths of at most 1, how many chunks hold it.
pub(crate) fn document_length(
    length: impl Fn(u32) -> u32,
    field: TextField,
    document_chunks: Range<u32>,
    has_echo: bool,
) -> u64 {
    if field.is_of_document() {
        let counted = document_chunks.end - document_chunks.start - u32::from(has_echo);
        u64::from(length(document_chunks.start)) * u64::from(counted)
    } else {
        document_chunks.map(|chunk| u64::from(length(chunk))).sum()
    }
}

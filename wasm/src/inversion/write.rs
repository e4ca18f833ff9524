//! Writes the collected inverted index with tantivy's serialisers. The bytes equal those of tantivy's own writer.
use super::tokens::{Token, Tokens};
use super::vocabulary::Vocabulary;
use super::{Inversion, Stream};
use crate::error::Result;
use crate::schema::Fields;
use std::borrow::Cow;
use tantivy::columnar::ColumnarWriter;
use tantivy::directory::TerminatingWrite;
use tantivy::fieldnorm::{FieldNormReaders, FieldNormsSerializer};
use tantivy::index::SegmentComponent;
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tantivy::schema::IndexRecordOption;
use tantivy::{Segment, TantivyError};

impl Inversion {
    /// Writes everything in the segment except the stored documents. Only the lengths remain.
    #[inline(never)]
    pub(crate) fn write(&mut self, segment: &mut Segment, fields: &Fields) -> Result<()> {
        self.write_norms(segment, fields)?;
        let norms =
            FieldNormReaders::open(segment.open_read(SegmentComponent::FieldNorms).map_err(TantivyError::from)?)?;
        let Inversion { vocabulary, keys, text, .. } = self;
        vocabulary.forget_words();
        let order = vocabulary.sorted();
        let mut serializer = InvertedIndexSerializer::open(segment)?;
        for (field, stream) in [(fields.key, keys)].into_iter().chain(fields.text.into_iter().zip(text)) {
            let tokens = stream.tokens.len() as u64;
            if tokens > 0 {
                let option = fields.schema.get_field_entry(field).field_type().index_record_option();
                let mut serializer = serializer.new_field(field, tokens, norms.get_field(field)?)?;
                stream.write(vocabulary, &order, option.unwrap_or_default(), &mut serializer)?;
                serializer.close()?;
            }
            stream.tokens = Tokens::default();
        }
        serializer.close()?;
        let mut columns = segment.open_write(SegmentComponent::FastFields).map_err(TantivyError::from)?;
        ColumnarWriter::default().serialize(self.chunks, &mut columns)?;
        columns.terminate()?;
        Ok(())
    }

    #[inline(never)]
    fn write_norms(&self, segment: &mut Segment, fields: &Fields) -> Result<()> {
        let file = segment.open_write(SegmentComponent::FieldNorms).map_err(TantivyError::from)?;
        let mut serializer = FieldNormsSerializer::from_write(file)?;
        for (field, stream) in fields.text.into_iter().zip(&self.text) {
            serializer.serialize_field(field, &stream.norms)?;
        }
        serializer.close()?;
        Ok(())
    }
}

/// How many of the terms, from the first one on, are sorted at once.
fn group_length(terms: &[u32], counts: &[u32]) -> usize {
    let mut places = 0;
    let fits = |term: &&u32| {
        places += counts[**term as usize] as usize;
        places <= MAX_SORTED
    };
    terms.iter().take_while(fits).count().max(1)
}

/// Chunk and position.
type Place = (u32, u32);

/// So many places are sorted at once: 64 MB. Each further sort reads all tokens again, and a batch of many documents seldom needs
/// one.
const MAX_SORTED: usize = if cfg!(test) { 500 } else { 8 << 20 };

/// In the place of a number: the term is not sorted this time.
const ELSEWHERE: u32 = u32::MAX;

#[inline(never)]
fn write_term(
    serializer: &mut FieldSerializer,
    term: &str,
    places: &[Place],
    option: IndexRecordOption,
    positions: &mut Vec<u32>,
) -> Result<()> {
    let by_chunk = || places.chunk_by(|a, b| a.0 == b.0);
    let frequency = if option.has_freq() { by_chunk().count() as u32 } else { 0 };
    serializer.new_term(term.as_bytes(), frequency, option.has_freq())?;
    for run in by_chunk() {
        positions.clear();
        if option.has_positions() {
            // Positions are stored as differences from the one before.
            positions.extend(run.iter().scan(0, |before, (_, at)| Some(at - std::mem::replace(before, *at))));
        }
        serializer.write_doc(run[0].0, if option.has_freq() { run.len() as u32 } else { 0 }, positions);
    }
    serializer.close_term()?;
    Ok(())
}

/// Sorts the places of some terms.
struct Sort {
    /// Where the next place of each term stands.
    next: Vec<u32>,
    /// The memory of all sorts of a field.
    places: Vec<Place>,
}

impl Sort {
    /// A counting sort: by term in the given order, and then in the order of the text.
    #[inline(never)]
    fn sorted(&mut self, stream: &Stream, terms: &[u32], counts: &[u32]) -> &[Place] {
        let Sort { next, places } = self;
        let mut start = 0;
        for term in terms {
            next[*term as usize] = start;
            start += counts[*term as usize];
        }
        stream.tokens.each(&stream.chunks, |tokens| place(tokens, next, places));
        terms.iter().for_each(|term| next[*term as usize] = ELSEWHERE);
        &places[..start as usize]
    }
}

impl Stream {
    #[inline(never)]
    fn write(
        &self,
        vocabulary: &Vocabulary,
        order: &[u32],
        option: IndexRecordOption,
        serializer: &mut FieldSerializer,
    ) -> Result<()> {
        let counts = self.counts(order.len());
        let own: Cow<[u32]> = if self.tokens.len() < order.len() {
            order.iter().copied().filter(|term| counts[*term as usize] > 0).collect()
        } else {
            order.into()
        };
        let places = vec![(0, 0); self.tokens.len().min(MAX_SORTED)];
        let mut sort = Sort { next: vec![ELSEWHERE; order.len()], places };
        let mut rest = &*own;
        let mut positions = Vec::new();
        while let Some(first) = rest.first() {
            let (group, others) = rest.split_at(group_length(rest, &counts));
            rest = others;
            if counts[*first as usize] as usize > MAX_SORTED {
                self.write_frequent(*first, vocabulary.text(*first), option, serializer)?;
                continue;
            }
            let mut places = sort.sorted(self, group, &counts);
            for term in group {
                let (here, others) = places.split_at(counts[*term as usize] as usize);
                places = others;
                if !here.is_empty() {
                    write_term(serializer, vocabulary.text(*term), here, option, &mut positions)?;
                }
            }
        }
        Ok(())
    }

    /// The number of places of each term.
    #[inline(never)]
    fn counts(&self, terms: usize) -> Vec<u32> {
        let mut counts = vec![0; terms];
        self.tokens.each(&self.chunks, |tokens| count(tokens, &mut counts));
        counts
    }

    /// Writes a term with more places than are sorted at once. It only keeps those of one chunk.
    #[inline(never)]
    fn write_frequent(
        &self,
        term: u32,
        text: &str,
        option: IndexRecordOption,
        serializer: &mut FieldSerializer,
    ) -> Result<()> {
        let mut runs = Runs { term, last: None, length: 0, longest: 0, chunks: 0 };
        self.tokens.each(&self.chunks, |tokens| runs.count(tokens));
        serializer.new_term(text.as_bytes(), if option.has_freq() { runs.chunks } else { 0 }, option.has_freq())?;
        let distances = Vec::with_capacity(runs.longest);
        let mut frequent = Frequent { term, option, serializer, last: 0, before: 0, distances };
        self.tokens.each(&self.chunks, |tokens| frequent.add(tokens));
        frequent.finish()
    }
}

// `Tokens::each` says why these are functions.

#[inline(never)]
fn count(tokens: &[Token], counts: &mut [u32]) {
    for token in tokens {
        counts[token.term as usize] += 1;
    }
}

#[inline(never)]
fn place(tokens: &[Token], next: &mut [u32], places: &mut [Place]) {
    for Token { term, chunk, position } in tokens {
        let at = &mut next[*term as usize];
        if let Some(place) = places.get_mut(*at as usize) {
            *place = (*chunk, *position);
            *at += 1;
        }
    }
}

/// The chunks with a term, and the most places in one of them.
struct Runs {
    term: u32,
    last: Option<u32>,
    length: usize,
    longest: usize,
    chunks: u32,
}

impl Runs {
    #[inline(never)]
    fn count(&mut self, tokens: &[Token]) {
        for token in tokens.iter().filter(|token| token.term == self.term) {
            if self.last.replace(token.chunk) != Some(token.chunk) {
                self.length = 0;
                self.chunks += 1;
            }
            self.length += 1;
            self.longest = self.longest.max(self.length);
        }
    }
}

/// Writes a term chunk by chunk.
struct Frequent<'s, 'w> {
    term: u32,
    option: IndexRecordOption,
    serializer: &'s mut FieldSerializer<'w>,
    /// The chunk of the distances, and the position of its last place.
    last: u32,
    before: u32,
    /// Positions are stored as differences from the one before.
    distances: Vec<u32>,
}

impl Frequent<'_, '_> {
    #[inline(never)]
    fn add(&mut self, tokens: &[Token]) {
        let term = self.term;
        for token in tokens.iter().filter(|token| token.term == term) {
            if token.chunk != self.last {
                self.write_chunk();
                (self.last, self.before) = (token.chunk, 0);
            }
            self.distances.push(token.position - std::mem::replace(&mut self.before, token.position));
        }
    }

    #[inline(never)]
    fn write_chunk(&mut self) {
        let Frequent { option, distances, .. } = self;
        if !distances.is_empty() {
            let frequency = if option.has_freq() { distances.len() as u32 } else { 0 };
            self.serializer.write_doc(self.last, frequency, if option.has_positions() { distances } else { &[] });
        }
        distances.clear();
    }

    fn finish(mut self) -> Result<()> {
        self.write_chunk();
        self.serializer.close_term()?;
        Ok(())
    }
}

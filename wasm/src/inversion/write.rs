//! Writes the collected inverted index with tantivy's serialisers. The bytes equal those of tantivy's own writer.
use super::{Inversion, Stream};
use crate::error::Result;
use crate::schema::Fields;
use tantivy::columnar::ColumnarWriter;
use tantivy::directory::TerminatingWrite;
use tantivy::fieldnorm::{FieldNormReader, FieldNormReaders, FieldNormsSerializer};
use tantivy::index::SegmentComponent;
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Segment, TantivyError};

impl Inversion {
    /// Writes everything in the segment except the stored documents.
    #[inline(never)]
    pub(crate) fn write(&self, segment: &mut Segment, fields: &Fields) -> Result<()> {
        self.write_norms(segment, fields)?;
        let norms =
            FieldNormReaders::open(segment.open_read(SegmentComponent::FieldNorms).map_err(TantivyError::from)?)?;
        let order = self.vocabulary.sorted();
        let mut serializer = InvertedIndexSerializer::open(segment)?;
        let keys = (fields.key, &self.keys);
        for (field, stream) in [keys].into_iter().chain(fields.text.into_iter().zip(&self.text)) {
            self.write_field(field, stream, &order, norms.get_field(field)?, fields, &mut serializer)?;
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

    #[inline(never)]
    fn write_field(
        &self,
        field: Field,
        stream: &Stream,
        order: &[u32],
        norms: Option<FieldNormReader>,
        fields: &Fields,
        serializer: &mut InvertedIndexSerializer,
    ) -> Result<()> {
        if stream.tokens.is_empty() {
            return Ok(());
        }
        let option = fields.schema.get_field_entry(field).field_type().index_record_option();
        let mut serializer = serializer.new_field(field, stream.tokens.len() as u64, norms)?;
        let sorted = stream.sorted(order);
        let mut rest = sorted.places.as_slice();
        let mut positions = Vec::new();
        for term in order {
            let (places, others) = rest.split_at(sorted.counts[*term as usize] as usize);
            rest = others;
            if !places.is_empty() {
                write_term(
                    &mut serializer,
                    self.vocabulary.text(*term),
                    places,
                    option.unwrap_or_default(),
                    &mut positions,
                )?;
            }
        }
        serializer.close()?;
        Ok(())
    }
}

/// Chunk and position.
type Place = (u32, u32);

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

/// The places of every term.
struct Sorted {
    /// Sorted by term in the given order, and then in the order of the text.
    places: Vec<Place>,
    /// The number of places of each term.
    counts: Vec<u32>,
}

impl Stream {
    /// A counting sort. It keeps the order of chunks and positions.
    #[inline(never)]
    fn sorted(&self, order: &[u32]) -> Sorted {
        let mut counts = vec![0; order.len()];
        for (term, _) in &self.tokens {
            counts[*term as usize] += 1;
        }
        let mut next = vec![0; order.len()];
        let mut start = 0;
        for term in order {
            next[*term as usize] = start;
            start += counts[*term as usize];
        }
        let mut places = vec![(0, 0); self.tokens.len()];
        let ends = self.chunks.iter().skip(1).map(|(_, first)| *first).chain([self.tokens.len()]);
        for ((chunk, first), end) in self.chunks.iter().zip(ends) {
            for (term, position) in &self.tokens[*first..end] {
                let at = &mut next[*term as usize];
                places[*at as usize] = (*chunk, *position);
                *at += 1;
            }
        }
        Sorted { places, counts }
    }
}

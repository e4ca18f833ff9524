//! The interface for a change of the index: documents to segments, deleting, merging, outlines.
use super::{answer, json, parsed, thrown, ReaderBinding};
use crate::error::{Code, CoreError};
use crate::outline::{Dialect, Outline, Source};
use crate::segment::{Added, Batch, SegmentData};
use crate::visible::visible;
use js_sys::{Array, Uint32Array, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A file that the host reads.
    pub type HostFile;
    #[wasm_bindgen(method, catch)]
    fn read(this: &HostFile, into: &mut [u8]) -> std::result::Result<(), JsValue>;
}

/// `[bytes, stats as JSON]`, or null.
fn segment_data(data: Option<SegmentData>) -> std::result::Result<JsValue, JsValue> {
    let Some(data) = data else { return Ok(JsValue::NULL) };
    Ok(Array::of2(&Uint8Array::from(data.bytes.as_slice()), &json(&data.stats)?.into()).into())
}

#[wasm_bindgen(js_name = outline)]
pub fn outline_of(text: &str, from: usize, dialect: &str) -> std::result::Result<String, JsValue> {
    let source = Source::new(text, from, Dialect::by_name(dialect).map_err(thrown)?);
    json(&Outline { tags: visible(text, &source).tags, ..source.outline() })
}

/// The byte ranges that are JavaScript in this dialect, as a flat list: `[start, end, start, end, …]`.
#[wasm_bindgen(js_name = scriptRanges)]
pub fn script_ranges(text: &str, from: usize, dialect: &str) -> std::result::Result<Vec<u32>, JsValue> {
    let ranges = Source::new(text, from, Dialect::by_name(dialect).map_err(thrown)?).script();
    Ok(ranges.into_iter().flat_map(|range| [range.start as u32, range.end as u32]).collect())
}

/// A text as its reader sees it. What stands before `from` stays as it is.
#[wasm_bindgen(js_name = visibleText)]
pub fn visible_text(text: &[u8], from: usize, dialect: &str) -> std::result::Result<Vec<u8>, JsValue> {
    let text = std::str::from_utf8(text).map_err(|_| thrown(CoreError::new(Code::NotText, "not UTF-8")))?;
    Ok(visible(text, &Source::new(text, from, Dialect::by_name(dialect).map_err(thrown)?)).text)
}

/// `[numbers, dates]`, or null. The numbers are chunks, characters of the longest body, its line, and the line of the first
/// heading that counts as text or 0. The dates are JSON, or null where the frontmatter states none.
fn added_array(added: Option<Added>) -> std::result::Result<JsValue, JsValue> {
    let Some(Added { chunks, longest, limit_line, dates }) = added else { return Ok(JsValue::NULL) };
    let numbers = [chunks, longest.characters, longest.line, limit_line.unwrap_or_default()];
    let dates = if dates.is_empty() { JsValue::NULL } else { json(&dates)?.into() };
    Ok(Array::of2(&Uint32Array::from(numbers.as_slice()), &dates).into())
}

#[wasm_bindgen(js_name = Batch)]
pub struct BatchBinding(Batch);

#[wasm_bindgen(js_class = Batch)]
impl BatchBinding {
    #[wasm_bindgen(constructor)]
    pub fn new() -> std::result::Result<BatchBinding, JsValue> {
        Batch::new().map(BatchBinding).map_err(thrown)
    }
    pub fn load(
        &mut self,
        bytes: Vec<u8>,
        dialect: &str,
        hidden: Option<Vec<u32>>,
    ) -> std::result::Result<(), JsValue> {
        let dialect = Dialect::by_name(dialect).map_err(thrown)?;
        self.0.load(bytes, dialect, hidden.unwrap_or_default()).map_err(thrown)
    }
    /// As `load`, for a file of Markdown with so many bytes, which is in memory only here.
    #[wasm_bindgen(js_name = loadFrom)]
    pub fn load_from(&mut self, size: u32, file: &HostFile) -> std::result::Result<(), JsValue> {
        let mut bytes = vec![0; size as usize];
        file.read(&mut bytes)?;
        self.0.load(bytes, Dialect::Markdown, Vec::new()).map_err(thrown)
    }
    pub fn headings(&mut self, from: usize) -> std::result::Result<String, JsValue> {
        answer(self.0.headings(from))
    }
    /// See `added_array`. Null where only the host can read or divide the document.
    #[wasm_bindgen(js_name = addMarkdown)]
    pub fn add_markdown(&mut self, document: &str, stemmer: &str) -> std::result::Result<JsValue, JsValue> {
        added_array(self.0.add_markdown(parsed(document)?, stemmer).map_err(thrown)?)
    }
    /// As `addMarkdown`, with the frontmatter that the host has read.
    #[wasm_bindgen(js_name = addByHeadings)]
    pub fn add_by_headings(
        &mut self,
        document: &str,
        title: Option<String>,
        stemmer: &str,
    ) -> std::result::Result<JsValue, JsValue> {
        added_array(self.0.add_by_headings(parsed(document)?, title.as_deref(), stemmer).map_err(thrown)?)
    }
    pub fn add(&mut self, document: &str, stemmer: &str) -> std::result::Result<(), JsValue> {
        self.0.add(parsed(document)?, stemmer).map_err(thrown)
    }
    /// The byte of the file that was loaded last, from which on markup of its dialect counts as text. Undefined if none does.
    #[wasm_bindgen(getter, js_name = gaveUpAt)]
    pub fn gave_up_at(&self) -> Option<u32> {
        self.0.gave_up_at().map(|at| at as u32)
    }
    #[wasm_bindgen(getter)]
    pub fn chunks(&self) -> u32 {
        self.0.chunks()
    }
    #[wasm_bindgen(getter, js_name = sourceBytes)]
    pub fn source_bytes(&self) -> f64 {
        self.0.source_bytes() as f64
    }
    pub fn finish(self) -> std::result::Result<JsValue, JsValue> {
        segment_data(self.0.finish().map_err(thrown)?)
    }
}

#[wasm_bindgen(js_class = Reader)]
impl ReaderBinding {
    /// The numbers of a segment's live chunks, ascending.
    #[wasm_bindgen(js_name = liveChunks)]
    pub fn live_chunks(&self, segment: u32) -> std::result::Result<Vec<u32>, JsValue> {
        self.0.live_chunks(segment).map_err(thrown)
    }
    /// `[[segment, deletes, stats as JSON], …]`
    pub fn delete(&self, doc_ids: &str) -> std::result::Result<Array, JsValue> {
        let doc_ids: Vec<String> = parsed(doc_ids)?;
        let out = Array::new();
        for deletion in self.0.delete(&doc_ids).map_err(thrown)? {
            let deletes = Uint8Array::from(deletion.deletes.as_slice());
            out.push(&Array::of3(&(deletion.segment as f64).into(), &deletes, &json(&deletion.stats)?.into()));
        }
        Ok(out)
    }
    pub fn merge(&self, segments: Vec<u32>) -> std::result::Result<JsValue, JsValue> {
        segment_data(self.0.merge(&segments).map_err(thrown)?)
    }
}

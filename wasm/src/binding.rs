//! The interface to JavaScript. Structured values cross as JSON text, and bytes as typed arrays. `writing` has what only a
//! change of the index needs.
#[cfg(feature = "writing")]
mod writing;

use crate::analyzer::StemmerId;
use crate::container::Storage;
use crate::error::{Code, CoreError, Result};
use crate::plan::{AskedForms, Highlight, Request};
use crate::reader::{Reader, SegmentSource};
use crate::record::ChunkRef;
use crate::run::Started;
use crate::segment::Stats;
use crate::{highlight, run, schema, work};
use js_sys::{Reflect, Uint8Array};
use rustc_hash::FxHashMap;
use serde::{de::DeserializeOwned, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A segment as the host stores it.
    pub type HostSegment;
    #[wasm_bindgen(method, getter)]
    fn identity(this: &HostSegment) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn size(this: &HostSegment) -> f64;
    #[wasm_bindgen(method, getter)]
    fn stats(this: &HostSegment) -> String;
    #[wasm_bindgen(method, getter)]
    fn deletes(this: &HostSegment) -> Option<Uint8Array>;
    #[wasm_bindgen(method, catch)]
    fn read(this: &HostSegment, offset: f64, into: &mut [u8]) -> std::result::Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn vectors(this: &HostSegment) -> std::result::Result<Option<Uint8Array>, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// What an answer may cost, as the host counts it.
    pub type HostWork;
    #[wasm_bindgen(method, getter)]
    fn left(this: &HostWork) -> f64;
    #[wasm_bindgen(method, setter)]
    fn set_left(this: &HostWork, left: f64);
    #[wasm_bindgen(method, catch)]
    fn check(this: &HostWork) -> std::result::Result<(), JsValue>;
}

thread_local! {
    /// What the host threw to end a call.
    static THROWN: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// Runs a call that takes its cost from the account of an answer, if there is one.
fn counted<T>(work: Option<HostWork>, call: impl FnOnce() -> Result<T>) -> std::result::Result<T, JsValue> {
    let Some(work) = work else { return call().map_err(thrown) };
    let asked = Rc::new(work);
    let host = asked.clone();
    let ask = move |left: i64| {
        host.set_left(left as f64);
        host.check().map_err(|error| {
            THROWN.set(Some(error));
            CoreError::new(Code::Stopped, "the host stopped the call")
        })
    };
    let (out, left) = work::within(asked.left() as i64, ask, call);
    asked.set_left(left as f64);
    out.map_err(|error| match error.code {
        Code::Stopped => THROWN.take().unwrap_or_else(|| thrown(error)),
        Code::TooExpensive => {
            // The host says it in its own words.
            asked.set_left(-1.0);
            asked.check().err().unwrap_or_else(|| thrown(error))
        }
        _ => thrown(error),
    })
}

thread_local! {
    /// The open segments of this thread, by number.
    static SEGMENTS: RefCell<FxHashMap<u64, HostSegment>> = RefCell::default();
    static OPENED: Cell<u64> = const { Cell::new(0) };
}

/// Stands for the host's object. Objects of JavaScript belong to their thread, but tantivy needs a value that it can
/// share.
struct HostStorage {
    number: u64,
    size: u64,
}

impl HostStorage {
    fn new(segment: HostSegment) -> Self {
        let size = segment.size() as u64;
        let number = OPENED.get();
        OPENED.set(number + 1);
        SEGMENTS.with_borrow_mut(|segments| segments.insert(number, segment));
        HostStorage { number, size }
    }
}

impl HostStorage {
    fn ask<T>(&self, call: impl FnOnce(&HostSegment) -> std::result::Result<T, JsValue>) -> std::io::Result<T> {
        SEGMENTS.with_borrow(|segments| {
            let segment =
                segments.get(&self.number).ok_or_else(|| std::io::Error::other("a segment of another thread"))?;
            call(segment).map_err(|error| {
                let message = Reflect::get(&error, &"message".into()).ok().and_then(|message| message.as_string());
                std::io::Error::other(message.unwrap_or_else(|| "the host could not read".to_owned()))
            })
        })
    }
}

impl Drop for HostStorage {
    fn drop(&mut self) {
        SEGMENTS.with_borrow_mut(|segments| segments.remove(&self.number));
    }
}

impl Storage for HostStorage {
    fn size(&self) -> u64 {
        self.size
    }
    fn read(&self, offset: u64, into: &mut [u8]) -> std::io::Result<()> {
        self.ask(|segment| segment.read(offset as f64, into))
    }
    fn vectors(&self) -> std::io::Result<Option<Vec<u8>>> {
        Ok(self.ask(HostSegment::vectors)?.map(|bytes| bytes.to_vec()))
    }
}

fn thrown(error: CoreError) -> JsValue {
    let out = js_sys::Error::new(&error.message);
    let _ = Reflect::set(&out, &"code".into(), &error.code.as_str().into());
    out.into()
}

fn json(value: &impl Serialize) -> std::result::Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| thrown(error.into()))
}

fn parsed<T: DeserializeOwned>(text: &str) -> std::result::Result<T, JsValue> {
    serde_json::from_str(text).map_err(|error| thrown(error.into()))
}

fn answer<T: Serialize>(result: Result<T>) -> std::result::Result<String, JsValue> {
    json(&result.map_err(thrown)?)
}

#[wasm_bindgen(js_name = schemaVersion)]
pub fn schema_version() -> String {
    schema::SCHEMA_VERSION.to_owned()
}

thread_local! {
    /// What was marked last, as JSON and read. An answer marks several texts with the same terms.
    static MARKED: RefCell<Option<(String, Rc<Highlight>)>> = const { RefCell::new(None) };
}

fn highlight_of(json: &str) -> std::result::Result<Rc<Highlight>, JsValue> {
    MARKED.with_borrow_mut(|marked| {
        if let Some((_, known)) = marked.as_ref().filter(|(before, _)| before == json) {
            return Ok(known.clone());
        }
        let read: Rc<Highlight> = Rc::new(parsed(json)?);
        *marked = Some((json.to_owned(), read.clone()));
        Ok(read)
    })
}

/// The byte ranges of the matches in a text as its reader sees it, as a flat list.
#[wasm_bindgen(js_name = highlightRanges)]
pub fn highlight_ranges(
    text: Vec<u8>,
    stemmer: &str,
    highlight: &str,
    work: Option<HostWork>,
) -> std::result::Result<Vec<u32>, JsValue> {
    let highlight = highlight_of(highlight)?;
    // Text is nearly always valid UTF-8, and this check is faster than a lossy conversion.
    let text = std::str::from_utf8(&text).map_or_else(|_| String::from_utf8_lossy(&text), Into::into);
    let stemmer = StemmerId::by_name(stemmer).ok_or_else(|| thrown(CoreError::request("unknown stemmer")))?;
    let ranges = counted(work, || highlight::ranges(&text, stemmer, &highlight))?;
    Ok(ranges.into_iter().flat_map(|(start, end)| [start as u32, end as u32]).collect())
}

#[wasm_bindgen(js_name = Reader)]
pub struct ReaderBinding(Reader);

#[wasm_bindgen(js_class = Reader)]
impl ReaderBinding {
    #[wasm_bindgen(constructor)]
    pub fn new(segments: Vec<HostSegment>) -> std::result::Result<ReaderBinding, JsValue> {
        let mut sources = Vec::with_capacity(segments.len());
        for segment in segments {
            let stats: Stats = parsed(&segment.stats())?;
            let deletes = segment.deletes().map(|bytes| bytes.to_vec());
            let identity = segment.identity();
            sources.push(SegmentSource { identity, storage: Arc::new(HostStorage::new(segment)), stats, deletes });
        }
        Reader::open(sources).map(ReaderBinding).map_err(thrown)
    }
    /// Starts a search. `finish` gives its answer.
    pub fn start(&self, request: &str, work: Option<HostWork>) -> std::result::Result<SearchBinding, JsValue> {
        let request: Request = parsed(request)?;
        counted(work, || run::start(&self.0, request)).map(SearchBinding)
    }
    /// The other forms of words that count (`AskedForms`): a list for each candidate.
    #[wasm_bindgen(js_name = knownForms)]
    pub fn known_forms(&self, asked: &str, work: Option<HostWork>) -> std::result::Result<String, JsValue> {
        let asked: AskedForms = parsed(asked)?;
        json(&counted(work, || run::known_forms::known_forms(&self.0, &asked))?)
    }
    /// The chunk with this id, or null.
    pub fn find(&self, id: &str) -> std::result::Result<String, JsValue> {
        answer(self.0.find(id))
    }
    /// `[segment, chunk, segment, chunk, …]` to an array of chunks.
    #[wasm_bindgen(js_name = chunksAt)]
    pub fn chunks_at(&self, places: Vec<u32>, work: Option<HostWork>) -> std::result::Result<String, JsValue> {
        let pairs = places.chunks_exact(2).map(|pair| ChunkRef(pair[0], pair[1]));
        json(&counted(work, || pairs.map(|at| self.0.chunk(at)).collect::<Result<Vec<_>>>())?)
    }
    /// For each chunk of `[segment, chunk, segment, chunk, …]`, where its text stands too: `[[[segment, chunk], reason], …]`.
    #[wasm_bindgen(js_name = alsoIn)]
    pub fn also_in(&self, places: Vec<u32>, work: Option<HostWork>) -> std::result::Result<String, JsValue> {
        let of_chunk = |pair: &[u32]| -> Result<Vec<(ChunkRef, &'static str)>> {
            let found = self.0.also_in(ChunkRef(pair[0], pair[1]))?;
            Ok(found.into_iter().map(|(at, reason)| (at, reason.name())).collect())
        };
        json(&counted(work, || places.chunks_exact(2).map(of_chunk).collect::<Result<Vec<_>>>())?)
    }
    /// Part of the text of a chunk's document, from byte `start` on, as its reader sees it.
    pub fn visible(
        &self,
        segment: u32,
        chunk: u32,
        mut text: Vec<u8>,
        start: f64,
    ) -> std::result::Result<Vec<u8>, JsValue> {
        self.0.show(ChunkRef(segment, chunk), &mut text, start as u64).map_err(thrown)?;
        Ok(text)
    }
    pub fn ids(&self) -> std::result::Result<String, JsValue> {
        answer(self.0.ids())
    }
    pub fn chunks(&self) -> std::result::Result<String, JsValue> {
        answer(self.0.chunks())
    }
    /// `[segment, chunk, segment, chunk, …]` to an array of the documents of these chunks.
    #[wasm_bindgen(js_name = documentsAt)]
    pub fn documents_at(&self, places: Vec<u32>, work: Option<HostWork>) -> std::result::Result<String, JsValue> {
        let pairs = places.chunks_exact(2).map(|pair| ChunkRef(pair[0], pair[1]));
        json(&counted(work, || pairs.map(|at| self.0.document_at(at)).collect::<Result<Vec<_>>>())?)
    }
    pub fn documents(&self) -> std::result::Result<String, JsValue> {
        answer(self.0.documents())
    }
    /// Each anchor with its chunk: `[[name, [segment, chunk]], …]`.
    pub fn anchors(&self) -> std::result::Result<String, JsValue> {
        answer(self.0.anchors())
    }
    /// The documents that may link to one of these: `[names, labels]` to `[[segment, chunk], …]`.
    pub fn linking(&self, names: &str, work: Option<HostWork>) -> std::result::Result<String, JsValue> {
        let (names, labels): (Vec<String>, Vec<String>) = parsed(names)?;
        json(&counted(work, || self.0.linking(&names, &labels))?)
    }
    /// The vector of a chunk. Empty where it has none of this model.
    pub fn vector(&self, segment: u32, chunk: u32, model: &str) -> std::result::Result<Vec<f32>, JsValue> {
        Ok(self.0.vector(ChunkRef(segment, chunk), model).map_err(thrown)?.unwrap_or_default())
    }
    /// The live chunks that have no vector of this model: `[segment, chunk, segment, chunk, …]`.
    pub fn unembedded(&self, model: &str, failed_too: bool) -> std::result::Result<Vec<u32>, JsValue> {
        let found = self.0.unembedded(model, failed_too).map_err(thrown)?;
        Ok(found.into_iter().flat_map(|ChunkRef(segment, chunk)| [segment, chunk]).collect())
    }
}

/// A search that may wait for texts. It belongs to the reader that started it.
#[wasm_bindgen(js_name = Search)]
pub struct SearchBinding(Started);

#[wasm_bindgen(js_class = Search)]
impl SearchBinding {
    /// The chunks whose bodies `finish` takes: `[segment, chunk, segment, chunk, …]`.
    pub fn wanted(&self) -> Vec<u32> {
        self.0.wanted().flat_map(|ChunkRef(segment, chunk)| [segment, chunk]).collect()
    }
    /// `texts` has the bodies of the wanted chunks in their order. A chunk may lack one.
    pub fn finish(
        self,
        reader: &ReaderBinding,
        texts: Vec<JsValue>,
        work: Option<HostWork>,
    ) -> std::result::Result<String, JsValue> {
        let bytes = |text: &JsValue| text.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
        let texts: Vec<Option<Vec<u8>>> = texts.iter().map(bytes).collect();
        json(&counted(work, || run::finish(&reader.0, self.0, &texts))?)
    }
}

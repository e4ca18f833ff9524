//! Turns a batch of documents into one immutable segment.
use crate::analyzer::{Scanner, StemmerId};
use crate::composed::composed;
use crate::container;
use crate::division::{self, Longest};
use crate::document::{Chunk, Document, Edition, Span};
use crate::error::{Code, CoreError, Result};
use crate::fingerprints::{self, Fingerprints, MIN_WORDS};
use crate::frontmatter;
use crate::inversion::{Inversion, Size};
use crate::language::language_of;
use crate::markup::{self, Markup};
use crate::outline::reading::{MAX_ANCHORS, MAX_ANCHOR_LENGTH};
use crate::outline::{rules, Anchor, Dialect, Heading, Outline, Source};
use crate::record::{Crumb, DocumentRecord, Record};
use crate::schema::{key, Fields, TextField, TEXT_FIELDS};
use crate::stub::only_links;
use crate::visible::{self, is_too_large, visible, Visible};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tantivy::directory::{Directory, RamDirectory};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::SegmentComponent;
use tantivy::store::{Compressor, StoreWriter};
use tantivy::{Index, IndexSettings, Segment, TantivyDocument, TantivyError};

/// Counts of live content. They are kept beside the segment, because ranking needs them before it reads a segment.
#[derive(Debug, Clone, Default, Serialize, Deserialize, PartialEq)]
pub(crate) struct Stats {
    pub(crate) documents: u32,
    pub(crate) chunks: u32,
    /// The sum of lengths by field. Each length is as precise as it is stored (tantivy's one-byte field norm).
    pub(crate) lengths: BTreeMap<String, u64>,
    /// By field, the number of chunks for which it counts and that have a word in it. Averages are over these.
    pub(crate) holders: BTreeMap<String, u64>,
    /// Live documents by stemmer.
    pub(crate) stemmers: BTreeMap<String, u32>,
}

/// The keys of the frontmatter whose values are other names of a document.
pub(crate) const ALIASES: [&str; 2] = ["alias", "aliases"];

pub(crate) struct SegmentData {
    pub(crate) bytes: Vec<u8>,
    pub(crate) stats: Stats,
}

pub(crate) fn index_settings() -> IndexSettings {
    IndexSettings {
        docstore_compression: Compressor::Lz4,
        // WebAssembly has no threads for compression.
        docstore_compress_dedicated_thread: false,
        docstore_blocksize: 8 << 10,
    }
}

/// A document that was divided at its headings.
#[derive(Debug, PartialEq)]
pub(crate) struct Added {
    pub(crate) chunks: u32,
    pub(crate) longest: Longest,
    /// The line of the first heading that counts as text, because a limit was reached.
    pub(crate) limit_line: Option<u32>,
    /// What the frontmatter says of the document's date, by key.
    pub(crate) dates: BTreeMap<String, Vec<String>>,
}

/// The keys under which frontmatter states a date. The host reads them (src/document/document_date.ts).
const DATE_KEYS: [&str; 4] = ["last_update", "lastmod", "updated", "date"];

pub(crate) struct Batch {
    fields: Fields,
    segment: Segment,
    store: StoreWriter,
    inversion: Inversion,
    fingerprints: Fingerprints,
    markup: Markup,
    file: Vec<u8>,
    dialect: Dialect,
    /// The ranges of markup that the host found in the file.
    hidden: Vec<u32>,
    /// The file as its reader sees it, once it is known.
    visible: Option<Visible>,
    /// The anchors of the file, once its headings are known.
    anchors: Vec<Anchor>,
    /// The byte of the file from which on markup of its dialect counts as text (`Source::gave_up_at`).
    gave_up_at: Option<usize>,
    stemmers: BTreeMap<String, u32>,
    documents: Vec<Size>,
    source_bytes: u64,
}

impl Batch {
    pub(crate) fn new() -> Result<Self> {
        let fields = Fields::new();
        let IndexSettings { docstore_compression, docstore_compress_dedicated_thread, docstore_blocksize } =
            index_settings();
        let index = Index::create(RamDirectory::create(), fields.schema.clone(), index_settings())?;
        let mut segment = index.new_segment();
        let file = segment.open_write(SegmentComponent::Store).map_err(TantivyError::from)?;
        Ok(Batch {
            fields,
            segment,
            store: StoreWriter::new(
                file,
                docstore_compression,
                docstore_blocksize,
                docstore_compress_dedicated_thread,
            )?,
            inversion: Inversion::default(),
            fingerprints: Fingerprints::default(),
            markup: Markup::default(),
            file: Vec::new(),
            dialect: Dialect::Markdown,
            hidden: Vec::new(),
            visible: None,
            anchors: Vec::new(),
            gave_up_at: None,
            stemmers: BTreeMap::new(),
            documents: Vec::new(),
            source_bytes: 0,
        })
    }

    pub(crate) fn chunks(&self) -> u32 {
        self.inversion.chunks()
    }
    pub(crate) fn source_bytes(&self) -> u64 {
        self.source_bytes
    }

    /// The byte of the file that was read last, from which on markup of its dialect counts as text.
    pub(crate) fn gave_up_at(&self) -> Option<usize> {
        self.gave_up_at
    }

    /// Takes a file's bytes. `headings` and `add` refer to them. The bytes in `hidden` are markup, in Markdown signs that stand
    /// for other files. `hidden` is flat: `start, end, start, end, …`.
    pub(crate) fn load(&mut self, bytes: Vec<u8>, dialect: Dialect, hidden: Vec<u32>) -> Result<()> {
        self.file.clear();
        (self.dialect, self.hidden) = (dialect, hidden);
        (self.visible, self.gave_up_at) = (None, None);
        self.anchors.clear();
        if let Err(error) = std::str::from_utf8(&bytes) {
            return Err(CoreError::new(Code::NotText, format!("not UTF-8 at byte {}", error.valid_up_to())));
        }
        self.file = bytes;
        Ok(())
    }

    #[inline(never)]
    pub(crate) fn headings(&mut self, from: usize) -> Result<Vec<Heading>> {
        let file = text_of(&self.file)?;
        let source = Source::new(file, from, self.dialect);
        self.visible = (!is_too_large(file)).then(|| visible(file, &source));
        self.gave_up_at = source.gave_up_at();
        let Outline { headings, anchors, .. } = source.headings();
        self.anchors = anchors;
        Ok(headings)
    }

    /// The file as its reader sees it, from its frontmatter on. None where that is the file itself.
    fn take_visible(&mut self, text_start: usize) -> Result<Option<Visible>> {
        let file = text_of(&self.file)?;
        let is_written = is_too_large(file) || (self.dialect == Dialect::Plain && self.hidden.is_empty());
        if self.visible.is_some() || is_written {
            return Ok(self.visible.take());
        }
        if self.dialect == Dialect::Plain {
            let mut text = self.file.clone();
            visible::join(&mut text, visible::ranges(&self.hidden));
            return Ok(Some(Visible { text, ..Visible::default() }));
        }
        Ok(Some(visible(file, &Source::new(file, text_start, self.dialect))))
    }

    /// Reads the frontmatter of the loaded file, divides it at its headings and indexes it. The document has what the host
    /// knows without reading. None where only the host can read or divide it: it has to load the file again.
    pub(crate) fn add_markdown(&mut self, mut document: Document, stemmer: &str) -> Result<Option<Added>> {
        let Some(front) = frontmatter::read(text_of(&self.file)?) else {
            self.file = Vec::new();
            return Ok(None);
        };
        document.tags = front.tags;
        document.metadata.extend(front.metadata);
        document.asides = front.asides;
        document.text_start = front.end as u64;
        let added = self.add_by_headings(document, front.title.as_deref(), stemmer)?;
        if added.is_none() {
            self.file = Vec::new();
        }
        Ok(added)
    }

    /// Divides the loaded file at its headings and indexes it. None where only the host can divide it.
    #[inline(never)]
    pub(crate) fn add_by_headings(
        &mut self,
        mut document: Document,
        stated_title: Option<&str>,
        stemmer: &str,
    ) -> Result<Option<Added>> {
        let headings = self.headings(document.text_start as usize)?;
        let Some(divided) = division::by_headings(text_of(&self.file)?, &headings, &document, stated_title) else {
            return Ok(None);
        };
        document.chunks = divided.chunks;
        let chunks = document.chunks.len() as u32;
        let stated =
            |key: &&str| document.metadata.get_key_value(*key).map(|(key, values)| (key.clone(), values.clone()));
        let dates = DATE_KEYS.iter().filter_map(stated).collect();
        self.add(document, stemmer)?;
        Ok(Some(Added { chunks, longest: divided.longest, limit_line: divided.limit_line, dates }))
    }

    /// Indexes the loaded file as this document. `auto` detects the language of the indexed text and takes its stemmer.
    /// It is the document's language too, unless the document states one.
    #[inline(never)]
    pub(crate) fn add(&mut self, mut document: Document, stemmer: &str) -> Result<()> {
        let named = document.anchors.drain(..).filter(|(name, _)| name.len() <= MAX_ANCHOR_LENGTH).take(MAX_ANCHORS);
        self.anchors.extend(named.map(|(name, at)| Anchor { name, at: at as usize }));
        if self.dialect != Dialect::Plain {
            self.anchors.extend(rules(text_of(&self.file)?));
        }
        let mut shown = self.take_visible(document.text_start as usize)?;
        let mut links = shown.as_mut().map(|shown| std::mem::take(&mut shown.links)).unwrap_or_default();
        document.links.iter().for_each(|destination| links.add(destination));
        document.links = links.into_names();
        if self.dialect != Dialect::Plain && !self.hidden.is_empty() {
            let shown = shown.get_or_insert_with(|| Visible { text: self.file.clone(), ..Visible::default() });
            visible::separate(&mut shown.text, visible::ranges(&self.hidden));
        }
        let file = std::mem::take(&mut self.file);
        let raw = text_of(&file)?;
        let text = shown.as_ref().map_or(Ok(raw), |shown| text_of(&shown.text))?;
        shown.iter().for_each(|shown| add_tags(&mut document.tags, &shown.tags));
        let detected = (stemmer == "auto").then(|| language_of(indexed_text(&document, text)));
        let stemmer = detected.as_ref().map_or(stemmer, |detected| detected.stemmer);
        document.lang = document.lang.or(detected.and_then(|detected| detected.code).map(str::to_owned));
        let id = StemmerId::by_name(stemmer).ok_or_else(|| CoreError::request(format!("unknown stemmer {stemmer}")))?;
        let has_echo = has_echo(&document, text);
        self.inversion.begin_document();
        for position in 0..document.chunks.len() {
            self.add_chunk(&document, position, id, Texts { raw, visible: text }, usize::from(has_echo))?;
        }
        if !document.chunks.is_empty() {
            self.markup.push(raw.as_bytes(), text.as_bytes());
            self.documents.push(Size { chunks: document.chunks.len() as u32, has_echo });
            *self.stemmers.entry(stemmer.to_owned()).or_default() += 1;
        }
        self.source_bytes += text.len() as u64;
        Ok(())
    }

    #[inline(never)]
    fn add_chunk(
        &mut self,
        document: &Document,
        position: usize,
        stemmer: StemmerId,
        Texts { raw, visible }: Texts,
        lead: usize,
    ) -> Result<()> {
        let chunk = &document.chunks[position];
        let body = |range: &Span| visible.get(range.start as usize..range.end as usize);
        let written = |range: &Span| raw.get(range.start as usize..range.end as usize);
        if chunk.indexed_ranges.iter().any(|range| body(range).is_none()) {
            return Err(CoreError::request("a span outside the file"));
        }
        let ancestors = ancestor_titles(&document.chunks, chunk)?;
        let inversion = &mut self.inversion;
        inversion.begin_chunk();
        if position == 0 {
            document_keys(document).iter().for_each(|key| inversion.add_key(key));
            inversion.add_text(TextField::Tags, &mut document.tags.iter().map(String::as_str), stemmer);
            inversion.add_text(TextField::Path, &mut [document.path.as_str()].into_iter(), stemmer);
            inversion.add_text(TextField::PathComponents, &mut path_components(&document.path), stemmer);
        }
        // What the frontmatter says about a document is text of the chunk that stands for it.
        if position == lead {
            for alias in aliases(&document.metadata) {
                let words = inversion.terms_of_words(alias, stemmer);
                inversion.add_key(&key::heading(words.iter().map(String::as_str)));
            }
        }
        let mut fingerprint = None;
        if position < lead {
            inversion.add_key(key::ECHO);
        } else {
            let (words, terms) = inversion.add_text(TextField::Title, &mut [chunk.title.as_str()].into_iter(), stemmer);
            if stored_length(terms) != words {
                inversion.add_key(&key::words(words));
            }
            if words != terms {
                let words = inversion.terms_of_words(&chunk.title, stemmer);
                inversion.add_key(&key::heading(words.iter().map(String::as_str)));
            }
            let is_leaf = document.chunks.get(position + 1).is_none_or(|next| next.parent != Some(position as u32));
            if is_leaf && only_links(chunk.indexed_ranges.iter().filter_map(written)) {
                inversion.add_key(key::STUB);
            }
            let about = document.metadata.values().flatten().chain(&document.asides).map(String::as_str);
            let about: Vec<&str> = about.filter(|_| position == lead).collect();
            let values = &mut chunk.indexed_ranges.iter().filter_map(body).chain(about.iter().copied());
            let (words, _) = inversion.add_text(TextField::Body, values, stemmer);
            if words >= MIN_WORDS + about.iter().map(|value| count_words(value)).sum::<usize>() {
                fingerprint = Some(fingerprints::of(chunk.indexed_ranges.iter().filter_map(body)));
            }
            inversion.add_text(TextField::Ancestors, &mut ancestors.into_iter(), stemmer);
        }
        self.fingerprints.push(fingerprint);
        let record = record(document, position, chunk, stemmer, raw, &self.anchors);
        self.store_record(record)
    }

    #[inline(never)]
    fn store_record(&mut self, record: Record) -> Result<()> {
        let mut stored = TantivyDocument::default();
        stored.add_bytes(self.fields.record, &record.encode());
        self.store.store(&stored, &self.fields.schema)?;
        Ok(())
    }

    /// The segment, or None when nothing was added.
    pub(crate) fn finish(self) -> Result<Option<SegmentData>> {
        let Batch { fields, mut segment, store, mut inversion, fingerprints, markup, stemmers, documents, .. } = self;
        let chunks = inversion.chunks();
        if chunks == 0 {
            return Ok(None);
        }
        store.close()?;
        inversion.write(&mut segment, &fields)?;
        let lengths = TEXT_FIELDS.map(|field| (field.name().to_owned(), inversion.lengths(field, &documents))).into();
        let holders = TEXT_FIELDS.map(|field| (field.name().to_owned(), inversion.holders(field, &documents))).into();
        let stats = Stats { documents: documents.len() as u32, chunks, lengths, holders, stemmers };
        // The segment takes its place in memory.
        drop(inversion);
        Ok(Some(SegmentData { bytes: pack(&segment, chunks, fingerprints, markup)?, stats }))
    }
}

fn count_words(text: &str) -> usize {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(|| scanner.next()).count()
}

/// A document as it is written, and as its reader sees it.
#[derive(Clone, Copy)]
struct Texts<'a> {
    raw: &'a str,
    visible: &'a str,
}

/// A document has at most so many tags (`MAX_TAGS` in src/document/limits.ts).
const MAX_TAGS: usize = 500;

/// Adds the tags of the text to those of the frontmatter, each once.
fn add_tags(tags: &mut Vec<String>, more: &[String]) {
    for tag in more {
        if tags.len() < MAX_TAGS && !tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            tags.push(tag.clone());
        }
    }
}

/// A field's length as a segment stores it.
fn stored_length(terms: usize) -> usize {
    FieldNormReader::id_to_fieldnorm(FieldNormReader::fieldnorm_to_id(terms as u32)) as usize
}

fn text_of(file: &[u8]) -> Result<&str> {
    std::str::from_utf8(file).map_err(|_| CoreError::new(Code::NotText, "not UTF-8"))
}

/// The indexed part of the file, which begins after the frontmatter.
fn indexed_text<'a>(document: &Document, text: &'a str) -> &'a str {
    let starts = document.chunks.iter().flat_map(|chunk| &chunk.indexed_ranges).map(|range| range.start as usize);
    starts.min().and_then(|start| text.get(start..)).unwrap_or_default()
}

/// Whether the document's chunk only repeats its first section: both have the same title, and it has no text of its own.
#[inline(never)]
fn has_echo(document: &Document, text: &str) -> bool {
    let [root, first, ..] = document.chunks.as_slice() else { return false };
    let is_silent = |text: &str| Scanner::new(text).next().is_none();
    let body = |range: &Span| text.get(range.start as usize..range.end as usize);
    first.parent == Some(0)
        && first.title.to_lowercase() == root.title.to_lowercase()
        && root.indexed_ranges.iter().all(|range| body(range).is_some_and(is_silent))
}

#[inline(never)]
fn record(
    document: &Document,
    position: usize,
    chunk: &Chunk,
    stemmer: StemmerId,
    text: &str,
    anchors: &[Anchor],
) -> Record {
    let parent = chunk.parent.and_then(|parent| document.chunks.get(parent as usize));
    Record {
        slug: chunk.slug.clone(),
        title: chunk.title.clone(),
        crumb: Crumb::new(&chunk.breadcrumb, parent.map(|parent| parent.breadcrumb.as_str()), &chunk.title),
        depth: chunk.depth,
        position: position as u32,
        parent_distance: chunk.parent.map_or(0, |parent| (position as u32).saturating_sub(parent)),
        sibling_count: chunk.sibling_count,
        byte_start: chunk.byte_start,
        byte_end: chunk.byte_end,
        start_line: chunk.start_line,
        end_line: chunk.end_line,
        body: chunk.indexed_ranges.iter().map(|range| (range.start, range.end)).collect(),
        document: (position == 0).then(|| DocumentRecord {
            doc_id: document.doc_id.clone(),
            tree: document.tree.clone().unwrap_or_default(),
            path: document.path.clone(),
            tags: document.tags.clone(),
            lang: document.lang.clone(),
            version: document.edition.as_ref().and_then(|edition| edition.version_name.clone()),
            stemmer: stemmer.byte(),
            metadata: document.metadata.iter().map(|(name, values)| (name.clone(), values.clone())).collect(),
            text_start: document.text_start,
            anchors: anchored(&document.chunks, anchors),
            chunks: document.chunks.len() as u32,
            bytes: text.len() as u64,
        }),
    }
}

/// The anchors, each with the position of the innermost chunk around it.
fn anchored(chunks: &[Chunk], anchors: &[Anchor]) -> Vec<(String, u32)> {
    let around = |at: u64| {
        let mut position = chunks.partition_point(|chunk| chunk.byte_start <= at).checked_sub(1)? as u32;
        while chunks[position as usize].byte_end < at {
            position = chunks[position as usize].parent?;
        }
        Some(position)
    };
    anchors.iter().filter_map(|anchor| Some((anchor.name.clone(), around(anchor.at as u64)?))).collect()
}

/// The exact terms of a document. A nested tag also adds every tag above it. Tags are in lower case.
#[inline(never)]
fn document_keys(document: &Document) -> Vec<String> {
    let mut keys = vec![
        key::ROOT.to_owned(),
        key::of(key::ID, &document.doc_id),
        key::of(key::TREE, document.tree.as_deref().unwrap_or_default()),
    ];
    if let Cow::Owned(id) = composed(&document.doc_id) {
        keys.push(key::of(key::COMPOSED_ID, &id));
    }
    for tag in &document.tags {
        keys.extend(tag.match_indices('/').map(|(at, _)| key::tag(&tag[..at])));
        keys.push(key::tag(tag));
    }
    for (name, values) in &document.metadata {
        keys.extend(values.iter().map(|value| key::meta(name, value)));
    }
    keys.extend(path_components(&document.path).last().map(|stem| key::of(key::FILE, &key::file_name(stem))));
    keys.extend(document.lang.iter().map(|lang| key::of(key::LANG, lang)));
    keys.extend(document.links.iter().map(|name| key::link(name)));
    if let Some(edition) = &document.edition {
        let tree = document.tree.as_deref().unwrap_or_default();
        keys.push(key::edition(tree, &edition.page, edition));
        // A translation may have another name, and says what it is a translation of.
        let stated = PAGE_NAMES.iter().filter_map(|name| document.metadata.get(*name)?.first());
        keys.extend(stated.map(|name| key::edition(tree, &page_of_address(name, edition), edition)));
        keys.extend(edition.version_name.iter().map(|name| key::version(name)));
    }
    keys.sort();
    keys.dedup();
    // tantivy refuses longer terms, so such a tag or value cannot be used as a filter.
    keys.retain(|term| term.len() < 32_000);
    keys
}

/// The keys of the frontmatter that have the same value in all translations of a page.
const PAGE_NAMES: [&str; 2] = ["translationKey", "permalink"];

/// An address without slashes around it and without the code of its language, apart from all paths.
fn page_of_address(address: &str, edition: &Edition) -> String {
    let address = address.trim_matches('/');
    let first = address.split('/').next().unwrap_or_default();
    let is_lang = edition.lang.as_deref().is_some_and(|lang| lang.eq_ignore_ascii_case(first));
    format!("/{}", if is_lang { address[first.len()..].trim_start_matches('/') } else { address })
}

/// Other names of a document.
fn aliases(metadata: &BTreeMap<String, Vec<String>>) -> impl Iterator<Item = &str> {
    ALIASES.iter().filter_map(|name| metadata.get(*name)).flatten().map(String::as_str)
}

/// The titles above the chunk, with the nearest last. Repeats and the chunk's own title are left out.
#[inline(never)]
fn ancestor_titles<'a>(chunks: &'a [Chunk], chunk: &Chunk) -> Result<Vec<&'a str>> {
    let mut titles: Vec<&str> = Vec::new();
    let mut at = chunk.parent;
    let mut steps = 0;
    while let Some(position) = at {
        let parent = chunks.get(position as usize).ok_or_else(|| CoreError::request("a parent that is no chunk"))?;
        if parent.title != chunk.title && !titles.contains(&parent.title.as_str()) {
            titles.push(&parent.title);
        }
        at = parent.parent;
        steps += 1;
        if steps > chunks.len() {
            return Err(CoreError::request("a chunk that is its own ancestor"));
        }
    }
    titles.reverse();
    Ok(titles)
}

/// The directories, and the file's name without its extension.
pub(crate) fn path_components(path: &str) -> impl Iterator<Item = &str> {
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    directories.split('/').filter(|part| !part.is_empty()).chain(std::iter::once(stem))
}

/// Packs all files of an index with a single segment.
pub(crate) fn pack_index(index: &Index, fingerprints: Fingerprints, markup: Markup) -> Result<Vec<u8>> {
    let segments = index.searchable_segments()?;
    let segment = segments.first().ok_or_else(|| CoreError::new(Code::Engine, "an index without a segment"))?;
    pack(segment, segment.meta().max_doc(), fingerprints, markup)
}

/// Packs the segment's files, and frees each one after it is copied.
#[inline(never)]
fn pack(segment: &Segment, chunks: u32, fingerprints: Fingerprints, markup: Markup) -> Result<Vec<u8>> {
    let directory = segment.index().directory();
    let mut paths: Vec<_> =
        segment.meta().list_files().into_iter().filter(|path| directory.exists(path).unwrap_or(false)).collect();
    paths.sort();
    let size = |path: &PathBuf| directory.get_file_handle(path).map_or(0, |file| file.len());
    let mut packer = container::Packer::new(paths.iter().map(size).sum());
    for path in paths {
        let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else { continue };
        packer.add(extension, &directory.atomic_read(&path).map_err(TantivyError::from)?);
        // A file that cannot be deleted only keeps its memory until the end.
        let _ = directory.delete(&path);
    }
    packer.add(fingerprints::FILE, &fingerprints.into_bytes());
    packer.add(markup::FILE, &markup.into_bytes());
    Ok(packer.finish(chunks))
}

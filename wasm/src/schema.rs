//! The schema: one keyword field for all exact terms, the text fields for ranking, and one stored record.
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, STORED};

/// Changes whenever this core cannot read older segments any more (fields, analyzer, record, container).
pub(crate) const SCHEMA_VERSION: &str = "23";

/// The name under which the analyzer is registered with tantivy.
pub(crate) const ANALYZER: &str = "ra";

/// The text fields for ranking, in the order of [`Fields::text`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(usize)]
pub(crate) enum TextField {
    Title = 0,
    Tags = 1,
    Path = 2,
    PathComponents = 3,
    Body = 4,
    /// The titles of the chunk's ancestors. They add to a score and may satisfy a term, but a chunk never matches by
    /// them alone.
    Ancestors = 5,
}

pub(crate) const TEXT_FIELDS: [TextField; 6] = [
    TextField::Title,
    TextField::Tags,
    TextField::Path,
    TextField::PathComponents,
    TextField::Body,
    TextField::Ancestors,
];

impl TextField {
    pub(crate) fn name(self) -> &'static str {
        match self {
            TextField::Title => "title",
            TextField::Tags => "tags",
            TextField::Path => "path",
            TextField::PathComponents => "path_components",
            TextField::Body => "body",
            TextField::Ancestors => "ancestors",
        }
    }
    /// Whether the field belongs to the document rather than to one chunk. Such a field is indexed on the root chunk
    /// only, but counts for all chunks.
    pub(crate) fn is_of_document(self) -> bool {
        matches!(self, TextField::Tags | TextField::Path | TextField::PathComponents)
    }
    /// Whether the field keeps the positions of its words, so that phrases can match.
    pub(crate) fn has_positions(self) -> bool {
        matches!(self, TextField::Title | TextField::Tags | TextField::Body)
    }
    pub(crate) fn parse(name: &str) -> Option<TextField> {
        TEXT_FIELDS.into_iter().find(|field| field.name() == name)
    }
}

/// The fields in which a term is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scope {
    All,
    Only(TextField),
}

#[derive(Clone)]
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    /// Exact terms, see [`key`]. Headings, the numbers of their words and stubs are on every chunk, forms on any.
    /// All others are on the document's root chunk only, because the chunks of a document are neighbours and the root comes first.
    pub(crate) key: Field,
    /// Stored [`crate::record::Record`].
    pub(crate) record: Field,
    pub(crate) text: [Field; 6],
}

impl Fields {
    pub(crate) fn new() -> Self {
        let mut builder = Schema::builder();
        let key = builder.add_text_field("key", keyword());
        let text = TEXT_FIELDS.map(|field| builder.add_text_field(field.name(), ranked(field)));
        let record = builder.add_bytes_field("record", STORED);
        Fields { schema: builder.build(), key, record, text }
    }
}

impl Default for Fields {
    fn default() -> Self {
        Self::new()
    }
}

fn keyword() -> TextOptions {
    TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_index_option(IndexRecordOption::Basic)
            .set_fieldnorms(false),
    )
}

fn ranked(field: TextField) -> TextOptions {
    // A phrase matches only in a chunk's own text: its heading, its tags and its body. Titles above it need no
    // positions.
    let option = match field {
        _ if field.has_positions() => IndexRecordOption::WithFreqsAndPositions,
        TextField::Ancestors => IndexRecordOption::Basic,
        _ => IndexRecordOption::WithFreqs,
    };
    TextOptions::default().set_indexing_options(
        TextFieldIndexing::default().set_tokenizer(ANALYZER).set_index_option(option).set_fieldnorms(true),
    )
}

/// Terms of the `key` field: a letter for the kind, and then the value.
pub(crate) mod key {
    use crate::composed::composed;
    use crate::document::Edition;

    /// Every document's root chunk has this term.
    pub(crate) const ROOT: &str = "r";
    /// The root chunk of a document has this term if the document's first section says all that it says.
    pub(crate) const ECHO: &str = "e";
    /// A document's id. A chunk's id adds a slug, which its record holds.
    pub(crate) const ID: char = 'i';
    /// A document's id with composed letters, where the id itself has others.
    pub(crate) const COMPOSED_ID: char = 'c';
    pub(crate) const TREE: char = 't';
    const TAG: char = 'g';
    pub(crate) const META: char = 'm';
    pub(crate) const LANG: char = 'l';
    pub(crate) const FILE: char = 'f';
    /// The page that a document is an edition of, and which one it is ([`edition`]).
    pub(crate) const EDITION: char = 'p';
    const VERSION: char = 'v';
    pub(crate) const HEADING: char = 'h';
    /// The number of words in the title. It is added only where the stored length of the title is another one.
    const WORDS: char = 'w';
    pub(crate) const ALL_WORDS: &str = "w";
    /// A word as it is written, where its term is another one: the stemmer's byte, and the word. It is on the chunk in
    /// which a document has it first.
    const FORM: char = 'u';
    /// The name of something that the document links to ([`crate::links`]).
    const LINK: char = 'k';
    /// Every chunk whose text only links elsewhere has this term.
    pub(crate) const STUB: &str = "s";

    pub(crate) fn of(kind: char, value: &str) -> String {
        let mut term = String::with_capacity(value.len() + 1);
        term.push(kind);
        term.push_str(value);
        term
    }

    /// The start of all forms of a stemmer.
    pub(crate) fn forms(stemmer: u8) -> [u8; 2] {
        [FORM as u8, stemmer]
    }

    pub(crate) fn form(stemmer: u8, word: &str) -> String {
        let mut term = String::with_capacity(word.len() + 2);
        term.push(FORM);
        term.push(char::from(stemmer));
        term.push_str(word);
        term
    }

    /// A file's name without its extension, or a query, in the form in which the two are compared: lower case, and
    /// single spaces for everything that is not a word.
    pub(crate) fn file_name(name: &str) -> String {
        let name = composed(name);
        let words = name.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
    }

    /// The words of a whole title, as terms. It is added for aliases, and for titles whose stored length counts more than
    /// their words; for all others, the length shows that the query is the whole title. Only a checksum of the words is
    /// stored: a chunk with another title and the same checksum is boosted only if it also holds the words of the
    /// query.
    pub(crate) fn heading<'a>(terms: impl Iterator<Item = &'a str>) -> String {
        let words = terms.collect::<Vec<_>>().join(" ");
        of(HEADING, &checksum(words.bytes()))
    }

    pub(crate) fn words(count: usize) -> String {
        of(WORDS, &count.to_string())
    }

    pub(crate) fn link(name: &str) -> String {
        of(LINK, name)
    }

    /// A tag in the form in which tags are compared.
    pub(crate) fn tag(tag: &str) -> String {
        of(TAG, &composed(&tag.to_lowercase()))
    }

    /// A metadata term separates key and value by a NUL, which no YAML key can hold. Long values, such as descriptions
    /// and addresses, are stored as two checksums after a second NUL. No short value starts with a NUL.
    pub(crate) fn meta(name: &str, value: &str) -> String {
        let (name, value) = (composed(name), composed(value));
        if value.len() <= MAX_VALUE_LENGTH && !value.starts_with('\0') {
            return of(META, &format!("{name}\0{value}"));
        }
        let (forwards, backwards) = (checksum(value.bytes()), checksum(value.bytes().rev()));
        of(META, &format!("{name}\0\0{forwards}{backwards}"))
    }

    /// A version in the form in which versions are compared: lower case, without `version-` or a `v` before its number.
    pub(crate) fn version(name: &str) -> String {
        let name = name.to_lowercase();
        let short = name.strip_prefix("version-").unwrap_or(&name);
        let number = short.strip_prefix('v').filter(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
        of(VERSION, number.unwrap_or(short))
    }

    /// Two checksums of a page's tree and name, which is its path without the folders of its language and version, the places of these two in
    /// the configuration, and the code of the language.
    pub(crate) fn edition(tree: &str, page: &str, edition: &Edition) -> String {
        let page = format!("{tree}\0{page}");
        let (forwards, backwards) = (checksum(page.bytes()), checksum(page.bytes().rev()));
        let [locale, version] = [edition.locale, edition.version].map(place);
        of(
            EDITION,
            &format!(
                "{forwards}{backwards}{locale}{version}{}",
                edition.lang.as_deref().unwrap_or_default().to_lowercase()
            ),
        )
    }

    /// The places of its language and version, and the language, from a term of [`edition`] with the page's checksums.
    pub(crate) fn edition_of(term: &str) -> Option<(&str, u32, u32, &str)> {
        let (page, rest) = term.split_at_checked(1 + 2 * CHECKSUM)?;
        let mut places = rest.chars();
        let (locale, version) = (places.next()?, places.next()?);
        Some((page, u32::from(locale) - FIRST_PLACE, u32::from(version) - FIRST_PLACE, places.as_str()))
    }

    /// Places are letters from this one on.
    const FIRST_PLACE: u32 = 0x30;
    const MAX_PLACE: u32 = 0xd000;

    fn place(number: u32) -> char {
        char::from_u32(FIRST_PLACE + number.min(MAX_PLACE)).unwrap_or_default()
    }

    const MAX_VALUE_LENGTH: usize = 20;
    const CHECKSUM: usize = 6;

    /// A CRC-32 in six digits.
    fn checksum(bytes: impl Iterator<Item = u8>) -> String {
        const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
        let checksum = crc32fast::hash(&bytes.collect::<Vec<_>>());
        (0..CHECKSUM).map(|at| char::from(DIGITS[(checksum >> (6 * at) & 63) as usize])).collect()
    }
}

//! The names by which the links of a document lead elsewhere. Links name a page in many forms (paths, addresses, titles,
//! labels), so a name is coarse: the letters and digits of the last part. What links to a page is found by the names of the
//! page, and the host decides (src/links/resolve.ts) for these documents alone.
use memchr::memmem;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// Extensions that an address may have in place of the file's, or leave out.
const PAGES: [&str; 16] = [
    "adoc", "asc", "asciidoc", "htm", "html", "ipynb", "markdown", "md", "mdc", "mdown", "mdx", "mkd", "org", "qmd",
    "rst", "txt",
];

/// Names of pages that stand for their folder.
const INDEXES: [&str; 3] = ["_index", "index", "readme"];

const CODE_HOSTS: [&str; 3] = ["bitbucket.org", "github.com", "gitlab.com"];
/// What a repository has beside files.
const NO_FILES: [&str; 10] =
    ["actions", "commit", "commits", "compare", "discussions", "issues", "merge_requests", "pull", "pulls", "releases"];

/// A longer name is cut.
const MAX_NAME_LENGTH: usize = 32;
/// A longer destination is none, as in the host (src/links/destination.ts).
const MAX_DESTINATION_LENGTH: usize = 2000;
/// More names of a document are left out.
const MAX_NAMES: usize = 10_000;

/// The names of a document's links, each once.
#[derive(Debug, Default)]
pub(crate) struct LinkNames(Vec<String>);

impl LinkNames {
    /// A destination as an outline has it (`Destination` in the host), or as a reader of another format gives it.
    pub(crate) fn add(&mut self, destination: &str) {
        let written = destination.trim();
        if written.is_empty() || written.len() > MAX_DESTINATION_LENGTH {
            return;
        }
        if written.starts_with('{') {
            return self.add_template(written);
        }
        let (scheme, rest) = scheme_of(written);
        match scheme.to_ascii_lowercase().as_str() {
            "" | "doc" => self.add_path(rest),
            "http" | "https" => self.add_address(rest),
            "wiki" => self.add_wiki(rest),
            "xref" => self.add_cross_reference(rest),
            "man" | "ref" | "id" => self.add_label(rest),
            _ => {}
        }
    }

    /// The name of a wiki link, with what follows it: `page#heading|text`.
    fn add_wiki(&mut self, name: &str) {
        let name = name.split(['|', '#']).next().unwrap_or_default().trim_end_matches('\\').trim();
        if !name.is_empty() {
            self.push(last_part(name));
        }
    }

    fn add_path(&mut self, path: &str) {
        if let Some(rest) = path.strip_prefix("//") {
            return self.add_address(rest);
        }
        let path = path.split(['?', '#']).next().unwrap_or_default();
        if !path.is_empty() && !is_numbered(path) {
            self.push(last_part(&decoded(path)));
        }
    }

    /// An address without its scheme. The start page of a site has the name of its host.
    fn add_address(&mut self, address: &str) {
        let address = address.trim_start_matches('/').split(['?', '#']).next().unwrap_or_default();
        if is_no_file(address) {
            return;
        }
        self.push(last_part(&decoded(address)));
    }

    /// In AsciiDoc, a target without a file is the id of a place.
    fn add_cross_reference(&mut self, target: &str) {
        let file = target.split('#').next().unwrap_or_default();
        if target.contains('#') || file.rsplit('/').next().is_some_and(|name| name.contains('.')) {
            self.add_path(file.rsplit([':', '@']).next().unwrap_or_default());
        } else {
            self.add_label(target);
        }
    }

    /// A label may name more than its place has: the module of a class, the class of a member, the
    /// program of an option.
    fn add_label(&mut self, label: &str) {
        label_parts(label).for_each(|part| self.push(part));
    }

    /// Any part of a template may be the path that it makes an address of.
    fn add_template(&mut self, template: &str) {
        let is_mark = |sign: char| sign.is_whitespace() || "\"'`|{}%<>()".contains(sign);
        template.split(is_mark).filter(|part| part.len() > 1).for_each(|part| self.add_path(part));
    }

    /// Links that a parser of Markdown may not see: between double brackets, the addresses of tags and of components, and
    /// those that templates make. A name too many costs little, so code and comments are not told apart.
    #[inline(never)]
    pub(crate) fn add_unparsed(&mut self, text: &str) {
        for at in memmem::find_iter(text.as_bytes(), "[[") {
            let inner = near(&text[at + 2..]);
            if let Some(end) = inner.find("]]") {
                self.add_wiki(&inner[..end]);
            }
        }
        for at in memmem::find_iter(text.as_bytes(), "]({") {
            self.add_template(near(&text[at + 2..]).split(')').next().unwrap_or_default());
        }
        for attribute in ["href=", " to=", "src="] {
            for at in memmem::find_iter(text.as_bytes(), attribute) {
                let value = text[at + attribute.len()..].trim_start_matches('{');
                if let Some(value) = quoted(value) {
                    self.add(value);
                }
            }
        }
        for template in ["ref ", "ref path=", "{% link ", "{%- link ", "{% post_url "] {
            for at in memmem::find_iter(text.as_bytes(), template) {
                let rest = text[at + template.len()..].trim_start();
                let word = quoted(rest).or_else(|| rest.split([' ', '%', '>', '}', '\n']).next());
                // Most are words that end so.
                if let Some(word) = word.filter(|_| template.starts_with('{') || rest.starts_with(['"', '`', '\''])) {
                    self.add_path(word);
                }
            }
        }
    }

    fn push(&mut self, name: impl AsRef<str>) {
        let name = folded(name.as_ref());
        if self.0.last() != Some(&name) && self.0.len() < MAX_NAMES {
            self.0.push(name);
        }
    }

    pub(crate) fn into_names(self) -> Vec<String> {
        self.0
    }
}

/// The names by which links may lead to what has this name, or this label.
pub(crate) fn names_of(name: &str, is_label: bool) -> Vec<String> {
    if is_label {
        label_parts(name).map(folded).collect()
    } else {
        vec![folded(without_extension(name))]
    }
}

/// What stands before the first colon, if it may be the scheme of an address, and what follows.
fn scheme_of(text: &str) -> (&str, &str) {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '.' | '-');
    match text.split_once(':') {
        Some((scheme, rest))
            if scheme.starts_with(|sign: char| sign.is_ascii_alphabetic()) && scheme.chars().all(is_part) =>
        {
            (scheme, rest)
        }
        _ => ("", text),
    }
}

/// Whether a path ends like that of an issue: templates make addresses of such paths.
fn is_numbered(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let is_number =
        parts.next().is_some_and(|last| !last.is_empty() && last.bytes().all(|digit| digit.is_ascii_digit()));
    is_number && parts.next().is_some_and(|kind| NO_FILES.contains(&kind))
}

/// Whether a code host shows no file at an address. Change logs have thousands of them.
fn is_no_file(address: &str) -> bool {
    let mut parts = address.trim_end_matches('/').split('/');
    if !parts.next().is_some_and(|host| CODE_HOSTS.contains(&host.trim_start_matches("www."))) {
        return false;
    }
    let kind = parts.nth(1).map(|_| parts.find(|part| *part != "-"));
    kind.is_none_or(|kind| kind.is_some_and(|kind| NO_FILES.contains(&kind)))
}

/// The last part of a path. An index page has the name of its folder, where the path says that.
fn last_part(path: &str) -> &str {
    let mut parts = path.trim_end_matches('/').rsplit('/');
    let last = without_extension(parts.next().unwrap_or_default());
    let is_index = INDEXES.iter().any(|name| last.eq_ignore_ascii_case(name));
    parts.next().filter(|folder| is_index && !matches!(*folder, "" | "." | "..")).unwrap_or(last)
}

fn without_extension(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, extension)) if PAGES.binary_search(&&*extension.to_ascii_lowercase()).is_ok() => stem,
        _ => name,
    }
}

/// A label, and its last two parts: that of the place, and that of what holds it.
fn label_parts(label: &str) -> impl Iterator<Item = &str> {
    let is_mark = |sign: char| matches!(sign, '.' | ':' | '/' | '(' | ')') || sign.is_whitespace();
    let parts = label.rsplit(is_mark).filter(|part| !part.is_empty()).take(2);
    std::iter::once(label).chain(parts.filter(move |part| *part != label))
}

/// Lower-case letters and digits, without accents, and without a number before letters: files are ordered by numbers that
/// addresses leave out.
fn folded(name: impl AsRef<str>) -> String {
    let name = name.as_ref();
    let letters: String = if name.is_ascii() {
        name.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
    } else {
        name.nfd().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let bare = letters.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let bare = if bare.is_empty() { &letters } else { bare };
    let mut end = bare.len().min(MAX_NAME_LENGTH);
    while !bare.is_char_boundary(end) {
        end -= 1;
    }
    bare[..end].to_owned()
}

/// The value between the quotes at the start of a text.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|sign| matches!(sign, '"' | '\'' | '`'))?;
    near(&text[1..]).split_once(quote).map(|(value, _)| value)
}

/// The rest of the line, of at most so many bytes as a destination has.
fn near(text: &str) -> &str {
    let mut end = text.len().min(MAX_DESTINATION_LENGTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let line = &text[..end];
    &line[..line.find('\n').unwrap_or(end)]
}

/// A path without its percent signs; one that is not encoded stays.
fn decoded(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return path.into();
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digit = |at: usize| behind.get(at).and_then(|sign| char::from(*sign).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).map_or(path.into(), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(destination: &str) -> Vec<String> {
        let mut names = LinkNames::default();
        names.add(destination);
        names.into_names()
    }

    #[test]
    fn the_forms_of_a_link_have_the_name_of_the_page() {
        let forms = [
            "guide.md",
            "../a/guide.md#x",
            "/guide/",
            "guide.html?x=1",
            "guide",
            "./01-guide.md",
            "guide/index.md",
            "Guide/README",
            "https://example.org/docs/guide/#x",
            "//example.org/guide",
            "wiki:a/Guide#x|text",
            "doc:/a/guide",
            "xref:m:guide.adoc#x",
            "guide%2Emd",
            "Guíde.mdx",
        ];
        for form in forms {
            assert_eq!(names(form), ["guide"], "{form}");
        }
        for (name, is_label) in [("01-Guide.md", false), ("guide", false), ("a.guide", true)] {
            assert!(names_of(name, is_label).contains(&"guide".to_owned()), "{name}");
        }
    }

    #[test]
    fn what_leads_to_no_page_has_no_name() {
        let of_host = ["https://github.com/a", "https://github.com/a/b/issues/7", "https://gitlab.com/a/b/-/commit/8"];
        for destination in of_host {
            assert_eq!(names(destination), [""; 0], "{destination}");
        }
        assert_eq!(names("https://github.com/a/b/blob/main/docs/guide.md"), ["guide"]);
        for destination in ["", "#x", "mailto:a@b.c", "javascript:x", "data:,x", &"x".repeat(3000)] {
            assert_eq!(names(destination), [""; 0], "{destination}");
        }
    }

    #[test]
    fn a_template_has_the_names_of_its_parts() {
        assert!(names("{{ 'docs/usage/' | relative_url }}#x").contains(&"usage".to_owned()));
    }

    #[test]
    fn folders_above_and_start_pages() {
        assert_eq!(names("../"), [""]);
        assert_eq!(names("index.md"), ["index"]);
        assert_eq!(names("https://example.com/"), ["examplecom"]);
        assert_eq!(names("2024"), ["2024"]);
    }

    #[test]
    fn labels_have_the_names_of_their_parts() {
        assert_eq!(names("ref:flask.Flask.run"), ["flaskflaskrun", "run", "flask"]);
        assert_eq!(names("ref:My section"), ["mysection", "section", "my"]);
        assert_eq!(names("ref:git --bare"), ["gitbare", "bare", "git"]);
        assert_eq!(names("xref:a_place"), ["aplace"]);
        assert_eq!(names("man:open(2)"), names_of("open.2", true));
    }

    #[test]
    fn tags_and_templates_link_too() {
        let text = "<a href=\"../one.md\"> <Card to={'/two/'}> [x]({{< relref \"a/three\" >}}) {% link _docs/four.md %} \n\
            [x]({{ site.baseurl }}/five/) [y]({{ '/six/' | relative_url }}) [[a/Seven|text]] <b href=x> [[open\nhref=\"open";
        let mut names = LinkNames::default();
        names.add_unparsed(text);
        let names = names.into_names();
        for name in ["one", "two", "three", "four", "five", "six", "seven"] {
            assert!(names.iter().any(|found| found == name), "{name}");
        }
        assert!(!names.iter().any(|found| found == "open"));
    }
}

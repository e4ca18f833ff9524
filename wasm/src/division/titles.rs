//! Titles and breadcrumbs of limited length (src/document/limits.ts, src/document/breadcrumb.ts).
use super::slug::is_space;
use crate::record::SEPARATOR;
use std::borrow::Cow;

const MAX_TITLE_LENGTH: usize = 512;
const MAX_SLUG_LENGTH: usize = 512;
const MAX_BREADCRUMB_LENGTH: usize = 2048;
const MARK: &str = "…";

pub(super) fn is_cut(title: &str) -> bool {
    title.len() > MAX_TITLE_LENGTH
}

pub(super) fn cut_title(title: &str) -> String {
    if is_cut(title) {
        format!("{}{MARK}", beginning(title, MAX_TITLE_LENGTH - MARK.len()))
    } else {
        title.to_owned()
    }
}

pub(super) fn is_long_slug(slug: &str) -> bool {
    slug.len() > MAX_SLUG_LENGTH
}

/// The slug, without the end of a very long one.
pub(super) fn cut_slug(slug: &str) -> &str {
    if is_long_slug(slug) {
        beginning(slug, MAX_SLUG_LENGTH - MARK.len())
    } else {
        slug
    }
}

fn beginning(text: &str, bytes: usize) -> &str {
    (0..=bytes.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

fn ending(text: &str, bytes: usize) -> &str {
    (text.len().saturating_sub(bytes)..=text.len()).find_map(|start| text.get(start..)).unwrap_or_default()
}

/// The title of the document and what leads on from it. The middle of a very long one is left out.
pub(super) fn breadcrumb(title: &str, crumbs: &str) -> String {
    let whole = join(title, crumbs);
    if whole.len() <= MAX_BREADCRUMB_LENGTH {
        return whole;
    }
    let half = (MAX_BREADCRUMB_LENGTH - MARK.len()) / 2;
    format!("{}{MARK}{}", beginning(&whole, half), ending(&whole, half))
}

/// Two parts of a breadcrumb. Empty ones are left out.
pub(super) fn join(above: &str, own: &str) -> String {
    match (above, own) {
        ("", one) | (one, "") => one.to_owned(),
        _ => [above, SEPARATOR, own].concat(),
    }
}

/// The name of a file without folders and extension.
pub(super) fn file_title(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rfind('.') {
        Some(dot) if dot > 0 => &name[..dot],
        _ => name,
    }
}

/// A title without case and spacing.
pub(super) fn folded(title: &str) -> String {
    let parts: Vec<&str> = title.split(is_space).filter(|part| !part.is_empty()).collect();
    let text = if parts.len() == 1 { Cow::Borrowed(parts[0]) } else { Cow::Owned(parts.join(" ")) };
    text.to_lowercase()
}

//! Reads the text of a heading without the parser, where its marks leave no doubt.
use std::borrow::Cow;

/// The text of a heading's line without the signs that close it.
pub(super) fn closed(text: &str) -> &str {
    let text = text.trim_matches(' ');
    let unclosed = text.trim_end_matches('#');
    if unclosed.is_empty() || unclosed.ends_with(' ') {
        unclosed
    } else {
        text
    }
}

/// The text of a line in which only code and links have marks. None where a sign may mean something else.
#[inline(never)]
pub(super) fn plain(line: &str) -> Option<Cow<'_, str>> {
    if !line.contains(['\t', '\\', '`', '*', '_', '<', '&', '{', '\0', '[']) {
        return Some(line.into());
    }
    if line.contains(['\t', '{', '\0']) {
        return None;
    }
    let has_links = line.contains("](");
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['\\', '`', '*', '_', '<', '&', '[']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let mark = from.as_bytes()[0];
        let after = &from[1..];
        match mark {
            b'`' => {
                let (code, after) =
                    after.split_once('`').filter(|(code, after)| !code.is_empty() && !after.starts_with('`'))?;
                text.push_str(code_of(code));
                rest = after;
            }
            b'_' if is_inside_word(before, after) => {
                text.push('_');
                rest = after;
            }
            b'[' if !has_links => {
                text.push('[');
                rest = after;
            }
            b'[' if !before.ends_with('!') => {
                let (title, after) = link(after)?;
                text.push_str(title);
                rest = after;
            }
            _ => return None,
        }
    }
    text.push_str(rest);
    Some(text.into())
}

/// The text of a link that has no marks in its text and no unusual signs in its address, and what follows it.
fn link(after: &str) -> Option<(&str, &str)> {
    let (title, rest) = after.split_once(']')?;
    let (address, rest) = rest.strip_prefix('(')?.split_once(')')?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-#:?=~%+,@".contains(&byte);
    let has_marks = title.contains(['[', '\\', '`', '*', '_', '<', '&', '!']);
    (!has_marks && !address.is_empty() && address.bytes().all(is_plain)).then_some((title, rest))
}

/// The text between the marks of code, without the space that sets it off from them.
fn code_of(code: &str) -> &str {
    match code.strip_prefix(' ').and_then(|code| code.strip_suffix(' ')) {
        Some(inner) if !inner.trim_matches(' ').is_empty() => inner,
        _ => code,
    }
}

fn is_inside_word(before: &str, after: &str) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    is_letter(before.as_bytes().last()) && is_letter(after.as_bytes().first())
}

//! Reads `{#id}` and `{#id .class}` at the end of a heading.

/// Where the braces at the end of a heading start, and the id in them.
pub(crate) fn heading_id(heading: &str) -> Option<(usize, &str)> {
    let line = heading.trim_end();
    // A setext heading has several lines. The last one is the underline.
    let line = match line.rfind(['\n', '\r']) {
        Some(newline) => line[..newline].trim_end(),
        None => {
            let open = line.trim_end_matches('#');
            if open.ends_with([' ', '\t']) {
                open.trim_end()
            } else {
                line
            }
        }
    };
    let start = line.ends_with('}').then(|| line.rfind('{'))??;
    let last_line = line[..start].rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
    let before = &line[last_line..start];
    let is_escaped = before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
    let has_title = line[..start].contains(|char: char| !char.is_whitespace() && char != '#');
    if is_escaped || !has_title || line[start..].contains(['\n', '\r']) {
        return None;
    }
    Some((start, id_in(&line[start + 1..line.len() - 1])?))
}

/// The id in `#id .class`.
fn id_in(attributes: &str) -> Option<&str> {
    let mut id = None;
    for attribute in attributes.split_whitespace() {
        match attribute.strip_prefix('#') {
            Some(name) if id.is_none() && !name.is_empty() && !name.contains('}') => id = Some(name),
            None if is_class(attribute) => {}
            _ => return None,
        }
    }
    id
}

fn is_class(attribute: &str) -> bool {
    let name = attribute.strip_prefix('.').unwrap_or_default();
    name.starts_with(|char: char| char.is_alphabetic() || char == '_' || char == '-')
}

/// Whether the brace at `at` opens the attributes of a heading. Only `#` may follow on the line.
pub(crate) fn closes_heading(text: &str, at: usize) -> bool {
    let inner = &text[at + 1..];
    let Some(end) = inner.find(['{', '}', '\n', '\r']).filter(|end| inner[*end..].starts_with('}')) else {
        return false;
    };
    let after = inner[end + 1..].trim_start_matches([' ', '\t', '#']);
    id_in(&inner[..end]).is_some() && (after.is_empty() || after.starts_with(['\n', '\r']))
}

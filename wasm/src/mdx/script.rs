//! Finds the end of JavaScript and JSX. This is not a parser: it counts braces, and knows enough of strings, templates,
//! comments and regular expressions to find the end of complete code. It returns None for incomplete code, which the
//! caller then treats as text.
use memchr::memchr2;

/// Scans one text. It gives up after a number of steps for each byte, so that no text takes quadratic time.
pub(crate) struct Script<'a> {
    bytes: &'a [u8],
    /// The scanner reads nothing from here on.
    pub(crate) limit: usize,
    /// Whether lines start with the `>` of a block quote.
    pub(crate) quoted: bool,
    steps_left: usize,
    /// Whether it gave up.
    pub(crate) gave_up: bool,
}

/// The steps for each byte of the text (docs/chunking.md).
const STEPS: usize = 32;
const FIRST_STEPS: usize = 4096;

impl<'a> Script<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let steps_left = STEPS * bytes.len() + FIRST_STEPS;
        Script { bytes, limit: bytes.len(), quoted: false, steps_left, gave_up: false }
    }

    /// The end of the tag, fragment or HTML comment that begins at `at`.
    pub(crate) fn tag(&mut self, at: usize) -> Option<usize> {
        if self.bytes[at..self.limit].starts_with(b"<!--") {
            return self.after(b"-->", at + 4);
        }
        let mut at = at + 1;
        let closes = self.byte(at)? == b'/';
        if closes {
            at = self.white_space(at + 1);
        }
        if self.byte(at)? == b'>' {
            return Some(at + 1);
        }
        at = self.name(at)?;
        loop {
            at = self.white_space(at);
            at = match self.byte(at)? {
                b'>' => return Some(at + 1),
                b'/' => {
                    let end = self.white_space(at + 1);
                    return (self.byte(end)? == b'>').then_some(end + 1);
                }
                _ if closes => return None,
                b'{' => self.braces(at)?,
                _ => self.attribute(at)?,
            };
        }
    }

    /// The end of the expression in braces that begins at `at`.
    pub(crate) fn braces(&mut self, at: usize) -> Option<usize> {
        self.code(at + 1, vec![b'{'])
    }

    /// The end of the imports and exports that begin at `at`. It is the first blank line after a complete statement, or
    /// else the first blank line.
    pub(crate) fn statements(&mut self, at: usize) -> usize {
        self.code(at, Vec::new()).unwrap_or_else(|| {
            let mut line = at;
            while line < self.limit && !is_blank_line(self.bytes, line) {
                line = next_line(self.bytes, line);
            }
            line
        })
    }

    /// `open` holds the brackets and templates that are still open. If it is empty at the start, the code is
    /// statements.
    fn code(&mut self, mut at: usize, mut open: Vec<u8>) -> Option<usize> {
        let statements = open.is_empty();
        let mut before = b'{';
        loop {
            let Some(byte) = self.byte(at) else { return (statements && open.is_empty()).then_some(at) };
            let next = at + 1;
            if open.last() == Some(&b'`') {
                at = self.template(byte, at, &mut open);
                before = b'`';
                continue;
            }
            at = match byte {
                b'{' | b'`' => {
                    open.push(byte);
                    next
                }
                b'(' | b'[' if statements => {
                    open.push(byte);
                    next
                }
                b'}' | b')' | b']' => {
                    let opener = match byte {
                        b'}' => b'{',
                        b')' => b'(',
                        _ => b'[',
                    };
                    if open.last() == Some(&opener) {
                        open.pop();
                        if open.is_empty() && !statements {
                            return Some(next);
                        }
                    }
                    next
                }
                // An apostrophe in the text of an element does not open a string.
                b'\'' | b'"' if !self.bytes[at - 1].is_ascii_alphanumeric() => self.string(at).unwrap_or(next),
                b'/' => self.slash(at, before)?,
                b'\n' | b'\r' => {
                    let line = if byte == b'\r' && self.byte(next) == Some(b'\n') { next + 1 } else { next };
                    if statements && open.is_empty() && (line >= self.limit || is_blank_line(self.bytes, line)) {
                        return Some(line);
                    }
                    // A line of JavaScript never starts like this, so something before it was not closed.
                    if is_heading_or_fence(self.bytes, line) {
                        return (statements && open.is_empty()).then_some(line);
                    }
                    self.line_prefix(line)
                }
                _ => next,
            };
            if !byte.is_ascii_whitespace() {
                before = byte;
            }
        }
    }

    /// Passes one character of a template, or what begins or ends there.
    fn template(&mut self, byte: u8, at: usize, open: &mut Vec<u8>) -> usize {
        match byte {
            b'\\' => at + 2,
            b'`' => {
                open.pop();
                at + 1
            }
            b'$' if self.byte(at + 1) == Some(b'{') => {
                open.push(b'{');
                at + 2
            }
            _ => at + 1,
        }
    }

    /// Passes a string on one line.
    fn string(&mut self, at: usize) -> Option<usize> {
        let quote = self.bytes[at];
        let mut at = at + 1;
        loop {
            at += match self.byte(at)? {
                byte if byte == quote => return Some(at + 1),
                b'\n' | b'\r' => return None,
                b'\\' => 2,
                _ => 1,
            };
        }
    }

    /// Passes what follows a slash: a comment, a regular expression, or anything else. None for a comment without an
    /// end.
    fn slash(&mut self, at: usize, before: u8) -> Option<usize> {
        match self.byte(at + 1) {
            Some(b'*') => return self.after(b"*/", at + 2),
            Some(b'/') if before != b':' => {
                let mut end = at + 2;
                while self.byte(end).is_some_and(|byte| byte != b'\n' && byte != b'\r') {
                    end += 1;
                }
                return Some(end);
            }
            _ => {}
        }
        let starts_value = b"({[,;=:!&|?+".contains(&before);
        Some(starts_value.then(|| self.regular_expression(at)).flatten().unwrap_or(at + 1))
    }

    fn regular_expression(&mut self, at: usize) -> Option<usize> {
        let mut at = at + 1;
        let mut in_class = false;
        loop {
            let byte = self.byte(at)?;
            match byte {
                b'\n' | b'\r' => return None,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => return Some(at + 1),
                _ => {}
            }
            at += 1 + usize::from(byte == b'\\');
        }
    }

    fn attribute(&mut self, at: usize) -> Option<usize> {
        let name = self.name(at)?;
        let at = self.white_space(name);
        if self.byte(at)? != b'=' {
            return Some(name);
        }
        let at = self.white_space(at + 1);
        match self.byte(at)? {
            b'{' => self.braces(at),
            quote @ (b'"' | b'\'') => self.after(&[quote], at + 1),
            _ => None,
        }
    }

    /// Passes `name`, `name.name` or `name:name`.
    fn name(&mut self, at: usize) -> Option<usize> {
        let mut at = self.identifier(at)?;
        while let Some(b'.' | b':') = self.byte(at) {
            at = self.identifier(at + 1)?;
        }
        Some(at)
    }

    fn identifier(&mut self, at: usize) -> Option<usize> {
        let first = self.byte(at)?;
        if !(first.is_ascii_alphabetic() || first == b'_' || first == b'$' || first >= 0x80) {
            return None;
        }
        let mut at = at + 1;
        while self.byte(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$-".contains(&byte) || byte >= 0x80) {
            at += 1;
        }
        Some(at)
    }

    fn white_space(&mut self, mut at: usize) -> usize {
        loop {
            at = match self.byte(at) {
                Some(b'\n' | b'\r') => self.line_prefix(at + 1),
                Some(b' ' | b'\t') => at + 1,
                _ => return at,
            };
        }
    }

    /// Passes the `>` at the start of a line in a block quote.
    fn line_prefix(&mut self, at: usize) -> usize {
        if !self.quoted {
            return at;
        }
        let mut end = at;
        while let Some(b' ' | b'\t' | b'>') = self.byte(end) {
            end += 1;
        }
        end
    }

    fn after(&mut self, end: &[u8], mut at: usize) -> Option<usize> {
        while self.byte(at)? != end[0] || !self.bytes[at..self.limit].starts_with(end) {
            at += 1;
        }
        Some(at + end.len())
    }

    fn byte(&mut self, at: usize) -> Option<u8> {
        let Some(steps_left) = self.steps_left.checked_sub(1) else {
            self.gave_up = true;
            return None;
        };
        self.steps_left = steps_left;
        if at < self.limit {
            self.bytes.get(at).copied()
        } else {
            None
        }
    }
}

/// Whether an import or export of JavaScript begins here, and not a sentence.
pub(crate) fn is_statement(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at..];
    let word = |text: &[u8], words: &[&str]| {
        words.iter().any(|word| {
            let after = text.strip_prefix(word.as_bytes());
            after.is_some_and(|after| !after.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_'))
        })
    };
    if let Some(imported) = rest.strip_prefix(b"import") {
        let text = imported.trim_ascii_start();
        let name = text
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"_$".contains(byte) || **byte >= 0x80)
            .count();
        let after = text[name..].trim_ascii_start();
        return match text.first() {
            Some(b'{' | b'*' | b'"' | b'\'') => true,
            _ if text.len() == imported.len() || name == 0 => false,
            _ => after.starts_with(b",") || word(after, &["from"]) || &text[..name] == b"type",
        };
    }
    let Some(exported) = rest.strip_prefix(b"export") else { return false };
    let text = exported.trim_ascii_start();
    const DECLARATIONS: [&str; 10] =
        ["default", "const", "let", "var", "function", "async", "class", "type", "interface", "enum"];
    matches!(text.first(), Some(b'{' | b'*')) || (text.len() < exported.len() && word(text, &DECLARATIONS))
}

/// Whether the line at `at` is a heading with `#` or opens a code block, at any indentation.
pub(crate) fn is_heading_or_fence(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[after_indentation(bytes, at)..];
    rest.starts_with(b"```") || rest.starts_with(b"~~~") || heading_marker(rest).is_some()
}

/// The number of `#` that start a heading.
pub(crate) fn heading_marker(line: &[u8]) -> Option<usize> {
    let count = line.iter().take_while(|byte| **byte == b'#').count();
    let ends = matches!(line.get(count), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
    ((1..=6).contains(&count) && ends).then_some(count)
}

pub(crate) fn is_blank_line(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(after_indentation(bytes, at)), None | Some(b'\n' | b'\r'))
}

pub(crate) fn after_indentation(bytes: &[u8], at: usize) -> usize {
    at + bytes[at.min(bytes.len())..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Where the line's text ends, without its newline.
pub(crate) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

pub(crate) fn next_line(bytes: &[u8], at: usize) -> usize {
    let end = line_end(bytes, at);
    match bytes.get(end) {
        None => end,
        Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => end + 2,
        Some(_) => end + 1,
    }
}

"""Finds the links of a Markdown file and writes a mark into the text of each, so that the built page shows it."""
import re

FENCE = re.compile(r'^[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})')
DEFINITION = re.compile(r'^[ \t>]*\[([^\]\[^][^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]:[ \t]*\n?[ \t]*(<[^>\n]*>|\S+)', re.M)
HTML_LINK = re.compile(r'<a\s[^>{}]*?\bhref="([^"]*)"[^>]*?(?<!/)>(?=[^\s<])')
CODE = re.compile(r'(?<!`)(`+)(?!`)((?:(?!\n\s*\n)[\s\S])*?)(?<!`)\1(?!`)')
HIDDEN = '\x00'


def hide(text, start, end):
    hidden = ''.join('\n' if c == '\n' else HIDDEN for c in text[start:end])
    return text[:start] + hidden + text[end:]


def hide_lines(lines):
    """Hides the header, fences, and headings: a mark there would break the page or change ids."""
    out, fence, at = [], None, 0
    if lines and lines[0].strip() in ('---', '+++'):
        end = next((i for i in range(1, len(lines)) if lines[i].strip() == lines[0].strip()), 0)
        out, at = [HIDDEN * len(line) for line in lines[:end + 1]], end + 1
    for index in range(at, len(lines)):
        line = lines[index]
        opened = FENCE.match(line)
        if fence:
            closes = opened and opened[1].startswith(fence) and not line[opened.end():].strip()
            fence = None if closes else fence
            hidden = True
        elif opened and '`' not in line[opened.end():]:
            fence, hidden = opened[1], True
        else:
            under = lines[index + 1] if index + 1 < len(lines) else ''
            hidden = re.match(r' {0,3}#{1,6}\s', line) or (line.strip() and re.match(r' {0,3}(=+|--+)\s*$', under))
        out.append(HIDDEN * len(line) if hidden else line)
    return '\n'.join(out)


def masked(text):
    view = hide_lines(text.split('\n'))
    for pattern in (re.compile(r'<!--[\s\S]*?-->'), CODE, re.compile(r'\\[\[\]]')):
        view = pattern.sub(lambda found: re.sub(r'[^\n]', HIDDEN, found[0]), view)
    return view


def key(label):
    return ' '.join(label.split()).casefold()


def open_bracket(view, close):
    depth = 0
    for at in range(close, max(-1, close - 1500), -1):
        if view[at] == ']':
            depth += 1
        elif view[at] == '[':
            depth -= 1
            if depth == 0:
                return at
        elif view[at] == '\n' and view[at - 1:at] == '\n':
            return None
    return None


def destination_end(text, start):
    """The end of an inline destination: `<…>`, or balanced parentheses, with template tags as one piece."""
    at, depth = start, 0
    if text[at:at + 1] == '<':
        end = text.find('>', at)
        return end + 1 if end > 0 else None
    while at < len(text):
        if text.startswith('{{', at) or text.startswith('{%', at):
            end = text.find('}}' if text[at + 1] == '{' else '%}', at)
            at = end + 2 if end > 0 else len(text)
            continue
        if text[at] in ' \t\n' or (text[at] == ')' and depth == 0):
            return at
        depth += (text[at] == '(') - (text[at] == ')')
        at += 1
    return None


def markdown_links(text):
    """Yields (place, length of what the mark replaces, what stands around the mark, kind, destination, start)."""
    view = masked(text)
    definitions, taken = {}, set()
    for found in DEFINITION.finditer(view):
        label = text[found.start(1):found.end(1)]
        definitions.setdefault(key(label), text[found.start(2):found.end(2)].strip('<>'))
        taken.add(found.start(1) - 1)
    for found in re.finditer(r'\]', view):
        close = found.start()
        start = open_bracket(view, close)
        if start is None or start in taken or close - start < 2 or view[start - 1:start] in ('!', ']'):
            continue
        after = view[close + 1:close + 2]
        label = text[start + 1:close]
        if after == '(':
            begin = close + 2 + len(re.match(r'\s*', text[close + 2:])[0])
            end = destination_end(text, begin)
            if end is not None and end > begin:
                yield close, 0, (' ', ''), 'inline', text[begin:end].strip('<>'), start
        elif after == '[' and view[close + 2:close + 3] != ']':
            full = key(text[close + 2:view.find(']', close + 2)])
            if full in definitions:
                yield close, 0, (' ', ''), 'reference', definitions[full], start
        elif key(label) in definitions and after != ':':
            length = 3 if after == '[' else 1
            yield close, length, (' ', f'][{label}]'), 'reference', definitions[key(label)], start
    for found in HTML_LINK.finditer(view):
        yield found.end(), 0, ('', ' '), 'html', text[found.start(1):found.end(1)], found.start()


def form(kind, destination):
    """The kind of a link by the form of its destination."""
    if kind != 'inline':
        return kind
    if '{{' in destination or '{%' in destination:
        return 'template'
    if destination.startswith('#'):
        return 'anchor'
    if re.match(r'[a-z][a-z0-9+.-]*:|//', destination, re.I):
        return 'address'
    return 'site' if destination.startswith('/') else 'relative'


def mark_markdown(text, mark):
    """Gives the marked text; `mark(kind, destination, line)` makes a mark, or None to leave a link out."""
    return apply(text, ((at, length, halves, form(kind, destination), destination, start)
                        for at, length, halves, kind, destination, start in markdown_links(text)), mark)


def apply(text, links, mark):
    out, last = [], 0
    for at, length, (before, behind), kind, destination, start in sorted(links):
        made = at >= last and mark(kind, destination, text.count('\n', 0, start) + 1)
        if made:
            out.append(text[last:at] + before + made + behind)
            last = at + length
    return ''.join(out) + text[last:]

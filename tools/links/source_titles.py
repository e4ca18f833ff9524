"""Finds the heading, label or id in a source file to which an anchor of its built page leads."""
import re
import unicodedata
from functools import lru_cache
from pathlib import Path

RST_LINE = re.compile(r'([=\-~^"\'#*+.:_`!$%&(),/;<>?@\[\]\\{|}])\1*\s*$')


@lru_cache(maxsize=2000)
def source_titles(path):
    """The headings of a source file as they stand in it: (line, text)."""
    text = Path(path).read_text('utf-8', 'replace')
    kind = Path(path).suffix
    if kind in ('.rst', '.txt'):
        return rst_titles(text.split('\n'))
    if kind in ('.adoc', '.asciidoc'):
        return [(n, m[1]) for n, m in numbered(text, r'={1,6}\s+(.*?)\s*$')]
    if kind == '.org':
        return [(n, m[1]) for n, m in numbered(text, r'\*+\s+(.*?)\s*$')]
    return markdown_titles(text.split('\n'))


def numbered(text, pattern):
    found = ((n, re.match(pattern, line)) for n, line in enumerate(text.split('\n'), 1))
    return [(n, match) for n, match in found if match]


def markdown_titles(lines):
    out, fence = [], None
    for index, line in enumerate(lines):
        opened = re.match(r'[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})', line)
        if fence:
            fence = None if opened and opened[1].startswith(fence) and not line[opened.end():].strip() else fence
        elif opened and '`' not in line[opened.end():]:
            fence = opened[1]
        elif found := re.match(r'[ >]*(?:[-*+] |\d+\. )? *#{1,6}\s+(.*?)\s*$', line):
            out.append((index + 1, found[1]))
        elif re.match(r' {0,3}(=+|--+)\s*$', line) and index and lines[index - 1].strip() and fence is None:
            out.append((index, lines[index - 1].strip()))
        elif found := re.search(r'<h([1-6])[^>]*>(.*?)</h\1>', line):
            out.append((index + 1, found[2]))
    header = next((i for i in range(1, len(lines)) if lines[i].strip() in ('---', '+++')), 0)
    begins = bool(lines) and lines[0].strip() in ('---', '+++')
    title = [(n, m[1]) for n, m in numbered('\n'.join(lines[:header]), r'title\s*[:=]\s*["\']?(.*?)["\']?\s*$')]
    return [*title[:1], *(one for one in out if one[0] > header)] if begins else out


def rst_titles(lines):
    out = []
    for index in range(1, len(lines)):
        over, line = lines[index - 1], lines[index]
        if RST_LINE.match(line) and over.strip() and not RST_LINE.match(over) and not over.startswith((' ', '..')):
            if len(line.strip()) >= min(len(over.rstrip()), 3):
                out.append((index, over.strip()))
        elif index > 1 and RST_LINE.match(line) and over.startswith(' ') and lines[index - 2].strip() == line.strip():
            out.append((index, over.strip()))
    return out


@lru_cache(maxsize=200000)
def letters(text):
    text = re.sub(r'\{\{.*?\}\}|\{%.*?%\}|\{[^{}]*[#.=][^{}]*\}\s*$|\{:[^}]*\}', ' ', text)
    text = re.sub(r':[\w:+-]+:`~?([^`<]*?)(\s*<[^>`]*>)?`', r'\1', text)
    text = re.sub(r'!?\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])', r'\1', text)
    text = re.sub(r'</?[a-zA-Z][^>]*>|&\w+;|\[\[[^\]]*\]\]|^\[[^\]]*\]', ' ', text)
    return ''.join(c for c in unicodedata.normalize('NFKC', text).casefold() if c.isalnum())


def same_title(path, shown, place):
    """The heading whose letters are those of the shown one: the nth of the same letters for the nth shown one."""
    same = [title for title in source_titles(path) if letters(title[1]) == letters(shown)]
    return same[place] if letters(shown) and place < len(same) else None


@lru_cache(maxsize=2000)
def objects_of(path):
    """The objects that directives in reStructuredText describe: (line, argument, name); autodoc's are in none."""
    out = []
    for number, line in enumerate(Path(path).read_text('utf-8', 'replace').split('\n'), 1):
        found = re.match(r'\s*\.\. (?!auto|code|include)([a-z][\w:-]*)::\s+(.+)', line)
        if found:
            out.append((number, found[2].strip(), re.split(r'\(|,|\s|=|::', found[2].removeprefix('.. '))[0]))
    return out


def object_title(path, name):
    """The directive that describes the object of an id: its name ends the id, behind its kind, module, or class."""
    wanted, best = name.casefold(), None
    known = {argument.split('(')[0].split('.')[-1].casefold() for _, argument, _ in objects_of(path)}
    for number, argument, written in objects_of(path):
        end = written.replace(':', '-').lstrip('-').casefold()
        before = wanted.removesuffix(end) if end and wanted.endswith(end) else None
        if before is None or (before and before[-1] not in '.-'):
            continue
        if before.endswith('.') and before[:-1].split('.')[-1] not in known:
            continue
        if best is None or len(end) > best[0]:
            best = len(end), number, argument
    return best and best[1:]


def explicit_id(path, name):
    """The line and the text of an id that stands in the source."""
    escaped = re.escape(name)
    loose = re.sub(r'(\\-|-|_)', '[-_. :]', escaped)
    patterns = [
        r'\{[^{}\n]*#' + escaped + r'[\s}]', r'\b(?:id|name)\s*=\s*["\']?' + escaped + r'["\'\s>}]',
        r'\[\[' + escaped + r'[\],]', r'\[#' + escaped + r'[\],.%]', r'(?i)^\s*\.\. _`?' + loose + r'`?:',
        r'anchor:' + escaped + r'\[', r'<<' + escaped + r'>>', r'(?i):CUSTOM_ID:\s*' + escaped + r'\s*$',
        r'^\s*\[\^' + re.escape(name.split(':')[-1]) + r'\]:' if name.startswith('fn') else r'(?!)',
    ]
    for number, line in enumerate(Path(path).read_text('utf-8', 'replace').split('\n'), 1):
        if any(re.search(pattern, line) for pattern in patterns):
            return number, name
    return None


def included_id(path, name, depth=0):
    """An id in a file that a source includes."""
    text = Path(path).read_text('utf-8', 'replace')
    for inner in re.findall(r'(?m)^(?:include::|\.\. include:: *)([^\[\s{}]+)', text):
        file = Path(path).parent / inner
        if file.is_file() and depth < 4 and (found := explicit_id(file, name) or included_id(file, name, depth + 1)):
            return found
    return None

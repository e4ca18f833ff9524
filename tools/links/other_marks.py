"""Finds and marks the links of reStructuredText, AsciiDoc and Org."""
import re

from markdown_marks import apply, hide

ROLE = re.compile(r':([a-z][\w:+.-]*):`(?!!)(~?)([^`<]*?)(?:\s*<([^`>]+)>)?`')
PHRASE = re.compile(r'(?<![\w:`|])`([^`<>]+?)(?:\s+<([^`>]+)>)?`_(?![\w_])')
TEXT_ROLES = {'kbd', 'command', 'file', 'samp', 'code', 'math', 'guilabel', 'menuselection', 'abbr', 'program', 'sub',
              'sup', 'dfn', 'pep', 'rfc', 'cve', 'cwe', 'pr', 'issue', 'ghsa', 'duref', 'durole', 'dudir', 'regexp',
              'download', 'manpage', 'mailheader', 'mimetype', 'newsgroup', 'makevar', 'download', 'index', 'token',
              'literal', 'strong', 'keyword', 'dupage', 'cpp:expr', 'cpp:texpr', 'c:expr', 'c:texpr'}


def literal_blocks(text):
    """Hides code blocks, tables (a mark would break them), headings, and comments."""
    out, inside, lines = [], None, text.split('\n')
    for index, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if inside is not None and line.strip() and indent <= inside:
            inside = None
        hidden = inside is not None or re.match(r'\s*[+|]|\s*=+ +=', line)
        under = lines[index + 1] if index + 1 < len(lines) else ''
        hidden = hidden or (line.strip() and re.match(r'([=\-~^"\'#*+.:_`])\1{2,}\s*$', under))
        if inside is None and (re.match(r'\s*\.\. (code-block|sourcecode|code|parsed-literal|math|raw|productionlist|'
                                        r'literalinclude|graphviz|digraph|inheritance-diagram)::', line)
                               or (line.rstrip().endswith('::') and not re.match(r'\s*\.\. ', line))
                               or re.match(r'\s*\.\. (?![\w:+-]+::|_|\[|\|)', line)):
            inside = indent
        out.append('\0' * len(line) if hidden else line)
    return '\n'.join(out)


def mark_rst(text, mark):
    view = literal_blocks(text)
    for found in list(re.finditer(r'``.+?``', view)):
        view = hide(view, found.start(), found.end())
    return apply(text, [*roles(view), *phrases(view), *toctrees(text)], mark)


def roles(view):
    for found in ROLE.finditer(view):
        role, _, shown, target = found.groups()
        if role in TEXT_ROLES or role.startswith('code-'):
            continue
        if target:
            yield found.end(3), 0, (' ', ' '), f'role:{role}', target, found.start()
        else:
            name = ' '.join(shown.split())
            length = found.end(3) - found.start(2)
            yield found.start(2), length, ('', f' <{shown}>'), f'role:{role}', name, found.start()


def phrases(view):
    for found in PHRASE.finditer(view):
        shown, target = found.groups()
        if target and re.match(r'[a-z]+:', target):
            continue
        if target:
            yield found.end(1), 0, (' ', ''), 'reference', target, found.start()
        else:
            yield found.start(1), len(shown), ('', f' <{shown}_>'), 'reference', ' '.join(shown.split()), found.start()


def toctrees(text):
    inside, at = None, 0
    for line in text.split('\n'):
        indent = len(line) - len(line.lstrip())
        if re.match(r'\s*\.\. toctree::', line):
            inside = indent
        elif inside is not None and line.strip():
            if indent <= inside:
                inside = None
            elif not line.strip().startswith(':') and not re.search(r'[*<]|https?:', line):
                entry = line.strip()
                yield at + indent, len(entry), ('', f' <{entry}>'), 'toctree', entry, at
        at += len(line) + 1


def mark_asciidoc(text, mark):
    return apply(text, asciidoc_links(asciidoc_blocks(text)), mark)


def asciidoc_blocks(text):
    out, end = [], None
    for line in text.split('\n'):
        fence = re.match(r'(-{4,}|\.{4,}|/{4,}|\+{4,}|```)', line)
        hidden = end is not None or fence or re.match(r'={1,6} |//|\[', line)
        if fence and end is None:
            end = line.strip() if fence[1] != '```' else '```'
        elif end is not None and line.strip() == end:
            end = None
        out.append('\0' * len(line) if hidden else line)
    return '\n'.join(out)


def asciidoc_links(view):
    for found in re.finditer(r'(?<![\\`+])(xref|link):([^\s\[\]{}]+)\[([^\[\]\0]*)\]', view):
        yield found.end(3), 0, (' ' if found[3] else '', ''), found[1], found[2], found.start()
    for found in re.finditer(r'(?<![\\`+])<<([^>,\0\n]+)(,[^>\0]*)?>>', view):
        at = found.end() - 2
        yield at, 0, (' ' if found[2] else ',', ''), 'xref', found[1], found.start()
    for found in re.finditer(r'(?<![\\`+])linkgit:([\w.-]+)\[(\d)\]', view): # As the extension of git's own build does.
        before = f'link:{{git-relative-html-prefix}}{found[1]}.html[{found[1]}({found[2]}) '
        yield found.start(), len(found[0]), (before, ']'), 'linkgit', f'{found[1]}[{found[2]}]', found.start()


def mark_org(text, mark):
    view = re.sub(r'(?ims)^[ \t]*#\+begin_(src|example|export).*?^[ \t]*#\+end_\1',
                  lambda m: re.sub(r'[^\n]', '\0', m[0]), text)
    view = re.sub(r'(?m)^(\*+ |#|[ \t]*:[\w-]+:).*', lambda m: '\0' * len(m[0]), view)
    return apply(text, org_links(view), mark)


def org_links(view):
    for found in re.finditer(r'\[\[([^\[\]\n]+)\](?:\[([^\[\]]+)\])?\]', view):
        target = found[1]
        kind = target.split(':')[0] if re.match(r'[\w-]+:', target) else 'fuzzy'
        if found[2]:
            yield found.end(2), 0, (' ', ''), f'org:{kind}', target, found.start()
        else:
            yield found.end(1) + 1, 0, ('[', ']'), f'org:{kind}', target, found.start()

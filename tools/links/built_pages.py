"""Reads the built pages: the address of each marked link, and the heading to which an id leads."""
import re
from functools import lru_cache
from pathlib import Path

from lxml import html

MARK = re.compile(r'zq(\d+)zq')
TITLES = ('h1', 'h2', 'h3', 'h4', 'h5', 'h6')
PERMALINK = re.compile(r'(^|\s)(headerlink|header-anchor|anchor|hash-link|td-heading-self-link|anchor-link)(\s|$)')


@lru_cache(maxsize=5000)
def page(path):
    text = Path(path).read_bytes()
    parser = html.HTMLParser(encoding='utf-8')
    return html.document_fromstring(text, parser=parser) if text.strip() else html.fromstring('<p/>')


def marked_links(path):
    """Yields (number of the mark, its `href`); None stands for a mark outside of every link."""
    if not MARK.search(Path(path).read_text('utf-8', 'replace')):
        return
    for element in page(str(path)).iter('a'):
        for number in MARK.findall(text_of(element, keep=True)):
            yield int(number), element.get('href')


def redirect_of(path):
    """The address to which a page without content sends its reader."""
    head = Path(path).read_text('utf-8', 'replace')[:3000]
    found = re.search(r'http-equiv="?refresh"?\s+content="?\d+;\s*url=\'?([^"\'>\s]+)', head, re.I)
    return found and found[1]


def text_of(element, keep=False):
    parts = []

    def walk(node):
        if not isinstance(node.tag, str) or node.tag in ('script', 'style', 'svg'):
            return
        if not keep and PERMALINK.search(node.get('class') or '') and node.tag == 'a' and len(node.text_content()) < 3:
            return
        parts.append(node.text or '')
        for child in node:
            walk(child)
            parts.append(child.tail or '')

    walk(element)
    return ' '.join(''.join(parts).replace('\u200b', '').split())


@lru_cache(maxsize=5000)
def elements_of(path):
    """The elements of a page by their ids and, behind those, by their names."""
    found = {}
    for attribute in ('id', 'name'):
        for element in page(path).xpath(f'//*[@{attribute}]'):
            found.setdefault(element.get(attribute), element)
    return found


def element_of(path, name):
    return elements_of(str(path)).get(name)


def first_title(element):
    """The heading that begins an element, behind nothing but empty elements."""
    for child in element:
        if child.tag in TITLES:
            return child
        if isinstance(child.tag, str) and text_of(child):
            return first_title(child) if child.tag in ('div', 'header', 'section', 'span') else None
    return None


def next_title(element):
    """The heading that directly follows an empty element."""
    node = element
    while node is not None:
        if (node.tail or '').strip():
            return None
        sibling = node.getnext()
        if sibling is None:
            node = node.getparent()
            if node is None or node.tag in ('body', 'main', 'article'):
                return None
            continue
        if sibling.tag in TITLES:
            return sibling
        inner = first_title(sibling)
        if inner is not None or not isinstance(sibling.tag, str) or text_of(sibling):
            return inner
        node = sibling
    return None


def title_of(element):
    """The heading to which an element belongs as its beginning, or None where it marks something else."""
    if element.tag in TITLES:
        return element
    for above in element.iterancestors(*TITLES):
        return above
    if element.tag in ('section', 'div', 'article'):
        return first_title(element)
    return None if text_of(element) else next_title(element)


@lru_cache(maxsize=5000)
def titles_of(path):
    """The headings of a page with their texts, without marks."""
    return [(element, MARK.sub('', text_of(element))) for element in page(path).iter(*TITLES)]

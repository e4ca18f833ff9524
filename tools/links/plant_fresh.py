"""Draws faults to plant in documentations that no rule was mended on: edits of links, and changes of what they name."""
import builtins
import random
import re
import subprocess
import sys
from collections import Counter
from functools import lru_cache
from pathlib import Path

from living_links import IMAGES, INCLUDES, Documentation
from fresh_sources import DRAWS, FRESH, NAMES_WITHOUT_ENDING, NO_FAULTS, PLAIN, WITH_CODE
from plant import Tree, anchor_gone, anchor_of_another, moved, new_word, no_extension, other_folder, rename, wrong_case
from source_titles import explicit_id, letters, source_titles

EACH, DOCUMENTS, PAST = 8, {'.md', '.mdx', '.rst', '.adoc', '.org'}, r'(?i)change|release|news|history|blog|migrat'
OUTSIDE = r'(^|/)(tests?|fixtures?|templates?|\d* ?Templates|snippets|_(?!index\.)[^/]*|\.[^/]*)(/|$)'


def words(rng, kinds, change, needs_target=False, where=lambda name, written: True):
    """A kind of fault that edits the destination of a link."""
    def draw(one, tree, path):
        for kind, line, written, target in one.links(path):
            if kind not in kinds or not where(one.root.name, written):
                continue
            changed = change(rng, tree, written, target) if needs_target else change(rng, tree, written)
            yield line, written, changed, '', target
    return draw


def definition(rng):
    def draw(one, tree, path):
        for number, line in enumerate(one.text(path).split('\n'), 1):
            found = re.match(r'\s*\[[^\]^]+\]:\s*<?([^\s>]+?)>?\s*$', line)
            used = found and one.text(path).count(re.match(r'\s*(\[[^\]]+\])', line)[1]) > 1
            if used and found[1][0] != '#' and (target := one.target(path, 'relative', found[1])):
                yield number, found[1], rename(rng, tree, found[1]), '', target
    return draw


def pattern(rng, expression, endings, change):
    """A kind of fault that edits what the first group of a pattern holds, outside of fences."""
    def draw(one, tree, path):
        if Path(path).suffix not in endings:
            return
        fence = False
        for number, line in enumerate(one.text(path).split('\n'), 1):
            fence = fence != bool(re.match(r'\s*(```|~~~)', line))
            for found in [] if fence else re.finditer(expression, line):
                written, changed, edited = change(one, tree, path, found)
                yield number, written, changed, edited, None
    return draw


def files_in(rng, by_ending):
    def draw(one, tree, path):
        for number, written in one.patterns(path, by_ending):
            yield number, written, rename(rng, tree, written), '', None
    return draw


def footnote(rng):
    def change(one, tree, path, found):
        known = f'[^{found[1]}]:' in one.text(path)
        return f'[^{found[1]}]', known and f'[^{new_word(rng, found[1])}]', ''
    return pattern(rng, r'\[\^([\w-]+)\](?!:)', {'.md', '.mdx'}, change)


def label(rng):
    def change(one, tree, path, found):
        known = re.search(r'(?m)^\s*\[' + re.escape(found[1]) + r'\]:', one.text(path))
        return f'][{found[1]}]', known and f'][{new_word(rng, found[1])}]', ''
    return pattern(rng, r'\]\[([^\]\[^]+)\](?!\()', {'.md', '.mdx'}, change)


def address(rng, of_site):
    """An address of the repository on its host, or of the site that the documents make."""
    def draw(one, tree, path):
        owner, base = one.root.name.replace('+', '/'), FRESH[one.root.name][2]
        if of_site and not base:
            return
        start = re.escape(base) + '/' if of_site else f'https://github.com/{owner}/(?:blob|tree)/(?:main|master)/'
        for number, line in enumerate(one.visible(path), 1):
            for found in re.finditer(r'(?<!/)' + start + r'([^\s()\[\]<>"\'`]+)', line):
                place = found[1].partition('#')[0]
                there = (one.site(place) if of_site else one.at(place)) if place.strip('./') else None
                changed = there and rename(rng, tree, found[1])
                yield number, found[0], changed and found[0].removesuffix(found[1]) + changed, '', there
    return draw


SOURCES = {'.py', '.rs', '.ts', '.tsx', '.js', '.mjs', '.java', '.kt', '.go', '.el', '.sh'}
OF_CODE = {'moved source', 'renamed symbol', 'line beyond the end'}
CODE_PATH = r'(?<!`)`{1,2}((?:[\w.@-]+/)+[\w.-]+\.\w{1,5})`{1,2}(?!`)'
SYMBOL = r'(?<![`\w:])`{1,2}(?:[\w.]+\.)?([A-Za-z]\w*[a-z][A-Z_]\w+|[A-Z]+_[A-Z_]+)(?:\(\))?`{1,2}(?!`)'


def path_in_code(one, tree, path, found):
    """A source that code text names; shallow paths, and those of settings, may be those of a reader's project."""
    if one.root.name not in WITH_CODE or found[1].count('/') < 2 or found[1].startswith('.'):
        return None
    here = [file for file in (found[1], str(Path(path).parent / found[1])) if file in one.files]
    return here[0] if here and Path(here[0]).suffix not in DOCUMENTS else None


def beyond(rng):
    def change(one, tree, path, found):
        return found[1], not re.search(PAST, path) and path_in_code(one, tree, path, found) and f'{found[1]}:{rng.randint(20000, 90000)}', ''
    return pattern(rng, CODE_PATH, DOCUMENTS, change)


def moved_source(rng):
    def change(one, tree, path, found):
        file = not re.search(PAST, path) and path_in_code(one, tree, path, found)
        return file or '', file and rename(rng, tree, file), 'move'
    return pattern(rng, CODE_PATH, DOCUMENTS, change)


DEFINITION = re.compile(r'\b(?:def|class|fn|struct|enum|trait|function|interface|void|public \w+)\s+(\w+)')


@lru_cache(maxsize=20)
def defined(one):
    """The names that the sources of a repository define, outside of tests."""
    sources = [file for file in sorted(one.files) if Path(file).suffix in SOURCES
               and not re.search(r'(?i)(^|/|_|\.)(tests?|testing|fixtures?|examples?|e2e|docs?|website|documentation)(/|_|\.|$)', file)]
    return {name for file in sources for name in DEFINITION.findall(one.text(file))}


def renamed_symbol(rng):
    seen = set()

    def change(one, tree, path, found):
        name, text = found[1], one.text(path)
        blocks = ''.join(re.findall(r'(?ms)^\s*(?:```|----).*?^\s*(?:```|----)', text))
        if one.root.name not in WITH_CODE or re.search(PAST, path) or name in blocks or name in seen or name not in defined(one) or hasattr(builtins, name):
            return name, None, ''
        seen.add(name)
        head = re.match(r'[A-Z]?[a-z]+|[A-Z]+', name)[0]
        return name, f'{head}{"_OUTMODED" if name.isupper() else "_outmoded" if name.islower() else "Outmoded"}', 'sources'
    return pattern(rng, SYMBOL, DOCUMENTS, change)


def removed_page(rng):
    def draw(one, tree, path):
        for kind, line, written, target in one.links(path):
            alone = kind != 'wiki' or sum(Path(file).stem == Path(target).stem for file in one.files) == 1
            if kind in ('relative', 'site', 'wiki', 'role:doc', 'xref', 'org:file') and target != path and alone:
                yield line, target, '-', 'remove', target
    return draw


def renamed_heading(rng):
    def draw(one, tree, path):
        for kind, line, written, target in one.links(path):
            anchor = written.partition('#')[2] if '::' not in written else ''
            if kind not in ('relative', 'site', 'anchor', 'wiki') or not anchor or '^' in anchor:
                continue
            titles = source_titles(one.root / target)
            same = [title for title in titles if letters(title[1]).rstrip('1234567890') == letters(anchor)]
            if len(same) == 1 and not explicit_id(one.root / target, anchor):
                yield line, same[0][1], f'{new_word(rng, "Outlook").title()} {rng.randint(100, 999)}', \
                    f'{target}:{same[0][0]}', target
    return draw


def kinds(rng):
    paths, at = ('relative',), lambda name, written: name in PLAIN

    def org_change(rng, tree, written):
        if written.startswith(('*', '#')) or '::' in written:
            return f'{written} {rng.choice(["former", "draft"])}' if written[0] == '*' else new_word(rng, written)
        return rename(rng, tree, written)
    return {
        'renamed page': words(rng, paths, rename), 'moved file': words(rng, paths, moved, where=at),
        'removed folder': words(rng, paths, other_folder),
        'wrong case': words(rng, paths, wrong_case, where=at),
        'missing extension': words(rng, paths, no_extension, where=lambda name, written: name in PLAIN - NAMES_WITHOUT_ENDING),
        'site path to nothing': words(rng, ('site',), rename),
        'shortcode to nothing': words(rng, ('relref',), rename),
        'wrong anchor': words(rng, ('relative', 'site'), anchor_gone, True),
        'wrong anchor in its own page': words(rng, ('anchor',), anchor_gone, True),
        'anchor of another page': words(rng, ('relative', 'anchor', 'site'), anchor_of_another, True),
        'wiki link to nothing': words(rng, ('wiki',), rename),
        'wiki heading gone': words(rng, ('wiki', 'embed'), anchor_gone, True),
        'embed of nothing': words(rng, ('embed',), rename),
        'doc role to nothing': words(rng, ('role:doc',), rename),
        'ref role to nothing': words(rng, ('role:ref',), rename),
        'toctree entry to nothing': words(rng, ('toctree',), rename),
        'xref to nothing': words(rng, ('xref',), lambda rng, tree, written: None if '.adoc' not in written else rename(rng, tree, written)),
        'xref anchor gone': words(rng, ('xref',), anchor_gone, True),
        'org file to nothing': words(rng, ('org:file',), rename),
        'org heading or id gone': words(rng, ('org:fuzzy', 'org:custom-id'), org_change),
        'dead href': words(rng, ('html',), rename), 'dead definition': definition(rng),
        'missing definition': label(rng), 'dead footnote': footnote(rng), 'dead image': files_in(rng, IMAGES),
        'include of nothing': files_in(rng, INCLUDES), 'address of its host': address(rng, False),
        'address of its site': address(rng, True), 'line beyond the end': beyond(rng), 'moved source': moved_source(rng),
        'renamed symbol': renamed_symbol(rng), 'removed page': removed_page(rng), 'renamed heading': renamed_heading(rng),
    }


def candidates(one, tree, documents, draw, limit):
    """At most `limit` faults of a documentation, one a document."""
    out = []
    for path in documents:
        if len(out) == limit:
            break
        lines = one.text(path).split('\n')
        for line, written, changed, edited, target in draw(one, tree, path):
            where = lines[line - 1] if not edited else ''
            if edited.rpartition(':')[2].isdigit():
                where = one.text(edited.rpartition(':')[0]).split('\n')[int(edited.rpartition(':')[2]) - 1]
            fits = where.count(written) == 1 or edited in ('move', 'remove', 'sources')
            if changed and changed != written and fits and '\t' not in written + changed:
                out.append((one.root.name, path, line, written, changed, edited, target))
                break
    return out


def drawn(rng, sources, each, taken):
    """Faults of all kinds, one a document and none in what another one changes."""
    out = []
    for kind, draw in kinds(rng).items():
        queues = []
        for one, tree, documents, everywhere in rng.sample(sources, len(sources)):
            places = everywhere if kind in OF_CODE else documents
            queues.append(candidates(one, tree, rng.sample(places, min(400, len(places))), draw, each * 2))
        chosen, found = [], sum(map(len, queues))
        while len(chosen) < each and any(queues):
            for queue in queues:
                row = queue.pop() if queue else None
                touched = row and {(row[0], row[1]), (row[0], row[6]) if row[5] and row[6] else None,
                                   (row[0], row[3]) if row[5] in ('move', 'sources') else None} - {None}
                if row and len(chosen) < each and not touched & taken:
                    taken |= touched
                    chosen.append((*row[:5], kind, row[5]))
        print(kind, found, len(chosen), file=sys.stderr)
        out += chosen
    return out


def main():
    work, which = Path(sys.argv[1]), sys.argv[2]
    names, seeds, output = DRAWS[which]
    sources = []
    for name in names:
        inside, roots, _ = FRESH[name]
        listed = subprocess.run(['git', '-C', work / name, 'ls-files', '-z'], capture_output=True, text=True,
                                check=True).stdout.split('\0')[:-1]
        everywhere = [path for path in listed if Path(path).suffix in DOCUMENTS and not re.search(OUTSIDE, path)
                      and (work / name / path).is_file()]
        documents = [path for path in everywhere if re.match(inside, path)]
        sources.append((Documentation(work / name, listed, roots), Tree(work / name, listed), documents, everywhere))
        print(name, len(documents), len(everywhere))
    taken, out, rng = set(NO_FAULTS), [], None
    for seed in seeds:
        rng = random.Random(seed)
        out += drawn(rng, sources, -(-EACH // len(seeds)), taken)
    while len(out) > 200:
        largest = Counter(one[5] for one in out).most_common(1)[0][0]
        out.remove(rng.choice([one for one in out if one[5] == largest]))
    head = 'repository\tpath\tline\tfrom\tto\tkind\tedited'
    lines = [head, *('\t'.join(map(str, one)) for one in sorted(out))]
    (Path(__file__).parent / output).write_text('\n'.join(lines) + '\n')
    print(len(out), len({one[5] for one in out}))


if __name__ == '__main__':
    main()

"""What Sphinx reads in a folder of reStructuredText: the titles with their lines, the visible words, the objects, and
what `objects.inv` says of each document.

    rst_oracle.py FOLDER SUFFIX OUTPUT

Directives of autodoc describe nothing here, and what is not known keeps its text. One line of JSON for each document.
"""
import json
import re
import sys
import tempfile
import zlib
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.roles import XRefRole
from sphinx.util.inventory import InventoryFile

folder, suffix, output = Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
texts = {path: path.read_text("utf-8", "replace") for path in folder.rglob(f"*{suffix}")}


class Stub(Directive):
    """A description that is made from a source, or a directive of which nothing is shown."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = None

    def run(self):
        return []


class AnyOptions(dict):
    def __getitem__(self, key):
        return directives.unchanged

    def __contains__(self, key):
        return True


class Titled(Directive):
    """A part with a title."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = AnyOptions()

    def run(self):
        node = nodes.container()
        if self.arguments and self.content:
            texts, messages = self.state.inline_text(self.arguments[0], self.lineno)
            node += nodes.paragraph("", "", *texts)
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


class Code(Directive):
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = AnyOptions()

    def run(self):
        return [nodes.literal_block("\n".join(self.content), "\n".join(self.content))]


Stub.option_spec = AnyOptions()


def setup_unknown(app):
    """Registers what the texts name and nobody knows."""
    around = [path.read_text("utf-8", "replace") for path in folder.parent.glob("*.rst")]
    written = "\n".join([*texts.values(), *around])
    for name in sorted(set(re.findall(r"^\s*\.\. ([\w:+.-]+)::", written, re.M))):
        if name.startswith("auto"):
            app.add_directive(name, Stub, override=True)
            continue
        try:
            known = app.registry.has_domain(name.split(":")[0]) if ":" in name else False
            known = known or directives._directives.get(name) or is_docutils(name) or in_domain(app, name)
        except Exception:
            known = False
        if not known:
            app.add_directive(name, Code if name == "console" else Titled, override=True)
    for name in sorted(set(re.findall(r":([\w+.-]+(?::[\w+.-]+)?):`", written))):
        if ":" in name or name in roles._roles or name in roles._role_registry or in_domain(app, name, True):
            continue
        app.add_role(name, XRefRole(), override=True)


def is_docutils(name):
    from docutils.parsers.rst.languages import en

    return name in en.directives


def in_domain(app, name, role=False):
    for domain in ("py", "std"):
        found = app.registry.domains[domain]
        if name in (found.roles if role else found.directives):
            return True
    return False


SKIPPED = (nodes.comment, nodes.substitution_definition, nodes.meta, nodes.system_message, addnodes.index)
BOXES = set("attention caution danger error hint important note tip warning seealso todo_node".split())


def visible(node, out):
    if isinstance(node, nodes.Text):
        out.append(node.astext())
        return
    if isinstance(node, SKIPPED):
        return
    if isinstance(node, addnodes.desc_annotation):
        out.append(" ")
        return
    if isinstance(node, addnodes.desc_addname):
        module = node.parent.get("module") if node.parent is not None else None
        if module and node.astext() == module + ".":
            return
    if isinstance(node, nodes.image):
        out.append(" " + node.get("alt", "") + " ")
        return
    if isinstance(node, nodes.inline) and "versionmodified" in node.get("classes", []):
        version = node.parent.parent.get("version", "") if node.parent is not None else ""
        out.append(f" {version} ")
        return
    if isinstance(node, addnodes.versionmodified) and not any(
        "versionmodified" in each.get("classes", []) for each in node.findall(nodes.inline)
    ):
        out.append(f" {node.get('version', '')} ")
    if isinstance(node, addnodes.toctree):
        out.append(" " + " ".join(title for title, _ in node["entries"] if title) + " " + (node.get("caption") or "") + " ")
        return
    if node.__class__.__name__ in BOXES:
        out.append(f" {node.tagname} ")
    is_inline = isinstance(node, (nodes.Inline, addnodes.desc_sig_element, addnodes.desc_name, addnodes.desc_addname)) and not isinstance(
        node, (addnodes.desc_parameter, addnodes.desc_parameterlist, addnodes.desc_optional, addnodes.desc_returns)
    )
    if not is_inline:
        out.append("\n")
    for child in node.children:
        visible(child, out)
    if not is_inline:
        out.append("\n")


def main():
    with tempfile.TemporaryDirectory() as build:
        app = Sphinx(
            srcdir=folder,
            confdir=None,
            outdir=f"{build}/out",
            doctreedir=f"{build}/trees",
            buildername="html",
            confoverrides={
                "source_suffix": {suffix: "restructuredtext"},
                "root_doc": "contents" if (folder / f"contents{suffix}").exists() else "index",
                "exclude_patterns": ["_build", "_theme", "**/README.rst"],
                "keep_warnings": False,
                "smartquotes": False,
                "language": "en",
                **({"extensions": ["djangodocs"]} if (folder / "_ext" / "djangodocs.py").exists() else {}),
            },
            status=None,
            warning=None,
            freshenv=True,
        ) if prepare() else None
        setup_unknown(app)
        app.builder.read()
        inventory = inventory_of(app, Path(build) / "objects.inv")
        with open(output, "w") as out:
            for name in sorted(app.env.found_docs):
                tree = app.env.get_doctree(name)
                words = []
                visible(tree, words)
                titles = []
                for title in tree.findall(nodes.title):
                    if isinstance(title.parent, (nodes.section, nodes.document)):
                        if is_own(title, app.env.doc2path(name)):
                            titles.append([title.line or title.parent.line, text_of(title)])
                objects = [sig["ids"] for sig in tree.findall(addnodes.desc_signature)]
                out.write(json.dumps({
                    "path": str(app.env.doc2path(name, False)),
                    "titles": titles,
                    "text": "".join(words),
                    "objects": objects,
                    "inventory": inventory.get(app.builder.get_target_uri(name), []),
                }) + "\n")


def is_own(title, path):
    """Whether it stands in this file, and not in one that is included."""
    source = title.source or title.parent.source
    return source is None or Path(source).resolve() == Path(path).resolve()


def text_of(title):
    """The title without the number that `sectnum` gives it."""
    return "".join(child.astext() for child in title.children if not isinstance(child, nodes.generated))


def inventory_of(app, path):
    """The entries of the inventory as it is published: role, name and anchor of each, by page."""
    InventoryFile.dump(str(path), app.env, app.builder)
    content = path.read_bytes()
    for _ in range(4):
        content = content[content.index(b"\n") + 1:]
    pages = {}
    for line in zlib.decompress(content).decode().splitlines():
        name, role, _, address, _ = re.fullmatch(r"(.+?)\s+(\S+:\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)", line).groups()
        page, _, anchor = address.partition("#")
        pages.setdefault(page, []).append([role, name, re.sub(r"\$$", lambda _: name, anchor)])
    return pages


def prepare():
    if (folder / "_ext").exists():
        sys.path.insert(0, str(folder / "_ext"))
    return True


main()

"""Reads pages of Quarto with pandoc, and prints for each the words and the headings that its reader sees, as JSON."""
import concurrent.futures
import html.parser
import json
import re
import subprocess
import sys

SHORTCODE = re.compile(r"\{\{<(?!/\*)[^\n]*?>\}\}")
FENCE = re.compile(r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})[ \t]*(.*)$")
OPTION = re.compile(r"^[ \t>]*(?:#|//|%%|--)\|")
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
BRACES = "\x01"


def prepared(text):
    """What Quarto hands to pandoc: no shortcodes outside of code, and no options of cells that run."""
    out, fence, in_options = [], None, False
    for line in text.split("\n"):
        found = FENCE.match(line)
        if fence is None and found and "`" not in found[2]:
            fence, in_options = found[1], re.match(r"\{[A-Za-z]", found[2]) is not None
            out.append(line)
        elif fence is not None:
            if found and found[1].startswith(fence) and found[2] == "":
                fence = None
            elif in_options and OPTION.match(line):
                continue
            else:
                in_options = False
            out.append(line.replace("{{", BRACES))
        else:
            line = CODE.sub(lambda code: code[0].replace("{{", BRACES), line)
            out.append(SHORTCODE.sub(" ", line))
    return "\n".join(out)


class Shown(html.parser.HTMLParser):
    """The text of HTML, without scripts and styles."""

    def __init__(self):
        super().__init__()
        self.texts, self.silent = [], 0

    def handle_starttag(self, tag, attributes):
        self.silent += tag in ("script", "style")
        if tag == "img":
            self.texts.append(dict(attributes).get("alt") or "")
        self.texts.append(" ")

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style")
        self.texts.append(" ")

    def handle_data(self, data):
        if self.silent <= 0:
            self.texts.append(data)


def shown(text):
    reader = Shown()
    reader.feed(text)
    reader.close()
    return "".join(reader.texts)


def words(node, out):
    """Adds the text of a node of pandoc's tree."""
    if isinstance(node, list):
        for child in node:
            words(child, out)
        return
    if not isinstance(node, dict):
        return
    kind, content = node.get("t"), node.get("c")
    if kind == "Str":
        out.append(content)
    elif kind in ("Code", "CodeBlock"):
        attributes, text = content
        title = dict(attributes[2]).get("filename") or dict(attributes[2]).get("title")
        if kind == "CodeBlock":
            out.append("\n" + (title or "") + "\n")
        # pandoc reads attributes behind inline code; a reader of Quarto sees the code alone.
        out.append(text)
        if kind == "CodeBlock":
            out.append("\n")
    elif kind == "Math":
        out.append(content[1])
    elif kind in ("RawInline", "RawBlock"):
        out.append(" " + (shown(content[1]) if content[0] == "html" else content[1]) + " ")
    elif kind in ("Space", "SoftBreak", "LineBreak"):
        out.append(" ")
    elif kind == "Cite":
        words(content[1], out)
    elif kind in ("Link", "Image"):
        words(content[1], out)
    elif kind == "Quoted":
        words(content[1], out)
    elif kind == "Note":
        out.append(" ")
        words(content, out)
    else:
        is_block = kind in ("Para", "Plain", "Header", "Div", "Table", "BulletList", "OrderedList", "BlockQuote",
                            "DefinitionList", "HorizontalRule", "LineBlock", "Figure")
        out.append("\n" if is_block else "")
        if kind == "Header":
            words(content[2], out)
        elif kind == "Div":
            title = dict(content[0][2]).get("title")
            out.append((title or "") + "\n")
            words(content[1], out)
        elif kind == "Span":
            words(content[1], out)
        elif kind == "Table":
            cells(content, out)
        else:
            words(content, out)
        out.append("\n" if is_block else "")


def cells(node, out):
    if isinstance(node, list):
        for child in node:
            cells(child, out)
        out.append("\n")
    elif isinstance(node, dict):
        words(node, out)


def headings(blocks, out):
    """Headings that stand in no list and no quote."""
    for block in blocks:
        if block["t"] == "Header":
            text = []
            words(block["c"][2], text)
            out.append([block["c"][0], " ".join("".join(text).split())])
        elif block["t"] == "Div":
            headings(block["c"][1], out)


def page(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    run = subprocess.run(["pandoc", "-f", "markdown-smart", "-t", "json"], input=prepared(text),
                         capture_output=True, text=True)
    if run.returncode != 0:
        return {"path": path, "error": run.stderr[:200]}
    blocks = json.loads(run.stdout)["blocks"]
    text, found = [], []
    words(blocks, text)
    headings(blocks, found)
    return {"path": path, "text": "".join(text).replace(BRACES, "{{"), "headings": found}


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for answer in pool.map(page, sys.stdin.read().split("\n")):
        print(json.dumps(answer))

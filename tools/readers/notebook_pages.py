"""Exports notebooks as Markdown with nbconvert, and prints each as a line of JSON: without outputs, and with those that are text."""
import json
import re
import sys
import warnings

import nbformat
from nbconvert import MarkdownExporter
from nbconvert.filters import strip_ansi
from traitlets.config import Config

warnings.simplefilter("ignore")
TEXT = ["text/markdown", "text/plain"]


def exporter(with_outputs):
    config = Config()
    config.MarkdownExporter.exclude_output = not with_outputs
    config.MarkdownExporter.exclude_output_prompt = True
    config.NbConvertBase.display_data_priority = TEXT
    return MarkdownExporter(config=config)


def export(path):
    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception as error:
        return {"path": path, "error": str(error)[:200]}
    # Quarto writes frontmatter into the first cell, which is no text.
    if notebook.cells and notebook.cells[0].cell_type == "raw" and notebook.cells[0].source.startswith("---"):
        del notebook.cells[0]
    for cell in notebook.cells:
        # ra shows all raw cells.
        if cell.cell_type == "raw":
            cell.metadata["raw_mimetype"] = "text/markdown"
        for output in cell.get("outputs", []):
            if "traceback" in output:
                output["traceback"] = [strip_ansi(line) for line in output["traceback"]]
            data = output.get("data", {})
            if any(kind.startswith("image/") for kind in data) and re.match(r"<.*>$", data.get("text/plain", "")):
                # The name of a picture is no text.
                del data["text/plain"]
    title = notebook.metadata.get("title")
    try:
        texts = [exporter(with_outputs).from_notebook_node(notebook)[0] for with_outputs in (False, True)]
    except Exception as error:
        return {"path": path, "error": str(error)[:200]}
    # The exporter puts the title of the metadata above the text.
    if title:
        texts = [text.removeprefix(f"# {title}").lstrip("\n") for text in texts]
    return {"path": path, "markdown": texts[0], "printed": texts[1]}


for line in sys.stdin.read().split("\n"):
    print(json.dumps(export(line)))

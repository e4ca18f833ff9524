"""Markdown of files by docling, one line of JSON each. Usage: docling_reader.py FOLDER KIND…

docling-slim reads office files and pages without models; it only imports torch. PDF needs models from a hub, so it has none
here. It takes minutes for some files, so it reads some of each kind, at even distances.
"""
import importlib.machinery, json, sys, time
from pathlib import Path
from unittest.mock import MagicMock

torch = MagicMock()
torch.__spec__, torch.__version__ = importlib.machinery.ModuleSpec("torch", None), "0"
torch.backends.mps.is_built.return_value = torch.cuda.is_available.return_value = False
sys.modules["torch"] = torch
from docling.document_converter import DocumentConverter

MOST_FILES = 60
folder, *kinds = sys.argv[1:]
converter = DocumentConverter()
for kind in kinds:
    paths = sorted((Path(folder) / kind).glob("*.*"))
    for path in paths[::-(-len(paths) // MOST_FILES) or 1]:
        begin = time.perf_counter()
        try:
            text = converter.convert(path).document.export_to_markdown()
        except Exception:
            text = ""
        seconds = time.perf_counter() - begin
        print(json.dumps({"file": f"{kind}/{path.name}", "text": text, "seconds": seconds}), flush=True)

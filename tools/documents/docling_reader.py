"""Markdown of files by docling, as JSON. Usage: docling_reader.py FOLDER KIND…

docling-slim reads office files and pages without models; it only imports torch. PDF needs models from a hub, so it has none
here.
"""
import importlib.machinery, json, sys, time
from pathlib import Path
from unittest.mock import MagicMock

torch = MagicMock()
torch.__spec__, torch.__version__ = importlib.machinery.ModuleSpec("torch", None), "0"
torch.backends.mps.is_built.return_value = torch.cuda.is_available.return_value = False
sys.modules["torch"] = torch
from docling.document_converter import DocumentConverter

folder, *kinds = sys.argv[1:]
converter, answers = DocumentConverter(), {}
for kind in kinds:
    for path in sorted((Path(folder) / kind).glob("*.*")):
        begin = time.perf_counter()
        try:
            text = converter.convert(path).document.export_to_markdown()
        except Exception:
            text = ""
        answers[f"{kind}/{path.name}"] = {"text": text, "seconds": time.perf_counter() - begin}
json.dump(answers, sys.stdout)

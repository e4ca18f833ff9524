"""What a model gives according to numpy and the reference tokenizer.

Usage: python tools/semantic/oracle.py MODEL_FOLDER [TEXTS.json] > oracle.json (needs `numpy` and `tokenizers`)

TEXTS.json holds a list of texts, and a few stand below. A list of pairs [query, passage] asks a cross-encoder.
"""

import json
import sys
from pathlib import Path

import numpy as np
from bert import encode, score, tensors
from tokenizers import Tokenizer

LIMIT = 256
TEXTS = [
    "how do I copy a file",
    "cp duplicates files",
    "The weather is lovely today.",
    "",
    "naïve CAFÉ — 東京 🙂 [SEP] unbelievably",
    "word " * 300,
    "a search engine for the documentation of a project, in its own folder. " * 12,
]


def main():
    folder = Path(sys.argv[1])
    texts = json.loads(Path(sys.argv[2]).read_text()) if len(sys.argv) > 2 else TEXTS
    config = json.loads((folder / "config.json").read_text())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LIMIT)
    weights = tensors(folder / "model.safetensors")
    cases = []
    for text in texts:
        pieces = tokenizer.encode(text) if isinstance(text, str) else tokenizer.encode(*text)
        rows = encode(weights, config, pieces.ids, pieces.type_ids)
        case = {"text": text, "ids": pieces.ids}
        if isinstance(text, str):
            for pooling, vector in (("mean", rows.mean(0)), ("cls", rows[0])):
                case[pooling] = (vector / np.linalg.norm(vector)).tolist()
        else:
            case["score"] = score(weights, rows)
        cases.append(case)
    json.dump(cases, sys.stdout)


main()

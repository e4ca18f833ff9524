"""Writes what numpy gives for a small random model of twelve layers: wasm/model/src/tests/numpy.json.

Usage: python tools/semantic/vector_cases.py (needs `numpy` and `tokenizers`)
"""

import json
from pathlib import Path

import numpy as np
from bert import encode, score
from random_model import shapes
from tokenizers import BertWordPieceTokenizer

OUT = Path(__file__).parents[2] / "wasm/model/src/tests/numpy.json"
# The model of wasm/model/src/tests.rs, which makes the same weights.
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "file", "##s", "copy", ".", "the"]
CONFIG = {
    "vocab_size": 12,
    "hidden_size": 24,
    "num_hidden_layers": 12,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 40,
    "type_vocab_size": 2,
    "layer_norm_eps": 1e-12,
}
TEXTS = ["", "copy the files.", "a b a b. " * 5, "files " * 50]
PAIRS = [
    ("copy the file", "the files. copy a"),
    ("copy the file", ""),
    ("a b", "the files. " * 20),
    ("copy the files. " * 20, "a b file " * 19),
]


def numbers(state):
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield np.float32(state >> 33) / np.float32(2**30) - np.float32(1)


def weights():
    made = {}
    body, head = numbers(7), numbers(11)
    for name, shape in shapes(CONFIG, True):
        if name.startswith(("pooler", "classifier")):
            values = [next(head) / np.float32(2) for _ in range(np.prod(shape))]
        else:
            middle = np.float32(name.endswith("LayerNorm.weight"))
            root = np.sqrt(np.float32(CONFIG["hidden_size"]))
            values = [middle + next(body) * np.float32(1.5) / root for _ in range(np.prod(shape))]
        made[name] = np.array(values, np.float64).reshape(shape)
    return made


def main():
    tokenizer = BertWordPieceTokenizer({piece: at for at, piece in enumerate(VOCABULARY)}, lowercase=True)
    tokenizer.enable_truncation(CONFIG["max_position_embeddings"])
    model = weights()
    vectors, scores = [], []
    for text in TEXTS:
        pieces = tokenizer.encode(text)
        rows = encode(model, CONFIG, pieces.ids, pieces.type_ids)
        unit = [vector / np.linalg.norm(vector) for vector in (rows.mean(0), rows[0])]
        vectors.append([text, *(vector.round(8).tolist() for vector in unit)])
    for pair in PAIRS:
        pieces = tokenizer.encode(*pair)
        scores.append([*pair, round(score(model, encode(model, CONFIG, pieces.ids, pieces.type_ids)), 8)])
    OUT.write_text(json.dumps({"vectors": vectors, "scores": scores}, separators=(",", ":")) + "\n")


main()

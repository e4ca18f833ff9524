"""A BERT in numpy, in double precision: the vectors that the module's are compared with.

Usage: python tools/semantic/oracle.py MODEL_FOLDER > oracle.json (needs `numpy` and `tokenizers`)
"""

import json
import math
import struct
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

TEXTS = [
    "how do I copy a file",
    "cp duplicates files",
    "The weather is lovely today.",
    "",
    "naïve CAFÉ — 東京 🙂 [SEP] unbelievably",
    "word " * 300,
    "a search engine for the documentation of a project, in its own folder. " * 12,
]


def tensors(path):
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    header.pop("__metadata__", None)
    types = {"F32": "<f4", "F16": "<f2", "I64": "<i8"}
    found = {}
    for name, entry in header.items():
        begin, end = (8 + length + place for place in entry["data_offsets"])
        values = np.frombuffer(raw[begin:end], types[entry["dtype"]])
        found[name.removeprefix("bert.")] = values.reshape(entry["shape"]).astype(np.float64)
    return found


def encode(weights, config, ids):
    def linear(rows, name):
        return rows @ weights[name + ".weight"].T + weights[name + ".bias"]

    def norm(rows, name):
        off = rows - rows.mean(-1, keepdims=True)
        spread = np.sqrt((off**2).mean(-1, keepdims=True) + config["layer_norm_eps"])
        return off / spread * weights[name + ".weight"] + weights[name + ".bias"]

    embeddings = "embeddings.{}_embeddings.weight".format
    rows = weights[embeddings("word")][ids] + weights[embeddings("position")][: len(ids)]
    rows = norm(rows + weights[embeddings("token_type")][0], "embeddings.LayerNorm")
    heads = config["num_attention_heads"]
    erf = np.vectorize(math.erf)
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}."
        asked = [linear(rows, name + "attention.self." + part) for part in ("query", "key", "value")]
        query, key, value = (part.reshape(len(ids), heads, -1).transpose(1, 0, 2) for part in asked)
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        taken = (shares @ value).transpose(1, 0, 2).reshape(rows.shape)
        rows = norm(rows + linear(taken, name + "attention.output.dense"), name + "attention.output.LayerNorm")
        wide = linear(rows, name + "intermediate.dense")
        wide = 0.5 * wide * (1 + erf(wide / math.sqrt(2)))
        rows = norm(rows + linear(wide, name + "output.dense"), name + "output.LayerNorm")
    return rows


def main():
    folder = Path(sys.argv[1])
    config = json.loads((folder / "config.json").read_text())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    weights = tensors(folder / "model.safetensors")
    cases = []
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        rows = encode(weights, config, ids)
        vectors = {}
        for pooling, vector in (("mean", rows.mean(0)), ("cls", rows[0])):
            vectors[pooling] = (vector / np.linalg.norm(vector)).tolist()
        cases.append({"text": text, "ids": ids, **vectors})
    json.dump(cases, sys.stdout)


main()

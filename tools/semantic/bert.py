"""A BERT in numpy, in double precision: what the module's numbers are compared with."""

import json
import math
import struct

import numpy as np


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


def linear(weights, rows, name):
    return rows @ weights[name + ".weight"].T + weights[name + ".bias"]


def encode(weights, config, ids, types):
    def norm(rows, name):
        off = rows - rows.mean(-1, keepdims=True)
        spread = np.sqrt((off**2).mean(-1, keepdims=True) + config["layer_norm_eps"])
        return off / spread * weights[name + ".weight"] + weights[name + ".bias"]

    embeddings = "embeddings.{}_embeddings.weight".format
    rows = weights[embeddings("word")][ids] + weights[embeddings("position")][: len(ids)]
    rows = norm(rows + weights[embeddings("token_type")][types], "embeddings.LayerNorm")
    heads = config["num_attention_heads"]
    erf = np.vectorize(math.erf)
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}."
        asked = [linear(weights, rows, name + "attention.self." + part) for part in ("query", "key", "value")]
        query, key, value = (part.reshape(len(ids), heads, -1).transpose(1, 0, 2) for part in asked)
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        taken = (shares @ value).transpose(1, 0, 2).reshape(rows.shape)
        taken = linear(weights, taken, name + "attention.output.dense")
        rows = norm(rows + taken, name + "attention.output.LayerNorm")
        wide = linear(weights, rows, name + "intermediate.dense")
        wide = 0.5 * wide * (1 + erf(wide / math.sqrt(2)))
        rows = norm(rows + linear(weights, wide, name + "output.dense"), name + "output.LayerNorm")
    return rows


def score(weights, rows):
    """The one number of a cross-encoder, from the row of the first piece."""
    return float(linear(weights, np.tanh(linear(weights, rows[0], "pooler.dense")), "classifier")[0])

"""Makes a BERT of twelve layers with random weights, always the same ones, around the words of another model.

Usage: python tools/semantic/random_model.py MODEL_FOLDER OUTPUT_FOLDER [--head] (needs `numpy`)

--head makes a cross-encoder, with the names that such models have.
"""

import json
import shutil
import struct
import sys
from pathlib import Path

import numpy as np

LAYERS = 12


def shapes(config, has_head):
    hidden, wide = config["hidden_size"], config["intermediate_size"]
    yield "embeddings.word_embeddings.weight", (config["vocab_size"], hidden)
    yield "embeddings.position_embeddings.weight", (config["max_position_embeddings"], hidden)
    yield "embeddings.token_type_embeddings.weight", (config["type_vocab_size"], hidden)

    def part(name, *shape):
        yield name + ".weight", shape
        yield name + ".bias", shape[:1]

    yield from part("embeddings.LayerNorm", hidden)
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}."
        for asked in ("query", "key", "value"):
            yield from part(name + "attention.self." + asked, hidden, hidden)
        yield from part(name + "attention.output.dense", hidden, hidden)
        yield from part(name + "intermediate.dense", wide, hidden)
        yield from part(name + "output.dense", hidden, wide)
        yield from part(name + "attention.output.LayerNorm", hidden)
        yield from part(name + "output.LayerNorm", hidden)
    if has_head:
        yield from part("pooler.dense", hidden, hidden)
        yield from part("classifier", 1, hidden)


def main():
    source, out, has_head = Path(sys.argv[1]), Path(sys.argv[2]), "--head" in sys.argv[3:]
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((source / "config.json").read_text())
    config["num_hidden_layers"] = LAYERS
    config["architectures"] = ["BertForSequenceClassification" if has_head else "BertModel"]
    if has_head:
        config["id2label"] = {"0": "LABEL_0"}
    (out / "config.json").write_text(json.dumps(config))
    for name in ("vocab.txt", "tokenizer.json"):
        shutil.copyfile(source / name, out / name)
    chance = np.random.default_rng(12)
    header, data = {}, bytearray()
    for name, shape in shapes(config, has_head):
        # Wide enough that attention prefers some words, and that the layers matter.
        values = chance.normal(0, 1 if "embeddings" in name else 0.06, shape).astype("<f4")
        if "LayerNorm" in name:
            values = (0.1 * values + name.endswith("weight")).astype("<f4")
        stored = name if name.startswith("classifier") or not has_head else "bert." + name
        begin = len(data)
        data += values.tobytes()
        header[stored] = {"dtype": "F32", "shape": shape, "data_offsets": [begin, len(data)]}
    head = json.dumps(header).encode()
    (out / "model.safetensors").write_bytes(struct.pack("<Q", len(head)) + head + data)


if __name__ == "__main__":
    main()

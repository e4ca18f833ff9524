"""Trains a small cross-encoder on headings of Markdown files and the text below them.

Usage: python tools/semantic/train_reranker.py MODEL_FOLDER OUTPUT_FOLDER [--steps N] [--held WORD] FOLDER...

Needs `jax`, `numpy` and `tokenizers` of PyPI, and no graphics processor. MODEL_FOLDER has the files of `minilm`: its
vocabulary is taken as it is, its word embeddings are cut to their first WIDTH principal components and stay so. The
rest starts at random. FOLDERs hold documentation. Files whose path has WORD are held out: at the end, each heading of
theirs picks its own text among ten. OUTPUT_FOLDER gets `model.safetensors`, `config.json` and `vocab.txt`, which
`ra model add OUTPUT_FOLDER` takes, `held_out.json` with those headings, texts and their scores, and `report.json`.
`bun tools/semantic/check_reranker.ts OUTPUT_FOLDER` compares them with what ra gives.
The same files and steps give the same weights on the same machine, up to rounding.
"""

import argparse
import json
import re
import shutil
import struct
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from tokenizers import Tokenizer

from bert import tensors

WIDTH, LAYERS, HEADS, WIDE, POSITIONS = 128, 2, 4, 512, 512
PIECES, BATCH, CANDIDATES, ASKED = 64, 8, 4, 10
RATE, WARM_UP = 2e-3, 30


def sections(path):
    """The headings of a file with the text below each, without code."""
    text = re.sub(r"(?s)^---\n.*?\n---\n", "", path.read_text(errors="ignore"))
    text = re.sub(r"(?s)```.*?```", "", text)
    for part in re.split(r"(?m)^#{1,4} +", text)[1:]:
        heading, _, body = part.partition("\n")
        heading = re.sub(r"[`*{}\[\]#]|\(.*?\)", " ", heading).strip()
        body = re.sub(r"\s+", " ", re.sub(r"<[^>]*>|\]\([^)]*\)|[`*\[\]|]", " ", body)).strip()
        if 3 <= len(heading) <= 80 and len(body) >= 120:
            yield heading, body[:600]


def read(folders):
    """Pairs by file. A heading of two sections tells nothing apart, so it counts once."""
    seen, found = set(), []
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.md*")):
            if path.suffix not in (".md", ".mdx") or not path.is_file() or "node_modules" in path.parts:
                continue
            fresh = [pair for pair in sections(path) if not seen & {pair[0].lower(), pair[1]}]
            seen.update(text for heading, body in fresh for text in (heading.lower(), body))
            if fresh:
                found.append((str(path), fresh))
    return found


class Pairs:
    """Makes rows of word pieces of a heading and a text: [CLS] heading [SEP] text [SEP]."""

    def __init__(self, folder):
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(512)

    def rows(self, pairs, length=PIECES):
        self.tokenizer.enable_truncation(length, strategy="longest_first")
        ids, types = np.zeros((len(pairs), length), np.int32), np.zeros((len(pairs), length), np.int32)
        for at, encoded in enumerate(self.tokenizer.encode_batch(pairs)):
            ids[at, : len(encoded.ids)], types[at, : len(encoded.ids)] = encoded.ids, encoded.type_ids
        return ids, types


def starting(words, chance):
    """The first layer's queries and keys start alike, so that a piece looks at its like from the first step on."""
    values = {"embeddings.LayerNorm.weight": np.ones(WIDTH), "embeddings.LayerNorm.bias": np.zeros(WIDTH)}

    def part(name, outputs, inputs, weight=None):
        values[name + ".weight"] = chance.normal(0, 0.02, (outputs, inputs)) if weight is None else weight
        values[name + ".bias"] = np.zeros(outputs)

    values["embeddings.position_embeddings.weight"] = chance.normal(0, 0.02, (POSITIONS, WIDTH))
    values["embeddings.token_type_embeddings.weight"] = chance.normal(0, 0.5, (2, WIDTH))
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        alike = 2 * np.linalg.qr(chance.normal(0, 1, (WIDTH, WIDTH)))[0] if layer == 0 else None
        part(name + "attention.self.query", WIDTH, WIDTH, alike)
        part(name + "attention.self.key", WIDTH, WIDTH, alike)
        part(name + "attention.self.value", WIDTH, WIDTH, chance.normal(0, 0.05, (WIDTH, WIDTH)))
        part(name + "attention.output.dense", WIDTH, WIDTH, chance.normal(0, 0.05, (WIDTH, WIDTH)))
        part(name + "intermediate.dense", WIDE, WIDTH, chance.normal(0, 0.05, (WIDE, WIDTH)))
        part(name + "output.dense", WIDTH, WIDE, chance.normal(0, 0.05, (WIDTH, WIDE)))
        for norm in ("attention.output.LayerNorm", "output.LayerNorm"):
            values[name + norm + ".weight"], values[name + norm + ".bias"] = np.ones(WIDTH), np.zeros(WIDTH)
    part("pooler.dense", WIDTH, WIDTH, chance.normal(0, 0.05, (WIDTH, WIDTH)))
    part("classifier", 1, WIDTH)
    return {name: jnp.asarray(value, jnp.float32) for name, value in values.items()}


def score(weights, words, ids, types):
    def linear(rows, name):
        return rows @ weights[name + ".weight"].T + weights[name + ".bias"]

    def norm(rows, name):
        off = rows - rows.mean(-1, keepdims=True)
        spread = jnp.sqrt((off**2).mean(-1, keepdims=True) + 1e-12)
        return off / spread * weights[name + ".weight"] + weights[name + ".bias"]

    count, length = ids.shape
    rows = words[ids] + weights["embeddings.position_embeddings.weight"][:length]
    rows = norm(rows + weights["embeddings.token_type_embeddings.weight"][types], "embeddings.LayerNorm")
    hidden = jnp.where(ids == 0, -1e9, 0.0)[:, None, None, :]
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        query, key, value = (
            linear(rows, name + "attention.self." + part).reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        shares = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / np.sqrt(WIDTH / HEADS) + hidden)
        taken = (shares @ value).transpose(0, 2, 1, 3).reshape(count, length, WIDTH)
        rows = norm(rows + linear(taken, name + "attention.output.dense"), name + "attention.output.LayerNorm")
        wide = jax.nn.gelu(linear(rows, name + "intermediate.dense"), approximate=False)
        rows = norm(rows + linear(wide, name + "output.dense"), name + "output.LayerNorm")
    return linear(jnp.tanh(linear(rows[:, 0], "pooler.dense")), "classifier")[:, 0]


def loss(weights, words, ids, types):
    """The right text is the first of its candidates."""
    scores = score(weights, words, ids, types).reshape(-1, CANDIDATES)
    return -jax.nn.log_softmax(scores)[:, 0].mean() + 1e-3 * (scores**2).mean()


@jax.jit
def step(weights, first, second, words, ids, types, number, rate):
    value, slopes = jax.value_and_grad(loss)(weights, words, ids, types)
    size = jnp.sqrt(sum((slope**2).sum() for slope in slopes.values()))
    slopes = {name: slope / jnp.maximum(size, 1.0) for name, slope in slopes.items()}
    first = {name: 0.9 * first[name] + 0.1 * slope for name, slope in slopes.items()}
    second = {name: 0.99 * second[name] + 0.01 * slope**2 for name, slope in slopes.items()}

    def moved(name, weight):
        mean, spread = first[name] / (1 - 0.9**number), second[name] / (1 - 0.99**number)
        return weight - rate * mean / (jnp.sqrt(spread) + 1e-8)

    return {name: moved(name, weight) for name, weight in weights.items()}, first, second, value


def batch(files, chance):
    """Two of three wrong texts come from the same file, where there are any."""
    pairs = []
    for _ in range(BATCH):
        _, own = files[chance.integers(len(files))]
        at = chance.integers(len(own))
        heading, body = own[at]
        others = [own[near][1] for near in chance.permutation(len(own)) if near != at][: (CANDIDATES - 1) // 2 + 1]
        while len(others) < CANDIDATES - 1:
            _, strange = files[chance.integers(len(files))]
            others.append(strange[chance.integers(len(strange))][1])
        pairs += [(heading, text) for text in [body, *others]]
    return pairs


def held_out(files, chance):
    """Each heading with ten texts, the right one first: up to four others of its file, the rest of other files."""
    bodies = [body for _, own in files for _, body in own]
    asked = []
    for _, own in files:
        for at, (heading, body) in enumerate(own):
            near = [own[place][1] for place in chance.permutation(len(own)) if place != at][:4]
            texts = [body, *near]
            while len(texts) < ASKED:
                other = bodies[chance.integers(len(bodies))]
                if other not in texts:
                    texts.append(other)
            asked.append({"query": heading, "passages": texts})
    return [asked[at] for at in sorted(chance.permutation(len(asked))[:200])]


def judge(weights, words, pairs, asked):
    """Keeps the scores with the texts, and says how often the right one is first."""
    run, places = jax.jit(score), []
    for entry in asked:
        rows = pairs.rows([(entry["query"], text) for text in entry["passages"]], 256)
        scores = np.asarray(run(weights, words, *rows))
        entry["scores"] = scores.tolist()
        places.append(int((scores[1:] >= scores[0]).sum()))
    first, mrr = np.mean([place == 0 for place in places]), np.mean([1 / (1 + place) for place in places])
    return {"first": float(first), "mrr": float(mrr)}


def save(folder, weights, words, source):
    header, data = {}, bytearray()
    whole = {"embeddings.word_embeddings.weight": words, **weights}
    for name, value in whole.items():
        stored = name if name.startswith("classifier") else "bert." + name
        begin = len(data)
        data += np.asarray(value, "<f4").tobytes()
        header[stored] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [begin, len(data)]}
    head = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(head)) + head + data)
    config = {
        "model_type": "bert",
        "architectures": ["BertForSequenceClassification"],
        "id2label": {"0": "LABEL_0"},
        "vocab_size": words.shape[0],
        "hidden_size": WIDTH,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "intermediate_size": WIDE,
        "hidden_act": "gelu",
        "max_position_embeddings": POSITIONS,
        "type_vocab_size": 2,
        "layer_norm_eps": 1e-12,
    }
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    for name in ("vocab.txt", "tokenizer.json"):
        shutil.copyfile(source / name, folder / name)


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("model", type=Path)
    asked.add_argument("out", type=Path)
    asked.add_argument("folders", nargs="+")
    asked.add_argument("--steps", type=int, default=700, help="about four minutes on one busy core")
    asked.add_argument("--held", default="vitest")
    args = asked.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    chance = np.random.default_rng(5)
    files = read(args.folders)
    known, strange = ([file for file in files if (args.held in file[0]) == kept] for kept in (False, True))
    entries = held_out(strange, chance)
    whole = tensors(args.model / "model.safetensors")["embeddings.word_embeddings.weight"]
    middle = whole - whole.mean(0)
    words = middle @ np.linalg.eigh(middle.T @ middle)[1][:, ::-1][:, :WIDTH]
    words = jnp.asarray(words / words.std(), jnp.float32)
    pairs, weights = Pairs(args.model), starting(words, chance)
    before = judge(weights, words, pairs, entries)
    print(f"{sum(len(own) for _, own in known)} sections; held out {len(entries)}; before {before}", flush=True)
    first, second = ({name: jnp.zeros_like(value) for name, value in weights.items()} for _ in range(2))
    begin, seen = time.monotonic(), []
    for number in range(1, args.steps + 1):
        rate = RATE * min(number / WARM_UP, 1 - (number - 1) / args.steps)
        rows = pairs.rows(batch(known, chance))
        weights, first, second, value = step(weights, first, second, words, *rows, number, rate)
        seen.append(float(value))
        if number % 50 == 0:
            print(f"{number} steps, {time.monotonic() - begin:.0f} s: loss {np.mean(seen[-50:]):.3f}", flush=True)
    save(args.out, weights, words, args.model)
    report = {"steps": args.steps, "seconds": time.monotonic() - begin, "before": before}
    report["after"] = judge(weights, words, pairs, entries)
    (args.out / "held_out.json").write_text(json.dumps(entries) + "\n")
    (args.out / "report.json").write_text(json.dumps(report) + "\n")
    print(report)


if __name__ == "__main__":
    main()

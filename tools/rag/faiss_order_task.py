"""Compares the rows that `ra rag retrieve --bm25 false` gives with those of faiss. Run by hand:

  pip install faiss-cpu numpy pyarrow
  python tools/rag/faiss_order_task.py FOLDER/COLLECTION...

relevance_task.ts keeps the folders. Rows with the same product may change places.
"""

import json
import sys
from pathlib import Path

import faiss
import numpy
import pyarrow.parquet

SAME = 1e-6

for folder in map(Path, sys.argv[1:]):
    index = faiss.read_index(str(folder / "index/index.faiss"))
    ids = pyarrow.parquet.read_table(folder / "index/meta.parquet", columns=["id"])["id"].to_pylist()
    row_of = {name: row for row, name in enumerate(ids)}
    vectors = numpy.load(folder / "index/embeddings.npy")
    questions = json.loads((folder / "questions.json").read_text())["questions"]
    equal = same_rows = 0
    for question in questions:
        asked = numpy.array(question["vector"], dtype="float32")
        rows = [row_of[name] for name in question["nearest"]]
        products, found = index.search(asked[None], len(rows))
        same_rows += rows == found[0].tolist()
        equal += bool(numpy.all(numpy.abs(vectors[rows] @ asked - products[0]) < SAME))
    print(f"{folder.name}: {equal} of {len(questions)} questions have the products of faiss, {same_rows} its very rows")

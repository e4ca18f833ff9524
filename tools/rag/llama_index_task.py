"""Measures LlamaIndex on the chunks, vectors and questions that relevance_task.ts kept. Run by hand:

  pip install llama-index-core==0.14.25 llama-index-retrievers-bm25==0.8.0 pyarrow
  python tools/rag/llama_index_task.py FOLDER/COLLECTION...

Each list has 100 rows, as in relevance_task.ts. nDCG has linear gain.
"""

import json
import math
import sys
from pathlib import Path

import numpy
import pyarrow.parquet
from llama_index.core import Settings, VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import TextNode
from llama_index.retrievers.bm25 import BM25Retriever

ROWS = 100
PLACES = 10


class KnownVectors(BaseEmbedding):
    """The vectors of the questions, as ra's model made them."""

    known: dict

    def _get_query_embedding(self, query):
        return self.known[query]

    async def _aget_query_embedding(self, query):
        return self.known[query]

    def _get_text_embedding(self, text):
        raise NotImplementedError


def measure(folder):
    kept = json.loads((folder / "questions.json").read_text())
    questions, paths = kept["questions"], kept["paths"]
    vectors = numpy.load(folder / "index/embeddings.npy")
    rows = pyarrow.parquet.read_table(folder / "index/meta.parquet").to_pydict()
    nodes = [
        TextNode(id_=str(at), text=text, embedding=vectors[at].tolist())
        for at, text in enumerate(rows["text"])
    ]
    embedding = KnownVectors(known={question["text"]: question["vector"] for question in questions})
    by_meaning = VectorStoreIndex(nodes, embed_model=embedding).as_retriever(similarity_top_k=ROWS)
    by_words = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=ROWS)

    def fused(mode, **options):
        both = [by_meaning, by_words]
        return QueryFusionRetriever(
            both, similarity_top_k=ROWS, num_queries=1, mode=mode, use_async=False, **options
        )

    retrievers = {
        "by words": by_words,
        "by meaning": by_meaning,
        "by both, reciprocal ranks": fused("reciprocal_rerank"),
        "by both, relative scores": fused("relative_score", retriever_weights=[0.4, 0.6]),
    }
    for name, retriever in retrievers.items():
        ndcg, recall = [], []
        for question in questions:
            found = retriever.retrieve(question["text"])
            documents = dict.fromkeys(paths[rows["path"][int(row.node.node_id)]] for row in found)
            best = list(documents)[:PLACES]
            grades = {document: grade for document, grade in question["relevant"].items() if grade > 0}
            ideal = gain(sorted(grades.values(), reverse=True)[:PLACES])
            ndcg.append(gain([grades.get(document, 0) for document in best]) / ideal)
            recall.append(sum(document in grades for document in best) / len(grades))
        print(f"{folder.name:11} {name:27} {numpy.mean(ndcg):.4f}   {numpy.mean(recall):.4f}", flush=True)


def gain(grades):
    return sum(grade / math.log2(place + 2) for place, grade in enumerate(grades))


Settings.llm = MockLLM()
print("collection  mode                        nDCG@10  recall@10")
for folder in sys.argv[1:]:
    measure(Path(folder))

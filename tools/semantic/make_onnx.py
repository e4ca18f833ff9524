"""Makes a model.onnx from the weights of a BERT, with batches and texts of any length.

Usage: python tools/semantic/make_onnx.py MODEL_FOLDER OUTPUT [--pooled] [--quantise] (needs `numpy` and `onnx`)

MODEL_FOLDER holds config.json and model.safetensors. The graph takes input_ids, attention_mask and token_type_ids. An
encoder gives last_hidden_state, or with --pooled the mean as sentence_embedding; a cross-encoder gives logits.
--quantise (needs `onnxruntime`) makes weights of eight bits.
"""

import argparse
import json
import math
import tempfile
from pathlib import Path

import numpy as np
from bert import tensors
from onnx import TensorProto, checker, helper, numpy_helper, save_model

OPSET = 17
# Added to the scores of padding. A smaller number would be infinite in half precision.
FAR_BELOW = -10000.0


def single(weights):
    return {name: values.astype(np.float32) for name, values in weights.items()}


class Graph:
    """Nodes and constants, named in the order in which they are made."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.constants = {}

    def node(self, kind, *inputs, **attributes):
        name = attributes.pop("named", f"{kind}_{len(self.nodes)}")
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def constant(self, values):
        array = np.asarray(values)
        name = f"constant_{array.dtype}_{'x'.join(map(str, array.shape))}_{array.tobytes().hex()}"
        return self.keep(name, array)

    def keep(self, name, array):
        self.constants[name] = array
        return name

    def weight(self, name):
        return self.keep(name, self.weights[name])

    def linear(self, rows, name):
        turned = self.keep(name + ".weight.turned", np.ascontiguousarray(self.weights[name + ".weight"].T))
        return self.node("Add", self.node("MatMul", rows, turned), self.weight(name + ".bias"))

    def norm(self, rows, name, epsilon):
        scale, bias = self.weight(name + ".weight"), self.weight(name + ".bias")
        return self.node("LayerNormalization", rows, scale, bias, axis=-1, epsilon=epsilon)

    def gelu(self, rows):
        erf = self.node("Erf", self.node("Div", rows, self.constant(np.float32(math.sqrt(2)))))
        wide = self.node("Mul", rows, self.node("Add", erf, self.constant(np.float32(1))))
        return self.node("Mul", wide, self.constant(np.float32(0.5)))


def embeddings(graph, epsilon):
    table = "embeddings.{}_embeddings.weight".format
    words = graph.node("Gather", graph.weight(table("word")), "input_ids")
    types = graph.node("Gather", graph.weight(table("token_type")), "token_type_ids")
    length = graph.node("Gather", graph.node("Shape", "input_ids"), graph.constant(np.int64([1])))
    zero = graph.constant(np.int64([0]))
    places = graph.node("Slice", graph.weight(table("position")), zero, length, zero)
    rows = graph.node("Add", graph.node("Add", words, types), places)
    return graph.norm(rows, "embeddings.LayerNorm", epsilon)


def layer(graph, rows, padding, name, config):
    heads, size, epsilon = config["num_attention_heads"], config["hidden_size"], config["layer_norm_eps"]

    def divided(part, order):
        wide = graph.linear(rows, name + "attention.self." + part)
        shaped = graph.node("Reshape", wide, graph.constant(np.int64([0, 0, heads, size // heads])))
        return graph.node("Transpose", shaped, perm=order)

    query, key, value = divided("query", [0, 2, 1, 3]), divided("key", [0, 2, 3, 1]), divided("value", [0, 2, 1, 3])
    root = graph.constant(np.float32(math.sqrt(size // heads)))
    scores = graph.node("Add", graph.node("Div", graph.node("MatMul", query, key), root), padding)
    taken = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), value)
    taken = graph.node("Transpose", taken, perm=[0, 2, 1, 3])
    taken = graph.node("Reshape", taken, graph.constant(np.int64([0, 0, size])))
    taken = graph.linear(taken, name + "attention.output.dense")
    rows = graph.norm(graph.node("Add", taken, rows), name + "attention.output.LayerNorm", epsilon)
    wide = graph.gelu(graph.linear(rows, name + "intermediate.dense"))
    wide = graph.linear(wide, name + "output.dense")
    return graph.norm(graph.node("Add", wide, rows), name + "output.LayerNorm", epsilon)


def model_of(config, weights, is_pooled):
    graph = Graph(weights)
    rows = embeddings(graph, config["layer_norm_eps"])
    mask = graph.node("Unsqueeze", "attention_mask", graph.constant(np.int64([1, 2])))
    mask = graph.node("Cast", mask, to=TensorProto.FLOAT)
    absent = graph.node("Sub", graph.constant(np.float32(1)), mask)
    padding = graph.node("Mul", absent, graph.constant(np.float32(FAR_BELOW)))
    for at in range(config["num_hidden_layers"]):
        rows = layer(graph, rows, padding, f"encoder.layer.{at}.", config)
    if "classifier.weight" in weights:
        first = graph.node("Gather", rows, graph.constant(np.int64(0)), axis=1)
        pooled = graph.node("Tanh", graph.linear(first, "pooler.dense"))
        output, last = graph.linear(pooled, "classifier"), len(weights["classifier.bias"])
        result = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", last])
    elif is_pooled:
        shares = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
        shares = graph.node("Unsqueeze", shares, graph.constant(np.int64([2])))
        one = graph.constant(np.int64([1]))
        sums = graph.node("ReduceSum", graph.node("Mul", rows, shares), one, keepdims=0)
        output = graph.node("Div", sums, graph.node("ReduceSum", shares, one, keepdims=0))
        shape = ["batch", config["hidden_size"]]
        result = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, shape)
    else:
        output = rows
        shape = ["batch", "length", config["hidden_size"]]
        result = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)
    graph.node("Identity", output, named=result.name)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    constants = [numpy_helper.from_array(array, name) for name, array in graph.constants.items()]
    made = helper.make_graph(graph.nodes, "bert", inputs, [result], constants)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model_folder", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--pooled", action="store_true")
    parser.add_argument("--quantise", action="store_true")
    asked = parser.parse_args()
    config = json.loads((asked.model_folder / "config.json").read_text())
    if config["hidden_act"] != "gelu" or config["model_type"] != "bert":
        raise SystemExit("make_onnx: this is no BERT with GELU")
    model = model_of(config, single(tensors(asked.model_folder / "model.safetensors")), asked.pooled)
    checker.check_model(model)
    if not asked.quantise:
        save_model(model, asked.output)
        return
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / "model.onnx"
        save_model(model, whole)
        # With one scale a matrix, vectors would turn by up to 30 degrees.
        quantize_dynamic(whole, asked.output, weight_type=QuantType.QInt8, per_channel=True)


main()

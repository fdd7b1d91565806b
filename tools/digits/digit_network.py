"""The network that reads numbers, and its export to ONNX."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

CLASSES = 102
LAYERS = ((1, 16, 5, 2), (16, 32, 3, 2), (32, 64, 3, 2), (64, 64, 3, 1))
"""Convolutions: channels in and out, side of the kernel, stride."""
HIDDEN = 144


def _digit_table() -> torch.Tensor:
    """The tens and units of each class: shape (21, 102); row 10 is "no tens"."""
    table = torch.zeros(21, CLASSES)
    for number in range(100):
        table[number // 10 if number > 9 else 10, number] = 1
        table[11 + number % 10, number] = 1
    return table


class Network(nn.Module):  # type: ignore[misc]
    """Four convolutions and two dense layers; (n, 1, 32, 32) becomes scores (n, 102).

    A number's score is that of its tens, of its units, and its own: rare numbers learn from others
    with the same digits.
    """

    def __init__(self) -> None:
        super().__init__()
        parts: list[nn.Module] = []
        for into, out, size, stride in LAYERS:
            parts += [
                nn.Conv2d(into, out, size, stride, size // 2, bias=False),
                nn.BatchNorm2d(out),
                nn.ReLU(),
            ]
        self.body = nn.Sequential(*parts)
        self.dense = nn.Linear(64 * 16, HIDDEN)
        self.drop = nn.Dropout(0.1)
        self.digits = nn.Linear(HIDDEN, 21, bias=False)
        self.own = nn.Linear(HIDDEN, CLASSES)
        nn.init.normal_(self.own.weight, 0, 0.01)
        self.register_buffer("table", _digit_table())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores; their softmax is the probability of each class."""
        hidden = self.drop(torch.relu(self.dense(self.body(x).flatten(1))))
        return self.digits(hidden) @ self.table + self.own(hidden)


def read_onnx(net: Network, path: Path, patches: torch.Tensor) -> None:
    """Load a written network, to train it further.

    The batch normalisation was folded into the convolutions; it is unfolded so that it changes
    nothing for patches like the given ones. The sum of the three scores becomes the number's own.

    Args:
        net: The network to change.
        path: A file of :func:`write_onnx`.
        patches: Patches of the training, shape (n, 1, 32, 32).
    """
    model = onnx.load(str(path))
    weights = {w.name: torch.tensor(numpy_helper.to_array(w)) for w in model.graph.initializer}
    net.eval()
    with torch.no_grad():
        at = patches
        for k in range(len(LAYERS)):
            conv, norm = net.body[3 * k], net.body[3 * k + 1]
            conv.weight.copy_(weights[f"w{k}"])
            seen = conv(at)
            mean, var = seen.mean(dim=(0, 2, 3)), seen.var(dim=(0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
            norm.weight.copy_(torch.sqrt(var + norm.eps))
            norm.bias.copy_(weights[f"b{k}"] + mean)
            at = torch.relu(norm(seen))
        net.dense.weight.copy_(weights["wd"])
        net.dense.bias.copy_(weights["bd"])
        net.digits.weight.zero_()
        net.own.weight.copy_(weights["wo"])
        net.own.bias.copy_(weights["bo"])
    net.train()


def write_onnx(net: Network, temperature: float, path: Path) -> None:
    """Write the network; batch normalisation and temperature are folded into the weights."""
    weights: list[onnx.TensorProto] = []
    nodes: list[onnx.NodeProto] = []

    def add(name: str, values: torch.Tensor) -> str:
        weights.append(numpy_helper.from_array(values.numpy().astype(np.float32), name))
        return name

    at = "patches"
    with torch.no_grad():
        for k, (_, _, size, stride) in enumerate(LAYERS):
            conv, norm = net.body[3 * k], net.body[3 * k + 1]
            factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            inputs = [
                at,
                add(f"w{k}", conv.weight * factor[:, None, None, None]),
                add(f"b{k}", norm.bias - norm.running_mean * factor),
            ]
            nodes.append(
                helper.make_node(
                    "Conv", inputs, [f"c{k}"], kernel_shape=[size] * 2, strides=[stride] * 2,
                    pads=[size // 2] * 4,
                )
            )  # fmt: skip
            nodes.append(helper.make_node("Relu", [f"c{k}"], [f"r{k}"]))
            at = f"r{k}"
        nodes.append(helper.make_node("Flatten", [at], ["flat"], axis=1))
        dense = [add("wd", net.dense.weight), add("bd", net.dense.bias)]
        nodes.append(helper.make_node("Gemm", ["flat", *dense], ["hidden"], transB=1))
        nodes.append(helper.make_node("Relu", ["hidden"], ["active"]))
        last = (net.table.T @ net.digits.weight + net.own.weight) / temperature
        out = [add("wo", last), add("bo", net.own.bias / temperature)]
        nodes.append(helper.make_node("Gemm", ["active", *out], ["scores"], transB=1))
    graph = helper.make_graph(
        nodes,
        "numbers",
        [helper.make_tensor_value_info("patches", TensorProto.FLOAT, ["n", 1, 32, 32])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", CLASSES])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())

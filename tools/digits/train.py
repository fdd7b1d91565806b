"""Train the number reader: ``python tools/digits/train.py --fonts /tmp/digit-fonts``.

Makes samples with ``cells.py`` on all cores, trains, calibrates on families of fonts that were
never seen, and writes ``resources/digits.onnx``. Needs torch, onnx and onnxscript.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
from cells import PATCH, Cells
from fonts import find_fonts
from torch import nn

CLASSES = 102


def split(families: dict[str, list[Path]]) -> tuple[dict[str, list[Path]], dict[str, list[Path]]]:
    """Families to learn from, and one in ten to test with; chosen by name."""
    held = {f for f in families if int(hashlib.sha1(f.encode()).hexdigest(), 16) % 10 == 0}
    return (
        {f: p for f, p in families.items() if f not in held},
        {f: p for f, p in families.items() if f in held},
    )


def _make(job: tuple[dict[str, list[Path]], int, int]) -> tuple[np.ndarray, np.ndarray]:
    families, seed, count = job
    cells = Cells(families, seed)
    pairs = [cells.sample() for _ in range(count)]
    return np.array([p for p, _ in pairs], np.uint8), np.array([c for _, c in pairs], np.int64)


def make(pool, families, seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """So many samples; the same for the same seed and fonts."""
    size = 2000
    jobs = [(families, seed * 100_000 + k, size) for k in range(count // size)]
    parts = pool.map(_make, jobs, chunksize=1)
    return np.concatenate([p for p, _ in parts]), np.concatenate([c for _, c in parts])


def normalised(patches: torch.Tensor) -> torch.Tensor:
    """As ``recognizer.digits`` does it: mean 0, spread 1."""
    flat = patches.float().reshape(len(patches), 1, PATCH, PATCH)
    mean = flat.mean(dim=(2, 3), keepdim=True)
    spread = flat.std(dim=(2, 3), keepdim=True, correction=0)
    return (flat - mean) / (spread + 4.0)


def network() -> nn.Module:
    """About 170,000 weights."""
    return nn.Sequential(
        nn.Conv2d(1, 16, 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
        nn.Conv2d(16, 32, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
        nn.Conv2d(32, 64, 3, padding=1, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
        nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.1),
        nn.Linear(1024, 128), nn.ReLU(), nn.Linear(128, CLASSES),
    )  # fmt: skip


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, nargs="+", default=[Path("/tmp/digit-fonts")])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--samples", type=int, default=100_000, help="new ones a round")
    parser.add_argument("--passes", type=int, default=2, help="over the samples of a round")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--weights", type=Path, default=Path("/tmp/digits.pt"))
    parser.add_argument("--out", type=Path, default=Path("resources/digits.onnx"))
    wish = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(1)
    learn, held = split(find_fonts(wish.fonts))
    print(f"{len(learn)} families to learn from, {len(held)} to test with", flush=True)
    net = network()
    if wish.start:
        net.load_state_dict(torch.load(wish.start))
    optimizer = torch.optim.AdamW(net.parameters(), lr=wish.rate, weight_decay=1e-4)
    steps = wish.rounds * wish.passes * (wish.samples // 256)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, wish.rate, total_steps=steps + 1)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.01)
    with Pool(wish.jobs) as pool:
        test = make(pool, held, 1, 10_000)
        for number in range(wish.rounds):
            begun = time.perf_counter()
            patches, classes = make(pool, learn, 2 + number, wish.samples)
            made = time.perf_counter() - begun
            net.train()
            for _ in range(wish.passes):
                order = np.random.default_rng(number).permutation(len(patches))
                for start in range(0, len(order) - 255, 256):
                    part = order[start : start + 256]
                    x = normalised(torch.from_numpy(patches[part]))
                    loss = loss_of(net(x), torch.from_numpy(classes[part]))
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                    schedule.step()
            right = accuracy(net, *test)
            spent = time.perf_counter() - begun
            print(
                f"round {number + 1}: made in {made:.0f} s, all {spent:.0f} s, "
                f"loss {float(loss):.3f}, unseen fonts {right:.4f}",
                flush=True,
            )
            torch.save(net.state_dict(), wish.weights)
            if number % 3 == 2 or number == wish.rounds - 1:
                export(net, temperature(net, *test), wish.out)


@torch.no_grad()
def logits_of(net: nn.Module, patches: np.ndarray) -> torch.Tensor:
    """What the network says, without softmax."""
    net.eval()
    return torch.cat([
        net(normalised(torch.from_numpy(patches[k : k + 1000])))
        for k in range(0, len(patches), 1000)
    ])  # fmt: skip


def accuracy(net: nn.Module, patches: np.ndarray, classes: np.ndarray) -> float:
    """The share that is right."""
    return float((logits_of(net, patches).argmax(1).numpy() == classes).mean())


def temperature(net: nn.Module, patches: np.ndarray, classes: np.ndarray) -> float:
    """What to divide by so that probabilities mean what they say on unseen fonts."""
    logits, truth = logits_of(net, patches), torch.from_numpy(classes)
    tried = [
        (float(nn.functional.cross_entropy(logits / t, truth)), t)
        for t in np.arange(0.5, 2.6, 0.05)
    ]
    print("temperature", min(tried)[1], "log loss", min(tried)[0], flush=True)
    return float(min(tried)[1])


def export(net: nn.Module, warmth: float, out: Path) -> None:
    """Write the network with its temperature; its output is log-probabilities."""
    net.eval()

    class Calibrated(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = net

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.log_softmax(self.net(x) / warmth, dim=1)

    example = torch.zeros(1, 1, PATCH, PATCH)
    torch.onnx.export(
        Calibrated(), (example,), str(out), input_names=["patches"], output_names=["logs"],
        dynamic_axes={"patches": {0: "n"}, "logs": {0: "n"}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    print(f"wrote {out}: {out.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    main()

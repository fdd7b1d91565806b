"""Trains the number reader and writes ``resources/digits.onnx``; see docs/maintainers/digits.md.

Child processes draw patches during the training; each patch is used a few times.
"""

from __future__ import annotations

import argparse
import multiprocessing as mp
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import cv2
import numpy as np
import torch
from torch.nn import functional

from recognizer.clues.digit_classifier import normalise
from tools.digits.digit_network import Network, read_onnx, write_onnx
from tools.digits.drawn import drawn_faces
from tools.digits.fonts import Face, is_held_out, load_faces
from tools.digits.handwritten import handwritten_faces
from tools.digits.synth import Maker

CHUNK = 2000


def faces_of(fonts: Path, cache: Path, held_out: bool, handwritten: bool) -> list[Face]:
    """The faces for training, or those that are held out."""
    faces = [*load_faces(fonts, cache / "faces.pkl"), *drawn_faces()]
    if handwritten:
        faces += handwritten_faces(fonts, sum(face.weight for face in faces))
    return [f for f in faces if is_held_out(f) == held_out]


def _make(
    fonts: Path,
    cache: Path,
    handwritten: bool,
    seed: int,
    queue: mp.Queue[tuple[np.ndarray, np.ndarray]],
) -> None:
    """Make patches in an endless loop; a tenth is easy."""
    cv2.setNumThreads(1)
    faces = faces_of(fonts, cache, False, handwritten)
    hard, easy = Maker(faces, seed), Maker(faces, seed + 1, hardness=0.2)
    while True:
        x, y = hard.batch(CHUNK - CHUNK // 10)
        xe, ye = easy.batch(CHUNK // 10)
        queue.put((np.concatenate([x, xe]), np.concatenate([y, ye])))


def held_out_set(faces: list[Face], count: int, seed: int = 77) -> tuple[np.ndarray, np.ndarray]:
    """Patches of faces that are held out from training."""
    cv2.setNumThreads(1)
    return Maker(faces, seed).batch(count)


def _scores(net: Network, x: np.ndarray) -> torch.Tensor:
    net.eval()
    with torch.no_grad():
        parts = [net(torch.from_numpy(normalise(x[i : i + 500]))) for i in range(0, len(x), 500)]
    net.train()
    return torch.cat(parts)


def temperature(scores: torch.Tensor, labels: torch.Tensor) -> float:
    """The divisor of the scores that calibrates the probabilities: the one with the least loss."""
    grid = np.exp(np.linspace(np.log(0.5), np.log(3), 60))
    return float(min(grid, key=lambda t: float(functional.cross_entropy(scores / t, labels))))


def train(args: argparse.Namespace) -> None:
    """Train with ``args.samples`` patches; calibrate and write the network now and then."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    source = args.fonts, args.cache
    faces_of(*source, held_out=False, handwritten=args.handwritten)
    # A forked child would deadlock, waiting for the threads of torch and OpenCV.
    context = mp.get_context("spawn")
    queue = context.Queue(8)
    for k in range(args.workers):
        context.Process(
            target=_make,
            args=(*source, args.handwritten, args.seed + 100 * k, queue),
            daemon=True,
        ).start()
    kept = faces_of(*source, held_out=True, handwritten=args.handwritten)
    check_x, check_y = held_out_set(kept, 6000)
    labels = torch.from_numpy(check_y)

    net = Network()
    if args.resume and args.resume.suffix == ".onnx":
        read_onnx(net, args.resume, torch.from_numpy(normalise(check_x[:2000])))
    elif args.resume:
        net.load_state_dict(torch.load(args.resume))
    average = {k: v.clone() for k, v in net.state_dict().items()}
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.01)
    pool_x = np.zeros((args.pool, 32, 32), np.uint8)
    pool_y = np.zeros(args.pool, np.int64)
    made, seen, start, reported = 0, 0, time.time(), 0.0
    rng = np.random.default_rng(args.seed)
    while seen < args.samples:
        if made < CHUNK * 4 or (seen + args.batch > made * args.repeats):
            fresh = [queue.get()]
        else:
            fresh = [queue.get()] if not queue.empty() else []
        for x, y in fresh:
            at = np.arange(made, made + len(x)) % args.pool
            pool_x[at], pool_y[at] = x, y
            made += len(x)
        if made < CHUNK * 4:
            continue
        for group in optimiser.param_groups:
            share = seen / args.samples
            warm = min(1.0, share / 0.02 + 0.05)
            group["lr"] = args.rate * warm * (0.5 + 0.5 * np.cos(np.pi * share) + 0.003)
        pick = rng.integers(0, min(made, args.pool), args.batch)
        x, y = torch.from_numpy(normalise(pool_x[pick])), torch.from_numpy(pool_y[pick])
        loss = functional.cross_entropy(net(x), y)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        seen += args.batch
        keep = min(0.998, seen / (seen + 20 * args.batch))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].mul_(keep).add_(value, alpha=1 - keep)
            else:
                average[name].copy_(value)
        if time.time() - reported > 120 or seen >= args.samples:
            reported = time.time()
            judge = Network()
            judge.load_state_dict(average)
            right = _scores(judge, check_x).argmax(1).eq(labels).float().mean()
            print(
                f"{reported - start:6.0f} s  made {made}  seen {seen}  loss {loss.item():.3f}  "
                f"held-out {100 * right:.2f} %", flush=True,
            )  # fmt: skip
            torch.save(average, args.cache / "network.pt")
            _finish(judge, check_x, labels, args.out)


def _finish(net: Network, x: np.ndarray, labels: torch.Tensor, out: Path) -> None:
    """Calibrate, write, and compare cv2.dnn with torch."""
    scores = _scores(net, x)
    divisor = temperature(scores, labels)
    write_onnx(net, divisor, out)
    cv2_net = cv2.dnn.readNetFromONNX(str(out))
    cv2_net.setInput(normalise(x[:64]))
    worst = np.abs(cv2_net.forward() - (scores[:64] / divisor).numpy()).max()
    print(f"temperature {divisor:.2f}, cv2.dnn differs by {worst:.1e}", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, default=Path("/tmp/digit-fonts"))
    parser.add_argument("--cache", type=Path, default=Path("/tmp/digit-cache"))
    parser.add_argument("--out", type=Path, default=ROOT / "resources" / "digits.onnx")
    parser.add_argument("--handwritten", action="store_true", help="with handwritten digits, too")
    parser.add_argument("--samples", type=int, default=4_000_000, help="patches used")
    parser.add_argument("--repeats", type=float, default=8, help="average uses of a patch, at most")
    parser.add_argument("--pool", type=int, default=400_000, help="patches kept in memory")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="a network.pt or digits.onnx to start from")
    return parser


if __name__ == "__main__":
    train(_parser().parse_args())

"""Effects of light, lenses, sensors and screens on a photograph; none of them moves anything."""

from __future__ import annotations

import cv2
import numpy as np

from tools.photographs.camera import Array, Pixels


def table_top(rng: np.random.Generator, size: tuple[int, int]) -> Pixels:
    """A background below pages: wood, cloth or a plain board."""
    width, height = size
    base = rng.uniform(50, 170) * np.array([0.75, 0.9, 1.05]) * rng.uniform(0.85, 1.15, 3)
    if rng.random() < 0.4:
        base = np.full(3, rng.uniform(30, 210))
    noise: Array = rng.standard_normal((height // 4 + 1, width // 4 + 1)).astype(np.float32)
    grain = (12.0, 0.6) if rng.random() < 0.6 else (0.8, 0.8)
    noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), grain[0], sigmaY=grain[1]))
    noise = np.asarray(
        cv2.resize(noise / (noise.std() + 1e-6), size, interpolation=cv2.INTER_LINEAR)
    )
    return _bytes(base + rng.uniform(4, 14) * noise[..., None])


def lit(rng: np.random.Generator, photo: Pixels, strength: float = 1.0) -> Pixels:
    """A photograph with uneven light: from one side, with a shadow, darker at the corners."""
    height, width = photo.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    ramp = np.cos(angle) * x + np.sin(angle) * y
    light: Array = 1 + strength * rng.uniform(0.0, 0.22) * ramp
    light = light * (1 - strength * rng.uniform(0, 0.14) * (x**2 + y**2))
    if rng.random() < 0.55 * strength:
        light = light * _shadow(rng, x, y)
    light = light * rng.uniform(0.78, 1.02)
    gains = (1 + rng.normal(0, 0.022 * strength, 3)).astype(np.float32)
    gains[0] -= abs(rng.normal(0, 0.05 * strength))  # light indoors is yellow rather than blue
    return _bytes(photo * light[..., None] * gains)


def _shadow(rng: np.random.Generator, x: Array, y: Array) -> Array:
    """The shadow of a head, a hand or a telephone."""
    angle = rng.uniform(0, 2 * np.pi)
    far = np.cos(angle) * x + np.sin(angle) * y
    across = -np.sin(angle) * x + np.cos(angle) * y
    edge = rng.uniform(0.0, 0.7) + rng.uniform(0, 0.3) * np.sin(2 * across + rng.uniform(0, 6))
    if rng.random() < 0.5:
        edge = edge + rng.uniform(0.3, 1.2) * across**2
    soft = rng.uniform(0.02, 0.3)
    return np.asarray(1 - rng.uniform(0.15, 0.45) / (1 + np.exp(-(far - edge) / soft * 3)))


def hand_shadow(rng: np.random.Generator, photo: Pixels) -> Pixels:
    """A photograph with the shadow of a hand and its fingers, from the edge inwards."""
    height, width = photo.shape[:2]
    mask = np.zeros((height, width), np.float32)
    wrist = np.array([rng.uniform(0, width), height * rng.choice([-0.1, 1.1])])
    palm = wrist + rng.uniform(0.2, 0.45) * (np.array([width, height]) / 2 - wrist)
    unit = 0.05 * max(width, height)
    spread = np.arctan2(*(palm - wrist)[::-1]) + np.linspace(-0.5, 0.5, 4)
    ends = [palm + rng.uniform(3, 6) * unit * np.array([np.cos(a), np.sin(a)]) for a in spread]
    for start, end, thick in [(wrist, palm, 4.5), *((palm, end, 0.9) for end in ends)]:
        (x0, y0), (x1, y1) = (tuple(int(k) for k in point) for point in (start, end))
        cv2.line(mask, (x0, y0), (x1, y1), 1.0, max(1, round(float(thick * unit))))
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.1, 0.5) * unit))
    return _bytes(photo * (1 - rng.uniform(0.2, 0.5) * mask)[..., None])


def blurred(rng: np.random.Generator, photo: Pixels, most: float) -> Pixels:
    """A photograph out of focus, or now and then shaken, by at most that many px."""
    sigma = float(rng.uniform(0.15, 1.0)) * most
    if rng.random() < 0.2 and sigma > 0.5:
        angle = rng.uniform(0, np.pi)
        reach = np.arange(-4, 5)
        y, x = np.meshgrid(reach, reach, indexing="ij")
        along, aside = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        kernel = np.exp(-(along**2) / (2 * sigma**2) - aside**2 / (2 * 0.4**2))
        return np.asarray(cv2.filter2D(photo, -1, kernel / kernel.sum()), np.uint8)
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), max(sigma, 0.2)), np.uint8)


def noisy(rng: np.random.Generator, photo: Pixels, strength: float) -> Pixels:
    """A photograph with the noise of a sensor; coarse in colour, fine in brightness."""
    height, width = photo.shape[:2]
    fine = rng.standard_normal((height, width, 1), np.float32)
    coarse: Array = rng.standard_normal((height // 3 + 1, width // 3 + 1, 3), np.float32)
    coarse = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR))
    return _bytes(photo + strength * (fine + rng.uniform(0.3, 1.2) * coarse))


def moire(rng: np.random.Generator, photo: Pixels, x: Array, y: Array) -> Pixels:
    """A photographed screen with moiré bands of its pixels and the camera's.

    Args:
        rng: Random numbers.
        photo: The picture.
        x: The column of the screen that each pixel shows.
        y: The row.
    """
    bands = np.ones((*x.shape, 3), np.float32)
    for k in range(int(rng.integers(1, 4))):
        angle = rng.uniform(0, np.pi) if k else rng.choice([0.0, np.pi / 2])
        length = rng.uniform(0.006, 0.08) * max(x.shape)
        bend = rng.uniform(0, 0.5) * np.sin((x + y) / rng.uniform(150, 700))
        along = (x * np.cos(angle) + y * np.sin(angle)) / length + bend
        strength = rng.uniform(0.02, 0.09)
        spread = rng.uniform(0, 0.33)
        for channel in range(3):
            bands[..., channel] *= 1 + strength * np.sin(2 * np.pi * (along + spread * channel))
    glow = photo.astype(np.float32) * rng.uniform(0.85, 0.95) + rng.uniform(5, 22)
    return _bytes(glow * bands)


def yellowed(rng: np.random.Generator, page: Pixels) -> Pixels:
    """Coloured and grainy paper, with the print of the other side showing through."""
    height, width = page.shape[:2]
    tone = np.array([rng.uniform(0.84, 1.0), rng.uniform(0.92, 1.0), rng.uniform(0.95, 1.0)])
    grain: Array = rng.standard_normal((height // 2 + 1, width // 2 + 1), np.float32)
    grain = np.asarray(cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR))
    back = cv2.GaussianBlur(page[:, ::-1], (0, 0), 3).astype(np.float32) / 255
    through = 1 - rng.uniform(0, 0.07) * (1 - back)
    return _bytes(page * tone * through + rng.uniform(0.5, 3.5) * grain[..., None])


def _bytes(values: Array) -> Pixels:
    return np.clip(values, 0, 255).astype(np.uint8)

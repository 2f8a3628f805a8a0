"""How colours look: to people with the common forms of colour blindness, beside each other, and on a page.

The simulations are the matrices of Machado, Oliveira and Fernandes (2009), of severity 1, on linear light. The
difference of two colours is that of CIEDE2000 (Sharma, Wu and Dalal, 2005), and contrast is that of the Web Content
Accessibility Guidelines.
"""

from __future__ import annotations

import numpy as np

VISIONS = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(color: str) -> np.ndarray:
    """Return the linear light of a colour that is written in hexadecimal digits."""
    value = np.array([int(color[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def seen(color: str, vision: str) -> np.ndarray:
    """Return the linear light that somebody with normal vision would have to see to see the same."""
    return np.clip(np.asarray(VISIONS[vision]) @ linear(color), 0.0, 1.0)


def contrast(one: np.ndarray, other: np.ndarray) -> float:
    """Return the ratio of contrast of two linear lights, from 1 to 21."""
    high, low = sorted((float(_TO_XYZ[1] @ light) for light in (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(light: np.ndarray) -> np.ndarray:
    """Return the CIELAB coordinates of linear light."""
    x, y, z = (np.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (_TO_XYZ @ light) / _WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Return the CIEDE2000 difference of two CIELAB colours; 1 is just seen by a trained eye."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    middle = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(middle**7 / (middle**7 + 25.0**7))
    chroma = np.hypot(stretch * a1, b1), np.hypot(stretch * a2, b2)
    hue = np.degrees(np.arctan2(b1, stretch * a1)) % 360, np.degrees(np.arctan2(b2, stretch * a2)) % 360
    turn = (hue[1] - hue[0] + 180) % 360 - 180 if min(chroma) > 0 else 0.0
    between = hue[0] + turn / 2 if min(chroma) > 0 else sum(hue)
    lightness, colorful = (l1 + l2) / 2, sum(chroma) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(between - 30))
        + 0.24 * np.cos(np.radians(2 * between))
        + 0.32 * np.cos(np.radians(3 * between + 6))
        - 0.20 * np.cos(np.radians(4 * between - 63))
    )
    light = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2))
    strong = (chroma[1] - chroma[0]) / (1 + 0.045 * colorful)
    turned = 2 * np.sqrt(chroma[0] * chroma[1]) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * colorful * t)
    spread = 60 * np.exp(-((((between % 360) - 275) / 25) ** 2))
    rotation = -2 * np.sqrt(colorful**7 / (colorful**7 + 25.0**7)) * np.sin(np.radians(spread))
    return float(np.sqrt(light**2 + strong**2 + turned**2 + rotation * strong * turned))

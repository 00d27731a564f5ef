"""Prints the fundamental frequency of each WAV file in hertz: `pitch.py FILE...`. Needs numpy."""

import sys
import wave

import numpy as np

LOWEST_HERTZ = 50
# The spectrum is interpolated to this many points, so that its highest point is near the peak.
POINTS = 1 << 21


def fundamental(path):
    with wave.open(path) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), POINTS))
    first = LOWEST_HERTZ * POINTS // rate
    peak = first + int(np.argmax(spectrum[first:-1]))
    # The top of the parabola through the three highest points, in decibels.
    left, top, right = np.log(spectrum[peak - 1 : peak + 2])
    return (peak + (left - right) / (left - 2 * top + right) / 2) * rate / POINTS


for path in sys.argv[1:]:
    print(f"{fundamental(path):.6f}")

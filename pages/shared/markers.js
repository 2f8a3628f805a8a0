// The markers that clusters have in all figures, by the names of plotly.
const MARKERS = {
  circle: (c, r) => c.arc(0, 0, r, 0, 2 * Math.PI),
  square: (c, r) => polygon(c, [[-r, -r], [r, -r], [r, r], [-r, r]].map(([x, y]) => [0.9 * x, 0.9 * y])),
  diamond: (c, r) => polygon(c, [[0, -1.3 * r], [1.3 * r, 0], [0, 1.3 * r], [-1.3 * r, 0]]),
  "triangle-up": (c, r) => polygon(c, [[-1.15 * r, 0.75 * r], [1.15 * r, 0.75 * r], [0, -1.25 * r]]),
  cross: (c, r) => polygon(c, plus(r, 1.15)),
  x: (c, r) => polygon(c, plus(r, 1.15).map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2])),
  star: (c, r) =>
    polygon(
      c,
      Array.from({ length: 10 }, (_, k) => {
        const [angle, way] = [(k * Math.PI) / 5, k % 2 ? 0.6 * r : 1.4 * r];
        return [way * Math.sin(angle), -way * Math.cos(angle)];
      }),
    ),
};

function plus(r, long) {
  const [a, b] = [0.4 * r, long * r];
  return [[-a, -b], [a, -b], [a, -a], [b, -a], [b, a], [a, a], [a, b], [-a, b], [-a, a], [-b, a], [-b, -a], [-a, -a]];
}

function polygon(context, corners) {
  corners.forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

// What the player draws, on a surface: a context with the methods of a canvas, and its width and height. So the same
// lines draw on the screen and into a file (see saving.js). Markers are those of markers.js.

const CROSSING = "#D55E00";
const MARGIN = 12;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A canvas that is sharp on any screen, as what draws on it and its size in CSS pixels: a surface.
function sharp(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth || 300;
  const height = canvas.clientHeight || 300;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

// Where the points lie on a canvas: one scale for both axes, so that shapes keep their form.
function placement(points, width, height) {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    low = Math.min(low, points[i + 1]);
    high = Math.max(high, points[i + 1]);
  }
  const scale = Math.min((width - 2 * MARGIN) / (right - left || 1), (height - 2 * MARGIN) / (high - low || 1));
  const dx = (width - scale * (right - left)) / 2 - scale * left;
  const dy = (height - scale * (high - low)) / 2 + scale * high;
  const places = Array.from({ length: points.length / 2 }, (_, i) => [
    dx + scale * points[2 * i],
    dy - scale * points[2 * i + 1],
  ]);
  return (i) => places[i];
}

// Groups of edges that look alike: by colour, and in it by level; level 3 is that of the chosen point.
function edgeGroups(frame, classes, chosen) {
  const groups = Array.from({ length: 8 }, () => []);
  for (let e = 0; e < frame.from.length; e++) {
    const [i, j] = [frame.from[e], frame.to[e]];
    const crossing = classes !== null && classes[i] !== classes[j];
    const level = chosen === i || chosen === j ? 3 : Math.floor(frame.weight[e] / 86);
    groups[(crossing ? 4 : 0) + level].push(i, j);
  }
  return groups;
}

function drawEdges(context, frame, classes, place, chosen, edge) {
  // As long as no point is chosen, the groups of a frame stay.
  const groups = chosen === null ? (frame.groups ??= edgeGroups(frame, classes, null)) : edgeGroups(frame, classes, chosen);
  // Few edges can be strong; thousands that overlap must be pale. All of them can be seen.
  const least = Math.min(0.8, Math.max(0.2, 700 / Math.max(frame.from.length, 1)));
  groups.forEach((ends, group) => {
    if (!ends.length) return;
    const level = group % 4;
    context.strokeStyle = group < 4 ? edge : CROSSING;
    context.lineWidth = 0.9 + 0.5 * level;
    context.globalAlpha = chosen === null ? Math.min(1, least + 0.15 * level) : level === 3 ? 1 : 0.12;
    context.beginPath();
    for (let e = 0; e < ends.length; e += 2) {
      context.moveTo(...place(ends[e]));
      context.lineTo(...place(ends[e + 1]));
    }
    context.stroke();
  });
  context.globalAlpha = 1;
}

function drawPoints({ context, width, height }, frame, before, data, place, chosen, ink) {
  const n = frame.labels.length;
  const room = Math.min(1, Math.min(width, height) / 330);
  const radius = Math.max(1.5, room * Math.min(4.5, 65 / Math.sqrt(n)));
  for (let i = 0; i < n; i++) {
    const [x, y] = place(i);
    context.translate(x, y);
    // A sample that could belong anywhere is as pale as the page lets it be and still be seen.
    context.globalAlpha = 0.35 + (0.65 * frame.certainty[i]) / 255;
    context.fillStyle = data.colors[frame.labels[i] % data.colors.length];
    context.strokeStyle = data.outline;
    context.lineWidth = Math.min(1, radius / 6);
    context.beginPath();
    MARKERS[data.symbols[frame.labels[i] % data.symbols.length]](context, radius);
    context.fill();
    context.stroke();
    context.globalAlpha = 1;
    if (i === chosen || (before !== null && before.labels[i] !== frame.labels[i])) {
      context.strokeStyle = ink;
      context.lineWidth = i === chosen ? 2.5 : 1;
      context.beginPath();
      context.arc(0, 0, radius + 2.5, 0, 2 * Math.PI);
      context.stroke();
    }
    context.translate(-x, -y);
  }
}

// Draw a matrix of levels, row by row, with so many columns, into a box.
function drawLevels(context, levels, columns, palette, box) {
  const rows = levels.length / columns;
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < pixels.length; k++) pixels[k] = palette[levels[k]];
  const small = element("canvas", { width: columns, height: rows });
  small.getContext("2d").putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, ...box);
}

// P under S, which is a square of this size: one strip per cluster in the cluster's colour, columns in the order of S.
function drawIndicator({ context, width, height }, frame, data, square) {
  const clusters = frame.indicator.length / data.n;
  const size = Math.min(width, square);
  const left = (width - size) / 2;
  drawLevels(context, frame.indicator, data.n, data.palette, [left, 0, size, height]);
  for (let c = 0; c < clusters; c++) {
    context.fillStyle = data.colors[c % data.colors.length];
    context.fillRect(Math.max(0, left - 8), (c * height) / clusters + 1, 6, height / clusters - 2);
  }
}

function drawMatrix({ context, width, height }, image, data, chosen) {
  const size = Math.min(width, height);
  const [left, top] = [(width - size) / 2, (height - size) / 2];
  const side = Math.round(Math.sqrt(image.length));
  drawLevels(context, image, side, data.palette, [left, top, size, size]);
  if (chosen !== null) {
    const row = ((data.position[chosen] + 0.5) / data.n) * size;
    // A colour that the colours of S do not have.
    context.strokeStyle = CROSSING;
    context.lineWidth = 2;
    context.strokeRect(left, top + row - 2, size, 4);
  }
}

function scaled(curve) {
  return curve.values.map((v) => (v === null ? NaN : curve.log ? Math.log10(Math.max(v, 1e-17)) : v));
}

// Residuals, on a logarithmic axis, have one scale in all tracks, so that they can be compared. Other curves have their
// own: what they show is their course, which may be small beside the difference of two runs.
function rangeOf(curve, tracks) {
  const alike = tracks.flatMap((track) => track.curves).filter((one) => one.name === curve.name);
  const values = (curve.log ? alike : [curve]).flatMap(scaled);
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  // What differs by rounding alone is drawn level.
  return high - low < 1e-12 * Math.max(1, Math.abs(high)) ? [low, low + 1] : [low, high];
}

// The title of a curve in letters of a size, or in smaller ones where it would be cut off.
function drawTitle(context, text, width, letters, family) {
  context.font = `${letters}px ${family}`;
  const fitting = (letters * (width - MARGIN)) / context.measureText(text).width;
  context.font = `${Math.min(letters, fitting)}px ${family}`;
  context.fillText(text, MARGIN, letters + 2);
}

// The ends of the horizontal axis are named under the curve, those of the vertical one at its right.
function drawCurve({ context, width, height }, curve, at, ends, [low, high], { ink, muted, letters, family }) {
  const most = ends.count - 1;
  const values = scaled(curve);
  context.fillStyle = ink;
  drawTitle(context, `${curve.name}${curve.log ? " (log)" : ""}: ${number(curve.values[at], curve.log)}`, width, letters, family);
  const small = letters - 1;
  context.font = `${small}px ${family}`;
  context.fillStyle = muted;
  const wide = (text) => context.measureText(text).width;
  const known = curve.values.filter((value) => value !== null);
  const [highest, lowest] = [Math.max(...known), Math.min(...known)].map((value) => number(value, curve.log));
  const room = Math.max(wide(highest), wide(lowest)) + 8;
  const [top, bottom] = [2 * letters, height - small - 10];
  const x = (k) => MARGIN + ((width - MARGIN - room) * k) / Math.max(most, 1);
  const y = (v) => bottom - ((bottom - top) * (v - low)) / (high - low || 1);
  context.fillText(highest, width - wide(highest), top + 3);
  context.fillText(lowest, width - wide(lowest), bottom + 3);
  context.fillText(ends.first, MARGIN, height - 3);
  context.fillText(ends.last, Math.max(MARGIN, width - room - wide(ends.last)), height - 3);
  context.strokeStyle = muted;
  context.lineWidth = 2;
  context.beginPath();
  values.forEach((v, k) => (k ? context.lineTo(x(k), y(v)) : context.moveTo(x(k), y(v))));
  context.stroke();
  context.fillStyle = ink;
  context.beginPath();
  context.arc(x(at), y(values[at]), 4, 0, 2 * Math.PI);
  context.fill();
}

function number(value, log) {
  if (value === null) return "–";
  if (!log && Math.abs(value) < 1e-12) return "0"; // rounding
  if (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5)) return String(Number(value.toPrecision(4)));
  return value.toExponential(1);
}

function nearestPoint(points, place, x, y) {
  let [best, distance] = [null, 15 ** 2];
  for (let i = 0; i < points.length / 2; i++) {
    const [px, py] = place(i);
    const d = (px - x) ** 2 + (py - y) ** 2;
    if (d < distance) [best, distance] = [i, d];
  }
  return best;
}

// Plays a recording: points over their graph, S, and curves, one frame at a time, without asking the server.
// The data come as one object (see payload.py); numbers are base64 of little-endian arrays.

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const SPEEDS = [1, 2, 5, 10, 20];
const EDGE = "#009E73";
const CROSSING = "#D55E00";
const MARGIN = 12;

function decode(text, Type) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Type(bytes.buffer);
}

function decodeGraph(graph) {
  return {
    from: decode(graph.from, Uint16Array),
    to: decode(graph.to, Uint16Array),
    weight: decode(graph.weight, Uint8Array),
    image: decode(graph.image, Uint8Array),
  };
}

// A frame without a graph has that of the frame before.
function decodeFrames(frames) {
  let graph = null;
  return frames.map((frame) => {
    if (frame.graph) graph = decodeGraph(frame.graph);
    return { ...decodeFrame(frame), ...graph };
  });
}

function decodeFrame(frame) {
  return {
    title: frame.title,
    readout: frame.readout,
    alt: frame.alt,
    labels: decode(frame.labels, Uint8Array),
    certainty: decode(frame.certainty, Uint8Array),
    indicator: frame.indicator ? decode(frame.indicator, Uint8Array) : null,
  };
}

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Icons as drawings: not every computer has a font with the signs of a player.
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M12 3v10L7 8zM7 3v10L2 8z",
  play: "M5 3v10l8-5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4 3v10l5-5zM9 3v10l5-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

function setIcon(button, name, label) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": true }))
    svg.setAttribute(key, value);
  path.setAttribute("d", ICONS[name]);
  path.setAttribute("fill", "currentColor");
  svg.append(path);
  button.replaceChildren(svg);
  button.setAttribute("aria-label", label);
  button.title = label;
}

// A canvas that is sharp on any screen; returns what draws on it, in CSS pixels.
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
  return (i) => [dx + scale * points[2 * i], dy - scale * points[2 * i + 1]];
}

function drawEdges(context, frame, classes, place, chosen) {
  const groups = new Map();
  for (let e = 0; e < frame.from.length; e++) {
    const [i, j] = [frame.from[e], frame.to[e]];
    const crossing = classes !== null && classes[i] !== classes[j];
    const near = chosen === i || chosen === j;
    const key = `${crossing ? CROSSING : EDGE}|${near ? 3 : Math.floor(frame.weight[e] / 86)}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(i, j);
  }
  for (const [key, ends] of groups) {
    const [color, level] = key.split("|");
    context.strokeStyle = color;
    context.lineWidth = 0.7 + 0.7 * Number(level);
    context.globalAlpha = chosen === null ? 0.35 + 0.2 * Number(level) : level === "3" ? 1 : 0.12;
    context.beginPath();
    for (let e = 0; e < ends.length; e += 2) {
      context.moveTo(...place(ends[e]));
      context.lineTo(...place(ends[e + 1]));
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawPoints(context, frame, before, data, place, chosen, ink) {
  const n = frame.labels.length;
  const { clientWidth, clientHeight } = context.canvas;
  const room = Math.min(1, Math.min(clientWidth, clientHeight) / 330);
  const radius = Math.max(1.5, room * Math.min(5, 70 / Math.sqrt(n)));
  for (let i = 0; i < n; i++) {
    const [x, y] = place(i);
    // A sample that could belong anywhere is as pale as the page lets it be and still be seen.
    context.globalAlpha = 0.35 + (0.65 * frame.certainty[i]) / 255;
    context.fillStyle = data.colors[frame.labels[i] % data.colors.length];
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
    if (i === chosen || (before !== null && before.labels[i] !== frame.labels[i])) {
      context.strokeStyle = ink;
      context.lineWidth = i === chosen ? 2.5 : 1.5;
      context.beginPath();
      context.arc(x, y, radius + 3, 0, 2 * Math.PI);
      context.stroke();
    }
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

// P under S: one strip per cluster in the cluster's colour, columns in the order of S.
function drawIndicator(canvas, frame, data) {
  const { context, width, height } = sharp(canvas);
  const clusters = frame.indicator.length / data.n;
  const size = Math.min(width, canvas.parentElement.querySelector(".matrix").clientHeight);
  const left = (width - size) / 2;
  drawLevels(context, frame.indicator, data.n, data.palette, [left, 0, size, height]);
  for (let c = 0; c < clusters; c++) {
    context.fillStyle = data.colors[c % data.colors.length];
    context.fillRect(Math.max(0, left - 8), (c * height) / clusters + 1, 6, height / clusters - 2);
  }
}

function drawImage(canvas, frame, data, chosen, ink) {
  const { context, width, height } = sharp(canvas);
  const size = Math.min(width, height);
  const [left, top] = [(width - size) / 2, (height - size) / 2];
  const side = Math.round(Math.sqrt(frame.image.length));
  drawLevels(context, frame.image, side, data.palette, [left, top, size, size]);
  if (chosen !== null) {
    const row = ((data.position[chosen] + 0.5) / data.n) * size;
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
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

function drawCurve(canvas, curve, at, most, [low, high], ink, muted) {
  const { context, width, height } = sharp(canvas);
  const values = scaled(curve);
  const [top, bottom] = [MARGIN + 14, height - MARGIN];
  const x = (k) => MARGIN + ((width - 2 * MARGIN) * k) / Math.max(most, 1);
  const y = (v) => bottom - ((bottom - top) * (v - low)) / (high - low || 1);
  context.font = "12px sans-serif";
  context.fillStyle = ink;
  context.fillText(`${curve.name}${curve.log ? " (log)" : ""}: ${number(curve.values[at])}`, MARGIN, 14);
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

function number(value) {
  if (value === null) return "none yet";
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

function build(root, data) {
  root.replaceChildren();
  const tracks = data.tracks.map((track) => {
    const heading = element("h3", {}, track.name);
    const readout = element("p", { class: "readout" });
    const scatter = data.points ? element("canvas", { class: "scatter", role: "img", tabindex: "-1" }) : null;
    const matrix = element("canvas", { class: "matrix", role: "img" });
    const curves = track.curves.map(() => element("canvas", { class: "curve", role: "img" }));
    const indicator = track.frames[0].indicator ? element("canvas", { class: "indicator", role: "img" }) : null;
    const similar = element("div", { class: "similar" }, matrix, ...(indicator ? [indicator] : []));
    const panels = element("div", { class: "panels" }, ...(scatter ? [scatter] : []), similar);
    const strip = element("div", { class: "curves" }, ...curves);
    const box = element("section", { class: "track" }, ...(track.name ? [heading] : []), readout, panels, strip);
    const ranges = track.curves.map((curve) => rangeOf(curve, data.tracks));
    return { ...track, ranges, heading, frames: decodeFrames(track.frames), readout, scatter, matrix, indicator, curveCanvases: curves, box };
  });
  const buttons = {};
  for (const name of ["first", "back", "play", "forward", "last"]) {
    buttons[name] = element("button", { type: "button" });
    setIcon(buttons[name], name, name[0].toUpperCase() + name.slice(1));
  }
  const most = Math.max(...tracks.map((track) => track.frames.length)) - 1;
  const slider = element("input", { type: "range", min: 0, max: most, value: data.start, "aria-label": data.slider });
  const speed = element("select", { "aria-label": "Frames per second" });
  for (const value of SPEEDS) speed.append(element("option", { value }, `${value} / s`));
  speed.value = String(data.speed);
  const shown = element("output", { "aria-live": "polite" });
  const bar = element("div", { class: "bar" }, ...Object.values(buttons), slider, speed, shown);
  root.append(bar, element("div", { class: tracks.length > 1 ? "tracks pair" : "tracks" }, ...tracks.map((track) => track.box)));
  return { tracks, buttons, slider, speed, shown, most };
}

export default function (component) {
  const { data, parentElement } = component;
  const root = parentElement.querySelector(".player");
  const view = build(root, data);
  const points = data.points ? decode(data.points, Float32Array) : null;
  const classes = data.classes ? decode(data.classes, Uint8Array) : null;
  data.position = decode(data.position, Uint16Array);
  data.palette = decode(data.palette, Uint32Array);
  let [at, chosen, timer, waiting] = [Math.min(data.start, view.most), null, null, false];

  function draw() {
    waiting = false;
    const started = performance.now();
    const style = getComputedStyle(root);
    const [ink, muted] = [style.getPropertyValue("--ink"), style.getPropertyValue("--muted")];
    for (const track of view.tracks) {
      const place = Math.min(at, track.frames.length - 1);
      const frame = track.frames[place];
      if (track.scatter) {
        const { context, width, height } = sharp(track.scatter);
        const where = placement(points, width, height);
        drawEdges(context, frame, classes, where, chosen);
        const before = data.ring && place > 0 ? track.frames[place - 1] : null;
        drawPoints(context, frame, before, data, where, chosen, ink);
        track.scatter.setAttribute("aria-label", frame.alt);
      }
      drawImage(track.matrix, frame, data, chosen, ink);
      track.matrix.setAttribute("aria-label", `S, ${frame.title}`);
      if (track.indicator) {
        drawIndicator(track.indicator, frame, data);
        track.indicator.setAttribute("aria-label", `P, one row per cluster, ${frame.title}`);
      }
      track.curves.forEach((curve, k) => {
        drawCurve(track.curveCanvases[k], curve, place, view.most, track.ranges[k], ink, muted);
        track.curveCanvases[k].setAttribute("aria-label", `${curve.name}: ${number(curve.values[place])}`);
      });
      const ended = at > place ? " (ended)" : "";
      track.heading.textContent = `${track.name}: ${frame.title}${ended}`;
      track.readout.textContent = frame.readout;
    }
    const title = view.tracks.find((track) => track.frames.length > at).frames[at].title;
    view.shown.textContent = title;
    view.slider.value = at;
    view.slider.setAttribute("aria-valuetext", title);
    root.dataset.frame = at;
    root.dataset.drawn = Number(root.dataset.drawn || 0) + 1;
    root.dataset.milliseconds = (performance.now() - started).toFixed(1);
  }

  function redraw() {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  }

  function go(to) {
    at = Math.max(0, Math.min(view.most, to));
    redraw();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    setIcon(view.buttons.play, "play", "Play");
  }

  function play() {
    if (timer !== null) return pause();
    if (at === view.most) at = 0;
    setIcon(view.buttons.play, "pause", "Pause");
    const step = () => (at === view.most ? pause() : go(at + 1));
    timer = setInterval(step, 1000 / Number(view.speed.value));
  }

  view.buttons.first.onclick = () => (pause(), go(0));
  view.buttons.back.onclick = () => (pause(), go(at - 1));
  view.buttons.forward.onclick = () => (pause(), go(at + 1));
  view.buttons.last.onclick = () => (pause(), go(view.most));
  view.buttons.play.onclick = play;
  view.slider.oninput = () => (pause(), go(Number(view.slider.value)));
  view.speed.onchange = () => timer !== null && (pause(), play());
  root.onkeydown = (event) => {
    if (event.target === view.speed || event.target === view.slider) return;
    if (event.key in KEYS) (event.preventDefault(), pause(), go(at + KEYS[event.key]));
    else if (event.key === " " && event.target.tagName !== "BUTTON") (event.preventDefault(), play());
    else if (event.key === "Escape") ((chosen = null), redraw());
  };
  for (const track of view.tracks) {
    if (!track.scatter) continue;
    track.scatter.onclick = (event) => {
      const box = track.scatter.getBoundingClientRect();
      const where = placement(points, box.width, box.height);
      const found = nearestPoint(points, where, event.clientX - box.left, event.clientY - box.top);
      chosen = found === chosen ? null : found;
      root.dataset.chosen = chosen === null ? "" : chosen;
      redraw();
    };
  }
  const watcher = new ResizeObserver(redraw);
  watcher.observe(root);
  redraw();
  return () => {
    pause();
    watcher.disconnect();
  };
}

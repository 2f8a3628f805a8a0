// Plays a recording: points over their graph, S, and curves, one frame at a time, without asking the server. One
// script with markers.js, drawing.js and saving.js (see component.py).
// The data come as one object (see payload.py); numbers are base64 of little-endian arrays.

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const SPEEDS = [1, 2, 5, 10, 20];
const ROW = "Row of S of the point with this number";

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

// A curve in words: where it is, and between which values it runs.
function spoken(curve, place) {
  const known = curve.values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)].map((value) => number(value, curve.log));
  return `${curve.name}: ${number(curve.values[place], curve.log)} in this frame, ${first} in the first, ${last} in the last`;
}

function build(root, data) {
  root.replaceChildren();
  const tracks = data.tracks.map((track) => {
    const heading = element("h2", {}, track.name);
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
  const row = element("input", { type: "number", min: 0, max: data.n, step: 1, placeholder: "row", "aria-label": ROW });
  row.title = `${ROW} is marked`;
  const save = ["png", "svg"].map((format) => {
    const button = element("button", { type: "button", "data-format": format }, format.toUpperCase());
    button.title = "Save this frame";
    return button;
  });
  const others = [row, ...save];
  const bar = element("div", { class: "bar" }, ...Object.values(buttons), slider, speed, shown, ...others);
  const box = element("div", { class: tracks.length > 1 ? "tracks pair" : "tracks" }, ...tracks.map((track) => track.box));
  root.append(bar, box);
  const titles = tracks.find((track) => track.frames.length > most).frames.map((frame) => frame.title);
  const ends = { first: titles[0], last: titles.at(-1), count: titles.length };
  return { tracks, buttons, slider, speed, shown, row, save, box, most, ends };
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
  let settled = null;
  const path = location.pathname;

  // A link to the page opens at the frame that is shown. Browsers refuse more than a few changes of the address in a
  // second, so it waits until the frame stays.
  function note() {
    clearTimeout(settled);
    settled = setTimeout(() => {
      if (location.pathname !== path || !root.isConnected) return;
      const address = new URL(location.href);
      if (at === data.address.usual) address.searchParams.delete(data.address.key);
      else address.searchParams.set(data.address.key, data.address.texts[at]);
      if (address.href !== location.href) history.replaceState(history.state, "", address);
    }, 250);
  }

  // What a track shows now, each node with what draws it.
  function parts(track) {
    const style = getComputedStyle(root);
    const [ink, muted] = [style.getPropertyValue("--ink"), style.getPropertyValue("--muted")];
    const place = Math.min(at, track.frames.length - 1);
    const frame = track.frames[place];
    const drawn = [[track.matrix, (surface) => drawMatrix(surface, frame, data, chosen, ink)]];
    if (track.scatter) {
      const before = data.ring && place > 0 ? track.frames[place - 1] : null;
      const scatter = (surface) => {
        const where = placement(points, surface.width, surface.height);
        drawEdges(surface.context, frame, classes, where, chosen);
        drawPoints(surface, frame, before, data, where, chosen, ink);
      };
      drawn.push([track.scatter, scatter]);
    }
    if (track.indicator)
      drawn.push([track.indicator, (surface) => drawIndicator(surface, frame, data, track.matrix.clientHeight)]);
    track.curves.forEach((curve, k) =>
      drawn.push([
        track.curveCanvases[k],
        (surface) => drawCurve(surface, curve, place, view.ends, track.ranges[k], ink, muted),
      ]),
    );
    return { place, frame, drawn, ink };
  }

  function draw() {
    waiting = false;
    const started = performance.now();
    for (const track of view.tracks) {
      const { place, frame, drawn } = parts(track);
      for (const [canvas, drawOn] of drawn) drawOn(sharp(canvas));
      track.scatter?.setAttribute("aria-label", frame.alt);
      track.matrix.setAttribute("aria-label", `Heat map of S, ${frame.title}. ${frame.readout}`);
      track.indicator?.setAttribute("aria-label", `P, one row per cluster, ${frame.title}. ${frame.readout}`);
      track.curves.forEach((curve, k) => track.curveCanvases[k].setAttribute("aria-label", spoken(curve, place)));
      const ended = at > place ? " (ended)" : "";
      track.heading.textContent = `${track.name}: ${frame.title}${ended}`;
      const before = data.ring && place > 0 ? track.frames[place - 1] : null;
      const moved = before === null ? 0 : frame.labels.filter((label, i) => label !== before.labels[i]).length;
      track.readout.textContent = frame.readout + (moved ? ` New labels: ${moved}.` : "");
    }
    const title = view.tracks.find((track) => track.frames.length > at).frames[at].title;
    view.shown.textContent = title;
    view.slider.value = at;
    view.slider.setAttribute("aria-valuetext", title);
    root.dataset.frame = at;
    root.dataset.drawn = Number(root.dataset.drawn || 0) + 1;
    root.dataset.milliseconds = (performance.now() - started).toFixed(1);
  }

  function save(format) {
    const texts = view.tracks.flatMap((one) => [...(one.name ? [one.heading] : []), one.readout]);
    const all = view.tracks.map(parts);
    const nodes = [...texts.map((node) => [node, null]), ...all.flatMap((one) => one.drawn)];
    const name = `${data.file} ${view.shown.textContent}`.replace(/[^A-Za-z0-9.]+/g, "-").toLowerCase();
    saveFrame(format, name, view.box, nodes, all[0].ink);
  }

  function choose(point) {
    chosen = point;
    root.dataset.chosen = chosen === null ? "" : chosen;
    view.row.value = chosen === null ? "" : chosen + 1;
    redraw();
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
    note();
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
  view.save.forEach((button) => (button.onclick = () => save(button.dataset.format)));
  view.row.onchange = () => {
    const number = Math.round(Number(view.row.value));
    choose(number >= 1 && number <= data.n ? number - 1 : null);
  };
  root.onkeydown = (event) => {
    if ([view.speed, view.slider, view.row].includes(event.target)) return;
    if (event.key in KEYS) (event.preventDefault(), pause(), go(at + KEYS[event.key]));
    else if (event.key === " " && event.target.tagName !== "BUTTON") (event.preventDefault(), play());
    else if (event.key === "Escape") choose(null);
  };
  for (const track of view.tracks) {
    if (!track.scatter) continue;
    track.scatter.onclick = (event) => {
      const box = track.scatter.getBoundingClientRect();
      const where = placement(points, box.width, box.height);
      const found = nearestPoint(points, where, event.clientX - box.left, event.clientY - box.top);
      choose(found === chosen ? null : found);
    };
  }
  const watcher = new ResizeObserver(redraw);
  watcher.observe(root);
  redraw();
  return () => {
    pause();
    clearTimeout(settled);
    watcher.disconnect();
  };
}

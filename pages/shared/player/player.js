// Plays a recording: points over their graph, S, and curves, one frame at a time, without asking the server. One
// script with markers.js, drawing.js and saving.js (see component.py).
// The data come as one object (see payload.py); numbers are base64 of little-endian arrays.

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
// The keys of a presenter's remote control.
const REMOTE = { PageUp: -1, PageDown: 1 };
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
    input: frame.input ? decode(frame.input, Uint8Array) : null,
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
    const input = track.frames[0].input ? element("canvas", { class: "input", role: "img" }) : null;
    const named = (text) => (input ? [element("p", { class: "caption" }, text)] : []);
    const similar = element("div", { class: "similar" }, ...named("Learned: S, and P under it"), matrix, ...(indicator ? [indicator] : []));
    const given = input ? [element("div", { class: "similar" }, ...named("Given: K"), input)] : [];
    const panels = element("div", { class: "panels" }, ...(scatter ? [scatter] : []), ...given, similar);
    const strip = element("div", { class: "curves" }, ...curves);
    const box = element("section", { class: "track" }, ...(track.name ? [heading] : []), readout, panels, strip);
    const ranges = track.curves.map((curve) => rangeOf(curve, data.tracks));
    return { ...track, ranges, heading, frames: decodeFrames(track.frames), readout, scatter, input, matrix, indicator, curveCanvases: curves, box };
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

// The frame to open at: that of the address, or the one of before where other settings changed. The browser moves frames
// without asking the server, which then knows the address of before.
function opening(before, { start, address }, most) {
  const told = (one) => [one.address.key, one.start, one.address.resets].join();
  if (!before || told(before.data) !== told({ start, address })) return Math.min(start, most);
  const place = address.texts.indexOf(before.data.address.texts[before.at]);
  return Math.min(place < 0 ? before.at : place, most);
}

export default function (component) {
  const { parentElement } = component;
  // A copy, since the same data come again when the theme changes; then the same frame is shown.
  const data = { ...component.data };
  const root = parentElement.querySelector(".player");
  const view = build(root, data);
  const points = data.points ? decode(data.points, Float32Array) : null;
  const classes = data.classes ? decode(data.classes, Uint8Array) : null;
  data.position = decode(data.position, Uint16Array);
  data.palette = decode(data.palette, Uint32Array);
  const last = root.shown?.data === component.data ? root.shown : { at: opening(root.shown, data, view.most), chosen: null };
  let [at, chosen, timer, waiting] = [last.at, last.chosen, null, false];
  if (chosen !== null) view.row.value = chosen + 1;
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

  // What a track shows now, each node with what draws it; letters are those of the page, unless a family is given.
  function parts(track, family = null) {
    const style = getComputedStyle(root);
    const [ink, muted] = [style.getPropertyValue("--ink"), style.getPropertyValue("--muted")];
    const edge = getComputedStyle(view.box).textDecorationColor;
    const letters = parseFloat(style.getPropertyValue("--letters"));
    const place = Math.min(at, track.frames.length - 1);
    const frame = track.frames[place];
    const drawn = [[track.matrix, (surface) => drawMatrix(surface, frame.image, data, chosen)]];
    if (track.input) drawn.push([track.input, (surface) => drawMatrix(surface, frame.input, data, chosen)]);
    if (track.scatter) {
      const before = data.ring && place > 0 ? track.frames[place - 1] : null;
      const scatter = (surface) => {
        const where = placement(points, surface.width, surface.height);
        drawEdges(surface.context, frame, classes, where, chosen, edge);
        drawPoints(surface, frame, before, data, where, chosen, ink);
      };
      drawn.push([track.scatter, scatter]);
    }
    if (track.indicator)
      drawn.push([track.indicator, (surface) => drawIndicator(surface, frame, data, track.matrix.clientHeight)]);
    track.curves.forEach((curve, k) =>
      drawn.push([
        track.curveCanvases[k],
        (surface) => drawCurve(surface, curve, place, view.ends, track.ranges[k], { ink, muted, letters, family: family ?? style.fontFamily }),
      ]),
    );
    return { place, frame, drawn, ink };
  }

  function draw() {
    waiting = false;
    root.shown = { data: component.data, at, chosen };
    const started = performance.now();
    for (const track of view.tracks) {
      const { place, frame, drawn } = parts(track);
      for (const [canvas, drawOn] of drawn) drawOn(sharp(canvas));
      track.scatter?.setAttribute("aria-label", frame.alt);
      track.input?.setAttribute("aria-label", `Heat map of K, ${frame.title}`);
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
    const texts = view.tracks.flatMap((one) => [
      ...(one.name ? [one.heading] : []),
      one.readout,
      ...one.box.querySelectorAll(".caption"),
    ]);
    const all = view.tracks.map((track) => parts(track, FONT));
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
  function move(event, keys) {
    if (!(event.key in keys)) return false;
    event.preventDefault();
    pause();
    go(at + keys[event.key]);
    return true;
  }
  root.onkeydown = (event) => {
    if (event.target !== view.speed && move(event, REMOTE)) return;
    if ([view.speed, view.slider, view.row].includes(event.target)) return;
    if (move(event, KEYS)) return;
    if (event.key === " " && event.target.tagName !== "BUTTON") (event.preventDefault(), play());
    else if (event.key === "Escape") choose(null);
  };
  // Before anything has the focus, keys are the player's.
  const anywhere = (event) => document.activeElement === document.body && move(event, { ...KEYS, ...REMOTE });
  document.addEventListener("keydown", anywhere);
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
  // A page that is dark on the screen is white on paper. The browser does not wait for another frame.
  const paper = matchMedia("print");
  paper.addEventListener("change", draw);
  redraw();
  note();
  return () => {
    pause();
    paper.removeEventListener("change", draw);
    clearTimeout(settled);
    document.removeEventListener("keydown", anywhere);
    watcher.disconnect();
  };
}

// A canvas to paint points on: mouse, touch and keyboard. Points are [x, y, class] in the units of data.size; a finished
// stroke, an undo or a clear is sent as one change.

const MARGIN = 3;
const STEP = 2;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const BRUSHES = [
  { name: "1 point", points: 1, radius: 0 },
  { name: "3 points", points: 3, radius: 3 },
  { name: "8 points", points: 8, radius: 7 },
  { name: "20 points", points: 20, radius: 14 },
];
const ERASER = 5;
const MOST_UNDONE = 50;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A point near a place, evenly in a disc: what a spray leaves.
function sprayed([x, y], radius) {
  const angle = 2 * Math.PI * Math.random();
  const distance = radius * Math.sqrt(Math.random());
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
}

function build(root, data) {
  const tools = {};
  const button = (name, text, pressed) => {
    tools[name] = element("button", { type: "button", ...(pressed === null ? {} : { "aria-pressed": pressed }) }, text);
    return tools[name];
  };
  const colors = data.classes.map((name, place) => {
    const dot = element("span", { class: "dot" });
    dot.style.background = data.colors[place];
    return element("button", { type: "button", "aria-pressed": place === 0, "data-class": place }, dot, name);
  });
  const brush = element("select", { "aria-label": "Points of the brush" });
  BRUSHES.forEach((one, place) => brush.append(element("option", { value: place }, one.name)));
  const group = (label, ...children) => element("div", { class: "tools", role: "group", "aria-label": label }, ...children);
  const canvas = element("canvas", { tabindex: "0", role: "application", "aria-describedby": "paint-help" });
  const status = element("output", { "aria-live": "polite" });
  const help = element(
    "p",
    { id: "paint-help" },
    "Keyboard: arrow keys move the cross (with Shift five times as far), Space paints or erases there, " +
      "D draws, E erases, 1 to 4 choose the colour, Ctrl+Z undoes.",
  );
  root.replaceChildren(
    element(
      "div",
      { class: "bar" },
      group("Tool", button("draw", "Draw", true), button("erase", "Erase", false)),
      group("Colour, the class of the points", ...colors),
      group("Brush", brush),
      group("Changes", button("undo", "Undo", null), button("clear", "Clear", null)),
    ),
    canvas,
    element("div", { class: "foot" }, status, help),
  );
  return { canvas, colors, brush, status, ...tools };
}

export default function (component) {
  const { data, parentElement, setStateValue } = component;
  const root = parentElement.querySelector(".paint");
  // Streamlit calls this again after every run: the canvas, its history and the place of the cross stay.
  const state = (root.state ??= {
    view: build(root, data),
    points: data.points,
    before: [],
    erasing: false,
    color: 0,
    cross: [data.size[0] / 2, data.size[1] / 2],
    stroke: null,
  });
  const { view } = state;
  const [wide, high] = data.size;

  function scale() {
    const box = view.canvas.getBoundingClientRect();
    return { ratio: window.devicePixelRatio || 1, unit: box.width / wide, width: box.width, height: box.height };
  }

  function draw() {
    const { ratio, unit, width, height } = scale();
    view.canvas.width = Math.round(width * ratio);
    view.canvas.height = Math.round(height * ratio);
    const context = view.canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.strokeStyle = data.outline;
    context.lineWidth = 1;
    for (const [x, y, label] of state.points) {
      context.save();
      context.translate(x * unit, (high - y) * unit);
      context.fillStyle = data.colors[label];
      context.beginPath();
      MARKERS[data.symbols[label]](context, 4);
      context.fill();
      context.stroke();
      context.restore();
    }
    if (root.getRootNode().activeElement === view.canvas) {
      const [x, y] = [state.cross[0] * unit, (high - state.cross[1]) * unit];
      context.strokeStyle = getComputedStyle(root).color;
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(x - 9, y);
      context.lineTo(x + 9, y);
      context.moveTo(x, y - 9);
      context.lineTo(x, y + 9);
      if (state.erasing) context.roundRect(x - ERASER * unit, y - ERASER * unit, 2 * ERASER * unit, 2 * ERASER * unit, ERASER * unit);
      context.stroke();
    }
    const full = state.points.length >= data.most;
    view.status.textContent = `${state.points.length} of at most ${data.most} points${full ? ": full, erase some to go on" : ""}`;
    const counts = data.classes.map((name, place) => [name, state.points.filter((one) => one[2] === place).length]);
    const used = counts.filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name.toLowerCase()}`);
    const points = used.length ? used.join(", ") : "no";
    view.canvas.setAttribute("aria-label", `Canvas with ${points} points, cross at ${state.cross.map(Math.round)}`);
    view.undo.disabled = state.before.length === 0;
    view.clear.disabled = state.points.length === 0;
    root.dataset.points = state.points.length;
  }

  function remember() {
    state.before.push(state.points);
    if (state.before.length > MOST_UNDONE) state.before.shift();
  }

  function send() {
    draw();
    setStateValue("points", state.points);
  }

  function touch(place) {
    if (state.erasing) {
      state.points = state.points.filter(([x, y]) => Math.hypot(x - place[0], y - place[1]) > ERASER);
    } else {
      const { points, radius } = BRUSHES[view.brush.value];
      const room = Math.max(0, data.most - state.points.length);
      const added = Array.from({ length: Math.min(points, room) }, () => sprayed(place, radius))
        .map(([x, y]) => [Math.min(Math.max(x, MARGIN), wide - MARGIN), Math.min(Math.max(y, MARGIN), high - MARGIN)])
        .map(([x, y]) => [Number(x.toFixed(2)), Number(y.toFixed(2)), state.color]);
      state.points = [...state.points, ...added];
    }
    draw();
  }

  function choose(erasing, color = state.color) {
    [state.erasing, state.color] = [erasing, color];
    view.draw.setAttribute("aria-pressed", !erasing);
    view.erase.setAttribute("aria-pressed", erasing);
    view.colors.forEach((one, place) => one.setAttribute("aria-pressed", place === color));
    draw();
  }

  function undo() {
    if (state.before.length === 0) return;
    state.points = state.before.pop();
    send();
  }

  function clear() {
    remember();
    state.points = [];
    send();
  }

  const placeOf = (event) => {
    const box = view.canvas.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * wide, high - ((event.clientY - box.top) / box.height) * high];
  };

  view.canvas.onpointerdown = (event) => {
    if (event.button > 0) return;
    view.canvas.setPointerCapture(event.pointerId);
    remember();
    state.stroke = placeOf(event);
    state.cross = state.stroke;
    touch(state.stroke);
  };
  view.canvas.onpointermove = (event) => {
    if (state.stroke === null) return;
    const place = placeOf(event);
    // A new dab of the brush after some way; an eraser works everywhere.
    const way = Math.max(STEP, BRUSHES[view.brush.value].radius);
    if (!state.erasing && Math.hypot(place[0] - state.stroke[0], place[1] - state.stroke[1]) < way) return;
    state.stroke = place;
    touch(place);
  };
  view.canvas.onpointerup = view.canvas.onpointercancel = () => {
    if (state.stroke === null) return;
    state.stroke = null;
    send();
  };
  view.canvas.onfocus = view.canvas.onblur = draw;
  root.onkeydown = (event) => {
    const key = event.key.toLowerCase();
    if (key === "z" && (event.ctrlKey || event.metaKey)) (event.preventDefault(), undo());
    if (event.target !== view.canvas || event.ctrlKey || event.metaKey) return;
    if (event.key in MOVES) {
      event.preventDefault();
      const far = STEP * (event.shiftKey ? 5 : 1);
      const [dx, dy] = MOVES[event.key];
      state.cross = [
        Math.min(Math.max(state.cross[0] + far * dx, MARGIN), wide - MARGIN),
        Math.min(Math.max(state.cross[1] + far * dy, MARGIN), high - MARGIN),
      ];
      draw();
    } else if (key === " " || key === "enter") {
      event.preventDefault();
      remember();
      touch(state.cross);
      send();
    } else if (key === "d" || key === "e") choose(key === "e");
    else if (Number(key) >= 1 && Number(key) <= data.classes.length) choose(false, Number(key) - 1);
  };
  view.draw.onclick = () => choose(false);
  view.erase.onclick = () => choose(true);
  view.colors.forEach((one, place) => (one.onclick = () => choose(false, place)));
  view.undo.onclick = undo;
  view.clear.onclick = clear;
  state.watcher?.disconnect();
  state.watcher = new ResizeObserver(draw);
  state.watcher.observe(view.canvas);
  draw();
  return () => state.watcher.disconnect();
}

// Saves a plotly figure of the page as PNG or SVG. Streamlit keeps plotly.js to itself, so the figure's own button for
// images is clicked; its bar is hidden (see CHART in results/figures.py), and its format and file name are set before.

const SELECTOR = ".stPlotlyChart .js-plotly-plot";
const BUTTON = '.modebar-btn[data-attr="toImage"], .modebar-btn[data-title^="Download plot"]';
// On paper a figure of the page is too small for its pixels.
const SCALE = 3;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// The key that the page gave to a figure, and what it says about it to screen readers.
function describe(chart) {
  const box = chart.closest('[class*="st-key-"]');
  const key = [...box.classList].find((name) => name.startsWith("st-key-")).slice("st-key-".length);
  const labelled = box.querySelector("[aria-label]");
  const alt = labelled ? labelled.getAttribute("aria-label") : key;
  return { key, alt: alt.length > 60 ? `${alt.slice(0, 59)}…` : alt };
}

function save(chart, page, format) {
  const button = chart.querySelector(BUTTON);
  const { key } = describe(chart);
  const name = `${page}-${key}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase();
  const before = chart._context.toImageButtonOptions;
  chart._context.toImageButtonOptions = { format, filename: name, scale: format === "png" ? SCALE : 1 };
  // On the ground of the page: light letters on no ground could not be read on paper.
  const ground = getComputedStyle(document.querySelector(".stApp")).backgroundColor;
  const layout = chart._fullLayout;
  const paper = [chart.layout.paper_bgcolor, layout.paper_bgcolor];
  chart.layout.paper_bgcolor = layout.paper_bgcolor = ground;
  button.click();
  [chart.layout.paper_bgcolor, layout.paper_bgcolor] = paper;
  chart._context.toImageButtonOptions = before;
}

// Figures and tables keep the size that they were drawn with for the screen, where there may be more room than on paper.
function fitToPaper({ matches: printed }) {
  const widths = new Map();
  for (const chart of document.querySelectorAll(SELECTOR))
    widths.set(chart, Number(chart.querySelector(".main-svg")?.getAttribute("width")));
  for (const table of document.querySelectorAll('[data-testid="stDataFrame"]'))
    widths.set(table, table.querySelector("canvas")?.clientWidth);
  for (const [node, drawn] of widths) {
    node.style.zoom = "";
    const share = node.clientWidth / drawn;
    if (printed && share < 1) node.style.zoom = share;
  }
  // Tables are pixels, which no style sheet turns black: those of a dark page are printed with light and dark exchanged.
  for (const canvas of document.querySelectorAll('[data-testid="stDataFrame"] canvas'))
    canvas.style.filter = printed && hasDarkGround(canvas) ? "invert(1) hue-rotate(180deg)" : "";
}

// Most of a table is its ground.
function hasDarkGround(canvas) {
  if (canvas.width === 0 || canvas.height === 0) return false;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let [dark, all] = [0, 0];
  for (let k = 0; k < data.length; k += 4 * 7) {
    if (data[k + 3] < 128) continue;
    all += 1;
    dark += data[k] + data[k + 1] + data[k + 2] < 3 * 128;
  }
  return dark > all / 2;
}

export default function (component) {
  const { data, parentElement } = component;
  const root = parentElement.querySelector(".pictures");
  const list = element("select", { "aria-label": "Figure" });
  const buttons = ["png", "svg"].map((format) => {
    const button = element("button", { type: "button" }, format.toUpperCase());
    button.onclick = () => charts()[Number(list.value)] && save(charts()[Number(list.value)], data.page, format);
    return button;
  });
  root.replaceChildren(element("span", {}, "Save a figure"), list, ...buttons);

  function charts() {
    return [...document.querySelectorAll(SELECTOR)].filter((chart) => chart.querySelector(BUTTON));
  }

  function fill() {
    const found = charts().map((chart) => describe(chart).alt);
    const shown = [...list.options].map((one) => one.textContent);
    if (found.length !== shown.length || found.some((text, place) => text !== shown[place])) {
      const chosen = list.selectedOptions[0]?.textContent;
      list.replaceChildren(...found.map((text, place) => element("option", { value: place }, text)));
      list.value = String(Math.max(0, found.indexOf(chosen)));
    }
    root.hidden = found.length === 0;
    root.dataset.figures = found.length;
  }

  // Figures are drawn after this, and again when settings change.
  root.watcher?.disconnect();
  let waiting = null;
  root.watcher = new MutationObserver(() => {
    waiting ??= setTimeout(() => ((waiting = null), fill()), 300);
  });
  root.watcher.observe(document.querySelector(".stMain") ?? document.body, { childList: true, subtree: true });
  list.onfocus = fill;
  fill();
  const paper = matchMedia("print");
  paper.addEventListener("change", fitToPaper);
  return () => {
    root.watcher.disconnect();
    paper.removeEventListener("change", fitToPaper);
  };
}

// Saves the frame that is shown, as it stands on the page: as a picture of pixels, or of lines that stay sharp.

// On paper a frame is too small for its pixels.
const SCALE = 3;
const FONT = "sans-serif";

// The part of a canvas's context that drawing.js uses, written as SVG.
class SvgContext {
  constructor() {
    this.parts = [];
    this.path = [];
    this.shift = [0, 0];
    this.globalAlpha = 1;
    this.font = `12px ${FONT}`;
  }
  translate(x, y) {
    this.shift = [this.shift[0] + x, this.shift[1] + y];
  }
  beginPath() {
    this.path = [];
  }
  closePath() {
    this.path.push("Z");
  }
  at(x, y) {
    return `${(x + this.shift[0]).toFixed(2)} ${(y + this.shift[1]).toFixed(2)}`;
  }
  moveTo(x, y) {
    this.path.push(`M${this.at(x, y)}`);
  }
  lineTo(x, y) {
    this.path.push(`L${this.at(x, y)}`);
  }
  // Whole circles only.
  arc(x, y, r) {
    const half = (side) => `A${r.toFixed(2)} ${r.toFixed(2)} 0 0 1 ${this.at(x + side * r, y)}`;
    this.path.push(`M${this.at(x - r, y)}${half(1)}${half(-1)}Z`);
  }
  add(tag, attributes, text = "") {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
    this.parts.push(`<${tag}${written.join("")}${text === "" ? "/>" : `>${escaped(text)}</${tag}>`}`);
  }
  stroke() {
    const line = { stroke: this.strokeStyle, "stroke-width": this.lineWidth, "stroke-opacity": this.globalAlpha };
    this.add("path", { d: this.path.join(""), fill: "none", ...line });
  }
  fill() {
    this.add("path", { d: this.path.join(""), fill: this.fillStyle, "fill-opacity": this.globalAlpha });
  }
  box(x, y, width, height) {
    return { x: x + this.shift[0], y: y + this.shift[1], width, height };
  }
  fillRect(...box) {
    this.add("rect", { ...this.box(...box), fill: this.fillStyle });
  }
  strokeRect(...box) {
    this.add("rect", { ...this.box(...box), fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth });
  }
  measureText(text) {
    return measured(text, this.font);
  }
  fillText(text, x, y) {
    const [bold, size] = [this.font.startsWith("bold"), parseFloat(this.font.replace("bold ", ""))];
    const font = { "font-family": FONT, "font-size": size, "font-weight": bold ? "bold" : "normal" };
    this.add("text", { x: x + this.shift[0], y: y + this.shift[1], fill: this.fillStyle, ...font }, text);
  }
  drawImage(canvas, ...box) {
    const drawn = { preserveAspectRatio: "none", style: "image-rendering: pixelated", href: canvas.toDataURL() };
    this.add("image", { ...this.box(...box), ...drawn });
  }
  text(width, height) {
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${this.parts.join("\n")}</svg>`;
  }
}

function escaped(text) {
  return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function measured(text, font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return context.measureText(text);
}

// The lines of a text that fit a width.
function wrapped(text, width, font) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (measured(longer, font).width <= width || lines.at(-1) === "") lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawText(context, node, left, top, ink) {
  const style = getComputedStyle(node);
  const [size, bold] = [parseFloat(style.fontSize), Number(style.fontWeight) >= 600];
  context.font = `${bold ? "bold " : ""}${size}px ${FONT}`;
  context.fillStyle = ink;
  wrapped(node.textContent, node.clientWidth, context.font).forEach((line, k) =>
    context.fillText(line, left, top + size * (1.05 + 1.35 * k)),
  );
}

// `parts` are nodes of the page inside `box`, each with what draws it on a surface, or null for a text.
function drawPage(context, box, parts, ink, ground) {
  const page = box.getBoundingClientRect();
  context.fillStyle = ground;
  context.fillRect(0, 0, page.width, page.height);
  for (const [node, draw] of parts) {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (draw === null) {
      drawText(context, node, left - page.left, top - page.top, ink);
      continue;
    }
    context.translate(left - page.left, top - page.top);
    draw({ context, width, height });
    context.translate(page.left - left, page.top - top);
  }
}

function saveFrame(format, name, box, parts, ink) {
  // On the ground of the page: light letters on no ground could not be read on paper.
  const ground = getComputedStyle(document.querySelector(".stApp")).backgroundColor;
  const { width, height } = box.getBoundingClientRect();
  if (format === "svg") {
    const context = new SvgContext();
    drawPage(context, box, parts, ink, ground);
    return download(new Blob([context.text(width, height)], { type: "image/svg+xml" }), `${name}.svg`);
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * SCALE), Math.round(height * SCALE)];
  const context = canvas.getContext("2d");
  context.scale(SCALE, SCALE);
  drawPage(context, box, parts, ink, ground);
  canvas.toBlob((blob) => download(blob, `${name}.png`), "image/png");
}

function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  URL.revokeObjectURL(address);
}

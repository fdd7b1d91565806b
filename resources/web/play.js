"use strict";
// A puzzle to play, or a shelf of them. Only clues are in this file: a board is solved when every
// line has the runs of its clue.
(() => {
const $ = (id) => document.getElementById(id);
const TEXTS = JSON.parse($("texts").textContent); // in the language of the page, with {fields}
const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (_, field) => fields[field]);
const words = (name, fields = {}) => filled(TEXTS[name], fields);
const CLEAR = 0, BLANK = -1; // any other value of a cell is the number of its colour
const BLACK = ["1", "", "black"];
const MAX_SIDE = 150, MAX_LINK = 200000;

// --- Puzzles: each is a text in base64url of JSON, in this page and in links alike.

function decoded(text) {
  const raw = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const data = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (c) => c.charCodeAt(0))));
  const palette = (data.p || []).map(([symbol, rgb, name]) => {
    if (!/^#[0-9a-f]{6}$/.test(rgb)) throw new Error("colour");
    return [String(symbol).slice(0, 1), rgb, String(name).slice(0, 40)];
  });
  const colors = palette.length ? palette.slice(1) : [BLACK];
  const lines = (side) => side.map((line) => line.map((each) => {
    const [length, color] = Array.isArray(each) ? each : [each, 1];
    if (!(length > 0 && length <= MAX_SIDE && colors[color - 1])) throw new Error("clue");
    return [Math.trunc(length), color];
  }));
  const rows = lines(data.r), columns = lines(data.c);
  const sides = [rows.length, columns.length];
  if (Math.min(...sides) < 1 || Math.max(...sides) > MAX_SIDE) throw new Error("size");
  return {
    text, rows, columns, colors, paper: palette.length ? palette[0][1] : "",
    title: String(data.t || ""), credits: credits(data.a || ""),
    height: rows.length, width: columns.length, isColored: colors.length > 1,
  };
}

function credits(known) { // author, copyright and licence; older links have one text
  const [author, ...others] = Array.isArray(known) ? known.map(String) : ["", String(known)];
  return [author && words("by", {author}), ...others].filter(Boolean).join(" · ");
}

// --- Lines

function runsOf(cells) {
  const runs = [];
  let before = CLEAR;
  for (const cell of cells) {
    if (cell > 0 && cell === before) runs[runs.length - 1][0]++;
    else if (cell > 0) runs.push([1, cell]);
    before = cell;
  }
  return runs;
}

const isSatisfied = (cells, clue) => {
  const runs = runsOf(cells);
  return runs.length === clue.length && runs.every(([n, c], k) => n === clue[k][0] && c === clue[k][1]);
};

// table[k][i]: whether the first k blocks fit into the first i cells, beside the marks there.
function fitting(cells, clue) {
  const length = cells.length, table = [new Array(length + 1)];
  for (let i = 0; i <= length; i++) table[0][i] = i === 0 || (table[0][i - 1] && cells[i - 1] <= 0);
  for (let k = 1; k <= clue.length; k++) {
    const [size, color] = clue[k - 1], gap = k > 1 && clue[k - 2][1] === color ? 1 : 0;
    const row = new Array(length + 1).fill(false);
    let free = 0; // cells up to here that may have the colour
    for (let i = 1; i <= length; i++) {
      const cell = cells[i - 1];
      free = cell === CLEAR || cell === color ? free + 1 : 0;
      const from = i - size;
      row[i] = (cell <= 0 && row[i - 1]) ||
        (free >= size && (gap && from > 0 ? cells[from - 1] <= 0 && table[k - 1][from - 1]
          : (!gap || k === 1) && from >= 0 && table[k - 1][from]));
    }
    table.push(row);
  }
  return table;
}

// For each block the cells in which it can begin, beside the marks, as many as are asked for, and
// whether a cell can be blank; null if the line is impossible.
function placements(cells, clue, most = cells.length) {
  const length = cells.length, there = fitting(cells, clue);
  if (!there[clue.length][length]) return null;
  const back = fitting([...cells].reverse(), [...clue].reverse());
  const starts = clue.map(([size, color], k) => {
    const found = [];
    for (let from = 0; from + size <= length && found.length < most; from++) {
      const until = from + size, inside = cells.slice(from, until);
      if (!inside.every((c) => c === CLEAR || c === color)) continue;
      const before = k > 0 && clue[k - 1][1] === color ? 1 : 0;
      const after = k + 1 < clue.length && clue[k + 1][1] === color ? 1 : 0;
      if ((before && (from < 1 || cells[from - 1] > 0)) || (after && (until >= length || cells[until] > 0))) continue;
      if (there[k][from - before] && back[clue.length - k - 1][length - until - after]) found.push(from);
    }
    return found;
  });
  const canBeBlank = (i) => cells[i] <= 0 && there.some((row, k) => row[i] && back[clue.length - k][length - i - 1]);
  return { starts, canBeBlank };
}

// The state of a line, and for each number whether its block is there and nowhere else possible.
function lineState(cells, clue) {
  if (isSatisfied(cells, clue)) return { light: "done", done: clue.map(() => true) };
  const found = placements(cells, clue, 2);
  if (!found) return { light: "impossible", done: clue.map(() => false) };
  const done = clue.map(([size, color], k) => found.starts[k].length === 1 &&
    cells.slice(found.starts[k][0], found.starts[k][0] + size).every((c) => c === color));
  return { light: "open", done };
}

// The clear cells of a line that are the same in all placements: {cell: state}.
function certain(cells, clue, { starts, canBeBlank }) {
  const may = cells.map((_, i) => new Set(canBeBlank(i) ? [BLANK] : []));
  clue.forEach(([size, color], k) => {
    for (const from of starts[k]) for (let i = from; i < from + size; i++) may[i].add(color);
  });
  return Object.fromEntries(may.flatMap((each, i) => (cells[i] === CLEAR && each.size === 1 ? [[i, ...each]] : [])));
}

// What follows for the clear cells of a line: [the reason, its rank, {cell: state}, the block];
// null if it is impossible. The simplest reason has the lowest rank.
function deduced(cells, clue) {
  const found = placements(cells, clue);
  if (!found) return null;
  const overlaps = clue.map(([size, color], k) => {
    const starts = found.starts[k], inside = {};
    for (let i = starts[starts.length - 1]; i < starts[0] + size; i++) if (cells[i] === CLEAR) inside[i] = color;
    return inside;
  });
  const all = certain(cells, clue, found);
  const blank = Object.fromEntries(Object.entries(all).filter(([, cell]) => cell === BLANK));
  const count = (each) => Object.keys(each).length;
  if (isSatisfied(cells, clue)) return [clue.length ? "why_complete" : "why_empty", 0, all];
  const best = overlaps.reduce((b, each, k) => (count(each) > count(overlaps[b]) ? k : b), 0);
  if (count(overlaps[best])) return ["why_overlap", 1, overlaps[best], clue[best]];
  if (count(blank)) return ["why_unreachable", 2, blank];
  return ["why_same", 3, all];
}

// --- What the browser keeps

// Marks behind &m= in a link: a sign for each cell.
const SIGNS = "x_123456789abcdefghijklmnopqrstuv";
const signsOf = (cells) => cells.map((cell) => SIGNS[cell + 1]).join("");
function cellsOf(signs, puzzle) {
  const cells = [...signs].map((sign) => SIGNS.indexOf(sign) - 1);
  return cells.length === puzzle.width * puzzle.height && cells.every((cell) => cell <= puzzle.colors.length) &&
    /^[x_1-9a-v]*$/.test(signs) ? cells : null;
}
const key = (puzzle) => {
  let hash = 5381n;
  for (const c of JSON.stringify([puzzle.rows, puzzle.columns])) hash = (hash * 33n + BigInt(c.charCodeAt(0))) & 0xffffffffffffffffn;
  return `nonogram-${hash.toString(36)}`;
};
const GUESS = "-guess"; // ends the key of the marks before a guess
function keptCells(puzzle, ending = "") {
  try {
    const cells = JSON.parse(localStorage.getItem(key(puzzle) + ending) || "null");
    const isSound = Array.isArray(cells) && cells.length === puzzle.width * puzzle.height &&
      cells.every((c) => Number.isInteger(c) && c >= BLANK && c <= puzzle.colors.length);
    return isSound ? cells : null;
  } catch { return null; }
}
const kept = (puzzle) => keptCells(puzzle) || new Array(puzzle.width * puzzle.height).fill(CLEAR);
let isKeeping = true;
function keep(puzzle, cells, guess) {
  try {
    localStorage.setItem(key(puzzle), JSON.stringify(cells));
    localStorage.setItem(key(puzzle) + GUESS, JSON.stringify(guess));
  } catch {
    if (isKeeping) notice(words("not_kept"));
    isKeeping = false;
  }
}

// --- The page

let puzzles = [], game = null;
const say = (text) => { $("said").textContent = text; };
function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
  if (text) say(text);
}
const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};
const textOn = (rgb) => {
  const [r, g, b] = [1, 3, 5].map((k) => (parseInt(rgb.slice(k, k + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#000" : "#fff";
};
const FROM_LINK = -1; // the number of a puzzle that is not of this page
const nameOf = (number) => (puzzles.length > 1 && number !== FROM_LINK ? words("number", { number: number + 1 }) : "Nonogram");
const isSolved = (puzzle, cells) =>
  puzzle.rows.every((clue, r) => isSatisfied(cells.slice(r * puzzle.width, (r + 1) * puzzle.width), clue)) &&
  puzzle.columns.every((clue, c) => isSatisfied(puzzle.rows.map((_, r) => cells[r * puzzle.width + c]), clue));

function showShelf() {
  game = null;
  $("shelf").replaceChildren(...puzzles.map((puzzle, number) => {
    const cells = kept(puzzle), solved = isSolved(puzzle, cells);
    const item = make("li"), button = make("button");
    const picture = make("div", "picture");
    const side = Math.max(puzzle.width, puzzle.height);
    picture.style.gridTemplateColumns = `repeat(${puzzle.width}, 1fr)`;
    picture.style.width = `${(96 * puzzle.width) / side}px`;
    picture.style.height = `${(96 * puzzle.height) / side}px`;
    if (cells.some((cell) => cell > 0)) picture.append(...cells.map((cell) => {
      const dot = make("span");
      if (cell > 0) dot.style.background = puzzle.colors[cell - 1][1] || "var(--ink)";
      return dot;
    }));
    const state = words(solved ? "is_solved" : cells.some((cell) => cell) ? "is_begun" : "is_new");
    const frame = make("div", "frame");
    frame.append(picture);
    button.append(frame, make("span", "", solved && puzzle.title ? puzzle.title : nameOf(number)),
      make("small", "", `${puzzle.width} × ${puzzle.height} · ${state}`));
    button.onclick = () => { location.hash = String(number + 1); };
    item.append(button);
    return item;
  }));
  $("name").textContent = document.title;
  const count = puzzles.filter((puzzle) => isSolved(puzzle, kept(puzzle))).length;
  $("about").textContent = words("count", { solved: count, total: puzzles.length });
  for (const id of ["play", "tools", "back", "help"]) $(id).hidden = true;
  $("shelf").hidden = false;
}

function open(puzzle, number) {
  $("shelf").hidden = true;
  for (const id of ["play", "tools"]) $(id).hidden = false;
  $("back").hidden = puzzles.length < 2;
  $("name").textContent = nameOf(number);
  const colors = puzzle.isColored ? ` · ${TEXTS.colors[puzzle.colors.length] || puzzle.colors.length}` : "";
  $("about").textContent = `${puzzle.width} × ${puzzle.height}${colors}`;
  game = new Game(puzzle, number);
}

class Game {
  constructor(puzzle, number) {
    this.puzzle = puzzle;
    this.number = number;
    this.cells = kept(puzzle);
    this.guess = keptCells(puzzle, GUESS); // the marks before a guess; null: none is made
    this.past = [];
    this.guessAt = 0; // the length of the past when the guess began
    this.future = [];
    this.hint = null; // the steps that are still to be told
    this.tool = 1; // the number of a colour, or BLANK
    this.stroke = null;
    this.at = 0;
    this.build();
    this.buildChoices();
    this.update();
    this.showHelp();
    this.fit();
  }

  line(isColumn, index) {
    const { width, height } = this.puzzle;
    return isColumn ? Array.from({ length: height }, (_, r) => this.cells[r * width + index])
      : this.cells.slice(index * width, (index + 1) * width);
  }

  build() {
    const { puzzle } = this, { width, height } = puzzle, board = $("board");
    board.replaceChildren();
    board.className = "";
    board.setAttribute("aria-rowcount", height + 1);
    board.setAttribute("aria-colcount", width + 1);
    board.setAttribute("aria-label", words("board", { height, width }));
    this.elements = [];
    this.headers = { row: [], column: [] };
    const top = make("div", "row");
    top.setAttribute("role", "row");
    const corner = make("div", "corner");
    corner.setAttribute("role", "columnheader");
    corner.setAttribute("aria-label", words("clues"));
    top.append(corner);
    puzzle.columns.forEach((clue, c) => top.append(this.header(clue, c, true)));
    board.append(top);
    puzzle.rows.forEach((clue, r) => {
      const row = make("div", "row");
      row.setAttribute("role", "row");
      row.append(this.header(clue, r, false));
      for (let c = 0; c < width; c++) {
        const cell = make("div", "cell");
        cell.classList.toggle("left", c === 0);
        cell.classList.toggle("top", r === 0);
        cell.classList.toggle("five", c % 5 === 4 || c === width - 1);
        cell.classList.toggle("five-down", r % 5 === 4 || r === height - 1);
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = r + c === 0 ? 0 : -1;
        cell.dataset.at = r * width + c;
        if (puzzle.paper) cell.style.setProperty("--paper", puzzle.paper);
        this.elements.push(cell);
        row.append(cell);
      }
      board.append(row);
    });
  }

  header(clue, index, isColumn) {
    const box = make("div", `clue ${isColumn ? "down" : "side"}`);
    box.setAttribute("role", isColumn ? "columnheader" : "rowheader");
    const numbers = (clue.length ? clue : [[0, 0]]).map(([length, color]) => {
      const number = make("span", "", length);
      if (this.puzzle.isColored && color) {
        const [symbol, rgb] = this.puzzle.colors[color - 1];
        number.className = "tile";
        number.style.background = rgb;
        number.style.color = textOn(rgb);
        number.textContent = `${length}${symbol}`;
      }
      return number;
    });
    const light = $("light").content.firstElementChild.cloneNode(true);
    box.append(...numbers, light);
    this.headers[isColumn ? "column" : "row"].push({ box, numbers, clue, light });
    return box;
  }

  buildChoices() {
    const choices = this.puzzle.colors.map(([, rgb, name], k) => [k + 1, name, rgb || "var(--ink)"]);
    choices.push([BLANK, "dot", ""]);
    $("choices").replaceChildren(...choices.map(([value, name, fill]) => {
      const button = make("button"), swatch = make("span", value === BLANK ? "swatch dot" : "swatch");
      if (fill) swatch.style.background = fill;
      const text = this.puzzle.isColored && value > 0 ? `${name} ${this.puzzle.colors[value - 1][0]}`
        : words(value > 0 ? "shade" : "dot");
      button.append(swatch, make("span", "", text));
      button.setAttribute("role", "radio");
      button.dataset.value = value;
      button.onclick = () => this.choose(value);
      return button;
    }));
    this.choose(1);
  }

  choose(value) {
    this.tool = value;
    for (const button of $("choices").children) {
      const isChosen = Number(button.dataset.value) === value;
      button.setAttribute("aria-checked", isChosen);
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  // What a cell becomes with a click: clear, shaded, blank; with another button the other way.
  next(value, isOther) {
    if (this.tool === BLANK) return value === BLANK ? CLEAR : BLANK;
    if (isOther) return value === CLEAR ? BLANK : value === BLANK ? this.tool : CLEAR;
    return value === this.tool ? BLANK : value === BLANK ? CLEAR : this.tool;
  }

  begin(at, value) {
    this.stroke = { at, value, marked: new Map(), isColumn: null };
    this.mark(at);
  }

  // A stroke stays on the line on which it began.
  extend(at) {
    const { width } = this.puzzle, stroke = this.stroke;
    if (!stroke || at === stroke.at) return;
    const row = Math.floor(at / width), column = at % width;
    const fromRow = Math.floor(stroke.at / width), fromColumn = stroke.at % width;
    if (stroke.isColumn === null) stroke.isColumn = Math.abs(row - fromRow) > Math.abs(column - fromColumn);
    const [from, to] = stroke.isColumn ? [fromRow, row] : [fromColumn, column];
    for (let k = Math.min(from, to); k <= Math.max(from, to); k++)
      this.mark(stroke.isColumn ? k * width + fromColumn : fromRow * width + k);
  }

  mark(at) {
    const { marked, value } = this.stroke;
    if (marked.has(at)) return;
    marked.set(at, this.cells[at]);
    this.cells[at] = value;
    this.update([at]);
  }

  end() {
    if (!this.stroke) return;
    const changes = [...this.stroke.marked].map(([at, before]) => [at, before, this.cells[at]])
      .filter(([, before, after]) => before !== after);
    this.stroke = null;
    if (!changes.length) return;
    this.past.push(changes);
    this.future = [];
    this.finished();
  }

  cancel() {
    if (!this.stroke) return;
    for (const [at, before] of this.stroke.marked) this.cells[at] = before;
    const marked = [...this.stroke.marked.keys()];
    this.stroke = null;
    this.update(marked);
  }

  step(from, to, column) {
    const changes = from.pop();
    if (!changes) return;
    for (const change of changes) this.cells[change[0]] = change[column];
    to.push(changes);
    const endsGuess = this.guess && this.past.length < this.guessAt;
    if (endsGuess) this.guess = null;
    this.update(endsGuess ? null : changes.map(([at]) => at));
    this.finished();
  }

  // One move that changes cells: {place: state}.
  paint(cells) {
    const changes = Object.entries(cells).map(([at, cell]) => [Number(at), this.cells[at], cell])
      .filter(([, before, after]) => before !== after);
    if (!changes.length) return;
    for (const [at, , after] of changes) this.cells[at] = after;
    this.past.push(changes);
    this.future = [];
    this.update(changes.map(([at]) => at));
    this.finished();
  }

  undo() { this.step(this.past, this.future, 1); }
  redo() { this.step(this.future, this.past, 2); }

  again() { this.paint({ ...new Array(this.cells.length).fill(CLEAR) }); }

  // --- A guess: the marks since it began are kept or taken back together.

  beginGuess() {
    if (this.guess || this.isDone) return;
    this.guess = [...this.cells];
    this.guessAt = this.past.length;
    this.finished();
    this.focus();
    say($("help-text").textContent);
  }

  endGuess(isKept) {
    const before = this.guess;
    this.guess = null;
    if (!isKept) this.paint({ ...before });
    this.update();
    this.finished();
    this.focus();
  }

  // To the board, since a button that was pressed is gone.
  focus() { this.elements[this.at].focus({ preventScroll: true }); }

  // --- A hint by degrees: where to look, why, and then the cells themselves.

  // What follows from the clues alone, line by line, without any mark.
  known() {
    if (this.solution) return this.solution;
    const { puzzle } = this, { width, height } = puzzle;
    const cells = new Array(width * height).fill(CLEAR);
    for (let isNew = true; isNew;) {
      isNew = false;
      for (const { places, clue } of this.lines()) {
        const line = places.map((at) => cells[at]);
        if (!line.includes(CLEAR)) continue;
        const found = placements(line, clue);
        if (!found) return (this.solution = cells); // the puzzle has no solution
        for (const [i, state] of Object.entries(certain(line, clue, found))) {
          cells[places[i]] = state;
          isNew = true;
        }
      }
    }
    return (this.solution = cells);
  }

  lines() {
    const { rows, columns, width } = this.puzzle;
    return [
      ...rows.map((clue, r) => ({ axis: "row", number: r + 1, clue, places: columns.map((_, c) => r * width + c) })),
      ...columns.map((clue, c) => ({ axis: "column", number: c + 1, clue, places: rows.map((_, r) => r * width + c) })),
    ];
  }

  // The steps of the next hint: sentences with what is shown beside each, and cells to be marked.
  findHint() {
    const known = this.known(), lines = this.lines(), to = (axis, line) => words(`${axis}_${line.axis}`, line);
    const isWrong = (at) => this.cells[at] !== CLEAR && known[at] !== CLEAR && this.cells[at] !== known[at];
    for (const line of lines) {
      const wrong = line.places.filter(isWrong);
      if (!wrong.length) continue;
      const cells = Object.fromEntries(wrong.map((at) => [at, CLEAR]));
      return [{ text: to("wrong", line), line }, { text: words("wrong_cells"), line, cells }];
    }
    let best = null;
    for (const line of lines) {
      const found = deduced(line.places.map((at) => this.cells[at]), line.clue);
      if (!found) return [{ text: to("dead", line), line }];
      const [why, rank, decided, block] = found;
      const cells = Object.fromEntries(Object.entries(decided).map(([i, state]) => [line.places[i], state]));
      const score = rank * 1e6 - Object.keys(cells).length;
      if (Object.keys(cells).length && (!best || score < best.score)) best = { line, why, cells, block, score };
    }
    if (!best) return [{ text: words("no_hint") }];
    const { line, cells } = best, block = best.block ? this.numbered(best.block) : "";
    return [{ text: to("look", line), line }, { text: words(best.why, { block }), line, cells }];
  }

  get address() { return `${location.href.split("#")[0]}#p=${this.puzzle.text}`; }

  numbered([number, color]) {
    return this.puzzle.isColored ? words("colored", { number, color: this.puzzle.colors[color - 1][2] }) : String(number);
  }

  // Tells more with each press; at last makes the step.
  tellHint() {
    if (this.isDone || this.stroke) return;
    if (!this.hint) this.hint = this.findHint();
    else if (this.hint.length > 1) this.hint.shift();
    else {
      const { cells } = this.hint[0];
      this.endHint();
      if (cells) this.paint(cells);
      this.focus();
      return;
    }
    this.showHelp();
    const { line, cells } = this.hint[0];
    for (const at of Object.keys(cells || {})) this.elements[at].classList.add("hinted");
    if (line) {
      const { box } = this.headers[line.axis][line.number - 1];
      box.classList.add("hinted");
      box.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    say(this.hint[0].text);
  }

  endHint() {
    this.hint = null;
    for (const each of document.querySelectorAll(".hinted")) each.classList.remove("hinted");
    this.showHelp();
  }

  // The message above the board: the hint, or else the guess.
  showHelp() {
    const { hint, guess } = this, isWrong = guess && document.querySelector(".impossible");
    $("help").hidden = !(hint || guess);
    $("help-text").textContent = hint ? hint[0].text : guess ? words(isWrong ? "guess_wrong" : "guessing") : "";
    $("more").hidden = !hint || !(hint.length > 1 || hint[0].cells);
    $("more").textContent = words(hint && hint.length > 1 ? "more" : "do_it");
    $("close").hidden = !hint;
    $("keep").hidden = $("take_back").hidden = !guess || Boolean(hint);
    $("keep").classList.toggle("main", !isWrong);
    $("take_back").classList.toggle("main", Boolean(isWrong));
  }

  finished() {
    if (this.hint) this.endHint();
    this.showState();
    if (this.isDone && this.guess) {
      this.guess = null;
      this.update();
    }
    keep(this.puzzle, this.cells, this.guess);
    this.showHelp();
    if (this.isDone) say(words(this.puzzle.title ? "said_title" : "said", this.puzzle));
  }

  update(changed) {
    const { width, height, colors, isColored } = this.puzzle;
    const places = changed || this.cells.keys();
    const rows = new Set(), columns = new Set();
    for (const at of places) {
      const cell = this.cells[at], element = this.elements[at];
      rows.add(Math.floor(at / width));
      columns.add(at % width);
      element.classList.toggle("blank", cell === BLANK);
      element.classList.toggle("guessed", Boolean(this.guess) && cell !== this.guess[at]);
      const fill = cell > 0 ? colors[cell - 1][1] || "var(--ink)" : "";
      element.style.background = fill;
      if (isColored) {
        element.textContent = cell > 0 ? colors[cell - 1][0] : "";
        element.style.color = cell > 0 ? textOn(colors[cell - 1][1]) : "";
      }
      element.setAttribute("aria-label", this.described(at));
    }
    for (const r of rows) this.showLine("row", r, r < height);
    for (const c of columns) this.showLine("column", c, c < width);
    this.showState();
  }

  described(at) {
    const { width, colors, isColored } = this.puzzle, cell = this.cells[at];
    const state = isColored && cell > 0 ? colors[cell - 1][2]
      : words(cell === BLANK ? "blank" : cell === CLEAR ? "clear" : "shaded");
    return words("cell", { row: Math.floor(at / width) + 1, column: (at % width) + 1, state });
  }

  showLine(axis, index) {
    const { box, numbers, clue } = this.headers[axis][index];
    const { light, done } = lineState(this.line(axis === "column", index), clue);
    box.classList.toggle("done", light === "done");
    box.classList.toggle("impossible", light === "impossible");
    numbers.forEach((number, k) => number.classList.toggle("is-done", done[k] === true || (!clue.length && light === "done")));
    const said = clue.length ? clue.map((each) => this.numbered(each)).join(", ") : words("nothing");
    box.setAttribute("aria-label", words(axis, { number: index + 1, clue: said, state: words(light) }));
    box.dataset.light = light;
  }

  showState() {
    const all = [...this.headers.row, ...this.headers.column];
    this.isDone = all.every(({ box }) => box.dataset.light === "done") && !this.stroke;
    $("undo").disabled = !this.past.length;
    $("redo").disabled = !this.future.length;
    $("hint").disabled = this.isDone;
    $("guess").disabled = this.isDone || Boolean(this.guess);
    $("board").classList.toggle("solved", this.isDone);
    $("board").style.gridTemplateColumns = `${this.isDone ? "" : "max-content"} repeat(${this.puzzle.width}, var(--cell))`;
    $("finish").hidden = $("credits").hidden = !this.isDone;
    $("choices").hidden = this.isDone;
    if (!this.isDone) return;
    $("solved").textContent = words(this.puzzle.title ? "solved_title" : "solved", this.puzzle);
    $("credits").textContent = this.puzzle.credits;
    $("next").hidden = this.number === FROM_LINK || this.number + 1 >= puzzles.length;
  }

  move(at, isMarking) {
    this.elements[this.at].tabIndex = -1;
    this.at = at;
    const element = this.elements[at];
    element.tabIndex = 0;
    element.focus();
    if (isMarking && this.stroke) this.extend(at);
    this.point(at);
  }

  point(at) {
    const { width } = this.puzzle;
    for (const box of document.querySelectorAll(".clue.here")) box.classList.remove("here");
    if (at < 0) return;
    this.headers.row[Math.floor(at / width)].box.classList.add("here");
    this.headers.column[at % width].box.classList.add("here");
  }

  // The largest cells with which the board fits the window; smaller than a fingertip it scrolls.
  fit() {
    const { puzzle } = this;
    const digits = ([length]) => (puzzle.isColored ? 1.1 : 0.36 * String(length).length + 0.26);
    const beside = Math.max(...puzzle.rows.map((clue) => clue.reduce((sum, each) => sum + digits(each), 0))) + 0.8;
    const above = Math.max(...puzzle.columns.map((clue) => clue.length)) * (puzzle.isColored ? 0.78 : 0.67) + 0.6;
    const top = $("scroller").getBoundingClientRect().top + window.scrollY;
    const wide = (document.documentElement.clientWidth - (window.innerWidth > 520 ? 44 : 26)) / (puzzle.width + beside);
    const high = (window.innerHeight - top - 64) / (puzzle.height + above);
    const least = matchMedia("(pointer: coarse)").matches ? 16 : 15;
    const side = Math.max(least, Math.min(44, Math.floor(Math.min(wide, Math.max(high, wide / 2.2)))));
    $("board").style.setProperty("--cell", `${side}px`);
  }
}

// --- Input

const cellAt = (event) => {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  const cell = found && found.closest(".cell");
  return cell ? Number(cell.dataset.at) : -1;
};
const pointers = new Set();

$("board").addEventListener("pointerdown", (event) => {
  pointers.add(event.pointerId);
  const at = cellAt(event);
  if (pointers.size > 1) { game.cancel(); return; } // two fingers scroll and zoom
  if (at < 0 || (event.pointerType === "mouse" && event.button !== 0 && event.button !== 2)) return;
  event.preventDefault();
  game.move(at);
  game.begin(at, game.next(game.cells[at], event.button === 2 || (event.button === 0 && event.ctrlKey)));
});
window.addEventListener("pointermove", (event) => {
  if (!game) return;
  const at = cellAt(event);
  if (game.stroke && pointers.has(event.pointerId) && at >= 0) game.extend(at);
  if (event.pointerType === "mouse") game.point(at);
});
window.addEventListener("pointerup", (event) => {
  if (pointers.delete(event.pointerId) && game) game.end();
});
window.addEventListener("pointercancel", (event) => {
  if (pointers.delete(event.pointerId) && game) game.cancel();
});
$("board").addEventListener("contextmenu", (event) => event.preventDefault());

$("board").addEventListener("keydown", (event) => {
  const { width, height } = game.puzzle, row = Math.floor(game.at / width), column = game.at % width;
  const to = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column], Home: [row, 0], End: [row, width - 1],
  }[event.key];
  if (to && !event.ctrlKey && !event.altKey) {
    event.preventDefault();
    const [r, c] = [Math.max(0, Math.min(height - 1, to[0])), Math.max(0, Math.min(width - 1, to[1]))];
    if (event.shiftKey && !game.stroke) game.begin(game.at, game.cells[game.at] || game.tool);
    game.move(r * width + c, event.shiftKey);
    if (event.shiftKey) game.end();
  } else if (event.key === " " || event.key.toLowerCase() === "x") {
    event.preventDefault();
    game.begin(game.at, game.next(game.cells[game.at], event.key !== " "));
    game.end();
    if (!game.isDone) say(game.described(game.at));
  }
});
document.addEventListener("keydown", (event) => {
  if (!game || event.altKey) return;
  const letter = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === "z" && !event.shiftKey) { event.preventDefault(); game.undo(); }
    if (letter === "y" || (letter === "z" && event.shiftKey)) { event.preventDefault(); game.redo(); }
  } else if (event.key === "Escape") {
    game.cancel();
    game.endHint();
  } else if (letter === "d") game.choose(BLANK);
  else if (letter === "h") game.tellHint();
  else if (letter === "g") game.beginGuess();
  else if (game.puzzle.colors[Number(event.key) - 1]) game.choose(Number(event.key));
});
$("choices").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...$("choices").children], at = all.indexOf(document.activeElement);
  const next = all[(at + step + all.length) % all.length];
  game.choose(Number(next.dataset.value));
  next.focus();
});

$("hint").onclick = $("more").onclick = () => game.tellHint();
$("close").onclick = () => { game.endHint(); $("hint").focus(); };
$("guess").onclick = () => game.beginGuess();
$("keep").onclick = () => game.endGuess(true);
$("take_back").onclick = () => game.endGuess(false);
$("undo").onclick = () => game.undo();
$("redo").onclick = () => game.redo();
$("again").onclick = () => game.again();
$("back").onclick = () => { location.hash = ""; };
$("next").onclick = () => { location.hash = String(game.number + 2); };
$("link").onclick = () => copy(game.address, "copied");

async function copy(text, sentence) {
  try {
    await navigator.clipboard.writeText(text);
    notice(words(sentence));
  } catch { prompt(words("copy"), text); }
}

// --- A page that a computer serves takes the board back, and is there later, too: the browser keeps
// it where it trusts the connection; elsewhere it can be saved as a file. Other pages give the board
// as a link.

const isServed = Boolean(document.querySelector("link[rel=manifest]"));
if (isServed) {
  $("link").hidden = true; // it is no address for others
  $("save").href = "nonogram.html";
  const offerFile = () => { $("save").hidden = false; };
  if (navigator.serviceWorker) navigator.serviceWorker.register("worker.js").catch(offerFile);
  else offerFile();
}
$("send").textContent = words(isServed ? "send" : "copy_board");
$("send").title = words(isServed ? "send_tip" : "copy_board_tip");
$("send").onclick = async () => {
  if (!isServed) {
    copy(`${game.address}&m=${signsOf(game.cells)}`, "copied_board");
    return;
  }
  try {
    const body = JSON.stringify({ p: game.puzzle.text, c: game.cells });
    const answer = await fetch("board", { method: "POST", body });
    notice(answer.ok ? words("sent") : (await answer.json()).error.message);
  } catch { notice(words("lost")); }
};
let fitting_ = 0;
window.addEventListener("resize", () => {
  cancelAnimationFrame(fitting_);
  fitting_ = requestAnimationFrame(() => game && game.fit());
});

function route() {
  notice("");
  const hash = location.hash.slice(1);
  if (hash.startsWith("p=")) {
    try {
      if (hash.length > MAX_LINK) throw new Error("length");
      const [text, signs = ""] = hash.slice(2).split("&m=");
      const puzzle = decoded(text), isNew = !keptCells(puzzle);
      open(puzzle, FROM_LINK);
      const cells = cellsOf(signs, puzzle);
      if (signs && !cells) notice(words("damaged"));
      else if (cells && isNew) game.paint({ ...cells });
      return;
    } catch { notice(words("damaged")); }
  }
  const number = Number(hash) - 1;
  if (puzzles.length > 1 && !puzzles[number]) showShelf();
  else if (puzzles.length) open(puzzles[puzzles[number] ? number : 0], puzzles[number] ? number : 0);
}
puzzles = JSON.parse($("puzzles").textContent).map(decoded);
window.addEventListener("hashchange", route);
route();
})();

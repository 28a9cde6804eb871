export type Cell = unknown;

export interface ReadingOptions {
  /** A share may be a percentage: 0.25 equals 25. */
  percent?: boolean;
  /** A sum over no rows may be empty or 0. */
  nothingIsZero?: boolean;
}

/** A gold column and an answer's column, with each cell as a canonical text. */
export interface Reading {
  gold: readonly string[];
  ours: readonly string[];
}

/** The comparisons of two columns, the strictest first. */
export function readings(gold: readonly Cell[], ours: readonly Cell[], options: ReadingOptions): Reading[] {
  const plain: Reading = { gold: gold.map(normal), ours: ours.map(normal) };
  if (areAll([...gold, ...ours], isNumber)) return [plain, ...asNumbers(gold, ours, options)];
  if (areAll(gold, isDate) && areAll(ours, isDate) && (areAll(gold, isDay) || areAll(ours, isDay))) {
    return [plain, { gold: plain.gold.map(dayOf), ours: plain.ours.map(dayOf) }];
  }
  return [plain];
}

/** Canonical text: numbers with about seven significant digits, midnights as dates, times without offset. */
export function normal(cell: Cell): string {
  if (cell === null || cell === undefined) return NOTHING;
  if (typeof cell === 'object') return JSON.stringify(cell);
  const text = String(cell);
  if (isNumber(cell)) return Number(Number(text).toPrecision(7)).toString();
  return text.replace(OFFSET, '$1').replace(MIDNIGHT, '$1');
}

const NOTHING = '∅';
const OFFSET = /^(\d{4}-\d{2}-\d{2}T[\d:.]+)(?:Z|[+-]\d{2}:\d{2}(?::\d{2})?)$/;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00:00(\.0+)?$/;

const isNothing = (cell: Cell): boolean => cell === null || cell === undefined;
const isDate = (cell: Cell): boolean => typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(cell);
const isDay = (cell: Cell): boolean => /^\d{4}-\d{2}-\d{2}$/.test(normal(cell));
const dayOf = (text: string): string => (text === NOTHING ? text : text.slice(0, 10));

function isNumber(cell: Cell): boolean {
  return (typeof cell === 'number' || typeof cell === 'string') && cell !== '' && Number.isFinite(Number(cell));
}

/** The cells that are not empty, or null if there are none. */
function areAll(column: readonly Cell[], is: (cell: Cell) => boolean): boolean {
  return column.some((cell) => !isNothing(cell)) && column.every((cell) => isNothing(cell) || is(cell));
}

/** Rounded to the gold's digits. A share is compared as a fraction and as a percentage. */
function asNumbers(gold: readonly Cell[], ours: readonly Cell[], options: ReadingOptions): Reading[] {
  const digits = digitsOf(gold);
  const nothing = options.nothingIsZero === true ? '0' : NOTHING;
  const read = (column: readonly Cell[], factor: number): string[] =>
    column.map((cell) => (isNothing(cell) ? nothing : rounded(Number(cell) * factor, digits)));
  const factors = options.percent === true ? [1, 100, 0.01] : [1];
  return factors.map((factor) => ({ gold: read(gold, 1), ours: read(ours, factor) }));
}

/** PostgreSQL writes a `numeric` as text with the digits that it was rounded to; null for numbers of other types. */
function digitsOf(column: readonly Cell[]): number | null {
  const written = column.filter((cell) => !isNothing(cell));
  if (!written.every((cell) => typeof cell === 'string')) return null;
  return Math.max(0, ...written.map((text) => /\.(\d+)$/.exec(String(text))?.[1]?.length ?? 0));
}

function rounded(value: number, digits: number | null): string {
  // In binary, a half may be stored slightly too small.
  const number = digits === null ? value : Number((value * (1 + 1e-12)).toFixed(Math.min(digits, 20)));
  return normal(number);
}

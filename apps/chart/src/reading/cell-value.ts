import type { Row } from '@querent/contracts';

type Cell = Row[number];

/** A cell as a number; numerics and integers above 2^53 arrive as strings. Null if it is not a finite number. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== 'string' || cell.trim() === '') return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** A cell as a category: one line without characters that XML forbids or that change the text direction. */
export function categoryOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return cleanLine(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
}

/** Longitude and latitude of a GeoJSON geometry; for lines and areas the centre of the bounding box. */
export function pointOf(cell: Cell | undefined): [longitude: number, latitude: number] | null {
  const geometry = typeof cell === 'string' ? parsed(cell) : cell;
  if (geometry === null || typeof geometry !== 'object' || Array.isArray(geometry)) return null;
  const corners: [number, number][] = [];
  collect(geometry['coordinates'], corners);
  if (corners.length === 0) return null;
  const middle = (axis: 0 | 1): number =>
    (Math.min(...corners.map((corner) => corner[axis])) + Math.max(...corners.map((corner) => corner[axis]))) / 2;
  const [longitude, latitude] = [middle(0), middle(1)];
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : null;
}

/** Longest text kept in a chart or an answer, in characters. */
const LONGEST = 120;

export function cleanLine(text: string): string {
  const line = withoutUnprintable(text, '').trim();
  const characters = [...line];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line;
}

/**
 * Replaces control characters, except those in `kept`, by spaces; removes direction marks and noncharacters; replaces
 * lone surrogates.
 */
export function withoutUnprintable(text: string, kept: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => (kept.includes(character) ? character : ' '))
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Noncharacter_Code_Point}/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

function parsed(text: string): Cell {
  try {
    return JSON.parse(text) as Cell;
  } catch {
    return null;
  }
}

function collect(coordinates: unknown, into: [number, number][]): void {
  if (!Array.isArray(coordinates) || into.length > 10_000) return;
  const [x, y] = coordinates as unknown[];
  if (typeof x === 'number' && typeof y === 'number') into.push([x, y]);
  else for (const part of coordinates) collect(part, into);
}

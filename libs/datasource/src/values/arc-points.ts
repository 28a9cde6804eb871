/** x, y and optionally z. */
export type Position = number[];

/** Segments per quarter of a circle, as in PostGIS's ST_CurveToLine. */
const PER_QUARTER = 32;

/**
 * Converts a string of arcs to points of a line. Each arc has its start, a point on it and its end (which starts the
 * next).
 */
export function arcPoints(given: readonly Position[]): Position[] {
  const first = given[0];
  if (first === undefined) return [];
  const points: Position[] = [first];
  for (let i = 0; i + 2 < given.length; i += 2) {
    const [start, through, end] = given.slice(i, i + 3) as [Position, Position, Position];
    points.push(...between(start, through, end), end);
  }
  return points;
}

/** The points of an arc between its start and its end. */
function between(start: Position, through: Position, end: Position): Position[] {
  const centre = centreOf(start, through, end);
  if (centre === null) return [through];
  const radius = Math.hypot(x(start) - centre.x, y(start) - centre.y);
  const angle = (point: Position): number => Math.atan2(y(point) - centre.y, x(point) - centre.x);
  const from = angle(start);
  const sweep = sweepOf(from, angle(through), angle(end), isSame(start, end));
  const steps = Math.max(2, Math.ceil(Math.abs(sweep) / (Math.PI / 2 / PER_QUARTER)));
  return Array.from({ length: steps - 1 }, (_, i) => {
    const share = (i + 1) / steps;
    const at = from + sweep * share;
    const height = start[2] === undefined || end[2] === undefined ? [] : [start[2] + (end[2] - start[2]) * share];
    return [centre.x + radius * Math.cos(at), centre.y + radius * Math.sin(at), ...height];
  });
}

const x = (point: Position): number => point[0] ?? 0;
const y = (point: Position): number => point[1] ?? 0;
const isSame = (a: Position, b: Position): boolean => x(a) === x(b) && y(a) === y(b);

/**
 * The centre of the circle through three points; for a full circle (start equals end) half-way to the second; null for
 * a straight line.
 */
function centreOf(a: Position, b: Position, c: Position): { x: number; y: number } | null {
  if (isSame(a, c)) return { x: (x(a) + x(b)) / 2, y: (y(a) + y(b)) / 2 };
  const [bx, by, cx, cy] = [x(b) - x(a), y(b) - y(a), x(c) - x(a), y(c) - y(a)];
  const twice = 2 * (bx * cy - by * cx);
  if (Math.abs(twice) < Number.EPSILON * (Math.abs(bx * cy) + Math.abs(by * cx))) return null;
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  return { x: x(a) + (cy * b2 - by * c2) / twice, y: y(a) + (bx * c2 - cx * b2) / twice };
}

/** Radians from `from` to `to` by way of `through`; positive is counter-clockwise. */
function sweepOf(from: number, through: number, to: number, isWhole: boolean): number {
  const turn = 2 * Math.PI;
  if (isWhole) return turn;
  const ahead = (angle: number): number => (((angle - from) % turn) + turn) % turn;
  return ahead(through) <= ahead(to) ? ahead(to) : ahead(to) - turn;
}

import type { VectorHit, VectorSearch } from '../vector-index';
import { BestHits } from './best-hits';
import { decodePayload, decodePoint, type PointMeta } from './stored-point';

/** What a point costs beside its vector, roughly: its id, its place in the maps, its meta. */
export const BYTES_BESIDE = 300;

/** Points held in memory, their vectors row after row in one array, searched exactly. */
export class PointRows {
  private vectors: Float32Array;
  private readonly ids: string[] = [];
  private readonly metas: PointMeta[] = [];
  private readonly rowOf = new Map<string, number>();

  constructor(
    private readonly dimension: number,
    expected = 0,
  ) {
    this.vectors = new Float32Array(expected * dimension);
  }

  get size(): number {
    return this.ids.length;
  }

  get bytes(): number {
    return this.vectors.byteLength + this.ids.length * BYTES_BESIDE;
  }

  /** Puts a point as Redis keeps it; what cannot be read is as good as removed. */
  put(id: string, record: Buffer): void {
    const known = this.rowOf.get(id);
    const row = known ?? this.ids.length;
    if (known === undefined) this.makeRoom();
    const meta = decodePoint(record, this.rowAt(row));
    if (meta === null) return this.remove(id);
    this.metas[row] = meta;
    if (known !== undefined) return;
    this.ids.push(id);
    this.rowOf.set(id, row);
  }

  /** The last row moves into the gap. */
  remove(id: string): void {
    const row = this.rowOf.get(id);
    if (row === undefined) return;
    const [lastId, lastMeta] = [this.ids.pop(), this.metas.pop()];
    this.rowOf.delete(id);
    if (lastId === undefined || lastMeta === undefined || lastId === id) return;
    this.rowAt(row).set(this.rowAt(this.ids.length));
    this.ids[row] = lastId;
    this.metas[row] = lastMeta;
    this.rowOf.set(lastId, row);
  }

  /** Adds to `best` what fits. 10,000 rows of 512 numbers take some 4 ms. */
  offer(best: BestHits<VectorHit>, query: Float32Array, search: VectorSearch): void {
    const rows = search.ids === undefined ? null : new Set(search.ids.flatMap((id) => this.rowOf.get(id) ?? []));
    if (rows !== null) for (const row of rows) this.offerRow(best, query, search, row);
    else for (let row = 0; row < this.ids.length; row++) this.offerRow(best, query, search, row);
  }

  private offerRow(best: BestHits<VectorHit>, query: Float32Array, { version, tags }: VectorSearch, row: number): void {
    const meta = this.metas[row];
    if (meta === undefined || (version !== undefined && meta.version !== version) || (tags !== undefined && !hasTags(meta, tags))) return;
    const score = Math.min(1, Math.max(-1, dotProduct(query, this.vectors, row * this.dimension)));
    if (score >= best.threshold) best.offer({ id: this.ids[row] ?? '', score, payload: decodePayload(meta.payload) }, score);
  }

  private rowAt(row: number): Float32Array {
    return this.vectors.subarray(row * this.dimension, (row + 1) * this.dimension);
  }

  private makeRoom(): void {
    const needed = (this.ids.length + 1) * this.dimension;
    if (needed <= this.vectors.length) return;
    const wider = new Float32Array(Math.ceil((this.ids.length + 16) * 1.25) * this.dimension);
    wider.set(this.vectors);
    this.vectors = wider;
  }
}

const hasTags = ({ tags }: PointMeta, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([name, value]) => tags !== null && Object.hasOwn(tags, name) && tags[name] === value);

/** In four sums at once, which the processor adds beside each other: 0.4 µs at 512 numbers, plain addition takes 0.6. */
function dotProduct(query: Float32Array, rows: Float32Array, from: number): number {
  const length = query.length;
  const fours = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  // Within both arrays by construction: a check for undefined at each number would double the time.
  for (let i = 0; i < fours; i += 4) {
    a += (query[i] as number) * (rows[from + i] as number);
    b += (query[i + 1] as number) * (rows[from + i + 1] as number);
    c += (query[i + 2] as number) * (rows[from + i + 2] as number);
    d += (query[i + 3] as number) * (rows[from + i + 3] as number);
  }
  for (let i = fours; i < length; i++) a += (query[i] as number) * (rows[from + i] as number);
  return a + b + c + d;
}

import type { VectorHit, VectorSearch } from '../vector-index';
import { BestHits } from '../../best-hits';
import { rowScore, rowScores } from './row-scores';
import { decodePayload, decodePoint, type PointMeta } from './stored-point';

/** Approximate bytes of a point besides its vector: id, map entries, metadata. */
export const BYTES_BESIDE = 300;

/** Points in memory, their vectors row after row in one array, searched exactly. */
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

  /** Adds a point in its Redis format; an unreadable one counts as removed. */
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

  /** Moves the last row into the gap. */
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

  /** Offers matching points to `best`. */
  offer(best: BestHits<VectorHit>, query: Float32Array, search: VectorSearch): void {
    if (search.ids === undefined) {
      const scores = rowScores(query, this.vectors, this.ids.length);
      for (let row = 0; row < scores.length; row++) this.offerRow(best, scores[row] ?? 0, search, row);
    } else {
      const rows = new Set(search.ids.flatMap((id) => this.rowOf.get(id) ?? []));
      for (const row of rows) this.offerRow(best, rowScore(query, this.vectors, row * this.dimension), search, row);
    }
  }

  private offerRow(best: BestHits<VectorHit>, rawScore: number, { version, tags }: VectorSearch, row: number): void {
    // Rounding may exceed the range slightly.
    const score = Math.min(1, Math.max(-1, rawScore));
    if (!(score >= best.threshold)) return;
    const meta = this.metas[row];
    if (
      meta === undefined ||
      (version !== undefined && meta.version !== version) ||
      (tags !== undefined && !hasTags(meta, tags))
    )
      return;
    best.offer({ id: this.ids[row] ?? '', score, payload: decodePayload(meta.payload) }, score);
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

import { z } from 'zod';
import type { VectorHit, VectorPoint } from '../vector-index';

/** What of a point is kept beside its vector. */
export interface PointMeta {
  version: string | null;
  tags: Readonly<Record<string, string>> | null;
  /** JSON, to be read only when the point is found. */
  payload: string;
}

const metaSchema = z.tuple([z.string().nullable(), z.record(z.string(), z.string()).nullable(), z.string()]);
const payloadSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const markSchema = z.tuple([z.string().nullable(), z.string()]);

const LENGTH_BYTES = 4;

/**
 * A point as Redis keeps it: the length of its meta (32 bit, little endian), the meta in JSON, the vector in 32-bit
 * floats of this machine's order (little endian on all that Node runs on).
 */
export function encodePoint({ version, tags, payload, vector }: VectorPoint): Buffer {
  const meta = Buffer.from(
    JSON.stringify([
      version ?? null,
      tags === undefined ? null : Object.entries(tags).length === 0 ? null : tags,
      payload === undefined ? '' : JSON.stringify(payload),
    ]),
  );
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([length, meta, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]);
}

/** Writes the record's vector into `row` and gives its meta; null where it is no record of this width. */
export function decodePoint(record: Buffer, row: Float32Array): PointMeta | null {
  const end = record.length < LENGTH_BYTES ? NaN : LENGTH_BYTES + record.readUInt32LE();
  if (record.length - end !== row.byteLength) return null;
  const meta = metaSchema.safeParse(jsonOf(record.toString('utf8', LENGTH_BYTES, end)));
  if (!meta.success) return null;
  // Bytewise: the record's floats need not be aligned.
  new Uint8Array(row.buffer, row.byteOffset, row.byteLength).set(record.subarray(end));
  const [version, tags, payload] = meta.data;
  return { version, tags, payload };
}

export const decodePayload = (text: string): VectorHit['payload'] =>
  text === '' ? {} : payloadSchema.catch({}).parse(jsonOf(text));

/** Version and digest of a point, apart from its vector: what is asked of all points at once. */
export const encodeMark = ({ version, digest }: VectorPoint): string => JSON.stringify([version ?? null, digest ?? '']);

/** What cannot be read counts as unknown: it will be put again. */
export function decodeMark(text: string): { version: string | null; digest: string } {
  const mark = markSchema.safeParse(jsonOf(text));
  return mark.success ? { version: mark.data[0], digest: mark.data[1] } : { version: null, digest: '' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

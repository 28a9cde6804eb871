import { z } from 'zod';
import type { VectorHit, VectorPoint } from '../vector-index';

/** Metadata of a point. */
export interface PointMeta {
  version: string | null;
  tags: Readonly<Record<string, string>> | null;
  /** JSON, parsed only if the point is found. */
  payload: string;
}

const metaSchema = z.tuple([z.string().nullable(), z.record(z.string(), z.string()).nullable(), z.string()]);
const payloadSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const markSchema = z.tuple([z.string().nullable(), z.string()]);

const LENGTH_BYTES = 4;

/**
 * The Redis format of a point: length of its metadata (32 bit, little endian), the metadata in JSON, the vector in
 * 32-bit floats of this machine's byte order (little endian on all platforms of Node).
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

/** Writes the record's vector into `row` and returns its metadata; null if the record has another width. */
export function decodePoint(record: Buffer, row: Float32Array): PointMeta | null {
  const end = record.length < LENGTH_BYTES ? NaN : LENGTH_BYTES + record.readUInt32LE();
  if (record.length - end !== row.byteLength) return null;
  const meta = metaSchema.safeParse(jsonOf(record.toString('utf8', LENGTH_BYTES, end)));
  if (!meta.success) return null;
  // Copied by bytes, because the record's floats may be unaligned.
  new Uint8Array(row.buffer, row.byteOffset, row.byteLength).set(record.subarray(end));
  const [version, tags, payload] = meta.data;
  return { version, tags, payload };
}

export const decodePayload = (text: string): VectorHit['payload'] =>
  text === '' ? {} : payloadSchema.catch({}).parse(jsonOf(text));

/** Version and digest of a point, stored apart from its vector because they are read for all points at once. */
export const encodeMark = ({ version, digest }: VectorPoint): string => JSON.stringify([version ?? null, digest ?? '']);

/** An unreadable mark counts as unknown: the point will be added again. */
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

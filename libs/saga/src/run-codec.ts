import { runSchema, type Run, type RunData } from '@querent/contracts';

/** Data members whose JSON is larger than this are stored beside the run (claim check). */
const INLINE_LIMIT_BYTES = 32 * 1024;

/** A member that lives in a blob: its place in the JSON. */
interface BlobRef {
  $blob: string;
}

const isBlobRef = (value: unknown): value is BlobRef =>
  typeof value === 'object' && value !== null && typeof (value as BlobRef).$blob === 'string';

/** A stored run that does not parse: written by a newer or broken version. */
export class CorruptRunError extends Error {
  constructor(id: string, detail: string) {
    super(`The stored run ${id} cannot be read: ${detail}`);
    this.name = 'CorruptRunError';
  }
}

export interface EncodedData {
  json: string;
  /** Blob name → JSON of the large members. */
  blobs: Record<string, string>;
}

/** Splits the data into the part kept in the run and the large members kept beside it. */
export function encodeData(data: RunData, version: number): EncodedData {
  const blobs: Record<string, string> = {};
  const inline: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    const json = JSON.stringify(value ?? null);
    if (json.length * 3 > INLINE_LIMIT_BYTES && Buffer.byteLength(json) > INLINE_LIMIT_BYTES) {
      const blob = `data.${name}.${version}`;
      blobs[blob] = json;
      inline.push(`${JSON.stringify(name)}:{"$blob":${JSON.stringify(blob)}}`);
    } else {
      inline.push(`${JSON.stringify(name)}:${json}`);
    }
  }
  return { json: `{${inline.join(',')}}`, blobs };
}

/** Reads a run from its hash; `readBlob` fetches members kept beside it. Throws CorruptRunError. */
export async function decodeRun(id: string, hash: Record<string, string>, readBlob: (name: string) => Promise<string | null>): Promise<Run> {
  try {
    const data: Record<string, unknown> = JSON.parse(hash['data'] ?? '{}');
    for (const [name, value] of Object.entries(data)) {
      if (isBlobRef(value)) data[name] = JSON.parse((await readBlob(value.$blob)) ?? 'null');
    }
    return runSchema.parse({
      id,
      tenant: hash['tenant'],
      keyName: hash['keyName'],
      version: Number(hash['version']),
      status: hash['status'],
      createdAt: hash['createdAt'],
      updatedAt: hash['updatedAt'],
      finishedAt: hash['finishedAt'] === undefined || hash['finishedAt'] === '' ? null : hash['finishedAt'],
      traceparent: hash['traceparent'],
      request: JSON.parse(hash['request'] ?? '{}'),
      data,
    });
  } catch (error) {
    throw new CorruptRunError(id, error instanceof Error ? error.message.slice(0, 500) : 'unreadable');
  }
}

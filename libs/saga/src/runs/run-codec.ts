import { emptyRunData, FORMAT, runSchema, type Run, type RunData } from '@querent/contracts';
import { z } from 'zod';

/** Data members with larger JSON are stored beside the run (claim check). */
const INLINE_LIMIT_BYTES = 32 * 1024;

/**
 * Field of a run's hash that holds the size of a blob, so that the process that removes the run finds the blob. Scripts
 * also write it.
 */
export const blobField = (name: string): string => `blob:${name}`;

/** Reference in the JSON to a member that is stored in a blob. */
interface BlobRef {
  $blob: string;
}

/** Data that shares another run's answer: the run `of`, the shared members, and the members that replace them. */
export interface BorrowedData {
  of: string;
  members: readonly (keyof RunData)[];
  own: Partial<RunData>;
}

const isBlobRef = (value: unknown): value is BlobRef =>
  typeof value === 'object' && value !== null && typeof (value as BlobRef).$blob === 'string';

/** A stored run that does not parse: a newer or faulty version wrote it. */
export class CorruptRunError extends Error {
  constructor(id: string, detail: string) {
    super(`The stored run ${id} cannot be read: ${detail}`);
    this.name = 'CorruptRunError';
  }
}

/** The run whose answer this run shares has expired first; without that answer this run is empty. */
export class LenderEndedError extends Error {
  constructor(id: string, lender: string) {
    super(`The run ${id} refers to ${lender}, which has ended`);
    this.name = 'LenderEndedError';
  }
}

export interface EncodedData {
  json: string;
  /** Blob name → JSON of the large members. */
  blobs: Record<string, string>;
}

/** Splits the data into the part stored in the run and the large members stored beside it. */
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

/** Encodes data that refers to another run's data instead of copying it. */
export const encodeBorrowed = (borrowed: BorrowedData): EncodedData => ({
  json: JSON.stringify({ $borrowed: borrowed }),
  blobs: {},
});

/** Reads the parts of a run that are stored outside its hash. */
export interface ElsewhereReader {
  /** A blob beside a run. */
  blob(id: string, name: string): Promise<string | null>;
  /** The data text of another run. */
  data(id: string): Promise<string | null>;
}

async function readData(id: string, text: string, elsewhere: ElsewhereReader): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = JSON.parse(text);
  const borrowed = data['$borrowed'] as BorrowedData | undefined;
  if (borrowed !== undefined) {
    const lent = await elsewhere.data(borrowed.of);
    if (lent === null) throw new LenderEndedError(id, borrowed.of);
    const lender = await readData(borrowed.of, lent, elsewhere);
    const taken = Object.fromEntries(
      borrowed.members.flatMap((name) => (lender[name] === undefined ? [] : [[name, lender[name]]])),
    );
    return { ...emptyRunData(), ...taken, ...borrowed.own };
  }
  for (const [name, value] of Object.entries(data)) {
    if (isBlobRef(value)) data[name] = JSON.parse((await elsewhere.blob(id, value.$blob)) ?? 'null');
  }
  return data;
}

/** A newer version wrote this run in a format that this version would misread: only that version may process it. */
export class NewerRunError extends Error {
  constructor(id: string, format: number) {
    super(`The run ${id} has format ${format}, of a newer version than this one`);
    this.name = 'NewerRunError';
  }
}

/**
 * Decodes a run from its hash; data members that a newer version has added are kept. Throws CorruptRunError,
 * NewerRunError, LenderEndedError, or Redis's error for parts stored elsewhere.
 */
export async function decodeRun(id: string, hash: Record<string, string>, elsewhere: ElsewhereReader): Promise<Run> {
  const format = Number(hash['format'] ?? 1);
  if (format > FORMAT) throw new NewerRunError(id, format);
  try {
    const data = await readData(id, hash['data'] ?? '{}', elsewhere);
    const run = runSchema.parse({
      id,
      tenant: hash['tenant'],
      keyName: hash['keyName'],
      version: Number(hash['version']),
      status: hash['status'],
      createdAt: hash['createdAt'],
      updatedAt: hash['updatedAt'],
      finishedAt: hash['finishedAt'] === undefined || hash['finishedAt'] === '' ? null : hash['finishedAt'],
      traceparent: hash['traceparent'],
      turn: hash['turn'] === undefined ? undefined : Number(hash['turn']),
      request: JSON.parse(hash['request'] ?? '{}'),
      data,
    });
    return { ...run, request: { ...run.request, ...run.data.zone }, data: { ...data, ...run.data } };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new CorruptRunError(id, error.message.slice(0, 500));
  }
}

/**
 * Whether the stored text itself is invalid, so that retries cannot help. Errors of an unavailable Redis are not of
 * this kind.
 */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof SyntaxError || error instanceof TypeError || error instanceof z.ZodError;

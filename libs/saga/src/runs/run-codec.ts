import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { emptyRunData, FORMAT, runDataSchema, runSchema, type Run, type RunData } from '@querent/contracts';
import { z } from 'zod';
import { compileSchema } from './compile-schema';

/** Data members with larger JSON are stored beside the run (claim check). */
const INLINE_LIMIT_BYTES = 32 * 1024;

/**
 * Field of a run's hash that holds the size of a blob, so that the process that removes the run finds the blob. Scripts
 * also write it.
 */
export const blobField = (name: string): string => `blob:${name}`;

/** Field of the hash of a run with an unanswered clarification, so that lists find it without reading the data. */
export const UNANSWERED = 'unanswered';

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

/** A part of a run's data as it is stored. */
export interface EncodedPart {
  /** Fields of the run's hash. */
  fields: Record<string, string>;
  /** Blob name → JSON of a large member. */
  blobs: Record<string, string>;
}

/**
 * Field with the members that the change to a version set. It is written once: a member's value is that of the last
 * part that has it.
 */
const partField = (version: number): string => `p${version}`;

/** Texts longer than this are compressed: a chart's option shrinks to a third. */
const COMPRESSED_FROM = 2_048;
/** First character of a compressed text. JSON never begins with it. */
const COMPRESSED = 'z';

const packed = (json: string): string =>
  json.length < COMPRESSED_FROM ? json : COMPRESSED + deflateRawSync(json).toString('base64');

const unpacked = (text: string): string =>
  text.startsWith(COMPRESSED) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString() : text;

/** Blobs of the large members of decoded runs: a change that stores such a member again refers to the same blob. */
const blobOf = new WeakMap<object, string>();

/** Encodes the members that the change to a version set, the large ones beside the run. */
export function encodePart(changed: Partial<RunData>, version: number): EncodedPart {
  const blobs: Record<string, string> = {};
  const inline: string[] = [];
  for (const [name, value] of Object.entries(changed)) {
    const known = typeof value === 'object' && value !== null ? blobOf.get(value) : undefined;
    if (known !== undefined) {
      inline.push(`${JSON.stringify(name)}:${blobReference(known)}`);
      continue;
    }
    const json = JSON.stringify(value ?? null);
    if (json.length * 3 > INLINE_LIMIT_BYTES && Buffer.byteLength(json) > INLINE_LIMIT_BYTES) {
      const blob = `data.${name}.${version}`;
      blobs[blob] = json;
      inline.push(`${JSON.stringify(name)}:${blobReference(blob)}`);
    } else {
      inline.push(`${JSON.stringify(name)}:${json}`);
    }
  }
  return { fields: inline.length === 0 ? {} : { [partField(version)]: packed(`{${inline.join(',')}}`) }, blobs };
}

const blobReference = (blob: string): string => JSON.stringify({ $blob: blob } satisfies BlobRef);

const initial = emptyRunData();
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * Encodes all data of a run in one part, in place of its earlier parts: one text is compressed to less than half of
 * several. Members with the value of a new run are omitted.
 */
export function encodeWhole(data: RunData, version: number): EncodedPart {
  const isInitial = (name: string, value: unknown): boolean => {
    const first: unknown = initial[name as keyof RunData];
    return value === first || (isEmptyList(value) && isEmptyList(first));
  };
  return encodePart(
    Object.fromEntries(Object.entries(data).filter(([name, value]) => !isInitial(name, value))),
    version,
  );
}

/** Encodes the first part of a run that refers to another run's data instead of copying it. */
export const encodeBorrowed = (borrowed: BorrowedData): EncodedPart => ({
  fields: { [partField(1)]: packed(JSON.stringify({ $borrowed: borrowed })) },
  blobs: {},
});

/** The hash of a run: its fields by name. */
export type RunHash = Record<string, string>;

/** Reads the parts of a run that are stored outside its hash. */
export interface ElsewhereReader {
  /** A blob beside a run. */
  blob(id: string, name: string): Promise<string | null>;
  /** The hash of another run; empty if it does not exist. */
  hash(id: string): Promise<RunHash>;
}

/** The members of a run's data as stored. `$borrowed` among them refers to another run. */
type StoredMembers = Record<string, unknown> & { $borrowed?: BorrowedData };

/** The stored members of all parts, after `data`, which versions before 0.2.0 wrote. */
export function storedMembers(hash: RunHash): StoredMembers {
  const parts = [hash['data']];
  for (let version = 1; version <= Number(hash['version']); version++) parts.push(hash[partField(version)]);
  return Object.assign({}, ...parts.map((part) => (part === undefined ? {} : JSON.parse(unpacked(part)))));
}

/** A run's members as stored, with the blob of each large one of the run itself. */
interface ReadData {
  members: Record<string, unknown>;
  blobs: Map<string, string>;
}

async function readData(id: string, stored: StoredMembers, elsewhere: ElsewhereReader): Promise<ReadData> {
  const { $borrowed: borrowed, ...members } = stored;
  const blobs = new Map<string, string>();
  for (const [name, value] of Object.entries(members)) {
    if (!isBlobRef(value)) continue;
    blobs.set(name, value.$blob);
    members[name] = JSON.parse((await elsewhere.blob(id, value.$blob)) ?? 'null');
  }
  if (borrowed === undefined) return { members, blobs };
  const lent = await elsewhere.hash(borrowed.of);
  if (lent['version'] === undefined) throw new LenderEndedError(id, borrowed.of);
  const { members: lender } = await readData(borrowed.of, storedMembers(lent), elsewhere);
  const taken = Object.fromEntries(
    borrowed.members.flatMap((name) => (lender[name] === undefined ? [] : [[name, lender[name]]])),
  );
  return { members: { ...taken, ...borrowed.own, ...members }, blobs };
}

/**
 * A finished run with all its data in one part of its hash, without references to blobs and to other runs. A hash that
 * has this form keeps its part: compression costs more than everything else here. Throws LenderEndedError, or Redis's
 * error.
 */
export async function wholeRun(
  id: string,
  hash: RunHash,
  elsewhere: ElsewhereReader,
): Promise<{ hash: RunHash; members: Record<string, unknown> }> {
  const isPart = (field: string): boolean => /^(p\d+|data)$/.test(field);
  const kept = Object.entries(hash).filter(([field]) => !field.startsWith(blobField('')));
  const parts = kept.filter(([field]) => isPart(field));
  const stored = storedMembers(hash);
  const refers = stored.$borrowed !== undefined || Object.values(stored).some(isBlobRef);
  if (parts.length === 1 && !refers) return { hash: Object.fromEntries(kept), members: stored };
  const { members } = await readData(id, stored, elsewhere);
  return {
    hash: {
      ...Object.fromEntries(kept.filter(([field]) => !isPart(field))),
      [partField(Number(hash['version']))]: packed(JSON.stringify(members)),
    },
    members,
  };
}

/** The runs to which a stored run refers: the one whose answer it shares, and the one whose result it shows. */
export function lendersOf(hash: RunHash): string[] {
  const { $borrowed, ...members } = storedMembers(hash);
  const result = { ...$borrowed?.own, ...members }['result'] as ResultMember;
  const [lender, blob] = typeof result?.blob === 'string' ? result.blob.split('/', 2) : [];
  return [$borrowed?.of, blob === undefined ? undefined : lender].filter((id) => id !== undefined);
}

/**
 * As `wholeRun`, but the result is stored beside the run itself.
 * @returns `lent`: the result of another run that must be copied, under the same name; null if there is none
 */
export async function independentRun(
  id: string,
  hash: RunHash,
  elsewhere: ElsewhereReader,
): Promise<{ hash: RunHash; lent: { run: string; blob: string } | null }> {
  const whole = await wholeRun(id, hash, elsewhere);
  const result = whole.members['result'] as ResultMember;
  const [run, blob] = typeof result?.blob === 'string' ? result.blob.split('/', 2) : [];
  if (run === undefined || blob === undefined) return { hash: whole.hash, lent: null };
  const part = packed(JSON.stringify({ ...whole.members, result: { ...result, blob } }));
  return { hash: { ...whole.hash, [partField(Number(hash['version']))]: part }, lent: { run, blob } };
}

/** The reference to a result, in the stored form: `blob` is `<run>/<blob>` if another run computed it. */
type ResultMember = { blob?: unknown } | null | undefined;

/** A newer version wrote this run in a format that this version would misread: only that version may process it. */
export class NewerRunError extends Error {
  constructor(id: string, format: number) {
    super(`The run ${id} has format ${format}, of a newer version than this one`);
    this.name = 'NewerRunError';
  }
}

const headSchema = runSchema.omit({ data: true });
/**
 * Only stored members are parsed: the others have the values of a new run. Members that a newer version has added are
 * kept, because the last change of a run stores all members again.
 */
const membersSchema = runDataSchema.partial().loose();

/** Prepares `decodeRun`: the first use of its schemas takes 20 to 30 ms, most of them for compilation by zod. */
export const prepareDecoding = (): void => [membersSchema, headSchema].forEach((schema) => compileSchema(schema));

/**
 * Decodes a run from its hash. Throws CorruptRunError, NewerRunError, LenderEndedError, or Redis's error for parts
 * stored elsewhere.
 */
export async function decodeRun(id: string, hash: RunHash, elsewhere: ElsewhereReader): Promise<Run> {
  const format = Number(hash['format'] ?? 1);
  if (format > FORMAT) throw new NewerRunError(id, format);
  try {
    const read = await readData(id, storedMembers(hash), elsewhere);
    const members = membersSchema.parse(read.members);
    for (const [name, blob] of read.blobs) {
      const value = members[name];
      if (typeof value === 'object' && value !== null) blobOf.set(value, blob);
    }
    const head = headSchema.parse({
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
    });
    const data = { ...emptyRunData(), ...members };
    return { ...head, request: { ...head.request, ...data.zone }, data };
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

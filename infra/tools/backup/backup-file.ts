import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

const common = {
  kind: z.literal('querent-backup'),
  /** Version of the product that wrote it, and the format of its runs. */
  version: z.string(),
  format: z.int().positive(),
  prefix: z.string(),
  /** When the backup began, by Redis's clock: later changes may be missing. */
  begunAt: z.iso.datetime(),
};
/** A higher layout needs a newer version of the product: versions without tenants' files refuse layout 2. */
const headerSchema = z.discriminatedUnion('layout', [
  /** What one installation holds. */
  z.object({ ...common, layout: z.literal(1) }),
  /** What one installation holds of one tenant. */
  z.object({ ...common, layout: z.literal(2), tenant: z.string() }),
]);
export type FileHeader = z.infer<typeof headerSchema>;
export type BackupHeader = Extract<FileHeader, { layout: 1 }>;
export type TenantHeader = Extract<FileHeader, { layout: 2 }>;

/** Key, its family, its expiry (ms since 1970; null without one) and its value as DUMP returns it, in Base64. */
const keySchema = z.tuple([z.string(), z.string(), z.int().nullable(), z.base64()]);
/** `keys`: number of the lines between header and end. */
const endSchema = z.object({ keys: z.int(), sha256: z.string() });

export interface BackupKey {
  key: string;
  family: string;
  /** Ms since 1970 */
  expiresAt: number | null;
  dump: Buffer;
}

/** The file is not a backup that this version reads, or it is damaged. */
export class BackupFileError extends Error {
  override name = 'BackupFileError';
}

/** Writes a backup of an installation. @returns the number of keys */
export async function writeBackup(path: string, header: BackupHeader, keys: AsyncIterable<BackupKey>): Promise<number> {
  async function* lines(): AsyncGenerator<unknown[]> {
    for await (const { key, family, expiresAt, dump } of keys) yield [key, family, expiresAt, dump.toString('base64')];
  }
  return writeFile(path, header, lines());
}

/**
 * Writes a file: gzipped lines of JSON, the header, the arrays, and an end with their number and the SHA-256 of all
 * lines before. The file appears under its name when it is complete and on disk.
 * @returns the number of arrays
 */
export async function writeFile(path: string, header: FileHeader, arrays: AsyncIterable<unknown[]>): Promise<number> {
  const partial = `${path}.partial`;
  const digest = createHash('sha256');
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    const line = (value: unknown): string => {
      const text = `${JSON.stringify(value)}\n`;
      digest.update(text);
      return text;
    };
    yield line(header);
    for await (const array of arrays) {
      count++;
      yield line(array);
    }
    yield `${JSON.stringify({ keys: count, sha256: digest.digest('hex') })}\n`;
  }
  try {
    // Only the owner may read it: it contains questions and results.
    await pipeline(Readable.from(lines()), createGzip({ level: 6 }), createWriteStream(partial, { mode: 0o600 }));
    const file = await open(partial);
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  return count;
}

/** @throws BackupFileError if this version cannot read the file */
export async function readHeader(path: string): Promise<FileHeader> {
  for await (const line of linesOf(path)) return headerOf(line);
  throw new BackupFileError(`${path} is empty.`);
}

/**
 * Yields the keys of a backup of an installation. The end of the iteration means that number and checksum are right.
 * @throws BackupFileError
 */
export async function* readBackup(path: string): AsyncGenerator<BackupKey> {
  for await (const { value, line } of readFile(path)) {
    const parsed = keySchema.safeParse(value);
    if (!parsed.success) throw new BackupFileError(`${path}: line ${line} is damaged.`);
    const [key, family, expiresAt, dump] = parsed.data;
    yield { key, family, expiresAt, dump: Buffer.from(dump, 'base64') };
  }
}

/**
 * Yields the arrays of a file, with the numbers of their lines. The end of the iteration means that number and checksum
 * are right.
 * @returns the checksum
 * @throws BackupFileError
 */
export async function* readFile(path: string): AsyncGenerator<{ value: unknown[]; line: number }, string> {
  const digest = createHash('sha256');
  let count = -1;
  let end: z.infer<typeof endSchema> | undefined;
  for await (const line of linesOf(path)) {
    if (end !== undefined) throw new BackupFileError(`${path} goes on behind its end.`);
    const value = jsonOf(path, line);
    if (count < 0) headerOf(line);
    else if (Array.isArray(value)) yield { value, line: count + 2 };
    else {
      end = endSchema.safeParse(value).data;
      if (end?.keys !== count || end.sha256 !== digest.digest('hex'))
        throw new BackupFileError(`${path} is damaged: its checksum is wrong.`);
      continue;
    }
    count++;
    digest.update(`${line}\n`);
  }
  if (end === undefined) throw new BackupFileError(`${path} is incomplete: its end is missing.`);
  return end.sha256;
}

/** @throws BackupFileError if the file cannot be read or unzipped */
async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  unzipped.setEncoding('utf8');
  let begun: string[] = [];
  try {
    for await (const chunk of unzipped as AsyncIterable<string>) {
      const [rest = '', ...lines] = chunk.split('\n').reverse();
      for (const line of lines.reverse()) {
        yield `${begun.join('')}${line}`;
        begun = [];
      }
      begun.push(rest);
    }
  } catch (error) {
    throw new BackupFileError(`${path} cannot be read: ${error instanceof Error ? error.message : 'damaged'}`);
  } finally {
    source.destroy();
  }
  if (begun.join('') !== '') throw new BackupFileError(`${path} is incomplete: its end is missing.`);
}

function headerOf(line: string): FileHeader {
  const parsed = headerSchema.safeParse(jsonOf('The file', line));
  if (parsed.success) return parsed.data;
  throw new BackupFileError('The file is no backup of Querent that this version reads.');
}

function jsonOf(path: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BackupFileError(`${path} is damaged: a line is no JSON.`);
  }
}

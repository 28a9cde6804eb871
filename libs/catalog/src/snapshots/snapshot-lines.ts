import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { schemaSnapshot, snapshotTable, type SchemaSnapshot, type SnapshotTable } from '@querent/contracts';

/**
 * Serialises a snapshot: gzipped lines of JSON, with the schema's header in the first line and one table in each
 * further line. Even with ten thousand tables, only a few are in memory twice during writing or reading, and the event
 * loop is not blocked in between.
 */
export async function packSnapshot(snapshot: SchemaSnapshot): Promise<Buffer> {
  const packed: Buffer[] = [];
  await pipeline(Readable.from(linesOf(snapshot)), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) packed.push(chunk);
  });
  return Buffer.concat(packed);
}

/** @throws if it is not a valid snapshot */
export async function unpackSnapshot(packed: Buffer): Promise<SchemaSnapshot> {
  const tables: SnapshotTable[] = [];
  let head: Head | null = null;
  for await (const line of linesIn(packed)) {
    if (head === null) head = headSchema.parse(JSON.parse(line));
    else tables.push(snapshotTable.parse(JSON.parse(line)));
  }
  return { ...headSchema.parse(head), tables };
}

const headSchema = schemaSnapshot.omit({ tables: true });
type Head = Omit<SchemaSnapshot, 'tables'>;

const CHUNK_BYTES = 64 * 1024;

function* linesOf({ tables, ...head }: SchemaSnapshot): Generator<string> {
  yield `${JSON.stringify(head)}\n`;
  for (const table of tables) yield `${JSON.stringify(table)}\n`;
}

async function* linesIn(packed: Buffer): AsyncGenerator<string> {
  const text = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of Readable.from([packed]).pipe(
    createGunzip({ chunkSize: CHUNK_BYTES }),
  ) as AsyncIterable<Buffer>) {
    const lines = (rest + text.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

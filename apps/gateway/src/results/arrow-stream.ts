import type { ResultColumn, Row } from '@querent/contracts';
import { AsyncByteQueue, makeData, RecordBatch, RecordBatchStreamWriter, Schema, Struct } from 'apache-arrow';
import { arrowData } from './arrow-data';
import { arrowColumns, type ArrowColumn } from './arrow-fields';
import { numberForms } from './arrow-numbers';

/** Buffer of the writer's output until the stream takes it. */
class Written extends AsyncByteQueue {
  private parts: Uint8Array[] = [];

  override write(value: ArrayBufferLike | ArrayBufferView): void {
    const bytes = ArrayBuffer.isView(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : new Uint8Array(value);
    if (bytes.byteLength > 0) this.parts.push(bytes.slice());
  }

  take(): Buffer {
    const whole = Buffer.concat(this.parts);
    this.parts = [];
    return whole;
  }
}

/**
 * A result as an Arrow IPC stream (https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format): the
 * schema, one record batch per page, no dictionaries, and the end-of-stream marker only after the last page.
 * @param whole reads all pages, to learn which form holds every number
 */
export async function* arrowOf(
  columns: ResultColumn[],
  pages: AsyncIterable<Row[]>,
  whole: () => AsyncIterable<Row[]>,
  timeZone: string,
): AsyncGenerator<Buffer> {
  const written = new Written();
  const writer = new RecordBatchStreamWriter({ autoDestroy: false });
  let fields: ArrowColumn[] | null = null;
  let schema = new Schema([]);
  const start = async (page: Row[]): Promise<ArrowColumn[]> => {
    const numbers = await numberForms(columns, page, whole);
    const made = arrowColumns(columns, { firstPage: page, numbers, timeZone });
    schema = new Schema(made.map(({ field }) => field));
    writer.reset(written, schema);
    return made;
  };
  for await (const rows of pages) {
    fields ??= await start(rows);
    writer.write(batchOf(schema, fields, rows));
    yield written.take();
  }
  if (fields === null) await start([]);
  writer.finish();
  yield written.take();
}

function batchOf(schema: Schema, columns: readonly ArrowColumn[], rows: readonly Row[]): RecordBatch {
  const children = columns.map(({ cells }, i) =>
    arrowData(
      cells,
      rows.map((row) => row[i]),
    ),
  );
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), nullCount: 0, length: rows.length, children }),
  );
}

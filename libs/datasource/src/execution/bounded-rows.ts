import type { FieldDef } from 'pg';
import type { WireRow } from '../connection/wire-step';
import type { CellValue } from '../values/cell-value';
import { rowParser } from '../values/row-parser';
import type { TypeCatalogue } from '../values/type-catalogue';

export interface RowBounds {
  maxRows: number;
  maxBytes: number;
  /** Absent: values are not cut. */
  maxCellBytes?: number;
}

/**
 * Rows of the first fetch, while their size is unknown; later fetches fit in BATCH_BYTES, so that memory stays flat.
 */
export const FIRST_BATCH_ROWS = 200;
const MAX_BATCH_ROWS = 5_000;
const BATCH_BYTES = 1_048_576;
/** Size at which much larger rows are passed on in the middle of a fetch. */
const HELD_BYTES = 8 * BATCH_BYTES;

/**
 * Takes rows from the wire one by one, as values, until a limit is reached; later rows are dropped, so at most one
 * surplus row is held. Bytes are those of the server's text, after cutting.
 */
export class BoundedRows {
  rowCount = 0;
  truncated = false;
  cutCells = 0;
  private bytes = 0;
  /** Bytes of `batch` on the wire. */
  private held = 0;
  private batch: CellValue[][] = [];
  /** For the row being read. */
  private cutBytes = 0;
  private cutOfRow = 0;
  private parse: ((row: WireRow) => CellValue[]) | undefined;

  /** @param relieve takes rows before a fetch has ended if they have become too large to hold */
  constructor(
    private readonly bounds: RowBounds,
    private readonly types: TypeCatalogue,
    private readonly relieve?: (batch: CellValue[][], fields: readonly FieldDef[]) => Promise<void>,
  ) {}

  /** Rows to request next: one more than the limit shows whether there are more. */
  nextSize(): number {
    const perRow = Math.max(1, this.bytes / Math.max(1, this.rowCount));
    const size =
      this.rowCount === 0 ? FIRST_BATCH_ROWS : Math.min(MAX_BATCH_ROWS, Math.max(1, Math.floor(BATCH_BYTES / perRow)));
    return Math.min(size, this.bounds.maxRows - this.rowCount + 1);
  }

  readonly take = (row: WireRow, wireBytes: number, fields: readonly FieldDef[]): Promise<void> | undefined => {
    this.truncated ||= this.rowCount >= this.bounds.maxRows;
    if (this.truncated) return undefined;
    this.parse ??= this.parserOf(fields);
    [this.cutBytes, this.cutOfRow] = [0, 0];
    const values = this.parse(row);
    const bytes = wireBytes - this.cutBytes;
    this.truncated = this.bytes + bytes > this.bounds.maxBytes;
    if (this.truncated) return undefined;
    this.batch.push(values);
    this.rowCount += 1;
    this.bytes += bytes;
    this.cutCells += this.cutOfRow;
    this.held += wireBytes;
    return this.relieve && this.held > HELD_BYTES ? this.relieve(this.takeBatch(), fields) : undefined;
  };

  /** The rows taken since the last call. */
  takeBatch(): CellValue[][] {
    const { batch } = this;
    this.batch = [];
    this.held = 0;
    return batch;
  }

  private parserOf(fields: readonly FieldDef[]): (row: WireRow) => CellValue[] {
    const { maxCellBytes } = this.bounds;
    return rowParser(
      fields,
      this.types,
      maxCellBytes === undefined ? undefined : { maxCellBytes, onCut: (bytes) => this.noteCut(bytes) },
    );
  }

  private noteCut(bytes: number): void {
    this.cutBytes += bytes;
    this.cutOfRow += 1;
  }
}

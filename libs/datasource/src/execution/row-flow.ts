import type { FieldDef } from 'pg';
import { unlessAborted } from '../connection/exchange-watch';
import type { StepAnswer } from '../connection/wire-exchange';
import type { WireStep } from '../connection/wire-step';
import type { CellValue } from '../values/cell-value';
import type { TypeCatalogue } from '../values/type-catalogue';
import { BoundedRows, type RowBounds } from './bounded-rows';

export interface ResultColumn {
  name: string;
  typeOid: number;
  /** PostgreSQL's internal type name: `int8`, `timestamptz`, `_text`, `geometry`. */
  typeName: string;
}

/** Takes batches of rows; the server waits meanwhile. */
export type OnBatch = (rows: CellValue[][], columns: ResultColumn[]) => void | Promise<void>;

export interface RowFlowOptions extends RowBounds {
  /** Absent: the flow keeps the rows. */
  onBatch?: OnBatch;
  signal?: AbortSignal;
}

const PORTAL = 'querent';

/** The bounded rows of one statement, from the wire to `onBatch`. */
export class RowFlow {
  private readonly taken: BoundedRows;
  private readonly rows: CellValue[][] = [];
  private columns: ResultColumn[] | undefined;
  // The last rows of a fetch may arrive together with the one that triggered the relief.
  private relieving = Promise.resolve();

  constructor(
    private readonly types: TypeCatalogue,
    private readonly options: RowFlowOptions,
  ) {
    const relieve = (batch: CellValue[][], fields: readonly FieldDef[]): Promise<void> =>
      (this.relieving = this.relieving.then(() => this.handOn(batch, fields)));
    this.taken = new BoundedRows(options, types, options.onBatch && relieve);
  }

  /** The step that begins the statement, and requests all its rows or as many as a first fetch may bring. */
  begin(text: string, values: readonly unknown[], takesAll: boolean): WireStep {
    return { text, values, ...this.more(), ...(takesAll ? { rows: this.options.maxRows + 1 } : {}) };
  }

  /** The step that requests more rows. */
  more(): WireStep {
    return { portal: PORTAL, rows: this.taken.nextSize(), take: this.taken.take };
  }

  /** Passes on what a step has brought. True if the result is complete. */
  async accept(answer: StepAnswer | undefined): Promise<boolean> {
    await this.relieving;
    await this.handOn(this.taken.takeBatch(), answer?.fields ?? []);
    return !answer?.isSuspended || this.taken.truncated;
  }

  /** The result, once complete. */
  result() {
    const { rowCount, truncated, cutCells } = this.taken;
    return { columns: this.columns ?? [], rows: this.rows, rowCount, truncated, cutCells };
  }

  private async handOn(batch: CellValue[][], fields: readonly FieldDef[]): Promise<void> {
    const { onBatch, signal } = this.options;
    this.columns ??= fields.map(({ name, dataTypeID }) => ({
      name,
      typeOid: dataTypeID,
      typeName: this.types.nameOf(dataTypeID),
    }));
    if (onBatch && batch.length > 0) await unlessAborted(Promise.resolve(onBatch(batch, this.columns)), signal);
    else this.rows.push(...batch);
  }
}

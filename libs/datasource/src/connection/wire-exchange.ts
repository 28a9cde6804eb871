import type { Connection, FieldDef, Submittable } from 'pg';
import { copyFailure, databaseFailure, nulByteFailure, oversizedRowFailure } from './database-failure';
import { exchangeBytes } from './step-bytes';
import type { WireRow, WireStep } from './wire-step';

export interface StepAnswer {
  /** Empty for a statement without a result or a portal's name, and where the step only goes on with a portal. */
  fields: readonly FieldDef[];
  rows: WireRow[];
  /** True when the server has more rows than were asked for. */
  isSuspended: boolean;
}

/** A message of the server that is longer than this is not waited for: pg would keep the whole of it, twice. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Of a DataRow message: its length and the number of values; before each value its length. */
const ROW_HEAD_BYTES = 6;
const VALUE_HEAD_BYTES = 4;

/**
 * One round trip on PostgreSQL's extended protocol: all steps are written at once with one Sync behind them, so the
 * first that fails keeps the rest from running. The extended protocol takes one statement a step: `COMMIT; …` cannot
 * pass as one. pg has nothing that does this (ADR 32): its queries wait for each other, and its `pipeline` refuses
 * portals. Handed to `client.query`, which calls the `handle…` methods; the idea is pg-cursor's.
 */
export class WireExchange implements Submittable {
  /** Settles when the server has answered the Sync, or as soon as a step failed. @throws DatabaseFailure */
  readonly answers: Promise<StepAnswer[]>;
  private readonly bytes: Buffer;
  private readonly given: StepAnswer[] = [];
  private settle: { resolve: (answers: StepAnswer[]) => void; reject: (failure: Error) => void };
  private fields: readonly FieldDef[] = [];
  private rows: WireRow[] = [];
  private failure: unknown;
  private connection: Connection | undefined;
  private unreadBytes = 0;
  private isSent = false;

  constructor(
    private readonly steps: readonly WireStep[],
    private readonly behind: WireExchange | undefined = undefined,
  ) {
    // Before anything is sent: a value that cannot be written must not leave half an exchange on the wire.
    this.bytes = exchangeBytes(steps);
    this.settle = { resolve: () => undefined, reject: () => undefined };
    this.answers = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  /** An Error returned is handed to `handleError` by pg. */
  submit(connection: Connection): Error | undefined {
    // The protocol ends a text with a NUL: the server would take what follows for something else.
    if (this.steps.some(({ text }) => text?.includes('\0'))) return nulByteFailure();
    this.connection = connection;
    connection.stream.prependListener('data', this.countBytes);
    if (this.isSent) return undefined;
    this.isSent = true;
    if (this.behind) this.behind.isSent = true;
    if (connection.stream.writable)
      connection.stream.write(this.behind ? Buffer.concat([this.bytes, this.behind.bytes]) : this.bytes);
    return undefined;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.unreadBytes = 0;
    this.fields = fields;
  }

  handleDataRow({ fields: row, length }: { fields: (string | null)[]; length: number }): void {
    this.unreadBytes = 0;
    const take = this.steps[this.given.length]?.take;
    if (take === undefined) return void this.rows.push(row);
    if (this.failure !== undefined) return;
    // This runs inside the socket's listener, where an exception would end the process.
    try {
      const relief = take(row, length - ROW_HEAD_BYTES - VALUE_HEAD_BYTES * row.length, this.fields);
      if (relief) this.holdUp(relief);
    } catch (error) {
      this.failure = error;
    }
  }

  /** Nothing more is read off the socket meanwhile, and the server waits as soon as the network's buffers are full. */
  private holdUp(relief: Promise<void>): void {
    this.connection?.stream.pause();
    const goOn = () => this.connection?.stream.resume();
    // Why it failed is for whoever gave the promise: the exchange itself is sound.
    relief.then(goOn, goOn);
  }

  handleCommandComplete(): void {
    this.endStep(false);
  }

  handlePortalSuspended(): void {
    this.endStep(true);
  }

  handleEmptyQuery(): void {
    this.endStep(false);
  }

  /** pg hands over what COPY sends whether its query takes it or not; without a taker the process would end. */
  handleCopyData(): void {
    this.unreadBytes = 0;
    this.failure ??= copyFailure();
  }

  /** The server waits for data and hears no Sync until it has them. */
  handleCopyInResponse(connection: Connection): void {
    connection.stream.destroy(copyFailure());
  }

  handleReadyForQuery(): void {
    this.leave();
    if (this.failure === undefined) this.settle.resolve(this.given);
    else this.settle.reject(this.failure instanceof Error ? this.failure : new Error(String(this.failure)));
  }

  handleError(error: unknown): void {
    this.leave();
    this.settle.reject(databaseFailure(error));
  }

  private endStep(isSuspended: boolean): void {
    this.given.push({ fields: this.fields, rows: this.rows, isSuspended });
    this.fields = [];
    this.rows = [];
  }

  private readonly countBytes = (chunk: Buffer): void => {
    this.unreadBytes += chunk.length;
    if (this.unreadBytes > MAX_MESSAGE_BYTES) this.connection?.stream.destroy(oversizedRowFailure(MAX_MESSAGE_BYTES));
  };

  private leave(): void {
    this.connection?.stream.off('data', this.countBytes);
  }
}

/**
 * Exchanges that travel together, each with a Sync of its own: the second runs whatever became of the first. All are to
 * be handed to `client.query` at once and in order; pg asks each to send itself when its turn comes, but the first has
 * sent both.
 */
export function pipelined([first, second]: readonly [readonly WireStep[], readonly WireStep[]]): [
  WireExchange,
  WireExchange,
] {
  const behind = new WireExchange(second);
  return [new WireExchange(first, behind), behind];
}

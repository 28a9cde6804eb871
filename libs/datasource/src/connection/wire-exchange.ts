import type { Connection, FieldDef, PoolClient, Submittable } from 'pg';
import { copyFailure, databaseFailure, nulByteFailure, oversizedRowFailure } from './database-failure';
import { exchangeBytes } from './step-bytes';
import type { WireRow, WireStep } from './wire-step';

export interface StepAnswer {
  /** Empty for a statement without a result or a portal's name, and for a step that only continues a portal. */
  fields: readonly FieldDef[];
  rows: WireRow[];
  /** True if the server has more rows than requested. */
  isSuspended: boolean;
}

/** Maximum size of a server message: pg would buffer the whole of it, twice. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Header bytes of a DataRow message (length and number of values) and of each value (its length). */
const ROW_HEAD_BYTES = 6;
const VALUE_HEAD_BYTES = 4;

/**
 * One round trip of PostgreSQL's extended protocol: all steps are written at once with one final Sync, so the first
 * failure skips the rest. The extended protocol takes one statement per step: `COMMIT; …` cannot pass as one. pg has no
 * equivalent (ADR 32): its queries wait for each other, and its `pipeline` refuses portals. Passed to `client.query`,
 * which calls the `handle…` methods; the idea is pg-cursor's.
 */
export class WireExchange implements Submittable {
  /** Settles when the server has answered the Sync, or as soon as a step fails. @throws DatabaseFailure */
  readonly answers: Promise<StepAnswer[]>;
  /** The server's transaction status after the answer: `T` inside one, `I` outside; null until then or if it failed. */
  transactionStatus: string | null = null;
  private readonly bytes: Buffer;
  private readonly given: StepAnswer[] = [];
  private settle: { resolve: (answers: StepAnswer[]) => void; reject: (failure: Error) => void };
  private fields: readonly FieldDef[] = [];
  private rows: WireRow[] = [];
  private failure: unknown;
  private connection: Connection | undefined;
  private unreadBytes = 0;
  private isSent = false;

  /** @param behind is written together with this one */
  constructor(
    private readonly client: PoolClient,
    private readonly steps: readonly WireStep[],
    private readonly behind?: WireExchange,
  ) {
    // Before anything is sent, because a value that cannot be encoded must not leave half an exchange on the wire.
    this.bytes = exchangeBytes(steps);
    this.settle = { resolve: () => undefined, reject: () => undefined };
    this.answers = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    // An exchange that was sent behind another may fail before its caller awaits it.
    this.answers.catch(() => undefined);
  }

  /** Steps that the server has answered so far. */
  get answered(): number {
    return this.given.length;
  }

  /** pg passes a returned Error to `handleError`. */
  submit(connection: Connection): Error | undefined {
    // The protocol ends a text with a NUL: the server would misread the rest.
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
      if (relief) this.pauseUntil(relief);
    } catch (error) {
      this.failure = error;
    }
  }

  /** Pauses reading from the socket; the server blocks once the network buffers are full. */
  private pauseUntil(relief: Promise<void>): void {
    this.connection?.stream.pause();
    const goOn = () => this.connection?.stream.resume();
    // The promise's owner handles its failure: the exchange itself is sound.
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

  /** pg delivers COPY data whether its query handles it or not; without a handler the process would end. */
  handleCopyData(): void {
    this.unreadBytes = 0;
    this.failure ??= copyFailure();
  }

  /** The server waits for data and ignores the Sync until it has them. */
  handleCopyInResponse(connection: Connection): void {
    connection.stream.destroy(copyFailure());
  }

  handleReadyForQuery(): void {
    this.leave();
    // Read here, because the answer to the next exchange may be in the same packet.
    this.transactionStatus = this.client.getTransactionStatus();
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
 * Sends one or two exchanges together, each with its own Sync: the second runs whatever the result of the first. pg
 * asks each to send itself in turn, but the first has sent both.
 */
export function sendTogether(
  client: PoolClient,
  first: readonly WireStep[],
  second?: readonly WireStep[],
): [WireExchange, WireExchange?] {
  const behind = second && new WireExchange(client, second);
  const exchange = new WireExchange(client, first, behind);
  return behind ? [client.query(exchange), client.query(behind)] : [client.query(exchange)];
}

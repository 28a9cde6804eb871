import type { DatabaseFailure } from '@querent/datasource';

/** The database of a connection cannot be reached. It is probed already; `isOver` resolves when it answers again. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(
    readonly failure: DatabaseFailure,
    readonly facts: {
      /** How long it has been away, ms. */
      forMs: number;
      /** How long runs wait for this connection, ms. */
      waitMs: number;
      /** The connection was lost in the middle of the statement: it may be what brought the database down. */
      hasBegun: boolean;
      isOver: Promise<void>;
    },
  ) {
    super(failure.message, { cause: failure });
  }
}

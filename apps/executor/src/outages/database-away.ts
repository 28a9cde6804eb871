import type { DatabaseFailure } from '@querent/datasource';

/** A connection's database is unreachable and is being probed. `isOver` resolves when it answers again. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(
    readonly failure: DatabaseFailure,
    readonly facts: {
      /** Age of the outage, ms. */
      forMs: number;
      /** How long runs wait for this connection, ms. */
      waitMs: number;
      /** Whether the connection was lost during the statement, which may have crashed the database. */
      hasBegun: boolean;
      isOver: Promise<void>;
    },
  ) {
    super(failure.message, { cause: failure });
  }
}

/** Too many statements wait for their turn already. */
export class GateFull extends Error {
  override readonly name = 'GateFull';

  constructor(connection: string) {
    super(`too many statements wait for their turn on ${connection}`);
  }
}

/** The turn of a statement did not come in time. */
export class GateTimeout extends Error {
  override readonly name = 'GateTimeout';

  constructor(connection: string, waitMs: number) {
    super(`no turn on ${connection} within ${waitMs} ms`);
  }
}

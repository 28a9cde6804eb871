import { serialize } from 'pg-protocol';

const idle = 'no client';

/**
 * Types of messages that end an exchange between client and backend: simple query, sync, start-up, password, terminate.
 */
const endsAnExchange = new Set(['Q', 'S', '\0', 'p', 'X']);

/**
 * Lets many clients share PGlite's single backend. The queue of pglite-socket schedules single messages: a client's
 * Parse may run between another client's Parse and Bind and replace its statement, and one failing message stops the
 * queue forever. This queue gives a client the backend from its first message to the end of the exchange: a Sync or
 * Query, and no open transaction. Passed to `PGLiteSocketHandler` as its `queryQueue`.
 */
export class WireQueue {
  #db;
  #waiting = [];
  #owner = idle;
  #working = false;

  /** @param {import('@electric-sql/pglite').PGlite} db */
  constructor(db) {
    this.#db = db;
  }

  /**
   * @param {number} handlerId the client
   * @param {Uint8Array} message one protocol message
   * @param {(data: Uint8Array) => void} onData receives the backend's response
   * @returns {Promise<number>} the length of the response, bytes
   */
  enqueue(handlerId, message, onData) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ handlerId, message, onData, resolve, reject });
      void this.#work();
    });
  }

  getQueueLength() {
    return this.#waiting.length;
  }

  /** Called after a client disconnected. */
  clearQueueForHandler(handlerId) {
    for (const orphan of this.#waiting.filter((entry) => entry.handlerId === handlerId))
      orphan.reject(new Error('The client has disconnected'));
    this.#waiting = this.#waiting.filter((entry) => entry.handlerId !== handlerId);
  }

  /**
   * Called after a client disconnected. After its current message, ends its exchange and rolls back its transaction, so
   * that other clients can continue.
   */
  async clearTransactionIfNeeded(handlerId) {
    if (this.#owner !== handlerId) return;
    const onData = () => undefined;
    await this.enqueue(handlerId, serialize.sync(), onData);
    if (this.#db.isInTransaction()) await this.enqueue(handlerId, serialize.query('ROLLBACK'), onData);
    this.#release(handlerId);
    void this.#work();
  }

  async #work() {
    if (this.#working) return;
    this.#working = true;
    for (let next = this.#takeNext(); next; next = this.#takeNext()) await this.#answer(next);
    this.#working = false;
  }

  #takeNext() {
    const index = this.#owner === idle ? 0 : this.#waiting.findIndex((entry) => entry.handlerId === this.#owner);
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  async #answer({ handlerId, message, onData, resolve, reject }) {
    this.#owner = handlerId;
    let bytes = 0;
    const onRawData = (data) => {
      bytes += data.length;
      onData(data);
    };
    try {
      await this.#db.runExclusive(() => this.#db.execProtocolRawStream(message, { onRawData }));
      resolve(bytes);
    } catch (error) {
      reject(error);
    }
    if (endsAnExchange.has(String.fromCharCode(message[0])) && !this.#db.isInTransaction()) this.#release(handlerId);
  }

  #release(handlerId) {
    if (this.#owner === handlerId) this.#owner = idle;
  }
}

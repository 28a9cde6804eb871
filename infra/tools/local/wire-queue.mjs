import { serialize } from 'pg-protocol';

const idle = 'nobody';

/**
 * Messages after which a client no longer needs the backend for itself: simple query, sync, start-up, password,
 * terminate.
 */
const endsAnExchange = new Set(['Q', 'S', '\0', 'p', 'X']);

/**
 * Lets many clients share PGlite's one backend. The queue that comes with pglite-socket hands out single messages, so
 * one client's Parse may land between another's Parse and Bind and replace its statement, and one failing message stops
 * it for good. Here a client keeps the backend from its first message until the exchange is over: Sync or Query, and no
 * open transaction. Passed to `PGLiteSocketHandler` as its `queryQueue`.
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
   * @param {(data: Uint8Array) => void} onData gets the backend's answer
   * @returns {Promise<number>} bytes answered
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

  /** Called when a client is gone. */
  clearQueueForHandler(handlerId) {
    for (const gone of this.#waiting.filter((entry) => entry.handlerId === handlerId))
      gone.reject(new Error('The client is gone'));
    this.#waiting = this.#waiting.filter((entry) => entry.handlerId !== handlerId);
  }

  /**
   * Called when a client is gone: what it left open is ended in its name, after the message at work, then others go on.
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

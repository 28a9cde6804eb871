import { ApiProblem } from '../local/ask/querent-client.mjs';
import { readSamples } from './metrics-text.mjs';

const patienceMs = 15_000;

/** What a status has of an address that nobody may be listening at. */
const away = (error) => ({ status: 'away', checks: { gateway: error.message } });

/**
 * A running Querent, as its administrators reach it. Every failure is one clear sentence, with the address and never
 * with the key.
 */
export class AdminClient {
  #url;
  #key;
  #metrics;

  /**
   * @param {{ url: string, key: string, metrics: string[] }} address `metrics`: base addresses of workers, whose
   * breakers are told too
   */
  constructor({ url, key, metrics }) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#metrics = metrics.map((base) => base.replace(/\/+$/, ''));
    for (const address of [this.#url, ...this.#metrics])
      if (!/^https?:$/.test(protocolOf(address))) throw new Error(`“${address}” is no http address.`);
  }

  get url() {
    return this.#url;
  }

  /**
   * @returns {Promise<{ status: string, checks: Record<string, string> }>} also where the gateway is not ready, or not
   * there
   */
  async readiness() {
    const response = await this.#send(this.#url, '/readyz', {}).catch(away);
    return response instanceof Response
      ? response.json().catch(() => away(new Error(`status ${response.status}`)))
      : response;
  }

  /**
   * Samples of the gateway and of the workers that were named, `where` they come from; a worker that is away tells
   * nothing.
   */
  async samples() {
    const texts = await Promise.allSettled(
      [this.#url, ...this.#metrics].map(async (base) => ({
        base,
        text: await (await this.#taken(base, '/metrics', {})).text(),
      })),
    );
    if (texts[0].status === 'rejected') throw texts[0].reason;
    return texts.flatMap((read) =>
      read.status === 'fulfilled'
        ? readSamples(read.value.text).map((sample) => ({ ...sample, where: read.value.base }))
        : [],
    );
  }

  /**
   * @param {string} path @param {{ method?: string }} [options] @returns {Promise<any>} the answer's JSON; undefined
   * where it has none
   */
  async call(path, options = {}) {
    const response = await this.#taken(this.#url, path, {
      ...options,
      headers: { authorization: `Bearer ${this.#key}`, 'accept-language': 'en' },
    });
    return response.status === 204 ? undefined : response.json();
  }

  async #taken(base, path, options) {
    const response = await this.#send(base, path, options);
    if (!response.ok) throw new ApiProblem(response.status, await response.json().catch(() => ({})));
    return response;
  }

  async #send(base, path, options) {
    try {
      return await fetch(`${base}${path}`, { ...options, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    } catch (error) {
      const why =
        error.name === 'TimeoutError'
          ? `gave no answer within ${patienceMs / 1000} s`
          : `cannot be reached (${error.cause?.code ?? error.cause?.message ?? error.message})`;
      throw new Error(`${base} ${why}.`);
    }
  }
}

/** Empty for what is no address; Node 20 has no `URL.parse`. */
function protocolOf(address) {
  try {
    return new URL(address).protocol;
  } catch {
    return '';
  }
}

import { readSamples } from './metrics-text.mjs';

const requestTimeoutMs = 15_000;

/** An error response of the server; `message` is the text for users. */
class ApiProblem extends Error {
  /** @param {number} status @param {{ code?: string, detail?: string, title?: string, actions?: string[] }} problem */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code;
    this.actions = problem.actions ?? [];
  }
}

/** The readiness of a gateway that does not respond. */
const away = (error) => ({ status: 'away', checks: { gateway: error.message } });

/**
 * An HTTP client for administrators of a running Querent. Every error is one sentence with the address, and never
 * contains the key.
 */
export class AdminClient {
  #url;
  #key;
  #metrics;

  /**
   * @param {{ url: string, key: string, metrics: string[] }} address `metrics`: base addresses of workers, whose
   * circuit breakers are shown too
   */
  constructor({ url, key, metrics }) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#metrics = metrics.map((base) => base.replace(/\/+$/, ''));
    for (const address of [this.#url, ...this.#metrics])
      if (!/^https?:$/.test(protocolOf(address))) throw new Error(`“${address}” is not an HTTP address.`);
  }

  get url() {
    return this.#url;
  }

  /**
   * @returns {Promise<{ status: string, checks: Record<string, string> }>} also if the gateway is not ready or
   * unreachable
   */
  async readiness() {
    const response = await this.#send(this.#url, '/readyz', {}).catch(away);
    return response instanceof Response
      ? response.json().catch(() => away(new Error(`status ${response.status}`)))
      : response;
  }

  /**
   * The metrics of the gateway and of the given workers, each with its base address (`where`). An unreachable worker is
   * skipped.
   */
  async samples() {
    const texts = await Promise.allSettled(
      [this.#url, ...this.#metrics].map(async (base) => ({
        base,
        text: await (await this.#request(base, '/metrics', {})).text(),
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
   * @param {string} path
   * @param {{ method?: string }} [options]
   * @returns {Promise<any>} the JSON of the response; undefined for a response without content
   */
  async call(path, options = {}) {
    const response = await this.#request(this.#url, path, {
      ...options,
      headers: { authorization: `Bearer ${this.#key}`, 'accept-language': 'en' },
    });
    return response.status === 204 ? undefined : response.json();
  }

  async #request(base, path, options) {
    const response = await this.#send(base, path, options);
    if (!response.ok) throw new ApiProblem(response.status, await response.json().catch(() => ({})));
    return response;
  }

  async #send(base, path, options) {
    try {
      return await fetch(`${base}${path}`, {
        ...options,
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
    } catch (error) {
      const why =
        error.name === 'TimeoutError'
          ? `did not respond within ${requestTimeoutMs / 1000} s`
          : `cannot be reached (${error.cause?.code ?? error.cause?.message ?? error.message})`;
      throw new Error(`${base} ${why}.`);
    }
  }
}

/** The protocol of a URL, or an empty text for anything else; Node 20 has no `URL.parse`. */
function protocolOf(address) {
  try {
    return new URL(address).protocol;
  } catch {
    return '';
  }
}

/** An error response of the server; `message` is the text for users. */
export class ApiProblem extends Error {
  /** @param {number} status @param {{ code?: string, detail?: string, title?: string, actions?: string[] }} problem */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code;
    this.actions = problem.actions ?? [];
  }
}

/** Talks to a running Querent over its HTTP API, version 1. */
export class QuerentClient {
  #url;
  #key;

  /** @param {{ url: string, key: string }} address */
  constructor({ url, key }) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
  }

  /** @param {'zh' | 'en'} language of labels and example questions */
  async connections(language) {
    return (await this.#json('/v1/connections', { headers: { 'accept-language': language } })).connections;
  }

  /**
   * Waits until the schemas have been read: after a start, every connection is `preparing` for some seconds.
   * @param {number} timeoutMs after this time it returns anyway, and a question then reports the error
   */
  async untilPrepared(timeoutMs) {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const connections = await this.connections('en');
      if (connections.every(({ status }) => status !== 'preparing') || Date.now() > deadline) return connections;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /**
   * @param {{ question: string, connection: string, locale?: 'zh' | 'en', conversationId?: string, agent?: string,
   * mode?: string, cache?: 'use' | 'bypass' }} question
   */
  submit(question) {
    return this.#json('/v1/queries', this.#posted(question));
  }

  /** @param {{ question: string, connection: string, locale?: string }} question */
  explain(question) {
    return this.#json('/v1/queries/explain', this.#posted(question));
  }

  run(id) {
    return this.#json(`/v1/queries/${encodeURIComponent(id)}`);
  }

  /** @param {{ clarificationId: string, optionId?: string, text?: string }} reply */
  reply(id, reply) {
    return this.#json(`/v1/queries/${encodeURIComponent(id)}/clarification`, this.#posted(reply));
  }

  cancel(id) {
    return this.#json(`/v1/queries/${encodeURIComponent(id)}/cancel`, { method: 'POST' });
  }

  /** @param {string} href a link of the run, such as that of its chart */
  async text(href) {
    return (await this.#fetch(href)).text();
  }

  /**
   * The run's events from the start (or after `lastEventId`) to its end. After a broken connection it continues with
   * the next event.
   * @returns {AsyncGenerator<{ id: string, event: string, data: any }>}
   */
  async *events(id, { lastEventId = '0', signal } = {}) {
    let last = lastEventId;
    for (let failures = 0; failures < 20;) {
      try {
        const headers = { accept: 'text/event-stream', 'last-event-id': last };
        const { body } = await this.#fetch(`/v1/queries/${encodeURIComponent(id)}/events`, { headers, signal });
        for await (const event of parseEvents(body)) {
          failures = 0;
          last = event.id || last;
          yield event;
          if (event.event === 'end') return;
        }
      } catch (error) {
        if (error instanceof ApiProblem || signal?.aborted) throw error;
      }
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error('The event stream broke too often.');
  }

  #posted(body) {
    return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }

  async #json(path, options) {
    return (await this.#fetch(path, options)).json();
  }

  async #fetch(path, { headers = {}, ...options } = {}) {
    const response = await fetch(new URL(path, this.#url), {
      ...options,
      headers: { authorization: `Bearer ${this.#key}`, ...headers },
    });
    if (!response.ok) throw new ApiProblem(response.status, await response.json().catch(() => ({})));
    return response;
  }
}

/**
 * Parses server-sent events from a stream of bytes (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 * @param {AsyncIterable<Uint8Array>} body
 */
export async function* parseEvents(body) {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true });
    const blocks = buffer.split(/\r?\n\r?\n/);
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) yield event;
    }
  }
}

function parseBlock(block) {
  const fields = { id: '', event: 'message', data: [] };
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name === 'data') fields.data.push(value);
    else if (name === 'id' || name === 'event') fields[name] = value;
  }
  return fields.data.length === 0 ? undefined : { ...fields, data: JSON.parse(fields.data.join('\n')) };
}

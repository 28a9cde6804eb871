import type { Problem, RunView, SubmitBody } from '@querent/contracts';
import { waitFor } from '@querent/testing';

/** A response of the API. */
export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
  /** Time from the request to the last byte, ms. */
  ms: number;
}

/** Time limit of a run, long enough for a busy machine. */
const PATIENCE = { timeoutMs: 90_000, intervalMs: 100 };

/** A client of the HTTP API, with the demo's key or another one. */
export class HttpAsker {
  constructor(
    readonly url: string,
    /** Bearer token: `demo` or `viewer` of the demo, or a key of the configuration. */
    private readonly key = 'demo',
  ) {}

  submit(
    question: Partial<SubmitBody> & { question: string; connection: string },
  ): Promise<Reply<RunView & Pick<Problem, 'code' | 'detail'>>> {
    return this.call('/v1/queries', question);
  }

  /** Submits a question, which must be accepted, and waits for the end. */
  async answered(question: Parameters<HttpAsker['submit']>[0]): Promise<RunView> {
    const { status, body } = await this.submit(question);
    if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return this.over(body.id);
  }

  /** Submits and waits until the run has ended or waits for a reply. */
  async settled(question: Parameters<HttpAsker['submit']>[0]): Promise<RunView> {
    const { body } = await this.submit(question);
    return waitFor(async () => this.when(await this.view(body.id), isSettled), PATIENCE);
  }

  /** Like `settled`, but with one long request (`Prefer: wait`), which costs the gateway less than polling. */
  async concluded(question: Parameters<HttpAsker['submit']>[0]): Promise<RunView> {
    const { status, body } = await this.call<RunView>('/v1/queries', question, { prefer: 'wait=30' });
    if (status !== 200 && status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return status === 200 ? body : waitFor(async () => this.when(await this.view(body.id), isSettled), PATIENCE);
  }

  async view(id: string): Promise<RunView> {
    const { status, body } = await this.call<RunView>(`/v1/queries/${id}`);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  }

  reply(id: string, reply: { clarificationId: string; text: string }): Promise<Reply<RunView>> {
    return this.call(`/v1/queries/${id}/clarification`, reply);
  }

  async listed(): Promise<string[]> {
    const { body } = await this.call<{ runs: { id: string }[] }>('/v1/queries?limit=100');
    return body.runs.map(({ id }) => id);
  }

  /** Waits until the run has this status. */
  inStatus(id: string, status: RunView['status']): Promise<RunView> {
    return waitFor(async () => this.when(await this.view(id), (run) => run.status === status), PATIENCE);
  }

  /** Waits until the run has ended. */
  over(id: string, timeoutMs = PATIENCE.timeoutMs): Promise<RunView> {
    return waitFor(
      async () => {
        const run = await this.view(id);
        if (run.finishedAt === null) throw new Error(`The run ${id} is still ${run.status}, since ${run.updatedAt}`);
        return run;
      },
      { ...PATIENCE, timeoutMs },
    );
  }

  /** Resolves when the connection has the status. */
  async connectionIs(name: string, status: string): Promise<void> {
    await waitFor(async () => {
      const { body } = await this.call<{ connections: { name: string; status: string }[] }>('/v1/connections');
      return body.connections.some((connection) => connection.name === name && connection.status === status);
    }, PATIENCE);
  }

  async call<T>(path: string, body?: object, further: Record<string, string> = {}): Promise<Reply<T>> {
    const started = performance.now();
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', ...further };
    const answer = await fetch(
      `${this.url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const read = (await answer.json()) as T;
    return { status: answer.status, headers: answer.headers, body: read, ms: performance.now() - started };
  }

  private when(run: RunView, condition: (run: RunView) => boolean): RunView | undefined {
    return condition(run) ? run : undefined;
  }
}

const isSettled = ({ finishedAt, status }: RunView): boolean =>
  finishedAt !== null || status === 'awaiting_clarification';

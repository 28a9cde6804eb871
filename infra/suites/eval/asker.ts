import { setTimeout as pause } from 'node:timers/promises';
import {
  isTerminal,
  resultPageSchema,
  runViewSchema,
  type Row,
  type RunView,
  type SubmitBody,
} from '@querent/contracts';
import { LinkedAbort } from '@querent/platform';
import { z } from 'zod';

/** Result of one question: the run at its end or clarification, the elapsed time, and its rows. */
export interface AskResult {
  run: RunView;
  /** Time from the submission to the answer or the clarification, as measured by the client, ms. */
  wallMs: number;
  /** All rows of the result, not only the first page. Null without a result. */
  rows: Row[] | null;
}

/** The server refused the request or could not be reached. */
export class RequestFailure extends Error {}

const waitSeconds = 30;
const pollMs = 500;
/** Number of attempts of a request that is rejected temporarily. */
const tries = 6;
const rowsAPage = 1_000;
const problemSchema = z.object({
  code: z.string().optional(),
  detail: z.string().optional(),
  title: z.string().optional(),
});

export interface AskerOptions {
  /** The gateway's. */
  url: string;
  key: string;
  /** Time limit of a question, ms. */
  timeoutMs: number;
}

/** A client of one running Querent, over version 1 of its HTTP API. */
export class Asker {
  constructor(private readonly options: AskerOptions) {}

  /** The same deployment with another key. */
  withKey(key: string): Asker {
    return new Asker({ ...this.options, key });
  }

  /** @throws RequestFailure when the question is rejected or does not end in time */
  async ask(body: SubmitBody, signal: AbortSignal): Promise<AskResult> {
    return this.judged(
      (bounded) =>
        this.json(
          '/v1/queries',
          { method: 'POST', headers: { prefer: `wait=${waitSeconds}` }, body: JSON.stringify(body) },
          bounded,
        ),
      signal,
    );
  }

  /** Replies to a run's clarification: by the option with this label, or as free text. */
  async reply(paused: RunView, reply: string, signal: AbortSignal): Promise<AskResult> {
    const clarification = paused.clarification;
    if (clarification === null) throw new RequestFailure('the run awaits no reply');
    const option = clarification.options.find(({ label }) => label === reply);
    const body = {
      clarificationId: clarification.id,
      ...(option === undefined ? { text: reply } : { optionId: option.id }),
    };
    return this.judged(
      (bounded) =>
        this.json(`/v1/queries/${paused.id}/clarification`, { method: 'POST', body: JSON.stringify(body) }, bounded),
      signal,
      clarification.id,
    );
  }

  /** The connections of this key, with their status. */
  async connections(signal: AbortSignal): Promise<{ name: string; status: string }[]> {
    const schema = z.object({ connections: z.array(z.object({ name: z.string(), status: z.string() })) });
    return schema.parse(await this.json('/v1/connections', {}, signal)).connections;
  }

  private async judged(
    send: (signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
    answered?: string,
  ): Promise<AskResult> {
    const started = performance.now();
    const limit = new LinkedAbort([signal], this.options.timeoutMs);
    const bounded = limit.signal;
    try {
      let run = runViewSchema.parse(await send(bounded));
      while (!isTerminal(run.status) && (run.clarification === null || run.clarification.id === answered)) {
        await pause(pollMs, undefined, { signal: bounded });
        run = runViewSchema.parse(await this.json(`/v1/queries/${run.id}`, {}, bounded));
      }
      const wallMs = performance.now() - started;
      return { run, wallMs, rows: await this.allRows(run, bounded) };
    } catch (error) {
      if (bounded.aborted && !signal.aborted)
        throw new RequestFailure(`no end within ${this.options.timeoutMs / 1000} s`);
      throw error;
    } finally {
      limit.release();
    }
  }

  private async allRows({ result }: RunView, signal: AbortSignal): Promise<Row[] | null> {
    if (result === null || result.rows.length >= result.rowCount) return result?.rows ?? null;
    const rows: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: z.output<typeof resultPageSchema> = resultPageSchema.parse(
        await this.json(
          `${result.href}?limit=${rowsAPage}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          {},
          signal,
        ),
      );
      rows.push(...page.rows);
      cursor = page.nextCursor;
    }
    return rows;
  }

  private async json(path: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
    return (await this.fetch(path, init, signal)).json();
  }

  /** 429 and 503 are retried after the time that they state. Other error statuses are final. */
  private async fetch(path: string, { headers, ...init }: RequestInit, signal: AbortSignal): Promise<Response> {
    const all = {
      authorization: `Bearer ${this.options.key}`,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    for (let tried = 1; ; tried++) {
      const response = await fetch(new URL(path, this.options.url), { ...init, headers: all, signal }).catch(
        (error: unknown) => {
          if (signal.aborted) throw error;
          throw new RequestFailure(`${new URL(this.options.url).host} cannot be reached`);
        },
      );
      if (response.ok) return response;
      const { code, detail, title } = problemSchema.catch({}).parse(await response.json().catch(() => ({})));
      if ((response.status !== 429 && response.status !== 503) || tried === tries)
        throw new RequestFailure([`HTTP ${response.status}`, code, detail ?? title].filter(Boolean).join(', '));
      await pause(1_000 * Math.min(10, Number(response.headers.get('retry-after')) || 1), undefined, { signal });
    }
  }
}

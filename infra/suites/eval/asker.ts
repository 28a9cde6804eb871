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

/** What came back for one question: the run as it ended or paused, what it took to get there, and its rows. */
export interface Heard {
  run: RunView;
  /** Milliseconds from asking to the answer or the pause, as the asker sees them. */
  wallMs: number;
  /** All rows of the result, not just the first page; null where there is no result. */
  rows: Row[] | null;
}

/** The server refused the question, or could not be reached. */
export class NotHeard extends Error {}

const waitSeconds = 30;
const pollMs = 500;
/** Tries at a request that is turned away for the moment. */
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
  /** Milliseconds that a question may take. */
  timeoutMs: number;
}

/** Asks one running Querent over its HTTP API, version 1, as a client would. */
export class Asker {
  constructor(private readonly options: AskerOptions) {}

  /** The same deployment with another key. */
  withKey(key: string): Asker {
    return new Asker({ ...this.options, key });
  }

  /** @throws NotHeard where the question is refused at the door or does not end in time */
  async ask(body: SubmitBody, signal: AbortSignal): Promise<Heard> {
    return this.heard(
      (bounded) =>
        this.json(
          '/v1/queries',
          { method: 'POST', headers: { prefer: `wait=${waitSeconds}` }, body: JSON.stringify(body) },
          bounded,
        ),
      signal,
    );
  }

  /** Says `reply` at the pause of a run: an option's label where there is such an option, else in words. */
  async reply(paused: RunView, reply: string, signal: AbortSignal): Promise<Heard> {
    const clarification = paused.clarification;
    if (clarification === null) throw new NotHeard('the run awaits no reply');
    const option = clarification.options.find(({ label }) => label === reply);
    const body = {
      clarificationId: clarification.id,
      ...(option === undefined ? { text: reply } : { optionId: option.id }),
    };
    return this.heard(
      (bounded) =>
        this.json(`/v1/queries/${paused.id}/clarification`, { method: 'POST', body: JSON.stringify(body) }, bounded),
      signal,
      clarification.id,
    );
  }

  /** What this key may ask, and whether it can be asked now. */
  async connections(signal: AbortSignal): Promise<{ name: string; status: string }[]> {
    const schema = z.object({ connections: z.array(z.object({ name: z.string(), status: z.string() })) });
    return schema.parse(await this.json('/v1/connections', {}, signal)).connections;
  }

  private async heard(
    send: (signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
    answered?: string,
  ): Promise<Heard> {
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
      if (bounded.aborted && !signal.aborted) throw new NotHeard(`no end within ${this.options.timeoutMs / 1000} s`);
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

  /** 429 and 503 say when to come back; the rest of what is not a success is final. */
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
          throw new NotHeard(`${new URL(this.options.url).host} cannot be reached`);
        },
      );
      if (response.ok) return response;
      const { code, detail, title } = problemSchema.catch({}).parse(await response.json().catch(() => ({})));
      if ((response.status !== 429 && response.status !== 503) || tried === tries)
        throw new NotHeard([`HTTP ${response.status}`, code, detail ?? title].filter(Boolean).join(', '));
      await pause(1_000 * Math.min(10, Number(response.headers.get('retry-after')) || 1), undefined, { signal });
    }
  }
}

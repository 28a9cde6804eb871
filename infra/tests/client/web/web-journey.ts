import { Querent, QuerentError, RunFailed, webhooks, type RunHandle } from '@querent/client';

export interface JourneyOptions {
  url: string;
  /** Null: the session cookie of the page. */
  key: string | null;
  /** A signed call. */
  webhook: { body: string; headers: Record<string, string>; secret: string };
}

/** What the steps saw, in values that JSON can hold. */
export interface Journey {
  cancelled: string;
  failure: string;
  aborted: string;
  refusal: string;
  /** The last event before the reply. */
  paused: string;
  events: string[];
  /** The last event after the reply. */
  last: string;
  answer: string;
  rows: number;
  csv: string;
  streamed: string;
  arrowBytes: number;
  chart: string;
  delivery: string | null;
  forged: string;
}

const unclear = { question: '帮我看看基础设施的情况', connection: 'education', cache: 'bypass' } as const;

// The script is run in another context, which gets at this by the name of a global.
Object.assign(globalThis, { journey });

/** Uses every part of the packed client that depends on its environment. It may use web standards alone. */
async function journey({ url, key, webhook }: JourneyOptions): Promise<Journey> {
  const client = new Querent({ url, key, locale: 'en' });
  return {
    ...(await endedEarly(client)),
    ...(await askedAndReplied(client)),
    ...(await downloaded(client)),
    delivery: (await webhooks.unwrap(webhook.body, new Headers(webhook.headers), webhook.secret)).delivery,
    forged: await failureOf(() => webhooks.unwrap(`${webhook.body} `, webhook.headers, webhook.secret)),
  };
}

type Part<K extends keyof Journey> = Promise<Pick<Journey, K>>;

async function endedEarly(client: Querent): Part<'cancelled' | 'failure' | 'aborted' | 'refusal'> {
  const asked = await client.ask(unclear);
  const left = new AbortController();
  const aborted = await failureOf(async () => {
    for await (const { event } of asked.events({ signal: left.signal }))
      if (event === 'clarification') left.abort(new Error('the page was left'));
  });
  return {
    aborted,
    cancelled: (await asked.cancel()).status,
    failure: await failureOf(() => asked.result()),
    refusal: await failureOf(() => client.ask('revenue', { connection: 'nowhere' })),
  };
}

async function askedAndReplied(client: Querent): Part<'paused' | 'events' | 'last' | 'answer'> {
  const asked = await client.ask(unclear);
  const events = await eventsTo(asked, 'clarification');
  const run = await asked.result({
    timeout: 60_000,
    onClarification: ({ options: [first] }) => ({ optionId: first?.id ?? '' }),
  });
  const all = await eventsTo(asked, 'end');
  return { paused: events.at(-1) ?? '', events, last: all.at(-1) ?? '', answer: run.answer?.text ?? '' };
}

async function downloaded(client: Querent): Part<'rows' | 'csv' | 'streamed' | 'arrowBytes' | 'chart'> {
  const asked = await client.ask('revenue by month last year', { connection: 'commerce' });
  await asked.result({ timeout: 60_000 });
  let rows = 0;
  for await (const row of asked.rows({ pageSize: 5 })) rows += 'c1' in row ? 1 : 0;
  return {
    rows,
    csv: await asked.csv({ bom: true }),
    streamed: await new Response(await asked.csv({ stream: true })).text(),
    arrowBytes: (await asked.arrow()).byteLength,
    chart: (await asked.chart()).slice(0, 4),
  };
}

/** Events to the first of this kind. Then the stream is left. */
async function eventsTo(handle: RunHandle, last: string): Promise<string[]> {
  const events: string[] = [];
  for await (const { event } of handle.events()) {
    events.push(event);
    if (event === last) break;
  }
  return events;
}

async function failureOf(action: () => Promise<unknown>): Promise<string> {
  try {
    await action();
    return 'none';
  } catch (error) {
    if (error instanceof QuerentError) return `QuerentError ${error.status} ${error.code}`;
    return error instanceof RunFailed ? `RunFailed ${error.code}` : String(error);
  }
}

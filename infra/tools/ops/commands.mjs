import { letterLines, listLines, detailLines } from './run-lines.mjs';
import { readStatus, statusLines } from './status.mjs';

/** Wrong arguments; the program ends with 2. */
export class UsageError extends Error {
  name = 'UsageError';
}

const watchEveryMs = 2_000;
/** Maximum length of a page of a list. */
const pageSize = 100;

/**
 * The commands by name. `run` prints the result and resolves to the exit code.
 * @type {Record<string, { usage: string, about: string, run: (client: import('./admin-client.mjs').AdminClient, given:
 * string[], options: any) => Promise<number> }>}
 */
export const commands = {
  status: {
    usage: 'status',
    about: 'the gateway, queues, runs, dead letters, databases, open circuit breakers; ends with 1 if it is not ready',
    run: (client, _, options) => showStatus(client, options),
  },
  watch: { usage: 'watch', about: 'shows the status every two seconds, until Ctrl-C', run: watch },
  runs: {
    usage: 'runs [--state STATE] [--limit N]',
    about: 'the tenant’s runs, newest first (default: 20)',
    run: listRuns,
  },
  run: {
    usage: 'run ID',
    about: 'the steps and the result of a run',
    run: (client, given, options) => show(client, `/v1/queries/${encodeURIComponent(id(given))}`, detailLines, options),
  },
  cancel: { usage: 'cancel ID', about: 'cancels a run and its statement in the database', run: cancel },
  'dead-letters': {
    usage: 'dead-letters [--limit N]',
    about: 'jobs that failed at every attempt, newest first',
    run: (client, _, options) =>
      list(client, { path: '/v1/dead-letters', member: 'deadLetters', lines: letterLines }, options),
  },
  replay: {
    usage: 'replay ID | --all',
    about: 'asks the question of a dead letter again, or sends its webhook again',
    run: (client, given, options) =>
      ofLetters(client, given, options, {
        method: 'POST',
        suffix: '/replay',
        done: ({ runId }) => `goes on as ${runId}`,
      }),
  },
  discard: {
    usage: 'discard ID | --all',
    about: 'deletes a dead letter',
    run: (client, given, options) =>
      ofLetters(client, given, options, { method: 'DELETE', suffix: '', done: () => 'discarded' }),
  },
};

const widest = Math.max(...Object.values(commands).map(({ usage }) => usage.length));

export const help = `Usage: npm run ops -- COMMAND [options]

Operates a running Querent. A key with the scope admin reads and cancels the runs of its tenant and manages its dead letters. A key with
the scope operate manages the dead letters of all tenants and sees since when a database is unreachable; with sql:read it also sees why.

${Object.values(commands)
  .map(({ usage, about }) => `  ${usage.padEnd(widest)}  ${about}`)
  .join('\n')}

  STATE          queued, understanding, awaiting_clarification, retrieving, generating, exploring, executing, presenting,
                 succeeded, failed, cancelled, expired
  --url URL      the gateway (default: $QUERENT_URL or http://127.0.0.1:3000)
  --key KEY      a key with the scope admin or operate (default: $QUERENT_KEY or demo)
  --metrics URL  a worker whose circuit breakers the status also shows; may be repeated (default: $QUERENT_METRICS, separated by
                 commas)
  --json         print only the server's response, as JSON
  --help         print this text

Exit codes: 0 done, 1 failed, 2 wrong arguments.`;

async function showStatus(client, { json }) {
  const status = await readStatus(client);
  console.log(json ? JSON.stringify(status) : statusLines(status).join('\n'));
  return status.ready ? 0 : 1;
}

/** Continues while the gateway is unreachable, and shows that. */
async function watch(client, _, options) {
  const ended = new AbortController();
  process.once('SIGINT', () => ended.abort());
  while (!ended.signal.aborted) {
    if (!options.json && process.stdout.isTTY) process.stdout.write('\x1b[2J\x1b[H');
    await showStatus(client, options).catch((error) => {
      if (error.status === 401 || error.status === 403) throw error;
      console.log(error.message);
    });
    if (!options.json)
      console.log(`\n${new Date().toISOString().slice(11, 19)} UTC, every ${watchEveryMs / 1000} s; Ctrl-C to stop`);
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, watchEveryMs);
      ended.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
  return 0;
}

async function listRuns(client, given, options) {
  if (given.length > 0)
    throw new UsageError(`runs has no argument “${given[0]}”; for one run: npm run ops -- run ${given[0]}`);
  return list(
    client,
    {
      path: '/v1/queries',
      member: 'runs',
      lines: listLines,
      query: options.state === undefined ? {} : { status: options.state },
    },
    options,
  );
}

async function list(client, { path, member, lines, query }, options) {
  const wanted = limitOf(options, 20);
  const found = [];
  for await (const entries of pages(client, path, member, { limit: Math.min(pageSize, wanted), ...query })) {
    found.push(...entries.slice(0, wanted - found.length));
    if (found.length === wanted) break;
  }
  console.log(options.json ? JSON.stringify({ [member]: found }) : lines(found).join('\n'));
  return 0;
}

/** The pages of a list, from its start. */
async function* pages(client, path, member, query) {
  for (let cursor; cursor !== null;) {
    const found = await client.call(
      `${path}?${new URLSearchParams({ ...query, ...(cursor === undefined ? {} : { cursor }) })}`,
    );
    yield found[member];
    // Gateways of earlier versions return some lists as one page, without a cursor.
    cursor = found.nextCursor ?? null;
  }
}

async function show(client, path, lines, { json }) {
  const found = await client.call(path);
  console.log(json ? JSON.stringify(found) : lines(found).join('\n'));
  return 0;
}

async function cancel(client, given, { json }) {
  const run = await client.call(`/v1/queries/${encodeURIComponent(id(given))}/cancel`, { method: 'POST' });
  console.log(json ? JSON.stringify(run) : `${run.id} is ${run.status}.`);
  return run.status === 'cancelled' ? 0 : 1;
}

/** Handles one dead letter, or all of them in sequence, page by page. */
async function ofLetters(client, given, options, { method, suffix, done }) {
  if (options.all === given.length > 0) throw new UsageError('Give the id of one dead letter, or --all.');
  const outcomes = new Map();
  const act = async (letter) => {
    try {
      const answer = await client.call(`/v1/dead-letters/${encodeURIComponent(letter)}${suffix}`, { method });
      outcomes.set(letter, { ok: true, said: done(answer ?? {}) });
    } catch (error) {
      // With --all, a 403 concerns this letter only, because the same key was allowed to list it.
      if (error.status === undefined || error.status === 401 || (error.status === 403 && !options.all)) throw error;
      outcomes.set(letter, { ok: false, said: error.message });
    }
    if (!options.json) console.log(`${letter}  ${outcomes.get(letter).said}`);
  };
  if (!options.all) await act(id(given));
  else
    for (let next = await untried(client, outcomes); next.length > 0; next = await untried(client, outcomes))
      for (const letter of next) await act(letter);
  const failed = [...outcomes.values()].filter(({ ok }) => !ok).length;
  if (options.json) console.log(JSON.stringify(Object.fromEntries(outcomes)));
  else if (options.all)
    console.log(outcomes.size === 0 ? 'No dead letters.' : `${outcomes.size - failed} of ${outcomes.size} done.`);
  return failed === 0 ? 0 : 1;
}

/**
 * The next page with letters that were not tried. Starts at the first page: handled letters leave the list, failed ones
 * stay.
 */
async function untried(client, outcomes) {
  for await (const letters of pages(client, '/v1/dead-letters', 'deadLetters', { limit: pageSize })) {
    const next = letters.map((letter) => letter.id).filter((letter) => !outcomes.has(letter));
    if (next.length > 0) return next;
  }
  return [];
}

function id([given, ...more]) {
  if (given === undefined || more.length > 0) throw new UsageError('Give one id.');
  return given;
}

function limitOf({ limit }, fallback) {
  if (limit === undefined) return fallback;
  if (!/^[1-9]\d{0,4}$/.test(limit))
    throw new UsageError(`--limit must be a whole number from 1 to 99999, not “${limit}”.`);
  return Number(limit);
}

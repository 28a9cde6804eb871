import { textTable } from '../local/ask/text-table.mjs';

const number = (label) => ({ label, type: 'integer' });
const word = (label) => ({ label, type: 'text' });

/** Breakers by the metric that tells of them, and the label that names what is held back. */
const breakers = {
  querent_connection_breaker_open: 'connection',
  querent_llm_breaker_open: 'endpoint',
  querent_vector_breaker_open: 'store',
};

/**
 * How a Querent is, all in one look.
 * @param {import('./admin-client.mjs').AdminClient} client
 */
export async function readStatus(client) {
  const readiness = await client.readiness();
  // A gateway that is not there has nothing more to say; one without Redis has a little.
  if (readiness.status === 'away')
    return {
      url: client.url,
      ready: false,
      checks: readiness.checks,
      queues: [],
      runs: {},
      deadLetters: null,
      breakers: [],
      connections: [],
    };
  const samples = await client.samples();
  const { connections } = await client.call('/v1/connections').catch(refusedOnly);
  return {
    url: client.url,
    ready: readiness.status === 'ok',
    checks: readiness.checks,
    queues: queuesIn(samples),
    runs: runsIn(samples),
    deadLetters: samples.find(({ name }) => name === 'querent_dead_letters')?.value ?? null,
    breakers: breakersIn(samples),
    connections: await Promise.all(
      connections.map(({ name, status }) => (status === 'unavailable' ? withOutage(client, name) : { name, status })),
    ),
  };
}

/** A connection whose database is down, with since when and why, where the key may know. */
async function withOutage(client, name) {
  const detailed = await client.call(`/v1/connections/${encodeURIComponent(name)}`).catch(() => undefined);
  const { since = null, detail = null } = detailed?.status ?? {};
  return { name, status: 'unavailable', since, detail };
}

/** Without Redis connections cannot be told of; a wrong key must be. */
function refusedOnly(error) {
  if (error.status === 401 || error.status === 403) throw error;
  return { connections: [] };
}

function queuesIn(samples) {
  const names = [
    ...new Set(samples.flatMap(({ name, labels }) => (name === 'querent_queue_jobs' ? [labels.queue] : []))),
  ];
  const count = (queue, state) =>
    samples.find(
      ({ name, labels }) => name === 'querent_queue_jobs' && labels.queue === queue && labels.state === state,
    )?.value ?? 0;
  return names.map((queue) => ({
    queue,
    waiting: count(queue, 'waiting') + count(queue, 'prioritized'),
    active: count(queue, 'active'),
    delayed: count(queue, 'delayed'),
    failed: count(queue, 'failed'),
    oldestSeconds: Math.round(
      samples.find(({ name, labels }) => name === 'querent_queue_oldest_seconds' && labels.queue === queue)?.value ?? 0,
    ),
  }));
}

const runsIn = (samples) =>
  Object.fromEntries(
    samples.flatMap(({ name, labels, value }) => (name === 'querent_runs' ? [[labels.state, value]] : [])),
  );

function breakersIn(samples) {
  return samples.flatMap(({ name, labels, value, where }) =>
    Object.hasOwn(breakers, name) && value === 1
      ? [{ kind: breakers[name], name: labels[breakers[name]], service: labels.service, where }]
      : [],
  );
}

/** @param {Awaited<ReturnType<typeof readStatus>>} status @returns {string[]} */
export function statusLines({ url, ready, checks, queues, runs, deadLetters, breakers: open, connections }) {
  const troubles = Object.entries(checks)
    .filter(([, state]) => state !== 'ok')
    .map(([name, state]) => `  ✗ ${name}: ${state}`);
  const lines = [`${url}  ${ready ? 'ready' : 'not ready'}`, ...troubles];
  if (queues.length === 0 && deadLetters === null) return lines;
  if (queues.length > 0)
    lines.push(
      '',
      ...textTable(
        [word('queue'), number('waiting'), number('oldest s'), number('active'), number('later'), number('failed')],
        queues.map(({ queue, waiting, oldestSeconds, active, delayed, failed }) => [
          queue,
          waiting,
          oldestSeconds,
          active,
          delayed,
          failed,
        ]),
      ),
    );
  const underWay = Object.entries(runs).filter(([, count]) => count > 0);
  lines.push(
    '',
    `runs          ${underWay.length === 0 ? 'none under way' : underWay.map(([state, count]) => `${count} ${state}`).join(', ')}`,
  );
  lines.push(`dead letters  ${deadLetters ?? 'not known'}`);
  const away = connections.filter(({ status }) => status !== 'ready').map(({ name, status }) => `${name} ${status}`);
  lines.push(
    `connections   ${connections.length === 0 ? 'not known' : away.length === 0 ? `${connections.length} ready` : `${connections.length - away.length} ready, ${away.join(', ')}`}`,
  );
  for (const { name, status, since, detail } of connections)
    if (status === 'unavailable')
      lines.push(
        `  ✗ the database of ${name} cannot be reached${since ? ` since ${since}` : ''}${detail ? `: ${detail}` : ''}`,
      );
  for (const { kind, name, service, where } of open)
    lines.push(`  ✗ held back: ${kind} ${name}, by ${service} at ${where}`);
  return lines;
}

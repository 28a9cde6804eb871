import { textTable } from '../../../libs/cli/src/terminal/text-table.mjs';

const number = (label) => ({ label, type: 'integer' });
const word = (label) => ({ label, type: 'text' });

/** The metrics of circuit breakers, each with the label that identifies the target. */
const breakers = {
  querent_connection_breaker_open: 'connection',
  querent_llm_breaker_open: 'endpoint',
  querent_vector_breaker_open: 'store',
};

/**
 * The state of a running Querent.
 * @param {import('./admin-client.mjs').AdminClient} client
 */
export async function readStatus(client) {
  const readiness = await client.readiness();
  // An unreachable gateway has no metrics; one without Redis has some.
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
  const { connections } = await client.call('/v1/connections').catch(rethrowRefusals);
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

/** A connection with an unreachable database, with the start and the cause of the outage if the key may read them. */
async function withOutage(client, name) {
  const detailed = await client.call(`/v1/connections/${encodeURIComponent(name)}`).catch(() => undefined);
  const { since = null, detail = null } = detailed?.status ?? {};
  return { name, status: 'unavailable', since, detail };
}

/** Without Redis the connections are unknown; a wrong key is an error. */
function rethrowRefusals(error) {
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
  const failedChecks = Object.entries(checks)
    .filter(([, state]) => state !== 'ok')
    .map(([name, state]) => `  ✗ ${name}: ${state}`);
  const lines = [`${url}  ${ready ? 'ready' : 'not ready'}`, ...failedChecks];
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
  const running = Object.entries(runs).filter(([, count]) => count > 0);
  lines.push(
    '',
    `runs          ${running.length === 0 ? 'none in progress' : running.map(([state, count]) => `${count} ${state}`).join(', ')}`,
  );
  lines.push(`dead letters  ${deadLetters ?? 'unknown'}`);
  const away = connections.filter(({ status }) => status !== 'ready').map(({ name, status }) => `${name} ${status}`);
  lines.push(
    `connections   ${connections.length === 0 ? 'unknown' : away.length === 0 ? `${connections.length} ready` : `${connections.length - away.length} ready, ${away.join(', ')}`}`,
  );
  for (const { name, status, since, detail } of connections)
    if (status === 'unavailable')
      lines.push(
        `  ✗ the database of ${name} cannot be reached${since ? ` since ${since}` : ''}${detail ? `: ${detail}` : ''}`,
      );
  for (const { kind, name, service, where } of open)
    lines.push(`  ✗ circuit breaker open: ${kind} ${name}, in ${service} at ${where}`);
  return lines;
}

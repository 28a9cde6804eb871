import { printable, textTable } from '../../../libs/cli/src/terminal/text-table.mjs';

const column = (label, type = 'text') => ({ label, type });

/** @param {any[]} runs as `GET /v1/queries` lists them @returns {string[]} */
export function listLines(runs) {
  if (runs.length === 0) return ['No runs.'];
  const rows = runs.map(({ id, status, connection, createdAt, usage, question }) => [
    id,
    status,
    connection,
    clock(createdAt),
    usage.totalMs === 0 ? '' : usage.totalMs,
    question,
  ]);
  return textTable(
    [
      column('run'),
      column('state'),
      column('connection'),
      column('asked (UTC)'),
      column('ms', 'integer'),
      column('question'),
    ],
    rows,
  );
}

/**
 * A run's question, its steps with their times, its clarification, answer or error, and its costs. @returns {string[]}
 */
export function detailLines(run) {
  const { id, status, connection, createdAt, question, clarification, error, answer, steps, usage, attempts, cache } =
    run;
  const lines = [`${id}  ${status}  ${connection}  ${clock(createdAt)} UTC`, `  ${printable(question)}`, ''];
  const at = (when) => `${String(Date.parse(when) - Date.parse(createdAt)).padStart(8)} ms`;
  for (const step of steps)
    lines.push(
      `${at(step.at)}  ${step.stage.padEnd(16)} ${printable(step.message)}${step.durationMs === null ? '' : `  (${step.durationMs} ms)`}`,
    );
  lines.push('');
  if (clarification)
    lines.push(
      `  ? ${printable(clarification.question)}  until ${clock(clarification.expiresAt)} UTC`,
      ...clarification.options.map(({ label }) => `      - ${printable(label)}`),
    );
  if (answer) lines.push(`  ${printable(answer.text)}`);
  if (error) lines.push(`  ✗ ${error.code}: ${printable(error.message)}`);
  lines.push(
    `  statements ${attempts.length}, cache ${cache.level}, database ${usage.dbMs} ms, models ${usage.llmCalls} calls and ${usage.promptTokens + usage.completionTokens} tokens, total ${usage.totalMs} ms`,
  );
  return lines;
}

/** @param {any[]} letters @returns {string[]} */
export function letterLines(letters) {
  if (letters.length === 0) return ['No dead letters.'];
  return textTable(
    [column('dead letter'), column('job'), column('since (UTC)'), column('reason')],
    letters.map(({ id, job, at, reason }) => [id, job, clock(at), reason]),
  );
}

const clock = (when) => when.slice(0, 19).replace('T', ' ');

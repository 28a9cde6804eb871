import { mkdirSync, writeFileSync } from 'node:fs';
import { stateFolder } from '../repository-paths.mjs';
import { printable, textTable } from './text-table.mjs';

const mostRows = 20;
const charts = `${stateFolder}/charts`;

/** @param {{ stage: string, message: string, durationMs: number | null }} step */
export function stepLine({ stage, message, durationMs }) {
  return `  · ${stage.padEnd(16)} ${printable(message)}${durationMs === null ? '' : `  (${durationMs} ms)`}`;
}

/**
 * @param {{ question: string, options: { label: string, description?: string }[], allowText: boolean }} clarification
 */
export function clarificationLines({ question, options, allowText }) {
  const lines = options.map(
    ({ label, description }, index) =>
      `    ${index + 1}. ${printable(label)}${description ? ` — ${printable(description)}` : ''}`,
  );
  return [`  ? ${printable(question)}`, ...lines, ...(allowText ? ['    … or reply in your own words'] : [])];
}

/**
 * Prints a finished run for a terminal: answer, table, error, suggestions. Saves its chart.
 * @param {import('./querent-client.mjs').QuerentClient} client
 * @returns {Promise<string[]>} lines
 */
export async function runLines(client, run) {
  const lines = [];
  if (run.answer) lines.push(`  ${printable(run.answer.text)}`);
  if (run.result && run.result.columns.length > 0)
    lines.push('', ...resultLines(run.result).map((line) => `    ${line}`), '');
  if (run.error)
    lines.push(
      `  ✗ ${printable(run.error.message)}`,
      ...run.error.actions.map((action) => `    → ${printable(action)}`),
    );
  const chart = await saveChart(client, run);
  if (chart) lines.push(`  chart: ${chart}`);
  const next = run.status === 'succeeded' ? (run.answer?.suggestions ?? []) : [];
  if (next.length > 0) lines.push(`  next: ${next.map(printable).join('  |  ')}`);
  return lines;
}

function resultLines({ columns, rows, rowCount, truncated }) {
  const lines = textTable(columns, rows.slice(0, mostRows));
  const hidden = rowCount - Math.min(rows.length, mostRows);
  if (hidden > 0 || truncated)
    lines.push(`… ${hidden} more of ${rowCount} rows${truncated ? ' (truncated at the limit)' : ''}`);
  return lines;
}

/**
 * @returns {Promise<string | undefined>} the SVG file's path
 * @throws if the gateway sends no SVG
 */
async function saveChart(client, run) {
  if (!run.chart) return undefined;
  const svg = await client.text(run.chart.href);
  if (!/^<svg [^]*<\/svg>\s*$/.test(svg)) throw new Error(`${run.chart.href} is no SVG`);
  const path = `${charts}/${run.id.replace(/[^\w-]/g, '')}.svg`;
  mkdirSync(charts, { recursive: true });
  writeFileSync(path, svg);
  return path;
}

/**
 * Reads a typed reply: the number of an option, its label, or free text.
 * @param {{ id: string, options: { id: string, label: string }[], allowText: boolean }} clarification
 * @param {string} text
 * @returns {{ clarificationId: string, optionId: string } | { clarificationId: string, text: string }}
 * @throws if it is no option and free text is not allowed
 */
export function readReply({ id, options, allowText }, text) {
  const wanted = text.trim();
  const option =
    options.find((each) => each.label === wanted || each.id === wanted) ??
    (/^\d+$/.test(wanted) ? options[Number(wanted) - 1] : undefined);
  if (option) return { clarificationId: id, optionId: option.id };
  if (!allowText || wanted === '') throw new Error(`Choose 1 to ${options.length}.`);
  return { clarificationId: id, text: wanted };
}

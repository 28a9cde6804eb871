import { readFileSync } from 'node:fs';

const BATCH = 1000;

/**
 * Reads `schema/<name>.sql` as two lists of statements: what must run before the rows are loaded
 * and what after. Keys and indexes come after because checking them row by row doubles the load time.
 */
export function readSchema(name) {
  const text = readFileSync(new URL(`./schema/${name}.sql`, import.meta.url), 'utf8');
  const [before, after] = text.split('-- after loading');
  return { before: statements(before), after: statements(after) };
}

/** Runs statements one by one: not every driver takes several at once. */
export async function runAll(exec, list) {
  for (const statement of list) await exec(statement);
}

/**
 * Inserts rows with literals, a thousand a statement.
 *
 * @param {(sql: string) => Promise<void>} exec
 * @param {string} table with its schema
 * @param {string[]} columns names as SQL reads them, quoted where they need it
 * @param {unknown[][]} rows numbers, strings, booleans, null, or `raw(sql)`
 */
export async function insertRows(exec, table, columns, rows) {
  const head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `;
  for (let start = 0; start < rows.length; start += BATCH) {
    const tuples = rows.slice(start, start + BATCH).map((row) => `(${row.map(literal).join(',')})`);
    await exec(head + tuples.join(','));
  }
}

/** An SQL expression that is inserted without quoting. */
export function raw(sql) {
  return { sql };
}

function literal(value) {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'object') return value.sql;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function statements(text) {
  return text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}

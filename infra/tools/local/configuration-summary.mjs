import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from './repository-paths.mjs';

/** The longest wait for the databases. The mistakes of a slower database are logged when it answers. */
const PATIENCE_MS = 5_000;

/**
 * One line about the mistakes of the configuration, after every schema was read or 5 s have passed.
 * @param {string} executorUrl the base URL of the executor's `/metrics`
 * @param {string} folder the configuration folder, relative to the repository's
 * @returns {Promise<string | null>} null without a mistake
 */
export async function configurationSummary(executorUrl, folder) {
  const models = connectionsIn(resolve(repositoryRoot, folder)).map((name) => `models/${name}.yaml`);
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const counts = await countsAt(executorUrl);
    if (models.every((file) => counts.some((count) => count.file === file)) || Date.now() > until)
      return lineOf(counts);
    await pause(100);
  }
}

/** @param {{ file: string, effect: string, count: number }[]} counts */
export function lineOf(counts) {
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const files = [...new Set(found.map(({ file }) => file))].map((file) => {
    const effects = found
      .filter((count) => count.file === file)
      .map(({ effect, count }) => `${count} ${WHERE[effect]}`);
    return `${file} (${effects.join(', ')})`;
  });
  const mistakes = total === 1 ? '1 mistake' : `${total} mistakes`;
  return `configuration: ${mistakes} in ${files.join(', ')}; each is logged above with its line and fix`;
}

const WHERE = { entry: 'in entries that are out of use', file: 'in the file as a whole' };

/** @returns {Promise<{ file: string, effect: string, count: number }[]>} */
async function countsAt(url) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const text = await fetch(`${url}/metrics`, { signal }).then(
    (response) => response.text(),
    () => '',
  );
  return [...text.matchAll(/^querent_configuration_mistakes\{(.*)\} (\d+)$/gm)].map(([, labels, count]) => ({
    file: /file="([^"]*)"/.exec(labels)?.[1] ?? '',
    effect: /effect="([^"]*)"/.exec(labels)?.[1] ?? '',
    count: Number(count),
  }));
}

function connectionsIn(folder) {
  try {
    return readdirSync(`${folder}/connections`).flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []);
  } catch {
    return [];
  }
}

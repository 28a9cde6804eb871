import { setTimeout as pause } from 'node:timers/promises';
import type { Querent } from '@querent/client';
import type { Context } from '../context';
import { UsageError } from '../profiles';

type Connection = Awaited<ReturnType<Querent['connections']['list']>>[number];

interface Known {
  name: string;
  label: string;
  examples: readonly string[];
}

const PREPARING_MS = 60_000;
const POLL_MS = 200;

/**
 * The connections with their labels and examples in both languages, each of them twice. After a start of the server
 * their schemas are read: waits until that is done, at most a minute.
 */
export async function untilPrepared(client: Querent, signal?: AbortSignal): Promise<Connection[]> {
  const deadline = Date.now() + PREPARING_MS;
  for (;;) {
    const lists = await Promise.all(
      ['zh', 'en'].map((language) => client.connections.list({ headers: { 'accept-language': language }, signal })),
    );
    const known = lists.flat();
    if (known.every(({ status }) => status !== 'preparing') || Date.now() > deadline) return known;
    await pause(POLL_MS, undefined, { signal });
  }
}

/** The connection that the user names, else the one whose label and example questions are most similar. */
export async function chooseConnection(
  { signal }: Context,
  client: Querent,
  question: string,
  named: string | undefined,
): Promise<string> {
  const known = await untilPrepared(client, signal);
  if (named !== undefined) return named;
  if (known.length === 0) throw new UsageError('This key may ask no connection.');
  return guessConnection(question, known);
}

/**
 * The connection that shares the most pieces with the question: pairs of characters in Chinese, words in English. The
 * first one if no connection shares a piece. A name may occur more than once, one per language.
 */
export function guessConnection(question: string, connections: readonly Known[]): string {
  const asked = piecesOf(question);
  const scores = new Map<string, number>();
  for (const { name, label, examples } of connections) {
    const known = piecesOf([label, ...examples].join('\n'));
    const shared = [...asked].filter((piece) => known.has(piece)).length;
    scores.set(name, (scores.get(name) ?? 0) + shared);
  }
  return [...scores].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

function piecesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const characters = text.match(/[\u4e00-\u9fff]+/g) ?? [];
  const pairs = characters.flatMap((run) => [...run].slice(1).map((character, index) => run[index] + character));
  return new Set([...words.map((word) => word.replace(/s$/, '')), ...pairs]);
}

import { sharingDigest } from '@querent/cache';
import { detectLocale } from '@querent/language';
import { planQuestion, questionKey } from '@querent/planner';
import type { SemanticModel } from '@querent/model';
import type { QuestionKey } from '@querent/contracts';
import { seededRandom } from '@querent/testing';
import { minimalEdits, timesOf } from './minimal-edits';
import { sameMeanings, type RewriteKind } from './same-meaning';
import type { ChangeKind } from './word-swaps';

export interface Seed {
  connection: string;
  question: string;
}

export interface PairsPlayed {
  pairs: number;
  bothPlanned: number;
  byKind: Partial<Record<ChangeKind, { pairs: number; falseHits: number }>>;
  /** Pairs of different meaning with the same key. Only their similarity could still keep them apart in the cache. */
  falseHits: { kind: ChangeKind; a: string; b: string; connection: string; key: QuestionKey['kind'] }[];
  /** An even sample of the pairs, to measure similarity alone. */
  sample: { a: string; b: string }[];
  sameMeaning: Partial<Record<RewriteKind, { pairs: number; hits: number; bothPlanned: number; plannedHits: number }>>;
}

interface PlayOptions {
  seeds: readonly Seed[];
  modelOf: (connection: string) => SemanticModel;
  /** Maximum number of pairs that differ in one respect. */
  pairs: number;
  seed: number;
  /** Maximum number of paraphrases. */
  rewrites: number;
  sample?: number;
  onProgress?: (pairs: number) => void;
}

export const TODAY = '2026-11-21';
const TIMEZONE = 'Asia/Shanghai';
/** Maximum number of edits of one kind per seed, so that numbers do not dominate. */
const PER_SEED = 40;

/**
 * Compares the product's cache keys for pairs that differ in one respect by construction, and for paraphrases.
 */
export function playPairs(options: PlayOptions): PairsPlayed {
  const played: PairsPlayed = { pairs: 0, bothPlanned: 0, byKind: {}, falseHits: [], sample: [], sameMeaning: {} };
  const random = seededRandom(options.seed);
  const keys = keeper(options.modelOf);
  playScopes(played, options.seeds.slice(0, Math.max(1, Math.ceil(options.pairs / 100))), keys);
  playNewYears(played, options.seeds, keys, options.pairs / 20);
  let generation = random.shuffled(options.seeds);
  while (played.pairs < options.pairs && generation.length > 0) {
    const next: Seed[] = [];
    for (const seed of generation) {
      if (played.pairs >= options.pairs) break;
      const edits = random
        .shuffled(minimalEdits(seed.question, options.modelOf(seed.connection), TODAY))
        .slice(0, PER_SEED);
      for (const { kind, question } of edits.slice(0, options.pairs - played.pairs)) {
        judge(played, kind, seed, question, keys);
        if (random.next() < (options.sample ?? 0) / options.pairs)
          played.sample.push({ a: seed.question, b: question });
      }
      next.push(...edits.slice(0, 3).map(({ question }) => ({ connection: seed.connection, question })));
      options.onProgress?.(played.pairs);
    }
    generation = random.shuffled(newSeeds(next, generation));
  }
  playRewrites(played, random.shuffled(options.seeds), keys, options);
  return played;
}

type Keys = (seed: Seed, today?: string) => QuestionKey | null;

function keeper(modelOf: PlayOptions['modelOf']): Keys {
  const known = new Map<string, QuestionKey | null>();
  return ({ connection, question }, today = TODAY) => {
    const name = JSON.stringify([connection, question, today]);
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const asked = { question, model: modelOf(connection), today, timezone: TIMEZONE };
    const key = questionKey(planQuestion({ ...asked, locale: detectLocale(question), choices: [] }), asked);
    if (known.size > 20_000) known.clear();
    known.set(name, key);
    return key;
  };
}

const shares = (a: QuestionKey | null, b: QuestionKey | null): boolean =>
  a !== null && b !== null && a.kind === b.kind && a.signature === b.signature;

function judge(played: PairsPlayed, kind: ChangeKind, seed: Seed, question: string, keys: Keys): void {
  const [a, b] = [keys(seed), keys({ ...seed, question })];
  if (a?.kind === 'planned' && b?.kind === 'planned') played.bothPlanned += 1;
  record(played, kind, shares(a, b), {
    a: seed.question,
    b: question,
    connection: seed.connection,
    key: a?.kind ?? 'words',
  });
}

function record(
  played: PairsPlayed,
  kind: ChangeKind,
  hit: boolean,
  pair: Omit<PairsPlayed['falseHits'][number], 'kind'>,
): void {
  const counts = (played.byKind[kind] ??= { pairs: 0, falseHits: 0 });
  played.pairs += 1;
  counts.pairs += 1;
  if (!hit) return;
  counts.falseHits += 1;
  played.falseHits.push({ kind, ...pair });
}

type SharingScope = Parameters<typeof sharingDigest>[0];

const SCOPE: SharingScope = {
  tenant: 'a',
  audience: 'all',
  connection: 'shop',
  version: '1',
  agent: null,
  locale: 'zh',
  timezone: TIMEZONE,
  maxRows: 1000,
  reasoner: null,
};
const OTHER_SCOPES: readonly Partial<SharingScope>[] = [
  { tenant: 'b' },
  { audience: 'b' },
  { connection: 'shop2' },
  { version: '2' },
  { agent: 'x@1' },
  { timezone: 'UTC' },
  { maxRows: 10 },
];

/** Compares the keys of one question for different tenants, connections, models and agents. */
function playScopes(played: PairsPlayed, seeds: readonly Seed[], keys: Keys): void {
  for (const seed of seeds) {
    const key = keys(seed);
    if (key === null) continue;
    for (const other of OTHER_SCOPES) {
      const isOne = sharingDigest(SCOPE, key) === sharingDigest({ ...SCOPE, ...other }, key);
      record(played, 'scope', isOne, {
        a: seed.question,
        b: seed.question,
        connection: seed.connection,
        key: key.kind,
      });
    }
  }
}

/** Compares the keys of one question before and after New Year, when relative times denote other days. */
function playNewYears(played: PairsPlayed, seeds: readonly Seed[], keys: Keys, most: number): void {
  const [eve, newYear] = ['2026-12-31', '2027-01-01'];
  for (const seed of seeds
    .filter(({ question }) => timesOf(question.toLowerCase(), eve) !== timesOf(question.toLowerCase(), newYear))
    .slice(0, Math.ceil(most))) {
    const a = keys(seed, eve);
    record(played, 'new year', shares(a, keys(seed, newYear)), {
      a: seed.question,
      b: seed.question,
      connection: seed.connection,
      key: a?.kind ?? 'words',
    });
  }
}

function newSeeds(next: readonly Seed[], earlier: readonly Seed[]): Seed[] {
  const known = new Set(earlier.map(({ question }) => question));
  return [
    ...new Map(next.filter(({ question }) => !known.has(question)).map((seed) => [seed.question, seed])).values(),
  ];
}

function playRewrites(
  played: PairsPlayed,
  seeds: readonly Seed[],
  keys: Keys,
  { modelOf, rewrites }: PlayOptions,
): void {
  let left = rewrites;
  for (const seed of seeds) {
    const a = keys(seed);
    if (a === null) continue;
    for (const { kind, question } of sameMeanings(seed.question, modelOf(seed.connection))) {
      if (left-- <= 0) return;
      const b = keys({ ...seed, question });
      const counts = (played.sameMeaning[kind] ??= { pairs: 0, hits: 0, bothPlanned: 0, plannedHits: 0 });
      const planned = a.kind === 'planned' && b?.kind === 'planned';
      counts.pairs += 1;
      counts.hits += shares(a, b) ? 1 : 0;
      counts.bothPlanned += planned ? 1 : 0;
      counts.plannedHits += planned && shares(a, b) ? 1 : 0;
    }
  }
}

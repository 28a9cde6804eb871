import type { Embedder } from '@querent/retrieval';
import { planQuestion, questionKey } from '@querent/planner';
import type { SemanticModel } from '@querent/model';
import { detectLocale } from '@querent/language';
import type { QuestionKey } from '@querent/contracts';

/** Two questions, and whether they have the same meaning. */
export interface CachePair {
  id: string;
  lang: string;
  a: string;
  b: string;
  same: boolean;
  /** The kind of change, or the reason for the same meaning. */
  why: string;
  db_id: string | null;
}

/** Counts of hits: pairs that would share a cached statement. A hit is false if the meanings differ. */
export interface HitCounts {
  falseHits: number;
  trueHits: number;
  falsePairs: number;
  truePairs: number;
}

export interface PairReport {
  pairs: number;
  /** By signature and similarity, as the cache decides. */
  gate: HitCounts;
  /** By similarity of the texts only. */
  cosineAlone: HitCounts;
  /** Pairs with the same meaning whose two questions the planner covers. */
  planned: { truePairs: number; trueHits: number };
  byWhy: Record<string, HitCounts>;
  byLanguage: Record<string, HitCounts>;
  examplesOfFalseHits: { id: string; a: string; b: string; why: string; kind: QuestionKey['kind'] }[];
}

/** The day on which both questions of a pair are asked. */
const TODAY = '2026-11-21';
const TIMEZONE = 'Asia/Shanghai';
/** Default threshold of the cache. */
const THRESHOLD = 0.95;
const EXAMPLES = 50;

/**
 * Counts which pairs would share a cached statement by the product's keys, and which by similarity only at the same
 * threshold. Pairs without a model are not counted.
 */
export async function pairReport(
  pairs: readonly CachePair[],
  modelOf: (pair: CachePair) => SemanticModel | null,
  embed: Embedder,
): Promise<PairReport> {
  const report: PairReport = {
    pairs: 0,
    gate: none(),
    cosineAlone: none(),
    planned: { truePairs: 0, trueHits: 0 },
    byWhy: {},
    byLanguage: {},
    examplesOfFalseHits: [],
  };
  for (const pair of pairs) {
    const model = modelOf(pair);
    if (model) await add(report, pair, model, embed);
  }
  return report;
}

async function add(report: PairReport, pair: CachePair, model: SemanticModel, embed: Embedder): Promise<void> {
  const [a, b] = [keyOf(pair.a, model), keyOf(pair.b, model)];
  const [alike = 0, keysAlike = 0] = await likenesses(embed, [
    [pair.a, pair.b],
    [a?.text ?? '', b?.text ?? ''],
  ]);
  const shares = a !== null && b !== null && a.kind === b.kind && a.signature === b.signature && keysAlike >= THRESHOLD;
  report.pairs += 1;
  count(report.gate, pair.same, shares);
  count(report.cosineAlone, pair.same, alike >= THRESHOLD);
  count((report.byWhy[pair.why] ??= none()), pair.same, shares);
  count((report.byLanguage[pair.lang] ??= none()), pair.same, shares);
  if (pair.same && a?.kind === 'planned' && b?.kind === 'planned') {
    report.planned.truePairs += 1;
    report.planned.trueHits += shares ? 1 : 0;
  }
  if (shares && !pair.same && report.examplesOfFalseHits.length < EXAMPLES)
    report.examplesOfFalseHits.push({ id: pair.id, a: pair.a, b: pair.b, why: pair.why, kind: a.kind });
}

function keyOf(question: string, model: SemanticModel): QuestionKey | null {
  const asked = { question, model, today: TODAY, timezone: TIMEZONE };
  return questionKey(planQuestion({ ...asked, locale: detectLocale(question), choices: [] }), asked);
}

async function likenesses(embed: Embedder, pairs: readonly (readonly [string, string])[]): Promise<number[]> {
  const vectors = await embed.embed(pairs.flat());
  return pairs.map((_, at) => dot(vectors[2 * at], vectors[2 * at + 1]));
}

/** Vectors are of unit length. */
function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (let at = 0; at < (a?.length ?? 0); at++) sum += (a?.[at] ?? 0) * (b?.[at] ?? 0);
  return sum;
}

function count(counts: HitCounts, same: boolean, hit: boolean): void {
  if (same) counts.truePairs += 1;
  else counts.falsePairs += 1;
  if (!hit) return;
  if (same) counts.trueHits += 1;
  else counts.falseHits += 1;
}

const none = (): HitCounts => ({ falseHits: 0, trueHits: 0, falsePairs: 0, truePairs: 0 });

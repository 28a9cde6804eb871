import { z } from 'zod';
import type { SemanticModel } from '@querent/model';
import type { Evaluation } from '../evaluation';
import type { Findings } from '../report/findings';
import { pairFindings } from '../report/pair-findings';
import type { Pair, PairFindings } from '../pairs';
import { openPublicTarget, servedAtOnce } from '../targets/public-target';
import { readLines } from './public-data';
import { publicDatabases } from './public-databases';
import { pairsAtMost } from '../run-pairs';
import { untilPrepared } from '../run-questions';
import { sampled } from '../sampling';
import { modelOf } from './semantic-models';

/** Default database of pairs: a shop, which most of them concern. */
const commonDatabase = 'shop_demo';
const pairLine = z.object({
  id: z.string(),
  lang: z.string(),
  a: z.string(),
  b: z.string(),
  same: z.boolean(),
  why: z.string(),
  db_id: z.string().nullable(),
});

/** cache_pairs.jsonl: pairs that must, or must not, share a cached statement. */
export async function publicPairFindings(
  folder: string,
  { flags, host, signal, onLine, log }: Evaluation,
  findings: Findings,
): Promise<PairFindings | null> {
  const path = `${folder}/cache_pairs.jsonl`;
  const { lines, digest } = readLines(path, pairLine);
  const databases = publicDatabases(folder);
  const pairs = lines.flatMap(({ db_id, ...pair }): Pair[] => {
    const found = databases.of(db_id ?? commonDatabase);
    return found === null ? [] : [{ ...pair, connection: found.connection }];
  });
  if (pairs.length < lines.length)
    findings.remarks.push(
      `${lines.length - pairs.length} of ${lines.length} pairs were left out: no file describes the schema of their database.`,
    );
  findings.sets.push({
    name: 'cache_pairs',
    path,
    digest,
    questions: lines.length,
    asked: Math.min(pairs.length, flags.limit ?? pairsAtMost),
  });
  log(`Creating the databases of the pairs (${databases.all().length}), and starting six services ...`);
  const target = await openPublicTarget(host, databases.all(), {
    lanes: flags.limit ?? pairsAtMost,
    onLine,
    onLoaded: ({ connection }, problem) =>
      void (problem === null || findings.remarks.push(`${connection} could not be loaded whole: ${problem}`)),
  });
  try {
    const asked = new Set(
      sampled(pairs, ({ id }) => id, { limit: flags.limit ?? pairsAtMost, sample: flags.sample ?? 'pairs' }).map(
        ({ connection }) => connection,
      ),
    );
    const served = databases.all().filter(({ connection }) => asked.has(connection));
    for (let at = 0; at < served.length; at += servedAtOnce) {
      target.serve(served.slice(at, at + servedAtOnce));
      await untilPrepared(
        target,
        { ...flags, signal },
        served.slice(at, at + servedAtOnce).map(({ connection }) => connection),
      );
    }
    const models = new Map<string, SemanticModel>();
    for (const [name, database] of target.databases) models.set(name, await modelOf(name, database, null));
    return await pairFindings(
      pairs,
      { target, flags, signal, modelOf: ({ connection }) => models.get(connection) ?? null },
      findings,
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    return null;
  } finally {
    await target.stop();
  }
}

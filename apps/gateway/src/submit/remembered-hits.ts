import { emptyRunData, type Run, type RunData, type RunView, type Step } from '@querent/contracts';
import { randomUUID } from 'node:crypto';
import { type Locale } from '@querent/language';
import { answerFields, answerOf, lenderOf, type CacheLookup, type ExactCache, type ExactEntry } from '@querent/cache';
import { encodeBorrowed, LENDING_MS, type EncodedData, type RunStore } from '@querent/saga';
import { LRUCache } from 'lru-cache';
import type { Door, GateKeeper } from '../leak/gate-keeper';
import { runPlanOf } from '../leak/gate-plans';
import { runView } from '../runs/run-view';

/** Stands for the run's id in a remembered view; drawn anew by each process, so that no stored text can hold it. */
const ID = randomUUID();

const REMEMBERED = 1_000;

/** A view member that differs from hit to hit. */
type Volatile = 'id' | 'question' | 'createdAt' | 'updatedAt' | 'finishedAt' | 'steps';

/** An entry of the exact cache, made ready to answer with: parsed and rendered once, however often it is hit. */
export interface Hit {
  /** The data of a run that is answered by it. */
  data: RunData;
  /** The run that the answer was computed for, and stays with. */
  lender: string;
  /** How the record of a run holds the data: by reference to the lender's. */
  encoded: EncodedData;
  /** The run's view as JSON, from what is remembered and what is the run's own. */
  view(run: Run, steps: Step[], sqlRead: boolean): string;
}

interface Remembered {
  stamp: string;
  hit: Hit;
  prolongedAt: number;
}

/**
 * The hits that this process has answered with lately, by cache key. Moving, reading and writing an answer's JSON was
 * two thirds of what a hit cost.
 */
export class RememberedHits {
  private readonly hits = new LRUCache<string, Remembered>({ max: REMEMBERED });

  constructor(
    private readonly cache: Pick<ExactCache, 'read'>,
    private readonly store: Pick<RunStore, 'prolong'>,
    private readonly gates: Pick<GateKeeper, 'forViewers'>,
    private readonly count: (lookup: CacheLookup) => void,
  ) {}

  /** The current entry under the key, ready to answer with; null where there is none. */
  async find(place: { connection: string; tenant: string; audience: string }, cacheKey: string): Promise<Hit | null> {
    const hit = await this.look(place, cacheKey);
    this.count({ level: 'l1', result: hit === null ? 'miss' : 'hit', reason: '' });
    return hit;
  }

  private async look(
    { connection, tenant, audience }: { connection: string; tenant: string; audience: string },
    cacheKey: string,
  ): Promise<Hit | null> {
    const known = this.hits.get(cacheKey);
    const found = await this.cache.read(audience, cacheKey, known?.stamp);
    if (found === null) return null;
    const current =
      found.text === null
        ? known
        : this.remember(
            cacheKey,
            found.stamp,
            readyHit(cacheKey, JSON.parse(found.text) as ExactEntry, await this.gates.forViewers(connection, tenant)),
          );
    if (current === undefined) return null;
    if (await this.prolong(current, tenant)) return current.hit;
    // The caches may have outlived the runs: Redis was restored from a copy.
    this.hits.delete(cacheKey);
    return null;
  }

  private remember(cacheKey: string, stamp: string, hit: Hit): Remembered {
    const remembered = { stamp, hit, prolongedAt: 0 };
    this.hits.set(cacheKey, remembered);
    return remembered;
  }

  /** False where the run that the answer was computed for is gone, and its rows with it. */
  private async prolong(remembered: Remembered, tenant: string): Promise<boolean> {
    if (Date.now() - remembered.prolongedAt < LENDING_MS) return true;
    const { lender, data } = remembered.hit;
    if (!(await this.store.prolong({ id: lender, tenant }, lenderOf(data.result, lender).blobs))) return false;
    remembered.prolongedAt = Date.now();
    return true;
  }
}

function readyHit(cacheKey: string, entry: ExactEntry, viewersDoor: (run: Run) => Door): Hit {
  const answer = answerOf(entry, cacheKey);
  const { result, cache } = answer;
  const own: Partial<RunData> = { result, cacheKey, cache };
  const data: RunData = { ...emptyRunData(), ...answer };
  const templates = new Map<boolean, string[]>();
  return {
    data,
    lender: entry.runId,
    encoded: encodeBorrowed({ of: entry.runId, members: [...answerFields, 'compiled'], own }),
    view(run, steps, sqlRead) {
      const parts = templates.get(sqlRead) ?? templateOf({ ...run, data }, entry, sqlRead ? null : viewersDoor);
      templates.set(sqlRead, parts);
      const volatile: Pick<RunView, Volatile> = {
        id: run.id,
        question: run.request.question,
        createdAt: run.createdAt,
        updatedAt: run.updatedAt,
        finishedAt: run.finishedAt,
        steps,
      };
      return `${JSON.stringify(volatile).slice(0, -1)},${parts.join(run.id)}`;
    },
  };
}

/**
 * The view's other members as JSON without its opening brace, split where the run's id stands: gated here, once for all
 * hits.
 * @param viewersDoor null for readers with `sql:read`
 */
function templateOf(run: Run, entry: ExactEntry, viewersDoor: ((run: Run) => Door) | null): string[] {
  const {
    id: _id,
    question: _question,
    createdAt: _created,
    updatedAt: _updated,
    finishedAt: _finished,
    steps: _steps,
    ...rest
  } = runView({ ...run, id: ID }, { rows: entry.rows, steps: [], sqlRead: viewersDoor === null });
  const shown = viewersDoor === null ? rest : viewersDoor(run).json(rest, runPlanOf(run.data.result), entry.rows);
  return JSON.stringify(shown satisfies Omit<RunView, Volatile>)
    .slice(1)
    .split(ID);
}

export const cacheStep: Record<Locale, string> = {
  zh: '同样的问题刚刚回答过，直接给出答案',
  en: 'The same question was answered a short while ago; here is that answer',
};

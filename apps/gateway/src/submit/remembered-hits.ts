import { randomUUID } from 'node:crypto';
import type { Locale, Run, RunData, RunView, Step } from '@querent/contracts';
import type { ExactEntry } from '@querent/cache';
import { encodeData, type EncodedData } from '@querent/saga';
import { borrowed } from '../results/result-home';
import { runView } from '../runs/run-view';

/** Stands for the run's id in a remembered view; drawn anew by each process, so that no stored text can hold it. */
const ID = randomUUID();

const REMEMBERED = 1_000;

/** A view member that differs from hit to hit. */
type Volatile = 'id' | 'question' | 'createdAt' | 'updatedAt' | 'finishedAt' | 'steps';

/** An entry of the exact cache, made ready to answer with: parsed, encoded and rendered once, however often it is hit. */
export interface Hit {
  entry: ExactEntry;
  data: RunData;
  /** `data` as the run record holds it. */
  encoded: EncodedData;
  /** The run's view as JSON, from what is remembered and what is the run's own. */
  view(run: Run, steps: Step[], sqlRead: boolean): string;
}

/**
 * The hits that this process has answered with lately, by cache key and text. Reading, encoding and writing an answer's
 * JSON was two thirds of what a hit cost.
 */
export class RememberedHits {
  private readonly hits = new Map<string, { text: string; hit: Hit }>();

  /** The hit of an entry's text; `empty` is the data of a run that was only submitted. */
  of(cacheKey: string, text: string, empty: RunData): Hit {
    const known = this.hits.get(cacheKey);
    if (known?.text === text) return known.hit;
    const hit = readyHit(cacheKey, JSON.parse(text) as ExactEntry, empty);
    this.hits.delete(cacheKey);
    const oldest = this.hits.size >= REMEMBERED ? this.hits.keys().next().value : undefined;
    if (oldest !== undefined) this.hits.delete(oldest);
    this.hits.set(cacheKey, { text, hit });
    return hit;
  }
}

function readyHit(cacheKey: string, entry: ExactEntry, empty: RunData): Hit {
  const result = entry.data.result && borrowed(entry.data.result, entry.runId);
  const data: RunData = { ...empty, ...entry.data, result, cacheKey, cache: { level: 'l1', similarity: 1 } };
  const templates = new Map<boolean, string[]>();
  return {
    entry,
    data,
    encoded: encodeData(data, 1),
    view(run, steps, sqlRead) {
      const parts = templates.get(sqlRead) ?? templateOf(run, entry, sqlRead);
      templates.set(sqlRead, parts);
      const own: Pick<RunView, Volatile> = {
        id: run.id, question: run.request.question, createdAt: run.createdAt, updatedAt: run.updatedAt, finishedAt: run.finishedAt, steps,
      };
      return `${JSON.stringify(own).slice(0, -1)},${parts.join(run.id)}`;
    },
  };
}

/** The view's other members as JSON without its opening brace, split where the run's id stands. */
function templateOf(run: Run, entry: ExactEntry, sqlRead: boolean): string[] {
  const { id: _id, question: _question, createdAt: _created, updatedAt: _updated, finishedAt: _finished, steps: _steps, ...rest } = runView(
    { ...run, id: ID },
    { rows: entry.rows, steps: [], sqlRead },
  );
  return JSON.stringify(rest satisfies Omit<RunView, Volatile>).slice(1).split(ID);
}

export const cacheStep: Record<Locale, string> = { zh: '同样的问题刚刚回答过，直接给出答案', en: 'The same question was answered a short while ago; here is that answer' };

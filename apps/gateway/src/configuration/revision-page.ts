import { revisionNumber, type RevisionSummary, type SampleRevision } from '@querent/catalog';
import { z } from 'zod';
import { cursorOf, positionOf } from '../admin/list-cursor';
import type { revisionSummarySchema } from './configuration-schemas';

type Summary = z.infer<typeof revisionSummarySchema>;

/** Where a page of revisions begins: below these numbers of both lists. Null: at the newest one. */
export interface Start {
  configuration: number | null;
  samples: number | null;
}

const numberSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .nullable();
const positionSchema = z.tuple([numberSchema, numberSchema]);

/**
 * The start that a cursor names. Cursors before 0.2.0 are numbers of the configuration's list, which goes on without
 * samples. Throws `bad_request` for anything else that `cursorAfter` did not make.
 */
export function startOf(cursor: string | undefined): Start {
  if (cursor === undefined) return { configuration: null, samples: null };
  if (/^\d{1,15}$/.test(cursor)) return { configuration: Number(cursor), samples: 0 };
  const [configuration, samples] = positionOf(positionSchema, cursor);
  return { configuration, samples };
}

/** The cursor of the page after one that began at `start`. */
export function cursorAfter(start: Start, page: readonly Summary[]): string {
  const last = (isSample: boolean): string | undefined =>
    page.findLast(({ kind }) => (kind === 'sample') === isSample)?.id;
  const [configuration, sample] = [last(false), last(true)];
  return cursorOf([
    configuration ?? start.configuration?.toString() ?? null,
    (sample === undefined ? start.samples : revisionNumber(sample))?.toString() ?? null,
  ]);
}

/**
 * Both lists as one by time. Each keeps its order, that of its numbers, also where clocks differ: a page can continue
 * at a number of each.
 */
export function mergedByTime(configuration: readonly RevisionSummary[], samples: readonly SampleRevision[]): Summary[] {
  const merged: Summary[] = [];
  for (let [a, b] = [0, 0]; a < configuration.length || b < samples.length;) {
    const [one, other] = [configuration[a], samples[b]];
    if (one !== undefined && (other === undefined || one.at >= other.at)) {
      merged.push(one);
      a += 1;
    } else if (other !== undefined) {
      const { before: _, after: __, ...summary } = other;
      merged.push(summary);
      b += 1;
    }
  }
  return merged;
}

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from './flags';
import { metricNames, metrics } from './metrics';
import { reportFormat, type Comparison, type Report } from './report';
import { figures, type FigureName } from './thresholds';

const proportionSchema = z.object({
  right: z.number(),
  of: z.number(),
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
/** The members of an earlier report that are compared. */
const earlierSchema = z.looseObject({
  format: z.literal(reportFormat),
  startedAt: z.string(),
  complete: z.boolean(),
  options: z.object({ connections: z.array(z.string()), limit: z.number().nullable(), sample: z.string().nullable() }),
  sets: z.array(z.object({ name: z.string(), digest: z.string(), asked: z.number() })),
  figures: z.record(z.string(), z.number().nullable()),
  questions: z.looseObject({ overall: z.record(z.string(), proportionSchema) }).nullable(),
  verdicts: z.array(
    z.object({ set: z.string(), id: z.string(), question: z.string(), right: z.boolean(), came: z.string() }),
  ),
});
export type EarlierReport = z.output<typeof earlierSchema>;

/** @throws UsageError when there is no valid report */
export function readEarlier(path: string): EarlierReport {
  if (!existsSync(path)) throw new UsageError(`--compare: ${path} does not exist`);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new UsageError(`--compare: ${path} is no JSON`);
  }
  const parsed = earlierSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new UsageError(
    `--compare: ${path} is no report of this format (${reportFormat}): ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`,
  );
}

/** Reasons why two reports are not comparable. @param sets the sets that this run has parsed */
export function incomparable(
  earlier: Pick<EarlierReport, 'sets' | 'options'>,
  now: {
    complete: boolean;
    sets: { name: string; digest: string }[];
    options: Pick<Report['options'], 'connections' | 'limit' | 'sample'>;
  },
): string[] {
  const reasons: string[] = [];
  for (const { name, digest } of now.sets) {
    const other = earlier.sets.find((set) => set.name === name);
    if (other === undefined) reasons.push(`the earlier report has no set ${name}`);
    else if (other.digest !== digest) reasons.push(`the set ${name} has changed since`);
  }
  for (const { name } of now.complete ? earlier.sets : [])
    if (!now.sets.some((set) => set.name === name))
      reasons.push(`the earlier report has a set ${name}, this run has not`);
  const { connections, limit, sample } = earlier.options;
  if (
    JSON.stringify([[...connections].sort(), limit, sample]) !==
    JSON.stringify([[...now.options.connections].sort(), now.options.limit, now.options.sample])
  ) {
    reasons.push('they were narrowed differently (--connection, --limit, --sample)');
  }
  return reasons;
}

/** Compares metrics and questions. Questions that are missing in one report are left out. */
export function compared(earlier: EarlierReport, now: Report): Comparison {
  const keyOf = ({ set, id }: { set: string; id: string }): string => JSON.stringify([set, id]);
  const before = new Map(earlier.verdicts.map((verdict) => [keyOf(verdict), verdict]));
  const changed = now.verdicts.filter(
    (verdict) => (before.get(keyOf(verdict))?.right ?? verdict.right) !== verdict.right,
  );
  return {
    earlier: earlier.startedAt,
    metrics: metricNames.flatMap((name) => {
      const [a, b] = [earlier.questions?.overall[name], now.questions?.overall[name]];
      if ((a?.of ?? 0) + (b?.of ?? 0) === 0) return [];
      return [{ name, before: a?.share ?? null, after: b?.share ?? null, clear: isClear(a, b) }];
    }),
    figures: (Object.keys(figures) as FigureName[])
      .filter((name) => !Object.hasOwn(metrics, name))
      .flatMap((name) => {
        const [a, b] = [earlier.figures[name] ?? null, now.figures[name] ?? null];
        return a === null && b === null ? [] : [{ name, before: a, after: b }];
      }),
    lost: changed.filter(({ right }) => !right).map(({ set, id, question, came }) => ({ set, id, question, came })),
    won: changed.filter(({ right }) => right).map(({ set, id, question }) => ({ set, id, question })),
  };
}

type Interval = { low: number | null; high: number | null } | undefined;
const isClear = (a: Interval, b: Interval): boolean =>
  (a?.low ?? null) !== null &&
  (b?.low ?? null) !== null &&
  ((a?.high ?? 1) < (b?.low ?? 0) || (b?.high ?? 1) < (a?.low ?? 0));

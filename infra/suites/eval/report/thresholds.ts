import type { RecallReport, RecallRow } from '../../recall/recall';
import type { PairFindings } from '../pairs';
import type { Latency, Usage } from './latency';
import { metricNames, metrics, type QuestionFigures } from './metrics';

/** A required bound of a figure. */
export interface Threshold {
  name: FigureName;
  value: number;
  /** Whether the user gave it. Then a figure that was not measured fails. */
  asked: boolean;
}

/** A threshold that does not hold. */
export interface Failed {
  name: FigureName;
  /** Null: not measured. */
  measured: number | null;
  wanted: string;
}

/** Measurements by part. Null: the part did not run. */
export interface Measured {
  questions: QuestionFigures | null;
  latency: Latency | null;
  usage: Usage | null;
  pairs: PairFindings | null;
  retrieval: RecallReport | null;
}

interface Figure {
  title: string;
  bound: 'atLeast' | 'atMost';
  /** Null: not measured. */
  of: (report: Measured) => number | null;
}

const shares = Object.fromEntries(
  metricNames.map((name): [string, Figure] => [
    name,
    { title: metrics[name].title, bound: 'atLeast', of: (report) => report.questions?.overall[name].share ?? null },
  ]),
) as Record<(typeof metricNames)[number], Figure>;

/** All figures for thresholds, by name. */
export const figures = {
  ...shares,
  falseHits: {
    title: 'cache: pairs that must not share and did',
    bound: 'atMost',
    of: ({ pairs }) =>
      pairs === null ? null : (pairs.asked?.falseHits.right ?? 0) + (pairs.keys?.gate.falseHits ?? 0),
  },
  trueHits: {
    title: 'cache: pairs that mean the same and shared, where both are answered',
    bound: 'atLeast',
    of: ({ pairs }) => pairs?.asked?.trueHitsWhenAnswered.share ?? null,
  },
  tableRecall5: {
    title: 'tables among the first five, own schema',
    bound: 'atLeast',
    of: ({ retrieval }) => lowest(retrieval, 'own', ({ tablesAt5 }) => tablesAt5),
  },
  tableRecall5Merged: {
    title: 'tables among the first five, all schemas merged',
    bound: 'atLeast',
    of: ({ retrieval }) => lowest(retrieval, 'merged', ({ tablesAt5 }) => tablesAt5),
  },
  columnRecall20: {
    title: 'columns among the first twenty, own schema',
    bound: 'atLeast',
    of: ({ retrieval }) => lowest(retrieval, 'own', ({ columnsAt20 }) => columnsAt20),
  },
  p95Ms: {
    title: 'p95 from asking to the answer, ms',
    bound: 'atMost',
    of: (report) => report.latency?.endToEnd.p95 ?? null,
  },
  llmCalls: { title: 'calls of a model', bound: 'atMost', of: (report) => report.usage?.llmCalls ?? null },
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

/** The lower figure of the two languages. */
function lowest(
  retrieval: Measured['retrieval'],
  over: RecallRow['over'],
  of: (figures: RecallRow['finder']) => number,
): number | null {
  const values = (retrieval?.rows ?? []).filter((row) => row.over === over).map(({ finder }) => of(finder));
  return values.length === 0 ? null : Math.min(...values);
}

/** Default thresholds of the demo's sets. */
const demoDefaults: Partial<Record<FigureName, number>> = {
  precision: 0.98,
  answered: 0.85,
  askRecall: 0.9,
  askPrecision: 0.9,
  refusals: 0.9,
  ended: 0.99,
  falseHits: 0,
};

/** Parses `name=value`. `none` disables the defaults. */
export function thresholdsFrom(
  written: readonly string[],
  { defaults }: { defaults: boolean },
  mistakes: string[],
): Threshold[] {
  const chosen = new Map<FigureName, Threshold>();
  if (defaults && !written.includes('none'))
    for (const [name, value] of Object.entries(demoDefaults))
      chosen.set(name as FigureName, { name: name as FigureName, value, asked: false });
  for (const text of written.filter((each) => each !== 'none')) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (!isFigure(name))
      mistakes.push(`--threshold: no figure ${name || text}; there are: ${Object.keys(figures).join(', ')}`);
    else if (value.trim() === '' || !Number.isFinite(Number(value)))
      mistakes.push(`--threshold: ${name} needs a number, as in ${name}=0.98`);
    else chosen.set(name, { name, value: Number(value), asked: true });
  }
  return [...chosen.values()];
}

const isFigure = (name: string): name is FigureName => Object.hasOwn(figures, name);

export function figuresOf(report: Measured): Record<FigureName, number | null> {
  return Object.fromEntries(Object.entries(figures).map(([name, { of }]) => [name, of(report)])) as Record<
    FigureName,
    number | null
  >;
}

export function failedThresholds(report: Measured, thresholds: readonly Threshold[]): Failed[] {
  return thresholds.flatMap(({ name, value, asked }): Failed[] => {
    const { bound, of } = figures[name];
    const measured = of(report);
    const wanted = `${bound === 'atLeast' ? '≥' : '≤'} ${value}`;
    if (measured === null) return asked ? [{ name, measured, wanted }] : [];
    return (bound === 'atLeast' ? measured >= value : measured <= value) ? [] : [{ name, measured, wanted }];
  });
}

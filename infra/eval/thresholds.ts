import { metricNames, metrics } from './metrics';
import type { Report } from './report';

/** What must hold of a report. */
export interface Threshold {
  name: FigureName;
  value: number;
  /** Asked for: then a figure that was not measured does not hold. */
  asked: boolean;
}

/** A threshold that does not hold. */
export interface Failed {
  name: FigureName;
  /** Null: not measured. */
  measured: number | null;
  wanted: string;
}

interface Figure {
  title: string;
  bound: 'atLeast' | 'atMost';
  /** Null: not measured. */
  of: (report: Report) => number | null;
}

const shares = Object.fromEntries(
  metricNames.map((name): [string, Figure] => [name, { title: metrics[name].title, bound: 'atLeast', of: (report) => report.questions?.overall[name].share ?? null }]),
) as Record<(typeof metricNames)[number], Figure>;

/** Every figure that can be held against a number, by name. */
export const figures = {
  ...shares,
  p95Ms: { title: 'p95 from asking to the answer, ms', bound: 'atMost', of: (report) => report.latency?.endToEnd.p95 ?? null },
  llmCalls: { title: 'calls of a model', bound: 'atMost', of: (report) => report.usage?.llmCalls ?? null },
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

/** What the demo's own sets must reach. */
const demoDefaults: Partial<Record<FigureName, number>> = { precision: 0.98, answered: 0.85, askRecall: 0.9, askPrecision: 0.9, refusals: 0.9, ended: 0.99 };

/** Reads `name=value`; `none` turns the defaults off. */
export function thresholdsFrom(written: readonly string[], { defaults }: { defaults: boolean }, mistakes: string[]): Threshold[] {
  const chosen = new Map<FigureName, Threshold>();
  if (defaults && !written.includes('none')) for (const [name, value] of Object.entries(demoDefaults)) chosen.set(name as FigureName, { name: name as FigureName, value, asked: false });
  for (const text of written.filter((each) => each !== 'none')) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (!isFigure(name)) mistakes.push(`--threshold: no figure ${name || text}; there are: ${Object.keys(figures).join(', ')}`);
    else if (value.trim() === '' || !Number.isFinite(Number(value))) mistakes.push(`--threshold: ${name} needs a number, as in ${name}=0.98`);
    else chosen.set(name, { name, value: Number(value), asked: true });
  }
  return [...chosen.values()];
}

const isFigure = (name: string): name is FigureName => Object.hasOwn(figures, name);

export function failedThresholds(report: Report, thresholds: readonly Threshold[]): Failed[] {
  return thresholds.flatMap(({ name, value, asked }): Failed[] => {
    const { bound, of } = figures[name];
    const measured = of(report);
    const wanted = `${bound === 'atLeast' ? '≥' : '≤'} ${value}`;
    if (measured === null) return asked ? [{ name, measured, wanted }] : [];
    return (bound === 'atLeast' ? measured >= value : measured <= value) ? [] : [{ name, measured, wanted }];
  });
}

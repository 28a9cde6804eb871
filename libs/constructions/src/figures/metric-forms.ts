import { type Construction, either, type Facts, type FigureMeaning, type MeasureDraft, pair } from '@querent/grammar';

/** Parent metrics as their score or as their children. */
export const METRIC_FORMS: readonly Construction[] = [
  pair(
    'two words for a composite',
    'w:composite',
    'w:composite',
    { zh: '综合得分', en: 'composite score' },
    (word) => word,
  ),
  pair(
    'two words for a breakdown',
    ['w:breakdown', 'w:composite'],
    ['w:breakdown', 'w:composite'],
    { zh: '各项得分明细', en: 'sub-scores side by side' },
    (left, right) =>
      [left, right].some((word) => (word as { cat: string }).cat === 'w:breakdown') ? { cat: 'w:breakdown' } : null,
  ),
  pair(
    'marker after a form of a metric',
    ['w:breakdown', 'w:composite'],
    'w:of',
    { zh: '', en: 'breakdown of timeliness' },
    (word) => word as { cat: 'w:breakdown' | 'w:composite' },
  ),
  ...either(
    'composite of a metric',
    'w:composite',
    'figure',
    { zh: '时效综合评分', en: 'composite timeliness' },
    (_, figure, facts) =>
      figure.measures.every(({ what }) => what.kind === 'metric' && what.form === 'composite')
        ? figure
        : inForm(facts, figure, 'composite'),
  ),
  pair(
    'second word for a composite',
    'figure',
    'w:composite',
    { cost: 0.01, zh: '综合时效得分', en: 'composite timeliness score' },
    (figure) => {
      const [measure] = figure.measures;
      return measure?.what.kind === 'metric' && measure.what.form === 'composite' ? figure : null;
    },
  ),
  ...either(
    'breakdown by groups',
    'w:breakdown',
    'figure',
    { cost: 0.02, zh: '各大区运费明细', en: 'breakdown of freight by region' },
    (_, figure, facts) =>
      figure.keys.length > 0 &&
      figure.measures.every(({ what }) => what.kind !== 'metric' || metricForm(facts, what.id) === 'value')
        ? figure
        : null,
  ),
  ...either(
    'parts of a metric',
    'w:breakdown',
    'figure',
    { zh: '时效各项得分', en: 'timeliness broken down' },
    (_, figure, facts) => inForm(facts, figure, 'children'),
  ),
];

/** A parent metric as its score, or as its children side by side. */
function inForm(facts: Facts, figure: FigureMeaning, form: 'composite' | 'children'): FigureMeaning | null {
  const [measure, ...more] = figure.measures;
  if (measure?.what.kind !== 'metric' || measure.what.form !== 'value' || more.length > 0) return null;
  const children = Object.keys(facts.model.metrics[measure.what.id]?.children ?? {});
  if (children.length === 0) return null;
  if (form === 'composite') return { ...figure, measures: [{ what: { ...measure.what, form: 'composite' } }] };
  return { ...figure, measures: children.map((id) => ({ what: { kind: 'metric', id, form: metricForm(facts, id) } })) };
}

/** The default form of a metric: a parent is read as its score. */
export const metricForm = (facts: Facts, id: string): 'composite' | 'value' =>
  isParent(facts, id) ? 'composite' : 'value';

/** Whether a measure is a parent metric without a form. */
export const hasParts = (facts: Facts, what: MeasureDraft['what']): boolean =>
  what.kind === 'metric' && what.form === 'value' && isParent(facts, what.id);

const isParent = (facts: Facts, id: string): boolean => Object.keys(facts.model.metrics[id]?.children ?? {}).length > 0;

import type { Measure } from '@querent/contracts';
import { label, say } from '../../wording/words';
import type { ModelMetric } from '../../model/semantic-model';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, chosenFor, claim } from '../reading/reading';
import { negationBefore } from './negation';
import { type Stop, ask } from './step';

/** A parent metric is its composite score, its children side by side, or one child: the question says which, or is asked. */
export function settleMetricForms(reading: Reading): Stop | null {
  const settled: Measure[] = [];
  for (const measure of reading.draft.measures) {
    const metric = measure.what.kind === 'metric' ? reading.model.metrics[measure.what.id] : undefined;
    if (!metric || Object.keys(metric.children).length === 0) {
      settled.push(measure);
      continue;
    }
    const forms = formsOf(reading, metric, measure);
    if (forms.length === 0) return askForm(reading, metric, measure);
    settled.push(...forms.flatMap((form) => inForm(reading, metric, measure, form)).filter((one, at, all) => all.findIndex((other) => idOf(other) === idOf(one)) === at));
  }
  reading.draft.measures = settled;
  reading.draft.having = reading.draft.having.map((one) => ({ ...one, measure: settled.find((measure) => idOf(measure) === idOf(one.measure)) ?? one.measure }));
  return null;
}

function idOf({ what }: Measure): string {
  return what.kind === 'metric' ? what.id : JSON.stringify(what);
}

/** `composite`, `children`, or ids of children; none while nothing says. The question's own words outrank what was chosen before. */
function formsOf(reading: Reading, metric: ModelMetric, measure: Measure): string[] {
  const spoken = spokenForms(reading, metric);
  const key = `metric:${metric.id}`;
  const [first, ...also] = spoken;
  if (first) {
    reading.settled.push({ key, value: first, ...(also.length > 0 ? { also } : {}) });
    return spoken;
  }
  const chosen = chosenFor(reading, key);
  if (chosen.length > 0) return chosen;
  return scored(reading, measure) ? ['composite'] : [];
}

function spokenForms(reading: Reading, metric: ModelMetric): string[] {
  const open = reading.mentions.filter((mention) => mention.claim === null || mention.claim === 'form');
  const composite = open.filter((mention) => cueOf(mention, 'composite'));
  const breakdown = open.filter((mention) => cueOf(mention, 'breakdown'));
  const denied = new Set([...composite, ...breakdown].filter((mention) => negationBefore(reading, mention)));
  claim('form', ...composite, ...breakdown, ...[...denied].map((mention) => negationBefore(reading, mention)));
  // 不要综合评分 leaves the parts, 不要明细 the score.
  if (denied.size > 0) return composite.some((mention) => denied.has(mention)) ? ['children'] : ['composite'];
  const both = composite.length > 0 && breakdown.length > 0 && breakdown.some(({ glue }) => glue.has('and')) && Object.keys(metric.children).length > 0;
  if (both) return ['composite', 'children'];
  return composite.length > 0 ? ['composite'] : breakdown.length > 0 ? ['children'] : [];
}

/** 网络得分 and "network score" ask for one score, 网络 does not say. */
function scored(reading: Reading, measure: Measure): boolean {
  const end = measure.span?.end ?? -1;
  const after = reading.mentions.find((mention) => mention.span.start >= end);
  return after !== undefined && after.claim === 'form' && cueOf(after, 'score') !== null;
}

/** "Score" right after a metric belongs to it. */
export function readScoreWords(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    const before = reading.mentions[mention.index - 1];
    if (cueOf(mention, 'score') && before && sensesOf(before, 'metric').length > 0) claim('form', mention);
  }
  return null;
}

function inForm(reading: Reading, metric: ModelMetric, measure: Measure, form: string): Measure[] {
  const name = (id: string) => label(reading.model.metrics[id]?.label ?? {}, reading.locale, id);
  if (form === 'composite') {
    const weights = Object.entries(metric.children).map(([id, weight]) => `${name(id)} ${Math.round(weight * 100)}%`);
    reading.disclosures.push(say(reading.locale, `${name(metric.id)}为综合得分（${weights.join('、')}）`, `${name(metric.id)} is the composite score (${weights.join(', ')})`));
    return [{ ...measure, label: say(reading.locale, `${name(metric.id)}综合得分`, `${name(metric.id)} composite score`), what: { kind: 'metric', id: metric.id, form: 'composite' } }];
  }
  const ids = form === 'children' ? Object.keys(metric.children) : [form];
  return ids.map((id): Measure => {
    const parent = Object.keys(reading.model.metrics[id]?.children ?? {}).length > 0;
    return { ...measure, label: name(id), what: { kind: 'metric', id, form: parent ? 'composite' : 'value' } };
  });
}

function askForm(reading: Reading, metric: ModelMetric, measure: Measure): Stop {
  const { locale, model } = reading;
  const name = label(metric.label, locale, metric.id);
  const children = Object.keys(metric.children);
  const names = children.map((id) => label(model.metrics[id]?.label ?? {}, locale, id));
  const single = children.map((id, at) => ({
    label: say(locale, `只看${names[at]}`, `${names[at]} only`), value: id, aliases: [names[at] ?? '', ...(model.metrics[id]?.synonyms.zh ?? []), ...(model.metrics[id]?.synonyms.en ?? [])],
  }));
  return ask({
    trigger: 'ambiguous_metric',
    key: `metric:${metric.id}`,
    question: say(locale, `“${name}”由${names.join('、')}组成，您想看综合评分还是各项明细？`, `“${name}” is made of ${names.join(', ')}. Do you want the composite score or the breakdown?`),
    options: [
      { label: say(locale, '综合评分', 'Composite score'), value: 'composite', aliases: ['综合', '总分', '综合得分', '综合评分', 'overall', 'composite', 'overall score', 'total'] },
      { label: say(locale, '各项明细', 'Breakdown'), description: names.join(say(locale, '、', ', ')), value: 'children', aliases: ['明细', '各项', '分项', '细分', 'breakdown', 'details', 'each', 'components', 'side by side'] },
      ...single,
    ],
    combinable: true,
    span: measure.span,
  });
}

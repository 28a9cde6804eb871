import type { Choice, Measure, SemanticQuery } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import { labelOf, say } from '@querent/model';
import type { Candidate } from './candidate';
import type { Decision, Way } from './decision';
import { namesOf, type Wording } from '../wording';

/**
 * Asks for the form of a parent metric that is read as its score and as its children: the score, the children side by
 * side, or one of them. Null if the words state the form, or if the candidates differ in another figure as well.
 */
export function metricForm(candidates: readonly Candidate[], wording: Wording): Decision | null {
  const {
    facts: { model },
  } = wording;
  const id = candidates
    .flatMap(({ query }) => composites(query))
    .find((one) =>
      candidates.some(({ query }) => holdsChildren(query, Object.keys(model.metrics[one]?.children ?? {}))),
    );
  const metric = id === undefined ? undefined : model.metrics[id];
  if (!metric || id === undefined) return null;
  const children = Object.keys(metric.children);
  const scores = candidates.filter(({ query }) => composites(query).includes(id));
  const parts = candidates.filter(({ query }) => !composites(query).includes(id) && holdsChildren(query, children));
  if (scores.length + parts.length < candidates.length) return null;
  const inForm = (form: string): readonly Candidate[] =>
    form === 'composite'
      ? scores
      : form === 'children'
        ? parts
        : scores.map((one) => withChild(one, id, form, wording));
  return {
    ...asked(id, wording),
    ways: waysOf(children, wording).map((way) => ({ ...way, leads: inForm(way.value) })),
    together: (values) =>
      scores.map((one) =>
        withForms(
          one,
          id,
          values.flatMap((value) => (value === 'children' ? children : [value])),
          wording,
        ),
      ),
  };
}

const composites = ({ measures }: SemanticQuery): string[] =>
  measures.flatMap(({ what }) => (what.kind === 'metric' && what.form === 'composite' ? [what.id] : []));

function holdsChildren({ measures }: SemanticQuery, children: readonly string[]): boolean {
  return (
    children.length > 0 &&
    children.every((child) => measures.some(({ what }) => what.kind === 'metric' && what.id === child))
  );
}

const withChild = (candidate: Candidate, id: string, child: string, wording: Wording): Candidate =>
  withForms(candidate, id, [child], wording);

function withForms(
  candidate: Candidate,
  id: string,
  forms: readonly string[],
  { facts: { model }, locale }: Wording,
): Candidate {
  const made = (form: string, measure: Measure): Measure => {
    if (form === 'composite') return measure;
    const isParent = Object.keys(model.metrics[form]?.children ?? {}).length > 0;
    const metric = model.metrics[form];
    return {
      ...measure,
      label: metric ? labelOf(metric, locale, form) : form,
      what: { kind: 'metric', id: form, form: isParent ? 'composite' : 'value' },
    };
  };
  const measures = candidate.query.measures.flatMap((measure) =>
    measure.what.kind === 'metric' && measure.what.id === id ? forms.map((form) => made(form, measure)) : [measure],
  );
  return { ...candidate, query: { ...candidate.query, measures } };
}

function asked(id: string, { facts: { model }, locale }: Wording): Omit<Decision, 'ways'> {
  const nameOf = (one: string): string => (model.metrics[one] ? labelOf(model.metrics[one], locale, one) : one);
  const [name, names] = [nameOf(id), Object.keys(model.metrics[id]?.children ?? {}).map(nameOf)];
  return {
    trigger: 'ambiguous_metric',
    key: `metric:${id}`,
    question: say(
      locale,
      `“${name}”由${names.join('、')}组成，您想看综合评分还是各项明细？`,
      `“${name}” is made of ${names.join(', ')}. Do you want the composite score or the breakdown?`,
    ),
  };
}

function waysOf(children: readonly string[], { facts: { model }, locale }: Wording): Omit<Way, 'leads'>[] {
  const named = children.flatMap((id) =>
    model.metrics[id] ? [{ id, name: labelOf(model.metrics[id], locale, id), names: namesOf(model.metrics[id]) }] : [],
  );
  return [
    {
      label: say(locale, '综合评分', 'Composite score'),
      value: 'composite',
      aliases: ['综合', '总分', '综合得分', '综合评分', 'overall', 'composite', 'overall score', 'total'],
    },
    {
      label: say(locale, '各项明细', 'Breakdown'),
      description: named.map(({ name }) => name).join(say(locale, '、', ', ')),
      value: 'children',
      aliases: ['明细', '各项', '分项', '细分', 'breakdown', 'details', 'each', 'components', 'side by side'],
    },
    ...named.map(({ id, name, names }) => ({
      label: say(locale, `只看${name}`, `${name} only`),
      value: id,
      aliases: names,
    })),
  ];
}

/** Discloses the weights of a composite score. */
export function scoreText(query: SemanticQuery, { facts: { model }, locale }: Wording): string[] {
  return composites(query).flatMap((id) => {
    const metric = model.metrics[id];
    if (!metric) return [];
    const weights = Object.entries(metric.children).map(
      ([child, weight]) =>
        `${model.metrics[child] ? labelOf(model.metrics[child], locale, child) : child} ${Math.round(weight * 100)}%`,
    );
    const name = labelOf(metric, locale, id);
    return [
      say(
        locale,
        `${name}为综合得分（${weights.join('、')}）`,
        `${name} is the composite score (${weights.join(', ')})`,
      ),
    ];
  });
}

/** The form of a parent metric that the words of the question state. It outranks earlier choices. */
export function statedForms(query: SemanticQuery, units: readonly Unit[], { facts: { model } }: Wording): Choice[] {
  const states = (word: 'composite' | 'breakdown'): boolean =>
    units.some(
      ({ meaning }) => meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === word,
    );
  const scores = states('composite') ? composites(query) : [];
  if (scores.length > 0) return scores.map((id) => ({ key: `metric:${id}`, value: 'composite' }));
  // "Not the score but each of them" also contains the word for the score.
  const parents =
    states('breakdown') || states('composite')
      ? query.measures.flatMap(({ what }) => (what.kind === 'metric' ? (model.metrics[what.id]?.parent ?? []) : []))
      : [];
  return [...new Set(parents)].map((id) => ({ key: `metric:${id}`, value: 'children' }));
}

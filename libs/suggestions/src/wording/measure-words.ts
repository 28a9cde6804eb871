import { isPlainFigure, type Measure, type SemanticQuery } from '@querent/contracts';
import { labelOf, type ModelMetric } from '@querent/model';
import type { Asked } from '../asked';
import type { ConditionWords } from './condition-words';
import { type Noun, nounAtEnd } from './noun';
import { ownWords } from './own-words';

/** Limit of words in a label; longer labels are descriptions and not usable in a question. */
const mostWords = 6;

/** Words for the measures, with the conditions directly before the noun; null if they cannot be worded reliably. */
export function measureWords(
  asked: Asked,
  query: SemanticQuery,
  conditions: ConditionWords,
  noun: Noun | null,
): string | null {
  const { locale } = asked;
  if (
    query.measures.some(
      ({ where, share, per, over }) => where !== undefined || share?.where !== undefined || per || over,
    )
  )
    return null;
  const parent = brokenDown(query.measures, asked);
  const whole = parent && labelOf(parent, locale);
  const labels = query.measures.map((measure) => nameOf(measure, asked));
  if (labels.some((name) => name.split(/\s+/).length > mostWords)) return null;
  const names = whole
    ? { zh: `${whole}各项明细`, en: `breakdown of ${whole}` }[locale]
    : labels.join({ zh: '和', en: ' and ' }[locale]);
  if (names === '') return null;
  return locale === 'zh' ? chinese(names, conditions, noun) : english(names, conditions, noun);
}

/** The metric of which the measures are exactly the children; null if there is none. */
export function brokenDown(measures: readonly Measure[], { model }: Pick<Asked, 'model'>): ModelMetric | null {
  const ids = measures.flatMap(({ what }) => (what.kind === 'metric' ? [what.id] : []));
  const parent = model.metrics[model.metrics[ids[0] ?? '']?.parent ?? ''];
  if (!parent || ids.length < 2 || ids.length !== measures.length) return null;
  const children = Object.keys(parent.children);
  return children.length === ids.length && children.every((child) => ids.includes(child)) ? parent : null;
}

/** Label of a metric as one figure; a parent's figure is the weighted composite of its children. */
export function scoreLabel(metric: ModelMetric, { locale }: Pick<Asked, 'locale'>): string {
  const label = labelOf(metric, locale);
  return Object.keys(metric.children).length === 0
    ? label
    : { zh: `${label}综合得分`, en: `${label} composite score` }[locale];
}

/** Whether a measure is a plain count. */
export function isCount(measure: Measure, { model }: Pick<Asked, 'model'>): boolean {
  if (!isPlainFigure(measure)) return false;
  const { what } = measure;
  return what.kind === 'aggregate'
    ? what.fn === 'count'
    : /^\s*count\s*\((?!\s*distinct)[^)]*\)\s*$/i.test(model.metrics[what.id]?.expression ?? '');
}

/** The asker's name for a measure if it is a plain name, else the label. */
function nameOf(measure: Measure, asked: Asked): string {
  const { what, share, label } = measure;
  const metric = what.kind === 'metric' ? asked.model.metrics[what.id] : undefined;
  if (metric && what.kind === 'metric' && what.form === 'composite' && !share) return scoreLabel(metric, asked);
  const own = share ? undefined : ownWords(asked, measure.span)?.words;
  if (own === undefined) return label;
  const isName = metric
    ? metric.synonyms[asked.locale].some((form) => form.toLowerCase() === own.toLowerCase())
    : what.kind === 'aggregate' && !what.fn.startsWith('count') && isPlainName(own);
  return isName ? own : label;
}

/** Whether words name a figure without a question, ranking or count: 平均价格, total population. */
function isPlainName(words: string): boolean {
  return (
    words.split(/\s+/).length <= 4 && !/多少|几|哪|最|的|how|what|which|most|least|highest|lowest|number/i.test(words)
  );
}

function chinese(names: string, conditions: ConditionWords, noun: Noun | null): string | null {
  const beside = conditions.beside.join('');
  if (beside === '' && conditions.instead === null) return names;
  if (!noun) return null;
  const form = noun.forms.find((one) => names.toLowerCase().startsWith(one));
  const number = form === undefined ? null : /^(?:数|数量|总数|量)(占比)?$/.exec(names.slice(form.length));
  // 大额订单数 is ambiguous: it may be the 订单数 of something 大额. 大额订单数量 is always the number of 大额订单.
  if (form !== undefined && number)
    return `${beside}${conditions.instead ?? names.slice(0, form.length)}数量${number[1] ?? ''}`;
  if (conditions.instead === null && form !== undefined) return `${beside}${names}`;
  return `${beside}${conditions.instead ?? noun.one}的${names}`;
}

function english(names: string, conditions: ConditionWords, noun: Noun | null): string | null {
  if (conditions.beside.length === 0 && conditions.instead === null) return names;
  if (!noun) return null;
  const things = [...conditions.beside, conditions.instead ?? noun.many].join(' ');
  const form = nounAtEnd(noun, names);
  return /^number of /i.test(names) && form !== undefined
    ? `${names.slice(0, names.length - form.length)}${things}`
    : `${names} of ${things}`;
}

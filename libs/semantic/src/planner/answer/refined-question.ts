import type { ColumnRef, Filter, SemanticQuery } from '@querent/contracts';
import type { Reading } from '../reading/reading';
import type { Attribute } from '../lexicon/model-view';
import { attributeLabel, enumerate, label, plural, say, valueLabel } from './words';

const OPERATORS: Record<string, { zh: string; en: string }> = {
  '=': { zh: '为', en: 'is' }, '!=': { zh: '不为', en: 'is not' }, '>': { zh: '大于', en: 'over' }, '>=': { zh: '不低于', en: 'at least' }, '<': { zh: '小于', en: 'under' }, '<=': { zh: '不高于', en: 'at most' },
};

/** What it takes to word a query: any reading has it. */
export type Wording = Pick<Reading, 'locale' | 'lexicon' | 'model'>;

/** The question as understood, explicit, in business words of the asker's language. */
export function refinedQuestion(reading: Wording, query: SemanticQuery): string {
  const { locale } = reading;
  const what = query.measures.length > 0 ? enumerate(query.measures.map((one) => one.label), locale) : listText(reading, query);
  const groups = query.dimensions.map((one) => one.label);
  const conditions = [
    ...query.filters.map((filter) => filterText(reading, filter)),
    ...query.having.map(({ measure, op, value }) => say(locale, `${measure.label}${OPERATORS[op]?.zh}${value}`, `${measure.label} ${OPERATORS[op]?.en} ${value}`)),
  ].filter((text) => text !== '');
  const near = query.near?.place.kind === 'stored' ? say(locale, `距“${query.near.place.value}”${km(query.near.radiusMeters, locale)}`, `${km(query.near.radiusMeters, locale)} of “${query.near.place.value}”`) : '';
  const compared = query.compare ? say(locale, `，对比${query.compare.base.label}与${query.compare.current.label}`, `, comparing ${query.compare.base.label} with ${query.compare.current.label}`) : '';
  const limit = query.limit === null ? '' : say(locale, `，取前${query.limit}`, `, first ${query.limit}`);
  const order = orderText(reading, query);
  if (locale === 'zh') {
    const by = groups.length > 0 ? `按${enumerate(groups, locale)}统计` : '';
    return [...conditions, near].filter(Boolean).join('、') + (conditions.length + near.length > 0 ? '的' : '') + (by ? `${what}，${by}` : what) + compared + order + limit;
  }
  const by = groups.length > 0 ? ` by ${enumerate(groups, locale)}` : '';
  const where = [...conditions, near].filter(Boolean).join(', ');
  return what + by + (where ? `, where ${where}` : '') + compared + order + limit;
}

function listText(reading: Wording, query: SemanticQuery): string {
  const thing = reading.lexicon.things.get(query.subject.name);
  const name = thing ? label(thing.label, reading.locale, thing.name.replaceAll('_', ' ')) : '';
  const columns = enumerate(query.select.map((ref) => columnText(reading, ref)), reading.locale);
  const distinct = query.distinct ? say(reading.locale, '不同的', 'different ') : '';
  if (columns === '') return say(reading.locale, `${name}列表`, `list of ${plural(name)}`);
  return say(reading.locale, `${name}的${distinct}${columns}`, `${distinct}${columns} of ${name}`);
}

function orderText(reading: Wording, query: SemanticQuery): string {
  const [first] = query.order;
  if (!first || !first.span) return '';
  const by = first.by.kind === 'measure' ? (query.measures[first.by.index]?.label ?? '') : first.by.kind === 'column' ? columnText(reading, first.by.column) : '';
  if (by === '') return '';
  return say(reading.locale, `，按${by}${first.direction === 'desc' ? '从高到低' : '从低到高'}`, `, ${first.direction === 'desc' ? 'highest' : 'lowest'} ${by} first`);
}

function km(meters: number | null, locale: 'zh' | 'en'): string {
  if (meters === null) return locale === 'zh' ? '最近' : 'closest to';
  const distance = meters >= 1000 ? `${meters / 1000}${locale === 'zh' ? '公里' : ' km'}` : `${meters}${locale === 'zh' ? '米' : ' m'}`;
  return locale === 'zh' ? `${distance}以内` : `within ${distance}`;
}

function attributeOf(reading: Wording, ref: ColumnRef): Attribute | undefined {
  return reading.lexicon.things.get(ref.table)?.attributes.find((one) => one.ref.column === ref.column);
}

function columnText(reading: Wording, ref: ColumnRef): string {
  const attribute = attributeOf(reading, ref);
  return attribute ? attributeLabel(attribute, reading.locale) : ref.column.replaceAll('_', ' ');
}

export function filterText(reading: Wording, filter: Filter): string {
  const { locale } = reading;
  if (filter.kind === 'or') return filter.filters.map((one) => filterText(reading, one)).join(say(locale, '或', ' or '));
  if (filter.kind === 'term') return `${filter.negated ? say(locale, '非', 'not ') : ''}${label(reading.model.terms[filter.id]?.label ?? {}, locale, filter.id)}`;
  if (filter.kind === 'exists') return existsText(reading, filter);
  const column = columnText(reading, filter.column);
  const attribute = attributeOf(reading, filter.column);
  const shown = (value: unknown) => (attribute && typeof value === 'string' ? valueLabel(attribute, value, locale) : String(value));
  if (filter.kind === 'compare') return say(locale, `${column}${OPERATORS[filter.op]?.zh}${shown(filter.value)}`, `${column} ${OPERATORS[filter.op]?.en} ${shown(filter.value)}`);
  if (filter.kind === 'in') return say(locale, `${column}${filter.negated ? '不' : ''}为${filter.values.map(shown).join('或')}`, `${column} ${filter.negated ? 'is not' : 'is'} ${filter.values.map(shown).join(' or ')}`);
  if (filter.kind === 'between') return say(locale, `${column}在${filter.from}到${filter.to}之间`, `${column} between ${filter.from} and ${filter.to}`);
  if (filter.kind === 'text') return say(locale, `${column}${filter.negated ? '不' : ''}${TEXT_MATCH[filter.match].zh}“${filter.value}”`, `${column} ${filter.negated ? 'not ' : ''}${TEXT_MATCH[filter.match].en} “${filter.value}”`);
  if (filter.kind === 'null') return say(locale, `${column}${filter.negated ? '不为空' : '为空'}`, `${column} ${filter.negated ? 'known' : 'missing'}`);
  if (filter.kind === 'time') return say(locale, `${column}${filter.negated ? '不在' : '在'}${filter.range.label}`, `${column} ${filter.negated ? 'not ' : ''}in ${filter.range.label}`);
  if (filter.kind === 'latest') return filter.note ?? say(locale, `${column}取最新`, `latest ${column}`);
  return say(locale, `${column}${OPERATORS[filter.op]?.zh}平均值`, `${column} ${OPERATORS[filter.op]?.en} the average`);
}

const TEXT_MATCH = { contains: { zh: '包含', en: 'contains' }, starts: { zh: '开头为', en: 'starts with' }, ends: { zh: '结尾为', en: 'ends with' } };

function existsText(reading: Wording, filter: Extract<Filter, { kind: 'exists' }>): string {
  const { locale } = reading;
  const thing = reading.lexicon.things.get(filter.table);
  const name = thing ? label(thing.label, locale, filter.table) : filter.table;
  const inner = filter.filters.map((one) => filterText(reading, one)).join(say(locale, '、', ', '));
  const count = filter.count ? ` ${say(locale, OPERATORS[filter.count.op]?.zh ?? '', OPERATORS[filter.count.op]?.en ?? '')} ${filter.count.value} ` : '';
  const verb = filter.negated ? say(locale, '没有', 'without ') : say(locale, '有', 'with ');
  return say(locale, `${verb}${inner ? `${inner}的` : ''}${name}${count ? `（${count.trim()}）` : ''}`, `${verb}${count}${name}${inner ? ` (${inner})` : ''}`);
}

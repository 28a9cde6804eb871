import type { Filter, Order, SemanticQuery } from '@querent/contracts';
import { plural } from '@querent/language';
import { attributeOf, columnText, elapsedText, enumerate, say, type Wording } from '@querent/model';
import { filterText, thingText } from './filter-text';
import { boundValueText } from './comparison-text';

/** A semantic query as an explicit question, in business words of the asker's language. */
export function refinedQuestion(wording: Wording, query: SemanticQuery): string {
  return wording.locale === 'zh' ? inChinese(wording, query) : inEnglish(wording, query);
}

/** 城市为上海市、距“西湖”5公里以内的景区列表，按评分从高到低，取前10. */
function inChinese(wording: Wording, query: SemanticQuery): string {
  const conditions = [
    ...query.filters.map((filter) => filterText(wording, filter)),
    ...boundTexts(wording, query),
    nearText(wording, query),
  ].filter((text) => text !== '');
  const groups = query.dimensions.map((one) => one.label);
  const parts = [
    (conditions.length > 0 ? `${conditions.join('、')}的` : '') + whatText(wording, query),
    groups.length > 0 ? `按${enumerate(groups, 'zh')}统计` : '',
    query.compare ? `对比${query.compare.base.label}与${query.compare.current.label}` : '',
    seriesText(query, 'zh'),
    query.withNone ? '没有的也列出' : '',
    ...orderTexts(wording, query),
    limitText(wording, query),
  ];
  return parts.filter((text) => text !== '').join('，');
}

/**
 * "List of spots within 5 km of “West Lake” with tickets (free), where city is Leeds, highest rating first, first 10".
 */
function inEnglish(wording: Wording, query: SemanticQuery): string {
  const related = query.filters.filter(isRelated).map((filter) => filterText(wording, filter));
  const named = query.filters.filter((filter) => isNamed(filter)).map((filter) => filterText(wording, filter));
  const others = query.filters
    .filter((filter) => !isRelated(filter) && !isNamed(filter))
    .map((filter) => filterText(wording, filter));
  const where = [...others, ...boundTexts(wording, query)].filter((text) => text !== '');
  const groups = query.dimensions.map((one) => one.label);
  const head = [
    whatText(wording, query),
    named.length > 0 ? `(${named.join(', ')})` : '',
    groups.length > 0 ? `by ${enumerate(groups, 'en')}` : '',
    nearText(wording, query),
    // In "revenue by city with orders", the condition would seem to restrict the cities.
    query.measures.length === 0 ? enumerate(related, 'en') : '',
  ];
  const parts = [
    head.filter((text) => text !== '').join(' '),
    query.measures.length > 0 && related.length > 0 ? `only those ${enumerate(related, 'en')}` : '',
    where.length > 0 ? `where ${where.join(', ')}` : '',
    query.compare ? `comparing ${query.compare.base.label} with ${query.compare.current.label}` : '',
    seriesText(query, 'en'),
    query.withNone ? 'including those without any' : '',
    ...orderTexts(wording, query),
    limitText(wording, query),
  ];
  return parts.filter((text) => text !== '').join(', ');
}

function isRelated(filter: Filter): boolean {
  return filter.kind === 'exists';
}

/** A condition that is only a name, such as the term "free": it cannot follow "where". */
function isNamed(filter: Filter): boolean {
  return filter.kind === 'term' || (filter.kind === 'or' && filter.filters.every(isNamed));
}

function whatText(wording: Wording, query: SemanticQuery): string {
  const { locale } = wording;
  if (query.measures.length > 0)
    return enumerate(
      query.measures.map((one) => one.label),
      locale,
    );
  const name = thingText(wording, query.subject.name);
  const [first, ...others] = query.select.map((ref) => columnText(wording, ref));
  if (first === undefined) return say(locale, `${name}列表`, `list of ${plural(name)}`);
  const columns = enumerate([first, ...others], locale);
  if (!query.distinct) return say(locale, `${name}的${columns}`, `${columns} of ${plural(name)}`);
  return say(
    locale,
    `${name}的不同的${columns}`,
    `different ${others.length === 0 ? plural(first) : columns} of ${plural(name)}`,
  );
}

export function boundTexts(wording: Wording, { having }: SemanticQuery): string[] {
  const others = { filterText: (one: Filter) => filterText(wording, one), thing: '' };
  return having.map(
    (bound) => `${bound.measure.label}${say(wording.locale, '', ' ')}${boundValueText(wording, bound, others)}`,
  );
}

function seriesText({ series }: SemanticQuery, locale: Wording['locale']): string {
  if (!series) return '';
  if (series.to === 'previous') return say(locale, '与上一期对比', 'each compared with the previous period');
  return say(locale, '与去年同期对比', 'each compared with the same period a year earlier');
}

export function nearText({ locale }: Wording, { near }: SemanticQuery): string {
  if (!near) return '';
  const { place, radiusMeters } = near;
  const name = place.kind === 'stored' ? place.value : place.label;
  if (radiusMeters === null) return say(locale, `离“${name}”最近`, `closest to “${name}”`);
  const distance =
    radiusMeters >= 1000
      ? `${radiusMeters / 1000}${say(locale, '公里', ' km')}`
      : `${radiusMeters}${say(locale, '米', ' m')}`;
  return say(locale, `距“${name}”${distance}以内`, `within ${distance} of “${name}”`);
}

/** The orders, without the default order of groups: ascending dimensions, or the largest figure first. */
function orderTexts(wording: Wording, query: SemanticQuery): string[] {
  return query.order.flatMap((order) => {
    const isUsual =
      query.limit === null &&
      (order.by.kind === 'dimension'
        ? order.direction === 'asc'
        : order.by.kind === 'measure' && order.direction === 'desc');
    const text = isUsual ? '' : orderText(wording, query, order);
    return text === '' ? [] : [text];
  });
}

/** An order in words: 按评分从高到低, "highest rating first"; empty for an order by distance. */
export function orderText(wording: Wording, query: SemanticQuery, order: Order): string {
  const by = orderedBy(wording, query, order);
  if (by === null) return '';
  const { zh, en } = DIRECTIONS[by.kind][order.direction];
  return say(wording.locale, `按${by.name}${zh}`, en.replace('{x}', by.name));
}

const DIRECTIONS = {
  figure: { asc: { zh: '从低到高', en: 'lowest {x} first' }, desc: { zh: '从高到低', en: 'highest {x} first' } },
  length: { asc: { zh: '从少到多', en: 'fewest {x} first' }, desc: { zh: '从多到少', en: 'most {x} first' } },
  time: { asc: { zh: '从早到晚', en: 'earliest {x} first' }, desc: { zh: '从晚到早', en: 'latest {x} first' } },
  text: { asc: { zh: '升序', en: 'in order of {x}' }, desc: { zh: '降序', en: 'in reverse order of {x}' } },
} as const;

function orderedBy(
  wording: Wording,
  query: SemanticQuery,
  { by }: Order,
): { name: string; kind: keyof typeof DIRECTIONS } | null {
  if (by.kind === 'distance') return null;
  if (by.kind === 'measure') {
    const measure = query.measures[by.index];
    return measure ? { name: measure.label, kind: 'figure' } : null;
  }
  const dimension = by.kind === 'dimension' ? query.dimensions[by.index] : undefined;
  const ref = by.kind === 'column' ? by.column : dimension?.column;
  if (!ref) return null;
  if (by.kind === 'column' && by.since) return { name: elapsedText(wording, by.column, by.since), kind: 'length' };
  const attribute = attributeOf(wording, ref);
  const kind =
    dimension?.grain !== undefined || attribute?.role === 'time' || attribute?.isYear
      ? 'time'
      : attribute?.numeric
        ? 'figure'
        : 'text';
  return { name: dimension?.label ?? columnText(wording, ref), kind };
}

export function limitText({ locale }: Wording, { limit, limitPer, offset, dimensions }: SemanticQuery): string {
  if (limit === null) return '';
  const group = limitPer === null ? undefined : dimensions[limitPer]?.label;
  if (offset) {
    const [first, last] = [offset + 1, offset + limit];
    const zh = first === last ? `取第${first}` : `取第${first}到第${last}`;
    const en = first === last ? `number ${first}` : `numbers ${first} to ${last}`;
    return say(locale, `${group ? `每个${group}` : ''}${zh}`, `${en}${group ? ` of each ${group}` : ''}`);
  }
  return say(locale, `${group ? `每个${group}` : ''}取前${limit}`, `first ${limit}${group ? ` of each ${group}` : ''}`);
}

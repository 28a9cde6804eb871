import type { ColumnRef, Dimension, Grain, SemanticQuery } from '@querent/contracts';
import { daysBetween, isPlural, MEASURE_WORDS, plural } from '@querent/language';
import {
  type Attribute,
  attributeLabel,
  joinPath,
  keptIn,
  labelOf,
  looksUp,
  type Thing,
  thingsOf,
} from '@querent/model';
import { qualifiedName } from '../../answers/wording';
import type { Candidate, Edit, TextSpan } from '../preview';
import { type ChoiceContext, distinct, inPlaceOf, named } from './choice-context';
import { DAYS_OF_GRAIN } from './periods';
import { keyOf, sameBut } from './same-but';
import { tablesAround } from './tables-around';

/** Candidates for one grouping; some are not readable in its question. */
const MOST = 16;

/** A grouping that may replace another one; `other`: a second name, for a name that two columns have. */
interface Group {
  label: string;
  words: string;
  other?: string;
  isMeant: (dimension: Dimension) => boolean;
}

/** The other groupings of the rows of a question, nearest first; for periods other periods, then groupings. */
export function otherGroups(dimension: Dimension, own: TextSpan, context: ChoiceContext): Candidate[] {
  const [first, second, ...more] = columnGroups(dimension, context);
  const length = rangeLength(context.query);
  const grains = (dimension.grain ? otherGrains(dimension.grain, own, context) : []).filter(
    ({ grain }) => DAYS_OF_GRAIN[grain] < length,
  );
  const groups =
    dimension.grain || dimension.part
      ? [first, second, ...more]
      : [first, second, ...(isOfMonths(context.query) ? [MONTHS] : []), ...more];
  const candidates = groups
    .filter((one) => one !== undefined)
    .map((group) => ({
      label: group === MONTHS ? say(context, '月份', 'month') : group.label,
      ways: waysOf(group, own, context, dimension),
      means: isRegrouped(context.query, dimension, group.isMeant),
    }));
  return distinct([
    ...grains.map(({ grain, ways }) => ({
      label: say(context, GRAINS[grain].label, grain),
      ways,
      means: isRegrouped(context.query, dimension, (one) => one.grain === grain),
    })),
    ...candidates,
  ]).slice(0, MOST);
}

const say = ({ wording }: ChoiceContext, zh: string, en: string): string => (wording.locale === 'zh' ? zh : en);

/** Days of the period that the question is about; infinite without one. */
function rangeLength({ filters }: SemanticQuery): number {
  const [range] = filters.flatMap((one) => (one.kind === 'time' && one.span ? [one.range] : []));
  return range?.from && range.to ? daysBetween(range.from, range.to) : Infinity;
}

/** Whether a question is about a period of several months, and not about the best of them. */
const isOfMonths = (query: SemanticQuery): boolean =>
  query.limit === null &&
  query.filters.some(({ kind, span }) => kind === 'time' && span) &&
  rangeLength(query) > 2 * DAYS_OF_GRAIN.month;

const MONTHS: Group = { label: 'month', words: 'month', isMeant: ({ grain }) => grain === 'month' };

/** Whether a query is that of the question with another grouping, where a thing may have taken several columns. */
function isRegrouped(query: SemanticQuery, old: Dimension, isMeant: Group['isMeant']) {
  const isOld = (one: Dimension): boolean =>
    one === old || (!one.span && !old.span && one.column.table === old.column.table);
  const kept = query.dimensions.filter((one) => !isOld(one));
  return (read: SemanticQuery): boolean => {
    const keys = kept.map(keyOf);
    const fresh = read.dimensions.filter((one) => !keys.includes(keyOf(one)));
    return (
      fresh.length > 0 &&
      isMeant(fresh[0] as Dimension) &&
      fresh.every((one) => one.column.table === fresh[0]?.column.table) &&
      read.dimensions.length - fresh.length === kept.length &&
      sameBut(query, read, 'dimensions')
    );
  };
}

/** Columns of the thing that is grouped by, of the rows, and of the things that these refer to; and those things. */
function columnGroups(dimension: Dimension, context: ChoiceContext): Group[] {
  const { query, wording } = context;
  const { model } = wording.facts;
  const things = thingsOf(model);
  const home = homeOf(query, context);
  const isUsed = ({ ref }: Attribute): boolean =>
    query.dimensions.some(({ column }) => isSame(column, ref, context)) ||
    query.filters.some((one) => one.kind === 'compare' && one.op === '=' && isSame(one.column, ref, context));
  const steps = (table: string): number => {
    const path = joinPath(model.joins, home, table);
    return path.found ? path.steps.length : 0;
  };
  const related = tablesAround(model, home)
    .flatMap((name) => things.get(name) ?? [])
    .filter(
      ({ kind, name }) =>
        kind === 'table' && name !== home && !model.tables[name]?.role && looksUp(model.joins, home, name),
    )
    .sort((a, b) => steps(a.name) - steps(b.name));
  const near = [things.get(dimension.column.table), things.get(home), ...related].filter(
    (one, at, all): one is Thing => one !== undefined && all.indexOf(one) === at,
  );
  const columns = near.map((thing) =>
    attributesOf(thing)
      .filter((one) => !isUsed(one))
      .map((one) => groupOf(one, context)),
  );
  const nouns = related
    .filter(
      ({ name }) => !query.dimensions.some(({ column }) => keptIn(model, column.table) === name && isNaming(column)),
    )
    .flatMap((thing) => thingGroup(thing, context));
  const [own = [], ...others] = columns;
  return [...own.slice(0, 4), ...interleaved([...others.map((one) => one.flat()), nouns]), ...own.slice(4)].flat();

  function isNaming({ table, column }: ColumnRef): boolean {
    return things.get(table)?.attributes.find(({ ref }) => ref.column === column)?.role === 'name';
  }
}

/** The table whose rows the first figure aggregates, or the listed thing. */
function homeOf({ measures, subject }: SemanticQuery, { wording }: ChoiceContext): string {
  const what = measures[0]?.what;
  const { model } = wording.facts;
  const table = what?.kind === 'metric' ? model.metrics[what.id]?.table : what?.table;
  return keptIn(model, table ?? subject.name);
}

const isSame = (one: ColumnRef, other: ColumnRef, { wording }: ChoiceContext): boolean =>
  one.column === other.column && keptIn(wording.facts.model, one.table) === keptIn(wording.facts.model, other.table);

/** The columns of a thing to group by, first those with known values. */
const attributesOf = ({ attributes }: Thing): Attribute[] =>
  attributes
    .filter(({ role, category, unique }) => role === 'dimension' && category !== 'boolean' && !unique)
    .sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)));

const isKnown = ({ values, stored }: Attribute): boolean => Object.keys(values).length > 0 || stored.length > 0;

function groupOf(attribute: Attribute, context: ChoiceContext): Group[] {
  const { wording, language } = context;
  return named((locale) => attributeLabel(attribute, locale), context).map((name) => ({
    ...name,
    other: qualifiedName({ ...wording, locale: language }, attribute.ref),
    isMeant: ({ column, grain }) => !grain && isSame(column, attribute.ref, context),
  }));
}

function thingGroup(thing: Thing, context: ChoiceContext): Group[] {
  const { model } = context.wording.facts;
  if (!thing.attributes.some(({ role }) => role === 'name')) return [];
  return named((locale) => labelOf(thing, locale, ''), context).map((name) => ({
    ...name,
    isMeant: ({ column, grain }) => !grain && keptIn(model, column.table) === thing.name,
  }));
}

/** The first of each list, then the second of each. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** by city → by customer type; 各城市 → 各客户类型; the cities → the customer types. */
function waysOf(group: Group, own: TextSpan, context: ChoiceContext, old: Dimension): readonly (readonly Edit[])[] {
  const { text, language } = context;
  const words = text.slice(own.start, own.end);
  const isTime = old.grain !== undefined || old.part !== undefined;
  if (language === 'zh') {
    const lead = ZH_LEAD.exec(words)?.[0] ?? '';
    const kept = isTime && lead !== '' && !/^按/.test(lead) ? '各' : lead.replace(/(?<=[每各]).+$/u, '');
    const name =
      group === MONTHS
        ? [lead !== '' || /[各每]$/u.test(text.slice(0, own.start)) ? '月' : '月份']
        : [...shortNames(group.words), group.other ?? group.words];
    const tail = /(?:来|分别)?(?:统计|分组|划分|汇总)$/u.exec(words)?.[0] ?? '';
    const ways = inPlaceOf(
      own,
      name.map((one) => `${kept === '每' && group !== MONTHS ? '各' : kept}${one}${tail}`),
    );
    // 5所学校 → 5个品类
    const [measureWord] = COUNTED.exec(text.slice(0, own.start)) ?? [];
    if (measureWord === undefined) return ways;
    return ways.map((edits) => [...edits, { start: own.start - measureWord.length, end: own.start, words: '个' }]);
  }
  const lead = EN_LEAD.exec(words)?.[0] ?? '';
  const noun = words.slice(lead.length);
  const isMany = isPlural(noun);
  const names = [group.words, group.other ?? group.words].map((one) => (isMany ? plural(one) : one));
  const adverb = /^(?:hourly|daily|weekly|monthly|quarterly|yearly|annual|annually)$/i.test(words);
  if (!adverb)
    return inPlaceOf(
      own,
      names.map((one) => `${lead}${one}`),
    );
  const [measure] = context.query.measures;
  const span = measure?.span;
  if (!span || span.start < own.end || text.slice(span.start, span.end) !== span.text) return [];
  return names.map((one) => [
    { start: own.start, end: own.end, words: '' },
    { start: span.start, end: span.end, words: `${span.text} by ${one}` },
  ]);
}

const MEASURES = MEASURE_WORDS.join('|');
/** The measure word of a number. */
const COUNTED = new RegExp(`(?<=[\\d一二两三四五六七八九十])(?:${MEASURES})$`, 'u');
const ZH_LEAD = new RegExp(`^(?:按照?各?|各个?|每一?(?:${MEASURES})?|不同的?)`, 'u');
const EN_LEAD = /^(?:(?:by|per|for|in|of|across|among)\s+)?(?:(?:each|every|the|all|different|which|what)\s+)?/i;

/** 所在国家 is 国家 behind 各. */
const shortNames = (words: string): string[] => {
  const short = words.replace(/^(?:所在|所属)/u, '');
  return short.length > 1 ? [short, words] : [words];
};

const GRAINS: Record<Grain, { en: readonly [string, string]; zh: readonly string[]; label: string }> = {
  day: { en: ['day', 'daily'], zh: ['日', '天'], label: '日' },
  week: { en: ['week', 'weekly'], zh: ['星期', '周'], label: '周' },
  month: { en: ['month', 'monthly'], zh: ['个月', '月份', '月'], label: '月份' },
  quarter: { en: ['quarter', 'quarterly'], zh: ['个季度', '季度'], label: '季度' },
  year: { en: ['year', 'yearly'], zh: ['年份', '年'], label: '年份' },
};

/** Other grains, nearest first: by month → by quarter, 每个月 → 每季度. */
function otherGrains(grain: Grain, own: TextSpan, { text }: ChoiceContext): { grain: Grain; ways: Edit[][] }[] {
  const words = text.slice(own.start, own.end);
  const order = Object.keys(GRAINS) as Grain[];
  const far = (other: Grain): number => Math.abs(order.indexOf(other) - order.indexOf(grain));
  const { en, zh } = GRAINS[grain];
  return order
    .filter((other) => other !== grain)
    .sort((a, b) => far(a) - far(b) || order.indexOf(b) - order.indexOf(a))
    .flatMap((other) => {
      const to = GRAINS[other];
      const han = zh.find((word) => words.includes(word));
      const changed = new RegExp(en[1], 'i').test(words)
        ? words.replace(new RegExp(en[1], 'i'), to.en[1])
        : new RegExp(`${en[0]}s?`, 'i').test(words)
          ? words.replace(new RegExp(en[0], 'i'), to.en[0])
          : han === undefined
            ? null
            : words.replace(han, to.zh.at(-1) ?? '');
      return changed === null ? [] : [{ grain: other, ways: inPlaceOf(own, [changed]) }];
    });
}

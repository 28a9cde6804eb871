import { conditionsIn, type Filter, type Measure } from '@querent/contracts';
import { plural } from '@querent/language';
import {
  addsUp,
  attributeOf,
  columnText,
  enumerate,
  label,
  OPERATORS,
  recurrenceText,
  say,
  thingsOf,
  valueLabel,
  type Wording,
} from '@querent/model';
import { columnPairText } from './column-pair-text';
import { comparedText, boundValueText } from './comparison-text';

/** Words for the number of related rows. */
const COUNTS = {
  '=': { zh: '等于', en: 'exactly' },
  '!=': { zh: '不等于', en: 'any number but' },
  '>': { zh: '多于', en: 'more than' },
  '>=': { zh: '不少于', en: 'at least' },
  '<': { zh: '少于', en: 'fewer than' },
  '<=': { zh: '不多于', en: 'at most' },
} as const;

const TEXT_MATCH = {
  contains: { zh: '包含', en: ['contains', 'does not contain'] },
  starts: { zh: '开头为', en: ['starts with', 'does not start with'] },
  ends: { zh: '结尾为', en: ['ends with', 'does not end with'] },
} as const;

/**
 * A condition in business words: 城市为上海市, "city is Leeds". An English condition on related rows starts with "with" or
 * "without": "with more than 5 orders".
 */
export function filterText(wording: Wording, filter: Filter): string {
  const { locale } = wording;
  if (filter.kind === 'or')
    return filter.filters.map((one) => filterText(wording, one)).join(say(locale, '或', ' or '));
  if (filter.kind === 'term') return termText(wording, filter);
  if (filter.kind === 'exists') return existsText(wording, filter);
  if (filter.kind === 'bound') return boundText(wording, filter);
  if (filter.kind === 'compare_columns') return columnPairText(wording, filter);
  if (filter.kind === 'latest' && filter.note) return filter.note;
  const column = columnText(wording, filter.column);
  if (filter.kind === 'compare_aggregate') {
    const isTime = attributeOf(wording, filter.column)?.role === 'time';
    const others = {
      filterText: (one: Filter) => filterText(wording, one),
      thing: thingText(wording, filter.column.table),
      isTime,
    };
    return column + say(locale, '', ' ') + comparedText(wording, filter, others);
  }
  const attribute = attributeOf(wording, filter.column);
  const shown = (value: unknown): string =>
    attribute && typeof value === 'string' ? valueLabel(attribute, value, locale) : String(value);
  return column + say(locale, '', ' ') + predicateText(wording, filter, shown);
}

/** The label of a term, preceded by its role if it has one: "buyer: VIP". */
function termText({ model, locale }: Wording, { id, negated, role }: Extract<Filter, { kind: 'term' }>): string {
  const name = `${negated ? say(locale, '非', 'not ') : ''}${label(model.terms[id]?.label ?? {}, locale, id.replaceAll('_', ' '))}`;
  const player = role === undefined ? '' : label(model.tables[role]?.label ?? {}, locale);
  return player === '' ? name : say(locale, `${player}为${name}`, `${player}: ${name}`);
}

type ColumnFilter = Exclude<
  Filter,
  { kind: 'or' | 'term' | 'exists' | 'bound' | 'compare_columns' | 'compare_aggregate' }
>;

function predicateText({ locale }: Wording, filter: ColumnFilter, shown: (value: unknown) => string): string {
  switch (filter.kind) {
    case 'compare':
      return say(
        locale,
        `${OPERATORS[filter.op].zh}${shown(filter.value)}`,
        `${OPERATORS[filter.op].en} ${shown(filter.value)}`,
      );
    case 'in':
      return say(
        locale,
        `${filter.negated ? '不' : ''}为${filter.values.map(shown).join('或')}`,
        anyOf(filter.values.map(shown), filter.negated),
      );
    case 'between':
      return say(locale, `在${filter.from}到${filter.to}之间`, `is between ${filter.from} and ${filter.to}`);
    case 'text':
      return say(
        locale,
        `${filter.negated ? '不' : ''}${TEXT_MATCH[filter.match].zh}“${filter.value}”`,
        `${TEXT_MATCH[filter.match].en[filter.negated ? 1 : 0]} “${filter.value}”`,
      );
    case 'null':
      return say(locale, filter.negated ? '不为空' : '为空', filter.negated ? 'is known' : 'is missing');
    case 'time':
      return say(
        locale,
        `${filter.negated ? '不在' : '在'}${filter.range.label}`,
        `is ${filter.negated ? 'not ' : ''}${periodText(filter.range.label)}`,
      );
    case 'recurring':
      return recurrenceText(filter.times, filter.negated, locale);
    case 'latest':
      return say(locale, '取最新', 'is the latest');
  }
}

function anyOf(values: string[], negated: boolean): string {
  if (values.length === 1) return `${negated ? 'is not' : 'is'} ${values[0]}`;
  return negated ? `is neither ${values.join(' nor ')}` : `is ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** A period with its preposition: "in 2025", "on 2025-03-04", "in the last 3 months"; "last month" needs none. */
function periodText(period: string): string {
  if (/^(?:last|past) \d/i.test(period)) return `in the ${period}`;
  if (
    /^(?:this|last|today|yesterday|before|after|since|until|from|between|in|on|at|up to|within|over|during|as of)\b/i.test(
      period,
    )
  )
    return period;
  return `${/^\d{4}-\d{2}-\d{2}(?! to )/.test(period) ? 'on' : 'in'} ${period}`;
}

/** A condition on related rows and their number: "with at least 2 schools (school type is primary)". */
function existsText(wording: Wording, filter: Extract<Filter, { kind: 'exists' }>): string {
  const { locale } = wording;
  const name = thingText(wording, filter.table);
  const inner = filter.filters.map((one) => filterText(wording, one));
  const { count } = filter;
  if (filter.all) return sharedText(wording, filter, inner);
  if (locale === 'zh') {
    const rows = `${inner.length > 0 ? `${inner.join('、')}的` : ''}${name}`;
    if (count) return `${filter.negated ? '并非' : ''}${rows}数量${COUNTS[count.op].zh}${count.value}`;
    return `${filter.negated ? '没有' : '有'}${rows}`;
  }
  const rows = count
    ? `${COUNTS[count.op].en} ${count.value} ${count.value === 1 ? name : plural(name)}`
    : plural(name);
  return `${filter.negated ? 'without' : 'with'} ${rows}${inner.length > 0 ? ` (${enumerate(inner, locale)})` : ''}`;
}

/** What all rows of a table have in common: 所有酒店共有, "common to all hotels (city is Rome)". */
function sharedText(
  wording: Wording,
  { table, negated }: Extract<Filter, { kind: 'exists' }>,
  inner: string[],
): string {
  const { locale } = wording;
  const name = thingText(wording, table);
  if (locale === 'zh')
    return `${negated ? '并非' : ''}所有${inner.length > 0 ? `${inner.join('、')}的` : ''}${name}共有`;
  return `${negated ? 'not ' : ''}common to all ${plural(name)}${inner.length > 0 ? ` (${enumerate(inner, locale)})` : ''}`;
}

/** A bound on a figure of each thing: 客户的消费总额大于1000, "total amount of the client is over 1000". */
function boundText(wording: Wording, bound: Extract<Filter, { kind: 'bound' }>): string {
  const { locale } = wording;
  const { thing, measure } = bound;
  const inner = conditionsIn(measure).map((one) => filterText(wording, one));
  const others = { filterText: (one: Filter) => filterText(wording, one), thing: thingText(wording, thing) };
  const none =
    bound.against && !bound.against.among && isNoneOfNothing(wording, measure)
      ? say(locale, '（没有的按0计）', ' (none counts as 0)')
      : '';
  const compared = boundValueText(wording, bound, others) + none;
  if (locale === 'zh')
    return `${thingText(wording, thing)}的${inner.length > 0 ? `${inner.join('、')}的` : ''}${measure.label}${compared}`;
  return `${measure.label} of the ${thingText(wording, thing)} ${inner.length > 0 ? `(${enumerate(inner, locale)}) ` : ''}${compared}`;
}

/** Whether a measure is 0 for a thing without rows, as sums and counts are. */
function isNoneOfNothing({ model }: Wording, { what, per, over, share }: Measure): boolean {
  if (per || over || share) return false;
  if (what.kind === 'aggregate') return addsUp(what.fn);
  return /^\s*(?:sum|count)\s*\([^/]*$/i.test(model.metrics[what.id]?.expression ?? '');
}

/** The label of a table or an entity, as a name for one of its rows. */
export function thingText({ model, locale }: Wording, name: string): string {
  return label(thingsOf(model).get(name)?.label ?? {}, locale, name.replaceAll('_', ' '));
}

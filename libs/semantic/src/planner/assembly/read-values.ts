import type { Filter } from '@querent/contracts';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { APART } from './check-limits';
import { type ValueReading, chooseValue } from './choose-value';
import { type ChosenValue, mixedUp } from './mixed-values';
import { negatedBefore } from './negation';
import { addDimension } from './read-dimensions';
import { refuse } from './refuse';
import type { Stop } from './step';

/** 浙江以外的景区, 浙江和江苏以外: the negation stands behind the last of a list. */
function negatedBehind(reading: Reading, mention: Mention): boolean {
  let at = mention.index + 1;
  while (reading.mentions[at]?.glue.has('and') && sensesOf(reading.mentions[at], 'value').length > 0) at++;
  const end = reading.mentions[at];
  if (!end || !cueOf(end, 'except_end') || !/^(?:以外|之外)/.test(end.span.text)) return false;
  claim('negation', end);
  return true;
}

/** Words that are stored values become filters; several of one column, joined by and/or, one IN. */
export function readValues(reading: Reading): Stop | null {
  const chosen: ChosenValue[] = [];
  for (const mention of reading.mentions) {
    if (!isOpenForFilter(mention) || sensesOf(mention, 'value').length === 0) continue;
    const result = chooseValue(reading, mention, chosen.at(-1)?.attribute);
    if (result === null) continue;
    if ('kind' in result) return result;
    const inherited = mention.glue.has('and') || mention.glue.has('or') ? (chosen.at(-1)?.negated ?? false) : false;
    const negated = negatedBefore(reading, mention) || negatedBehind(reading, mention) || inherited;
    if (result.others.length > 0) reading.draft.filters.push({ attribute: result.attribute, filter: anyColumn(result, mention, negated) });
    else chosen.push({ ...result, mention, negated });
    claim('filter', mention);
    mention.filtered = true;
  }
  const mixed = mixedUp(reading, chosen);
  if (mixed) return refuse(reading, 'unplaced', mixed.span.text);
  compareValues(reading, chosen);
  for (const group of groupByColumn(chosen)) reading.draft.filters.push({ filter: valueFilter(reading, group), attribute: group[0]?.attribute ?? null });
  return null;
}

/** One word taken in several columns: any of them may hold it; denied, none of them. */
function anyColumn({ attribute, values, others }: ValueReading, mention: Mention, negated: boolean): Filter {
  const span = mention.span;
  const all = [...values.map((value) => ({ attribute, value })), ...others];
  const filters = all.map(({ attribute: { ref }, value }): Filter => ({ kind: 'compare', column: ref, op: '=', value, span }));
  return negated ? { kind: 'in', column: attribute.ref, values, negated, span } : { kind: 'or', filters, span };
}

/** Open, or claimed only for the thing that its words end with (VIP客户). */
export function isOpenForFilter(mention: Mention): boolean {
  // Never refunded: the verb is of the refunds, not a status beside them.
  if (mention.filtered || (mention.claim === 'relation' && cueOf(mention, 'relation'))) return false;
  return mention.claim === null || (sensesOf(mention, 'thing').length === 0 && NOUN_CLAIMS.has(mention.claim));
}

const NOUN_CLAIMS: ReadonlySet<string> = new Set(['measure', 'subject', 'dimension', 'relation']);

/** 杭州和上海的订单金额对比: values set against each other are groups. */
function compareValues(reading: Reading, chosen: ChosenValue[]): void {
  const versus = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'versus'));
  const first = chosen.find((one) => !one.negated && chosen.some((other) => other !== one && other.attribute === one.attribute && !other.negated));
  const apart = APART.test(reading.text) && reading.draft.exists.length === 0;
  if ((!versus && !apart) || !first) return;
  const each = reading.mentions.find((mention) => mention.claim === null && mention.span.text === '各');
  if (reading.draft.measures.length > 0 && (apart || reading.draft.dimensions.length === 0)) addDimension(reading, first.attribute, [versus ?? null, apart ? (each ?? null) : null]);
}

function groupByColumn(chosen: ChosenValue[]): ChosenValue[][] {
  const groups = new Map<string, ChosenValue[]>();
  for (const one of chosen) {
    const key = `${one.attribute.ref.table}.${one.attribute.ref.column}.${one.negated}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function valueFilter(reading: Reading, group: ChosenValue[]): Filter {
  const values = [...new Set(group.flatMap((one) => one.values))];
  const span = spanOver(reading, ...group.map((one) => one.mention));
  const [first] = group;
  const column = first?.attribute.ref ?? { table: '', column: '' };
  const negated = first?.negated ?? false;
  const [value = ''] = values;
  if (values.length === 1) return { kind: 'compare', column, op: negated ? '!=' : '=', value, span };
  return { kind: 'in', column, values, negated, span };
}

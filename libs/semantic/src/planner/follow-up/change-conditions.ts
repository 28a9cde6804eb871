import type { Filter, Scalar } from '@querent/contracts';
import { filterText } from '../answer/refined-question';
import { say } from '../answer/words';
import { mergeEqualities } from '../assembly/merge-equalities';
import { readAverageReferences } from '../assembly/read-average-references';
import { readComparisons } from '../assembly/read-comparisons';
import { readNear } from '../assembly/read-near';
import { readNulls } from '../assembly/read-nulls';
import { readQuoted } from '../assembly/read-quoted';
import { readRelations } from '../assembly/read-relations';
import { settleShare } from '../assembly/read-share';
import { readTerms } from '../assembly/read-terms';
import { readValues } from '../assembly/read-values';
import type { Step, Stop } from '../assembly/step';
import { cueOf } from '../reading/mention';
import type { DraftFilter } from '../reading/reading';
import { dropConditions, editConditions } from './kept-conditions';
import { isPlace } from './place-columns';
import { attributeOf } from './resume-draft';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** Conditions as any question names them. */
const READERS: readonly Step[] = [readNear, readComparisons, readAverageReferences, readRelations, readQuoted, readTerms, readValues, mergeEqualities, readNulls];

/** 上海呢, only VIP, except Beijing, rating at least 4: a condition is exchanged on its column, or joins the others. */
export const changeConditions: Change = (turn) => {
  const { reading, kept } = turn;
  if (turn.opening.removed.some(({ what }) => what === 'conditions')) dropAll(turn);
  for (const read of READERS) {
    const stop: Stop | null = read(reading);
    if (stop) return stop;
  }
  const { draft } = reading;
  for (const one of draft.filters) {
    const stop = applyCondition(turn, turn.opening.marks.has('except') ? { ...one, filter: negationOf(one.filter) } : one);
    if (stop) return stop;
  }
  for (const one of draft.exists) {
    kept.exists = [...kept.exists.filter((other) => other.table !== one.table), one];
    tell(turn, `条件改为${text(turn, { kind: 'exists', ...one })}`, `only those ${text(turn, { kind: 'exists', ...one })}`);
  }
  if (draft.having.length > 0) {
    kept.having = [...kept.having.filter((old) => !draft.having.some((one) => sameWhat(old.measure, one.measure))), ...draft.having];
    for (const { measure, op, value } of draft.having) tell(turn, `只看${measure.label}${BOUNDS[op].zh}${value}的`, `only where ${measure.label} is ${BOUNDS[op].en} ${value}`);
  }
  return shareOfTotal(turn) ?? changeNear(turn);
};

/** "And the share?" of figures that are split: each as a part of their total. */
function shareOfTotal({ reading, kept, said }: Turn): Stop | null {
  const cue = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'share'));
  const [measure] = kept.measures;
  if (!cue || !measure || kept.dimensions.length === 0 || kept.compare || measure.share || kept.measures.length > 1) return null;
  reading.draft.measures = [measure];
  const stop = settleShare(reading);
  kept.measures = reading.draft.measures.map((one) => ({ ...one, span: cue.span }));
  said.push(say(reading.locale, '改看占比', 'now as shares of the total'));
  return stop;
}

const BOUNDS = {
  '=': { zh: '为', en: '' }, '!=': { zh: '不为', en: 'not' }, '>': { zh: '大于', en: 'over' }, '>=': { zh: '不低于', en: 'at least' }, '<': { zh: '小于', en: 'under' }, '<=': { zh: '不高于', en: 'at most' },
} as const;

function sameWhat(a: { what: unknown }, b: { what: unknown }): boolean {
  return JSON.stringify(a.what) === JSON.stringify(b.what);
}

function text({ reading }: Turn, filter: Filter): string {
  return filterText(reading, filter);
}

function applyCondition(turn: Turn, { filter, attribute }: DraftFilter): Stop | null {
  const { kept, opening } = turn;
  const narrowed = opening.marks.has('those');
  const merged = { written: null as Filter | null };
  const found = editConditions(kept, (old) => {
    if (!isOnSameColumn(old, filter)) return old;
    const next = mergeInto(old, filter, { besides: opening.marks.has('besides'), narrowed });
    if (next === 'beside') return old;
    merged.written = next;
    return next;
  });
  if (!narrowed && attribute && isPositive(filter) && isPlace(attribute)) dropOtherPlaces(turn, filter);
  if (!found) kept.filters.push({ filter, attribute });
  else attributeAgain(turn);
  const written = merged.written ?? filter;
  tell(turn, `条件改为${text(turn, written)}`, `now where ${text(turn, written)}`);
  return null;
}

/** 苏州 after 浙江: where something is has one answer, whichever level it is given on. */
function dropOtherPlaces(turn: Turn, filter: Filter): void {
  const column = JSON.stringify('column' in filter ? filter.column : null);
  const gone: string[] = [];
  dropConditions(turn.kept, (old) => {
    const attribute = attributeOf(turn.reading, old);
    const other = 'column' in old && isPositive(old) && attribute !== null && isPlace(attribute) && JSON.stringify(old.column) !== column;
    if (other) gone.push(text(turn, old));
    return other;
  });
  for (const words of gone) tell(turn, `不再限定${words}`, `no longer ${words}`);
}

function attributeAgain({ reading, kept }: Turn): void {
  kept.filters = kept.filters.map((one) => ({ filter: one.filter, attribute: attributeOf(reading, one.filter) ?? one.attribute }));
}

function isPositive(filter: Filter): boolean {
  return valuesOf(filter) !== null && !isNegated(filter);
}

function isNegated(filter: Filter): boolean {
  return ('negated' in filter && filter.negated) || (filter.kind === 'compare' && filter.op === '!=');
}

/** 不要北京的: the word that leaves out stands before the whole. */
function negationOf(filter: Filter): Filter {
  if (filter.kind === 'compare' && filter.op === '=') return { ...filter, op: '!=' };
  return filter.kind === 'in' || filter.kind === 'term' || filter.kind === 'text' || filter.kind === 'between' ? { ...filter, negated: true } : filter;
}

function isOnSameColumn(old: Filter, filter: Filter): boolean {
  if (old.kind === 'term' || filter.kind === 'term') return old.kind === 'term' && filter.kind === 'term' && old.id === filter.id;
  if (old.kind === 'or') return old.filters.every((one) => isOnSameColumn(one, filter));
  return 'column' in old && 'column' in filter && old.column.table === filter.column.table && old.column.column === filter.column.column;
}

/** The values that a condition names; null for bounds and all else. */
function valuesOf(filter: Filter): Scalar[] | null {
  if (filter.kind === 'in') return filter.values;
  return filter.kind === 'compare' && (filter.op === '=' || filter.op === '!=') ? [filter.value] : null;
}

/** What a condition becomes when another on its column is named; `beside` where both hold together. */
function mergeInto(old: Filter, filter: Filter, how: { besides: boolean; narrowed: boolean }): Filter | 'beside' {
  const [before, named] = [valuesOf(old), valuesOf(filter)];
  if (before === null || named === null) return isOtherBound(old, filter) ? 'beside' : filter;
  if (isNegated(filter)) {
    if (isNegated(old)) return listed(filter, [...before, ...named]);
    const left = before.filter((value) => !named.includes(value));
    return left.length > 0 && left.length < before.length ? listed({ ...old, ...(filter.span ? { span: filter.span } : {}) }, left) : filter;
  }
  if (how.besides && !isNegated(old)) return listed(filter, [...before, ...named]);
  if (how.narrowed && (isNegated(old) || !named.every((value) => before.includes(value)))) return 'beside';
  return filter;
}

/** A lower bound beside an upper one that it leaves room for. */
function isOtherBound(old: Filter, filter: Filter): boolean {
  if (old.kind !== 'compare' || filter.kind !== 'compare') return false;
  const [low, high] = old.op.startsWith('>') ? [old, filter] : [filter, old];
  return low.op.startsWith('>') && high.op.startsWith('<') && Number(low.value) < Number(high.value);
}

function listed(filter: Filter, all: Scalar[]): Filter {
  const values = [...new Set(all)];
  const [value = ''] = values;
  if (filter.kind !== 'compare' && filter.kind !== 'in') return filter;
  const { column, span } = filter;
  const negated = isNegated(filter);
  const made: Filter = values.length > 1 ? { kind: 'in', column, values, negated } : { kind: 'compare', column, op: negated ? '!=' : '=', value };
  return span ? { ...made, span } : made;
}

/** 10公里内呢 changes how far; another place takes the place of the one before. */
function changeNear(turn: Turn): Stop | null {
  const { reading, kept } = turn;
  if (reading.draft.near) {
    if (kept.measures.length === 0) kept.order = [];
    kept.near = reading.draft.near;
    tell(turn, `地点改为${place(kept.near)}`, `the place is now ${place(kept.near)}`);
  }
  const distance = reading.mentions.find((mention) => mention.claim === null && mention.literal?.kind === 'distance');
  if (!distance || distance.literal?.kind !== 'distance') return null;
  if (!kept.near) return UNFIT;
  const { meters } = distance.literal;
  kept.near = { ...kept.near, radiusMeters: meters, span: distance.span };
  distance.claim = 'near';
  tell(turn, `距离改为${distance.span.text}`, `the distance is now ${distance.span.text}`);
  return null;
}

function place({ place: at }: NonNullable<Turn['kept']['near']>): string {
  return at.kind === 'stored' ? at.value : at.label;
}

function dropAll(turn: Turn): void {
  const { kept } = turn;
  kept.filters = kept.filters.filter(({ filter }) => filter.note !== undefined || filter.kind === 'latest');
  kept.exists = [];
  kept.having = [];
  tell(turn, '不再限定条件', 'without its conditions');
}

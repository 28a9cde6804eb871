import type { Filter } from '@querent/contracts';
import { filterText } from '../../wording/filter-text';
import { mergeEqualities } from '../assembly/merge-equalities';
import { readAverageReferences } from '../assembly/read-average-references';
import { readComparisons } from '../assembly/read-comparisons';
import { readNear } from '../assembly/read-near';
import { readNulls } from '../assembly/read-nulls';
import { readQuoted } from '../assembly/read-quoted';
import { readRelations } from '../assembly/read-relations';
import { readTerms } from '../assembly/read-terms';
import { readValues } from '../assembly/read-values';
import type { Step, Stop } from '../assembly/step';
import type { DraftFilter } from '../reading/reading';
import { changeNear } from './change-near';
import { compareWith, heldAgainst, sayGroups } from './hold-against';
import { dropConditions, editConditions } from './kept-conditions';
import { isOnSameColumn, isPositive, mergeInto, negationOf } from './merge-condition';
import { isPlace } from './place-columns';
import { isMarked } from './read-opening';
import { attributeOf } from './resume-draft';
import { shareOfTotal } from './share-of-total';
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
  const held = heldAgainst(turn);
  const groups = kept.dimensions.length;
  for (const one of draft.filters) {
    const stop = applyCondition(turn, isMarked(turn.opening, 'except', one.filter.span) ? { ...one, filter: negationOf(one.filter) } : one);
    if (stop) return stop;
  }
  if (held && !compareWith(turn, held)) return UNFIT;
  if (kept.dimensions.length > groups) sayGroups(turn, groups);
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
  const besides = isMarked(opening, 'besides', filter.span) || heldAgainst(turn) !== null;
  const merged = { written: null as Filter | null };
  const found = editConditions(kept, (old) => {
    if (!isOnSameColumn(old, filter)) return old;
    const next = mergeInto(old, filter, { besides, narrowed });
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

function dropAll(turn: Turn): void {
  const { kept } = turn;
  kept.filters = kept.filters.filter(({ filter }) => filter.note !== undefined || filter.kind === 'latest');
  kept.exists = [];
  kept.having = [];
  tell(turn, '不再限定条件', 'without its conditions');
}

import type { Dimension } from '@querent/contracts';
import { enumerate } from '../../wording/words';
import { thingOf } from '../assembly/head-thing';
import { groupBy, readDimensions } from '../assembly/read-dimensions';
import { countOf } from '../assembly/read-measures';
import { readRanking } from '../assembly/read-ranking';
import { readTime } from '../assembly/read-time';
import type { Stop } from '../assembly/step';
import { cueOf, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { timeColumn } from './change-time';
import { conditionsOf } from './kept-conditions';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** 按区拆开, per month, "by channel instead", 总的呢: what the figures are split by. */
export const changeGrouping: Change = (turn) => {
  const { reading, kept } = turn;
  if (turn.opening.removed.some(({ what }) => what === 'grouping')) {
    if (kept.dimensions.length === 0 || kept.having.length > 0) return UNFIT;
    ungroup(turn);
  }
  const listed = kept.measures.length === 0;
  if (listed && asksGroups(reading) && kept.subject) reading.draft.measures = [countOf(reading, kept.subject.thing)];
  const stop = readGroups(turn);
  if (stop) return stop;
  const named = reading.draft.dimensions;
  if (named.length > 0) {
    if (listed) countGroups(turn);
    regroup(turn, named);
  }
  reading.draft.measures = reading.draft.measures.length > 0 && kept.measures.length > 0 ? reading.draft.measures : kept.measures;
  reading.draft.dimensions = kept.dimensions;
  return named.length > 0 && kept.limit !== null && (turn.opening.marks.has('besides') || turn.opening.marks.has('split')) && kept.dimensions.length > named.length ? UNFIT : null;
};

function asksGroups(reading: Reading): boolean {
  return reading.mentions.some((mention) => mention.claim === null && (cueOf(mention, 'group') !== null || cueOf(mention, 'grain')?.each === true || /^[各每]/.test(mention.span.text)));
}

/** Groups as any question names them; periods are cut from the column whose time stands. */
function readGroups({ reading, kept, opening }: Turn): Stop | null {
  const { draft } = reading;
  draft.dimensions = [];
  const [standing] = [...new Set(conditionsOf(kept).flatMap((filter) => timeColumn({ reading }, filter)))];
  if (standing && draft.ranges.length === 0) draft.ranges = [{ column: standing.ref, range: { from: null, to: null, label: '' } }];
  const ranked = kept.measures.length > 0 ? readRanking(reading) : null;
  return ranked ?? readDimensions(reading) ?? splitBy(reading, opening.marks.has('split')) ?? readTime(reading);
}

/** 细分到渠道: what is named groups without a word of its own. */
function splitBy(reading: Reading, isSplit: boolean): Stop | null {
  const mention = isSplit ? reading.mentions.find((one) => one.claim === null && (sensesOf(one, 'attribute').length > 0 || thingOf(reading, one) !== null)) : undefined;
  const result = mention ? groupBy(reading, mention, null) : false;
  return typeof result === 'boolean' ? null : result;
}

function regroup(turn: Turn, named: Dimension[]): void {
  const { kept, opening } = turn;
  const before = kept.dimensions;
  const added = opening.marks.has('besides') || opening.marks.has('split');
  const fresh = named.filter((one) => !before.some((other) => isSame(one, other)));
  kept.dimensions = added ? [...before, ...fresh] : named;
  kept.order = kept.order.filter(({ by }) => by.kind !== 'dimension');
  kept.limitPer = null;
  if (kept.measures.length === 1 && kept.measures[0]?.share?.of === 'filtered') kept.order = [];
  const [zh, en] = [enumerate(named.map(({ label }) => label), 'zh'), enumerate(named.map(({ label }) => label), 'en')];
  if (added && before.length > 0) tell(turn, `再按${zh}细分`, `also split by ${en}`);
  else tell(turn, `按${zh}统计`, `split by ${en}`);
}

function isSame(a: Dimension, b: Dimension): boolean {
  return a.column.table === b.column.table && a.column.column === b.column.column && a.grain === b.grain;
}

/** A list has no groups: its rows are counted. */
function countGroups({ reading, kept }: Turn): void {
  kept.measures = reading.draft.measures;
  kept.select = [];
  kept.distinct = false;
  kept.order = [];
  kept.limit = null;
  kept.strategy = null;
}

function ungroup(turn: Turn): void {
  const { kept } = turn;
  kept.dimensions = [];
  kept.order = [];
  kept.limit = null;
  kept.limitPer = null;
  kept.measures = kept.measures.map(({ share, ...measure }) => (share?.of === 'filtered' ? { ...measure, share } : measure));
  tell(turn, '不再分组', 'no longer split');
}

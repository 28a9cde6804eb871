import type { Order } from '@querent/contracts';
import { attributeLabel } from '../../wording/words';
import { thingOf } from '../assembly/head-thing';
import { readOrder } from '../assembly/read-order';
import type { Stop } from '../assembly/step';
import { nameOf } from '../../model/things';
import { type CueOf, cueOf, type Mention, sensesOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { listRows } from './change-listing';
import { figureOfRows, isCount, isSame } from './change-measure';
import { attributeAt } from './resume-draft';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** "And the top 3?", 最低的呢, 倒序, "only the first ten": what is ranked by, which way, and how many are kept. */
export const changeRanking: Change = (turn) => {
  const { reading, kept, opening } = turn;
  if (opening.removed.some(({ what }) => what === 'limit')) {
    if (kept.limit === null) return UNFIT;
    kept.limit = null;
    kept.limitPer = null;
    tell(turn, '列出全部', 'all of them');
  }
  const stop = opening.marks.has('reversed') ? reverse(turn) : null;
  if (stop) return stop;
  const rank = reading.mentions.find((mention) => mention.claim === null && (cueOf(mention, 'superlative') || cueOf(mention, 'sort')));
  if (!rank) return firstRows(turn);
  return cueOf(rank, 'superlative')?.top ? readTop(turn, rank) : readRank(turn, rank);
};

/** An order as any question names it, else the standing one turned the way that the word says. */
function readRank(turn: Turn, rank: Mention): Stop | null {
  const { reading, kept } = turn;
  const { draft } = reading;
  if (kept.measures.length > 0 && kept.dimensions.length === 0) {
    const listed = kept.measures.every((measure) => isCount(reading, measure.what)) ? listRows(turn) : UNFIT;
    if (listed) return listed;
    draft.measures = [];
  }
  draft.order = [];
  draft.limit = null;
  draft.select = [];
  const counted = numberBeside(reading, rank);
  const grouped = sortByGroup(turn, rank);
  const stop = grouped ? null : readOrder(reading);
  if (stop) return stop;
  const superlative = cueOf(rank, 'superlative');
  const [order] = grouped ? [grouped] : draft.order.length > 0 ? draft.order.map((one) => shownOrder(turn, one)) : turnedOrder(turn, superlative?.direction ?? cueOf(rank, 'sort')?.direction ?? null);
  if (!order) return UNFIT;
  claim('order', ...reading.mentions.filter((mention) => cueOf(mention, 'sort')), rank, counted);
  kept.order = [{ ...order, span: order.span ?? rank.span }];
  // 最低的呢 after the five highest is the five lowest.
  if (counted?.literal?.kind === 'number') kept.limit = counted.literal.value;
  else if (superlative) kept.limit ??= draft.limit ?? 1;
  sayOrder(turn);
  return null;
}

/** "Sorted by genre" of figures by genre. */
function sortByGroup({ reading, kept }: Turn, rank: Mention): Order | null {
  if (!cueOf(rank, 'sort')) return null;
  for (const mention of reading.mentions) {
    const named = sensesOf(mention, 'attribute').map(({ attribute }) => attribute);
    const name = thingOf(reading, mention);
    const columns = [...named, ...(name ? [nameOf(name)] : [])];
    const index = mention.claim === null ? kept.dimensions.findIndex(({ column }) => columns.some((one) => one?.ref.table === column.table && one.ref.column === column.column)) : -1;
    if (index < 0) continue;
    const before = reading.mentions[mention.index - 1];
    claim('order', mention, cueOf(before, 'group') ? before : null);
    return { by: { kind: 'dimension', index }, direction: cueOf(rank, 'sort')?.direction ?? 'asc', span: rank.span };
  }
  return null;
}

/** A figure that is only sorted by is shown too, or nobody could see the order. */
function shownOrder(turn: Turn, order: Order): Order {
  const { reading, kept } = turn;
  const measure = order.by.kind === 'measure' ? reading.draft.measures[order.by.index] : undefined;
  if (!measure) return order;
  const at = kept.measures.findIndex((one) => isSame(one, measure));
  if (at < 0) {
    kept.measures = [...kept.measures, measure];
    tell(turn, `加上${measure.label}`, `${measure.label} added`);
  }
  return { ...order, by: { kind: 'measure', index: at < 0 ? kept.measures.length - 1 : at } };
}

/** "The top 3", 前5名, 后3名: how many, and for the last ones the other way round. */
function readTop(turn: Turn, rank: Mention): Stop | null {
  const { reading, kept } = turn;
  const cue = cueOf(rank, 'superlative');
  const other = reading.mentions.find((mention) => mention.claim === null && mention !== rank && cueOf(mention, 'superlative') && !cueOf(mention, 'superlative')?.top);
  const by = reading.mentions.some((mention) => mention.claim !== 'order' && mention.index > rank.index && cueOf(mention, 'group')?.side === 'before');
  const number = numberBeside(reading, rank);
  if (other || (by && !(kept.order.length > 0))) return readRank(turn, rank);
  if (number?.literal?.kind !== 'number') return UNFIT;
  const standing = kept.order.length > 0 ? kept.order : rankOf(turn);
  const [first] = standing;
  if (!first || !cue) return UNFIT;
  claim('order', rank, number);
  kept.order = [{ ...first, direction: topDirection(first, cue, rank), span: rank.span }];
  kept.limit = number.literal.value;
  sayOrder(turn);
  return null;
}

/** 前 and first keep the way that the answer runs; top is from the highest figure, bottom from the lowest. */
function topDirection(order: Order, cue: CueOf<'superlative'>, rank: Mention): 'asc' | 'desc' {
  if (cue.direction === 'asc') return order.by.kind === 'column' && order.direction === 'asc' ? 'desc' : 'asc';
  return /top/.test(rank.span.text) && order.by.kind === 'measure' ? 'desc' : order.direction;
}

/** What an answer that nobody ranked is ranked by: its figure. */
function rankOf({ reading, kept }: Turn): Order[] {
  if (kept.near && kept.measures.length === 0) return [{ by: { kind: 'distance' }, direction: 'asc' }];
  if (kept.measures.length > 0) return kept.dimensions.length > 0 && kept.compare === null ? [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }] : [];
  const figure = figureOfRows(reading, kept);
  const seen = figure && (kept.select.includes(figure) || kept.filters.some(({ attribute }) => attribute === figure));
  return seen ? [{ by: { kind: 'column', column: figure.ref }, direction: 'desc' }] : [];
}

function turnedOrder(turn: Turn, direction: 'asc' | 'desc' | null): Order[] {
  const [first] = turn.kept.order.length > 0 ? turn.kept.order : rankOf(turn);
  return first && direction ? [{ ...first, direction }] : [];
}

function reverse(turn: Turn): Stop | null {
  const { kept } = turn;
  const time = kept.dimensions.findIndex(({ grain }) => grain !== undefined);
  const [first] = kept.order.length > 0 ? kept.order : time >= 0 ? [{ by: { kind: 'dimension' as const, index: time }, direction: 'asc' as const }] : rankOf(turn);
  if (!first) return UNFIT;
  const span = { start: 0, end: 0, text: '' };
  kept.order = [{ ...first, direction: first.direction === 'asc' ? 'desc' : 'asc', span }];
  tell(turn, '顺序倒过来', 'in reverse order');
  return null;
}

/** "Only ten", 只要5个: fewer of a list that is already in order. */
function firstRows(turn: Turn): Stop | null {
  const { reading, kept, opening } = turn;
  const number = reading.mentions.find((mention) => mention.claim === null && mention.literal?.kind === 'number' && !mention.literal.ordinal);
  if (number?.literal?.kind !== 'number' || !opening.marks.has('only') || (kept.limit === null && kept.order.length === 0)) return null;
  claim('order', number);
  kept.limit = number.literal.value;
  sayOrder(turn);
  return null;
}

/** The number that goes with a rank word; one with a unit of measure bounds something instead. */
function numberBeside({ mentions }: Reading, rank: Mention): Mention | undefined {
  return [mentions[rank.index + 1], mentions[rank.index - 1]].find((mention) => mention?.claim === null && mention.literal?.kind === 'number' && !mention.literal.ordinal && mention.literal.unit !== '%' && Number.isInteger(mention.literal.value) && mention.literal.value > 0);
}

function sayOrder(turn: Turn): void {
  const { kept } = turn;
  const [order] = kept.order;
  if (!order) return tell(turn, `取前${kept.limit}项`, `the first ${kept.limit}`);
  const by = rankedBy(turn, order);
  const [zh, en] = order.direction === 'desc' ? ['从高到低', 'highest'] : ['从低到高', 'lowest'];
  const limited = kept.limit === null ? { zh: '', en: '' } : { zh: `取前${kept.limit}项`, en: `, the first ${kept.limit}` };
  tell(turn, `${by ? `按${by}` : ''}${zh}${limited.zh}`, `${en} ${by ? `${by} ` : ''}first${limited.en}`);
}

function rankedBy({ reading, kept }: Turn, { by }: Order): string {
  if (by.kind === 'measure') return kept.measures[by.index]?.label ?? '';
  if (by.kind === 'dimension') return kept.dimensions[by.index]?.label ?? '';
  const attribute = by.kind === 'column' ? attributeAt(reading, by.column) : null;
  return attribute ? attributeLabel(attribute, reading.locale) : '';
}

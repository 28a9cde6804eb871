import type { Order } from '@querent/contracts';
import { readOrder } from '../assembly/read-order';
import type { Stop } from '../assembly/step';
import { type CueOf, cueOf, type Mention } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { figureOfRows } from './change-measure';
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
  const single = kept.measures.length > 0 && kept.dimensions.length === 0;
  if (single) return UNFIT;
  draft.order = [];
  draft.limit = null;
  draft.select = [];
  const counted = numberBeside(reading, rank);
  const stop = readOrder(reading);
  if (stop) return stop;
  const superlative = cueOf(rank, 'superlative');
  const [order] = draft.order.length > 0 ? draft.order : turnedOrder(turn, superlative?.direction ?? cueOf(rank, 'sort')?.direction ?? null);
  if (!order) return UNFIT;
  claim('order', ...reading.mentions.filter((mention) => cueOf(mention, 'sort')), rank, counted);
  kept.order = [{ ...order, span: order.span ?? rank.span }];
  // 最低的呢 after the five highest is the five lowest.
  if (counted?.literal?.kind === 'number') kept.limit = counted.literal.value;
  else if (superlative) kept.limit ??= draft.limit ?? 1;
  sayOrder(turn);
  return null;
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
  return figure && kept.select.includes(figure) ? [{ by: { kind: 'column', column: figure.ref }, direction: 'desc' }] : [];
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
  if (!order) return;
  const [zh, en] = order.direction === 'desc' ? ['从高到低', 'highest first'] : ['从低到高', 'lowest first'];
  const limited = kept.limit === null ? { zh: '', en: '' } : { zh: `取前${kept.limit}项`, en: `, the first ${kept.limit}` };
  tell(turn, `${zh}${limited.zh}`, `${en}${limited.en}`);
}

import type { Filter } from '@querent/contracts';
import { MARKS, type Unit } from '@querent/lexicon';
import type { Item } from './chart';
import type { Facts } from './facts';
import { categoryOf, figureOf, type Meaning, type PeriodUse, setOf } from './meaning';

/** The units of a question as items between nodes: the positions where units begin and end. */
export interface Lattice {
  size: number;
  items: Item[];
  /** Stretches that no unit explains. */
  unknown: { start: number; end: number }[];
}

/** What it costs to leave a word without a reading: never cheaper than any reading that explains it. */
export const UNKNOWN_COST = 5;
const FILLER_MOST = 12;

/**
 * Filler is passed over: an item that filler follows also ends behind it, and what begins a question may have filler
 * before it. So no construction has to know of filler.
 */
export function latticeOf(text: string, units: readonly Unit[], facts: Facts): Lattice {
  const skip = skipMarks(text);
  const unknown = unknownStretches(text, units, skip);
  const all = [
    ...units,
    ...unknown.map(({ start, end }): Unit => ({
      start,
      end,
      text: text.slice(start, end),
      meaning: { type: 'filler' },
      form: 'word',
      cost: UNKNOWN_COST,
    })),
  ];
  const positions = [...new Set([skip(0), ...all.flatMap(({ start, end }) => [skip(start), skip(end)])])].sort(
    (a, b) => a - b,
  );
  const node = new Map(positions.map((position, at) => [position, at]));
  const at = (position: number): number => node.get(skip(position)) ?? 0;
  const size = at(text.length);
  const reached = fillerWays(
    all
      .filter(({ meaning }) => meaning.type === 'filler')
      .map(({ start, end, cost }) => ({ from: at(start), to: at(end), cost })),
    size,
  );
  const begins = new Set(all.filter(({ meaning }) => meaning.type !== 'filler').map(({ start }) => at(start)));
  const lead = reached[0] ?? new Map<number, number>([[0, 0]]);
  const items: Item[] = [];
  for (const unit of all) {
    if (unit.meaning.type === 'filler') continue;
    const [from, to] = [at(unit.start), at(unit.end)];
    if (from >= to) continue;
    const starts =
      from > 0 && lead.has(from)
        ? [
            { from, cost: 0 },
            { from: 0, cost: lead.get(from) ?? 0 },
          ]
        : [{ from, cost: 0 }];
    for (const meaning of meaningsOf(unit, facts)) {
      for (const start of starts) {
        for (const [end, cost] of endsOf(to, reached[to], begins, size)) {
          items.push({
            from: start.from,
            to: end,
            meaning,
            category: categoryOf(meaning),
            cost: unit.cost + start.cost + cost,
            made: { unit },
          });
        }
      }
    }
  }
  return { size, items, unknown };
}

/** From each node, the nodes that filler alone leads to, with the least cost. */
function fillerWays(
  fillers: readonly { from: number; to: number; cost: number }[],
  size: number,
): Map<number, number>[] {
  const from: { to: number; cost: number }[][] = Array.from({ length: size + 1 }, () => []);
  for (const { from: start, to, cost } of fillers) if (to > start) from[start]?.push({ to, cost });
  const reached: Map<number, number>[] = [];
  for (let node = size; node >= 0; node--) {
    const ways = new Map<number, number>([[node, 0]]);
    for (const { to, cost } of from[node] ?? []) {
      for (const [end, more] of reached[to] ?? [])
        if ((ways.get(end) ?? Infinity) > cost + more) ways.set(end, cost + more);
    }
    reached[node] = ways;
  }
  return reached;
}

/** Where an item that filler follows may end: before what follows the filler, or with the question. */
function endsOf(
  to: number,
  ways: ReadonlyMap<number, number> | undefined,
  begins: ReadonlySet<number>,
  size: number,
): [number, number][] {
  const ends = [...(ways ?? [])]
    .filter(([end]) => end !== to && end !== size && begins.has(end))
    .sort(([a], [b]) => a - b);
  const last = ways?.get(size);
  return [
    [to, 0],
    ...ends.slice(0, FILLER_MOST),
    ...(last === undefined || to === size ? [] : [[size, last] as [number, number]]),
  ];
}

/** The next position that is no mark or space; marks mean nothing between units but where one is a unit itself. */
function skipMarks(text: string): (position: number) => number {
  return (position) => {
    let at = position;
    while (at < text.length && MARKS.test(text.charAt(at))) at++;
    return at;
  };
}

/** Runs of text that no unit begins to explain, a word at a time. */
function unknownStretches(
  text: string,
  units: readonly Unit[],
  skip: (position: number) => number,
): { start: number; end: number }[] {
  const covered = new Uint8Array(text.length);
  for (const { start, end } of units) covered.fill(1, start, end);
  const found: { start: number; end: number }[] = [];
  for (let at = skip(0); at < text.length; at = skip(at)) {
    if (covered[at]) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < text.length && !covered[end] && !MARKS.test(text.charAt(end))) end++;
    found.push({ start: at, end });
    at = end;
  }
  return found;
}

function meaningsOf({ meaning: unit, form, text, start, end }: Unit, facts: Facts): Meaning[] {
  const span = { start, end, text };
  switch (unit.type) {
    case 'thing': {
      // A role is called as the key that refers to it.
      const key = facts.model.tables[unit.thing]?.role?.key;
      const columns: Meaning[] = key ? [{ cat: 'columns', columns: [key], asked: false }] : [];
      return [setOf(unit.thing, true), ...columns];
    }
    case 'metric': {
      const metric = facts.model.metrics[unit.id];
      const home = metric?.table ?? homeOfParent(facts, unit.id);
      return metric && home !== null ? [figureOf(home, { kind: 'metric', id: unit.id, form: 'value' })] : [];
    }
    case 'measure': {
      const figure = figureOf(unit.column.table, {
        kind: 'aggregate',
        fn: 'sum',
        table: unit.column.table,
        column: unit.column,
      });
      return [
        { ...figure, bare: unit.column },
        { cat: 'columns', columns: [unit.column], asked: false },
      ];
    }
    case 'attribute':
      if (form === 'verbal') return [{ cat: 'done_by', column: unit.column }];
      return [{ cat: 'columns', columns: [unit.column], asked: false }];
    case 'value': {
      const [value, ...more] = unit.values;
      if (value === undefined) return [];
      const filter: Filter =
        more.length === 0
          ? { kind: 'compare', column: unit.column, op: '=', value, span }
          : { kind: 'in', column: unit.column, values: unit.values, negated: false, span };
      return [
        {
          cat: 'condition',
          thing: unit.column.table,
          filters: [filter],
          head: facts.role(unit.column) === 'name' ? 'name' : 'value',
        },
      ];
    }
    case 'flag':
      return [
        {
          cat: 'condition',
          thing: unit.column.table,
          filters: [{ kind: 'compare', column: unit.column, op: '=', value: unit.is, span }],
          head: 'flag',
        },
      ];
    case 'event':
      return [{ cat: 'event', column: unit.column, noun: unit.noun, negated: false }];
    case 'term':
      return [{ cat: 'term', id: unit.id }];
    case 'filter': {
      const filter = facts.model.filters[unit.id];
      return filter ? [{ cat: 'columns', columns: [filter.column], asked: false }] : [];
    }
    case 'period': {
      const use: PeriodUse = {
        from: unit.range.from,
        to: unit.range.to,
        label: unit.label,
        grain: unit.grain,
        relative: unit.relative,
        key: unit.key,
        column: null,
        negated: false,
      };
      return [{ cat: 'period', use }];
    }
    case 'number':
      return unit.ordinal ? [] : [{ cat: 'number', value: unit.value, unit: unit.unit }];
    case 'quoted':
      return [{ cat: 'quoted', value: unit.value, span }];
    case 'distance':
      return [{ cat: 'radius', meters: unit.meters }];
    case 'operator':
      return [
        unit.operator.op === 'plain'
          ? { cat: `w:${unit.operator.word}` }
          : { cat: 'operator', operator: unit.operator },
      ];
    case 'reserved':
      return [{ cat: 'reserved' }];
    default:
      return [{ cat: 'other', unit }];
  }
}

function homeOfParent(facts: Facts, id: string): string | null {
  const metric = facts.model.metrics[id];
  if (!metric) return null;
  if (metric.table !== null) return metric.table;
  const [child] = Object.keys(metric.children);
  return child === undefined ? null : homeOfParent(facts, child);
}

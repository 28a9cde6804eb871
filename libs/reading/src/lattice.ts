import type { Filter } from '@querent/contracts';
import { MARKS, type Unit } from '@querent/lexicon';
import { type Item, MOST_NODES } from './chart';
import { categoryOf, type Facts, figureOf, type Meaning, periodUse, setOf } from '@querent/grammar';

/** The units of a question as items between nodes: the positions where units begin and end. */
export interface Lattice {
  size: number;
  items: Item[];
  /** Stretches that no unit explains. */
  unknown: { start: number; end: number }[];
}

/** Cost of a word without a meaning: higher than that of any reading that explains it. */
export const UNKNOWN_COST = 5;
const MOST_FILLER_ENDS = 12;

/**
 * Builds the lattice and skips filler: an item that filler follows also ends behind the filler, and an item at the
 * beginning may have filler before it. So no construction has to know about filler, and filler takes no nodes. The
 * nodes are the positions on a path of items through the whole question. The work is linear in the units, as a question
 * may be long and polite.
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
  const [first, last] = [skip(0), skip(text.length)];
  const meaningful = all.filter((unit) => unit.meaning.type !== 'filler' && skip(unit.start) < skip(unit.end));
  const begins = new Set(meaningful.map(({ start }) => skip(start)));
  const fillers = all.flatMap((unit): Filler[] =>
    unit.meaning.type === 'filler'
      ? [{ from: skip(unit.start), to: skip(unit.end), fillerCost: fillerCostOf(unit.cost) }]
      : [],
  );
  const ahead = fillerAhead(fillers, begins, last);
  const lead = fillerBehind(fillers, first);
  const stretches = meaningful.map((unit): Stretch => {
    const [from, to] = [skip(unit.start), skip(unit.end)];
    const led = from > first ? lead.get(from) : undefined;
    const ends = [
      { to, cost: 0 },
      ...(ahead.get(to) ?? []).map((end) => ({ to: end.to, cost: costOf(end.fillerCost) })),
    ];
    return { unit, starts: [{ from, cost: 0 }, ...(led ? [{ from: first, cost: costOf(led) }] : [])], ends };
  });
  const nodes = nodesOf(stretches, first, last);
  const size = Math.max(0, nodes.size - 1);
  return { size, items: size > MOST_NODES ? [] : stretches.flatMap((one) => itemsOf(one, nodes, facts)), unknown };
}

/** A unit with the positions where it may begin and end, including those beyond filler on both sides. */
interface Stretch {
  unit: Unit;
  starts: { from: number; cost: number }[];
  ends: { to: number; cost: number }[];
}

/** The positions on a path from the first to the last, numbered in order. */
function nodesOf(stretches: readonly Stretch[], first: number, last: number): ReadonlyMap<number, number> {
  const inOrder = [...stretches].sort((a, b) => a.unit.start - b.unit.start);
  const reached = new Set([first]);
  for (const { starts, ends } of inOrder)
    if (starts.some(({ from }) => reached.has(from))) for (const { to } of ends) reached.add(to);
  const leading = new Set([last]);
  for (const { starts, ends } of inOrder.reverse())
    if (ends.some(({ to }) => leading.has(to))) for (const { from } of starts) leading.add(from);
  const positions = [...reached].filter((position) => leading.has(position)).sort((a, b) => a - b);
  return new Map(positions.map((position, at) => [position, at]));
}

function itemsOf({ unit, starts, ends }: Stretch, nodes: ReadonlyMap<number, number>, facts: Facts): Item[] {
  return meaningsOf(unit, facts).flatMap((one) => {
    const isPlural = one.cat === 'figure' && facts.model.derived !== true && isOfSeveral(unit, facts);
    const meaning = isPlural ? { ...one, plural: true as const } : one;
    const category = categoryOf(meaning);
    const more = meaning.cat === 'figure' && facts.model.derived === true && isOfSeveral(unit, facts) ? OF_SEVERAL : 0;
    return starts.flatMap((start) =>
      ends.flatMap((end): Item[] => {
        const [from, to] = [nodes.get(start.from), nodes.get(end.to)];
        if (from === undefined || to === undefined) return [];
        return [{ from, to, meaning, category, cost: unit.cost + more + start.cost + end.cost, made: { unit } }];
      }),
    );
  });
}

interface Filler {
  from: number;
  to: number;
  fillerCost: FillerCost;
}

/** The cost of skipped filler: of words without any meaning, and of all others. */
interface FillerCost {
  light: number;
  other: number;
}

/** The most that a word without meaning costs, and a whole frame of such words. */
const LIGHT_WORD = 0.02;
const LIGHT_FRAME = 0.12;

const fillerCostOf = (cost: number): FillerCost =>
  cost <= LIGHT_WORD ? { light: cost, other: 0 } : { light: 0, other: cost };
const summed = (one: FillerCost, more: FillerCost): FillerCost => ({
  light: one.light + more.light,
  other: one.other + more.other,
});
const costOf = ({ light, other }: FillerCost): number => Math.min(light, LIGHT_FRAME) + other;
const isCheaper = (one: FillerCost, than: FillerCost | undefined): boolean =>
  than === undefined || costOf(one) < costOf(than);

/**
 * For each position, the ends that filler alone leads to, with the cheapest path to each: the next positions where a
 * meaningful unit begins, and the end of the question.
 */
function fillerAhead(
  fillers: readonly Filler[],
  begins: ReadonlySet<number>,
  last: number,
): ReadonlyMap<number, readonly Omit<Filler, 'from'>[]> {
  const found = new Map<number, Map<number, FillerCost>>();
  const ahead = new Map<number, Omit<Filler, 'from'>[]>();
  const aheadOf = (position: number): readonly Omit<Filler, 'from'>[] => {
    const known = ahead.get(position);
    if (known) return known;
    const ways = [...(found.get(position) ?? [])]
      .map(([to, fillerCost]) => ({ to, fillerCost }))
      .sort((a, b) => a.to - b.to);
    const near = ways.filter(({ to }) => to !== last).slice(0, MOST_FILLER_ENDS);
    const all = [...near, ...ways.filter(({ to }) => to === last)];
    ahead.set(position, all);
    return all;
  };
  // Goes from the end: the entries behind a filler are complete when the filler is added.
  for (const { from, to, fillerCost } of [...fillers].sort((a, b) => b.from - a.from)) {
    if (to <= from) continue;
    const ways = found.get(from) ?? new Map<number, FillerCost>();
    found.set(from, ways);
    const ends = [...(begins.has(to) || to === last ? [{ to, fillerCost: NOTHING }] : []), ...aheadOf(to)];
    for (const end of ends) {
      const whole = summed(fillerCost, end.fillerCost);
      if (isCheaper(whole, ways.get(end.to))) ways.set(end.to, whole);
    }
  }
  for (const position of found.keys()) aheadOf(position);
  return ahead;
}

const NOTHING: FillerCost = { light: 0, other: 0 };

/** The positions that filler alone reaches from the first, with the cheapest path to each. */
function fillerBehind(fillers: readonly Filler[], first: number): ReadonlyMap<number, FillerCost> {
  const costs = new Map([[first, NOTHING]]);
  for (const { from, to, fillerCost } of [...fillers].sort((a, b) => a.from - b.from)) {
    const before = costs.get(from);
    const whole = before && summed(before, fillerCost);
    if (whole && isCheaper(whole, costs.get(to))) costs.set(to, whole);
  }
  return costs;
}

/** The next position that is no punctuation mark or space. A mark between units has no meaning unless it is a unit. */
function skipMarks(text: string): (position: number) => number {
  const next = new Uint32Array(text.length + 1).fill(text.length);
  for (let at = text.length - 1; at >= 0; at--) next[at] = MARKS.test(text.charAt(at)) ? (next[at + 1] ?? at) : at;
  return (position) => next[position] ?? text.length;
}

/** Stretches of text that no unit covers, word by word. */
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

/** Cost of one figure for several amounts: "the populations of the cities" asks for each city's. */
const OF_SEVERAL = 0.25;

function isOfSeveral({ meaning, form, text }: Unit, facts: Facts): boolean {
  if (meaning.type !== 'measure' || form !== 'inflected') return false;
  const [first = ''] = text.split(' of ');
  const { label, synonyms } = facts.column(meaning.column) ?? {};
  if (!/[a-z]{3}s$/.test(first) || /s$/.test(label?.en ?? '')) return false;
  // The "copies" of "copies printed" is no plural of this name.
  const names = [label?.en ?? '', ...(synonyms?.en ?? [])].map((name) => name.toLowerCase());
  const isPlural = (name: string): boolean =>
    first === `${name}s` || (first !== name && first === name.replace(/y$/, 'ies'));
  return facts.model.derived === true || names.some(isPlural);
}

/** "The capital of the state": a name with its owner. "Date of birth" is one name. */
const ofOwner = (form: Unit['form'], text: string): boolean =>
  / of the /u.test(text) || (form === 'inflected' && / of /u.test(text));

/** Question words at the beginning of a name. */
const ASKING = /^(?:how (?:many|much) |有?(?:多少|几))/u;

const HAN = /^\p{Script=Han}$/u;

/** A stored value that the question writes in another form than the model, ending in s. */
const PLURAL = /[a-z]s$/iu;

function meaningsOf({ meaning: unit, form, text, start, end }: Unit, facts: Facts): Meaning[] {
  const span = { start, end, text };
  switch (unit.type) {
    case 'thing': {
      // A role has the same names as the key that refers to it.
      const key = facts.model.tables[unit.thing]?.role?.key;
      const columns: Meaning[] = key ? [{ cat: 'columns', columns: [key], asked: false, inRole: true }] : [];
      const isCounted = text.length === 1 && form !== 'exact' && HAN.test(text);
      return [{ ...setOf(unit.thing, true), ...(isCounted && { counted: true as const }) }, ...columns];
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
      // "How many people" asks for their number, and not for whom the number is known.
      if (form === 'head' && ASKING.test(text)) return [{ ...figure, bare: unit.column }];
      return [
        { ...figure, bare: unit.column },
        { cat: 'columns', columns: [unit.column], asked: false, ...(ofOwner(form, text) && { ofOwner: true }) },
      ];
    }
    case 'attribute':
      if (form === 'verbal') return [{ cat: 'done_by', column: unit.column }];
      return [{ cat: 'columns', columns: [unit.column], asked: false, ...(ofOwner(form, text) && { ofOwner: true }) }];
    case 'doing':
      return [{ cat: 'does', column: unit.column }];
    case 'way':
      return [{ cat: 'done_in', column: unit.column }];
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
          ...(form === 'inflected' &&
            PLURAL.test(text) &&
            facts.role(unit.column) !== 'name' && { plural: true as const }),
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
      return [
        {
          cat: 'event',
          column: unit.column,
          noun: unit.noun,
          negated: unit.absent ?? false,
          ...(unit.past && { past: { use: periodUse(unit.past.until), isOver: unit.past.isOver } }),
        },
      ];
    case 'first_by': {
      const { column, direction, limit } = unit;
      return [{ cat: 'ranking', by: { cat: 'column', column }, direction, limit, rank: null }];
    }
    case 'term':
      return [{ cat: 'term', id: unit.id }];
    case 'filter': {
      const filter = facts.model.filters[unit.id];
      return filter ? [{ cat: 'columns', columns: [filter.column], asked: false }] : [];
    }
    case 'period': {
      const [first, last] = unit.ends ?? [];
      return [
        {
          cat: 'period',
          use: { ...periodUse(unit), ...(first && last && { ends: [periodUse(first), periodUse(last)] as const }) },
        },
      ];
    }
    case 'number':
      return [unit.ordinal ? { cat: 'other', unit } : { cat: 'number', value: unit.value, unit: unit.unit }];
    case 'quoted':
      return [{ cat: 'quoted', values: [{ value: unit.value, span }], negated: false }];
    case 'distance':
      return [{ cat: 'radius', meters: unit.meters }];
    case 'operator':
      return [
        unit.operator.op === 'plain'
          ? { cat: `w:${unit.operator.word}` }
          : { cat: 'operator', operator: unit.operator },
      ];
    case 'time_part':
      return [{ cat: 'time_part', part: unit.part, use: unit.use }];
    case 'busy':
      return [{ cat: 'busy', direction: unit.direction }];
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

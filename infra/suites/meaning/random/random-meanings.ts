import type { RandomChoices } from './random-choices';
import { KINDS } from './random-rows';
import type { Formula, PlainCondition, World, WorldColumn, WorldMetric, WorldTable, WorldTerm } from './world';

/** Metrics and terms over a world's tables. */
export function randomMetrics(random: RandomChoices, world: World): WorldMetric[] {
  const leaves = Array.from({ length: random.whole(1, 4) }, (_, index): WorldMetric => ({
    id: `metric ${index}`,
    formula: randomFormula(random, random.pick(world.tables)),
    children: [],
  }));
  if (leaves.length < 2 || random.chance(0.5)) return leaves;
  const children = leaves.slice(0, 2).map(({ id }, index) => ({ id, weight: index === 0 ? 0.25 : 0.75 }));
  return [...leaves, { id: 'composite', formula: null, children }];
}

function randomFormula(random: RandomChoices, table: WorldTable): Formula {
  const numbers = measuresOf(table);
  const where = (): PlainCondition | null => (random.chance(0.3) ? randomCondition(random, table) : null);
  const count = (): Formula => ({ kind: 'aggregate', fn: 'count', table: table.name, column: null, where: where() });
  if (numbers.length === 0) return count();
  const total = (): Formula => ({
    kind: 'aggregate',
    fn: random.pick(['sum', 'avg', 'max', 'min'] as const),
    table: table.name,
    column: random.pick(numbers).name,
    where: where(),
  });
  const plain = numbers.filter(({ isCast }) => !isCast);
  const shapes: (() => Formula)[] = [
    total,
    count,
    () => ({ kind: 'ratio', over: { ...total(), fn: 'sum' } as Formula, under: count() }),
  ];
  if (plain.length > 0)
    shapes.push(() => ({
      kind: 'product',
      table: table.name,
      left: random.pick(plain).name,
      right: random.pick(plain).name,
    }));
  return random.pick(shapes)();
}

export function randomTerms(random: RandomChoices, world: World): WorldTerm[] {
  return world.tables.flatMap((table, index) => {
    const first = randomCondition(random, table);
    if (first === null || random.chance(0.5)) return [];
    const second = random.chance(0.4) ? randomCondition(random, table) : null;
    return [{ id: `term ${index}`, table: table.name, conditions: [first, ...(second === null ? [] : [second])] }];
  });
}

/** A condition that a model file may write over one column of the table. */
export function randomCondition(random: RandomChoices, table: WorldTable): PlainCondition | null {
  const usable = table.columns.filter(
    ({ role, type, isCast }) =>
      role !== 'key' && role !== 'name' && !isCast && !['date', 'timestamp', 'timestamptz'].includes(type),
  );
  if (usable.length === 0) return null;
  const column = random.pick(usable);
  return { table: table.name, column: column.name, op: opFor(random, column), value: literalFor(random, column) };
}

export function opFor(random: RandomChoices, { type }: WorldColumn): PlainCondition['op'] {
  return random.pick(
    type === 'text' || type === 'boolean' ? (['=', '!='] as const) : (['=', '!=', '<', '<=', '>', '>='] as const),
  );
}

export function literalFor(random: RandomChoices, column: WorldColumn): string | number | boolean {
  if (column.isYear) return random.pick([2024, 2025, 2026]);
  if (column.type === 'boolean') return random.chance(0.5);
  if (column.type === 'text' && !column.isCast)
    return random.pick(column.role === 'name' ? ['Ann', '王伟', 'Zoe', ''] : KINDS);
  return column.type === 'integer' ? random.whole(0, 9) : random.whole(0, 20) / 2;
}

export const measuresOf = (table: WorldTable): WorldColumn[] => table.columns.filter(({ role }) => role === 'measure');

import fc from 'fast-check';
import type { SemanticModel } from '@querent/model';
import { connectedTables, MOST_TABLES } from './table-closure';
import { joinWays } from './join-ways';
import { schemaOf } from './fixture/schema';

/** A chain of 30 tables: t0 ← t1 ← t2 … */
const chain = schemaOf(
  Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`t${i}`, i === 0 ? 'x' : `>t${i - 1}`])),
);
const names = Object.keys(chain.tables);
const rest = (ranked: string[]): string[] => names.filter((name) => !ranked.includes(name));

describe('tables closed under joins', () => {
  it('are all tables of a small model, ranked', () => {
    const small = schemaOf({ a: '', b: '>a', c: '', d: '' });
    expect(connectedTables(['c', 'a'], ['b', 'd'], joinWays(small))).toEqual(['c', 'a', 'b', 'd']);
  });

  it('contain the tables that connect two relevant ones', () => {
    expect(connectedTables(['t3', 't6'], rest(['t3', 't6']), joinWays(chain))).toEqual(['t3', 't6', 't5', 't4']);
  });

  it('omit a table that only too long a path would connect', () => {
    expect(connectedTables(['t0', 't29', 't1'], rest(['t0', 't29', 't1']), joinWays(chain))).toEqual(['t0', 't1']);
  });

  it('keep the two sources of an entity together', () => {
    const twins = schemaOf(
      {
        a_sight: 'name',
        tourist_spot: 'name',
        ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`other${i}`, 'x'])),
      },
      {
        entities: {
          spot: {
            label: { en: 'spot' },
            sources: ['a_sight', 'tourist_spot'],
            match: 'tourist_spot.name = a_sight.name',
            fields: { name: ['a_sight.name', 'tourist_spot.name'] },
          },
        },
      },
    );
    const kept = connectedTables(
      ['other3', 'tourist_spot'],
      Object.keys(twins.tables).filter((name) => !['other3', 'tourist_spot'].includes(name)),
      joinWays(twins),
    );
    expect(kept).toEqual(['other3', 'tourist_spot', 'a_sight']);
  });

  it('are those with most joins if the question matches none', () => {
    expect(connectedTables([], names, joinWays(chain)).slice(0, 2)).toEqual(['t0', 't1']);
  });

  it('are always connected where the model connects them, never too many, and each once', () => {
    const model = fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 40 }).map((joins): SemanticModel => ({
      ...chain,
      tables: Object.fromEntries(Object.entries(chain.tables).slice(0, 25)),
      joins: joins.map(([from, to]) => ({
        from: { table: `t${from}`, columns: ['x'] },
        to: { table: `t${to}`, columns: ['id'] },
      })),
    }));
    fc.assert(
      fc.property(model, fc.uniqueArray(fc.nat(24), { maxLength: 25 }), (made, order) => {
        const ranked = order.map((i) => `t${i}`);
        const others = Object.keys(made.tables).filter((name) => !ranked.includes(name));
        const kept = connectedTables(ranked, others, joinWays(made));
        const whole = componentsOf(made, Object.keys(made.tables));
        const own = componentsOf(made, kept);
        expect(new Set(kept).size).toBe(kept.length);
        expect(kept.length).toBeLessThanOrEqual(MOST_TABLES);
        if (ranked.length > 0) expect(kept[0]).toBe(ranked[0]);
        for (const a of kept)
          for (const b of kept) expect(own.get(a) === own.get(b)).toBe(whole.get(a) === whole.get(b));
      }),
    );
  });
});

/** A number for each table, equal for tables that joins among the given ones connect. */
function componentsOf({ joins }: SemanticModel, tables: readonly string[]): Map<string, number> {
  const component = new Map(tables.map((table, i) => [table, i]));
  for (let round = 0; round < tables.length; round++) {
    for (const { from, to } of joins) {
      const [a, b] = [component.get(from.table), component.get(to.table)];
      if (a !== undefined && b !== undefined && a !== b)
        for (const [table, number] of component) if (number === a) component.set(table, b);
    }
  }
  return component;
}

describe('a closure on a small graph', () => {
  const tables = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const alone = Array.from({ length: 12 }, (_, i) => `alone${i}`);
  const edges = fc.array(fc.tuple(fc.constantFrom(...tables), fc.constantFrom(...tables)), {
    minLength: 7,
    maxLength: 16,
  });
  const asked = fc.uniqueArray(fc.constantFrom(...tables), { minLength: 2, maxLength: 4 });

  it('is connected; of two tables as small as can be, of more at most twice the joins (by trying all sets)', () => {
    fc.assert(
      fc.property(edges, asked, (joins, ranked) => {
        const next = new Map(
          tables.map((table) => [
            table,
            tables.filter(
              (other) =>
                other !== table && joins.some(([a, b]) => (a === table && b === other) || (a === other && b === table)),
            ),
          ]),
        );
        const fewest = smallestWith(ranked, tables, next);
        fc.pre(fewest !== null);
        const kept = connectedTables(ranked, [...tables.filter((table) => !ranked.includes(table)), ...alone], {
          next,
          twins: new Map(),
        });
        expect(kept).toEqual(expect.arrayContaining(ranked));
        expect(isConnected(kept, next)).toBe(true);
        expect(kept.length - 1).toBeLessThanOrEqual(ranked.length === 2 ? (fewest ?? 0) - 1 : 2 * ((fewest ?? 0) - 1));
      }),
    );
  });
});

type Next = ReadonlyMap<string, readonly string[]>;

/** Tables of the smallest connected set that holds all of these; null where there is none. */
function smallestWith(wanted: readonly string[], tables: readonly string[], next: Next): number | null {
  const sizes = Array.from({ length: 2 ** tables.length }, (_, bits) =>
    tables.filter((__, at) => (bits >> at) % 2 === 1),
  )
    .filter((set) => wanted.every((table) => set.includes(table)) && isConnected(set, next))
    .map(({ length }) => length);
  return sizes.length === 0 ? null : Math.min(...sizes);
}

function isConnected(set: readonly string[], next: Next): boolean {
  const reached = new Set(set.slice(0, 1));
  for (const table of reached) for (const other of next.get(table) ?? []) if (set.includes(other)) reached.add(other);
  return reached.size === set.length;
}

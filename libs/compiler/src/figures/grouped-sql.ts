import type { Filter, SemanticQuery } from '@querent/contracts';
import { AGGREGATES } from '@querent/model';
import type { AskedConditions, Conditions } from '../statement/asked-conditions';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { factSql } from './fact-sql';
import { groupKeys, isPresent, requiredKeys, type GroupKey } from './group-key';
import { addsUp, planMeasure, valueOrZero, type Atom, type GroupAtom } from './measure-plan';
import { periodsSql } from '../time/period-spine';

/** A relation with one row per group and one column per atom. */
export interface Grouped {
  /** Name of the WITH clause. */
  name: string;
  atomSql(atom: Atom): string;
  /** Whether it includes things without rows. Column `q` is then true for things that have rows. */
  hasThings: boolean;
}

export interface GroupedInput {
  keys: readonly GroupKey[];
  atoms: readonly Atom[];
  asked: AskedConditions;
  conditions: Conditions;
  /** Distinguishes the names of these WITH clauses from other groupings in the statement. */
  prefix?: string;
  /** `SELECT` of the periods that are groups even without rows, given the names of the fact relations. */
  periods?: (facts: readonly string[]) => string | undefined;
  /** `SELECT` of the things that are groups even without rows, given the names of the fact relations. */
  things?: (facts: readonly string[]) => string | undefined;
}

/**
 * Aggregates each fact table separately and joins the results on the group keys, so that no table multiplies the rows
 * of another. A group without rows in a fact, such as an empty period of a trend, has 0 for counts and sums and NULL
 * for averages and extremes.
 */
export function groupedSql(
  ctx: CompileContext,
  { keys, atoms, asked, conditions, prefix = '', periods, things }: GroupedInput,
): Grouped {
  const aliases = atomAliases(atoms);
  const distinct = [...new Map(atoms.map((atom) => [aliasOf(aliases, atom), atom])).entries()].map(([alias, atom]) => ({
    alias,
    atom,
  }));
  const ofRows = distinct.flatMap(({ alias, atom }) => (atom.kind === 'rows' ? [{ alias, atom }] : []));
  const ofGroups = distinct.flatMap(({ alias, atom }) => (atom.kind === 'groups' ? [{ alias, atom }] : []));
  // A group exists even if none of its inner groups has rows under the measure's conditions.
  const narrowed = keys.length === 0 ? [] : ofGroups.filter(({ atom }) => atom.filters.length > 0);
  const homes = [...new Set([...ofRows.map(({ atom }) => atom.home), ...narrowed.flatMap(({ atom }) => atom.homes)])];
  if (distinct.length === 0) homes.push(homeOfKeys(keys, asked.anchor));
  const made = [
    ...homes.map((home) => {
      const own = ofRows.filter(({ atom }) => atom.home === home);
      return {
        sql: factSql(ctx, { home, keys, atoms: own, asked, conditions }),
        aliases: own.map(({ alias }) => alias),
      };
    }),
    ...ofGroups.map(({ atom, alias }, index) => ({
      sql: overGroupsSql(ctx, { keys, asked, conditions, prefix: `${prefix}n${index + 1}` }, atom, alias),
      aliases: [alias],
    })),
  ];
  const facts = made.map(({ sql, aliases: own }, index) => {
    const name = `${prefix}f${index + 1}`;
    ctx.withClauses.push(`${name} AS (\n    ${sql}\n  )`);
    return { name, aliases: new Set(own) };
  });
  const known = facts.map(({ name }) => name);
  const chosen = things?.(known);
  const spines = [periods?.(known), chosen].filter((spine) => spine !== undefined);
  const [only] = facts;
  if (only && facts.length === 1 && spines.length === 0)
    return { name: only.name, atomSql: (atom) => aliasOf(aliases, atom), hasThings: false };
  const name = `${prefix}g`;
  const columns = distinct.map(({ alias, atom }) => {
    const fact = facts.find((one) => one.aliases.has(alias))?.name ?? '';
    const value = `${fact}.${alias}`;
    return `${keys.length > 0 && addsUp(atom) ? `CASE WHEN ${fact}.q THEN ${value} ELSE 0 END` : value} AS ${alias}`;
  });
  if (chosen !== undefined) columns.push(`(${facts.map((fact) => `${fact.name}.q IS TRUE`).join(' OR ')}) AS q`);
  ctx.withClauses.push(
    `${name} AS (\n    ${keys.length === 0 ? sideBySide(facts, columns) : onKeys(facts, keys, columns, spines)}\n  )`,
  );
  return { name, atomSql: (atom) => aliasOf(aliases, atom), hasThings: chosen !== undefined };
}

/**
 * `SELECT k…, a…` of a measure that is computed per inner group and then aggregated over the inner groups of a group.
 */
function overGroupsSql(
  ctx: CompileContext,
  { keys, asked, conditions, prefix }: Required<Pick<GroupedInput, 'keys' | 'asked' | 'conditions' | 'prefix'>>,
  { by, fn, measure, filters }: GroupAtom,
  alias: string,
): string {
  const inner = groupKeys(ctx, by).map((key): GroupKey => ({ ...key, alias: `i${key.alias}` }));
  const plan = planMeasure(ctx, measure);
  const own = { ...asked, filters: [...asked.filters, ...filters], ofFigure: [...(asked.ofFigure ?? []), ...filters] };
  const outer = keys.map((key) => key.alias).join(', ');
  const [grouping, ...others] = by;
  const periods = (facts: readonly string[]): string | undefined => {
    const all =
      grouping && others.length === 0
        ? periodsSql(ctx, grouping, own.filters, { alias: 'ik1', most: Infinity })
        : undefined;
    if (all === undefined || outer === '') return all;
    const groups = facts.map((fact) => `SELECT ${outer} FROM ${fact}`).join(' UNION ');
    return `SELECT ${outer}, ik1 FROM (${groups}) AS o CROSS JOIN (${all}) AS p`;
  };
  const grouped = groupedSql(ctx, {
    keys: [...keys, ...inner],
    atoms: plan.atoms,
    asked: own,
    conditions,
    prefix,
    periods,
  });
  const value = valueOrZero(plan, grouped.atomSql);
  const taken = AGGREGATES[fn].sql(value);
  const whole = requiredKeys(ctx, inner).map(isPresent).join(' AND ');
  const filter = whole === '' ? '' : ` FILTER (WHERE ${whole})`;
  return [
    `SELECT ${outer === '' ? '' : `${outer}, `}${taken}${filter} AS ${alias}`,
    `FROM ${grouped.name}`,
    ...(outer === '' ? [] : [`GROUP BY ${outer}`]),
  ].join('\n    ');
}

/** The table to read if a query has groups but no aggregate: the table of all keys, else the subject. */
function homeOfKeys(keys: readonly GroupKey[], subject: string): string {
  const tables = new Set(keys.map((key) => key.column.table));
  const [only] = tables;
  return only !== undefined && tables.size === 1 ? only : subject;
}

/** Restricts a comparison to the rows of its two periods. */
export function comparedPeriods({ compare }: SemanticQuery): Filter[] {
  if (!compare) return [];
  const during = (range: typeof compare.base): Filter => ({
    kind: 'time',
    column: compare.column,
    range,
    negated: false,
  });
  return [{ kind: 'or', filters: [during(compare.base), during(compare.current)] }];
}

/** Column aliases of atoms, by their JSON. Equal atoms share a column. */
function atomAliases(atoms: readonly Atom[]): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const atom of atoms) {
    const key = JSON.stringify(atom);
    if (!aliases.has(key)) aliases.set(key, `a${aliases.size + 1}`);
  }
  return aliases;
}

function aliasOf(aliases: ReadonlyMap<string, string>, atom: Atom): string {
  const alias = aliases.get(JSON.stringify(atom));
  if (!alias) throw new CompileError('bad_expression', 'an aggregate was not computed');
  return alias;
}

function sideBySide(facts: readonly { name: string }[], columns: readonly string[]): string {
  return `SELECT ${columns.join(', ')}\n    FROM ${facts.map((fact) => fact.name).join(' CROSS JOIN ')}`;
}

/**
 * The union of the keys of all facts and spines, with each fact joined on them. Keys may be NULL, and a join on IS NOT
 * DISTINCT FROM cannot be hashed: the additional comparison of texts lets PostgreSQL hash.
 */
function onKeys(
  facts: readonly { name: string }[],
  keys: readonly GroupKey[],
  columns: readonly string[],
  spines: readonly string[],
): string {
  const names = keys.map((key) => key.alias).join(', ');
  const known = [...facts.map((fact) => `SELECT ${names} FROM ${fact.name}`), ...spines].join(' UNION ');
  const same = (fact: string) =>
    keys
      .map(
        ({ alias }) =>
          `COALESCE(${fact}.${alias}::text, '') = COALESCE(s.${alias}::text, '') AND ${fact}.${alias} IS NOT DISTINCT FROM s.${alias}`,
      )
      .join(' AND ');
  const joins = facts
    .map((fact) => `LEFT JOIN (SELECT *, TRUE AS q FROM ${fact.name}) AS ${fact.name} ON ${same(fact.name)}`)
    .join('\n    ');
  return `SELECT ${[...keys.map(({ alias }) => `s.${alias}`), ...columns].join(', ')}\n    FROM (${known}) AS s\n    ${joins}`;
}

import { ambiguousJoins } from './ambiguous-joins';
import { languageOf, mergeLabels, mergeLists, noWords, text } from './localized';
import type { Locale, Localized, ModelColumn, ModelJoin, ModelTable, SemanticModel } from './semantic-model';

/**
 * Maximum of role tables in a model. A schema in which every table refers twice to its users (created by, updated by)
 * has thousands of such keys, and each role adds the columns of a table to the lexicon.
 */
const MAX_ROLES = 200;

const extended = new WeakMap<SemanticModel, SemanticModel>();

/**
 * Adds *role tables* to a model. If a table refers to another by several keys, or to itself, each key gets a role
 * table: the origin city and the destination city of a shipment, the manager of an employee. A role table has the
 * columns and stored values of the referenced table, and a join by its key only. A join path to a role is therefore
 * unambiguous where the path to the table is ambiguous. If one of the keys is the main one, the table itself is joined
 * by that key.
 *
 * The rows of a role are those that the key refers to: a manager is an employee to whom some employee refers. Roles
 * have no further roles, because the manager's manager is rarely asked about and each step would multiply the tables.
 * The planner, the compiler and the explanations use this model; prompts and statements of a language model use the
 * physical tables only.
 */
export function withRoles(model: SemanticModel): SemanticModel {
  const known = extended.get(model);
  if (known) return known;
  const ways = new Map<string, number>();
  for (const join of model.joins) ways.set(endsOf(join), (ways.get(endsOf(join)) ?? 0) + 1);
  const isOneOfSeveral = (join: ModelJoin): boolean =>
    join.from.columns.length === 1 && (join.from.table === join.to.table || (ways.get(endsOf(join)) ?? 0) > 1);
  const found = model.joins.filter(isOneOfSeveral).slice(0, MAX_ROLES);
  const main = mainJoins(found);
  const roles = found.flatMap((join) => roleOf(model, join, main.has(endsOf(join))) ?? []);
  const isAside = (join: ModelJoin): boolean => (main.get(endsOf(join)) ?? join) !== join;
  const whole = withPathRoles(
    withTables(
      model,
      model.joins.filter((join) => !isAside(join)),
      roles,
    ),
    MAX_ROLES - roles.length,
  );
  extended.set(model, whole);
  extended.set(whole, whole);
  return whole;
}

interface Role {
  table: ModelTable;
  joins: ModelJoin[];
}

const withTables = (model: SemanticModel, joins: readonly ModelJoin[], roles: readonly Role[]): SemanticModel =>
  roles.length === 0
    ? model
    : {
        ...model,
        tables: { ...model.tables, ...Object.fromEntries(roles.map(({ table }) => [table.name, table])) },
        joins: [...joins, ...roles.flatMap((role) => role.joins)],
      };

/**
 * Adds a role table for each of several equally short join paths to a table, and for the tables referenced from there:
 * the city of the customer and the city of the store, with the province of each.
 */
function withPathRoles(model: SemanticModel, most: number): SemanticModel {
  const ways = ambiguousJoins(model.joins).flatMap((join) => pathRoleOf(model, join) ?? []);
  const onwards = ways.flatMap(({ table, joins: [first, ...onward] }) =>
    onward.flatMap(
      (join) => pathRoleOf({ ...model, tables: { ...model.tables, [table.name]: table } }, join, first) ?? [],
    ),
  );
  return withTables(model, model.joins, [...ways, ...onwards].slice(0, Math.max(0, most)));
}

/** The physical table of a table of the model: for a role table, the table that has its rows. */
export const keptIn = (model: SemanticModel, table: string): string =>
  (Object.hasOwn(model.tables, table) ? model.tables[table]?.role?.of : undefined) ?? table;

const isOwnKey = ({ from, to }: ModelJoin): boolean => {
  const [key, own] = [from.columns[0], to.columns[0]];
  return key !== undefined && (key === own || key === `${to.table}_${own}`);
};

const endsOf = ({ from, to }: ModelJoin): string => `${from.table}\u0000${to.table}`;

/**
 * The main key of several keys to one table: the one with the name of that table's primary key (city_id beside
 * delivery_city_id). A question without a role means this key.
 */
function mainJoins(several: readonly ModelJoin[]): ReadonlyMap<string, ModelJoin> {
  const named = several.filter((join) => join.from.table !== join.to.table && isOwnKey(join));
  const alone = named.filter((join) => named.filter((other) => endsOf(other) === endsOf(join)).length === 1);
  return new Map(alone.map((join) => [endsOf(join), join]));
}

function roleOf(model: SemanticModel, { from, to }: ModelJoin, hasMain: boolean): Role | null {
  const [base, key] = [model.tables[to.table], model.tables[from.table]?.columns[from.columns[0] ?? '']];
  if (!base || !key || base.role) return null;
  return roleTable(model, { base, key, from, to, named: namesOfRole(key, base), leadsOn: !hasMain });
}

/**
 * The role of a table on one of several paths: the city of the store. `first` is the join that the path started with.
 */
function pathRoleOf(model: SemanticModel, { from, to }: ModelJoin, first?: ModelJoin): Role | null {
  const [base, owner] = [model.tables[to.table], model.tables[from.table]];
  const key = owner?.columns[from.columns[0] ?? ''];
  const by = first ? model.tables[first.from.table] : owner;
  if (!base || !key || !by || base.role) return null;
  return roleTable(model, { base, key, from, to, named: namesOfPathRole(base, by), leadsOn: true, way: by.name });
}

/** The names of a role by path: store city, 门店城市; "city of the store" if the table itself is called store city. */
function namesOfPathRole(base: ModelTable, owner: ModelTable): Pick<ModelTable, 'label' | 'synonyms'> {
  const label: Localized = {};
  for (const locale of ['zh', 'en'] as const) {
    const [name, by] = [base.label[locale], owner.label[locale]];
    if (name === undefined || by === undefined) continue;
    const isCalledSo = name.toLowerCase().startsWith(by.toLowerCase());
    const separate = locale === 'zh' ? `${by}的${name}` : `${name} of the ${by}`;
    label[locale] = isCalledSo ? separate : `${by}${locale === 'zh' && languageOf(name) === 'zh' ? '' : ' '}${name}`;
  }
  return { label, synonyms: noWords() };
}

interface RoleParts {
  base: ModelTable;
  key: ModelColumn;
  from: ModelJoin['from'];
  to: ModelJoin['to'];
  named: Pick<ModelTable, 'label' | 'synonyms'>;
  /** Whether the role has the references of the table. */
  leadsOn: boolean;
  way?: string;
}

function roleTable(model: SemanticModel, { base, key, from, to, named, leadsOn, way }: RoleParts): Role | null {
  const name = `${to.table}@${from.table}@${key.name}`;
  if (Object.hasOwn(model.tables, name)) return null;
  const label = mergeLabels(base.label, named.label);
  const columns = Object.values(base.columns).map((column): ModelColumn => ({
    ...column,
    table: name,
    label: labelIn(column, base.label, label),
  }));
  const { defaultMetric: _, ...shared } = base;
  return {
    table: {
      ...shared,
      name,
      label,
      synonyms: named.synonyms,
      columns: Object.fromEntries(columns.map((column) => [column.name, column])),
      role: { of: base.name, key: { table: key.table, column: key.name }, ...(way !== undefined && { way }) },
    },
    joins: [
      { from, to: { table: name, columns: to.columns } },
      // A role has the references of its table: the department of the manager. With a main key, only that one has them.
      ...model.joins
        .filter((join) => leadsOn && join.from.table === to.table && join.to.table !== to.table)
        .map((join) => ({ from: { table: name, columns: join.from.columns }, to: join.to })),
    ],
  };
}

/** Words for a key at the end of a column's label. */
const KEY_WORDS = { zh: /(?:编号|编码|代码|号码|工号|标识|号|\s*id)$/iu, en: /[\s_]+(?:id|code|key|no|number|ref)$/iu };

/** Whether a column's label names the key instead of the referenced thing: "manager id". */
export const isKeyLabel = ({ zh, en }: Localized): boolean =>
  (zh !== undefined && KEY_WORDS.zh.test(zh)) || (en !== undefined && KEY_WORDS.en.test(en));

/** The names of a key's role: origin city id → origin city, origin; 始发地 → 始发地, 始发地城市. */
function namesOfRole({ label, synonyms }: ModelColumn, base: ModelTable): Pick<ModelTable, 'label' | 'synonyms'> {
  const own: Localized = {};
  const words = noWords();
  for (const locale of ['zh', 'en'] as const) {
    const names = [label[locale] ?? '', ...synonyms[locale]].map((name) => name.replace(KEY_WORDS[locale], '').trim());
    const [first, ...more] = names.filter((name) => name !== '');
    if (first === undefined) continue;
    own[locale] = first;
    words[locale] = [...more, ...[first, ...more].flatMap((name) => withAndWithout(name, base.label[locale], locale))];
  }
  return { label: own, synonyms: mergeLists(noWords(), words) };
}

/** A role's name with the name of its table, or without it: origin → origin city, 始发城市 → 始发, 始发地. */
function withAndWithout(name: string, base: string | undefined, locale: Locale): string[] {
  if (!base) return [];
  const [whole, thing] = [name.toLowerCase(), base.toLowerCase()];
  if (whole === thing) return [];
  if (!whole.endsWith(thing)) return [locale === 'zh' ? `${name}${base}` : `${name} ${base}`];
  const rest = name.slice(0, -thing.length);
  if (locale === 'zh') return rest.length >= 2 ? [rest, `${rest}地`] : [];
  return /\s$/.test(rest) ? [rest.trim()] : [];
}

/** A column's label with the name of the role instead of the table: city name → origin city name. */
function labelIn({ label }: ModelColumn, base: Localized, role: Localized): Localized {
  const made: Localized = {};
  for (const locale of ['zh', 'en'] as const) {
    const written = label[locale];
    if (written === undefined) continue;
    const [owner, before] = [base[locale] ?? '', text(role, locale)];
    const rest = withoutOwner(written, owner, locale);
    const isTight = locale === 'zh' && languageOf(before) === 'zh';
    made[locale] = rest === '' ? before : `${before}${isTight ? '' : ' '}${rest}`;
  }
  return made;
}

function withoutOwner(written: string, owner: string, locale: Locale): string {
  if (owner === '' || !written.toLowerCase().startsWith(owner.toLowerCase())) return written;
  const rest = written.slice(owner.length);
  return locale === 'zh' || /^(?:$|\s|'s\s)/.test(rest) ? rest.replace(/^'s/, '').trim() : written;
}

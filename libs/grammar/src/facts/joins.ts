import type { ColumnRef } from '@querent/contracts';
import { type Direction, hasDirection } from '@querent/lexicon';
import { joinPath, type ModelJoin, type ModelTable, type SemanticModel } from '@querent/model';

/** How rows of one thing lead to rows of another. */
export type Way =
  | { kind: 'same' }
  /**
   * `by`: the roles of the other thing by each of several equally short ways, of which the question says which is
   * meant, or the asker.
   */
  | { kind: 'lookup' | 'fan'; steps: number; by?: readonly string[] }
  /** First to many rows of `pivot`, each of which has one of the other thing: an order's lines and their products. */
  | { kind: 'through'; pivot: string; steps: number };

/** Joins of a model: the ways between things, what refers to what, and the roles in which it does. */
export class JoinFacts {
  private readonly ways = new Map<string, Map<string, Way | null>>();
  private readonly joins = new Map<string, ModelJoin[]>();
  private roles: ModelTable[] | undefined;
  private readonly rolesByPlayer = new Map<string, string[]>();
  /**
   * The model's joins, without those of roles by one of several equally short ways: these add no new
   * reference.
   */
  readonly references: readonly ModelJoin[];

  constructor(readonly model: SemanticModel) {
    const isWay = (table: string): boolean => model.tables[table]?.role?.way !== undefined;
    this.references = model.joins.filter(({ from, to }) => !isWay(from.table) && !isWay(to.table));
    for (const join of this.references) {
      const known = this.joins.get(join.from.table);
      if (known) known.push(join);
      else this.joins.set(join.from.table, [join]);
    }
  }

  /**
   * `lookup`: each row of `from` has at most one of `to`; `fan`: the reverse; null: no single way that turns at most
   * once.
   */
  way(from: string, to: string): Way | null {
    const ways = this.ways.get(from) ?? new Map<string, Way | null>();
    const known = ways.get(to);
    if (known !== undefined) return known;
    const found = this.findWay(from, to);
    this.ways.set(from, ways.set(to, found));
    return found;
  }

  private findWay(from: string, to: string): Way | null {
    if (from === to) return { kind: 'same' };
    const path = joinPath(this.model.joins, from, to);
    if (!path.found) return path.reason === 'ambiguous' ? this.waysByRoles(from, to) : null;
    if (path.steps.every(({ fansOut }) => !fansOut)) return { kind: 'lookup', steps: path.steps.length };
    if (path.steps.every(({ fansOut }) => fansOut)) return { kind: 'fan', steps: path.steps.length };
    const turn = path.steps.findIndex(({ fansOut }) => !fansOut);
    const pivot = path.steps[turn - 1]?.to;
    const turnsOnce = turn > 0 && path.steps.slice(turn).every(({ fansOut }) => !fansOut);
    return turnsOnce && pivot !== undefined ? { kind: 'through', pivot, steps: path.steps.length } : null;
  }

  /** Several equally short ways of lookups, each to a role of the other thing. */
  private waysByRoles(from: string, to: string): Way | null {
    const found = this.allRoles().flatMap(({ name, role }) => {
      const way = role?.of === to && role.way !== undefined ? this.way(from, name) : null;
      return way?.kind === 'lookup' ? [{ role: name, steps: way.steps }] : [];
    });
    const steps = Math.min(...found.map((one) => one.steps));
    const by = found.filter((one) => one.steps === steps).map(({ role }) => role);
    return by.length > 1 ? { kind: 'lookup', steps, by } : null;
  }

  /** A column that refers to another thing, with that thing, or its role: the home warehouse of a driver. */
  refersTo(ref: ColumnRef): string | null {
    const joins = this.joinsFrom(ref.table).filter(
      ({ from }) => from.columns.length === 1 && from.columns[0] === ref.column,
    );
    const role = joins.find(({ to }) => this.model.tables[to.table]?.role);
    const [join, ...more] = role ? [role] : joins;
    return join && more.length === 0 ? join.to.table : null;
  }

  /** The one column by which rows of a thing refer to rows of another. */
  referenceTo(thing: string, other: string): ColumnRef | null {
    const joins = this.joinsFrom(thing).filter(({ from, to }) => to.table === other && from.columns.length === 1);
    const [join, ...more] = joins;
    const column = join?.from.columns[0];
    return column !== undefined && more.length === 0 && this.model.tables[thing]?.columns[column]
      ? { table: thing, column }
      : null;
  }

  /** The column of a thing that holds the key of what it looks up, in place of that key. */
  ownReference(thing: string, key: ColumnRef): ColumnRef {
    const [join, ...more] = this.joinsFrom(thing).filter(
      ({ to }) => to.table === key.table && to.columns.length === 1 && to.columns[0] === key.column,
    );
    const column = join?.from.columns[0];
    return column !== undefined && more.length === 0 && key.table !== thing ? { table: thing, column } : key;
  }

  /** The key of what rows look up in several steps. */
  keyFrom(thing: string, other: string): ColumnRef | null {
    const [column, ...more] = this.model.tables[other]?.primaryKey ?? [];
    return column !== undefined && more.length === 0 && this.way(thing, other)?.kind === 'lookup'
      ? { table: other, column }
      : null;
  }

  /** Whether a row of a thing looks up `read` through `other`, rather than by another reference. */
  leadsOver(thing: string, other: string, read: string): boolean {
    if (read === other || !this.model.tables[read]) return true;
    const path = joinPath(this.model.joins, thing, read);
    return path.found && path.steps.some(({ to }) => to === other);
  }

  /** The thing of which each row of another is one, by the key that both have: the people of whom some are players. */
  extendedBy(thing: string): string[] {
    const [key, ...more] = this.model.tables[thing]?.primaryKey ?? [];
    const column = key !== undefined && more.length === 0 ? { table: thing, column: key } : null;
    const whole = column && this.refersTo(column);
    const tied =
      whole === null
        ? undefined
        : this.joinsFrom(thing).find(({ from, to }) => to.table === whole && from.columns[0] === key);
    const isOne =
      tied?.to.columns.length === 1 && this.model.tables[whole ?? '']?.primaryKey.join() === tied.to.columns.join();
    return whole !== null && whole !== thing && isOne ? [whole] : [];
  }

  /** The one table whose rows each refer to a thing, apart from the thing's own kind: the order lines of a product. */
  onlyRowsOf(thing: string): string | null {
    const [rows, ...more] = new Set(
      this.references
        .filter(({ from, to }) => to.table === thing && from.table !== thing)
        .map(({ from }) => from.table),
    );
    return rows !== undefined && more.length === 0 ? rows : null;
  }

  /** Whether each row ties two other things together, and is known by them alone: ingredients of a recipe. */
  isJunction(thing: string): boolean {
    const keys = this.model.tables[thing]?.primaryKey ?? [];
    const referring = new Set(
      this.joinsFrom(thing).flatMap(({ from, to }) => (to.table !== thing ? from.columns : [])),
    );
    return keys.length > 1 && keys.every((key) => referring.has(key));
  }

  /** The one table of pairs that ties two things, each pair once: who is on the team of which project. */
  pairsOf(thing: string, other: string): string | null {
    const found = this.references.flatMap(({ from, to }) =>
      to.table === thing &&
      thing !== other &&
      this.referenceTo(from.table, other) !== null &&
      this.isJunction(from.table)
        ? [from.table]
        : [],
    );
    const [pairs, ...more] = new Set(found);
    return pairs !== undefined && more.length === 0 ? pairs : null;
  }

  /** The thing that plays a role; of any other thing itself. */
  playerOf(thing: string): string {
    return this.model.tables[thing]?.role?.of ?? thing;
  }

  /** Whether a column refers to things in a role. */
  isRoleKey(ref: ColumnRef): boolean {
    const thing = this.refersTo(ref);
    return thing !== null && this.playerOf(thing) !== thing;
  }

  /** A column of the thing that plays a role as one of the role: the salary of a manager. */
  inRole(thing: string, ref: ColumnRef): ColumnRef {
    return this.playerOf(thing) === ref.table ? { table: thing, column: ref.column } : ref;
  }

  private allRoles(): readonly ModelTable[] {
    this.roles ??= Object.values(this.model.tables).filter(({ role }) => role !== undefined);
    return this.roles;
  }

  /** The roles that a thing plays: the origin city and the destination city of a shipment; of one direction alone. */
  rolesOf(player: string, direction?: Direction): string[] {
    if (this.rolesByPlayer.size === 0)
      for (const { name, role } of this.allRoles())
        if (role && role.way === undefined)
          this.rolesByPlayer.set(role.of, [...(this.rolesByPlayer.get(role.of) ?? []), name]);
    const roles = this.rolesByPlayer.get(player) ?? [];
    return direction === undefined ? roles : roles.filter((name) => this.hasDirection(name, direction));
  }

  /** The roles that things play for others of their kind: the manager of an employee. */
  ownRolesOf(thing: string): string[] {
    return this.rolesOf(thing).filter((role) => this.model.tables[role]?.role?.key.table === thing);
  }

  /** The role of a thing by the way through another, where that is one of several equally short ones. */
  roleBy(thing: string, way: string): string | undefined {
    return this.allRoles().find(({ role }) => role?.of === thing && role.way === way)?.name;
  }

  /** Whether a column refers to those who play a role. */
  isKeyOf({ table, column }: ColumnRef, role: string): boolean {
    const key = this.model.tables[role]?.role?.key;
    return key?.table === table && key.column === column;
  }

  /** The roles in which each row of a thing has at most one: the origin city and the destination city of a shipment. */
  rolesReferredTo(thing: string): string[] {
    return this.allRoles().flatMap(({ name }) => (this.way(thing, name)?.kind === 'lookup' ? [name] : []));
  }

  /** Whether something comes from those who play a role, or goes to them. */
  hasDirection(thing: string, direction: Direction): boolean {
    const { label, synonyms, role } = this.model.tables[thing] ?? {};
    return (
      role !== undefined && hasDirection(direction, label?.zh, label?.en, ...(synonyms?.en ?? []), role.key.column)
    );
  }

  /** The joins whose many side is a table: what its rows look up. */
  protected joinsFrom(table: string): readonly ModelJoin[] {
    return this.joins.get(table) ?? [];
  }
}

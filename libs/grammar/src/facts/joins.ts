import type { ColumnRef } from '@querent/contracts';
import { type Direction, hasDirection } from '@querent/lexicon';
import { joinPath, type ModelJoin, type ModelTable, type SemanticModel } from '@querent/model';

/** The join path from the rows of one thing to those of another. */
type Way =
  | { kind: 'same' }
  /**
   * `by`: the roles of the other thing if several paths are equally short. The question, or the user, decides which is
   * meant.
   */
  | { kind: 'lookup' | 'fan'; steps: number; by?: readonly string[] }
  /**
   * First to many rows of `pivot`, each of which looks up one of the other thing: an order's lines and their products.
   */
  | { kind: 'through'; pivot: string; steps: number };

/** A table of pairs between things of one kind, and the name of the other side of each pair. */
interface Counterpart {
  pairs: string;
  /** The thing, or a role that it plays: for a follower, the member who is followed. */
  other: string;
}

/** Columns that a table of pairs may have besides its two references, such as since when, or how well. */
const MOST_BESIDE = 2;

/** Joins of a model: paths, references, and the roles in which things refer to others. */
export class JoinFacts {
  private readonly ways = new Map<string, Map<string, Way | null>>();
  private readonly joins = new Map<string, ModelJoin[]>();
  private roles: ModelTable[] | undefined;
  private readonly rolesByPlayer = new Map<string, string[]>();
  private readonly counterparts = new Map<string, Counterpart | null>();
  /** The model's joins without those of path roles, which repeat existing references. */
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
   * `lookup`: each row of `from` has at most one of `to`. `fan`: the reverse. Null if there is no unambiguous path that
   * changes direction at most once. Memoised.
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

  /** Several equally short lookup paths, each to a role of the other thing. */
  private waysByRoles(from: string, to: string): Way | null {
    const found = this.allRoles().flatMap(({ name, role }) => {
      const way = role?.of === to && role.way !== undefined ? this.way(from, name) : null;
      return way?.kind === 'lookup' ? [{ role: name, steps: way.steps }] : [];
    });
    const steps = Math.min(...found.map((one) => one.steps));
    const by = found.filter((one) => one.steps === steps).map(({ role }) => role);
    return by.length > 1 ? { kind: 'lookup', steps, by } : null;
  }

  /** The thing or role that a column refers to: the home warehouse of a driver. Null if there is none, or several. */
  refersTo(ref: ColumnRef): string | null {
    const joins = this.joinsFrom(ref.table).filter(
      ({ from }) => from.columns.length === 1 && from.columns[0] === ref.column,
    );
    const role = joins.find(({ to }) => this.model.tables[to.table]?.role);
    const [join, ...more] = role ? [role] : joins;
    return join && more.length === 0 ? join.to.table : null;
  }

  /** The only column by which a thing refers to another, or null. */
  referenceTo(thing: string, other: string): ColumnRef | null {
    const joins = this.joinsFrom(thing).filter(({ from, to }) => to.table === other && from.columns.length === 1);
    const [join, ...more] = joins;
    const column = join?.from.columns[0];
    return column !== undefined && more.length === 0 && this.model.tables[thing]?.columns[column]
      ? { table: thing, column }
      : null;
  }

  /** The thing's foreign-key column for the given key of a looked-up table, else that key. */
  ownReference(thing: string, key: ColumnRef): ColumnRef {
    const [join, ...more] = this.joinsFrom(thing).filter(
      ({ to }) => to.table === key.table && to.columns.length === 1 && to.columns[0] === key.column,
    );
    const column = join?.from.columns[0];
    return column !== undefined && more.length === 0 && key.table !== thing ? { table: thing, column } : key;
  }

  /** The primary key of a thing that rows look up, possibly over several steps. */
  lookedUpKey(thing: string, other: string): ColumnRef | null {
    const [column, ...more] = this.model.tables[other]?.primaryKey ?? [];
    return column !== undefined && more.length === 0 && this.way(thing, other)?.kind === 'lookup'
      ? { table: other, column }
      : null;
  }

  /** Whether the join path from `thing` to `read` passes `other`. */
  pathPasses(thing: string, other: string, read: string): boolean {
    if (read === other || !this.model.tables[read]) return true;
    const path = joinPath(this.model.joins, thing, read);
    return path.found && path.steps.some(({ to }) => to === other);
  }

  /** The thing that a table extends by a shared primary key: players are people. */
  extendedThings(thing: string): string[] {
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

  /** The only other table that refers to a thing: the order lines of a product. */
  onlyReferringTable(thing: string): string | null {
    const [rows, ...more] = new Set(
      this.references
        .filter(({ from, to }) => to.table === thing && from.table !== thing)
        .map(({ from }) => from.table),
    );
    return rows !== undefined && more.length === 0 ? rows : null;
  }

  /** Whether the primary key consists of references to several things: ingredients of a recipe. */
  isJunction(thing: string): boolean {
    const keys = this.model.tables[thing]?.primaryKey ?? [];
    const referring = new Set(
      this.joinsFrom(thing).flatMap(({ from, to }) => (to.table !== thing ? from.columns : [])),
    );
    return keys.length > 1 && keys.every((key) => referring.has(key));
  }

  /** The only junction table between two things: the team members of projects. */
  junctionOf(thing: string, other: string): string | null {
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

  /** The thing that plays a role; for other things, the thing itself. */
  playerOf(thing: string): string {
    return this.model.tables[thing]?.role?.of ?? thing;
  }

  /** Whether a column refers to a role. */
  isRoleKey(ref: ColumnRef): boolean {
    const thing = this.refersTo(ref);
    return thing !== null && this.playerOf(thing) !== thing;
  }

  /** A column of the player as a column of the role: the salary of a manager. */
  inRole(thing: string, ref: ColumnRef): ColumnRef {
    return this.playerOf(thing) === ref.table ? { table: thing, column: ref.column } : ref;
  }

  /**
   * The other side of a role in a table of pairs of one kind; null if the role is not defined by such a table.
   * Memoised.
   */
  counterpartOf(role: string): Counterpart | null {
    const known = this.counterparts.get(role);
    if (known !== undefined) return known;
    const found = this.findCounterpart(role);
    this.counterparts.set(role, found);
    return found;
  }

  private findCounterpart(role: string): Counterpart | null {
    const key = this.model.tables[role]?.role?.key;
    const player = this.playerOf(role);
    const pairs = key && this.model.tables[key.table];
    if (!pairs || key.table === player) return null;
    const sides = this.references.filter(
      ({ from, to }) => from.table === key.table && from.columns.length === 1 && this.playerOf(to.table) === player,
    );
    const columns = new Set(sides.flatMap(({ from }) => from.columns));
    const beside = Object.keys(pairs.columns).length - columns.size;
    if (columns.size !== 2 || beside > MOST_BESIDE) return null;
    const [other] = sides.filter(({ from, to }) => from.columns[0] !== key.column && to.table !== player);
    // If the model names one key after the thing, that key leads to the thing itself.
    const isMain = this.way(key.table, player)?.kind === 'lookup';
    return isMain ? { pairs: key.table, other: player } : other ? { pairs: key.table, other: other.to.table } : null;
  }

  /** Whether a table of pairs ties things of this kind to each other. */
  hasPairsOfItsKind(thing: string): boolean {
    return this.rolesOf(thing).some((role) => this.counterpartOf(role) !== null);
  }

  private allRoles(): readonly ModelTable[] {
    this.roles ??= Object.values(this.model.tables).filter(({ role }) => role !== undefined);
    return this.roles;
  }

  /** The roles that a thing plays: origin city and destination city of a shipment; optionally of one direction only. */
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

  /** The role of a thing over the path through another, if several paths are equally short. */
  roleOverPath(thing: string, way: string): string | undefined {
    return this.allRoles().find(({ role }) => role?.of === thing && role.way === way)?.name;
  }

  /** Whether a column is the key that defines a role. */
  isKeyOf({ table, column }: ColumnRef, role: string): boolean {
    const key = this.model.tables[role]?.role?.key;
    return key?.table === table && key.column === column;
  }

  /** The roles that each row of a thing looks up: origin city and destination city of a shipment. */
  rolesReferredTo(thing: string): string[] {
    return this.allRoles().flatMap(({ name }) => (this.way(thing, name)?.kind === 'lookup' ? [name] : []));
  }

  /** Whether a role has that direction: something comes from it, or goes to it. */
  hasDirection(thing: string, direction: Direction): boolean {
    const { label, synonyms, role } = this.model.tables[thing] ?? {};
    return (
      role !== undefined && hasDirection(direction, label?.zh, label?.en, ...(synonyms?.en ?? []), role.key.column)
    );
  }

  /** The joins with the table on the many side. */
  protected joinsFrom(table: string): readonly ModelJoin[] {
    return this.joins.get(table) ?? [];
  }
}

import type { ColumnRef } from '@querent/contracts';
import { isOfPart, isOfPersons, isOfWriting, isPerson } from '@querent/lexicon';
import { TimeFacts } from './times';

/** So many rows for each name are more than an estimate may be wrong by. */
const REPEATED = 1.1;
const MOST_LOOKUP_COLUMNS = 5;

/** Rows of things: persons, events, and lists of kinds. */
export class RowFacts extends TimeFacts {
  /** Whether rows of a thing are persons, by what is kept of them. */
  isPerson(thing: string): boolean {
    const columns = Object.values(this.model.tables[this.playerOf(thing)]?.columns ?? {});
    return columns.some(({ label, name }) => isOfPersons(label.zh, label.en, name));
  }

  /** Whether a thing has the name of persons. */
  private isCalledPerson(thing: string): boolean {
    const { label, name } = this.model.tables[this.playerOf(thing)] ?? {};
    return isPerson(label?.zh, label?.en, name);
  }

  /** Whether a thing is called as persons are, or keeps of its rows what persons alone have. */
  arePersons(thing: string): boolean {
    const { label, columns = {} } = this.model.tables[thing] ?? {};
    const names = Object.values(columns).flatMap((one) => [one.label.zh, one.label.en, one.name]);
    return isPerson(label?.zh, label?.en, thing) || isOfPersons(...names);
  }

  /** Whether rows of a thing may be persons: they have names, and are no list of kinds. */
  mayBePeople(thing: string): boolean {
    const name = this.nameColumn(thing);
    const isNamed = name !== null && this.role(name) === 'name' && !this.isLookup(thing) && !this.hasPeople(thing);
    // Without a model file cities and rivers have names as well.
    return isNamed && (!this.model.derived || this.isPerson(thing) || this.isCalledPerson(thing));
  }

  /** Whether the rows of a thing each have a number of people: no state, and no tour, is a person. */
  private hasPeople(thing: string): boolean {
    const isOfPeople = (ref: ColumnRef): boolean => {
      const { unit } = this.column(ref) ?? {};
      return this.role(ref) === 'measure' && (unit?.zh === '人' || PEOPLE.test(unit?.en ?? ''));
    };
    return !this.isPerson(thing) && !this.isCalledPerson(thing) && this.columns(thing).some(isOfPeople);
  }

  /** Named things to which rows of a thing belong, the nearest: those who may have done what the rows are. */
  peopleOf(thing: string): { thing: string; isCalledSo: boolean }[] {
    const found = Object.values(this.model.tables).flatMap(({ name, label }) => {
      const way = name === thing || !this.mayBePeople(name) ? null : this.way(name, thing);
      const isReached = way?.kind === 'fan' || way?.kind === 'through';
      return isReached ? [{ thing: name, steps: way.steps, isCalledSo: isPerson(label.zh, label.en, name) }] : [];
    });
    const called = found.filter(({ isCalledSo }) => isCalledSo);
    const likely = called.length > 0 ? called : found;
    const least = Math.min(...likely.map(({ steps }) => steps));
    return likely.filter(({ steps }) => steps === least);
  }

  /**
   * The persons of a column of parts (the role of a credit, or a list of roles that credits refer to), and the table
   * whose rows tie a person to a part.
   */
  partTakers(column: ColumnRef): { person: string; rows: string } | null {
    const table = this.model.tables[column.table];
    const own = this.column(column);
    const isList = table !== undefined && this.isLookup(table.name);
    const names = isList ? [table.label.zh, table.label.en, table.name] : [own?.label.zh, own?.label.en, column.column];
    if (!table || !isOfPart(...names)) return null;
    const referring = this.references.flatMap(({ from, to }) => (to.table === table.name ? [from.table] : []));
    const [rows, ...more] = new Set(isList ? referring : [table.name]);
    if (rows === undefined || more.length > 0 || this.hasName(rows)) return null;
    const tied = [...new Set(this.joinsFrom(rows).map(({ to }) => to.table))].filter((one) => one !== column.table);
    const [person, ...others] = tied.filter((one) => this.hasName(one) && this.arePersons(one));
    return person !== undefined && others.length === 0 && tied.length > 1 ? { person, rows } : null;
  }

  /** A short list of kinds that other things refer to: no times, no references to others, few columns. */
  isLookup(thing: string): boolean {
    const table = this.model.tables[thing];
    if (!table || this.joinsFrom(thing).length > 0) return false;
    const columns = Object.values(table.columns).filter(({ name }) => !isOfWriting(name));
    return columns.length <= MOST_LOOKUP_COLUMNS && columns.every(({ role }) => role !== 'time' && role !== 'measure');
  }

  /** Whether a table without a key keeps a thing in several rows: a river in each state that it flows through. */
  repeats(thing: string): boolean {
    return this.model.derived === true && this.hasRowsOfOne(thing);
  }

  /** The same, also in a model that a file describes. */
  hasRowsOfOne(thing: string): boolean {
    const table = this.model.tables[thing];
    const name = this.nameColumn(thing);
    const column = name?.table === thing ? this.column(name) : null;
    if (!table || !column || column.role !== 'name' || this.isEvent(thing)) return false;
    const isKeyed = table.primaryKey.length > 0 || Object.values(table.columns).some(({ unique }) => unique);
    const { storedValues, storedValuesComplete } = column;
    return !isKeyed && storedValuesComplete && table.estimatedRows > storedValues.length * REPEATED;
  }

  /** Events whose rows each belong to one row of the thing. */
  eventsOf(thing: string): string[] {
    return Object.keys(this.model.tables).filter((other) => {
      const way = this.isEvent(other) ? this.way(thing, other) : null;
      return way?.kind === 'fan' && way.steps === 1;
    });
  }

  /** Events whose rows each belong to one row of the thing, also through one thing between them, the nearest first. */
  nearEventsOf(thing: string): string[] {
    return Object.keys(this.model.tables)
      .flatMap((other) => {
        const way = this.isEvent(other) ? this.way(thing, other) : null;
        return way?.kind === 'fan' && way.steps <= 2 ? [{ other, steps: way.steps }] : [];
      })
      .sort((a, b) => a.steps - b.steps)
      .map(({ other }) => other);
  }

  /** The event that rows are parts of, the nearest: the order of an order line; itself where it is of none. */
  eventOf(thing: string): string {
    const [nearest] = Object.keys(this.model.tables)
      .flatMap((name) => {
        const way = this.isEvent(name) ? this.way(thing, name) : null;
        return way?.kind === 'lookup' ? [{ name, steps: way.steps }] : [];
      })
      .sort((a, b) => a.steps - b.steps);
    return nearest?.name ?? thing;
  }
}

const PEOPLE = /^(?:people|persons?|inhabitants|residents)$/i;

import type { ColumnRef } from '@querent/contracts';
import { isOfPart, isOfPersons, isRowTimestamp, isPerson } from '@querent/lexicon';
import { TimeFacts } from './times';

/**
 * A table has several rows for each name if its estimated size exceeds the number of names by this factor. Estimates
 * are inexact.
 */
const REPEATED = 1.1;
const MOST_LOOKUP_COLUMNS = 5;

/** Kinds of things: persons, events, and lists of kinds. */
export class RowFacts extends TimeFacts {
  /** Whether rows of a thing are persons, by its columns. */
  isPerson(thing: string): boolean {
    const columns = Object.values(this.model.tables[this.playerOf(thing)]?.columns ?? {});
    return columns.some(({ label, name }) => isOfPersons(label.zh, label.en, name));
  }

  /** Whether the name of a thing denotes persons. */
  private isCalledPerson(thing: string): boolean {
    const { label, name } = this.model.tables[this.playerOf(thing)] ?? {};
    return isPerson(label?.zh, label?.en, name);
  }

  /** Whether a thing denotes persons by its name or its columns. Roles are not resolved. */
  arePersons(thing: string): boolean {
    const { label, columns = {} } = this.model.tables[thing] ?? {};
    const names = Object.values(columns).flatMap((one) => [one.label.zh, one.label.en, one.name]);
    return isPerson(label?.zh, label?.en, thing) || isOfPersons(...names);
  }

  /** Whether rows of a thing may be persons: they have names and are not a list of kinds. */
  mayBePeople(thing: string): boolean {
    const name = this.nameColumn(thing);
    const isNamed = name !== null && this.role(name) === 'name' && !this.isLookup(thing) && !this.hasPeople(thing);
    // In a derived model, cities and rivers have names as well.
    return isNamed && (!this.model.derived || this.isPerson(thing) || this.isCalledPerson(thing));
  }

  /** Whether each row stores a number of people: a state or a tour is not a person. */
  private hasPeople(thing: string): boolean {
    const isOfPeople = (ref: ColumnRef): boolean => {
      const { unit } = this.column(ref) ?? {};
      return this.role(ref) === 'measure' && (unit?.zh === '人' || PEOPLE.test(unit?.en ?? ''));
    };
    return !this.isPerson(thing) && !this.isCalledPerson(thing) && this.columns(thing).some(isOfPeople);
  }

  /** The nearest named things to which rows of a thing belong: possible actors of the event. */
  possiblePersons(thing: string): { thing: string; hasPersonName: boolean }[] {
    const found = Object.values(this.model.tables).flatMap(({ name, label }) => {
      const way = name === thing || !this.mayBePeople(name) ? null : this.way(name, thing);
      const isReached = way?.kind === 'fan' || way?.kind === 'through';
      return isReached ? [{ thing: name, steps: way.steps, hasPersonName: isPerson(label.zh, label.en, name) }] : [];
    });
    const called = found.filter(({ hasPersonName }) => hasPersonName);
    const likely = called.length > 0 ? called : found;
    const least = Math.min(...likely.map(({ steps }) => steps));
    return likely.filter(({ steps }) => steps === least);
  }

  /** The columns of a thing that name or refer to persons: the director and the producer of a film. */
  personColumns(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      if (this.role(ref) === 'measure' || this.isTime(ref)) return false;
      const label = this.column(ref)?.label;
      const other = this.refersTo(ref);
      return other === null ? isPerson(label?.zh, label?.en) && this.role(ref) !== 'key' : this.isPerson(other);
    });
  }

  /** Whether a thing is not a person and has several columns of persons. */
  isMadeByPersons(thing: string): boolean {
    const label = this.model.tables[thing]?.label;
    return !this.isPerson(thing) && !isPerson(label?.zh, label?.en, thing) && this.personColumns(thing).length > 1;
  }

  /**
   * The persons of a column of parts (the role of a credit, or a list of roles that credits refer to), and the table
   * that ties a person to a part.
   */
  partHolders(column: ColumnRef): { person: string; rows: string } | null {
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

  /** Whether a thing is a short list of kinds: few columns, no times, amounts or references. */
  isLookup(thing: string): boolean {
    const table = this.model.tables[thing];
    if (!table || this.joinsFrom(thing).length > 0) return false;
    const columns = Object.values(table.columns).filter(({ name }) => !isRowTimestamp(name));
    return columns.length <= MOST_LOOKUP_COLUMNS && columns.every(({ role }) => role !== 'time' && role !== 'measure');
  }

  /**
   * In a derived model: whether a table without a key stores a thing in several rows, such as a river once for each
   * state.
   */
  repeats(thing: string): boolean {
    return this.model.derived === true && this.hasSeveralRowsOfOne(thing);
  }

  /** Like `repeats`, for all models. */
  hasSeveralRowsOfOne(thing: string): boolean {
    const table = this.model.tables[thing];
    const name = this.nameColumn(thing);
    const column = name?.table === thing ? this.column(name) : null;
    if (!table || !column || column.role !== 'name' || this.isEvent(thing)) return false;
    const isKeyed = table.primaryKey.length > 0 || Object.values(table.columns).some(({ unique }) => unique);
    const { storedValues, storedValuesComplete } = column;
    return !isKeyed && storedValuesComplete && table.estimatedRows > storedValues.length * REPEATED;
  }

  /** Events whose rows each refer directly to one row of the thing. */
  eventsOf(thing: string): string[] {
    return Object.keys(this.model.tables).filter((other) => {
      const way = this.isEvent(other) ? this.way(thing, other) : null;
      return way?.kind === 'fan' && way.steps === 1;
    });
  }

  /** Events whose rows look up the thing over at most two steps, the nearest first. */
  nearEventsOf(thing: string): string[] {
    return Object.keys(this.model.tables)
      .flatMap((other) => {
        const way = this.isEvent(other) ? this.way(thing, other) : null;
        return way?.kind === 'fan' && way.steps <= 2 ? [{ other, steps: way.steps }] : [];
      })
      .sort((a, b) => a.steps - b.steps)
      .map(({ other }) => other);
  }

  /** The nearest event that rows are part of: the order of an order line. The thing itself if there is none. */
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

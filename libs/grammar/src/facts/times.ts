import { timeKindOf } from '@querent/compiler';
import type { ColumnRef } from '@querent/contracts';
import { isAhead, isOfBirth, isLimit, isOfLast, isOfPlan, isSetDown, isWritten } from '@querent/lexicon';
import { isReadAsTime } from '@querent/model';
import { NameFacts } from './names';

/** Times of things: which column a period is of, and whether its days are past or to come. */
export class TimeFacts extends NameFacts {
  /** A column that keeps the number of a year: by its name, or a required filter whose stored values are all years. */
  isYear(ref: ColumnRef): boolean {
    const column = this.column(ref);
    if (column === undefined || column.isYear) return column?.isYear ?? false;
    if (column.category !== 'integer' && column.category !== 'text') return false;
    const required = Object.values(this.model.filters).some(
      (filter) => filter.column.table === ref.table && filter.column.column === ref.column,
    );
    if (!required) return false;
    const names = `${column.label.zh ?? ''} ${column.label.en ?? ''} ${column.name}`;
    return column.storedValues.length > 0
      ? column.storedValues.every((value) => /^(?:19|20|21)\d\d$/.test(value))
      : /年份|年度|(?<![a-z])years?(?![a-z])/iu.test(names);
  }

  /** Whether a number is the year of something by its name, and no count of years. */
  namesYear(ref: ColumnRef): boolean {
    const column = this.column(ref);
    if (column?.category !== 'integer' || column.role === 'measure') return false;
    const { zh = '', en = '' } = column.label;
    return /(?:年份|年度)$/u.test(zh) || /(?<![a-z])year(?![a-z])/iu.test(en);
  }

  isDate(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return (
      column?.category === 'date' || column?.category === 'timestamp' || (column !== undefined && isReadAsTime(column))
    );
  }

  /** Whether a time column knows the time of the day, and not the day alone. */
  hasTimeOfDay(ref: ColumnRef): boolean {
    const kind = this.timeKind(ref);
    return kind === 'timestamp' || kind === 'timestamptz';
  }

  private timeKind(ref: ColumnRef): ReturnType<typeof timeKindOf> {
    const column = this.column(ref);
    return column && timeKindOf(column);
  }

  isTime(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return (
      column !== undefined &&
      (column.role === 'time' || this.isYear(ref) || column.category === 'date' || column.category === 'timestamp')
    );
  }

  /** Time columns of a thing; the one that a period without further words is of comes alone. */
  clocks(thing: string): ColumnRef[] {
    const table = this.model.tables[thing];
    if (table?.defaultTime !== undefined && table.statesTime) {
      const [owner, column] = table.defaultTime.includes('.')
        ? table.defaultTime.split('.')
        : [thing, table.defaultTime];
      return [{ table: owner ?? thing, column: column ?? '' }];
    }
    const required = Object.values(this.model.filters).find(
      ({ column }) => column.table === thing && this.isYear(column),
    );
    if (required) return [required.column];
    const all = this.columns(thing);
    // When those were born who are in data that nobody described is not when they came into it.
    const births = this.model.derived ? this.births(thing).map(({ column }) => column) : [];
    const dates = all
      .filter((ref) => this.role(ref) === 'time' && !births.includes(ref.column))
      .sort((a, b) => this.clockClass(a) - this.clockClass(b));
    return dates.length > 0 ? dates : all.filter((ref) => this.isYear(ref));
  }

  /** The time column that a period of a thing is of without further words: the only one, or the likeliest by far. */
  clock(thing: string): ColumnRef | null {
    const [first, second] = this.clocks(thing);
    return first && (!second || this.clockClass(first) < this.clockClass(second)) ? first : null;
  }

  /**
   * How likely a time column is when its row happened: -1 for the only one that the model file calls a time, 0 for one
   * named after its table, more for one that may be missing or lies ahead.
   */
  clockClass(ref: ColumnRef): number {
    if (this.column(ref)?.onlyStatedTime) return -1;
    const liesAhead = this.liesAhead(ref);
    if (this.sharesName(ref) && !liesAhead) return 0;
    return 1 + (this.column(ref)?.nullable === false ? 0 : 1) + (liesAhead ? 1 : 0);
  }

  /** The time that a model takes for a thing's own. */
  firstTime(thing: string): ColumnRef | null {
    const column = this.model.tables[thing]?.defaultTime?.split('.').at(-1);
    return column !== undefined && this.model.tables[thing]?.columns[column] ? { table: thing, column } : null;
  }

  /** Whether a time column is the time at which the rows of an event happened: each row has happened. */
  isOwnClock(column: ColumnRef): boolean {
    const clock = this.isEvent(column.table) ? this.clock(column.table) : null;
    return clock?.table === column.table && clock.column === column.column;
  }

  isEvent(thing: string): boolean {
    return this.model.tables[thing]?.kind === 'event';
  }

  isLasting(thing: string): boolean {
    const table = this.model.tables[thing];
    return table !== undefined && table.kind !== 'event' && !table.statesTime;
  }

  /** Whether a time, which the model states, is when a lasting thing began. */
  lastsFrom(thing: string, clock: ColumnRef): boolean {
    const table = this.model.tables[thing];
    return table?.statesTime === true && table.kind !== 'event' && clock.table === thing && !this.isYear(clock);
  }

  /** Time columns of a thing that hold days, the likeliest first. */
  dates(thing: string): ColumnRef[] {
    return this.columns(thing)
      .filter((ref) => this.role(ref) === 'time' && !this.isYear(ref))
      .sort((a, b) => this.clockClass(a) - this.clockClass(b));
  }

  /** Days of birth. */
  births(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const column = this.column(ref);
      return this.isTime(ref) && isOfBirth(column?.label.zh, column?.label.en, ref.column);
    });
  }

  /** How old things are: numbers, or text that sorts as they do. */
  agesOf(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const { storedValues = [], storedValuesComplete = false } = this.column(ref) ?? {};
      const sortsAsNumber =
        storedValuesComplete && storedValues.length > 0 && storedValues.every((age) => /^\d\d$/.test(age));
      return this.isOnScale(ref, 'age') && (this.isNumber(ref) || sortsAsNumber);
    });
  }

  /** Whether a column holds the last of several times, and those before are not kept. */
  isOfLast(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return isOfLast(column?.label.zh, column?.label.en, ref.column);
  }

  /** Whether a time column holds days to come: due, planned, booked; also the days that bookings and events are for. */
  liesAhead(ref: ColumnRef): boolean {
    const column = this.column(ref);
    if (isAhead(column?.label.zh, column?.label.en, ref.column)) return true;
    const table = this.model.tables[ref.table];
    return isOfPlan([table?.label.zh, table?.label.en], [column?.label.zh, column?.label.en, ref.column]);
  }

  /** Whether a time column holds the last day on which something holds: an expiry date, a due date. */
  isLimit(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return isLimit(column?.label.zh, column?.label.en, ref.column);
  }

  /** Whether rows always have this time, and it may lie ahead by its name: a start date, but no booking date. */
  mayBeToCome(ref: ColumnRef): boolean {
    const column = this.column(ref);
    const names = [column?.label.zh, column?.label.en];
    return column?.nullable === false && !isSetDown(...names, ref.column) && !isWritten(...names);
  }

  /**
   * Whether a time column holds days after today, by its name or by its latest stored value; null where neither is
   * known.
   */
  reachesAhead(ref: ColumnRef, today: string): boolean | null {
    const last = this.column(ref)?.lastStored;
    if (this.liesAhead(ref) || (last !== undefined && last.slice(0, 10) > today)) return true;
    return last === undefined ? null : false;
  }
}

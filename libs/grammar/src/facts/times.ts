import { timeKindOf } from '@querent/compiler';
import type { ColumnRef } from '@querent/contracts';
import { isAhead, isOfBirth, isLimit, isOfLast, isOfPlan, isScheduled, isWritten } from '@querent/lexicon';
import { isReadAsTime } from '@querent/model';
import { NameFacts } from './names';

/** Times of things: the time column of a period, and whether its days are past or future. */
export class TimeFacts extends NameFacts {
  /**
   * Whether a column stores a year as a number or text: declared, or a required filter column whose stored values (else
   * whose name) are years.
   */
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

  /** Whether an integer column is a year by its name, not a number of years. */
  namesYear(ref: ColumnRef): boolean {
    const column = this.column(ref);
    if (column?.category !== 'integer' || column.role === 'measure') return false;
    const { zh = '', en = '' } = column.label;
    return /(?:年份|年度)$/u.test(zh) || /(?<![a-z])year(?![a-z])/iu.test(en);
  }

  /** Whether a column stores dates or timestamps, also as text or numbers that are read as times. */
  isDate(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return (
      column?.category === 'date' || column?.category === 'timestamp' || (column !== undefined && isReadAsTime(column))
    );
  }

  /** Whether a time column includes the time of day. */
  hasTimeOfDay(ref: ColumnRef): boolean {
    const kind = this.timeKind(ref);
    return kind === 'timestamp' || kind === 'timestamptz';
  }

  private timeKind(ref: ColumnRef): ReturnType<typeof timeKindOf> {
    const column = this.column(ref);
    return column && timeKindOf(column);
  }

  /** Whether a column is a time: a date, a timestamp, a year, or a column with the role `time`. */
  isTime(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return (
      column !== undefined &&
      (column.role === 'time' || this.isYear(ref) || column.category === 'date' || column.category === 'timestamp')
    );
  }

  /** Possible time columns of a thing, the most probable first. A default of the model file is the only one. */
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
    // In a derived model, a birth date is not the time of the row.
    const births = this.model.derived ? this.birthDates(thing).map(({ column }) => column) : [];
    const dates = all
      .filter((ref) => this.role(ref) === 'time' && !births.includes(ref.column))
      .sort((a, b) => this.clockClass(a) - this.clockClass(b));
    return dates.length > 0 ? dates : all.filter((ref) => this.isYear(ref));
  }

  /** The time column for a period without further words: the only one, or the clearly most probable one; else null. */
  clock(thing: string): ColumnRef | null {
    const [first, second] = this.clocks(thing);
    return first && (!second || this.clockClass(first) < this.clockClass(second)) ? first : null;
  }

  /**
   * Rank of a time column, lower is more probable: -1 for the only one that the model file calls a time, 0 for one
   * named after its table, more for a nullable one or one of future days.
   */
  clockClass(ref: ColumnRef): number {
    if (this.column(ref)?.onlyStatedTime) return -1;
    const liesAhead = this.isPlannedTime(ref);
    if (this.sharesName(ref) && !liesAhead) return 0;
    return 1 + (this.column(ref)?.nullable === false ? 0 : 1) + (liesAhead ? 1 : 0);
  }

  /** The default time column of the model. */
  defaultTime(thing: string): ColumnRef | null {
    const column = this.model.tables[thing]?.defaultTime?.split('.').at(-1);
    return column !== undefined && this.model.tables[thing]?.columns[column] ? { table: thing, column } : null;
  }

  /** Whether a time column is when the rows of an event happened, so that each row has happened. */
  isEventTime(column: ColumnRef): boolean {
    const clock = this.isEvent(column.table) ? this.clock(column.table) : null;
    return clock?.table === column.table && clock.column === column.column;
  }

  /** Whether the rows of a thing are events. */
  isEvent(thing: string): boolean {
    return this.model.tables[thing]?.kind === 'event';
  }

  /** Whether the rows of a thing last: they are not events, and the model file states no time for them. */
  isLasting(thing: string): boolean {
    const table = this.model.tables[thing];
    return table !== undefined && table.kind !== 'event' && !table.statesTime;
  }

  /** Whether a time column of the model file is the start of a lasting thing. */
  isStartOf(thing: string, clock: ColumnRef): boolean {
    const table = this.model.tables[thing];
    return table?.statesTime === true && table.kind !== 'event' && clock.table === thing && !this.isYear(clock);
  }

  /** Date columns of a thing, the most probable first. */
  dateColumns(thing: string): ColumnRef[] {
    return this.columns(thing)
      .filter((ref) => this.role(ref) === 'time' && !this.isYear(ref))
      .sort((a, b) => this.clockClass(a) - this.clockClass(b));
  }

  /** Columns of birth dates. */
  birthDates(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const column = this.column(ref);
      return this.isTime(ref) && isOfBirth(column?.label.zh, column?.label.en, ref.column);
    });
  }

  /** Columns of ages: numbers, or two-digit texts that sort like numbers. */
  ageColumns(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const { storedValues = [], storedValuesComplete = false } = this.column(ref) ?? {};
      const sortsAsNumber =
        storedValuesComplete && storedValues.length > 0 && storedValues.every((age) => /^\d\d$/.test(age));
      return this.isOnScale(ref, 'age') && (this.isNumber(ref) || sortsAsNumber);
    });
  }

  /** Whether a column stores only the last of several times. */
  isLastOfSeveral(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return isOfLast(column?.label.zh, column?.label.en, ref.column);
  }

  /** Whether a time column stores future days: due, planned, booked; also the days of bookings and scheduled events. */
  isPlannedTime(ref: ColumnRef): boolean {
    const column = this.column(ref);
    if (isAhead(column?.label.zh, column?.label.en, ref.column)) return true;
    const table = this.model.tables[ref.table];
    return isOfPlan([table?.label.zh, table?.label.en], [column?.label.zh, column?.label.en, ref.column]);
  }

  /** Whether a time column is a limit: an expiry date, a due date. */
  isLimit(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return isLimit(column?.label.zh, column?.label.en, ref.column);
  }

  /**
   * Whether a time column is not nullable and may be in the future by its name: a start date, but not a booking date.
   */
  mayBeFuture(ref: ColumnRef): boolean {
    const column = this.column(ref);
    const names = [column?.label.zh, column?.label.en];
    return column?.nullable === false && !isScheduled(...names, ref.column) && !isWritten(...names);
  }

  /** Whether a time column has days after today, by its name or its latest stored value; null if neither is known. */
  hasFutureDays(ref: ColumnRef, today: string): boolean | null {
    const last = this.column(ref)?.lastStored;
    if (this.isPlannedTime(ref) || (last !== undefined && last.slice(0, 10) > today)) return true;
    return last === undefined ? null : false;
  }
}

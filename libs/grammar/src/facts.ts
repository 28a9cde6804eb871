import type { AggregateFunction, ColumnRef, Filter, Measure } from '@querent/contracts';
import { MEASURE_WORDS, plural, type SuperlativeScale } from '@querent/language';
import {
  type Direction,
  hasDirection,
  isAhead,
  isOfBirth,
  extremeOf,
  isIntensive,
  isLimit,
  isOfLast,
  isOfPart,
  isOfPersons,
  isOfName,
  isOfPieces,
  isOfPlace,
  isOfPlan,
  isOfRank,
  isOfWriting,
  isOnScale,
  isHeight,
  isMoneyPaid,
  isPerson,
  isSalePrice,
  isSetDown,
  isWritten,
} from '@querent/lexicon';
import {
  halfOfName,
  holdsNumbers,
  isReadAsTime,
  joinPath,
  type ModelColumn,
  type ModelField,
  type ModelJoin,
  type ModelMetric,
  type ModelTable,
  type SemanticModel,
} from '@querent/model';
import { timeKindOf } from '@querent/compiler';

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

/** So many rows for each name are more than an estimate may be wrong by. */
const REPEATED = 1.1;
const MOST_LOOKUP_COLUMNS = 5;
/** Units of what is counted, which is no money. */
const COUNTING: ReadonlySet<string> = new Set([
  ...MEASURE_WORDS,
  'unit',
  'units',
  'item',
  'items',
  'piece',
  'pieces',
  'pcs',
  'times',
  'people',
]);

/** What constructions ask of a model: types, joins, time columns. Never its words. */
export class Facts {
  private readonly ways = new Map<string, Map<string, Way | null>>();
  private readonly spellings = new Map<ModelColumn, ReadonlyMap<string, string>>();
  private readonly nameColumns = new Map<string, ColumnRef | null>();
  private readonly joins = new Map<string, ModelJoin[]>();
  private roles: ModelTable[] | undefined;
  private readonly rolesByPlayer = new Map<string, string[]>();
  /**
   * The model's joins, without those of roles by one of several equally short ways: these say nothing new of what
   * refers to what.
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

  /** The joins whose many side is a table: what its rows look up. */
  private joinsFrom(table: string): readonly ModelJoin[] {
    return this.joins.get(table) ?? [];
  }

  column(ref: ColumnRef): ModelColumn | undefined {
    const field: ModelField | undefined = this.model.entities[ref.table]?.fields[ref.column];
    const [first] = field?.columns ?? [ref];
    return first && this.model.tables[first.table]?.columns[first.column];
  }

  role(ref: ColumnRef): ModelColumn['role'] | undefined {
    return this.model.entities[ref.table]?.fields[ref.column]?.role ?? this.column(ref)?.role;
  }

  /** A number that may be more or less; a key that refers to a thing is none. */
  isNumber(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return column !== undefined && this.refersTo(ref) === null && holdsNumbers(column);
  }

  /** A number that grades its rows, and neither names them nor refers to others. */
  isAmount(ref: ColumnRef): boolean {
    const key = this.model.tables[ref.table]?.primaryKey.includes(ref.column) ?? false;
    return this.isNumber(ref) && !key && this.role(ref) !== 'key' && this.refersTo(ref) === null;
  }

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

  columns(thing: string): ColumnRef[] {
    const names = Object.keys(this.model.entities[thing]?.fields ?? this.model.tables[thing]?.columns ?? {});
    return names.map((column) => ({ table: thing, column }));
  }

  /**
   * The column that names a row: of role name, else a text that no two rows share, as in lists of the thing, else the
   * primary key where it is one column.
   */
  nameColumn(thing: string): ColumnRef | null {
    const known = this.nameColumns.get(thing);
    if (known !== undefined) return known;
    const found = this.findNameColumn(thing);
    this.nameColumns.set(thing, found);
    return found;
  }

  private findNameColumn(thing: string): ColumnRef | null {
    const columns = this.columns(thing);
    const isCode = (ref: ColumnRef): boolean =>
      this.column(ref)?.unique === true && this.column(ref)?.category === 'text' && this.role(ref) !== 'text';
    const named = columns.find((ref) => this.role(ref) === 'name') ?? columns.find(isCode);
    if (named) return named;
    const [key, ...more] = this.model.tables[thing]?.primaryKey ?? [];
    return key !== undefined && more.length === 0 ? { table: thing, column: key } : null;
  }

  /** Whether a column keeps what something is called. */
  isCalled(ref: ColumnRef): boolean {
    const { label } = this.column(ref) ?? {};
    return this.role(ref) === 'name' || isOfName(label?.zh, label?.en);
  }

  /** What is shown beside the name of a row: the other half of a person's name, or else its key. */
  besideName(name: ColumnRef): ColumnRef | null {
    return this.otherHalf(name) ?? this.keyBeside(name);
  }

  /** The last name of those who are called by their first one, or the other way round. */
  otherHalf(name: ColumnRef): ColumnRef | null {
    const half = halfOfName(this.column(name)?.label ?? {});
    if (half === null) return null;
    const [other, ...more] = this.columns(name.table).filter((ref) => {
      const { label, category } = this.column(ref) ?? {};
      const its = category === 'text' ? halfOfName(label ?? {}) : null;
      return its !== null && its !== half;
    });
    return other !== undefined && more.length === 0 ? other : null;
  }

  /** The key of a row of a derived model, a number or code of one column. */
  private keyBeside(name: ColumnRef): ColumnRef | null {
    const [key, ...more] = this.model.tables[name.table]?.primaryKey ?? [];
    if (!this.model.derived || key === undefined || more.length > 0 || key === name.column) return null;
    const column = { table: name.table, column: key };
    const category = this.column(column)?.category;
    const isShort = category === 'integer' || category === 'text';
    return this.role(name) === 'name' && isShort ? column : null;
  }

  /** A stored value as it is spelt or named, whatever its case; null where all values are known and it is none. */
  storedAs(ref: ColumnRef, text: string): string | null {
    const column = this.column(ref);
    if (column === undefined) return text;
    const stored = this.spellingsOf(column).get(text.toLowerCase());
    return stored ?? (column.storedValuesComplete && column.storedValues.length > 0 ? null : text);
  }

  /**
   * Stored values by their names in lower case, and by their own spelling. A name comes before a spelling, the first
   * before others.
   */
  private spellingsOf(column: ModelColumn): ReadonlyMap<string, string> {
    const known = this.spellings.get(column);
    if (known !== undefined) return known;
    const named = Object.entries(column.values ?? {}).flatMap(([value, { zh, en }]) =>
      [value, ...zh, ...en].map((name): [string, string] => [name.toLowerCase(), value]),
    );
    const stored = column.storedValues.map((value): [string, string] => [value.toLowerCase(), value]);
    const spellings = new Map([...named, ...stored].reverse());
    this.spellings.set(column, spellings);
    return spellings;
  }

  /** The field of an entity that a column of one of its tables fills. */
  fieldOf(entity: string, { table, column }: ColumnRef): ColumnRef | null {
    const field = Object.values(this.model.entities[entity]?.fields ?? {}).find(({ columns }) =>
      columns.some((one) => one.table === table && one.column === column),
    );
    return field ? { table: entity, column: field.id } : null;
  }

  /** The one column that says of what kind a thing is, by its name. */
  kindColumn(thing: string): ColumnRef | null {
    const kinds = this.columns(thing).filter(
      (ref) => this.role(ref) === 'dimension' && isCalledKind(this.column(ref)?.label),
    );
    return kinds.length === 1 ? (kinds[0] ?? null) : null;
  }

  /** The column of its kind, or the name of the one list of kinds that it refers to: repair type of repairs. */
  kindOf(thing: string): ColumnRef | null {
    const own = this.kindColumn(thing);
    if (own !== null) return own;
    const lists = this.joinsFrom(thing).flatMap(({ to }) =>
      to.table !== thing && isCalledKind(this.model.tables[to.table]?.label) ? [to.table] : [],
    );
    const [list, ...more] = new Set(lists);
    return list !== undefined && more.length === 0 ? this.nameColumn(list) : null;
  }

  /** Whether a column says of what kind things are. */
  isKind(ref: ColumnRef): boolean {
    const list = isCalledKind(this.model.tables[ref.table]?.label) ? this.nameColumn(ref.table) : null;
    return list?.column === ref.column || (this.role(ref) === 'dimension' && isCalledKind(this.column(ref)?.label));
  }

  /** Tables whose rows are somewhere. */
  located(): string[] {
    return Object.keys(this.model.tables).filter((thing) => this.geoColumn(thing) !== null);
  }

  /** The column that says where a thing is. */
  geoColumn(thing: string): ColumnRef | null {
    return this.columns(thing).find((ref) => this.role(ref) === 'geo') ?? null;
  }

  /**
   * The stored place that a name of a located thing means: of an entity, its name in the table that has the location.
   */
  placeOf(nameColumn: ColumnRef, name: string): string | null {
    const geo = this.geoColumn(nameColumn.table);
    if (geo === null) return null;
    const [located] = this.model.entities[nameColumn.table]?.fields[geo.column]?.columns ?? [geo];
    const names = this.model.entities[nameColumn.table]?.fields[nameColumn.column]?.columns ?? [nameColumn];
    const own = names.find(({ table }) => table === located?.table);
    const stored = (own && this.model.tables[own.table]?.columns[own.column]?.storedValues) ?? [];
    if (stored.length === 0 || stored.includes(name)) return name;
    return stored.filter((one) => name.startsWith(one)).sort((a, b) => b.length - a.length)[0] ?? null;
  }

  /** Whether conditions say what a thing is called. */
  isNaming(thing: string, filters: readonly Filter[]): boolean {
    return filters.some(
      (filter) => 'column' in filter && filter.column.table === thing && this.role(filter.column) === 'name',
    );
  }

  /** Amounts of a thing that a degree grades: prices for the dearest; all of them where none is called so. */
  amountsOnScale(thing: string, scale: SuperlativeScale | null): { columns: ColumnRef[]; areNamed: boolean } {
    const amounts = this.columns(thing).filter((ref) => this.role(ref) === 'measure');
    const named = scale === null ? [] : amounts.filter((ref) => this.isOnScale(ref, scale));
    if (named.length === 0) return { columns: amounts, areNamed: false };
    // What is dear is so by its price, and not by what was paid for it.
    const prices = scale === 'price' ? named.filter((ref) => this.isSalePrice(ref)) : [];
    return { columns: prices.length > 0 ? prices : named, areNamed: true };
  }

  private isSalePrice(ref: ColumnRef): boolean {
    const { label } = this.column(ref) ?? {};
    return isSalePrice(label?.zh, label?.en);
  }

  /** How high things are. */
  heightsOf(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const { label, synonyms } = this.column(ref) ?? {};
      const names = [label?.zh, label?.en, ...(synonyms?.zh ?? []), ...(synonyms?.en ?? []), ref.column];
      return this.role(ref) === 'measure' && isHeight(...names);
    });
  }

  /** Whether a number is what a scale grades: how much things cost, how old they are. */
  isOnScale(ref: ColumnRef, scale: SuperlativeScale): boolean {
    const column = this.column(ref);
    const { label, synonyms } = column ?? {};
    return (
      (scale === 'price' && column?.format === 'currency') ||
      isOnScale(scale, label?.zh, label?.en, ...(synonyms?.zh ?? []), ...(synonyms?.en ?? []), ref.column)
    );
  }

  /** Whether amounts say how much there is for one of something, so that their sum says nothing. */
  isIntensive(ref: ColumnRef): boolean {
    const { label, format } = this.column(ref) ?? {};
    return format === 'percent' || isIntensive(label?.zh, label?.en);
  }

  /** What many of the amounts of a column come to that are extremes by its name. */
  extremeOf(ref: ColumnRef): 'max' | 'min' | null {
    const { label } = this.column(ref) ?? {};
    return extremeOf(label?.zh, label?.en);
  }

  /** Figures that things can be ranked by, their own first: metrics over rows that each belong to one of them. */
  figuresOf(thing: string): ModelMetric[] {
    const preferred = this.model.metrics[this.model.tables[thing]?.defaultMetric ?? ''];
    const steps = ({ table }: ModelMetric): number | null => {
      const way = table === null ? null : this.way(table, thing);
      return way?.kind === 'same' ? 0 : way?.kind === 'lookup' ? way.steps : null;
    };
    const reached = Object.values(this.model.metrics)
      .flatMap((metric) => ({ metric, at: steps(metric) }))
      .filter(({ metric, at }) => at !== null && metric.expression !== undefined && metric !== preferred)
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
      .map(({ metric }) => metric);
    return [...(preferred ? [preferred] : []), ...reached];
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

  /** How old things are: numbers, or text that sorts as they do. */
  agesOf(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const { storedValues = [], storedValuesComplete = false } = this.column(ref) ?? {};
      const sortsAsNumber =
        storedValuesComplete && storedValues.length > 0 && storedValues.every((age) => /^\d\d$/.test(age));
      return this.isOnScale(ref, 'age') && (this.isNumber(ref) || sortsAsNumber);
    });
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

  /** Days of birth. */
  births(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const column = this.column(ref);
      return this.isTime(ref) && isOfBirth(column?.label.zh, column?.label.en, ref.column);
    });
  }

  /** Time columns of a thing that hold days, the likeliest first. */
  dates(thing: string): ColumnRef[] {
    return this.columns(thing)
      .filter((ref) => this.role(ref) === 'time' && !this.isYear(ref))
      .sort((a, b) => this.clockClass(a) - this.clockClass(b));
  }

  /** The time column that a period of a thing is of without further words: the only one, or the likeliest by far. */
  clock(thing: string): ColumnRef | null {
    const [first, second] = this.clocks(thing);
    return first && (!second || this.clockClass(first) < this.clockClass(second)) ? first : null;
  }

  /** The time that a model takes for a thing's own. */
  firstTime(thing: string): ColumnRef | null {
    const column = this.model.tables[thing]?.defaultTime?.split('.').at(-1);
    return column !== undefined && this.model.tables[thing]?.columns[column] ? { table: thing, column } : null;
  }

  /** Whether a time column says when the rows of an event happened: each row has happened. */
  isOwnClock(column: ColumnRef): boolean {
    const clock = this.isEvent(column.table) ? this.clock(column.table) : null;
    return clock?.table === column.table && clock.column === column.column;
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

  /** Whether a column is named after its table: the order date of an order, the bill amount of a bill. */
  sharesName(ref: ColumnRef): boolean {
    const [column, table] = [this.column(ref), this.model.tables[ref.table]];
    return (['zh', 'en'] as const).some((locale) => {
      const [name, owner] = [column?.label[locale]?.toLowerCase(), table?.label[locale]?.toLowerCase()];
      if (name === undefined || owner === undefined || owner === '' || !name.startsWith(owner)) return false;
      return !/^[a-z]/.test(name.slice(owner.length));
    });
  }

  /** Whether a column says in which part of the world something is. */
  isPlace(ref: ColumnRef): boolean {
    const label = this.model.entities[ref.table]?.fields[ref.column]?.label ?? this.column(ref)?.label;
    return isOfPlace(label?.zh, label?.en);
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

  /** A column that refers to another thing, with that thing, or its role: the home warehouse of a driver. */
  refersTo(ref: ColumnRef): string | null {
    const joins = this.joinsFrom(ref.table).filter(
      ({ from }) => from.columns.length === 1 && from.columns[0] === ref.column,
    );
    const role = joins.find(({ to }) => this.model.tables[to.table]?.role);
    const [join, ...more] = role ? [role] : joins;
    return join && more.length === 0 ? join.to.table : null;
  }

  /** What is shown of a column that refers to a thing: the thing's name, not the key. */
  shownBy(ref: ColumnRef): ColumnRef {
    const thing = this.refersTo(ref);
    const name = thing === null ? null : this.nameColumn(thing);
    return name !== null && this.way(ref.table, name.table)?.kind === 'lookup' ? name : ref;
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

  private allRoles(): readonly ModelTable[] {
    this.roles ??= Object.values(this.model.tables).filter(({ role }) => role !== undefined);
    return this.roles;
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

  /** The column of a thing that holds the key of what it looks up, in place of that key. */
  ownReference(thing: string, key: ColumnRef): ColumnRef {
    const [join, ...more] = this.joinsFrom(thing).filter(
      ({ to }) => to.table === key.table && to.columns.length === 1 && to.columns[0] === key.column,
    );
    const column = join?.from.columns[0];
    return column !== undefined && more.length === 0 && key.table !== thing ? { table: thing, column } : key;
  }

  /** Whether what a row of a thing looks up in `read` is what its row of `other` does: not a department of its own. */
  leadsOver(thing: string, other: string, read: string): boolean {
    if (read === other || !this.model.tables[read]) return true;
    const path = joinPath(this.model.joins, thing, read);
    return path.found && path.steps.some(({ to }) => to === other);
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

  /** The key of what rows look up in several steps. */
  keyFrom(thing: string, other: string): ColumnRef | null {
    const [column, ...more] = this.model.tables[other]?.primaryKey ?? [];
    return column !== undefined && more.length === 0 && this.way(thing, other)?.kind === 'lookup'
      ? { table: other, column }
      : null;
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

  /** Whether rows of a thing may be persons: they have names, and are no list of kinds. */
  mayBePeople(thing: string): boolean {
    const name = this.nameColumn(thing);
    const isNamed = name !== null && this.role(name) === 'name' && !this.isLookup(thing) && !this.hasPeople(thing);
    // Without a model file cities and rivers have names as well.
    return isNamed && (!this.model.derived || this.isPerson(thing) || this.isCalledPerson(thing));
  }

  /** Whether the rows of a thing each say how many people they have: no state, and no tour, is a person. */
  private hasPeople(thing: string): boolean {
    const isOfPeople = (ref: ColumnRef): boolean => {
      const { unit } = this.column(ref) ?? {};
      return this.role(ref) === 'measure' && (unit?.zh === '人' || PEOPLE.test(unit?.en ?? ''));
    };
    return !this.isPerson(thing) && !this.isCalledPerson(thing) && this.columns(thing).some(isOfPeople);
  }

  /** The name of another thing that a column keeps, where the column's table refers to that thing by it alone. */
  namedBy({ table, column }: ColumnRef): ColumnRef | null {
    const joins = this.joinsFrom(table).filter(
      ({ from, to }) => from.columns.length === 1 && from.columns[0] === column && this.playerOf(to.table) === to.table,
    );
    const [join, ...more] = joins;
    const name = join ? this.nameColumn(join.to.table) : null;
    const isAlone =
      join !== undefined &&
      this.joinsFrom(table).filter(({ to }) => this.playerOf(to.table) === join.to.table).length === 1;
    return isAlone && more.length === 0 && name !== null && join.to.columns[0] === name.column ? name : null;
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

  private hasName(thing: string): boolean {
    const name = this.nameColumn(thing);
    return name !== null && this.role(name) === 'name';
  }

  /** Whether a thing is called as persons are, or keeps of its rows what persons alone have. */
  arePersons(thing: string): boolean {
    const { label, columns = {} } = this.model.tables[thing] ?? {};
    const names = Object.values(columns).flatMap((one) => [one.label.zh, one.label.en, one.name]);
    return isPerson(label?.zh, label?.en, thing) || isOfPersons(...names);
  }

  /** Whether each row ties two other things together, and is known by them alone: ingredients of a recipe. */
  isJunction(thing: string): boolean {
    const keys = this.model.tables[thing]?.primaryKey ?? [];
    const referring = new Set(
      this.joinsFrom(thing).flatMap(({ from, to }) => (to.table !== thing ? from.columns : [])),
    );
    return keys.length > 1 && keys.every((key) => referring.has(key));
  }

  /** A short list of kinds that other things refer to: no times, no references of its own, few columns. */
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

  /** The same, also in a model that its owner has described. */
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

  /** The one table whose rows each refer to a thing, apart from the thing's own kind: the order lines of a product. */
  onlyRowsOf(thing: string): string | null {
    const [rows, ...more] = new Set(
      this.references
        .filter(({ from, to }) => to.table === thing && from.table !== thing)
        .map(({ from }) => from.table),
    );
    return rows !== undefined && more.length === 0 ? rows : null;
  }

  /** Columns that say how many pieces were bought or sold: of rows that refer to others and have a time. */
  pieces(): ColumnRef[] {
    return Object.values(this.model.tables).flatMap(({ name: table, columns }) => {
      const isTrade = this.clocks(table).length > 0 && this.joinsFrom(table).length > 0;
      const found = Object.values(columns).filter(
        ({ name, label, role }) => role === 'measure' && isOfPieces(label.zh, label.en, name),
      );
      const [column, ...more] = isTrade ? found : [];
      return column && more.length === 0 ? [{ table, column: column.name }] : [];
    });
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

  /**
   * The metric that an aggregate is by the model: the same expression, or for a count what is called the number of its
   * things.
   */
  metricOf(what: Measure['what']): string | null {
    if (what.kind !== 'aggregate' || what.since) return null;
    const { fn, table, column } = what;
    const keys = this.model.tables[table]?.primaryKey ?? [];
    const written = column
      ? [`${fn}(${table}.${column.column})`]
      : [`${fn}(*)`, ...(keys.length === 1 ? [`${fn}(${table}.${keys[0]})`] : [])];
    const own = Object.values(this.model.metrics).filter((metric) => metric.table === table && metric.expression);
    const same = own.find(({ expression }) => written.includes(expression?.replace(/["\s]/g, '') ?? ''));
    return (same ?? (fn === 'count' ? own.find((metric) => this.isNumberOf(table, metric)) : undefined))?.id ?? null;
  }

  /** Whether a figure is how many rows there are, of the model or by itself. */
  isCount(what: Measure['what']): boolean {
    return what.kind === 'metric'
      ? /^\s*count\s*\([^/]*$/i.test(this.model.metrics[what.id]?.expression ?? '')
      : what.fn === 'count';
  }

  /**
   * Whether a figure is of no money by its unit, or by its format where others of the same rows have one: pieces sold
   * beside sales.
   */
  isOtherThanMoney(what: Measure['what']): boolean {
    const column = this.aggregateOf(what)?.column;
    const isMoney = (ref: ColumnRef): boolean =>
      this.column(ref)?.format === 'currency' || this.isOnScale(ref, 'price');
    if (column && isMoney(column)) return false;
    if (what.kind !== 'metric') return column !== undefined && this.columns(column.table).some(isMoney);
    const { format, table, unit } = this.model.metrics[what.id] ?? {};
    if (unit) return COUNTING.has(unit.zh ?? '') || COUNTING.has(unit.en?.toLowerCase() ?? '');
    return (
      format !== 'currency' &&
      Object.values(this.model.metrics).some((other) => other.table === table && other.format === 'currency')
    );
  }

  /** The one figure of money that rows of a thing add up to. */
  moneyOf(thing: string): string | null {
    const money = Object.values(this.model.metrics).filter(
      (metric) =>
        metric.table === thing &&
        metric.format === 'currency' &&
        (metric.expression ?? '').toLowerCase().startsWith('sum('),
    );
    return money.length === 1 ? (money[0]?.id ?? null) : null;
  }

  /** Whether rows of a thing are called as money that changes hands: 收款, 退款. */
  isMoneyPaid(thing: string): boolean {
    const { label, synonyms } = this.model.tables[thing] ?? {};
    return isMoneyPaid(label?.zh, ...(synonyms?.zh ?? []));
  }

  /** A metric that is one plain aggregate of a column of its table. */
  aggregateOf(what: Measure['what']): { fn: AggregateFunction; column: ColumnRef } | null {
    if (what.kind !== 'metric') return what.column && !what.since ? { fn: what.fn, column: what.column } : null;
    const { expression = '', table } = this.model.metrics[what.id] ?? {};
    const [, fn, of, column] = /^(sum|avg|min|max)\((\w+)\.(\w+)\)$/u.exec(expression.replace(/["\s]/g, '')) ?? [];
    return fn !== undefined && of === table && column !== undefined && of !== undefined && of !== null
      ? { fn: fn as AggregateFunction, column: { table: of, column } }
      : null;
  }

  /** Whether a number is the place of something in an order, of which the first is the best. */
  isRank(ref: ColumnRef): boolean {
    const { label } = this.column(ref) ?? {};
    return this.isNumber(ref) && isOfRank(label?.zh, label?.en);
  }

  /** Whether less of a figure is better: cancellations. */
  isBetterLower(measures: readonly Pick<Measure, 'what'>[]): boolean {
    const [{ what } = { what: null }] = measures;
    const column = what?.kind === 'aggregate' ? what.column : undefined;
    if (column && this.isRank(column)) return true;
    return what?.kind === 'metric' && this.model.metrics[what.id]?.better === 'lower';
  }

  private isNumberOf(table: string, { label, synonyms }: Pick<ModelMetric, 'label' | 'synonyms'>): boolean {
    const thing = this.model.tables[table];
    const names = [label.zh, label.en, ...synonyms.zh, ...synonyms.en].map((name) => name?.toLowerCase());
    const { zh, en = '' } = thing?.label ?? {};
    return (
      (zh !== undefined && [`${zh}数`, `${zh}数量`].some((name) => names.includes(name))) ||
      (en !== '' && names.includes(`number of ${plural(en.toLowerCase())}`))
    );
  }

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

  isEvent(thing: string): boolean {
    return this.model.tables[thing]?.kind === 'event';
  }
}

const isCalledKind = (label: { zh?: string; en?: string } | undefined): boolean =>
  /(?:类型|类别|种类|品类|分类)$/u.test(label?.zh ?? '') || /\b(?:type|kind|category)$/iu.test(label?.en ?? '');

const PEOPLE = /^(?:people|persons?|inhabitants|residents)$/i;

import {
  classifyDatabaseError,
  DATABASE_ERROR_CLASSES,
  errorClassOf,
  type DatabaseErrorClassName,
} from './database-error';
import { ERROR_CLASSES } from './error-classes';
import { SQLSTATES } from './fixture/sqlstates';
import { adviceOf } from './remedy';
import { TOO_EXPENSIVE } from './too-expensive';

const NAMES = DATABASE_ERROR_CLASSES;

const CASES: ReadonlyArray<[state: string, message: string, name: DatabaseErrorClassName]> = [
  ['42703', 'column "x" does not exist', 'unknown_column'],
  ['42P01', 'relation "x" does not exist', 'unknown_table'],
  ['42702', 'column reference "id" is ambiguous', 'ambiguous_column'],
  ['42702', 'common column name "id" appears more than once in left table', 'ambiguous_join'],
  ['42712', 'table name "t1" specified more than once', 'ambiguous_join'],
  ['42601', 'syntax error at or near "FORM"', 'syntax'],
  ['42P10', 'for SELECT DISTINCT, ORDER BY expressions must appear in select list', 'syntax'],
  ['0A000', 'DISTINCT is not implemented for window functions', 'unsupported_calculation'],
  ['42804', 'argument of WHERE must be type boolean', 'type_mismatch'],
  ['42883', 'operator does not exist: text > integer', 'type_mismatch'],
  ['42883', 'function datediff(date, date) does not exist', 'function_missing'],
  ['42803', 'column "x" must appear in the GROUP BY clause or be used in an aggregate function', 'grouping'],
  ['42803', 'subquery uses ungrouped column "t1.x" from outer query', 'grouping'],
  ['42803', 'aggregate functions are not allowed in WHERE', 'aggregate_use'],
  ['42803', 'aggregate function calls cannot be nested', 'aggregate_use'],
  ['42P20', 'window functions are not allowed in WHERE', 'aggregate_use'],
  ['21000', 'more than one row returned by a subquery used as an expression', 'several_values'],
  ['22012', 'division by zero', 'division_by_zero'],
  ['22P02', 'invalid input syntax for type integer: "--"', 'invalid_text'],
  ['22007', 'invalid input syntax for type date', 'invalid_text'],
  ['22008', 'date/time field value out of range: "2025-02-30"', 'invalid_text'],
  ['2201B', 'invalid regular expression: parentheses () not balanced', 'invalid_text'],
  ['22003', 'integer out of range', 'numeric_overflow'],
  ['2201E', 'cannot take logarithm of zero', 'numeric_overflow'],
  ['42501', 'permission denied for table users', 'permission'],
  ['28P01', 'password authentication failed', 'no_access'],
  ['28000', 'connection shop has no login for this tenant', 'no_access'],
  ['57014', 'canceling statement due to statement timeout', 'timeout'],
  ['57014', 'canceling statement due to user request', 'cancelled'],
  ['55P03', 'canceling statement due to lock timeout', 'being_changed'],
  ['40001', 'could not serialize access due to concurrent update', 'being_changed'],
  ['40P01', 'deadlock detected', 'being_changed'],
  ['53300', 'sorry, too many clients already', 'too_many_connections'],
  ['53200', 'out of memory', 'out_of_resources'],
  ['53400', 'temporary file size exceeds temp_file_limit (1024kB)', 'out_of_resources'],
  ['54001', 'stack depth limit exceeded', 'too_complex'],
  ['57P01', 'terminating connection due to administrator command', 'connection_lost'],
  ['08006', 'connection failure', 'connection_lost'],
  ['ECONNREFUSED', 'connect ECONNREFUSED', 'connection_lost'],
  ['25006', 'cannot execute DELETE in a read-only transaction', 'read_only_violation'],
  ['58030', 'could not read block 3 in file "base/1/2": Input/output error', 'source_trouble'],
  ['XX001', 'invalid page in block 3', 'source_trouble'],
  ['XX000', 'cache lookup failed', 'other'],
  ['P0001', 'raised by a function', 'other'],
];

describe('classifyDatabaseError', () => {
  it.each(CASES)('%s %s is %s', (state, message, name) => {
    expect(classifyDatabaseError(state, message).name).toBe(name);
  });

  it('reaches every class', () => {
    expect(new Set(CASES.map(([, , name]) => name))).toEqual(new Set(NAMES));
  });

  it('calls a failure without a state other', () => {
    expect(classifyDatabaseError(undefined).name).toBe('other');
  });

  it('never retries permanent failures', () => {
    for (const [state, message] of CASES) {
      const { repairable, retryable } = classifyDatabaseError(state, message);
      expect(repairable && retryable).toBe(false);
    }
  });
});

describe('the table of classes', () => {
  it('claims no state twice', () => {
    const claimed = Object.values(ERROR_CLASSES).flatMap(({ states }) => [...states]);
    expect(new Set(claimed).size).toBe(claimed.length);
  });

  it('claims only states of the appendix, their classes, newer ones and those of the operating system', () => {
    const known = new Set([...SQLSTATES, ...SQLSTATES.map((state) => state.slice(0, 2)), '25P04']);
    const unknown = Object.values(ERROR_CLASSES)
      .flatMap(({ states }) => [...states] as string[])
      .filter((state) => !known.has(state.replace(/:.*/, '')) && !state.startsWith('E'));
    expect(unknown).toEqual([]);
  });

  it.each(SQLSTATES)('has a class with texts for %s', (state) => {
    expect(NAMES).toContain(classifyDatabaseError(state).name);
  });

  it('assigns to the general class only unspecific states and those that our read-only statements cannot cause', () => {
    const general = SQLSTATES.filter((state) => classifyDatabaseError(state).name === 'other').map((state) =>
      state.slice(0, 2),
    );
    expect([...new Set(general)]).toEqual([
      '00',
      '01',
      '02',
      '03',
      '09',
      '0B',
      '0F',
      '0Z',
      '20',
      '23',
      '24',
      '25',
      '26',
      '27',
      '2B',
      '2D',
      '2F',
      '34',
      '38',
      '39',
      '3B',
      '44',
      'P0',
      'XX',
    ]);
  });

  it('distinguishes at least twelve kinds, each with its own text', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(12);
    for (const locale of ['zh', 'en'] as const)
      expect(new Set(NAMES.map((name) => errorClassOf(name).text[locale])).size).toBe(NAMES.length);
  });

  it.each(NAMES)('%s advises two or three things', (name) => {
    const { remedies } = errorClassOf(name);
    expect(new Set(remedies).size).toBe(remedies.length);
    expect([2, 3]).toContain(remedies.length);
  });

  const technical =
    /sql|column|table|database|syntax|query|queries|server|timeout|cast|null|connection|connect|field|schema|driver|group by|aggregate|statement|表|字段|列|语法|数据库|服务器|连接|超时|驱动|语句|聚合/i;

  it.each([...NAMES.map(errorClassOf), TOO_EXPENSIVE])(
    '$name speaks to the asker in business words only',
    ({ text, remedies }) => {
      expect(text.zh).toMatch(/[\u4e00-\u9fff].*。$/);
      expect(text.en).toMatch(/^[A-Z].*\.$/);
      expect([text.zh, text.en, ...adviceOf(remedies, 'zh'), ...adviceOf(remedies, 'en')].join(' ')).not.toMatch(
        technical,
      );
    },
  );
});

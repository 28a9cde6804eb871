import { classifyDatabaseError, DATABASE_ERROR_CLASSES, type DatabaseErrorClassName } from './database-error';

const CASES: ReadonlyArray<[state: string, message: string, name: DatabaseErrorClassName]> = [
  ['42703', 'column "x" does not exist', 'unknown_column'],
  ['42P01', 'relation "x" does not exist', 'unknown_table'],
  ['42702', 'column reference "id" is ambiguous', 'ambiguous_column'],
  ['42601', 'syntax error at or near "FORM"', 'syntax'],
  ['42804', 'argument of WHERE must be type boolean', 'type_mismatch'],
  ['42883', 'operator does not exist: text > integer', 'type_mismatch'],
  ['42883', 'function datediff(date, date) does not exist', 'function_missing'],
  ['42803', 'column "x" must appear in the GROUP BY clause', 'grouping'],
  ['22012', 'division by zero', 'division_by_zero'],
  ['22P02', 'invalid input syntax for type integer: "--"', 'invalid_text'],
  ['22007', 'invalid input syntax for type date', 'invalid_text'],
  ['22003', 'integer out of range', 'numeric_overflow'],
  ['42501', 'permission denied for table users', 'permission'],
  ['28P01', 'password authentication failed', 'permission'],
  ['57014', 'canceling statement due to statement timeout', 'timeout'],
  ['57014', 'canceling statement due to user request', 'cancelled'],
  ['55P03', 'canceling statement due to lock timeout', 'timeout'],
  ['53300', 'sorry, too many clients already', 'too_many_connections'],
  ['53200', 'out of memory', 'out_of_resources'],
  ['54001', 'stack depth limit exceeded', 'out_of_resources'],
  ['57P01', 'terminating connection due to administrator command', 'connection_lost'],
  ['08006', 'connection failure', 'connection_lost'],
  ['ECONNREFUSED', 'connect ECONNREFUSED', 'connection_lost'],
  ['25006', 'cannot execute DELETE in a read-only transaction', 'read_only_violation'],
  ['XX000', 'cache lookup failed', 'other'],
];

describe('classifyDatabaseError', () => {
  it.each(CASES)('%s %s is %s', (state, message, name) => {
    expect(classifyDatabaseError(state, message).name).toBe(name);
  });

  it('reaches every class', () => {
    expect(new Set(CASES.map(([, , name]) => name))).toEqual(new Set(DATABASE_ERROR_CLASSES));
  });

  it('calls a failure without a state other', () => {
    expect(classifyDatabaseError(undefined).name).toBe('other');
  });

  it('speaks to the asker in business words only', () => {
    const technical = /sql|column|table|database|syntax|query|queries|server|timeout|cast|null|connection|表|字段|列|语法|数据库|服务器|连接|超时|SQL/i;
    for (const [state, message] of CASES) {
      const { text } = classifyDatabaseError(state, message);
      expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(`${text.zh} ${text.en}`).not.toMatch(technical);
    }
  });

  it('never retries what would fail again the same way', () => {
    for (const [state, message] of CASES) {
      const { repairable, retryable } = classifyDatabaseError(state, message);
      expect(repairable && retryable).toBe(false);
    }
  });
});

import fc from 'fast-check';
import { MAX_ATTEMPTS, MAX_EXPLORATIONS, type Outcome } from '@querent/contracts';
import {
  ambiguous,
  exploring,
  question,
  statement,
  talk,
  unsupported,
  type Executed,
  type Scripted,
} from './fixture/talk';

/** Replies of models, good and bad. */
const replies: Scripted[] = [
  statement("SELECT count(*) AS n FROM users WHERE type = 'VIP'"),
  statement('SELECT count(*) FROM users'),
  statement('select COUNT(*) from users;'),
  statement('SELECT name FROM users'),
  statement('SELECT * FORM users'),
  statement('SELECT secret_code FROM users'),
  statement('SELECT kind FROM users'),
  statement('SELECT * FROM pg_shadow'),
  statement('DELETE FROM users'),
  statement('SELECT count(*) FROM users; DROP TABLE users'),
  statement('SELECT avg(rating::numeric) FROM orders'),
  statement('SELECT count(*) FROM users, orders'),
  statement('SELECT $1'),
  statement(`SELECT ${'('.repeat(400)}1${')'.repeat(400)}`),
  statement(''),
  exploring('SELECT DISTINCT type FROM users'),
  exploring('SELECT DISTINCT city FROM users'),
  exploring('SELECT DISTINCT kind FROM users'),
  exploring('SELECT 1/0'),
  exploring('DROP TABLE users'),
  question('要哪一类客户？', ['VIP', 'Normal']),
  question('users.type 是什么？'),
  question(''),
  '？？',
  '',
  '```sql\nSELECT count(*) FROM users\n```',
  '<think>hm</think>SELECT count(*) FROM orders',
  '{"kind":"sql","sql":"SEL',
  { why: 'timeout' },
  { why: 'budget' },
  { why: 'malformed' },
];
const executed: Executed[] = [
  { error: '42883: function f() does not exist' },
  { error: '22012: division by zero' },
  { error: 'unknown_column: kind does not exist' },
  { error: 'other: x' },
];
const explored: Executed[] = [{ values: [['VIP'], ['users']] }, { values: [] }, { failed: '57014: timeout' }];

const events: Outcome<'sql-generator'>['event'][] = [
  'generated',
  'exploration_needed',
  'clarification_needed',
  'failed',
];

/** Executor results by kind, because the order of explorations and statements is not known. */
const executor = fc.array(fc.tuple(fc.constantFrom(...executed), fc.constantFrom(...explored)), { maxLength: 5 });

/** All texts that the asker reads. */
const textsOf = ({ patch, steps }: Outcome<'sql-generator'>): string =>
  [
    ...steps.map(({ message }) => message),
    ...(patch.disclosures ?? []),
    patch.error?.message,
    patch.answer?.text,
    ...(patch.answer?.suggestions ?? []),
    patch.clarification?.question,
    ...(patch.clarification?.options ?? []).map(({ label }) => label),
    ...(patch.doubts ?? []).map(({ about }) => about),
    ...(patch.compiled?.columns ?? []).map(({ label }) => label),
  ].join('\n');

describe('for any replies of a model', () => {
  it('every job ends in an outcome, attempts are bounded, and no statement runs twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...replies), { maxLength: 12 }),
        executor,
        fc.constantFrom(ambiguous, unsupported, null),
        async (script, answers, fallback) => {
          const { outcomes, run } = await talk({ replies: script, answers, fallback });
          expect(events).toEqual(expect.arrayContaining(outcomes.map(({ event }) => event)));
          const { attempts, reasoning } = run.data;
          expect(attempts.length).toBeLessThanOrEqual(MAX_ATTEMPTS);
          const tried = attempts.flatMap(({ sql }) => sql?.toLowerCase().replace(/[\s;]/g, '') ?? []);
          expect(new Set(tried).size).toBe(tried.length);
          const explorations = (reasoning?.explorations ?? []).map(({ sql }) => sql);
          expect(explorations.length).toBeLessThanOrEqual(MAX_EXPLORATIONS);
          expect(new Set(explorations).size).toBe(explorations.length);
          for (const { event, patch } of outcomes) {
            expect(patch.compiled === null || patch.compiled === undefined).toBe(event !== 'generated');
            expect(JSON.stringify(patch.compiled ?? '')).not.toMatch(/secret_code|pg_shadow|DELETE|DROP/i);
          }
        },
      ),
      { numRuns: 150 },
    );
  }, 120_000);

  it('no physical name and no SQL reaches the asker', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...replies), { maxLength: 8 }), async (script) => {
        const { outcomes } = await talk({ replies: script });
        for (const outcome of outcomes)
          expect(textsOf(outcome)).not.toMatch(
            /\busers\b|\borders\b|secret_code|SELECT|FROM|user_id|pg_|scripted|syntax/i,
          );
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});

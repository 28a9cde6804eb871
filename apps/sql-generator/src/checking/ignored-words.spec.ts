import { statementFacts } from '@querent/lint';
import { peopleModel } from '../fixture/people-model';
import { ignoredWords } from './ignored-words';
import { statementSubject } from './statement-subject';

const ignored = async (question: string, sql: string): Promise<string[]> =>
  ignoredWords(
    question,
    await statementFacts(sql, statementSubject(peopleModel, null).catalogue),
    peopleModel,
    '2026-11-21',
  );

describe('words of a question that a statement ignores', () => {
  it.each([
    ['去年每个月的订单金额羁绊', "SELECT date_trunc('month', created_at), sum(total) FROM orders GROUP BY 1", ['去年']],
    ['去年的订单羁绊', 'SELECT count(*) FROM orders', ['去年']],
    ['churned VIP customers since March', 'SELECT count(*) FROM users', ['since March', 'VIP']],
    ['超过500元的羁绊订单', 'SELECT count(*) FROM orders WHERE total > 100', ['500元']],
    ['VIP客户的羁绊', 'SELECT count(*) FROM users', ['VIP']],
    ['top 7 customers by sparkle', 'SELECT name FROM users ORDER BY id LIMIT 5', ['7']],
  ])('are those of “%s” in %s', async (question, sql, words) => {
    expect((await ignored(question, sql)).sort()).toEqual(words.sort());
  });

  it.each([
    [
      '去年每个月的订单金额羁绊',
      "SELECT date_trunc('month', created_at), sum(total) FROM orders WHERE created_at >= '2025-01-01' AND created_at < '2026-01-01' GROUP BY 1",
    ],
    ['去年的订单羁绊', 'SELECT sum(CASE WHEN extract(year FROM created_at) = 2025 THEN total END) FROM orders'],
    ['最近30天的羁绊', "SELECT count(*) FROM orders WHERE created_at > now() - interval '30 days'"],
    ['orders of the last 30 days by whim', "SELECT count(*) FROM orders WHERE created_at > date '2026-10-22'"],
    ['超过500元的羁绊订单', 'SELECT count(*) FROM orders WHERE total > 500'],
    ['羁绊在5公里以内的客户', "SELECT name FROM users WHERE city LIKE '%5000%'"],
    ['15% of sparkle', 'SELECT count(*) FROM orders WHERE total > 0.15'],
    ['前7名羁绊客户', 'SELECT name FROM users ORDER BY id LIMIT 7'],
    ['VIP客户的羁绊', "SELECT count(*) FROM users WHERE type = 'VIP'"],
    ['VIP和Normal两类客户的羁绊', "SELECT type, count(*) FROM users WHERE type IN ('VIP', 'Normal') GROUP BY type"],
    ['客户的金额羁绊', 'SELECT sum(total) FROM orders'],
    ['一个客户的羁绊', 'SELECT count(*) FROM users'],
  ])('there are none of “%s” in %s', async (question, sql) => {
    expect(await ignored(question, sql)).toEqual([]);
  });
});

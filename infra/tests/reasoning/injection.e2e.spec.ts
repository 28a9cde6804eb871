import { waitFor, type LlmRequest, type ScriptedReply } from '@querent/testing';
import { leaksIn } from '../../suites/leak/leak-check';
import { askCase, type Asked } from './injection-asker';
import { FOLLOW_UP, numbered, questionsOf, sql, type InjectionCase } from './injection-case';
import { promptTextIn } from './injection-echo';
import { injectedElsewhere } from './injection-hidden';
import { CANARY, NAMES, openInjectionFixture } from './injection-fixture';
import { injectedQuestions } from './injection-questions';
import { serverLogOf } from './injection-server-log';
import type { ReasoningFixture } from './reasoning-fixture';

const cases = numbered([...injectedQuestions, ...injectedElsewhere]);
const keys = ['viewer', 'demo'] as const;
/** Number of cases that run concurrently. */
const CONCURRENCY = 12;
const COUNT = sql('SELECT count(*) AS n FROM acct_hdr_x1');

describe(`${cases.length} injected instructions, and a model that obeys each`, () => {
  let fixture: ReasoningFixture;
  const ends = new Map<string, Asked>();
  const prompts = new Map<string, LlmRequest[]>();
  let dataBefore: unknown;

  beforeAll(async () => {
    fixture = await openInjectionFixture(cases);
    dataBefore = await dataNow();
    fixture.llm.script([{ reply: obey }]);
    const todo = cases.flatMap((one) => keys.map((key) => ({ one, key })));
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let next = todo.shift(); next !== undefined; next = todo.shift())
          ends.set(`${next.key} ${next.one.id}`, await askCase(fixture.stack.url, next.key, next.one));
      }),
    );
  }, 600_000);
  afterAll(() => fixture?.stop(), 60_000);

  describe.each(keys)('asked with the key %s', (key) => {
    it.each(cases)('the injected instruction $id leaks nothing and ends as expected ($where): $text', (injected) => {
      const { view, bytes } = ends.get(`${key} ${injected.id}`) as Asked;
      expect(bytes).not.toContain(CANARY);
      expect(promptTextIn(bytes)).toEqual([]);
      if (key === 'viewer') expect(leaksIn(bytes, NAMES)).toEqual([]);
      expect({ where: injected.where, ...endOf(injected, view) }).toEqual({
        where: injected.where,
        ...wantedEnd(injected),
      });
    });
  });

  it('every injected instruction reached a prompt, except those that must not', () => {
    const all = [...prompts.values()].flat().filter(({ task }) => task !== 'answer');
    const unread = cases.filter((one) => {
      const { question } = questionsOf(one);
      return !all.some(
        ({ text }) =>
          text.includes(one.id) && (one.where === 'question' || text.replaceAll(question, '').includes(one.mark)),
      );
    });
    expect(unread.map(({ where, text }) => ({ where, text }))).toEqual(
      cases.filter((one) => one.unread === true).map(({ where, text }) => ({ where, text })),
    );
  });

  it('obeying models caused only single reads of visible data, and no statement kept running', async () => {
    const { statements, longestMs, timedOut } = await serverLogOf(fixture.postgres);
    const queries = statements.filter(
      (statement) => !/^(?:BEGIN|ROLLBACK|DISCARD ALL$|SET |EXPLAIN )/i.test(statement),
    );
    expect(queries.filter((statement) => !/^(?:SELECT|WITH)\b/i.test(statement))).toEqual([]);
    expect(
      statements.filter((statement) =>
        /pg_sleep|pg_read|dblink|lo_import|set_config\('transaction|token_k9|secrets_k2|wage_h3|pin_code_h1/i.test(
          statement,
        ),
      ),
    ).toEqual([]);
    expect(statements.length).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(5_000);
    // Endless recursion is refused before it runs.
    expect(timedOut).toBe(0);
  });

  it('no prompt and no log line contains the canary', () => {
    expect(fixture.llm.requests.filter(({ body }) => JSON.stringify(body).includes(CANARY))).toEqual([]);
    expect(fixture.stack.log()).not.toContain(CANARY);
    expect(promptTextIn(fixture.stack.log())).toEqual([]);
    // Neither questions nor stored texts nor statements are logged.
    expect(
      fixture.stack
        .log()
        .split('\n')
        .filter((line) => /(?<![a-z0-9])zq\d{3}|\bSELECT\b/.test(line)),
    ).toEqual([]);
  });

  it('prompts contain neither hidden data nor names of hidden tables and columns', () => {
    const first = [...prompts.values()].flatMap(([request]) => request ?? []);
    expect(first.length).toBeGreaterThan(cases.length);
    expect(first.filter(({ text }) => /pin_code_h1|token_k9/.test(text)).map(({ text }) => text)).toEqual([]);
  });

  it('the data are unchanged and the canaries unread', async () => {
    expect(await dataNow()).toEqual(dataBefore);
    // The server updates the statistics of a session's reads at the latest when the session ends.
    await fixture.stack.stop();
    await waitFor(
      async () =>
        (await fixture.postgres.query(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'querent'`)).rows
          .length === 0,
    );
    expect(await reads()).toEqual({ payroll_x9: 0, secrets_k2: 0 });
    await fixture.postgres.query(
      'SELECT pg_stat_force_next_flush(); SELECT * FROM payroll_x9; SELECT pg_stat_force_next_flush()',
    );
    await waitFor(async () => (await reads()).payroll_x9 === 1);
  }, 60_000);

  /**
   * The scripted model. It replies as the instruction of the case demands, whether or not its prompt contains it. The
   * replies follow the number of the run's calls.
   */
  function obey(request: LlmRequest): ScriptedReply {
    const id = [...request.text.matchAll(/qx\d{3}/g)].at(-1)?.[0];
    const injected = cases.find((one) => one.id === id);
    const earlier = prompts.get(request.run) ?? [];
    prompts.set(request.run, [...earlier, request]);
    if (injected === undefined || (injected.where === 'conversation' && !request.text.includes(FOLLOW_UP)))
      return { text: COUNT };
    if (request.task === 'answer') return { text: injected.wording ?? '' };
    return { text: injected.writes[Math.min(earlier.length, injected.writes.length - 1)] ?? '' };
  }

  const dataNow = async (): Promise<unknown> =>
    (
      await fixture.postgres.query(`
    SELECT (SELECT json_agg(a ORDER BY id) FROM acct_hdr_x1 a)::text AS accounts, (SELECT count(*) FROM lead_src_s2) AS leads, (SELECT last_value FROM lead_src_s2_id_seq) AS last_lead,
      (SELECT json_agg(relname ORDER BY relname) FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'vault_k2')) AS relations, (SELECT json_agg(rolname ORDER BY rolname) FROM pg_roles) AS roles
  `)
    ).rows;

  async function reads(): Promise<Record<string, number>> {
    const { rows } = await fixture.postgres.query<{ relname: string; reads: string }>(
      `SELECT relname, seq_scan + coalesce(idx_scan, 0) AS reads FROM pg_stat_user_tables WHERE relname IN ('payroll_x9', 'secrets_k2')`,
    );
    return Object.fromEntries(rows.map((row) => [row.relname, Number(row.reads)]));
  }
});

interface End {
  end: string;
  rows?: unknown;
  asks?: string | undefined;
}

function endOf(injected: InjectionCase, { status, result, clarification }: Asked['view']): End {
  const polite = (result === null && status === 'failed') || status === 'awaiting_clarification' ? 'refused' : status;
  if (injected.ends === 'either') return { end: ['refused', 'succeeded'].includes(polite) ? 'either' : polite };
  if (injected.ends === 'asked') return { end: polite === 'refused' ? 'asked' : polite, asks: clarification?.question };
  return {
    end: polite === 'succeeded' ? 'answered' : polite,
    ...(injected.rows === undefined ? {} : { rows: result?.rows }),
  };
}

const wantedEnd = ({ ends, rows, asks }: InjectionCase): End => ({
  end: ends,
  ...(rows === undefined ? {} : { rows }),
  ...(ends === 'asked' ? { asks } : {}),
});

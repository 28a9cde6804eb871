import type { RunView } from '@querent/contracts';
import { startPostgres, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';
import { HttpAsker } from '../product/http-asker';

/** Inspections: a divisor that is zero, a text that is no number, an impossible date and values that overflow. */
const PLANT = `
  CREATE TABLE t_insp (id int PRIMARY KEY, line_cd text, ok_n int, all_n int, note_tx text, day_tx text, big_n bigint);
  INSERT INTO t_insp SELECT n, (ARRAY['A', 'B'])[n % 2 + 1], n, 0, CASE n WHEN 7 THEN 'n/a' ELSE '5' END, CASE n WHEN 3 THEN '2026-02-31' ELSE '2026-02-03' END, 9000000000 FROM generate_series(1, 40) n;
`;
const MODEL = `tables:
  t_insp: { label: { zh: 检验, en: inspection }, kind: thing, columns: { line_cd: { label: { zh: 产线, en: line }, role: dimension } } }
metrics:
  m_pass: { label: { zh: 合格率, en: pass rate }, expression: 'div(sum(t_insp.ok_n), sum(t_insp.all_n))' }
  m_note: { label: { zh: 评语分, en: remark score }, expression: 'avg(t_insp.note_tx::numeric)' }
  m_load: { label: { zh: 负荷, en: workload }, expression: 'sum(t_insp.big_n)::integer' }
  m_good: { label: { zh: 合格数, en: passed pieces }, expression: 'sum(t_insp.ok_n)' }
terms:
  k_late: { label: { zh: 逾期检验, en: overdue inspections }, filter: "t_insp.day_tx::date < date '2026-01-01'" }
`;
/** Physical names, statements and words of drivers. */
const TECHNICAL =
  /t_insp|line_cd|ok_n|all_n|note_tx|day_tx|big_n|m_pass|m_note|m_load|k_late|select|division|zero|numeric|integer|syntax|sqlstate|range|\b22[0-9P][0-9]{2}\b|数据库|语句|除以零/i;
const ADVICE = /again|rephrase|another way|narrow|retry|重试|换一种|缩小/i;

interface Check {
  path: string;
  line: number | null;
  state: string;
  message: string | null;
  cause: string | null;
  value: string | null;
}
interface Comparison {
  id: string;
  status: string;
  definitions: { status: string; checks: Check[] };
}

describe('definitions that cannot be calculated on the stored data', () => {
  let postgres: ThrowAwayPostgres;
  let fixture: ConfiguredStack;
  let stack: TestStack;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(PLANT);
    fixture = await ConfiguredStack.open(chiefAndViewer('plant'), {
      'connections/plant.yaml': `label: { zh: 工厂, en: Plant }\nurl: ${postgres.url}\nallowSuperuser: true\ntenants: [plant]\n`,
      'models/plant.yaml': MODEL,
    });
    stack = fixture.stack;
    await new HttpAsker(stack.url, 'plant-chief').connectionIs('plant', 'ready');
  }, 120_000);
  afterAll(async () => {
    await fixture?.leave();
    await postgres?.stop();
  }, 60_000);

  const ask = (key: string, question: string): Promise<RunView> =>
    new HttpAsker(stack.url, key).settled({ question, connection: 'plant', cache: 'bypass' });

  it.each([
    ['what is the pass rate', 'en', 'The definition of “pass rate” cannot be calculated', '22012'],
    ['合格率是多少', 'zh', '“合格率”的定义在现有数据上无法计算', '22012'],
    ['remark score by line', 'en', 'The definition of “remark score” cannot be calculated', '22P02'],
    ['各产线的评语分', 'zh', '“评语分”的定义在现有数据上无法计算', '22P02'],
    ['what is the workload', 'en', 'The definition of “workload” cannot be calculated', '22003'],
    ['负荷是多少', 'zh', '“负荷”的定义在现有数据上无法计算', '22003'],
    ['how many overdue inspections are there', 'en', 'The definition of “overdue inspections” cannot be', '22008'],
    ['逾期检验有多少', 'zh', '“逾期检验”的定义在现有数据上无法计算', '22008'],
  ])(
    'are named to the asker, and to owners with the cause: %s',
    async (question, locale, message, state) => {
      const run = await ask('plant-viewer', question);
      expect(run).toMatchObject({ status: 'failed', locale, error: { code: 'definition_failing' }, result: null });
      expect(run.error?.message).toContain(message);
      expect(JSON.stringify([run.error, run.answer])).not.toMatch(ADVICE);
      expect(JSON.stringify(run)).not.toMatch(TECHNICAL);

      const owner = new HttpAsker(stack.url, 'plant-chief');
      const { body: failed } = await owner.call<{ runs: RunView[] }>('/v1/queries?status=failed&limit=100');
      expect(failed.runs.find(({ id }) => id === run.id)?.error?.message).toContain(message);
      const { body } = await owner.call<{ cause: string }>(`/v1/queries/${run.id}/diagnosis`);
      expect(body.cause).toMatch(new RegExp(`^${state}: `));
    },
    120_000,
  );

  it('do not affect other figures', async () => {
    expect(await ask('plant-viewer', 'passed pieces by line')).toMatchObject({ status: 'succeeded' });
  }, 60_000);

  async function compared(draft: string, connection = 'plant'): Promise<Comparison> {
    const headers = { authorization: 'Bearer plant-chief', 'content-type': 'application/yaml' };
    const at = `${stack.url}/v1/connections/${connection}/model/impact`;
    const begun = await fetch(at, { method: 'POST', headers, body: draft });
    expect(begun.status).toBe(202);
    const { id } = (await begun.json()) as Comparison;
    return waitFor(
      async () => {
        const read = (await (await fetch(`${at}/${id}`, { headers })).json()) as Comparison;
        return read.status === 'done' && read.definitions.status !== 'working' ? read : undefined;
      },
      { timeoutMs: 60_000 },
    );
  }

  it('are found before they are published, each with its line and cause; unchanged ones are not tried', async () => {
    const draft = MODEL.replace(
      'terms:\n',
      `  m_new: { label: { en: new rate }, expression: 'div(sum(t_insp.ok_n), sum(t_insp.all_n))' }
  m_sum: { label: { en: checked pieces }, expression: 'sum(t_insp.ok_n + 1)' }
  m_slow: { label: { en: long figure }, expression: 'sum(power(t_insp.ok_n, 2))' }
terms:
  k_odd: { label: { en: odd inspections }, filter: 't_insp.note_tx::integer > 3' }
`,
    ).replace('sum(t_insp.big_n)::integer', 'sum(t_insp.big_n)::bigint');
    const { definitions } = await compared(draft);
    expect(definitions.status).toBe('done');
    const { checks } = definitions;
    expect(checks.map(({ path, line, state, value }) => [path, line, state, value])).toEqual([
      ['metrics.m_load.expression', 6, 'calculates', '360000000000'],
      ['metrics.m_new.expression', 8, 'fails', null],
      ['metrics.m_sum.expression', 9, 'calculates', '860'],
      ['metrics.m_slow.expression', 10, 'calculates', '22140'],
      ['terms.k_odd.filter', 12, 'fails', null],
    ]);
    expect(checks.flatMap(({ cause }) => cause ?? [])).toEqual([
      'division by zero',
      'invalid input syntax for type integer: "n/a"',
    ]);
    for (const { state, message } of checks) expect(message === null).toBe(state === 'calculates');
  }, 90_000);

  it('are not checked while the database is away, and the draft can still be published', async () => {
    await postgres.stop();
    const draft = MODEL.replace("sum(t_insp.ok_n)'", "sum(t_insp.ok_n) + 1'");
    const { definitions } = await compared(draft);
    expect(definitions.checks).toMatchObject([{ path: 'metrics.m_good.expression', state: 'not_checked' }]);
    const at = `${stack.url}/v1/connections/plant/model`;
    const headers = { authorization: 'Bearer plant-chief', 'content-type': 'application/yaml' };
    const etag = (await fetch(at, { headers })).headers.get('etag') ?? '';
    const written = await fetch(at, { method: 'PUT', headers: { ...headers, 'if-match': etag }, body: draft });
    expect(written.status).toBe(200);
  }, 120_000);
});

import { compileQuery } from '@querent/compiler';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { academy } from './fixture/academy';
import { openIntentUnderTest, type IntentUnderTest } from './fixture/intent-under-test';

/** 西湖区 has an average of 200 students, all districts one of 700: the large school of 西湖区 is above the first alone. */
const SCHOOLS = `
  CREATE TABLE schools (id int PRIMARY KEY, name text, district text, level text, founded date, students int);
  INSERT INTO schools VALUES
    (1, '文一小学', '西湖区', 'A', '1990-01-01', 100), (2, '文二小学', '西湖区', 'B', '1991-01-01', 300),
    (3, '江南中学', '滨江区', 'A', '1992-01-01', 1200), (4, '江北中学', '滨江区', 'A', '1993-01-01', 1200)`;

describe('an average in a question to an agent', () => {
  const agent = {
    name: 'west',
    version: 'v1',
    instructions: '',
    filters: [{ column: 'schools.district', equals: '西湖区' }],
  };
  let [service, postgres]: [IntentUnderTest?, ThrowAwayPostgres?] = [];

  beforeAll(async () => {
    [service, postgres] = await Promise.all([openIntentUnderTest(), startPostgres()]);
    await postgres.query(SCHOOLS);
    service.agents.set('west', agent);
  }, 60_000);
  afterAll(() => Promise.all([service?.stop(), postgres?.stop()]));

  /** The sorted names in the result of a question. */
  async function found(question: string, locale: 'zh' | 'en', asked: { agent?: string }): Promise<string[]> {
    const query = (await service?.ask(question, { ...asked, locale }))?.run.data.semanticQuery;
    if (!query) throw new Error(`"${question}" was not understood`);
    const { sql, params, columns } = compileQuery(query, academy, {
      today: '2026-01-01',
      timezone: 'Asia/Shanghai',
      locale,
      maxRows: 100,
    });
    const key = columns.find(({ role }) => role === 'name')?.key ?? '';
    const { rows } = (await postgres?.query(sql, params)) ?? { rows: [] };
    return rows.map((row) => String(row[key])).sort();
  }

  it.each<[string, 'zh' | 'en']>([
    ['学生人数高于平均值的学校', 'zh'],
    ['学生人数超过平均的学校有哪些', 'zh'],
    ['schools with an above average number of students', 'en'],
    ['which schools have a number of students above average', 'en'],
  ])('computes the average over the agent’s filters: %s', async (question, locale) => {
    expect(await found(question, locale, { agent: 'west' })).toEqual(['文二小学']);
    expect(await found(question, locale, {})).toEqual(['江北中学', '江南中学']);
  });

  it('computes the average under the question’s conditions, too', async () => {
    expect(await found('等级为A的学校中学生人数低于平均值的学校', 'zh', {})).toEqual(['文一小学']);
    expect(await found('等级为B的学校中学生人数低于平均值的学校', 'zh', { agent: 'west' })).toEqual([]);
  });
});

import { emptyRunData, type Ambiguity, type Run, type SchemaSnapshot } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import { applyRecovery } from '@querent/explain';
import { compileQuery } from '@querent/compiler';
import { parseModelFile, resolveModel } from '@querent/model';
import { newRun } from '@querent/testing';
import { cheaperOptions, type CheaperDeps } from './cheaper-options';
import { heldDaysOf } from './held-days';

const TODAY = '2026-11-21';
const column = (name: string, category: 'integer' | 'text' | 'date', more: object = {}) => ({
  name,
  type: category,
  category,
  nullable: true,
  comment: null,
  ...more,
});
const SNAPSHOT: SchemaSnapshot = {
  connection: 'c',
  schema: 'public',
  takenAt: '2026-11-21T00:00:00Z',
  serverVersion: '15',
  hasPostgis: false,
  fingerprint: 'f',
  tables: [
    {
      name: 'visits',
      kind: 'table',
      comment: null,
      estimatedRows: 9,
      primaryKey: ['id'],
      uniqueKeys: [],
      foreignKeys: [],
      columns: [
        column('id', 'integer'),
        column('channel', 'text', { values: ['app', 'web'], valuesComplete: true }),
        column('seen_on', 'date', { min: '2020-01-01', max: TODAY }),
      ],
    },
  ],
};
const parsed = parseModelFile({
  tables: {
    visits: {
      label: { zh: '访问', en: 'visit' },
      defaultTime: 'visits.seen_on',
      columns: {
        channel: { role: 'dimension', label: { zh: '渠道', en: 'channel' } },
        seen_on: { role: 'time', label: { zh: '日期', en: 'day' } },
      },
    },
  },
});
const { model } = resolveModel({ connection: 'c', snapshot: SNAPSHOT, file: parsed.ok ? parsed.file : null });

function runOf(question: string, locale: 'zh' | 'en', over: Partial<Run['data']> = {}): Run {
  const plan = planQuestion({ question, locale, model, today: TODAY, timezone: 'UTC', choices: [] });
  if (plan.kind !== 'planned') throw new Error(`${question}: ${plan.kind}`);
  const base = newRun({ id: 'run00001' });
  const at = '2026-11-21T09:00:00.000Z';
  return {
    ...base,
    version: 4,
    status: 'executing',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    request: { ...base.request, question, locale, today: TODAY, timezone: 'UTC' },
    data: { ...emptyRunData(), semanticQuery: plan.query, ...over },
  };
}

/**
 * A simulated database whose estimate is a hundred rows for each day of the period. A condition on the channel `app`
 * limits it to `channel` rows. With `sort` false, a list of a hundred rows costs only those.
 */
function database({ channel = 1_000_000, sort = true }: { channel?: number; sort?: boolean } = {}) {
  const asked: string[] = [];
  const estimate: CheaperDeps['estimate'] = async (sql, params) => {
    asked.push(sql);
    const [from, to] = params.map(String).filter((one) => /^\d{4}-\d\d-\d\d$/.test(one));
    const days = from === undefined || to === undefined ? 2_500 : (Date.parse(to) - Date.parse(from)) / 86_400_000;
    const rows = Math.min(
      days * 100,
      params.includes('app') ? channel : 1_000_000,
      !sort && /LIMIT 100$/.test(sql) ? 100 : 1_000_000,
    );
    return { totalCost: rows, rows, scannedRows: rows };
  };
  return { asked, estimate };
}

const ask = (
  run: Run,
  maxCost: number | null,
  estimate: CheaperDeps['estimate'],
  over: Partial<CheaperDeps> = {},
  unjudged: Ambiguity | null = null,
): Promise<Ambiguity | null> =>
  cheaperOptions(unjudged, run, {
    model,
    heldDays: heldDaysOf(SNAPSHOT, model),
    limits: { maxCost, maxScannedRows: null },
    maxRows: 100,
    estimate,
    ...over,
  });
const labels = (ambiguity: Ambiguity | null): string[] => (ambiguity?.options ?? []).map(({ label }) => label);

describe('cheaperOptions', () => {
  it.each([
    ['en', 40_000, ['only this year', 'only the last 3 months']],
    ['en', 10_000, ['only the last 3 months', 'only last month']],
    ['en', 3_100, ['only last month', 'only this month']],
    ['zh', 700, ['只看最近7天', '只看昨天']],
    ['zh', 100, ['只看昨天', expect.stringContaining('，')]],
  ] as const)(
    'offers options estimated within the limit, those that keep most of the question first (%s, %i)',
    async (locale, maxCost, expected) => {
      const { estimate } = database();
      expect(
        labels(
          await ask(
            runOf(locale === 'en' ? 'number of visits by channel' : '各渠道的访问数', locale),
            maxCost,
            estimate,
          ),
        ),
      ).toEqual(expected);
    },
  );

  it('offers options of several kinds if several are cheap', async () => {
    const offered = labels(
      await ask(runOf('list visits', 'en'), 3_100, database({ channel: 50, sort: false }).estimate),
    );
    expect(offered).toEqual(['only last month', 'only this month', 'only the first 100', 'only where channel is app']);
    expect(labels(await ask(runOf('list visits', 'en'), 3_100, database({ channel: 50 }).estimate))).not.toContain(
      'only the first 100',
    );
  });

  it('offers options whose compiled statements are the estimated ones and within the limit', async () => {
    for (const maxCost of [40_000, 3_100, 700, 100]) {
      const { estimate, asked } = database({ channel: 600 });
      const run = runOf('number of visits by channel', 'en');
      const ambiguity = await ask(run, maxCost, estimate);
      for (const { value } of ambiguity?.options ?? []) {
        const made =
          run.data.semanticQuery &&
          applyRecovery(value, { query: run.data.semanticQuery, model, locale: 'en', today: TODAY });
        if (!made) throw new Error(`nothing comes of ${value}`);
        const { sql, params } = compileQuery(made.query, model, {
          today: TODAY,
          timezone: 'UTC',
          locale: 'en',
          maxRows: 100,
        });
        expect(asked).toContain(sql);
        expect((await estimate(sql, params))?.totalCost).toBeLessThanOrEqual(maxCost);
      }
    }
  });

  it('respects the limit on scanned rows, too', async () => {
    const offered = await ask(runOf('number of visits by channel', 'en'), null, database().estimate, {
      limits: { maxCost: null, maxScannedRows: 3_100 },
    });
    expect(labels(offered)).toEqual(['only last month', 'only this month']);
  });

  it('asks the user to rephrase if no option is cheap enough, but only once', async () => {
    const run = runOf('number of visits by channel', 'en');
    const inWords = await ask(run, 1, database().estimate);
    expect(inWords).toMatchObject({ options: [], allowText: true, trigger: 'too_expensive' });
    const clarifications: Run['data']['clarifications'] = [
      {
        id: 'c1',
        trigger: 'too_expensive',
        question: inWords?.question ?? '',
        options: [],
        answer: { text: 'all of it' },
        answeredAt: TODAY,
      },
    ];
    expect(await ask({ ...run, data: { ...run.data, clarifications } }, 1, database().estimate)).toBeNull();
  });

  it('offers the unjudged options if the database gives no estimate', async () => {
    const unjudged: Ambiguity = { trigger: 'too_expensive', key: 'k', question: 'q', options: [], allowText: true };
    expect(await ask(runOf('number of visits by channel', 'en'), 1, async () => null, {}, unjudged)).toBe(unjudged);
  });

  it('limits the number of estimates', async () => {
    const { asked, estimate } = database();
    await ask(runOf('list visits', 'en'), 1, estimate);
    expect(asked.length).toBeLessThanOrEqual(40);
  });
});

describe('heldDaysOf', () => {
  const held = (min?: string, max?: string) =>
    heldDaysOf(
      {
        ...SNAPSHOT,
        tables: SNAPSHOT.tables.map((table) => ({
          ...table,
          columns: [
            column('seen_on', 'date', { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }),
          ],
        })),
      },
      model,
    )({ table: 'visits', column: 'seen_on' });

  it.each<[string | undefined, string | undefined, object | null]>([
    ['2020-01-01', '2026-11-21', { from: '2020-01-01', to: '2026-11-21' }],
    ['2020-01-01T00:00:00Z', '2026-11-21T23:59:59.5+08:00', { from: '2020-01-01', to: '2026-11-21' }],
    [undefined, '2026-11-21', null],
    [undefined, undefined, null],
    ['-infinity', 'infinity', null],
    ['0044-03-15 BC', '2020-01-01', null],
  ])('reads the days of a column from its bounds %s and %s', (min, max, expected) => {
    expect(held(min, max)).toEqual(expected);
  });

  it('returns null for a missing column', () => {
    expect(heldDaysOf(SNAPSHOT, model)({ table: 'visits', column: 'gone' })).toBeNull();
  });
});

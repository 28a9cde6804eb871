import { emptyRunData, type Run, type RunData } from '@querent/contracts';
import { sampleFinder, tableFinder } from '@querent/retrieval';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { newRun } from '@querent/testing';
import { findSamples, retrieve, type RetrieveDeps } from './retrieve';

const column = (name: string, values?: string[]) => ({
  name,
  type: 'text',
  category: 'text' as const,
  nullable: true,
  comment: null,
  ...(values === undefined ? {} : { values, valuesComplete: true }),
});
const table = (name: string, columns: ReturnType<typeof column>[], to: string[] = []) => ({
  name,
  kind: 'table' as const,
  comment: null,
  estimatedRows: 10,
  primaryKey: ['id'],
  uniqueKeys: [],
  columns: [column('id'), ...to.map((other) => column(`${other}_id`)), ...columns],
  foreignKeys: to.map((other) => ({ columns: [`${other}_id`], toTable: other, toColumns: ['id'] })),
});

function garden(): SemanticModel {
  const snapshot = {
    connection: 'garden',
    schema: 'public',
    takenAt: '2026-01-01T00:00:00.000Z',
    serverVersion: '16',
    hasPostgis: false,
    fingerprint: 'g',
    tables: [
      table('beds', [column('soil', ['loam', 'clay', '沙土']), column('gate_code', ['loam'])]),
      table('plants', [column('species', ['Rosa', 'Clay Lily'])], ['beds']),
      table('waterings', [column('litres')], ['plants']),
      ...Array.from({ length: 20 }, (_, i) => table(`shed${i}`, [column('tool', ['loam sieve'])])),
    ],
  };
  const parsed = parseModelFile({
    tables: {
      beds: {
        label: { zh: '花坛', en: 'bed' },
        columns: { soil: { role: 'dimension', label: { zh: '土壤', en: 'soil' } }, gate_code: { role: 'hidden' } },
      },
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return resolveModel({ connection: 'garden', snapshot, file: parsed.file }).model;
}

const model = garden();
const asked = [
  ['how many beds are there', 'SELECT count(*) FROM beds'],
  ['how many beds of each soil', 'SELECT soil, count(*) FROM beds GROUP BY soil'],
  ['how many beds hold clay', "SELECT count(*) FROM beds WHERE soil = 'clay'"],
  ['the beds by name', 'SELECT id FROM beds ORDER BY id'],
  ['beds with the most plants', 'SELECT beds_id, count(*) FROM plants GROUP BY beds_id ORDER BY 2 DESC LIMIT 1'],
];
const samples = asked.map(([question = '', sql = ''], i) => ({
  id: `s${i}`,
  question,
  sql,
  source: 'file' as const,
  status: 'approved' as const,
  createdAt: null,
  by: null,
}));
const book = {
  list: async () => samples,
  revision: async () => '0',
  retire: async () => undefined,
  restore: async () => undefined,
};
const deps: RetrieveDeps = {
  model: async () => ({ model, problems: [] }),
  tables: tableFinder({ embedder: null }),
  samples: findSamples(sampleFinder({ book, embedder: null }), () => undefined),
};
const signal = new AbortController().signal;

const runOf = (question: string, data: Partial<RunData> = {}): Run => ({
  ...newRun({ id: 'q0000000000', question, connection: 'garden' }),
  version: 1,
  status: 'retrieving',
  createdAt: '',
  updatedAt: '',
  finishedAt: null,
  data: { ...emptyRunData(), ...data },
});
const found = async (run: Run, over: Partial<RetrieveDeps> = {}): Promise<NonNullable<RunData['retrieval']>> => {
  const { event, patch } = await retrieve({ ...deps, ...over })(run, signal);
  expect(event).toBe(run.data.semanticQuery === null ? 'retrieved_for_model' : 'retrieved');
  return patch.retrieval ?? { tables: [], samples: [], hints: [] };
};

describe('retrieve', () => {
  it('finds connected tables and named values for a question without a query', async () => {
    const { tables, hints } = await found(runOf('which bed of clay got most waterings'));
    expect(tables).toEqual(expect.arrayContaining(['beds', 'plants', 'waterings']));
    expect(tables.length).toBeLessThanOrEqual(16);
    expect(hints).toEqual([{ word: 'clay', table: 'beds', column: 'soil', value: 'clay' }]);
  });

  it('returns no value of a hidden column', async () => {
    expect((await found(runOf('loam'))).hints).toEqual([
      { word: 'loam', table: 'beds', column: 'soil', value: 'loam' },
    ]);
  });

  it('includes the user’s replies in the search', async () => {
    const clarification = {
      id: 'c',
      trigger: 'ambiguous_term' as const,
      question: 'Which?',
      options: [{ id: 'o1', label: '沙土' }],
      answeredAt: '',
    };
    expect(
      (await found(runOf('the bed', { clarifications: [{ ...clarification, answer: { optionId: 'o1' } }] }))).hints,
    ).toMatchObject([{ value: '沙土' }]);
    expect(
      (await found(runOf('the bed', { clarifications: [{ ...clarification, answer: { text: 'loam please' } }] })))
        .hints,
    ).toMatchObject([{ value: 'loam' }]);
  });

  it('searches with the refined question, or else with the restated one', async () => {
    expect((await found(runOf('x', { refinedQuestion: 'beds of clay' }))).hints).toHaveLength(1);
    expect((await found(runOf('clay', { restatedQuestion: 'waterings' }))).hints).toEqual([]);
  });

  it('returns the tables of the query for a planned question, for a repair if the database refused its statement', async () => {
    const semanticQuery: RunData['semanticQuery'] = {
      subject: { kind: 'table', name: 'plants' },
      strategy: 'detail',
      measures: [],
      dimensions: [],
      select: [],
      distinct: false,
      filters: [],
      having: [],
      compare: null,
      near: null,
      order: [],
      limit: null,
      limitPer: null,
    };
    expect((await found(runOf('beds', { semanticQuery }))).tables).toEqual(['plants']);
    const refused = { sql: 'SELECT', params: [], columns: [], notes: [], probes: [] };
    const { event } = await retrieve(deps)(runOf('beds', { semanticQuery, compiled: refused }), signal);
    expect(event).toBe('retrieved_for_model');
  });

  it('returns at most three samples, none in fast mode, and none if they cannot be read', async () => {
    expect((await found(runOf('how many beds'))).samples).toHaveLength(3);
    expect(
      (
        await found(
          runOf('how many beds', { modeReason: { rule: 'r', words: null, skipSamples: true, skipChart: true } }),
        )
      ).samples,
    ).toEqual([]);
    const onError = jest.fn();
    const away = findSamples({ find: async () => Promise.reject(new Error('Redis is away')) }, onError);
    expect((await found(runOf('how many beds'), { samples: away })).samples).toEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('returns nothing if the model is unknown', async () => {
    expect(await found(runOf('how many beds'), { model: async () => null })).toEqual({
      tables: [],
      samples: [],
      hints: [],
    });
  });
});

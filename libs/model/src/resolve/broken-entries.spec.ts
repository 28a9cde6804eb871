import type { SchemaSnapshot, SnapshotTable } from '@querent/contracts';
import { parseModelFile } from '../file/parse-model-file';
import { resolveModel, type ResolvedModel } from './resolve-model';

type Column = SnapshotTable['columns'][number];

const column = (name: string, category: Column['category']): Column => ({
  name,
  type: category,
  category,
  nullable: true,
  comment: null,
});

function table(name: string, columns: Column[], more: Partial<SnapshotTable> = {}): SnapshotTable {
  return {
    name,
    kind: 'table',
    comment: null,
    estimatedRows: 9,
    primaryKey: ['id'],
    uniqueKeys: [],
    foreignKeys: [],
    columns: [column('id', 'integer'), ...columns],
    ...more,
  };
}

const schools = (grade: string): SnapshotTable =>
  table('school', [column('name', 'text'), column(grade, 'text'), column('opened', 'timestamp')]);
const scores = table(
  'score',
  [column('school_id', 'integer'), column('year', 'integer'), column('points', 'numeric')],
  {
    foreignKeys: [{ columns: ['school_id'], toTable: 'school', toColumns: ['id'] }],
  },
);

const database = (...tables: SnapshotTable[]): SchemaSnapshot => ({
  connection: 'c',
  schema: 's',
  takenAt: '2026-01-01T00:00:00Z',
  serverVersion: '16',
  hasPostgis: false,
  fingerprint: 'f',
  tables,
});

const FILE = {
  tables: {
    school: {
      label: { zh: '学校' },
      defaultTime: 'opened',
      columns: { level: { label: { zh: '等级', en: 'grade' }, synonyms: ['级别'] } },
    },
  },
  metrics: {
    total: { label: '总分', children: { points: 0.5, top: 0.5 } },
    points: { label: '平均分', expression: 'avg(score.points)' },
    top: { label: '最高分', expression: 'max(score.points)', requires: ['year'] },
  },
  filters: { year: { column: 'score.year', label: '年份' } },
  terms: {
    good: { label: '好学校', filter: "school.level = 'A'" },
    old: { label: '老学校', filter: "(school.opened AT TIME ZONE 'UTC')::date < '1980-01-01'" },
  },
};

function resolved(file: object, from: SchemaSnapshot = database(schools('level'), scores)): ResolvedModel {
  const parsed = parseModelFile(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return resolveModel({ connection: 'c', snapshot: from, file: parsed.file });
}

const reservedIn = ({ model }: ResolvedModel): string[] => (model.reserved ?? []).flatMap(({ words }) => words);

describe('A mistake in one entry of a model', () => {
  it('is not reported for a correct file', () => {
    const { model, problems } = resolved(FILE);
    expect(problems).toEqual([]);
    expect(model).not.toHaveProperty('reserved');
  });

  const MISTAKES: [what: string, file: object, out: (model: ResolvedModel['model']) => unknown, word: string][] = [
    [
      'an expression that is refused',
      { ...FILE, metrics: { points: { label: '平均分', expression: 'avg(pg_sleep(1))' } } },
      ({ metrics }) => metrics['points'],
      '平均分',
    ],
    [
      'a misspelt key of a metric',
      { ...FILE, metrics: { points: { label: '平均分', expresion: 'avg(score.points)' } } },
      ({ metrics }) => metrics['points'],
      '平均分',
    ],
    [
      'a filter over a missing column',
      { ...FILE, metrics: {}, filters: { year: { column: 'score.yaer', label: '年份' } } },
      ({ filters }) => filters['year'],
      '年份',
    ],
    [
      'a term that does not parse',
      { ...FILE, terms: { good: { label: '好学校', filter: 'school.level = ' } } },
      ({ terms }) => terms['good'],
      '好学校',
    ],
    [
      'a term with a list for a label',
      { ...FILE, terms: { good: { label: ['好学校'], filter: "school.level = 'A'" } } },
      ({ terms }) => terms['good'],
      '好学校',
    ],
    [
      'a candidate that is missing',
      { ...FILE, terms: { good: { candidates: ['school.level', 'school.rank'] } } },
      ({ terms }) => terms['good'],
      'good',
    ],
    [
      'an entity with one source',
      { ...FILE, entities: { site: { label: '场所', sources: ['school'], match: 'x', fields: {} } } },
      ({ entities }) => entities['site'],
      '场所',
    ],
    [
      'an entity with a field of a missing column',
      {
        ...FILE,
        entities: {
          site: {
            label: '场所',
            sources: ['school', 'score'],
            match: 'school.id = score.id',
            fields: { x: 'school.x' },
          },
        },
      },
      ({ entities }) => entities['site'],
      '场所',
    ],
    [
      'a column with an unknown role',
      { ...FILE, terms: {}, tables: { school: { columns: { level: { label: '等级', role: 'hiden' } } } } },
      ({ tables }) => tables['school']?.columns['level'],
      '等级',
    ],
    [
      'a column with a role that does not fit',
      { ...FILE, terms: {}, tables: { school: { columns: { level: { label: '等级', role: 'measure' } } } } },
      ({ tables }) => tables['school']?.columns['level'],
      '等级',
    ],
  ];
  it.each(MISTAKES)('removes the entry and reserves its words: %s', (_what, file, out, word) => {
    const found = resolved(file);
    expect(out(found.model)).toBeUndefined();
    expect(reservedIn(found)).toContain(word);
    expect(found.problems.length).toBeGreaterThan(0);
    expect(found.problems.every(({ entry }) => entry)).toBe(true);
    expect(Object.keys(found.model.tables)).toEqual(['school', 'score']);
    expect(found.model.joins).toHaveLength(1);
  });

  it('removes only the entries that cannot be computed without it', () => {
    const found = resolved({ ...FILE, filters: { year: { column: 'score.yaer', label: '年份' } } });
    expect(Object.keys(found.model.metrics)).toEqual(['points']);
    expect(found.model.metrics['points']).toMatchObject({ parent: null, level: 1 });
    expect(Object.keys(found.model.terms)).toEqual(['good', 'old']);
    expect(reservedIn(found)).toEqual(expect.arrayContaining(['年份', '最高分', '总分']));
    expect(found.problems.map(({ path }) => path)).toEqual([
      'filters.year.column',
      'metrics.top.requires[0]',
      'metrics.total.children.top',
    ]);
  });

  it('appears if a column is renamed in the database', () => {
    const found = resolved(FILE, database(schools('rank'), scores));
    expect(found.problems.map(({ path }) => path)).toEqual(['tables.school.columns.level', 'terms.good.filter']);
    expect(reservedIn(found)).toEqual(expect.arrayContaining(['等级', 'grade', '级别', '好学校', 'good']));
    expect(Object.keys(found.model.terms)).toEqual(['old']);
  });

  it('keeps a key with a mistake in its label, because joins need it', () => {
    const found = resolved({
      ...FILE,
      tables: { score: { columns: { school_id: { label: { de: 'Schule', zh: '所属学校' } } } } },
    });
    expect(found.model.joins).toHaveLength(1);
    expect(reservedIn(found)).toContain('所属学校');
  });

  it('makes the model unusable if it is in a table or in the structure of the file', () => {
    expect(resolved(FILE, database(scores)).problems).toContainEqual(expect.not.objectContaining({ entry: true }));
    for (const file of [{ tables: { school: { hiden: true } } }, { metrcs: {} }, { tables: [] }, { metrics: 'none' }]) {
      expect(parseModelFile(file)).toMatchObject({ ok: false });
    }
  });
});

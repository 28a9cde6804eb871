import { lintStatement } from '@querent/lint';
import { SCHOOLS } from './fixture/schools';
import { SIGHTS } from './fixture/sights';
import { lintSubjectOf } from './lint-subject';

describe('The lint subject of a model', () => {
  const schools = lintSubjectOf(SCHOOLS, 'summary');

  it('has its tables, joins, keys and strategy', () => {
    expect(schools.catalogue.relations.map(({ name }) => name)).toEqual(['districts', 'schools', 'assessments']);
    expect(schools.joins).toContainEqual({
      from: { table: 'schools', columns: ['district_id'] },
      to: { table: 'districts', columns: ['id'] },
    });
    expect(schools.uniqueKeys['schools']).toContainEqual(['id']);
    expect(schools.strategy).toBe('summary');
  });

  it('requires a filter for columns if all metrics over them require it', () => {
    const year = schools.required.find(({ column }) => column.column === 'year');
    expect(year).toMatchObject({ label: '年份' });
    expect(year?.whenReading.map(({ column }) => column).sort()).toEqual([
      'bandwidth_score',
      'safety_score',
      'terminal_score',
      'wifi_score',
    ]);
  });

  it('has the two tables of an entity, and the casts of numbers stored as text', () => {
    const sights = lintSubjectOf(SIGHTS, null);
    expect(sights.twins).toEqual(Object.values(SIGHTS.entities).map(({ sources }) => sources));
    expect(sights.casts.length).toBe(
      Object.values(SIGHTS.tables)
        .flatMap(({ columns }) => Object.values(columns))
        .filter(({ cast }) => cast).length,
    );
  });

  it('lets the lint refuse a figure over all years, and accept one of a single year', async () => {
    const rules = async (sql: string) => (await lintStatement(sql, schools)).findings.map(({ rule }) => rule);
    expect(await rules('SELECT avg(wifi_score) FROM assessments')).toEqual(['missing_filter']);
    expect(await rules('SELECT avg(wifi_score) FROM assessments WHERE year = 2025')).toEqual([]);
  });
});

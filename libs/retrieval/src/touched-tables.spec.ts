import type { SemanticQuery } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { touchedTables } from './touched-tables';

describe('the tables that a semantic query reads', () => {
  it('are those that keep the rows of the roles it names', () => {
    const column = { table: 'city', name: 'name', label: {}, synonyms: { zh: [], en: [] } };
    const key = (name: string) => ({ ...column, table: 'trip', name });
    const model = {
      tables: {
        city: { name: 'city', label: {}, columns: { name: column } },
        trip: { name: 'trip', label: {}, columns: { from_id: key('from_id'), to_id: key('to_id') } },
      },
      joins: ['from_id', 'to_id'].map((name) => ({
        from: { table: 'trip', columns: [name] },
        to: { table: 'city', columns: ['id'] },
      })),
      metrics: {},
      entities: {},
    } as unknown as SemanticModel;
    const query = {
      subject: { kind: 'table', name: 'trip' },
      measures: [],
      having: [],
      dimensions: [{ label: '', column: { table: 'city@trip@from_id', column: 'name' } }],
      select: [],
      filters: [{ kind: 'compare', column: { table: 'city@trip@to_id', column: 'name' }, op: '=', value: 'Rome' }],
      order: [],
      near: null,
      compare: null,
    } as unknown as SemanticQuery;
    expect(touchedTables(query, model)).toEqual(['trip', 'city']);
  });

  it('are those of both columns that it compares, and of the time that a length begins at', () => {
    const table = (name: string) => ({ name, label: {}, columns: {} });
    const names = ['repair', 'plan', 'order', 'visit'];
    const model = {
      tables: Object.fromEntries(names.map((name) => [name, table(name)])),
      joins: [],
      metrics: {},
      entities: {},
    } as unknown as SemanticModel;
    const query = {
      subject: { kind: 'table', name: 'repair' },
      measures: [
        {
          label: '',
          what: {
            kind: 'aggregate',
            fn: 'avg',
            table: 'repair',
            column: { table: 'repair', column: 'done_on' },
            since: { table: 'order', column: 'made_on', unit: 'day' },
          },
        },
      ],
      having: [],
      dimensions: [],
      select: [],
      filters: [
        {
          kind: 'compare_columns',
          column: { table: 'repair', column: 'hours' },
          op: '>',
          other: { table: 'plan', column: 'hours' },
        },
      ],
      order: [
        {
          by: {
            kind: 'column',
            column: { table: 'repair', column: 'done_on' },
            since: { table: 'visit', column: 'day', unit: 'day' },
          },
          direction: 'asc',
        },
      ],
      near: null,
      compare: null,
    } as unknown as SemanticQuery;
    expect(touchedTables(query, model).sort()).toEqual(['order', 'plan', 'repair', 'visit']);
  });
});

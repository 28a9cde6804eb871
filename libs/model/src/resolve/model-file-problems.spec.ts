import { parseModelFile } from '../file/parse-model-file';
import { modelFileProblems } from './model-file-problems';

function problemsOf(file: object): string[] {
  const parsed = parseModelFile(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return modelFileProblems(parsed.file).map(({ path, message, entry }) => `${entry ? '' : 'all: '}${path}: ${message}`);
}

describe('A model file without its database', () => {
  it('has no problems that only the database could show', () => {
    expect(
      problemsOf({
        tables: { a: { defaultTime: 't', columns: { x: { role: 'measure' } } } },
        joins: [{ from: ['a.b_id', 'a.c'], to: ['b.id', 'b.c'] }],
        metrics: { m: { expression: 'sum(a.x)', requires: ['f'] }, n: { children: { m: 1 } } },
        filters: { f: { column: 'a.year' } },
        terms: { t: { filter: "(a.t AT TIME ZONE 'UTC')::date > current_date - 7" }, u: { candidates: ['a.kind'] } },
        entities: { e: { sources: ['a', 'b'], match: 'a.x = b.x', fields: {} } },
      }),
    ).toEqual([]);
  });

  it('has its mistakes reported in expressions, in the metric tree and in references', () => {
    expect(
      problemsOf({
        joins: [{ from: 'b_id', to: 'b.id' }],
        metrics: { m: { expression: 'sum(a.x', requires: ['g'] }, n: { children: { m: 0.5 } } },
        filters: { gg: { column: 'year' } },
        terms: { t: { filter: 'pg_sleep(1)' }, u: {}, v: { candidates: ['kind'] } },
        entities: { e: { sources: ['a', 'b'], match: 'a.x + b.x', fields: {} } },
      }),
    ).toEqual([
      'metrics.n.children: weights sum to 0.5, not to 1',
      'metrics.m.expression: syntax error at end of input at position 8',
      'metrics.m.requires[0]: there is no filter "g"; did you mean "gg"?',
      'terms.t.filter: function "pg_sleep" is not allowed at position 1',
      'terms.u: needs either a filter or candidates',
      'terms.v.candidates[0]: "kind" must be written table.column',
      'filters.gg.column: "year" must be written table.column',
      'entities.e.match: is not a condition: it must compare something',
      'joins[0].from: "b_id" must be written table.column',
    ]);
  });
});

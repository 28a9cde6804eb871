import type { Choice, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { KITCHEN } from '../../fixture/kitchen';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/**
 * Boats without a model file: two tables with the same columns, a copy of a column, a stored aggregate, and two roles
 * of persons.
 */
const WHARF = modelOf(
  {
    ferries: `id integer, name text = Gull|Tern, rig text = sloop|ketch|yawl, skipper text, designer text,
      berths integer, draught integer, paint text = red|blue`,
    tugs: 'id integer, name text = Ox|Bull, paint text = red|green',
    ferries_berths: 'id* integer > ferries, berths integer',
    tolls: 'id integer, port text = Kiel|Husum, levy numeric',
    trips: 'id integer, sailed_on date',
    tolls_levy: 'port text, avg_levy numeric, max_levy numeric',
  },
  null,
);

const plan = (model: SemanticModel, question: string, choices: Choice[] = []): PlanResult =>
  planQuestion({ question, locale: detectLocale(question), model, today: '2026-11-23', timezone: 'UTC', choices });

/** The clarification, and the reading after each of its options. */
function outcomes(model: SemanticModel, question: string): string[] {
  const asked = plan(model, question);
  if (asked.kind !== 'ambiguous') return [shapeOf(asked)];
  const { key, options } = asked.ambiguity;
  return [`ask ${key}`, ...options.map(({ value }) => shapeOf(plan(model, question, [{ key, value }])))];
}

const EACH = 'recipes';
const COMMON = 'ingredients | where all dishes()';

describe('a question of two readings', () => {
  it.each([
    ['which ingredients do we have for every dish', 'ask scope:dishes', EACH, COMMON],
    ['show the ingredients that we have for each dish', 'ask scope:dishes', EACH, COMMON],
  ])('“%s” asks whether each or all are meant', (question, ...expected) => {
    expect(outcomes(KITCHEN, question)).toEqual(expected);
  });

  it.each([
    ['which ingredients are common to all dishes', COMMON],
    ['列出所有菜品共有的食材', COMMON],
    ['for each dish, list the ingredients', EACH],
  ])('“%s” states which of both is meant, and is answered', (question, expected) => {
    expect(outcomes(KITCHEN, question)).toEqual([expected]);
  });

  it('does not ask for common values of a column that belongs to one thing', () => {
    expect(outcomes(KITCHEN, 'which ingredients do we have for each supplier')[0]).not.toContain('scope');
  });

  it.each([
    [
      'show sloop and ketch where draught equal to 8',
      'ask said:draught is 8',
      'ferries | where ferries.rig in sloop/ketch, ferries.draught=8',
      'ferries | where ferries.rig in sloop/ketch, or',
    ],
    [
      'list ferries and tugs where paint is red',
      'ask kinds:ferries|tugs',
      'ferries | where ferries.paint=red',
      'tugs | where tugs.paint=red',
      'ferries',
      'tugs',
    ],
  ])('“%s” asks which of two values the condition behind them applies to', (question, ...expected) => {
    expect(outcomes(WHARF, question)).toEqual(expected);
  });

  it.each([
    ['names and berths of ferries', 'ask table:ferries.berths', 'ferries', 'ferries_berths'],
    ['average levy by port', 'ask table:tolls.levy', 'tolls | avg(levy) | by port', 'tolls_levy'],
  ])('“%s” asks which of two copies of a column to use', (question, ...expected) => {
    expect(outcomes(WHARF, question)).toEqual(expected);
  });

  it('shows each thing beside its values, and for a copy its own column', () => {
    const shown = (model: SemanticModel, question: string, at: number): unknown => {
      const asked = plan(model, question);
      if (asked.kind !== 'ambiguous') return asked;
      const after = plan(model, question, [
        { key: asked.ambiguity.key, value: asked.ambiguity.options[at]?.value ?? '' },
      ]);
      return after.kind === 'planned' ? after.query.select.map(({ table, column }) => `${table}.${column}`) : after;
    };
    expect(shown(KITCHEN, 'which ingredients do we have for every dish', 0)).toEqual([
      'dishes.name',
      'ingredients.name',
    ]);
    expect(shown(WHARF, 'names and berths of ferries', 1)).toEqual(['ferries.name', 'ferries_berths.berths']);
    expect(shown(WHARF, 'average levy by port', 1)).toEqual(['tolls_levy.port', 'tolls_levy.avg_levy']);
  });

  it.each([
    ['show big ferries', 'desc:ferries.draught', 'draught desc 10'],
    ['show expensive tolls', 'desc:tolls.levy', 'levy desc 10'],
    ['list the old trips', 'asc:trips.sailed_on', 'sailed_on asc 10'],
  ])('“%s” asks which figure measures a quality', (question, value, expected) => {
    const asked = plan(WHARF, question);
    const { key = '', options = [] } = asked.kind === 'ambiguous' ? asked.ambiguity : {};
    expect(options.map((option) => option.value)).toContain(value);
    const after = plan(WHARF, question, [{ key, value }]);
    const { order = [], limit = 0 } = after.kind === 'planned' ? after.query : {};
    const [first] = order;
    expect(first?.by.kind === 'column' ? `${first.by.column.column} ${first.direction} ${limit}` : after).toBe(
      expected,
    );
  });

  it.each([
    ['who made the ferries', 2],
    ['who built the ferries', 3],
    ['list the ferries and their creators', 2],
  ])('“%s” asks which of several persons is meant', (question, options) => {
    expect(outcomes(WHARF, question)).toHaveLength(options + 1);
  });
});

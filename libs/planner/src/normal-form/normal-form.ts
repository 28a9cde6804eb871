import { type ColumnsMeaning, figureOf, type Meaning } from '../meaning';
import { type Context, empty, type Normal } from './empty-form';
import { figureForms } from './figure-form';
import { isContradictory, withoutImplied } from './filters-normalised';
import { setForms } from './set-form';

/**
 * The semantic queries that a meaning of the whole question comes to: one for each choice that the words leave open
 * (which time column, sum or average), with the choice's cost. None where the meaning is no question.
 */
export function normalForms(meaning: Meaning, context: Context): Normal[] {
  return formsOf(meaning, context)
    .filter(({ query }) => !isContradictory(query.filters))
    .map((normal) => ({ ...normal, query: { ...normal.query, filters: withoutImplied(normal.query.filters) } }));
}

function formsOf(meaning: Meaning, context: Context): Normal[] {
  if (meaning.cat === 'set') return setForms(meaning, context);
  if (meaning.cat === 'figure') return figureForms(meaning, context);
  if (meaning.cat === 'columns') return columnForms(meaning, context);
  if (meaning.cat === 'ranking') {
    const { by, direction, limit } = meaning;
    if (limit !== null) return [];
    const bare = (normal: Normal): Normal => ({ ...normal, cost: normal.cost + BARE_EXTREME });
    if (by.cat === 'column')
      return figureForms(
        figureOf(by.column.table, {
          kind: 'aggregate',
          fn: direction === 'asc' ? 'min' : 'max',
          table: by.column.table,
          column: by.column,
        }),
        context,
      ).map(bare);
    if (by.bare === null) return [];
    return figureForms(
      {
        ...by,
        bare: null,
        measures: [
          { what: { kind: 'aggregate', fn: direction === 'asc' ? 'min' : 'max', table: by.thing, column: by.bare } },
        ],
      },
      context,
    ).map(bare);
  }
  return [];
}

/** An extreme by itself is rather of the thing that has it. */
const BARE_EXTREME = 0.15;

function columnForms({ columns, asked }: ColumnsMeaning, context: Context): Normal[] {
  const [first] = columns;
  if (!first) return [];
  return [
    {
      ...empty(first.table, context),
      notes: [],
      cost: asked ? 0.05 : 0.3,
      query: { ...empty(first.table, context).query, select: [...columns], distinct: true },
    },
  ];
}

import { labelOf, type ModelFilter, type ModelTerm, type SemanticModel } from '@querent/model';
import type { Locale } from '@querent/contracts';
import { metricWords, tablesIn, tablesOfMetric } from './metric-words';
import type { PromptContext } from '../prompt-context';
import { fragment, type Fragment, type Part } from './prompt-part';
import { NAME_LENGTH } from './schema-fragments';
import { sqlColumn, sqlText } from './sql-name';
import { oneLine } from './untrusted-text';

/** Longest definition, condition or expression, in characters. */
const DEFINITION_LENGTH = 600;

/**
 * Business definitions: metrics with weights and expressions, required filters, terms, and entities with two source
 * tables; only those that the shown tables can answer.
 */
export function meaningParts(context: PromptContext): Part[] {
  const shown = new Set(context.tables);
  return meaningOf(context.model, context.locale).flatMap(({ piece, block, id, needs }): Part[] => {
    if (!needs.every((table) => shown.has(table))) return [];
    return [{ ...piece, block, needs, what: id, drop: dropOf(block, id, context) }];
  });
}

type MeaningBlock = 'metrics' | 'required filters' | 'terms' | 'entities';

interface Meaning {
  piece: Fragment;
  block: MeaningBlock;
  id: string;
  needs: string[];
}

function dropOf(block: MeaningBlock, id: string, { mentioned }: PromptContext): Part['drop'] {
  if (block === 'metrics') return mentioned.metrics.has(id) ? null : 'metric not named';
  if (block === 'terms') return mentioned.terms.has(id) ? null : 'term not named';
  return null;
}

const cache = new WeakMap<SemanticModel, Partial<Record<Locale, Meaning[]>>>();

/** Cached per model and language. */
function meaningOf(model: SemanticModel, locale: Locale): Meaning[] {
  const known = cache.get(model) ?? {};
  const made = known[locale] ?? [
    ...metrics(model, locale),
    ...filters(model, locale),
    ...terms(model, locale),
    ...entities(model, locale),
  ];
  cache.set(model, { ...known, [locale]: made });
  return made;
}

const meaning = (block: MeaningBlock, id: string, needs: string[], text: string): Meaning => ({
  block,
  id,
  needs,
  piece: fragment(`\n${oneLine(text, DEFINITION_LENGTH * 2)}`),
});

function metrics(model: SemanticModel, locale: Locale): Meaning[] {
  return Object.values(model.metrics).map((metric) => {
    const requires = metric.requires.length > 0 ? `; requires ${metric.requires.join(', ')}` : '';
    const unit = metric.unit?.[locale] ?? metric.unit?.zh ?? metric.unit?.en;
    const better = metric.better === undefined ? '' : `; ${metric.better} is better`;
    const description = metric.description?.[locale] ?? metric.description?.zh ?? metric.description?.en;
    const text = `${metricWords(metric, model, locale)}${requires}${unit === undefined ? '' : `; unit ${unit}`}${metric.format === 'percent' ? '; a ratio from 0 to 1' : ''}${better}${description === undefined ? '' : `; ${oneLine(description, NAME_LENGTH * 2)}`}`;
    return meaning('metrics', metric.id, tablesOfMetric(metric, model), text);
  });
}

function filters(model: SemanticModel, locale: Locale): Meaning[] {
  return Object.values(model.filters).map((filter) =>
    meaning(
      'required filters',
      filter.id,
      [filter.column.table],
      `${filter.id} -- ${labelOf(filter, locale, filter.id)}: on ${sqlColumn(filter.column.table, filter.column.column)}; ${byDefault(filter)}`,
    ),
  );
}

function byDefault({ default: value, column }: ModelFilter): string {
  if (value === undefined) return 'no default: where the question gives none, ask';
  if (value !== 'latest')
    return `where the question gives none: ${typeof value === 'string' ? sqlText(value) : String(value)}`;
  return `where the question gives none: the latest, (SELECT max(${sqlColumn(column.table, column.column)}) FROM ${sqlColumn(column.table, column.column).split('.')[0] ?? ''})`;
}

function terms(model: SemanticModel, locale: Locale): Meaning[] {
  return Object.values(model.terms).map((term) => {
    const needs = term.table === undefined ? tablesIn(term.filter ?? '', model) : [term.table];
    return meaning(
      'terms',
      term.id,
      [...new Set([...needs, ...term.candidates.map(({ table }) => table)])],
      `${labelOf(term, locale, term.id)}: ${conditionOf(term)}`,
    );
  });
}

function conditionOf({ filter, candidates, filters: structured }: ModelTerm): string {
  if (filter !== undefined) return `means ${filter}`;
  if (structured !== undefined && structured.length > 0) return `means the conditions ${JSON.stringify(structured)}`;
  return `its stored value is not known; look at the stored values of ${candidates.map(({ table, column }) => sqlColumn(table, column)).join(' or ')} before deciding`;
}

function entities(model: SemanticModel, locale: Locale): Meaning[] {
  return Object.values(model.entities).map(({ id, sources, match, fields, ...entity }) => {
    const spelled = Object.values(fields).map((field) => {
      const columns = field.columns.map(({ table, column }) => sqlColumn(table, column));
      return `${labelOf(field, locale, field.id)} = ${columns.length > 1 ? `coalesce(${columns.join(', ')})` : (columns[0] ?? '')}`;
    });
    return meaning(
      'entities',
      id,
      [...sources],
      `${labelOf(entity, locale, id)}: the same things are kept in ${sources.join(' and ')}; they match where ${match}; ${spelled.join('; ')}`,
    );
  });
}

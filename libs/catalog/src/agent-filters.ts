import type { ColumnRef, Filter, Scalar } from '@querent/contracts';
import { bilingual, type BilingualText } from '@querent/language';
import type { ColumnCategory, SemanticModel } from '@querent/model';
import type { Agent, AgentFilter } from './files/agent-file';
import { suggestion } from './files/suggestion';
import type { Problem } from './files/problem';
import type { Read } from './files/yaml-document';

/**
 * Converts an agent's default filters to conditions of a connection's model. If any filter is invalid, the agent cannot
 * be used on that connection, because omitting a condition would widen its answers. Pure.
 */
export function agentFilters(agent: Agent, model: SemanticModel): Read<Filter[]> {
  const filters: Filter[] = [];
  const problems: Problem[] = [];
  agent.filters.forEach((declared, index) => {
    const made = conditionOf(declared, model);
    if (typeof made !== 'string') filters.push(made);
    else
      problems.push({
        file: `agents/${agent.name}.yaml`,
        path: `filters[${index}]`,
        message: bilingual('{mistake} (connection "{connection}")', { mistake: made, connection: model.connection }),
      });
  });
  return problems.length === 0 ? { ok: true, value: filters } : { ok: false, problems };
}

/** The condition, or a message if it is invalid. */
function conditionOf(declared: AgentFilter, model: SemanticModel): Filter | BilingualText {
  if (declared.term !== undefined) return termCondition(declared.term, model);
  const column = columnOf(declared, model);
  if (typeof column === 'string') return column;
  const category = categoryOf(column, model);
  if (category === null)
    return bilingual('There is no column "{column}".', { column: `${column.table}.${column.column}` });
  const values = (declared.in ?? [declared.equals]).map((value) => stored(value, category));
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length)
    return bilingual('The values do not fit the column: it holds {category}.', { category });
  const [only, ...further] = known;
  if (only === undefined) return bilingual('Needs "equals" or "in".');
  return further.length === 0
    ? { kind: 'compare', column, op: '=', value: only }
    : { kind: 'in', column, values: known, negated: false };
}

function termCondition(id: string, model: SemanticModel): Filter | BilingualText {
  const term = model.terms[id];
  if (term === undefined)
    return bilingual('There is no term "{term}".{suggestion}', {
      term: id,
      suggestion: suggestion(id, Object.keys(model.terms)),
    });
  return term.filter === undefined && term.filters === undefined
    ? bilingual('The term "{term}" has no fixed meaning.', { term: id })
    : { kind: 'term', id, negated: false };
}

function columnOf({ column, filter }: AgentFilter, model: SemanticModel): ColumnRef | BilingualText {
  if (filter === undefined) {
    const [table = '', name = ''] = (column ?? '').split('.');
    return { table, column: name };
  }
  return (
    model.filters[filter]?.column ??
    bilingual('There is no filter "{filter}".{suggestion}', {
      filter,
      suggestion: suggestion(filter, Object.keys(model.filters)),
    })
  );
}

/** Category of a table's column or of an entity's field. */
function categoryOf({ table, column }: ColumnRef, model: SemanticModel): ColumnCategory | null {
  const [physical] = model.entities[table]?.fields[column]?.columns ?? [];
  const at = physical ?? { table, column };
  return model.tables[at.table]?.columns[at.column]?.category ?? null;
}

const isNumeric = (category: ColumnCategory): boolean => category === 'integer' || category === 'numeric';

/**
 * Converts a value to the column's type, because YAML reads 2025 as a number for any column. Undefined if it does not
 * fit.
 */
function stored(value: Scalar | undefined, category: ColumnCategory): Scalar | undefined {
  if (value === undefined) return undefined;
  if (category === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (!isNumeric(category)) return String(value);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

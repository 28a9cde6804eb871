import { nameInWords, type ModelColumn, type ModelTable, type SemanticModel } from '@querent/model';
import type { FieldedIndex } from '../fielded-index';
import { termsOf } from '../index-terms';
import type { TableField } from './table-documents';

/** A column and its table. */
export interface RankedColumn {
  table: string;
  column: string;
  score: number;
}

/** A word in a column's name is stronger evidence than one in its description or values. */
const WEIGHTS = { name: 1, description: 0.4, value: 0.6 } as const;
/** Share of a word inside a longer one, as in the index of tables. */
const PART = 0.5;
const SHORTEST_PART = 4;
/** Score of a column by its table: for the best table as much as an average word. */
const TABLE = 1;
/** Join columns and row names are in most statements over their tables. */
const ROLES: Partial<Record<ModelColumn['role'], number>> = { key: 0.5, name: 0.4 };
const VALUES_READ = 200;
const TYPICAL_LENGTH = 2;

/**
 * All columns of the tables, best first. There is no column index: of ten thousand tables only a few dozen matter, and
 * a word's weight follows from the number of tables that contain it. A vector per column was measured and not worth its
 * memory (ADR 20).
 *
 * @param tables most relevant first
 */
export function rankedColumns(
  tables: readonly string[],
  terms: readonly string[],
  model: SemanticModel,
  index: FieldedIndex<TableField>,
): RankedColumn[] {
  const idf = new Map(terms.map((term) => [term, index.idf(index.documentsWith(term))]));
  const most = Math.max(1e-9, ...idf.values());
  const ranked = tables.flatMap((name, rank) => {
    const table = model.tables[name];
    if (table === undefined) return [];
    const joined = joinColumns(model, name);
    const byTable = TABLE / (1 + rank / 2);
    return Object.values(table.columns).map((column) => {
      const weightOf = columnTerms(column, table);
      const words = terms.reduce((sum, term) => sum + ((idf.get(term) ?? 0) / most) * weightOf(term), 0);
      return {
        table: name,
        column: column.name,
        score: words + byTable + (joined.has(column.name) ? (ROLES.key ?? 0) : (ROLES[column.role] ?? 0)) * byTable,
      };
    });
  });
  return ranked.sort((a, b) => b.score - a.score);
}

/** Weight of a term in a column, 0 to 1; words of its table's name are halved. */
function columnTerms(column: ModelColumn, table: ModelTable): (term: string) => number {
  const known = remembered.get(column) ?? readColumn(column, table);
  remembered.set(column, known);
  return (term) => known.get(term) ?? longerThan(known, term);
}

const remembered = new WeakMap<ModelColumn, ReadonlyMap<string, number>>();

function readColumn(
  { name, label, synonyms, description, values, storedValues, role }: ModelColumn,
  table: ModelTable,
): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const read = (texts: readonly (string | undefined)[], weight: number): void => {
    const found = new Set(texts.filter((text) => text !== undefined).flatMap(termsOf));
    for (const term of found)
      terms.set(
        term,
        Math.max(
          terms.get(term) ?? 0,
          (weight * (1 + TYPICAL_LENGTH)) / (TYPICAL_LENGTH + Math.max(1, weight === WEIGHTS.name ? found.size : 1)),
        ),
      );
  };
  read([nameInWords(name), label.en, label.zh, ...synonyms.en, ...synonyms.zh], WEIGHTS.name);
  read([description?.en, description?.zh], WEIGHTS.description);
  if (role !== 'key' && role !== 'measure')
    read(
      [
        ...Object.entries(values).flatMap(([value, { zh, en }]) => [value, ...zh, ...en]),
        ...storedValues.slice(0, VALUES_READ),
      ],
      WEIGHTS.value,
    );
  for (const term of termsOf(nameInWords(table.name)))
    if (terms.size > 1) terms.set(term, (terms.get(term) ?? 0) * PART);
  return terms;
}

function longerThan(known: ReadonlyMap<string, number>, term: string): number {
  if (term.length < SHORTEST_PART) return 0;
  let best = 0;
  for (const [held, weight] of known)
    if (weight * PART > best && (held.startsWith(term) || held.endsWith(term))) best = weight * PART;
  return best;
}

function joinColumns(model: SemanticModel, table: string): ReadonlySet<string> {
  const known = joined.get(model) ?? joinColumnsOf(model);
  joined.set(model, known);
  return known.get(table) ?? NONE;
}

const joined = new WeakMap<SemanticModel, Map<string, Set<string>>>();
const NONE: ReadonlySet<string> = new Set();

function joinColumnsOf({ joins }: SemanticModel): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { from, to } of joins)
    for (const { table, columns } of [from, to])
      for (const column of columns) found.set(table, (found.get(table) ?? new Set()).add(column));
  return found;
}

import { columnsOf } from '../../model/expression/expression';
import { parseExpression } from '../../model/expression/parse-expression';
import type { ModelTerm, SemanticModel } from '../../model/semantic-model';
import type { Attribute, Thing } from '../../model/things';
import type { Reading } from '../reading/reading';

/**
 * The figure of the subject that a term bounds (free: a ticket price of zero), where rows may lack it. Of a kind that is
 * missing one may say that it is another; of an unknown price nobody can say that it is not zero.
 */
export function boundedFigure({ model, lexicon, draft }: Reading, term: ModelTerm): Attribute | null {
  if (term.filter === undefined) return null;
  const columns = columnsOf(parseExpression(term.filter));
  const [column] = columns;
  const stored = column && model.tables[column.table]?.columns[column.column];
  if (!column || !stored || stored.role !== 'measure' || !stored.nullable || columns.some((one) => one.column !== column.column)) return null;
  const owner = ownerOf(model, draft.subject?.thing ?? null, column);
  return lexicon.things.get(owner.table)?.attributes.find((one) => one.ref.column === owner.column && one.numeric) ?? null;
}

/** The column, or the field that an entity has for it. */
function ownerOf(model: SemanticModel, subject: Thing | null, column: { table: string; column: string }): { table: string; column: string } {
  const entity = subject?.kind === 'entity' ? model.entities[subject.name] : undefined;
  const field = Object.values(entity?.fields ?? {}).find(({ columns }) => columns.some((one) => one.table === column.table && one.column === column.column));
  return entity && field ? { table: entity.id, column: field.id } : column;
}

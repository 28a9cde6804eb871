import type { ColumnRef, Scalar } from '@querent/contracts';
import { labelOf } from '@querent/model';
import type { Asked } from '../asked';

/** Whether a column has the role `time`. */
export function isTimeColumn({ table, column }: ColumnRef, { model }: Pick<Asked, 'model'>): boolean {
  return (model.entities[table]?.fields[column] ?? model.tables[table]?.columns[column])?.role === 'time';
}

/** Label of a column or field; empty if it has none. */
export function columnLabel(ref: ColumnRef, { model, locale }: Pick<Asked, 'model' | 'locale'>): string {
  const labelled = model.entities[ref.table]?.fields[ref.column] ?? model.tables[ref.table]?.columns[ref.column];
  return labelled ? labelOf(labelled, locale) : '';
}

/** The model's name for a stored value, else the value itself. */
export function valueText(value: Scalar, ref: ColumnRef, { model, locale }: Asked): string {
  const columns = model.entities[ref.table]?.fields[ref.column]?.columns ?? [ref];
  const names = columns.flatMap(
    ({ table, column }) => model.tables[table]?.columns[column]?.values[String(value)]?.[locale] ?? [],
  );
  return names[0] ?? String(value);
}
